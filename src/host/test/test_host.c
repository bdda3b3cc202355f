/* test_host.c: a host without any client: random tables of computer players and scripted people,
 * drivers that answer late, bots that leave, sessions that are cut, deadlines. */
#include "driver.h"

#include <stdlib.h>

#include "games/null/null.h"

/* A person plays a random legal action. */
static void play_person(struct host *host, int seat, struct rng *rng, int64_t now) {
    struct match *match = host_match(host);
    struct actions legal = actions_new(match_game(match));
    struct text action = {0};
    match_legal(match, seat, &legal);
    assert_true(legal.count > 0);
    match_game(match)->print_action(actions_at(&legal, (int)rng_below(rng, (uint32_t)legal.count)),
                                    &action);
    uint32_t ask = rng_below(rng, 2) ? match_ask(match, seat) : 0;
    assert_int_equal(host_play(host, seat, ask, text_string(&action), now, NULL), VERDICT_PLAYED);
    text_free(&action);
    actions_free(&legal);
}

/* A few thoughts in progress, as in worker threads. */
struct workers {
    struct thought *thoughts[4 * SEATS_MAX];
    int count;
};

static void finish_thought(struct driver *driver, struct workers *workers, int index) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct thought *thought = workers->thoughts[index];
    workers->thoughts[index] = workers->thoughts[--workers->count];
    bool acts = thought_run(thought, &little, action);
    host_thought(driver->host, thought, acts ? action : NULL);
}

/* Does one of the possible steps at random; false: the match is over. */
static bool move_somehow(struct driver *driver, struct workers *workers, struct rng *rng,
                         int64_t now) {
    struct host *host = driver->host;
    struct host_wait wait;
    struct thought *hand;
    host_look(host, &wait);
    if (wait.is_over)
        return false;
    if (workers->count && rng_below(rng, 2)) {
        finish_thought(driver, workers, (int)rng_below(rng, (uint32_t)workers->count));
    } else if (wait.thinks && workers->count < 3 * SEATS_MAX && rng_below(rng, 2)) {
        workers->thoughts[workers->count++] = host_think(host, __builtin_ctz(wait.thinks));
    } else if (wait.people && rng_below(rng, 2)) {
        play_person(host, __builtin_ctz(wait.people), rng, now);
    } else if (wait.nobody) {
        assert_int_equal(host_idle(host, __builtin_ctz(wait.nobody), now, NULL), VERDICT_PLAYED);
    } else if (wait.next >= 0) {
        host_move(host, wait.next, now);
    } else if (wait.draws) {
        host_draw(host, now);
    } else if (wait.opens) {
        struct session *session = host_open(host, &hand);
        for (int tick = (int)rng_below(rng, 40); tick > 0 && session_tick(session); tick--)
            ;
    } else if (wait.runs && rng_below(rng, 4) == 0) {
        host_cut(host);
    } else if (wait.runs) {
        host_close(host, now);
    }
    return true;
}

static void seat_somehow(struct host *host, struct rng *rng) {
    const struct game *game = match_game(host_match(host));
    int bots = 0;
    while (game->bots[bots])
        bots++;
    for (int seat = 0; seat < match_setup(host_match(host))->seats; seat++) {
        uint32_t drawn = rng_below(rng, 4);
        enum sitter sitter = drawn == 0 ? SITTER_PERSON : drawn == 1 ? SITTER_NOBODY : SITTER_BOT;
        const struct bot *bot = game->bots[rng_below(rng, (uint32_t)bots)];
        host_seat(host, seat, sitter, sitter == SITTER_BOT ? bot : NULL);
    }
}

/* Frees the host with its thoughts and session, and continues with another one from what the sink
 * has stored. */
static void restart(struct driver *driver, struct workers *workers, struct rng *rng) {
    while (workers->count)
        finish_thought(driver, workers, 0);
    struct match *again = rebuild(&driver->kept);
    assert_same_match(host_match(driver->host), again);
    host_free(driver->host);
    driver->kept.match = again;
    driver->host = host_new(again, &driver->sink);
    seat_somehow(driver->host, rng);
}

static void play_random_table(const struct game *game, uint64_t number) {
    struct driver driver;
    struct workers workers = {0};
    struct rng rng;
    unsigned char key[KEY_BYTES] = {(unsigned char)number, (unsigned char)(number >> 8)};
    int64_t now = 1000;
    rng_open(&rng, key, 0, 0);
    driver_open(&driver, test_match(game, number, game->seats_max, NULL));
    seat_somehow(driver.host, &rng);
    while (move_somehow(&driver, &workers, &rng, now++)) {
        if (rng_below(&rng, 24) == 0)
            restart(&driver, &workers, &rng);
        if (rng_below(&rng, 24) == 0)
            seat_somehow(driver.host, &rng);
        assert_true(now < 200000);
    }
    while (workers.count)
        finish_thought(&driver, &workers, 0);
    assert_kept(&driver);
    driver_close(&driver);
}

