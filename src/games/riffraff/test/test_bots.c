/* test_bots.c: the computer players of Riff Raff: where they load pieces, reproducible actions,
 * and the influence of effort. */
#include "unit/test.h"

#include <stdlib.h>

#include <spelunke/thought.h>

#include "../bots.h"
#include "../ship_world.h"
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

static void bots_choose_the_same_by_the_same_seed(void **state) {
    (void)state;
    struct budget budget = {0};
    for (int i = 0; i < KEYS; i++)
        for (uint64_t seed = 0; seed < 2; seed++) {
            struct rr_action first, again, with_memory;
            struct match *match = test_match(&riffraff_game, seed, 4, NULL);
            const struct bot *bot = bot_of(keys[i]);
            void *memory = bot_sit(bot, &riffraff_game, 0);
            for (int is_load = 0; is_load < 2; is_load++) {
                match_choose(match, bot, 0, NULL, &budget, &first, NULL);
                match_choose(match, bot, 0, NULL, &budget, &again, NULL);
                match_choose(match, bot, 0, memory, &budget, &with_memory, NULL);
                assert_memory_equal(&first, &again, sizeof first);
                assert_memory_equal(&first, &with_memory, sizeof first);
                match_free(match);
                match = about_to_load(seed);
            }
            bot_leave(bot, memory);
            match_free(match);
        }
}

static bool count_and_go_on(void *context) {
    ++*(int *)context;
    return false;
}

static bool count_and_be_over(void *context) {
    ++*(int *)context;
    return true;
}

/* A state in which seat 0 has all its pieces and is to load on a well loaded ship. */
static struct rr_state on_loaded_ship(int count, int area) {
    struct rr_state state = {.seats = 4,
                             .slow_motion = 4,
                             .sea = RR_NORMAL,
                             .phase = RR_LOAD,
                             .round = 5,
                             .order_count = 1,
                             .loading = RR_NO_PIECE};
    state.laid[0] = (uint8_t)area;
    state.ship = stowed(count);
    state.supply[0] = 0xff00000000 & ~state.ship.aboard;
    return state;
}

static struct rr_action choose(const struct rr_state *view, const struct budget *budget) {
    struct rng dice = random_dice(5);
    struct rr_action action;
    memset(&action, 0, sizeof action);
    struct thinking thinking = {
        .game = &riffraff_game, .view = view, .must = true, .rng = &dice, .budget = budget};
    assert_true(rr_bot_regular.choose(&thinking, &action));
    return action;
}

/* It checks the clock after every place that it tries, and each takes one simulation or more. */
static void regular_makes_no_more_trials_than_its_effort(void **state) {
    (void)state;
    struct rr_state view = on_loaded_ship(8, 8);
    for (int effort = 1; effort <= 4; effort++) {
        int places = 0;
        struct budget budget = {effort, count_and_go_on, &places};
        choose(&view, &budget);
        assert_true(places >= 1);
        assert_true(places <= 2 * effort);
    }
}

/* After the first place, which does not hold, it tries no other place and no other piece. */
static void regular_has_a_legal_move_when_its_time_is_up_at_once(void **state) {
    (void)state;
    int looks = 0;
    struct rr_state view = on_loaded_ship(24, 1);
    struct budget budget = {64, count_and_be_over, &looks};
    view.sea = RR_ROUGH;
    view.supply[0] = (uint64_t)(1 << RR_FLASK | 1 << RR_BARREL | 1 << RR_CHEST) << 4 * RR_SHAPES;
    struct rr_action action = choose(&view, &budget);
    assert_true(rr_check_load(&view, 0, &action, NULL));
    assert_int_equal(looks, 2); /* after the place and after the piece */
}

