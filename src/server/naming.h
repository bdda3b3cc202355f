/* naming.h: the addresses a server listens on, and the host names under which it is reached.
 *
 * Options determine the addresses. These and the configured name determine the host names that
 * requests may use (origin.h) and the base URL of links. */
#ifndef SPELUNKE_SERVER_NAMING_H
#define SPELUNKE_SERVER_NAMING_H

#include "listen.h"
#include "options.h"

enum { NAMES_MAX = 64, HOST_MAX = 255 };

struct naming {
    char hosts[NAMES_MAX][HOST_MAX + 1];
    const char *names[NAMES_MAX + 1]; /* the hosts; ends with NULL */
    int count;
    struct text local; /* the URL on this machine */
    struct text lan;   /* with --lan: the URL in the local network; else empty */
    struct text link;  /* the base URL of links; empty: taken from the request */
};

/* Opens the sockets into `listening` and fills in an empty `naming`. False with the reason. */
bool naming_listen(struct naming *naming, const struct options *options,
                   struct listening *listening, struct text *why);
void naming_free(struct naming *naming);

#endif
