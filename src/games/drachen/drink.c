/* drink.c: one drink, from turning it over to drinking it (Z-21 to Z-28).
 *
 * The cards of a drink are revealed one by one, because the deck may run out in the middle of a
 * chain. Then its window opens (W3), a Mead may be split, and it is drunk. A drink of an event
 * returns to the event after each of these parts (event.c). */
#include "drachen.h"

#include <string.h>

#include <spelunke/must.h>

/* The stages. When a window closes the stage is increased by one. */
enum { STAGE_REVEAL, STAGE_WINDOW, STAGE_MEAD, STAGE_DRINK };

static int species_of(const struct dr_state *s, int seat) {
    return dr_characters[s->seat[seat].character].species;
}

/* Z-66: cards cannot split a lone Mead, wherever it was revealed, nor a half of one. */
bool dr_is_lone_mead(const struct dr_drink *drink) {
    return drink->count == 1 && dr_drinks[drink->cards[0]].kind == MEAD &&
           !(drink->flags & DR_REPLACED);
}

int dr_drink_alcohol(const struct dr_state *s, const struct dr_drink *drink, int seat) {
    return drink->alcohol[species_of(s, seat)] + drink->spike;
}

int dr_drink_fortitude(const struct dr_state *s, const struct dr_drink *drink, int seat) {
    return drink->fortitude[species_of(s, seat)];
}

struct dr_felt dr_felt_by(const struct dr_state *s, const struct dr_drink *drink, int seat) {
    struct dr_felt felt = {.alcohol = dr_drink_alcohol(s, drink, seat),
                           .fortitude = dr_drink_fortitude(s, drink, seat)};
    if (drink->flags & DR_TO_F && felt.alcohol > 0) {
        felt.fortitude += felt.alcohol;
        felt.alcohol = 0;
    }
    return felt;
}

bool dr_is_face_down(const struct dr_item *item) {
    return item->kind == DR_DRINKING && item->stage == STAGE_REVEAL;
}

static int clamp(int value) {
    return value < 0 ? 0 : value > DR_MARKER ? DR_MARKER : value;
}

void dr_change_alcohol(struct dr_state *s, int seat, int change, struct events *events) {
    struct dr_seat *drinker = &s->seat[seat];
    int before = drinker->alcohol;
    drinker->alcohol = (uint8_t)clamp(before + change);
    dr_tell_change(events, "drachen.alcohol", seat, before, drinker->alcohol);
}

int dr_change_fortitude(struct dr_state *s, int seat, int change, struct events *events) {
    struct dr_seat *drinker = &s->seat[seat];
    int before = drinker->fortitude;
    drinker->fortitude = (uint8_t)clamp(before + change);
    dr_tell_change(events, "drachen.fortitude", seat, before, drinker->fortitude);
    return before - drinker->fortitude;
}

void dr_push_drink(struct dr_state *s, int seat, unsigned flags) {
    struct dr_item *item = dr_push(s, DR_DRINKING, seat);
    item->drink.flags = (uint8_t)flags;
}

/* Z-30: the contest score depends on the drink until it is split, passed or ignored. */
void dr_drink_changed(struct dr_state *s, struct dr_drink *drink) {
    if (!drink->scorer)
        return;
    int seat = drink->scorer - 1;
    int alcohol = dr_drink_alcohol(s, drink, seat);
    s->event.score[seat] = (int8_t)(alcohol < 0 ? 0 : alcohol);
}

void dr_add_drink(struct dr_drink *drink, int card) {
    const struct drink_card *row = &dr_drinks[card];
    must(drink->count < DR_CHAIN);
    drink->cards[drink->count++] = (uint8_t)card;
    for (int species = 0; species < DR_SPECIES; species++) {
        bool is_its = row->species && row->species == species;
        drink->alcohol[species] =
            (int8_t)(drink->alcohol[species] + (is_its ? row->its_alcohol : row->alcohol));
        drink->fortitude[species] =
            (int8_t)(drink->fortitude[species] + (is_its ? row->its_fortitude : row->fortitude));
    }
}

/* Ends the revealing: the chain is complete, or there was nothing to reveal. */
static void revealed(struct dr_state *s) {
    struct dr_item *item = dr_top(s);
    if (!(item->drink.flags & DR_TOGETHER)) {
        item->stage = STAGE_WINDOW;
        return;
    }
    s->event.drinks[item->source] = item->drink;
    if (item->drink.count)
        s->event.revealed |= (uint8_t)dr_bit(item->source);
    if (s->event.kind == DR_CONTEST) {
        s->event.drinks[item->source].scorer = (uint8_t)(item->source + 1);
        dr_drink_changed(s, &s->event.drinks[item->source]);
    }
    dr_pop(s);
}

