/* play.c: the loop of the drawn game: draw, wait for a key, let others move.
 *
 * It knows no game: the client draws the table and makes actions out of keys. */
#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "cut.h"
#include "motion.h"
#include "screen.h"
#include "table.h"

enum { PAUSE = 700, KEY_ESCAPE = 27, KEY_RETURN = '\r' };

struct show {
    struct table *table;
    const struct play *play;
    void *draft;
    struct text note;      /* an answer to the last key, in the place of the common keys */
    bool is_hurried;       /* a key was pressed: no pauses until the next question */
    bool is_settled;       /* the end of a round is shown, before the table as it was */
    bool is_covered;       /* a text lies over it all: no key of the table works */
    bool is_between;       /* the person, who only may act, is asked */
    bool is_pausing;       /* nobody is asked: there is something to read */
    int told_end;          /* what was told is shown up to here only; 0: all of it */
    const struct box *low; /* lies at the lower edge; NULL: none does */
};

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

static void say_pause_keys(const struct table *table, struct text *out) {
    table_say_key(table, "terminal.keys_pause", out);
    if (!table_may(table))
        return;
    text_put(out, "   ");
    table_say_key(table, "terminal.keys_between", out);
}

static void say_move_keys(const struct show *show, struct text *out) {
    const struct table *table = show->table;
    bool is_asking = !show->is_pausing && (table_asks(table) || show->is_between);
    if (show->is_settled || show->is_covered)
        return;
    if (is_asking)
        table->client->say_keys(table, show->draft, out);
    else if ((show->is_pausing || !table_over(table)) && !show->play->is_fast)
        say_pause_keys(table, out);
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

/* Behind a question that comes before the table is laid. */
static void draw_empty(void *context) {
    if (!screen_fits())
        screen_put_page(0, 0, screen_rows(), screen_columns(), INK_EMBER,
                        table_word(context, "terminal.too_small"));
}

/* While the end of a round is shown, the table stays as it was before. */
static void draw_table(const struct show *show) {
    struct table *table = show->table;
    void *view = table->view;
    struct value *seen = table->seen;
    table->view = show->is_settled ? table->before : view;
    table->settled = show->is_settled ? view : NULL;
    table->seen = show->is_settled ? table->seen_before : seen;
    table->seen_settled = show->is_settled ? seen : NULL;
    table->hidden_rows = show->low ? screen_box_rows(show->low) : 0;
    table->client->draw(table, show->draft);
    table->view = view;
    table->settled = NULL;
    table->seen = seen;
    table->seen_settled = NULL;
}

/* Draws the whole table; `context` is the show. */
static void draw(void *context) {
    const struct show *show = context;
    if (!screen_fits()) {
        draw_empty(show->table);
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

static void redraw(struct show *show) {
    screen_clear();
    draw(show);
    screen_show();
}

/* Shows a box that tells at its lower edge how to scroll where it must be. */
static int show_box(const struct table *table, struct box box, void (*behind)(void *context),
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

enum corner { AT_TOP, AT_END };

static void show_text(struct show *show, enum corner corner, const char *title, struct text *text) {
    const struct table *table = show->table;
    struct box box = {.title = table_word(table, title),
                      .text = text_string(text),
                      .keys = table_word(table, "terminal.keys_back"),
                      .is_at_end = corner == AT_END};
    const struct box *low = show->low;
    show->is_covered = true;
    show_box(table, box, draw, show);
    show->is_covered = low != NULL;
    text_free(text);
}

static void show_log(struct show *show) {
    struct text text = {0};
    for (int i = 0; i < show->table->told_count; i++) {
        text_put(&text, show->table->told[i]);
        text_put_char(&text, '\n');
    }
    show_text(show, AT_END, "terminal.title_log", &text);
}

/* The signs of the screen, the rules, who plays and the hash of the dice. */
static void show_help(struct show *show) {
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

static void show_guide(struct show *show) {
    const struct client *client = show->table->client;
    struct text text = {0};
    (client->say_guide ? client->say_guide : client->say_odds)(show->table, show->draft, &text);
    show_text(show, AT_TOP, client->guide_title ? client->guide_title : "terminal.title_odds",
              &text);
}

/* Keys that work at any time; true if it was one. */
static bool take_common_key(struct show *show, int key) {
    if (key == '?')
        show_guide(show);
    else if (key == 'h' || key == KEY_F(1))
        show_help(show);
    else if (key == 'l')
        show_log(show);
    else
        return key == KEY_RESIZE;
    return true;
}

static bool is_return(int key) {
    return key == KEY_RETURN || key == '\n' || key == KEY_ENTER;
}

static bool goes_on(int key) {
    return is_return(key) || key == ' ';
}

static bool leaves(int key) {
    return key == 'q' || key == 'Q' || key < 0;
}

/* Shows a box until it is answered: true to go on, false to leave. */
static bool await_on(struct show *show, const char *title, const char *text) {
    for (;;) {
        struct box box = {.title = table_word(show->table, title),
                          .text = text,
                          .keys = table_word(show->table, "terminal.keys_on")};
        int key = show_box(show->table, box, draw, show);
        if (goes_on(key) || leaves(key))
            return goes_on(key);
        take_common_key(show, key);
    }
}

enum round { ROUND_NONE, ROUND_SEEN, ROUND_LEFT };

/* The end of a round is worth a look, also for those in a hurry. */
static enum round show_round(struct show *show) {
    const struct client *client = show->table->client;
    struct text text = {0};
    if (!client->say_round || !client->say_round(show->table, &text))
        return ROUND_NONE;
    memset(show->draft, 0, client->draft_size);
    show->is_settled = true;
    bool is_seen = await_on(show, client->round_title, text_string(&text));
    show->is_settled = show->is_hurried = false;
    text_free(&text);
    return is_seen ? ROUND_SEEN : ROUND_LEFT;
}

static bool send(struct show *show, const char *action) {
    struct message why;
    if (table_send(show->table, action, &why))
        return true;
    text_clear(&show->note);
    table_say_refusal(show->table, &why, &show->note);
    return false;
}

/* What became of a question to the person. */
enum move { MOVE_OPEN, MOVE_SENT, MOVE_NONE, MOVE_LEFT };

static enum move read_move(struct show *show, int key) {
    const struct table *table = show->table;
    struct text action = {0}, answer = {0};
    enum reading reading = table->client->read_key(table, key, show->draft, &action, &answer);
    if (reading == READ_BOX) {
        show_text(show, AT_TOP, table->client->box_title, &answer);
        return MOVE_OPEN;
    }
    text_put(&show->note, text_string(&answer));
    text_free(&answer);
    if (reading == READ_NOTHING)
        table_say_key(table, is_return(key) ? "terminal.choose_first" : "terminal.no_key",
                      &show->note);
    if (reading == READ_ON)
        return MOVE_NONE;
    bool is_sent = reading == READ_ACTION && send(show, text_string(&action));
    text_free(&action);
    return is_sent ? MOVE_SENT : MOVE_OPEN;
}

static enum move take_key(struct show *show, int key) {
    text_clear(&show->note);
    if (!screen_fits()) { /* nobody plays blind */
        if (key != KEY_RESIZE)
            screen_beep();
        return MOVE_OPEN;
    }
    return take_common_key(show, key) ? MOVE_OPEN : read_move(show, key);
}

/* Asks for one move; the person may also leave, or the terminal be gone. */
static enum move ask_move(struct show *show) {
    enum move move;
    memset(show->draft, 0, show->table->client->draft_size);
    if (show->is_hurried)
        screen_forget_keys(); /* those were meant to hurry the others */
    show->is_hurried = false;
    show->is_between = !table_asks(show->table);
    do {
        redraw(show);
        int key = screen_key(-1);
        move = leaves(key) ? MOVE_LEFT : take_key(show, key);
    } while (move == MOVE_OPEN);
    show->is_between = false;
    return move;
}

/* What became of a pause. */
enum pause { PAUSE_AGAIN, PAUSE_OVER, PAUSE_LEFT };

/* The person plays in between, or hears why not. */
static enum pause interrupt(struct show *show) {
    if (table_may(show->table)) {
        show->is_pausing = false;
        show->told_end = 0;
        return ask_move(show) == MOVE_LEFT ? PAUSE_LEFT : PAUSE_OVER;
    }
    text_clear(&show->note);
    table_say_key(show->table, "terminal.no_between", &show->note);
    return PAUSE_AGAIN;
}

/* Any key skips this pause and the next ones, but for those that work at any time,
 * and `!` in games where one plays in between. */
static enum pause take_pause_key(struct show *show, int key) {
    const struct table *table = show->table;
    if (key == 'q' || key == 'Q')
        return PAUSE_LEFT;
    if (key == '!' && table->client->stops && !table_asks(table))
        return interrupt(show);
    if (take_common_key(show, key))
        return PAUSE_AGAIN;
    show->is_hurried = key >= 0;
    return PAUSE_OVER;
}

/* Longer where there is more to read. */
static int pause_for(const struct table *table, int sentences) {
    int pause = table->client->pause ? table->client->pause : PAUSE;
    return pause + (sentences - 1) * pause / 3;
}

static bool has_pauses(const struct show *show) {
    return !show->play->is_fast && !show->is_hurried;
}

/* Shows so many sentences for a while; false if the person leaves. */
static bool pause_after(struct show *show, int sentences) {
    enum pause pause;
    do {
        redraw(show);
        pause = has_pauses(show)
                    ? take_pause_key(show, screen_key(pause_for(show->table, sentences)))
                    : PAUSE_OVER;
    } while (pause == PAUSE_AGAIN);
    return pause != PAUSE_LEFT;
}

/* How many sentences from this one on are read at once. */
static int count_next(const struct show *show, int first) {
    const struct table *table = show->table;
    int rest = table->told_count - first;
    int room = has_pauses(show) && table->client->count_told
                   ? table->client->count_told(table, first)
                   : rest;
    return room < 1 ? 1 : room < rest ? room : rest;
}

/* Shows what was told from here on, as much at a time as there is room for. What
 * comes last before a question stays there beside it. False if the person leaves. */
static bool show_told(struct show *show, int first) {
    const struct table *table = show->table;
    bool stays = true;
    while (stays && first < table->told_count) {
        int count = count_next(show, first);
        bool is_last = first + count == table->told_count, is_seen = has_pauses(show);
        if (is_last && table_waits(table))
            break;
        show->is_pausing = true;
        show->told_end = first + count;
        stays = pause_after(show, count);
        first += count;
        if (is_seen)
            text_clear(&show->note);
    }
    show->is_pausing = false;
    show->told_end = 0;
    return stays;
}

/* What is told of a move is shown before the next one, and so is an answer to the
 * last key; what the person did is known, but not what came of it. False if the
 * person leaves. */
static bool show_move(struct show *show, enum move move, int told) {
    enum round round = show_round(show);
    if (round != ROUND_NONE)
        return round != ROUND_LEFT;
    return (move == MOVE_SENT && !show->table->has_news) || show_told(show, told);
}

static void draw_frame(void *context, const struct frame *frame) {
    const struct show *show = context;
    screen_clear();
    draw(context);
    if (screen_fits())
        show->table->client->draw_frame(show->table, frame);
    screen_show();
}

/* Lets the next one move; false if the person leaves while looking at it. */
static bool move_next(struct show *show) {
    struct table *table = show->table;
    memset(show->draft, 0, table->client->draft_size);
    if (!table_moves(table) || !table->client->draw_frame || show->play->is_fast ||
        show->is_hurried) {
        table_move(table, NULL);
        return true;
    }
    struct motion motion = motion_begin(table->game->sim->hz, draw_frame, show);
    table_move(table, &(struct watch){motion_show, &motion});
    show->is_hurried = motion.key != SCREEN_NO_KEY;
    return motion.key != 'q' && motion.key != 'Q';
}

/* True if the match was played to its end. */
static bool play_match(struct show *show) {
    struct table *table = show->table;
    while (!table_over(table)) {
        if (cut_heard())
            return false;
        int told = table->told_count;
        enum move move = MOVE_NONE;
        bool is_answered = table_interrupt(table) || table_reflex(table);
        if (!is_answered && (table_asks(table) || table_stops(table)))
            move = ask_move(show);
        if (!is_answered && move == MOVE_NONE && !move_next(show))
            return false;
        if (move == MOVE_LEFT || !show_move(show, move, told))
            return false;
    }
    return true;
}

/* Whether a key is among the words of a key of the catalogue. */
static bool key_means(const struct table *table, const char *words, int key) {
    char word[2] = {key > 0 && key < 128 ? (char)key : '?', '\0'};
    return table_means(table, words, word);
}

/* 1 yes, 0 no, -1 leave. */
static int ask(struct table *table, const char *question) {
    struct box box = {.title = table->game->title,
                      .text = question,
                      .keys = table_word(table, "terminal.keys_yes_no")};
    for (;;) {
        int key = show_box(table, box, draw_empty, table);
        if (key == 'q' || key == KEY_ESCAPE || key < 0)
            return -1;
        if (key == KEY_RETURN || key_means(table, "terminal.word.yes", key))
            return 1;
        if (key_means(table, "terminal.word.no", key))
            return 0;
    }
}

static void say_ending(const struct table *table, struct text *out) {
    table->client->say_end(table, out);
    text_put_char(out, '\n');
    table_say_proof(table, out);
}

/* The question stands below, so that the end of the match is seen above it. */
static bool ask_again(struct show *show) {
    const struct table *table = show->table;
    struct text text = {0};
    say_ending(table, &text);
    text_put_char(&text, '\n');
    table_say_key(table, "terminal.again_ask", &text);
    struct box box = {.title = table_word(table, "terminal.title_end"),
                      .text = text_string(&text),
                      .keys = table_word(table, "terminal.keys_end"),
                      .is_low = true};
    bool is_yes, is_no;
    show->low = &box;
    show->is_covered = true;
    do {
        int key = show_box(table, box, draw, show);
        is_yes = key_means(table, "terminal.word.yes", key);
        is_no = leaves(key) || key == KEY_ESCAPE || key_means(table, "terminal.word.no", key);
        if (!is_yes && !is_no && key != '?')
            take_common_key(show, key);
    } while (!is_yes && !is_no);
    show->low = NULL;
    show->is_covered = false;
    text_free(&text);
    return is_yes;
}

/* What went wrong before the match began must not be overlooked. */
static void show_notes(struct table *table) {
    struct text text = {0};
    for (int i = 0; i < table->told_count; i++) {
        text_put(&text, table->told[i]);
        text_put_char(&text, '\n');
    }
    struct box box = {.title = table_word(table, "terminal.title_note"),
                      .text = text_string(&text),
                      .keys = table_word(table, "terminal.keys_on")};
    bool is_noted =
        (table->note_count > 0 || table->has_unsaved) && match_length(table->match) == 0;
    for (int key = 0; is_noted && key >= 0 && !goes_on(key);)
        key = show_box(table, box, draw_empty, table);
    text_free(&text);
}

/* The last words go to the ordinary terminal, where they stay. */
static void say_leave(struct table *table) {
    struct text text = {0};
    if (table_over(table)) {
        say_ending(table, &text);
    } else {
        table_save(table); /* wishes may have changed since the last entry */
        table_say_leave(table, &text);
    }
    page_print(text_string(&text), screen_columns());
    text_free(&text);
}

/* Below the screen, where the terminal lets a line be edited. */
static bool ask_word(struct table *table) {
    struct text fair = {0};
    if (!table->awaits_word)
        return true;
    screen_close();
    table_say_fair(table, &fair);
    page_print(text_string(&fair), screen_columns());
    text_free(&fair);
    bool goes_on = table_ask_word(table);
    screen_show();
    return goes_on;
}

bool screen_play(struct table *table, const struct play *play) {
    if (!screen_open(play->is_colourless))
        return false;
    struct show show = {
        .table = table, .play = play, .draft = must_alloc(table->client->draft_size)};
    bool is_open = table_open(table, play, ask);
    if (is_open)
        show_notes(table);
    while (is_open && ask_word(table) && play_match(&show) && ask_again(&show)) {
        struct seed seed;
        play->fresh_seed(&seed);
        table_begin_again(table, &seed);
    }
    screen_close();
    if (is_open)
        say_leave(table);
    text_free(&show.note);
    free(show.draft);
    return true;
}
