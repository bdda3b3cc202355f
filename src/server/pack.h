/* pack.h: texts that come together and are kept together, in little memory.
 *
 * What a table says about an entry goes to each viewer in words of its own that are mostly
 * the same, and is kept in case somebody lost it, which is rare. So the messages of a moment
 * share one pack: in it whatever has been there before is a reference to that place.
 *
 * Kept true: a pack is there as long as its maker or a text in it. */
#ifndef SPELUNKE_SERVER_PACK_H
#define SPELUNKE_SERVER_PACK_H

#include <stdint.h>

#include <spelunke/text.h>

struct pack;

/* A text in a pack; pack NULL: none. */
struct packed {
    struct pack *pack;
    uint32_t from, size;
};

/* Its maker's, until pack_close. */
struct pack *pack_new(void);
/* True if one more text of this size can be added. */
bool pack_has_room(const struct pack *pack, size_t size);
struct packed pack_add(struct pack *pack, const char *bytes, size_t size);
/* Nothing is added any more: it is packed. NULL: there is none. */
void pack_close(struct pack *pack);
/* Bytes that it takes, for who measures. */
size_t pack_bytes(const struct pack *pack);

/* Appends the text, whether the pack is closed or not. */
void packed_put(const struct packed *packed, struct text *out);
/* The same text for one more holder. */
struct packed packed_share(const struct packed *packed);
void packed_free(struct packed *packed);

#endif
