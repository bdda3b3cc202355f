/* deck.c: the location of every card: hands, decks, discards, piles and drinks.
 *
 * A card is in exactly one place: a hand, a deck, a discard pile, or face up on the stack.
 * `unseen` counts the copies of each card that do not lie face up, and `moments` is the set of
 * moments at which one of those could be played. Both follow from public information, and so
 * does everything that is computed from them. */
#include "drachen.h"

#include <string.h>

#include <spelunke/must.h>

const struct card *dr_row(const struct dr_state *s, int card) {
    return dr_card(card, s->eve_2008);
}

int dr_deck_index(const struct dr_state *s, int seat, int card) {
    return card - dr_characters[s->seat[seat].character].first;
}

static int count_in(const uint8_t *cards, int count, int card) {
    int found = 0;
    for (int i = 0; i < count; i++)
        found += cards[i] == card;
    return found;
}

int dr_held(const struct dr_state *s, int seat, int card) {
    int held = count_in(s->seat[seat].hand, s->seat[seat].hand_count, card);
    for (int i = 0; held && i < s->depth; i++)
        held -= dr_sealed_card(s, &s->stack[i], seat) == card;
    return held;
}

/* Removes one copy from a sorted list; false: there is none. */
static bool take_out(uint8_t *cards, uint8_t *count, int card) {
    for (int i = 0; i < *count; i++) {
        if (cards[i] != card)
            continue;
        memmove(&cards[i], &cards[i + 1], (size_t)(*count - i - 1));
        cards[--*count] = 0;
        return true;
    }
    return false;
}

void dr_put_rising(uint8_t *cards, uint8_t *count, int card) {
    int at = (*count)++;
    for (; at > 0 && cards[at - 1] > card; at--)
        cards[at] = cards[at - 1];
    cards[at] = (uint8_t)card;
}

/* Updates `moments` when the last unseen copy of a card has been revealed: removes those moments
 * at which no other unseen card of the seat can be played. Usually other cards cover them soon,
 * so the search is short. */
static void lose_moments(struct dr_state *s, int seat, int card) {
    struct dr_seat *owner = &s->seat[seat];
    const struct character *character = &dr_characters[owner->character];
    uint32_t lost = dr_moments_of(dr_row(s, card));
    for (int i = 0; i < character->kinds && lost; i++)
        if (owner->unseen[i])
            lost &= ~dr_moments_of(dr_row(s, character->first + i));
    owner->moments &= ~lost;
}

void dr_hand_to_table(struct dr_state *s, int seat, int card) {
    struct dr_seat *owner = &s->seat[seat];
    must(take_out(owner->hand, &owner->hand_count, card));
    take_out(owner->shown, &owner->shown_count, card);
    if (--owner->unseen[dr_deck_index(s, seat, card)] == 0)
        lose_moments(s, seat, card);
}

void dr_table_to_discard(struct dr_state *s, int seat, int card) {
    struct dr_seat *owner = &s->seat[seat];
    owner->discard[owner->discard_count++] = (uint8_t)card;
}

/* Z-47: when the last card is drawn the discards are shuffled. At this moment the whole hand is
 * public, because it consists of all cards that do not lie face up. */
int dr_draw_card(struct dr_state *s, int seat) {
    struct dr_seat *owner = &s->seat[seat];
    int card = owner->deck[--owner->deck_count];
    owner->deck[owner->deck_count] = 0;
    dr_put_rising(owner->hand, &owner->hand_count, card);
    if (owner->deck_count)
        return card;
    memcpy(owner->shown, owner->hand, sizeof owner->shown);
    owner->shown_count = owner->hand_count;
    s->chance = DR_SHUFFLE_SEAT;
    s->chance_seat = (uint8_t)seat;
    return card;
}

/* The number of cards drawn is public; which ones they are is told to their owner only, sorted,
 * because a hand has no order. */
void dr_fill_hand(struct dr_state *s, int seat, struct events *events) {
    struct dr_seat *owner = &s->seat[seat];
    uint8_t drawn[DR_HAND], count = 0;
    while (owner->hand_count < DR_HAND && !s->chance)
        dr_put_rising(drawn, &count, dr_draw_card(s, seat));
    if (count)
        dr_tell_drawn(events, seat, drawn, count);
}

void dr_put_deck(struct dr_state *s, int seat, const uint8_t *cards, int count) {
    struct dr_seat *owner = &s->seat[seat];
    const struct character *character = &dr_characters[owner->character];
    for (int i = 0; i < count; i++)
        owner->deck[count - 1 - i] = cards[i];
    owner->deck_count = (uint8_t)count;
    owner->discard_count = 0;
    memset(owner->discard, 0, sizeof owner->discard);
    owner->moments = 0;
    for (int i = 0; i < character->kinds; i++) {
        owner->unseen[i] = dr_cards[character->first + i].copies;
        owner->moments |= dr_moments_of(dr_row(s, character->first + i));
    }
}

enum dr_readiness dr_deck_ready(struct dr_state *s) {
    if (s->drinks_count)
        return DR_READY;
    if (!s->drink_discard_count)
        return DR_EMPTY;
    s->chance = DR_SHUFFLE_DRINKS; /* Z-48: without paying again */
    return DR_WAIT;
}

