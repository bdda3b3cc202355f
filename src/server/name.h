/* name.h: names of people: what is one, and which of them look the same.
 *
 * A name is 1 to 24 characters as people count them (graphemes) after NFC. It has nothing
 * that cannot be seen or that changes what stands around it: no control, format, direction
 * or zero-width signs, no private ones, at most four marks on a letter, and it
 * does not begin with a mark. Blanks of all kinds become one ordinary blank between words
 * and none at the ends. A variation selector is taken behind an emoji alone. */
#ifndef SPELUNKE_SERVER_NAME_H
#define SPELUNKE_SERVER_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Room for 24 letters with four marks each, for flags and for emoji with skin colours;
 * what needs more is no name. */
enum { NAME_GRAPHEMES_MAX = 24, NAME_BYTES_MAX = 383, NAME_MARKS_MAX = 4 };

/* Reads UTF-8. False, and `out` is "", if it is no name. */
bool name_parse(const char *text, size_t length, char out[NAME_BYTES_MAX + 1]);

/* True if somebody could take one name for the other: without regard to capitals, width,
 * ligatures and blanks, with 0 for o, 1, I, i and | for l, rn for m, vv for w, kinds of
 * hyphens and quotes for each other, and Cyrillic and Greek letters for the Latin ones
 * that they look like. It rather says so once too often. Both are names. */
bool name_looks_like(const char *a, const char *b);

/* The name without regard to capitals, by which accounts are found; itself where that would
 * be too long. */
void name_fold(const char *name, char out[NAME_BYTES_MAX + 1]);

/* Any UTF-8 in NFC; false if it does not fit into `room` bytes with its end. */
bool nfc_copy(const char *text, size_t length, char *out, size_t room);

#endif
