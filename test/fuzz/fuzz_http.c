/* fuzz_http.c: any bytes as an HTTP connection. The first byte determines the chunk size, which
 * must not matter. */
#include <stdint.h>
#include <string.h>

#include <spelunke/must.h>

#include "proto.h"
#include "server/http.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put_string(struct text *out, const char *string) {
    text_put(out, string ? string : "-");
    text_put_char(out, '\n');
    must(!string || !strpbrk(string, "\r\n"));
}

static void check_request(const struct http_request *request, struct text *out) {
    const char *const strings[] = {request->method,
                                   request->path,
                                   request->query,
                                   request->host,
                                   request->origin,
                                   request->content_type,
                                   request->authorization,
                                   request->cookie,
                                   request->accept_encoding,
                                   request->forwarded_for,
                                   request->socket_key,
                                   request->forwarded_proto,
                                   request->socket_version,
                                   request->subprotocols,
                                   request->keeps ? "keeps" : NULL,
                                   request->is_socket ? "socket" : NULL};
    must(request->method[0] && request->path[0] == '/' && request->body_length <= LIMIT_BODY);
    must(!request->is_socket || !request->body_length);
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        put_string(out, strings[i]);
    text_put_bytes(out, request->body, request->body_length);
}

/* The result of the bytes in chunks of this size; true: nothing was refused. */
static void read_in(const char *bytes, size_t size, size_t step, struct text *out) {
    struct http_reader reader = {0};
    const struct http_request *request;
    int status = 0;
    for (size_t at = 0; at < size && !status; at += step) {
        http_add(&reader, bytes + at, at + step < size ? step : size - at);
        enum http_found found;
        while ((found = http_look(&reader, &request, &status)) == HTTP_READY) {
            check_request(request, out);
            http_done(&reader);
        }
        http_expects(&reader);
        must((found == HTTP_BAD) == (status >= 400));
        must(status || reader.bytes.length <= LIMIT_HEADER + LIMIT_BODY);
    }
    text_put_number(out, status);
    http_free(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct text whole = {0}, cut = {0};
    if (size < 2)
        return 0;
    read_in((const char *)data + 1, size - 1, size, &whole);
    read_in((const char *)data + 1, size - 1, 1 + data[0], &cut);
    must(text_equals(&whole, &cut));
    text_free(&whole);
    text_free(&cut);
    return 0;
}
