/* name.h: validation of people's names, and detection of names that look alike.
 *
 * A name has 1 to 24 graphemes after NFC. Invisible characters and those that affect surrounding
 * text are refused: control, format, direction, zero-width and private-use characters, more than
 * four combining marks per letter, and a mark at the start. Whitespace is collapsed to single
 * spaces and trimmed. A variation selector is only allowed after an emoji. */
#ifndef SPELUNKE_SERVER_NAME_H
#define SPELUNKE_SERVER_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Enough for 24 letters with four marks each, for flags and for emoji with skin tones; a longer
 * text is refused. */
enum { NAME_GRAPHEMES_MAX = 24, NAME_BYTES_MAX = 383, NAME_MARKS_MAX = 4 };

/* Normalises a name in UTF-8. False, and `out` is "", if it is invalid. */
bool name_parse(const char *text, size_t length, char out[NAME_BYTES_MAX + 1]);

/* True if two valid names could be confused: ignores case, width, ligatures and spaces, and equates
 * 0 with o; 1, I, i and | with l; rn with m; vv with w; all kinds of hyphens; all kinds of quotes;
 * and Cyrillic and Greek letters with similar Latin ones. False positives are preferred. */
bool name_looks_like(const char *a, const char *b);

/* The case-folded name, which is the key of an account; the name itself if the result would be too
 * long. */
void name_fold(const char *name, char out[NAME_BYTES_MAX + 1]);

/* Normalises UTF-8 to NFC; false if the result and its terminator do not fit into `room` bytes. */
bool nfc_copy(const char *text, size_t length, char *out, size_t room);

#endif
