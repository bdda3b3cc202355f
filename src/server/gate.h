/* gate.h: parses and validates all external input.
 *
 * Text messages, hand messages and HTTP requests are each parsed by one function, driven by the
 * table generated from proto/messages.json (proto.h), into a flat struct of bounded fields. A
 * rejected message has an error code, a reason and, if it could be parsed, the number of the
 * request. The gate checks syntax only: whether a table, seat or game exists is checked later.
 *
 * JSON is rejected as bad_json if it is malformed, is not an object, has a duplicate key, is nested
 * deeper than 8, or contains a number of more than 53 bits. Unknown fields are ignored. `null` does
 * not count as a missing field: it is rejected where it is not a valid value. Numbers have neither
 * fraction nor exponent. */
#ifndef SPELUNKE_SERVER_GATE_H
#define SPELUNKE_SERVER_GATE_H

#include <spelunke/sim.h>

#include "proto.h"

/* Why something was refused. A text message is answered with the code, and the connection is closed
 * with `close` unless that is 0; an HTTP request is answered with `status`. */
struct fault {
    enum wire_code code;
    int close;
    int status;
    bool has_n;
    int64_t n;
    const char *table; /* set if the error does not answer a request; else NULL */
    struct message why;
};

/* A complete WebSocket text message. */
bool gate_message(const char *bytes, size_t length, struct wire *out, struct fault *fault);

/* Samples of a player's hand in a session. */
struct hand_message {
    uint32_t sim;
    int count;
    struct hand hands[LIMIT_SAMPLES];
};

/* A complete binary WebSocket message; clients send no other kind than hands. */
bool gate_hand(const unsigned char *bytes, size_t length, struct hand_message *out,
               struct fault *fault);

/* A request as the transport received it. Missing parts are NULL. */
struct http_input {
    const char *method, *path, *query; /* query without its question mark */
    const char *content_type;
    const char *body;
    size_t body_length;
};

/* Finds the route of an HTTP request and parses the fields of its path, query and body. A body must
 * be application/json and may be empty if the route requires no field. HEAD is GET with is_head. */
bool gate_http(const struct http_input *input, struct wire *out, struct fault *fault);

/* The login token, from `Authorization: Bearer <token>`, else from the cookie `spelunke`; both
 * headers may be NULL. Empty if there is none. A token is 1 to TOKEN_MAX characters of
 * A-Za-z0-9_-. */
enum { TOKEN_MAX = 64 };
void gate_token(const char *authorization, const char *cookie, char out[TOKEN_MAX + 1]);

/* Format a fault as the message `{"t":"error",...}` and as the body of an HTTP response. */
void fault_put_message(const struct fault *fault, struct text *out);
void fault_put_body(const struct fault *fault, struct text *out);

#endif
