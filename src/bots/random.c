/* random.c: the bot that plays every game and understands none. */
#include <spelunke/game.h>

#include <string.h>

#include <spelunke/must.h>

static void choose(const struct game *game, const void *view, int seat, struct rng *rng,
                   const struct budget *budget, void *action) {
    struct actions actions = actions_new(game);
    (void)budget;
    game_legal(game, view, seat, &actions);
    must(actions.count > 0);
    memcpy(action, actions_at(&actions, (int)rng_below(rng, (uint32_t)actions.count)),
           game->action_size);
    actions_free(&actions);
}

const struct bot bot_random = {.key = "random", .choose = choose};
