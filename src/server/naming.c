/* naming.c: see naming.h. */
#include "naming.h"

#include <string.h>
#include <sys/socket.h>

#include "address.h"

static void add_name(struct naming *naming, const char *host) {
    if (naming->count == NAMES_MAX || strlen(host) > HOST_MAX)
        return;
    strcpy(naming->hosts[naming->count], host);
    naming->names[naming->count] = naming->hosts[naming->count];
    naming->count++;
}

static bool is_any(const char *address) {
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

static void add_own_addresses(struct naming *naming) {
    char found[NAMES_MAX][LAN_ADDRESS_SIZE];
    int count = listen_own_addresses(found, NAMES_MAX);
    for (int i = 0; i < count; i++)
        add_name(naming, found[i]);
}

/* True if all of these sockets are bound to loopback addresses. */
static bool are_loopback(const struct listening *listening) {
    bool are_all = true;
    for (int i = 0; i < listening->count; i++) {
        struct sockaddr_storage at = {0};
        socklen_t size = sizeof at;
        char address[ADDRESS_TEXT_MAX + 1] = "";
        if (getsockname(listening->sockets[i], (struct sockaddr *)&at, &size) == 0)
            address_of(&at, address);
        are_all = are_all && address_is_loopback(address);
    }
    return are_all;
}

/* Listens on the configured addresses, with --lan on all, by default on loopback. */
static bool open_sockets(struct naming *naming, const struct options *options,
                         struct listening *listening, struct text *why) {
    int port = option_number(options, SERVE_PORT);
    char address[HOST_MAX + 1];
    struct text unneeded = {0};
    if (!listen_inherit(listening, why))
        return false;
    if (option_flag(options, SERVE_TEST) && !are_loopback(listening)) {
        text_put(why, "test listens on loopback alone, and LISTEN_FDS names another socket");
        return false;
    }
    if (listening->count) {
        add_own_addresses(naming);
        return true;
    }
    bool is_lan = option_flag(options, SERVE_LAN);
    for (int i = 0; option_item(options, SERVE_BIND, i, address, sizeof address); i++) {
        if (!listen_add(listening, address, listening->count ? listening->port : port, why))
            return false;
        if (is_any(address))
            add_own_addresses(naming);
        add_name(naming, address);
    }
    if (!listening->count && !listen_add(listening, option_default_address(options, 0), port, why))
        return false;
    if (is_lan)
        add_own_addresses(naming);
    /* The second address (IPv6) is optional: there may be no IPv6, or the port may be in use. */
    if (!option_given(options, SERVE_BIND))
        listen_add(listening, option_default_address(options, 1), listening->port, &unneeded);
    text_free(&unneeded);
    return true;
}

static void put_address(const char *scheme, const char *host, int port, struct text *out) {
    bool is_default = port == (strcmp(scheme, "https") == 0 ? 443 : 80);
    text_put(out, scheme);
    text_put(out, "://");
    text_put(out, strchr(host, ':') ? "[" : "");
    text_put(out, host);
    text_put(out, strchr(host, ':') ? "]" : "");
    if (is_default)
        return;
    text_put_char(out, ':');
    text_put_number(out, port);
}

/* The base URL of links: the configured name (behind a proxy with the default port), else the
 * address in the local network, else the host of the request. */
static void name_links(struct naming *naming, const struct options *options, int port) {
    const char *name = option_given(options, SERVE_NAME), *host;
    const char *scheme = option_given(options, SERVE_CERT) ? "https" : "http";
    char address[HOST_MAX + 1] = "127.0.0.1", lan[LAN_ADDRESS_SIZE];
    if (option_item(options, SERVE_BIND, 0, address, sizeof address) && is_any(address))
        strcpy(address, "127.0.0.1");
    put_address(scheme, address, port, &naming->local);
    listen_lan_address(lan);
    if (option_flag(options, SERVE_LAN) && *lan)
        put_address(scheme, lan, port, &naming->lan);
    if (!name) {
        text_put(&naming->link, text_string(&naming->lan));
        return;
    }
    host = strstr(name, "://") ? strstr(name, "://") + 3 : name;
    char bare[HOST_MAX + 1] = "";
    strncat(bare, host, strcspn(host, ":/") < HOST_MAX ? strcspn(host, ":/") : HOST_MAX);
    add_name(naming, bare);
    if (host != name)
        text_put(&naming->link, name);
    else if (option_flag(options, SERVE_BEHIND_PROXY))
        put_address("https", name, 443, &naming->link);
    else
        put_address(scheme, bare, port, &naming->link);
}

bool naming_listen(struct naming *naming, const struct options *options,
                   struct listening *listening, struct text *why) {
    if (!open_sockets(naming, options, listening, why))
        return false;
    name_links(naming, options, listening->port);
    return true;
}

void naming_free(struct naming *naming) {
    text_free(&naming->local);
    text_free(&naming->lan);
    text_free(&naming->link);
}