/* Takes the top drink, still face down, and its lot. */
static int take_top(struct dr_state *s, int *lot) {
    int at = --s->drinks_count;
    int card = s->drinks[at];
    *lot = s->drinks_lot[at];
    s->drinks[at] = 0;
    s->drinks_lot[at] = 0;
    return card;
}

int dr_reveal_from_deck(struct dr_state *s) {
    int lot;
    int card = take_top(s, &lot);
    s->lots[lot][card]--;
    return card;
}

int dr_reveal_from_pile(struct dr_state *s, int seat) {
    struct dr_seat *owner = &s->seat[seat];
    int at = --owner->pile_count;
    int card = owner->pile[at];
    s->lots[owner->pile_lot[at]][card]--;
    owner->pile[at] = 0;
    owner->pile_lot[at] = 0;
    return card;
}

void dr_buy_drink(struct dr_state *s, int seat) {
    struct dr_seat *owner = &s->seat[seat];
    int lot;
    owner->pile[owner->pile_count] = (uint8_t)take_top(s, &lot);
    owner->pile_lot[owner->pile_count++] = (uint8_t)lot;
}

void dr_refill_if_empty(struct dr_state *s) {
    if (!s->drinks_count)
        dr_push(s, DR_REFILL, dr_order_start(s));
}

void dr_discard_drink(struct dr_state *s, int card) {
    s->drink_discard[s->drink_discard_count++] = (uint8_t)card;
}

/* Drinks with the flag DR_LENT do not own their cards. */
void dr_discard_drinks(struct dr_state *s, struct dr_drink *drink) {
    for (int i = 0; !(drink->flags & DR_LENT) && i < drink->count; i++)
        dr_discard_drink(s, drink->cards[i]);
    memset(drink, 0, sizeof *drink);
}

/* The number of a lot without any face-down drink. */
static int free_lot(const struct dr_state *s) {
    static const uint8_t none[DR_DRINK_KINDS + 1] = {0};
    for (int lot = 0; lot < DR_DRINKS; lot++)
        if (memcmp(s->lots[lot], none, sizeof none) == 0)
            return lot;
    must(!"more lots than drinks");
    return 0;
}

void dr_put_drinks(struct dr_state *s, const uint8_t *cards, int count) {
    int lot = free_lot(s);
    for (int i = 0; i < count; i++) {
        s->drinks[count - 1 - i] = cards[i];
        s->drinks_lot[i] = (uint8_t)lot;
        s->lots[lot][cards[i]]++;
    }
    s->drinks_count = (uint8_t)count;
    s->drink_discard_count = 0;
    memset(s->drink_discard, 0, sizeof s->drink_discard);
}

static int copy_rising(const uint8_t *from, int count, uint8_t *cards) {
    uint8_t length = 0;
    for (int i = 0; i < count; i++)
        dr_put_rising(cards, &length, from[i]);
    return count;
}

/* At the start the whole deck, later the discards. */
int dr_shuffled_cards(const struct dr_state *s, uint8_t cards[DR_DECK]) {
    const struct dr_seat *owner = &s->seat[s->chance_seat];
    const struct character *character = &dr_characters[owner->character];
    int count = 0;
    if (s->is_dealt && s->chance == DR_SHUFFLE_SEAT)
        return copy_rising(owner->discard, owner->discard_count, cards);
    if (s->is_dealt)
        return copy_rising(s->drink_discard, s->drink_discard_count, cards);
    if (s->chance == DR_SHUFFLE_SEAT) {
        for (int card = character->first; card < character->first + character->kinds; card++)
            for (int i = 0; i < dr_cards[card].copies; i++)
                cards[count++] = (uint8_t)card;
        return count;
    }
    for (int drink = 1; drink <= DR_DRINK_KINDS; drink++)
        for (int i = 0; i < dr_drinks[drink].copies; i++)
            cards[count++] = (uint8_t)drink;
    return count;
}

/* Z-18, Z-52: face down and in order, the top of the pile uppermost. */
void dr_pile_under_deck(struct dr_state *s, int seat) {
    struct dr_seat *owner = &s->seat[seat];
    size_t count = owner->pile_count;
    memmove(s->drinks + count, s->drinks, s->drinks_count);
    memmove(s->drinks_lot + count, s->drinks_lot, s->drinks_count);
    memcpy(s->drinks, owner->pile, count);
    memcpy(s->drinks_lot, owner->pile_lot, count);
    s->drinks_count = (uint8_t)(s->drinks_count + count);
    memset(owner->pile, 0, sizeof owner->pile);
    memset(owner->pile_lot, 0, sizeof owner->pile_lot);
    owner->pile_count = 0;
}

/* Hand and deck leave the game face down. The discards leave it, too, but they are public and
 * therefore kept. */
void dr_seat_leaves(struct dr_state *s, int seat) {
    struct dr_seat *owner = &s->seat[seat];
    owner->hand_count = owner->shown_count = owner->deck_count = 0;
    memset(owner->hand, 0, sizeof owner->hand);
    memset(owner->shown, 0, sizeof owner->shown);
    memset(owner->deck, 0, sizeof owner->deck);
    memset(owner->unseen, 0, sizeof owner->unseen);
    owner->moments = 0;
}
