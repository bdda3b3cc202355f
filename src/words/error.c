/* error.c: messages for errno, in four languages.
 *
 * The C library translates them only where a locale was generated, and the server and its store
 * pass such reasons on as English texts. So the usual ones are looked up by their English text in
 * po/<language>/cli.po; rare ones stay English. */
#include "words.h"

#include <string.h>

static const char *const reasons[] = {
    "Address already in use",
    "Broken pipe",
    "Cannot assign requested address",
    "Connection refused",
    "connection refused",
    "Directory not empty",
    "Disk quota exceeded",
    "File exists",
    "File name too long",
    "File too large",
    "Input/output error",
    "Is a directory",
    "No space left on device",
    "No such file or directory",
    "no such file or directory",
    "Not a directory",
    "Operation not permitted",
    "Permission denied",
    "Read-only file system",
    "Too many open files",
};

const char *words_reason(enum language language, const char *english) {
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(reasons[i], english) == 0) {
            const char *text = words_find(language, english);
            return text ? text : english;
        }
    return english;
}

const char *words_error(enum language language, int error) {
    return words_reason(language, strerror(error));
}
