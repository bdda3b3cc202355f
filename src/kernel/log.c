/* log.c: a match as text.
 *
 *     spelunke log 2
 *     game null 1
 *     seats 2
 *     option rounds 3
 *     seed 42
 *     word 1 rain on the barrels
 *     0 chance deal 3 5
 *     1 0 bid 2
 *     end 2 <hash>
 *
 * The hash covers everything up to the last line, except the stamps. Most matches (a bot's
 * playouts, an arena) never print a log, so no line is printed or hashed when it is added: the
 * match remembers how many lines its hash covers and adds the others on request. */
#include <spelunke/log.h>

#include <string.h>

#include "log_inside.h"

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

void log_print_setup(const struct match *match, struct text *out) {
    const struct game *game = match->game;
    int options = param_count(game->params), starts = param_count(game->starts);
    put_line(out, "game", game->key);
    put_number_line(out, "", game->version);
    put_number_line(out, "seats", match->setup.seats);
    for (int i = 0; i < options; i++) {
        put_line(out, "option", game->params[i].name);
        put_line(out, "", match->setup.options[i].word);
        text_put_char(out, '\n');
    }
    for (int i = 0; i < starts; i++) {
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
    put_number_line(out, "spelunke log", match->version);
    log_print_setup(match, out);
    if (match->version == 1 && *match->build) {
        put_line(out, "build", match->build);
        text_put_char(out, '\n');
    }
    put_line(out, "seed", match->seed.name);
    text_put_char(out, '\n');
}

static void print_seat(int seat, bool is_scripted, struct text *out) {
    if (seat >= 0)
        text_put_number(out, seat);
    else
        text_put(out, seat == SEAT_CHANCE ? "chance" : "sim");
    if (is_scripted)
        text_put_char(out, '*');
}

void log_print_entry(const struct game *game, int index, const struct entry *entry,
                     struct text *out) {
    text_put_number(out, index);
    text_put_char(out, ' ');
    print_seat(entry->seat, entry->is_scripted, out);
    text_put_char(out, ' ');
    game->print_action(entry->action, out);
}

static void print_stamp(struct stamp stamp, struct text *out) {
    put_line(out, " #", actor_names[stamp.actor]);
    text_put_char(out, ' ');
    text_put_number(out, stamp.time);
}

int log_lines(const struct match *match) {
    return match->length + match->note_count;
}

/* The number of notes before line n. */
static int notes_before_line(const struct match *match, int line) {
    int count = 0;
    while (count < match->note_count && match->notes[count].before + count < line)
        count++;
    return count;
}

/* Prints lines and adds new ones to the hash. `hash` may be NULL; otherwise it must cover all lines
 * before `from`. */
static void print_lines(const struct match *match, int from, bool with_stamps,
                        struct log_hash *hash, struct text *out) {
    int note = notes_before_line(match, from);
    for (int line = from; line < log_lines(match); line++) {
        int index = line - note;
        bool is_note = note < match->note_count && match->notes[note].before <= index;
        size_t start = out->length;
        if (is_note) {
            struct note_text text = match_note(match, note++);
            text_put_bytes(out, text.bytes, text.length);
        } else {
            struct entry entry = match_entry(match, index);
            log_print_entry(match->game, index, &entry, out);
        }
        if (hash && line >= hash->lines) {
            log_hash_put(hash, out->data + start, out->length - start);
            log_hash_put(hash, "\n", 1);
            hash->lines++;
        }
        if (with_stamps && !is_note)
            print_stamp(match_stamp(match, index), out);
        text_put_char(out, '\n');
    }
}

void log_print_lines(const struct match *match, int from, bool with_stamps, struct text *out) {
    print_lines(match, from, with_stamps, NULL, out);
}

void log_hash_put(struct log_hash *hash, const char *bytes, size_t length) {
    crypto_hash_sha256_update(&hash->state, (const unsigned char *)bytes, length);
}

static void hash_begin(const struct match *match, struct log_hash *hash) {
    struct text header = {0};
    if (hash->has_begun)
        return;
    crypto_hash_sha256_init(&hash->state);
    log_print_header(match, &header);
    log_hash_put(hash, header.data, header.length);
    hash->has_begun = true;
    text_free(&header);
}

void log_hash_catch_up(const struct match *match, struct log_hash *hash) {
    struct text lines = {0};
    if (hash->has_begun && hash->lines == log_lines(match))
        return;
    hash_begin(match, hash);
    print_lines(match, hash->lines, false, hash, &lines);
    text_free(&lines);
}

void log_hash_digest(const struct log_hash *hash, unsigned char digest[crypto_hash_sha256_BYTES]) {
    crypto_hash_sha256_state state = hash->state;
    crypto_hash_sha256_final(&state, digest);
}

static void print_end(const struct match *match, const struct log_hash *hash, struct text *out) {
    unsigned char digest[crypto_hash_sha256_BYTES];
    log_hash_digest(hash, digest);
    put_line(out, "end", "");
    text_put_number(out, match->length);
    text_put_char(out, ' ');
    text_put_hex(out, digest, sizeof digest);
    text_put_char(out, '\n');
}

/* The header of version 1 may have changed since the last call, so it is hashed again. */
static struct log_hash hash_so_far(const struct match *match) {
    return match->version == 1 ? (struct log_hash){0} : match->hash;
}

void log_print_end(struct match *match, struct text *out) {
    match->hash = hash_so_far(match);
    log_hash_catch_up(match, &match->hash);
    print_end(match, &match->hash, out);
}

void log_print(const struct match *match, bool with_stamps, struct text *out) {
    struct log_hash hash = hash_so_far(match);
    hash_begin(match, &hash);
    log_print_header(match, out);
    print_lines(match, 0, with_stamps, &hash, out);
    print_end(match, &hash, out);
}
