/* legal.c: what a seat may do: the list of legal actions, and the check of a single action.
 *
 * Both are based on the same two questions: does the card fit now (window.c), and is the target
 * allowed. They depend only on public information and on the seat's own cards. */
#include "drachen.h"

#include <string.h>

enum dr_aim dr_aim(const struct use *use) {
    static const uint8_t aims[] = {
        [P1] = DR_AIM_OTHER,      [ANY1] = DR_AIM_ANY,    [ROUND1] = DR_AIM_ROUND,
        [VICTIM] = DR_AIM_VICTIM, [PILES] = DR_AIM_PILES, [INN] = DR_AIM_NONE,
    };
    for (int i = 0; i < DR_EFFECTS; i++)
        if (aims[use->effects[i].who])
            return aims[use->effects[i].who];
    return DR_AIM_NONE;
}

/* E26: with one opponent left the card is ignored and has no target. */
unsigned dr_aims(const struct dr_state *s, int seat, enum dr_aim aim) {
    unsigned others = dr_others(s, seat);
    switch (aim) {
    case DR_AIM_OTHER:
        return others;
    case DR_AIM_ROUND:
        return s->round.in & others;
    case DR_AIM_VICTIM:
        return __builtin_popcount(others) == 1 ? 0 : others & ~dr_bit(dr_top_of(s)->source);
    case DR_AIM_ANY:
    case DR_AIM_PILES:
        return s->in;
    default:
        return 0;
    }
}

static unsigned piles_to_buy(const struct dr_state *s) {
    return s->buy_others_only ? dr_others(s, s->active) : s->in;
}

static struct dr_action *add(struct actions *out, enum dr_verb verb) {
    struct dr_action *action = actions_add(out);
    action->verb = (uint8_t)verb;
    return action;
}

/* Adds one action for each seat of the mask. */
static void list_seats(const struct dr_state *s, unsigned mask, enum dr_verb verb,
                       struct actions *out) {
    for (int seat = 0; seat < s->seats; seat++)
        if (mask & dr_bit(seat))
            add(out, verb)->target[0] = (uint8_t)(seat + 1);
}

static void list_play(const struct dr_state *s, int seat, int card, const struct use *use,
                      struct actions *out) {
    enum dr_aim aim = dr_aim(use);
    unsigned mask = dr_aims(s, seat, aim);
    if (!mask)
        add(out, DR_DO_PLAY)->card = (uint8_t)card;
    for (int first = 0; first < s->seats; first++)
        for (int second = 0; mask & dr_bit(first) && second < s->seats; second++) {
            if (aim == DR_AIM_PILES ? !(mask & dr_bit(second)) : second > 0)
                continue;
            struct dr_action *action = add(out, DR_DO_PLAY);
            action->card = (uint8_t)card;
            action->target[0] = (uint8_t)(first + 1);
            action->target[1] = aim == DR_AIM_PILES ? (uint8_t)(second + 1) : 0;
        }
}

static bool is_asked(const struct dr_state *s, int seat) {
    const struct dr_item *top = dr_top_of(s);
    return top->asked & ~top->sealed & dr_bit(seat);
}

/* A seat that is not awaited may only interrupt. */
static const struct use *use_for(const struct dr_state *s, int seat, int card, uint32_t moments) {
    int index = dr_use_at(s, card, moments);
    if (index < 0)
        return NULL;
    const struct use *use = &dr_row(s, card)->uses[index];
    return is_asked(s, seat) || dr_is_interrupt(s, use) ? use : NULL;
}

static void list_plays(const struct dr_state *s, int seat, struct actions *out) {
    const struct dr_seat *owner = &s->seat[seat];
    uint32_t now = dr_moments_now(s, seat);
    for (int i = 0; i < owner->hand_count; i++) {
        int card = owner->hand[i];
        if (!card || (i > 0 && owner->hand[i - 1] == card))
            continue;
        const struct use *use = use_for(s, seat, card, now);
        if (use && dr_held(s, seat, card))
            list_play(s, seat, card, use, out);
    }
}

/* Lists every selection of cards once: of equal cards the first ones. */
static void list_discards(const struct dr_state *s, int seat, struct actions *out) {
    const struct dr_seat *owner = &s->seat[seat];
    for (unsigned choice = 1; choice < 1u << owner->hand_count; choice++) {
        bool is_first = true;
        for (int i = 1; i < owner->hand_count; i++)
            if (owner->hand[i] == owner->hand[i - 1] && choice & 1u << i &&
                !(choice & 1u << (i - 1)))
                is_first = false;
        if (!is_first)
            continue;
        struct dr_action *action = add(out, DR_DO_DISCARD);
        for (int i = 0; i < owner->hand_count; i++)
            if (choice & 1u << i)
                action->cards[action->count++] = owner->hand[i];
    }
}

