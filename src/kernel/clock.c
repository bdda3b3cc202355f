/* clock.c: deadlines as data.
 *
 * A decision runs from the entry that asked for it to the seat's own answer.
 * While others answer the same question, or interrupt it, it goes on; whenever
 * the game asks another question (turn.question), it begins anew. What a decision takes beyond its
 * allowance is taken from the seat's reserve. Nothing here reads a clock. */
#include "match_inside.h"

#include <spelunke/must.h>

static bool has_pace(const struct clock *clock) {
    return clock->pace.decide > 0 || clock->pace.reserve > 0;
}

static void clock_stop(struct clock *clock, int seat, int64_t now) {
    if (!clock->deadline[seat])
        return;
    int64_t over = now - clock->since[seat] - clock->pace.decide;
    if (over > 0)
        clock->reserve[seat] -= over < clock->reserve[seat] ? over : clock->reserve[seat];
    clock->deadline[seat] = 0;
}

static void clock_start(struct clock *clock, int seat, int64_t now) {
    clock->since[seat] = now;
    clock->deadline[seat] = now + clock->pace.decide + clock->reserve[seat];
}

/* The seats that must decide: at a session, the one in control. */
static uint16_t deciding(const struct turn *turn) {
    if (turn->kind == TURN_SIM)
        return (uint16_t)(1 << turn->control);
    return turn->kind == TURN_SEATS ? turn->seats : 0;
}

void clock_turn(struct clock *clock, const struct turn *before, const struct turn *after,
                const struct stamp *stamp) {
    if (!has_pace(clock))
        return;
    must(stamp);
    bool same_question = before->kind == TURN_SEATS && after->kind == TURN_SEATS &&
                         before->question == after->question;
    for (int i = 0; i < SEATS_MAX; i++) {
        bool decides = deciding(after) >> i & 1;
        if (same_question && decides && clock->deadline[i])
            continue;
        clock_stop(clock, i, stamp->time);
        if (decides)
            clock_start(clock, i, stamp->time);
    }
}

void match_set_pace(struct match *match, const struct pace *pace, int64_t now) {
    struct clock *clock = &match->clock;
    *clock = (struct clock){.pace = *pace};
    for (int i = 0; i < SEATS_MAX; i++) {
        clock->reserve[i] = pace->reserve;
        if (has_pace(clock) && deciding(&match->turn) >> i & 1)
            clock_start(clock, i, now);
    }
}

int64_t match_deadline(const struct match *match, int seat) {
    return match->clock.deadline[seat];
}

uint16_t match_late(const struct match *match, int64_t now) {
    uint16_t late = 0;
    for (int i = 0; i < SEATS_MAX; i++)
        if (match->clock.deadline[i] && match->clock.deadline[i] <= now)
            late |= (uint16_t)(1 << i);
    return late;
}
