/* event.c: events for several players: a round on the house, a drinking contest, a toast (Z-29
 * to Z-34). Events for one player are in challenge.c.
 *
 * All drinks are revealed first, then each has its window in turn order, then all are felt at
 * the same time. The event card and the open drinks are discarded only then, so that a refill in
 * between does not include them. */
#include "drachen.h"

#include <string.h>

/* The stages. When a window closes the stage is increased by one. */
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

/* Iterates over the seats of a mask in turn order; the event's cursor is the position. */
static int next_seat(struct dr_state *s, unsigned mask) {
    while (s->event.cursor < s->seats) {
        int seat = dr_clockwise(s, s->active, s->event.cursor++);
        if (mask & dr_bit(seat))
            return seat;
    }
    s->event.cursor = 0;
    return -1;
}

static void go(struct dr_state *s, int stage) {
    dr_top(s)->stage = (uint8_t)stage;
}

/* All participants reveal a drink; in a round on the house only the revealer, for all. */
static void reveal(struct dr_state *s) {
    unsigned is_event = s->event.kind == DR_TOAST ? 0 : DR_EVENT;
    unsigned flags = DR_FROM_DECK | DR_TOGETHER | is_event;
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
    dr_serve_drink(s, &drink, seat);
}

/* Applies all that was drunk. */
static void feel(struct dr_state *s, struct events *events) {
    for (int i = 0; i < s->seats; i++) {
        int seat = dr_clockwise(s, s->active, i);
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

/* Z-31: a tie for the first place is continued among the tied. Z-67: a contest that has turned
 * over the maximum has no winner. */
static void judge(struct dr_state *s, struct events *events) {
    unsigned best = best_drinkers(s);
    bool is_dry = s->event.is_repeat && !s->event.revealed;
    if (is_dry || dr_has_turned_enough(s)) {
        end_without_winner(s, events);
    } else if (is_single(best)) {
        win(s, best, events);
    } else {
        s->event.drinking = (uint8_t)best;
        go(s, STAGE_BREATHE);
    }
}

/* Those of the tied who have passed out leave the contest before each repetition. */
static void drop_out(struct dr_state *s, struct events *events) {
    for (int seat = 0; seat < s->seats; seat++)
        if (dr_has_passed_out(s, seat))
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

/* All others pay 1 to the winner, one after the other; true: all have paid. */
bool dr_pay_winner(struct dr_state *s) {
    int winner = s->event.winner - 1;
    int payer = next_seat(s, winner >= 0 ? dr_others(s, winner) : 0);
    if (payer >= 0)
        dr_push_loss(s, payer, 1, winner, DR_CAUSE_PAY);
    return payer < 0;
}

void dr_end_event(struct dr_state *s) {
    if (s->event.card)
        dr_discard_drink(s, s->event.card);
    s->event.kind = s->event.card = 0;
    dr_pop(s);
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
        if (dr_pay_winner(s))
            go(s, STAGE_OVER);
        break;
    default:
        dr_end_event(s);
    }
}

void dr_step_event(struct dr_state *s, struct events *events) {
    if (s->event.kind == DR_CHALLENGE)
        dr_step_challenge(s, events);
    else if (s->event.kind == DR_AMBROSIA)
        dr_step_ambrosia(s, events);
    else
        step_drinks(s, events);
}
