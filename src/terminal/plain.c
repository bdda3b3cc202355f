/* plain.c: the game in lines of text, for screen readers, pipes and people who
 * like it plain.
 *
 * Nothing is drawn and nothing moves: each line is a sentence, in the order in
 * which things happen, and everything that a screen would show can be asked
 * for. The end of the input is a polite leave. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spelunke/must.h>

#include "table.h"

enum { LINE_BYTES_MAX = 200 };

struct plain {
    struct table *table;
    int said; /* of what was told */
    void *draft;
};

static void print_line(const char *line) {
    fputs(line, stdout);
    fputc('\n', stdout);
}

/* Prints what a client says, and closes its last line. */
static void print_text(struct text *text) {
    if (text->length > 0)
        fputs(text->data, stdout);
    if (text->length > 0 && text->data[text->length - 1] != '\n')
        fputc('\n', stdout);
    text_free(text);
}

static void print_key(const struct table *table, const char *key) {
    print_line(table_word(table, key));
}

static void print_told(struct plain *plain) {
    for (; plain->said < plain->table->told_count; plain->said++)
        print_line(plain->table->told[plain->said]);
}

/* Words are typed in small letters; who shouts is heard as well. */
static void lower(char *line) {
    for (; *line; line++)
        if (*line >= 'A' && *line <= 'Z')
            *line = (char)(*line - 'A' + 'a');
}

/* The next line without its blanks around; false at the end of the input. What
 * is too long or steers a terminal becomes a "?!" that nobody understands. */
static bool read_line(char line[LINE_BYTES_MAX + 1]) {
    char *whole = NULL;
    size_t room = 0;
    if (isatty(STDIN_FILENO))
        fputs("> ", stdout);
    fflush(stdout);
    ssize_t length = getline(&whole, &room, stdin);
    if (length < 0) {
        free(whole);
        return false;
    }
    while (length > 0 && strchr(" \t\r\n", whole[length - 1]))
        whole[--length] = '\0';
    const char *from = whole + strspn(whole, " \t");
    bool is_fine = strlen(whole) == (size_t)length && strlen(from) <= LINE_BYTES_MAX &&
                   (!*from || text_is_plain(from));
    strcpy(line, is_fine ? from : "?!");
    lower(line);
    free(whole);
    return true;
}

/* Asks until the answer is yes (1) or no (0); -1 at the end of the input. */
static int ask(struct table *table, const char *question) {
    char line[LINE_BYTES_MAX + 1];
    for (;;) {
        print_line(question);
        if (!read_line(line))
            return -1;
        if (table_means(table, "terminal.word.yes", line))
            return 1;
        if (table_means(table, "terminal.word.no", line))
            return 0;
        if (table_means(table, "terminal.word.quit", line))
            return -1;
        print_key(table, "terminal.yes_or_no");
    }
}

static void say_help(const struct table *table, struct text *out) {
    table->client->say_help(table, out);
    text_put_char(out, '\n');
    table_say_key(table, "terminal.help", out);
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

static void say_odds(const struct plain *plain, struct text *out) {
    plain->table->client->say_odds(plain->table, plain->draft, out);
}

/* What can be asked for at any time; true if the line asked for something. */
static bool answer_question(const struct plain *plain, const char *line) {
    const struct table *table = plain->table;
    const struct {
        const char *words;
        void (*say)(const struct table *table, struct text *out);
    } questions[] = {
        {"terminal.word.help", say_help},         {"terminal.word.log", say_log},
        {"terminal.word.rules", say_rules},       {"terminal.word.pad", table->client->say_pad},
        {"terminal.word.seats", table_say_seats}, {"terminal.word.table", table->client->say_state},
    };
    struct text text = {0};
    if (table_means(table, "terminal.word.odds", line))
        say_odds(plain, &text);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (table_means(table, questions[i].words, line))
            questions[i].say(table, &text);
    bool is_answered = text.length > 0;
    print_text(&text);
    return is_answered;
}

static void print_unknown(const struct table *table, const char *line) {
    struct text text = {0};
    if (*line)
        table_say_word(table, "terminal.not_understood", line, &text);
    print_text(&text);
}

/* Sends the action; true if it was taken. */
static bool send(struct plain *plain, const void *action) {
    struct message why;
    struct text reason = {0};
    if (table_send(plain->table, action, &why)) {
        print_told(plain);
        return true;
    }
    table_say(plain->table, &why, &reason);
    print_text(&reason);
    return false;
}

/* True if the line was a move that has been sent. */
static bool take_line(struct plain *plain, const char *line) {
    struct table *table = plain->table;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX] = {0};
    struct text answer = {0};
    if (answer_question(plain, line))
        return false;
    enum reading reading = table->client->read_line(table, line, plain->draft, action, &answer);
    print_text(&answer);
    if (reading == READ_NOTHING)
        print_unknown(table, line);
    return reading == READ_ACTION && send(plain, action);
}

/* Asks the person for one move; false if the person leaves. */
static bool ask_move(struct plain *plain) {
    const struct table *table = plain->table;
    char line[LINE_BYTES_MAX + 1];
    struct text state = {0};
    memset(plain->draft, 0, table->client->draft_size);
    table->client->say_state(table, &state);
    print_text(&state);
    do {
        struct text prompt = {0};
        table->client->say_prompt(table, plain->draft, &prompt);
        print_text(&prompt);
        if (!read_line(line) || table_means(table, "terminal.word.quit", line))
            return false;
    } while (!take_line(plain, line));
    return true;
}

static void say_leave(const struct table *table) {
    struct text text = {0};
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

/* Plays the match to its end; false if the person leaves before. */
static bool play_match(struct plain *plain) {
    struct table *table = plain->table;
    print_told(plain);
    while (!table_over(table)) {
        if (table_asks(table) && !ask_move(plain)) {
            say_leave(table);
            return false;
        }
        if (!table_over(table) && !table_asks(table))
            table_move(table);
        print_told(plain);
    }
    say_end(table);
    return true;
}

void plain_play(struct table *table, const struct play *play) {
    struct plain plain = {.table = table, .draft = must_alloc(table->client->draft_size)};
    bool is_open = table_open(table, play, ask);
    if (is_open && match_length(table->match) > 0) /* resumed: the rest was heard before */
        plain.said = table->told_count - 1;
    while (is_open && play_match(&plain) &&
           ask(table, table_word(table, "terminal.again_ask")) == 1) {
        struct seed seed;
        play->fresh_seed(&seed);
        table_begin(table, &seed);
    }
    free(plain.draft);
}
