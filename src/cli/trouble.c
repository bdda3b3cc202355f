/* trouble.c: translates English messages of the server and its store.
 *
 * They have no language of their own, and requests of `admin` are answered by another process in an
 * unknown environment. So they use plain English sentences. Each is matched against a pattern here,
 * whose placeholders may contain another such sentence. test/keys.py checks that the patterns still
 * match the code. */
#include "cli.h"

#include <string.h>

#include <spelunke/must.h>
#include <spelunke/text.h>

#include "words/words.h"

enum { PLACEHOLDERS_MAX = 3 };

/* The first match is used, so patterns that begin with a placeholder come last. */
static const char *const troubles[] = {
    "no server runs in this folder",
    "the server cannot be reached: %s",
    "the server does not answer",
    "the server does not know this order",
    "the server is stopping",
    "the store cannot be read now",
    "the store cannot be written now",
    "there is no such table",
    "the table has ended already",
    "the table is being loaded; try again",
    "that is neither an id nor an address",
    "this server keeps no files, and so no list",
    "the list cannot be written: %s",
    "there is neither HOME nor XDG_DATA_HOME: name a folder with --data",
    "cannot make the folder %s: %s",
    "cannot read the key of tokens in %s: %s",
    "cannot write the key of tokens to %s: %s",
    "cannot read %s: %s",
    "cannot listen on %s port %s: %s",
    "LISTEN_FDS names a file that is no listening socket",
    "test listens on loopback alone, and LISTEN_FDS names another socket",
    "libwebsockets cannot use libuv: install the package libwebsockets-evlib-uv",
    "cannot use this certificate with this key",
    "the data folder %s cannot be used: %s",
    "another server uses the data folder %s (process %s)",
    "another server uses the data folder %s",
    "it cannot be used: %s",
    "it is not a file of this program",
    "a newer version of this program wrote it (%s, this one knows %s)",
    "an older version of this program wrote it; a server brings it up to date",
    "there is a file already: %s",
    "there is no journal in this folder: %s",
    "the journal cannot be opened: %s",
    "the file cannot be copied: %s",
    "the copy cannot be written: %s",
    "the copy cannot be opened: %s",
    "the copy cannot be made: %s",
    "the copy is not whole: %s",
    "%s cannot be used: %s",
};

struct placeholder {
    const char *from, *to;
};

/* The texts that match the placeholders of a pattern. */
struct filling {
    int count;
    struct placeholder placeholders[PLACEHOLDERS_MAX];
};

/* The position of this part of a pattern in the text; NULL: it does not occur. */
static const char *find_part(const char *text, const char *part, size_t length) {
    for (; *text; text++)
        if (strncmp(text, part, length) == 0)
            return text;
    return NULL;
}

/* Extracts the placeholders of a pattern; false: the text does not match it. */
static bool fits(const char *form, const char *text, struct filling *out) {
    for (out->count = 0;;) {
        size_t plain = strcspn(form, "%");
        if (strncmp(form, text, plain) != 0)
            return false;
        form += plain;
        text += plain;
        if (!*form)
            return !*text;
        form += strlen("%s");
        size_t next = strcspn(form, "%");
        const char *end = next ? find_part(text, form, next) : text + strlen(text);
        if (!end)
            return false;
        must(out->count < PLACEHOLDERS_MAX);
        out->placeholders[out->count++] = (struct placeholder){text, end};
        text = end;
    }
}

static void put_trouble(const char *english, struct text *out);

static void put_filled(const char *form, const struct filling *filling, struct text *out) {
    for (int i = 0; *form; i++) {
        size_t plain = strcspn(form, "%");
        text_put_bytes(out, form, plain);
        form += plain;
        if (!*form)
            return;
        must(i < filling->count); /* translations have as many placeholders */
        struct text inner = {0};
        for (const char *at = filling->placeholders[i].from; at < filling->placeholders[i].to; at++)
            text_put_char(&inner, *at);
        put_trouble(text_string(&inner), out);
        text_free(&inner);
        form += strlen("%s");
    }
}

/* A text that matches no pattern is a system message, or is printed unchanged, such as a path. */
static void put_trouble(const char *english, struct text *out) {
    struct filling filling;
    for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++)
        if (fits(troubles[i], english, &filling)) {
            put_filled(said(troubles[i]), &filling, out);
            return;
        }
    text_put(out, words_reason(words_language_of_environment(), english));
}

int complain_trouble(int code, const char *english) {
    struct text sentence = {0};
    put_trouble(english, &sentence);
    complain(code, "%s", text_string(&sentence));
    text_free(&sentence);
    return code;
}
