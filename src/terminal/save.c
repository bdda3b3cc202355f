/* save.c: matches on disk.
 *
 *     polterfass.log             the match, unfinished; saved after every entry
 *     polterfass.log.hands       the hand samples of its sessions, in a game that has such
 *                                sessions; moved together with the log
 *     polterfass.table           who sits there: names, computer players, language, and
 *                                the person's wishes about what to be asked
 *     polterfass-finished.log    the last match that was played to its end
 *     polterfass-left.log        the last one that was left for a new one
 *     polterfass-damaged.log     one that was damaged; the next is -damaged-2.log
 *
 * A file of another version of this program, or of another game, is left in place. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/log.h>
#include <spelunke/must.h>

#include "console.h"
#include "disk/hands.h"
#include "state_folder.h"

static const char open_log[] = ".log", seats_file[] = ".table", finished_log[] = "-finished.log",
                  left_log[] = "-left.log", damaged_log[] = "-damaged.log";
static const char wishes_word[] = "wishes ";

static void path_of(const struct console *console, const char *suffix, struct text *out) {
    state_path(console->game->key, suffix, out);
}

static void put_seat(struct text *out, int seat, const char *bot, const char *name) {
    text_put(out, "seat ");
    text_put_number(out, seat);
    text_put_char(out, ' ');
    text_put(out, bot);
    text_put_char(out, ' ');
    text_put(out, name);
    text_put_char(out, '\n');
}

/* The first line names the seed: it says which match the seats belong to. */
static void print_seats(const struct console *console, struct text *out) {
    text_put(out, "seed ");
    text_put(out, match_seed(console->match)->name);
    text_put(out, "\nlanguage ");
    text_put(out, words_code(console->language));
    text_put_char(out, '\n');
    for (int seat = 0; seat < console->setup.seats; seat++)
        put_seat(out, seat, seat == console->seat ? "-" : console->bots[seat]->key,
                 console->names[seat]);
    if (!console->client->print_wishes)
        return;
    text_put(out, wishes_word);
    console->client->print_wishes(console, out);
    text_put_char(out, '\n');
}

static bool write_file(const struct console *console, const char *suffix,
                       const struct text *content) {
    struct text path = {0};
    path_of(console, suffix, &path);
    bool is_written = state_write(text_string(&path), content);
    int error = errno;
    text_free(&path);
    errno = error;
    return is_written;
}

/* Moves the match with its hands. */
static void move_to(const struct console *console, const struct text *path) {
    struct text old = {0};
    path_of(console, open_log, &old);
    state_move(text_string(&old), text_string(path));
    hands_file_move(text_string(&old), text_string(path));
    text_free(&old);
}

static void move_match(const struct console *console, const char *suffix) {
    struct text new = {0};
    path_of(console, suffix, &new);
    move_to(console, &new);
    text_free(&new);
}

/* Reported once; again only after a save has succeeded in between. */
static void note_failure(struct console *console, int error) {
    struct text path = {0};
    struct message message;
    if (console->has_unsaved)
        return;
    path_of(console, open_log, &path);
    message_start(&message, path.length ? "terminal.save_failed" : "terminal.save_nowhere");
    message_word(&message, "file", text_string(&path));
    message_word(&message, "reason", words_error(console->language, error));
    console_note_message(console, &message);
    text_free(&path);
}

/* Written only if the wishes have changed. */
static bool save_seats(struct console *console) {
    struct text seats = {0};
    print_seats(console, &seats);
    bool is_known = strcmp(text_string(&seats), text_string(&console->seats)) == 0;
    bool is_saved = is_known || write_file(console, seats_file, &seats);
    int error = errno;
    text_clear(&console->seats);
    text_put(&console->seats, is_saved ? text_string(&seats) : "");
    text_free(&seats);
    errno = error;
    return is_saved;
}

/* Written at the beginning of a match, to replace the hands of the last one, and after each session
 * with hands: the file is long, and most entries add nothing to it. */
