/* fuzz_engine.c: any bytes as input of the engine. Every line gets one answer, and every answer
 * is a JSON object with the member `ok`. */
#include <jansson.h>

#include <spelunke/must.h>

#include "engine/engine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Enough for `load` with a real log, and still short enough to test lines that are too long. */
enum { LINE_BYTES_MAX = 16384 };

static int64_t no_time(void) {
    return 0;
}

static void no_secret(unsigned char secret[KEY_BYTES]) {
    for (int i = 0; i < KEY_BYTES; i++)
        secret[i] = (unsigned char)i;
}

static void check_answer(const struct text *out) {
    must(out->length > 0 && out->data[out->length - 1] == '\n');
    json_t *answer = json_loadb(out->data, out->length, JSON_ALLOW_NUL, NULL);
    must(json_is_object(answer) && json_is_boolean(json_object_get(answer, "ok")));
    json_decref(answer);
}

static void answer(struct engine *engine, enum lines_found found, const char *line, size_t length,
                   struct text *out) {
    text_clear(out);
    if (found == LINES_LINE)
        engine_answer(engine, line, length, out);
    else
        engine_answer_too_long(engine, out);
    check_answer(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct engine_host host = {.games = game_list, .now = no_time, .secret = no_secret};
    struct engine *engine = engine_new(&host);
    struct lines lines = {.limit = LINE_BYTES_MAX};
    struct text out = {0};
    const char *line = NULL;
    size_t length = 0;
    enum lines_found found;
    lines_add(&lines, (const char *)data, size);
    while ((found = lines_next(&lines, &line, &length)) != LINES_NONE)
        answer(engine, found, line, length, &out);
    found = lines_last(&lines, &line, &length);
    if (found != LINES_NONE)
        answer(engine, found, line, length, &out);
    text_free(&out);
    lines_free(&lines);
    engine_free(engine);
    return 0;
}
