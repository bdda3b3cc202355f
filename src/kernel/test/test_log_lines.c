/* test_log_lines.c: a log line by line: it is append-only, and its lines rebuild the match. */
#include "unit/test.h"

#include <stdio.h>
#include <stdlib.h>

#include <spelunke/must.h>

#include "games/null/null.h"

/* What a host stores of a match: the header and the lines since; and the pace, if its players have
 * clocks, which run from BEGIN on. */
struct store {
    struct text header, lines;
    int stored;
    const struct pace *pace;
};
enum { BEGIN = 1000 };

static void store_new_lines(struct store *store, const struct match *match) {
    if (!store->header.length)
        log_print_header(match, &store->header);
    log_print_lines(match, store->stored, true, &store->lines);
    store->stored = log_lines(match);
}

static void store_free(struct store *store) {
    text_free(&store->header);
    text_free(&store->lines);
}

/* Rebuilds the match from the stored lines, one by one. */
static struct match *rebuild(const struct game *game, const struct store *store) {
    const struct game *const games[] = {game, NULL};
    struct log_fault fault;
    struct message why;
    struct text line = {0};
    struct match *match = log_begin(games, store->header.data, store->header.length, &fault);
    assert_non_null(match);
    if (store->pace)
        match_set_pace(match, store->pace, BEGIN);
    for (const char *at = text_string(&store->lines); *at; at += strcspn(at, "\n") + 1) {
        text_clear(&line);
        text_put_bytes(&line, at, strcspn(at, "\n"));
        if (!log_enter(match, line.data, &why))
            fail_msg("%s: %s", line.data, why.key);
    }
    text_free(&line);
    return match;
}

static void assert_same_match(struct match *match, struct match *again) {
    struct text log = {0}, other = {0}, end = {0};
    struct turn turn, other_turn;
    assert_int_equal(match_length(match), match_length(again));
    assert_memory_equal(match_state(match), match_state(again), match_game(match)->state_size);
    match_turn(match, &turn);
    match_turn(again, &other_turn);
    assert_true(turn_equals(&turn, &other_turn));
    log_print(match, true, &log);
    log_print(again, true, &other);
    assert_string_equal(log.data, text_string(&other));
    log_print_end(match, &end);
    assert_string_equal(strstr(log.data, "\nend ") + 1, end.data);
    text_clear(&end);
    log_print_end(again, &end);
    assert_string_equal(strstr(log.data, "\nend ") + 1, end.data);
    text_free(&log);
    text_free(&other);
    text_free(&end);
}

/* The stored lines are the log without its last line. */
static void assert_stored(const struct store *store, const struct match *match) {
    struct text log = {0}, stored = {0};
    log_print(match, true, &log);
    text_put(&stored, text_string(&store->header));
    text_put(&stored, text_string(&store->lines));
    assert_memory_equal(log.data, stored.data, stored.length);
    assert_memory_equal(log.data + stored.length, "end ", 4);
    assert_ptr_equal(strchr(log.data + stored.length, '\n'), log.data + log.length - 1);
    text_free(&log);
    text_free(&stored);
}

/* One random entry, after some time; every third chance is scripted. */
static void step(struct match *match, struct rng *rng) {
    struct turn turn;
    struct stamp stamp = {match_clock(match)->time + rng_below(rng, 200), ACTOR_PERSON};
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX] = {0};
    struct actions legal = actions_new(match_game(match));
    match_turn(match, &turn);
    if (turn.kind == TURN_SEATS) {
        int seat = __builtin_ctz(turn.seats);
        match_legal(match, seat, &legal);
        memcpy(action, actions_at(&legal, (int)rng_below(rng, (uint32_t)legal.count)),
               match_game(match)->action_size);
        assert_int_equal(match_play(match, seat, action, &stamp, NULL, NULL), VERDICT_PLAYED);
    } else if (rng_below(rng, 3)) {
        assert_int_equal(match_draw(match, NULL, 0, &stamp, NULL, NULL), VERDICT_PLAYED);
    } else {
        match_game(match)->chance(match_state(match), rng, action);
        assert_int_equal(match_play(match, turn_drawer(&turn), action, &stamp, NULL, NULL),
                         VERDICT_PLAYED);
    }
    actions_free(&legal);
}

