/* sim.c: running a whole session at once, for hosts without an audience. */
#include <spelunke/sim.h>

void sim_run(const struct sim *sim, const void *state, struct rng *rng, const struct hand *hands,
             int hand_count, void *outcome) {
    void *session = sim->open(state, rng);
    int next = 0;
    for (int tick = 0; tick < sim->ticks_max; tick++) {
        for (; next < hand_count && hands[next].tick <= tick; next++)
            sim->control(session, &hands[next]);
        if (!sim->step(session))
            break;
    }
    sim->close(session, outcome);
}
