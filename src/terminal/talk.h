/* talk.h: the conversation with a server about one table, whatever shows it.
 *
 * Sits down, follows the match from one message to the next, tells what others say and why
 * something was refused, and goes over to the next match. Lines of text (join_plain.c) and the
 * screen (join_screen.c) learn of everything by talk_receive, one message at a time. */
#ifndef SPELUNKE_TERMINAL_TALK_H
#define SPELUNKE_TERMINAL_TALK_H

#include <spelunke/frame_coder.h>

#include "join.h"

/* The match as it was last seen. */
enum phase { PHASE_UNKNOWN, PHASE_OPEN, PHASE_PLAYING, PHASE_OVER };

/* What a message was about. */
enum received {
    RECEIVED_NOTHING, /* there was none */
    RECEIVED_NEWS,    /* nothing of the match: the table, the connection, what was said */
    RECEIVED_ENTRY,   /* the match has gone on */
    RECEIVED_FRAMES,  /* a session: `frame` is the last of its moments */
    RECEIVED_HAND,    /* the hand was refused: `why` */
};

/* A session that the server runs. */
struct watched_session {
    uint32_t number; /* 0: none runs */
    bool is_own;     /* the person's hand steers */
    bool is_synced;  /* frames since the last key frame are known */
    bool has_frame;
    bool is_behind; /* a later moment than `frame` has come already */
    struct frame_trail trail;
    struct frame frame;
    struct hand hand, before; /* the last one that was sent, and the one that it replaced */
    struct message why;
};

struct talk {
    struct joining *joining;
    enum phase phase;
    int64_t sitting;   /* the request for a seat at this table; 0: none was sent yet */
    bool had_seat;     /* at this table */
    struct text seats; /* who sits where, before the match; in lines as it was printed last */
    bool wants_again;  /* the person wishes another match */
    bool has_recent;   /* what happened last is still to be told */
    bool is_left, is_refused;
    struct watched_session session;
    struct value *why; /* what backs session.why */
    /* Shows a sentence that is no part of the match, which is freed. */
    void (*tell)(struct talk *talk, struct text *sentence);
    void *context;
};

void talk_end(struct talk *talk);
void talk_say(struct talk *talk, const char *key);
void talk_say_word(struct talk *talk, const char *key, const char *word);
int64_t talk_request(struct talk *talk, const char *type, const char *members);
/* `say`, to the others. */
void talk_speak(struct talk *talk, const char *words);
/* Leaves, and says why. */
void talk_leave(struct talk *talk, const char *key);

/* Takes the next message, if there is one, and follows it. */
enum received talk_receive(struct talk *talk);
/* Waits for one, but not longer than until somebody should look for signals. */
void talk_wait(const struct talk *talk);
/* True if the person may start the match. */
bool talk_is_owner(const struct talk *talk);

/* talk_session.c: moments of a session come in, samples of the hand go out. */
void watched_begin(struct talk *talk);
/* Reads the frames of a binary message; `show` gets each of them. */
bool watched_read(struct talk *talk, bool (*show)(void *context), void *context);
void watched_steer(struct talk *talk, const struct hand *hand);
void watched_refuse(struct talk *talk);
/* Shows a session until its outcome is there; NULL: nobody looks. False: the person leaves. */
bool watched_watch(struct talk *talk, const struct audience *audience);

#endif
