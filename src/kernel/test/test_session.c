/* test_session.c: what session.h guarantees: hands, ticks, frames, repetition. */
#include "unit/test.h"

#include <stdlib.h>

#include <spelunke/session.h>

#include "games/null/null.h"

enum { UNIT = 1000000 };

static struct message why;

/* A session that only counts: its outcome is the number of steps and the sum of the hand samples. A
 * hand at x < 0 is forbidden, and one at 8 before tick 10. */
struct count {
    int steps;
    int32_t at;
};

static void *count_open(const void *state, struct rng *rng, const struct shelf *shelf) {
    struct count *count = calloc(1, sizeof *count);
    (void)shelf;
    count->at = (int32_t)(*(const int *)state + (int)rng_below(rng, 1));
    return count;
}

static bool count_hand(void *session, const struct hand *hand, struct message *reason) {
    struct count *count = session;
    if (hand->pose.at[0] < 0 || (hand->pose.at[0] == 8 && count->steps < 10))
        return refuse(reason, "null.hand_beyond");
    count->at = 10 * count->at + hand->pose.at[0];
    return true;
}

static bool count_step(void *session) {
    struct count *count = session;
    count->steps++;
    return true;
}

static void count_frame(const void *session, struct frame *out) {
    const struct count *count = session;
    frame_begin(out, count->steps, 1);
    out->bodies[0] = (struct pose){{count->at, 0, 0}, {UNIT, 0, 0, 0}};
}

static void count_close(void *session, void *outcome) {
    memcpy(outcome, session, sizeof(struct count));
    free(session);
}

enum { TICKS = 12 };
static const struct sim count_sim = {.hz = 5,
                                     .ticks_max = TICKS,
                                     .frame_every = 5,
                                     .open = count_open,
                                     .take_hand = count_hand,
                                     .step = count_step,
                                     .frame = count_frame,
                                     .close = count_close};
static const struct game count_game = {
    .sim = &count_sim, .state_size = sizeof(int), .action_size = sizeof(struct count)};

static struct rng dice_of(uint64_t entry) {
    struct rng rng;
    unsigned char key[KEY_BYTES] = {3};
    rng_open(&rng, key, entry, LANE_CHANCE);
    return rng;
}

static struct session *open_count(void) {
    struct rng dice = dice_of(4);
    return session_open(&count_game, &(int){0}, &dice, NULL);
}

static struct count close_count(struct session *session) {
    struct count count;
    session_close(session, &count);
    return count;
}

static struct hand at(int32_t tick, int32_t x) {
    return (struct hand){tick, {{x, 0, 0}, {UNIT, 0, 0, 0}}, false};
}

static enum taken say(struct session *session, int32_t tick, int32_t x) {
    struct hand sample = at(tick, x);
    return session_hand(session, &sample, &why);
}

static void a_session_has_exactly_its_ticks(void **state) {
    struct session *session = open_count();
    int ticks = 1;
    (void)state;
    while (session_tick(session))
        ticks++;
    assert_int_equal(ticks, TICKS);
    assert_true(session_over(session));
    assert_false(session_tick(session));
    assert_int_equal(session_ticks(session), TICKS);
    assert_int_equal(close_count(session).steps, TICKS);
    session = open_count();
    session_run(session, SESSION_END, NULL);
    assert_int_equal(close_count(session).steps, TICKS);
    session = open_count();
    session_follow(session, NULL, 0, TICKS + 1);
    assert_int_equal(close_count(session).steps, TICKS);
}

static void a_session_may_be_closed_at_any_tick(void **state) {
    (void)state;
    for (int ticks = 0; ticks <= TICKS; ticks++) {
        struct session *session = open_count();
        for (int i = 0; i < ticks; i++)
            session_tick(session);
        assert_int_equal(close_count(session).steps, ticks);
    }
}

static void frames_are_shown_every_so_many_ticks_and_at_the_end(void **state) {
    struct session *session = open_count();
    struct frame frame;
    struct text shown = {0};
    (void)state;
    do {
        if (session_shows(session)) {
            session_frame(session, &frame);
            text_put_number(&shown, frame.tick);
            text_put_char(&shown, ' ');
        }
    } while (session_tick(session));
    assert_true(session_shows(session));
    test_text(&shown, "0 5 10 ");
    text_free(&shown);
    close_count(session);
}

