/* plain.h: playing in lines of text, here or at a table of a server. */
#ifndef SPELUNKE_TERMINAL_PLAIN_H
#define SPELUNKE_TERMINAL_PLAIN_H

#include "console.h"

enum { LINE_BYTES_MAX = 200, LINE_COLUMNS = 79 };

struct plain {
    struct console *console;
    int printed; /* how many of the console's sentences */
    void *draft;
    bool is_steered; /* a session goes on */
};

/* The outcome of a question to the person. */
enum move { MOVE_OPEN, MOVE_SENT, MOVE_NONE, MOVE_LEFT };

/* Prints and frees a text of the client. */
void plain_print(struct text *text);
/* Prints the new sentences. */
void plain_print_sentences(struct plain *plain);
/* Trims a typed line. A line that is too long or has control characters becomes "?!", which no
 * command matches. */
void plain_clean_line(struct text *typed, char line[LINE_BYTES_MAX + 1]);
/* Answers the requests that work at any time (help, rules, odds...); true if the line was one. */
bool plain_answer(const struct plain *plain, const char *line);
void plain_print_unknown(const struct console *console, const char *line);
/* Zeroes the draft and prints the state of the match; prints what can be typed. */
void plain_begin_question(struct plain *plain);
void plain_print_prompt(const struct plain *plain);
/* Handles a line that answers a question. */
enum move plain_take_line(struct plain *plain, const char *line);

#endif
