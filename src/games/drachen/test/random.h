/* random.h: reproducible random matches with random settings, for checks at every position. */
#ifndef SPELUNKE_DRACHEN_TEST_RANDOM_H
#define SPELUNKE_DRACHEN_TEST_RANDOM_H

#include "scene.h"

/* Plays the matches 0, 1, ... to their ends and calls back at each position. */
void at_every_position(int matches, void (*look)(void *context, struct match *match),
                       void *context);

#endif
