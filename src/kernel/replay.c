/* replay.c: replays a match from its first position, entry by entry. */
#include "match_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

void match_replay(const struct match *match, int upto,
                  bool (*visit)(void *context, const struct replay *replay), void *context) {
    const struct game *game = match->game;
    void *before = must_alloc(game->state_size), *after = must_alloc(game->state_size);
    struct events *events = must_alloc(sizeof *events);
    struct replay replay = {.before = before, .after = after, .events = events};
    must(upto >= 0 && upto <= match->length);
    must(game->init(after, &match->setup, NULL));
    game_turn(game, after, &replay.turn_after);
    for (int i = 0; i < upto; i++) {
        replay.index = i;
        replay.entry = match_entry(match, i);
        replay.turn_before = replay.turn_after;
        memcpy(before, after, game->state_size);
        events->count = 0;
        game->apply(after, replay.entry.seat, replay.entry.action, events);
        game_turn(game, after, &replay.turn_after);
        if (!visit(context, &replay))
            break;
    }
    free(events);
    free(before);
    free(after);
}
