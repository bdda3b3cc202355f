/* motion.h: a session on the screen, as fast as it happened. */
#ifndef SPELUNKE_TERMINAL_MOTION_H
#define SPELUNKE_TERMINAL_MOTION_H

#include "table.h"
#include "tempo.h"

struct motion {
    int hz;
    void (*draw)(void *context, const struct frame *frame);
    void *context;
    struct tempo *tempo;
    int64_t began; /* in milliseconds */
    bool is_left;  /* the person wishes to leave the game */
    bool is_over;  /* the person has seen enough */
};

struct motion motion_begin(int hz, void (*draw)(void *context, const struct frame *frame),
                           void *context, struct tempo *tempo);
/* For table_move; `context` is the motion. */
bool motion_show(void *context, const struct frame *frame, bool is_last);

#endif
