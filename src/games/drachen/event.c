/* event.c: what happens to several at once: a round on the house, a drinking
 * contest, a toast; and the challenge and the ambrosia of one (Z-29 to Z-35).
 *
 * Drinks taken together are revealed first, then each has its window in turn
 * order, then all are felt at the same moment. The event's card and the open
 * drinks are discarded only then, so a refill in between does not touch them. */
#include "drachen.h"

#include <string.h>

enum {
    STAGE_BEGIN,
    STAGE_REVEAL,
    STAGE_SERVE,
    STAGE_FEEL,
    STAGE_JUDGE,
    STAGE_BREATHE,
    STAGE_DROP_OUT,
    STAGE_PAY,
    STAGE_OVER,
};

void dr_start_event(struct dr_state *s, enum dr_event_kind kind, int card, int seat,
                    struct events *events) {
    static const char *const keys[] = {
        [DR_HOUSE] = "drachen.house",         [DR_CONTEST] = "drachen.contest",
        [DR_CHALLENGE] = "drachen.challenge", [DR_AMBROSIA] = "drachen.ambrosia",
        [DR_TOAST] = "drachen.toast",
    };
    dr_push(s, DR_EVENT_ITEM, seat);
    memset(&s->event, 0, sizeof s->event);
    s->event.kind = (uint8_t)kind;
    s->event.card = (uint8_t)card;
    s->event.drinking = s->in;
    dr_tell(events, keys[kind], seat);
}

/* The next seat of a mask in turn order, counted by the event's cursor. */
static int next_seat(struct dr_state *s, unsigned mask) {
    while (s->event.cursor < s->seats) {
        int seat = (s->active + s->event.cursor++) % s->seats;
        if (mask & dr_bit(seat))
            return seat;
    }
    s->event.cursor = 0;
    return -1;
}

static void go(struct dr_state *s, int stage) {
    dr_top(s)->stage = (uint8_t)stage;
}

/* All who drink reveal; of a round on the house the revealer, for all. */
static void reveal(struct dr_state *s) {
    unsigned flags = DR_FROM_DECK | DR_TOGETHER | DR_EVENT;
    unsigned revealers = s->event.kind == DR_HOUSE ? dr_bit(dr_top(s)->source) : s->event.drinking;
    int seat = next_seat(s, revealers);
    if (seat >= 0)
        dr_push_drink(s, seat, flags);
    else
        go(s, STAGE_SERVE);
}

static void serve(struct dr_state *s) {
    bool is_house = s->event.kind == DR_HOUSE;
    int revealer = dr_top(s)->source;
    int seat = next_seat(s, is_house && s->event.revealed ? s->event.drinking : s->event.revealed);
    if (seat < 0) {
        go(s, STAGE_FEEL);
        return;
    }
    struct dr_drink drink = s->event.drinks[is_house ? revealer : seat];
    if (is_house)
        drink.flags |= DR_COPY;
    if (s->event.kind == DR_CONTEST) {
        drink.scorer = (uint8_t)(seat + 1);
        dr_drink_changed(s, &drink);
    }
    dr_serve_drink(s, &drink, seat);
}

/* Everything that was drunk is felt at once. */
static void feel(struct dr_state *s, struct events *events) {
    for (int i = 0; i < s->seats; i++) {
        int seat = (s->active + i) % s->seats;
        if (s->event.alcohol[seat])
            dr_change_alcohol(s, seat, s->event.alcohol[seat], events);
        if (s->event.fortitude[seat])
            dr_change_fortitude(s, seat, s->event.fortitude[seat], events);
        dr_discard_drinks(s, &s->event.drinks[seat]);
    }
    memset(s->event.alcohol, 0, sizeof s->event.alcohol);
    memset(s->event.fortitude, 0, sizeof s->event.fortitude);
    go(s, s->event.kind == DR_CONTEST ? STAGE_JUDGE : STAGE_OVER);
}

static unsigned best_drinkers(const struct dr_state *s) {
    unsigned best = 0;
    int most = -1;
    for (int seat = 0; seat < s->seats; seat++) {
        if (!(s->event.drinking & dr_bit(seat)) || s->event.score[seat] < most)
            continue;
        best = s->event.score[seat] > most ? dr_bit(seat) : best | dr_bit(seat);
        most = s->event.score[seat];
    }
    return best;
}

static bool is_single(unsigned mask) {
    return mask && !(mask & (mask - 1));
}

static void win(struct dr_state *s, unsigned winner, struct events *events) {
    int seat = dr_next(s, winner, 0);
    s->event.winner = (uint8_t)(seat + 1);
    dr_tell(events, "drachen.contest_won", seat);
    go(s, STAGE_PAY);
}

static void end_without_winner(struct dr_state *s, struct events *events) {
    event_add(events, SEEN_BY_ALL, "drachen.contest_drawn");
    go(s, STAGE_OVER);
}

