/* test_view.c: the JSON of a view contains the whole view, so that a client can show the table
 * from it alone, also if it connects late. */
#include "scene.h"

#include <stdlib.h>

#include "unit/member.h"

static bool has_member(const struct match *match, const char *name) {
    json_t *view = view_of(match, SEAT_WATCHER);
    bool has = json_object_get(view, name) != NULL;
    json_decref(view);
    return has;
}

/* P-e1, P-e2, worked out by hand. 3, 3, 5, 9 with a spoiled and a double: at least the
 * 9 is destroyed and a 3 doubled, 14; at most a 3 is destroyed and the 9 doubled, 26. */
static void pe1_pe2_the_range_that_could_be_served(void **state) {
    (void)state;
    static const struct {
        const char *marks, *range;
    } cases[] = {
        {"9 3 3 - - 5 - x d", "[14,26]"}, {"9 8 - 4 - - - d d", "[33,38]"},
        {"- - - - - 6 - d d", "[12,12]"}, {"- - - - - 6 - x d", "[0,0]"},
        {"9 - 3 - - - - - -", "[12,12]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct match *match = begin(3, NULL);
        check_member(match, 0, "range", "null");
        roll(match, cases[i].marks);
        for (int seat = SEAT_WATCHER; seat < 3; seat++)
            if (seat >= 0 || seat == SEAT_WATCHER)
                check_member(match, seat, "range", cases[i].range);
        order(match, (const char *[]){NULL, "1", "2"});
        check_member(match, 2, "range", cases[i].range);
        match_free(match);
    }
}

/* P-5: a special that stands alone serves nothing, and all nine are rolled again. */
static void p5_without_a_number_barrel_there_is_no_range(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    roll(match, "- - - - - - - d -");
    check_member(match, 0, "range", "null");
    check_member(match, 0, "rolling", "true");
    check_member(match, 0, "cup", "[1,2,3,4,5,6,7,8,9]");
    match_free(match);
}

/* P-8: the cup of the awaited roll distinguishes rolling from deciding. */
static void p8_the_cup_holds_what_is_rolled(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    roll(match, "9 - 3 - 4 5 5 d x");
    check_member(match, 1, "cup", "[]");
    order(match, (const char *[]){NULL, "1", "2"});
    check_member(match, 1, "rolling", "false");
    test_play(match, 0, "again 9");
    check_member(match, 1, "phase", "\"serving\"");
    check_member(match, 1, "rolling", "true");
    check_member(match, 1, "cup", "[2,4,9]");
    check_member(match, 1, "range", "[29,35]"); /* 26, and a 3 to 9 doubled: x is in the cup */
    roll(match, ". - . - . . . . d");
    check_member(match, 1, "rolling", "false");
    check_member(match, 1, "cup", "[]");
    match_free(match);
}

/* A client that connects late sees how the last round ended, until the next one ends. */
static void the_last_scene_stays_until_the_next_bill(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    check_member(match, 1, "last", "null");
    roll(match, "9 3 3 - - 5 - x d");
    order(match, (const char *[]){NULL, "1", "2"});
    test_play(match, 0, "stop");
    check_member(match, 1, "last", "null");
    test_play(match, 0, "serve x8>2 d9>1");
    static const char first[] =
        "{\"round\":1,\"innkeeper\":0,\"served\":26,"
        "\"barrels\":[\"9\",\"3\",\"3\",\"-\",\"-\",\"5\",\"-\",\"x\",\"d\"],\"targets\":[2,1]}";
    check_member(match, 1, "last", first);
    check_member(match, 1, "barrels", "[\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\"]");
    roll(match, "- 8 - - - - - - d");
    order(match, (const char *[]){"1", NULL, "2"});
    test_play(match, 1, "again");
    check_member(match, SEAT_WATCHER, "last", first);
    roll(match, "- . - - - - - - ."); /* failed; the kept double does not save him */
    check_member(match, SEAT_WATCHER, "last",
                 "{\"round\":2,\"innkeeper\":1,\"served\":null,"
                 "\"barrels\":[\"-\",\"8\",\"-\",\"-\",\"-\",\"-\",\"-\",\"-\",\"d\"],"
                 "\"targets\":[null,null]}");
    match_free(match);
}

/* P-15: a bill can be computed from the pad: orders, result and reasons. */
static void p15_the_pad_says_why(void **state) {
    (void)state;
    struct match *match = begin(4, NULL);
    roll(match, "9 - - - - - - - -");
    order(match, (const char *[]){NULL, "3", "2 4", "1"});
    test_play(match, 0, "stop");
    check_member(match, 3, "pad",
                 "[{\"innkeeper\":0,\"served\":9,\"destroyed\":[],\"doubled\":[],"
                 "\"effects\":[0,0],\"ordered\":10,\"orders\":[null,[3],[2,4],[1]],"
                 "\"order_sums\":[0,3,6,1],"
                 "\"why\":[\"innkeeper\",\"between\",\"greediest\",\"modest\"],"
                 "\"points\":[9,0,-6,6],\"totals\":[9,0,-6,6]}]");
    match_free(match);
}

/* The totals after each line of the pad start with those at the beginning of the match. */
static void the_pad_adds_up_from_the_start(void **state) {
    (void)state;
    struct match *match = begin_at((int64_t[]){5, 10, -3}, NULL);
    play_round(match, "9 - 3 - - - - - -", "1", "2");
    json_t *view = view_of(match, 1);
    json_t *round = json_array_get(json_object_get(view, "pad"), 0);
    assert_non_null(json_object_get(view, "totals"));
    assert_true(json_equal(json_object_get(round, "totals"), json_object_get(view, "totals")));
    json_decref(view);
    match_free(match);
}

static void the_settings_are_in_the_view(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    check_member(match, 0, "options",
                 "{\"goal\":75,\"all_equal\":\"penalty\",\"show_card_count\":true,"
                 "\"tie\":\"shared\",\"finish_rotation\":false,\"barrels\":\"table\"}");
    match_free(match);
    match = begin(3, (const char *[]){"goal", "20", "all_equal", "cancel", "show_card_count", "off",
                                      "tie", "extra_round", "finish_rotation", "on", "barrels",
                                      "physics", NULL});
    check_member(match, 0, "options",
                 "{\"goal\":20,\"all_equal\":\"cancel\",\"show_card_count\":false,"
                 "\"tie\":\"extra_round\",\"finish_rotation\":true,\"barrels\":\"physics\"}");
    match_free(match);
}

/* P-16: 2, 80, 80 after this round: two winners, and the third place for the third. */
static void p16_the_end_has_winners_and_ranks(void **state) {
    (void)state;
    struct match *match = begin_at((int64_t[]){0, 74, 79}, NULL);
    check_member(match, 0, "ending", "false");
    assert_false(has_member(match, "winners") || has_member(match, "ranks"));
    play_round(match, "9 - - - - - - - -", "6", "1");
    assert_true(match_over(match));
    assert_int_equal(winners(match), 6);
    check_member(match, 0, "ending", "true");
    check_member(match, 0, "winners", "[1,2]");
    check_member(match, 0, "ranks", "[3,1,1]");
    check_member(match, 0, "round", "1");
    check_member(match, 0, "innkeeper", "0");
    check_member(match, 0, "cup", "[]");
    check_member(match, 0, "rolling", "false");
    check_member(match, 0, "range", "null");
    match_free(match);
}

/* P-25: the goal is reached, but the rotation goes on. */
static void p25_the_view_says_that_the_match_is_ending(void **state) {
    (void)state;
    struct match *match =
        begin_at((int64_t[]){60, 68, 60}, (const char *[]){"finish_rotation", "on", NULL});
    play_round(match, "9 - - - - - - - -", "7", "1"); /* 61, 75, 61 */
    assert_false(match_over(match));
    check_member(match, 0, "ending", "true");
    assert_false(has_member(match, "winners"));
    match_free(match);
}

static void write_view(const struct pf_state *view, int seat, struct text *out) {
    js_open(out, '{');
    polterfass_game.view_json(view, seat, out);
    js_close(out, '}');
}

static void check_differs(const struct pf_state *view, const struct pf_state *changed) {
    struct text before = {0}, after = {0};
    write_view(view, 1, &before);
    write_view(changed, 1, &after);
    assert_string_not_equal(text_string(&before), text_string(&after));
    text_free(&before);
    text_free(&after);
}

/* Two rounds are on the pad, and one order is laid in the third. */
static struct match *begin_third_round(void) {
    struct match *match = begin(3, NULL);
    roll(match, "9 3 3 - - 5 - x d");
    order(match, (const char *[]){NULL, "1", "2"});
    test_play(match, 0, "stop");
    test_play(match, 0, "serve x8>2 d9>1");
    roll(match, "9 3 3 - - 5 - x d");
    order(match, (const char *[]){"4", NULL, "3"});
    test_play(match, 1, "stop");
    test_play(match, 1, "serve x8>2 d9>1");
    roll(match, "9 3 3 - - 5 - x d");
    test_play(match, 1, "order 3 5");
    return match;
}

/* Changing any field of a view changes its JSON. */
static void each_field_of_a_view_is_in_its_json(void **state) {
    (void)state;
    struct match *match = begin_third_round();
    struct pf_state view, other;
    game_view(&polterfass_game, match_state(match), 1, &view);
#define CHANGED(change) (other = view, (change), check_differs(&view, &other))
    CHANGED(other.show_card_count = 0);
    CHANGED(other.all_equal_cancels = 1);
    CHANGED(other.extra_round = 1);
    CHANGED(other.finish_rotation = 1);
    CHANGED(other.by_physics = 1);
    CHANGED(other.goal = 76);
    CHANGED(other.innkeeper = 0);
    CHANGED(other.is_ending = 1);
    CHANGED(other.rounds = 1);
    CHANGED(other.ordered = 3);
    CHANGED(other.cards_laid[0] = 1);
    CHANGED(other.order[1] = 1 << 7 | 1 << 1);
    CHANGED(other.cup = 1);
    for (int phase = PF_FIRST_INNKEEPER; phase <= PF_OVER; phase++)
        if (phase != view.phase)
            CHANGED(other.phase = (uint8_t)phase);
    for (int place = 0; place < PF_BARRELS; place++) {
        CHANGED(other.face[place] = view.face[place] == PF_LIES ? PF_FIRST_END : PF_LIES);
        CHANGED(other.last_face[place] = view.face[place] == PF_LIES ? PF_FIRST_END : PF_LIES);
    }
    for (int i = 0; i < PF_SPECIALS; i++)
        CHANGED(other.last_target[i] = 3);
    for (int seat = 0; seat < 3; seat++)
        CHANGED(other.totals[seat]++);
    for (int round = 0; round < 2; round++) {
        CHANGED(other.pad[round].innkeeper = 2);
        CHANGED(other.pad[round].served = PF_FAILED);
        CHANGED((other.pad[round].effect[0] = 9, other.pad[round].effect[1] = -3));
        CHANGED(other.pad[round].order[(round + 1) % 3] = 1 << 5);
        for (int seat = 0; seat < 3; seat++)
            CHANGED(other.pad[round].points[seat]++);
    }
#undef CHANGED
    match_free(match);
}

/* Otherwise deciding and rolling, drawing the innkeeper and the first roll have the same JSON. */
static void phases_of_one_name_differ(void **state) {
    (void)state;
    struct match *match = begin(3, (const char *[]){"first_innkeeper", "random", NULL});
    check_member(match, 0, "innkeeper", "null");
    check_member(match, 0, "rolling", "false");
    test_play(match, SEAT_CHANCE, "first 0");
    check_member(match, 0, "innkeeper", "0");
    check_member(match, 0, "rolling", "true");
    match_free(match);
}

struct seen {
    char *json;
    struct pf_state *view;
};

static int compare(const void *a, const void *b) {
    return strcmp(((const struct seen *)a)->json, ((const struct seen *)b)->json);
}

static void see(const struct match *match, int seat, struct seen *seen) {
    struct text json = {0};
    seen->view = malloc(sizeof *seen->view);
    assert_non_null(seen->view);
    game_view(&polterfass_game, match_state(match), seat, seen->view);
    write_view(seen->view, seat, &json);
    seen->json = strdup(text_string(&json));
    text_free(&json);
}

/* The same random numbers with every combination of settings, so that views differ in little. */
static void views_that_differ_have_different_json(void **state) {
    (void)state;
    enum { MATCHES = 96, STEPS = 40, VIEWS = MATCHES * STEPS };
    static const char *const flags[] = {"off", "on"}, *const equals[] = {"penalty", "cancel"},
                             *const ties[] = {"shared", "extra_round"};
    struct seen *seen = malloc(VIEWS * sizeof *seen);
    int count = 0, alike = 0;
    assert_non_null(seen);
    for (int i = 0; i < MATCHES; i++) {
        const char *options[] = {"show_card_count",
                                 flags[i & 1],
                                 "all_equal",
                                 equals[i >> 1 & 1],
                                 "tie",
                                 ties[i >> 2 & 1],
                                 "finish_rotation",
                                 flags[i >> 3 & 1],
                                 NULL};
        struct match *match = test_match(&polterfass_game, 1, 3, options);
        struct rng rng = random_dice((uint64_t)i / 16);
        for (int step = 0; step < STEPS && !match_over(match); step++, random_step(match, &rng))
            see(match, i % 2 ? 1 : SEAT_WATCHER, &seen[count++]);
        match_free(match);
    }
    qsort(seen, (size_t)count, sizeof *seen, compare);
    for (int i = 1; i < count; i++)
        if (compare(&seen[i - 1], &seen[i]) == 0) {
            assert_memory_equal(seen[i - 1].view, seen[i].view, sizeof *seen->view);
            alike++;
        }
    assert_true(alike > 0 && count - alike > VIEWS / 2);
    for (int i = 0; i < count; i++) {
        free(seen[i].json);
        free(seen[i].view);
    }
    free(seen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pe1_pe2_the_range_that_could_be_served),
        cmocka_unit_test(p5_without_a_number_barrel_there_is_no_range),
        cmocka_unit_test(p8_the_cup_holds_what_is_rolled),
        cmocka_unit_test(the_last_scene_stays_until_the_next_bill),
        cmocka_unit_test(p15_the_pad_says_why),
        cmocka_unit_test(the_pad_adds_up_from_the_start),
        cmocka_unit_test(the_settings_are_in_the_view),
        cmocka_unit_test(p16_the_end_has_winners_and_ranks),
        cmocka_unit_test(p25_the_view_says_that_the_match_is_ending),
        cmocka_unit_test(each_field_of_a_view_is_in_its_json),
        cmocka_unit_test(phases_of_one_name_differ),
        cmocka_unit_test(views_that_differ_have_different_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
