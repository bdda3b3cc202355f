/* driver.h: a driver for the tests of the host, whose sink keeps what a store would. */
#ifndef SPELUNKE_HOST_TEST_DRIVER_H
#define SPELUNKE_HOST_TEST_DRIVER_H

#include "unit/test.h"

#include "host/host.h"

/* What a store would keep: header, lines, hands; and how many of them. */
struct kept {
    const struct match *match;
    struct text log, hands;
    int entries, words, length;
};

struct driver {
    struct kept kept;
    struct host_sink sink;
    struct host *host;
};

extern const struct budget little;

void driver_open(struct driver *driver, struct match *match);
void driver_close(struct driver *driver);

/* The match again, from what was kept. */
struct match *rebuild(const struct kept *kept);
void assert_same_match(struct match *a, struct match *b);
/* Every entry has reached the sink, and nothing else has. */
void assert_kept(struct driver *driver);
void assert_stamp(const struct host *host, int entry, int64_t time, enum actor actor);

/* Two seats of the null game with their cards, before they bid. */
struct match *dealt(void);
/* Seat 0 is a person, seat 1 a thrifty bot, in the bids of the null game. */
void open_bids(struct driver *driver);
void think_at_once(struct host *host, int seat);

#endif
