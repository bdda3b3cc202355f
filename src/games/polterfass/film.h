/* film.h: records a throw.
 *
 * A recording shows the anonymous cylinders of throw.h in order, then cup and coaster; its
 * outcome is one face for each cylinder. It depends on the number of barrels and the number of
 * the throw only, so any match that draws these two can replay it, whichever barrels are in the
 * cup.
 *
 * Takes (sim.h) enumerate all throws. Half of all throws have nine barrels, and smaller numbers
 * are rarer, so takes begin with nine barrels: a pool is filled in the order of use. */
#ifndef SPELUNKE_POLTERFASS_FILM_H
#define SPELUNKE_POLTERFASS_FILM_H

#include <spelunke/recording.h>

#include "throw.h"

extern const struct takes film_takes;
int film_take(int barrels, int number);

/* A throw that is being recorded. */
struct film {
    struct throw *throw;
    struct recording *recording;
};

/* Starts a take and records its first frame. */
void film_open(struct film *film, int take);
/* Records one more frame; the frame at rest ends the recording. */
void film_tick(struct film *film);
/* Frees the throw but not the recording. */
void film_close(struct film *film);

/* Whether this is the complete recording of a throw with that many barrels. */
bool film_fits(const struct recording *recording, int barrels);

#endif