static void list_decisions(const struct dr_state *s, int seat, struct actions *out) {
    switch (dr_top_of(s)->ask) {
    case DR_ASK_DISCARD:
        add(out, DR_DO_KEEP);
        list_discards(s, seat, out);
        break;
    case DR_ASK_BUY:
        list_seats(s, piles_to_buy(s), DR_DO_BUY, out);
        break;
    case DR_ASK_MEAD:
        add(out, DR_DO_DRINK);
        list_seats(s, dr_others(s, seat), DR_DO_SPLIT, out);
        break;
    case DR_ASK_CHALLENGE:
        add(out, DR_DO_ACCEPT);
        add(out, DR_DO_DECLINE);
        break;
    default:
        add(out, DR_DO_PASS);
    }
}

void dr_legal(const void *state, int seat, struct actions *out) {
    const struct dr_state *s = state;
    if (is_asked(s, seat))
        list_decisions(s, seat, out);
    list_plays(s, seat, out);
}

static bool is_in(unsigned mask, int target) {
    return target && target <= DR_SEATS && mask & dr_bit(target - 1);
}

static bool check_aim(const struct dr_state *s, int seat, const struct dr_action *a,
                      const struct use *use, struct message *why) {
    enum dr_aim aim = dr_aim(use);
    unsigned mask = dr_aims(s, seat, aim);
    bool fits = mask ? is_in(mask, a->target[0]) : !a->target[0];
    fits = fits && (aim == DR_AIM_PILES ? is_in(mask, a->target[1]) : !a->target[1]);
    static const char *const reasons[] = {
        [DR_AIM_NONE] = "drachen.aim_none",     [DR_AIM_OTHER] = "drachen.aim_other",
        [DR_AIM_ANY] = "drachen.aim_any",       [DR_AIM_ROUND] = "drachen.aim_round",
        [DR_AIM_VICTIM] = "drachen.aim_victim", [DR_AIM_PILES] = "drachen.aim_piles",
    };
    return fits || refuse(why, reasons[mask ? aim : DR_AIM_NONE]);
}

static bool check_play(const struct dr_state *s, int seat, const struct dr_action *a,
                       struct message *why) {
    bool is_held = a->card && a->card <= DR_CARD_KINDS && dr_held(s, seat, a->card);
    const struct use *use = is_held ? use_for(s, seat, a->card, dr_moments_now(s, seat)) : NULL;
    if (use)
        return check_aim(s, seat, a, use, why);
    refuse(why, is_held ? "drachen.not_now" : "drachen.not_in_hand");
    message_word(why, "card", a->card <= DR_CARD_KINDS ? dr_cards[a->card].id : "");
    return false;
}

static bool check_discard(const struct dr_state *s, int seat, const struct dr_action *a,
                          struct message *why) {
    const struct dr_seat *owner = &s->seat[seat];
    int at = 0;
    for (int i = 0; i < a->count; i++) {
        while (at < owner->hand_count && owner->hand[at] < a->cards[i])
            at++;
        if (at == owner->hand_count || owner->hand[at++] != a->cards[i])
            return refuse(why, "drachen.discard");
    }
    return a->count > 0 || refuse(why, "drachen.discard");
}

/* Whether a verb answers a question. */
static bool verb_fits(enum dr_ask ask, enum dr_verb verb) {
    switch (verb) {
    case DR_DO_KEEP:
    case DR_DO_DISCARD:
        return ask == DR_ASK_DISCARD;
    case DR_DO_BUY:
        return ask == DR_ASK_BUY;
    case DR_DO_SPLIT:
    case DR_DO_DRINK:
        return ask == DR_ASK_MEAD;
    case DR_DO_ACCEPT:
    case DR_DO_DECLINE:
        return ask == DR_ASK_CHALLENGE;
    case DR_DO_PASS:
        return ask == DR_ASK_ACTION || ask == DR_ASK_BET || ask >= DR_ASK_CARD;
    default:
        return false;
    }
}

