/* address.c: formats and parses addresses. */
#include "address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

enum { NETWORK_BYTES = 8, MAPPED_BYTES = 12 };

static void put_ipv4(const void *bytes, char out[ADDRESS_TEXT_MAX + 1]) {
    inet_ntop(AF_INET, bytes, out, ADDRESS_TEXT_MAX + 1);
}

static void put_ipv6(const struct in6_addr *from, char out[ADDRESS_TEXT_MAX + 1]) {
    struct in6_addr network = *from;
    if (IN6_IS_ADDR_V4MAPPED(from)) {
        put_ipv4(from->s6_addr + MAPPED_BYTES, out);
        return;
    }
    if (!IN6_IS_ADDR_LOOPBACK(from))
        memset(network.s6_addr + NETWORK_BYTES, 0, sizeof network.s6_addr - NETWORK_BYTES);
    inet_ntop(AF_INET6, &network, out, ADDRESS_TEXT_MAX + 1);
}

void address_of(const struct sockaddr_storage *from, char out[ADDRESS_TEXT_MAX + 1]) {
    out[0] = '\0';
    if (from->ss_family == AF_INET)
        put_ipv4(&((const struct sockaddr_in *)(const void *)from)->sin_addr, out);
    else if (from->ss_family == AF_INET6)
        put_ipv6(&((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, out);
}

bool address_parse(const char *text, char out[ADDRESS_TEXT_MAX + 1]) {
    struct in_addr ipv4;
    struct in6_addr ipv6;
    out[0] = '\0';
    if (inet_pton(AF_INET, text, &ipv4) == 1)
        put_ipv4(&ipv4, out);
    else if (inet_pton(AF_INET6, text, &ipv6) == 1)
        put_ipv6(&ipv6, out);
    return out[0] != '\0';
}

bool address_is_loopback(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}
