/* log.c: a match as text.
 *
 *     spelunke log 1
 *     game null 1
 *     seats 2
 *     option rounds 3
 *     seed 42
 *     0 chance deal 3 5
 *     1 0 bid 2
 *     end 2 <hash>
 *
 * Everything up to the last line goes into the hash, except the stamps. */
#include <spelunke/log.h>

#include <string.h>

#include <sodium.h>

#include "log_inside.h"
#include "match_inside.h"

const char *const actor_names[] = {"unknown", "person", "clock", "bot", NULL};

static void put_line(struct text *out, const char *head, const char *name) {
    text_put(out, head);
    text_put_char(out, ' ');
    text_put(out, name);
}

static void put_number_line(struct text *out, const char *head, int64_t number) {
    put_line(out, head, "");
    text_put_number(out, number);
    text_put_char(out, '\n');
}

static void print_setup(const struct match *match, struct text *out) {
    const struct game *game = match->game;
    for (int i = 0; i < param_count(game->params); i++) {
        put_line(out, "option", game->params[i].name);
        put_line(out, "", match->setup.options[i].word);
        text_put_char(out, '\n');
    }
    for (int i = 0; i < param_count(game->starts); i++) {
        if (!match->setup.has_start[i])
            continue;
        put_line(out, "position", game->starts[i].name);
        for (int seat = 0; seat < match->setup.seats; seat++) {
            text_put_char(out, ' ');
            text_put_number(out, match->setup.starts[i][seat]);
        }
        text_put_char(out, '\n');
    }
}

void log_print_header(const struct match *match, struct text *out) {
    put_number_line(out, "spelunke log", LOG_VERSION);
    put_line(out, "game", match->game->key);
    put_number_line(out, "", match->game->version);
    put_number_line(out, "seats", match->setup.seats);
    print_setup(match, out);
    if (*match->build) {
        put_line(out, "build", match->build);
        text_put_char(out, '\n');
    }
    put_line(out, "seed", match->seed.name);
    text_put_char(out, '\n');
    text_put(out, match->words ? match->words : "");
}

static void print_seat(int seat, bool is_scripted, struct text *out) {
    if (seat >= 0)
        text_put_number(out, seat);
    else
        text_put(out, seat == SEAT_CHANCE ? "chance" : "sim");
    if (is_scripted)
        text_put_char(out, '*');
}

static void print_entry(const struct match *match, int index, struct text *out) {
    struct entry entry = match_entry(match, index);
    text_put_number(out, index);
    text_put_char(out, ' ');
    print_seat(entry.seat, entry.is_scripted, out);
    text_put_char(out, ' ');
    match->game->print_action(entry.action, out);
}

static void print_stamp(struct stamp stamp, struct text *out) {
    put_line(out, " #", actor_names[stamp.actor]);
    text_put_char(out, ' ');
    text_put_number(out, stamp.time);
}

void log_hash_line(crypto_hash_sha256_state *hash, const char *line, size_t length) {
    crypto_hash_sha256_update(hash, (const unsigned char *)line, length);
    crypto_hash_sha256_update(hash, (const unsigned char *)"\n", 1);
}

static void print_end(const struct match *match, crypto_hash_sha256_state *hash, struct text *out) {
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_final(hash, digest);
    put_line(out, "end", "");
    text_put_number(out, match->length);
    text_put_char(out, ' ');
    text_put_hex(out, digest, sizeof digest);
    text_put_char(out, '\n');
}

void log_print(const struct match *match, bool with_stamps, struct text *out) {
    crypto_hash_sha256_state hash;
    crypto_hash_sha256_init(&hash);
    size_t from = out->length;
    log_print_header(match, out);
    log_hash_line(&hash, out->data + from, out->length - from - 1);
    for (int i = 0; i < match->length; i++) {
        from = out->length;
        print_entry(match, i, out);
        log_hash_line(&hash, out->data + from, out->length - from);
        if (with_stamps)
            print_stamp(match_stamp(match, i), out);
        text_put_char(out, '\n');
    }
    print_end(match, &hash, out);
}
