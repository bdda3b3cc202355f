/* terminal.c: finds the game's client and the match to begin with, and chooses between screen and
 * lines. */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console.h"
#include "signals.h"
#include "start_form.h"
#include "state_folder.h"
#include "utf8.h"

static const struct client *find_client(const char *game) {
    for (const struct client *const *client = client_list; *client; client++)
        if (strcmp((*client)->key, game) == 0)
            return *client;
    return NULL;
}

bool terminal_has(const char *game) {
    return find_client(game) != NULL;
}

bool terminal_name_fits(const char *name) {
    size_t length = strlen(name);
    return length > 0 && length <= NAME_BYTES_MAX && name[0] != ' ' && name[length - 1] != ' ' &&
           text_is_plain(name);
}

static void note_key(struct console *console, const char *key) {
    struct message message;
    message_start(&message, key);
    console_note_message(console, &message);
}

/* Says a key with the path that the match is moved to; only with the file's name if the folder is
 * too long for a narrow pane. */
static void say_aside(const struct console *console, const char *key, bool is_short,
                      struct text *out) {
    struct text path = {0};
    console_say_aside(console, &path);
    const char *slash = strrchr(text_string(&path), '/');
    console_say_word(console, key, is_short && slash ? slash + 1 : text_string(&path), out);
    text_free(&path);
}

static int ask_resume(struct console *console,
                      int (*ask)(struct console *console, const char *question)) {
    struct text question = {0};
    say_aside(console, "terminal.resume_found", false, &question);
    text_put_char(&question, '\n');
    console_say_key(console, "terminal.resume_ask", &question);
    int answer = ask(console, text_string(&question));
    text_free(&question);
    return answer;
}

static void resume(struct console *console, const struct play *play, bool is_unasked) {
    console_resume(console, play->is_language_given);
    console->unsaid = console->sentence_count;
    note_key(console, is_unasked ? "terminal.resumed_unasked" : "terminal.resumed");
    if (play->is_changed)
        note_key(console, "terminal.resumed_keeps");
}

/* --new loses nothing: the old match is kept, and the person learns where. */
static void note_aside(struct console *console) {
    struct text note = {0};
    say_aside(console, "terminal.aside", console->is_drawn, &note);
    console_note(console, text_string(&note));
    text_free(&note);
}

/* True if the saved match cannot be resumed and no new one may begin: files of another version are
 * not moved, and --resume excludes a new match. */
static bool is_refused(struct console *console, const struct play *play, enum saved saved,
                       const struct text *why) {
    bool must_resume = play->beginning == BEGIN_RESUME && saved != SAVED_OPEN;
    if (!must_resume && saved != SAVED_OTHER)
        return false;
    if (saved == SAVED_NONE) {
        console_say_key(console, "terminal.nothing_saved", &console->refusal);
        return true;
    }
    struct text path = {0};
    console_say_file(console, &path);
    text_put(&console->refusal, text_string(why));
    text_put_char(&console->refusal, ' ');
    console_say_word(console, saved == SAVED_OTHER ? "terminal.stays_until" : "terminal.stays",
                     text_string(&path), &console->refusal);
    text_free(&path);
    return true;
}

static bool open_match(struct console *console, const struct play *play, enum saved saved,
                       int (*ask)(struct console *console, const char *question)) {
    int goes_on = saved == SAVED_OPEN && play->beginning != BEGIN_NEW;
    bool is_open = play->beginning == BEGIN_ASK;
    if (goes_on && is_open && ask)
        goes_on = ask_resume(console, ask);
    if (goes_on < 0)
        return false;
    if (goes_on) {
        resume(console, play, is_open && !ask);
        return true;
    }
    if (saved == SAVED_OPEN)
        console_quit(console);
    console_host(console, NULL);
    console->setup = play->setup;
    console_begin(console, &play->seed);
    if (saved == SAVED_OPEN)
        note_aside(console);
    return true;
}

bool console_open(struct console *console, const struct play *play,
                  int (*ask)(struct console *console, const char *question)) {
    struct text why = {0};
    enum saved saved = console_look(console, &why);
    bool is_open = !is_refused(console, play, saved, &why);
    if (is_open && saved == SAVED_DAMAGED)
        console_keep_damaged(console, &why);
    if (is_open && saved == SAVED_UNREAD)
        console_keep_unread(console, &why);
    text_free(&why);
    return is_open && open_match(console, play, saved, ask);
}

bool terminal_has_screen(void) {
    const char *kind = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && *kind &&
           strcmp(kind, "dumb") != 0;
}

/* Two programs would overwrite each other's match. */
static bool is_taken(const struct console *console) {
    struct text path = {0}, reason = {0};
    state_path(console->game->key, ".lock", &path);
    bool is_free = state_lock(text_string(&path));
    if (!is_free) {
        state_path(console->game->key, ".log", &path);
        console_say_word(console, "terminal.taken", text_string(&path), &reason);
        fprintf(stderr, "spelunke: %s\n", text_string(&reason));
    }
    text_free(&path);
    text_free(&reason);
    return !is_free;
}

bool terminal_welcome(struct welcome *welcome) {
    struct start_form form;
    bool is_drawn = false, begins = false;
    utf8_begin();
    signals_begin();
    start_form_open(&form, welcome);
    if (!welcome->is_plain && terminal_has_screen())
        begins = start_form_ask_screen(&form, welcome, &is_drawn);
    if (!is_drawn)
        begins = start_form_ask_plain(&form, welcome);
    start_form_close(&form);
    return begins;
}

bool terminal_play(const struct play *play) {
    struct console *console = console_new(play, find_client(play->game->key));
    if (is_taken(console)) {
        console_close(console);
        return false;
    }
    signals_begin();
    if (play->is_plain || !terminal_has_screen() || !screen_play(console, play))
        plain_play(console, play);
    if (console->refusal.length)
        fprintf(stderr, "spelunke: %s\n", text_string(&console->refusal));
    bool is_saved = !console->has_unsaved && !console->refusal.length;
    console_close(console);
    return is_saved;
}

int terminal_signal(void) {
    return signals_caught();
}
