/* notation.h: small steps for reading a line of notation.
 *
 * A scan walks over words separated by single blanks. Every step either takes
 * what it was asked for and moves on, or returns false and stays. */
#ifndef SPELUNKE_NOTATION_H
#define SPELUNKE_NOTATION_H

#include <stdbool.h>
#include <stdint.h>

struct scan {
    const char *at;
};

/* Takes exactly this word. */
bool scan_word(struct scan *scan, const char *word);
/* Takes a decimal number in its one spelling (no plus, no leading zeros). */
bool scan_number(struct scan *scan, int64_t min, int64_t max, int64_t *number);
/* Copies the next word if it fits into `size` bytes. */
bool scan_any_word(struct scan *scan, char *word, int size);
/* True if nothing is left. */
bool scan_end(const struct scan *scan);

#endif
