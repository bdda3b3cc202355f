/* test_tempo.c: keys that were meant to shorten pauses are no moves. Keys come at given times of a
 * fake clock. */
#include "unit/test.h"

#include <curses.h>

#include "terminal/screen.h"
#include "terminal/tempo.h"

enum { NEVER = -1 };

struct press {
    int64_t at;
    int key;
};

static int64_t clock_now;
static const struct press *script; /* ends with NEVER */

static int64_t scripted_clock(void) {
    return clock_now;
}

/* The next key, if it comes within that time. */
int screen_key(int milliseconds) {
    int64_t end = clock_now + milliseconds;
    if (script->at == NEVER || script->at > end) {
        clock_now = end;
        return SCREEN_NO_KEY;
    }
    clock_now = script->at > clock_now ? script->at : clock_now;
    return script++->key;
}

static struct tempo begin(bool is_fast, const struct press *presses) {
    clock_now = 0;
    script = presses;
    return tempo_begin(is_fast, scripted_clock);
}

/* Others move until then; returns how often a key shortened the pause. */
static int watch_until(struct tempo *tempo, int64_t end) {
    int hurries = 0;
    while (clock_now < end)
        hurries += tempo_hurry(tempo, tempo_key(tempo, (int)(end - clock_now)));
    return hurries;
}

/* How many of the keys until then the question accepts. */
static int taken_until(struct tempo *tempo, int64_t end) {
    int taken = 0;
    while (clock_now < end) {
        int key = screen_key((int)(end - clock_now));
        taken += key != SCREEN_NO_KEY && tempo_takes(tempo, key);
    }
    return taken;
}

/* Keys as they were pressed once in a match of Zum Blauen Drachen. */
static const struct press fourteen_passes[] = {
    {0, 'p'},    {120, 'p'},  {240, 'p'},  {360, 'p'},  {480, 'p'},  {600, 'p'},
    {720, 'p'},  {840, 'p'},  {960, 'p'},  {1080, 'p'}, {1200, 'p'}, {1320, 'p'},
    {1440, 'p'}, {1560, 'p'}, {2000, 'p'}, {NEVER, 0},
};

static void test_passes_meant_to_hurry_pass_nothing(void **state) {
    (void)state;
    struct tempo tempo = begin(false, fourteen_passes);
    assert_int_equal(watch_until(&tempo, 700), 0);
    tempo_ask(&tempo, false);
    assert_int_equal(taken_until(&tempo, 1900), 0);
    assert_int_equal(taken_until(&tempo, 2100), 1);
}

static void test_keys_from_before_the_question_do_not_count(void **state) {
    (void)state;
    struct tempo tempo = begin(false, fourteen_passes);
    clock_now = 800; /* a long think, in which no keys were read */
    tempo_ask(&tempo, false);
    assert_int_equal(clock_now, 800);
    assert_int_equal(taken_until(&tempo, 1900), 0);
}

static void test_keys_behind_a_change_of_size_do_not_count(void **state) {
    (void)state;
    static const struct press keys[] = {{100, 'p'}, {110, KEY_RESIZE}, {120, 'p'}, {NEVER, 0}};
    struct tempo tempo = begin(false, keys);
    clock_now = 800;
    assert_int_equal(tempo_ask(&tempo, false), SCREEN_NO_KEY);
    assert_int_equal(taken_until(&tempo, 3000), 0);
}

static void test_a_wish_to_leave_counts(void **state) {
    (void)state;
    static const struct press keys[] = {{100, 'p'}, {200, 'q'}, {300, 'Q'}, {NEVER, 0}};
    struct tempo tempo = begin(false, keys);
    clock_now = 800;
    assert_int_equal(tempo_ask(&tempo, false), 'q');
    assert_int_equal(tempo_ask(&tempo, false), 'Q');
    assert_int_equal(tempo_ask(&tempo, false), SCREEN_NO_KEY);
}

/* Keys as they were pressed once in a match of Polterfass: a roll that takes no time between two
 * questions. */
static void test_one_wish_is_one_roll(void **state) {
    (void)state;
    static const struct press rolls[] = {{1000, 'r'}, {1150, 'r'}, {1300, 'r'}, {1450, 'r'},
                                         {1600, 'r'}, {1750, 'r'}, {NEVER, 0}};
    struct tempo tempo = begin(false, rolls);
    int count = 0;
    tempo_ask(&tempo, false);
    while (clock_now < 3000)
        if (taken_until(&tempo, clock_now + 10)) {
            count++;
            tempo_ask(&tempo, false);
        }
    assert_int_equal(count, 1);
}

