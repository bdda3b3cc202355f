/* test_match.c: verdicts, dice, words, bots and deadlines of a match. */
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

/* Entry n draws from stream n: what happened or was scripted before it has no
 * say. */
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

/* Who sets outcomes by hand knows more than the seats do: no words any more. */
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
    assert_string_equal(why.key, "kernel.not_awaited"); /* but it may ring */
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

static void play_at(struct match *match, int seat, const char *action, int64_t time) {
    struct stamp stamp = {time, ACTOR_PERSON};
    assert_int_equal(match_play_text(match, seat, action, &stamp, NULL, &why), VERDICT_PLAYED);
}

static void deadlines_run_for_awaited_seats(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    struct pace pace = {.decide = 1000, .reserve = 500};
    match_set_pace(match, &pace, 0);
    assert_int_equal(match_deadline(match, 0), 0);
    play_at(match, SEAT_CHANCE, "deal 1 2", 100);
    assert_int_equal(match_deadline(match, 0), 1600);
    assert_int_equal(match_deadline(match, 1), 1600);
    play_at(match, 0, "bid 1", 700); /* the same question: the other's time runs on */
    assert_int_equal(match_deadline(match, 0), 0);
    assert_int_equal(match_deadline(match, 1), 1600);
    assert_int_equal(match_late(match, 1599), 0);
    assert_int_equal(match_late(match, 1600), 2);
    play_at(match, 1, "bid 0", 1300);                 /* 200 ms out of the reserve */
    assert_int_equal(match_deadline(match, 0), 2800); /* it drops the coin */
    play_at(match, SEAT_SIM, "land 6", 1500);
    play_at(match, SEAT_CHANCE, "deal 1 2", 2000);
    assert_int_equal(match_deadline(match, 0), 3500);
    assert_int_equal(match_deadline(match, 1), 3300);
    match_free(match);
}

static void an_interrupt_buys_nobody_time(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 11, 2, NULL);
    match_set_pace(match, &(struct pace){.decide = 1000}, 0);
    play_at(match, SEAT_CHANCE, "deal 1 2", 0);
    play_at(match, 1, "ring", 900);
    assert_int_equal(match_deadline(match, 0), 1000);
    assert_int_equal(match_deadline(match, 1), 1000);
    match_free(match);
}

static void a_new_question_gives_fresh_time(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 11, 2, NULL);
    match_set_pace(match, &(struct pace){.decide = 1000}, 0);
    for (int round = 0; round < 2; round++) {
        play_at(match, SEAT_CHANCE, "deal 1 2", 2000 * round);
        assert_int_equal(match_deadline(match, 1), 2000 * round + 1000);
        play_at(match, 0, "bid 1", 2000 * round + 100);
        play_at(match, 1, "bid 0", 2000 * round + 200);
        play_at(match, SEAT_SIM, "land 6", 2000 * round + 300);
    }
    match_free(match);
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
    session_close(session, &outcome); /* in another place than the match */
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

/* The null game's clocks, at every entry the same in a match that is rebuilt from the
 * entries of another, with its stamps and its pace. */
static void a_rebuilt_match_has_the_same_clocks(void **state) {
    (void)state;
    struct pace pace = {.decide = 1000, .reserve = 3000};
    struct match *match = test_match(&null_game, 21, 3, NULL);
    int64_t now = 1763270000000;
    match_set_pace(match, &pace, now);
    for (int i = 0; !match_over(match); i++) {
        struct turn turn;
        int seat = 0;
        match_turn(match, &turn);
        now += i * 397 % 1900;
        struct stamp stamp = {i % 5 == 4 ? 0 : now, ACTOR_PERSON}; /* sometimes not told */
        for (; turn.kind == TURN_SEATS && !(turn.seats >> seat & 1);)
            seat++;
        assert_int_equal(turn.kind == TURN_SEATS ? match_play_idle(match, seat, &stamp, NULL, &why)
                                                 : match_draw(match, NULL, 0, &stamp, NULL, &why),
                         VERDICT_PLAYED);
        struct match *again = test_match(&null_game, 21, 3, NULL);
        match_set_pace(again, &pace, 1763270000000);
        for (int j = 0; j < match_length(match); j++) {
            struct entry entry = match_entry(match, j);
            struct stamp told = match_stamp(match, j);
            assert_int_equal(match_play(again, entry.seat, entry.action, &told, NULL, &why),
                             VERDICT_PLAYED);
        }
        assert_memory_equal(match_clock(again), match_clock(match), sizeof(struct clock));
        match_free(again);
    }
    assert_true(match_clock(match)->reserve[2] < pace.reserve);
    match_free(match);
}

