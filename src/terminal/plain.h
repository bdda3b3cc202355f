/* plain.h: what lines of text are made of, whether the match is played here or on a server. */
#ifndef SPELUNKE_TERMINAL_PLAIN_H
#define SPELUNKE_TERMINAL_PLAIN_H

#include "console.h"

enum { LINE_BYTES_MAX = 200, LINE_COLUMNS = 79 };

struct plain {
    struct console *console;
    int printed; /* of the console's sentences */
    void *draft;
    bool is_steered; /* the session goes on */
};

/* What became of a question to the person. */
enum move { MOVE_OPEN, MOVE_SENT, MOVE_NONE, MOVE_LEFT };

/* Prints what a client says, and frees it. */
void plain_print(struct text *text);
/* Prints those that are new. */
void plain_print_sentences(struct plain *plain);
/* What was typed without its blanks around. What is too long or steers a terminal
 * becomes a "?!" that nobody understands. */
void plain_clean_line(struct text *typed, char line[LINE_BYTES_MAX + 1]);
/* What can be asked for at any time; true if the line asked for something. */
bool plain_answer(const struct plain *plain, const char *line);
void plain_print_unknown(const struct console *console, const char *line);
/* Begins a question anew and says where the match stands; what can be typed now. */
void plain_begin_question(struct plain *plain);
void plain_print_prompt(const struct plain *plain);
/* A line that answers a question. */
enum move plain_take_line(struct plain *plain, const char *line);

#endif
