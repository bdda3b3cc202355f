/* words.h: renders messages as sentences of four languages.
 *
 * The catalogues in po/ and the rules in rules/ are compiled into constant tables, so all languages
 * are always available and no locale is needed at run time. A text is a template with placeholders
 * in braces, specified in docs/words.md: an argument, a form selected by a number or by the sound
 * of a name, a case selected by a word or by the reader. */
#ifndef SPELUNKE_WORDS_H
#define SPELUNKE_WORDS_H

#include <spelunke/message.h>

enum language { LANGUAGE_DE, LANGUAGE_EN, LANGUAGE_FR, LANGUAGE_IT, LANGUAGE_COUNT };

/* The language of "de", "de_CH.UTF-8", "fr"; false if it is not supported. */
bool words_language(const char *name, enum language *language);
/* The language of the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG); otherwise English. */
enum language words_language_of_environment(void);
/* Its two-letter code. */
const char *words_code(enum language language);

/* The template of a key; NULL for an unknown key. */
const char *words_find(enum language language, const char *key);
/* The message for an errno; the second function translates such a message from English. */
const char *words_error(enum language language, int error);
const char *words_reason(enum language language, const char *english);
/* The help text of a game's option or start value; "" if there is none. */
const char *words_help(enum language language, const char *game, const char *option);
/* Renders the message as a sentence; a key without a template stands for itself. */
void words_say(enum language language, const struct message *message, struct text *out);
/* The same with the seats' names instead of their numbers. */
void words_say_named(enum language language, const char *const *names,
                     const struct message *message, struct text *out);
/* The same for a reader in seat `reader`, who is addressed as "you"; -1: nobody is. */
void words_say_to(enum language language, const char *const *names, int reader,
                  const struct message *message, struct text *out);

/* The name of a guest that a computer plays, as the printed rules of this language name guests;
 * there are GUESTS_MAX, from 0 on. */
enum { GUESTS_MAX = 8 };
const char *words_guest(enum language language, int guest);

/* True if an argument of this name is a seat, or a list of seats, which JSON does not tell. */
bool words_is_seat(const char *argument);

/* Fills a template, which need not be in a catalogue, with the arguments of a message. */
void words_fill(enum language language, const char *const *names, int reader, const char *template,
                const struct message *message, struct text *out);

/* The short rules of a game, line by line, ending with NULL; NULL: none. */
const char *const *words_rules(enum language language, const char *game);
/* The same as one text, each line with its line feed. */
void words_say_rules(enum language language, const char *game, struct text *out);

#endif
