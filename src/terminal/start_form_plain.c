/* start_form_plain.c: the start form in lines of text. Each row is a question with numbered
 * choices; an empty line takes the default. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spelunke/notation.h>

#include "signals.h"
#include "start_form.h"
#include "utf8.h"

enum { LINE_COLUMNS = 79 };

static void print_key(const struct start_form *form, const char *key) {
    page_print(start_form_word(form, key), LINE_COLUMNS);
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
static bool means(const struct start_form *form, const char *key, const char *word) {
    char small[NAME_BYTES_MAX + 1];
    snprintf(small, sizeof small, "%s", word);
    utf8_lower(small);
    return input_means(form->language, key, small);
}

/* "2. Zum Blauen Drachen", a line for each choice. */
static void print_choices(const struct start_form *form, struct row row) {
    for (int i = 0; i < start_form_count(form, row); i++) {
        struct text line = {0}, help = {0};
        text_put_number(&line, i + 1);
        text_put(&line, ". ");
        start_form_say_choice(form, row, i, &line);
        start_form_say_help(form, row, i, &help);
        text_put(&line, help.length ? ": " : "");
        text_put(&line, text_string(&help));
        text_free(&help);
        print_text(&line);
    }
}

/* "Players? (3 to 6; Enter: 4)" */
static void print_question(const struct start_form *form, struct row row) {
    struct text question = {0}, usual = {0}, label = {0};
    struct message message;
    int first = 1, last = start_form_count(form, row);
    bool is_number = start_form_numbers(form, row, &first, &last);
    if (is_number)
        start_form_say_choice(form, row, start_form_choice(form, row), &usual);
    else
        text_put_number(&usual, start_form_choice(form, row) + 1);
    start_form_say_label(form, row, &label);
    message_start(&message, row.kind == ROW_NAME ? "terminal.door_ask_name" : "terminal.door_ask");
    message_word(&message, "word", text_string(&label));
    message_number(&message, "min", is_number ? first : 1);
    message_number(&message, "max", is_number ? last : start_form_count(form, row));
    message_word(&message, "usual", row.kind == ROW_NAME ? form->name : text_string(&usual));
    words_say(form->language, &message, &question);
    print_text(&question);
    text_free(&usual);
    text_free(&label);
}

/* The choice that a line names by its number or value; -1: none. */
static int read_choice(const struct start_form *form, struct row row, const char *line) {
    int first, last;
    bool is_number = start_form_numbers(form, row, &first, &last);
    struct scan scan = {line};
    int64_t number = 0;
    int base = is_number ? first : 1, count = start_form_count(form, row);
    if (scan_number(&scan, base, base + count - 1, &number) && scan_end(&scan) &&
        (!is_number || number <= last))
        return (int)number - base;
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        start_form_say_choice(form, row, i, &name);
        bool is_it = strcmp(text_string(&name), line) == 0;
        text_free(&name);
        if (is_it)
            return i;
    }
    return -1;
}

static void print_rules(const struct start_form *form) {
    struct text rules = {0};
    words_say_rules(form->language, form->game->key, &rules);
    print_text(&rules);
}

static bool take_line(struct start_form *form, struct row row, const char *line) {
    if (row.kind == ROW_NAME) {
        if (terminal_name_fits(line))
            strcpy(form->name, line);
        return terminal_name_fits(line);
    }
    int choice = read_choice(form, row, line);
    if (choice >= 0)
        start_form_choose(form, row, choice);
    return choice >= 0;
}

/* The outcome of a line. */
enum taken { TAKEN, TAKEN_NOT, TAKEN_RULES, TAKEN_LEAVE };

static enum taken take_answer(struct start_form *form, struct row row, const char *typed) {
    if (!typed || means(form, "terminal.word.quit", typed))
        return TAKEN_LEAVE;
    if (means(form, "terminal.word.rules", typed)) {
        print_rules(form);
        return TAKEN_RULES;
    }
    if (!*typed || take_line(form, row, typed))
        return TAKEN;
    print_key(form, row.kind == ROW_NAME ? "terminal.door_no_name" : "terminal.door_no_number");
    return TAKEN_NOT;
}

/* Asks for one row; false if the person leaves. */
static bool ask_row(struct start_form *form, struct welcome *welcome, struct row row) {
    struct text line = {0};
    enum taken taken = TAKEN_NOT;
    int first, last;
    if (!start_form_numbers(form, row, &first, &last))
        print_choices(form, row);
    while (taken == TAKEN_NOT || taken == TAKEN_RULES) {
        print_question(form, row);
        taken = take_answer(form, row, read_line(welcome, &line));
    }
    text_free(&line);
    return taken != TAKEN_LEAVE;
}

/* Prints the settings as a numbered list. */
static int print_settings(const struct start_form *form, const struct row *rows, int count) {
    int settings = 0;
    for (int i = 0; i < count; i++) {
        if (rows[i].kind != ROW_SETTING)
            continue;
        struct text line = {0};
        text_put_number(&line, ++settings);
        text_put(&line, ". ");
        start_form_say_label(form, rows[i], &line);
        text_put(&line, " = ");
        start_form_say_choice(form, rows[i], start_form_choice(form, rows[i]), &line);
        text_put(&line, ": ");
        start_form_say_help(form, rows[i], start_form_choice(form, rows[i]), &line);
        print_text(&line);
    }
    return settings;
}

/* An empty line starts the match with the settings as they are. */
static bool ask_settings(struct start_form *form, struct welcome *welcome) {
    struct row rows[START_FORM_ROWS_MAX];
    struct text line = {0};
    bool stays = true, is_open = true;
    while (stays && is_open) {
        int count = start_form_rows(form, rows), settings = print_settings(form, rows, count);
        if (settings == 0)
            break;
        print_key(form, "terminal.door_ask_settings");
        const char *typed = read_line(welcome, &line);
        stays = typed && !means(form, "terminal.word.quit", typed);
        is_open = stays && *typed;
        struct scan scan = {is_open ? typed : ""};
        int64_t number;
        if (is_open && scan_number(&scan, 1, settings, &number) && scan_end(&scan))
            stays = ask_row(form, welcome, rows[count - settings + (int)number - 1]);
        else if (is_open)
            print_key(form, "terminal.door_no_number");
    }
    text_free(&line);
    return stays;
}

/* Asks row by row, because a choice can change the rows after it. */
static bool ask_rows(struct start_form *form, struct welcome *welcome) {
    struct row rows[START_FORM_ROWS_MAX];
    for (int i = 0; i < start_form_rows(form, rows) && rows[i].kind != ROW_SETTING; i++)
        if (!ask_row(form, welcome, rows[i]))
            return false;
    return ask_settings(form, welcome);
}

bool start_form_ask_plain(struct start_form *form, struct welcome *welcome) {
    bool begins = false;
    print_key(form, "terminal.door_title");
    print_key(form, "terminal.hint_rules");
    while (!begins) {
        struct text why = {0};
        if (!ask_rows(form, welcome))
            return false;
        begins = start_form_leave(form, welcome, &why);
        print_text(&why);
    }
    return true;
}
