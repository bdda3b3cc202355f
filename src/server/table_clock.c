/* table_clock.c: clocks as sent to viewers, and the effect of reactions on them.
 *
 * The match has the clocks (kernel/clock.c). In a reaction all awaited seats have the same time
 * instead, which does not use up their reserves. */
#include "table_inside.h"

static void set_deadlines(struct clock *clock) {
    for (int i = 0; i < SEATS_MAX; i++)
        if (clock->deadline[i])
            clock->deadline[i] = clock->since[i] + clock->pace.decide + clock->reserve[i];
}

void clock_keep(struct match *match, const struct entering *entering) {
    struct clock clock = *match_clock(match);
    if (entering->turn.kind != TURN_SEATS || !entering->turn.reaction)
        return;
    for (int i = 0; i < SEATS_MAX; i++)
        clock.reserve[i] = entering->clock.reserve[i];
    set_deadlines(&clock);
    must(match_set_clock(match, &clock));
}

void clock_set_reserve(struct match *match, const int64_t *reserve) {
    struct clock clock = *match_clock(match);
    for (int i = 0; i < match_setup(match)->seats; i++)
        clock.reserve[i] = reserve[i] < clock.pace.reserve ? reserve[i] : clock.pace.reserve;
    set_deadlines(&clock);
    must(match_set_clock(match, &clock));
}

static void put_times(const char *key, const int64_t *times, uint16_t seats, int count,
                      struct text *out) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        if (seats >> i & 1)
            js_number(out, times[i]);
        else
            js_null(out);
    js_close(out, ']');
}

/* Without a clock only reactions have a deadline. It belongs to the question, so seats that have
 * answered keep it, and it need not be sent again with each answer. */
void clock_json(const struct table *table, struct text *out) {
    const struct clock *clock = match_clock(table->model.match);
    const struct play *play = table->play;
    int seats = table->model.settings.seats;
    int64_t since[SEATS_MAX], until[SEATS_MAX];
    uint16_t running = 0;
    bool is_reaction = play && play->turn.kind == TURN_SEATS && play->turn.reaction;
    if (!is_reaction && !table->model.settings.clock.is_on) {
        js_null(out);
        return;
    }
    for (int i = 0; i < seats; i++) {
        bool runs = is_reaction ? play->asked >> i & 1 : clock->deadline[i] != 0;
        since[i] = is_reaction ? play->asked_at : clock->since[i];
        until[i] = is_reaction ? reaction_until(table) : clock->deadline[i];
        running |= runs ? (uint16_t)(1 << i) : 0;
    }
    js_open(out, '{');
    put_times("since", since, running, seats, out);
    put_times("until", until, running, seats, out);
    put_times("reserve", clock->reserve, 0xffff, seats, out);
    js_close(out, '}');
}
