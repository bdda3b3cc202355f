/* test_choices.c: choices of computer players: sealed until they are played, asked for again when
 * they are no longer valid, and in the order of the rules. */
#include "driver.h"

#include "games/null/null.h"

static void a_sealed_choice_waits_until_it_is_played(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    open_bids(&driver);
    host_look(driver.host, &wait);
    assert_int_equal(wait.people, 1);
    assert_int_equal(wait.thinks, 2);
    assert_int_equal(wait.next, -1);
    think_at_once(driver.host, 1);
    host_look(driver.host, &wait);
    assert_int_equal(wait.thinks, 0);
    assert_int_equal(wait.ready, 2);
    assert_int_equal(wait.next, 1);
    assert_int_equal(match_length(host_match(driver.host)),
                     1); /* the choice is not in the log yet */
    assert_int_equal(host_play(driver.host, 0, 0, "bid 2", 5, NULL), VERDICT_PLAYED);
    host_look(driver.host, &wait);
    assert_int_equal(wait.ready, 2); /* the same question, the same choice */
    assert_true(host_move(driver.host, 1, 6));
    host_look(driver.host, &wait);
    assert_true(wait.opens);
    assert_stamp(driver.host, 1, 5, ACTOR_PERSON);
    assert_stamp(driver.host, 2, 6, ACTOR_BOT);
    assert_kept(&driver);
    driver_close(&driver);
}

/* A round in which the game's own count of questions is not 0. */
static void a_sealed_choice_of_a_later_round_waits_as_well(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    struct match *match = dealt();
    test_play(match, 0, "bid 0");
    test_play(match, 1, "bid 0");
    test_play(match, SEAT_SIM, "land 4");
    test_play(match, SEAT_CHANCE, "deal 1 2");
    driver_open(&driver, match);
    host_seat(driver.host, 0, SITTER_PERSON, NULL);
    host_seat(driver.host, 1, SITTER_BOT, game_bot(&null_game, "thrifty"));
    think_at_once(driver.host, 1);
    assert_int_equal(host_play(driver.host, 0, 0, "bid 0", 5, NULL), VERDICT_PLAYED);
    host_look(driver.host, &wait);
    assert_int_equal(wait.ready, 2);
    driver_close(&driver);
}

/* A person takes over for a moment: the bot's earlier choice is no longer valid. */
static void a_bot_in_whose_stead_a_person_rang_is_asked_again(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    open_bids(&driver);
    think_at_once(driver.host, 1);
    assert_int_equal(host_play(driver.host, 1, 0, "ring", 5, NULL), VERDICT_PLAYED);
    host_look(driver.host, &wait);
    assert_int_equal(wait.ready, 0);
    assert_int_equal(wait.thinks, 2);
    driver_close(&driver);
}

/* The choice of the previous sitter is dropped. */
static void who_takes_a_seat_is_asked_anew(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    open_bids(&driver);
    think_at_once(driver.host, 1);
    host_seat(driver.host, 1, SITTER_BOT, game_bot(&null_game, "random"));
    host_look(driver.host, &wait);
    assert_int_equal(wait.ready, 0);
    assert_int_equal(wait.thinks, 2);
    driver_close(&driver);
}

/* The null game, changed from the next entry on: with another question, or with seat 1, which was
 * awaited, only allowed to act. */
static bool has_other_question, has_other_seats;

static void changed_turn(const void *state, struct turn *turn) {
    null_game.turn(state, turn);
    turn->question += has_other_question;
    if (has_other_seats) {
        turn->seats = 1;
        turn->may = 2;
    }
}

static void assert_asked_anew(bool *change) {
    struct driver driver;
    struct host_wait wait;
    struct game changed = null_game;
    changed.turn = changed_turn;
    struct match *match = test_match(&changed, 1, 2, NULL);
    test_play(match, SEAT_CHANCE, "deal 4 2");
    driver_open(&driver, match);
    host_seat(driver.host, 0, SITTER_PERSON, NULL);
    host_seat(driver.host, 1, SITTER_BOT, game_bot(&null_game, "thrifty"));
    think_at_once(driver.host, 1);
    *change = true;
    assert_int_equal(host_play(driver.host, 0, 0, "bid 2", 5, NULL), VERDICT_PLAYED);
    *change = false;
    host_look(driver.host, &wait);
    assert_int_equal(wait.ready, 0);
    assert_int_equal(wait.thinks, 2);
    driver_close(&driver);
}

static void a_choice_for_another_question_is_asked_for_again(void **state) {
    (void)state;
    assert_asked_anew(&has_other_question);
}

static void so_is_that_of_a_seat_that_is_no_longer_awaited(void **state) {
    (void)state;
    assert_asked_anew(&has_other_seats);
}

