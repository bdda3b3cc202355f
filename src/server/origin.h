/* origin.h: whether a request was meant for this server, and came from its own pages.
 *
 * A foreign page can make a browser send requests here, with the cookie, and by DNS
 * rebinding even under a name of its own. So `Host` must be a name that this server has,
 * and `Origin`, where a browser sends one, must be such a name too, at the same port. */
#ifndef SPELUNKE_SERVER_ORIGIN_H
#define SPELUNKE_SERVER_ORIGIN_H

#include <stdbool.h>

/* `names` are the server's own besides loopback, and end with NULL: `--name` and the
 * addresses that it listens on, without a port, IPv6 without brackets. A port in `Host` is
 * not looked at, for a proxy may have another one. NULL for a header that is not there. */
bool host_is_ours(const char *host, const char *const *names);
/* True without an Origin, and for http or https at a name of ours and the port of this Host.
 * Ports 80 and 443 may be left out. */
bool origin_is_ours(const char *origin, const char *host, const char *const *names);

#endif
