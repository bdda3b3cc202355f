/* secrets.c: varies what a seat of Zum Blauen Drachen must not know (Z-52, Z-53).
 *
 * Written from the rules and not from view.c: hands of others except for cards that are public
 * by counting, all decks, all face-down drinks as far as the shuffles do not determine them, and
 * sealed answers of others. */
#include "../drachen.h"

#include <string.h>

#include <spelunke/must.h>

void drachen_vary(void *state, int seat, struct rng *rng);
extern const char *const drachen_samples[];

static bool take(uint8_t *cards, int *count, int card) {
    for (int i = 0; i < *count; i++)
        if (cards[i] == card) {
            cards[i] = cards[--*count];
            return true;
        }
    return false;
}

static void put_in_hand(struct dr_seat *owner, int at, uint8_t card) {
    for (; at > 0 && owner->hand[at - 1] > card; at--)
        owner->hand[at] = owner->hand[at - 1];
    owner->hand[at] = card;
}

/* Shuffles hand and deck together, except for public cards. */
static void vary_hand(struct dr_seat *owner, struct rng *rng) {
    uint8_t pool[DR_DECK + DR_HAND];
    int count = owner->hand_count + owner->deck_count, kept = owner->shown_count;
    memcpy(pool, owner->hand, owner->hand_count);
    memcpy(pool + owner->hand_count, owner->deck, owner->deck_count);
    for (int i = 0; i < owner->shown_count; i++)
        must(take(pool, &count, owner->shown[i]));
    rng_shuffle(rng, pool, count);
    memcpy(owner->hand, owner->shown, sizeof owner->hand);
    for (int at = kept; at < owner->hand_count; at++)
        put_in_hand(owner, at, pool[--count]);
    memcpy(owner->deck, pool, (size_t)count);
}

/* Exchanges drinks of one lot. */
static void vary_drinks(struct dr_state *s, struct rng *rng) {
    for (int lot = 0; lot < DR_DRINKS; lot++) {
        uint8_t *place[DR_DRINKS], card[DR_DRINKS];
        int count = 0;
        for (int i = 0; i < s->drinks_count; i++)
            if (s->drinks_lot[i] == lot)
                place[count++] = &s->drinks[i];
        for (int seat = 0; seat < s->seats; seat++)
            for (int i = 0; i < s->seat[seat].pile_count; i++)
                if (s->seat[seat].pile_lot[i] == lot)
                    place[count++] = &s->seat[seat].pile[i];
        for (int i = 0; i < count; i++)
            card[i] = *place[i];
        if (count)
            rng_shuffle(rng, card, count);
        for (int i = 0; i < count; i++)
            *place[i] = card[i];
    }
}

/* Any answer that the seat could have sealed to the top item: a pass, or a card that fits and is
 * not sealed elsewhere. */
static uint8_t any_answer(const struct dr_state *s, int seat, struct rng *rng) {
    const struct dr_seat *owner = &s->seat[seat];
    int at = (int)rng_below(rng, DR_HAND);
    int card = at < owner->hand_count ? owner->hand[at] : 0;
    int use = card && dr_held(s, seat, card) ? dr_use_now(s, seat, card) : -1;
    if (use < 0 || dr_is_interrupt(s, &dr_row(s, card)->uses[use]))
        return DR_PASS;
    unsigned mask = dr_aims(s, seat, dr_aim(&dr_row(s, card)->uses[use]));
    struct dr_action answer = {.verb = DR_DO_PLAY, .card = (uint8_t)card};
    if (mask)
        answer.target[0] = (uint8_t)(1 + dr_next(s, mask, (int)rng_below(rng, s->seats)));
    return dr_seal_of(s, seat, &answer);
}

/* Each item as if it were the topmost. */
static void vary_seals(struct dr_state *s, int viewer, struct rng *rng) {
    uint8_t depth = s->depth;
    for (int i = 0; i < depth; i++)
        for (int seat = 0; seat < s->seats; seat++)
            if (seat != viewer && s->stack[i].sealed >> seat & 1)
                s->stack[i].seal[seat] = DR_PASS;
    for (s->depth = 1; s->depth <= depth; s->depth++)
        for (int seat = 0; seat < s->seats; seat++)
            if (seat != viewer && dr_top(s)->sealed >> seat & 1)
                dr_top(s)->seal[seat] = any_answer(s, seat, rng);
    s->depth = depth;
}

void drachen_vary(void *state, int viewer, struct rng *rng) {
    struct dr_state *s = state;
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat != viewer)
            vary_hand(&s->seat[seat], rng);
        else if (s->seat[seat].deck_count)
            rng_shuffle(rng, s->seat[seat].deck, s->seat[seat].deck_count);
    }
    vary_drinks(s, rng);
    vary_seals(s, viewer, rng);
}

const char *const drachen_samples[] = {"keep",
                                       "discard D01",
                                       "discard D01 D01 D17",
                                       "pass",
                                       "play D17 >2",
                                       "play D05 >1 >3",
                                       "play D05 >1 >1",
                                       "play E26",
                                       "play E26 >3",
                                       "play E12 >0",
                                       "play D07 >0",
                                       "buy >1",
                                       "buy >9",
                                       "split >2",
                                       "drink",
                                       "accept",
                                       "decline",
                                       "characters FEDG",
                                       "first 2",
                                       "shuffle 0 *",
                                       "shuffle drinks *",
                                       "shuffle drinks T03 *",
                                       "play D17 >0 >1",
                                       "discard",
                                       "play",
                                       "",
                                       NULL};
