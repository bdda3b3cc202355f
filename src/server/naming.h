/* naming.h: where a server listens, and what it is called there.
 *
 * Its options say at which addresses it listens. From these, and from the name that it is given,
 * follow the names that requests may have for it (origin.h) and what links to it begin with. */
#ifndef SPELUNKE_SERVER_NAMING_H
#define SPELUNKE_SERVER_NAMING_H

#include "listen.h"
#include "options.h"

enum { NAMES_MAX = 64, HOST_MAX = 255 };

struct naming {
    char hosts[NAMES_MAX][HOST_MAX + 1];
    const char *names[NAMES_MAX + 1]; /* the hosts; ends with NULL */
    int count;
    struct text local; /* its address on this machine */
    struct text lan;   /* with --lan: that in its network; else empty */
    struct text link;  /* what links begin with; empty: as in the request */
};

/* Opens the sockets into `listening`, and fills one that is empty. False with the reason. */
bool naming_listen(struct naming *naming, const struct options *options,
                   struct listening *listening, struct text *why);
void naming_free(struct naming *naming);

#endif