static void test_the_key_that_hurried_waits_longer(void **state) {
    (void)state;
    static const struct press spaces[] = {{100, ' '},  {600, ' '},  {1100, ' '},
                                          {1600, '3'}, {1650, ' '}, {NEVER, 0}};
    struct tempo tempo = begin(false, spaces);
    assert_int_equal(watch_until(&tempo, 200), 1);
    tempo_ask(&tempo, false);
    assert_int_equal(taken_until(&tempo, 1200), 0); /* 500 apart: still the same repetition */
    assert_int_equal(taken_until(&tempo, 1620), 1);
    assert_int_equal(taken_until(&tempo, 1700), 1); /* the question accepts keys now */
    static const struct press late[] = {{100, ' '}, {1700, ' '}, {NEVER, 0}};
    tempo = begin(false, late);
    watch_until(&tempo, 200);
    tempo_ask(&tempo, false);
    assert_int_equal(taken_until(&tempo, 1800), 1);
}

static void test_after_an_own_move_only_the_same_key_waits(void **state) {
    (void)state;
    static const struct press keys[] = {{1000, 'p'}, {1100, 'p'}, {1200, 'e'}, {NEVER, 0}};
    struct tempo tempo = begin(false, keys);
    tempo_ask(&tempo, false);
    assert_int_equal(taken_until(&tempo, 1050), 1);
    tempo_ask(&tempo, true);
    assert_int_equal(taken_until(&tempo, 1150), 0);
    assert_int_equal(taken_until(&tempo, 1250), 1);
}

static void test_without_pauses_every_key_counts(void **state) {
    (void)state;
    struct tempo tempo = begin(true, fourteen_passes);
    tempo_ask(&tempo, false);
    assert_int_equal(taken_until(&tempo, 3000), 15);
    assert_false(tempo_waits(&tempo));
}

static void test_space_hurries_once_and_f_to_the_question(void **state) {
    (void)state;
    struct tempo tempo = begin(false, fourteen_passes);
    assert_true(tempo_hurry(&tempo, TEMPO_NEXT) && tempo_waits(&tempo));
    assert_true(tempo_hurry(&tempo, TEMPO_RUN) && !tempo_waits(&tempo));
    script = fourteen_passes + 15;
    tempo_ask(&tempo, false);
    assert_true(tempo_waits(&tempo));
    for (int key = 0; key < 600; key++)
        assert_true(tempo_hurry(&tempo, key) == (key == ' ' || key == 'f'));
}

/* It is not too early, and does not make the next key too early. */
static void a_change_of_size_is_no_key(void **state) {
    (void)state;
    static const struct press presses[] = {{800, ' '}, {1000, KEY_RESIZE}, {1200, 'p'}, {NEVER, 0}};
    struct tempo tempo = begin(false, presses);
    watch_until(&tempo, 900);
    tempo_ask(&tempo, false);
    assert_int_equal(taken_until(&tempo, 2000), 2);
}

/* A session that runs on a server: after a long think the frames that have arrived are passed at
 * once, and only the newest one waits. */
static void a_moment_that_is_behind_waits_for_nothing(void **state) {
    static const struct {
        struct moment moment;
        int wait;
    } cases[] = {
        {{.due = 1030}, 30},
        {{.due = 900}, 0},
        {{.due = 1030, .stands = true}, -1},
        {{.due = 1030, .is_received = true}, 30},
        {{.due = 1030, .stands = true, .is_received = true}, 50},
        {{.due = 1030, .stands = true, .is_received = true, .is_behind = true}, 0},
        {{.due = 1030, .is_received = true, .is_behind = true}, 0},
    };
    struct tempo tempo = begin(false, fourteen_passes);
    (void)state;
    clock_now = 1000;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(tempo_wait(&tempo, &cases[i].moment), cases[i].wait);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passes_meant_to_hurry_pass_nothing),
        cmocka_unit_test(test_keys_from_before_the_question_do_not_count),
        cmocka_unit_test(test_keys_behind_a_change_of_size_do_not_count),
        cmocka_unit_test(test_a_wish_to_leave_counts),
        cmocka_unit_test(test_one_wish_is_one_roll),
        cmocka_unit_test(test_the_key_that_hurried_waits_longer),
        cmocka_unit_test(test_after_an_own_move_only_the_same_key_waits),
        cmocka_unit_test(test_without_pauses_every_key_counts),
        cmocka_unit_test(test_space_hurries_once_and_f_to_the_question),
        cmocka_unit_test(a_change_of_size_is_no_key),
        cmocka_unit_test(a_moment_that_is_behind_waits_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
