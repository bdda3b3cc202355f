/* http.h: an incremental parser for HTTP/1.1 requests, and an encoder for response headers.
 *
 * A request is returned when it is complete. The parser is strict to prevent request smuggling:
 * anything ambiguous (a line without CR, a duplicate header or length, a folded line) is refused.
 * After that nothing more is read from the connection, because the start of the next request is
 * unknown. Paths and queries stay encoded; the gate (gate.h) decodes them.
 *
 * Invariant: at most LIMIT_HEADER + LIMIT_BODY bytes of a request are buffered, besides those of
 * the last http_add; the caller bounds the rest by not adding input while a request is being
 * handled. */
#ifndef SPELUNKE_SERVER_HTTP_H
#define SPELUNKE_SERVER_HTTP_H

#include <spelunke/text.h>

#include "outlet.h"

/* A complete request. Missing headers are NULL. Strings are valid until http_done. */
struct http_request {
    const char *method, *path, *query;
    const char *host, *origin, *content_type, *authorization, *cookie, *accept_encoding;
    const char *forwarded_for, *forwarded_proto;
    const char *socket_key, *socket_version, *subprotocols;
    const char *body;
    size_t body_length;
    bool keeps;     /* keep-alive */
    bool is_socket; /* a WebSocket upgrade */
};

/* The parser of one connection. Zero-initialised. */
struct http_reader {
    struct text bytes; /* from the start of the current request */
    struct text head;  /* its header, split into strings */
    size_t searched;   /* the end of the header is not before this offset of `bytes` */
    size_t head_size, body_size;
    struct http_request request;
    bool has_head, expects;
};

enum http_found { HTTP_MORE, HTTP_READY, HTTP_BAD };

void http_add(struct http_reader *reader, const char *bytes, size_t size);
/* Checks whether a request is complete. HTTP_BAD: answer with this status and close the
 * connection. */
enum http_found http_look(struct http_reader *reader, const struct http_request **request,
                          int *status);
/* True once per request whose client waits for `100 Continue` before sending the body. */
bool http_expects(struct http_reader *reader);
/* Removes the current request; the remaining bytes are the start of the next. */
void http_done(struct http_reader *reader);
/* The bytes received after a WebSocket upgrade request. */
const char *http_rest(const struct http_reader *reader, size_t *size);
void http_free(struct http_reader *reader);

/* The header of a response, including the common security headers. `now` in ms. */
void http_put_head(const struct reply *reply, bool keeps, int64_t now, struct text *out);
/* The response 101 that upgrades a connection to a WebSocket. */
void http_put_switch(const char *accept, const char *subprotocol, struct text *out);
/* True if a comma-separated header value contains this word, ignoring case. */
bool http_list_has(const char *list, const char *word);

#endif
