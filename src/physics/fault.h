/* fault.h: catches MuJoCo's errors and silences its warnings. */
#ifndef SPELUNKE_PHYSICS_FAULT_H
#define SPELUNKE_PHYSICS_FAULT_H

#include <stdbool.h>

enum { FAULT_TEXT = 200 };

/* Runs `call` and returns true; false and the engine's message if the engine reported an error.
 * Memory that the engine allocated in that call is leaked then. */
bool fault_free(void (*call)(void *context), void *context, char words[FAULT_TEXT]);

#endif
