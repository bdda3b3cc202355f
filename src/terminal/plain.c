/* plain.c: the game in lines of text, for screen readers and pipes.
 *
 * Every line is a sentence, in the order of events, and everything that a screen would show can be
 * asked for. The end of the input leaves the game, as `quit` does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <spelunke/must.h>

#include "plain.h"
#include "signals.h"
#include "utf8.h"

enum { TRIES = 3 };

void plain_print(struct text *text) {
    page_print(text_string(text), LINE_COLUMNS);
    text_free(text);
}

void plain_print_sentences(struct plain *plain) {
    for (; plain->printed < plain->console->sentence_count; plain->printed++)
        page_print(plain->console->sentences[plain->printed], LINE_COLUMNS);
}

void plain_clean_line(struct text *typed, char line[LINE_BYTES_MAX + 1]) {
    const char *from = input_trim(typed);
    bool is_fine = from && strlen(from) <= LINE_BYTES_MAX && (!*from || text_is_plain(from));
    strcpy(line, is_fine ? from : "?!");
    utf8_lower(line); /* upper and lower case mean the same */
}

/* Reads the next line; false at the end of the input or after a signal. */
static bool read_line(struct console *console, char line[LINE_BYTES_MAX + 1]) {
    struct text typed = {0};
    if (isatty(STDIN_FILENO))
        fputs("> ", stdout);
    fflush(stdout);
    bool is_there = input_line(&console->input, &typed);
    if (is_there)
        plain_clean_line(&typed, line);
    else if (signals_caught() && isatty(STDIN_FILENO))
        puts(""); /* ends the line that was being typed */
    text_free(&typed);
    return is_there;
}

enum answer { ANSWER_LEAVE = -1, ANSWER_NO, ANSWER_YES, ANSWER_EMPTY, ANSWER_OTHER };

/* `choice` is the catalogue key that lists the possible answers. */
static enum answer ask_once(struct console *console, const char *question, const char *choice) {
    char line[LINE_BYTES_MAX + 1];
    struct text asked = {0};
    text_put(&asked, question);
    text_put_char(&asked, ' ');
    console_say_key(console, choice, &asked);
    plain_print(&asked);
    if (!read_line(console, line) || console_means(console, "terminal.word.quit", line))
        return ANSWER_LEAVE;
    if (console_means(console, "terminal.word.yes", line))
        return ANSWER_YES;
    if (console_means(console, "terminal.word.no", line))
        return ANSWER_NO;
    return *line ? ANSWER_OTHER : ANSWER_EMPTY;
}

/* After a few tries the answer is no, which loses nothing: a pipe may still send lines that were
 * meant for the last match. */
static bool ask_again(struct console *console) {
    for (int tries = 1;; tries++) {
        enum answer answer =
            ask_once(console, console_word(console, "terminal.again_ask"), "terminal.choice_no");
        if (answer != ANSWER_OTHER || tries == TRIES)
            return answer == ANSWER_YES;
        page_print(console_word(console, "terminal.yes_or_no"), LINE_COLUMNS);
    }
}

static void say_help(const struct console *console, struct text *out) {
    const char *common = console->client->common_help;
    console->client->say_help(console, out);
    text_put_char(out, '\n');
    console_say_key(console, common ? common : "terminal.help", out);
}

static void say_log(const struct console *console, struct text *out) {
    console_say_sentences(console, 0, out);
}

static void say_rules(const struct console *console, struct text *out) {
    words_say_rules(console->language, console->game->key, out);
}

/* Without odds, `?` prints the help. */
static void say_odds(const struct plain *plain, struct text *out) {
    const struct client *client = plain->console->client;
    if (client->say_odds)
        client->say_odds(plain->console, plain->draft, out);
    else
        say_help(plain->console, out);
}

bool plain_answer(const struct plain *plain, const char *line) {
    const struct console *console = plain->console;
    const struct {
        const char *words;
        void (*say)(const struct console *console, struct text *out);
    } questions[] = {
        {"terminal.word.help", say_help},
        {"terminal.word.log", say_log},
        {"terminal.word.rules", say_rules},
        {"terminal.word.pad", console->client->say_pad},
        {"terminal.word.seats", console_say_opening},
        {"terminal.word.table", console->client->say_state},
    };
    struct text text = {0};
    if (console_means(console, "terminal.word.odds", line))
        say_odds(plain, &text);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (questions[i].say && console_means(console, questions[i].words, line))
            questions[i].say(console, &text);
    bool is_answered = text.length > 0;
    plain_print(&text);
    return is_answered;
}

void plain_print_unknown(const struct console *console, const char *line) {
    struct text text = {0};
    if (console_means(console, "terminal.word.undo", line))
        console_say_key(console, "terminal.no_undo", &text);
    else if (*line)
        console_say_word(console, "terminal.not_understood", line, &text);
    plain_print(&text);
}

/* Sends the action; false: it was refused, and the person was told why. */
static bool send(struct plain *plain, const char *action) {
    struct message why;
    struct text reason = {0};
    if (console_send(plain->console, action, &why)) {
        plain_print_sentences(plain);
        return true;
    }
    console_say_refusal(plain->console, &why, &reason);
    plain_print(&reason);
    return false;
}

enum move plain_take_line(struct plain *plain, const char *line) {
    struct console *console = plain->console;
    struct text action = {0}, answer = {0};
    if (plain_answer(plain, line))
        return MOVE_OPEN;
    enum reading reading =
        console->client->read_line(console, line, plain->draft, &action, &answer);
    plain_print(&answer);
    if (reading == READ_NOTHING)
        plain_print_unknown(console, line);
    if (reading == READ_ON)
        return MOVE_NONE;
    bool is_sent = reading == READ_ACTION && send(plain, text_string(&action));
    text_free(&action);
    return is_sent ? MOVE_SENT : MOVE_OPEN;
}

