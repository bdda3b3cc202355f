/* serve.h: runs a server: store, workers, guard, tavern and transport on one event loop. */
#ifndef SPELUNKE_SERVER_SERVE_H
#define SPELUNKE_SERVER_SERVE_H

#include "options.h"

struct game;
struct page_file;
struct shelf;

struct serve_plan {
    const struct options *options;
    const struct game *const *games;
    const struct page_file *page; /* see tavern.h; may be NULL */
    void (*random)(void *context, void *bytes, size_t size);
    const struct shelf *(*shelf)(void *context, const struct game *game);
    /* Called once, when the server is ready. `lan` is its URL in the local network, "" if it does
     * not listen there. */
    void (*ready)(void *context, const char *local, const char *lan);
    void *context;
};

/* Serves until TERM, INT or HUP; then accepted requests are committed, and clients are notified.
 * False with the reason as an English sentence if it could not start. */
bool serve_run(const struct serve_plan *plan, struct text *why);

#endif
