/* state_folder.c: files of the state folder. They are readable by their owner alone, because a log
 * holds the seed and so every secret of its match. */
#include "state_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk/disk.h"

enum { FILE_MAX_BYTES = 16 * 1024 * 1024 };

void state_path(const char *game, const char *suffix, struct text *out) {
    disk_folder("XDG_STATE_HOME", "/.local/state", out);
    if (!out->length)
        return;
    text_put(out, game);
    text_put(out, suffix);
}

bool state_write(const char *path, const struct text *content) {
    errno = ENOENT;
    return *path && disk_keep(path, content->data, content->length);
}

bool state_read(const char *path, struct text *out) {
    text_clear(out);
    return disk_read_own(path, FILE_MAX_BYTES, out);
}

bool state_move(const char *from, const char *to) {
    errno = ENOENT;
    return *from && disk_move(from, to);
}

bool state_has(const char *path) {
    struct stat found;
    return lstat(path, &found) == 0;
}

void state_tidy(const char *path) {
    if (*path)
        disk_tidy(path);
}

/* A symbolic link leads to another file, so it is replaced by a regular lock file. */
static int open_lock(const char *path) {
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    int file = open(path, flags, 0600);
    if (file < 0 && errno == ELOOP && unlink(path) == 0)
        file = open(path, flags, 0600);
    return file;
}

/* The kernel releases the lock when the program ends in any way. */
bool state_lock(const char *path) {
    if (!*path || !disk_make_folders(path))
        return true;
    int file = open_lock(path);
    return file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}
