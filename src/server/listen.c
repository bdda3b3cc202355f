/* listen.c: see listen.h. */
#define _DEFAULT_SOURCE /* interfaces */
#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024, SYSTEMD_FIRST = 3 };

struct endpoint {
    struct sockaddr_storage address;
    socklen_t size;
};

static bool parse_endpoint(const char *address, int port, struct endpoint *out) {
    struct sockaddr_in *ipv4 = (struct sockaddr_in *)(void *)&out->address;
    struct sockaddr_in6 *ipv6 = (struct sockaddr_in6 *)(void *)&out->address;
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, address, &ipv4->sin_addr) == 1) {
        ipv4->sin_family = AF_INET;
        ipv4->sin_port = htons((uint16_t)port);
        out->size = sizeof *ipv4;
    } else if (inet_pton(AF_INET6, address, &ipv6->sin6_addr) == 1) {
        ipv6->sin6_family = AF_INET6;
        ipv6->sin6_port = htons((uint16_t)port);
        out->size = sizeof *ipv6;
    }
    return out->size != 0;
}

static int port_of(int socket) {
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6
                     ? ((struct sockaddr_in6 *)(void *)&address)->sin6_port
                     : ((struct sockaddr_in *)(void *)&address)->sin_port);
}

static void keep(struct listening *listening, int socket) {
    listening->sockets[listening->count++] = socket;
    if (listening->count == 1)
        listening->port = port_of(socket);
}

static bool fail(struct text *why, const char *address, int port) {
    int reason = errno;
    text_put(why, "cannot listen on ");
    text_put(why, address);
    text_put(why, " port ");
    text_put_number(why, port);
    text_put(why, ": ");
    text_put(why, strerror(reason));
    return false;
}

bool listen_add(struct listening *listening, const char *address, int port, struct text *why) {
    struct endpoint endpoint;
    int on = 1;
    if (listening->count == LISTEN_MAX || !parse_endpoint(address, port, &endpoint)) {
        errno = EINVAL;
        return fail(why, address, port);
    }
    int made = socket(endpoint.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0)
        return fail(why, address, port);
    bool is_ready = setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
                    (endpoint.address.ss_family != AF_INET6 ||
                     setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) == 0) &&
                    bind(made, (const struct sockaddr *)&endpoint.address, endpoint.size) == 0 &&
                    listen(made, BACKLOG) == 0;
    if (!is_ready) {
        fail(why, address, port);
        close(made);
        return false;
    }
    keep(listening, made);
    return true;
}

/* A number in an environment variable; -1: missing or invalid. */
static long number_around(const char *name) {
    const char *text = getenv(name);
    char *end;
    long number = text && *text ? strtol(text, &end, 10) : -1;
    return number >= 0 && *end == '\0' ? number : -1;
}

bool listen_inherit(struct listening *listening, struct text *why) {
    long count = number_around("LISTEN_FDS");
    if (number_around("LISTEN_PID") != (long)getpid() || count <= 0)
        return true;
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    for (int i = SYSTEMD_FIRST; i < SYSTEMD_FIRST + count; i++) {
        int listens = 0;
        socklen_t size = sizeof listens;
        if (listening->count == LISTEN_MAX ||
            getsockopt(i, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || !listens ||
            fcntl(i, F_SETFD, FD_CLOEXEC) != 0 ||
            fcntl(i, F_SETFL, fcntl(i, F_GETFL) | O_NONBLOCK) != 0) {
            text_put(why, "LISTEN_FDS names a file that is no listening socket");
            return false;
        }
        keep(listening, i);
    }
    return true;
}

void listen_close(struct listening *listening) {
    while (listening->count)
        close(listening->sockets[--listening->count]);
}

/* The source address of packets to other networks. Connecting a UDP socket (here to an address
 * reserved for documentation) selects it without sending anything. */
void listen_lan_address(char out[LAN_ADDRESS_SIZE]) {
    struct endpoint other, own = {.size = sizeof own.address};
    int way = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    out[0] = '\0';
    if (way < 0)
        return;
    if (parse_endpoint("192.0.2.1", 9, &other) &&
        connect(way, (const struct sockaddr *)&other.address, other.size) == 0 &&
        getsockname(way, (struct sockaddr *)&own.address, &own.size) == 0)
        inet_ntop(AF_INET, &((struct sockaddr_in *)(void *)&own.address)->sin_addr, out,
                  LAN_ADDRESS_SIZE);
    close(way);
}

int listen_own_addresses(char (*out)[LAN_ADDRESS_SIZE], int most) {
    struct ifaddrs *all = NULL;
    int count = 0;
    if (getifaddrs(&all) != 0)
        return 0;
    for (struct ifaddrs *at = all; at && count < most; at = at->ifa_next) {
        const void *from = at->ifa_addr;
        int family = from ? at->ifa_addr->sa_family : AF_UNSPEC;
        if (family == AF_INET)
            from = &((const struct sockaddr_in *)from)->sin_addr;
        else if (family == AF_INET6)
            from = &((const struct sockaddr_in6 *)from)->sin6_addr;
        else
            continue;
        count += inet_ntop(family, from, out[count], LAN_ADDRESS_SIZE) != NULL;
    }
    freeifaddrs(all);
    return count;
}
