/* backlog.h: bytes that wait to be sent on a connection, in order. */
#ifndef SPELUNKE_SERVER_BACKLOG_H
#define SPELUNKE_SERVER_BACKLOG_H

#include <stdbool.h>
#include <stddef.h>

struct chunk;

/* All 0: empty. */
struct backlog {
    struct chunk *first, *last;
    size_t size; /* bytes that are not sent */
};

/* `is_kept`: the bytes stay where they are until they are sent, else they are copied. `is_begun`:
 * they are the rest of something that was written at once. */
void backlog_put(struct backlog *backlog, const char *bytes, size_t size, bool is_kept,
                 bool is_begun);
/* What is to be sent next; false: nothing. */
bool backlog_next(const struct backlog *backlog, const char **bytes, size_t *size);
/* So many of these bytes are sent. */
void backlog_sent(struct backlog *backlog, size_t count);
/* Forgets what was not begun; half a message would spoil what follows it. */
void backlog_drop(struct backlog *backlog);
void backlog_clear(struct backlog *backlog);

#endif
