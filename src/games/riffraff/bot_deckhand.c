/* bot_deckhand.c: `deckhand`, who plays like an ordinary person.
 *
 * It plays a random card and a random piece, compares two places and takes the better one, and
 * misses it by two millimetres and two degrees. Sometimes it announces two pieces. */
#include "bots.h"

enum { ANNOUNCES_TWO = 40 }; /* percent, if it may announce two */

static bool find(const struct thinking *thinking, const struct berth_view *view, int tries,
                 struct berth *out) {
    const struct rr_state *v = thinking->view;
    struct berth berth;
    int found = 0;
    (void)tries;
    for (int i = 0; i < RR_SPOTS_TRIED && found < 2; i++) {
        struct berth_spot spot = berth_draw(view->area, v->loading, true, thinking->rng);
        if (!berth_try(view, v->loading, &spot, &berth))
            continue;
        if (!found++ || berth.rating > out->rating)
            *out = berth;
    }
    return found > 0;
}

const struct rr_level rr_level_deckhand = {
    .error = .002, .turn_error = .035, .catches = true, .find = find};

static int draw_piece(uint64_t pieces, struct rng *rng) {
    int piece = rr_set_next(pieces, 0);
    for (int skip = (int)rng_below(rng, (uint32_t)rr_set_size(pieces)); skip > 0; skip--)
        piece = rr_set_next(pieces, piece + 1);
    return piece;
}

static bool choose(const struct thinking *thinking, void *action) {
    const struct rr_state *v = thinking->view;
    struct rr_action *a = action;
    if (v->phase != RR_LOAD && v->phase != RR_SECOND)
        return bot_random.choose(thinking, action);
    a->piece = (int8_t)draw_piece(v->supply[thinking->seat], thinking->rng);
    a->verb = RR_LOAD_ONE;
    if (v->phase == RR_LOAD && !rr_no_two(v, thinking->seat) &&
        rng_below(thinking->rng, 100) < ANNOUNCES_TWO)
        a->verb = RR_LOAD_TWO;
    return true;
}

static void steer(const struct thinking *thinking, const struct frame *frame, struct hand *hand) {
    steer_hand(&rr_level_deckhand, thinking->memory, thinking, frame, hand);
}

const struct bot rr_bot_deckhand = {
    .key = "deckhand", .sit = steer_sit, .leave = steer_leave, .choose = choose, .steer = steer};
