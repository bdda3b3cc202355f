/* http.h: requests of HTTP/1.1 out of bytes, and the heads of answers.
 *
 * Bytes come in as they arrive; a request is shown when it is whole. Nothing is guessed:
 * what two readers could understand differently (a line without CR, a header twice, a
 * length twice, a folded line) is refused, and after a refusal nothing more is read of that
 * connection, because nobody can know where the next request begins. Paths and queries are
 * left as they came; the gate (gate.h) decodes them.
 *
 * Kept true: at most LIMIT_HEADER + LIMIT_BODY bytes are kept of a request, besides those of
 * the last http_add; whoever stops adding while a request is answered bounds the rest. */
#ifndef SPELUNKE_SERVER_HTTP_H
#define SPELUNKE_SERVER_HTTP_H

#include <spelunke/text.h>

#include "outlet.h"

/* A whole request. Headers that are not there are NULL. Strings live until http_done. */
struct http_request {
    const char *method, *path, *query;
    const char *host, *origin, *content_type, *authorization, *cookie, *accept_encoding;
    const char *forwarded_for, *forwarded_proto;
    const char *socket_key, *socket_version, *subprotocols;
    const char *body;
    size_t body_length;
    bool keeps;     /* another request may follow on this connection */
    bool is_socket; /* asks for a WebSocket */
};

/* One connection's reader; all zero at the start. */
struct http_reader {
    struct text bytes; /* from the beginning of the present request */
    struct text head;  /* its head, cut into strings */
    size_t searched;   /* of `bytes`: no end of a head begins before */
    size_t head_size, body_size;
    struct http_request request;
    bool has_head, expects;
};

enum http_found { HTTP_MORE, HTTP_READY, HTTP_BAD };

void http_add(struct http_reader *reader, const char *bytes, size_t size);
/* Looks whether a request is whole. HTTP_BAD: it is to be answered with this status, and the
 * connection closed. */
enum http_found http_look(struct http_reader *reader, const struct http_request **request,
                          int *status);
/* True once for a head whose client waits for `100 Continue` before it sends the body. */
bool http_expects(struct http_reader *reader);
/* Takes the present request away; what came behind it is the beginning of the next. */
void http_done(struct http_reader *reader);
/* What came behind a request that asked for a WebSocket. */
const char *http_rest(const struct http_reader *reader, size_t *size);
void http_free(struct http_reader *reader);

/* The head of an answer, with what every answer of this server has. `now` in ms. */
void http_put_head(const struct reply *reply, bool keeps, int64_t now, struct text *out);
/* The answer that makes a connection a WebSocket. */
void http_put_switch(const char *accept, const char *subprotocol, struct text *out);
/* True if a list, as headers have them, has this word, in capital or small letters. */
bool http_list_has(const char *list, const char *word);

#endif
