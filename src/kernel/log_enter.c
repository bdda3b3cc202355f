/* log_enter.c: parses one line of a log's body and applies it to the match.
 *
 * A line is accepted only if the match could have reached it and would print exactly the same bytes
 * (without the stamp); otherwise nothing changes. So the hash of the input equals the hash of the
 * output. */
#include <spelunke/log.h>

#include <string.h>

#include <spelunke/must.h>
#include <spelunke/notation.h>

#include "log_inside.h"

/* Cuts off the stamp before the line is hashed and parsed. Words of seats may contain any
 * character, so only entries, which begin with a digit, have stamps. */
static const char *cut_stamp(char *line) {
    char *mark = strstr(line, " # ");
    if (!mark || line[0] < '0' || line[0] > '9')
        return NULL;
    *mark = '\0';
    return mark + 3;
}

static bool parse_stamp(const char *text, struct stamp *stamp) {
    struct scan scan = {text};
    *stamp = (struct stamp){0};
    if (!text)
        return true;
    for (int i = 0; actor_names[i]; i++)
        if (scan_word(&scan, actor_names[i])) {
            stamp->actor = (enum actor)i;
            return scan_number(&scan, 0, INT64_MAX, &stamp->time) && scan_end(&scan);
        }
    return false;
}

static bool parse_seat(struct scan *scan, struct entry *entry) {
    static const struct entry others[] = {{SEAT_CHANCE, false, "chance"},
                                          {SEAT_SIM, false, "sim"},
                                          {SEAT_CHANCE, true, "chance*"},
                                          {SEAT_SIM, true, "sim*"}};
    int64_t number;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (scan_word(scan, others[i].action)) {
            *entry = others[i];
            return true;
        }
    if (!scan_number(scan, 0, SEATS_MAX - 1, &number))
        return false;
    *entry = (struct entry){.seat = (int)number};
    return true;
}

/* Adds an accepted line to the running hash. */
static void hash_line(struct match *match, const char *line, int lines) {
    log_hash_put(&match->hash, line, strlen(line));
    log_hash_put(&match->hash, "\n", 1);
    match->hash.lines += lines;
}

static bool enter_word(struct match *match, struct scan scan, const char *line,
                       struct message *why) {
    int64_t seat;
    bool is_too_late = match->version == 1 && match->length > 0;
    if (match->pending.length > 0 || is_too_late || !scan_number(&scan, 0, SEATS_MAX - 1, &seat))
        return refuse(why, "kernel.log_line");
    if (!match_add_word(match, (int)seat, scan.at, why))
        return false;
    hash_line(match, line, 1);
    return true;
}

/* True if one of the lines that wait for their entry begins with this word. */
static bool pending_has(const struct match *match, const char *head) {
    for (const char *line = text_string(&match->pending); *line; line = strchr(line, '\n') + 1) {
        struct scan scan = {line};
        if (scan_word(&scan, head))
            return true;
    }
    return false;
}

static void keep_pending(struct match *match, const char *line) {
    text_put(&match->pending, line);
    text_put_char(&match->pending, '\n');
}

/* A build must precede the first outcome that needs one, and each outcome from another build than
 * the one before, and nothing else. */
static bool enter_build(struct match *match, struct scan scan, const char *line,
                        struct message *why) {
    if (match->version == 1 || match->pending.length > 0 || !match_needs_build(match) ||
        !*scan.at || strlen(scan.at) >= BUILD_TEXT_MAX || strcmp(scan.at, match->build) == 0)
        return refuse(why, "kernel.log_line");
    keep_pending(match, line);
    return true;
}

/* Checks only the position; log_verify checks whether the evidence is true. */
static bool enter_evidence(struct match *match, struct scan scan, const char *line,
                           struct message *why) {
    if (!match_needs_evidence(match) || pending_has(match, "evidence") || !*scan.at)
        return refuse(why, "kernel.log_line");
    keep_pending(match, line);
    return true;
}

/* The log has one canonical spelling of each action. Another one means that the log was edited by
 * hand, and its hash would not match the one that is written. */
static bool is_canonical(const struct match *match, const struct entry *entry, const char *line) {
    struct text own = {0};
    log_print_entry(match->game, match->length, entry, &own);
    bool is_same = strcmp(text_string(&own), line) == 0;
    text_free(&own);
    return is_same;
}

/* The lines that must precede a simulated outcome, and may precede nothing else. */
static const char *wrong_notes(const struct match *match, const struct entry *entry) {
    bool is_simulated = entry->seat < 0 && !entry->is_scripted;
    if (!is_simulated)
        return match->pending.length > 0 ? "kernel.log_line" : NULL;
    if (match_needs_build(match) && !*match->build && !pending_has(match, "build"))
        return "kernel.log_no_build";
    if (match_needs_evidence(match) && !pending_has(match, "evidence"))
        return "kernel.log_no_evidence";
    return NULL;
}

static bool judge_entry(const struct match *match, const struct entry *entry, const char *line,
                        struct message *why) {
    const char *key = wrong_notes(match, entry);
    if (!key && !is_canonical(match, entry, line))
        key = "kernel.log_spelling";
    return key ? refuse(why, key) : true;
}

static bool enter_entry(struct match *match, const char *line, const char *stamp_text,
                        struct message *why) {
    struct scan scan = {line};
    struct entry entry;
    struct stamp stamp;
    int64_t index;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    if (!scan_number(&scan, match->length, match->length, &index)) {
        refuse(why, "kernel.log_number");
        message_number(why, "expected", match->length);
        return false;
    }
    if (!parse_seat(&scan, &entry) || !parse_stamp(stamp_text, &stamp))
        return refuse(why, "kernel.log_line");
    if (match_judge_turn(match, entry.seat, why) != VERDICT_PLAYED ||
        !game_parse(match->game, match->state, entry.seat, scan.at, action, why) ||
        !match->game->check(match->state, entry.seat, action, why))
        return false;
    entry.action = action;
    if (!judge_entry(match, &entry, line, why))
        return false;
    int lines = log_lines(match);
    log_hash_put(&match->hash, text_string(&match->pending), match->pending.length);
    match_note_pending(match);
    enum verdict verdict =
        match_enter(match, entry.seat, entry.is_scripted, action, &stamp, NULL, NULL);
    must(verdict == VERDICT_PLAYED);
    hash_line(match, line, log_lines(match) - lines);
    return true;
}

bool log_enter(struct match *match, const char *line, struct message *why) {
    char own[LOG_LINE_MAX];
    struct scan scan = {own};
    if (strlen(line) >= sizeof own || !text_is_plain(line))
        return refuse(why, "kernel.log_line");
    strcpy(own, line);
    const char *stamp = cut_stamp(own);
    log_hash_catch_up(match, &match->hash);
    if (scan_word(&scan, "word"))
        return enter_word(match, scan, own, why);
    if (scan_word(&scan, "build"))
        return enter_build(match, scan, own, why);
    if (scan_word(&scan, "evidence"))
        return enter_evidence(match, scan, own, why);
    return enter_entry(match, own, stamp, why);
}
