/* scene.h: matches that are played by notation, for the tests of the rules. */
#ifndef SPELUNKE_POLTERFASS_TEST_SCENE_H
#define SPELUNKE_POLTERFASS_TEST_SCENE_H

#include "unit/test.h"

#include "../polterfass.h"

/* A match with these options: pairs that end with NULL. */
struct match *begin(int seats, const char *const *options);
/* A match of three with these totals; seat 0 is the innkeeper. */
struct match *begin_at(const int64_t *totals, const char *const *options);
const struct pf_state *state_of(const struct match *match);

enum verdict play(struct match *match, int seat, const char *action);
void roll(struct match *match, const char *marks);
/* The orders of all guests, by seat; NULL for the innkeeper. */
void order(struct match *match, const char *const *orders);
/* A whole round of three players in which the innkeeper stops at once. */
void play_round(struct match *match, const char *marks, const char *first, const char *second);

/* Checks the points of the last round, and the totals. */
void check_points(const struct match *match, const int *points, const int *totals);
unsigned winners(const struct match *match);

/* Random numbers for random play, and one random entry: any outcome, any legal action. */
struct rng random_dice(uint64_t number);
void random_step(struct match *match, struct rng *rng);

#endif
