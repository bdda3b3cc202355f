/* tempo.h: how fast things are shown, and which keys were meant for that.
 *
 * A key that is pressed to hurry the others must never become a move. So the keys that
 * hurry are few, and a question takes a key only after some time without one. */
#ifndef SPELUNKE_TERMINAL_TEMPO_H
#define SPELUNKE_TERMINAL_TEMPO_H

#include <stdbool.h>
#include <stdint.h>

enum { TEMPO_NEXT = ' ', TEMPO_RUN = 'f', TEMPO_TO_END = '>' };
enum { TEMPO_NEWS = 50 /* milliseconds between two looks for a server's messages */ };

struct tempo {
    int64_t (*now)(void); /* milliseconds of the clock that keys are measured by */
    bool is_fast;         /* no pauses on request: there is nothing to hurry, keys count at once */
    bool runs;            /* no pauses until the next question */
    bool ends;            /* no pauses until the end of the match */
    int last;             /* the key that was read last; SCREEN_NO_KEY: none yet */
    int64_t at;           /* when that was */
    int hurried;          /* the key that hurried last; SCREEN_NO_KEY: none yet */
    bool settles;         /* a question is there that has not taken a key yet */
    bool follows;         /* that question follows the person's own move */
};

/* The clock that never goes back. */
int64_t tempo_now(void);
struct tempo tempo_begin(bool is_fast, int64_t (*now)(void));
bool tempo_waits(const struct tempo *tempo);

/* Reads a key while others move; waits so many milliseconds for it. */
int tempo_key(struct tempo *tempo, int milliseconds);
/* Hurries as this key does: TEMPO_NEXT ends the pause or the throw that is shown, TEMPO_RUN
 * also those that come before the next question. False if it is another key. */
bool tempo_hurry(struct tempo *tempo, int key);

/* A moment of a session, as far as its time goes. */
struct moment {
    int64_t due;      /* when it is over */
    bool stands;      /* it is over only when the hand moves */
    bool is_received; /* it comes from a server, whose next message ends it too */
    bool is_behind;   /* and a later one has come already */
};
/* For how many milliseconds it waits for a key; -1: until one comes. */
int tempo_wait(const struct tempo *tempo, const struct moment *moment);

/* A question comes; before it is drawn. What was typed until then does not count, unless
 * it follows the person's own move, where only the same key again does not. A wish to
 * leave counts all the same: returns `q`, `Q` or SCREEN_NO_KEY. */
int tempo_ask(struct tempo *tempo, bool follows);
/* Whether the question takes this key, which was read just now. */
bool tempo_takes(struct tempo *tempo, int key);

#endif
