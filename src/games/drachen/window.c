/* window.c: who is asked, what fits, and what becomes of sealed answers.
 *
 * Z-53: a window asks at once every seat that could hold an answer by public
 * facts alone, so that being asked tells nothing. Answers are sealed; when all
 * are in, the first card in window order is played and the others go back.
 * Z-54: Anytime cards, and in a gambling round GAMBLE cards, need no window. */
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

/* Answers to a pending card, by what the card is and does. */
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

/* T11: no other split on a Mead that brings its own; house_split. */
static bool can_split(const struct dr_state *s, const struct dr_drink *drink) {
    return !dr_is_lone_mead(drink) && (s->house_split || !(drink->flags & DR_COPY));
}

static bool fits_drink(const struct dr_state *s, const struct dr_item *item, int seat,
                       const struct use *use) {
    bool is_own = seat == item->source;
    if (use->trigger != DRINK_ANY && use->trigger != (is_own ? DRINK_OWN : DRINK_OTHER))
        return false;
    return !dr_has_op(use, DRINK_SPLIT) || can_split(s, &item->drink);
}

/* Control cards; Siegreiche Hand is beaten by Cheating only (Z-37). */
static bool fits_bet(const struct dr_state *s, const struct card *card, const struct use *use,
                     int seat) {
    if (use->trigger == GAMBLE)
        return true;
    return use->trigger == GTURN && seat == s->round.turn &&
           (card->kind == CHEATING || !s->round.locked);
}

static bool fits_window(const struct dr_state *s, const struct dr_item *item, int seat,
                        const struct use *use) {
    if (item->used & dr_bit(seat))
        return false; /* Z-4 */
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
        return use->trigger == GWIN && s->round.in & dr_bit(seat) && seat != s->round.control - 1;
    case DR_ASK_END:
        return use->trigger == PHASE4 && seat != s->active;
    default:
        return false;
    }
}

/* The triggers that can fit a question at all: most cards need no closer look. */
#define ON(trigger) (1u << (trigger))
static const uint32_t answers[] = {
    [DR_ASK_ACTION] = ON(ACT),
    [DR_ASK_BUY] = ON(BUY),
    [DR_ASK_BET] = ON(GTURN),
    [DR_ASK_CARD] =
        ON(FLOSS) | ON(CARD_F) | ON(CARD_FAG) | ON(CARD_S) | ON(CARD_S_DRINK) | ON(CARD_CHEAT),
    [DR_ASK_LOSS] = ON(GOLDLOSS) | ON(ANTE_OWN) | ON(REFILL),
    [DR_ASK_DRINK] = ON(DRINK_OWN) | ON(DRINK_OTHER) | ON(DRINK_ANY),
    [DR_ASK_HURT] = ON(FLOST),
    [DR_ASK_WON] = ON(GWIN),
    [DR_ASK_END] = ON(PHASE4),
    [DR_ASK_LAST] = ON(ANY),
};

/* Z-5, Z-54: not while somebody discards; and where everybody is asked for
 * Anytime cards, they are answers. */
static uint32_t interrupts(enum dr_ask ask) {
    if (ask == DR_ASK_DISCARD || ask == DR_ASK_LAST)
        return 0;
    return ask == DR_ASK_BET ? ON(ANY) | ON(GAMBLE) : ON(ANY);
}

static uint32_t triggers_on(const struct card *row) {
    return ON(row->uses[0].trigger) | ON(row->uses[1].trigger);
}

static bool fits(const struct dr_state *s, int seat, const struct card *card,
                 const struct use *use) {
    const struct dr_item *item = dr_top_of(s);
    if (!((answers[item->ask] | interrupts(item->ask)) & ON(use->trigger)))
        return false;
    if (use->trigger == ANY)
        return true;
    switch (item->ask) {
    case DR_ASK_ACTION:
    case DR_ASK_BUY:
        return seat == s->active;
    case DR_ASK_BET:
        return fits_bet(s, card, use, seat);
    default:
        return fits_window(s, item, seat, use);
    }
}

