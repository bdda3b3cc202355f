/* test_setup.c: validation of seats, options and start values. */
#include "unit/test.h"

#include "games/null/null.h"

static struct setup setup;
static struct message why;

static int begin(void **state) {
    (void)state;
    return setup_begin(&setup, &null_game, 2, NULL) ? 0 : -1;
}

static bool set(const char *name, const char *value) {
    return setup_option(&setup, &null_game, name, value, &why);
}

static void seats_are_limited(void **state) {
    (void)state;
    assert_false(setup_begin(&setup, &null_game, 1, &why));
    assert_string_equal(why.key, "kernel.seats");
    assert_false(setup_begin(&setup, &null_game, 5, &why));
    assert_false(setup_begin(&setup, &null_game, -1, &why));
    assert_true(setup_begin(&setup, &null_game, 4, &why));
}

static void options_begin_at_their_defaults(void **state) {
    (void)state;
    assert_int_equal(setup.options[0].number, 3);
    assert_string_equal(setup.options[0].word, "3");
    assert_int_equal(setup.options[2].choice, 0);
    assert_string_equal(setup.options[2].word, "off");
}

/* For all games: the offered values are valid, and equal the default where nothing else is
 * offered. */
static void people_are_offered_values_of_their_own(void **state) {
    (void)state;
    for (const struct game *const *game = game_list; *game; game++) {
        struct setup offered;
        assert_true(setup_offer(&offered, *game, (*game)->seats_max, &why));
        for (int i = 0; i < param_count((*game)->params); i++)
            assert_string_equal(offered.options[i].word, param_offer(&(*game)->params[i]));
    }
    assert_true(setup_offer(&setup, &null_game, 3, &why));
    assert_int_equal(setup.seats, 3);
    assert_string_equal(setup.options[0].word, "3");
    assert_string_equal(setup.options[1].word, "random");
    assert_false(setup_offer(&setup, &null_game, 5, &why));
    assert_string_equal(why.key, "kernel.seats");
}

static void options_take_what_their_row_allows(void **state) {
    (void)state;
    assert_true(set("rounds", "20"));
    assert_int_equal(setup.options[0].number, 20);
    assert_true(set("first_seat", "random"));
    assert_int_equal(setup.options[1].choice, 0);
    assert_true(set("first_seat", "1"));
    assert_int_equal(setup.options[1].choice, -1);
    assert_true(set("open_cards", "on"));
    assert_int_equal(setup.options[2].choice, 1);
}

static void options_refuse_the_rest(void **state) {
    (void)state;
    struct setup before = setup;
    static const char *const bad[][2] = {{"rounds", "0"},
                                         {"rounds", "21"},
                                         {"rounds", "random"},
                                         {"rounds", ""},
                                         {"rounds", "3 3"},
                                         {"rounds", "03"},
                                         {"rounds", "3\n"},
                                         {"open_cards", "true"},
                                         {"open_cards", "1"},
                                         {"first_seat", "4"},
                                         {"first_seat", "-1"},
                                         {"first_seat", "Random"},
                                         {"rounds", "9999999999999999999999999"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(set(bad[i][0], bad[i][1]));
    assert_memory_equal(&before, &setup, sizeof setup);
    set("rounds", "0");
    assert_string_equal(why.key, "kernel.option_range");
    set("first_seat", "4");
    assert_string_equal(why.key, "kernel.option_range_or_value");
    set("open_cards", "true");
    assert_string_equal(why.key, "kernel.option_value");
    assert_false(set("nonsense", "1"));
    assert_string_equal(why.key, "kernel.unknown_option");
}

static void start_values_come_one_a_seat(void **state) {
    (void)state;
    int64_t values[3] = {5, 99, 0};
    assert_true(setup_start(&setup, &null_game, "purse", values, 2, &why));
    assert_int_equal(setup.starts[0][1], 99);
    assert_false(setup_start(&setup, &null_game, "purse", values, 3, &why));
    assert_string_equal(why.key, "kernel.start_count");
    assert_false(setup_start(&setup, &null_game, "gold", values, 2, &why));
    assert_string_equal(why.key, "kernel.unknown_start");
    values[0] = 100;
    assert_false(setup_start(&setup, &null_game, "purse", values, 2, &why));
    assert_string_equal(why.key, "kernel.option_range");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(seats_are_limited, begin),
        cmocka_unit_test_setup(options_begin_at_their_defaults, begin),
        cmocka_unit_test_setup(people_are_offered_values_of_their_own, begin),
        cmocka_unit_test_setup(options_take_what_their_row_allows, begin),
        cmocka_unit_test_setup(options_refuse_the_rest, begin),
        cmocka_unit_test_setup(start_values_come_one_a_seat, begin),
    };
    return cmocka_run_group_tests_name("setup", tests, NULL, NULL);
}
