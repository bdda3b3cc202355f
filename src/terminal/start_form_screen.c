/* start_form_screen.c: the start form on a drawn screen. */
#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "start_form.h"

enum { ABOUT_ROW = 2, ABOUT_ROWS = 3, FORM_ROW = 6 };
enum { BELOW = 4, LABEL_COLUMN = 3, VALUE_COLUMN = 25, FAST_STEP = 10 };

struct sheet {
    struct start_form *form;
    struct row rows[START_FORM_ROWS_MAX];
    int count, at; /* `at`: the selected row */
    int top;       /* the first row that is drawn */
    struct text note;
};

static bool is_named(const struct sheet *sheet) {
    return sheet->rows[sheet->at].kind == ROW_NAME;
}

static void draw_choice(const struct sheet *sheet, int index, int line) {
    struct row row = sheet->rows[index];
    struct text text = {0};
    bool is_at = index == sheet->at;
    start_form_say_title(sheet->form, row, &text);
    screen_put(line, LABEL_COLUMN, VALUE_COLUMN - LABEL_COLUMN - 1, is_at ? INK_TASK : INK_PLAIN,
               text_string(&text));
    text_clear(&text);
    text_put(&text, is_at ? "◄ " : "  ");
    start_form_say_meaning(sheet->form, row, start_form_choice(sheet->form, row), &text);
    text_put(&text, !is_at ? "" : is_named(sheet) ? "_ ►" : " ►");
    screen_put(line, VALUE_COLUMN, screen_columns() - VALUE_COLUMN - 1,
               is_at ? INK_BRASS : INK_PLAIN, text_string(&text));
    text_free(&text);
}

/* The settings follow a line of their own. */
static void draw_rows(struct sheet *sheet) {
    int lines = screen_rows() - FORM_ROW - BELOW - 1;
    sheet->top = sheet->at < sheet->top            ? sheet->at
                 : sheet->at >= sheet->top + lines ? sheet->at - lines + 1
                                                   : sheet->top;
    int line = FORM_ROW;
    for (int i = sheet->top; i < sheet->count && i < sheet->top + lines; i++) {
        bool is_first = sheet->rows[i].kind == ROW_SETTING &&
                        (i == 0 || sheet->rows[i - 1].kind != ROW_SETTING);
        if (is_first)
            screen_rule(line++, 1, screen_columns() - 2,
                        start_form_word(sheet->form, "terminal.door_settings"));
        draw_choice(sheet, i, line++);
    }
}

static void draw_help(const struct sheet *sheet) {
    struct text text = {0};
    int rows = screen_rows(), width = screen_columns() - 2;
    struct row row = sheet->rows[sheet->at];
    bool is_noted = sheet->note.length > 0;
    if (is_noted)
        text_put(&text, text_string(&sheet->note));
    else if (row.kind != ROW_GAME) /* the game's row has its explanation above the form */
        start_form_say_help(sheet->form, row, start_form_choice(sheet->form, row), &text);
    screen_put_page(rows - BELOW, 1, BELOW - 1, width, is_noted ? INK_EMBER : INK_PLAIN,
                    text_string(&text));
    screen_put(rows - 1, 1, width, INK_BRASS,
               start_form_word(sheet->form,
                               is_named(sheet) ? "terminal.door_keys_name" : "terminal.door_keys"));
    text_free(&text);
}

static void draw(void *context) {
    struct sheet *sheet = context;
    if (!screen_fits()) {
        screen_put_page(0, 0, screen_rows(), screen_columns(), INK_EMBER,
                        start_form_word(sheet->form, "terminal.too_small"));
        return;
    }
    struct text text = {0};
    screen_bar(start_form_word(sheet->form, "terminal.door_title"));
    struct row game = {ROW_GAME, 0};
    start_form_say_help(sheet->form, game, start_form_choice(sheet->form, game), &text);
    screen_put_page(ABOUT_ROW, 1, ABOUT_ROWS, screen_columns() - 2, INK_PLAIN, text_string(&text));
    text_free(&text);
    draw_rows(sheet);
    draw_help(sheet);
}

