/* backlog.h: the send queue of a connection. */
#ifndef SPELUNKE_SERVER_BACKLOG_H
#define SPELUNKE_SERVER_BACKLOG_H

#include <stdbool.h>
#include <stddef.h>

struct chunk;

/* Zero-initialised: empty. */
struct backlog {
    struct chunk *first, *last;
    size_t size; /* unsent bytes */
};

/* `is_kept`: the bytes stay valid until they are sent, otherwise they are copied. `is_begun`: they
 * are the tail of a message whose first part was written directly to the socket. */
void backlog_put(struct backlog *backlog, const char *bytes, size_t size, bool is_kept,
                 bool is_begun);
/* The next bytes to send; false: the queue is empty. */
bool backlog_next(const struct backlog *backlog, const char **bytes, size_t *size);
/* Removes `count` bytes that were sent. */
void backlog_sent(struct backlog *backlog, size_t count);
/* Drops all messages except a partly sent one, which must be completed to keep the framing. */
void backlog_drop(struct backlog *backlog);
void backlog_clear(struct backlog *backlog);

#endif