static void every_piece_has_a_berth_on_every_area_of_an_empty_ship(void **state) {
    (void)state;
    struct rr_ship empty = {0};
    struct berth_view *view = malloc(sizeof *view);
    struct berth *berths = malloc(BERTHS_MAX * sizeof *berths);
    for (int area = 1; area <= RR_AREAS; area++)
        for (int piece = 0; piece < RR_SHAPES; piece++) {
            berth_look(&empty, RR_NORMAL, area, view);
            int count = berth_rank(view, piece, berths);
            assert_true(count > 0);
            for (int i = 1; i < count; i++)
                assert_true(berths[i - 1].rating >= berths[i].rating);
            struct rr_placed placed = {rr_body_solid(RR_PIECE_BODY + piece),
                                       berth_in_world(view, &berths[0].rest)};
            assert_int_equal(rr_check_release(&view->scene, &placed, area), RR_ALLOWED);
        }
    free(berths);
    free(view);
}

static double best_rating(const struct rr_ship *ship, int piece, int area, bool *hangs) {
    struct berth_view *view = malloc(sizeof *view);
    struct berth *berths = malloc(BERTHS_MAX * sizeof *berths);
    berth_look(ship, RR_NORMAL, area, view);
    assert_true(berth_rank(view, piece, berths) > 0);
    double rating = berths[0].rating;
    if (hangs)
        *hangs = berths[0].hangs;
    free(berths);
    free(view);
    return rating;
}

static void sailors_and_rats_hang_from_yards(void **state) {
    (void)state;
    struct rr_ship empty = {0};
    for (int area = 5; area <= RR_AREAS; area++)
        for (int piece = 0; piece < RR_SHAPES; piece++) {
            bool hangs;
            best_rating(&empty, piece, area, &hangs);
            assert_int_equal(hangs, piece == RR_SAILOR || piece == RR_RAT);
        }
}

static void the_lighter_side_is_the_better_one(void **state) {
    (void)state;
    struct rr_state ship = stage_state(RR_CRATE, 1);
    stage_add(&ship, RR_CHEST, 1, 0, 10000, 10200);
    stage_add(&ship, RR_SHAPES + RR_CHEST, 3, 0, 10000, 10200);
    assert_true(best_rating(&ship.ship, RR_CRATE, 2, NULL) >
                best_rating(&ship.ship, RR_CRATE, 1, NULL));
    assert_true(best_rating(&ship.ship, RR_CRATE, 6, NULL) >
                best_rating(&ship.ship, RR_CRATE, 5, NULL));
}

static double rating_at(const struct rr_state *state, int piece, int area, double x, double y) {
    const struct berth_spot spot = {{x, y}, 0, 0};
    struct berth_view *view = malloc(sizeof *view);
    struct berth berth;
    berth_look(&state->ship, RR_NORMAL, area, view);
    assert_true(berth_try(view, piece, &spot, &berth));
    free(view);
    return berth.rating;
}

/* A crate on area 5; a boat on the same yard is 1 or 6 mm away. */
static void a_place_close_to_other_cargo_is_worse(void **state) {
    struct rr_state near = stage_state(RR_CRATE, 5), far = near;
    (void)state;
    stage_add(&near, RR_BOAT, 5, 0, -13000 - 1000 - 11000, 6500);
    stage_add(&far, RR_BOAT, 5, 0, -13000 - 6000 - 11000, 6500);
    assert_true(rating_at(&far, RR_CRATE, 5, 0, .075) >
                rating_at(&near, RR_CRATE, 5, 0, .075) + .7);
}

/* On another crate or beside it. */
static void a_place_on_other_cargo_is_worse(void **state) {
    struct rr_state ship = stage_state(RR_CRATE, 3);
    (void)state;
    stage_add(&ship, RR_SHAPES + RR_CRATE, 3, 0, 0, 13000);
    assert_true(rating_at(&ship, RR_CRATE, 3, -.0695 + .035, .0225) >
                rating_at(&ship, RR_CRATE, 3, -.0695, .0225) + 5);
}

/* A chest on the other half of the same yard, or as far out on another one. */
static void a_place_that_balances_its_yard_is_better(void **state) {
    struct rr_state same = stage_state(RR_CRATE, 5), other = same;
    (void)state;
    stage_add(&same, RR_CHEST, 6, 0, 0, 10000);
    stage_add(&other, RR_CHEST, 8, 0, -12500, 10000);
    assert_true(rating_at(&same, RR_CRATE, 5, 0, .075) >
                rating_at(&other, RR_CRATE, 5, 0, .075) + .9);
}

