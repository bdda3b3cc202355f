/* address.h: where a client is, as a text that limits count by.
 *
 * Whoever has one address of IPv6 has 2^64 of them: of these only the network counts
 * (2001:db8:1:2::). An IPv4 address in IPv6's clothes is that IPv4 address. */
#ifndef SPELUNKE_SERVER_ADDRESS_H
#define SPELUNKE_SERVER_ADDRESS_H

#include <stdbool.h>

enum { ADDRESS_TEXT_MAX = 63 };

struct sockaddr_storage;

/* "" for what is neither IPv4 nor IPv6. */
void address_of(const struct sockaddr_storage *from, char out[ADDRESS_TEXT_MAX + 1]);
/* The same of an address that was written down; false if it is none. */
bool address_parse(const char *text, char out[ADDRESS_TEXT_MAX + 1]);
/* Of a text that one of these has made. */
bool address_is_loopback(const char *address);

#endif
