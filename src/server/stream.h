/* stream.h: the numbered messages of one viewer at one table, kept for a while.
 *
 * A viewer is a seat, or one of three kinds of watchers, who get different facts
 * about the table (its code, who sits at one address). All connections of a viewer get the
 * same bytes. The last 64 messages, as far as they are of the last minute, can be sent again
 * to who lost the connection, each with the film that comes before it.
 *
 * Kept true: numbers have no gap; a message is in the ring before anybody gets it. */
#ifndef SPELUNKE_SERVER_STREAM_H
#define SPELUNKE_SERVER_STREAM_H

#include <spelunke/setup.h>
#include <spelunke/text.h>

#include "pack.h"

enum viewer {
    VIEWER_SEAT_0 = 0,
    VIEWER_WATCHER = SEATS_MAX, /* from the lobby: without the code */
    VIEWER_INVITED,             /* came with the code */
    VIEWER_OWNER,               /* owns the table and has no seat */
    VIEWERS
};

enum { STREAM_NAME = 12, STREAM_KEEPS = 64, STREAM_KEEPS_MS = 60000 };

struct stream {
    char name[STREAM_NAME + 1]; /* "": it has not begun */
    int64_t s;                  /* the last number given */
    struct kept *ring;
    int first, count, room;
    size_t bytes;
    struct packed film; /* of the message to come; pack NULL: none */
};

void stream_begin(struct stream *stream, const char *name);
void stream_free(struct stream *stream);
/* Keeps a message that has the number stream->s + 1 in this pack, and counts it. */
void stream_add(struct stream *stream, struct pack *pack, const char *bytes, size_t size,
                int64_t now);
/* The film that comes before the next message, kept with it. */
void stream_film(struct stream *stream, const struct packed *film);
/* The kept messages behind number `s` one after the other, films too; false, and none is
 * shown, if this is another stream or some of them are gone. `show` may be NULL. */
bool stream_resume(const struct stream *stream, const char *name, int64_t s,
                   void (*show)(void *context, bool is_film, const char *bytes, size_t size),
                   void *context);
/* Forgets what need not be kept any more. When that is due next; 0: never. A minute after
 * its last message a stream keeps nothing: who resumes then gets a `state`. */
int64_t stream_trim(struct stream *stream, int64_t now);
/* When nothing of it need be kept any more; 0: nothing is. */
int64_t stream_due(const struct stream *stream);
size_t stream_bytes(const struct stream *stream);

#endif
