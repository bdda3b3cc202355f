/* stop.h: shuts a server down within two seconds of the signal, even if a disk or a client hangs.
 *
 * First accepted requests are committed, then connections are closed, then workers and store stop.
 * Each phase has a time limit. Everything acknowledged is on disk by then; writes stuck in a
 * hanging disk were not acknowledged, and may or may not be there at the next start. */
#ifndef SPELUNKE_SERVER_STOP_H
#define SPELUNKE_SERVER_STOP_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"
#include "workers.h"

enum {
    /* Limits in ms after the signal: for commits, for closing connections, for waiting for workers
     * and store, for the end of the process. */
    STOP_QUIET_MS = 1000,
    STOP_EMPTY_MS = 1500,
    STOP_WORK_MS = 1800,
    STOP_LAST_MS = 1950,
    STOP_TICK_MS = 10
};

enum phase { PHASE_SERVING, PHASE_STOPPING, PHASE_CLOSING, PHASE_ENDED };

/* The next phase, or the same. `passed` is the time since the signal. */
enum phase stop_next(enum phase phase, bool is_quiet, bool is_empty, int64_t passed);
/* True while workers or store are busy and the limit is not reached. Takes and discards their
 * results. */
bool stop_waits(struct workers *workers, struct store *store, int64_t now, int64_t passed);
/* Starts a watchdog that exits with 0 at STOP_LAST_MS from now, because closing a file or the loop
 * itself may hang. */
void stop_surely(void);

#endif
