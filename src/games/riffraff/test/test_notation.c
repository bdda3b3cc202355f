/* test_notation.c: actions as text: what is listed, what is also read, what is not. */
#include "scene.h"

static struct text printed; /* by read_as; freed at the end */

static int free_printed(void **state) {
    (void)state;
    text_free(&printed);
    return 0;
}

/* What a text is read as, printed again; NULL: it is refused, `*key` says why. */
static const char *read_as(const struct match *match, int seat, const char *text,
                           const char **key) {
    struct rr_action action;
    struct message why;
    text_clear(&printed);
    bool is_read = game_parse(&riffraff_game, match_state(match), seat, text, &action, &why);
    if (is_read)
        rr_print_action(&action, &printed);
    else
        *key = why.key;
    return is_read ? text_string(&printed) : NULL;
}

static void each_action_has_one_spelling(void **unused) {
    static const char *const texts[] = {
        "first 2",
        "card 7",
        "card 10",
        "captain 2",
        "order 3 0 2",
        "order 1 0",
        "load rat0.1",
        "load2 chest1.2",
        "rest",
        "back",
        "fall rat0.1",
        "fall barrel0.1 rat3.1 boat0.2",
        "fall rat0.1 crate2.1 caught crate2.1",
        "fall rat0.1 back",
        "fall rat0.1 caught rat0.1 back",
        "rest @ ship:0,0,0,0,0",
        "rest @ ship:-1,2,-3,4,-5 rat0.1:5:1,-2,3,1000000,0,0,0 boat3.1:10:0,0,0,0,0,-1000000,0",
        "fall rat0.1 caught rat0.1 back @ ship:1,2,3,4,5 plank1.2:1:1,2,3,4,5,6,7",
    };
    struct match *match = begin(2, NULL);
    const char *key;
    (void)unused;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(read_as(match, 0, texts[i], &key), texts[i]);
    match_free(match);
}

/* As input a shape is the first such piece that he has, in the order of the kit. */
static void a_shape_is_the_first_such_piece(void **unused) {
    struct match *match = begin(2, NULL);
    const char *key;
    (void)unused;
    assert_string_equal(read_as(match, 0, "load rat", &key), "load rat0.1");
    assert_string_equal(read_as(match, 1, "load2 rat", &key), "load2 rat1.1");
    lay_cards(match, (int[]){9, 1});
    load(match, "load rat", "rest");
    assert_true(state_of(match)->ship.aboard == pieces("rat0.1"));
    assert_string_equal(read_as(match, 0, "load rat", &key), "load rat0.2");
    load(match, "load chest", "fall rat0.1 chest1.1");
    assert_string_equal(read_as(match, 1, "load rat", &key), "load rat0.1");
    match_free(match);
}

static void a_shape_that_is_not_there(void **unused) {
    struct match *match = begin(3, NULL);
    const char *key = NULL;
    (void)unused;
    lay_cards(match, (int[]){9, 1, 2});
    load(match, "load rat", "rest");
    assert_null(read_as(match, 0, "load rat", &key));
    assert_string_equal(key, "riffraff.none_there");
    match_free(match);
}

/* What fell may be told in any order; the log has the order of the kit. */
static void fallen_in_any_order(void **unused) {
    struct match *match = begin(2, NULL);
    const char *key;
    (void)unused;
    assert_string_equal(read_as(match, SEAT_SIM, "fall boat1.2 rat0.1 caught boat1.2 rat0.1", &key),
                        "fall rat0.1 boat1.2 caught rat0.1 boat1.2");
    match_free(match);
}

static const char *const strange[] = {"",
                                      "pass",
                                      "card",
                                      "card 07",
                                      "card 7 ",
                                      "card  7",
                                      "card 7 8",
                                      "card 256",
                                      "card -1",
                                      "Card 7",
                                      "captain",
                                      "order",
                                      "order 0 1 2 3 0",
                                      "load",
                                      "load2",
                                      "load ratte",
                                      "load rat0",
                                      "load rat2.2",
                                      "load rat4.1",
                                      "load rat rat",
                                      "load rat0.1 rat0.2",
                                      "rest rat0.1",
                                      "rest back",
                                      "back back",
                                      "fall",
                                      "fall rat",
                                      "fall rat0.1 rat0.1",
                                      "fall rat0.1 caught",
                                      "fall caught rat0.1",
                                      "fall rat0.1 back caught rat0.1",
                                      "fall rat0.1 caught rat0.1 caught rat0.1",
                                      "rest @",
                                      "rest @ ship:",
                                      "rest @ ship:0,0,0,0",
                                      "rest @ ship:0,0,0,0,0,0",
                                      "rest @ ship:0,0,0,0,00",
                                      "rest @ ship:0,0,0,0,-0",
                                      "rest @ ship:0,0,0,0,2147483648",
                                      "rest @ ship:0,0,0,0, 0",
                                      "rest @ boat:0,0,0,0,0",
                                      "rest @ ship:0,0,0,0,0 rat0.1",
                                      "rest @ ship:0,0,0,0,0 rat0.1:5",
                                      "rest @ ship:0,0,0,0,0 rat0.1:5:1,2,3,4,5,6",
                                      "rest @ ship:0,0,0,0,0 rat0.1:5:1,2,3,4,5,6,7,8",
                                      "rest @ ship:0,0,0,0,0 rat0.1:5:1,2,3,4,5,6,x",
                                      "rest @ ship:0,0,0,0,0 rat0.1::1,2,3,4,5,6,7",
                                      "rest @ ship:0,0,0,0,0 rat:5:1,2,3,4,5,6,7",
                                      "rest @ ship:0,0,0,0,0 rat0.1:5:1,2,3,4,5,6,7 "
                                      "boat0.1:5:1,2,3,4,5,6,7",
                                      "rest @ ship:0,0,0,0,0 rat0.1:5:1,2,3,4,5,6,7 "
                                      "rat0.1:5:1,2,3,4,5,6,7",
                                      "rest@ ship:0,0,0,0,0"};

static void nothing_else_is_read(void **unused) {
    struct match *match = begin(2, NULL);
    (void)unused;
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        const char *key = NULL;
        if (read_as(match, 0, strange[i], &key))
            fail_msg("is read: %s", strange[i]);
        assert_string_equal(key, "riffraff.notation");
    }
    match_free(match);
}

/* `legal` lists full names, `load2` only where two are allowed. */
static void legal_has_full_names(void **unused) {
    struct match *match = begin(2, NULL);
    struct actions legal = actions_new(&riffraff_game);
    struct text text = {0};
    (void)unused;
    lay_cards(match, (int[]){9, 1});
    match_legal(match, 0, &legal);
    assert_int_equal(legal.count, 16);
    rr_print_action(actions_at(&legal, 6), &text);
    test_text(&text, "load rat0.1");
    rr_print_action(actions_at(&legal, 15), &text);
    test_text(&text, "load chest0.2");
    match_legal(match, 1, &legal);
    assert_int_equal(legal.count, 0);
    text_free(&text);
    actions_free(&legal);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_action_has_one_spelling),
        cmocka_unit_test(a_shape_is_the_first_such_piece),
        cmocka_unit_test(a_shape_that_is_not_there),
        cmocka_unit_test(fallen_in_any_order),
        cmocka_unit_test(nothing_else_is_read),
        cmocka_unit_test(legal_has_full_names),
    };
    return cmocka_run_group_tests(tests, NULL, free_printed);
}