void plain_begin_question(struct plain *plain) {
    const struct client *client = plain->console->client;
    struct text state = {0};
    memset(plain->draft, 0, client->draft_size);
    (client->say_brief ? client->say_brief : client->say_state)(plain->console, &state);
    plain_print(&state);
}

void plain_print_prompt(const struct plain *plain) {
    struct text prompt = {0};
    plain->console->client->say_prompt(plain->console, plain->draft, &prompt);
    plain_print(&prompt);
}

/* Asks the person for one move. */
static enum move ask_move(struct plain *plain) {
    struct console *console = plain->console;
    char line[LINE_BYTES_MAX + 1];
    enum move move;
    plain_begin_question(plain);
    do {
        plain_print_prompt(plain);
        if (!read_line(console, line) || console_means(console, "terminal.word.quit", line))
            return MOVE_LEFT;
        move = plain_take_line(plain, line);
    } while (move == MOVE_OPEN);
    return move;
}

static void say_leave(struct console *console) {
    struct text text = {0};
    console_save(console); /* the person's wishes may have changed since the last entry */
    console_say_leave(console, &text);
    plain_print(&text);
}

static void say_end(const struct console *console) {
    struct text text = {0};
    console->client->say_end(console, &text);
    text_put_char(&text, '\n');
    console_say_proof(console, &text);
    plain_print(&text);
}

/* Handles one line during a session that the person steers. After anything but an answer the
 * question is repeated. */
static enum attention steer_by(struct plain *plain, const struct frame *frame, const char *line,
                               const struct text *question, struct hand *hand) {
    const struct console *console = plain->console;
    struct text answer = {0}, again = {0};
    bool is_common = plain_answer(plain, line);
    enum reading reading =
        is_common ? READ_ANSWER
                  : console->client->steer_line(console, frame, line, plain->draft, hand, &answer);
    plain_print(&answer);
    if (reading == READ_NOTHING)
        plain_print_unknown(console, line);
    plain->is_steered = reading == READ_CHANGED || reading == READ_ON;
    if (!plain->is_steered)
        text_put(&again, text_string(question));
    plain_print(&again);
    return reading == READ_ON ? ATTENTION_ENDS : ATTENTION_STAYS;
}

/* A frame of a session that the person steers: time stands still until a line lets it go on. Of
 * other sessions only the outcome is printed. */
static enum attention steer(void *context, const struct frame *frame, bool is_last,
                            struct hand *hand) {
    struct plain *plain = context;
    struct console *console = plain->console;
    char line[LINE_BYTES_MAX + 1];
    struct text question = {0}, said = {0};
    if (is_last || signals_caught())
        return is_last ? ATTENTION_ENDS : ATTENTION_CUTS;
    struct hand before = *hand;
    enum attention attention = ATTENTION_STAYS;
    enum reading reading =
        console->client->steer_line(console, frame, NULL, plain->draft, hand, &question);
    bool stands = frame->awaits_hand && hand_is_same(hand, &before);
    plain->is_steered = reading == READ_NOTHING && !stands;
    text_put(&said, text_string(&question));
    plain_print(&said);
    while (!plain->is_steered && attention != ATTENTION_CUTS) {
        if (!read_line(console, line) || console_means(console, "terminal.word.quit", line))
            attention = ATTENTION_CUTS;
        else
            attention = steer_by(plain, frame, line, &question, hand);
    }
    text_free(&question);
    return attention;
}

static void print_refusal(void *context, const struct message *why) {
    struct plain *plain = context;
    struct text reason = {0};
    console_say_refusal(plain->console, why, &reason);
    plain_print(&reason);
}

/* Plays the next entry; false if the person leaves during it. */
static bool move_next(struct plain *plain) {
    struct console *console = plain->console;
    struct audience audience = {steer, print_refusal, plain};
    bool is_persons = console_steers(console) && console->client->steer_line;
    memset(plain->draft, 0, console->client->draft_size);
    return console_move(console, is_persons ? &audience : NULL);
}

/* Plays one entry of anybody; false if the person leaves. */
static bool step(struct plain *plain) {
    struct console *console = plain->console;
    enum move move = MOVE_NONE;
    if (signals_caught())
        return false;
    if (console_interrupt(console) || console_auto_answer(console))
        return true;
    if (console_asks(console) || console_stops(console))
        move = ask_move(plain);
    if (move == MOVE_NONE && !move_next(plain))
        return false;
    return move != MOVE_LEFT;
}

/* Plays the match to its end; false if the person leaves before. */
static bool play_match(struct plain *plain) {
    struct console *console = plain->console;
    plain_print_sentences(plain);
    bool goes_on = console_ask_word(console);
    plain_print_sentences(plain);
    while (!console_over(console)) {
        if (!goes_on || !step(plain)) {
            say_leave(console);
            return false;
        }
        plain_print_sentences(plain);
    }
    say_end(console);
    return true;
}

void plain_play(struct console *console, const struct play *play) {
    struct plain plain = {.console = console, .draft = must_alloc(console->client->draft_size)};
    utf8_begin();
    bool is_open = console_open(console, play, NULL);
    plain.printed = console->unsaid;
    while (is_open && play_match(&plain) && ask_again(console)) {
        struct seed seed;
        play->fresh_seed(&seed);
        console_begin_again(console, &seed);
        plain.printed = 0;
    }
    if (isatty(STDIN_FILENO))
        tcflush(STDIN_FILENO, TCIFLUSH); /* unread lines must not reach the shell */
    free(plain.draft);
}
