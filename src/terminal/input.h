/* input.h: the lines that a person types, or a pipe sends.
 *
 * Read as they come and never waited for beyond what is there: a signal is
 * noticed also while half a line waits for the rest. */
#ifndef SPELUNKE_TERMINAL_INPUT_H
#define SPELUNKE_TERMINAL_INPUT_H

#include <spelunke/text.h>

#include "words/words.h"

enum { INPUT_BYTES_MAX = 4096 };

/* What was read and not given out yet; zeroed it is at the beginning. */
struct input {
    char bytes[INPUT_BYTES_MAX];
    size_t count;
    bool is_too_long; /* the beginning of this line was dropped */
    bool is_ended;
};

/* Waits for the next line, without its line feed. One that is longer than
 * INPUT_BYTES_MAX is a single zero byte, which no line of text has. False at the end
 * of the input, or if a signal came. */
bool input_line(struct input *input, struct text *line);
/* The same without waiting for it: reads what is there, after waiting so many milliseconds at
 * most for it or for the other file. False: no whole line is there yet; `is_ended` tells whether
 * one will come. */
bool input_take(struct input *input, int other, int milliseconds, struct text *line);
/* The line without blanks around, backed by it; NULL if it has a zero byte. */
const char *input_trim(struct text *line);
/* True if the word, in small letters, is among those that a key of the catalogue lists, in
 * this language or in English. */
bool input_means(enum language language, const char *key, const char *word);

#endif
