/* plain.c: the game in lines of text, for screen readers, pipes and people who
 * like it plain.
 *
 * Nothing is drawn and nothing moves: each line is a sentence, in the order in
 * which things happen, and everything that a screen would show can be asked
 * for. The end of the input is a polite leave. */
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
    for (; plain->printed < plain->table->sentence_count; plain->printed++)
        page_print(plain->table->sentences[plain->printed], LINE_COLUMNS);
}

void plain_clean_line(struct text *typed, char line[LINE_BYTES_MAX + 1]) {
    const char *from = input_trim(typed);
    bool is_fine = from && strlen(from) <= LINE_BYTES_MAX && (!*from || text_is_plain(from));
    strcpy(line, is_fine ? from : "?!");
    utf8_lower(line); /* capital letters mean the same */
}

/* The next line; false at the end of the input, or if a signal came. */
static bool read_line(struct table *table, char line[LINE_BYTES_MAX + 1]) {
    struct text typed = {0};
    if (isatty(STDIN_FILENO))
        fputs("> ", stdout);
    fflush(stdout);
    bool is_there = input_line(&table->input, &typed);
    if (is_there)
        plain_clean_line(&typed, line);
    else if (signals_caught() && isatty(STDIN_FILENO))
        puts(""); /* below what was typed so far */
    text_free(&typed);
    return is_there;
}

enum answer { ANSWER_LEAVE = -1, ANSWER_NO, ANSWER_YES, ANSWER_EMPTY, ANSWER_OTHER };

/* `choice` is the key that tells what can be answered. */
static enum answer ask_once(struct table *table, const char *question, const char *choice) {
    char line[LINE_BYTES_MAX + 1];
    struct text asked = {0};
    text_put(&asked, question);
    text_put_char(&asked, ' ');
    table_say_key(table, choice, &asked);
    plain_print(&asked);
    if (!read_line(table, line) || table_means(table, "terminal.word.quit", line))
        return ANSWER_LEAVE;
    if (table_means(table, "terminal.word.yes", line))
        return ANSWER_YES;
    if (table_means(table, "terminal.word.no", line))
        return ANSWER_NO;
    return *line ? ANSWER_OTHER : ANSWER_EMPTY;
}

/* Nothing is lost by a no: lines that were meant for the last match do not make
 * the question come for ever. */
static bool ask_again(struct table *table) {
    for (int tries = 1;; tries++) {
        enum answer answer =
            ask_once(table, table_word(table, "terminal.again_ask"), "terminal.choice_no");
        if (answer != ANSWER_OTHER || tries == TRIES)
            return answer == ANSWER_YES;
        page_print(table_word(table, "terminal.yes_or_no"), LINE_COLUMNS);
    }
}

static void say_help(const struct table *table, struct text *out) {
    const char *common = table->client->common_help;
    table->client->say_help(table, out);
    text_put_char(out, '\n');
    table_say_key(table, common ? common : "terminal.help", out);
}

static void say_log(const struct table *table, struct text *out) {
    table_say_sentences(table, 0, out);
}

static void say_rules(const struct table *table, struct text *out) {
    words_say_rules(table->language, table->game->key, out);
}

/* Where there are no odds, `?` asks for help. */
static void say_odds(const struct plain *plain, struct text *out) {
    const struct client *client = plain->table->client;
    if (client->say_odds)
        client->say_odds(plain->table, plain->draft, out);
    else
        say_help(plain->table, out);
}

bool plain_answer(const struct plain *plain, const char *line) {
    const struct table *table = plain->table;
    const struct {
        const char *words;
        void (*say)(const struct table *table, struct text *out);
    } questions[] = {
        {"terminal.word.help", say_help},
        {"terminal.word.log", say_log},
        {"terminal.word.rules", say_rules},
        {"terminal.word.pad", table->client->say_pad},
        {"terminal.word.seats", table_say_opening},
        {"terminal.word.table", table->client->say_state},
    };
    struct text text = {0};
    if (table_means(table, "terminal.word.odds", line))
        say_odds(plain, &text);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (questions[i].say && table_means(table, questions[i].words, line))
            questions[i].say(table, &text);
    bool is_answered = text.length > 0;
    plain_print(&text);
    return is_answered;
}

void plain_print_unknown(const struct table *table, const char *line) {
    struct text text = {0};
    if (table_means(table, "terminal.word.undo", line))
        table_say_key(table, "terminal.no_undo", &text);
    else if (*line)
        table_say_word(table, "terminal.not_understood", line, &text);
    plain_print(&text);
}

/* Sends the action; true if it was taken. */
static bool send(struct plain *plain, const char *action) {
    struct message why;
    struct text reason = {0};
    if (table_send(plain->table, action, &why)) {
        plain_print_sentences(plain);
        return true;
    }
    table_say_refusal(plain->table, &why, &reason);
    plain_print(&reason);
    return false;
}

enum move plain_take_line(struct plain *plain, const char *line) {
    struct table *table = plain->table;
    struct text action = {0}, answer = {0};
    if (plain_answer(plain, line))
        return MOVE_OPEN;
    enum reading reading = table->client->read_line(table, line, plain->draft, &action, &answer);
    plain_print(&answer);
    if (reading == READ_NOTHING)
        plain_print_unknown(table, line);
    if (reading == READ_ON)
        return MOVE_NONE;
    bool is_sent = reading == READ_ACTION && send(plain, text_string(&action));
    text_free(&action);
    return is_sent ? MOVE_SENT : MOVE_OPEN;
}