int dr_use_now(const struct dr_state *s, int seat, int card) {
    const struct card *row = dr_row(s, card);
    for (int i = 0; i < DR_USES && row->uses[i].trigger; i++)
        if (fits(s, seat, row, &row->uses[i]))
            return i;
    return -1;
}

bool dr_is_interrupt(const struct dr_state *s, const struct use *use) {
    return interrupts(dr_top_of(s)->ask) & ON(use->trigger);
}

/* Whether the seat could hold a card that fits now by one of the triggers. */
static bool could_play(const struct dr_state *s, int seat, uint32_t triggers) {
    const struct character *character = &dr_characters[s->seat[seat].character];
    for (int i = 0; s->seat[seat].hand_count && i < character->kinds; i++) {
        int card = character->first + i;
        if (s->seat[seat].unseen[i] && triggers_on(dr_row(s, card)) & triggers &&
            dr_use_now(s, seat, card) >= 0)
            return true;
    }
    return false;
}

static unsigned who_could_play(const struct dr_state *s, uint32_t triggers) {
    unsigned who = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (s->in & dr_bit(seat) && could_play(s, seat, triggers))
            who |= dr_bit(seat);
    return who;
}

unsigned dr_may(const struct dr_state *s) {
    return who_could_play(s, interrupts(dr_top_of(s)->ask));
}

bool dr_open(struct dr_state *s, enum dr_ask ask) {
    struct dr_item *top = dr_top(s);
    top->ask = (uint8_t)ask; /* what fits depends on the question */
    unsigned asked = who_could_play(s, answers[ask]);
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

/* The first sealed card in window order, or -1. */
static int first_to_play(const struct dr_state *s, const struct dr_item *item) {
    int start = dr_order_start(s);
    for (int i = 0; i < s->seats; i++) {
        int seat = dr_clockwise(s, start, i);
        if (dr_sealed_card(s, item, seat))
            return seat;
    }
    return -1;
}

static bool is_defence(const struct use *use) {
    return dr_has_op(use, IGNORE) || dr_has_op(use, REDIRECT_F) || dr_has_op(use, SHARE_F);
}

/* Puts a card from the hand onto the stack. An answer is noted on the item it
 * answers. */
void dr_lay(struct dr_state *s, int seat, const struct dr_play *play, struct events *events) {
    struct dr_item *answered = dr_top(s);
    const struct use *use = &dr_row(s, play->card)->uses[play->use];
    if (play->is_answer)
        answered->used |= (uint8_t)dr_bit(seat);
    if (play->is_answer && is_defence(use))
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

/* Where a card is played the item stays at its stage, so that its window opens
 * anew once the card is done (Z-3); where all passed it goes on. */
void dr_settle_window(struct dr_state *s, struct events *events) {
    struct dr_item *top = dr_top(s);
    int seat = first_to_play(s, top);
    if (seat < 0) {
        close_question(top);
        top->stage++;
        return;
    }
    int card = dr_sealed_card(s, top, seat), use = dr_use_now(s, seat, card);
    must(use >= 0); /* nothing that could happen meanwhile makes an answer unfit */
    struct dr_play play = {.card = (uint8_t)card,
                           .use = (uint8_t)use,
                           .target = {sealed_target(top, seat)},
                           .is_answer = top->ask != DR_ASK_LAST};
    close_question(top);
    dr_lay(s, seat, &play, events);
}

/* After an interrupt a window goes on with the answers it has. A decision is
 * asked again from the position as it is now; a loss by somebody who has nothing
 * left to lose is asked no more. */
void dr_resume(struct dr_state *s) {
    struct dr_item *top = dr_top(s);
    bool is_broke = top->kind == DR_LOSS && s->seat[top->source].gold == 0;
    if (top->ask && (top->ask < DR_ASK_CARD || is_broke))
        close_question(top);
}
