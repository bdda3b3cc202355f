/* backlog.c: a linked list of chunks. `size` is the sum of their unsent bytes. */
#include "backlog.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

struct chunk {
    struct chunk *next;
    const char *bytes;
    size_t size, sent;
    bool is_begun;
    char own[];
};

void backlog_put(struct backlog *backlog, const char *bytes, size_t size, bool is_kept,
                 bool is_begun) {
    struct chunk *chunk = must_alloc(sizeof *chunk + (is_kept ? 0 : size));
    if (!is_kept)
        memcpy(chunk->own, bytes, size);
    chunk->bytes = is_kept ? bytes : chunk->own;
    chunk->size = size;
    chunk->is_begun = is_begun;
    *(backlog->first ? &backlog->last->next : &backlog->first) = chunk;
    backlog->last = chunk;
    backlog->size += size;
}

bool backlog_next(const struct backlog *backlog, const char **bytes, size_t *size) {
    const struct chunk *chunk = backlog->first;
    if (!chunk)
        return false;
    *bytes = chunk->bytes + chunk->sent;
    *size = chunk->size - chunk->sent;
    return true;
}

static void forget_first(struct backlog *backlog) {
    struct chunk *chunk = backlog->first;
    backlog->size -= chunk->size - chunk->sent;
    backlog->first = chunk->next;
    if (!backlog->first)
        backlog->last = NULL;
    free(chunk);
}

void backlog_sent(struct backlog *backlog, size_t count) {
    struct chunk *chunk = backlog->first;
    must(chunk && count <= chunk->size - chunk->sent);
    chunk->sent += count;
    backlog->size -= count;
    if (chunk->sent == chunk->size)
        forget_first(backlog);
}

void backlog_drop(struct backlog *backlog) {
    struct chunk *first = backlog->first;
    struct chunk *begun = first && (first->sent || first->is_begun) ? first : NULL;
    if (begun)
        backlog->first = begun->next;
    backlog_clear(backlog);
    if (begun) {
        begun->next = NULL;
        backlog->first = backlog->last = begun;
        backlog->size = begun->size - begun->sent;
    }
}

void backlog_clear(struct backlog *backlog) {
    while (backlog->first)
        forget_first(backlog);
    backlog->size = 0;
}
