/* notation.c: actions as text.
 *
 *     keep, discard D01 D01 D17
 *     pass, play D17 >2, play D05 >1 >3, buy >1
 *     split >2, drink, accept, decline
 *     characters FEDG, first 2, shuffle 0 D01 D17 ..., shuffle drinks T03 ...
 *
 * A shuffle is written top first; a final `*` stands for the rest of the cards
 * in rising order. */
#include "drachen.h"

#include <string.h>

#include <spelunke/notation.h>

static const char *const verbs[DR_VERBS] = {
    [DR_DO_PASS] = "pass",
    [DR_DO_PLAY] = "play",
    [DR_DO_KEEP] = "keep",
    [DR_DO_DISCARD] = "discard",
    [DR_DO_BUY] = "buy",
    [DR_DO_SPLIT] = "split",
    [DR_DO_DRINK] = "drink",
    [DR_DO_ACCEPT] = "accept",
    [DR_DO_DECLINE] = "decline",
    [DR_DO_CHARACTERS] = "characters",
    [DR_DO_FIRST] = "first",
    [DR_DO_SHUFFLE] = "shuffle",
    [DR_DO_SHUFFLE_DRINKS] = "shuffle drinks",
};

static void print_seat(struct text *out, const char *before, int seat) {
    text_put(out, before);
    text_put_number(out, seat);
}

void dr_print_action(const void *action, struct text *out) {
    const struct dr_action *a = action;
    bool is_drinks = a->verb == DR_DO_SHUFFLE_DRINKS;
    text_put(out, verbs[a->verb]);
    if (a->verb == DR_DO_FIRST || a->verb == DR_DO_SHUFFLE)
        print_seat(out, " ", a->seat);
    if (a->verb == DR_DO_CHARACTERS) {
        text_put_char(out, ' ');
        for (int i = 0; i < a->count; i++)
            text_put_char(out, dr_characters[a->cards[i]].letter);
        return;
    }
    if (a->card) {
        text_put_char(out, ' ');
        text_put(out, dr_cards[a->card].id);
    }
    for (int i = 0; i < a->count; i++) {
        text_put_char(out, ' ');
        text_put(out, is_drinks ? dr_drinks[a->cards[i]].id : dr_cards[a->cards[i]].id);
    }
    for (int i = 0; i < 2 && a->target[i]; i++)
        print_seat(out, " >", a->target[i] - 1);
}

static bool scan_seat(struct scan *scan, const struct dr_state *s, uint8_t *seat) {
    int64_t number;
    if (!scan_number(scan, 0, s->seats - 1, &number))
        return false;
    *seat = (uint8_t)number;
    return true;
}

/* Reads `>2`; stored as seat + 1. */
static bool scan_target(struct scan *scan, const struct dr_state *s, uint8_t *target) {
    char word[3];
    struct scan before = *scan;
    if (scan_any_word(scan, word, sizeof word) && word[0] == '>' && word[1] >= '0' &&
        word[1] < '0' + s->seats) {
        *target = (uint8_t)(word[1] - '0' + 1);
        return true;
    }
    *scan = before;
    return false;
}

static bool scan_card(struct scan *scan, bool is_drink, uint8_t *card) {
    char word[DR_ID];
    struct scan before = *scan;
    if (scan_any_word(scan, word, sizeof word))
        *card = (uint8_t)(is_drink ? dr_drink_find(word) : dr_card_find(word));
    if (*card)
        return true;
    *scan = before;
    return false;
}

/* Appends the cards of the shuffle that were not named, in rising order. */
static bool add_rest(const struct dr_state *s, struct dr_action *a) {
    uint8_t cards[DR_DECK], named[256] = {0};
    if (!s->chance || s->chance < DR_SHUFFLE_SEAT)
        return false;
    int count = dr_shuffled_cards(s, cards);
    for (int i = 0; i < a->count; i++)
        named[a->cards[i]]++;
    for (int i = 0; i < count && a->count < DR_DECK; i++) {
        if (named[cards[i]])
            named[cards[i]]--;
        else
            a->cards[a->count++] = cards[i];
    }
    return true;
}

static bool scan_shuffle(struct scan *scan, const struct dr_state *s, struct dr_action *a) {
    bool is_drinks = scan_word(scan, "drinks");
    if (is_drinks)
        a->verb = DR_DO_SHUFFLE_DRINKS;
    else if (!scan_seat(scan, s, &a->seat))
        return false;
    while (a->count < DR_DECK && scan_card(scan, is_drinks, &a->cards[a->count]))
        a->count++;
    return !scan_word(scan, "*") || add_rest(s, a);
}

/* Reads one word for each copy, in any order; stored sorted. */
static bool scan_discard(struct scan *scan, struct dr_action *a) {
    uint8_t card = 0;
    while (a->count < DR_HAND && scan_card(scan, false, &card)) {
        dr_put_rising(a->cards, &a->count, card);
        card = 0;
    }
    return a->count > 0;
}

static bool scan_characters(struct scan *scan, struct dr_action *a) {
    char letters[DR_SEATS + 1];
    if (!scan_any_word(scan, letters, sizeof letters))
        return false;
    for (int i = 0; letters[i]; i++)
        if (!(a->cards[a->count++] = (uint8_t)dr_character_find(letters[i])))
            return false;
    return true;
}

static bool scan_play(struct scan *scan, const struct dr_state *s, struct dr_action *a) {
    if (!scan_card(scan, false, &a->card))
        return false;
    if (scan_target(scan, s, &a->target[0]))
        scan_target(scan, s, &a->target[1]);
    return true;
}

static bool scan_arguments(struct scan *scan, const struct dr_state *s, struct dr_action *a) {
    switch (a->verb) {
    case DR_DO_PLAY:
        return scan_play(scan, s, a);
    case DR_DO_DISCARD:
        return scan_discard(scan, a);
    case DR_DO_BUY:
    case DR_DO_SPLIT:
        return scan_target(scan, s, &a->target[0]);
    case DR_DO_CHARACTERS:
        return scan_characters(scan, a);
    case DR_DO_FIRST:
        return scan_seat(scan, s, &a->seat);
    case DR_DO_SHUFFLE:
        return scan_shuffle(scan, s, a);
    default:
        return true;
    }
}

bool dr_parse_action(const void *state, int seat, const char *text, void *action,
                     struct message *why) {
    struct scan scan = {text};
    struct dr_action *a = action;
    (void)seat;
    for (uint8_t verb = 0; verb < DR_DO_SHUFFLE_DRINKS; verb++) {
        if (!scan_word(&scan, verbs[verb]))
            continue;
        a->verb = verb;
        if (scan_arguments(&scan, state, a) && scan_end(&scan))
            return true;
        break;
    }
    return refuse(why, "drachen.notation");
}
