/* test_log.c: whole logs: written, parsed, refused, verified.
 *
 * The golden log in test/golden pins the format: changing it requires a new version of the log. */
#include "unit/test.h"

#include <stdio.h>
#include <stdlib.h>

#include <sodium.h>

#include "games/null/null.h"

/* The match of the golden log. */
static struct match *golden_match(void) {
    struct match *match = test_match(&null_game, 42, 3,
                                     (const char *[]){"first_seat", "random", "rounds", "2", NULL});
    struct message why;
    assert_true(match_add_word(match, 1, "Prost, Wirt!", &why));
    test_draw(match);
    test_play(match, 2, "bid 1");
    test_play(match, 0, "ring");
    test_play(match, 0, "bid 3");
    test_play(match, 1, "bid 3");
    test_play(match, SEAT_SIM, "land 4");
    test_draw(match);
    test_play(match, 0, "bid 0");
    test_play(match, 1, "bid 2");
    test_play(match, 2, "bid 0");
    test_draw(match);
    assert_true(match_over(match));
    return match;
}

static void the_golden_log_is_written(void **state) {
    (void)state;
    struct text golden = {0}, log = {0};
    struct match *match = golden_match();
    log_print(match, false, &log);
    test_read("SPELUNKE_GOLDEN", &golden);
    assert_string_equal(text_string(&log), text_string(&golden));
    match_free(match);
    text_free(&golden);
    text_free(&log);
}

static struct match *parse(const struct text *log, struct log_fault *fault) {
    return log_parse(game_list, text_string(log), log->length, fault);
}

static void a_log_rebuilds_the_match(void **state) {
    (void)state;
    struct text golden = {0}, log = {0};
    struct log_fault fault;
    struct match *match = golden_match();
    test_read("SPELUNKE_GOLDEN", &golden);
    struct match *again = parse(&golden, &fault);
    assert_non_null(again);
    assert_memory_equal(match_state(again), match_state(match), sizeof(struct null_state));
    log_print(again, false, &log);
    assert_true(text_equals(&log, &golden));
    match_free(again);
    match_free(match);
    text_free(&golden);
    text_free(&log);
}

static void an_unfinished_log_goes_on_as_it_would_have(void **state) {
    (void)state;
    struct text log = {0};
    struct log_fault fault;
    struct match *match = test_match(&null_game, 5, 2, NULL);
    test_draw(match);
    test_play(match, 1, "bid 2");
    log_print(match, false, &log);
    struct match *again = parse(&log, &fault);
    assert_non_null(again);
    struct match *both[] = {match, again};
    for (int i = 0; i < 2; i++) {
        test_play(both[i], 0, "bid 1");
        test_draw(both[i]);
    }
    assert_memory_equal(match_state(again), match_state(match), sizeof(struct null_state));
    match_free(again);
    match_free(match);
    text_free(&log);
}

static void stamps_stand_beside_the_entries(void **state) {
    (void)state;
    struct text with = {0}, without = {0};
    struct log_fault fault;
    struct match *match = test_match(&null_game, 5, 2, NULL);
    struct stamp stamp = {1700000000123, ACTOR_PERSON};
    test_draw(match);
    assert_int_equal(match_play_text(match, 0, "ring", &stamp, NULL, NULL), VERDICT_PLAYED);
    log_print(match, true, &with);
    log_print(match, false, &without);
    assert_non_null(strstr(with.data, "\n1 0 ring # person 1700000000123\n"));
    assert_string_equal(strstr(with.data, "end "), strstr(without.data, "end "));
    struct match *again = parse(&with, &fault);
    assert_non_null(again);
    assert_int_equal(match_stamp(again, 1).actor, ACTOR_PERSON);
    assert_int_equal(match_stamp(again, 1).time, 1700000000123);
    assert_int_equal(match_stamp(again, 0).actor, ACTOR_UNKNOWN);
    match_free(again);
    match_free(match);
    text_free(&with);
    text_free(&without);
}

/* Replaces the first `what` by `with`. */
static void replace(struct text *text, const char *what, const char *with) {
    struct text out = {0};
    char *at = strstr(text->data, what);
    assert_non_null(at);
    text_put_bytes(&out, text->data, (size_t)(at - text->data));
    text_put(&out, with);
    text_put(&out, at + strlen(what));
    text_free(text);
    *text = out;
}

/* Recomputes the last line for the lines above it. */
static void rehash(struct text *log) {
    unsigned char digest[crypto_hash_sha256_BYTES];
    char *end = strstr(log->data, "\nend ") + 1;
    size_t length = (size_t)(end - log->data);
    crypto_hash_sha256(digest, (const unsigned char *)log->data, length);
    size_t head = strcspn(end + 4, " ") + 5;
    log->length = length + head;
    text_put_hex(log, digest, sizeof digest);
    text_put_char(log, '\n');
}

