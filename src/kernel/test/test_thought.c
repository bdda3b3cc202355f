/* test_thought.c: bots in a match: what they are asked, that they may decline, and that they give
 * the same result in any thread. */
#include "unit/test.h"

#include <pthread.h>
#include <stdlib.h>

#include <spelunke/must.h>
#include <spelunke/thought.h>

#include "games/drachen/drachen.h"
#include "games/null/null.h"

static struct message why;

enum { THOUGHTS = 120, THREADS = 2 };

/* The work of one thread: every second question from one on. */
struct share {
    struct thought **thoughts;
    int count, from, step;
    struct dr_action *actions;
    bool *acts;
};

static void *think(void *context) {
    struct share *share = context;
    struct budget budget = {.effort = 2};
    for (int i = share->from; i < share->count; i += share->step)
        share->acts[i] = thought_run(share->thoughts[i], &budget, &share->actions[i]);
    return NULL;
}

/* Asks every seat that may act, while the match continues. */
static int collect(struct match *match, struct thought *thoughts[THOUGHTS]) {
    const struct bot *regular = game_bot(&drachen_game, "regular");
    struct budget budget = {0};
    int count = 0;
    for (test_draw(match); !match_over(match) && count < THOUGHTS; test_draw(match)) {
        struct dr_action action;
        struct turn turn;
        match_turn(match, &turn);
        for (int seat = 0; seat < DR_SEATS && count < THOUGHTS; seat++) {
            struct thought *thought = match_think(match, regular, seat, NULL, &why);
            if (!thought)
                continue;
            assert_int_equal(thought_seat(thought), seat);
            thoughts[count++] = thought;
        }
        int seat = __builtin_ctz(turn.seats);
        assert_int_equal(match_choose(match, &bot_random, seat, NULL, &budget, &action, &why),
                         VERDICT_PLAYED);
        assert_int_equal(match_play(match, seat, &action, NULL, NULL, &why), VERDICT_PLAYED);
    }
    return count;
}

