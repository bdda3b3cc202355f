/* listen.h: the sockets that the server listens on.
 *
 * They are our own and not libwebsockets': so systemd can own them, a restart takes the
 * same port at once, and connections are counted before a byte is read. */
#ifndef SPELUNKE_SERVER_LISTEN_H
#define SPELUNKE_SERVER_LISTEN_H

#include <spelunke/text.h>

enum { LISTEN_MAX = 16 };

struct listening {
    int count;
    int sockets[LISTEN_MAX];
    int port; /* of the first */
};

/* Adds a socket at this address (numeric; IPv6 without brackets) and port, 0: any. False
 * with the reason as an English sentence. */
bool listen_add(struct listening *listening, const char *address, int port, struct text *why);
/* Takes the sockets that systemd has opened (LISTEN_PID, LISTEN_FDS), if there are any. */
bool listen_inherit(struct listening *listening, struct text *why);
void listen_close(struct listening *listening);

enum { LAN_ADDRESS_SIZE = 64 };
/* The address of this machine in its network, to be told to others; "" if it has none. */
void listen_lan_address(char out[LAN_ADDRESS_SIZE]);
/* All addresses that it has; how many. */
int listen_own_addresses(char (*out)[LAN_ADDRESS_SIZE], int most);

#endif