static bool check_seat(const struct dr_state *s, int seat, const struct dr_action *a,
                       struct message *why) {
    if (a->verb == DR_DO_PLAY)
        return check_play(s, seat, a, why);
    if (!is_asked(s, seat) || !verb_fits(dr_top_of(s)->ask, a->verb))
        return refuse(why, "drachen.no_such_action");
    if (a->verb == DR_DO_DISCARD)
        return check_discard(s, seat, a, why);
    if (a->verb == DR_DO_BUY)
        return is_in(piles_to_buy(s), a->target[0]) || refuse(why, "drachen.buy");
    if (a->verb == DR_DO_SPLIT)
        return is_in(dr_others(s, seat), a->target[0]) || refuse(why, "drachen.aim_other");
    return true;
}

/* Whether an outcome has exactly the cards to be shuffled. */
static bool same_cards(const struct dr_action *a, const uint8_t copies[256]) {
    uint8_t left[256];
    memcpy(left, copies, sizeof left);
    int total = 0;
    for (int i = 0; i < 256; i++)
        total += copies[i];
    for (int i = 0; i < a->count; i++)
        if (left[a->cards[i]]-- == 0)
            return false;
    return a->count == total;
}

static bool check_shuffle(const struct dr_state *s, const struct dr_action *a) {
    uint8_t cards[DR_DECK], copies[256] = {0};
    int count = dr_shuffled_cards(s, cards);
    for (int i = 0; i < count; i++)
        copies[cards[i]]++;
    enum dr_verb verb = s->chance == DR_SHUFFLE_SEAT ? DR_DO_SHUFFLE : DR_DO_SHUFFLE_DRINKS;
    return a->verb == verb && (verb != DR_DO_SHUFFLE || a->seat == s->chance_seat) &&
           same_cards(a, copies);
}

/* Z-51: no character twice, and a wished character goes to a seat that wished for it. Every such
 * outcome has a positive probability. */
static bool check_characters(const struct dr_state *s, const struct dr_action *a) {
    unsigned drawn = 0, wished = 0, granted = 0;
    if (a->verb != DR_DO_CHARACTERS || a->count != s->seats)
        return false;
    for (int seat = 0; seat < s->seats; seat++) {
        int character = a->cards[seat];
        if (!character || character > DR_CHARACTERS || drawn >> character & 1)
            return false;
        drawn |= 1u << character;
        wished |= s->wish[seat] ? 1u << s->wish[seat] : 0;
        granted |= s->wish[seat] == character ? 1u << character : 0;
    }
    return wished == granted;
}

/* Whether counts are in range and all fields that the verb does not use are 0. Everything after
 * `check` relies on this. */
static bool is_well_formed(const struct dr_action *a) {
    static const uint8_t none[DR_DECK] = {0};
    enum { SEAT = 1, CARD = 2, TARGET = 4, TARGETS = 12, CARDS = 16 };
    static const uint8_t fields[DR_VERBS] = {
        [DR_DO_PLAY] = CARD | TARGETS,  [DR_DO_DISCARD] = CARDS,        [DR_DO_BUY] = TARGET,
        [DR_DO_SPLIT] = TARGET,         [DR_DO_CHARACTERS] = CARDS,     [DR_DO_FIRST] = SEAT,
        [DR_DO_SHUFFLE] = SEAT | CARDS, [DR_DO_SHUFFLE_DRINKS] = CARDS,
    };
    if (a->verb >= DR_VERBS || a->count > DR_DECK)
        return false;
    unsigned used = (a->seat ? SEAT : 0u) | (a->card ? CARD : 0u) | (a->target[0] ? TARGET : 0u) |
                    (a->target[1] ? TARGETS : 0u) | (a->count ? CARDS : 0u);
    return !(used & ~fields[a->verb]) &&
           memcmp(a->cards + a->count, none, (size_t)(DR_DECK - a->count)) == 0;
}

bool dr_check(const void *state, int seat, const void *action, struct message *why) {
    const struct dr_state *s = state;
    const struct dr_action *a = action;
    bool fits = false;
    if (!is_well_formed(a))
        return refuse(why, seat >= 0 ? "drachen.no_such_action" : "drachen.no_such_outcome");
    if (seat >= 0)
        return check_seat(s, seat, a, why);
    if (s->chance == DR_DRAW_CHARACTERS)
        fits = check_characters(s, a);
    else if (s->chance == DR_DRAW_FIRST)
        fits = a->verb == DR_DO_FIRST && a->seat < s->seats;
    else if (s->chance)
        fits = check_shuffle(s, a);
    return fits || refuse(why, "drachen.no_such_outcome");
}
