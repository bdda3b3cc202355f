/* join_screen.c: a table of a server on a screen: the waiting room, then the match by play.c, then
 * perhaps another one. */
#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "show.h"
#include "signals.h"

/* Notices that are not part of the match go to the list of sentences, and below the table until the
 * next key. */
static void tell(struct talk *talk, struct text *sentence) {
    struct show *show = talk->context;
    console_note(show->console, text_string(sentence));
    text_clear(&show->note);
    text_put(&show->note, text_string(sentence));
    text_free(sentence);
}

static void draw_room(const struct show *show) {
    const struct console *console = show->console;
    const char *seats = text_string(&show->talk->seats);
    bool is_owner = talk_is_owner(show->talk);
    struct text sentences = {0};
    screen_clear();
    if (screen_fits()) {
        screen_bar(console->game->title);
        if (*seats)
            console_say_word(console, "terminal.join_seats", seats, &sentences);
        text_put_char(&sentences, '\n');
        if (!is_owner)
            console_say_key(console, "terminal.join_waits", &sentences);
        text_put_char(&sentences, '\n');
        console_say_sentences(console, 0, &sentences);
        screen_put_tail(2, 1, screen_rows() - 5, screen_columns() - 2, text_string(&sentences));
        screen_put(
            screen_rows() - 2, 1, screen_columns() - 2, INK_BRASS,
            console_word(console, is_owner ? "terminal.join_keys_owner" : "terminal.join_keys"));
    } else {
        show_empty(show->console);
    }
    text_free(&sentences);
    screen_show();
}

/* Shows the waiting room until the match begins; false: the person leaves or is removed. */
static bool wait_in_room(struct show *show) {
    struct talk *talk = show->talk;
    while (talk->phase < PHASE_PLAYING && !talk->is_left && !signals_caught()) {
        draw_room(show);
        int key = show_wait_key(show);
        if (key == 's' && talk_is_owner(talk))
            talk_request(talk, "start", "");
        else if (key == 'q' || key == 'Q' || key == SCREEN_NO_KEY)
            talk->is_left = true;
    }
    text_clear(&show->note);
    return !talk->is_left && !signals_caught();
}

/* Asks for another match; waits until the others agree. */
static bool go_on(struct show *show) {
    struct talk *talk = show->talk;
    if (talk->is_left || !show_ask_again(show))
        return false;
    talk->wants_again = true;
    talk_say(talk, "terminal.join_again");
    talk_request(talk, "again", "");
    while (talk->phase == PHASE_OVER && !talk->is_left && !signals_caught()) {
        show_redraw(show);
        int key = show_wait_key(show);
        talk->is_left |= key == 'q' || key == 'Q' || key == SCREEN_NO_KEY;
    }
    return !talk->is_left;
}

/* Printed after the screen is closed, so that it stays in the terminal. */
static void say_last(const struct show *show) {
    const struct talk *talk = show->talk;
    struct text text = {0};
    if (talk->is_refused)
        text_put(&text, console_last_sentence(show->console));
    else if (console_over(show->console) && !value_is_null(show->console->seen))
        show->console->client->say_end(show->console, &text);
    else
        console_say_key(show->console,
                        talk->phase == PHASE_PLAYING ? "terminal.join_leave" : "terminal.join_bye",
                        &text);
    page_print(text_string(&text), screen_columns());
    text_free(&text);
}

bool join_play_screen(struct joining *joining, const struct play *play, bool *has_screen) {
    *has_screen = screen_open(play->is_colourless);
    if (!*has_screen)
        return false;
    struct talk talk = {.joining = joining, .tell = tell};
    struct show show = {.console = joining->console,
                        .play = play,
                        .talk = &talk,
                        .draft = must_alloc(joining->client->draft_size),
                        .tempo = tempo_begin(play->is_fast, tempo_now)};
    talk.context = &show;
    joining->console->is_drawn = true;
    while (wait_in_room(&show) && show_play_match(&show) && go_on(&show))
        ;
    screen_close();
    say_last(&show);
    bool is_played = !talk.is_refused;
    text_free(&show.note);
    talk_end(&talk);
    free(show.draft);
    return is_played;
}
