/* link.c: parses links to tables. */
#include "link.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_MAX = 65535, CODE_LETTERS = 8, PORT_USUAL = 80, PORT_TLS = 443 };

static bool starts(const char **at, const char *with) {
    size_t length = strlen(with);
    bool does = strncmp(*at, with, length) == 0;
    *at += does ? length : 0;
    return does;
}

static bool read_port(const char **at, int *port) {
    char *end;
    if (**at != ':')
        return true;
    if (!isdigit((unsigned char)(*at)[1]))
        return false;
    long number = strtol(*at + 1, &end, 10);
    *at = end;
    *port = (int)number;
    return number > 0 && number <= PORT_MAX;
}

/* An IPv6 address is in brackets, which are not part of it. */
static bool read_host(const char **at, char host[HOST_BYTES_MAX + 1]) {
    bool has_brackets = **at == '[';
    *at += has_brackets;
    size_t length = strcspn(*at, has_brackets ? "]" : ":/?#@ ");
    if (!length || length > HOST_BYTES_MAX)
        return false;
    memcpy(host, *at, length);
    host[length] = '\0';
    *at += length;
    return !has_brackets || starts(at, "]");
}

/* The scheme is optional, as in the address bar of a browser. */
static bool read_server(const char **at, struct address *out) {
    *out = (struct address){.port = PORT_USUAL};
    if (starts(at, "https://")) {
        out->is_tls = true;
        out->port = PORT_TLS;
    } else {
        starts(at, "http://");
    }
    return read_host(at, out->host) && read_port(at, &out->port);
}

/* A name may be followed by a slash, a query or a fragment. */
static bool is_end(const char *at) {
    at += *at == '/';
    return !*at || *at == '?' || *at == '#';
}

/* Normalises a code: lower case, no hyphens and blanks, o is 0, i and l are 1. The names of tables
 * are longer than codes. */
static bool read_name(const char *at, struct link *out) {
    size_t length = 0;
    for (; !is_end(at); at++) {
        char letter = (char)tolower((unsigned char)*at);
        if (letter == '-' || letter == ' ')
            continue;
        if (!isalnum((unsigned char)letter) || length == LINK_BYTES_MAX)
            return false;
        out->name[length++] = letter;
    }
    out->name[length] = '\0';
    out->is_code = length == CODE_LETTERS;
    for (char *letter = out->name; out->is_code && *letter; letter++)
        *letter = *letter == 'o' ? '0' : *letter == 'i' || *letter == 'l' ? '1' : *letter;
    return length > 0;
}

bool link_read(const char *link, const char *server, struct link *out) {
    *out = (struct link){0};
    if (strchr(link, '/'))
        return read_server(&link, &out->address) &&
               (starts(&link, "/t/") || starts(&link, "/plain/t/")) && read_name(link, out);
    return read_server(&server, &out->address) && strcmp(server + (*server == '/'), "") == 0 &&
           read_name(link, out);
}

void link_host(const struct address *address, struct text *out) {
    text_put(out, address->host);
    if (address->port == (address->is_tls ? PORT_TLS : PORT_USUAL))
        return;
    text_put_char(out, ':');
    text_put_number(out, address->port);
}
