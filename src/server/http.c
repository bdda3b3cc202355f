/* http.c: see http.h. */
#include "http.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include <spelunke/must.h>

#include "proto.h"

enum { METHOD_MAX = 16 };

void http_add(struct http_reader *reader, const char *bytes, size_t size) {
    text_put_bytes(&reader->bytes, bytes, size);
}

/* RFC 9110, tchar. */
static bool is_token(const char *text) {
    static const char others[] = "!#$%&'*+-.^_`|~";
    for (const char *c = text; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
              strchr(others, *c)))
            return false;
    return *text != '\0';
}

/* Visible ASCII only. */
static bool is_visible(const char *text) {
    for (const char *c = text; *c; c++)
        if (*c <= ' ' || *c > '~')
            return false;
    return true;
}

/* A header value: no control characters except tab. */
static bool is_value(const char *text) {
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' ? *c != '\t' : *c == 0x7f)
            return false;
    return true;
}

bool http_list_has(const char *list, const char *word) {
    size_t length = strlen(word);
    while (*list) {
        list += strspn(list, ", \t");
        size_t item = strcspn(list, ", \t");
        if (item == length && strncasecmp(list, word, length) == 0)
            return true;
        list += item;
    }
    return false;
}

/* Parses a Content-Length; -1: invalid. A huge number is clamped. */
static int64_t parse_length(const char *text) {
    enum { DIGITS_MAX = 15 };
    size_t digits = strspn(text, "0123456789");
    int64_t number = 0;
    if (!digits || text[digits])
        return -1;
    for (size_t i = 0; i < digits; i++)
        number = i < DIGITS_MAX ? number * 10 + text[i] - '0' : INT64_MAX;
    return number;
}

/* Splits "GET /path?query HTTP/1.1" at its spaces. Returns 0 or a status. */
static int parse_first_line(char *line, struct http_request *out, bool *is_old) {
    char *target = strchr(line, ' ');
    char *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version)
        return 400;
    *target++ = '\0';
    *version++ = '\0';
    if (!is_token(line) || !is_visible(target))
        return 400;
    if (strlen(line) > METHOD_MAX)
        return 501;
    if (strncmp(version, "HTTP/", 5) != 0)
        return 400;
    if (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0)
        return 505;
    *is_old = version[7] == '0';
    /* The absolute form is meant for proxies, but servers must accept it. It overrides Host. */
    if (strncasecmp(target, "http://", 7) == 0 || strncasecmp(target, "https://", 8) == 0) {
        char *host = strstr(target, "//") + 2, *path = strchr(host, '/');
        if (!path || strcspn(host, "?#") < (size_t)(path - host))
            return 400;
        memmove(host - 1, host, (size_t)(path - host)); /* makes room for the terminator */
        path[-1] = '\0';
        out->host = host - 1;
        target = path;
    }
    if (*target != '/' || strchr(target, '#'))
        return 400;
    char *query = strchr(target, '?');
    if (query)
        *query++ = '\0';
    out->method = line;
    out->path = target;
    out->query = query;
    return 0;
}

/* Headers that are needed only while parsing. */
struct head {
    const char *connection, *upgrade, *length, *transfer, *expect;
    bool closes, keeps, upgrades, has_host;
};

/* Stores one header; false if it is a forbidden duplicate. */
static bool keep_header(const char *name, const char *value, struct http_request *out,
                        struct head *head) {
    const struct {
        const char *name;
        const char **member;
        bool may_repeat; /* the last one wins: a proxy appends its own */
    } rows[] = {{"origin", &out->origin, false},
                {"content-type", &out->content_type, false},
                {"content-length", &head->length, false},
                {"transfer-encoding", &head->transfer, false},
                {"expect", &head->expect, false},
                {"authorization", &out->authorization, false},
                {"cookie", &out->cookie, false},
                {"accept-encoding", &out->accept_encoding, true},
                {"upgrade", &head->upgrade, false},
                {"sec-websocket-key", &out->socket_key, false},
                {"sec-websocket-version", &out->socket_version, false},
                {"sec-websocket-protocol", &out->subprotocols, false},
                {"x-forwarded-for", &out->forwarded_for, true},
                {"x-forwarded-proto", &out->forwarded_proto, true}};
    if (strcasecmp(name, "connection") == 0) {
        head->closes |= http_list_has(value, "close");
        head->keeps |= http_list_has(value, "keep-alive");
        head->upgrades |= http_list_has(value, "upgrade");
    }
    if (strcasecmp(name, "host") == 0) {
        if (head->has_host)
            return false;
        head->has_host = true;
        if (!out->host) /* the request line takes precedence */
            out->host = value;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcasecmp(name, rows[i].name) == 0) {
            if (*rows[i].member && !rows[i].may_repeat)
                return false;
            *rows[i].member = value;
        }
    return true;
}

