/* play.c: the loop of the drawn game: draw, wait for a key, let others move.
 *
 * It knows no game: the client draws the table and makes actions out of keys. */
#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "motion.h"
#include "parts.h"
#include "show.h"
#include "signals.h"

enum { PAUSE = 700, PAUSE_OUT = 1500 };

static bool goes_on(int key) {
    return key_is_return(key) || key == ' ';
}

/* Shows a box until it is answered: true to go on, false to leave. */
static bool await_on(struct show *show, const char *title, const char *text) {
    int early = tempo_ask(&show->tempo, false);
    for (;;) {
        struct box box = {.title = table_word(show->table, title),
                          .text = text,
                          .keys = table_word(show->table, "terminal.keys_on")};
        int key = early;
        if (key == SCREEN_NO_KEY)
            key = show_box(show->table, box, show_draw, show);
        early = SCREEN_NO_KEY;
        if (!show_key_leaves(key) && !tempo_takes(&show->tempo, key))
            continue;
        if (goes_on(key) || (show_key_leaves(key) && show_confirms_leave(show, key)))
            return goes_on(key);
        show_take_key(show, key);
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
    show->is_direct = false;
    bool is_seen = await_on(show, client->round_title, text_string(&text));
    show->is_settled = false;
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

/* What became of a question to the person; MOVE_GONE: it is asked no more. */
enum move { MOVE_OPEN, MOVE_SENT, MOVE_NONE, MOVE_GONE, MOVE_LEFT };

static enum move read_move(struct show *show, int key) {
    struct table *table = show->table;
    struct text action = {0}, answer = {0};
    enum reading reading = table->client->read_key(table, key, show->draft, &action, &answer);
    if (reading == READ_BOX) {
        show_text(show, AT_TOP, table->client->box_title, &answer);
        return MOVE_OPEN;
    }
    text_put(&show->note, text_string(&answer));
    text_free(&answer);
    if (reading == READ_NOTHING)
        table_say_key(table, key_is_return(key) ? "terminal.choose_first" : "terminal.no_key",
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
    return show_take_key(show, key) ? MOVE_OPEN : read_move(show, key);
}

/* A key that came too early is answered, so that nobody thinks it was lost. */
static enum move take_question_key(struct show *show, int key) {
    if (show_key_leaves(key))
        return show_confirms_leave(show, key) ? MOVE_LEFT : MOVE_OPEN;
    if (tempo_takes(&show->tempo, key))
        return take_key(show, key);
    text_clear(&show->note);
    table_say_key(show->table, "terminal.too_early", &show->note);
    return MOVE_OPEN;
}

/* On a server others move meanwhile. */
static bool is_asked_still(const struct show *show, int64_t ask) {
    const struct table *table = show->table;
    return !show->talk->is_left && value_get_number(table->prompt, "ask") == ask &&
           (show->is_between ? table_may(table) : table_asks(table));
}

/* Asks for one move; the person may also leave, or the terminal be gone. */
static enum move ask_move(struct show *show) {
    enum move move;
    int64_t ask = value_get_number(show->table->prompt, "ask");
    memset(show->draft, 0, show->table->client->draft_size);
    show->is_between = !table_asks(show->table);
    int key = tempo_ask(&show->tempo, show->is_direct);
    do {
        show_redraw(show);
        if (key == SCREEN_NO_KEY)
            key = show_wait_key(show);
        if (key == SHOW_NEWS)
            move = is_asked_still(show, ask) ? MOVE_OPEN : MOVE_GONE;
        else
            move = take_question_key(show, key);
        key = SCREEN_NO_KEY;
    } while (move == MOVE_OPEN);
    show->is_between = false;
    show->is_direct = move == MOVE_SENT;
    return move;
}

/* What became of a pause; PAUSE_SAME: the key did nothing, and it goes on. */
enum pause { PAUSE_AGAIN, PAUSE_SAME, PAUSE_OVER, PAUSE_LEFT };

/* The person plays in between, or hears why not. */
static enum pause interrupt(struct show *show) {
    if (table_may(show->table)) {
        show->is_pausing = false;
        show->sentence_end = 0;
        show->is_direct = true; /* the person has asked for the question */
        return ask_move(show) == MOVE_LEFT ? PAUSE_LEFT : PAUSE_OVER;
    }
    text_clear(&show->note);
    table_say_key(show->table, "terminal.no_between", &show->note);
    return PAUSE_AGAIN;
}

/* One key, one event: Space shows what comes next. Others run to the next question, or,
 * for those who are out, to the end; and `!` plays in between where the game has it. */
static enum pause take_pause_key(struct show *show, int key) {
    const struct table *table = show->table;
    if (key < 0 || (key == 'q' || key == 'Q'))
        return key < 0 ? PAUSE_OVER : show_confirms_leave(show, key) ? PAUSE_LEFT : PAUSE_AGAIN;
    if (show->is_still)
        return PAUSE_SAME;
    if (key == '!' && table->client->stops && !table_asks(table))
        return interrupt(show);
    if (show_take_key(show, key))
        return PAUSE_AGAIN;
    show->tempo.ends = key == TEMPO_TO_END && show->is_out;
    bool is_hurried = !(key == TEMPO_RUN && show->is_out) && tempo_hurry(&show->tempo, key);
    return show->tempo.ends || is_hurried ? PAUSE_OVER : PAUSE_SAME;
}

/* Waits until then for a key that means something. */
static enum pause wait_pause(struct show *show, int64_t end) {
    enum pause pause = PAUSE_SAME;
    for (int64_t wait; pause == PAUSE_SAME && (wait = end - tempo_now()) > 0;)
        pause = take_pause_key(show, tempo_key(&show->tempo, (int)wait));
    return pause == PAUSE_SAME ? PAUSE_OVER : pause;
}

/* Shows so many sentences for a while; false if the person leaves. */
static bool pause_after(struct show *show, int sentences) {
    enum pause pause;
    int usual = show->table->client->pause ? show->table->client->pause : PAUSE;
    int time = usual + (sentences - 1) * usual / 3; /* longer where there is more to read */
    show->is_direct = false;
    do {
        show_redraw(show);
        int still = show->is_still && time < PAUSE_OUT ? PAUSE_OUT : time;
        pause = tempo_waits(&show->tempo) ? wait_pause(show, tempo_now() + still) : PAUSE_OVER;
    } while (pause == PAUSE_AGAIN);
    return pause != PAUSE_LEFT;
}

/* Who is out is asked nothing more: running to the next question would skip the rest
 * of the match. Views say so by `in`, where a game has that. */
static bool is_out(const struct table *table) {
    const struct value *seat = value_at(value_get(table->seen, "seats"), table->seat);
    const struct value *in = value_get(seat, "in");
    return !value_is_null(in) && !value_true(in) && !table_over(table);
}

/* The moment in which the person goes out is shown to all who have not asked for no pauses
 * at all, and keys that are pressed in it do nothing. */
static void stop_running(struct show *show) {
    show->is_still = !show->is_out && is_out(show->table);
    show->is_out = is_out(show->table);
    if (show->is_still)
        show->tempo.runs = false;
}

/* How many sentences from this one on are read at once. */
static int count_next(const struct show *show, int first) {
    const struct table *table = show->table;
    int rest = table->sentence_count - first;
    int room = tempo_waits(&show->tempo) && table->client->count_sentences
                   ? table->client->count_sentences(table, first)
                   : rest;
    return room < 1 ? 1 : room < rest ? room : rest;
}

/* Shows the sentences from this one on, as many at a time as there is room for. What
 * comes last before a question stays there beside it. False if the person leaves. */
static bool show_sentences(struct show *show, int first) {
    const struct table *table = show->table;
    bool stays = true;
    stop_running(show);
    while (stays && first < table->sentence_count) {
        int count = count_next(show, first);
        bool is_last = first + count == table->sentence_count, is_seen = tempo_waits(&show->tempo);
        if (is_last && table_waits(table))
            break;
        show->is_pausing = true;
        show->sentence_end = first + count;
        stays = pause_after(show, count);
        first += count;
        if (is_seen)
            text_clear(&show->note);
    }
    show->is_pausing = show->is_still = false;
    show->sentence_end = 0;
    return stays;
}

/* What is said about a move is shown before the next one, and so is an answer to the
 * last key; what the person did is known, but not what came of it. False if the
 * person leaves. */
static bool show_move(struct show *show, enum move move, int first) {
    enum round round = show_round(show);
    if (round != ROUND_NONE)
        return round != ROUND_LEFT;
    return (move == MOVE_SENT && !show->table->has_news) || show_sentences(show, first);
}

/* Waits until the server tells of another entry, or asks again, or a session begins. */
static bool await_entry(struct show *show) {
    const struct talk *talk = show->talk;
    enum pause pause = PAUSE_SAME;
    show->heard = HEARD_NOTHING;
    while (pause != PAUSE_LEFT && !talk->is_left && !signals_caught()) {
        bool goes_on = show->heard == HEARD_ENTRY || table_asks(show->table);
        if (goes_on || talk->session.number)
            return true;
        show->heard = HEARD_NOTHING;
        show_redraw(show);
        int key = show_wait_key(show);
        pause = key == SHOW_NEWS ? PAUSE_SAME : take_pause_key(show, key);
    }
    return false;
}

/* Lets the next one move; false if the person leaves while looking at it, or while steering. */
static bool move_next(struct show *show) {
    struct table *table = show->table;
    memset(show->draft, 0, table->client->draft_size);
    bool is_seen = show->talk ? show->talk->session.number != 0 : table_moves(table);
    bool stays = is_seen      ? motion_run(show)
                 : show->talk ? await_entry(show)
                              : table_move(table, NULL);
    show->is_direct = false;
    return stays;
}

bool show_play_match(struct show *show) {
    struct table *table = show->table;
    show->is_out = show->tempo.ends = false;
    while (!table_over(table)) {
        if (signals_caught() || (show->talk && show->talk->is_left))
            return false;
        int first = table->sentence_count;
        enum move move = MOVE_NONE;
        bool is_answered = table_interrupt(table) || table_reflex(table);
        if (!is_answered && (table_asks(table) || table_stops(table)))
            move = ask_move(show);
        if (!is_answered && move == MOVE_NONE && !move_next(show))
            return false;
        if (move == MOVE_LEFT || !show_move(show, move, first))
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
        int key = show_box(table, box, show_empty, table);
        if (key == 'q' || key == KEY_ESCAPE || key < 0)
            return -1;
        if (key_is_return(key) || key_means(table, "terminal.word.yes", key))
            return 1;
        if (key_means(table, "terminal.word.no", key))
            return 0;
    }
}

static void say_ending(const struct table *table, struct text *out) {
    table->client->say_end(table, out);
    if (!table->match) /* a server has the proof */
        return;
    text_put_char(out, '\n');
    table_say_proof(table, out);
}

/* The question stands below, so that the end of the match is seen above it. */
bool show_ask_again(struct show *show) {
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
    is_yes = is_no = false;
    tempo_ask(&show->tempo, false);
    do {
        int key = show_box(table, box, show_draw, show);
        if (!show_key_leaves(key) && !tempo_takes(&show->tempo, key))
            continue;
        is_yes = key_means(table, "terminal.word.yes", key);
        is_no =
            show_key_leaves(key) || key == KEY_ESCAPE || key_means(table, "terminal.word.no", key);
        if (!is_yes && !is_no && key != '?')
            show_take_key(show, key);
    } while (!is_yes && !is_no);
    show->low = NULL;
    show->is_covered = false;
    text_free(&text);
    return is_yes;
}

/* What went wrong before the match began must not be overlooked. */
static void show_notes(struct table *table) {
    struct text text = {0};
    table_say_sentences(table, 0, &text);
    struct box box = {.title = table_word(table, "terminal.title_note"),
                      .text = text_string(&text),
                      .keys = table_word(table, "terminal.keys_on")};
    bool is_noted =
        (table->note_count > 0 || table->has_unsaved) && match_length(table->match) == 0;
    for (int key = 0; is_noted && key >= 0 && !goes_on(key);)
        key = show_box(table, box, show_empty, table);
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
        .table = table,
        .play = play,
        .draft = must_alloc(table->client->draft_size),
        .tempo = tempo_begin(play->is_fast, tempo_now),
    };
    table->is_drawn = true;
    bool is_open = table_open(table, play, ask);
    if (is_open)
        show_notes(table);
    while (is_open && ask_word(table) && show_play_match(&show) && show_ask_again(&show)) {
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
