/* said.c: translates the output of commands.
 *
 * The English texts are in the code, where the compiler checks them as printf formats;
 * po/<language>/cli.po has the translations, looked up by the English text. A help text is
 * looked up by its first line, so that a change in the rest of it does not invalidate three
 * translations. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/text.h>

#include "words/words.h"

const char *said(const char *english) {
    const char *text = words_find(words_language_of_environment(), english);
    return text ? text : english;
}

const char *error_said(int error) {
    return words_error(words_language_of_environment(), error);
}

const char *help_said(const char *english) {
    enum language language = words_language_of_environment();
    struct text usage = {0};
    text_put_bytes(&usage, english, strcspn(english, "\n"));
    const char *text = language == LANGUAGE_EN ? NULL : words_find(language, text_string(&usage));
    text_free(&usage);
    return text ? text : english;
}

/* The value of `--lang de` or `--lang=de` at argv[i], "" if it is missing, and how many arguments
 * that are; NULL: it is another argument. */
static const char *language_at(char **argv, int i, int *taken) {
    bool is_joined = strncmp(argv[i], "--lang=", 7) == 0;
    *taken = is_joined ? 1 : 2;
    if (is_joined)
        return argv[i] + 7;
    if (strcmp(argv[i], "--lang") != 0)
        return NULL;
    return argv[i + 1] && argv[i + 1][0] != '-' ? argv[i + 1] : "";
}

/* Sets the environment of this process, because all code reads the language from there. */
int take_language(int argc, char **argv, bool removes, const char **wrong) {
    enum language language;
    *wrong = NULL;
    for (int i = 1, taken; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *code = language_at(argv, i, &taken);
        if (!code)
            continue;
        if (!words_language(code, &language)) {
            *wrong = code;
            return argc;
        }
        setenv("LC_ALL", words_code(language), 1);
        unsetenv("LANGUAGE");
        if (!removes)
            continue;
        memmove(argv + i, argv + i + taken, (size_t)(argc - i - taken + 1) * sizeof *argv);
        argc -= taken;
        i--;
    }
    return argc;
}