/* Parses "Name: value". */
static bool parse_header(char *line, struct http_request *out, struct head *head) {
    char *value = strchr(line, ':');
    if (!value)
        return false;
    *value++ = '\0';
    value += strspn(value, " \t");
    size_t length = strlen(value);
    while (length && (value[length - 1] == ' ' || value[length - 1] == '\t'))
        value[--length] = '\0';
    return is_token(line) && is_value(value) && keep_header(line, value, out, head);
}

/* The next line of the header; NULL if it does not end with CRLF, or contains a zero byte. */
static char *next_line(char **at, const char *end) {
    char *line = *at, *stop = memchr(line, '\r', (size_t)(end - line));
    if (!stop || stop + 1 >= end || stop[1] != '\n' || memchr(line, '\0', (size_t)(stop - line)) ||
        memchr(line, '\n', (size_t)(stop - line)))
        return NULL;
    *stop = '\0';
    *at = stop + 2;
    return line;
}

/* Validates the combination of headers. Returns 0 or a status. */
static int check_headers(struct http_reader *reader, const struct head *head, bool is_old) {
    struct http_request *out = &reader->request;
    int64_t length = head->length ? parse_length(head->length) : 0;
    if (length < 0 || (!is_old && !head->has_host))
        return 400;
    if (head->transfer)
        return head->length ? 400 : 411; /* both together would allow request smuggling */
    if (length > LIMIT_BODY)
        return 413;
    if (head->expect && strcasecmp(head->expect, "100-continue") != 0)
        return 417;
    reader->body_size = (size_t)length;
    reader->expects = head->expect && length && !is_old;
    out->keeps = is_old ? head->keeps : !head->closes;
    out->is_socket = !is_old && head->upgrades && head->upgrade &&
                     http_list_has(head->upgrade, "websocket") && strcmp(out->method, "GET") == 0 &&
                     !length;
    return 0;
}

static int parse_head(struct http_reader *reader) {
    text_clear(&reader->head);
    text_put_bytes(&reader->head, reader->bytes.data, reader->head_size);
    char *at = reader->head.data;
    const char *end = at + reader->head.length;
    struct head head = {0};
    bool is_old = false;
    reader->request = (struct http_request){0};
    char *line = next_line(&at, end);
    int status = line ? parse_first_line(line, &reader->request, &is_old) : 400;
    while (!status && (line = next_line(&at, end)) && *line)
        if (!parse_header(line, &reader->request, &head))
            status = 400;
    if (!status && (!line || at != end))
        status = 400;
    return status ? status : check_headers(reader, &head, is_old);
}

/* An empty line before a request is ignored (RFC 9112, 2.2). */
static void skip_empty_lines(struct http_reader *reader) {
    size_t skipped = 0;
    while (reader->bytes.length >= skipped + 2 &&
           memcmp(reader->bytes.data + skipped, "\r\n", 2) == 0)
        skipped += 2;
    if (!skipped)
        return;
    memmove(reader->bytes.data, reader->bytes.data + skipped, reader->bytes.length - skipped + 1);
    reader->bytes.length -= skipped;
}

/* The end of the header, after its empty line; 0: incomplete. */
static size_t find_end(struct http_reader *reader) {
    const char *bytes = reader->bytes.data;
    size_t length = reader->bytes.length, i = reader->searched;
    for (; i + 4 <= length; i++)
        if (memcmp(bytes + i, "\r\n\r\n", 4) == 0)
            return i + 4;
    reader->searched = i;
    return 0;
}

enum http_found http_look(struct http_reader *reader, const struct http_request **request,
                          int *status) {
    *status = 0;
    if (!reader->has_head) {
        if (!reader->searched)
            skip_empty_lines(reader);
        reader->head_size = find_end(reader);
        if (reader->head_size ? reader->head_size > LIMIT_HEADER
                              : reader->bytes.length >= LIMIT_HEADER)
            *status = 431;
        else if (!reader->head_size)
            return HTTP_MORE;
        if (*status || (*status = parse_head(reader)))
            return HTTP_BAD;
        reader->has_head = true;
    }
    if (reader->bytes.length < reader->head_size + reader->body_size)
        return HTTP_MORE;
    reader->request.body = reader->bytes.data + reader->head_size;
    reader->request.body_length = reader->body_size;
    *request = &reader->request;
    return HTTP_READY;
}

