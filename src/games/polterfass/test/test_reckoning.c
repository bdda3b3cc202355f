/* test_reckoning.c: every standing pattern, every assignment, every total,
 * against a second and slower computation; and counts of all lines of play. */
#include "unit/test.h"

#include "../polterfass.h"

enum { PATTERNS = 3882, FACES = 3 };

/* Two barrels that look alike make one pattern, whichever of them it is. */
static bool is_canonical(const uint8_t face[PF_BARRELS]) {
    return face[1] <= face[2] && face[3] <= face[4] && face[5] <= face[6] && face[7] <= face[8];
}

/* The next assignment of faces, counting in threes; false after the last. */
static bool next_faces(uint8_t face[PF_BARRELS]) {
    for (int place = 0; place < PF_BARRELS; place++) {
        if (++face[place] < FACES)
            return true;
        face[place] = 0;
    }
    return false;
}

/* Totals by sets: destroy any set of the right size, then double any set of
 * the right size among those that are left. Knows no order and no targets. */
static void totals_by_sets(const uint8_t face[PF_BARRELS], bool reached[PF_TOTAL_MAX + 1]) {
    int value[PF_NUMBERS], numbers = 0, spoiled = 0, doubles = 0;
    for (int place = 0; place < PF_NUMBERS; place++)
        if (face[place] != PF_LIES)
            value[numbers++] = pf_ends[place][face[place] == PF_SECOND_END];
    for (int place = PF_NUMBERS; place < PF_BARRELS; place++) {
        spoiled += face[place] == PF_SPOILED;
        doubles += face[place] == PF_DOUBLE;
    }
    int destroyed_size = spoiled < numbers ? spoiled : numbers;
    int left = numbers - destroyed_size;
    int doubled_size = doubles < left ? doubles : left;
    memset(reached, 0, PF_TOTAL_MAX + 1);
    for (int destroyed = 0; destroyed < 1 << numbers; destroyed++)
        for (int doubled = 0; doubled < 1 << numbers; doubled++) {
            int total = 0;
            if (destroyed & doubled || pf_set_size(destroyed) != destroyed_size ||
                pf_set_size(doubled) != doubled_size)
                continue;
            for (int i = 0; i < numbers; i++)
                if (!(destroyed >> i & 1))
                    total += doubled >> i & 1 ? 2 * value[i] : value[i];
            reached[total] = true;
        }
}

static void check_totals(const uint8_t face[PF_BARRELS]) {
    struct pf_serving servings[PF_SERVINGS];
    bool reached[PF_TOTAL_MAX + 1];
    int count = pf_servings(face, servings), expected = 0;
    totals_by_sets(face, reached);
    for (int total = 0; total <= PF_TOTAL_MAX; total++)
        expected += reached[total];
    assert_int_equal(count, expected);
    for (int i = 0; i < count; i++) {
        assert_true(reached[servings[i].total]);
        reached[servings[i].total] = false; /* once each */
        assert_int_equal(pf_served_by(face, servings[i].target), servings[i].total);
    }
}

static void all_patterns_reach_the_totals_that_sets_reach(void **state) {
    (void)state;
    uint8_t face[PF_BARRELS] = {0};
    int patterns = 0;
    do {
        if (!is_canonical(face) || !pf_number_stands(face))
            continue;
        patterns++;
        check_totals(face);
    } while (next_faces(face));
    assert_int_equal(patterns, PATTERNS);
}

/* The place in the list of parts: spoiled ones come before doubles. */
static bool comes_before(const uint8_t face[PF_BARRELS], const uint8_t a[2], const uint8_t b[2]) {
    bool ninth_first = face[8] == PF_SPOILED && face[7] != PF_SPOILED;
    int first = ninth_first ? 1 : 0;
    return a[first] != b[first] ? a[first] < b[first] : a[1 - first] < b[1 - first];
}

/* No valid assignment of the same total comes before the one that is listed,
 * and every valid one reaches a listed total. */
static void each_total_is_named_by_its_first_assignment(void **state) {
    (void)state;
    uint8_t face[PF_BARRELS] = {0};
    struct pf_serving servings[PF_SERVINGS];
    do {
        if (!is_canonical(face) || !pf_number_stands(face))
            continue;
        int count = pf_servings(face, servings);
        for (int both = 0; both < 64; both++) {
            uint8_t target[2] = {(uint8_t)(both / 8), (uint8_t)(both % 8)};
            int total = pf_served_by(face, target), index = 0;
            if (total < 0)
                continue;
            while (index < count && servings[index].total != total)
                index++;
            assert_true(index < count);
            assert_false(comes_before(face, target, servings[index].target));
        }
    } while (next_faces(face));
}

/* How many lines of play lead from here over this many choices of seats. */
static long count_lines(const struct pf_state *state, int depth) {
    struct actions actions = actions_new(&polterfass_game);
    struct turn turn;
    long lines = 0;
    game_turn(&polterfass_game, state, &turn);
    for (int seat = 0; turn.kind == TURN_SEATS && seat < state->seats; seat++) {
        game_legal(&polterfass_game, state, seat, &actions);
        for (int i = 0; i < actions.count; i++) {
            struct pf_state next = *state;
            polterfass_game.apply(&next, seat, actions_at(&actions, i), NULL);
            lines += depth > 1 ? count_lines(&next, depth - 1) : 1;
        }
    }
    actions_free(&actions);
    return lines;
}

static void lines_of_play_are_counted(void **state) {
    (void)state;
    struct match *match = test_match(&polterfass_game, 1, 3, NULL);
    test_play(match, SEAT_CHANCE, "roll 9 - 3 - - - 5 x d");
    /* Two guests in either order with 36 orders each, */
    assert_int_equal(count_lines(match_state(match), 1), 2 * 36);
    assert_int_equal(count_lines(match_state(match), 2), 2 * 36 * 36);
    /* then to stop or to roll on in four ways, */
    assert_int_equal(count_lines(match_state(match), 3), 2 * 36 * 36 * 5);
    /* and after a stop one of the six totals 11, 13, 15, 19, 21, 23: chance comes
     * next after the other four. */
    assert_int_equal(count_lines(match_state(match), 4), 2 * 36 * 36 * 6);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_patterns_reach_the_totals_that_sets_reach),
        cmocka_unit_test(each_total_is_named_by_its_first_assignment),
        cmocka_unit_test(lines_of_play_are_counted),
    };
    return cmocka_run_group_tests_name("reckoning", tests, NULL, NULL);
}
