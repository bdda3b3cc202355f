/* clock.c: the deadlines of a match.
 *
 * A decision runs from the entry that asked for it to the seat's own answer. It continues while
 * others answer the same question or interrupt it, and restarts whenever the game asks another
 * question (turn.question). In a session it is paused while the hand is not awaited. Time beyond
 * the allowance is taken from the seat's reserve. This file reads no clock.
 *
 * Invariants: all numbers are 0 or more, and sums saturate instead of overflowing (add). */
#include "match_inside.h"

#include <spelunke/must.h>

static bool has_pace(const struct clock *clock) {
    return clock->pace.decide > 0 || clock->pace.reserve > 0;
}

/* Saturating sum of two numbers that are not negative. */
static int64_t add(int64_t a, int64_t b) {
    return a > INT64_MAX - b ? INT64_MAX : a + b;
}

static int64_t elapsed(int64_t since, int64_t now) {
    return now > since ? now - since : 0;
}

/* An unknown time, or one before 1970, is replaced by that of the previous entry. */
static int64_t clock_time(struct clock *clock, int64_t time) {
    if (time > 0)
        clock->time = time;
    return clock->time;
}

/* At least 1, because 0 means no deadline. */
static int64_t deadline_after(const struct clock *clock, int seat, int64_t since) {
    int64_t end = add(since, add(clock->pace.decide, clock->reserve[seat]));
    return end > 0 ? end : 1;
}

static void clock_start(struct clock *clock, int seat, int64_t now) {
    clock->since[seat] = elapsed(clock->spent[seat], now);
    clock->deadline[seat] = deadline_after(clock, seat, clock->since[seat]);
    clock->spent[seat] = 0;
}

static void clock_pause(struct clock *clock, int seat, int64_t now) {
    if (!clock->deadline[seat])
        return;
    clock->spent[seat] = elapsed(clock->since[seat], now);
    clock->deadline[seat] = 0;
}

static void clock_stop(struct clock *clock, int seat, int64_t now) {
    clock_pause(clock, seat, now);
    int64_t over = elapsed(clock->pace.decide, clock->spent[seat]);
    clock->reserve[seat] -= over < clock->reserve[seat] ? over : clock->reserve[seat];
    clock->spent[seat] = 0;
}

/* The seats that must decide; during a session, the one in control. */
static uint16_t deciding_seats(const struct turn *turn) {
    if (turn->kind == TURN_SIM)
        return (uint16_t)(1 << turn->control);
    return turn->kind == TURN_SEATS ? turn->seats : 0;
}

void clock_turn(struct clock *clock, const struct turn *before, const struct turn *after,
                int64_t time) {
    if (!has_pace(clock))
        return;
    int64_t now = clock_time(clock, time);
    bool same_question = before->kind == TURN_SEATS && after->kind == TURN_SEATS &&
                         before->question == after->question;
    for (int i = 0; i < SEATS_MAX; i++) {
        bool decides = deciding_seats(after) >> i & 1;
        if (same_question && decides && clock->deadline[i])
            continue;
        clock_stop(clock, i, now);
        if (decides)
            clock_start(clock, i, now);
    }
}

void match_set_pace(struct match *match, const struct pace *pace, int64_t now) {
    struct clock *clock = &match->clock;
    must(pace->decide >= 0 && pace->reserve >= 0);
    *clock = (struct clock){.pace = *pace};
    now = clock_time(clock, now);
    for (int i = 0; i < SEATS_MAX; i++) {
        clock->reserve[i] = pace->reserve;
        if (has_pace(clock) && deciding_seats(&match->turn) >> i & 1)
            clock_start(clock, i, now);
    }
}

const struct clock *match_clock(const struct match *match) {
    return &match->clock;
}

/* A clock is running, paused or off. Only seats that must decide have one, and it is paused only
 * during a session. */
static bool is_clock_of(const struct clock *clock, const struct turn *turn, int seat) {
    bool runs = clock->deadline[seat] != 0, is_paused = clock->spent[seat] != 0;
    bool decides = has_pace(clock) && (deciding_seats(turn) >> seat & 1);
    if (clock->reserve[seat] < 0 || clock->reserve[seat] > clock->pace.reserve ||
        clock->since[seat] < 0 || clock->spent[seat] < 0 || (runs && is_paused))
        return false;
    if (runs)
        return decides && clock->deadline[seat] == deadline_after(clock, seat, clock->since[seat]);
    return !decides ? !is_paused : turn->kind == TURN_SIM;
}

bool match_set_clock(struct match *match, const struct clock *clock) {
    if (clock->pace.decide < 0 || clock->pace.reserve < 0 || clock->time < 0)
        return false;
    for (int i = 0; i < SEATS_MAX; i++)
        if (!is_clock_of(clock, &match->turn, i))
            return false;
    match->clock = *clock;
    return true;
}

/* A session that was cut off starts again, so its decision does too. */
void match_restart_clocks(struct match *match, int64_t now) {
    struct clock *clock = &match->clock;
    now = clock_time(clock, now);
    for (int i = 0; i < SEATS_MAX; i++) {
        clock->spent[i] = 0;
        if (has_pace(clock) && deciding_seats(&match->turn) >> i & 1)
            clock_start(clock, i, now);
    }
}

void match_await_hand(struct match *match, bool awaits, int64_t now) {
    struct clock *clock = &match->clock;
    int seat = match->turn.control;
    if (match->turn.kind != TURN_SIM || !has_pace(clock))
        return;
    now = clock_time(clock, now);
    if (!awaits)
        clock_pause(clock, seat, now);
    else if (!clock->deadline[seat])
        clock_start(clock, seat, now);
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
