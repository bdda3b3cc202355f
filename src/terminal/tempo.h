/* tempo.h: pauses, the keys that shorten them, and typing ahead.
 *
 * A key pressed to shorten a pause must never become a move. So only few keys do so, and a question
 * accepts a key only after a moment without one. */
#ifndef SPELUNKE_TERMINAL_TEMPO_H
#define SPELUNKE_TERMINAL_TEMPO_H

#include <stdbool.h>
#include <stdint.h>

enum { TEMPO_NEXT = ' ', TEMPO_RUN = 'f', TEMPO_TO_END = '>' };
enum { TEMPO_NEWS = 50 /* milliseconds between two checks for messages of a server */ };

struct tempo {
    int64_t (*now)(void); /* the clock, in milliseconds */
    bool is_fast;         /* pauses are switched off: nothing to shorten, keys count at once */
    bool runs;            /* no pauses until the next question */
    bool ends;            /* no pauses until the end of the match */
    int last;             /* the last key that was read; SCREEN_NO_KEY: none yet */
    int64_t at;           /* when it was read */
    int hurried;          /* the last key that shortened a pause; SCREEN_NO_KEY: none yet */
    bool settles;         /* a question is open that has not accepted a key yet */
    bool follows;         /* it follows the person's own move */
};

/* The monotonic clock, in milliseconds. */
int64_t tempo_now(void);
struct tempo tempo_begin(bool is_fast, int64_t (*now)(void));
bool tempo_waits(const struct tempo *tempo);

/* Reads a key during a pause; waits at most so many milliseconds. */
int tempo_key(struct tempo *tempo, int milliseconds);
/* Applies a key: TEMPO_NEXT ends the pause or throw that is shown, TEMPO_RUN all up to the next
 * question. False if it is another key. */
bool tempo_hurry(struct tempo *tempo, int key);

/* A frame of a session, for timing. */
struct moment {
    int64_t due;      /* when its time is over */
    bool stands;      /* it lasts until the hand changes */
    bool is_received; /* it comes from a server, and the next message ends it too */
    bool is_behind;   /* a later frame has been received already */
};
/* How many milliseconds to wait for a key; -1: until one comes. */
int tempo_wait(const struct tempo *tempo, const struct moment *moment);

/* Called when a question comes, before it is drawn. Keys typed before are dropped; if the question
 * follows the person's own move only a repetition of the same key is. A key that leaves is kept:
 * returns `q`, `Q` or SCREEN_NO_KEY. */
int tempo_ask(struct tempo *tempo, bool follows);
/* Whether the question accepts this key, which was read just now. */
bool tempo_takes(struct tempo *tempo, int key);

#endif
