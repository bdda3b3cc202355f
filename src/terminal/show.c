/* show.c: draws the table, and texts over it. */
#include "show.h"

#include <curses.h>
#include <string.h>

#include "signals.h"

/* Keeps the first line: the rest has no row on the screen. */
static void keep_first_line(struct text *text) {
    text->length = strcspn(text_string(text), "\n");
    if (text->data)
        text->data[text->length] = '\0';
}

/* The question stays visible, whatever else is shown. */
static void draw_head(const struct show *show, const struct console *console) {
    const struct client *client = console->client;
    bool awaits_others =
        show->talk && !show->is_pausing && !show->is_between && !console_asks(console);
    struct text task = {0};
    if (show->is_pausing && (console_asks(console) || console_over(console)))
        text_put(&task, console_last_sentence(console));
    else if (show->is_settled && client->say_outcome)
        client->say_outcome(console, &task);
    else if (client->say_choosing)
        client->say_choosing(console, show->draft, show->is_between, &task);
    if (!task.length && awaits_others)
        join_say_awaited(console, &task);
    if (!task.length)
        client->say_task(console, &task);
    keep_first_line(&task);
    screen_put(1, 1, screen_columns() - 2, INK_TASK, text_string(&task));
    text_free(&task);
}

static void say_pause_keys(const struct show *show, const struct console *console,
                           struct text *out) {
    console_say_key(console, show->is_out ? "terminal.keys_pause_out" : "terminal.keys_pause", out);
    if (!console_may(console))
        return;
    text_put(out, "   ");
    console_say_key(console, "terminal.keys_between", out);
}

static void say_move_keys(const struct show *show, const struct console *console,
                          struct text *out) {
    bool is_asking =
        show->is_steering || (!show->is_pausing && (console_asks(console) || show->is_between));
    if (show->is_settled || show->is_covered || show->is_still)
        return;
    if (is_asking)
        console->client->say_keys(console, show->draft, out);
    else if ((show->is_pausing || !console_over(console)) && !show->play->is_fast)
        say_pause_keys(show, console, out);
}

/* Lists only keys that work now; boxes list their own. */
static void draw_keys(const struct show *show, const struct console *console) {
    struct text keys = {0};
    int rows = screen_rows(), width = screen_columns() - 2;
    say_move_keys(show, console, &keys);
    screen_put(rows - 2, 1, width, INK_BRASS, text_string(&keys));
    text_clear(&keys);
    bool is_noted = show->note.length > 0;
    if (is_noted)
        text_put(&keys, text_string(&show->note));
    else if (console->has_unsaved)
        console_say_leave(console, &keys); /* until a save succeeds */
    else if (!show->is_covered)
        console_say_key(
            console, console->client->common_keys ? console->client->common_keys : "terminal.keys",
            &keys);
    keep_first_line(&keys);
    screen_put(rows - 1, 1, width, is_noted || console->has_unsaved ? INK_EMBER : INK_PLAIN,
               text_string(&keys));
    text_free(&keys);
}

void show_empty(void *context) {
    if (!screen_fits())
        screen_put_page(0, 0, screen_rows(), screen_columns(), INK_EMBER,
                        console_word(context, "terminal.too_small"));
}

/* Draws a copy of the console that holds only what is shown so far: during the summary of a round
 * the table stays as it was before it, and its sentences come a few at a time. */
void show_draw(void *context) {
    const struct show *show = context;
    if (!screen_fits()) {
        show_empty(show->console);
        return;
    }
    struct console shown = *show->console;
    shown.sentence_count = show->sentence_end ? show->sentence_end : shown.sentence_count;
    shown.hidden_rows = show->low ? screen_box_rows(show->low) : 0;
    if (shown.seen && !value_is_null(shown.seen)) {
        struct console before = shown;
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

int show_box(const struct console *console, struct box box, void (*behind)(void *context),
             void *context) {
    struct text scroll = {0};
    console_say_key(console, "terminal.keys_scroll", &scroll);
    text_put(&scroll, "   ");
    text_put(&scroll, box.keys);
    box.scroll = text_string(&scroll);
    int key = screen_box(&box, behind, context);
    text_free(&scroll);
    return key;
}

void show_text(struct show *show, enum corner corner, const char *title, struct text *text) {
    const struct console *console = show->console;
    struct box box = {.title = console_word(console, title),
                      .text = text_string(text),
                      .keys = console_word(console, "terminal.keys_back"),
                      .is_at_end = corner == AT_END,
                      .is_reading = true};
    const struct box *low = show->low;
    show->is_covered = true;
    show_box(console, box, show_draw, show);
    show->is_covered = low != NULL;
    text_free(text);
}

void show_log(struct show *show) {
    struct text text = {0};
    console_say_sentences(show->console, 0, &text);
    show_text(show, AT_END, "terminal.title_log", &text);
}

void show_help(struct show *show) {
    const struct console *console = show->console;
    struct text text = {0};
    if (console->client->legend) {
        console_say_key(console, console->client->legend, &text);
        text_put(&text, "\n \n");
    }
    words_say_rules(console->language, console->game->key, &text);
    text_put(&text, " \n");
    console_say_opening(console, &text);
    show_text(show, AT_TOP, "terminal.title_rules", &text);
}

void show_guide(struct show *show) {
    const struct client *client = show->console->client;
    struct text text = {0};
    (client->say_guide ? client->say_guide : client->say_odds)(show->console, show->draft, &text);
    show_text(show, AT_TOP, client->guide_title ? client->guide_title : "terminal.title_odds",
              &text);
}

int show_wait_key(struct show *show) {
    if (!show->talk)
        return screen_key(-1);
    while (!signals_caught()) {
        show->received = talk_receive(show->talk);
        if (show->received == RECEIVED_FRAMES)
            watched_read(show->talk, NULL, NULL); /* frames that come now are not shown */
        else if (show->received != RECEIVED_NOTHING)
            return SHOW_NEWS;
        int key = show->received == RECEIVED_NOTHING ? screen_key(TEMPO_NEWS) : SCREEN_NO_KEY;
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
        console_say_key(show->console, "terminal.pasted", &show->note);
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
    if (show->console->has_unsaved)
        console_say_leave(show->console, &text);
    else
        console_say_key(show->console, "terminal.leave_ask", &text);
    struct box box = {.title = console_word(show->console, "terminal.title_leave"),
                      .text = text_string(&text),
                      .keys = console_word(show->console, "terminal.keys_leave")};
    bool was_covered = show->is_covered;
    show->is_covered = true;
    key = show_box(show->console, box, show_draw, show);
    show->is_covered = was_covered;
    text_free(&text);
    return show_key_leaves(key);
}