static void check_refused(const char *what, const char *with, bool with_hash, int line,
                          const char *key) {
    struct text log = {0};
    struct log_fault fault;
    test_read("SPELUNKE_GOLDEN", &log);
    replace(&log, what, with);
    if (with_hash)
        rehash(&log);
    struct match *match = parse(&log, &fault);
    assert_null(match);
    assert_string_equal(fault.why.key, key);
    assert_int_equal(fault.line, line);
    text_free(&log);
}

static void altered_logs_are_refused_by_line_and_reason(void **state) {
    (void)state;
    check_refused("spelunke log 2", "spelunke log 3", true, 1, "kernel.log_future");
    check_refused("spelunke log 2", "spelunke log 0", true, 1, "kernel.log_no_log");
    check_refused("spelunke log 2", "chess", true, 1, "kernel.log_no_log");
    check_refused("game null 1", "game null 2", true, 2, "kernel.log_future_rules");
    check_refused("game null 1", "game whist 1", true, 2, "kernel.log_unknown_game");
    check_refused("game null 1", "game null", true, 2, "kernel.log_line");
    check_refused("seats 3", "seats 9", true, 3, "kernel.seats");
    check_refused("rounds 2", "rounds 99", true, 4, "kernel.option_range");
    check_refused("option rounds", "option sound", true, 4, "kernel.unknown_option");
    check_refused("seed 42", "seed x", true, 8, "kernel.log_line");
    check_refused("seed 42", "seed 43", false, 22, "kernel.log_altered");
    check_refused("word 1 Prost", "word 1 Prosit", false, 22, "kernel.log_altered");
    check_refused("word 1 Prost", "word 7 Prost", true, 9, "kernel.word_seat");
    check_refused("option rounds 2\n", "", true, 7, "kernel.log_header");
    check_refused("option rounds 2\n", "option rounds 2\noption rounds 2\n", true, 9,
                  "kernel.log_header");
    check_refused("game null 1", "game null 01", true, 2, "kernel.log_line");
    check_refused("2 2 bid 1", "2 2 bid 2", false, 22, "kernel.log_altered");
    check_refused("word 1 Prost, Wirt!", "word 1 Prost\tWirt!", true, 9, "kernel.log_line");
    check_refused("word 1 Prost, Wirt!", "word 1  Prost", true, 9, "kernel.word_text");
    check_refused("word 1 Prost, Wirt!\n", "word 1 a\nword 1 b\n", true, 10, "kernel.word_once");
    check_refused("1 chance deal", "word 0 late\n1 chance deal", true, 11, "kernel.word_too_late");
    check_refused("2 2 bid 1", "2 2 bid 9", true, 12, "null.bid_range");
    check_refused("2 2 bid 1", "2 2 bid 01", true, 12, "null.notation");
    check_refused("2 2 bid 1", "2 3 bid 1", true, 12, "kernel.not_your_turn");
    check_refused("2 2 bid 1", "7 2 bid 1", true, 12, "kernel.log_number");
    check_refused("2 2 bid 1\n", "", true, 12, "kernel.log_number");
    check_refused("2 2 bid 1", "2 2 bid 1 # bot", true, 12, "kernel.log_line");
    check_refused("2 2 bid 1", "2 2 bid 1 # ghost 5", true, 12, "kernel.log_line");
    check_refused("2 2 bid 1", "2 2 bid 1 # bot 5 6", true, 12, "kernel.log_line");
    check_refused("2 2 bid 1", "evidence 7\n2 2 bid 1", true, 12, "kernel.log_line");
    check_refused("2 2 bid 1", "build here\n2 2 bid 1", true, 12, "kernel.log_line");
    check_refused("seed 42", "build here\nseed 42", true, 8, "kernel.log_line");
    check_refused("sim* land 4", "sim* land 7", true, 16, "null.no_such_outcome");
    check_refused("end 12", "end 11", true, 22, "kernel.log_count");
    check_refused("end 12", "end x", true, 22, "kernel.log_line");
}

static void cut_or_lengthened_logs_are_refused(void **state) {
    (void)state;
    struct text log = {0};
    struct log_fault fault;
    test_read("SPELUNKE_GOLDEN", &log);
    size_t whole = log.length;
    for (size_t length = 0; length < whole; length++) {
        struct match *match = log_parse(game_list, log.data, length, &fault);
        assert_null(match);
        assert_non_null(fault.why.key);
        assert_in_range(fault.line, 1, 22);
        bool is_cut_in_the_first_line = length < strlen("spelunke log 2\n");
        assert_string_equal(fault.why.key,
                            is_cut_in_the_first_line ? "kernel.log_no_log" : "kernel.log_cut");
    }
    text_put(&log, "12 0 ring\n");
    assert_null(parse(&log, &fault));
    assert_string_equal(fault.why.key, "kernel.log_more");
    assert_int_equal(fault.line, 23);
    text_free(&log);
}

