/* file.c: whole files: read at once, written under a temporary name and then renamed. */
#define _XOPEN_SOURCE 700 /* for realpath */
#include "disk.h"

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

bool disk_read(const char *path, size_t most, struct text *out) {
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rbe");
    bool is_read = file && read_stream(file, most, out);
    int error = errno;
    if (file && !is_stdin)
        fclose(file);
    errno = error;
    return is_read;
}

/* Opened in non-blocking mode: a FIFO without a writer would block the program for ever. */
static int open_common(const char *path) {
    struct stat found = {0};
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return -1;
    if (fstat(file, &found) == 0 && S_ISREG(found.st_mode))
        return file;
    close(file);
    errno = S_ISDIR(found.st_mode) ? EISDIR : EINVAL;
    return -1;
}

bool disk_read_own(const char *path, size_t most, struct text *out) {
    int opened = open_common(path);
    FILE *file = opened >= 0 ? fdopen(opened, "rb") : NULL;
    bool is_read = file && read_stream(file, most, out);
    int error = errno;
    if (file)
        fclose(file);
    errno = error;
    return is_read;
}

/* How a file is opened, and whether it is synced. */
struct manner {
    int flags;
    mode_t mode;
    bool is_kept;
};
static const struct manner as_it_is = {0, 0, false}, shown = {O_CREAT | O_EXCL, 0666, false},
                           kept = {O_CREAT | O_EXCL, 0600, true};

static bool write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t count = write(file, bytes, size);
        if (count < 0 && errno != EINTR)
            return false;
        bytes += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return true;
}

static bool write_to(const char *path, const struct manner *manner, const void *bytes,
                     size_t size) {
    int file = open(path, O_WRONLY | O_CLOEXEC | manner->flags, manner->mode);
    if (file < 0)
        return false;
    bool is_written = write_all(file, bytes, size) && (!manner->is_kept || fsync(file) == 0);
    int error = errno;
    if (close(file) != 0 && is_written)
        return false;
    errno = error;
    return is_written;
}

static bool write_and_rename(const char *path, const char *passing, const struct manner *manner,
                             const void *bytes, size_t size) {
    bool is_made = write_to(passing, manner, bytes, size);
    bool is_there = is_made && rename(passing, path) == 0;
    int error = errno;
    if (!is_there && error != EEXIST)
        unlink(passing);
    errno = error;
    return is_there;
}

/* Several programs may write at the same time, each to its own temporary file. */
static bool replace(const char *path, const void *bytes, size_t size) {
    struct text passing = {0};
    text_put(&passing, path);
    text_put(&passing, ".new-");
    text_put_number(&passing, getpid());
    bool is_there = write_and_rename(path, passing.data, &shown, bytes, size);
    int error = errno;
    text_free(&passing);
    errno = error;
    return is_there;
}

bool disk_write(const char *path, const void *bytes, size_t size) {
    struct stat found;
    char *behind = realpath(path, NULL);
    const char *target = behind ? behind : path;
    bool is_old = behind && stat(target, &found) == 0;
    bool is_written = false;
    if (is_old && !S_ISREG(found.st_mode))
        is_written = write_to(target, &as_it_is, bytes, size);
    else if (!is_old || access(target, W_OK) == 0)
        is_written = replace(target, bytes, size);
    int error = errno;
    free(behind);
    errno = error;
    return is_written;
}

/* Syncs the folder, so that the new name is durable as well. Not every file system supports this,
 * and the content is safe in any case, so errors are ignored. */
static void sync_folder(const char *path) {
    struct text folder = {0};
    text_put_bytes(&folder, path, (size_t)(strrchr(path, '/') - path) + 1);
    int file = open(folder.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    text_free(&folder);
}

void disk_tidy(const char *path) {
    struct text passing = {0};
    text_put(&passing, path);
    text_put(&passing, ".new");
    unlink(passing.data);
    text_free(&passing);
}

/* Whatever has the temporary name, a symbolic link or a file with other permissions, is not written
 * to: it is removed, and the file is created anew. */
bool disk_keep(const char *path, const void *bytes, size_t size) {
    struct text passing = {0};
    text_put(&passing, path);
    text_put(&passing, ".new");
    disk_tidy(path);
    bool is_kept =
        disk_make_folders(path) && write_and_rename(path, passing.data, &kept, bytes, size);
    int error = errno;
    if (is_kept)
        sync_folder(path);
    text_free(&passing);
    errno = error;
    return is_kept;
}

bool disk_move(const char *from, const char *to) {
    if (rename(from, to) != 0)
        return false;
    sync_folder(to);
    return true;
}