static bool choose_quietly(const struct thinking *thinking, void *action) {
    ((struct null_action *)action)->verb = NULL_BID;
    return thinking->must;
}

static const struct bot quiet = {.key = "quiet", .choose = choose_quietly};

/* The game's count of questions is the same. */
static void who_declined_and_is_awaited_now_is_asked_again(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    struct game changed = null_game;
    changed.turn = changed_turn;
    struct match *match = test_match(&changed, 1, 2, NULL);
    has_other_seats = true;
    test_play(match, SEAT_CHANCE, "deal 4 2");
    driver_open(&driver, match);
    host_seat(driver.host, 0, SITTER_PERSON, NULL);
    host_seat(driver.host, 1, SITTER_BOT, &quiet);
    think_at_once(driver.host, 1);
    host_look(driver.host, &wait);
    assert_int_equal(wait.thinks | wait.ready, 0);
    has_other_seats = false;
    assert_int_equal(host_play(driver.host, 0, 0, "bid 2", 5, NULL), VERDICT_PLAYED);
    host_look(driver.host, &wait);
    assert_int_equal(wait.thinks, 2);
    driver_close(&driver);
}

static bool choose_too_much(const struct thinking *thinking, void *action) {
    (void)thinking;
    *(struct null_action *)action = (struct null_action){.verb = NULL_BID, .number = 9};
    return true;
}

static const struct bot spender = {.key = "spender", .choose = choose_too_much};

/* As from a worker that was stopped. */
static void who_must_act_and_has_no_answer_is_asked_again(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    open_bids(&driver);
    host_thought(driver.host, host_think(driver.host, 1), NULL);
    host_look(driver.host, &wait);
    assert_int_equal(wait.thinks, 2);
    assert_int_equal(wait.thinks_next, 1);
    driver_close(&driver);
}

static void a_choice_that_does_not_fit_is_asked_for_again(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    open_bids(&driver);
    host_seat(driver.host, 1, SITTER_BOT, &spender);
    think_at_once(driver.host, 1);
    assert_false(host_move(driver.host, 1, 5));
    host_look(driver.host, &wait);
    assert_int_equal(wait.ready, 0);
    assert_int_equal(wait.thinks, 2);
    assert_int_equal(driver.kept.entries, 1);
    driver_close(&driver);
}

static void late_double_and_wrong_answers_do_no_harm(void **state) {
    (void)state;
    struct driver driver;
    struct message why;
    open_bids(&driver);
    uint32_t ask = match_ask(host_match(driver.host), 0);
    assert_int_equal(host_play(driver.host, 0, ask + 1, "bid 2", 5, &why), VERDICT_STALE);
    assert_int_equal(host_play(driver.host, 0, ask, "bid 9", 5, &why), VERDICT_ILLEGAL);
    assert_int_equal(host_play(driver.host, 0, ask, "bid 2", 5, &why), VERDICT_PLAYED);
    assert_int_equal(host_play(driver.host, 0, ask, "bid 2", 6, &why), VERDICT_STALE);
    assert_int_equal(host_play(driver.host, 0, 0, "bid 2", 6, &why), VERDICT_ILLEGAL);
    assert_int_equal(host_idle(driver.host, 0, 7, &why), VERDICT_NOT_YOUR_TURN);
    assert_int_equal(driver.kept.entries, 2);
    assert_kept(&driver);
    driver_close(&driver);
}

static void a_thought_for_another_question_is_dropped(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    open_bids(&driver);
    struct thought *thought = host_think(driver.host, 1);
    assert_int_equal(host_play(driver.host, 1, 0, "bid 0", 5, NULL), VERDICT_PLAYED);
    host_look(driver.host, &wait);
    assert_int_equal(wait.thinks, 0); /* one thought a seat at a time */
    assert_true(thought_run(thought, &little, action));
    host_thought(driver.host, thought, action);
    host_look(driver.host, &wait);
    assert_int_equal(wait.ready, 0);
    assert_int_equal(wait.thinks, 2); /* whether it rings */
    driver_close(&driver);
}

/* Runs the thought that host_look wants next. */
static int think_next(struct host *host) {
    struct host_wait wait;
    host_look(host, &wait);
    int seat = wait.thinks_next;
    if (seat >= 0)
        think_at_once(host, seat);
    return seat;
}

static bool choose_to_ring(const struct thinking *thinking, void *action) {
    ((struct null_action *)action)->verb = thinking->must ? NULL_BID : NULL_RING;
    return true;
}

static const struct bot ringer = {.key = "ringer", .choose = choose_to_ring};

/* Four seats, of which 2 and 0 have bid and may only ring, in turn order from seat 0. Seat 1 is
 * awaited and a bot, seat 3 a person. */
