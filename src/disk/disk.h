/* disk.h: whole files, and where a person's own ones lie.
 *
 * Whoever writes leaves the old file or the new one, never half of one. */
#ifndef SPELUNKE_DISK_H
#define SPELUNKE_DISK_H

#include <spelunke/text.h>

/* The folder of this program by the XDG rules, with a slash at its end: in
 * $VARIABLE, or below $HOME in `otherwise`; empty if there is neither. */
void disk_folder(const char *variable, const char *otherwise, struct text *out);
/* Makes every folder on the way to a file, its owner's alone; false with errno. */
bool disk_make_folders(const char *path);

/* Puts a file, or standard input if the path is "-", behind `out`; false with
 * errno, which is EFBIG if there is more than `most` bytes of it. */
bool disk_read(const char *path, size_t most, struct text *out);
/* The same of a file of this program's own: what is no common file is neither
 * waited for nor read (EISDIR, EINVAL). */
bool disk_read_own(const char *path, size_t most, struct text *out);
/* Writes a file for whoever may see it. A link stays one, and what is no common
 * file, a terminal for example, is written to as it is. False with errno. */
bool disk_write(const char *path, const void *bytes, size_t size);
/* Writes a file that must not get lost and is its owner's alone: folders are made,
 * and all of it has reached the disk when this returns. False with errno. */
bool disk_keep(const char *path, const void *bytes, size_t size);
/* Removes what a disk_keep that was killed left beside this file. */
void disk_tidy(const char *path);
/* Gives a file of disk_keep another name, which has reached the disk when this
 * returns. False with errno. */
bool disk_move(const char *from, const char *to);

#endif
