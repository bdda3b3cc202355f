/* play.c: the loop of the drawn game: draw, wait for a key, let others move. Drawing and the
 * meaning of keys are the client's. */
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

/* Shows a box until it is confirmed; false: the person leaves. */
static bool await_on(struct show *show, const char *title, const char *text) {
    int early = tempo_ask(&show->tempo, false);
    for (;;) {
        struct box box = {.title = console_word(show->console, title),
                          .text = text,
                          .keys = console_word(show->console, "terminal.keys_on")};
        int key = early;
        if (key == SCREEN_NO_KEY)
            key = show_box(show->console, box, show_draw, show);
        early = SCREEN_NO_KEY;
        if (!show_key_leaves(key) && !tempo_takes(&show->tempo, key))
            continue;
        if (goes_on(key) || (show_key_leaves(key) && show_confirms_leave(show, key)))
            return goes_on(key);
        show_take_key(show, key);
    }
}

enum round { ROUND_NONE, ROUND_SEEN, ROUND_LEFT };

/* The end of a round stays on the screen until a key, also when the person skips pauses. */
static enum round show_round(struct show *show) {
    const struct client *client = show->console->client;
    struct text text = {0};
    if (!client->say_round || !client->say_round(show->console, &text))
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
    if (console_send(show->console, action, &why))
        return true;
    text_clear(&show->note);
    console_say_refusal(show->console, &why, &show->note);
    return false;
}

/* The outcome of a question to the person; MOVE_GONE: it was withdrawn. */
enum move { MOVE_OPEN, MOVE_SENT, MOVE_NONE, MOVE_GONE, MOVE_LEFT };

static enum move read_move(struct show *show, int key) {
    struct console *console = show->console;
    struct text action = {0}, answer = {0};
    enum reading reading = console->client->read_key(console, key, show->draft, &action, &answer);
    if (reading == READ_BOX) {
        show_text(show, AT_TOP, console->client->box_title, &answer);
        return MOVE_OPEN;
    }
    text_put(&show->note, text_string(&answer));
    text_free(&answer);
    if (reading == READ_NOTHING)
        console_say_key(console, key_is_return(key) ? "terminal.choose_first" : "terminal.no_key",
                        &show->note);
    if (reading == READ_ON)
        return MOVE_NONE;
    bool is_sent = reading == READ_ACTION && send(show, text_string(&action));
    text_free(&action);
    return is_sent ? MOVE_SENT : MOVE_OPEN;
}

static enum move take_key(struct show *show, int key) {
    text_clear(&show->note);
    if (!screen_fits()) { /* no moves on a screen that is too small to read */
        if (key != KEY_RESIZE)
            screen_beep();
        return MOVE_OPEN;
    }
    return show_take_key(show, key) ? MOVE_OPEN : read_move(show, key);
}

/* A key that came too early is ignored with a note, so that it does not seem lost. */
static enum move take_question_key(struct show *show, int key) {
    if (show_key_leaves(key))
        return show_confirms_leave(show, key) ? MOVE_LEFT : MOVE_OPEN;
    if (tempo_takes(&show->tempo, key))
        return take_key(show, key);
    text_clear(&show->note);
    console_say_key(show->console, "terminal.too_early", &show->note);
    return MOVE_OPEN;
}

/* At a table of a server other players may act meanwhile. */
static bool is_asked_still(const struct show *show, int64_t ask) {
    const struct console *console = show->console;
    return !show->talk->is_left && value_get_number(console->prompt, "ask") == ask &&
           (show->is_between ? console_may(console) : console_asks(console));
}

