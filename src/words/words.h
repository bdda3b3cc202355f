/* words.h: messages put into words of four languages.
 *
 * The catalogues in po/ and the rules in rules/ are compiled into constant
 * tables; there is no locale machinery at run time, so every language is there
 * on every machine. A text is a template with holes in braces, which docs/words.md
 * describes: an argument, a form chosen by a number, a case chosen by a word. */
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

/* The template of a key; NULL for an unknown key. */
const char *words_find(enum language language, const char *key);
/* What an option or a start value of a game is for; "" if nobody says. */
const char *words_help(enum language language, const char *game, const char *option);
/* The message as a sentence; a key without words stands for itself. */
void words_say(enum language language, const struct message *message, struct text *out);
/* The same with the seats' names in the place of their numbers. */
void words_say_named(enum language language, const char *const *names,
                     const struct message *message, struct text *out);

/* True if an argument of this name is a seat, or a list of seats: JSON does not tell. */
bool words_is_seat(const char *argument);

/* A template that need not be in a catalogue, filled with what a message says. */
void words_fill(enum language language, const char *const *names, const char *template,
                const struct message *message, struct text *out);

/* Our own rules of a game, line by line, ending with NULL; NULL: none. */
const char *const *words_rules(enum language language, const char *game);

#endif
