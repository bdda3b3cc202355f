/* stop.h: how a server ends within two seconds of the signal, whoever or whatever hangs.
 *
 * First everything that was asked for is committed, then connections are closed, then workers
 * and store end. Each of these has a limit. What was acknowledged is on the disk by then; what
 * a hanging disk still holds was not acknowledged, and the next start reads it or does not. */
#ifndef SPELUNKE_SERVER_STOP_H
#define SPELUNKE_SERVER_STOP_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"
#include "workers.h"

enum {
    /* Milliseconds after the signal: until all is committed, until all connections have gone,
     * until nobody waits for workers and store any more, until the process ends. */
    STOP_QUIET_MS = 1000,
    STOP_EMPTY_MS = 1500,
    STOP_WORK_MS = 1800,
    STOP_LAST_MS = 1950,
    STOP_TICK_MS = 10
};

enum phase { PHASE_SERVING, PHASE_STOPPING, PHASE_CLOSING, PHASE_ENDED };

/* The phase after this one, or the same. `passed` is the time since the signal. */
enum phase stop_next(enum phase phase, bool is_quiet, bool is_empty, int64_t passed);
/* True while workers or store have something to do and it is waited for. Takes their results,
 * which nobody needs any more. */
bool stop_waits(struct workers *workers, struct store *store, int64_t now, int64_t passed);
/* The process ends by itself, with 0, STOP_LAST_MS from now: closing a file, or the loop itself,
 * can hang like any use of the disk. */
void stop_surely(void);

#endif