/* The null game with a higher version of its rules. */
static void a_log_by_earlier_rules_is_refused_as_such(void **state) {
    (void)state;
    struct game newer = null_game;
    const struct game *const games[] = {&newer, NULL};
    struct text log = {0};
    struct log_fault fault;
    newer.version = 2;
    test_read("SPELUNKE_GOLDEN", &log);
    assert_null(log_parse(games, log.data, log.length, &fault));
    assert_string_equal(fault.why.key, "kernel.log_past_rules");
    assert_int_equal(fault.line, 2);
    assert_string_equal(fault.found, "null");
    text_free(&log);
}

/* The null game with a second spelling of one bid. */
static bool lenient_parse(const void *state, int seat, const char *text, void *action,
                          struct message *why) {
    return null_game.parse_action(state, seat, strcmp(text, "bid one") == 0 ? "bid 1" : text,
                                  action, why);
}

static void a_log_in_another_spelling_is_refused(void **state) {
    (void)state;
    struct game lenient = null_game;
    const struct game *const games[] = {&lenient, NULL};
    struct text log = {0};
    struct log_fault fault;
    lenient.parse_action = lenient_parse;
    test_read("SPELUNKE_GOLDEN", &log);
    replace(&log, "2 2 bid 1", "2 2 bid one");
    rehash(&log);
    assert_null(log_parse(games, log.data, log.length, &fault));
    assert_string_equal(fault.why.key, "kernel.log_spelling");
    assert_int_equal(fault.line, 12);
    replace(&log, "2 2 bid one", "2 2 bid 1");
    rehash(&log);
    struct match *match = log_parse(games, log.data, log.length, &fault);
    assert_non_null(match);
    assert_int_equal(match_play_text(match, 0, "bid one", NULL, NULL, NULL), VERDICT_OVER);
    match_free(match);
    text_free(&log);
}

static void every_changed_byte_is_noticed(void **state) {
    (void)state;
    struct text log = {0};
    struct log_fault fault;
    test_read("SPELUNKE_GOLDEN", &log);
    for (size_t i = 0; i < log.length; i++) {
        log.data[i] ^= 1;
        assert_null(parse(&log, &fault));
        log.data[i] ^= 1;
    }
    text_free(&log);
}

static void verify_counts_what_it_proved(void **state) {
    (void)state;
    struct log_proof proof;
    struct match *match = golden_match();
    assert_true(log_verify(match, &proof));
    assert_int_equal(proof.drawn, 3);
    assert_int_equal(proof.scripted, 1);
    assert_int_equal(proof.repeated, 1); /* the match was played here and knows its hand */
    assert_int_equal(proof.sessions, 0);
    assert_int_equal(proof.misfit, -1);
    log_proof_free(&proof);
    match_free(match);
}

static void verify_names_the_first_outcome_that_does_not_fit(void **state) {
    (void)state;
    struct text log = {0};
    struct log_fault fault;
    struct log_proof proof;
    test_read("SPELUNKE_GOLDEN", &log);
    char *deal = strstr(log.data, "1 chance deal ") + strlen("1 chance deal ");
    char first = deal[0];
    deal[0] = deal[2];
    deal[2] = first;
    rehash(&log);
    struct match *match = parse(&log, &fault);
    assert_non_null(match);
    assert_false(log_verify(match, &proof));
    assert_int_equal(proof.misfit, 1);
    assert_int_equal(proof.drawn, 1);
    deal[2] = deal[0];
    deal[0] = first;
    deal[5] = '\0';
    assert_string_equal(text_string(&proof.expected) + strlen("deal "), deal);
    log_proof_free(&proof);
    match_free(match);
    text_free(&log);
}

/* The null game, as if its deals came out alike on one build only. */
static void known_build(struct text *out) {
    text_put(out, "engine-1 program-2");
}

static void unknown_build(struct text *out) {
    text_put(out, "engine-1 program-unknown");
}

/* Two rounds; each deal is simulated. */
static struct match *simulated_match(struct game *game, struct sim *sim,
                                     void (*build)(struct text *out)) {
    *game = null_game;
    *sim = null_sim;
    sim->build = build;
    game->sim = sim;
    struct match *match =
        test_match(game, 3, 2, (const char *[]){"slow_deal", "on", "rounds", "2", NULL});
    for (int round = 0; round < 2; round++) {
        test_draw(match);
        test_play(match, 0, "bid 0");
        test_play(match, 1, "bid 0");
        test_play(match, SEAT_SIM, "land 1");
    }
    assert_true(match_over(match));
    return match;
}

