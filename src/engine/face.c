/* face.c: commands for clients that draw a game without knowing its rules: the question, the
 * effects of an action, the chances, the constant facts. */
#include "engine_inside.h"

static bool read_seat_of_match(struct request *request, struct match **match, int *seat) {
    return read_match(request, match) && read_seat(request, *match, NULL, 0, seat);
}

bool command_prompt(struct request *request) {
    struct match *match;
    int seat;
    if (!read_seat_of_match(request, &match, &seat))
        return false;
    answer_open(request);
    js_key(request->out, "prompt");
    match_prompt_json(match, seat, request->out);
    return true;
}

static bool answer_says(struct request *request) {
    const struct events *says = &request->engine->events;
    answer_open(request);
    js_key(request->out, "says");
    js_open(request->out, '[');
    for (int i = 0; i < says->count; i++) {
        const struct message *message = &event_of(says, i)->message;
        js_open(request->out, '{');
        js_put_string(request->out, "key", message->key);
        js_key(request->out, "args");
        message_args_json(message, request->out);
        js_close(request->out, '}');
    }
    js_close(request->out, ']');
    return true;
}

/* An illegal action has no effects: it is refused as by `play`. */
bool command_tell(struct request *request) {
    struct match *match;
    struct message why;
    const char *text;
    int seat;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    if (!read_seat_of_match(request, &match, &seat) || !read_string(request, "action", &text))
        return false;
    enum verdict verdict = match_read(match, seat, text, action, &why);
    if (verdict != VERDICT_PLAYED)
        return fail_verdict(request, verdict, &why);
    match_tell(match, seat, action, &request->engine->events);
    return answer_says(request);
}

bool command_odds(struct request *request) {
    struct match *match;
    int seat;
    if (!read_seat_of_match(request, &match, &seat))
        return false;
    match_odds(match, seat, &request->engine->events);
    return answer_says(request);
}

bool command_kit(struct request *request) {
    const struct game *game;
    if (!read_game(request, &game))
        return false;
    answer_open(request);
    js_key(request->out, "kit");
    game_kit_json(game, request->out);
    return true;
}
