/* test_bots_hand.c: steering by the computer players of Riff Raff: they load, they catch, and
 * `regular` drops less than `random`. */
#include "unit/test.h"

#include <spelunke/thought.h>

#include "../bots.h"
#include "scene.h"
#include "stage.h"
#include "stowage.h"

static const char *const keys[] = {"random", "deckhand", "regular"};
enum { KEYS = 3 };

static const struct bot *bot_of(const char *key) {
    const struct bot *bot = game_bot(&riffraff_game, key);
    assert_non_null(bot);
    return bot;
}

/* The outcome of loading a piece with this bot's hand; `thinks`: the bot chose the action
 * before, so its memory is filled. */
static struct rr_action loads(const char *key, uint64_t seed, bool thinks) {
    const struct bot *bot = bot_of(key);
    struct budget budget = {0};
    struct rr_action action, outcome;
    struct match *match = about_to_load(seed);
    void *memory = bot_sit(bot, &riffraff_game, 0);
    match_choose(match, bot, 0, memory, &budget, &action, NULL);
    assert_int_equal(match_play(match, 0, &action, NULL, NULL, NULL), VERDICT_PLAYED);
    if (!thinks) {
        bot_leave(bot, memory);
        memory = bot_sit(bot, &riffraff_game, 0);
    }
    struct thought *thought = match_think_hand(match, bot, memory);
    struct session *session = match_open_session(match);
    thought_steer(thought, &budget, session);
    session_close(session, &outcome);
    thought_free(thought);
    bot_leave(bot, memory);
    match_free(match);
    return outcome;
}

static void a_hand_does_the_same_with_a_fresh_memory(void **state) {
    (void)state;
    for (int i = 0; i < KEYS; i++) {
        struct rr_action first = loads(keys[i], 3, true), again = loads(keys[i], 3, false);
        assert_false(first.is_back);
        assert_memory_equal(&first.ship, &again.ship, sizeof first.ship);
        assert_true(first.fallen == again.fallen && first.caught == again.caught);
    }
}

/* Loads the piece of this state with a bot's hand. */
static struct rr_action load_on(const char *key, const struct rr_state *view, uint64_t number) {
    const struct bot *bot = bot_of(key);
    struct rng dice = random_dice(number);
    struct budget budget = {0};
    struct thinking thinking = {.game = &riffraff_game,
                                .view = view,
                                .must = true,
                                .rng = &dice,
                                .budget = &budget,
                                .memory = bot_sit(bot, &riffraff_game, 0)};
    struct session *session = stage_open(view);
    struct frame frame = {0};
    struct hand hand = {.pose.turned = {1000000, 0, 0, 0}};
    while (!session_over(session)) {
        if (session_shows(session)) {
            session_frame(session, &frame);
            bot->steer(&thinking, &frame, &hand);
            hand.tick = frame.tick;
            session_hand(session, &hand, NULL);
        }
        session_tick(session);
    }
    bot_leave(bot, thinking.memory);
    return stage_end(session);
}

static struct rr_action load_alone(const char *key, int piece, int area, uint64_t number) {
    struct rr_state view = stage_state(piece, area);
    return load_on(key, &view, number);
}

static void every_piece_rests_where_deckhand_lays_it_on_an_empty_ship(void **state) {
    (void)state;
    for (int area = 1; area <= RR_AREAS; area += 3)
        for (int piece = 0; piece < RR_SHAPES; piece++) {
            struct rr_action outcome = load_alone("deckhand", piece, area, 7);
            assert_false(outcome.is_back);
            assert_true(outcome.fallen == 0);
            assert_int_equal(outcome.ship.area[piece], area);
        }
}

static void random_lets_go_somewhere_in_its_area(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 10; number++)
        assert_false(
            load_alone("random", (int)number % RR_SHAPES, 1 + (int)number, number).is_back);
}

/* How often something falls when a bot loads pieces that roll and tip on all yards of a ship
 * that carries 26. */
static int falls_of(const char *key) {
    static const int shapes[] = {RR_FLASK, RR_CHEST};
    int falls = 0;
    for (int area = 5; area <= RR_AREAS; area++)
        for (int i = 0; i < 2; i++) {
            struct rr_state view = stage_state(4 * RR_SHAPES + shapes[i], area);
            view.sea = RR_ROUGH;
            view.ship = stowed(26);
            falls += load_on(key, &view, (uint64_t)(10 * area + i)).fallen != 0;
        }
    return falls;
}

