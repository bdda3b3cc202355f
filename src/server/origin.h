/* origin.h: protection against cross-site requests and DNS rebinding.
 *
 * A foreign page can make a browser send requests here, with the cookie, and by DNS rebinding even
 * under its own host name. So `Host` must be a name of this server, and so must `Origin`, if the
 * browser sends one, with the same port. */
#ifndef SPELUNKE_SERVER_ORIGIN_H
#define SPELUNKE_SERVER_ORIGIN_H

#include <stdbool.h>

/* `names` are the server's host names besides loopback, NULL-terminated: `--name` and the addresses
 * it listens on, without a port, IPv6 without brackets. The port in `Host` is ignored, because that
 * of a proxy may differ. A missing header is NULL. */
bool host_is_ours(const char *host, const char *const *names);
/* True if there is no Origin, or if it is http or https with one of `names` and the port of `host`.
 * Ports 80 and 443 may be omitted. */
bool origin_is_ours(const char *origin, const char *host, const char *const *names);

#endif
