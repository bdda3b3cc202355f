/* plain.c: a simple implementation of Z-53 and Z-54. */
#include "plain.h"

static bool fits_card(const struct dr_state *s, const struct dr_item *item, int seat,
                      enum trigger trigger) {
    const struct use *pending = dr_item_use(s, item);
    enum card_kind kind = dr_kind_of(dr_row(s, item->card), pending);
    bool is_asx = kind == ACTION || kind == SOMETIMES || kind == ANYTIME;
    bool is_open = !((item->ignoring | item->sharing) & dr_bit(seat));
    switch (trigger) {
    case CARD_F:
        return is_asx && is_open && dr_affects_fortitude(s, item, seat);
    case CARD_FAG:
        return is_asx && is_open && dr_affects_any(s, item, seat);
    case CARD_S:
        return kind == SOMETIMES;
    case CARD_S_DRINK:
        return kind == SOMETIMES && dr_changes_drink(pending);
    case CARD_CHEAT:
        return kind == CHEATING && item->source != seat && s->round.in & dr_bit(seat);
    case FLOSS:
        return is_open && item->source != seat && dr_pending_loss(s, item, seat) > 0;
    default:
        return false;
    }
}

static bool fits_loss(const struct dr_item *item, int seat, enum trigger trigger) {
    return seat == item->source &&
           (trigger == GOLDLOSS || (trigger == ANTE_OWN && item->cause == DR_CAUSE_ANTE) ||
            (trigger == REFILL && item->cause == DR_CAUSE_REFILL));
}

static bool fits_drink(const struct dr_state *s, const struct dr_item *item, int seat,
                       const struct use *use) {
    bool is_own = seat == item->source;
    if (use->trigger != DRINK_ANY && use->trigger != (is_own ? DRINK_OWN : DRINK_OTHER))
        return false;
    if (!dr_has_op(use, DRINK_SPLIT))
        return true;
    return !dr_is_lone_mead(&item->drink) && (s->house_split || !(item->drink.flags & DR_COPY));
}

static bool fits_window(const struct dr_state *s, const struct dr_item *item, int seat,
                        const struct use *use) {
    if (item->used & dr_bit(seat))
        return false;
    switch (item->ask) {
    case DR_ASK_CARD:
        return fits_card(s, item, seat, use->trigger);
    case DR_ASK_LOSS:
        return fits_loss(item, seat, use->trigger);
    case DR_ASK_DRINK:
        return fits_drink(s, item, seat, use);
    case DR_ASK_HURT:
        return use->trigger == FLOST && item->hurt & ~item->defended & dr_bit(seat);
    case DR_ASK_WON:
        return use->trigger == GWIN && s->round.in & dr_bit(seat) && seat != s->round.leader - 1;
    case DR_ASK_END:
        return use->trigger == PHASE4 && seat != s->active;
    default:
        return false;
    }
}

static bool answers(const struct dr_state *s, int seat, const struct card *card,
                    const struct use *use) {
    const struct dr_item *item = dr_top_of(s);
    switch (item->ask) {
    case DR_ASK_ACTION:
        return use->trigger == ACT && seat == s->active;
    case DR_ASK_BUY:
        return use->trigger == BUY && seat == s->active;
    case DR_ASK_BET:
        return use->trigger == GTURN && seat == s->round.turn &&
               (card->kind == CHEATING || !s->round.locked);
    case DR_ASK_LAST:
        return use->trigger == ANY;
    default:
        return fits_window(s, item, seat, use);
    }
}

static bool interrupts(const struct dr_state *s, const struct use *use) {
    enum dr_ask ask = dr_top_of(s)->ask;
    if (ask == DR_ASK_DISCARD || ask == DR_ASK_LAST)
        return false;
    return use->trigger == ANY || (use->trigger == GAMBLE && ask == DR_ASK_BET);
}

int plain_use_now(const struct dr_state *s, int seat, int card) {
    const struct card *row = dr_row(s, card);
    for (int i = 0; i < DR_USES; i++)
        if (interrupts(s, &row->uses[i]) || answers(s, seat, row, &row->uses[i]))
            return i;
    return -1;
}

/* The copies in hand or deck; nobody else can tell these two apart. */
static int hidden_copies(const struct dr_seat *owner, int card) {
    int copies = 0;
    for (int i = 0; i < owner->hand_count; i++)
        copies += owner->hand[i] == card;
    for (int i = 0; i < owner->deck_count; i++)
        copies += owner->deck[i] == card;
    return copies;
}

static bool could_play(const struct dr_state *s, int seat, bool is_interrupt) {
    const struct dr_seat *owner = &s->seat[seat];
    for (int card = 1; owner->hand_count && card <= DR_CARD_KINDS; card++) {
        const struct card *row = dr_row(s, card);
        for (int i = 0; hidden_copies(owner, card) && i < DR_USES; i++)
            if (is_interrupt ? interrupts(s, &row->uses[i]) : answers(s, seat, row, &row->uses[i]))
                return true;
    }
    return false;
}

unsigned plain_may(const struct dr_state *s) {
    unsigned who = 0;
    for (int seat = 0; seat < s->seats; seat++)
        who |= could_play(s, seat, true) ? dr_bit(seat) : 0;
    return who;
}

unsigned plain_asked(const struct dr_state *s) {
    unsigned who = 0;
    for (int seat = 0; seat < s->seats; seat++)
        who |= could_play(s, seat, false) ? dr_bit(seat) : 0;
    return who;
}
