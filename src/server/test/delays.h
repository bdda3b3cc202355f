/* delays.h: how long answers in reactions take, whoever answers. */
#ifndef SPELUNKE_SERVER_TEST_DELAYS_H
#define SPELUNKE_SERVER_TEST_DELAYS_H

#include <stdbool.h>

/* True if answers of people, presets and computer players have one distribution. */
bool delays_are_alike(void);
/* True if a server is found out that answers at once where only `pass` is legal. */
bool delays_find_a_fault(void);

#endif
