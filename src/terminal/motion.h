/* motion.h: a session on the screen in real time: a throw, or the hand of a computer player or of
 * the person. */
#ifndef SPELUNKE_TERMINAL_MOTION_H
#define SPELUNKE_TERMINAL_MOTION_H

#include "show.h"

/* Runs the next session. False: the person leaves; a session under the person's hand is then
 * aborted, and starts over when the match is resumed. */
bool motion_run(struct show *show);

#endif
