/* driver.c: see driver.h. */
#include "driver.h"

#include <stdlib.h>

#include "games/null/null.h"

const struct budget little = {.effort = 1};

static void keep(void *context, const struct host_entry *entry) {
    struct kept *kept = context;
    assert_true(entry->length > 0 && entry->lines[entry->length - 1] == '\n');
    text_put_bytes(&kept->log, entry->lines, entry->length);
    text_put(&kept->hands, entry->hands);
    if (*entry->hands) { /* the line of this session and no other */
        assert_int_equal(atoi(entry->hands), match_length(kept->match) - 1);
        assert_ptr_equal(strchr(entry->hands, '\n'), entry->hands + strlen(entry->hands) - 1);
    }
    kept->entries += entry->events != NULL;
    kept->words += entry->events == NULL;
    kept->length = match_length(kept->match);
}

void driver_open(struct driver *driver, struct match *match) {
    driver->kept = (struct kept){.match = match};
    driver->sink = (struct host_sink){keep, &driver->kept};
    log_print_header(match, &driver->kept.log);
    driver->host = host_new(match, &driver->sink);
}

void driver_close(struct driver *driver) {
    host_free(driver->host);
    text_free(&driver->kept.log);
    text_free(&driver->kept.hands);
}

/* The length of the header of a log, up to the line of the seed. */
static size_t header_length(const char *log) {
    const char *seed = strstr(log, "\nseed ");
    return (size_t)(strchr(seed + 1, '\n') - log) + 1;
}

struct match *rebuild(const struct kept *kept) {
    struct log_fault fault;
    const char *log = text_string(&kept->log), *at = log + header_length(log);
    struct match *match = log_begin(game_list, log, header_length(log), &fault);
    assert_non_null(match);
    for (const char *feed; (feed = strchr(at, '\n')) != NULL; at = feed + 1) {
        struct text line = {0};
        text_put_bytes(&line, at, (size_t)(feed - at));
        assert_true(log_enter(match, text_string(&line), NULL));
        text_free(&line);
    }
    assert_true(log_parse_hands(match, text_string(&kept->hands), &fault));
    return match;
}

void assert_same_match(struct match *a, struct match *b) {
    struct text left = {0}, right = {0};
    log_print(a, true, &left);
    log_print(b, true, &right);
    assert_string_equal(text_string(&left), text_string(&right));
    text_clear(&left);
    text_clear(&right);
    log_print_hands(a, 0, &left);
    log_print_hands(b, 0, &right);
    assert_string_equal(text_string(&left), text_string(&right));
    text_free(&left);
    text_free(&right);
}

void assert_kept(struct driver *driver) {
    struct match *again = rebuild(&driver->kept);
    assert_int_equal(driver->kept.length, match_length(host_match(driver->host)));
    assert_int_equal(driver->kept.entries, match_length(host_match(driver->host)));
    assert_same_match(host_match(driver->host), again);
    match_free(again);
}

struct match *dealt(void) {
    struct match *match = test_match(&null_game, 1, 2, NULL);
    test_play(match, SEAT_CHANCE, "deal 4 2");
    return match;
}

void open_bids(struct driver *driver) {
    driver_open(driver, dealt());
    log_print_lines(host_match(driver->host), 0, true, &driver->kept.log);
    driver->kept.entries = 1;
    host_seat(driver->host, 0, SITTER_PERSON, NULL);
    host_seat(driver->host, 1, SITTER_BOT, game_bot(&null_game, "thrifty"));
}

void think_at_once(struct host *host, int seat) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct thought *thought = host_think(host, seat);
    bool acts = thought_run(thought, &little, action);
    host_thought(host, thought, acts ? action : NULL);
}

void assert_stamp(const struct host *host, int entry, int64_t time, enum actor actor) {
    struct stamp stamp = match_stamp(host_match(host), entry);
    assert_int_equal(stamp.time, time);
    assert_int_equal(stamp.actor, actor);
}