/* The session copies state and dice and does not need the caller's afterwards. */
static void a_session_is_opened_from_copies(void **state) {
    int start = 7;
    struct rng dice = dice_of(4), before = dice;
    struct session *session = session_open(&count_game, &start, &dice, NULL);
    (void)state;
    assert_memory_equal(dice.key, before.key, sizeof dice.key);
    assert_true(dice.stream == before.stream && dice.block == before.block &&
                dice.used == before.used);
    start = 0;
    memset(&dice, 0xff, sizeof dice);
    assert_int_equal(session_hands(session).entry, 4);
    assert_int_equal(close_count(session).at, 7);
}

static void a_sample_waits_for_its_tick(void **state) {
    struct session *session = open_count();
    struct frame frame;
    (void)state;
    assert_int_equal(say(session, 2, 3), HAND_TAKEN);
    assert_int_equal(say(session, 2, 4), HAND_TAKEN);
    assert_int_equal(say(session, 3, 5), HAND_TAKEN);
    static const int expected[] = {0, 0, 0, 34, 345, 345};
    for (int i = 0; i < 6; i++) {
        session_frame(session, &frame);
        assert_int_equal(frame.bodies[0].at[0], expected[i]);
        session_tick(session);
    }
    struct hands hands = session_hands(session);
    assert_int_equal(hands.count, 3);
    assert_int_equal(hands.ticks, 6);
    assert_int_equal(hands.samples[1].tick, 2);
    assert_int_equal(hands.samples[2].tick, 3);
    close_count(session);
}

static void a_late_sample_applies_at_the_current_tick(void **state) {
    struct session *session = open_count();
    (void)state;
    for (int i = 0; i < 4; i++)
        session_tick(session);
    assert_int_equal(say(session, 1, 6), HAND_TAKEN);
    struct hands hands = session_hands(session);
    assert_int_equal(hands.count, 1);
    assert_int_equal(hands.samples[0].tick, 4);
    assert_int_equal(close_count(session).at, 6);
}

/* A client may send one tick for all its samples: late ones apply as they arrive. */
static void late_samples_of_one_tick_are_never_too_many(void **state) {
    struct session *session = open_count();
    (void)state;
    session_tick(session);
    session_tick(session);
    for (int i = 0; i < 3 * HAND_SAMPLES_TICK; i++) {
        struct hand late = at(0, 0);
        late.pose.at[1] = i;
        assert_int_equal(session_hand(session, &late, &why), HAND_TAKEN);
        assert_int_equal(session_hand(session, &late, &why), HAND_IGNORED);
    }
    assert_int_equal(session_hands(session).count, 3 * HAND_SAMPLES_TICK);
    close_count(session);
}

/* A sample that was queued for the current tick waits until the tick is made: each of the two gets
 * its own verdict, in the order in which they arrived. */
static void a_sample_for_this_tick_is_judged_behind_one_that_waits_for_it(void **state) {
    struct session *session = open_count();
    (void)state;
    assert_int_equal(say(session, 2, -1), HAND_TAKEN); /* will be forbidden */
    session_tick(session);
    session_tick(session);
    assert_int_equal(say(session, 2, 5), HAND_TAKEN);
    assert_true(session_refused(session, &why));
    assert_string_equal(why.key, "null.hand_beyond");
    assert_int_equal(session_hands(session).count, 1);
    assert_int_equal(say(session, 4, 6), HAND_TAKEN);
    session_tick(session);
    session_tick(session);
    assert_int_equal(say(session, 4, -1), HAND_REFUSED);
    assert_false(session_refused(session, &why));
    assert_int_equal(close_count(session).at, 56);
}

/* Packets that are repeated, or overtaken by newer ones, do no harm. */
static void a_duplicate_is_ignored(void **state) {
    struct session *session = open_count();
    (void)state;
    assert_int_equal(say(session, 1, 1), HAND_TAKEN);
    assert_int_equal(say(session, 1, 2), HAND_TAKEN);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(say(session, 1, 1), HAND_IGNORED);
        assert_int_equal(say(session, 1, 2), HAND_IGNORED);
        session_tick(session);
    }
    assert_int_equal(say(session, 1, 3), HAND_TAKEN); /* the same tick, and new */
    assert_int_equal(say(session, 3, 4), HAND_TAKEN);
    assert_int_equal(say(session, 3, 4), HAND_IGNORED);
    assert_int_equal(say(session, 2, 5), HAND_IGNORED); /* something newer was sent */
    assert_int_equal(say(session, 4, 4), HAND_TAKEN);   /* the same place at another tick */
    while (session_tick(session))
        ;
    assert_int_equal(say(session, TICKS, 9), HAND_IGNORED);
    assert_int_equal(session_hands(session).count, 5);
    assert_int_equal(close_count(session).at, 12344);
}

