/* bans.c: see bans.h. */
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

/* The line of this entry; NULL: there is none. */
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

bool bans_change(const struct bans *bans, const char *who, bool is_banned, struct text *lines) {
    char *at = find(bans, who);
    if (is_banned == (at != NULL))
        return false;
    if (at) {
        text_put_bytes(lines, bans->lines.data, (size_t)(at - bans->lines.data));
        text_put(lines, at + strlen(who) + 1);
    } else {
        text_put(lines, text_string(&bans->lines));
        text_put(lines, who);
        text_put_char(lines, '\n');
    }
    return true;
}

bool bans_write(const struct bans *bans, const struct text *lines) {
    return disk_keep(bans->path.data, text_string(lines), lines->length);
}

void bans_take(struct bans *bans, struct text *lines) {
    text_free(&bans->lines);
    bans->lines = *lines;
    *lines = (struct text){0};
}
