/* show.c: draws the table, and shows texts over it. */
#include "show.h"

#include <curses.h>
#include <string.h>

#include "signals.h"

/* A line of the screen has no room for a second one. */
static void keep_first_line(struct text *text) {
    text->length = strcspn(text_string(text), "\n");
    if (text->data)
        text->data[text->length] = '\0';
}

/* What is asked stands there always, whatever else is to be said. */
static void draw_head(const struct show *show, const struct table *table) {
    const struct client *client = table->client;
    struct text task = {0};
    if (show->is_pausing && (table_asks(table) || table_over(table)))
        text_put(&task, table_last_sentence(table));
    else if (show->is_settled && client->say_outcome)
        client->say_outcome(table, &task);
    else if (client->say_choosing)
        client->say_choosing(table, show->draft, show->is_between, &task);
    if (!task.length)
        client->say_task(table, &task);
    keep_first_line(&task);
    screen_put(1, 1, screen_columns() - 2, INK_TASK, text_string(&task));
    text_free(&task);
}

static void say_pause_keys(const struct show *show, const struct table *table, struct text *out) {
    table_say_key(table, show->is_out ? "terminal.keys_pause_out" : "terminal.keys_pause", out);
    if (!table_may(table))
        return;
    text_put(out, "   ");
    table_say_key(table, "terminal.keys_between", out);
}

static void say_move_keys(const struct show *show, const struct table *table, struct text *out) {
    bool is_asking =
        show->is_steering || (!show->is_pausing && (table_asks(table) || show->is_between));
    if (show->is_settled || show->is_covered || show->is_still)
        return;
    if (is_asking)
        table->client->say_keys(table, show->draft, out);
    else if ((show->is_pausing || !table_over(table)) && !show->play->is_fast)
        say_pause_keys(show, table, out);
}

/* Only keys that work now; a box names its own at its lower edge. */
static void draw_keys(const struct show *show, const struct table *table) {
    struct text keys = {0};
    int rows = screen_rows(), width = screen_columns() - 2;
    say_move_keys(show, table, &keys);
    screen_put(rows - 2, 1, width, INK_BRASS, text_string(&keys));
    text_clear(&keys);
    bool is_noted = show->note.length > 0;
    if (is_noted)
        text_put(&keys, text_string(&show->note));
    else if (table->has_unsaved)
        table_say_leave(table, &keys); /* stands there until a saving goes well */
    else if (!show->is_covered)
        table_say_key(table,
                      table->client->common_keys ? table->client->common_keys : "terminal.keys",
                      &keys);
    keep_first_line(&keys);
    screen_put(rows - 1, 1, width, is_noted || table->has_unsaved ? INK_EMBER : INK_PLAIN,
               text_string(&keys));
    text_free(&keys);
}

void show_empty(void *context) {
    if (!screen_fits())
        screen_put_page(0, 0, screen_rows(), screen_columns(), INK_EMBER,
                        table_word(context, "terminal.too_small"));
}

/* What is drawn is a copy of the table, as far as it is shown: while the end of a round is
 * read, the table stays as it was before it, and the sentences about it are shown a few at a time.
 */
void show_draw(void *context) {
    const struct show *show = context;
    if (!screen_fits()) {
        show_empty(show->table);
        return;
    }
    struct table shown = *show->table;
    shown.sentence_count = show->sentence_end ? show->sentence_end : shown.sentence_count;
    shown.hidden_rows = show->low ? screen_box_rows(show->low) : 0;
    if (shown.seen && !value_is_null(shown.seen)) {
        struct table before = shown;
        before.seen = show->is_settled ? shown.seen_before : shown.seen;
        before.seen_settled = show->is_settled ? shown.seen : NULL;
        shown.client->draw(&before, show->draft);
    }
    draw_head(show, &shown);
    draw_keys(show, &shown);
}

void show_redraw(struct show *show) {
    screen_clear();
    show_draw(show);
    screen_show();
}

int show_box(const struct table *table, struct box box, void (*behind)(void *context),
             void *context) {
    struct text scroll = {0};
    table_say_key(table, "terminal.keys_scroll", &scroll);
    text_put(&scroll, "   ");
    text_put(&scroll, box.keys);
    box.scroll = text_string(&scroll);
    int key = screen_box(&box, behind, context);
    text_free(&scroll);
    return key;
}

void show_text(struct show *show, enum corner corner, const char *title, struct text *text) {
    const struct table *table = show->table;
    struct box box = {.title = table_word(table, title),
                      .text = text_string(text),
                      .keys = table_word(table, "terminal.keys_back"),
                      .is_at_end = corner == AT_END,
                      .is_reading = true};
    const struct box *low = show->low;
    show->is_covered = true;
    show_box(table, box, show_draw, show);
    show->is_covered = low != NULL;
    text_free(text);
}

void show_log(struct show *show) {
    struct text text = {0};
    table_say_sentences(show->table, 0, &text);
    show_text(show, AT_END, "terminal.title_log", &text);
}

void show_help(struct show *show) {
    const struct table *table = show->table;
    struct text text = {0};
    if (table->client->legend) {
        table_say_key(table, table->client->legend, &text);
        text_put(&text, "\n \n");
    }
    words_say_rules(table->language, table->game->key, &text);
    text_put(&text, " \n");
    table_say_opening(table, &text);
    show_text(show, AT_TOP, "terminal.title_rules", &text);
}

void show_guide(struct show *show) {
    const struct client *client = show->table->client;
    struct text text = {0};
    (client->say_guide ? client->say_guide : client->say_odds)(show->table, show->draft, &text);
    show_text(show, AT_TOP, client->guide_title ? client->guide_title : "terminal.title_odds",
              &text);
}

int show_wait_key(struct show *show) {
    if (!show->talk)
        return screen_key(-1);
    while (!signals_caught()) {
        show->heard = talk_hear(show->talk);
        if (show->heard == HEARD_FRAMES)
            watched_read(show->talk, NULL, NULL); /* nobody looks */
        else if (show->heard != HEARD_NOTHING)
            return SHOW_NEWS;
        int key = show->heard == HEARD_NOTHING ? screen_key(TEMPO_NEWS) : SCREEN_NO_KEY;
        if (key != SCREEN_NO_KEY)
            return key;
    }
    return SCREEN_NO_KEY;
}

bool show_take_key(struct show *show, int key) {
    if (key == '?')
        show_guide(show);
    else if (key == 'h' || key == KEY_F(1))
        show_help(show);
    else if (key == 'l')
        show_log(show);
    else if (key == SCREEN_PASTE)
        table_say_key(show->table, "terminal.pasted", &show->note);
    else
        return key == KEY_RESIZE;
    return true;
}

bool show_key_leaves(int key) {
    return key == 'q' || key == 'Q' || key < 0;
}

bool show_confirms_leave(struct show *show, int key) {
    if (key < 0 || !screen_fits())
        return true;
    struct text text = {0};
    if (show->table->has_unsaved)
        table_say_leave(show->table, &text);
    else
        table_say_key(show->table, "terminal.leave_ask", &text);
    struct box box = {.title = table_word(show->table, "terminal.title_leave"),
                      .text = text_string(&text),
                      .keys = table_word(show->table, "terminal.keys_leave")};
    bool was_covered = show->is_covered;
    show->is_covered = true;
    key = show_box(show->table, box, show_draw, show);
    show->is_covered = was_covered;
    text_free(&text);
    return show_key_leaves(key);
}
