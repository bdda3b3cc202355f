/* expected.h: checks the stream of a viewer against a replay of the log.
 *
 * The expected messages are rendered with the kernel only, independently of the table. */
#ifndef SPELUNKE_SERVER_TEST_EXPECTED_H
#define SPELUNKE_SERVER_TEST_EXPECTED_H

#include "table_fixture.h"

/* Compares the steps received on a line with the log of the match; false with the difference.
 * `seat` is the seat of the stream, or SEAT_WATCHER. */
bool expected_check(const struct game *const *games, const struct match *match,
                    const struct line *line, int seat, struct text *why);

#endif
