/* file.h: whole files, read and written for the subcommands. */
#ifndef SPELUNKE_CLI_FILE_H
#define SPELUNKE_CLI_FILE_H

#include <spelunke/text.h>

/* Puts a file, or standard input if the path is "-", behind `out`; false with
 * errno, which is EFBIG if there is more than `most` bytes of it. */
bool file_read(const char *path, size_t most, struct text *out);
/* Writes a file under a passing name and then gives it its own, so that there is
 * the old one or the new one, never half of one; false with errno. What is no
 * common file, a terminal for example, is written to as it is. */
bool file_write(const char *path, const void *bytes, size_t size);

#endif
