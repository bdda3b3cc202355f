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

/* The first of them that says anything decides, as it does elsewhere. */
enum language words_language_around(void) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    enum language language = LANGUAGE_EN;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (!value || !*value)
            continue;
        words_language(value, &language);
        break;
    }
    return language;
}
