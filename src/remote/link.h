/* link.h: the address of a table: a link, or a code and a server. */
#ifndef SPELUNKE_REMOTE_LINK_H
#define SPELUNKE_REMOTE_LINK_H

#include "transport.h"

enum { LINK_BYTES_MAX = 31 };

struct link {
    struct address address;
    char name[LINK_BYTES_MAX + 1]; /* a normalised code, or the table's own name */
    bool is_code;
};

/* Parses `[http(s)://]host[:port][/plain]/t/NAME`, or NAME alone, which is on `server`. False: it
 * is neither. */
bool link_read(const char *link, const char *server, struct link *out);
/* The host, with its port unless it is the default. */
void link_host(const struct address *address, struct text *out);

#endif
