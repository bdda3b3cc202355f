/* worth.c: the worth of a card in hand and of a position.
 *
 * The worth of a position is a seat's share of the strength of all seats. Strength is the
 * distance to passing out, gold, and the cards in hand. So weakening another seat counts, too,
 * and most if few are left. The numbers were tuned in the arena. */
#include "worth.h"

#include <string.h>

int dr_distance(const struct dr_state *s, int seat) {
    return s->seat[seat].fortitude - s->seat[seat].alcohol;
}

int dr_control_cards(const struct dr_state *s, int seat) {
    int count = 0;
    for (int i = 0; i < s->seat[seat].hand_count; i++) {
        enum card_kind kind = dr_cards[s->seat[seat].hand[i]].kind;
        count += kind == ACTION_OR_GAMBLING || kind == GAMBLING || kind == CHEATING;
    }
    return count;
}

/* The worth of cards with a single effect, in tenths of a step on the markers. Other cards are
 * computed below. */
static const uint8_t op_worth[DR_OPS] = {
    [INN_PAYS] = 10,  [NO_PAY] = 10,     [SKIP_ANTE] = 6,     [START_GAMBLE] = 8, [CONTROL] = 8,
    [END_TO_INN] = 5, [REOPEN] = 7,      [POT_TAKE] = 9,      [REDIRECT_F] = 20,  [SHARE_F] = 14,
    [ORDER] = 16,     [DRINK_PASS] = 34, [DRINK_IGNORE] = 26, [DRINK_SPLIT] = 15, [DRINK_ADD] = 13,
    [DRINK_SET] = 14, [DRINK_TO_F] = 40, [FORCE_DRINK] = 12,
};

static int pay_worth(const struct use *use) {
    const struct effect *effect = &use->effects[0];
    if (use->trigger == BUY)
        return 10;
    if (use->trigger == ACT)
        return effect->who == OTHER ? 24 : 20;
    return effect->to == SELF ? 14 : 6;
}

static int answer_worth(const struct use *use) {
    switch (use->trigger) {
    case CARD_F:
        return 14;
    case CARD_FAG:
        return 20;
    case CARD_S_DRINK:
        return 7;
    default:
        return 13;
    }
}

static int marker_worth(const struct use *use) {
    const struct effect *effect = &use->effects[0];
    int size = effect->n < 0 ? -effect->n : effect->n;
    if (use->trigger == FLOST)
        return 8;
    if (effect->who == SELF)
        return 25;
    return effect->who == P1 ? 9 * size : effect->n < 0 ? 16 * size : 28;
}

static int use_worth(const struct card *card, const struct use *use) {
    enum op op = use->effects[0].op;
    switch (op) {
    case FORTITUDE:
    case ALCOHOL:
        return marker_worth(use);
    case PAY:
        return pay_worth(use);
    case IGNORE:
    case NEGATE:
        return answer_worth(use);
    case CONTROL:
        return card->kind == CHEATING ? 13 : dr_has_op(use, LOCK) ? 14 : 8;
    default:
        return op_worth[op];
    }
}

/* Multipliers for cards about gold, by the gold in the purse, in tenths. */
static const uint8_t gold_need[] = {25, 25, 20, 16, 12, 10, 8, 6};
enum { GOLD_PLENTY = sizeof gold_need, LITTLE_NEED = 5 };

static bool is_about_gold(const struct use *use) {
    enum op op = use->effects[0].op;
    return (op >= PAY && op <= POT_TAKE && use->trigger != BUY) || use->trigger == CARD_CHEAT;
}

static int needed_worth(const struct card *card, const struct use *use, int gold) {
    int worth = use_worth(card, use);
    int need = gold < GOLD_PLENTY ? gold_need[gold] : LITTLE_NEED;
    return is_about_gold(use) ? worth * need / 10 : worth;
}

/* A card with two uses is worth the better one. */
static int card_worth(const struct card *card, int gold) {
    int first = needed_worth(card, &card->uses[0], gold);
    int second = card->uses[1].trigger ? needed_worth(card, &card->uses[1], gold) : 0;
    return first > second ? first : second;
}

/* Cards for the same moment compete: one Action a turn, one answer to an item. The multiplier of
 * the nth card, in tenths. */
