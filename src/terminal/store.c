/* store.c: files of the state folder. A log holds the seed, and with it every
 * secret of the match: what is written here is its owner's alone. */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>

#include "disk/disk.h"

enum { FILE_MAX_BYTES = 16 * 1024 * 1024 };

void store_path(const char *game, const char *suffix, struct text *out) {
    disk_folder("XDG_STATE_HOME", "/.local/state", out);
    if (!out->length)
        return;
    text_put(out, game);
    text_put(out, suffix);
}

bool store_write(const char *path, const struct text *content) {
    errno = ENOENT;
    return *path && disk_keep(path, content->data, content->length);
}

bool store_read(const char *path, struct text *out) {
    text_clear(out);
    return disk_read(path, FILE_MAX_BYTES, out);
}

/* The lock ends with the program, however that ends. */
bool store_lock(const char *path) {
    if (!*path || !disk_make_folders(path))
        return true;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}
