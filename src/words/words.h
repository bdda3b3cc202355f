/* words.h: messages put into words.
 *
 * The catalogues in po/ are compiled into constant tables; there is no locale
 * machinery at run time. */
#ifndef SPELUNKE_WORDS_H
#define SPELUNKE_WORDS_H

#include <spelunke/message.h>

enum language { LANGUAGE_EN, LANGUAGE_COUNT };

/* The text of a key with its {places} unfilled; NULL for an unknown key. */
const char *words_find(enum language language, const char *key);
/* The message as a sentence; a key without words stands for itself. */
void words_say(enum language language, const struct message *message, struct text *out);

#endif
