/* language.c: selects the language from the environment.
 *
 * Only the first two letters count. The locale of the C library is not used, because it may not
 * have been generated. */
#include "words.h"

#include <stdlib.h>
#include <string.h>

static const char *const codes[LANGUAGE_COUNT] = {
    [LANGUAGE_DE] = "de", [LANGUAGE_EN] = "en", [LANGUAGE_FR] = "fr", [LANGUAGE_IT] = "it"};

const char *words_code(enum language language) {
    return codes[language];
}

/* Matches "de", or "de" followed by a character that is no letter: "de_CH", "de.UTF-8". */
static bool names_language(const char *name, const char *code) {
    char next = strncmp(name, code, 2) == 0 ? name[2] : 'x';
    return !next || strchr("_.-@", next);
}

bool words_language(const char *name, enum language *language) {
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (names_language(name, codes[i])) {
            *language = (enum language)i;
            return true;
        }
    return false;
}

/* The locale: the first of the variables that is set; NULL: none. */
static const char *environment_locale(void) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return value;
    }
    return NULL;
}

/* The first supported language of `list`, as in "gsw:de:en"; false: there is none. */
static bool language_in(const char *list, enum language *language) {
    for (; *list; list += *list == ':') {
        char name[16] = {0};
        size_t length = strcspn(list, ":");
        if (length < sizeof name) {
            memcpy(name, list, length);
            if (words_language(name, language))
                return true;
        }
        list += length;
    }
    return false;
}

/* As in gettext: LANGUAGE is a list of preferences that overrides the locale, unless that is C. */
enum language words_language_of_environment(void) {
    enum language language = LANGUAGE_EN;
    const char *preferences = getenv("LANGUAGE"), *locale = environment_locale();
    bool is_plain = locale && (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0);
    if (preferences && !is_plain && language_in(preferences, &language))
        return language;
    if (locale)
        words_language(locale, &language);
    return language;
}
