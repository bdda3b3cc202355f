/* origin.c: see origin.h. */
#include "origin.h"

#include <string.h>
#include <strings.h>

/* A host of a header, split into name and port; the port may be empty. */
struct address {
    const char *name, *port;
    size_t name_length, port_length;
};

static bool is_port(const char *text, size_t length) {
    return length <= 5 && strspn(text, "0123456789") >= length;
}

/* name, name:port, [address] or [address]:port. */
static bool parse_address(const char *text, struct address *out) {
    size_t length = strlen(text);
    const char *bracket = *text == '[' ? strchr(text, ']') : NULL;
    const char *behind = bracket ? bracket + 1 : text + strcspn(text, ":");
    if (*text == '[' && !bracket)
        return false;
    out->name = bracket ? text + 1 : text;
    out->name_length = (size_t)((bracket ? bracket : behind) - out->name);
    out->port = *behind == ':' ? behind + 1 : behind;
    out->port_length = (size_t)(text + length - out->port);
    return out->name_length && (*behind == ':' || !*behind) && is_port(out->port, out->port_length);
}

static bool is_name(const struct address *address, const char *name) {
    return strlen(name) == address->name_length &&
           strncasecmp(name, address->name, address->name_length) == 0;
}

static bool is_loopback(const struct address *address) {
    static const char digits[] = "0123456789.";
    bool is_ipv4 = strspn(address->name, digits) >= address->name_length;
    return is_name(address, "localhost") || is_name(address, "::1") ||
           (is_ipv4 && strncmp(address->name, "127.", 4) == 0);
}

static bool is_ours(const struct address *address, const char *const *names) {
    if (is_loopback(address))
        return true;
    for (; *names; names++)
        if (is_name(address, *names))
            return true;
    return false;
}

bool host_is_ours(const char *host, const char *const *names) {
    struct address address;
    return host && parse_address(host, &address) && is_ours(&address, names);
}

static bool has_same_port(const struct address *a, const struct address *b, const char *usual) {
    size_t length = strlen(usual);
    const char *left = a->port_length ? a->port : usual, *right = b->port_length ? b->port : usual;
    size_t left_length = a->port_length ? a->port_length : length;
    size_t right_length = b->port_length ? b->port_length : length;
    return left_length == right_length && memcmp(left, right, left_length) == 0;
}

bool origin_is_ours(const char *origin, const char *host, const char *const *names) {
    static const struct {
        const char *scheme, *port;
    } kinds[] = {{"http://", "80"}, {"https://", "443"}};
    struct address from, here;
    if (!origin)
        return true;
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(kinds[i].scheme);
        if (strncasecmp(origin, kinds[i].scheme, length) != 0)
            continue;
        return host && parse_address(origin + length, &from) && parse_address(host, &here) &&
               is_ours(&from, names) && has_same_port(&from, &here, kinds[i].port);
    }
    return false; /* also "null" */
}
