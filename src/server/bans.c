/* bans.c: a short list in a file. See bans.h. */
#include "bans.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "disk/disk.h"

enum { FILE_BYTES_MAX = 1 << 20 };

struct bans {
    struct text path;
    struct text lines; /* each one ends with a newline */
};

/* Where the line of this one begins; NULL: there is none. */
static char *find(const struct bans *bans, const char *who) {
    size_t length = strlen(who);
    char *at = bans->lines.length ? bans->lines.data : NULL;
    while (at && *at && !(strncmp(at, who, length) == 0 && at[length] == '\n')) {
        at = strchr(at, '\n');
        at += at ? 1 : 0;
    }
    return at && *at ? at : NULL;
}

struct bans *bans_open(const char *path, struct text *why) {
    struct bans *bans = must_alloc(sizeof *bans);
    text_put(&bans->path, path);
    disk_tidy(path);
    if (!disk_read_own(path, FILE_BYTES_MAX, &bans->lines) && errno != ENOENT) {
        text_put(why, "cannot read ");
        text_put(why, path);
        text_put(why, ": ");
        text_put(why, strerror(errno));
        bans_free(bans);
        return NULL;
    }
    if (bans->lines.length && bans->lines.data[bans->lines.length - 1] != '\n')
        text_put_char(&bans->lines, '\n');
    return bans;
}

void bans_free(struct bans *bans) {
    if (!bans)
        return;
    text_free(&bans->path);
    text_free(&bans->lines);
    free(bans);
}

bool bans_has(const struct bans *bans, const char *who) {
    return bans && find(bans, who);
}

bool bans_set(struct bans *bans, const char *who, bool is_banned, struct text *why) {
    struct text changed = {0};
    char *at = find(bans, who);
    if (is_banned == (at != NULL))
        return true;
    if (at) {
        const char *rest = at + strlen(who) + 1;
        text_put_bytes(&changed, bans->lines.data, (size_t)(at - bans->lines.data));
        text_put(&changed, rest);
    } else {
        text_put(&changed, text_string(&bans->lines));
        text_put(&changed, who);
        text_put_char(&changed, '\n');
    }
    bool is_kept = disk_keep(bans->path.data, text_string(&changed), changed.length);
    if (is_kept) {
        text_free(&bans->lines);
        bans->lines = changed;
    } else {
        text_put(why, "the list cannot be written: ");
        text_put(why, strerror(errno));
        text_free(&changed);
    }
    return is_kept;
}
