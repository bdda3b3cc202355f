/* gate_http.c: parses HTTP requests: methods, paths, queries, tokens. */
#include "gate.h"

#include <string.h>
#include <strings.h>

#include <unistr.h>

#include "gate_fields.h"

/* A decoded part of a path or a query. No field is longer: a longer part is refused. */
enum { PART_MAX = 512 };

struct part {
    size_t length;
    char text[PART_MAX + 1];
};

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Decodes percent signs, and in queries plus signs; false if the result is not UTF-8. */
static bool decode(const char *text, size_t length, bool is_query, struct part *out) {
    out->length = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i] == '+' && is_query ? ' ' : text[i];
        if (c == '%') {
            int high = i + 2 < length ? hex_digit(text[i + 1]) : -1;
            int low = i + 2 < length ? hex_digit(text[i + 2]) : -1;
            if (high < 0 || low < 0 || (high | low) == 0)
                return false;
            c = (char)(high << 4 | low);
            i += 2;
        }
        if (out->length == PART_MAX)
            return false;
        out->text[out->length++] = c;
    }
    out->text[out->length] = '\0';
    return !u8_check((const uint8_t *)out->text, out->length);
}

static const struct field_row *find_field(const char *name, size_t length) {
    for (int i = 0; i < FIELDS; i++)
        if (strlen(wire_fields[i].name) == length && memcmp(wire_fields[i].name, name, length) == 0)
            return &wire_fields[i];
    return NULL;
}

static bool parse_digits(const struct part *part, int64_t *out) {
    enum { DIGITS_MAX = 15 };
    *out = 0;
    if (part->length == 0 || part->length > DIGITS_MAX)
        return false;
    for (size_t i = 0; i < part->length; i++) {
        if (part->text[i] < '0' || part->text[i] > '9')
            return false;
        *out = *out * 10 + part->text[i] - '0';
    }
    return true;
}

static bool take_part(const struct field_row *field, const struct part *part, struct wire *out,
                      struct fault *fault) {
    int64_t number = 0;
    bool is_taken;
    if (field->kind == KIND_FLAG) {
        *(bool *)field_member(field, out) = strcmp(part->text, "0") != 0;
        is_taken =
            part->length == 0 || strcmp(part->text, "0") == 0 || strcmp(part->text, "1") == 0;
        if (!is_taken)
            fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
    } else if (field->kind == KIND_NUMBER) {
        is_taken = parse_digits(part, &number)
                       ? field_take_number(field, number, out, fault)
                       : fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
    } else {
        is_taken = field_take_string(field, part->text, part->length, out, fault);
    }
    out->has |= (uint64_t)is_taken << (field - wire_fields);
    return is_taken;
}

/* Matches a path against a pattern, part by part, and takes its <fields>. An invalid value of a
 * field does not match, except for names (KIND_REF), which always do. */
static bool fits(const char *path, const char *pattern, struct wire *out, struct fault *fault) {
    while (*pattern) {
        if (*pattern != '<') {
            if (*pattern++ != *path++)
                return false;
            continue;
        }
        const char *close = strchr(pattern, '>');
        const struct field_row *field = find_field(pattern + 1, (size_t)(close - pattern - 1));
        size_t length = strcspn(path, "/"), tail = strlen(close + 1);
        struct part part;
        if (close[1] != '/' && tail) { /* <code>.svg */
            if (length < tail || strcmp(path + length - tail, close + 1) != 0)
                return false;
            length -= tail;
        }
        if (!length || !decode(path, length, false, &part) || !take_part(field, &part, out, fault))
            return false;
        path += length;
        pattern = close + 1;
    }
    return *path == '\0';
}

/* Unknown fields are ignored, and so are empty ones, except flags. */
static bool take_query(const char *query, uint64_t set, struct wire *out, struct fault *fault) {
    while (query && *query) {
        size_t length = strcspn(query, "&"), name = strcspn(query, "=&");
        const struct field_row *field = find_field(query, name);
        uint64_t bit = field ? UINT64_C(1) << (field - wire_fields) : 0;
        size_t from = name < length ? name + 1 : length;
        struct part part;
        if (bit & set) {
            if (out->has & bit)
                return fault_set(fault, CODE_BAD_REQUEST, "gate.twice", field->name);
            if (!decode(query + from, length - from, true, &part))
                return fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
            if ((part.length || field->kind == KIND_FLAG) && !take_part(field, &part, out, fault))
                return false;
        }
        query += length + (query[length] == '&');
    }
    return true;
}

