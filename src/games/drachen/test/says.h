/* says.h: messages of the face as lines of text, for tests to compare. */
#ifndef SPELUNKE_DRACHEN_TEST_SAYS_H
#define SPELUNKE_DRACHEN_TEST_SAYS_H

#include <spelunke/message.h>

/* With a drink's strength, but without what it moves, which events of their own tell. */
void put_message(const struct message *message, struct text *out);
/* All of them, a line each. */
void put_says(const struct events *says, struct text *out);

#endif
