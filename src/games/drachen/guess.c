/* guess.c: a random full state that agrees with a view, uniformly distributed.
 *
 * The unknown cards of a deck are those that neither lie face up nor are known to be in the
 * hand; they are shuffled and dealt to hand and deck. Face-down drinks are dealt lot by lot.
 * Sealed answers of others are taken to be passes, because nothing is known about them. */
#include "drachen.h"

#include <string.h>

/* The cards of a seat's deck whose place is unknown in the view; returns the count. */
static int unknown_cards(const struct dr_state *s, int seat, uint8_t pool[DR_DECK]) {
    const struct dr_seat *owner = &s->seat[seat];
    const struct character *character = &dr_characters[owner->character];
    uint8_t left[DR_DECK_KINDS];
    int count = 0;
    memcpy(left, owner->unseen, sizeof left);
    for (int i = 0; i < owner->hand_count; i++)
        if (owner->hand[i])
            left[dr_deck_index(s, seat, owner->hand[i])]--;
    for (int i = 0; i < character->kinds; i++)
        for (; left[i]; left[i]--)
            pool[count++] = (uint8_t)(character->first + i);
    return count;
}

static void guess_cards(struct dr_state *s, int seat, struct rng *rng) {
    struct dr_seat *owner = &s->seat[seat];
    uint8_t pool[DR_DECK], known = 0;
    int count = unknown_cards(s, seat, pool);
    rng_shuffle(rng, pool, count);
    while (known < owner->hand_count && owner->hand[known])
        known++; /* the hand is sorted, so known cards come first in a view */
    while (known < owner->hand_count)
        dr_put_rising(owner->hand, &known, pool[--count]);
    memcpy(owner->deck, pool, owner->deck_count);
}

/* Shuffles the face-down drinks of each lot. */
static void guess_drinks(struct dr_state *s, struct rng *rng) {
    uint8_t pool[DR_DRINKS][DR_DRINKS], count[DR_DRINKS] = {0};
    for (int lot = 0; lot < DR_DRINKS; lot++) {
        for (int drink = 1; drink <= DR_DRINK_KINDS; drink++)
            for (int i = 0; i < s->lots[lot][drink]; i++)
                pool[lot][count[lot]++] = (uint8_t)drink;
        if (count[lot])
            rng_shuffle(rng, pool[lot], count[lot]);
    }
    for (int i = 0; i < s->drinks_count; i++)
        s->drinks[i] = pool[s->drinks_lot[i]][--count[s->drinks_lot[i]]];
    for (int seat = 0; seat < s->seats; seat++)
        for (int i = 0; i < s->seat[seat].pile_count; i++) {
            int lot = s->seat[seat].pile_lot[i];
            s->seat[seat].pile[i] = pool[lot][--count[lot]];
        }
}

static void guess_seals(struct dr_item *item) {
    for (int seat = 0; seat < DR_SEATS; seat++)
        if (item->sealed & dr_bit(seat) && !item->seal[seat])
            item->seal[seat] = DR_PASS;
}

void dr_guess(const void *view, int seat, struct rng *rng, void *state) {
    struct dr_state *s = state;
    (void)seat; /* its own hand and answers are in the view */
    memcpy(s, view, sizeof *s);
    for (int i = 0; i < s->seats; i++)
        guess_cards(s, i, rng);
    guess_drinks(s, rng);
    for (int i = 0; i < s->depth; i++)
        guess_seals(&s->stack[i]);
}
