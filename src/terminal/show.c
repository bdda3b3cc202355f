/* show.c: draws the table, and shows texts over it. */
#include "show.h"

#include <string.h>

/* A line of the screen has no room for a second one. */
static void keep_first_line(struct text *text) {
    text->length = strcspn(text_string(text), "\n");
    if (text->data)
        text->data[text->length] = '\0';
}

/* What is asked stands there always, whatever else is to be said. */
static void draw_head(const struct show *show) {
    const struct client *client = show->table->client;
    struct text task = {0};
    if (show->is_pausing && (table_asks(show->table) || table_over(show->table)))
        text_put(&task, show->table->told[show->table->told_count - 1]);
    else if (show->is_settled && client->say_outcome)
        client->say_outcome(show->table, &task);
    else if (client->say_choosing)
        client->say_choosing(show->table, show->draft, show->is_between, &task);
    if (!task.length)
        client->say_task(show->table, &task);
    keep_first_line(&task);
    screen_put(1, 1, screen_columns() - 2, INK_TASK, text_string(&task));
    text_free(&task);
}

static void say_pause_keys(const struct show *show, struct text *out) {
    const struct table *table = show->table;
    table_say_key(table, show->is_out ? "terminal.keys_pause_out" : "terminal.keys_pause", out);
    if (!table_may(table))
        return;
    text_put(out, "   ");
    table_say_key(table, "terminal.keys_between", out);
}

static void say_move_keys(const struct show *show, struct text *out) {
    const struct table *table = show->table;
    bool is_asking = !show->is_pausing && (table_asks(table) || show->is_between);
    if (show->is_settled || show->is_covered || show->is_still)
        return;
    if (is_asking)
        table->client->say_keys(table, show->draft, out);
    else if ((show->is_pausing || !table_over(table)) && !show->play->is_fast)
        say_pause_keys(show, out);
}

/* Only keys that work now; a box names its own at its lower edge. */
static void draw_keys(const struct show *show) {
    const struct table *table = show->table;
    struct text keys = {0};
    int rows = screen_rows(), width = screen_columns() - 2;
    say_move_keys(show, &keys);
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

/* While the end of a round is shown, the table stays as it was before. */
static void draw_table(const struct show *show) {
    struct table *table = show->table;
    struct value *seen = table->seen;
    table->seen = show->is_settled ? table->seen_before : seen;
    table->seen_settled = show->is_settled ? seen : NULL;
    table->hidden_rows = show->low ? screen_box_rows(show->low) : 0;
    table->client->draw(table, show->draft);
    table->seen = seen;
    table->seen_settled = NULL;
}

void show_draw(void *context) {
    const struct show *show = context;
    if (!screen_fits()) {
        show_empty(show->table);
        return;
    }
    int told = show->table->told_count;
    show->table->told_count = show->told_end ? show->told_end : told;
    if (show->table->match)
        draw_table(show);
    draw_head(show);
    draw_keys(show);
    show->table->told_count = told;
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
    for (int i = 0; i < show->table->told_count; i++) {
        text_put(&text, show->table->told[i]);
        text_put_char(&text, '\n');
    }
    show_text(show, AT_END, "terminal.title_log", &text);
}

void show_help(struct show *show) {
    const struct table *table = show->table;
    struct text text = {0};
    const char *const *line = words_rules(table->language, table->game->key);
    if (table->client->legend) {
        table_say_key(table, table->client->legend, &text);
        text_put(&text, "\n \n");
    }
    for (; line && *line; line++) {
        text_put(&text, *line);
        text_put_char(&text, '\n');
    }
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
