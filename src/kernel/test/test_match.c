/* test_match.c: verdicts, dice, words and bots of a match. */
#include "unit/test.h"

#include <spelunke/session.h>

#include "games/null/null.h"

static struct message why;

static enum verdict play(struct match *match, int seat, const char *action) {
    return match_play_text(match, seat, action, NULL, NULL, &why);
}

static void refusals_have_a_verdict_and_change_nothing(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, (const char *[]){"rounds", "1", NULL});
    assert_int_equal(play(match, 0, "bid 1"), VERDICT_NOT_YOUR_TURN);
    assert_int_equal(play(match, SEAT_SIM, "land 1"), VERDICT_NOT_YOUR_TURN);
    assert_string_equal(why.key, "kernel.no_sim");
    assert_int_equal(play(match, SEAT_CHANCE, "deal 1 1"), VERDICT_ILLEGAL);
    test_draw(match);
    assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, &why), VERDICT_NOT_YOUR_TURN);
    assert_string_equal(why.key, "kernel.no_chance");
    assert_int_equal(play(match, 0, "bid 9"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, 0, "bid"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, 2, "bid 1"), VERDICT_NOT_YOUR_TURN);
    assert_int_equal(play(match, 100, "bid 1"), VERDICT_NOT_YOUR_TURN);
    assert_int_equal(match_length(match), 1);
    test_play(match, 0, "bid 1");
    test_play(match, 1, "bid 0");
    test_draw(match);
    assert_true(match_over(match));
    assert_int_equal(play(match, 0, "bid 1"), VERDICT_OVER);
    assert_string_equal(why.key, "kernel.over");
    assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, &why), VERDICT_OVER);
    assert_int_equal(match_play_idle(match, 0, NULL, NULL, &why), VERDICT_OVER);
    match_free(match);
}

static const void *deal_of(const struct match *match, int index) {
    struct entry entry = match_entry(match, index);
    assert_int_equal(entry.seat, SEAT_CHANCE);
    return entry.action;
}

/* Entry n draws from stream n, so earlier or scripted entries have no influence. */
static void history_does_not_shift_later_dice(void **state) {
    (void)state;
    struct match *drawn = test_match(&null_game, 7, 2, NULL);
    struct match *scripted = test_match(&null_game, 7, 2, NULL);
    test_draw(drawn);
    test_play(scripted, SEAT_CHANCE, "deal 6 1");
    assert_true(match_entry(scripted, 0).is_scripted);
    assert_false(match_entry(drawn, 0).is_scripted);
    test_play(drawn, 0, "bid 3");
    test_play(drawn, 1, "bid 0");
    test_play(drawn, SEAT_SIM, "land 1");
    test_play(scripted, 1, "bid 1");
    test_play(scripted, 0, "bid 2");
    test_play(scripted, SEAT_SIM, "land 5");
    test_draw(drawn);
    test_draw(scripted);
    assert_memory_equal(deal_of(drawn, 4), deal_of(scripted, 4), sizeof(struct null_action));
    match_free(drawn);
    match_free(scripted);
}

static void asking_bots_does_not_touch_the_dice(void **state) {
    (void)state;
    struct match *asked = test_match(&null_game, 8, 3, NULL);
    struct match *left_alone = test_match(&null_game, 8, 3, NULL);
    struct budget budget = {0};
    struct null_action first, second;
    test_draw(asked);
    test_draw(left_alone);
    for (int i = 0; i < 5; i++) {
        const struct bot *bot = game_bot(&null_game, "random");
        assert_int_equal(
            match_choose(asked, bot, 1, NULL, &budget, i ? (void *)&second : &first, &why),
            VERDICT_PLAYED);
        assert_true(i == 0 || memcmp(&first, &second, sizeof first) == 0);
    }
    for (int seat = 0; seat < 3; seat++) {
        test_play(asked, seat, "bid 0");
        test_play(left_alone, seat, "bid 0");
    }
    test_draw(asked);
    test_draw(left_alone);
    assert_int_equal(match_length(asked), match_length(left_alone));
    assert_memory_equal(match_state(asked), match_state(left_alone), sizeof(struct null_state));
    match_free(asked);
    match_free(left_alone);
}

