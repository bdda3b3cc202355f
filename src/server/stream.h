/* stream.h: the numbered messages of one viewer of a table, buffered for reconnecting clients.
 *
 * A viewer is a seat, or one of three kinds of watchers, who get different facts about the table
 * (its code, who shares an address). All connections of a viewer get the same bytes. Up to 64
 * messages of the last minute are kept, each with the film that precedes it, and sent again to a
 * client that reconnects.
 *
 * Invariants: numbers have no gaps; a message is in the ring before it is sent. */
#ifndef SPELUNKE_SERVER_STREAM_H
#define SPELUNKE_SERVER_STREAM_H

#include <spelunke/setup.h>
#include <spelunke/text.h>

#include "pack.h"

enum viewer {
    VIEWER_SEAT_0 = 0,
    VIEWER_WATCHER = SEATS_MAX, /* came from the lobby, without the code */
    VIEWER_INVITED,             /* came with the code */
    VIEWER_OWNER,               /* owns the table and has no seat */
    VIEWERS
};

enum { STREAM_NAME = 12, STREAM_KEEPS = 64, STREAM_KEEPS_MS = 60000 };

struct stream {
    char name[STREAM_NAME + 1]; /* "" before stream_begin */
    int64_t s;                  /* the last number used */
    struct kept *ring;
    int first, count, room;
    size_t bytes;
    struct packed film; /* precedes the next message; none if its pack is NULL */
};

void stream_begin(struct stream *stream, const char *name);
void stream_free(struct stream *stream);
/* Stores the message with number stream->s + 1 in this pack. */
void stream_add(struct stream *stream, struct pack *pack, const char *bytes, size_t size,
                int64_t now);
/* Stores the film that precedes the next message. */
void stream_film(struct stream *stream, const struct packed *film);
/* Calls `show`, unless NULL, for each message after number `s`, and for films. False, without a
 * call, if the name is that of another stream or some of the messages are no longer kept. */
bool stream_resume(const struct stream *stream, const char *name, int64_t s,
                   void (*show)(void *context, bool is_film, const char *bytes, size_t size),
                   void *context);
/* Drops expired messages. Returns when the next one expires; 0: never. A minute after its last
 * message a stream is empty, and a client that resumes then gets a `state`. */
int64_t stream_trim(struct stream *stream, int64_t now);
/* When all its messages will have expired; 0: it has none. */
int64_t stream_due(const struct stream *stream);
size_t stream_bytes(const struct stream *stream);

#endif
