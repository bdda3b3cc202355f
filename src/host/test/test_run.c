/* test_run.c: sessions with an audience: with a computer player's hand, with a person's hand, left
 * in the middle. */
#include "unit/test.h"

#include "games/null/null.h"
#include "host/host.h"

static const struct budget little = {.effort = 1};

/* A match of two when seat 0 drops the coin. */
static struct host *open_drop(uint64_t seed) {
    struct host *host = host_new(test_match(&null_game, seed, 2, NULL), NULL);
    for (int seat = 0; seat < 2; seat++)
        host_seat(host, seat, SITTER_PERSON, NULL);
    host_draw(host, 1);
    assert_int_equal(host_play(host, 0, 0, "bid 2", 2, NULL), VERDICT_PLAYED);
    assert_int_equal(host_play(host, 1, 0, "bid 1", 3, NULL), VERDICT_PLAYED);
    return host;
}

static void assert_hands(struct host *host, const char *expected) {
    struct text hands = {0};
    log_print_hands(host_match(host), 0, &hands);
    test_text(&hands, expected);
    text_free(&hands);
}

/* What the audience saw, and how its hand moves: it holds the coin at x and z for this many frames,
 * and lets it go. */
struct seen {
    int frames, last_frames, refusals, same;
    int32_t tick;
    bool had_hand;
    int holds; /* frames */
    int stops; /* the frame in which the audience does `stop` */
    int32_t x, z;
    enum attention stop;
    const char *why;
};

static enum attention show(void *context, const struct frame *frame, bool is_last,
                           struct hand *hand) {
    struct seen *seen = context;
    assert_true(seen->frames == 0 || frame->tick >= seen->tick);
    seen->same += seen->frames > 0 && frame->tick == seen->tick;
    seen->tick = frame->tick;
    seen->frames++;
    seen->last_frames += is_last;
    seen->had_hand |= hand != NULL;
    if (hand && seen->frames <= seen->holds) {
        hand->grip = true;
        hand->pose.at[0] = seen->x + seen->frames; /* a new place in each frame */
        hand->pose.at[2] = seen->z;
    } else if (hand) {
        hand->grip = false;
    }
    return seen->frames == seen->stops ? seen->stop : ATTENTION_STAYS;
}

static void refuse_hand(void *context, const struct message *why) {
    struct seen *seen = context;
    seen->refusals++;
    seen->why = why->key;
}

static bool run(struct host *host, struct seen *seen) {
    struct audience audience = {show, refuse_hand, seen};
    return host_run_session(host, &little, &audience);
}

/* Asserts that hand samples and outcome are the same with and without an audience; returns how many
 * frames were shown. The audience watches `looks` frames; 0: none. */
static int assert_same_before_an_audience(const struct bot *bot, uint64_t seed, int looks) {
    struct host *alone = open_drop(seed), *watched = open_drop(seed);
    struct seen seen = {.stops = looks, .stop = ATTENTION_ENDS};
    struct text hands = {0};
    host_seat(alone, 0, SITTER_BOT, bot);
    host_seat(watched, 0, SITTER_BOT, bot);
    assert_true(host_step(alone, &little, 4));
    assert_true(run(watched, &seen));
    host_close(watched, 4);
    log_print_hands(host_match(alone), 0, &hands);
    assert_true(hands.length > 0);
    assert_hands(watched, text_string(&hands));
    assert_memory_equal(match_entry(host_match(alone), 3).action,
                        match_entry(host_match(watched), 3).action, sizeof(struct null_action));
    assert_false(seen.had_hand);
    assert_int_equal(seen.last_frames, looks == 0);
    text_free(&hands);
    host_free(alone);
    host_free(watched);
    return seen.frames;
}

static void a_bots_hand_does_the_same_before_an_audience(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++)
        assert_int_equal(assert_same_before_an_audience(&null_bot_thrifty, seed, 0),
                         null_sim.ticks_max / null_sim.frame_every + 1);
}

static bool choose_nothing(const struct thinking *thinking, void *action) {
    (void)thinking, (void)action;
    return false;
}

static void steer_still(const struct thinking *thinking, const struct frame *frame,
                        struct hand *hand) {
    (void)thinking, (void)frame, (void)hand;
}

/* Writes every field of the hand, also the tick, which it must not set. */
static void steer_wholly(const struct thinking *thinking, const struct frame *frame,
                         struct hand *hand) {
    (void)thinking;
    *hand = (struct hand){.pose = {.at = {1000 * frame->tick}, .turned = {1000000, 0, 0, 0}},
                          .grip = frame->tick < 20};
}

/* Lets go where it is forbidden, again and again. */
static void steer_high(const struct thinking *thinking, const struct frame *frame,
                       struct hand *hand) {
    (void)thinking;
    hand->grip = frame->tick < 10;
    hand->pose.at[2] = 3000000;
}

static const struct bot handless = {.key = "handless", .choose = choose_nothing};
static const struct bot still_hand = {
    .key = "still", .choose = choose_nothing, .steer = steer_still};
static const struct bot whole_hand = {
    .key = "whole", .choose = choose_nothing, .steer = steer_wholly};
static const struct bot high_hand = {.key = "high", .choose = choose_nothing, .steer = steer_high};

static void so_does_one_that_keeps_still_or_is_refused(void **state) {
    (void)state;
    assert_same_before_an_audience(&handless, 1, 0);
    assert_same_before_an_audience(&still_hand, 1, 0);
    assert_same_before_an_audience(&whole_hand, 1, 0);
    assert_same_before_an_audience(&high_hand, 1, 0);
}

