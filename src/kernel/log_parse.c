/* log_parse.c: parses a log's header, and a whole log.
 *
 * The input is untrusted: every option is validated by the setup, every entry by the rules
 * (log_enter.c), and the last line must match the lines above it. */
#include <spelunke/log.h>

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>
#include <spelunke/notation.h>

#include "log_inside.h"
#include "match_inside.h"

struct reader {
    const struct game *const *games;
    const char *start, *at, *end;
    struct log_fault *fault;
    int version;
    const struct game *game;
    struct setup setup;
    struct match *match;
    char line[LOG_LINE_MAX]; /* the current line, without its line feed */
    char build[BUILD_TEXT_MAX];
};

static bool fail(struct reader *reader, const char *key) {
    return refuse(&reader->fault->why, key);
}

/* Reads the next line into `line`; false at the end, or if the line is too long, is not closed by a
 * line feed or is not plain text. */
static bool next_line(struct reader *reader) {
    size_t left = (size_t)(reader->end - reader->at);
    const char *feed = left ? memchr(reader->at, '\n', left) : NULL;
    reader->fault->line++;
    if (!feed)
        return fail(reader, "kernel.log_cut");
    size_t length = (size_t)(feed - reader->at);
    if (length >= sizeof reader->line || memchr(reader->at, '\0', length))
        return fail(reader, "kernel.log_line");
    memcpy(reader->line, reader->at, length);
    reader->line[length] = '\0';
    reader->at = feed + 1;
    return text_is_plain(reader->line) || fail(reader, "kernel.log_line");
}

/* True if the current line begins with this word; the scan is then positioned after it. */
static bool line_starts(const struct reader *reader, const char *word, struct scan *scan) {
    scan->at = reader->line;
    return scan_word(scan, word);
}

static bool read_version(struct reader *reader) {
    struct scan scan;
    int64_t version;
    if (!next_line(reader))
        return fail(reader, "kernel.log_no_log");
    if (!line_starts(reader, "spelunke", &scan) || !scan_word(&scan, "log") ||
        !scan_number(&scan, 1, INT32_MAX, &version) || !scan_end(&scan))
        return fail(reader, "kernel.log_no_log");
    if (version > LOG_VERSION) {
        fail(reader, "kernel.log_future");
        message_number(&reader->fault->why, "version", version);
        message_number(&reader->fault->why, "known", LOG_VERSION);
        return false;
    }
    reader->version = (int)version;
    return true;
}

static bool read_game(struct reader *reader) {
    struct scan scan;
    struct log_fault *fault = reader->fault;
    int64_t version;
    if (!next_line(reader))
        return false;
    if (!line_starts(reader, "game", &scan) ||
        !scan_any_word(&scan, fault->found, sizeof fault->found) ||
        !scan_number(&scan, 1, INT32_MAX, &version) || !scan_end(&scan))
        return fail(reader, "kernel.log_line");
    reader->game = game_find(reader->games, fault->found);
    if (!reader->game || version != reader->game->version) {
        fail(reader, !reader->game                     ? "kernel.log_unknown_game"
                     : version > reader->game->version ? "kernel.log_future_rules"
                                                       : "kernel.log_past_rules");
        message_word(&fault->why, "game", fault->found);
        return false;
    }
    return true;
}

static bool read_seats(struct reader *reader) {
    struct scan scan;
    int64_t seats;
    if (!next_line(reader))
        return false;
    if (!line_starts(reader, "seats", &scan) || !scan_number(&scan, 0, INT16_MAX, &seats) ||
        !scan_end(&scan))
        return fail(reader, "kernel.log_line");
    return setup_begin(&reader->setup, reader->game, (int)seats, &reader->fault->why);
}

static bool read_option(struct reader *reader, struct scan scan) {
    struct log_fault *fault = reader->fault;
    char value[OPTION_TEXT_MAX];
    if (!scan_any_word(&scan, fault->found, sizeof fault->found) ||
        !scan_any_word(&scan, value, sizeof value) || !scan_end(&scan))
        return fail(reader, "kernel.log_line");
    return setup_option(&reader->setup, reader->game, fault->found, value, &fault->why);
}

static bool read_position(struct reader *reader, struct scan scan) {
    struct log_fault *fault = reader->fault;
    int64_t values[SEATS_MAX];
    int count = 0;
    if (!scan_any_word(&scan, fault->found, sizeof fault->found))
        return fail(reader, "kernel.log_line");
    while (count < SEATS_MAX && scan_number(&scan, INT32_MIN, INT32_MAX, &values[count]))
        count++;
    if (!scan_end(&scan))
        return fail(reader, "kernel.log_line");
    return setup_start(&reader->setup, reader->game, fault->found, values, count, &fault->why);
}

