/* notation.h: parsing a line of notation.
 *
 * A scan walks over words that are separated by single blanks. Every function either consumes what
 * it was asked for, or returns false and leaves the position unchanged. */
#ifndef SPELUNKE_NOTATION_H
#define SPELUNKE_NOTATION_H

#include <stdbool.h>
#include <stdint.h>

struct scan {
    const char *at;
};

/* Consumes exactly this word. */
bool scan_word(struct scan *scan, const char *word);
/* Consumes a decimal number in its canonical spelling (no plus, no leading zeros). */
bool scan_number(struct scan *scan, int64_t min, int64_t max, int64_t *number);
/* Copies the next word if it fits into `size` bytes. */
bool scan_any_word(struct scan *scan, char *word, int size);
/* True at the end of the line. */
bool scan_end(const struct scan *scan);

#endif
