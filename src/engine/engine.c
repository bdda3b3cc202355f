/* engine.c: answers one line, and keeps the table of open matches.
 *
 * Numbers of matches only increase. The table is an array; a match is stored at its number modulo
 * the array's size, and a new number is the next one whose slot is free. Two numbers that differ
 * modulo n also differ modulo 2n, so the table grows by moving every match to its new slot, and a
 * lookup is a single access. */
#include "engine_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

enum { FIRST_SLOTS = 64 };

struct engine *engine_new(const struct engine_host *host) {
    struct engine *engine = must_alloc(sizeof *engine);
    engine->host = *host;
    engine->slot_count = FIRST_SLOTS;
    engine->slots = must_alloc(sizeof *engine->slots * FIRST_SLOTS);
    return engine;
}

void engine_free(struct engine *engine) {
    for (int64_t i = 0; i < engine->slot_count; i++)
        match_free(engine->slots[i].match);
    free(engine->slots);
    free(engine->hands);
    free(engine);
}

static struct match_slot *slot_of(const struct engine *engine, int64_t number) {
    return &engine->slots[number % engine->slot_count];
}

static void grow_table(struct engine *engine) {
    struct match_slot *old = engine->slots;
    int64_t old_count = engine->slot_count;
    engine->slot_count *= 2;
    engine->slots = must_alloc(sizeof *engine->slots * (size_t)engine->slot_count);
    for (int64_t i = 0; i < old_count; i++)
        if (old[i].match)
            *slot_of(engine, old[i].number) = old[i];
    free(old);
}

int64_t engine_keep(struct engine *engine, struct match *match) {
    if (2 * (int64_t)(engine->open_count + 1) > engine->slot_count)
        grow_table(engine);
    do
        engine->last_number++;
    while (slot_of(engine, engine->last_number)->match);
    *slot_of(engine, engine->last_number) = (struct match_slot){engine->last_number, match};
    engine->open_count++;
    return engine->last_number;
}

struct match *engine_find(const struct engine *engine, int64_t number) {
    if (number < 1)
        return NULL;
    const struct match_slot *slot = slot_of(engine, number);
    return slot->number == number ? slot->match : NULL;
}

void engine_drop(struct engine *engine, int64_t number) {
    struct match_slot *slot = slot_of(engine, number);
    must(slot->match && slot->number == number);
    match_free(slot->match);
    *slot = (struct match_slot){0};
    engine->open_count--;
}

static void fail_unknown_command(struct request *request) {
    struct text reason = {0};
    text_put(&reason, "there is no such command; there are ");
    command_names(&reason);
    fail(request, UNKNOWN_COMMAND, text_string(&reason));
    text_free(&reason);
}

static void run_command(struct request *request) {
    const char *name;
    if (!json_is_object(request->json)) {
        fail(request, BAD_REQUEST, "a request is a JSON object");
        return;
    }
    request->id = json_object_get(request->json, "id");
    if (!read_string(request, "cmd", &name))
        return;
    const struct command *command = command_find(name);
    if (!command)
        fail_unknown_command(request);
    else if (command->run(request))
        text_put_char(request->out, '}');
}

/* A parsed value takes many times the memory of its text, so the values of a long line are counted
 * before it is parsed. Commas and brackets inside of strings are counted too, which is harmless at
 * this limit. */
static bool has_too_many_values(const char *line, size_t length) {
    long values = 0;
    for (size_t i = 0; length > ENGINE_VALUES_MAX && i < length; i++)
        values += line[i] == ',' || line[i] == '[' || line[i] == '{';
    return values > ENGINE_VALUES_MAX;
}

static void fail_limit(struct request *request, const char *what, int64_t limit) {
    struct text reason = {0};
    text_put(&reason, what);
    text_put_number(&reason, limit);
    fail(request, BAD_REQUEST, text_string(&reason));
    text_free(&reason);
}

void engine_answer(struct engine *engine, const char *line, size_t length, struct text *out) {
    struct request request = {.engine = engine, .out = out};
    json_error_t error;
    if (has_too_many_values(line, length)) {
        fail_limit(&request, "more commas and brackets in one line than ", ENGINE_VALUES_MAX);
        text_put_char(out, '\n');
        return;
    }
    request.json = json_loadb(line, length, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (request.json)
        run_command(&request);
    else
        fail(&request, BAD_JSON, error.text[0] ? error.text : "this cannot be parsed");
    json_decref(request.json);
    text_put_char(out, '\n');
}

void engine_answer_too_long(struct engine *engine, struct text *out) {
    struct request request = {.engine = engine, .out = out};
    fail_limit(&request, "the line is longer than the limit, in bytes: ", ENGINE_LINE_MAX);
    text_put_char(out, '\n');
}
