/* parts.h: what the screens of several games share: keys with the same meaning everywhere, and the
 * pane of sentences. */
#ifndef SPELUNKE_TERMINAL_PARTS_H
#define SPELUNKE_TERMINAL_PARTS_H

#include "console.h"
#include "screen.h"

bool key_is_return(int key);
/* Backspace in all its codes, or `u`. */
bool key_is_undo(int key);

/* Appends "[p] " to a line of keys, after two blanks unless it is the first. */
void put_key(const char *key, struct text *out);
/* The same with what the key does: "[p] pass". */
void put_button(const struct console *console, const char *key, const char *effect,
                struct text *out);

/* A pane with a title; below it, in so many rows, the last sentences from `first` on. */
void draw_sentences(const struct console *console, int first, int row, int column, int rows,
                    int width);

#endif
