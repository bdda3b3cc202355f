/* window.c: who is asked, which cards fit, and the processing of sealed answers.
 *
 * Z-53: a window asks at once every seat that could hold an answer by public information alone,
 * so that being asked reveals nothing. Answers are sealed; when all are in, the first card in
 * window order is played and the others return to their hands. Z-54: Anytime cards, and in a
 * gambling round GAMBLE cards, need no window. */
#include "drachen.h"

#include <string.h>

#include <spelunke/must.h>

int dr_next(const struct dr_state *s, unsigned mask, int from) {
    for (int i = 1; i <= s->seats; i++) {
        int seat = (from + i) % s->seats;
        if (mask & dr_bit(seat))
            return seat;
    }
    return -1;
}

int dr_order_start(const struct dr_state *s) {
    for (int i = s->depth - 1; i > 0; i--)
        if (s->stack[i].kind == DR_ROUND)
            return s->round.turn;
    return s->active;
}

unsigned dr_others(const struct dr_state *s, int seat) {
    return s->in & ~dr_bit(seat);
}

static void put_question(struct dr_state *s, enum dr_ask ask, unsigned asked) {
    struct dr_item *top = dr_top(s);
    top->ask = (uint8_t)ask;
    top->asked = (uint8_t)asked;
    top->sealed = 0;
    memset(top->seal, 0, sizeof top->seal);
    s->question++;
}

static void close_question(struct dr_item *item) {
    item->ask = DR_ASK_NOTHING;
    item->asked = item->sealed = 0;
    memset(item->seal, 0, sizeof item->seal);
}

void dr_ask_seat(struct dr_state *s, enum dr_ask ask, int seat) {
    put_question(s, ask, dr_bit(seat));
}

void dr_answered(struct dr_state *s) {
    close_question(dr_top(s));
}

/* Two kinds of uses fit at other times than the rest with the same trigger: a Cheating card
 * beats Siegreiche Hand, and not every drink can be split. */
enum { GTURN_CHEATING = ANY + 1, DRINK_TO_SPLIT, MOMENTS };
_Static_assert(MOMENTS <= 32, "every moment has its bit");
#define ON(trigger) (1u << (trigger))

static uint32_t moment_of(const struct card *card, const struct use *use) {
    if (use->trigger == GTURN && card->kind == CHEATING)
        return ON(GTURN_CHEATING);
    if (use->trigger == DRINK_OWN && dr_has_op(use, DRINK_SPLIT))
        return ON(DRINK_TO_SPLIT);
    return ON(use->trigger);
}

uint32_t dr_moments_of(const struct card *card) {
    uint32_t moments = 0;
    for (int i = 0; i < DR_USES && card->uses[i].trigger; i++)
        moments |= moment_of(card, &card->uses[i]);
    return moments;
}

/* The moments of a pending card, which depend on its kind and its effects on the seat. A loss of
 * Fortitude counts for CARD_F and CARD_FAG; this function is called for every seat at every
 * card, so each effect is computed only once. */
static uint32_t card_moments(const struct dr_state *s, const struct dr_item *item, int seat) {
    const struct use *pending = dr_item_use(s, item);
    enum card_kind kind = dr_kind_of(dr_row(s, item->card), pending);
    bool is_asx = kind == ACTION || kind == SOMETIMES || kind == ANYTIME;
    bool is_open = !((item->ignoring | item->sharing) & dr_bit(seat));
    bool moves_fortitude = is_open && dr_affects_fortitude(s, item, seat);
    uint32_t now = 0;
    if (is_asx && moves_fortitude)
        now |= ON(CARD_F) | ON(CARD_FAG);
    else if (is_asx && is_open && dr_affects_gold_or_alcohol(s, item, seat))
        now |= ON(CARD_FAG);
    if (kind == SOMETIMES)
        now |= dr_changes_drink(pending) ? ON(CARD_S) | ON(CARD_S_DRINK) : ON(CARD_S);
    if (kind == CHEATING && item->source != seat && s->round.in & dr_bit(seat))
        now |= ON(CARD_CHEAT);
    if (moves_fortitude && item->source != seat && dr_pending_loss(s, item, seat) > 0)
        now |= ON(FLOSS);
    return now;
}

static uint32_t loss_moments(const struct dr_item *item, int seat) {
    if (seat != item->source)
        return 0;
    return ON(GOLDLOSS) | (item->cause == DR_CAUSE_ANTE ? ON(ANTE_OWN) : 0) |
           (item->cause == DR_CAUSE_REFILL ? ON(REFILL) : 0);
}

