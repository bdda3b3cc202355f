/* random.h: random matches with random settings, always the same ones, for what has to
 * hold at every position. */
#ifndef SPELUNKE_DRACHEN_TEST_RANDOM_H
#define SPELUNKE_DRACHEN_TEST_RANDOM_H

#include "scene.h"

/* Plays the matches 0, 1, ... to their ends and shows each position. */
void at_every_position(int matches, void (*look)(void *context, struct match *match),
                       void *context);

#endif
