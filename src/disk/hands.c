/* hands.c: hand samples in a file beside the log. */
#include "hands.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "disk.h"

enum { FILE_MAX_BYTES = 256 * 1024 * 1024 };

static void put_path(const char *log, struct text *out) {
    text_put(out, log);
    text_put(out, ".hands");
}

static bool remove_file(const char *path) {
    return unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR;
}

bool hands_file_save(const struct match *match, const char *log) {
    struct text path = {0}, lines = {0};
    put_path(log, &path);
    log_print_hands(match, 0, &lines);
    bool is_saved =
        lines.length ? disk_keep(path.data, lines.data, lines.length) : remove_file(path.data);
    int error = errno;
    text_free(&path);
    text_free(&lines);
    errno = error;
    return is_saved;
}

/* A zero byte would silently end the text; any other wrong character is refused by the parser. */
static bool parse_lines(struct match *match, struct text *lines, struct log_fault *fault) {
    for (size_t i = 0; i < lines->length; i++)
        if (lines->data[i] == '\0')
            lines->data[i] = '?';
    return log_parse_hands(match, text_string(lines), fault);
}

enum hands_file hands_file_read(struct match *match, const char *log, struct log_fault *fault) {
    struct text path = {0}, lines = {0};
    enum hands_file found = HANDS_FILE_READ;
    put_path(log, &path);
    if (!disk_read_own(path.data, FILE_MAX_BYTES, &lines))
        found = errno == ENOENT || errno == ENOTDIR ? HANDS_FILE_NONE : HANDS_FILE_TROUBLE;
    else if (!parse_lines(match, &lines, fault))
        found = HANDS_FILE_WRONG;
    int error = errno;
    text_free(&path);
    text_free(&lines);
    errno = error;
    return found;
}

void hands_file_move(const char *log, const char *to) {
    struct text old = {0}, new = {0};
    put_path(log, &old);
    put_path(to, &new);
    if (rename(old.data, new.data) != 0)
        unlink(new.data);
    text_free(&old);
    text_free(&new);
}