/* T11: cards do not split a Mead that has its own split; option house_split. */
static bool can_split(const struct dr_state *s, const struct dr_drink *drink) {
    return !dr_is_lone_mead(drink) && (s->house_split || !(drink->flags & DR_COPY));
}

static uint32_t drink_moments(const struct dr_state *s, const struct dr_item *item, int seat) {
    if (seat != item->source)
        return ON(DRINK_ANY) | ON(DRINK_OTHER);
    return ON(DRINK_ANY) | ON(DRINK_OWN) | (can_split(s, &item->drink) ? ON(DRINK_TO_SPLIT) : 0);
}

/* Z-37: only Cheating beats Siegreiche Hand. */
static uint32_t bet_moments(const struct dr_state *s, int seat) {
    if (seat != s->round.turn)
        return 0;
    return s->round.locked ? ON(GTURN_CHEATING) : ON(GTURN_CHEATING) | ON(GTURN);
}

static uint32_t window_moments(const struct dr_state *s, const struct dr_item *item, int seat) {
    unsigned self = dr_bit(seat);
    if (item->used & self)
        return 0; /* Z-4 */
    switch (item->ask) {
    case DR_ASK_CARD:
        return card_moments(s, item, seat);
    case DR_ASK_LOSS:
        return loss_moments(item, seat);
    case DR_ASK_DRINK:
        return drink_moments(s, item, seat);
    case DR_ASK_HURT:
        return item->hurt & ~item->defended & self ? ON(FLOST) : 0;
    case DR_ASK_WON:
        return s->round.in & self && seat != s->round.leader - 1 ? ON(GWIN) : 0;
    case DR_ASK_END:
        return seat != s->active ? ON(PHASE4) : 0;
    default:
        return 0;
    }
}

/* The moments at which a card of this seat answers the question. */
static uint32_t answers(const struct dr_state *s, int seat) {
    const struct dr_item *item = dr_top_of(s);
    switch (item->ask) {
    case DR_ASK_ACTION:
        return seat == s->active ? ON(ACT) : 0;
    case DR_ASK_BUY:
        return seat == s->active ? ON(BUY) : 0;
    case DR_ASK_BET:
        return bet_moments(s, seat);
    case DR_ASK_LAST:
        return ON(ANY);
    default:
        return window_moments(s, item, seat);
    }
}

/* Z-5, Z-54: no interrupts while somebody discards. If everybody is asked for Anytime cards
 * these are answers. */
static uint32_t interrupts(const struct dr_state *s) {
    enum dr_ask ask = dr_top_of(s)->ask;
    if (ask == DR_ASK_DISCARD || ask == DR_ASK_LAST)
        return 0;
    return ask == DR_ASK_BET ? ON(ANY) | ON(GAMBLE) : ON(ANY);
}

uint32_t dr_moments_now(const struct dr_state *s, int seat) {
    return answers(s, seat) | interrupts(s);
}

int dr_use_at(const struct dr_state *s, int card, uint32_t moments) {
    const struct card *row = dr_row(s, card);
    for (int i = 0; i < DR_USES && row->uses[i].trigger; i++)
        if (moment_of(row, &row->uses[i]) & moments)
            return i;
    return -1;
}

int dr_use_now(const struct dr_state *s, int seat, int card) {
    return dr_use_at(s, card, dr_moments_now(s, seat));
}

bool dr_is_interrupt(const struct dr_state *s, const struct use *use) {
    return interrupts(s) & ON(use->trigger);
}

/* By public information: the seat has a hand, and a fitting card does not lie face up. */
static bool could_play(const struct dr_seat *seat, uint32_t moments) {
    return seat->hand_count && seat->moments & moments;
}

unsigned dr_may(const struct dr_state *s) {
    unsigned who = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (could_play(&s->seat[seat], interrupts(s)))
            who |= dr_bit(seat);
    return who;
}

static unsigned who_could_answer(const struct dr_state *s) {
    unsigned who = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (could_play(&s->seat[seat], answers(s, seat)))
            who |= dr_bit(seat);
    return who;
}

bool dr_open(struct dr_state *s, enum dr_ask ask) {
    struct dr_item *top = dr_top(s);
    top->ask = (uint8_t)ask; /* what fits depends on the question */
    unsigned asked = who_could_answer(s);
    if (asked)
        put_question(s, ask, asked);
    else
        close_question(top);
    return asked;
}

