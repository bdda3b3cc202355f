/* save.c: a match on disk.
 *
 *     polterfass.log             the match, unfinished; saved after every entry
 *     polterfass.log.hands       what the hands did in its sessions, in a game that has
 *                                such sessions; it goes where its log goes
 *     polterfass.table           who sits there: names, computer players, language, and
 *                                what the person wishes to be asked
 *     polterfass-finished.log    the last match that was played to its end
 *     polterfass-left.log        the last one that was left for a new one
 *     polterfass-damaged.log     one that was damaged; the next is -damaged-2.log
 *
 * What another version of this program, or another game, has left in the place of a
 * match stays there.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/log.h>
#include <spelunke/must.h>

#include "disk/hands.h"
#include "state_folder.h"
#include "table.h"

static const char open_log[] = ".log", seats_file[] = ".table", finished_log[] = "-finished.log",
                  left_log[] = "-left.log", damaged_log[] = "-damaged.log";
static const char wishes_word[] = "wishes ";

static void path_of(const struct table *table, const char *suffix, struct text *out) {
    state_path(table->game->key, suffix, out);
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

/* The seed ties the seats to their match. */
static void print_seats(const struct table *table, struct text *out) {
    text_put(out, "seed ");
    text_put(out, match_seed(table->match)->name);
    text_put(out, "\nlanguage ");
    text_put(out, words_code(table->language));
    text_put_char(out, '\n');
    for (int seat = 0; seat < table->setup.seats; seat++)
        put_seat(out, seat, seat == table->seat ? "-" : table->bots[seat]->key, table->names[seat]);
    if (!table->client->print_wishes)
        return;
    text_put(out, wishes_word);
    table->client->print_wishes(table, out);
    text_put_char(out, '\n');
}

static bool write_file(const struct table *table, const char *suffix, const struct text *content) {
    struct text path = {0};
    path_of(table, suffix, &path);
    bool is_written = state_write(text_string(&path), content);
    int error = errno;
    text_free(&path);
    errno = error;
    return is_written;
}

/* Moves the match, with its hands, to this path. */
static void move_to(const struct table *table, const struct text *path) {
    struct text old = {0};
    path_of(table, open_log, &old);
    state_move(text_string(&old), text_string(path));
    hands_file_move(text_string(&old), text_string(path));
    text_free(&old);
}

static void move_match(const struct table *table, const char *suffix) {
    struct text new = {0};
    path_of(table, suffix, &new);
    move_to(table, &new);
    text_free(&new);
}

/* Said once, and again only after it went well in between. */
static void note_failure(struct table *table, int error) {
    struct text path = {0};
    struct message message;
    if (table->has_unsaved)
        return;
    path_of(table, open_log, &path);
    message_start(&message, path.length ? "terminal.save_failed" : "terminal.save_nowhere");
    message_word(&message, "file", text_string(&path));
    message_word(&message, "reason", words_error(table->language, error));
    table_note_message(table, &message);
    text_free(&path);
}

/* Only wishes change during a match. */
static bool save_seats(struct table *table) {
    struct text seats = {0};
    print_seats(table, &seats);
    bool is_known = strcmp(text_string(&seats), text_string(&table->seats)) == 0;
    bool is_saved = is_known || write_file(table, seats_file, &seats);
    int error = errno;
    text_clear(&table->seats);
    text_put(&table->seats, is_saved ? text_string(&seats) : "");
    text_free(&seats);
    errno = error;
    return is_saved;
}

/* At the beginning of a match, where those of another may lie there, and after each session
 * under a hand: they are long, and most entries bring none. */
static bool save_hands(struct table *table) {
    struct text path = {0};
    if (table->has_saved_hands)
        return true;
    path_of(table, open_log, &path);
    table->has_saved_hands = !path.length || hands_file_save(table->match, path.data);
    int error = errno;
    text_free(&path);
    errno = error;
    return table->has_saved_hands;
}

