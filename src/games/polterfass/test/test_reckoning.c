/* test_reckoning.c: every face of all nine barrels, every pair of targets and every total,
 * compared with a second, slower implementation that shares no code with reckoning.c; and the
 * number of lines of play of a round. */
#include "unit/test.h"

#include "../polterfass.h"

enum { FACES = 3, ALL_FACES = 19683, TARGETS = PF_NUMBERS + 2 /* 0, 1 to 7, and one beyond */ };

/* The next faces of the nine barrels, counting in base three; false after the last. */
static bool next_faces(uint8_t face[PF_BARRELS]) {
    for (int place = 0; place < PF_BARRELS; place++) {
        if (++face[place] < FACES)
            return true;
        face[place] = 0;
    }
    return false;
}

/* What stands, counted. */
struct count {
    int numbers, spoiled, doubles;
};

static struct count count_standing(const uint8_t face[PF_BARRELS]) {
    struct count count = {0};
    for (int place = 0; place < PF_NUMBERS; place++)
        count.numbers += face[place] != PF_LIES;
    for (int place = PF_NUMBERS; place < PF_BARRELS; place++) {
        count.spoiled += face[place] == PF_SPOILED;
        count.doubles += face[place] == PF_DOUBLE;
    }
    return count;
}

static int value_of(const uint8_t face[PF_BARRELS], int place) {
    return pf_ends[place][face[place] == PF_SECOND_END];
}

/* P-11, P-20: whether a special barrel finds a number barrel that those before it left over: all
 * spoiled ones if it is a double, and its twin on place 8. */
static bool has_to_act(const uint8_t face[PF_BARRELS], int special) {
    const uint8_t *kind = &face[PF_NUMBERS];
    struct count count = count_standing(face);
    int before = kind[special] == PF_DOUBLE ? count.spoiled : 0;
    before += special == 1 && kind[0] == kind[1];
    return kind[special] != PF_LIES && before < count.numbers;
}

/* P-10: the total that the targets serve, barrel by barrel; -1: they are not valid. */
static int served_by_hand(const uint8_t face[PF_BARRELS], const uint8_t target[PF_SPECIALS]) {
    int times[PF_NUMBERS] = {1, 1, 1, 1, 1, 1, 1}, total = 0;
    for (int special = 0; special < PF_SPECIALS; special++) {
        int place = target[special] - 1;
        if ((place >= 0) != has_to_act(face, special))
            return -1;
        if (place < 0)
            continue;
        if (place >= PF_NUMBERS || face[place] == PF_LIES || times[place] != 1)
            return -1;
        times[place] = face[PF_NUMBERS + special] == PF_DOUBLE ? 2 : 0;
    }
    for (int place = 0; place < PF_NUMBERS; place++)
        total += face[place] == PF_LIES ? 0 : times[place] * value_of(face, place);
    return total;
}

static void exactly_the_valid_targets_are_taken(void **state) {
    (void)state;
    uint8_t face[PF_BARRELS] = {0};
    int faces = 0;
    do {
        faces++;
        for (int both = 0; both < TARGETS * TARGETS; both++) {
            uint8_t target[] = {(uint8_t)(both / TARGETS), (uint8_t)(both % TARGETS)};
            assert_int_equal(pf_served_by(face, target), served_by_hand(face, target));
        }
    } while (next_faces(face));
    assert_int_equal(faces, ALL_FACES);
}

/* Totals by sets: destroy any set of the right size, then double any set of the right size of
 * the rest. Depends on neither order nor targets. */
static void totals_by_sets(const uint8_t face[PF_BARRELS], bool reached[PF_TOTAL_MAX + 1]) {
    struct count count = count_standing(face);
    int value[PF_NUMBERS], numbers = 0;
    for (int place = 0; place < PF_NUMBERS; place++)
        if (face[place] != PF_LIES)
            value[numbers++] = value_of(face, place);
    int destroyed_size = count.spoiled < numbers ? count.spoiled : numbers;
    int left = numbers - destroyed_size;
    int doubled_size = count.doubles < left ? count.doubles : left;
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

static void every_total_that_sets_reach_is_listed_once(void **state) {
    (void)state;
    uint8_t face[PF_BARRELS] = {0};
    struct pf_serving servings[PF_SERVINGS];
    bool reached[PF_TOTAL_MAX + 1];
    do {
        int count = pf_servings(face, servings);
        totals_by_sets(face, reached);
        for (int i = 0; i < count; i++) {
            assert_true(reached[servings[i].total]);
            reached[servings[i].total] = false;
        }
        for (int total = 0; total <= PF_TOTAL_MAX; total++)
            assert_false(reached[total]);
    } while (next_faces(face));
}

/* Whether an assignment comes before another: spoiled ones are compared first. */
static bool comes_before(const uint8_t face[PF_BARRELS], const uint8_t a[2], const uint8_t b[2]) {
    bool ninth_first = face[8] == PF_SPOILED && face[7] != PF_SPOILED;
    int first = ninth_first ? 1 : 0;
    return a[first] != b[first] ? a[first] < b[first] : a[1 - first] < b[1 - first];
}

/* The active specials that double, as bits. */
static int doubles_of(const uint8_t face[PF_BARRELS], const uint8_t target[PF_SPECIALS]) {
    return (target[0] && face[7] == PF_DOUBLE) | (target[1] && face[8] == PF_DOUBLE) << 1;
}

/* A listed assignment serves its total, and no valid one with the same total comes before it. */
static void each_total_is_named_by_its_first_assignment(void **state) {
    (void)state;
    uint8_t face[PF_BARRELS] = {0};
    struct pf_serving servings[PF_SERVINGS];
    do {
        uint8_t first[PF_TOTAL_MAX + 1][PF_SPECIALS] = {{0}};
        bool is_found[PF_TOTAL_MAX + 1] = {false};
        for (int both = 0; both < TARGETS * TARGETS; both++) {
            uint8_t target[] = {(uint8_t)(both / TARGETS), (uint8_t)(both % TARGETS)};
            int total = served_by_hand(face, target);
            if (total < 0 || (is_found[total] && !comes_before(face, target, first[total])))
                continue;
            is_found[total] = true;
            memcpy(first[total], target, PF_SPECIALS);
        }
        int count = pf_servings(face, servings);
        for (int i = 0; i < count; i++) {
            const struct pf_serving *serving = &servings[i];
            assert_true(is_found[serving->total]);
            assert_memory_equal(serving->target, first[serving->total], PF_SPECIALS);
            assert_int_equal(serving->doubles, doubles_of(face, serving->target));
        }
    } while (next_faces(face));
}

/* Counts the lines of play from here with this many decisions. */
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
        cmocka_unit_test(exactly_the_valid_targets_are_taken),
        cmocka_unit_test(every_total_that_sets_reach_is_listed_once),
        cmocka_unit_test(each_total_is_named_by_its_first_assignment),
        cmocka_unit_test(lines_of_play_are_counted),
    };
    return cmocka_run_group_tests_name("reckoning", tests, NULL, NULL);
}
