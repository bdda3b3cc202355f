/* entrance.h: where connections come in: the sockets that are listened on, in the loop.
 *
 * A connection is handed on as soon as all that has arrived in the same turn of the loop was
 * read: who closed one connection and opened the next has one. */
#ifndef SPELUNKE_SERVER_ENTRANCE_H
#define SPELUNKE_SERVER_ENTRANCE_H

#include "listen.h"

struct uv_loop_s;
struct entrance;

struct entrance_plan {
    struct uv_loop_s *loop;
    struct listening *listening; /* taken over */
    /* A new connection, which does not block; the socket is the callee's to close. */
    void (*came)(void *context, int socket, const char *address);
    void *context;
};

struct entrance *entrance_new(const struct entrance_plan *plan);
/* From now on connections are accepted. */
void entrance_open(struct entrance *entrance);
/* To be called now and then: where the system had no file left for a connection, it is
 * tried again. */
void entrance_tick(struct entrance *entrance);
/* Accepts nothing more, and closes the sockets. Again: nothing happens. */
void entrance_close(struct entrance *entrance);
/* After entrance_close, and a turn of the loop. */
void entrance_free(struct entrance *entrance);

#endif
