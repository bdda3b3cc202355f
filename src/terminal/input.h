/* input.h: lines from a person or a pipe.
 *
 * Reading never blocks for the rest of a line, so a signal is noticed even after half a line. */
#ifndef SPELUNKE_TERMINAL_INPUT_H
#define SPELUNKE_TERMINAL_INPUT_H

#include <spelunke/text.h>

#include "words/words.h"

enum { INPUT_BYTES_MAX = 4096 };

/* A buffer of unread input; starts zeroed. */
struct input {
    char bytes[INPUT_BYTES_MAX];
    size_t count;
    bool is_too_long; /* the beginning of the present line was discarded */
    bool is_ended;
};

/* Waits for the next line; the line feed is removed. A line over INPUT_BYTES_MAX is returned as a
 * single zero byte, which text does not contain. False at the end of the input or after a
 * signal. */
bool input_line(struct input *input, struct text *line);
/* Polls for a line: waits at most so many milliseconds for input or for the other file, and reads
 * what is there. False: no complete line yet; `is_ended` tells whether one can still come. */
bool input_take(struct input *input, int other, int milliseconds, struct text *line);
/* The line without surrounding blanks, in place; NULL if it contains a zero byte. */
const char *input_trim(struct text *line);
/* True if the word, in lower case, is among those listed under a key of the catalogue, in this
 * language or in English. */
bool input_means(enum language language, const char *key, const char *word);

#endif
