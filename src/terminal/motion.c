/* motion.c: a session on the screen, as fast as it happened.
 *
 * Whoever throws wants to see it tumble, and whoever has seen enough presses
 * Space. A terminal that cannot keep up misses pictures, not time. */
#include "motion.h"

#include "screen.h"

enum { TICKS_A_PICTURE = 3, LATE = 50, LAST_PAUSE = 500 }; /* milliseconds */

struct motion motion_begin(int hz, void (*draw)(void *context, const struct frame *frame),
                           void *context, struct tempo *tempo) {
    return (struct motion){
        .hz = hz, .draw = draw, .context = context, .tempo = tempo, .began = tempo_now()};
}

/* Waits until then; keys that do nothing here do not shorten it. */
static void wait_until(struct motion *motion, int64_t due) {
    for (int64_t wait; !motion->is_over && (wait = due - tempo_now()) > 0;) {
        int key = tempo_key(motion->tempo, (int)wait);
        motion->is_left = key == 'q' || key == 'Q';
        motion->is_over = motion->is_left || tempo_hurry(motion->tempo, key);
    }
}

bool motion_show(void *context, const struct frame *frame, bool is_last) {
    struct motion *motion = context;
    int64_t due = motion->began + (int64_t)frame->tick * 1000 / motion->hz;
    bool is_in_time = frame->tick == 0 || tempo_now() <= due + LATE;
    if (is_last || (frame->tick % TICKS_A_PICTURE == 0 && is_in_time))
        motion->draw(motion->context, frame);
    wait_until(motion, due + (is_last ? LAST_PAUSE : 0));
    return !motion->is_over;
}
