/* fault.h: MuJoCo's errors caught, its warnings silenced. */
#ifndef SPELUNKE_PHYSICS_FAULT_H
#define SPELUNKE_PHYSICS_FAULT_H

#include <stdbool.h>

enum { FAULT_TEXT = 200 };

/* Runs `call` and returns true; false, with the engine's words, if the engine
 * gave up in it. What the engine allocated in that call is then lost. */
bool fault_free(void (*call)(void *context), void *context, char words[FAULT_TEXT]);

#endif