static void show_rules(struct sheet *sheet) {
    const struct start_form *form = sheet->form;
    struct text text = {0}, keys = {0};
    words_say_rules(form->language, form->game->key, &text);
    text_put(&keys, start_form_word(form, "terminal.keys_scroll"));
    text_put(&keys, "   ");
    text_put(&keys, start_form_word(form, "terminal.keys_back"));
    struct box box = {.title = start_form_word(form, "terminal.title_rules"),
                      .text = text_string(&text),
                      .keys = start_form_word(form, "terminal.keys_back"),
                      .scroll = text_string(&keys),
                      .is_reading = true};
    screen_box(&box, draw, sheet);
    text_free(&text);
    text_free(&keys);
}

/* A typed letter arrives byte by byte; backspace removes a whole letter. */
static bool edit_name(struct sheet *sheet, int key) {
    char *name = sheet->form->name;
    size_t length = strlen(name);
    if (key == KEY_BACKSPACE || key == '\b' || key == KEY_RUBOUT) {
        while (length > 0 && (name[--length] & 0xC0) == 0x80)
            ;
        name[length] = '\0';
        return true;
    }
    if (key < ' ' || key > 255 || length >= NAME_BYTES_MAX)
        return false;
    name[length] = (char)key;
    name[length + 1] = '\0';
    return true;
}

/* The rows below may change, the selected one does not. */
static void change(struct sheet *sheet, int step) {
    struct row row = sheet->rows[sheet->at];
    int count = start_form_count(sheet->form, row);
    if (count == 0)
        return;
    int choice = start_form_choice(sheet->form, row) + step;
    bool is_turned = step == 1 || step == -1; /* wraps around at both ends */
    choice = choice < 0        ? (is_turned ? count - 1 : 0)
             : choice >= count ? (is_turned ? 0 : count - 1)
                               : choice;
    start_form_choose(sheet->form, row, choice);
    sheet->count = start_form_rows(sheet->form, sheet->rows);
}

static void take_key(struct sheet *sheet, int key) {
    if (key == KEY_UP || key == KEY_BTAB)
        sheet->at = (sheet->at + sheet->count - 1) % sheet->count;
    else if (key == KEY_DOWN || key == '\t')
        sheet->at = (sheet->at + 1) % sheet->count;
    else if (key == KEY_LEFT || key == KEY_RIGHT)
        change(sheet, key == KEY_LEFT ? -1 : 1);
    else if (key == KEY_PPAGE || key == KEY_NPAGE)
        change(sheet, key == KEY_PPAGE ? -FAST_STEP : FAST_STEP);
    else if (is_named(sheet))
        edit_name(sheet, key);
    else if (key == 'h' || key == KEY_F(1) || key == '?')
        show_rules(sheet);
    else if (key == ' ')
        change(sheet, 1);
}

/* True: start the match; false: leave. */
static bool ask(struct sheet *sheet, struct welcome *welcome) {
    for (;;) {
        screen_clear();
        draw(sheet);
        screen_show();
        int key = screen_key(-1);
        text_clear(&sheet->note);
        bool is_quit = !is_named(sheet) && (key == 'q' || key == 'Q');
        if (is_quit || key < 0 || key == KEY_ESCAPE)
            return false;
        bool is_sent = key == '\r' || key == '\n' || key == KEY_ENTER;
        if (is_sent && screen_fits() && start_form_leave(sheet->form, welcome, &sheet->note))
            return true;
        if (!is_sent && screen_fits())
            take_key(sheet, key);
        if (!screen_fits() && key != KEY_RESIZE)
            screen_beep(); /* the window is too small to read the form */
    }
}

bool start_form_ask_screen(struct start_form *form, struct welcome *welcome, bool *is_drawn) {
    *is_drawn = screen_open(welcome->is_colourless);
    if (!*is_drawn)
        return false;
    struct sheet sheet = {.form = form};
    sheet.count = start_form_rows(form, sheet.rows);
    bool begins = ask(&sheet, welcome);
    screen_close();
    text_free(&sheet.note);
    return begins;
}