static bool save_hands(struct console *console) {
    struct text path = {0};
    if (console->has_saved_hands)
        return true;
    path_of(console, open_log, &path);
    console->has_saved_hands = !path.length || hands_file_save(console->match, path.data);
    int error = errno;
    text_free(&path);
    errno = error;
    return console->has_saved_hands;
}

void console_save(struct console *console) {
    struct text log = {0};
    if (console->must_not_save)
        return;
    log_print(console->match, true, &log);
    bool is_saved =
        save_seats(console) && save_hands(console) && write_file(console, open_log, &log);
    if (!is_saved)
        note_failure(console, errno);
    console->has_unsaved = !is_saved;
    if (is_saved && console_over(console))
        move_match(console, finished_log);
    text_free(&log);
}

/* The log is intact, but of other rules or another version of the format. */
static bool is_of_other_version(const struct log_fault *fault) {
    static const char *const keys[] = {"kernel.log_future", "kernel.log_future_rules",
                                       "kernel.log_past_rules", "kernel.log_unknown_game"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(fault->why.key, keys[i]) == 0)
            return true;
    return false;
}

static enum saved judge_fault(const struct console *console, const struct log_fault *fault,
                              struct text *why) {
    struct text reason = {0};
    struct message message;
    bool is_other = is_of_other_version(fault);
    console_say(console, &fault->why, &reason);
    message_start(&message, is_other ? "terminal.other_version" : "terminal.damaged");
    message_number(&message, "line", fault->line);
    message_word(&message, "reason", text_string(&reason));
    console_say(console, &message, why);
    text_free(&reason);
    return is_other ? SAVED_OTHER : SAVED_DAMAGED;
}

/* Moves a finished match aside, if the program ended before it could do so. */
static enum saved judge(struct console *console, struct match *match, struct text *why) {
    bool is_ours = match_game(match) == console->game;
    if (is_ours && !match_over(match)) {
        console_host(console, match);
        return SAVED_OPEN;
    }
    if (is_ours)
        move_match(console, finished_log);
    else
        console_say_word(console, "terminal.other_game", match_game(match)->title, why);
    match_free(match);
    return is_ours ? SAVED_NONE : SAVED_OTHER;
}

static enum saved judge_unread(const struct console *console, int error, struct text *why) {
    if (error == ENOENT || error == ENOTDIR)
        return SAVED_NONE;
    console_say_word(console, "terminal.unread", words_error(console->language, error), why);
    return SAVED_UNREAD;
}

static void tidy(const struct console *console, const char *suffix) {
    struct text path = {0};
    path_of(console, suffix, &path);
    state_tidy(text_string(&path));
    text_free(&path);
}

enum saved console_look(struct console *console, struct text *why) {
    struct text path = {0}, log = {0};
    struct log_fault fault;
    tidy(console, open_log);
    tidy(console, seats_file);
    path_of(console, open_log, &path);
    bool is_there = state_read(text_string(&path), &log);
    enum saved saved = is_there ? SAVED_OPEN : judge_unread(console, errno, why);
    if (is_there) {
        struct match *match = log_parse(game_list, text_string(&log), log.length, &fault);
        if (match) /* a match without its hands can be played on */
            hands_file_read(match, text_string(&path), &fault);
        saved = match ? judge(console, match, why) : judge_fault(console, &fault, why);
    }
    text_free(&path);
    text_free(&log);
    return saved;
}

/* The first unused name: polterfass-damaged.log, polterfass-damaged-2.log and so on. */
static void say_free_name(const struct console *console, struct text *out) {
    char suffix[40];
    path_of(console, damaged_log, out);
    for (int number = 2; state_has(text_string(out)); number++) {
        snprintf(suffix, sizeof suffix, "-damaged-%d.log", number);
        path_of(console, suffix, out);
    }
}

/* Adds sentences: what is wrong with the saved match, and where it is kept. */
static void note_kept(struct console *console, const struct text *why, const char *key,
                      const char *path) {
    struct text note = {0};
    text_put(&note, text_string(why));
    text_put_char(&note, ' ');
    console_say_word(console, key, path, &note);
    console_note(console, text_string(&note));
    text_free(&note);
}

