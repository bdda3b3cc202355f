/* careless.c: a player that loads pieces at random places. */
#include "careless.h"

#include <math.h>

#include <spelunke/must.h>

#include "games/riffraff/shapes.h"

enum { TRIES_MAX = 12, MATCH_LOADINGS = 60, ABOARD_MAX = 26 };

double careless_draw(struct rng *rng) {
    return rng_next(rng) / 4294967296.0;
}

int count_bits(uint64_t set) {
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static void clear_ship(struct careless *p) {
    p->state = (struct rr_state){.seats = 4,
                                 .slow_motion = p->state.slow_motion,
                                 .sea = RR_NORMAL,
                                 .phase = RR_SIM,
                                 .order_count = 1};
    p->supply = ((uint64_t)1 << RR_PIECES_MAX) - 1;
}

void careless_begin(struct careless *player, int slow_motion) {
    const unsigned char key[KEY_BYTES] = {7};
    *player = (struct careless){.state.slow_motion = (uint8_t)slow_motion};
    rng_open(&player->rng, key, 0, LANE_CHANCE);
}

void careless_note(struct careless *player, const struct rr_action *outcome) {
    must(rr_check_outcome(&player->state, outcome, NULL));
    if (outcome->has_ship)
        player->state.ship = outcome->ship;
    if (!outcome->is_back)
        player->supply &= ~((uint64_t)1 << player->state.loading);
    player->supply |= outcome->fallen;
}

static int draw_piece(struct careless *p) {
    int skip = (int)rng_below(&p->rng, (uint32_t)count_bits(p->supply));
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (p->supply >> piece & 1 && skip-- == 0)
            return piece;
    return RR_NO_PIECE;
}

static void choose_place(struct carry *l) {
    const struct rr_area *a = &rr_areas[l->player->state.laid[0]];
    bool is_deck = a->body == RR_HULL_BODY;
    struct rng *rng = &l->player->rng;
    int32_t z = a->top + (is_deck ? 0 : rr_yard_heights[a->body - RR_YARD_BODY]);
    double turn = careless_draw(rng) * acos(-1);
    double share[2] = {careless_draw(rng), careless_draw(rng)};
    for (int i = 0; i < 2; i++)
        l->to.at[i] = a->low[i] + (int32_t)(share[i] * (a->high[i] - a->low[i]));
    if (!is_deck)
        l->to.at[0] /= 4;
    l->to.at[2] = z;
    l->to.turned[0] = (int32_t)(1e6 * cos(turn / 2));
    l->to.turned[3] = (int32_t)(1e6 * sin(turn / 2));
    l->to.turned[1] = l->to.turned[2] = 0;
    l->plan = GO_UP;
    l->tries++;
}

void carry_begin(struct carry *loading, struct careless *player) {
    if (player->loadings++ % MATCH_LOADINGS == 0 ||
        count_bits(player->state.ship.aboard) >= ABOARD_MAX)
        clear_ship(player);
    *loading = (struct carry){.player = player};
    player->state.loading = (int8_t)draw_piece(player);
    player->state.laid[0] = (uint8_t)(1 + rng_below(&player->rng, RR_AREAS));
    choose_place(loading);
}

struct session *carry_open(const struct carry *loading) {
    return session_open(&riffraff_game, &loading->player->state, &loading->player->rng, NULL);
}

void carry_steer(struct carry *l, const struct frame *now, struct hand *hand) {
    const struct pose *piece = &now->bodies[now->held];
    int32_t high = l->to.at[2] + 45000;
    hand->grip = true;
    if (now->tick - l->since > 250 || (l->plan != WAIT && now->awaits_hand)) {
        l->plan++;
        l->since = now->tick;
    }
    if (l->plan == LET_GO && now->release)
        choose_place(l);
    hand->pose = l->to;
    if (l->plan == GO_UP) {
        hand->pose = *piece;
        hand->pose.at[0] = l->player->state.laid[0] > RR_DECK_AREAS ? -92000 : piece->at[0];
        hand->pose.at[2] = high;
    } else if (l->plan == GO_OVER) {
        hand->pose.at[2] = high;
    } else if (l->plan == LET_GO) {
        hand->grip = false;
    }
    if (carry_fails(l))
        hand->pose = *piece;
}

bool carry_fails(const struct carry *loading) {
    return loading->tries > TRIES_MAX;
}
