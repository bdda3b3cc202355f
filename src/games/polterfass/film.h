/* film.h: a throw as a recording.
 *
 * Shows the nameless cylinders of throw.h in order, then cup and coaster; its
 * outcome is a face for each cylinder. So it follows, as the throw does, from
 * how many barrels there are and from the throw's number, and one recording
 * serves every match that draws the same two, whoever's barrels they are.
 *
 * Takes (sim.h) number all throws. Half of all throws are of nine barrels, and
 * the fewer there are the rarer is the throw: so the fullest cup comes first. */
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

/* Begins a take and records its first frame. */
void film_open(struct film *film, int take);
/* One frame more; the one of rest also ends the recording. */
void film_tick(struct film *film);
/* Frees the throw; the recording stays. */
void film_close(struct film *film);

/* True if it is the whole recording of a throw of so many barrels. */
bool film_fits(const struct recording *recording, int barrels);

#endif
