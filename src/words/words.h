/* words.h: messages put into words of four languages.
 *
 * The catalogues in po/ and the rules in rules/ are compiled into constant
 * tables; there is no locale machinery at run time, so every language is there
 * on every machine. A text is a template with holes in braces, which docs/words.md
 * describes: an argument, a form chosen by a number or by the sound of a name, a case
 * chosen by a word or by who reads. */
#ifndef SPELUNKE_WORDS_H
#define SPELUNKE_WORDS_H

#include <spelunke/message.h>

enum language { LANGUAGE_DE, LANGUAGE_EN, LANGUAGE_FR, LANGUAGE_IT, LANGUAGE_COUNT };

/* The language of "de", "de_CH.UTF-8", "fr"; false if it is none of ours. */
bool words_language(const char *name, enum language *language);
/* What the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG); else English. */
enum language words_language_around(void);
/* Its two letters. */
const char *words_code(enum language language);

/* The template of a key; NULL for an unknown key. */
const char *words_find(enum language language, const char *key);
/* Why a call of the system failed, by errno; and the same of such a reason in English. */
const char *words_error(enum language language, int error);
const char *words_reason(enum language language, const char *english);
/* What an option or a start value of a game is for; "" if nobody says. */
const char *words_help(enum language language, const char *game, const char *option);
/* The message as a sentence; a key without words stands for itself. */
void words_say(enum language language, const struct message *message, struct text *out);
/* The same with the seats' names in the place of their numbers. */
void words_say_named(enum language language, const char *const *names,
                     const struct message *message, struct text *out);
/* The same as the one in seat `reader` reads it, who is "you" in it; -1: nobody is. */
void words_say_to(enum language language, const char *const *names, int reader,
                  const struct message *message, struct text *out);

/* The name of a guest that a computer plays, as the printed rules of this language name
 * guests; there are GUESTS_MAX, from 0 on. */
enum { GUESTS_MAX = 8 };
const char *words_guest(enum language language, int guest);

/* True if an argument of this name is a seat, or a list of seats: JSON does not tell. */
bool words_is_seat(const char *argument);

/* A template that need not be in a catalogue, filled with what a message says. */
void words_fill(enum language language, const char *const *names, int reader, const char *template,
                const struct message *message, struct text *out);

/* Our own rules of a game, line by line, ending with NULL; NULL: none. */
const char *const *words_rules(enum language language, const char *game);
/* The same as one text, each line with its line feed. */
void words_say_rules(enum language language, const char *game, struct text *out);

#endif
