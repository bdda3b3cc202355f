/* random.c: the bot that plays random legal actions of every game. */
#include <spelunke/game.h>

#include <string.h>

#include <spelunke/must.h>

/* Hosts ask at every position whether a bot interrupts. A bot that always did would waste its cards
 * as soon as it gets them. */
enum { INTERRUPTS_ONE_IN = 8 };

static bool choose(const struct thinking *thinking, void *action) {
    const struct game *game = thinking->game;
    if (!thinking->must && rng_below(thinking->rng, INTERRUPTS_ONE_IN))
        return false;
    struct actions actions = actions_new(game);
    game_legal(game, thinking->view, thinking->seat, &actions);
    must(actions.count > 0);
    memcpy(action, actions_at(&actions, (int)rng_below(thinking->rng, (uint32_t)actions.count)),
           game->action_size);
    actions_free(&actions);
    return true;
}

const struct bot bot_random = {.key = "random", .choose = choose};
