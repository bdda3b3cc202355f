/* acceptor.h: accepts connections on the listening sockets, in the event loop.
 *
 * Connections are accepted after all other events of the same loop iteration were handled. So a
 * client that closed one connection and opened the next counts as having one. */
#ifndef SPELUNKE_SERVER_ACCEPTOR_H
#define SPELUNKE_SERVER_ACCEPTOR_H

#include "listen.h"

struct uv_loop_s;
struct acceptor;

struct acceptor_plan {
    struct uv_loop_s *loop;
    struct listening *listening; /* takes ownership */
    /* Called for each new connection; the socket is non-blocking, and the callee owns it. */
    void (*came)(void *context, int socket, const char *address);
    void *context;
};

struct acceptor *acceptor_new(const struct acceptor_plan *plan);
/* Starts accepting. */
void acceptor_open(struct acceptor *acceptor);
/* To be called periodically: resumes accepting after the system ran out of file descriptors. */
void acceptor_tick(struct acceptor *acceptor);
/* Stops accepting and closes the sockets. May be called repeatedly. */
void acceptor_close(struct acceptor *acceptor);
/* After acceptor_close and one more loop iteration. */
void acceptor_free(struct acceptor *acceptor);

#endif
