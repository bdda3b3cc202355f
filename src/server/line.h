/* line.h: what carries the bytes of one connection: ws.c in the server, a test its own.
 *
 * connection.c says what is to be sent; a line sends it at once or, if the peer is slow,
 * keeps it in order. It never blocks and calls nothing back. */
#ifndef SPELUNKE_SERVER_LINE_H
#define SPELUNKE_SERVER_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct connection;

/* Sends bytes, or queues what cannot be sent now. `is_kept`: they stay where they are and
 * are not copied. */
void line_put(struct connection *connection, const char *bytes, size_t size, bool is_kept);
/* Sends a whole frame of a WebSocket with all others of this turn of the loop, in one go. */
void line_put_frame(struct connection *connection, const char *head, size_t head_size,
                    const char *bytes, size_t size);
/* Bytes that were put and have not been handed to the system. */
size_t line_unsent(const struct connection *connection);
/* Forgets what was put and of which nothing has gone out. */
void line_drop(struct connection *connection);
/* Whether bytes of the peer are wanted. */
void line_listen(struct connection *connection, bool is_wanted);
/* All that was put goes out, then the peer reads an end; what it still sends is thrown away
 * for a moment, so that it can read the last answer. */
void line_end(struct connection *connection);
/* Ends at once. connection_gone follows, but not from inside this call. */
void line_cut(struct connection *connection);
/* Sec-WebSocket-Accept for a key. */
enum { SOCKET_ACCEPT_SIZE = 32 }; /* 28 letters; its maker wants room to spare */
void line_accept(const char *key, char out[SOCKET_ACCEPT_SIZE]);

#endif
