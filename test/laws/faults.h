/* faults.h: which law a game with a planted fault breaks. */
#ifndef SPELUNKE_LAWS_FAULTS_H
#define SPELUNKE_LAWS_FAULTS_H

#include "laws.h"

extern void null_vary(void *state, int seat, struct rng *rng);
extern const char *const null_samples[];

enum { FAULT_MATCHES = 300, FAULT_ENTRIES_CAP = 500 };

/* The law that a game breaks first, in any of a few hundred matches; the game is the null
 * game but for its fault. */
enum law find_broken(const struct game *game, void (*vary)(void *, int, struct rng *),
                     void (*print_log)(const struct match *, bool, struct text *));
/* The same of a game whose secrets and log are sound. */
enum law broken_by(const struct game *game);

#endif