void plain_begin_question(struct plain *plain) {
    const struct client *client = plain->table->client;
    struct text state = {0};
    memset(plain->draft, 0, client->draft_size);
    (client->say_brief ? client->say_brief : client->say_state)(plain->table, &state);
    plain_print(&state);
}

void plain_print_prompt(const struct plain *plain) {
    struct text prompt = {0};
    plain->table->client->say_prompt(plain->table, plain->draft, &prompt);
    plain_print(&prompt);
}

/* Asks the person for one move. */
static enum move ask_move(struct plain *plain) {
    struct table *table = plain->table;
    char line[LINE_BYTES_MAX + 1];
    enum move move;
    plain_begin_question(plain);
    do {
        plain_print_prompt(plain);
        if (!read_line(table, line) || table_means(table, "terminal.word.quit", line))
            return MOVE_LEFT;
        move = plain_take_line(plain, line);
    } while (move == MOVE_OPEN);
    return move;
}

static void say_leave(struct table *table) {
    struct text text = {0};
    table_save(table); /* wishes may have changed since the last entry */
    table_say_leave(table, &text);
    plain_print(&text);
}

static void say_end(const struct table *table) {
    struct text text = {0};
    table->client->say_end(table, &text);
    text_put_char(&text, '\n');
    table_say_proof(table, &text);
    plain_print(&text);
}

/* One line of the person whose hand it is. What is no answer to the question is followed by
 * the question once more. */
static enum attention steer_by(struct plain *plain, const struct frame *frame, const char *line,
                               const struct text *question, struct hand *hand) {
    const struct table *table = plain->table;
    struct text answer = {0}, again = {0};
    bool is_common = plain_answer(plain, line);
    enum reading reading =
        is_common ? READ_ANSWER
                  : table->client->steer_line(table, frame, line, plain->draft, hand, &answer);
    plain_print(&answer);
    if (reading == READ_NOTHING)
        plain_print_unknown(table, line);
    plain->is_steered = reading == READ_CHANGED || reading == READ_ON;
    if (!plain->is_steered)
        text_put(&again, text_string(question));
    plain_print(&again);
    return reading == READ_ON ? ATTENTION_ENDS : ATTENTION_STAYS;
}

/* A frame under the person's hand: time stands still until a line lets it go on. Of other
 * sessions lines tell the outcome alone. */
static enum attention steer(void *context, const struct frame *frame, bool is_last,
                            struct hand *hand) {
    struct plain *plain = context;
    struct table *table = plain->table;
    char line[LINE_BYTES_MAX + 1];
    struct text question = {0}, said = {0};
    if (is_last || signals_caught())
        return is_last ? ATTENTION_ENDS : ATTENTION_CUTS;
    struct hand before = *hand;
    enum attention attention = ATTENTION_STAYS;
    enum reading reading =
        table->client->steer_line(table, frame, NULL, plain->draft, hand, &question);
    bool stands = frame->awaits_hand && hand_is_same(hand, &before);
    plain->is_steered = reading == READ_NOTHING && !stands;
    text_put(&said, text_string(&question));
    plain_print(&said);
    while (!plain->is_steered && attention != ATTENTION_CUTS) {
        if (!read_line(table, line) || table_means(table, "terminal.word.quit", line))
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
    table_say_refusal(plain->table, why, &reason);
    plain_print(&reason);
}

/* Lets the next one move; false if the person leaves while steering. */
static bool move_next(struct plain *plain) {
    struct table *table = plain->table;
    struct audience audience = {steer, print_refusal, plain};
    bool is_persons = table_steers(table) && table->client->steer_line;
    memset(plain->draft, 0, table->client->draft_size);
    return table_move(table, is_persons ? &audience : NULL);
}

/* One step of the match: somebody moves, the person or another; false if the
 * person leaves. */
static bool step(struct plain *plain) {
    struct table *table = plain->table;
    enum move move = MOVE_NONE;
    if (signals_caught())
        return false;
    if (table_interrupt(table) || table_reflex(table))
        return true;
    if (table_asks(table) || table_stops(table))
        move = ask_move(plain);
    if (move == MOVE_NONE && !move_next(plain))
        return false;
    return move != MOVE_LEFT;
}

/* Plays the match to its end; false if the person leaves before. */
static bool play_match(struct plain *plain) {
    struct table *table = plain->table;
    plain_print_sentences(plain);
    bool goes_on = table_ask_word(table);
    plain_print_sentences(plain);
    while (!table_over(table)) {
        if (!goes_on || !step(plain)) {
            say_leave(table);
            return false;
        }
        plain_print_sentences(plain);
    }
    say_end(table);
    return true;
}

void plain_play(struct table *table, const struct play *play) {
    struct plain plain = {.table = table, .draft = must_alloc(table->client->draft_size)};
    utf8_begin();
    bool is_open = table_open(table, play, NULL);
    plain.printed = table->unsaid;
    while (is_open && play_match(&plain) && ask_again(table)) {
        struct seed seed;
        play->fresh_seed(&seed);
        table_begin_again(table, &seed);
        plain.printed = 0;
    }
    if (isatty(STDIN_FILENO))
        tcflush(STDIN_FILENO, TCIFLUSH); /* lines for the match are none for the shell */
    free(plain.draft);
}