/* Z-31: a tie for first is drunk out among those who tie. */
static void judge(struct dr_state *s, struct events *events) {
    unsigned best = best_drinkers(s);
    if (s->event.is_repeat && !s->event.revealed) {
        end_without_winner(s, events);
    } else if (is_single(best)) {
        win(s, best, events);
    } else {
        s->event.drinking = (uint8_t)best;
        go(s, STAGE_BREATHE);
    }
}

static bool has_passed_out(const struct dr_state *s, int seat) {
    return s->seat[seat].alcohol >= s->seat[seat].fortitude || s->doomed & dr_bit(seat);
}

/* Before each repeat those who tie and have passed out drop out. */
static void drop_out(struct dr_state *s, struct events *events) {
    for (int seat = 0; seat < s->seats; seat++)
        if (has_passed_out(s, seat))
            s->event.drinking &= (uint8_t)~dr_bit(seat);
    if (!s->event.drinking) {
        end_without_winner(s, events);
    } else if (is_single(s->event.drinking)) {
        win(s, s->event.drinking, events);
    } else {
        event_add(events, SEEN_BY_ALL, "drachen.contest_tie");
        s->event.is_repeat = 1;
        s->event.revealed = 0;
        memset(s->event.score, 0, sizeof s->event.score);
        go(s, STAGE_REVEAL);
    }
}

static void pay_winner(struct dr_state *s) {
    int winner = s->event.winner - 1;
    int payer = next_seat(s, winner >= 0 ? dr_others(s, winner) : 0);
    if (payer >= 0)
        dr_push_loss(s, payer, 1, winner, DR_CAUSE_PAY);
    else
        go(s, STAGE_OVER);
}

static void end(struct dr_state *s) {
    if (s->event.card)
        dr_discard_drink(s, s->event.card);
    s->event.kind = s->event.card = 0;
    dr_pop(s);
}

/* Z-35: two drinks one after the other, then the payout if he still stands. */
static void step_challenge(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    int seat = item->source;
    if (item->stage == STAGE_BEGIN) {
        dr_ask_seat(s, DR_ASK_CHALLENGE, seat);
    } else if (item->stage == STAGE_SERVE) {
        if (s->event.cursor++ < 2)
            dr_push_drink(s, seat, DR_FROM_DECK | DR_EVENT);
        else
            go(s, STAGE_BREATHE);
    } else if (item->stage == STAGE_BREATHE) {
        if (!dr_open(s, DR_ASK_LAST))
            go(s, STAGE_DROP_OUT);
    } else if (item->stage == STAGE_DROP_OUT) {
        s->event.cursor = 0;
        s->event.winner = (uint8_t)(has_passed_out(s, seat) ? 0 : seat + 1);
        dr_tell(events, s->event.winner ? "drachen.challenge_won" : "drachen.challenge_lost", seat);
        go(s, STAGE_PAY);
    } else if (item->stage == STAGE_PAY) {
        pay_winner(s);
    } else {
        end(s);
    }
}

void dr_choose_challenge(struct dr_state *s, bool accepts, struct events *events) {
    dr_answered(s);
    go(s, accepts ? STAGE_SERVE : STAGE_OVER);
    dr_tell(events, accepts ? "drachen.accepted" : "drachen.declined", dr_top(s)->source);
}

static void step_ambrosia(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    const struct drink_card *row = &dr_drinks[s->event.card];
    int seat = item->source;
    if (item->stage == STAGE_BEGIN) {
        go(s, STAGE_OVER);
        dr_change_alcohol(s, seat, row->alcohol, events);
        dr_change_fortitude(s, seat, row->fortitude, events);
        dr_push_loss(s, seat, 2, DR_TO_INN, DR_CAUSE_PAY);
    } else {
        end(s);
    }
}

static void step_drinks(struct dr_state *s, struct events *events) {
    switch (dr_top(s)->stage) {
    case STAGE_BEGIN:
        go(s, STAGE_REVEAL);
        break;
    case STAGE_REVEAL:
        reveal(s);
        break;
    case STAGE_SERVE:
        serve(s);
        break;
    case STAGE_FEEL:
        feel(s, events);
        break;
    case STAGE_JUDGE:
        judge(s, events);
        break;
    case STAGE_BREATHE:
        if (!dr_open(s, DR_ASK_LAST))
            go(s, STAGE_DROP_OUT);
        break;
    case STAGE_DROP_OUT:
        drop_out(s, events);
        break;
    case STAGE_PAY:
        pay_winner(s);
        break;
    default:
        end(s);
    }
}

void dr_step_event(struct dr_state *s, struct events *events) {
    if (s->event.kind == DR_CHALLENGE)
        step_challenge(s, events);
    else if (s->event.kind == DR_AMBROSIA)
        step_ambrosia(s, events);
    else
        step_drinks(s, events);
}
