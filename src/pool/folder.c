/* folder.c: the folder of pools, and the removal of old ones.
 *
 * Each build has its own file, and frequent builds would accumulate them. So only the latest few
 * files of other builds are kept, for a month at most. */
#include "pool_inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "disk/disk.h"

enum { OTHERS_MAX = 3, DAYS_MAX = 30 };

void pool_folder(struct text *out) {
    disk_folder("XDG_CACHE_HOME", "/.cache", out);
    if (out->length)
        text_put(out, "throws");
}

/* FNV-1a. A collision of two builds would be noticed, because the file names its build. */
static uint64_t hash_of(const char *string) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *string; string++)
        hash = (hash ^ (unsigned char)*string) * 0x100000001b3u;
    return hash;
}

void folder_path(const char *folder, const char *game, const char *build, struct text *out) {
    uint64_t hash = hash_of(build);
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(hash >> 8 * i);
    text_put(out, folder);
    text_put_char(out, '/');
    text_put(out, game);
    text_put_char(out, '-');
    text_put_hex(out, bytes, sizeof bytes);
    text_put(out, ".db");
}

bool folder_remove(const char *path) {
    static const char *const beside[] = {"-journal", "-wal", "-shm", ""};
    struct text name = {0};
    bool is_removed = true;
    for (int i = 0; i < 4; i++) {
        text_clear(&name);
        text_put(&name, path);
        text_put(&name, beside[i]);
        is_removed &= unlink(name.data) == 0 || errno == ENOENT;
    }
    text_free(&name);
    return is_removed;
}

struct found {
    char name[NAME_MAX + 1];
    time_t used;
    int64_t bytes;
};

static bool is_pool(const char *name) {
    size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".db") == 0;
}

/* The number of pools of the same game beside this one, or of any game (""); `oldest` is the one
 * that was unused for the longest time. */
static int find_oldest(DIR *folder, const char *own, struct found *oldest) {
    struct stat facts;
    const char *dash = strrchr(own, '-');
    size_t same = dash ? (size_t)(dash + 1 - own) : 0;
    int count = 0;
    rewinddir(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *name = entry->d_name;
        if (!is_pool(name) || strncmp(name, own, same) != 0 || strcmp(name, own) == 0 ||
            fstatat(dirfd(folder), name, &facts, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (count++ && facts.st_mtime >= oldest->used)
            continue;
        strcpy(oldest->name, name);
        oldest->used = facts.st_mtime;
        oldest->bytes = facts.st_size;
    }
    return count;
}

static bool remove_found(const char *folder, const struct found *found) {
    struct text path = {0};
    text_put(&path, folder);
    text_put_char(&path, '/');
    text_put(&path, found->name);
    bool is_removed = folder_remove(path.data);
    text_free(&path);
    return is_removed;
}

static void remove_others(DIR *folder, const char *path, const char *own) {
    struct found oldest;
    time_t limit = time(NULL) - (time_t)DAYS_MAX * 24 * 3600;
    for (int count; (count = find_oldest(folder, own, &oldest)) > 0;)
        if ((count <= OTHERS_MAX && oldest.used >= limit) || !remove_found(path, &oldest))
            return;
}

void folder_tidy(const char *path) {
    struct text folder = {0};
    const char *slash = strrchr(path, '/');
    utimensat(AT_FDCWD, path, NULL, 0);
    text_put_bytes(&folder, path, (size_t)(slash - path));
    DIR *directory = opendir(folder.data);
    if (directory) {
        remove_others(directory, folder.data, slash + 1);
        closedir(directory);
    }
    text_free(&folder);
}

bool pool_clear(const char *folder, int *files, int64_t *bytes) {
    struct found found;
    bool is_cleared = true;
    *files = 0;
    *bytes = 0;
    DIR *directory = opendir(folder);
    if (!directory)
        return errno == ENOENT;
    while (is_cleared && find_oldest(directory, "", &found) > 0) {
        is_cleared = remove_found(folder, &found);
        *files += is_cleared;
        *bytes += is_cleared ? found.bytes : 0;
    }
    int error = errno;
    closedir(directory);
    errno = error;
    return is_cleared;
}
