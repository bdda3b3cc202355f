/* scripted.c: see scripted.h. */
#include "scripted.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

static const struct game *scripted; /* whose outcomes are drawn; one at a time */

static void *open_script(const void *state, struct rng *rng, const struct shelf *shelf) {
    (void)shelf;
    unsigned char *outcome = must_alloc(scripted->action_size + 1);
    scripted->chance(state, rng, outcome);
    return outcome;
}

static bool take_no_hand(void *session, const struct hand *hand, struct message *why) {
    (void)session, (void)hand, (void)why;
    return true;
}

/* The byte after the outcome counts ticks. */
static bool step_script(void *session) {
    return ++((unsigned char *)session)[scripted->action_size] < 3;
}

static void frame_script(const void *session, struct frame *out) {
    frame_begin(out, ((const unsigned char *)session)[scripted->action_size], 1);
    out->bodies[0] = (struct pose){.turned = {1000000, 0, 0, 0}};
}

static void close_script(void *session, void *outcome) {
    memcpy(outcome, session, scripted->action_size);
    free(session);
}

void game_script(const struct game *game, struct game *out) {
    static const struct sim sim = {.hz = 60,
                                   .ticks_max = 10,
                                   .open = open_script,
                                   .take_hand = take_no_hand,
                                   .step = step_script,
                                   .frame = frame_script,
                                   .close = close_script};
    scripted = game;
    *out = *game;
    out->sim = &sim;
}
