/* motion.h: a session on the screen, as fast as it happened. */
#ifndef SPELUNKE_TERMINAL_MOTION_H
#define SPELUNKE_TERMINAL_MOTION_H

#include "table.h"

struct motion {
    int hz;
    void (*draw)(void *context, const struct frame *frame);
    void *context;
    int64_t began; /* in milliseconds */
    int key;       /* that the person pressed to see the end; SCREEN_NO_KEY: none */
};

struct motion motion_begin(int hz, void (*draw)(void *context, const struct frame *frame),
                           void *context);
/* For table_move; `context` is the motion. */
bool motion_show(void *context, const struct frame *frame, bool is_last);

#endif