static void bots_are_refused_where_nothing_is_to_do(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 9, 2, NULL);
    struct budget budget = {0};
    struct null_action action;
    const struct bot *bot = game_bot(&null_game, "thrifty");
    assert_int_equal(match_choose(match, bot, 0, NULL, &budget, &action, &why),
                     VERDICT_NOT_YOUR_TURN);
    test_draw(match);
    test_play(match, 0, "ring");
    test_play(match, 0, "bid 0");
    assert_int_equal(match_choose(match, bot, 0, NULL, &budget, &action, &why),
                     VERDICT_NOT_YOUR_TURN);
    assert_int_equal(match_choose(match, bot, 1, NULL, &budget, &action, &why), VERDICT_PLAYED);
    match_free(match);
}

static void words_change_the_dice_before_the_first_chance(void **state) {
    (void)state;
    int differ = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct match *plain = test_match(&null_game, seed, 4, NULL);
        struct match *worded = test_match(&null_game, seed, 4, NULL);
        assert_true(match_add_word(worded, 2, "Prost # allerseits!", &why));
        assert_true(match_has_word(worded, 2, "Prost # allerseits!"));
        assert_false(match_has_word(worded, 1, "Prost # allerseits!"));
        assert_false(match_has_word(worded, 2, "Prost"));
        test_draw(plain);
        test_draw(worded);
        differ += memcmp(deal_of(plain, 0), deal_of(worded, 0), sizeof(struct null_action)) != 0;
        match_free(plain);
        match_free(worded);
    }
    assert_in_range(differ, 15, 20);
}

/* True if the first deal of two matches that differ in this is another one for some
 * seed. */
static bool deals_differ(int seats, const char *const *options, bool has_purses) {
    for (uint64_t number = 0; number < 20; number++) {
        struct setup setup;
        struct seed seed;
        struct match *plain = test_match(&null_game, number, 4, NULL);
        seed_from_number(&seed, number);
        assert_true(setup_begin(&setup, &null_game, seats, &why));
        if (options)
            assert_true(setup_option(&setup, &null_game, options[0], options[1], &why));
        if (has_purses)
            assert_true(
                setup_start(&setup, &null_game, "purse", (int64_t[]){10, 10, 10, 10}, 4, &why));
        struct match *other = match_new(&null_game, &setup, &seed, &why);
        test_draw(plain);
        test_draw(other);
        const struct null_action *deal = deal_of(plain, 0), *other_deal = deal_of(other, 0);
        bool differs = memcmp(deal->card, other_deal->card, 3) != 0;
        match_free(plain);
        match_free(other);
        if (differs)
            return true;
    }
    return false;
}

/* L8: two tables with one seed have the same dice only if all else is the same. */
static void the_setup_is_in_the_key_of_the_dice(void **state) {
    (void)state;
    assert_false(deals_differ(4, NULL, false));
    assert_true(deals_differ(3, NULL, false));
    assert_true(deals_differ(4, (const char *[]){"rounds", "4"}, false));
    assert_true(deals_differ(4, (const char *[]){"open_cards", "on"}, false));
    assert_true(deals_differ(4, NULL, true));
}

static void the_rules_version_is_in_the_key_of_the_dice(void **state) {
    (void)state;
    struct game newer = null_game;
    int differ = 0;
    newer.version = 2;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct match *plain = test_match(&null_game, seed, 4, NULL);
        struct match *other = test_match(&newer, seed, 4, NULL);
        test_draw(plain);
        test_draw(other);
        differ += memcmp(deal_of(plain, 0), deal_of(other, 0), sizeof(struct null_action)) != 0;
        match_free(plain);
        match_free(other);
    }
    assert_true(differ > 10);
}