void console_keep_damaged(struct console *console, const struct text *why) {
    struct text kept = {0};
    say_free_name(console, &kept);
    move_to(console, &kept);
    note_kept(console, why, "terminal.damaged_kept", text_string(&kept));
    text_free(&kept);
}

void console_keep_unread(struct console *console, const struct text *why) {
    struct text path = {0};
    path_of(console, open_log, &path);
    note_kept(console, why, "terminal.unread_kept", text_string(&path));
    text_free(&path);
    console->has_unsaved = true;
    console->must_not_save = true;
}

/* `seat 1 regular Franziska`; a line that cannot be parsed changes nothing. */
static void read_seat(struct console *console, const char *line) {
    char bot[32], name[NAME_BYTES_MAX + 1];
    int seat;
    if (sscanf(line, "seat %1d %31s %40[^\n]", &seat, bot, name) != 3 || seat < 0 ||
        seat >= console->setup.seats || !terminal_name_fits(name))
        return;
    strcpy(console->name[seat], name);
    if (seat != console->seat && game_bot(console->game, bot))
        console->bots[seat] = game_bot(console->game, bot);
}

static void read_seats(struct console *console, const char *file, bool keeps_language) {
    for (const char *line = file; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!keeps_language && strncmp(line, "language ", 9) == 0) {
            char code[3] = {0};
            strncpy(code, line + 9, 2);
            words_language(code, &console->language);
        }
        read_seat(console, line);
        if (console->client->read_wishes && strncmp(line, wishes_word, sizeof wishes_word - 1) == 0)
            console->client->read_wishes(console, line + sizeof wishes_word - 1);
    }
}

/* True if the first line names the seed of this match. */
static bool fits_match(const struct console *console, const struct text *file) {
    const char *seed = match_seed(console->match)->name;
    size_t length = strlen(seed);
    return file->length > length + 5 && strncmp(file->data, "seed ", 5) == 0 &&
           strncmp(file->data + 5, seed, length) == 0 && file->data[5 + length] == '\n';
}

void console_resume(struct console *console, bool keeps_language) {
    struct text path = {0}, file = {0};
    path_of(console, seats_file, &path);
    if (state_read(text_string(&path), &file) && fits_match(console, &file))
        read_seats(console, file.data, keeps_language);
    text_free(&path);
    text_free(&file);
    console_seat(console); /* the players may be others now */
    console_retell(console);
}

void console_quit(struct console *console) {
    move_match(console, left_log);
}

void console_say_aside(const struct console *console, struct text *out) {
    path_of(console, left_log, out);
}

void console_say_file(const struct console *console, struct text *out) {
    bool is_over = console->match && console_over(console);
    path_of(console, is_over ? finished_log : open_log, out);
}

void console_say_proof(const struct console *console, struct text *out) {
    struct text path = {0};
    struct message message;
    console_say_file(console, &path);
    message_start(&message, console->has_unsaved ? "terminal.proof_seed" : "terminal.proof");
    message_word(&message, "seed", match_seed(console->match)->name);
    message_word(&message, "file", text_string(&path));
    message_word(&message, "command", console->command);
    console_say(console, &message, out);
    text_put(out, console->has_unsaved ? "\n" : "");
    if (console->has_unsaved)
        console_say_leave(console, out);
    text_free(&path);
}

static void say_saved(const struct console *console, const char *path, struct text *out) {
    struct message message;
    message_start(&message, "terminal.saved");
    message_word(&message, "file", path);
    message_word(&message, "command", console->command);
    message_word(&message, "game", console->game->key);
    console_say(console, &message, out);
}

void console_say_leave(const struct console *console, struct text *out) {
    struct text path = {0};
    path_of(console, open_log, &path);
    if (console->has_unsaved)
        console_say_word(console, path.length ? "terminal.not_saved" : "terminal.nowhere",
                         text_string(&path), out);
    else
        say_saved(console, text_string(&path), out);
    text_free(&path);
}