/* A request without a body needs no content type: a form of a foreign page cannot send DELETE. */
static bool has_json_type(const struct http_input *input) {
    static const char json[] = "application/json";
    size_t length = sizeof json - 1;
    const char *type = input->content_type;
    if (!type)
        return strcmp(input->method, "DELETE") == 0;
    return strncasecmp(type, json, length) == 0 &&
           (type[length] == '\0' || type[length] == ';' || type[length] == ' ');
}

static bool take_body(const struct http_input *input, const struct demand *demand, struct wire *out,
                      struct fault *fault) {
    if (input->body_length > LIMIT_BODY) {
        fault_set(fault, CODE_TOO_LONG, "gate.long_body", NULL);
        fault->status = 413;
        return false;
    }
    if (!has_json_type(input))
        return fault_set(fault, CODE_FORBIDDEN, "gate.content_type", NULL);
    if (input->body_length && u8_check((const uint8_t *)input->body, input->body_length))
        return fault_set(fault, CODE_BAD_JSON, "gate.not_utf8", NULL);
    const char *body = input->body_length ? input->body : "{}";
    return json_take_body(body, input->body_length ? input->body_length : 2, demand, out, fault);
}

/* Finds the route of this path and method. If it is ROUTE_NONE, has_path tells whether the path
 * exists with another method. */
static int find_route(const char *path, const char *method, bool only_pages, struct wire *out,
                      struct fault *fault, bool *has_path) {
    for (int i = ROUTE_NONE + 1; i < ROUTES; i++) {
        const struct route_row *row = &wire_routes[i];
        memset(out, 0, sizeof *out);
        if ((only_pages && !row->is_page) || !fits(path, row->path, out, fault))
            continue;
        *has_path = true;
        if (strcmp(method, row->method) == 0)
            return i;
    }
    memset(out, 0, sizeof *out);
    return ROUTE_NONE;
}

bool gate_http(const struct http_input *input, struct wire *out, struct fault *fault) {
    static const char plain[] = "/plain";
    bool is_head = strcmp(input->method, "HEAD") == 0, has_path = false;
    bool is_plain = strncmp(input->path, plain, sizeof plain - 1) == 0 &&
                    (input->path[sizeof plain - 1] == '/' || !input->path[sizeof plain - 1]);
    const char *path = is_plain ? input->path + sizeof plain - 1 : input->path;
    memset(fault, 0, sizeof *fault);
    int route = find_route(*path ? path : "/", is_head ? "GET" : input->method, is_plain, out,
                           fault, &has_path);
    if (route == ROUTE_NONE) {
        fault_set(fault, has_path ? CODE_BAD_REQUEST : CODE_UNKNOWN_PATH,
                  has_path ? "gate.method" : "gate.unknown_path", NULL);
        fault->status = has_path ? 405 : 404;
        return false;
    }
    const struct route_row *row = &wire_routes[route];
    out->route = (enum wire_route)route;
    out->is_head = is_head;
    out->is_plain = is_plain;
    memset(fault, 0, sizeof *fault);
    return take_query(input->query, row->query, out, fault) &&
           (strcmp(row->method, "GET") == 0 || take_body(input, &row->demand, out, fault));
}

static bool take_token(const char *text, size_t length, char out[TOKEN_MAX + 1]) {
    bool is_token = take_ref(text, length, out, TOKEN_MAX + 1) && !memchr(text, '.', length);
    if (!is_token)
        out[0] = '\0';
    return is_token;
}

void gate_token(const char *authorization, const char *cookie, char out[TOKEN_MAX + 1]) {
    static const char bearer[] = "Bearer ", name[] = "spelunke=";
    out[0] = '\0';
    if (authorization && strncasecmp(authorization, bearer, sizeof bearer - 1) == 0) {
        take_token(authorization + sizeof bearer - 1, strlen(authorization + sizeof bearer - 1),
                   out);
        return;
    }
    while (cookie && *cookie) {
        cookie += strspn(cookie, "; ");
        size_t length = strcspn(cookie, "; ");
        if (strncmp(cookie, name, sizeof name - 1) == 0 &&
            take_token(cookie + sizeof name - 1, length - (sizeof name - 1), out))
            return;
        cookie += length;
    }
}
