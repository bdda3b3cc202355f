/* gate.h: everything from outside comes in here, and nothing else does.
 *
 * Text messages, hand messages, HTTP requests: each is parsed and checked by one function,
 * driven by the table that is made from proto/messages.json (proto.h), and comes out as a
 * plain struct of bounded fields. What is refused has a code, a reason and, where it could
 * be read, the number of the request. The gate knows the form of things alone: whether a
 * table, a seat or a game is there, others ask.
 *
 * JSON is refused as bad_json if it is none, is no object, has a key twice in an object,
 * is nested deeper than 8, or has a number beyond 53 bits anywhere. Fields that a message
 * does not have are ignored. `null` is not a field left out: it is refused where it is no
 * value. Numbers are written without fraction and exponent. */
#ifndef SPELUNKE_SERVER_GATE_H
#define SPELUNKE_SERVER_GATE_H

#include <spelunke/sim.h>

#include "proto.h"

/* Why something was refused. A text message is answered by the code, and the connection
 * closed with `close` where that is not 0; a request by `status`. */
struct fault {
    enum wire_code code;
    int close;
    int status;
    bool has_n;
    int64_t n;
    const char *table; /* where it answers no request; NULL: it does */
    struct message why;
};

/* A text message of a WebSocket, whole. */
bool gate_message(const char *bytes, size_t length, struct wire *out, struct fault *fault);

/* Samples of a hand for a session. */
struct hand_message {
    uint32_t sim;
    int count;
    struct hand hands[LIMIT_SAMPLES];
};

/* A binary message of a WebSocket, whole; a hand is the only one that clients send. */
bool gate_hand(const unsigned char *bytes, size_t length, struct hand_message *out,
               struct fault *fault);

/* A request as the transport has it; strings end with a zero byte, what is not there is
 * NULL. */
struct http_input {
    const char *method, *path, *query; /* query without its question mark */
    const char *content_type;
    const char *body;
    size_t body_length;
};

/* A request of HTTP: which route, and the fields of its path, query and body. A body must
 * be application/json and may be empty where the route needs no field. HEAD is GET with
 * is_head. */
bool gate_http(const struct http_input *input, struct wire *out, struct fault *fault);

/* The token of a login: `Authorization: Bearer <token>`, else the cookie `spelunke` of a
 * Cookie header; either may be NULL. Empty if there is none; one token is 1 to TOKEN_MAX of
 * A-Za-z0-9_-. */
enum { TOKEN_MAX = 64 };
void gate_token(const char *authorization, const char *cookie, char out[TOKEN_MAX + 1]);

/* `{"t":"error",...}`, and what stands in the body of a failed request. */
void fault_put_message(const struct fault *fault, struct text *out);
void fault_put_body(const struct fault *fault, struct text *out);

#endif
