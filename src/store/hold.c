/* hold.c: an arena allocator: memory that is freed all at once.
 *
 * Requests and answers consist of many small strings with the same lifetime. */
#include "store_inside.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

enum { BLOCK_BYTES = 1024 };

struct hold_block {
    struct hold_block *before;
    size_t used, room;
    alignas(max_align_t) char bytes[];
};

static struct hold_block *block_new(struct hold_block *before, size_t size) {
    size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
    struct hold_block *block = must_alloc(sizeof *block + room);
    block->before = before;
    block->room = room;
    return block;
}

void *hold_take(struct hold *hold, size_t size) {
    const size_t unit = alignof(max_align_t);
    size = (size + unit - 1) / unit * unit;
    if (!hold->last || hold->last->room - hold->last->used < size)
        hold->last = block_new(hold->last, size);
    void *taken = hold->last->bytes + hold->last->used;
    hold->last->used += size;
    return taken;
}

const char *hold_bytes(struct hold *hold, const void *bytes, size_t size) {
    char *copy = hold_take(hold, size + 1);
    if (size)
        memcpy(copy, bytes, size);
    copy[size] = '\0';
    return copy;
}

const char *hold_string(struct hold *hold, const char *string) {
    return string && string[0] ? hold_bytes(hold, string, strlen(string)) : "";
}

void hold_free(struct hold *hold) {
    while (hold->last) {
        struct hold_block *before = hold->last->before;
        free(hold->last);
        hold->last = before;
    }
}
