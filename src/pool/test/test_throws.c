/* Real throws through the pool: they are the same with it and without, whatever it contains and
 * however many threads throw at once. */
#include "folder.h"

#include <pthread.h>

#include <spelunke/recording.h>

#include "games/polterfass/film.h"

/* FNV-1a, to compare two results. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

/* All frames of a throw of the barrels in this cup, and its outcome. */
static uint64_t hash_throw(uint16_t cup, const struct shelf *shelf) {
    struct pf_state table = {.cup = cup};
    struct pf_action outcome = {0};
    struct frame frame = {0};
    struct rng rng;
    unsigned char key[KEY_BYTES] = {(unsigned char)cup};
    uint64_t hash = 0xcbf29ce484222325u;
    rng_open(&rng, key, 0, LANE_CHANCE);
    void *session = pf_sim.open(&table, &rng, shelf);
    for (bool goes_on = true; goes_on;) {
        pf_sim.frame(session, &frame);
        hash = hash_bytes(hash, &frame, sizeof frame);
        goes_on = pf_sim.step(session);
    }
    pf_sim.frame(session, &frame);
    hash = hash_bytes(hash, &frame, sizeof frame);
    pf_sim.close(session, &outcome);
    return hash_bytes(hash, &outcome, sizeof outcome);
}

static void a_throw_from_the_pool_is_the_throw(void **state) {
    static const uint16_t cups[] = {0x1ff, 0x0f0, 0x021, 0x100};
    struct pool *pool = pool_open(&(struct pool_plan){.game = &polterfass_game, .folder = *state});
    struct pool_facts facts;
    assert_non_null(pool);
    for (size_t i = 0; i < sizeof cups / sizeof *cups; i++) {
        uint64_t alone = hash_throw(cups[i], NULL);
        assert_true(hash_throw(cups[i], pool_shelf(pool)) == alone);
        assert_true(hash_throw(cups[i], pool_shelf(pool)) == alone);
    }
    assert_true(pool_look(pool, &facts));
    for (int kind = 0; kind < PF_BARRELS; kind++)
        assert_int_equal(facts.kinds[kind].takes, kind == 0 || kind == 5 || kind >= 7);
    pool_close(pool);
}

static struct recording *make_misfit(void) {
    struct recording *misfit = recording_new(THROW_HZ, 1, 2);
    recording_add(misfit, &(struct frame){.count = 2, .slow = 1, .held = -1});
    recording_end(misfit, "", 0);
    return misfit;
}

/* The pool cannot notice it: valid, but a throw with another number of barrels. */
static void what_does_not_fit_is_replaced(void **state) {
    const uint16_t cup = 0x100;
    struct pool *pool = pool_open(&(struct pool_plan){.game = &polterfass_game, .folder = *state});
    const struct shelf *shelf = pool_shelf(pool);
    struct recording *misfit = make_misfit();
    struct rng rng;
    rng_open(&rng, (unsigned char[KEY_BYTES]){(unsigned char)cup}, 0, LANE_CHANCE);
    int take = film_take(1, (int)rng_below(&rng, THROWS));
    shelf->keep(shelf->context, take, misfit);
    assert_true(hash_throw(cup, shelf) == hash_throw(cup, NULL));
    struct recording *found = shelf->find(shelf->context, take);
    assert_true(found && film_fits(found, 1));
    recording_free(found);
    recording_free(misfit);
    assert_trouble(pool, NULL);
    pool_close(pool);
}

/* Real throws. Each task plays the first rolls of a match of its own. */
struct task {
    uint64_t seed;
    const struct shelf *shelf;
    struct text log;
};

static void *play_task(void *context) {
    struct task *task = context;
    struct match *match =
        test_match(&polterfass_game, task->seed, 3, (const char *[]){"barrels", "physics", NULL});
    struct turn turn;
    match_set_shelf(match, task->shelf);
    test_draw(match);
    match_turn(match, &turn);
    for (int seat = 0; seat < 3; seat++)
        if (turn.seats >> seat & 1)
            test_play(match, seat, "order 1");
    test_play(match, 0, "again");
    test_draw(match);
    log_print(match, false, &task->log);
    match_free(match);
    return NULL;
}

static void two_threads_with_one_pool_play_what_one_plays_without(void **state) {
    struct pool *pool = pool_open(&(struct pool_plan){.game = &polterfass_game, .folder = *state});
    struct task alone[2] = {{5, NULL, {0}}, {6, NULL, {0}}};
    pthread_t threads[2];
    assert_non_null(pool);
    for (int i = 0; i < 2; i++)
        play_task(&alone[i]);
    for (int round = 0; round < 2; round++) { /* the second finds what the first stored */
        struct task tasks[2] = {{5, pool_shelf(pool), {0}}, {6, pool_shelf(pool), {0}}};
        for (int i = 0; i < 2; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, play_task, &tasks[i]), 0);
        for (int i = 0; i < 2; i++) {
            pthread_join(threads[i], NULL);
            assert_string_equal(text_string(&tasks[i].log), text_string(&alone[i].log));
            text_free(&tasks[i].log);
        }
    }
    for (int i = 0; i < 2; i++)
        text_free(&alone[i].log);
    struct pool_facts facts;
    assert_true(pool_look(pool, &facts));
    assert_true(facts.kinds[0].takes >= 2);
    assert_trouble(pool, NULL);
    pool_close(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        POOL_TEST(a_throw_from_the_pool_is_the_throw),
        POOL_TEST(what_does_not_fit_is_replaced),
        POOL_TEST(two_threads_with_one_pool_play_what_one_plays_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
