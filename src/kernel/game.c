/* game.c: lookup of games and bots, and the guarantees around a game's functions. */
#include <spelunke/game.h>

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

const struct game *game_find(const struct game *const *games, const char *key) {
    for (; *games; games++)
        if (strcmp((*games)->key, key) == 0)
            return *games;
    return NULL;
}

const struct bot *game_bot(const struct game *game, const char *key) {
    for (const struct bot *const *bot = game->bots; *bot; bot++)
        if (strcmp((*bot)->key, key) == 0)
            return *bot;
    return NULL;
}

void *actions_at(const struct actions *actions, int index) {
    must(index >= 0 && index < actions->count);
    return actions->slots + (size_t)index * actions->size;
}

void *actions_add(struct actions *actions) {
    must(actions->count < actions->max);
    actions->count++;
    return memset(actions_at(actions, actions->count - 1), 0, actions->size);
}

void actions_add_all(struct actions *actions, const void *added, int count) {
    must(actions->count + count <= actions->max);
    memcpy(actions->slots + (size_t)actions->count * actions->size, added,
           (size_t)count * actions->size);
    actions->count += count;
}

struct actions actions_new(const struct game *game) {
    return (struct actions){.slots = must_alloc(game->action_size * (size_t)game->legal_max),
                            .size = game->action_size,
                            .max = game->legal_max};
}

void actions_free(struct actions *actions) {
    free(actions->slots);
    *actions = (struct actions){0};
}

bool turn_asks(const struct turn *turn, int seat) {
    if (seat < 0)
        return seat == SEAT_CHANCE ? turn->kind == TURN_CHANCE
                                   : seat == SEAT_SIM && turn->kind == TURN_SIM;
    return turn->kind == TURN_SEATS && seat < SEATS_MAX && ((turn->seats | turn->may) >> seat & 1);
}

bool turn_is_session(const struct turn *turn) {
    return turn->kind == TURN_SIM || turn->takes_time;
}

int turn_drawer(const struct turn *turn) {
    return turn->kind == TURN_SIM ? SEAT_SIM : SEAT_CHANCE;
}

bool turn_equals(const struct turn *a, const struct turn *b) {
    return a->kind == b->kind && a->seats == b->seats && a->may == b->may &&
           a->question == b->question && a->first == b->first && a->control == b->control &&
           a->takes_time == b->takes_time && a->reaction == b->reaction;
}

void game_turn(const struct game *game, const void *state, struct turn *turn) {
    *turn = (struct turn){0};
    game->turn(state, turn);
}

void game_legal(const struct game *game, const void *state, int seat, struct actions *out) {
    struct turn turn;
    out->count = 0;
    game_turn(game, state, &turn);
    if (seat >= 0 && turn_asks(&turn, seat))
        game->legal(state, seat, out);
}

void game_view(const struct game *game, const void *state, int seat, void *view) {
    memset(view, 0, game->state_size);
    game->view(state, seat, view);
}

void view_parts_json(const struct view_part *parts, const void *view, int seat, struct text *out) {
    for (; parts->json; parts++)
        parts->json(view, seat, out);
}

bool view_part_is_same(const struct view_part *part, const void *before, const void *after) {
    const char *old = before, *new = after;
    for (int i = 0; i < VIEW_RANGES_MAX && part->follows[i].size; i++) {
        const struct view_range *range = &part->follows[i];
        if (memcmp(old + range->from, new + range->from, range->size) != 0)
            return false;
    }
    return true;
}

void game_guess(const struct game *game, const void *view, int seat, struct rng *rng, void *state) {
    memset(state, 0, game->state_size);
    game->guess(view, seat, rng, state);
}

void game_idle(const struct game *game, const void *state, int seat, void *action) {
    memset(action, 0, game->action_size);
    game->idle(state, seat, action);
}

void game_prompt(const struct game *game, const void *view, int seat, struct prompt *prompt) {
    prompt_task(prompt, NULL);
    game->face->prompt(view, seat, prompt);
    must(prompt->task.key);
}

void game_kit_json(const struct game *game, struct text *out) {
    const char *const *preset = game->face->presets;
    js_open(out, '{');
    js_key(out, "presets");
    js_open(out, '[');
    for (; preset && *preset; preset++)
        js_string(out, *preset);
    js_close(out, ']');
    if (game->face->kit)
        game->face->kit(out);
    js_close(out, '}');
}

bool game_parse(const struct game *game, const void *state, int seat, const char *text,
                void *action, struct message *why) {
    memset(action, 0, game->action_size);
    return game->parse_action(state, seat, text, action, why);
}

void turn_json(const struct turn *turn, struct text *out) {
    static const char *const kinds[] = {"seats", "chance", "sim", "over"};
    js_open(out, '{');
    js_put_string(out, "kind", kinds[turn->kind]);
    if (turn->kind == TURN_SEATS)
        js_put_seats(out, "seats", turn->seats);
    if (turn->kind == TURN_SEATS && turn->may)
        js_put_seats(out, "may", turn->may);
    if (turn->reaction)
        js_put_bool(out, "reaction", true);
    if (turn->kind == TURN_SIM) {
        js_put_number(out, "seat", turn->control);
        js_put_seats(out, "seats", 1u << turn->control);
    }
    js_close(out, '}');
}
