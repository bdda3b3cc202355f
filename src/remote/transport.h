/* transport.h: one WebSocket to a server, and HTTP requests before it.
 *
 * The socket lives in a thread of its own, which hands whole messages over; the caller's
 * thread waits for a file descriptor and never for the network. transport.c alone knows
 * libwebsockets, which also does TLS. */
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

/* What the thread hands over. */
struct parcel {
    struct parcel *next;
    enum parcel_kind kind;
    int code; /* PARCEL_CLOSED: the close code of the server; 0: none came */
    size_t size;
    char bytes[];
};

struct transport;

struct transport *transport_new(const struct address *address, const char *token);
/* Closes the connection and ends the thread. */
void transport_free(struct transport *transport);

/* Begins a connection; PARCEL_OPENED or PARCEL_CLOSED follows. There is one at a time: until
 * the last one was told to be closed no other is begun. */
void transport_connect(struct transport *transport);
/* Gives the connection up without a word; PARCEL_CLOSED follows. */
void transport_drop(struct transport *transport);
/* Sends a whole message; without a connection it is forgotten. */
void transport_send(struct transport *transport, bool is_binary, const void *bytes, size_t size);
/* Becomes readable when something can be taken. */
int transport_file(const struct transport *transport);
/* True if something can be taken. */
bool transport_has_some(struct transport *transport);
/* The next one, the caller's to free; NULL: none yet. */
struct parcel *transport_take(struct transport *transport);

enum { CALL_UNANSWERED = 0, CALL_UNTRUSTED = -1 };
/* One HTTP request, waited for; `token` and `body` may be NULL. Returns the status, with the
 * answer's body; or that nobody answered, or somebody whose certificate is not trusted here. */
int transport_call(const struct address *address, const char *token, const char *method,
                   const char *path, const struct text *body, struct text *answer);

#endif
