/* serve.h: the whole server: store, workers, guard, tavern and transport on one loop. */
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
    /* Called once, when requests are answered. `lan` is the address for others in the local
     * network, "" if it is not open to them. */
    void (*ready)(void *context, const char *local, const char *lan);
    void *context;
};

/* Serves until TERM, INT or HUP: then what was taken is on the disk, and all are notified. False
 * with the reason, an English sentence, if it could not begin. */
bool serve_run(const struct serve_plan *plan, struct text *why);

#endif