static void a_bots_hand_goes_on_when_nobody_looks_any_more(void **state) {
    (void)state;
    assert_int_equal(assert_same_before_an_audience(&null_bot_thrifty, 1, 3), 3);
    assert_int_equal(assert_same_before_an_audience(&whole_hand, 1, 2), 2);
}

static void looking_away_changes_nothing(void **state) {
    (void)state;
    struct host *host = open_drop(1), *whole = open_drop(1);
    struct seen some = {.stops = 3, .stop = ATTENTION_ENDS}, all = {0};
    host_seat(host, 0, SITTER_NOBODY, NULL);
    host_seat(whole, 0, SITTER_NOBODY, NULL);
    assert_true(run(host, &some));
    assert_true(run(whole, &all));
    host_close(host, 4);
    host_close(whole, 4);
    assert_int_equal(some.frames, 3);
    assert_true(all.frames > 3);
    assert_memory_equal(match_entry(host_match(host), 3).action,
                        match_entry(host_match(whole), 3).action, sizeof(struct null_action));
    host_free(host);
    host_free(whole);
}

/* Without an audience no time stands still for an awaited hand. */
static void looking_away_lets_an_awaited_hand_run_on(void **state) {
    (void)state;
    struct host *host = open_drop(1);
    struct seen seen = {.holds = 3, .x = 1, .stops = 2, .stop = ATTENTION_ENDS};
    struct text hands = {0}, expected = {0};
    assert_true(run(host, &seen));
    assert_int_equal(seen.frames, 2);
    assert_int_equal(seen.last_frames, 0);
    host_close(host, 4);
    text_put(&expected, "3 ");
    text_put_number(&expected, null_sim.ticks_max);
    log_print_hands(host_match(host), 0, &hands);
    assert_memory_equal(text_string(&hands), text_string(&expected), expected.length);
    text_free(&hands);
    text_free(&expected);
    host_free(host);
}

/* The first sample takes the coin; each of three frames moves it; then it is let go. */
static void a_person_steers_frame_by_frame(void **state) {
    (void)state;
    struct host *host = open_drop(1);
    struct seen seen = {.holds = 3, .x = 2500000};
    assert_true(run(host, &seen));
    int32_t ticks = seen.tick;
    host_close(host, 4);
    assert_true(seen.had_hand);
    struct text expected = {0};
    text_put(&expected, "3 ");
    text_put_number(&expected, ticks);
    text_put(&expected, " 0,2500001,0,0,1000000,0,0,0,1 2,2500002,0,0,1000000,0,0,0,1"
                        " 4,2500003,0,0,1000000,0,0,0,1 6,2500003,0,0,1000000,0,0,0,0\n");
    assert_hands(host, text_string(&expected));
    text_free(&expected);
    host_free(host);
}

static int patience; /* frames shown before the hand does something */

static enum attention hesitate(void *context, const struct frame *frame, bool is_last,
                               struct hand *hand) {
    struct seen *seen = context;
    (void)is_last;
    seen->same += frame->tick == seen->tick;
    seen->tick = frame->tick;
    seen->frames++;
    if (hand)
        hand->grip = seen->frames <= patience;
    return ATTENTION_STAYS;
}

static void time_stands_still_while_the_hand_is_awaited(void **state) {
    (void)state;
    struct host *host = open_drop(1);
    struct seen seen = {.tick = -1};
    patience = 10000; /* far more than a session has ticks */
    assert_true(host_run_session(host, &little, &(struct audience){hesitate, NULL, &seen}));
    assert_true(seen.same >= patience - 2);
    assert_true(seen.tick < null_sim.ticks_max); /* it was let go, and came to rest */
    host_close(host, 4);
    host_free(host);
}

static void a_refused_hand_is_told_why_and_the_last_one_holds(void **state) {
    (void)state;
    struct host *high = open_drop(1), *beyond = open_drop(1);
    struct seen seen = {.holds = 1, .z = 3000000, .stops = 5, .stop = ATTENTION_CUTS};
    assert_false(run(high, &seen));     /* release is forbidden there */
    assert_int_equal(seen.refusals, 3); /* once for each attempt */
    assert_string_equal(seen.why, "null.too_high");
    struct seen far = {.holds = 2, .x = -5000000};
    assert_true(run(beyond, &far));
    assert_int_equal(far.refusals, 2);
    assert_string_equal(far.why, "null.hand_beyond");
    host_close(beyond, 4);
    host_free(high);
    host_free(beyond);
}

static void a_person_who_leaves_leaves_nothing_behind(void **state) {
    (void)state;
    struct host *host = open_drop(1);
    struct host_wait wait;
    struct seen seen = {.holds = 9, .x = 1, .stops = 4, .stop = ATTENTION_CUTS};
    int length = match_length(host_match(host));
    assert_false(run(host, &seen));
    host_look(host, &wait);
    assert_true(wait.opens && !wait.runs);
    assert_int_equal(match_length(host_match(host)), length);
    assert_hands(host, "");
    host_free(host);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bots_hand_does_the_same_before_an_audience),
        cmocka_unit_test(so_does_one_that_keeps_still_or_is_refused),
        cmocka_unit_test(a_bots_hand_goes_on_when_nobody_looks_any_more),
        cmocka_unit_test(looking_away_changes_nothing),
        cmocka_unit_test(looking_away_lets_an_awaited_hand_run_on),
        cmocka_unit_test(a_person_steers_frame_by_frame),
        cmocka_unit_test(time_stands_still_while_the_hand_is_awaited),
        cmocka_unit_test(a_refused_hand_is_told_why_and_the_last_one_holds),
        cmocka_unit_test(a_person_who_leaves_leaves_nothing_behind),
    };
    return cmocka_run_group_tests_name("run", tests, NULL, NULL);
}