/* Clocks are plain data: kept, and set on a match that was rebuilt without any. */
static void clocks_can_be_kept_and_restored(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL), *again;
    match_set_pace(match, &(struct pace){1000, 500}, 0);
    play_at(match, SEAT_CHANCE, "deal 1 2", 100);
    play_at(match, 0, "bid 1", 1300);
    struct clock kept = *match_clock(match);
    again = test_match(&null_game, 10, 2, NULL);
    assert_false(match_set_clock(again, &kept)); /* nobody decides here yet */
    assert_int_equal(match_deadline(again, 1), 0);
    test_play(again, SEAT_CHANCE, "deal 1 2");
    assert_false(match_set_clock(again, &kept)); /* seat 0 is awaited here */
    test_play(again, 0, "bid 1");
    assert_true(match_set_clock(again, &kept));
    struct match *both[] = {match, again};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(match_deadline(both[i], 1), 1600);
        play_at(both[i], 1, "bid 0", 1400);
        assert_int_equal(match_clock(both[i])->reserve[0], 300);
        assert_int_equal(match_clock(both[i])->reserve[1], 200);
        assert_int_equal(match_deadline(both[i], 0), 2700);
        match_free(both[i]);
    }
}

static void clocks_that_cannot_be_are_not_taken(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){1000, 500}, 0);
    play_at(match, SEAT_CHANCE, "deal 1 2", 100);
    const struct clock good = *match_clock(match);
    for (int i = 0; i < 9; i++) {
        struct clock bad = good;
        int64_t *wrong[] = {&bad.pace.decide, &bad.pace.reserve, &bad.time,
                            &bad.reserve[0],  &bad.since[0],     &bad.deadline[0],
                            &bad.spent[0],    &bad.deadline[2],  &bad.spent[2]};
        *wrong[i] = i == 7 ? 1600 : i == 8 ? 5 : -1;
        assert_false(match_set_clock(match, &bad));
        bad = good;
        bad.reserve[2] = 501;
        assert_false(match_set_clock(match, &bad));
    }
    assert_memory_equal(match_clock(match), &good, sizeof good);
    assert_true(match_set_clock(match, &good));
    match_free(match);
}

/* Time in which a host was down does not count. */
static void running_decisions_begin_anew_after_a_pause(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){1000, 500}, 0);
    match_restart_clocks(match, 50);
    assert_int_equal(match_deadline(match, 0), 0); /* chance is awaited */
    play_at(match, SEAT_CHANCE, "deal 1 2", 100);
    play_at(match, 0, "bid 1", 900);
    match_restart_clocks(match, 90000);
    assert_int_equal(match_deadline(match, 0), 0);
    assert_int_equal(match_deadline(match, 1), 91500);
    play_at(match, 1, "bid 0", 91200);
    assert_int_equal(match_clock(match)->reserve[1], 300);
    match_await_hand(match, false, 91300);
    match_restart_clocks(match, 100000); /* the session begins again, and awaits the hand */
    assert_int_equal(match_deadline(match, 0), 101500);
    play_at(match, SEAT_SIM, "land 6", 100900);
    assert_int_equal(match_clock(match)->reserve[0], 500);
    match_free(match);
}

