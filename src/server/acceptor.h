/* acceptor.h: where connections come in: the sockets that are listened on, in the loop.
 *
 * A connection is handed on as soon as all that has arrived in the same turn of the loop was
 * read: who closed one connection and opened the next has one. */
#ifndef SPELUNKE_SERVER_ACCEPTOR_H
#define SPELUNKE_SERVER_ACCEPTOR_H

#include "listen.h"

struct uv_loop_s;
struct acceptor;

struct acceptor_plan {
    struct uv_loop_s *loop;
    struct listening *listening; /* taken over */
    /* A new connection, which does not block; the socket is the callee's to close. */
    void (*came)(void *context, int socket, const char *address);
    void *context;
};

struct acceptor *acceptor_new(const struct acceptor_plan *plan);
/* From now on connections are accepted. */
void acceptor_open(struct acceptor *acceptor);
/* To be called now and then: where the system had no file left for a connection, it is
 * tried again. */
void acceptor_tick(struct acceptor *acceptor);
/* Accepts nothing more, and closes the sockets. Again: nothing happens. */
void acceptor_close(struct acceptor *acceptor);
/* After acceptor_close, and a turn of the loop. */
void acceptor_free(struct acceptor *acceptor);

#endif
