/* store.c: files of the state folder. A log holds the seed, and with it every
 * secret of the match: what is written here is its owner's alone. */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX_BYTES = 16 * 1024 * 1024 };

/* By the XDG rules a relative path does not count. */
static const char *absolute(const char *variable) {
    const char *value = getenv(variable);
    return value && value[0] == '/' ? value : NULL;
}

void store_path(const char *game, const char *suffix, struct text *out) {
    const char *state = absolute("XDG_STATE_HOME");
    const char *home = absolute("HOME");
    text_clear(out);
    if (!state && !home)
        return;
    text_put(out, state ? state : home);
    text_put(out, state ? "" : "/.local/state");
    text_put(out, "/spelunke/");
    text_put(out, game);
    text_put(out, suffix);
}

/* Every folder on the way to the file. */
static bool make_folders(const char *path) {
    struct text folder = {0};
    bool is_made = true;
    for (const char *slash = strchr(path + 1, '/'); slash && is_made;
         slash = strchr(slash + 1, '/')) {
        text_clear(&folder);
        text_put_bytes(&folder, path, (size_t)(slash - path));
        is_made = mkdir(folder.data, 0700) == 0 || errno == EEXIST || errno == EROFS;
    }
    text_free(&folder);
    return is_made;
}

static bool write_all(int file, const struct text *content) {
    size_t done = 0;
    while (done < content->length) {
        ssize_t count = write(file, content->data + done, content->length - done);
        if (count < 0 && errno != EINTR)
            return false;
        done += count > 0 ? (size_t)count : 0;
    }
    return true;
}

static bool write_new(const char *path, const struct text *content) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    bool is_written = write_all(file, content) && fsync(file) == 0;
    int error = errno;
    is_written = close(file) == 0 && is_written;
    errno = error;
    return is_written;
}

/* The new name must reach the disk as well. Not every file system can do
 * this, and the file itself is safe: a failure changes nothing. */
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

bool store_write(const char *path, const struct text *content) {
    struct text fresh = {0};
    if (!*path) {
        errno = ENOENT;
        return false;
    }
    text_put(&fresh, path);
    text_put(&fresh, ".new");
    bool is_written =
        make_folders(path) && write_new(fresh.data, content) && rename(fresh.data, path) == 0;
    int error = errno;
    if (is_written)
        sync_folder(path);
    else
        unlink(fresh.data);
    text_free(&fresh);
    errno = error;
    return is_written;
}

/* The lock ends with the program, however that ends. */
bool store_lock(const char *path) {
    if (!*path || !make_folders(path))
        return true;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool store_read(const char *path, struct text *out) {
    char buffer[65536];
    size_t count;
    text_clear(out);
    FILE *file = fopen(path, "rbe");
    if (!file)
        return false;
    while (out->length <= FILE_MAX_BYTES && (count = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_put_bytes(out, buffer, count);
    bool is_read = !ferror(file) && out->length <= FILE_MAX_BYTES;
    int error = out->length > FILE_MAX_BYTES ? EFBIG : errno;
    fclose(file);
    errno = error;
    return is_read;
}