/* Asks for one move. MOVE_LEFT also if the terminal is gone. */
static enum move ask_move(struct show *show) {
    enum move move;
    int64_t ask = value_get_number(show->console->prompt, "ask");
    memset(show->draft, 0, show->console->client->draft_size);
    show->is_between = !console_asks(show->console);
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

/* The outcome of a key during a pause; PAUSE_SAME: it did nothing, and the pause goes on. */
enum pause { PAUSE_AGAIN, PAUSE_SAME, PAUSE_OVER, PAUSE_LEFT };

/* Lets the person interrupt the others, or says why that is impossible. */
static enum pause interrupt(struct show *show) {
    if (console_may(show->console)) {
        show->is_pausing = false;
        show->sentence_end = 0;
        show->is_direct = true; /* the person wanted this question: keys count at once */
        return ask_move(show) == MOVE_LEFT ? PAUSE_LEFT : PAUSE_OVER;
    }
    text_clear(&show->note);
    console_say_key(show->console, "terminal.no_between", &show->note);
    return PAUSE_AGAIN;
}

/* Space shows what comes next; one key, one event. Other keys skip to the next question or, for a
 * person who is out, to the end of the match; `!` interrupts where the game allows it. */
static enum pause take_pause_key(struct show *show, int key) {
    const struct console *console = show->console;
    if (key < 0 || (key == 'q' || key == 'Q'))
        return key < 0 ? PAUSE_OVER : show_confirms_leave(show, key) ? PAUSE_LEFT : PAUSE_AGAIN;
    if (show->is_still)
        return PAUSE_SAME;
    if (key == '!' && console->client->stops && !console_asks(console))
        return interrupt(show);
    if (show_take_key(show, key))
        return PAUSE_AGAIN;
    show->tempo.ends = key == TEMPO_TO_END && show->is_out;
    bool is_hurried = !(key == TEMPO_RUN && show->is_out) && tempo_hurry(&show->tempo, key);
    return show->tempo.ends || is_hurried ? PAUSE_OVER : PAUSE_SAME;
}

/* Waits until `end` for a key that has an effect. */
static enum pause wait_pause(struct show *show, int64_t end) {
    enum pause pause = PAUSE_SAME;
    for (int64_t wait; pause == PAUSE_SAME && (wait = end - tempo_now()) > 0;)
        pause = take_pause_key(show, tempo_key(&show->tempo, (int)wait));
    return pause == PAUSE_SAME ? PAUSE_OVER : pause;
}

/* Pauses long enough to read so many sentences; false if the person leaves. */
static bool pause_after(struct show *show, int sentences) {
    enum pause pause;
    int usual = show->console->client->pause ? show->console->client->pause : PAUSE;
    int time = usual + (sentences - 1) * usual / 3; /* longer for more sentences */
    show->is_direct = false;
    do {
        show_redraw(show);
        int still = show->is_still && time < PAUSE_OUT ? PAUSE_OUT : time;
        pause = tempo_waits(&show->tempo) ? wait_pause(show, tempo_now() + still) : PAUSE_OVER;
    } while (pause == PAUSE_AGAIN);
    return pause != PAUSE_LEFT;
}

/* A person who is out gets no more questions, so skipping to the next question would skip the rest
 * of the match. Games in which players drop out say so by `in` in their views. */
static bool is_out(const struct console *console) {
    const struct value *seat = value_at(value_get(console->seen, "seats"), console->seat);
    const struct value *in = value_get(seat, "in");
    return !value_is_null(in) && !value_true(in) && !console_over(console);
}

/* The moment in which the person drops out is shown to everybody who has not switched pauses off,
 * and no key skips it. */
static void stop_running(struct show *show) {
    show->is_still = !show->is_out && is_out(show->console);
    show->is_out = is_out(show->console);
    if (show->is_still)
        show->tempo.runs = false;
}

/* How many sentences from this one on fit on the screen at once. */
static int count_next(const struct show *show, int first) {
    const struct console *console = show->console;
    int rest = console->sentence_count - first;
    int room = tempo_waits(&show->tempo) && console->client->count_sentences
                   ? console->client->count_sentences(console, first)
                   : rest;
    return room < 1 ? 1 : room < rest ? room : rest;
}

/* Shows the sentences from this one on, as many at a time as fit. The last ones before a question
 * stay on the screen beside it. False if the person leaves. */
static bool show_sentences(struct show *show, int first) {
    const struct console *console = show->console;
    bool stays = true;
    stop_running(show);
    while (stays && first < console->sentence_count) {
        int count = count_next(show, first);
        bool is_last = first + count == console->sentence_count,
             is_seen = tempo_waits(&show->tempo);
        if (is_last && console_waits(console))
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

/* Shows what a move brought before the next one is made; of the person's own move only what goes
 * beyond the choice itself. False if the person leaves. */
static bool show_move(struct show *show, enum move move, int first) {
    enum round round = show_round(show);
    if (round != ROUND_NONE)
        return round != ROUND_LEFT;
    return (move == MOVE_SENT && !show->console->has_news) || show_sentences(show, first);
}

/* Waits until the server sends an entry, a question or a session. False if the person leaves. */
static bool await_entry(struct show *show) {
    const struct talk *talk = show->talk;
    enum pause pause = PAUSE_SAME;
    show->received = RECEIVED_NOTHING;
    while (pause != PAUSE_LEFT && !talk->is_left && !signals_caught()) {
        bool goes_on = show->received == RECEIVED_ENTRY || console_asks(show->console);
        if (goes_on || talk->session.number)
            return true;
        show->received = RECEIVED_NOTHING;
        show_redraw(show);
        int key = show_wait_key(show);
        pause = key == SHOW_NEWS ? PAUSE_SAME : take_pause_key(show, key);
    }
    return false;
}

/* Plays the next entry; false if the person leaves during it. */
static bool move_next(struct show *show) {
    struct console *console = show->console;
    memset(show->draft, 0, console->client->draft_size);
    bool is_seen = show->talk ? show->talk->session.number != 0 : console_moves(console);
    bool stays = is_seen      ? motion_run(show)
                 : show->talk ? await_entry(show)
                              : console_move(console, NULL);
    show->is_direct = false;
    return stays;
}

bool show_play_match(struct show *show) {
    struct console *console = show->console;
    show->is_out = show->tempo.ends = false;
    while (!console_over(console)) {
        if (signals_caught() || (show->talk && show->talk->is_left))
            return false;
        int first = console->sentence_count;
        enum move move = MOVE_NONE;
        bool is_answered = console_interrupt(console) || console_auto_answer(console);
        if (!is_answered && (console_asks(console) || console_stops(console)))
            move = ask_move(show);
        if (!is_answered && move == MOVE_NONE && !move_next(show))
            return false;
        if (move == MOVE_LEFT || !show_move(show, move, first))
            return false;
    }
    return true;
}

/* Whether the key is one of the words listed under this key of the catalogue. */
static bool key_means(const struct console *console, const char *words, int key) {
    char word[2] = {key > 0 && key < 128 ? (char)key : '?', '\0'};
    return console_means(console, words, word);
}

/* 1 yes, 0 no, -1 leave. */
static int ask(struct console *console, const char *question) {
    struct box box = {.title = console->game->title,
                      .text = question,
                      .keys = console_word(console, "terminal.keys_yes_no")};
    for (;;) {
        int key = show_box(console, box, show_empty, console);
        if (key == 'q' || key == KEY_ESCAPE || key < 0)
            return -1;
        if (key_is_return(key) || key_means(console, "terminal.word.yes", key))
            return 1;
        if (key_means(console, "terminal.word.no", key))
            return 0;
    }
}

static void say_ending(const struct console *console, struct text *out) {
    console->client->say_end(console, out);
    if (!console->match) /* only the server has the seed and the log */
        return;
    text_put_char(out, '\n');
    console_say_proof(console, out);
}

/* The question is at the lower edge, so that the final position can be seen above it. */
bool show_ask_again(struct show *show) {
    const struct console *console = show->console;
    struct text text = {0};
    say_ending(console, &text);
    text_put_char(&text, '\n');
    console_say_key(console, "terminal.again_ask", &text);
    struct box box = {.title = console_word(console, "terminal.title_end"),
                      .text = text_string(&text),
                      .keys = console_word(console, "terminal.keys_end"),
                      .is_low = true};
    bool is_yes, is_no;
    show->low = &box;
    show->is_covered = true;
    is_yes = is_no = false;
    tempo_ask(&show->tempo, false);
    do {
        int key = show_box(console, box, show_draw, show);
        if (!show_key_leaves(key) && !tempo_takes(&show->tempo, key))
            continue;
        is_yes = key_means(console, "terminal.word.yes", key);
        is_no = show_key_leaves(key) || key == KEY_ESCAPE ||
                key_means(console, "terminal.word.no", key);
        if (!is_yes && !is_no && key != '?')
            show_take_key(show, key);
    } while (!is_yes && !is_no);
    show->low = NULL;
    show->is_covered = false;
    text_free(&text);
    return is_yes;
}

/* Problems from before the match must be confirmed. */
static void show_notes(struct console *console) {
    struct text text = {0};
    console_say_sentences(console, 0, &text);
    struct box box = {.title = console_word(console, "terminal.title_note"),
                      .text = text_string(&text),
                      .keys = console_word(console, "terminal.keys_on")};
    bool is_noted =
        (console->note_count > 0 || console->has_unsaved) && match_length(console->match) == 0;
    for (int key = 0; is_noted && key >= 0 && !goes_on(key);)
        key = show_box(console, box, show_empty, console);
    text_free(&text);
}

/* Printed after the screen is closed, so that it stays in the terminal. */
static void say_leave(struct console *console) {
    struct text text = {0};
    if (console_over(console)) {
        say_ending(console, &text);
    } else {
        console_save(console); /* the person's wishes may have changed since the last entry */
        console_say_leave(console, &text);
    }
    page_print(text_string(&text), screen_columns());
    text_free(&text);
}

/* Asked with the screen closed, so that the terminal's own line editing works. */
static bool ask_word(struct console *console) {
    struct text fair = {0};
    if (!console->awaits_word)
        return true;
    screen_close();
    console_say_fair(console, &fair);
    page_print(text_string(&fair), screen_columns());
    text_free(&fair);
    bool goes_on = console_ask_word(console);
    screen_show();
    return goes_on;
}

bool screen_play(struct console *console, const struct play *play) {
    if (!screen_open(play->is_colourless))
        return false;
    struct show show = {
        .console = console,
        .play = play,
        .draft = must_alloc(console->client->draft_size),
        .tempo = tempo_begin(play->is_fast, tempo_now),
    };
    console->is_drawn = true;
    bool is_open = console_open(console, play, ask);
    if (is_open)
        show_notes(console);
    while (is_open && ask_word(console) && show_play_match(&show) && show_ask_again(&show)) {
        struct seed seed;
        play->fresh_seed(&seed);
        console_begin_again(console, &seed);
    }
    screen_close();
    if (is_open)
        say_leave(console);
    text_free(&show.note);
    free(show.draft);
    return true;
}