/* A berth is computed without a physics world, but on the same ship: with heel and rocking
 * yards. */
static void hull_and_yards_are_where_the_world_has_them(void **state) {
    const struct rr_ship leaning = {.joints = {60000, -110000, 90000, -70000, 50000}};
    struct ship_world *world = ship_world_new(RR_NORMAL, 0);
    struct rr_scene *scene = malloc(sizeof *scene);
    (void)state;
    ship_world_open(world, &leaning);
    berth_scene(&leaning, scene);
    for (int body = 0; body < RR_PIECE_BODY; body++) {
        struct real_pose pose;
        ship_world_real_pose(world, body, &pose);
        for (int i = 0; i < 3; i++)
            assert_float_equal(scene->ship[body].at[i], pose.at[i], 1e-9);
        for (int i = 0; i < 4; i++)
            assert_float_equal(scene->ship[body].turned[i], pose.turned[i], 1e-9);
    }
    free(scene);
    ship_world_free(world);
}

/* Nobody is aboard, and all have this many pieces. */
static struct rr_state with_pieces(enum rr_phase phase, const int pieces[RR_SEATS],
                                   const int cards[RR_SEATS]) {
    struct rr_state view = stage_state(RR_NO_PIECE, cards[0]);
    view.phase = (uint8_t)phase;
    view.round = 3;
    for (int seat = 0; seat < RR_SEATS; seat++) {
        view.laid[seat] = (uint8_t)cards[seat];
        view.supply[seat] = (((uint64_t)1 << pieces[seat]) - 1) << (RR_SHAPES * seat);
    }
    return view;
}

/* Who loads first has the most room: himself, else those who are farthest from winning. */
static void regular_names_himself_or_who_has_the_most_pieces(void **state) {
    static const struct budget budget = {0};
    (void)state;
    struct rr_state view =
        with_pieces(RR_NAME_CAPTAIN, (const int[]){2, 8, 4, 8}, (const int[]){7, 7, 7, 7});
    assert_int_equal(choose(&view, &budget).number, 0);
    view = with_pieces(RR_NAME_CAPTAIN, (const int[]){8, 2, 3, 5}, (const int[]){6, 7, 7, 7});
    assert_int_equal(choose(&view, &budget).number, 3);
    view = with_pieces(RR_NAME_CAPTAIN, (const int[]){8, 2, 3, 5}, (const int[]){6, 7, 7, 2});
    assert_int_equal(choose(&view, &budget).number, 2);
}

static void regular_lets_those_with_the_fewest_pieces_load_last(void **state) {
    static const struct budget budget = {0};
    static const uint8_t expected[] = {2, 3, 1};
    (void)state;
    struct rr_state view =
        with_pieces(RR_NAME_ORDER, (const int[]){3, 2, 6, 4}, (const int[]){9, 5, 5, 5});
    struct rr_action order = choose(&view, &budget);
    assert_int_equal(order.order_count, 3);
    assert_memory_equal(order.order, expected, sizeof expected);
}

/* Of two cards the one whose yard takes two, though the empty side would right the ship. */
static void regular_plays_the_card_of_a_yard_that_takes_two(void **state) {
    static const struct budget budget = {0};
    (void)state;
    for (int loaded = 5; loaded <= 6; loaded++) {
        struct rr_state view = stage_state(RR_NO_PIECE, 0);
        view.phase = RR_LAY_CARDS;
        view.played[0] = 0x3ff & ~(1 << 4 | 1 << 5);
        view.supply[0] = 1 << RR_SAILOR | 1 << RR_RAT | 1 << RR_PLANK;
        stage_add(&view, RR_SHAPES + RR_RAT, loaded, 2500, loaded == 5 ? -40000 : 40000, -16000);
        assert_int_equal(choose(&view, &budget).number, loaded);
    }
}

