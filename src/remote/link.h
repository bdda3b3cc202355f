/* link.h: where a table is: a link, or a code with a server. */
#ifndef SPELUNKE_REMOTE_LINK_H
#define SPELUNKE_REMOTE_LINK_H

#include "transport.h"

enum { LINK_BYTES_MAX = 31 };

struct link {
    struct address address;
    char name[LINK_BYTES_MAX + 1]; /* of the table: a code as the server takes it, or its own */
    bool is_code;
};

/* `[http(s)://]host[:port][/plain]/t/NAME`, or NAME alone, whose server is the other link.
 * False: it is neither. */
bool link_read(const char *link, const char *server, struct link *out);
/* The host, and its port where it is not the usual one. */
void link_host(const struct address *address, struct text *out);

#endif