static void random_tables_reach_their_end_through_restarts(void **state) {
    (void)state;
    for (const struct game *const *game = game_list; *game; game++)
        for (uint64_t number = 1; number <= 6; number++)
            play_random_table(*game, number);
}

static int sitting;

static void *sit_counted(const struct game *game, int seat) {
    (void)game, (void)seat;
    sitting++;
    return malloc(1);
}

static void leave_counted(void *memory) {
    sitting--;
    free(memory);
}

static bool choose_nothing(const struct thinking *thinking, void *action) {
    *(unsigned char *)thinking->memory = 1; /* still there */
    ((struct null_action *)action)->verb = NULL_BID;
    return true;
}

static void steer_nothing(const struct thinking *thinking, const struct frame *frame,
                          struct hand *hand) {
    (void)frame, (void)hand;
    *(unsigned char *)thinking->memory = 2;
}

static const struct bot counted = {.key = "counted",
                                   .sit = sit_counted,
                                   .leave = leave_counted,
                                   .choose = choose_nothing,
                                   .steer = steer_nothing};

static void a_bot_that_leaves_while_it_thinks_keeps_its_memory_until_then(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    open_bids(&driver);
    host_seat(driver.host, 1, SITTER_BOT, &counted);
    struct thought *thought = host_think(driver.host, 1);
    host_seat(driver.host, 1, SITTER_PERSON, NULL);
    assert_int_equal(sitting, 1);
    assert_true(thought_run(thought, &little, action));
    host_thought(driver.host, thought, action);
    assert_int_equal(sitting, 0);
    host_look(driver.host, &wait);
    assert_int_equal(wait.people, 3);
    assert_int_equal(wait.ready, 0); /* the person decides */
    driver_close(&driver);
}

static void open_drop(struct driver *driver) {
    open_bids(driver);
    host_seat(driver->host, 0, SITTER_BOT, &counted);
    assert_int_equal(host_play(driver->host, 0, 0, "bid 2", 5, NULL), VERDICT_PLAYED);
    assert_int_equal(host_play(driver->host, 1, 0, "bid 1", 5, NULL), VERDICT_PLAYED);
}

static void a_session_that_is_cut_begins_again(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    struct thought *hand;
    struct frame first, again;
    open_drop(&driver);
    struct session *session = host_open(driver.host, &hand);
    assert_non_null(hand);
    session_frame(session, &first);
    session_tick(session);
    host_look(driver.host, &wait);
    assert_true(wait.runs && !wait.opens);
    host_cut(driver.host);
    host_look(driver.host, &wait);
    assert_true(wait.opens && !wait.runs);
    assert_int_equal(driver.kept.entries, 3);
    session = host_open(driver.host, &hand);
    session_frame(session, &again);
    assert_memory_equal(first.bodies, again.bodies, sizeof first.bodies[0]);
    host_seat(driver.host, 0, SITTER_BOT, &counted); /* the hand still uses its memory */
    assert_int_equal(sitting, 2);
    host_seat(driver.host, 0, SITTER_PERSON, NULL); /* it is freed with the last user */
    assert_int_equal(sitting, 1);
    thought_steer(hand, &little, session);
    assert_int_equal(sitting, 1);
    host_close(driver.host, 9);
    assert_int_equal(sitting, 0);
    assert_int_equal(driver.kept.entries, 4);
    assert_true(driver.kept.hands.length > 0);
    assert_stamp(driver.host, 3, 9, ACTOR_UNKNOWN);
    assert_kept(&driver);
    driver_close(&driver);
}

/* A bot that steers is also thinking: its memory stays until the thought is returned. */
static void a_bot_that_has_steered_can_leave_while_it_thinks(void **state) {
    (void)state;
    struct driver driver;
    struct thought *hand;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    open_drop(&driver);
    struct session *session = host_open(driver.host, &hand);
    thought_steer(hand, &little, session);
    host_close(driver.host, 9);
    host_draw(driver.host, 10);
    assert_stamp(driver.host, 4, 10, ACTOR_UNKNOWN);
    struct thought *thought = host_think(driver.host, 0);
    host_seat(driver.host, 0, SITTER_PERSON, NULL);
    assert_int_equal(sitting, 1);
    assert_true(thought_run(thought, &little, action));
    host_thought(driver.host, thought, action);
    assert_int_equal(sitting, 0);
    driver_close(&driver);
}

