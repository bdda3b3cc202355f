/* listen.h: the listening sockets of the server.
 *
 * They are not created by libwebsockets, so that systemd can pass them in, a restart can reuse the
 * port at once, and connections are counted before any byte is read. */
#ifndef SPELUNKE_SERVER_LISTEN_H
#define SPELUNKE_SERVER_LISTEN_H

#include <spelunke/text.h>

enum { LISTEN_MAX = 16 };

struct listening {
    int count;
    int sockets[LISTEN_MAX];
    int port; /* of the first */
};

/* Adds a socket bound to this address (numeric; IPv6 without brackets) and port (0: any). False
 * with the reason as an English sentence. */
bool listen_add(struct listening *listening, const char *address, int port, struct text *why);
/* Takes over the sockets passed by systemd (LISTEN_PID, LISTEN_FDS), if any. */
bool listen_inherit(struct listening *listening, struct text *why);
void listen_close(struct listening *listening);

enum { LAN_ADDRESS_SIZE = 64 };
/* The address of this machine in the local network; "" if it has none. */
void listen_lan_address(char out[LAN_ADDRESS_SIZE]);
/* All addresses of this machine; returns their number. */
int listen_own_addresses(char (*out)[LAN_ADDRESS_SIZE], int most);

#endif