static void who_interrupts_comes_first_in_turn_order(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    struct match *match = test_match(&null_game, 1, 4, NULL);
    test_play(match, SEAT_CHANCE, "deal 4 2 1 3");
    test_play(match, 2, "bid 0");
    test_play(match, 0, "bid 0");
    driver_open(&driver, match);
    host_seat(driver.host, 0, SITTER_BOT, &quiet);
    host_seat(driver.host, 1, SITTER_BOT, &quiet);
    host_seat(driver.host, 2, SITTER_BOT, &ringer);
    host_seat(driver.host, 3, SITTER_PERSON, NULL);
    think_at_once(driver.host, 1); /* ready, but others may come first */
    host_look(driver.host, &wait);
    assert_int_equal(wait.ready, 2);
    assert_int_equal(wait.next, -1);
    assert_int_equal(think_next(driver.host), 0); /* declines */
    assert_int_equal(think_next(driver.host), 2);
    host_look(driver.host, &wait);
    assert_int_equal(wait.next, 2); /* before the awaited seat 1 */
    assert_int_equal(wait.people, 8);
    assert_true(host_move(driver.host, 2, 5));
    host_look(driver.host, &wait);
    assert_int_equal(wait.ready, 2);       /* the interrupted question is the same */
    assert_int_equal(wait.thinks_next, 0); /* in another position it is asked again */
    assert_int_equal(think_next(driver.host), 0);
    host_look(driver.host, &wait);
    assert_int_equal(wait.next, 1);
    assert_true(host_move(driver.host, 1, 6));
    host_look(driver.host, &wait);
    assert_int_equal(wait.may, 0);
    assert_int_equal(wait.people, 8);
    assert_int_equal(host_play(driver.host, 3, 0, "bid 0", 7, NULL), VERDICT_PLAYED);
    driver_close(&driver);
}

/* Seats 3 and 0 have bid and may only ring; the turn order begins at seat 2. While the first of
 * them is thinking, the other one is not asked. */
static void the_turn_order_of_interrupts_begins_where_the_game_says(void **state) {
    (void)state;
    static const char *const options[] = {"first_seat", "2", NULL};
    struct driver driver;
    struct host_wait wait;
    struct match *match = test_match(&null_game, 1, 4, options);
    test_play(match, SEAT_CHANCE, "deal 4 2 1 3");
    test_play(match, 3, "bid 0");
    test_play(match, 0, "bid 0");
    driver_open(&driver, match);
    for (int seat = 0; seat < 4; seat++)
        host_seat(driver.host, seat, SITTER_BOT, &quiet);
    host_look(driver.host, &wait);
    assert_int_equal(wait.thinks_next, 3);
    struct thought *thought = host_think(driver.host, 3);
    host_look(driver.host, &wait);
    assert_int_equal(wait.thinks_next, -1);
    assert_int_equal(wait.next, -1);
    host_thought(driver.host, thought, NULL);
    assert_int_equal(think_next(driver.host), 0);
    driver_close(&driver);
}

/* A person who has bid may still ring. */
static void people_who_may_interrupt_are_named(void **state) {
    (void)state;
    struct driver driver;
    struct host_wait wait;
    open_bids(&driver);
    assert_int_equal(host_play(driver.host, 0, 0, "bid 1", 5, NULL), VERDICT_PLAYED);
    host_look(driver.host, &wait);
    assert_int_equal(wait.people, 0);
    assert_int_equal(wait.may, 1);
    assert_int_equal(host_play(driver.host, 0, 0, "ring", 6, NULL), VERDICT_PLAYED);
    host_look(driver.host, &wait);
    assert_int_equal(wait.may, 0);
    driver_close(&driver);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sealed_choice_waits_until_it_is_played),
        cmocka_unit_test(a_sealed_choice_of_a_later_round_waits_as_well),
        cmocka_unit_test(a_bot_in_whose_stead_a_person_rang_is_asked_again),
        cmocka_unit_test(who_takes_a_seat_is_asked_anew),
        cmocka_unit_test(a_choice_for_another_question_is_asked_for_again),
        cmocka_unit_test(so_is_that_of_a_seat_that_is_no_longer_awaited),
        cmocka_unit_test(who_declined_and_is_awaited_now_is_asked_again),
        cmocka_unit_test(who_must_act_and_has_no_answer_is_asked_again),
        cmocka_unit_test(a_choice_that_does_not_fit_is_asked_for_again),
        cmocka_unit_test(late_double_and_wrong_answers_do_no_harm),
        cmocka_unit_test(a_thought_for_another_question_is_dropped),
        cmocka_unit_test(who_interrupts_comes_first_in_turn_order),
        cmocka_unit_test(the_turn_order_of_interrupts_begins_where_the_game_says),
        cmocka_unit_test(people_who_may_interrupt_are_named),
    };
    return cmocka_run_group_tests_name("choices", tests, NULL, NULL);
}