static const uint8_t event_kinds[] = {
    [AMBROSIA] = DR_AMBROSIA,
    [HOUSE_ROUND] = DR_HOUSE,
    [CONTEST] = DR_CONTEST,
    [CHALLENGE] = DR_CHALLENGE,
};

/* An event ends a chain without effect. As the first card of the own pile it starts; from the
 * deck it is discarded and, except in a contest, replaced by the next card. */
static void reveal_event(struct dr_state *s, int card, struct events *events) {
    struct dr_item *item = dr_top(s);
    bool is_first = item->drink.count == 0, from_deck = item->drink.flags & DR_FROM_DECK;
    int seat = item->source;
    if (is_first && !from_deck) {
        dr_pop(s);
        dr_start_event(s, event_kinds[dr_drinks[card].kind], card, seat, events);
        return;
    }
    dr_tell_drink(events, "drachen.event_lost", seat, card);
    dr_discard_drink(s, card);
    if (!is_first || s->event.kind == DR_CONTEST)
        revealed(s);
}

static void reveal_card(struct dr_state *s, int card, struct events *events) {
    struct dr_item *item = dr_top(s);
    int kind = dr_drinks[card].kind;
    dr_tell_drink(events, "drachen.revealed", item->source, card);
    if (kind >= AMBROSIA) {
        reveal_event(s, card, events);
        return;
    }
    dr_add_drink(&item->drink, card);
    if (kind != CHASER)
        revealed(s);
}

/* Z-22: an empty pile reduces the alcohol by one, but not after a chaser. */
static void reveal_nothing(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    int seat = item->source;
    if (item->drink.count || item->drink.flags & DR_TOGETHER) {
        revealed(s);
        return;
    }
    bool from_pile = !(item->drink.flags & DR_FROM_DECK);
    dr_pop(s);
    if (from_pile) {
        dr_tell(events, "drachen.empty_pile", seat);
        dr_change_alcohol(s, seat, -1, events);
    }
}

bool dr_has_turned_enough(const struct dr_state *s) {
    int turned = 0;
    for (int seat = 0; seat < s->seats; seat++)
        turned += s->event.turned[seat];
    return turned >= (s->event.kind == DR_CONTEST ? 4 * DR_DRINKS : DR_DRINKS);
}

static void reveal_from_deck(struct dr_state *s, struct events *events) {
    enum dr_readiness ready = dr_deck_ready(s);
    if (ready == DR_WAIT)
        return;
    if (ready == DR_EMPTY || dr_has_turned_enough(s)) {
        reveal_nothing(s, events);
        return;
    }
    s->event.turned[dr_top(s)->source]++;
    reveal_card(s, dr_reveal_from_deck(s), events);
    dr_refill_if_empty(s);
}

static void reveal(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    if (item->drink.flags & DR_FROM_DECK) {
        reveal_from_deck(s, events);
    } else if (s->seat[item->source].pile_count) {
        reveal_card(s, dr_reveal_from_pile(s, item->source), events);
    } else {
        reveal_nothing(s, events);
    }
}

/* Half, rounded away from zero, so that -1 gives -1 for both. */
static int8_t half(int n) {
    return (int8_t)(n < 0 ? -((1 - n) / 2) : (n + 1) / 2);
}

/* Z-23: cards played before the split are included. */
static void halve(struct dr_drink *drink) {
    for (int species = 0; species < DR_SPECIES; species++) {
        drink->alcohol[species] = half(drink->alcohol[species] + drink->spike);
        drink->fortitude[species] = half(drink->fortitude[species]);
    }
    drink->spike = 0;
    drink->scorer = 0;
    drink->flags |= DR_HALF;
}

/* The receiver's half stays below with the cards; the other half is drunk first. Z-63: D13
 * applies only to the half of the seat that played it. */
static void split(struct dr_state *s, int stage, struct events *events) {
    struct dr_item *item = dr_top(s);
    int from = item->source, to = item->split_to - 1;
    struct dr_drink drink = item->drink;
    halve(&drink);
    message_seat(dr_tell(events, "drachen.split", from), "to", to);
    item->drink = drink;
    item->drink.flags &= (uint8_t)~DR_TO_F;
    item->source = (uint8_t)to;
    item->stage = STAGE_WINDOW;
    item->split_to = item->used = 0;
    item = dr_push(s, DR_DRINKING, from);
    item->drink = drink;
    item->drink.flags |= DR_LENT;
    item->stage = (uint8_t)stage;
}