bool http_expects(struct http_reader *reader) {
    bool expects = reader->has_head && reader->expects;
    reader->expects = reader->expects && !expects;
    return expects;
}

void http_done(struct http_reader *reader) {
    must(reader->has_head);
    size_t size = reader->head_size + reader->body_size, left = reader->bytes.length - size;
    struct text rest = {0};
    if (left)
        text_put_bytes(&rest, reader->bytes.data + size, left);
    http_free(reader);
    reader->bytes = rest;
}

const char *http_rest(const struct http_reader *reader, size_t *size) {
    *size = reader->bytes.length - reader->head_size;
    return reader->bytes.data + reader->head_size;
}

void http_free(struct http_reader *reader) {
    text_free(&reader->bytes);
    text_free(&reader->head);
    *reader = (struct http_reader){0};
}

static const char *status_words(int status) {
    static const struct {
        int status;
        const char *words;
    } rows[] = {{101, "Switching Protocols"},
                {200, "OK"},
                {201, "Created"},
                {204, "No Content"},
                {304, "Not Modified"},
                {400, "Bad Request"},
                {401, "Unauthorized"},
                {403, "Forbidden"},
                {404, "Not Found"},
                {405, "Method Not Allowed"},
                {408, "Request Timeout"},
                {409, "Conflict"},
                {411, "Length Required"},
                {413, "Content Too Large"},
                {417, "Expectation Failed"},
                {421, "Misdirected Request"},
                {426, "Upgrade Required"},
                {429, "Too Many Requests"},
                {431, "Request Header Fields Too Large"},
                {500, "Internal Server Error"},
                {501, "Not Implemented"},
                {503, "Service Unavailable"},
                {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].status == status)
            return rows[i].words;
    return "Answer";
}

/* strftime would depend on the locale. */
static void put_date(int64_t now, struct text *out) {
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t seconds = (time_t)(now / 1000);
    struct tm time;
    char line[64];
    if (!gmtime_r(&seconds, &time))
        return;
    snprintf(line, sizeof line, "Date: %.3s, %02d %.3s %04d %02d:%02d:%02d GMT\r\n",
             days + 3 * time.tm_wday, time.tm_mday, months + 3 * time.tm_mon, time.tm_year + 1900,
             time.tm_hour, time.tm_min, time.tm_sec);
    text_put(out, line);
}

static void put_header(struct text *out, const char *name, const char *value) {
    if (!value)
        return;
    text_put(out, name);
    text_put(out, ": ");
    text_put(out, value);
    text_put(out, "\r\n");
}

static void put_first_line(int status, struct text *out) {
    text_put(out, "HTTP/1.1 ");
    text_put_number(out, status);
    text_put_char(out, ' ');
    text_put(out, status_words(status));
    text_put(out, "\r\n");
}

void http_put_head(const struct reply *reply, bool keeps, int64_t now, struct text *out) {
    put_first_line(reply->status, out);
    put_date(now, out);
    put_header(out, "Content-Type", reply->type);
    put_header(out, "Content-Encoding", reply->encoding);
    put_header(out, "Vary", reply->encoding ? "Accept-Encoding" : NULL);
    text_put(out, "Content-Length: ");
    text_put_number(out, (int64_t)reply->size);
    text_put(out, "\r\n");
    put_header(out, "Cache-Control", reply->cache ? reply->cache : "no-store");
    put_header(out, "Set-Cookie", reply->cookie);
    put_header(out, "Allow", reply->allow);
    put_header(out, "WWW-Authenticate", reply->status == 401 ? "Bearer" : NULL);
    put_header(out, "Upgrade", reply->status == 426 ? "websocket" : NULL);
    put_header(out, "Sec-WebSocket-Version", reply->status == 426 ? "13" : NULL);
    put_header(out, "X-Content-Type-Options", "nosniff");
    put_header(out, "Referrer-Policy", "no-referrer");
    put_header(out, "X-Frame-Options", "DENY");
    put_header(out, "Content-Security-Policy",
               "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; "
               "base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
    put_header(out, "Connection", keeps ? "keep-alive" : "close");
    text_put(out, "\r\n");
}

void http_put_switch(const char *accept, const char *subprotocol, struct text *out) {
    put_first_line(101, out);
    put_header(out, "Upgrade", "websocket");
    put_header(out, "Connection", "Upgrade");
    put_header(out, "Sec-WebSocket-Accept", accept);
    put_header(out, "Sec-WebSocket-Protocol", subprotocol);
    text_put(out, "\r\n");
}
