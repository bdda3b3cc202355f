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

#include "signals.h"
#include "table.h"
#include "utf8.h"

enum { LINE_BYTES_MAX = 200, LINE_COLUMNS = 79, TRIES = 3 };

struct plain {
    struct table *table;
    int said; /* of what was told */
    void *draft;
};

/* Prints what a client says. */
static void print_text(struct text *text) {
    page_print(text_string(text), LINE_COLUMNS);
    text_free(text);
}

static void print_key(const struct table *table, const char *key) {
    page_print(table_word(table, key), LINE_COLUMNS);
}

static void print_told(struct plain *plain) {
    for (; plain->said < plain->table->told_count; plain->said++)
        page_print(plain->table->told[plain->said], LINE_COLUMNS);
}

/* What was typed without its blanks around. What is too long or steers a terminal
 * becomes a "?!" that nobody understands. */
static void clean_line(struct text *typed, char line[LINE_BYTES_MAX + 1]) {
    const char *from = input_trim(typed);
    bool is_fine = from && strlen(from) <= LINE_BYTES_MAX && (!*from || text_is_plain(from));
    strcpy(line, is_fine ? from : "?!");
    utf8_lower(line); /* who shouts is heard as well */
}

/* The next line; false at the end of the input, or if a signal came. */
static bool read_line(struct table *table, char line[LINE_BYTES_MAX + 1]) {
    struct text typed = {0};
    if (isatty(STDIN_FILENO))
        fputs("> ", stdout);
    fflush(stdout);
    bool is_there = input_line(&table->input, &typed);
    if (is_there)
        clean_line(&typed, line);
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
    print_text(&asked);
    if (!read_line(table, line) || table_means(table, "terminal.word.quit", line))
        return ANSWER_LEAVE;
    if (table_means(table, "terminal.word.yes", line))
        return ANSWER_YES;
    if (table_means(table, "terminal.word.no", line))
        return ANSWER_NO;
    return *line ? ANSWER_OTHER : ANSWER_EMPTY;
}

/* Asks until the answer is yes (1), as an empty line is, or no (0); -1: leave. */
static int ask(struct table *table, const char *question) {
    enum answer answer;
    while ((answer = ask_once(table, question, "terminal.choice_yes")) == ANSWER_OTHER)
        print_key(table, "terminal.yes_or_no");
    return answer == ANSWER_EMPTY ? ANSWER_YES : (int)answer;
}

/* Nothing is lost by a no: lines that were meant for the last match do not make
 * the question come for ever. */
static bool ask_again(struct table *table) {
    for (int tries = 1;; tries++) {
        enum answer answer =
            ask_once(table, table_word(table, "terminal.again_ask"), "terminal.choice_no");
        if (answer != ANSWER_OTHER || tries == TRIES)
            return answer == ANSWER_YES;
        print_key(table, "terminal.yes_or_no");
    }
}

static void say_help(const struct table *table, struct text *out) {
    const char *common = table->client->common_help;
    table->client->say_help(table, out);
    text_put_char(out, '\n');
    table_say_key(table, common ? common : "terminal.help", out);
}

static void say_log(const struct table *table, struct text *out) {
    for (int i = 0; i < table->told_count; i++) {
        text_put(out, table->told[i]);
        text_put_char(out, '\n');
    }
}

static void say_rules(const struct table *table, struct text *out) {
    const char *const *line = words_rules(table->language, table->game->key);
    for (; line && *line; line++) {
        text_put(out, *line);
        text_put_char(out, '\n');
    }
}

/* Where there are no odds, `?` asks for help. */
static void say_odds(const struct plain *plain, struct text *out) {
    const struct client *client = plain->table->client;
    if (client->say_odds)
        client->say_odds(plain->table, plain->draft, out);
    else
        say_help(plain->table, out);
}

/* What can be asked for at any time; true if the line asked for something. */
static bool answer_question(const struct plain *plain, const char *line) {
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
    print_text(&text);
    return is_answered;
}

static void print_unknown(const struct table *table, const char *line) {
    struct text text = {0};
    if (table_means(table, "terminal.word.undo", line))
        table_say_key(table, "terminal.no_undo", &text);
    else if (*line)
        table_say_word(table, "terminal.not_understood", line, &text);
    print_text(&text);
}

/* Sends the action; true if it was taken. */
static bool send(struct plain *plain, const char *action) {
    struct message why;
    struct text reason = {0};
    if (table_send(plain->table, action, &why)) {
        print_told(plain);
        return true;
    }
    table_say_refusal(plain->table, &why, &reason);
    print_text(&reason);
    return false;
}

/* What became of a question to the person. */
enum move { MOVE_OPEN, MOVE_SENT, MOVE_NONE, MOVE_LEFT };

static enum move take_line(struct plain *plain, const char *line) {
    struct table *table = plain->table;
    struct text action = {0}, answer = {0};
    if (answer_question(plain, line))
        return MOVE_OPEN;
    enum reading reading = table->client->read_line(table, line, plain->draft, &action, &answer);
    print_text(&answer);
    if (reading == READ_NOTHING)
        print_unknown(table, line);
    if (reading == READ_ON)
        return MOVE_NONE;
    bool is_sent = reading == READ_ACTION && send(plain, text_string(&action));
    text_free(&action);
    return is_sent ? MOVE_SENT : MOVE_OPEN;
}

static void say_before(const struct table *table, struct text *out) {
    const struct client *client = table->client;
    (client->say_brief ? client->say_brief : client->say_state)(table, out);
}

/* Asks the person for one move. */
static enum move ask_move(struct plain *plain) {
    struct table *table = plain->table;
    char line[LINE_BYTES_MAX + 1];
    struct text state = {0};
    enum move move;
    memset(plain->draft, 0, table->client->draft_size);
    say_before(table, &state);
    print_text(&state);
    do {
        struct text prompt = {0};
        table->client->say_prompt(table, plain->draft, &prompt);
        print_text(&prompt);
        if (!read_line(table, line) || table_means(table, "terminal.word.quit", line))
            return MOVE_LEFT;
        move = take_line(plain, line);
    } while (move == MOVE_OPEN);
    return move;
}

static void say_leave(struct table *table) {
    struct text text = {0};
    table_save(table); /* wishes may have changed since the last entry */
    table_say_leave(table, &text);
    print_text(&text);
}

static void say_end(const struct table *table) {
    struct text text = {0};
    table->client->say_end(table, &text);
    text_put_char(&text, '\n');
    table_say_proof(table, &text);
    print_text(&text);
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
    if (move == MOVE_NONE)
        table_move(table, NULL);
    return move != MOVE_LEFT;
}

/* Plays the match to its end; false if the person leaves before. */
static bool play_match(struct plain *plain) {
    struct table *table = plain->table;
    print_told(plain);
    bool goes_on = table_ask_word(table);
    print_told(plain);
    while (!table_over(table)) {
        if (!goes_on || !step(plain)) {
            say_leave(table);
            return false;
        }
        print_told(plain);
    }
    say_end(table);
    return true;
}

void plain_play(struct table *table, const struct play *play) {
    struct plain plain = {.table = table, .draft = must_alloc(table->client->draft_size)};
    utf8_begin();
    bool is_open = table_open(table, play, ask);
    plain.said = table->unheard;
    while (is_open && play_match(&plain) && ask_again(table)) {
        struct seed seed;
        play->fresh_seed(&seed);
        table_begin_again(table, &seed);
        plain.said = 0;
    }
    if (isatty(STDIN_FILENO))
        tcflush(STDIN_FILENO, TCIFLUSH); /* lines for the match are none for the shell */
    free(plain.draft);
}
