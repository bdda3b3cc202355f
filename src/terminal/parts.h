/* parts.h: what the screens of several games have in common: keys that mean the same
 * everywhere, and the pane with what happened. */
#ifndef SPELUNKE_TERMINAL_PARTS_H
#define SPELUNKE_TERMINAL_PARTS_H

#include "console.h"
#include "screen.h"

bool key_is_return(int key);
/* Backspace, in all its codes, or `u`. */
bool key_is_undo(int key);

/* "[p] ", for a line of keys; two blanks behind what stands there before. */
void put_key(const char *key, struct text *out);

/* A pane with a title in its first row; below it so many rows with the last sentences, of those
 * from the first one on. */
void draw_sentences(const struct console *console, int first, int row, int column, int rows,
                    int width);

#endif
