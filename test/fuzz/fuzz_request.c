/* fuzz_request.c: any bytes as an HTTP request in the form the transport passes on: method,
 * path, query, content type, cookie, each closed by a line feed, and the body. */
#include "gate_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Cuts the next line off the text; the last one is the rest. */
static const char *take_line(char **rest) {
    char *line = *rest, *end = strchr(line, '\n');
    *rest = end ? end + 1 : line + strlen(line);
    if (end)
        *end = '\0';
    return line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct wire wire;
    struct fault fault;
    char token[TOKEN_MAX + 1];
    struct text text = {0};
    text_put_bytes(&text, (const char *)data, size);
    char *rest = text.data;
    struct http_input input = {.method = take_line(&rest), .path = take_line(&rest)};
    input.query = take_line(&rest);
    input.content_type = take_line(&rest);
    const char *cookie = take_line(&rest);
    gate_token(cookie, cookie, token);
    must(strlen(token) <= TOKEN_MAX);
    input.body = rest;
    input.body_length = text.length - (size_t)(rest - text.data);
    if (gate_http(&input, &wire, &fault)) {
        must(wire.route > ROUTE_NONE && wire.route < ROUTES);
        check_wire(&wire, &wire_routes[wire.route].demand);
    } else {
        check_fault(&fault);
    }
    text_free(&text);
    return 0;
}
