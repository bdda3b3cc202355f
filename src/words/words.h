/* words.h: messages put into words of four languages.
 *
 * The catalogues in po/ and the rules in rules/ are compiled into constant
 * tables; there is no locale machinery at run time, so every language is there
 * on every machine. A text has places:
 *
 *     {name}              the argument of that name
 *     {name|mug|mugs}     a word by the number in it (of a list: its length)
 *
 * Numbers are chosen by as each language does: in French 0 is singular too. A
 * word argument that has an entry `<game>.word.<word>` is said by that entry:
 * so a card is told by its id and read by its title. */
#ifndef SPELUNKE_WORDS_H
#define SPELUNKE_WORDS_H

#include <spelunke/message.h>

enum language { LANGUAGE_DE, LANGUAGE_EN, LANGUAGE_FR, LANGUAGE_IT, LANGUAGE_COUNT };

/* The language of "de", "de_CH.UTF-8", "fr"; false if it is none of ours. */
bool words_language(const char *name, enum language *language);
/* What the environment asks for (LC_ALL, LC_MESSAGES, LANG); else English. */
enum language words_language_around(void);
/* Its two letters. */
const char *words_code(enum language language);

/* The text of a key with its {places} unfilled; NULL for an unknown key. */
const char *words_find(enum language language, const char *key);
/* What an option or a start value of a game is for; "" if nobody says. */
const char *words_help(enum language language, const char *game, const char *option);
/* The message as a sentence; a key without words stands for itself. */
void words_say(enum language language, const struct message *message, struct text *out);
/* The same with the seats' names in the place of their numbers. */
void words_say_named(enum language language, const char *const *names,
                     const struct message *message, struct text *out);

/* Our own rules of a game, line by line, ending with NULL; NULL: none. */
const char *const *words_rules(enum language language, const char *game);

#endif
