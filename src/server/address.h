/* address.h: the address of a client, normalised to the text that rate limits use as a key.
 *
 * A client with one IPv6 address usually controls its whole /64, so only the network part is
 * kept (2001:db8:1:2::). An IPv4-mapped IPv6 address becomes the IPv4 address. */
#ifndef SPELUNKE_SERVER_ADDRESS_H
#define SPELUNKE_SERVER_ADDRESS_H

#include <stdbool.h>

enum { ADDRESS_TEXT_MAX = 63 };

struct sockaddr_storage;

/* "" if the address is neither IPv4 nor IPv6. */
void address_of(const struct sockaddr_storage *from, char out[ADDRESS_TEXT_MAX + 1]);
/* Parses an address from text; false if it is not a valid one. */
bool address_parse(const char *text, char out[ADDRESS_TEXT_MAX + 1]);
/* `address` must come from one of the functions above. */
bool address_is_loopback(const char *address);

#endif
