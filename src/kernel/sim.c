/* sim.c: running a whole session at once, for hosts without an audience. */
#include <spelunke/sim.h>

void sim_run(const struct sim *sim, const void *state, struct rng *rng, const struct shelf *shelf,
             const struct hand *hands, int hand_count, void *outcome) {
    void *session = sim->open(state, rng, shelf);
    int next = 0;
    for (int tick = 0; tick < sim->ticks_max; tick++) {
        for (; next < hand_count && hands[next].tick <= tick; next++)
            sim->control(session, &hands[next], NULL);
        if (!sim->step(session))
            break;
    }
    sim->close(session, outcome);
}

void sim_run_steered(const struct sim *sim, const void *state, struct rng *rng,
                     const struct shelf *shelf,
                     void (*steer)(void *context, const struct frame *frame, struct hand *hand),
                     void *context, void *outcome) {
    void *session = sim->open(state, rng, shelf);
    struct frame frame = {0};
    struct hand hand = {0};
    for (int tick = 0; tick < sim->ticks_max; tick++) {
        sim->frame(session, &frame);
        hand.tick = tick;
        steer(context, &frame, &hand);
        sim->control(session, &hand, NULL);
        if (!sim->step(session))
            break;
    }
    sim->close(session, outcome);
}