static void assert_impossible(struct session *session, struct hand sample, const char *key) {
    why.key = NULL;
    assert_int_equal(session_hand(session, &sample, &why), HAND_REFUSED);
    assert_string_equal(why.key, key);
    assert_int_equal(session_hand(session, &sample, NULL), HAND_REFUSED);
}

static void an_impossible_sample_is_refused_with_the_reason(void **state) {
    struct session *session = open_count();
    (void)state;
    static const int32_t no_turn[][4] = {{0, 0, 0, 0},
                                         {989000, 0, 0, 0},
                                         {1010100, 0, 0, 0},
                                         {INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN},
                                         {INT32_MAX, INT32_MAX, 0, 0},
                                         {UNIT, UNIT, 0, 0}};
    static const int32_t turn[][4] = {{-UNIT, 0, 0, 0},
                                      {991000, 0, 0, 0},
                                      {500000, -500000, 500000, -500000},
                                      {0, 0, 0, 1009000}};
    for (size_t i = 0; i < sizeof no_turn / sizeof *no_turn; i++) {
        struct hand bad = at(0, 1);
        memcpy(bad.pose.turned, no_turn[i], sizeof no_turn[i]);
        assert_impossible(session, bad, "kernel.hand_pose");
    }
    for (size_t i = 0; i < sizeof turn / sizeof *turn; i++) {
        struct hand good = at(0, 1);
        memcpy(good.pose.turned, turn[i], sizeof turn[i]);
        assert_int_equal(session_hand(session, &good, &why), HAND_TAKEN);
    }
    assert_impossible(session, at(0, HAND_FAR + 1), "kernel.hand_pose");
    assert_impossible(session, at(0, INT32_MIN), "kernel.hand_pose");
    assert_impossible(session, at(6, 1), "kernel.hand_tick"); /* a second is 5 ticks */
    assert_impossible(session, at(INT32_MAX, 1), "kernel.hand_tick");
    assert_int_equal(say(session, 5, HAND_FAR), HAND_TAKEN);
    assert_int_equal(session_hands(session).count, 4);
    close_count(session);
    session = open_count();
    assert_impossible(session, at(-1, 1), "kernel.hand_tick");
    assert_impossible(session, at(INT32_MIN, 1), "kernel.hand_tick");
    close_count(session);
}

static void too_many_samples_are_refused(void **state) {
    struct sim slow = count_sim;
    struct game game = count_game;
    struct rng dice = dice_of(0);
    (void)state;
    slow.ticks_max = HAND_SAMPLES_MAX;
    game.sim = &slow;
    struct session *session = session_open(&game, &(int){0}, &dice, NULL);
    int said = 0;
    for (int tick = 0; said < HAND_SAMPLES_MAX; tick++) {
        for (int i = 0; i < HAND_SAMPLES_TICK; i++, said++)
            assert_int_equal(say(session, tick, i == 0 ? 0 : -i),
                             i == 0 ? HAND_TAKEN : HAND_REFUSED);
        if (said < HAND_SAMPLES_MAX)
            assert_impossible(session, at(tick, HAND_SAMPLES_TICK), "kernel.hand_many");
        session_tick(session);
    }
    assert_impossible(session, at(session_ticks(session), 1), "kernel.hand_many");
    assert_int_equal(session_hands(session).count, HAND_SAMPLES_MAX / HAND_SAMPLES_TICK);
    close_count(session);
}

static void what_the_rules_forbid_is_reported_with_their_reason(void **state) {
    struct session *session = open_count();
    (void)state;
    assert_int_equal(say(session, 0, 2), HAND_TAKEN);
    assert_int_equal(say(session, 0, -1), HAND_REFUSED);
    assert_string_equal(why.key, "null.hand_beyond");
    assert_int_equal(say(session, 0, -1), HAND_IGNORED);
    assert_int_equal(say(session, 2, -2), HAND_TAKEN); /* nobody knows yet */
    assert_int_equal(say(session, 2, 3), HAND_TAKEN);
    session_tick(session);
    session_tick(session);
    assert_false(session_refused(session, &why));
    session_tick(session);
    why.key = NULL;
    assert_true(session_refused(session, &why));
    assert_string_equal(why.key, "null.hand_beyond");
    assert_false(session_refused(session, &why));
    assert_int_equal(session_hands(session).count, 2);
    assert_int_equal(close_count(session).at, 23);
}

/* Always sends the same. */
struct stubborn {
    struct session *session;
    struct steered steered;
    int32_t at;
    int calls;
};

