/* folder.c: the folder for user data. */
#include "disk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* By the XDG rules a relative path is ignored. */
static const char *absolute(const char *variable) {
    const char *value = getenv(variable);
    return value && value[0] == '/' ? value : NULL;
}

void disk_folder(const char *variable, const char *otherwise, struct text *out) {
    const char *chosen = absolute(variable), *home = absolute("HOME");
    text_clear(out);
    if (!chosen && !home)
        return;
    text_put(out, chosen ? chosen : home);
    text_put(out, chosen ? "" : otherwise);
    text_put(out, "/spelunke/");
}

/* Some systems report a read-only file system also for a folder that exists. */
static bool make_folder(const char *path) {
    struct stat found;
    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return true;
    int error = errno;
    bool is_there = error == EROFS && stat(path, &found) == 0 && S_ISDIR(found.st_mode);
    errno = error;
    return is_there;
}

bool disk_make_folders(const char *path) {
    struct text folder = {0};
    bool is_made = true;
    for (const char *slash = strchr(path + 1, '/'); slash && is_made;
         slash = strchr(slash + 1, '/')) {
        text_clear(&folder);
        text_put_bytes(&folder, path, (size_t)(slash - path));
        is_made = make_folder(folder.data);
    }
    int error = errno;
    text_free(&folder);
    errno = error;
    return is_made;
}