static void grow_and_rebuild(const struct game *game, uint64_t number) {
    static const struct pace pace = {.decide = 50, .reserve = 400};
    struct match *match = test_match(game, number, game->seats_min, NULL);
    struct store store = {.pace = &pace};
    struct rng rng;
    unsigned char key[KEY_BYTES] = {(unsigned char)number};
    rng_open(&rng, key, 0, 0);
    match_set_pace(match, &pace, BEGIN);
    if (number % 2)
        assert_true(match_add_word(match, (int)number % 2, "a # word", NULL));
    for (int entries = 0; entries < 400; entries++) {
        store_new_lines(&store, match);
        assert_stored(&store, match);
        struct match *again = rebuild(game, &store);
        assert_same_match(match, again);
        assert_memory_equal(match_clock(again), match_clock(match), sizeof(struct clock));
        match_free(again);
        if (match_over(match))
            break;
        step(match, &rng);
    }
    const int64_t *left = match_clock(match)->reserve;
    assert_true(left[0] < pace.reserve || left[1] < pace.reserve); /* time was spent */
    match_free(match);
    store_free(&store);
}

static void every_games_log_only_grows_and_rebuilds_the_match_at_any_entry(void **state) {
    (void)state;
    for (const struct game *const *game = game_list; *game; game++)
        for (uint64_t number = 0; number < 3; number++)
            grow_and_rebuild(*game, number);
}

/* The null game with its first cards on the table: seats act before chance does. */
static bool dealt_init(void *state, const struct setup *setup, struct message *why) {
    struct null_state *s = state;
    if (!null_game.init(state, setup, why))
        return false;
    s->phase = NULL_BIDS;
    for (int seat = 0; seat < s->seats; seat++)
        s->history[0].card[seat] = (uint8_t)(seat + 1);
    return true;
}

/* Words, too, are stored where they arrived. */
static void a_word_stands_behind_the_entries_that_were_there_before_it(void **state) {
    (void)state;
    struct game dealt = null_game;
    struct text lines = {0};
    struct store store = {0};
    dealt.init = dealt_init;
    struct match *match = test_match(&dealt, 4, 2, NULL);
    assert_true(match_add_word(match, 1, "one", NULL));
    test_play(match, 1, "bid 0");
    store_new_lines(&store, match);
    assert_true(match_add_word(match, 0, "two", NULL));
    store_new_lines(&store, match);
    test_play(match, 0, "bid 1");
    store_new_lines(&store, match);
    for (int from = 0; from <= 4; from++) {
        static const char *const rest[] = {"word 1 one\n0 1 bid 0\nword 0 two\n1 0 bid 1\n",
                                           "0 1 bid 0\nword 0 two\n1 0 bid 1\n",
                                           "word 0 two\n1 0 bid 1\n", "1 0 bid 1\n", ""};
        log_print_lines(match, from, false, &lines);
        assert_string_equal(text_string(&lines), rest[from]);
        text_clear(&lines);
    }
    struct match *again = rebuild(&dealt, &store);
    test_draw(match);
    test_draw(again);
    assert_same_match(match, again);
    match_free(match);
    match_free(again);
    store_free(&store);
    text_free(&lines);
}

static void a_refused_line_changes_nothing(void **state) {
    (void)state;
    static const struct {
        const char *line, *key;
    } lines[] = {
        {"", "kernel.log_number"},           {"2 0 bid 1", "kernel.log_number"},
        {"01 0 bid 1", "kernel.log_number"}, {"1 chance deal 1 2", "kernel.no_chance"},
        {"1 sim land 1", "kernel.no_sim"},   {"1 5 bid 1", "kernel.not_your_turn"},
        {"1 9 bid 1", "kernel.log_line"},    {"1 0* bid 1", "kernel.log_line"},
        {"1 0 bid 7", "null.bid_range"},     {"1 0 bid 1 # ghost 0", "kernel.log_line"},
        {"1 0 bid 1\n", "kernel.log_line"},  {"1 0 bid 1\r", "kernel.log_line"},
        {"end 1 0", "kernel.log_number"},    {"word 0 late", "kernel.word_too_late"},
        {"build here", "kernel.log_line"},   {"option rounds 3", "kernel.log_number"},
    };
    struct match *match = test_match(&null_game, 4, 2, NULL);
    struct text before = {0}, after = {0};
    struct message why;
    test_draw(match);
    log_print(match, true, &before);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_false(log_enter(match, lines[i].line, &why));
        assert_string_equal(why.key, lines[i].key);
        assert_false(log_enter(match, lines[i].line, NULL));
        log_print(match, true, &after);
        test_text(&after, before.data);
    }
    assert_true(log_enter(match, "1 0 bid 1 # person 5", &why));
    assert_int_equal(match_stamp(match, 1).time, 5);
    match_free(match);
    text_free(&before);
    text_free(&after);
}