static enum attention steer_stubbornly(void *context, const struct frame *frame) {
    struct stubborn *stubborn = context;
    struct hand before = stubborn->steered.hand;
    assert_int_equal(frame->tick, 5 * stubborn->calls++);
    stubborn->steered.hand.pose.at[0] = stubborn->at;
    steered_send(&stubborn->steered, &before, stubborn->session);
    return ATTENTION_STAYS;
}

/* It retries what was forbidden, and does not repeat what is in effect. */
static void a_steered_hand_looks_at_shown_frames(void **state) {
    static const struct { int32_t at, count, tick; } cases[] = {{1, 1, 0}, {8, 1, 10}, {-1, 0, 0}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct session *session = open_count();
        struct stubborn stubborn = {session, steered_start(), cases[i].at, 0};
        assert_int_equal(stubborn.steered.hand.pose.turned[0], UNIT);
        assert_true(
            session_run(session, SESSION_END, &(struct attendant){steer_stubbornly, &stubborn}));
        assert_int_equal(stubborn.calls, 3);
        struct hands hands = session_hands(session);
        assert_int_equal(hands.count, cases[i].count);
        if (hands.count)
            assert_int_equal(hands.samples[0].tick, cases[i].tick);
        close_count(session);
    }
}

/* Returns, for each shown frame in order, how the session continues. */
struct looks {
    const enum attention *answers;
    int32_t ticks[8];
    int count;
};

static enum attention look(void *context, const struct frame *frame) {
    struct looks *looks = context;
    looks->ticks[looks->count] = frame->tick;
    return looks->answers[looks->count++];
}

/* No tick passes while the attendant waits; after ATTENTION_ENDS it is not called again; a cut
 * session stays where it is, and one that stops at a tick continues from there. */
static void an_attendant_says_how_a_session_goes_on(void **state) {
    static const struct {
        enum attention answers[4];
        int32_t until, ticks[4];
        int count;
        bool is_run;
        int32_t stops;
    } cases[] = {
        {{ATTENTION_STAYS, ATTENTION_WAITS, ATTENTION_STAYS, ATTENTION_STAYS},
         SESSION_END,
         {0, 5, 5, 10},
         4,
         true,
         TICKS},
        {{ATTENTION_STAYS, ATTENTION_ENDS}, SESSION_END, {0, 5}, 2, true, TICKS},
        {{ATTENTION_STAYS, ATTENTION_CUTS}, SESSION_END, {0, 5}, 2, false, 5},
        {{ATTENTION_STAYS, ATTENTION_STAYS}, 7, {0, 5}, 2, true, 7},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session *session = open_count();
        struct looks looks = {.answers = cases[i].answers};
        assert_int_equal(session_run(session, cases[i].until, &(struct attendant){look, &looks}),
                         cases[i].is_run);
        assert_int_equal(looks.count, cases[i].count);
        assert_memory_equal(looks.ticks, cases[i].ticks, (size_t)looks.count * sizeof(int32_t));
        assert_int_equal(session_ticks(session), cases[i].stops);
        close_count(session);
    }
}

/* Whatever was sent, in whatever order: the stored samples repeat the session. */
static void the_kept_samples_repeat_the_session(void **state) {
    struct rng rng = dice_of(9);
    (void)state;
    for (int i = 0; i < 300; i++) {
        struct session *session = open_count(), *again = open_count();
        int ticks = (int)rng_below(&rng, TICKS + 1);
        for (int tick = 0; tick <= ticks; tick++) {
            for (uint32_t said = rng_below(&rng, 4); said > 0; said--)
                say(session, tick + (int32_t)rng_below(&rng, 8) - 3,
                    (int32_t)rng_below(&rng, 10) - 1);
            if (tick < ticks)
                session_tick(session);
        }
        struct hands hands = session_hands(session), read;
        struct text line = {0}, twice = {0};
        hands_print(&hands, &line);
        const char *from = text_string(&line);
        assert_true(hands_parse(&from, &read));
        assert_string_equal(from, "");
        hands_print(&read, &twice);
        assert_string_equal(text_string(&line), text_string(&twice));
        session_follow(again, read.samples, read.count, read.ticks);
        struct count first = close_count(session), second = close_count(again);
        assert_memory_equal(&first, &second, sizeof first);
        hands_free(&read);
        text_free(&line);
        text_free(&twice);
    }
}

/* Taken samples stay valid when the session is closed, which is all that can still be done with
 * it. */
static void taken_samples_outlive_the_session(void **state) {
    struct session *session = open_count();
    (void)state;
    say(session, 0, 7);
    session_tick(session);
    struct hands hands = session_take_hands(session);
    assert_true(session_over(session));
    assert_int_equal(session_hands(session).count, 0);
    assert_false(session_tick(session));
    close_count(session);
    assert_int_equal(hands.ticks, 1);
    assert_int_equal(hands.count, 1);
    assert_int_equal(hands.samples[0].pose.at[0], 7);
    hands_free(&hands);
}

