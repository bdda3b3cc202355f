/* state_folder.h: files of the state folder: matches, their tables, and logins. */
#ifndef SPELUNKE_TERMINAL_STATE_FOLDER_H
#define SPELUNKE_TERMINAL_STATE_FOLDER_H

#include <spelunke/text.h>

/* The path of a file in $XDG_STATE_HOME/spelunke, or in ~/.local/state/spelunke;
 * empty if there is neither. */
void state_path(const char *game, const char *suffix, struct text *out);
/* Writes the whole file durably; false with errno. */
bool state_write(const char *path, const struct text *content);
/* Reads the whole file; false with errno. */
bool state_read(const char *path, struct text *out);
/* Renames a file durably; false with errno. */
bool state_move(const char *from, const char *to);
/* Whether a file of this name exists, even as a broken symbolic link. */
bool state_has(const char *path);
/* Removes temporary files of a write that was killed. */
void state_tidy(const char *path);
/* Takes an exclusive lock; false if another program holds it. True also where no lock file can be
 * created: then nothing can be saved there either. */
bool state_lock(const char *path);

#endif