static void words_are_refused_late_twice_or_malformed(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 3, 2, NULL);
    char longest[WORD_TEXT_MAX + 2];
    memset(longest, 'x', sizeof longest);
    longest[WORD_TEXT_MAX + 1] = '\0';
    assert_false(match_add_word(match, 0, longest, &why));
    assert_false(match_add_word(match, 0, "", &why));
    assert_false(match_add_word(match, 0, "a\nseed 1", &why));
    assert_false(match_add_word(match, 0, " a", &why));
    assert_false(match_add_word(match, 0, "a ", &why));
    assert_false(match_add_word(match, 0, "\xff", &why));
    assert_string_equal(why.key, "kernel.word_text");
    assert_false(match_add_word(match, 2, "a", &why));
    assert_false(match_add_word(match, -1, "a", &why));
    longest[WORD_TEXT_MAX] = '\0';
    assert_true(match_add_word(match, 0, longest, &why));
    assert_false(match_add_word(match, 0, "b", &why));
    assert_string_equal(why.key, "kernel.word_once");
    test_draw(match);
    assert_false(match_add_word(match, 1, "b", &why));
    assert_string_equal(why.key, "kernel.word_too_late");
    match_free(match);
}

/* Whoever sets outcomes by hand knows more than the seats do, so words are refused from then on. */
static void words_are_too_late_after_a_scripted_chance(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 3, 2, NULL);
    test_play(match, SEAT_CHANCE, "deal 4 1");
    assert_false(match_add_word(match, 1, "b", &why));
    assert_string_equal(why.key, "kernel.word_too_late");
    match_free(match);
}

static void idle_plays_for_awaited_seats_only(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 4, 2, NULL);
    struct stamp stamp = {99, ACTOR_CLOCK};
    test_draw(match);
    assert_int_equal(match_play_idle(match, 0, &stamp, NULL, &why), VERDICT_PLAYED);
    assert_int_equal(match_stamp(match, 1).actor, ACTOR_CLOCK);
    assert_int_equal(match_stamp(match, 1).time, 99);
    assert_int_equal(match_play_idle(match, 0, &stamp, NULL, &why), VERDICT_NOT_YOUR_TURN);
    assert_string_equal(why.key, "kernel.not_awaited"); /* but it may still ring */
    match_free(match);
}

static void a_hand_steers_the_session(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 5, 2, NULL);
    struct hand hold[2] = {{0, {{0, 0, 0}, {1000000, 0, 0, 0}}, true},
                           {3, {{4500000, 0, 0}, {1000000, 0, 0, 0}}, true}};
    test_draw(match);
    test_play(match, 0, "bid 1");
    test_play(match, 1, "bid 0");
    assert_int_equal(match_draw(match, hold, 2, NULL, NULL, &why), VERDICT_PLAYED);
    struct entry entry = match_entry(match, 3);
    assert_int_equal(entry.seat, SEAT_SIM);
    assert_false(entry.is_scripted);
    assert_int_equal(((const struct null_action *)entry.action)->number, 5);
    match_free(match);
}

/* A host that steps the session itself gets what match_draw would get. */
static void a_stepped_session_has_the_same_outcome(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 6, 2, NULL);
    struct match *twin = test_match(&null_game, 6, 2, NULL);
    struct frame frame = {0};
    struct match *both[] = {match, twin};
    for (int i = 0; i < 2; i++) {
        test_draw(both[i]);
        test_play(both[i], 0, "bid 1");
        test_play(both[i], 1, "bid 0");
    }
    struct session *session = match_open_session(match);
    while (session_tick(session))
        ;
    session_frame(session, &frame);
    assert_int_equal(match_play_session(match, session, NULL, NULL, &why), VERDICT_PLAYED);
    const struct null_action *outcome = match_entry(match, 3).action;
    assert_int_equal(frame.bodies[0].at[0] / 1000000 + 1, outcome->number);
    assert_int_equal(match_draw(twin, NULL, 0, NULL, NULL, &why), VERDICT_PLAYED);
    assert_memory_equal(match_state(match), match_state(twin), sizeof(struct null_state));
    match_free(match);
    match_free(twin);
}