/* While the ship is stiff the flask goes aboard, later the plank. */
static void regular_loads_hard_pieces_first(void **state) {
    static const struct budget budget = {0};
    (void)state;
    for (int is_full = 0; is_full < 2; is_full++) {
        struct rr_state view = on_loaded_ship(is_full ? 20 : 0, 9);
        view.supply[0] = (uint64_t)(1 << RR_FLASK | 1 << RR_PLANK) << (4 * RR_SHAPES);
        int shape = choose(&view, &budget).piece % RR_SHAPES;
        assert_int_equal(shape, is_full ? RR_PLANK : RR_FLASK);
    }
}

/* With more aboard only the place counts: it lies better, so it is loaded, hard as it is. */
static void regular_does_not_shun_hard_pieces_on_a_full_ship(void **state) {
    static const struct budget budget = {.effort = 1};
    static const int cases[][3] = {{5, RR_CHEST, RR_PLANK}, {7, RR_CRATE, RR_BOAT}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct rr_state view = on_loaded_ship(26, cases[i][0]);
        view.supply[0] = (uint64_t)(1 << cases[i][1] | 1 << cases[i][2]) << (4 * RR_SHAPES);
        assert_int_equal(choose(&view, &budget).piece % RR_SHAPES, cases[i][1]);
    }
}

/* Of two hard pieces it loads the one that will find no better place with its other card. */
static void regular_keeps_what_will_lie_better_with_another_card(void **state) {
    static const struct budget budget = {.effort = 1};
    (void)state;
    for (int held = 3; held <= 9; held += 6) {
        struct rr_state view = on_loaded_ship(8, 1);
        view.supply[0] = (uint64_t)(1 << RR_FLASK | 1 << RR_CRATE) << (4 * RR_SHAPES);
        view.played[0] = (uint16_t)(0x3ff & ~(1 << (held - 1)));
        int shape = choose(&view, &budget).piece % RR_SHAPES;
        assert_int_equal(shape, held == 3 ? RR_FLASK : RR_CRATE);
    }
}

/* On a full ship in a rough sea a flask lies firmly nowhere, so it does not announce a sailor and
 * one of two flasks. If a sailor and a flask are all it has, it may win with them. */
static void regular_always_announces_its_last_two(void **state) {
    enum { AREA = 5, OWN = 4 * RR_SHAPES };
    static const struct budget budget = {0};
    struct rr_state view = on_loaded_ship(24, AREA);
    (void)state;
    view.ship.area[RR_SAILOR] = AREA; /* a yard that takes two */
    view.sea = RR_ROUGH;
    for (int flasks = 1; flasks <= 2; flasks++) {
        view.supply[0] = (uint64_t)(1 << RR_SAILOR | 1 << RR_FLASK) << OWN;
        if (flasks == 2)
            view.supply[0] |= (uint64_t)1 << (OWN + RR_SHAPES + RR_FLASK);
        struct rr_action action = choose(&view, &budget);
        assert_int_equal(action.piece, OWN + RR_SAILOR);
        assert_int_equal(action.verb, flasks == 1 ? RR_LOAD_TWO : RR_LOAD_ONE);
    }
}

/* Never worse than the first sensible place that it looks at, and often better. */
static void deckhand_takes_the_better_of_two_places(void **state) {
    enum { TIMES = 20 };
    struct rr_state loading = stage_state(RR_CRATE, 5);
    struct berth_view *view = malloc(sizeof *view);
    struct berth first, found;
    int better = 0;
    (void)state;
    berth_look(&loading.ship, RR_NORMAL, 5, view);
    for (uint64_t number = 0; number < TIMES; number++) {
        struct rng dice = random_dice(number), again = dice;
        struct thinking thinking = {.game = &riffraff_game, .view = &loading, .rng = &dice};
        struct berth_spot spot;
        assert_true(rr_level_deckhand.find(&thinking, view, 0, &found));
        do
            spot = berth_draw(5, RR_CRATE, true, &again);
        while (!berth_try(view, RR_CRATE, &spot, &first));
        assert_true(found.rating >= first.rating);
        better += found.rating > first.rating;
    }
    assert_in_range(better, TIMES / 5, TIMES - TIMES / 5);
    free(view);
}

