/* law_secrets.c: the laws about secrets.
 *
 * The leak test is differential: two states that differ only in secrets of a viewer are played
 * on, with the same actions and with actions that differ where the viewer may not see it. The
 * viewer's views and events are compared byte by byte. They may differ only where something is
 * revealed, and then both at once: what an event tells stays in the view, and what a view gains
 * was in an event. */
#include "laws.h"

#include <string.h>

enum { STEPS = 5, LOOK_ALIKES = 3 };

static void seen_events(const struct events *events, int viewer, struct text *out) {
    text_clear(out);
    for (int i = 0; i < events->count; i++) {
        const struct event *event = event_of(events, i);
        if (!event_seen(event, viewer))
            continue;
        text_put(out, event->message.key);
        message_args_json(&event->message, out);
    }
}

static bool same_events(struct law_run *run, int viewer) {
    seen_events(&run->events, viewer, &run->text);
    seen_events(&run->other_events, viewer, &run->other_text);
    return text_equals(&run->text, &run->other_text);
}

static bool same_views(struct law_run *run, int viewer, const void *state, const void *twin) {
    game_view(run->game, state, viewer, run->view);
    game_view(run->game, twin, viewer, run->other_view);
    return memcmp(run->view, run->other_view, run->game->state_size) == 0;
}

static bool same_turns(struct law_run *run, const void *state, const void *twin) {
    struct turn turn, other;
    game_turn(run->game, state, &turn);
    game_turn(run->game, twin, &other);
    return turn_equals(&turn, &other);
}

/* Counts which bytes are hidden from the viewer, and which were varied. */
static void count_bytes(struct law_run *run, int viewer) {
    const unsigned char *state = run->state, *twin = run->twin, *view = run->view;
    bool is_varied = false;
    game_view(run->game, run->state, viewer, run->view);
    for (size_t i = 0; i < run->game->state_size; i++) {
        run->finding->hidden_bytes[i] += view[i] != state[i];
        run->finding->varied_bytes[i] += twin[i] != state[i];
        is_varied |= twin[i] != state[i];
    }
    run->finding->varied += is_varied;
}

/* Makes the twin: the state with the viewer's secrets changed. */
static bool change_twin(struct law_run *run, int viewer) {
    memcpy(run->twin, run->state, run->game->state_size);
    run->judged->vary(run->twin, viewer, &run->rng);
    count_bytes(run, viewer);
    if (!same_views(run, viewer, run->state, run->twin))
        return law_broken(run, LAW_SECRETS, "a view shows a secret", NULL);
    return same_turns(run, run->state, run->twin) ||
           law_broken(run, LAW_SECRETS, "turn tells a secret", NULL);
}

/* Applies an action in each of two states with equal views; `differs`: whether something was
 * revealed. */
static bool step_both(struct law_run *run, int viewer, int seat, void *state, const void *action,
                      void *twin, const void *twin_action, bool *differs) {
    run->events.count = run->other_events.count = 0;
    run->game->apply(state, seat, action, &run->events);
    run->game->apply(twin, seat, twin_action, &run->other_events);
    bool views_agree = same_views(run, viewer, state, twin);
    bool events_agree = same_events(run, viewer);
    *differs = !views_agree;
    if (events_agree && !views_agree)
        return law_broken(run, LAW_SECRETS, "a view shows what no event told", action);
    if (!events_agree && views_agree)
        return law_broken(run, LAW_SECRETS, "an event tells what the view does not keep", action);
    return *differs || same_turns(run, state, twin) ||
           law_broken(run, LAW_SECRETS, "turn tells a secret", action);
}

/* The same actor acts differently in the twin: deals other cards, bids another amount. As long
 * as the viewer's views are equal afterwards, all its events must be. */
static bool step_otherwise(struct law_run *run, int viewer, int seat, const void *action) {
    _Alignas(max_align_t) unsigned char other[ACTION_BYTES_MAX];
    size_t size = run->game->state_size;
    bool differs;
    int other_seat;
    for (int i = 0; i < LOOK_ALIKES; i++) {
        law_pick(run, run->twin, &other_seat, other);
        if (other_seat != seat || seat == viewer || seat == SEAT_WATCHER)
            continue;
        memcpy(run->left, run->state, size);
        memcpy(run->right, run->twin, size);
        if (!step_both(run, viewer, seat, run->left, action, run->right, other, &differs))
            return false;
    }
    return true;
}

