/* transport.h: one WebSocket to a server, and HTTP requests before it.
 *
 * The socket is served by a thread of its own, which passes on whole messages; the caller's thread
 * polls a file descriptor and never blocks on the network. Only transport.c uses libwebsockets,
 * which also does TLS. */
#ifndef SPELUNKE_REMOTE_TRANSPORT_H
#define SPELUNKE_REMOTE_TRANSPORT_H

#include <stdint.h>

#include <spelunke/text.h>

enum { HOST_BYTES_MAX = 255, TOKEN_BYTES_MAX = 127 };

struct address {
    char host[HOST_BYTES_MAX + 1];
    int port;
    bool is_tls;
};

enum parcel_kind { PARCEL_OPENED, PARCEL_TEXT, PARCEL_BINARY, PARCEL_CLOSED };

/* An item of the queue from the thread to the caller. */
struct parcel {
    struct parcel *next;
    enum parcel_kind kind;
    int code; /* PARCEL_CLOSED: the server's close code; 0: none */
    size_t size;
    char bytes[];
};

struct transport;

struct transport *transport_new(const struct address *address, const char *token);
/* Closes the connection and ends the thread. */
void transport_free(struct transport *transport);

/* Begins to connect; PARCEL_OPENED or PARCEL_CLOSED follows. There is one connection at a time: the
 * next one is not begun before PARCEL_CLOSED of the last one. */
void transport_connect(struct transport *transport);
/* Drops the connection without a close frame; PARCEL_CLOSED follows. */
void transport_drop(struct transport *transport);
/* Sends a whole message; without a connection it is dropped. */
void transport_send(struct transport *transport, bool is_binary, const void *bytes, size_t size);
/* A file descriptor that is readable while the queue is not empty. */
int transport_file(const struct transport *transport);
/* True if the queue is not empty. */
bool transport_has_some(struct transport *transport);
/* Takes the first item of the queue, the caller's to free; NULL: it is empty. */
struct parcel *transport_take(struct transport *transport);

enum { CALL_UNANSWERED = 0, CALL_UNTRUSTED = -1 };
/* A synchronous HTTP request; `token` and `body` may be NULL. Returns the status, with the body of
 * the answer; CALL_UNANSWERED; or CALL_UNTRUSTED if the certificate is not trusted. */
int transport_call(const struct address *address, const char *token, const char *method,
                   const char *path, const struct text *body, struct text *answer);

#endif
