/* expected.h: what a log, played again, shows to a viewer; and whether a stream is that.
 *
 * Rendered from the kernel alone, apart from the table's own rendering. */
#ifndef SPELUNKE_SERVER_TEST_EXPECTED_H
#define SPELUNKE_SERVER_TEST_EXPECTED_H

#include "hall.h"

/* Compares the steps that came over a line with the log of the match that was played; false,
 * with what differs. `seat` is whose stream it is, or SEAT_WATCHER. */
bool expected_check(const struct game *const *games, const struct match *match,
                    const struct line *line, int seat, struct text *why);

#endif