void table_save(struct table *table) {
    struct text log = {0};
    if (table->must_not_save)
        return;
    log_print(table->match, true, &log);
    bool is_saved = save_seats(table) && save_hands(table) && write_file(table, open_log, &log);
    if (!is_saved)
        note_failure(table, errno);
    table->has_unsaved = !is_saved;
    if (is_saved && table_over(table))
        move_match(table, finished_log);
    text_free(&log);
}

/* Whether the log is not damaged, but of other rules or another form. */
static bool is_of_other_version(const struct log_fault *fault) {
    static const char *const keys[] = {"kernel.log_future", "kernel.log_future_rules",
                                       "kernel.log_past_rules", "kernel.log_unknown_game"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(fault->why.key, keys[i]) == 0)
            return true;
    return false;
}

static enum saved judge_fault(const struct table *table, const struct log_fault *fault,
                              struct text *why) {
    struct text reason = {0};
    struct message message;
    bool is_other = is_of_other_version(fault);
    table_say(table, &fault->why, &reason);
    message_start(&message, is_other ? "terminal.other_version" : "terminal.damaged");
    message_number(&message, "line", fault->line);
    message_word(&message, "reason", text_string(&reason));
    table_say(table, &message, why);
    text_free(&reason);
    return is_other ? SAVED_OTHER : SAVED_DAMAGED;
}

/* A match that was over, but not yet put aside when the program ended, is put
 * aside now. */
static enum saved judge(struct table *table, struct match *match, struct text *why) {
    bool is_ours = match_game(match) == table->game;
    if (is_ours && !match_over(match)) {
        table_host(table, match);
        return SAVED_OPEN;
    }
    if (is_ours)
        move_match(table, finished_log);
    else
        table_say_word(table, "terminal.other_game", match_game(match)->title, why);
    match_free(match);
    return is_ours ? SAVED_NONE : SAVED_OTHER;
}

static enum saved judge_unread(const struct table *table, int error, struct text *why) {
    if (error == ENOENT || error == ENOTDIR)
        return SAVED_NONE;
    table_say_word(table, "terminal.unread", words_error(table->language, error), why);
    return SAVED_UNREAD;
}

static void tidy(const struct table *table, const char *suffix) {
    struct text path = {0};
    path_of(table, suffix, &path);
    state_tidy(text_string(&path));
    text_free(&path);
}

enum saved table_look(struct table *table, struct text *why) {
    struct text path = {0}, log = {0};
    struct log_fault fault;
    tidy(table, open_log);
    tidy(table, seats_file);
    path_of(table, open_log, &path);
    bool is_there = state_read(text_string(&path), &log);
    enum saved saved = is_there ? SAVED_OPEN : judge_unread(table, errno, why);
    if (is_there) {
        struct match *match = log_parse(game_list, text_string(&log), log.length, &fault);
        if (match) /* one without its hands can be played on as well */
            hands_file_read(match, text_string(&path), &fault);
        saved = match ? judge(table, match, why) : judge_fault(table, &fault, why);
    }
    text_free(&path);
    text_free(&log);
    return saved;
}

/* The first name of its kind that is not taken yet: polterfass-damaged.log,
 * polterfass-damaged-2.log and so on. */
static void say_free_name(const struct table *table, struct text *out) {
    char suffix[40];
    path_of(table, damaged_log, out);
    for (int number = 2; state_has(text_string(out)); number++) {
        snprintf(suffix, sizeof suffix, "-damaged-%d.log", number);
        path_of(table, suffix, out);
    }
}

/* What is wrong with the saved match, and where it is kept. */
static void note_kept(struct table *table, const struct text *why, const char *key,
                      const char *path) {
    struct text note = {0};
    text_put(&note, text_string(why));
    text_put_char(&note, ' ');
    table_say_word(table, key, path, &note);
    table_note(table, text_string(&note));
    text_free(&note);
}

