/* disk.h: reading and writing whole files, and the folder for user data.
 *
 * Writing is atomic: it leaves the old file or the new one, never a part of one. */
#ifndef SPELUNKE_DISK_H
#define SPELUNKE_DISK_H

#include <spelunke/text.h>

/* The folder of this program by the XDG rules, with a slash at its end: in $VARIABLE, or
 * `otherwise` below $HOME; empty if neither is set. */
void disk_folder(const char *variable, const char *otherwise, struct text *out);
/* Creates all parent folders of a file, accessible to the owner only; false with errno. */
bool disk_make_folders(const char *path);

/* Appends a file, or standard input if the path is "-", to `out`; false with errno, which is EFBIG
 * if it is longer than `most` bytes. */
bool disk_read(const char *path, size_t most, struct text *out);
/* The same for a file of this program: anything but a regular file is refused without blocking
 * (EISDIR, EINVAL). */
bool disk_read_own(const char *path, size_t most, struct text *out);
/* Writes a file with the usual permissions. A symbolic link is kept, and anything but a regular
 * file, a terminal for example, is written to directly. False with errno. */
bool disk_write(const char *path, const void *bytes, size_t size);
/* Writes a file durably and for its owner only: creates folders, and syncs before it returns. False
 * with errno. */
bool disk_keep(const char *path, const void *bytes, size_t size);
/* Removes the temporary files that an interrupted disk_keep left beside this file. */
void disk_tidy(const char *path);
/* Renames a file of disk_keep durably. False with errno. */
bool disk_move(const char *from, const char *to);

#endif
