/* motion.c: a session on the screen, as fast as it happened.
 *
 * Whoever throws wants to see it tumble, and whoever has seen enough presses a
 * key. A terminal that cannot keep up misses pictures, not time. */
#include "motion.h"

#include <time.h>

#include "screen.h"

enum { TICKS_A_PICTURE = 3, LATE = 50, LAST_PAUSE = 500 }; /* milliseconds */

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

struct motion motion_begin(int hz, void (*draw)(void *context, const struct frame *frame),
                           void *context) {
    return (struct motion){hz, draw, context, now(), SCREEN_NO_KEY};
}

bool motion_show(void *context, const struct frame *frame, bool is_last) {
    struct motion *motion = context;
    int64_t due = motion->began + (int64_t)frame->tick * 1000 / motion->hz;
    bool is_in_time = frame->tick == 0 || now() <= due + LATE;
    if (is_last || (frame->tick % TICKS_A_PICTURE == 0 && is_in_time))
        motion->draw(motion->context, frame);
    int64_t wait = due - now() + (is_last ? LAST_PAUSE : 0);
    if (wait > 0)
        motion->key = screen_key((int)wait);
    return motion->key == SCREEN_NO_KEY;
}
