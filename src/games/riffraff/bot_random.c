/* bot_random.c: `random`, which plays any card and loads any piece anywhere.
 *
 * The kernel's random bot does not steer a hand, so its pieces would always come back. This one
 * draws its actions in the same way, and also place and rotation. */
#include "bots.h"

static bool find(const struct thinking *thinking, const struct berth_view *view, int tries,
                 struct berth *out) {
    const struct rr_state *v = thinking->view;
    (void)tries;
    for (int i = 0; i < RR_SPOTS_TRIED; i++) {
        struct berth_spot spot = berth_draw(view->area, v->loading, false, thinking->rng);
        if (berth_try(view, v->loading, &spot, out))
            return true;
    }
    return false;
}

const struct rr_level rr_level_random = {
    .error = .002, .turn_error = .035, .catches = true, .find = find};

static bool choose(const struct thinking *thinking, void *action) {
    return bot_random.choose(thinking, action);
}

static void steer(const struct thinking *thinking, const struct frame *frame, struct hand *hand) {
    steer_hand(&rr_level_random, thinking->memory, thinking, frame, hand);
}

const struct bot rr_bot_random = {
    .key = "random", .sit = steer_sit, .leave = steer_leave, .choose = choose, .steer = steer};
