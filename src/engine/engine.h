/* engine.h: the rules behind a protocol of JSON lines.
 *
 * engine_answer implements the whole protocol and knows neither files nor a clock;
 * docs/engine-protocol.md specifies it. Every input line produces exactly one line of answer. */
#ifndef SPELUNKE_ENGINE_H
#define SPELUNKE_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include <spelunke/game.h>

enum {
    ENGINE_PROTOCOL = 1,
    ENGINE_MATCHES_MAX = 250000,
    ENGINE_LINE_MAX = 16 * 1024 * 1024,
    ENGINE_MS_MAX = 600000,
    ENGINE_EFFORT_MAX = 10000, /* takes a few seconds for one answer */
    ENGINE_VALUES_MAX = 300000 /* in one request */
};

/* Callbacks that the engine needs. */
struct engine_host {
    const struct game *const *games;
    /* A clock in milliseconds, used only for the time limit of bots. */
    int64_t (*now)(void);
    /* Random bytes for a match without a given seed. */
    void (*secret)(unsigned char secret[KEY_BYTES]);
};

struct engine;

struct engine *engine_new(const struct engine_host *host);
void engine_free(struct engine *engine);
/* Answers one request line (without its line feed). */
void engine_answer(struct engine *engine, const char *line, size_t length, struct text *out);
/* The answer to a line that was longer than ENGINE_LINE_MAX. */
void engine_answer_too_long(struct engine *engine, struct text *out);

/* Splits a stream of bytes into lines. A line beyond the limit is dropped, but still reported. */
struct lines {
    struct text pending;
    size_t from, searched;
    size_t limit;
    bool is_skipping;
};

enum lines_found { LINES_NONE, LINES_LINE, LINES_TOO_LONG };

void lines_add(struct lines *lines, const char *bytes, size_t count);
enum lines_found lines_next(struct lines *lines, const char **line, size_t *length);
/* The rest at the end of input, if the last line feed is missing. */
enum lines_found lines_last(struct lines *lines, const char **line, size_t *length);
void lines_free(struct lines *lines);

#endif