static void check_proof(const struct match *match, int drawn, int elsewhere) {
    struct log_proof proof;
    assert_true(log_verify(match, &proof));
    assert_int_equal(proof.drawn, drawn);
    assert_int_equal(proof.elsewhere, elsewhere);
    log_proof_free(&proof);
}

static void what_was_simulated_here_is_repeated(void **state) {
    (void)state;
    struct game game;
    struct sim sim;
    struct match *match = simulated_match(&game, &sim, known_build);
    check_proof(match, 2, 0);
    match_free(match);
}

/* A build without a following outcome is no part of the match, so no hash covers it. */
static void a_build_right_before_the_end_is_refused(void **state) {
    (void)state;
    struct game game = null_game;
    struct sim sim = null_sim;
    sim.build = known_build;
    game.sim = &sim;
    const struct game *const games[] = {&game, NULL};
    struct match *match = test_match(&game, 3, 2, (const char *[]){"slow_deal", "on", NULL});
    struct text log = {0};
    struct log_fault fault;
    log_print(match, false, &log);
    replace(&log, "end 0", "build here\nend 0");
    assert_null(log_parse(games, log.data, log.length, &fault));
    assert_string_equal(fault.why.key, "kernel.log_line");
    match_free(match);
    text_free(&log);
}

/* A refused outcome leaves nothing in the log, neither a build nor evidence. */
static void a_refused_outcome_leaves_no_build(void **state) {
    (void)state;
    struct game game = null_game;
    struct sim sim = null_sim;
    sim.build = known_build;
    game.sim = &sim;
    struct match *match = test_match(&game, 3, 2, (const char *[]){"slow_deal", "on", NULL});
    const struct null_action deal = {.verb = NULL_DEAL_CARDS};
    struct message why;
    assert_int_equal(match_play_outcome(match, &deal, NULL, NULL, &why), VERDICT_ILLEGAL);
    assert_int_equal(log_lines(match), 0);
    test_draw(match);
    assert_int_equal(log_lines(match), 2);
    match_free(match);
}

/* Two programs without an id would otherwise count as the same build. */
static void an_unknown_build_is_another_one(void **state) {
    (void)state;
    struct game game;
    struct sim sim;
    struct text log = {0};
    struct match *match = simulated_match(&game, &sim, unknown_build);
    log_print(match, false, &log);
    assert_non_null(strstr(log.data, "\nbuild engine-1 program-unknown\n"));
    check_proof(match, 0, 2);
    text_free(&log);
    match_free(match);
}

static void what_was_simulated_needs_a_build(void **state) {
    (void)state;
    struct game game;
    struct sim sim;
    struct text log = {0};
    struct log_fault fault;
    struct match *match = simulated_match(&game, &sim, known_build);
    const struct game *const games[] = {&game, NULL};
    log_print(match, false, &log);
    replace(&log, "build engine-1 program-2\n", "");
    rehash(&log);
    assert_null(log_parse(games, log.data, log.length, &fault));
    assert_string_equal(fault.why.key, "kernel.log_no_build");
    assert_int_equal(fault.line, 9); /* the first deal's */
    replace(&log, "0 chance deal", "0 chance* deal");
    rehash(&log);
    assert_null(log_parse(games, log.data, log.length, &fault));
    assert_int_equal(fault.line, 13); /* the second deal's */
    replace(&log, "4 chance deal", "4 chance* deal");
    rehash(&log);
    struct match *scripted = log_parse(games, log.data, log.length, &fault);
    assert_non_null(scripted);
    check_proof(scripted, 0, 0);
    match_free(scripted);
    match_free(match);
    text_free(&log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_golden_log_is_written),
        cmocka_unit_test(a_log_rebuilds_the_match),
        cmocka_unit_test(an_unfinished_log_goes_on_as_it_would_have),
        cmocka_unit_test(stamps_stand_beside_the_entries),
        cmocka_unit_test(altered_logs_are_refused_by_line_and_reason),
        cmocka_unit_test(cut_or_lengthened_logs_are_refused),
        cmocka_unit_test(a_log_by_earlier_rules_is_refused_as_such),
        cmocka_unit_test(a_log_in_another_spelling_is_refused),
        cmocka_unit_test(every_changed_byte_is_noticed),
        cmocka_unit_test(verify_counts_what_it_proved),
        cmocka_unit_test(verify_names_the_first_outcome_that_does_not_fit),
        cmocka_unit_test(what_was_simulated_here_is_repeated),
        cmocka_unit_test(a_build_right_before_the_end_is_refused),
        cmocka_unit_test(a_refused_outcome_leaves_no_build),
        cmocka_unit_test(an_unknown_build_is_another_one),
        cmocka_unit_test(what_was_simulated_needs_a_build),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
