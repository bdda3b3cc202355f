/* crowd.h: people in a hall who play anything, in four seats, and others who look on. */
#ifndef SPELUNKE_SERVER_TEST_CROWD_H
#define SPELUNKE_SERVER_TEST_CROWD_H

#include "hall.h"

enum { SEATS_PLAYED = 4, ACTS_MAX = 400000 };

struct crowd {
    struct hall *hall;
    struct rng rng;
    uint32_t answered[SEATS_MAX]; /* the question that each seat has answered */
};

/* Opens a hall with six lines and a table of four seats; `more` are further settings. */
void crowd_open(struct hall *hall, const struct game *const *games, const char *game,
                const char *options, uint64_t number, const char *more);
/* So many people sit down in the seats of their lines, and all others look on. */
void crowd_seat(struct hall *hall, int people);
/* Two crowds of one number do the same where they are asked the same. */
void crowd_begin(struct crowd *crowd, struct hall *hall, uint64_t number);
/* Somebody who is asked and has not answered plays something; false: nobody does. */
bool crowd_act(struct crowd *crowd, int people);

#endif
