/* language.c: which language a person wants.
 *
 * Only the first two letters count, and nobody asks the C library for a
 * locale: it may not have been generated. */
#include "words.h"

#include <stdlib.h>
#include <string.h>

static const char *const codes[LANGUAGE_COUNT] = {
    [LANGUAGE_DE] = "de", [LANGUAGE_EN] = "en", [LANGUAGE_FR] = "fr", [LANGUAGE_IT] = "it"};

const char *words_code(enum language language) {
    return codes[language];
}

/* "de" or "de" and something that is no letter: "de_CH", "de.UTF-8". */
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

/* What the locale is set to: the first of them that says anything; NULL: nobody says. */
static const char *locale_around(void) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return value;
    }
    return NULL;
}

/* The first of `list`, as in "gsw:de:en", that is ours; false: none is. */
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

/* As elsewhere: LANGUAGE is a list of wishes that goes before the locale, unless that is C. */
enum language words_language_around(void) {
    enum language language = LANGUAGE_EN;
    const char *wishes = getenv("LANGUAGE"), *locale = locale_around();
    bool is_plain = locale && (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0);
    if (wishes && !is_plain && language_in(wishes, &language))
        return language;
    if (locale)
        words_language(locale, &language);
    return language;
}