/* `deckhand` is between the two, and too near to `regular` for so few loadings. */
static void regular_drops_less_than_random(void **state) {
    (void)state;
    int of_random = falls_of("random"), of_regular = falls_of("regular");
    print_message("# falls in 12 loadings: random %d, regular %d\n", of_random, of_regular);
    assert_true(2 * of_regular < of_random);
}

/* A crate stands so far over the end of a yard that it falls as soon as the ship moves. */
static void what_falls_is_caught_by_a_hand_that_has_time(void **state) {
    (void)state;
    int caught = 0;
    for (uint64_t number = 0; number < 6; number++) {
        struct rr_state view = stage_state(RR_RAT, 7);
        view.slow_motion = 8;
        stage_add(&view, RR_CRATE, 9, 0, 60000, 13100);
        struct rr_action outcome = load_on("deckhand", &view, number);
        assert_true(outcome.fallen >> RR_CRATE & 1);
        caught += outcome.caught >> RR_CRATE & 1;
    }
    print_message("# caught %d of 6\n", caught);
    assert_true(caught >= 2);
}

static bool count_and_go_on(void *context) {
    ++*(int *)context;
    return false;
}

/* A crate on its yard holds, and two may follow it. With a rat in the air beside the ship
 * something falls whatever is loaded: all trials fail, it looks further, and announces one. */
static void regular_lets_trials_veto_a_place(void **state) {
    (void)state;
    for (int falls = 0; falls < 2; falls++) {
        struct rr_state view = stage_state(RR_NO_PIECE, 5);
        struct rng dice = random_dice(5);
        int places = 0;
        struct budget budget = {0, count_and_go_on, &places};
        struct thinking thinking = {
            .game = &riffraff_game, .view = &view, .must = true, .rng = &dice, .budget = &budget};
        struct rr_action action;
        memset(&action, 0, sizeof action);
        view.phase = RR_LOAD;
        view.supply[0] = 0xff00000000;
        stage_add(&view, RR_CRATE, 5, 0, 0, 13100);
        if (falls)
            stage_add(&view, RR_RAT, 6, 0, -175000, 150000);
        assert_true(rr_bot_regular.choose(&thinking, &action));
        assert_int_equal(action.verb, falls ? RR_LOAD_ONE : RR_LOAD_TWO);
        assert_in_range(places, falls ? 4 : 1, falls ? 16 : 1);
    }
}

/* From the first frame in which an empty hand sees the alarm, it stays where it is for 250 ms. */
static void a_hand_needs_a_quarter_of_a_second_to_react(void **state) {
    enum { REACTION = 63 };
    const struct bot *bot = bot_of("regular");
    struct rng dice = random_dice(1);
    struct budget budget = {0};
    struct rr_state view = stage_state(RR_RAT, 7);
    struct thinking thinking = {.game = &riffraff_game,
                                .view = &view,
                                .must = true,
                                .rng = &dice,
                                .budget = &budget,
                                .memory = bot_sit(bot, &riffraff_game, 0)};
    struct hand hand = {.pose.turned = {1000000, 0, 0, 0}};
    int32_t alarm = -1, moved = -1;
    (void)state;
    view.slow_motion = 8;
    stage_add(&view, RR_CRATE, 9, 0, 60000, 13100);
    struct session *session = stage_open(&view);
    for (; !session_over(session); session_tick(session)) {
        if (!session_shows(session))
            continue;
        struct hand before = hand;
        struct frame frame = stage_frame(session);
        bool is_alarm = frame.phase == RR_SHOWS_ALARM || frame.phase == RR_SHOWS_CATCHING;
        bot->steer(&thinking, &frame, &hand);
        hand.tick = frame.tick;
        session_hand(session, &hand, NULL);
        alarm = alarm < 0 && is_alarm ? frame.tick : alarm;
        if (alarm >= 0 && moved < 0 && !hand_is_same(&before, &hand))
            moved = frame.tick;
    }
    assert_true(alarm > 0);
    assert_in_range(moved - alarm, REACTION, REACTION + 2 * rr_sim.frame_every);
    bot_leave(bot, thinking.memory);
    session_close(session, &(struct rr_action){0});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_does_the_same_with_a_fresh_memory),
        cmocka_unit_test(every_piece_rests_where_deckhand_lays_it_on_an_empty_ship),
        cmocka_unit_test(random_lets_go_somewhere_in_its_area),
        cmocka_unit_test(regular_lets_trials_veto_a_place),
        cmocka_unit_test(a_hand_needs_a_quarter_of_a_second_to_react),
        cmocka_unit_test(what_falls_is_caught_by_a_hand_that_has_time),
        cmocka_unit_test(regular_drops_less_than_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