static bool law_secrets_of(struct law_run *run, int viewer) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct turn turn;
    bool differs = false;
    int seat;
    memcpy(run->state, match_state(run->match), run->game->state_size);
    for (int step = 0; step < STEPS && !differs; step++) {
        if (!change_twin(run, viewer))
            return false;
        game_turn(run->game, run->state, &turn);
        if (turn.kind == TURN_OVER)
            return true;
        law_pick(run, run->state, &seat, action);
        if (seat == SEAT_WATCHER)
            return law_broken(run, LAW_LEGAL, "nobody has anything to do", NULL);
        if (!run->game->check(run->state, seat, action, NULL))
            return law_broken(run, LAW_LEGAL, "legal or drawn, but refused", action);
        if (!step_otherwise(run, viewer, seat, action))
            return false;
        if (!run->game->check(run->twin, seat, action, NULL))
            return seat != viewer ||
                   law_broken(run, LAW_SECRETS, "a secret decides what is legal", action);
        if (!step_both(run, viewer, seat, run->state, action, run->twin, action, &differs))
            return false;
    }
    return true;
}

bool law_secrets(struct law_run *run) {
    bool holds = law_secrets_of(run, law_viewer(run));
    memcpy(run->state, match_state(run->match), run->game->state_size);
    return holds;
}

enum order { ORDER_SEALED, ORDER_INTERRUPTED, ORDER_BROKEN };

/* Applies the seats' choices in rising or falling order. After each, the others must still be
 * awaited. Only an interrupt can be something else than a sealed choice, and then the order may
 * matter. */
static enum order apply_in_order(struct law_run *run, void *state, const struct turn *turn,
                                 unsigned char choice[SEATS_MAX][ACTION_BYTES_MAX], bool forwards) {
    unsigned left = turn->seats;
    struct turn now;
    for (int i = 0; i < run->seats; i++) {
        int seat = forwards ? i : run->seats - 1 - i;
        if (!(turn->seats >> seat & 1))
            continue;
        run->game->apply(state, seat, choice[seat], NULL);
        left &= ~(1u << seat);
        game_turn(run->game, state, &now);
        bool is_same =
            now.kind == TURN_SEATS && now.seats == left && now.question == turn->question;
        if (left && !is_same)
            return turn->may >> seat & 1 ? ORDER_INTERRUPTED : ORDER_BROKEN;
    }
    return ORDER_SEALED;
}

bool law_arrival(struct law_run *run) {
    static _Thread_local _Alignas(max_align_t) unsigned char choice[SEATS_MAX][ACTION_BYTES_MAX];
    const struct game *game = run->game;
    struct turn turn;
    game_turn(game, run->state, &turn);
    if (turn.kind != TURN_SEATS || !(turn.seats & (turn.seats - 1)))
        return true;
    for (int seat = 0; seat < run->seats; seat++) {
        game_legal(game, run->state, seat, &run->legal);
        if (run->legal.count)
            memcpy(choice[seat],
                   actions_at(&run->legal, (int)rng_below(&run->rng, (uint32_t)run->legal.count)),
                   game->action_size);
    }
    memcpy(run->twin, run->state, game->state_size);
    memcpy(run->view, run->state, game->state_size);
    enum order forwards = apply_in_order(run, run->twin, &turn, choice, true);
    enum order backwards = apply_in_order(run, run->view, &turn, choice, false);
    if (forwards == ORDER_BROKEN || backwards == ORDER_BROKEN)
        return law_broken(run, LAW_ARRIVAL, "one seat's choice ends it for the others", NULL);
    if (forwards == ORDER_INTERRUPTED || backwards == ORDER_INTERRUPTED)
        return true;
    return memcmp(run->twin, run->view, game->state_size) == 0 ||
           law_broken(run, LAW_ARRIVAL, "another state", NULL);
}
