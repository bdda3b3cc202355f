/* peers.c: a hash table with chaining. */
#include "peers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

/* FNV-1a. An attacker would need one network per entry to build a long chain. */
static struct peer **row_of(struct peers *peers, const char *address) {
    uint32_t hash = 2166136261u;
    for (const char *c = address; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    return &peers->rows[hash % PEERS_ROWS];
}

struct peer *peers_join(struct peers *peers, const char *address) {
    struct peer **row = row_of(peers, address), *peer = *row;
    while (peer && strcmp(peer->address, address) != 0)
        peer = peer->next;
    if (!peer) {
        peer = must_alloc(sizeof *peer);
        must(strlen(address) < sizeof peer->address);
        strcpy(peer->address, address);
        peer->next = *row;
        *row = peer;
    }
    peer->connections++;
    return peer;
}

void peers_leave(struct peers *peers, struct peer *peer) {
    must(peer->connections > 0);
    if (--peer->connections)
        return;
    struct peer **at = row_of(peers, peer->address);
    while (*at != peer)
        at = &(*at)->next;
    *at = peer->next;
    free(peer);
}
