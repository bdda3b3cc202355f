/* peers.h: how many connections each address has now. */
#ifndef SPELUNKE_SERVER_PEERS_H
#define SPELUNKE_SERVER_PEERS_H

#include "address.h"

struct peer {
    struct peer *next;
    int connections;
    char address[ADDRESS_TEXT_MAX + 1];
};

enum { PEERS_ROWS = 1024 };

/* All zero at the start. Addresses without a connection are forgotten. */
struct peers {
    struct peer *rows[PEERS_ROWS];
};

/* The address, with one connection more. */
struct peer *peers_join(struct peers *peers, const char *address);
void peers_leave(struct peers *peers, struct peer *peer);

#endif