static void in_a_session_time_runs_only_while_the_hand_is_awaited(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){1000, 500}, 0);
    play_at(match, SEAT_CHANCE, "deal 1 2", 100);
    match_await_hand(match, false, 150); /* no session yet: nothing is paused */
    assert_int_equal(match_deadline(match, 0), 1600);
    play_at(match, 0, "bid 1", 200);
    play_at(match, 1, "bid 0", 300);
    assert_int_equal(match_deadline(match, 0), 1800);
    match_await_hand(match, true, 500);
    assert_int_equal(match_deadline(match, 0), 1800);
    match_await_hand(match, false, 700); /* 400 ms are used */
    match_await_hand(match, false, 900);
    assert_int_equal(match_deadline(match, 0), 0);
    assert_int_equal(match_late(match, 100000), 0);
    struct clock kept = *match_clock(match);
    assert_true(match_set_clock(match, &kept)); /* a paused one can be kept as well */
    match_await_hand(match, true, 5000);
    assert_int_equal(match_deadline(match, 0), 6100);
    kept = *match_clock(match);
    assert_true(match_set_clock(match, &kept));
    match_await_hand(match, false, 5800); /* 1200 ms: 200 out of the reserve */
    play_at(match, SEAT_SIM, "land 6", 9000);
    assert_int_equal(match_clock(match)->reserve[0], 300);
    assert_int_equal(match_clock(match)->spent[0], 0);
    match_free(match);
}

static void times_at_the_end_of_time_do_not_overflow(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){INT64_MAX, INT64_MAX}, INT64_MAX);
    play_at(match, SEAT_CHANCE, "deal 1 2", INT64_MAX);
    assert_true(match_deadline(match, 0) == INT64_MAX);
    play_at(match, 0, "bid 1", 1);
    play_at(match, 1, "bid 0", INT64_MAX);
    match_await_hand(match, false, 5);
    match_await_hand(match, true, INT64_MAX);
    match_restart_clocks(match, INT64_MAX);
    assert_true(match_deadline(match, 0) == INT64_MAX);
    play_at(match, SEAT_SIM, "land 6", INT64_MAX);
    match_free(match);
    match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){1000, 500}, 7);
    play_at(match, SEAT_CHANCE, "deal 1 2", 10);
    play_at(match, 0, "bid 1", INT64_MAX); /* one wrong clock costs one reserve */
    play_at(match, 1, "bid 0", 20);
    assert_int_equal(match_clock(match)->reserve[0], 0);
    assert_int_equal(match_clock(match)->reserve[1], 500);
    assert_int_equal(match_deadline(match, 0), 1020);
    match_free(match);
}

/* A clock that was never set is before 1970 on some machines. */
static void a_time_before_1970_is_not_told(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){1000, 0}, -5);
    play_at(match, SEAT_CHANCE, "deal 1 2", INT64_MIN);
    assert_int_equal(match_stamp(match, 0).time, 0);
    assert_int_equal(match_stamp(match, 0).actor, ACTOR_PERSON);
    assert_int_equal(match_deadline(match, 0), 1000);
    play_at(match, 0, "bid 1", 400);
    play_at(match, 1, "bid 0", -1); /* as if at 400 */
    assert_int_equal(match_deadline(match, 0), 1400);
    assert_int_equal(match_play_text(match, SEAT_SIM, "land 6", NULL, NULL, &why), VERDICT_PLAYED);
    match_free(match);
}

static void nobody_is_hurried_without_a_pace(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 12, 2, NULL);
    play_at(match, SEAT_CHANCE, "deal 1 2", 50);
    assert_int_equal(match_deadline(match, 0), 0);
    assert_int_equal(match_late(match, INT64_MAX), 0);
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
        cmocka_unit_test(deadlines_run_for_awaited_seats),
        cmocka_unit_test(an_interrupt_buys_nobody_time),
        cmocka_unit_test(a_new_question_gives_fresh_time),
        cmocka_unit_test(a_slow_deal_is_a_session_of_chance),
        cmocka_unit_test(a_bot_steers_the_session),
        cmocka_unit_test(a_hand_the_rules_forbid_changes_nothing),
        cmocka_unit_test(a_rebuilt_match_has_the_same_clocks),
        cmocka_unit_test(clocks_can_be_kept_and_restored),
        cmocka_unit_test(clocks_that_cannot_be_are_not_taken),
        cmocka_unit_test(running_decisions_begin_anew_after_a_pause),
        cmocka_unit_test(in_a_session_time_runs_only_while_the_hand_is_awaited),
        cmocka_unit_test(times_at_the_end_of_time_do_not_overflow),
        cmocka_unit_test(a_time_before_1970_is_not_told),
        cmocka_unit_test(nobody_is_hurried_without_a_pace),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
