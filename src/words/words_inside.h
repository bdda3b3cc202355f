/* words_inside.h: the layout of the tables that tools/words.py generates. */
#ifndef SPELUNKE_WORDS_INSIDE_H
#define SPELUNKE_WORDS_INSIDE_H

#include "words.h"

struct word_row {
    const char *key;
    const char *text[LANGUAGE_COUNT];
};

extern const struct word_row word_rows[]; /* sorted by key */
extern const int word_row_count;
/* The names of arguments that are seats, ending with NULL. */
extern const char *const word_seat_args[];

struct rules_row {
    const char *game;
    const char *const *lines[LANGUAGE_COUNT];
};

extern const struct rules_row rules_rows[]; /* ends with an empty row */

/* sound.c: the vowel that a text begins with, if this language elides before it, in lower case and
 * without accent; 0: none. */
char sound_vowel(enum language language, const char *text);

#endif
