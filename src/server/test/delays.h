/* delays.h: checks that the delays of answers in reactions do not depend on who answers. */
#ifndef SPELUNKE_SERVER_TEST_DELAYS_H
#define SPELUNKE_SERVER_TEST_DELAYS_H

#include <stdbool.h>

/* True if answers of people, presets and computer players have the same distribution. */
bool delays_are_alike(void);
/* True if the check detects a server that answers at once if only `pass` is legal. */
bool delays_find_a_fault(void);

#endif