static const uint8_t crowded[DR_HAND] = {10, 7, 4, 2, 1, 0, 0};

static int crowd_of(const struct card *card) {
    return card->kind == ACTION_OR_GAMBLING ? GTURN : card->uses[0].trigger;
}

/* The worth of a hand in tenths; an unknown card has an average worth. */
enum { USUAL_CARD = 11 };

static int hand_worth(const struct dr_state *s, int seat) {
    const struct dr_seat *owner = &s->seat[seat];
    uint8_t crowd[ANY + 1] = {0};
    int worth = 0;
    for (int i = 0; i < owner->hand_count; i++) {
        const struct card *card = dr_row(s, owner->hand[i]);
        worth += owner->hand[i] ? card_worth(card, owner->gold) * crowded[crowd[crowd_of(card)]++]
                                : USUAL_CARD * 10;
    }
    return worth / 10;
}

/* Strength by distance and by gold, in thousandths; fitted to the winners of some thousand
 * matches. Large amounts of gold help little. */
static const uint16_t by_distance[DR_MARKER + 1] = {
    0, 6, 11, 18, 31, 50, 68, 95, 135, 185, 235, 300, 385, 480, 560, 640, 730, 820, 890, 950, 1000};
static const uint16_t by_gold[] = {0, 150, 350, 550, 720, 820, 890, 930, 960, 980};
enum { GOLD_ENOUGH = sizeof by_gold / sizeof *by_gold };

/* The weight of a drink on the own pile, and of a tenth of the hand's worth. */
static const double pile_weight = 0.1, hand_weight = 0.01;

static int purse(int gold) {
    return gold < GOLD_ENOUGH ? by_gold[gold] : 1000 + 5 * (gold - GOLD_ENOUGH);
}

static double strength(const struct dr_state *s, int seat) {
    const struct dr_seat *owner = &s->seat[seat];
    int distance = dr_distance(s, seat);
    if (!(s->in & dr_bit(seat)) || distance <= 0 || owner->gold <= 0)
        return 0;
    int pile = owner->pile_count < 3 ? owner->pile_count : 3;
    double extra = 1 + hand_weight * hand_worth(s, seat) - pile_weight * pile;
    return by_distance[distance] * purse(owner->gold) * extra;
}

double dr_worth(const struct dr_state *s, int seat) {
    double all = 0, own = strength(s, seat);
    if (s->is_over)
        return s->winners & dr_bit(seat) ? 1.0 / __builtin_popcount(s->winners) : 0;
    for (int other = 0; other < s->seats; other++)
        all += other == seat ? own : strength(s, other);
    return all > 0 ? own / all : 0;
}

/* Greedily keeps the best remaining card until none is worth more than an unknown one. */
static unsigned kept(const struct dr_state *s, int seat) {
    enum { ENOUGH = 15 };
    const struct dr_seat *owner = &s->seat[seat];
    uint8_t crowd[ANY + 1] = {0};
    unsigned keep = 0;
    for (int round = 0; round < owner->hand_count; round++) {
        int best = -1, most = ENOUGH;
        for (int i = 0; i < owner->hand_count; i++) {
            const struct card *card = dr_row(s, owner->hand[i]);
            int worth = card_worth(card, owner->gold) * crowded[crowd[crowd_of(card)]] / 10;
            if (!(keep & 1u << i) && worth >= most) {
                most = worth + 1;
                best = i;
            }
        }
        if (best < 0)
            break;
        keep |= 1u << best;
        crowd[crowd_of(dr_row(s, owner->hand[best]))]++;
    }
    return keep;
}

void dr_sort_out(const struct dr_state *s, int seat, struct dr_action *action) {
    unsigned keep = kept(s, seat);
    for (int i = 0; i < s->seat[seat].hand_count; i++)
        if (!(keep & 1u << i))
            action->cards[action->count++] = s->seat[seat].hand[i];
    action->verb = action->count ? DR_DO_DISCARD : DR_DO_KEEP;
}

void dr_list_choices(const struct dr_state *s, int seat, struct dr_choices *choices) {
    struct actions out = {
        .slots = (unsigned char *)choices->slots, .size = sizeof *choices->slots, .max = DR_LEGAL};
    dr_legal(s, seat, &out);
    choices->count = out.count;
}
