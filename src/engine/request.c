/* request.c: reads and validates fields, and writes errors. */
#include "engine_inside.h"

#include <string.h>

#include <spelunke/must.h>

#include "words/words.h"

static int put_dump(const char *bytes, size_t count, void *out) {
    text_put_bytes(out, bytes, count);
    return 0;
}

static void put_id(struct request *request) {
    if (!request->id)
        return;
    js_key(request->out, "id");
    json_dump_callback(request->id, put_dump, request->out, JSON_ENCODE_ANY | JSON_COMPACT);
}

void answer_open(struct request *request) {
    js_open(request->out, '{');
    put_id(request);
    js_put_bool(request->out, "ok", true);
}

static void open_failure(struct request *request, const char *code) {
    js_open(request->out, '{');
    put_id(request);
    js_put_bool(request->out, "ok", false);
    js_put_string(request->out, "error", code);
}

/* A reason may quote input, so it may not be valid UTF-8. */
bool fail(struct request *request, const char *code, const char *reason) {
    open_failure(request, code);
    js_put_string(request->out, "reason", text_is_utf8(reason) ? reason : "not UTF-8");
    js_close(request->out, '}');
    return false;
}

bool fail_field(struct request *request, const char *code, const char *field, const char *what) {
    struct text reason = {0};
    text_put(&reason, "field \"");
    text_put(&reason, field);
    text_put(&reason, "\" must be ");
    text_put(&reason, what);
    fail(request, code, text_string(&reason));
    text_free(&reason);
    return false;
}

/* `line`, where not 0, is printed before the reason. */
static bool fail_at(struct request *request, const char *code, int line,
                    const struct message *why) {
    struct text reason = {0};
    if (line) {
        text_put(&reason, "line ");
        text_put_number(&reason, line);
        text_put(&reason, ": ");
    }
    words_say(LANGUAGE_EN, why, &reason);
    open_failure(request, code);
    js_put_string(request->out, "reason", text_string(&reason));
    js_put_string(request->out, "key", why->key);
    js_key(request->out, "args");
    message_args_json(why, request->out);
    if (line)
        js_put_number(request->out, "line", line);
    js_close(request->out, '}');
    text_free(&reason);
    return false;
}

bool fail_message(struct request *request, const char *code, const struct message *why) {
    return fail_at(request, code, 0, why);
}

bool fail_log(struct request *request, const struct log_fault *fault) {
    return fail_at(request, BAD_REQUEST, fault->line, &fault->why);
}

bool fail_verdict(struct request *request, enum verdict verdict, const struct message *why) {
    static const char *const codes[] = {[VERDICT_NOT_YOUR_TURN] = NOT_YOUR_TURN,
                                        [VERDICT_ILLEGAL] = ILLEGAL,
                                        [VERDICT_STALE] = STALE,
                                        [VERDICT_OVER] = OVER};
    return fail_message(request, codes[verdict], why);
}

/* Strings that contain a zero byte are refused here. */
const char *string_of(const json_t *value) {
    const char *string = json_string_value(value);
    return string && strlen(string) == json_string_length(value) ? string : NULL;
}

bool read_string(struct request *request, const char *field, const char **string) {
    *string = string_of(json_object_get(request->json, field));
    return *string || fail_field(request, BAD_REQUEST, field, "a string");
}

bool read_match_number(struct request *request, int64_t *number) {
    const json_t *value = json_object_get(request->json, "match");
    if (!json_is_integer(value))
        return fail_field(request, BAD_REQUEST, "match", "the number of a match");
    *number = json_integer_value(value);
    if (!engine_find(request->engine, *number))
        return fail(request, UNKNOWN_MATCH, "there is no match with this number");
    return true;
}

bool read_match(struct request *request, struct match **match) {
    int64_t number;
    if (!read_match_number(request, &number))
        return false;
    *match = engine_find(request->engine, number);
    return true;
}

bool read_seat(struct request *request, const struct match *match, const char *other_name,
               int other, int *seat) {
    const json_t *value = json_object_get(request->json, "seat");
    const char *name = string_of(value);
    if (json_is_integer(value) && json_integer_value(value) >= 0 &&
        json_integer_value(value) < match_setup(match)->seats)
        *seat = (int)json_integer_value(value);
    else if (name && other_name && strcmp(name, other_name) == 0)
        *seat = other;
    else
        return fail_field(request, BAD_REQUEST, "seat", "a seat of the match, counted from 0");
    return true;
}

bool read_number(struct request *request, const char *field, int64_t min, int64_t max,
                 int64_t *number) {
    const json_t *value = json_object_get(request->json, field);
    if (!value)
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max)
        return fail_field(request, BAD_REQUEST, field, "a whole number in its range");
    *number = json_integer_value(value);
    return true;
}

static bool parse_int32(const json_t *value, int32_t *number) {
    if (!json_is_integer(value) || json_integer_value(value) < INT32_MIN ||
        json_integer_value(value) > INT32_MAX)
        return false;
    *number = (int32_t)json_integer_value(value);
    return true;
}

/* Three numbers are a position, seven a position and a rotation. */
static bool parse_pose(const json_t *value, struct pose *pose) {
    size_t count = json_array_size(value);
    *pose = (struct pose){.turned = {1000000, 0, 0, 0}};
    if (count != 3 && count != 7)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!parse_int32(json_array_get(value, i), i < 3 ? &pose->at[i] : &pose->turned[i - 3]))
            return false;
    return true;
}

static bool parse_hand(const json_t *value, int32_t after, struct hand *hand) {
    const json_t *grip = json_object_get(value, "grip");
    hand->grip = json_is_true(grip);
    return parse_int32(json_object_get(value, "tick"), &hand->tick) && hand->tick >= after &&
           parse_pose(json_object_get(value, "pose"), &hand->pose) && json_is_boolean(grip);
}

bool read_hands(struct request *request, int *count) {
    const json_t *list = json_object_get(request->json, "hand");
    size_t size = json_array_size(list);
    if (!json_is_array(list) || size > HAND_SAMPLES_MAX)
        return fail_field(request, BAD_REQUEST, "hand", "a list of at most 20000 samples");
    struct hand *hands = must_realloc(request->engine->hands, size * sizeof *hands);
    request->engine->hands = hands;
    for (size_t i = 0; i < size; i++)
        if (!parse_hand(json_array_get(list, i), i ? hands[i - 1].tick : 0, &hands[i]))
            return fail_field(
                request, BAD_REQUEST, "hand",
                "samples of tick (never falling), pose (3 or 7 whole numbers) and grip");
    *count = (int)size;
    return true;
}
