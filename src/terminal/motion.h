/* motion.h: a session on the screen, as fast as it happens: a throw, the hand of a computer
 * player, or the person's own hand, which keys move. */
#ifndef SPELUNKE_TERMINAL_MOTION_H
#define SPELUNKE_TERMINAL_MOTION_H

#include "show.h"

/* Lets the session that comes next run on the screen. False: the person leaves; where the
 * hand is the person's the session is cut, and begins again when the match goes on. */
bool motion_run(struct show *show);

#endif
