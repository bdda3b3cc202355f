/* state_folder.h: files of the state folder: matches, and who sits at their tables. */
#ifndef SPELUNKE_TERMINAL_STATE_FOLDER_H
#define SPELUNKE_TERMINAL_STATE_FOLDER_H

#include <spelunke/text.h>

/* The path of a file in $XDG_STATE_HOME/spelunke, or in ~/.local/state/spelunke;
 * empty if there is neither. */
void state_path(const char *game, const char *suffix, struct text *out);
/* Writes the whole file so that it is not lost; false with errno. */
bool state_write(const char *path, const struct text *content);
/* Reads the whole file; false with errno. */
bool state_read(const char *path, struct text *out);
/* Gives a file another name, so that it is not lost; false with errno. */
bool state_move(const char *from, const char *to);
/* Whether something has this name, and be it a link to nowhere. */
bool state_has(const char *path);
/* Removes what a kill left beside a file that was being written. */
void state_tidy(const char *path);
/* Takes the place for this program alone; false if another one has it. Where
 * nothing can be written there is nothing to guard. */
bool state_lock(const char *path);

#endif
