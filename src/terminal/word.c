/* word.c: reads the word that a person adds to the dice.
 *
 * It is asked for after the hash of the seed was shown, so the seed cannot have been chosen to fit
 * the word. On a screen, too, it is typed in plain lines, with the terminal's own line editing. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "console.h"
#include "utf8.h"

enum { LINE_COLUMNS = 79 };

/* An empty line adds none. After a refused word the question is repeated. */
static bool take_word(struct console *console, struct text *line) {
    const char *trimmed = input_trim(line), *word = trimmed ? trimmed : "\n";
    struct message why;
    struct text said = {0};
    if (!*word)
        return true;
    bool is_taken = host_word(console->host, console->seat, word, &why);
    if (is_taken) {
        strcpy(console->word, word);
        console_say_word(console, "terminal.fair_word", word, &said);
        console_note(console, text_string(&said));
        console_save(console);
    } else {
        console_say_refusal(console, &why, &said);
        page_print(text_string(&said), LINE_COLUMNS);
    }
    text_free(&said);
    return is_taken;
}

bool console_ask_word(struct console *console) {
    struct text line = {0};
    bool is_there = true;
    while (is_there && console->awaits_word) {
        page_print(console_word(console, "terminal.word_ask"), LINE_COLUMNS);
        fputs(isatty(STDIN_FILENO) ? "> " : "", stdout);
        fflush(stdout);
        is_there = input_line(&console->input, &line);
        if (is_there)
            console->awaits_word = !take_word(console, &line);
    }
    text_free(&line);
    return is_there;
}
