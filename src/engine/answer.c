/* answer.c: writes the parts of answers. */
#include "engine_inside.h"

#include "words/listing.h"

void answer_turn(struct request *request, const struct match *match) {
    struct turn turn;
    match_turn(match, &turn);
    js_key(request->out, "turn");
    turn_json(&turn, request->out);
}

void answer_ask(struct request *request, struct match *match, int seat) {
    uint32_t ask = match_ask(match, seat);
    js_key(request->out, "ask");
    if (ask)
        js_number(request->out, ask);
    else
        js_null(request->out);
}

void answer_events(struct request *request, const struct match *match) {
    const struct events *events = &request->engine->events;
    js_key(request->out, "events");
    js_open(request->out, '[');
    for (int i = 0; i < events->count; i++)
        event_json(event_of(events, i), match_setup(match)->seats, request->out);
    js_close(request->out, ']');
}

void answer_action(struct request *request, const struct game *game, const void *action) {
    struct text text = {0};
    game->print_action(action, &text);
    js_put_string(request->out, "action", text_string(&text));
    text_free(&text);
}

void answer_games(struct request *request) {
    js_key(request->out, "games");
    js_open(request->out, '[');
    for (const struct game *const *game = request->engine->host.games; *game; game++)
        listing_put_game(*game, NULL, request->out);
    js_close(request->out, ']');
}
