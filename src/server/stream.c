/* stream.c: see stream.h.
 *
 * The ring has the messages with numbers s - count + 1 to s. It is allocated only while it is not
 * empty, because most streams are idle. */
#include "stream.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

struct kept {
    struct packed message, film;
    int64_t at;
};

static void forget_first(struct stream *stream) {
    struct kept *kept = &stream->ring[stream->first];
    stream->bytes -= kept->message.size;
    packed_free(&kept->message);
    packed_free(&kept->film);
    stream->first = (stream->first + 1) % stream->room;
    stream->count--;
}

void stream_begin(struct stream *stream, const char *name) {
    must(strlen(name) <= STREAM_NAME && *name);
    stream_free(stream);
    strcpy(stream->name, name);
}

void stream_free(struct stream *stream) {
    while (stream->count > 0)
        forget_first(stream);
    free(stream->ring);
    packed_free(&stream->film);
    *stream = (struct stream){.s = 0};
}

void stream_add(struct stream *stream, struct pack *pack, const char *bytes, size_t size,
                int64_t now) {
    must(*stream->name);
    if (!stream->ring) {
        stream->room = STREAM_KEEPS;
        stream->ring = must_alloc((size_t)stream->room * sizeof *stream->ring);
    }
    if (stream->count == stream->room)
        forget_first(stream);
    struct kept *kept = &stream->ring[(stream->first + stream->count++) % stream->room];
    *kept = (struct kept){pack_add(pack, bytes, size), stream->film, now};
    stream->film = (struct packed){0};
    stream->bytes += size;
    stream->s++;
}

void stream_film(struct stream *stream, const struct packed *film) {
    packed_free(&stream->film);
    stream->film = packed_share(film);
}

bool stream_resume(const struct stream *stream, const char *name, int64_t s,
                   void (*show)(void *context, bool is_film, const char *bytes, size_t size),
                   void *context) {
    bool is_kept = *name && strcmp(stream->name, name) == 0 && s <= stream->s &&
                   s >= stream->s - stream->count;
    int skipped = stream->count - (int)(is_kept ? stream->s - s : 0);
    struct text message = {0};
    for (int i = skipped; show && i < stream->count; i++) {
        const struct kept *kept = &stream->ring[(stream->first + i) % stream->room];
        text_clear(&message);
        if (kept->film.pack) {
            packed_put(&kept->film, &message);
            show(context, true, text_string(&message), message.length);
            text_clear(&message);
        }
        packed_put(&kept->message, &message);
        show(context, false, text_string(&message), message.length);
    }
    text_free(&message);
    return is_kept;
}

int64_t stream_trim(struct stream *stream, int64_t now) {
    while (stream->count > 0 && now - stream->ring[stream->first].at >= STREAM_KEEPS_MS)
        forget_first(stream);
    if (stream->count > 0)
        return stream->ring[stream->first].at + STREAM_KEEPS_MS;
    free(stream->ring);
    stream->ring = NULL;
    stream->first = stream->room = 0;
    return 0;
}

int64_t stream_due(const struct stream *stream) {
    if (stream->count == 0)
        return 0;
    return stream->ring[(stream->first + stream->count - 1) % stream->room].at + STREAM_KEEPS_MS;
}

size_t stream_bytes(const struct stream *stream) {
    return stream->bytes;
}
