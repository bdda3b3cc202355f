/* word.c: the word that a person adds to the dice.
 *
 * Asked once the hash of the seed was shown: so the seed cannot have been fitted
 * to the word. Asked in lines of text, on a screen too, where the terminal
 * itself lets a line be edited. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "table.h"
#include "utf8.h"

enum { LINE_COLUMNS = 79 };

/* An empty line adds none. A word that is refused is asked for again. */
static bool take_word(struct table *table, struct text *line) {
    const char *trimmed = input_trim(line), *word = trimmed ? trimmed : "\n";
    struct message why;
    struct text said = {0};
    if (!*word)
        return true;
    bool is_taken = host_word(table->host, table->seat, word, &why);
    if (is_taken) {
        strcpy(table->word, word);
        table_say_word(table, "terminal.fair_word", word, &said);
        table_note(table, text_string(&said));
        table_save(table);
    } else {
        table_say_refusal(table, &why, &said);
        page_print(text_string(&said), LINE_COLUMNS);
    }
    text_free(&said);
    return is_taken;
}

bool table_ask_word(struct table *table) {
    struct text line = {0};
    bool is_there = true;
    while (is_there && table->awaits_word) {
        page_print(table_word(table, "terminal.word_ask"), LINE_COLUMNS);
        fputs(isatty(STDIN_FILENO) ? "> " : "", stdout);
        fflush(stdout);
        is_there = input_line(&table->input, &line);
        if (is_there)
            table->awaits_word = !take_word(table, &line);
    }
    text_free(&line);
    return is_there;
}
