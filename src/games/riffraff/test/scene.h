/* scene.h: matches that are played by notation with scripted outcomes, for the tests of the
 * rules. */
#ifndef SPELUNKE_RIFFRAFF_TEST_SCENE_H
#define SPELUNKE_RIFFRAFF_TEST_SCENE_H

#include "unit/test.h"

#include "../riffraff.h"

/* A match with these options: pairs that end with NULL. */
struct match *begin(int seats, const char *const *options);
const struct rr_state *state_of(const struct match *match);
/* The message key of the refusal of an action; fails if it is played. */
const char *refused(struct match *match, int seat, const char *action);
/* Every seat lays its card. */
void lay_cards(struct match *match, const int *cards);
/* A match of four in which all have laid cards and seat 0 is to load on area 10. */
struct match *about_to_load(uint64_t seed);
/* The active player loads this piece (`load` or `load2` and its name) with this outcome. */
void load(struct match *match, const char *action, const char *outcome);
/* The active players load any pieces, which come back, until cards are asked for or the match is
 * over. */
void pass_turns(struct match *match);
/* A set of pieces by their names, separated by single blanks. */
uint64_t pieces(const char *names);
int piece_of(const char *name);
/* The seats that are awaited. */
unsigned awaited(const struct match *match);
unsigned winners(const struct match *match);
/* Checks that the events of one entry have exactly these keys, without `riffraff.`. */
void play_says(struct match *match, int seat, const char *action, const char *const *keys);
struct rng random_dice(uint64_t number);
/* One entry of random play: any outcome, any legal action. */
void random_step(struct match *match, struct rng *rng);

#endif
