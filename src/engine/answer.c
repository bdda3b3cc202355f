/* answer.c: the pieces that answers are made of. */
#include "engine_inside.h"

#include <spelunke/notation.h>

#include "words/words.h"

void answer_seats(struct request *request, const char *key, unsigned mask) {
    js_key(request->out, key);
    js_open(request->out, '[');
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (mask >> seat & 1)
            js_number(request->out, seat);
    js_close(request->out, ']');
}

void answer_turn(struct request *request, const struct match *match) {
    static const char *const kinds[] = {"seats", "chance", "sim", "over"};
    struct turn turn;
    match_turn(match, &turn);
    js_key(request->out, "turn");
    js_open(request->out, '{');
    js_put_string(request->out, "kind", kinds[turn.kind]);
    if (turn.kind == TURN_SEATS)
        answer_seats(request, "seats", turn.seats);
    if (turn.kind == TURN_SEATS && turn.may)
        answer_seats(request, "may", turn.may);
    if (turn.reaction)
        js_put_bool(request->out, "reaction", true);
    if (turn.kind == TURN_SIM) {
        js_put_number(request->out, "seat", turn.control);
        answer_seats(request, "seats", 1u << turn.control);
    }
    js_close(request->out, '}');
}

void answer_ask(struct request *request, struct match *match, int seat) {
    uint32_t ask = match_ask(match, seat);
    js_key(request->out, "ask");
    if (ask)
        js_number(request->out, ask);
    else
        js_null(request->out);
}

static void event_json(struct request *request, const struct event *event, int seats) {
    struct text *out = request->out;
    js_open(out, '{');
    js_put_string(out, "key", event->message.key);
    js_key(out, "seen_by");
    js_open(out, '[');
    for (int seat = 0; seat < seats; seat++)
        if (event_seen(event, seat))
            js_number(out, seat);
    if (event_seen(event, SEAT_WATCHER))
        js_string(out, "watcher");
    js_close(out, ']');
    js_key(out, "args");
    message_args_json(&event->message, out);
    js_close(out, '}');
}

void answer_events(struct request *request, const struct match *match) {
    const struct events *events = &request->engine->events;
    js_key(request->out, "events");
    js_open(request->out, '[');
    for (int i = 0; i < events->count; i++)
        event_json(request, event_of(events, i), match_setup(match)->seats);
    js_close(request->out, ']');
}

void answer_action(struct request *request, const struct game *game, const void *action) {
    struct text text = {0};
    game->print_action(action, &text);
    js_put_string(request->out, "action", text_string(&text));
    text_free(&text);
}

/* A value in its natural JSON form: numbers as numbers. */
static void put_default(struct text *out, const struct param *param) {
    struct scan scan = {param->fallback};
    int64_t number;
    if (param->kind == PARAM_NUMBER && scan_number(&scan, INT32_MIN, INT32_MAX, &number))
        js_put_number(out, "default", number);
    else
        js_put_string(out, "default", param->fallback);
}

static void put_values(struct text *out, const struct param *param) {
    const char *const *values = param_values(param);
    if (!values)
        return;
    js_key(out, "values");
    js_open(out, '[');
    for (; *values; values++)
        js_string(out, *values);
    js_close(out, ']');
}

static void put_param(struct text *out, const struct game *game, const struct param *param) {
    js_open(out, '{');
    js_put_string(out, "name", param->name);
    js_put_string(out, "help", words_help(LANGUAGE_EN, game->key, param->name));
    put_default(out, param);
    if (param->kind == PARAM_NUMBER) {
        js_put_number(out, "min", param->min);
        js_put_number(out, "max", param->max);
    }
    put_values(out, param);
    js_close(out, '}');
}

static void put_params(struct text *out, const struct game *game, const char *key,
                       const struct param *params) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < param_count(params); i++)
        put_param(out, game, &params[i]);
    js_close(out, ']');
}

static void put_game(struct text *out, const struct game *game) {
    js_open(out, '{');
    js_put_string(out, "key", game->key);
    js_put_string(out, "title", game->title);
    js_key(out, "seats");
    js_open(out, '[');
    js_number(out, game->seats_min);
    js_number(out, game->seats_max);
    js_close(out, ']');
    put_params(out, game, "options", game->params);
    put_params(out, game, "position", game->starts);
    js_key(out, "bots");
    js_open(out, '[');
    for (const struct bot *const *bot = game->bots; *bot; bot++)
        js_string(out, (*bot)->key);
    js_close(out, ']');
    js_close(out, '}');
}

void answer_games(struct request *request) {
    js_key(request->out, "games");
    js_open(request->out, '[');
    for (const struct game *const *game = request->engine->host.games; *game; game++)
        put_game(request->out, *game);
    js_close(request->out, ']');
}