uint8_t dr_seal_of(const struct dr_state *s, int seat, const struct dr_action *answer) {
    if (answer->verb == DR_DO_PASS)
        return DR_PASS;
    return (uint8_t)(1 + dr_deck_index(s, seat, answer->card) * (DR_SEATS + 1) + answer->target[0]);
}

int dr_sealed_card(const struct dr_state *s, const struct dr_item *item, int seat) {
    int seal = item->seal[seat];
    if (!seal || seal == DR_PASS)
        return 0;
    return dr_characters[s->seat[seat].character].first + (seal - 1) / (DR_SEATS + 1);
}

static uint8_t sealed_target(const struct dr_item *item, int seat) {
    return (uint8_t)((item->seal[seat] - 1) % (DR_SEATS + 1));
}

bool dr_unseal(const struct dr_state *s, const struct dr_item *item, int seat,
               struct dr_action *answer) {
    if (!item->seal[seat])
        return false;
    answer->card = (uint8_t)dr_sealed_card(s, item, seat);
    answer->verb = answer->card ? DR_DO_PLAY : DR_DO_PASS;
    answer->target[0] = answer->card ? sealed_target(item, seat) : 0;
    return true;
}

/* The first seat in window order that has sealed a card, or -1. */
static int first_to_play(const struct dr_state *s, const struct dr_item *item) {
    int start = dr_order_start(s);
    for (int i = 0; i < s->seats; i++) {
        int seat = dr_clockwise(s, start, i);
        if (dr_sealed_card(s, item, seat))
            return seat;
    }
    return -1;
}

/* Moves a card from the hand onto the stack. An answer is recorded in the item that it answers. */
void dr_lay(struct dr_state *s, int seat, const struct dr_play *play, struct events *events) {
    struct dr_item *answered = dr_top(s);
    const struct use *use = &dr_row(s, play->card)->uses[play->use];
    bool is_defence =
        dr_has_op(use, IGNORE) || dr_has_op(use, REDIRECT_F) || dr_has_op(use, SHARE_F);
    if (play->is_answer)
        answered->used |= (uint8_t)dr_bit(seat);
    if (play->is_answer && is_defence)
        answered->defended |= (uint8_t)dr_bit(seat);
    dr_hand_to_table(s, seat, play->card);
    struct dr_item *item = dr_push(s, DR_CARD, seat);
    item->card = play->card;
    item->use = play->use;
    item->is_answer = play->is_answer;
    memcpy(item->target, play->target, sizeof item->target);
    s->last_seat = (uint8_t)seat;
    s->last_card = play->card;
    memcpy(s->last_target, play->target, sizeof s->last_target);
    dr_tell_play(events, item);
}

/* All sealed cards except that of `first` return to their hands; only their owners are told. */
static void tell_returned(const struct dr_state *s, const struct dr_item *item, int first,
                          struct events *events) {
    for (int seat = 0; events && seat < s->seats; seat++) {
        int card = dr_sealed_card(s, item, seat);
        if (seat == first || !card)
            continue;
        struct message *m = event_add(events, (uint16_t)dr_bit(seat), "drachen.returned");
        message_word(m, "card", dr_cards[card].id);
        message_seat(m, "seat", first);
    }
}

/* If a card is played the item keeps its stage, so that its window opens again after the card
 * (Z-3). If all have passed it goes to the next stage. */
void dr_settle_window(struct dr_state *s, struct events *events) {
    struct dr_item *top = dr_top(s);
    int seat = first_to_play(s, top);
    if (seat < 0) {
        close_question(top);
        top->stage++;
        return;
    }
    int card = dr_sealed_card(s, top, seat), use = dr_use_now(s, seat, card);
    must(use >= 0); /* nothing that can happen in between makes an answer illegal */
    struct dr_play play = {.card = (uint8_t)card,
                           .use = (uint8_t)use,
                           .target = {sealed_target(top, seat)},
                           .is_answer = top->ask != DR_ASK_LAST};
    tell_returned(s, top, seat, events);
    close_question(top);
    dr_lay(s, seat, &play, events);
}

/* Continues after an interrupt. A window keeps its answers. A decision is asked again for the
 * new position; the loss of a seat without gold is not asked again. */
void dr_resume(struct dr_state *s) {
    struct dr_item *top = dr_top(s);
    bool is_broke = top->kind == DR_LOSS && s->seat[top->source].gold == 0;
    if (top->ask && (top->ask < DR_ASK_CARD || is_broke))
        close_question(top);
}