/* A chance that takes time: opening its dice closes the words. */
static void a_slow_deal_is_a_session_of_chance(void **state) {
    (void)state;
    const char *options[] = {"slow_deal", "on", NULL};
    struct match *match = test_match(&null_game, 13, 3, options);
    struct match *twin = test_match(&null_game, 13, 3, options);
    struct log_proof proof;
    struct turn turn;
    struct rng rng;
    struct null_action outcome;
    match_turn(match, &turn);
    assert_true(turn.kind == TURN_CHANCE && turn.takes_time);
    match_open_dice(match, &rng);
    assert_false(match_add_word(match, 0, "too late", &why));
    struct session *session = session_open(&null_game, match_state(match), &rng, NULL);
    session_run(session, SESSION_END, NULL);
    session_close(session, &outcome); /* without the match */
    assert_int_equal(match_play_outcome(match, &outcome, NULL, NULL, &why), VERDICT_PLAYED);
    assert_int_equal(match_draw(twin, NULL, 0, NULL, NULL, &why), VERDICT_PLAYED);
    assert_memory_equal(match_state(match), match_state(twin), sizeof(struct null_state));
    assert_true(log_verify(match, &proof));
    assert_int_equal(proof.drawn, 1);
    match_free(match);
    match_free(twin);
}

static void a_bot_steers_the_session(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct match *match = test_match(&null_game, seed, 2, NULL);
        const struct bot *bot = game_bot(&null_game, "thrifty");
        struct budget budget = {0};
        assert_int_equal(match_draw_steered(match, bot, NULL, &budget, NULL, NULL, &why),
                         VERDICT_NOT_YOUR_TURN);
        test_draw(match);
        test_play(match, 0, "bid 1");
        test_play(match, 1, "bid 0");
        assert_int_equal(match_draw_steered(match, bot, NULL, &budget, NULL, NULL, &why),
                         VERDICT_PLAYED);
        struct entry entry = match_entry(match, 3);
        assert_false(entry.is_scripted);
        assert_int_equal(((const struct null_action *)entry.action)->number, 1);
        match_free(match);
    }
}

/* The first of these lands on the third field; the last is forbidden and changes nothing. */
static void a_hand_the_rules_forbid_changes_nothing(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 5, 2, NULL);
    struct hand hands[] = {{0, {{2500000, 0, 0}, {1000000, 0, 0, 0}}, true},
                           {1, {{6000000, 0, 0}, {1000000, 0, 0, 0}}, true}};
    test_draw(match);
    test_play(match, 0, "bid 1");
    test_play(match, 1, "bid 0");
    assert_int_equal(match_draw(match, hands, 2, NULL, NULL, &why), VERDICT_PLAYED);
    assert_int_equal(((const struct null_action *)match_entry(match, 3).action)->number, 3);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_have_a_verdict_and_change_nothing),
        cmocka_unit_test(history_does_not_shift_later_dice),
        cmocka_unit_test(asking_bots_does_not_touch_the_dice),
        cmocka_unit_test(bots_are_refused_where_nothing_is_to_do),
        cmocka_unit_test(words_change_the_dice_before_the_first_chance),
        cmocka_unit_test(the_setup_is_in_the_key_of_the_dice),
        cmocka_unit_test(the_rules_version_is_in_the_key_of_the_dice),
        cmocka_unit_test(words_are_refused_late_twice_or_malformed),
        cmocka_unit_test(words_are_too_late_after_a_scripted_chance),
        cmocka_unit_test(idle_plays_for_awaited_seats_only),
        cmocka_unit_test(a_hand_steers_the_session),
        cmocka_unit_test(a_stepped_session_has_the_same_outcome),
        cmocka_unit_test(a_slow_deal_is_a_session_of_chance),
        cmocka_unit_test(a_bot_steers_the_session),
        cmocka_unit_test(a_hand_the_rules_forbid_changes_nothing),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
