/* peers.h: counts the open connections of each address. */
#ifndef SPELUNKE_SERVER_PEERS_H
#define SPELUNKE_SERVER_PEERS_H

#include "address.h"

struct peer {
    struct peer *next;
    int connections;
    char address[ADDRESS_TEXT_MAX + 1];
};

enum { PEERS_ROWS = 1024 };

/* Zero-initialised. Addresses without a connection are removed. */
struct peers {
    struct peer *rows[PEERS_ROWS];
};

/* Adds a connection of this address. */
struct peer *peers_join(struct peers *peers, const char *address);
void peers_leave(struct peers *peers, struct peer *peer);

#endif
