/* talk.h: playing a table of a server, independent of screen and lines.
 *
 * Takes a seat, follows the match message by message, reports chat and refusals, and moves on to
 * the next match. The front ends, join_plain.c and join_screen.c, call talk_receive for one message
 * at a time. */
#ifndef SPELUNKE_TERMINAL_TALK_H
#define SPELUNKE_TERMINAL_TALK_H

#include <spelunke/frame_coder.h>

#include "join.h"

/* The state of the match, as last reported. */
enum phase { PHASE_UNKNOWN, PHASE_OPEN, PHASE_PLAYING, PHASE_OVER };

/* The kind of a message. */
enum received {
    RECEIVED_NOTHING, /* no message */
    RECEIVED_NEWS,    /* not about the match: table, connection, chat */
    RECEIVED_ENTRY,   /* an entry of the match */
    RECEIVED_FRAMES,  /* frames of a session; `frame` is the last one */
    RECEIVED_HAND,    /* the hand was refused; the reason is `why` */
};

/* A session that runs on the server. */
struct watched_session {
    uint32_t number; /* 0: none runs */
    bool is_own;     /* the person steers */
    bool is_synced;  /* all frames since the last key frame have been received */
    bool has_frame;
    bool is_behind; /* frames later than `frame` have been received already */
    struct frame_trail trail;
    struct frame frame;
    struct hand hand, before; /* the last sample that was sent, and the one before it */
    struct message why;
};

struct talk {
    struct joining *joining;
    enum phase phase;
    int64_t sitting;   /* the number of the request for a seat at this table; 0: none yet */
    bool had_seat;     /* the person had a seat at this table */
    struct text seats; /* who sits where before the match, as last printed */
    bool wants_again;  /* the person asked for another match */
    bool has_recent;   /* recent events have not been told yet */
    bool is_left, is_refused;
    struct watched_session session;
    struct value *why; /* the JSON that session.why points into */
    /* Shows a notice that is not part of the match, and frees it. */
    void (*tell)(struct talk *talk, struct text *sentence);
    void *context;
};

void talk_end(struct talk *talk);
void talk_say(struct talk *talk, const char *key);
void talk_say_word(struct talk *talk, const char *key, const char *word);
int64_t talk_request(struct talk *talk, const char *type, const char *members);
/* Sends a chat message. */
void talk_speak(struct talk *talk, const char *words);
/* Leaves with this notice. */
void talk_leave(struct talk *talk, const char *key);

/* Takes and handles the next message, if there is one. */
enum received talk_receive(struct talk *talk);
/* Waits for a message, at most until signals must be polled. */
void talk_wait(const struct talk *talk);
/* True if the person owns the table and may start the match. */
bool talk_is_owner(const struct talk *talk);

/* talk_session.c: frames of a session are received, samples of the hand are sent. */
void watched_begin(struct talk *talk);
/* Decodes the frames of a binary message and calls `show` for each of them. */
bool watched_read(struct talk *talk, bool (*show)(void *context), void *context);
void watched_steer(struct talk *talk, const struct hand *hand);
void watched_refuse(struct talk *talk);
/* Shows a session until it ends; NULL: it is not shown. False: the person leaves. */
bool watched_watch(struct talk *talk, const struct audience *audience);

#endif