void table_keep_damaged(struct table *table, const struct text *why) {
    struct text kept = {0};
    say_free_name(table, &kept);
    move_to(table, &kept);
    note_kept(table, why, "terminal.damaged_kept", text_string(&kept));
    text_free(&kept);
}

void table_keep_unread(struct table *table, const struct text *why) {
    struct text path = {0};
    path_of(table, open_log, &path);
    note_kept(table, why, "terminal.unread_kept", text_string(&path));
    text_free(&path);
    table->has_unsaved = true;
    table->must_not_save = true;
}

/* `seat 1 regular Franziska`; a line that is not understood changes nothing. */
static void read_seat(struct table *table, const char *line) {
    char bot[32], name[NAME_BYTES_MAX + 1];
    int seat;
    if (sscanf(line, "seat %1d %31s %40[^\n]", &seat, bot, name) != 3 || seat < 0 ||
        seat >= table->setup.seats || !terminal_name_fits(name))
        return;
    strcpy(table->name[seat], name);
    if (seat != table->seat && game_bot(table->game, bot))
        table->bots[seat] = game_bot(table->game, bot);
}

static void read_seats(struct table *table, const char *file, bool keeps_language) {
    for (const char *line = file; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!keeps_language && strncmp(line, "language ", 9) == 0) {
            char code[3] = {0};
            strncpy(code, line + 9, 2);
            words_language(code, &table->language);
        }
        read_seat(table, line);
        if (table->client->read_wishes && strncmp(line, wishes_word, sizeof wishes_word - 1) == 0)
            table->client->read_wishes(table, line + sizeof wishes_word - 1);
    }
}

/* True if the seats belong to this match: their first line names its seed. */
static bool fits_match(const struct table *table, const struct text *file) {
    const char *seed = match_seed(table->match)->name;
    size_t length = strlen(seed);
    return file->length > length + 5 && strncmp(file->data, "seed ", 5) == 0 &&
           strncmp(file->data + 5, seed, length) == 0 && file->data[5 + length] == '\n';
}

void table_resume(struct table *table, bool keeps_language) {
    struct text path = {0}, file = {0};
    path_of(table, seats_file, &path);
    if (state_read(text_string(&path), &file) && fits_match(table, &file))
        read_seats(table, file.data, keeps_language);
    text_free(&path);
    text_free(&file);
    table_seat(table); /* as the file says */
    table_retell(table);
}

void table_quit(struct table *table) {
    move_match(table, left_log);
}

void table_say_aside(const struct table *table, struct text *out) {
    path_of(table, left_log, out);
}

void table_say_file(const struct table *table, struct text *out) {
    bool is_over = table->match && table_over(table);
    path_of(table, is_over ? finished_log : open_log, out);
}

void table_say_proof(const struct table *table, struct text *out) {
    struct text path = {0};
    struct message message;
    table_say_file(table, &path);
    message_start(&message, table->has_unsaved ? "terminal.proof_seed" : "terminal.proof");
    message_word(&message, "seed", match_seed(table->match)->name);
    message_word(&message, "file", text_string(&path));
    message_word(&message, "command", table->command);
    table_say(table, &message, out);
    text_put(out, table->has_unsaved ? "\n" : "");
    if (table->has_unsaved)
        table_say_leave(table, out);
    text_free(&path);
}

static void say_saved(const struct table *table, const char *path, struct text *out) {
    struct message message;
    message_start(&message, "terminal.saved");
    message_word(&message, "file", path);
    message_word(&message, "command", table->command);
    message_word(&message, "game", table->game->key);
    table_say(table, &message, out);
}

void table_say_leave(const struct table *table, struct text *out) {
    struct text path = {0};
    path_of(table, open_log, &path);
    if (table->has_unsaved)
        table_say_word(table, path.length ? "terminal.not_saved" : "terminal.nowhere",
                       text_string(&path), out);
    else
        say_saved(table, text_string(&path), out);
    text_free(&path);
}
