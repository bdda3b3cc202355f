/* pack.h: compressed storage for messages that are sent at the same time.
 *
 * An entry is sent to each viewer as a message of its own, but these are mostly equal. They are
 * kept for reconnecting clients, which rarely need them. So all messages of one moment share a
 * pack, in which repeated parts are stored as back references.
 *
 * A pack is reference-counted: by its maker and by each text in it. */
#ifndef SPELUNKE_SERVER_PACK_H
#define SPELUNKE_SERVER_PACK_H

#include <stdint.h>

#include <spelunke/text.h>

struct pack;

/* A text in a pack; none if `pack` is NULL. */
struct packed {
    struct pack *pack;
    uint32_t from, size;
};

/* The maker holds a reference until pack_close. */
struct pack *pack_new(void);
/* True if a text of this size can be added. */
bool pack_has_room(const struct pack *pack, size_t size);
struct packed pack_add(struct pack *pack, const char *bytes, size_t size);
/* Compresses the pack; nothing can be added any more. `pack` may be NULL. */
void pack_close(struct pack *pack);
/* Its size in memory, for measurements. */
size_t pack_bytes(const struct pack *pack);

/* Appends the text; the pack may be open or closed. */
void packed_put(const struct packed *packed, struct text *out);
/* Adds a reference. */
struct packed packed_share(const struct packed *packed);
void packed_free(struct packed *packed);

#endif
