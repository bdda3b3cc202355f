/* crowd.h: people who play random actions in the four seats of a table, and watchers. */
#ifndef SPELUNKE_SERVER_TEST_CROWD_H
#define SPELUNKE_SERVER_TEST_CROWD_H

#include "table_fixture.h"

enum { SEATS_PLAYED = 4, ACTS_MAX = 400000 };

struct crowd {
    struct fixture *fixture;
    struct rng rng;
    uint32_t answered[SEATS_MAX]; /* the last question that each seat has answered */
};

/* Opens a fixture with six lines and a table of four seats; `more` are further settings. */
void crowd_open(struct fixture *fixture, const struct game *const *games, const char *game,
                const char *options, uint64_t number, const char *more);
/* This many people take the seats of their lines; all others watch. */
void crowd_seat(struct fixture *fixture, int people);
/* Two crowds with the same number act the same when they are asked the same. */
void crowd_begin(struct crowd *crowd, struct fixture *fixture, uint64_t number);
/* One person who is asked and has not answered plays a random action; false: there is none. */
bool crowd_act(struct crowd *crowd, int people);

#endif