/* Null game: N-6 and the table of its frames. */
static void a_frame_says_what_cannot_be_seen(void **state) {
    struct match *match = test_drop(5);
    struct session *session = match_open_session(match);
    struct frame frame;
    struct hand high = at(0, 2500000);
    (void)state;
    session_frame(session, &frame);
    assert_int_equal(frame.phase, NULL_SHOWS_SLIDE);
    assert_int_equal(frame.held, -1);
    assert_false(frame.awaits_hand);
    high.grip = true;
    high.pose.at[2] = 2000001;
    assert_int_equal(session_hand(session, &high, &why), HAND_TAKEN);
    session_frame(session, &frame);
    assert_int_equal(frame.phase, NULL_SHOWS_HELD);
    assert_int_equal(frame.held, 0);
    assert_true(frame.awaits_hand);
    assert_int_equal(frame.slow, 1);
    assert_int_equal(frame.fall_count, 0);
    assert_int_equal(say(session, 1, 0), HAND_TAKEN); /* lets go */
    session_tick(session);
    assert_int_equal(frame.release, 1);
    session_tick(session);
    assert_true(session_refused(session, &why));
    assert_string_equal(why.key, null_sim.refusals[frame.release - 1]);
    session_frame(session, &frame);
    assert_int_equal(frame.held, 0); /* it stays in the hand */
    high.tick = 2;
    high.pose.at[2] = 2000000;
    assert_int_equal(session_hand(session, &high, &why), HAND_TAKEN);
    session_frame(session, &frame);
    assert_int_equal(frame.release, 0);
    assert_int_equal(say(session, 3, 0), HAND_TAKEN);
    session_tick(session);
    session_tick(session);
    assert_false(session_refused(session, &why));
    session_frame(session, &frame);
    assert_int_equal(frame.held, -1);
    assert_int_equal(match_play_session(match, session, NULL, NULL, &why), VERDICT_PLAYED);
    match_free(match);
}

static void a_slow_deal_falls_in_slow_time(void **state) {
    struct match *match = test_match(&null_game, 5, 2, (const char *[]){"slow_deal", "on", NULL});
    struct session *session = match_open_session(match);
    struct frame frame;
    (void)state;
    for (int tick = 0; tick <= 30; tick++) {
        session_frame(session, &frame);
        assert_int_equal(frame.phase, NULL_SHOWS_DEAL);
        assert_int_equal(frame.slow, tick < 20 ? 1 : 4);
        assert_int_equal(frame.fall_count, 1);
        assert_int_equal(frame.falls[0].body, 0);
        assert_int_equal(frame.falls[0].ticks, 30 - tick);
        session_tick(session);
    }
    assert_true(session_over(session));
    assert_int_equal(match_play_session(match, session, NULL, NULL, &why), VERDICT_PLAYED);
    struct text hands = {0};
    log_print_hands(match, 0, &hands);
    assert_int_equal(hands.length, 0); /* nobody had a hand in it */
    text_free(&hands);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_has_exactly_its_ticks),
        cmocka_unit_test(a_session_may_be_closed_at_any_tick),
        cmocka_unit_test(frames_are_shown_every_so_many_ticks_and_at_the_end),
        cmocka_unit_test(a_session_is_opened_from_copies),
        cmocka_unit_test(a_sample_waits_for_its_tick),
        cmocka_unit_test(a_late_sample_applies_at_the_current_tick),
        cmocka_unit_test(late_samples_of_one_tick_are_never_too_many),
        cmocka_unit_test(a_sample_for_this_tick_is_judged_behind_one_that_waits_for_it),
        cmocka_unit_test(a_duplicate_is_ignored),
        cmocka_unit_test(an_impossible_sample_is_refused_with_the_reason),
        cmocka_unit_test(too_many_samples_are_refused),
        cmocka_unit_test(what_the_rules_forbid_is_reported_with_their_reason),
        cmocka_unit_test(a_steered_hand_looks_at_shown_frames),
        cmocka_unit_test(an_attendant_says_how_a_session_goes_on),
        cmocka_unit_test(the_kept_samples_repeat_the_session),
        cmocka_unit_test(taken_samples_outlive_the_session),
        cmocka_unit_test(a_frame_says_what_cannot_be_seen),
        cmocka_unit_test(a_slow_deal_falls_in_slow_time),
    };
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