static void a_word_line_is_too_late_after_a_scripted_chance(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 4, 2, NULL);
    struct message why;
    assert_true(log_enter(match, "word 0 early", &why));
    assert_true(log_enter(match, "0 chance* deal 1 2", &why));
    assert_false(log_enter(match, "word 1 late", &why));
    assert_string_equal(why.key, "kernel.word_too_late");
    match_free(match);
}

static void a_header_ends_with_the_seed(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 4, 2, NULL);
    struct text header = {0};
    struct log_fault fault;
    log_print_header(match, &header);
    assert_null(log_begin(game_list, header.data, header.length - 1, &fault));
    assert_string_equal(fault.why.key, "kernel.log_cut");
    text_put(&header, "word 0 a\n");
    assert_null(log_begin(game_list, header.data, header.length, &fault));
    assert_string_equal(fault.why.key, "kernel.log_line");
    assert_int_equal(fault.line, 9);
    match_free(match);
    text_free(&header);
}

/* The null game, as if its deals came out alike on one build only. */
static const char *build_name;

static void named_build(struct text *out) {
    text_put(out, build_name);
}

struct simulated {
    struct game game;
    struct sim sim;
};

static struct match *simulated_match(struct simulated *simulated) {
    *simulated = (struct simulated){null_game, null_sim};
    simulated->sim.build = named_build;
    simulated->game.sim = &simulated->sim;
    build_name = "one";
    return test_match(&simulated->game, 3, 2,
                      (const char *[]){"slow_deal", "on", "rounds", "3", NULL});
}

/* A round; its deal and its landing were simulated on this build. */
static void play_round(struct match *match, const char *build) {
    build_name = build;
    test_draw(match);
    test_play(match, 0, "bid 0");
    test_play(match, 1, "bid 0");
    assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, NULL), VERDICT_PLAYED);
}

static struct match *rebuild_anew(const struct match *match) {
    struct store store = {0};
    store_new_lines(&store, match);
    struct match *again = rebuild(match_game(match), &store);
    store_free(&store);
    return again;
}

static void the_build_stands_where_it_changes(void **state) {
    (void)state;
    struct simulated simulated;
    struct log_proof proof;
    struct text lines = {0};
    struct match *match = simulated_match(&simulated);
    play_round(match, "one");
    struct match *again = rebuild_anew(match); /* and played on with the next program */
    play_round(again, "two");
    play_round(again, "two");
    log_print_lines(again, 0, false, &lines);
    const char *second = strstr(lines.data, "\nbuild two\n4 chance deal ");
    assert_memory_equal(lines.data, "build one\n0 chance deal ", 24);
    assert_non_null(second);
    assert_null(strstr(second + 1, "\nbuild "));
    struct match *read = rebuild_anew(again);
    assert_same_match(again, read);
    for (int i = 0; i < 2; i++) {
        build_name = i ? "two" : "one";
        assert_true(log_verify(read, &proof));
        assert_int_equal(proof.drawn, i ? 2 : 1);
        assert_int_equal(proof.elsewhere, i ? 1 : 2);
        log_proof_free(&proof);
    }
    match_free(match);
    match_free(again);
    match_free(read);
    text_free(&lines);
}

/* It precedes the outcome it belongs to, and only if it differs from the one before. */
static void a_build_belongs_to_a_simulated_outcome(void **state) {
    (void)state;
    struct simulated simulated;
    struct message why;
    struct match *match = simulated_match(&simulated);
    assert_false(log_enter(match, "0 chance deal 1 2", &why));
    assert_string_equal(why.key, "kernel.log_no_build");
    assert_true(log_enter(match, "build one", &why));
    assert_int_equal(log_lines(match), 0);
    assert_false(log_enter(match, "build two", &why));
    assert_string_equal(why.key, "kernel.log_line");
    assert_false(log_enter(match, "word 0 a", &why));
    assert_string_equal(why.key, "kernel.log_line");
    assert_false(log_enter(match, "0 chance* deal 1 2", &why));
    assert_string_equal(why.key, "kernel.log_line");
    assert_true(log_enter(match, "0 chance deal 1 2", &why));
    assert_int_equal(log_lines(match), 2);
    assert_false(log_enter(match, "build two", &why)); /* a seat's turn */
    assert_true(log_enter(match, "1 0 bid 0", &why));
    assert_true(log_enter(match, "2 1 bid 0", &why));
    assert_false(log_enter(match, "build one", &why));
    assert_string_equal(why.key, "kernel.log_line");
    match_free(match);
}