/* The header contains every option once, in the game's order, so that a log that is written again
 * is the same log. */
static bool check_header(struct reader *reader) {
    struct text own = {0};
    log_print_header(reader->match, &own);
    bool is_same = own.length == (size_t)(reader->at - reader->start) &&
                   memcmp(own.data, reader->start, own.length) == 0;
    text_free(&own);
    return is_same || fail(reader, "kernel.log_header");
}

/* Only in the header of version 1, and only where sessions need it: the rest of the line,
 * unchanged. */
static bool read_build(struct reader *reader, struct scan scan) {
    const struct sim *sim = reader->game->sim;
    if (reader->version > 1 || !sim || !sim->build || *reader->build || !*scan.at ||
        strlen(scan.at) >= BUILD_TEXT_MAX)
        return fail(reader, "kernel.log_line");
    strcpy(reader->build, scan.at);
    return true;
}

/* Reads options and start values, up to the line with the seed, which begins the match. */
static bool read_setup(struct reader *reader) {
    struct scan scan;
    struct seed seed;
    for (;;) {
        if (!next_line(reader))
            return false;
        if (line_starts(reader, "option", &scan)) {
            if (!read_option(reader, scan))
                return false;
        } else if (line_starts(reader, "position", &scan)) {
            if (!read_position(reader, scan))
                return false;
        } else if (line_starts(reader, "build", &scan)) {
            if (!read_build(reader, scan))
                return false;
        } else {
            break;
        }
    }
    if (!line_starts(reader, "seed", &scan) || !seed_parse(&seed, scan.at))
        return fail(reader, "kernel.log_line");
    reader->match = match_new(reader->game, &reader->setup, &seed, &reader->fault->why);
    if (!reader->match)
        return false;
    if (reader->version == 1)
        match_set_old_version(reader->match);
    memcpy(reader->match->build, reader->build, sizeof reader->build);
    return check_header(reader);
}

static bool read_end(struct reader *reader, struct scan scan) {
    unsigned char digest[crypto_hash_sha256_BYTES];
    char wanted[2 * sizeof digest + 1];
    int64_t count;
    if (reader->match->pending.length > 0 || !scan_number(&scan, 0, INT32_MAX, &count))
        return fail(reader, "kernel.log_line");
    if (count != match_length(reader->match)) {
        fail(reader, "kernel.log_count");
        message_number(&reader->fault->why, "said", count);
        message_number(&reader->fault->why, "found", match_length(reader->match));
        return false;
    }
    log_hash_catch_up(reader->match, &reader->match->hash);
    log_hash_digest(&reader->match->hash, digest);
    sodium_bin2hex(wanted, sizeof wanted, digest, sizeof digest);
    if (!scan_word(&scan, wanted) || !scan_end(&scan))
        return fail(reader, "kernel.log_altered");
    if (reader->at != reader->end) {
        reader->fault->line++;
        return fail(reader, "kernel.log_more");
    }
    return true;
}

static bool read_body(struct reader *reader) {
    struct scan scan;
    while (next_line(reader)) {
        if (line_starts(reader, "end", &scan))
            return read_end(reader, scan);
        if (!log_enter(reader->match, reader->line, &reader->fault->why))
            return false;
    }
    return false;
}

static bool is_header_alone(struct reader *reader) {
    reader->fault->line++;
    return reader->at == reader->end || fail(reader, "kernel.log_line");
}

/* Reads the header, and the remaining lines if it is a whole log. */
static struct match *read_match(const struct game *const *games, const char *text, size_t length,
                                bool is_whole, struct log_fault *fault) {
    struct reader *reader = must_alloc(sizeof *reader);
    *fault = (struct log_fault){0};
    reader->games = games;
    reader->start = reader->at = text;
    reader->end = text + length;
    reader->fault = fault;
    bool is_fine = read_version(reader) && read_game(reader) && read_seats(reader) &&
                   read_setup(reader) && (is_whole ? read_body(reader) : is_header_alone(reader));
    struct match *match = reader->match;
    free(reader);
    if (is_fine)
        return match;
    match_free(match);
    return NULL;
}

struct match *log_begin(const struct game *const *games, const char *header, size_t length,
                        struct log_fault *fault) {
    return read_match(games, header, length, false, fault);
}

struct match *log_parse(const struct game *const *games, const char *text, size_t length,
                        struct log_fault *fault) {
    return read_match(games, text, length, true, fault);
}
