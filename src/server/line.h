/* line.h: the byte transport of one connection, implemented by ws.c and by tests.
 *
 * A line sends at once or, if the peer is slow, queues in order. It never blocks and never calls
 * back. */
#ifndef SPELUNKE_SERVER_LINE_H
#define SPELUNKE_SERVER_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct connection;

/* Sends bytes, or queues what cannot be sent now. `is_kept`: the bytes stay valid and need not be
 * copied. */
void line_put(struct connection *connection, const char *bytes, size_t size, bool is_kept);
/* Sends a WebSocket frame, batched with all others of this loop iteration into one write. */
void line_put_frame(struct connection *connection, const char *head, size_t head_size,
                    const char *bytes, size_t size);
/* Bytes that were not yet passed to the system. */
size_t line_unsent(const struct connection *connection);
/* Drops queued messages of which nothing was sent yet. */
void line_drop(struct connection *connection);
/* Pauses or resumes reading. */
void line_listen(struct connection *connection, bool is_wanted);
/* Flushes the queue, then shuts down the sending side. Input is discarded for a moment, so that the
 * peer can read the last response before a reset. */
void line_end(struct connection *connection);
/* Aborts the connection. connection_gone is called later, never from inside this call. */
void line_cut(struct connection *connection);
/* Computes Sec-WebSocket-Accept for a key. */
enum { SOCKET_ACCEPT_SIZE = 32 }; /* 28 characters; libwebsockets requires some more room */
void line_accept(const char *key, char out[SOCKET_ACCEPT_SIZE]);

#endif
