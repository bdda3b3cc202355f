/* file.c: whole files, read and written for the subcommands. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_stream(FILE *file, size_t most, struct text *out) {
    char buffer[65536];
    size_t count;
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0 && out->length <= most)
        text_put_bytes(out, buffer, count);
    if (out->length > most)
        errno = EFBIG;
    return !ferror(file) && out->length <= most;
}

bool file_read(const char *path, size_t most, struct text *out) {
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    bool is_read = file && read_stream(file, most, out);
    int error = errno;
    if (file && !is_stdin)
        fclose(file);
    errno = error;
    return is_read;
}

static bool write_to(const char *path, int flags, const void *bytes, size_t size) {
    const char *at = bytes;
    int file = open(path, O_WRONLY | O_CLOEXEC | flags, 0666);
    bool is_written = file >= 0;
    while (is_written && size > 0) {
        ssize_t count = write(file, at, size);
        is_written = count >= 0 || errno == EINTR;
        at += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    int error = errno;
    if (file >= 0 && close(file) != 0 && is_written)
        return false;
    errno = error;
    return is_written;
}

static bool write_and_rename(const char *path, const void *bytes, size_t size) {
    struct text passing = {0};
    text_put(&passing, path);
    text_put(&passing, ".new-");
    text_put_number(&passing, getpid());
    bool is_made = write_to(passing.data, O_CREAT | O_EXCL, bytes, size);
    int error = errno;
    bool is_there = is_made && rename(passing.data, path) == 0;
    error = is_made ? errno : error;
    if (!is_there && error != EEXIST)
        unlink(passing.data);
    text_free(&passing);
    errno = error;
    return is_there;
}

/* A link stays one: the file behind it is written. */
bool file_write(const char *path, const void *bytes, size_t size) {
    struct stat found;
    char *behind = realpath(path, NULL);
    const char *target = behind ? behind : path;
    bool is_old = behind && stat(target, &found) == 0;
    bool is_written = false;
    if (is_old && !S_ISREG(found.st_mode))
        is_written = write_to(target, 0, bytes, size);
    else if (!is_old || access(target, W_OK) == 0)
        is_written = write_and_rename(target, bytes, size);
    int error = errno;
    free(behind);
    errno = error;
    return is_written;
}