/* A chance that takes time is a session and is never drawn at once. */
static void a_slow_deal_is_a_session(void **state) {
    (void)state;
    static const char *const options[] = {"slow_deal", "on", NULL};
    struct driver driver;
    struct host_wait wait;
    driver_open(&driver, test_match(&null_game, 1, 2, options));
    host_look(driver.host, &wait);
    assert_true(wait.opens && !wait.draws);
    assert_true(host_step(driver.host, &little, 1));
    assert_int_equal(driver.kept.entries, 1);
    driver_close(&driver);
}

static void seats_without_anybody_are_played_by_the_clock(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    open_bids(&driver);
    host_seat(driver.host, 0, SITTER_NOBODY, NULL);
    host_look(driver.host, &wait);
    assert_int_equal(wait.nobody, 1);
    assert_int_equal(wait.people, 0);
    assert_int_equal(host_idle(driver.host, 0, 7, NULL), VERDICT_PLAYED);
    assert_stamp(driver.host, 1, 7, ACTOR_CLOCK);
    host_look(driver.host, &wait);
    assert_int_equal(wait.may, 0); /* it may ring, but the seat is empty */
    driver_close(&driver);
}

static void the_first_deadline_is_reported(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    open_bids(&driver);
    match_set_pace(host_match(driver.host), &(struct pace){.decide = 1000}, 5000);
    host_look(driver.host, &wait);
    assert_int_equal(wait.deadline, 6000);
    host_play(driver.host, 1, 0, "bid 0", 5500, NULL);
    host_look(driver.host, &wait);
    assert_int_equal(wait.deadline, 6000); /* a seat that only may act has no deadline */
    host_play(driver.host, 0, 0, "bid 1", 5600, NULL);
    host_look(driver.host, &wait);
    assert_true(wait.opens);
    assert_int_equal(wait.deadline, 6600); /* of the hand */
    driver_close(&driver);
}

/* In the second round seat 0 has less time left than seat 1. */
static void of_several_deadlines_the_first_one_is_reported(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    open_bids(&driver);
    match_set_pace(host_match(driver.host), &(struct pace){.decide = 1000, .reserve = 1000}, 5000);
    host_play(driver.host, 1, 0, "bid 1", 5500, NULL);
    host_play(driver.host, 0, 0, "bid 0", 6400, NULL);
    assert_true(host_step(driver.host, &little, 6500));
    host_draw(driver.host, 7000);
    host_look(driver.host, &wait);
    assert_int_equal(wait.deadline, 8600);
    assert_int_equal(match_deadline(host_match(driver.host), 1), 9000);
    driver_close(&driver);
}

static void words_reach_the_sink_without_events(void **state) {
    (void)state;
    struct driver driver;
    struct message why;
    driver_open(&driver, test_match(&null_game, 1, 2, NULL));
    assert_true(host_word(driver.host, 1, "seven lazy foxes", &why));
    assert_int_equal(driver.kept.words, 1);
    assert_false(host_word(driver.host, 1, "twice", &why));
    assert_int_equal(driver.kept.words, 1);
    host_draw(driver.host, 5);
    assert_false(host_word(driver.host, 0, "too late", &why));
    assert_kept(&driver);
    driver_close(&driver);
}

static void bots_alone_play_to_the_end_step_by_step(void **state) {
    (void)state;
    struct driver driver;
    driver_open(&driver, test_match(&null_game, 3, 4, NULL));
    for (int seat = 0; seat < 4; seat++)
        host_seat(driver.host, seat, SITTER_BOT, game_bot(&null_game, "thrifty"));
    while (host_step(driver.host, &little, 1))
        ;
    assert_true(match_over(host_match(driver.host)));
    assert_kept(&driver);
    driver_close(&driver);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_tables_reach_their_end_through_restarts),
        cmocka_unit_test(a_bot_that_leaves_while_it_thinks_keeps_its_memory_until_then),
        cmocka_unit_test(a_session_that_is_cut_begins_again),
        cmocka_unit_test(a_bot_that_has_steered_can_leave_while_it_thinks),
        cmocka_unit_test(a_slow_deal_is_a_session),
        cmocka_unit_test(seats_without_anybody_are_played_by_the_clock),
        cmocka_unit_test(the_first_deadline_is_reported),
        cmocka_unit_test(of_several_deadlines_the_first_one_is_reported),
        cmocka_unit_test(words_reach_the_sink_without_events),
        cmocka_unit_test(bots_alone_play_to_the_end_step_by_step),
    };
    return cmocka_run_group_tests_name("host", tests, NULL, NULL);
}
