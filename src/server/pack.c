/* pack.c: see pack.h.
 *
 * The compressed format, a simple LZ77, is a sequence of runs. A first byte n below 128 is followed
 * by n + 1 literal bytes. Any other first byte stands for a copy of 4 to 131 earlier bytes, at a
 * distance that follows in two bytes. Speed matters more than size: every message of the server is
 * compressed, and hardly any is read again. */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

enum {
    RAW_MAX = 32768, /* distances have two bytes */
    PLAIN_MAX = 128,
    SAME_MIN = 4,
    SAME_MAX = SAME_MIN + 127,
    CELLS_BITS = 11,
};

struct pack {
    int holders;
    bool is_closed;
    size_t length; /* before packing */
    size_t size;
    unsigned char *bytes; /* compressed if closed and smaller; else plain */
    size_t room;
};

struct pack *pack_new(void) {
    struct pack *pack = must_alloc(sizeof *pack);
    pack->holders = 1;
    return pack;
}

static void unreference(struct pack *pack) {
    if (--pack->holders > 0)
        return;
    free(pack->bytes);
    free(pack);
}

bool pack_has_room(const struct pack *pack, size_t size) {
    return pack->length == 0 || pack->length + size <= RAW_MAX;
}

struct packed pack_add(struct pack *pack, const char *bytes, size_t size) {
    must(!pack->is_closed && size <= UINT32_MAX);
    if (pack->length + size > pack->room) {
        pack->room = 2 * pack->room > pack->length + size ? 2 * pack->room : pack->length + size;
        pack->bytes = must_realloc(pack->bytes, pack->room);
    }
    if (size)
        memcpy(pack->bytes + pack->length, bytes, size);
    pack->length += size;
    pack->holders++;
    return (struct packed){pack, (uint32_t)(pack->length - size), (uint32_t)size};
}

/* Compression. */

static uint32_t four_at(const unsigned char *at) {
    uint32_t four;
    memcpy(&four, at, sizeof four);
    return four;
}

static size_t count_same(const unsigned char *a, const unsigned char *b, size_t max) {
    size_t count = 0;
    while (count < max && a[count] == b[count])
        count++;
    return count;
}

static unsigned char *put_plain(unsigned char *out, const unsigned char *from, size_t count) {
    while (count > 0) {
        size_t run = count < PLAIN_MAX ? count : PLAIN_MAX;
        *out++ = (unsigned char)(run - 1);
        memcpy(out, from, run);
        out += run;
        from += run;
        count -= run;
    }
    return out;
}

static unsigned char *put_same(unsigned char *out, size_t distance, size_t count) {
    *out++ = (unsigned char)(0x80 | (count - SAME_MIN));
    *out++ = (unsigned char)(distance & 0xff);
    *out++ = (unsigned char)(distance >> 8);
    return out;
}

/* The last position of these four bytes, or `here` if there is none. Records the new position. */
static size_t look_back(const unsigned char *bytes, size_t here, uint16_t *cells) {
    uint32_t four = four_at(bytes + here);
    uint16_t *cell = &cells[four * UINT32_C(2654435761) >> (32 - CELLS_BITS)];
    size_t before = *cell;
    *cell = (uint16_t)here;
    return before < here && four_at(bytes + before) == four ? before : here;
}

/* Compresses into `room`, which must hold the text and one byte per run. Returns the size. */
static size_t compress(const unsigned char *bytes, size_t length, unsigned char *room) {
    uint16_t cells[1 << CELLS_BITS] = {0};
    unsigned char *out = room;
    size_t at = 0, plain = 0;
    while (at + SAME_MIN <= length) {
        size_t before = look_back(bytes, at, cells);
        if (before == at) {
            at++;
            continue;
        }
        size_t max = length - at < SAME_MAX ? length - at : SAME_MAX;
        size_t same = count_same(bytes + before, bytes + at, max);
        out = put_plain(out, bytes + plain, at - plain);
        out = put_same(out, at - before, same);
        at += same;
        plain = at;
    }
    out = put_plain(out, bytes + plain, length - plain);
    return (size_t)(out - room);
}

static unsigned char *copy(const unsigned char *bytes, size_t size) {
    unsigned char *made = must_alloc(size);
    if (size)
        memcpy(made, bytes, size);
    return made;
}

void pack_close(struct pack *pack) {
    if (!pack)
        return;
    pack->is_closed = true;
    pack->size = pack->length;
    if (pack->holders > 1 && pack->length > 0) {
        unsigned char *room = must_alloc(pack->length + pack->length / PLAIN_MAX + 1);
        size_t size =
            pack->length <= RAW_MAX ? compress(pack->bytes, pack->length, room) : SIZE_MAX;
        bool is_smaller = size < pack->length;
        unsigned char *kept = copy(is_smaller ? room : pack->bytes, is_smaller ? size : pack->size);
        pack->size = is_smaller ? size : pack->size;
        free(pack->bytes);
        free(room);
        pack->bytes = kept;
    }
    unreference(pack);
}

size_t pack_bytes(const struct pack *pack) {
    return sizeof *pack + (pack->is_closed ? pack->size : pack->room);
}

/* Decompression. */

static void decompress(const struct pack *pack, unsigned char *out, size_t length) {
    const unsigned char *from = pack->bytes;
    for (size_t at = 0; at < length;) {
        size_t count = *from++;
        if (count < 0x80) {
            size_t run = count + 1;
            memcpy(out + at, from, run < length - at ? run : length - at);
            from += run;
            at += run;
            continue;
        }
        size_t distance = from[0] | (size_t)from[1] << 8;
        count = (count & 0x7f) + SAME_MIN;
        from += 2;
        for (size_t end = at + count; at < end && at < length; at++) /* may overlap */
            out[at] = out[at - distance];
    }
}

void packed_put(const struct packed *packed, struct text *out) {
    const struct pack *pack = packed->pack;
    if (!pack->is_closed || pack->size == pack->length) {
        text_put_bytes(out, (const char *)pack->bytes + packed->from, packed->size);
        return;
    }
    unsigned char *bytes = must_alloc(packed->from + packed->size);
    decompress(pack, bytes, packed->from + packed->size);
    text_put_bytes(out, (const char *)bytes + packed->from, packed->size);
    free(bytes);
}

struct packed packed_share(const struct packed *packed) {
    if (packed->pack)
        packed->pack->holders++;
    return *packed;
}

void packed_free(struct packed *packed) {
    if (packed->pack)
        unreference(packed->pack);
    *packed = (struct packed){0};
}