/* A host that was interrupted between two lines loses nothing but the first. */
static void a_build_without_its_outcome_is_forgotten(void **state) {
    (void)state;
    struct simulated simulated;
    struct text lines = {0};
    struct match *match = simulated_match(&simulated);
    assert_true(log_enter(match, "build two", NULL));
    assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, NULL), VERDICT_PLAYED);
    log_print_lines(match, 0, false, &lines);
    assert_memory_equal(lines.data, "build one\n0 chance deal ", 24);
    assert_int_equal(log_lines(match), 2);
    match_free(match);
    text_free(&lines);
}

static void a_build_in_front_of_a_script_is_forgotten(void **state) {
    (void)state;
    struct simulated simulated;
    struct message why;
    struct match *match = simulated_match(&simulated);
    assert_true(log_enter(match, "build two", NULL));
    test_play(match, SEAT_CHANCE, "deal 1 2");
    test_play(match, 0, "bid 0");
    test_play(match, 1, "bid 0");
    assert_false(log_enter(match, "3 sim land 1", &why));
    assert_string_equal(why.key, "kernel.log_no_build");
    assert_int_equal(log_lines(match), 3);
    match_free(match);
}

/* The first number of the dice, and the first card. */
static void attest_deal(const void *state, struct rng *rng, const void *outcome, struct text *out) {
    const struct null_action *deal = outcome;
    (void)state;
    text_put(out, "drew ");
    text_put_number(out, rng_below(rng, 1000));
    text_put(out, " got ");
    text_put_number(out, deal->card[0]);
}

static struct match *attested_match(struct simulated *simulated) {
    struct match *match = simulated_match(simulated);
    simulated->sim.attest = attest_deal;
    return match;
}

static void evidence_stands_in_front_of_what_was_simulated(void **state) {
    (void)state;
    struct simulated simulated;
    struct log_proof proof;
    struct text lines = {0};
    struct match *match = attested_match(&simulated);
    play_round(match, "one");
    play_round(match, "one");
    log_print_lines(match, 0, false, &lines);
    assert_memory_equal(lines.data, "build one\nevidence drew ", 24);
    assert_non_null(strstr(lines.data, "\n3 sim land "));
    const char *second = strstr(lines.data, "\nevidence drew ") + 1;
    second = strstr(second, "\nevidence drew ") + 1;
    assert_memory_equal(strchr(second, '\n'), "\n4 chance deal ", 15);
    assert_true(log_verify(match, &proof)); /* it knows its hands */
    assert_int_equal(proof.drawn, 2);
    assert_int_equal(proof.repeated, 2); /* a session has no evidence, nor the last deal's */
    log_proof_free(&proof);
    struct match *again = rebuild_anew(match);
    assert_same_match(match, again);
    assert_true(log_verify(again, &proof));
    assert_int_equal(proof.drawn, 2);
    assert_int_equal(log_unproved(&proof), 2); /* the landings */
    log_proof_free(&proof);
    build_name = "two";
    assert_true(log_verify(again, &proof));
    assert_int_equal(proof.drawn, 0);
    assert_int_equal(proof.elsewhere, 2);
    assert_int_equal(proof.attested, 2);
    assert_int_equal(log_unproved(&proof), 4);
    log_proof_free(&proof);
    match_free(match);
    match_free(again);
    text_free(&lines);
}

static void evidence_belongs_to_a_simulated_outcome(void **state) {
    (void)state;
    struct simulated simulated;
    struct message why;
    struct match *match = attested_match(&simulated);
    assert_true(log_enter(match, "build one", &why));
    assert_false(log_enter(match, "0 chance deal 1 2", &why));
    assert_string_equal(why.key, "kernel.log_no_evidence");
    assert_false(log_enter(match, "evidence", &why));
    assert_string_equal(why.key, "kernel.log_line");
    assert_true(log_enter(match, "evidence whatever", &why));
    assert_false(log_enter(match, "evidence whatever", &why));
    assert_string_equal(why.key, "kernel.log_line");
    assert_false(log_enter(match, "build two", &why));
    assert_string_equal(why.key, "kernel.log_line");
    assert_false(log_enter(match, "0 chance* deal 1 2", &why));
    assert_string_equal(why.key, "kernel.log_line");
    assert_int_equal(log_lines(match), 0);
    assert_true(log_enter(match, "0 chance deal 1 2", &why));
    assert_int_equal(log_lines(match), 3);
    match_free(match);
}

