/* door_plain.c: the start form in lines of text. Each row is a question with numbered choices; an
 * empty line takes the default. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spelunke/notation.h>

#include "door.h"
#include "signals.h"
#include "utf8.h"

enum { LINE_COLUMNS = 79 };

static void print_key(const struct door *door, const char *key) {
    page_print(door_word(door, key), LINE_COLUMNS);
}

static void print_text(struct text *text) {
    if (text->length)
        page_print(text_string(text), LINE_COLUMNS);
    text_free(text);
}

/* Reads and trims the next line, which `line` backs; NULL at the end of the input. */
static const char *read_line(struct welcome *welcome, struct text *line) {
    if (isatty(STDIN_FILENO))
        fputs("> ", stdout);
    fflush(stdout);
    if (!input_line(&welcome->typed, line))
        return NULL;
    const char *typed = input_trim(line);
    return typed && (!*typed || text_is_plain(typed)) ? typed : "?!";
}

/* Ignores case. Commands are shorter than the longest name. */
static bool means(const struct door *door, const char *key, const char *word) {
    char small[NAME_BYTES_MAX + 1];
    snprintf(small, sizeof small, "%s", word);
    utf8_lower(small);
    return input_means(door->language, key, small);
}

/* "2. Zum Blauen Drachen", a line for each choice. */
static void print_choices(const struct door *door, struct row row) {
    for (int i = 0; i < door_count(door, row); i++) {
        struct text line = {0}, help = {0};
        text_put_number(&line, i + 1);
        text_put(&line, ". ");
        door_say_choice(door, row, i, &line);
        door_say_help(door, row, i, &help);
        text_put(&line, help.length ? ": " : "");
        text_put(&line, text_string(&help));
        text_free(&help);
        print_text(&line);
    }
}

/* "Players? (3 to 6; Enter: 4)" */
static void print_question(const struct door *door, struct row row) {
    struct text question = {0}, usual = {0}, label = {0};
    struct message message;
    int first = 1, last = door_count(door, row);
    bool is_number = door_numbers(door, row, &first, &last);
    if (is_number)
        door_say_choice(door, row, door_choice(door, row), &usual);
    else
        text_put_number(&usual, door_choice(door, row) + 1);
    door_say_label(door, row, &label);
    message_start(&message, row.kind == ROW_NAME ? "terminal.door_ask_name" : "terminal.door_ask");
    message_word(&message, "word", text_string(&label));
    message_number(&message, "min", is_number ? first : 1);
    message_number(&message, "max", is_number ? last : door_count(door, row));
    message_word(&message, "usual", row.kind == ROW_NAME ? door->name : text_string(&usual));
    words_say(door->language, &message, &question);
    print_text(&question);
    text_free(&usual);
    text_free(&label);
}

/* The choice that a line names by its number or value; -1: none. */
static int read_choice(const struct door *door, struct row row, const char *line) {
    int first, last;
    bool is_number = door_numbers(door, row, &first, &last);
    struct scan scan = {line};
    int64_t number = 0;
    int base = is_number ? first : 1, count = door_count(door, row);
    if (scan_number(&scan, base, base + count - 1, &number) && scan_end(&scan) &&
        (!is_number || number <= last))
        return (int)number - base;
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        door_say_choice(door, row, i, &name);
        bool is_it = strcmp(text_string(&name), line) == 0;
        text_free(&name);
        if (is_it)
            return i;
    }
    return -1;
}

static void print_rules(const struct door *door) {
    struct text rules = {0};
    words_say_rules(door->language, door->game->key, &rules);
    print_text(&rules);
}

static bool take_line(struct door *door, struct row row, const char *line) {
    if (row.kind == ROW_NAME) {
        if (terminal_name_fits(line))
            strcpy(door->name, line);
        return terminal_name_fits(line);
    }
    int choice = read_choice(door, row, line);
    if (choice >= 0)
        door_choose(door, row, choice);
    return choice >= 0;
}

/* The outcome of a line. */
enum taken { TAKEN, TAKEN_NOT, TAKEN_RULES, TAKEN_LEAVE };

static enum taken take_answer(struct door *door, struct row row, const char *typed) {
    if (!typed || means(door, "terminal.word.quit", typed))
        return TAKEN_LEAVE;
    if (means(door, "terminal.word.rules", typed)) {
        print_rules(door);
        return TAKEN_RULES;
    }
    if (!*typed || take_line(door, row, typed))
        return TAKEN;
    print_key(door, row.kind == ROW_NAME ? "terminal.door_no_name" : "terminal.door_no_number");
    return TAKEN_NOT;
}

/* Asks for one row; false if the person leaves. */
static bool ask_row(struct door *door, struct welcome *welcome, struct row row) {
    struct text line = {0};
    enum taken taken = TAKEN_NOT;
    int first, last;
    if (!door_numbers(door, row, &first, &last))
        print_choices(door, row);
    while (taken == TAKEN_NOT || taken == TAKEN_RULES) {
        print_question(door, row);
        taken = take_answer(door, row, read_line(welcome, &line));
    }
    text_free(&line);
    return taken != TAKEN_LEAVE;
}

/* Prints the settings as a numbered list. */
static int print_settings(const struct door *door, const struct row *rows, int count) {
    int settings = 0;
    for (int i = 0; i < count; i++) {
        if (rows[i].kind != ROW_SETTING)
            continue;
        struct text line = {0};
        text_put_number(&line, ++settings);
        text_put(&line, ". ");
        door_say_label(door, rows[i], &line);
        text_put(&line, " = ");
        door_say_choice(door, rows[i], door_choice(door, rows[i]), &line);
        text_put(&line, ": ");
        door_say_help(door, rows[i], door_choice(door, rows[i]), &line);
        print_text(&line);
    }
    return settings;
}

/* An empty line starts the match with the settings as they are. */
static bool ask_settings(struct door *door, struct welcome *welcome) {
    struct row rows[DOOR_ROWS_MAX];
    struct text line = {0};
    bool stays = true, is_open = true;
    while (stays && is_open) {
        int count = door_rows(door, rows), settings = print_settings(door, rows, count);
        if (settings == 0)
            break;
        print_key(door, "terminal.door_ask_settings");
        const char *typed = read_line(welcome, &line);
        stays = typed && !means(door, "terminal.word.quit", typed);
        is_open = stays && *typed;
        struct scan scan = {is_open ? typed : ""};
        int64_t number;
        if (is_open && scan_number(&scan, 1, settings, &number) && scan_end(&scan))
            stays = ask_row(door, welcome, rows[count - settings + (int)number - 1]);
        else if (is_open)
            print_key(door, "terminal.door_no_number");
    }
    text_free(&line);
    return stays;
}

/* Asks row by row, because a choice can change the rows after it. */
static bool ask_rows(struct door *door, struct welcome *welcome) {
    struct row rows[DOOR_ROWS_MAX];
    for (int i = 0; i < door_rows(door, rows) && rows[i].kind != ROW_SETTING; i++)
        if (!ask_row(door, welcome, rows[i]))
            return false;
    return ask_settings(door, welcome);
}

bool door_ask_plain(struct door *door, struct welcome *welcome) {
    bool begins = false;
    print_key(door, "terminal.door_title");
    print_key(door, "terminal.hint_rules");
    while (!begins) {
        struct text why = {0};
        if (!ask_rows(door, welcome))
            return false;
        begins = door_leave(door, welcome, &why);
        print_text(&why);
    }
    return true;
}