/* How far a marker moves within its limits; `pending` is applied before. */
static int moves(int marker, int pending, int change) {
    return clamp(marker + pending + change) - clamp(marker + pending);
}

/* Reports the strength of the drink and how far it moves the markers. Changes that happen now
 * are reported by further events ("felt"). Drinks of an event are felt later, so this event
 * announces the effect. */
static void tell_drunk(const struct dr_state *s, const struct dr_item *item, int alcohol,
                       int fortitude, struct events *events) {
    static const char *const effects[2][2] = {{"none", "fortitude"}, {"alcohol", "both"}};
    int seat = item->source;
    const struct dr_seat *drinker = &s->seat[seat];
    bool is_later = item->drink.flags & DR_TOGETHER;
    int more_alcohol = moves(drinker->alcohol, is_later ? s->event.alcohol[seat] : 0, alcohol);
    int more_fortitude =
        moves(drinker->fortitude, is_later ? s->event.fortitude[seat] : 0, fortitude);
    const char *effect = effects[more_alcohol != 0][more_fortitude != 0];
    bool is_felt = !is_later && (more_alcohol || more_fortitude);
    struct message *m = dr_tell(events, "drachen.drank", seat);
    message_number(m, "alcohol", alcohol);
    message_number(m, "fortitude", fortitude);
    message_word(m, "effect", is_felt ? "felt" : effect);
    message_number(m, "alcohol_change", more_alcohol);
    message_number(m, "fortitude_change", more_fortitude);
}

static void finish_drink(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    int seat = item->source;
    struct dr_felt felt = dr_felt_by(s, &item->drink, seat);
    bool is_together = item->drink.flags & DR_TOGETHER;
    tell_drunk(s, item, felt.alcohol, felt.fortitude, events);
    dr_discard_drinks(s, &item->drink);
    dr_pop(s);
    if (is_together) {
        s->event.alcohol[seat] = (int8_t)(s->event.alcohol[seat] + felt.alcohol);
        s->event.fortitude[seat] = (int8_t)(s->event.fortitude[seat] + felt.fortitude);
        return;
    }
    if (felt.alcohol)
        dr_change_alcohol(s, seat, felt.alcohol, events);
    if (felt.fortitude)
        dr_change_fortitude(s, seat, felt.fortitude, events);
}

static void ignore(struct dr_state *s, struct events *events) {
    dr_tell(events, "drachen.not_drunk", dr_top(s)->source);
    dr_discard_drinks(s, &dr_top(s)->drink);
    dr_pop(s);
}

void dr_choose_mead(struct dr_state *s, int split_to, struct events *events) {
    struct dr_item *item = dr_top(s);
    dr_answered(s);
    item->stage = STAGE_DRINK;
    item->split_to = (uint8_t)split_to;
    if (split_to)
        split(s, STAGE_DRINK, events);
}

/* Z-66: the drinker may share a lone Mead, in a toast, too, but not in an event. */
static bool can_share_mead(const struct dr_drink *drink) {
    return dr_is_lone_mead(drink) && !(drink->flags & (DR_HALF | DR_EVENT));
}

void dr_step_drink(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    if (item->is_negated)
        ignore(s, events);
    else if (item->split_to)
        split(s, STAGE_WINDOW, events);
    else if (item->stage == STAGE_REVEAL)
        reveal(s, events);
    else if (item->stage == STAGE_WINDOW && !dr_open(s, DR_ASK_DRINK))
        item->stage = STAGE_MEAD;
    else if (item->stage == STAGE_MEAD && can_share_mead(&item->drink))
        dr_ask_seat(s, DR_ASK_MEAD, item->source);
    else if (item->stage == STAGE_MEAD)
        item->stage = STAGE_DRINK;
    else if (item->stage == STAGE_DRINK)
        finish_drink(s, events);
}

/* Starts the window of an event's drink for one drinker. */
void dr_serve_drink(struct dr_state *s, const struct dr_drink *drink, int seat) {
    struct dr_item *item = dr_push(s, DR_DRINKING, seat);
    item->drink = *drink;
    item->drink.flags |= DR_LENT;
    item->stage = STAGE_WINDOW;
}
