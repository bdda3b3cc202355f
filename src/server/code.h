/* code.h: codes that people read aloud and type: invitations, handovers.
 *
 * Eight characters of 32; the letters i, l, o and u are not among them, so that nobody has
 * to ask whether a zero was meant. */
#ifndef SPELUNKE_SERVER_CODE_H
#define SPELUNKE_SERVER_CODE_H

#include <stdbool.h>
#include <stddef.h>

enum { CODE_LENGTH = 8, CODE_BITS = 5 };

/* The characters, each by its number. */
extern const char code_alphabet[];

/* A code as somebody typed it: capitals, blanks and hyphens anywhere, o for 0, i and l for
 * 1. False, and `out` is "", if it is none. */
bool code_parse(const char *text, size_t length, char out[CODE_LENGTH + 1]);
/* A code for people: h4tw-9pzc. */
void code_show(const char code[CODE_LENGTH + 1], char out[CODE_LENGTH + 2]);

#endif
