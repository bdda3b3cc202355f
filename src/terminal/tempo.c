/* tempo.c: pauses, the keys that shorten them, and the quiet time before a question. */
#include "tempo.h"

#include <curses.h>
#include <time.h>

#include "screen.h"

/* Milliseconds without a key before a question accepts one. A person who shortens pauses with a key
 * often presses it once more after the question has appeared: for that key the time is longer. */
enum { QUIET = 350, QUIET_SAME = 1500 };

int64_t tempo_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

struct tempo tempo_begin(bool is_fast, int64_t (*now)(void)) {
    return (struct tempo){.now = now,
                          .is_fast = is_fast,
                          .last = SCREEN_NO_KEY,
                          .hurried = SCREEN_NO_KEY,
                          .at = INT64_MIN / 2};
}

bool tempo_waits(const struct tempo *tempo) {
    return !tempo->is_fast && !tempo->runs && !tempo->ends;
}

static bool is_pressed(int key) {
    return key >= 0 && key != KEY_RESIZE;
}

static void note_key(struct tempo *tempo, int key) {
    if (!is_pressed(key))
        return;
    tempo->last = key;
    tempo->at = tempo->now();
}

int tempo_key(struct tempo *tempo, int milliseconds) {
    int key = screen_key(milliseconds);
    note_key(tempo, key);
    return key;
}

bool tempo_hurry(struct tempo *tempo, int key) {
    if (key != TEMPO_NEXT && key != TEMPO_RUN)
        return false;
    tempo->hurried = key;
    tempo->runs = key == TEMPO_RUN;
    return true;
}

/* A client that is behind goes on to the later frames, even after a long think: the server's clock
 * does not stop for the hand. */
int tempo_wait(const struct tempo *tempo, const struct moment *moment) {
    int64_t left = moment->due - tempo->now();
    if (moment->is_behind)
        return 0;
    if (moment->stands)
        return moment->is_received ? TEMPO_NEWS : -1;
    return left > 0 ? (int)left : 0;
}

/* Pending keys are read one by one: the last of them tells when the person stopped typing. */
int tempo_ask(struct tempo *tempo, bool follows) {
    tempo->runs = false;
    tempo->settles = true;
    tempo->follows = follows;
    int key = SCREEN_NO_KEY;
    do
        key = tempo->is_fast || follows ? SCREEN_NO_KEY : tempo_key(tempo, 0);
    while (key != SCREEN_NO_KEY && key != 'q' && key != 'Q'); /* KEY_RESIZE does not end it */
    return key;
}

bool tempo_takes(struct tempo *tempo, int key) {
    int last = tempo->last;
    int64_t gap = tempo->now() - tempo->at;
    if (tempo->is_fast || !is_pressed(key))
        return true;
    note_key(tempo, key);
    bool is_early = gap < (key == tempo->hurried ? QUIET_SAME : QUIET);
    bool is_dropped = tempo->settles && is_early && (!tempo->follows || key == last);
    tempo->settles = is_dropped;
    return !is_dropped;
}