static void two_threads_think_as_one_does(void **state) {
    (void)state;
    struct match *match = test_match(&drachen_game, 4, DR_SEATS, NULL);
    struct thought *thoughts[THOUGHTS];
    static struct dr_action alone[THOUGHTS], together[THOUGHTS];
    bool alone_acts[THOUGHTS] = {0}, together_acts[THOUGHTS] = {0};
    pthread_t threads[THREADS];
    struct share shares[THREADS];
    int count = collect(match, thoughts);
    match_free(match); /* thoughts are copies and need nothing of the match */
    assert_int_equal(count, THOUGHTS);
    for (int i = 0; i < THREADS; i++) {
        shares[i] = (struct share){thoughts, count, i, THREADS, together, together_acts};
        assert_int_equal(pthread_create(&threads[i], NULL, think, &shares[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    think(&(struct share){thoughts, count, 0, 1, alone, alone_acts});
    assert_memory_equal(alone_acts, together_acts, sizeof alone_acts);
    for (int i = 0; i < count; i++) {
        if (alone_acts[i])
            assert_memory_equal(&alone[i], &together[i], sizeof alone[i]);
        thought_free(thoughts[i]);
    }
}

static void a_thought_answers_as_match_choose_does(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct match *match = test_match(&null_game, seed, 3, NULL);
        struct budget budget = {0};
        struct null_action chosen = {0}, thought_of = {0};
        test_draw(match);
        struct thought *thought = match_think(match, &bot_random, 1, NULL, &why);
        assert_non_null(thought);
        assert_int_equal(match_choose(match, &bot_random, 1, NULL, &budget, &chosen, &why),
                         VERDICT_PLAYED);
        assert_true(thought_run(thought, &budget, &thought_of));
        assert_memory_equal(&chosen, &thought_of, sizeof chosen);
        test_play(match, 0, "bid 1");
        memset(&thought_of, 0, sizeof thought_of);
        assert_true(thought_run(thought, &budget, &thought_of)); /* the match has moved on */
        assert_memory_equal(&chosen, &thought_of, sizeof chosen);
        thought_free(thought);
        match_free(match);
    }
}

static void nobody_thinks_who_is_not_asked(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 2, 2, NULL);
    assert_null(match_think(match, &bot_random, 0, NULL, &why));
    assert_string_equal(why.key, "kernel.not_your_turn");
    test_draw(match);
    test_play(match, 0, "ring");
    test_play(match, 0, "bid 0");
    assert_null(match_think(match, &bot_random, 0, NULL, &why));
    assert_string_equal(why.key, "kernel.not_your_turn");
    match_free(match);
}

/* Where it only may act, `random` interrupts one time in eight. */
static void random_mostly_declines(void **state) {
    (void)state;
    int acted = 0;
    for (uint64_t seed = 0; seed < 800; seed++) {
        struct match *match = test_match(&null_game, seed, 2, NULL);
        struct budget budget = {0};
        struct null_action action;
        test_draw(match);
        test_play(match, 0, "bid 0");
        enum verdict verdict = match_choose(match, &bot_random, 0, NULL, &budget, &action, &why);
        assert_true(verdict == VERDICT_PLAYED || verdict == VERDICT_DECLINED);
        acted += verdict == VERDICT_PLAYED;
        match_free(match);
    }
    assert_in_range(acted, 60, 140);
}

/* A bot that stores what it saw, and shows by its action whether it got it back. */
static void *note_sit(const struct game *game, int seat) {
    int *memory = must_alloc(sizeof *memory);
    assert_ptr_equal(game, &null_game);
    *memory = 100 + seat;
    return memory;
}

static bool note_choose(const struct thinking *thinking, void *action) {
    const int *memory = thinking->memory;
    assert_int_equal(*memory, 100 + thinking->seat);
    assert_int_equal(thinking->budget->effort, 7);
    ((struct null_action *)action)->verb = NULL_BID;
    return true;
}

static void note_steer(const struct thinking *thinking, const struct frame *frame,
                       struct hand *hand) {
    const int *memory = thinking->memory;
    assert_int_equal(*memory, 100 + thinking->seat);
    assert_int_equal(thinking->budget->effort, 7);
    hand->grip = frame->tick < 1;
}

static void a_bot_has_its_memory_and_its_budget(void **state) {
    (void)state;
    static const struct bot bot = {
        .key = "note", .sit = note_sit, .leave = free, .choose = note_choose, .steer = note_steer};
    struct match *match = test_match(&null_game, 5, 2, NULL);
    struct budget budget = {.effort = 7};
    struct null_action action;
    void *memories[2];
    test_draw(match);
    for (int seat = 0; seat < 2; seat++) {
        memories[seat] = bot_sit(&bot, &null_game, seat);
        assert_int_equal(match_choose(match, &bot, seat, memories[seat], &budget, &action, &why),
                         VERDICT_PLAYED);
        assert_int_equal(match_play(match, seat, &action, NULL, NULL, &why), VERDICT_PLAYED);
    }
    struct turn turn;
    match_turn(match, &turn);
    assert_int_equal(turn.kind, TURN_SIM);
    assert_int_equal(
        match_draw_steered(match, &bot, memories[turn.control], &budget, NULL, NULL, &why),
        VERDICT_PLAYED);
    for (int seat = 0; seat < 2; seat++)
        bot_leave(&bot, memories[seat]);
    assert_null(bot_sit(&bot_random, &null_game, 0));
    bot_leave(&bot_random, NULL);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_threads_think_as_one_does),
        cmocka_unit_test(a_thought_answers_as_match_choose_does),
        cmocka_unit_test(nobody_thinks_who_is_not_asked),
        cmocka_unit_test(random_mostly_declines),
        cmocka_unit_test(a_bot_has_its_memory_and_its_budget),
    };
    return cmocka_run_group_tests_name("thought", tests, NULL, NULL);
}
