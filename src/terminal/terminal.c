/* terminal.c: finds the game's client and the match to begin with, and decides
 * between screen and plain lines. */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "door.h"
#include "signals.h"
#include "state_folder.h"
#include "table.h"
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

const char *const *terminal_settings(const char *game) {
    return find_client(game)->settings;
}

bool terminal_name_fits(const char *name) {
    size_t length = strlen(name);
    return length > 0 && length <= NAME_BYTES_MAX && name[0] != ' ' && name[length - 1] != ' ' &&
           text_is_plain(name);
}

static void note_key(struct table *table, const char *key) {
    struct message message;
    message_start(&message, key);
    table_note_message(table, &message);
}

/* A key with the path of the match that is put aside; or with its name alone, where the
 * folder would fill a narrow pane. */
static void say_aside(const struct table *table, const char *key, bool is_short, struct text *out) {
    struct text path = {0};
    table_say_aside(table, &path);
    const char *slash = strrchr(text_string(&path), '/');
    table_say_word(table, key, is_short && slash ? slash + 1 : text_string(&path), out);
    text_free(&path);
}

static int ask_resume(struct table *table, int (*ask)(struct table *table, const char *question)) {
    struct text question = {0};
    say_aside(table, "terminal.resume_found", false, &question);
    text_put_char(&question, '\n');
    table_say_key(table, "terminal.resume_ask", &question);
    int answer = ask(table, text_string(&question));
    text_free(&question);
    return answer;
}

static void resume(struct table *table, const struct play *play, bool is_unasked) {
    table_resume(table, play->is_language_given);
    table->unsaid = table->sentence_count;
    note_key(table, is_unasked ? "terminal.resumed_unasked" : "terminal.resumed");
    if (play->is_changed)
        note_key(table, "terminal.resumed_keeps");
}

/* Nothing is lost by --new, and where it is can be looked up. */
static void note_aside(struct table *table) {
    struct text note = {0};
    say_aside(table, "terminal.aside", table->is_drawn, &note);
    table_note(table, text_string(&note));
    text_free(&note);
}

/* True if neither the saved match can go on nor a new one may begin: what another
 * version left is not ours to move, and --resume wants no new one. */
static bool is_refused(struct table *table, const struct play *play, enum saved saved,
                       const struct text *why) {
    bool must_resume = play->beginning == BEGIN_RESUME && saved != SAVED_OPEN;
    if (!must_resume && saved != SAVED_OTHER)
        return false;
    if (saved == SAVED_NONE) {
        table_say_key(table, "terminal.nothing_saved", &table->refusal);
        return true;
    }
    struct text path = {0};
    table_say_file(table, &path);
    text_put(&table->refusal, text_string(why));
    text_put_char(&table->refusal, ' ');
    table_say_word(table, saved == SAVED_OTHER ? "terminal.stays_until" : "terminal.stays",
                   text_string(&path), &table->refusal);
    text_free(&path);
    return true;
}

static bool open_match(struct table *table, const struct play *play, enum saved saved,
                       int (*ask)(struct table *table, const char *question)) {
    int goes_on = saved == SAVED_OPEN && play->beginning != BEGIN_NEW;
    bool is_open = play->beginning == BEGIN_ASK;
    if (goes_on && is_open && ask)
        goes_on = ask_resume(table, ask);
    if (goes_on < 0)
        return false;
    if (goes_on) {
        resume(table, play, is_open && !ask);
        return true;
    }
    if (saved == SAVED_OPEN)
        table_quit(table);
    table_host(table, NULL);
    table->setup = play->setup;
    table_begin(table, &play->seed);
    if (saved == SAVED_OPEN)
        note_aside(table);
    return true;
}

bool table_open(struct table *table, const struct play *play,
                int (*ask)(struct table *table, const char *question)) {
    struct text why = {0};
    enum saved saved = table_look(table, &why);
    bool is_open = !is_refused(table, play, saved, &why);
    if (is_open && saved == SAVED_DAMAGED)
        table_keep_damaged(table, &why);
    if (is_open && saved == SAVED_UNREAD)
        table_keep_unread(table, &why);
    text_free(&why);
    return is_open && open_match(table, play, saved, ask);
}

bool terminal_has_screen(void) {
    const char *kind = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && *kind &&
           strcmp(kind, "dumb") != 0;
}

/* Two at once would overwrite each other's match. */
static bool is_taken(const struct table *table) {
    struct text path = {0}, reason = {0};
    state_path(table->game->key, ".lock", &path);
    bool is_free = state_lock(text_string(&path));
    if (!is_free) {
        state_path(table->game->key, ".log", &path);
        table_say_word(table, "terminal.taken", text_string(&path), &reason);
        fprintf(stderr, "spelunke: %s\n", text_string(&reason));
    }
    text_free(&path);
    text_free(&reason);
    return !is_free;
}

bool terminal_welcome(struct welcome *welcome) {
    struct door door;
    bool is_drawn = false, begins = false;
    utf8_begin();
    signals_begin();
    door_open(&door, welcome);
    if (!welcome->is_plain && terminal_has_screen())
        begins = door_ask_screen(&door, welcome, &is_drawn);
    if (!is_drawn)
        begins = door_ask_plain(&door, welcome);
    door_close(&door);
    return begins;
}

bool terminal_play(const struct play *play) {
    struct table *table = table_new(play, find_client(play->game->key));
    if (is_taken(table)) {
        table_close(table);
        return false;
    }
    signals_begin();
    if (play->is_plain || !terminal_has_screen() || !screen_play(table, play))
        plain_play(table, play);
    if (table->refusal.length)
        fprintf(stderr, "spelunke: %s\n", text_string(&table->refusal));
    bool is_saved = !table->has_unsaved && !table->refusal.length;
    table_close(table);
    return is_saved;
}

int terminal_signal(void) {
    return signals_caught();
}
