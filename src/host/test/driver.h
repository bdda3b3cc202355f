/* driver.h: a driver for the tests of the host, whose sink stores what a server would store. */
#ifndef SPELUNKE_HOST_TEST_DRIVER_H
#define SPELUNKE_HOST_TEST_DRIVER_H

#include "unit/test.h"

#include "host/host.h"

/* The stored header, lines and hands, and their number. */
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

/* Rebuilds the match from what was stored. */
struct match *rebuild(const struct kept *kept);
void assert_same_match(struct match *a, struct match *b);
/* Asserts that the sink has received every entry, and nothing else. */
void assert_kept(struct driver *driver);
void assert_stamp(const struct host *host, int entry, int64_t time, enum actor actor);

/* Two seats of the null game with dealt cards, before they bid. */
struct match *dealt(void);
/* Seat 0 is a person, seat 1 a thrifty bot, in the bids of the null game. */
void open_bids(struct driver *driver);
void think_at_once(struct host *host, int seat);

#endif