/* In about 40 of 100 cases, and only where it may. */
static void deckhand_announces_two_now_and_then(void **state) {
    enum { TIMES = 400 };
    static const struct budget budget = {0};
    (void)state;
    for (int may = 0; may < 2; may++) {
        struct rr_state view = stage_state(RR_NO_PIECE, 5);
        struct rng dice = random_dice(1);
        struct thinking thinking = {
            .game = &riffraff_game, .view = &view, .must = true, .rng = &dice, .budget = &budget};
        int twos = 0;
        view.phase = RR_LOAD;
        view.supply[0] = 0xff;
        stage_add(&view, RR_SHAPES + RR_CRATE, may ? 5 : 6, 0, 0, 13000);
        for (int i = 0; i < TIMES; i++) {
            struct rr_action action = {0};
            assert_true(rr_bot_deckhand.choose(&thinking, &action));
            twos += action.verb == RR_LOAD_TWO;
        }
        assert_in_range(twos, may ? 130 : 0, may ? 190 : 0);
    }
}

/* A piece that falls to port is to starboard at once: the hand goes on to port for 180 ms, because
 * that is how late it sees. */
static void a_hand_sees_everything_late(void **state) {
    enum { LATE = 45, EVERY = 5, JUMP = 200, BODY = RR_PIECE_BODY + RR_RAT };
    struct rr_state view = stage_state(RR_CRATE, 5);
    struct rng dice = random_dice(2);
    struct thinking thinking = {.game = &riffraff_game, .view = &view, .rng = &dice};
    struct rr_steering *steering = steer_sit(&riffraff_game, 0);
    struct hand hand = {.pose.turned = {1000000, 0, 0, 0}};
    struct frame frame;
    (void)state;
    for (int tick = EVERY; tick < JUMP + 2 * LATE; tick += EVERY) {
        frame_begin(&frame, tick, RR_BODIES);
        frame.phase = RR_SHOWS_CATCHING;
        frame.slow = 8;
        frame.held = -1;
        frame.falls[frame.fall_count++] = (struct fall){BODY, 400};
        frame.bodies[BODY] =
            (struct pose){{0, tick < JUMP ? 150000 : -150000, 100000}, {1000000, 0, 0, 0}};
        frame.bodies[RR_HAND_BODY] = hand.pose;
        steer_hand(&rr_level_deckhand, steering, &thinking, &frame, &hand);
        if (tick >= JUMP)
            assert_true(tick < JUMP + LATE ? hand.pose.at[1] > 0 : hand.pose.at[1] < 0);
    }
    steer_leave(steering);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_choose_the_same_by_the_same_seed),
        cmocka_unit_test(regular_makes_no_more_trials_than_its_effort),
        cmocka_unit_test(regular_has_a_legal_move_when_its_time_is_up_at_once),
        cmocka_unit_test(every_piece_has_a_berth_on_every_area_of_an_empty_ship),
        cmocka_unit_test(sailors_and_rats_hang_from_yards),
        cmocka_unit_test(the_lighter_side_is_the_better_one),
        cmocka_unit_test(a_place_close_to_other_cargo_is_worse),
        cmocka_unit_test(a_place_on_other_cargo_is_worse),
        cmocka_unit_test(a_place_that_balances_its_yard_is_better),
        cmocka_unit_test(hull_and_yards_are_where_the_world_has_them),
        cmocka_unit_test(regular_names_himself_or_who_has_the_most_pieces),
        cmocka_unit_test(regular_lets_those_with_the_fewest_pieces_load_last),
        cmocka_unit_test(regular_plays_the_card_of_a_yard_that_takes_two),
        cmocka_unit_test(regular_loads_hard_pieces_first),
        cmocka_unit_test(regular_does_not_shun_hard_pieces_on_a_full_ship),
        cmocka_unit_test(regular_keeps_what_will_lie_better_with_another_card),
        cmocka_unit_test(regular_always_announces_its_last_two),
        cmocka_unit_test(deckhand_takes_the_better_of_two_places),
        cmocka_unit_test(deckhand_announces_two_now_and_then),
        cmocka_unit_test(a_hand_sees_everything_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
