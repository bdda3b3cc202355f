/* code.h: short codes that people read aloud and type, for invitations and handovers.
 *
 * A code has eight characters of an alphabet of 32, without i, l, o and u, which are easily
 * confused with other characters. */
#ifndef SPELUNKE_SERVER_CODE_H
#define SPELUNKE_SERVER_CODE_H

#include <stdbool.h>
#include <stddef.h>

enum { CODE_LENGTH = 8, CODE_BITS = 5 };

/* The character of each value. */
extern const char code_alphabet[];

/* Normalises a typed code: ignores case, blanks and hyphens, and takes o as 0, i and l as 1. False,
 * and `out` is "", if it is not a code. */
bool code_parse(const char *text, size_t length, char out[CODE_LENGTH + 1]);
/* Formats a code for display: h4tw-9pzc. */
void code_show(const char code[CODE_LENGTH + 1], char out[CODE_LENGTH + 2]);

#endif
