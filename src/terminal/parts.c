/* parts.c: what the screens of several games share. */
#include "parts.h"

#include <curses.h>

enum { PANE_SENTENCES = 60 }; /* more than a pane shows */

bool key_is_return(int key) {
    return key == '\r' || key == '\n' || key == KEY_ENTER;
}

bool key_is_undo(int key) {
    return key == KEY_BACKSPACE || key == KEY_RUBOUT || key == '\b' || key == 'u';
}

void put_key(const char *key, struct text *out) {
    text_put(out, out->length ? "  [" : "[");
    text_put(out, key);
    text_put(out, "] ");
}

void put_button(const struct console *console, const char *key, const char *effect,
                struct text *out) {
    put_key(key, out);
    console_say_key(console, effect, out);
}

void draw_sentences(const struct console *console, int first, int row, int column, int rows,
                    int width) {
    struct text sentences = {0};
    int most = console->sentence_count - PANE_SENTENCES;
    console_say_sentences(console, first > most ? first : most, &sentences);
    screen_rule(row, column - 1, width + 2, console_word(console, "terminal.title_log"));
    screen_put_tail(row + 1, column, rows, width, text_string(&sentences));
    text_free(&sentences);
}
