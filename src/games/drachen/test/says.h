/* says.h: messages of the face as lines of text, for tests to compare. */
#ifndef SPELUNKE_DRACHEN_TEST_SAYS_H
#define SPELUNKE_DRACHEN_TEST_SAYS_H

#include <spelunke/message.h>

/* With the strength of a drink but without its effect on the markers, which other events report. */
void put_message(const struct message *message, struct text *out);
/* All of them, one on each line. */
void put_says(const struct events *says, struct text *out);

#endif