/* The first deal with these cards and this evidence, on whatever build. */
static void check_evidence(const char *cards, const char *evidence, const char *build,
                           bool is_false) {
    struct simulated simulated;
    struct log_proof proof;
    struct text line = {0};
    struct match *match = attested_match(&simulated);
    assert_true(log_enter(match, "build one", NULL));
    text_put(&line, "evidence ");
    text_put(&line, evidence);
    assert_true(log_enter(match, line.data, NULL));
    text_clear(&line);
    text_put(&line, "0 chance deal ");
    text_put(&line, cards);
    assert_true(log_enter(match, line.data, NULL));
    build_name = build;
    assert_int_equal(log_verify(match, &proof), !is_false);
    assert_int_equal(proof.misfit, is_false ? 0 : -1);
    assert_int_equal(proof.is_false_evidence, is_false);
    assert_string_equal(text_string(&proof.claimed), is_false ? evidence : "");
    log_proof_free(&proof);
    match_free(match);
    text_free(&line);
}

static void false_evidence_is_found_on_every_build(void **state) {
    (void)state;
    struct simulated simulated;
    struct text lines = {0};
    struct match *match = attested_match(&simulated);
    test_draw(match);
    log_print_lines(match, 0, false, &lines);
    int drawn, got, other;
    assert_int_equal(sscanf(lines.data, "build one\nevidence drew %d got %d\n0 chance deal %d %d",
                            &drawn, &got, &got, &other),
                     4);
    for (int i = 0; i < 2; i++) {
        char cards[8], truth[40], false_draw[40], false_card[40];
        const char *build = i ? "two" : "one";
        snprintf(cards, sizeof cards, "%d %d", got % 10, other % 10);
        snprintf(truth, sizeof truth, "drew %d got %d", drawn, got);
        snprintf(false_draw, sizeof false_draw, "drew %d got %d", drawn + 1, got);
        snprintf(false_card, sizeof false_card, "drew %d got %d", drawn, got % 6 + 1);
        check_evidence(cards, truth, build, false);
        check_evidence(cards, false_draw, build, true);
        check_evidence(cards, false_card, build, true);
        strcat(truth, ".");
        check_evidence(cards, truth, build, true);
    }
    /* Another deal, and the evidence of the true one. */
    char cards[8], truth[40];
    snprintf(cards, sizeof cards, "%d %d", other % 10, got % 10);
    snprintf(truth, sizeof truth, "drew %d got %d", drawn, got);
    check_evidence(cards, truth, "two", true);
    match_free(match);
    text_free(&lines);
}

/* Its header may hold one build, which becomes "several" on another one. */
static void a_match_of_version_1_keeps_its_build_in_the_header(void **state) {
    (void)state;
    static const char header[] = "spelunke log 1\ngame null 1\nseats 2\noption rounds 3\n"
                                 "option first_seat 0\noption open_cards off\n"
                                 "option slow_deal on\nbuild one\nseed 3\n";
    struct simulated simulated;
    struct text log = {0};
    struct log_fault fault;
    const struct game *const games[] = {&simulated.game, NULL};
    match_free(simulated_match(&simulated));
    struct match *match = log_begin(games, header, strlen(header), &fault);
    assert_non_null(match);
    play_round(match, "one");
    log_print(match, false, &log);
    assert_memory_equal(log.data, header, strlen(header));
    assert_null(strstr(log.data + strlen(header), "build"));
    struct match *again = log_parse(games, log.data, log.length, &fault);
    assert_non_null(again);
    assert_same_match(match, again);
    text_clear(&log);
    play_round(again, "two");
    log_print(again, false, &log);
    assert_non_null(strstr(log.data, "\nbuild several\nseed 3\n"));
    match_free(again);
    match_free(match);
    text_free(&log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_games_log_only_grows_and_rebuilds_the_match_at_any_entry),
        cmocka_unit_test(a_word_stands_behind_the_entries_that_were_there_before_it),
        cmocka_unit_test(a_refused_line_changes_nothing),
        cmocka_unit_test(a_word_line_is_too_late_after_a_scripted_chance),
        cmocka_unit_test(a_header_ends_with_the_seed),
        cmocka_unit_test(the_build_stands_where_it_changes),
        cmocka_unit_test(a_build_belongs_to_a_simulated_outcome),
        cmocka_unit_test(a_build_without_its_outcome_is_forgotten),
        cmocka_unit_test(a_build_in_front_of_a_script_is_forgotten),
        cmocka_unit_test(evidence_stands_in_front_of_what_was_simulated),
        cmocka_unit_test(evidence_belongs_to_a_simulated_outcome),
        cmocka_unit_test(false_evidence_is_found_on_every_build),
        cmocka_unit_test(a_match_of_version_1_keeps_its_build_in_the_header),
    };
    return cmocka_run_group_tests_name("log lines", tests, NULL, NULL);
}
