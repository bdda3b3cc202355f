/* The simulated throw: P-27, P-28, and the promises of throw.h and sim.h. */
#include "unit/test.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../throw.h"
#include "kernel/match_inside.h"

/* FNV-1a, to compare two motions. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t hash_throw(struct throw *throw, int barrels, int number) {
    struct real_pose poses[PF_BARRELS], cup, coaster;
    uint64_t hash = 0xcbf29ce484222325u;
    bool goes_on = true;
    throw_begin(throw, number);
    while (goes_on) {
        goes_on = throw_tick(throw);
        throw_poses(throw, poses, &cup, &coaster);
        hash = hash_bytes(hash, poses, (size_t)barrels * sizeof *poses);
        hash = hash_bytes(hash, &cup, sizeof cup);
        hash = hash_bytes(hash, &coaster, sizeof coaster);
    }
    return hash;
}

static void assert_clear(struct throw *throw, int barrels) {
    const struct throw_facts *facts = throw_facts(throw);
    uint8_t faces[PF_BARRELS];
    throw_faces(throw, faces);
    for (int i = 0; i < PF_BARRELS; i++)
        assert_int_equal(faces[i] == PF_NOT_THROWN, i >= barrels);
    assert_int_equal(facts->unclear + facts->blown_up + facts->escaped + facts->crowded, 0);
}

static void p28_every_barrel_clearly_stands_or_lies(void **state) {
    (void)state;
    for (int barrels = 1; barrels <= PF_BARRELS; barrels += 2) {
        struct throw *throw = throw_new(barrels, &throw_barrel);
        throw_begin(throw, 100 + barrels);
        while (throw_tick(throw))
            ;
        assert_clear(throw, barrels);
        throw_free(throw);
    }
}

static double way_between(const struct real_pose *a, const struct real_pose *b) {
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += (a->at[i] - b->at[i]) * (a->at[i] - b->at[i]);
    return sqrt(square);
}

/* Barrels must not visibly tremble in the last tenth of a second. */
static void the_last_frames_are_calm(void **state) {
    enum { LAST = 6 };
    struct throw *throw = throw_new(PF_BARRELS, &throw_barrel);
    struct real_pose poses[LAST][PF_BARRELS], cup, coaster;
    int tick = 0;
    bool goes_on = true;
    (void)state;
    throw_begin(throw, 3);
    while (goes_on) {
        goes_on = throw_tick(throw);
        throw_poses(throw, poses[tick++ % LAST], &cup, &coaster);
    }
    for (int i = 1; i < LAST; i++)
        for (int barrel = 0; barrel < PF_BARRELS; barrel++)
            assert_true(way_between(&poses[0][barrel], &poses[i][barrel]) < 0.0003);
    throw_free(throw);
}

static void a_throw_follows_from_its_number_alone(void **state) {
    struct throw *used = throw_new(PF_BARRELS, &throw_barrel);
    struct throw *fresh = throw_new(PF_BARRELS, &throw_barrel);
    (void)state;
    uint64_t other = hash_throw(used, PF_BARRELS, 7);
    uint64_t first = hash_throw(used, PF_BARRELS, 8);
    assert_true(first != other);
    assert_true(hash_throw(fresh, PF_BARRELS, 8) == first);
    throw_free(used);
    throw_free(fresh);
}

static void a_throw_takes_less_than_4_megabytes(void **state) {
    struct throw *throw = throw_new(PF_BARRELS, &throw_barrel);
    (void)state;
    assert_true(throw_bytes(throw) < 4000000);
    throw_free(throw);
}

struct task {
    int number;
    uint64_t hash;
};

static void *run_task(void *context) {
    struct task *task = context;
    struct throw *throw = throw_new(4, &throw_barrel);
    task->hash = hash_throw(throw, 4, task->number);
    throw_free(throw);
    return NULL;
}

static void two_threads_throw_what_one_throws(void **state) {
    struct task tasks[2] = {{11, 0}, {12, 0}};
    pthread_t threads[2];
    (void)state;
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_task, &tasks[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++) {
        struct task alone = {tasks[i].number, 0};
        run_task(&alone);
        assert_true(alone.hash == tasks[i].hash);
    }
}

/* All frames of a first throw, and its outcome. The key is the test's own: how a
 * match makes the key of its dice is no matter of motion. */
static uint64_t hash_session(const struct match *match, int ticks, struct pf_action *outcome) {
    struct rng rng;
    const unsigned char key[KEY_BYTES] = {1};
    struct frame frame = {0};
    uint64_t hash = 0xcbf29ce484222325u;
    rng_open(&rng, key, 0, LANE_CHANCE);
    void *session = pf_sim.open(match_state(match), &rng, NULL);
    for (int i = 0; i < ticks && pf_sim.step(session); i++) {
        pf_sim.frame(session, &frame);
        assert_int_equal(frame.count, PF_BARRELS + 2);
        hash = hash_bytes(hash, frame.bodies, (size_t)frame.count * sizeof *frame.bodies);
    }
    *outcome = (struct pf_action){0};
    pf_sim.close(session, outcome);
    return hash_bytes(hash, outcome->marks, sizeof outcome->marks);
}

static const char *const by_physics[] = {"barrels", "physics", NULL};

/* Motion is only repeatable with the same probe; there is a golden hash for each known probe. */
static const struct {
    const char *probe;
    uint64_t hash;
} golden[] = {
    {" probe-b27349f655a61dc9", 0x2af53b34b46a644},
};

static void the_same_dice_give_the_same_frames(void **state) {
    struct match *match = test_match(&polterfass_game, 1, 3, by_physics);
    struct pf_action first, second;
    struct text build = {0};
    (void)state;
    physics_build(false, &build);
    uint64_t hash = hash_session(match, pf_sim.ticks_max, &first);
    print_message("# %s: %#llx\n", text_string(&build), (unsigned long long)hash);
    assert_true(hash_session(match, pf_sim.ticks_max, &second) == hash);
    assert_memory_equal(&first, &second, sizeof first);
    bool was_met = false;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++)
        if (strstr(text_string(&build), golden[i].probe)) {
            was_met = true;
            assert_true(golden[i].hash == hash);
        }
    if (!was_met)
        print_message("# skipped: no golden hash for what the probe gives here\n");
    text_free(&build);
    match_free(match);
}

static void a_session_cut_short_has_the_same_outcome(void **state) {
    struct match *match = test_match(&polterfass_game, 1, 3, by_physics);
    struct pf_action whole, cut;
    struct message why;
    (void)state;
    hash_session(match, pf_sim.ticks_max, &whole);
    hash_session(match, 3, &cut);
    assert_memory_equal(&whole, &cut, sizeof whole);
    assert_true(polterfass_game.check(match_state(match), SEAT_CHANCE, &whole, &why));
    match_free(match);
}

static void nobody_steers_the_cup(void **state) {
    struct match *match = test_match(&polterfass_game, 1, 3, by_physics);
    struct rng rng;
    struct message why;
    struct pf_action outcome = {0};
    unsigned char key[KEY_BYTES] = {1};
    (void)state;
    rng_open(&rng, key, 0, LANE_CHANCE);
    void *session = pf_sim.open(match_state(match), &rng, NULL);
    assert_false(pf_sim.take_hand(session, &(struct hand){0}, &why));
    assert_string_equal(why.key, "polterfass.no_hand");
    pf_sim.close(session, &outcome);
    match_free(match);
}

/* Barrels that are not thrown stay at their place beside the tray. */
static void barrels_set_aside_stand_beside(void **state) {
    struct match *match = test_match(&polterfass_game, 1, 3, by_physics);
    struct pf_state aside;
    struct pf_action outcome = {0};
    struct frame frame = {0};
    struct rng rng;
    unsigned char key[KEY_BYTES] = {2};
    (void)state;
    memcpy(&aside, match_state(match), sizeof aside);
    aside.cup = 1 << 3;
    for (int place = 0; place < PF_BARRELS; place++)
        aside.face[place] = PF_SECOND_END;
    rng_open(&rng, key, 0, LANE_CHANCE);
    void *session = pf_sim.open(&aside, &rng, NULL);
    pf_sim.frame(session, &frame);
    struct pose before = frame.bodies[0];
    while (pf_sim.step(session))
        ;
    pf_sim.frame(session, &frame);
    assert_memory_equal(&before, &frame.bodies[0], sizeof before);
    assert_int_equal(before.turned[1], 1000000);
    pf_sim.close(session, &outcome);
    for (int place = 0; place < PF_BARRELS; place++)
        assert_int_equal(outcome.marks[place] == PF_NOT_THROWN, place != 3);
    match_free(match);
}

static const struct game *const only_polterfass[] = {&polterfass_game, NULL};

/* The same match with the evidence of another build. */
static struct match *with_build(const struct match *match, const char *build) {
    struct text header = {0}, lines = {0}, line = {0};
    struct log_fault fault;
    log_print_header(match, &header);
    log_print_lines(match, 0, false, &lines);
    struct match *other = log_begin(only_polterfass, header.data, header.length, &fault);
    for (const char *at = text_string(&lines); *at; at = strchr(at, '\n') + 1) {
        bool is_build = strncmp(at, "build ", 6) == 0;
        text_clear(&line);
        text_put_bytes(&line, at, is_build ? 6 : strcspn(at, "\n"));
        text_put(&line, is_build ? build : "");
        assert_true(log_enter(other, line.data, &fault.why));
    }
    text_free(&header);
    text_free(&lines);
    text_free(&line);
    return other;
}

/* A round to the goal of 1, its dice thrown again. */
static void a_match_by_physics_can_be_thrown_again(void **state) {
    struct match *match = test_match(&polterfass_game, 5, 3,
                                     (const char *[]){"barrels", "physics", "goal", "1", NULL});
    struct log_proof proof;
    struct turn turn;
    (void)state;
    test_draw(match);
    match_turn(match, &turn);
    for (int seat = 0; seat < 3; seat++)
        if (turn.seats >> seat & 1)
            test_play(match, seat, "order 1");
    test_play(match, 0, "again");
    test_draw(match);
    assert_true(log_verify(match, &proof));
    int drawn = proof.drawn;
    assert_true(drawn >= 2 && proof.elsewhere == 0);
    log_proof_free(&proof);
    struct match *other = with_build(match, "somewhere else");
    assert_true(log_verify(other, &proof));
    assert_int_equal(proof.elsewhere, drawn);
    assert_int_equal(proof.attested, drawn);
    assert_int_equal(proof.drawn, 0);
    log_proof_free(&proof);
    match_free(other);
    match_free(match);
}

static void check_build_line(const struct match *match, const char *expected) {
    struct text text = {0}, again = {0};
    struct log_fault fault;
    log_print(match, false, &text);
    const char *line = strstr(text_string(&text), "\nbuild ");
    assert_int_equal(line != NULL, expected != NULL);
    if (expected)
        assert_memory_equal(line + 7, expected, strlen(expected));
    struct match *read = log_parse(only_polterfass, text.data, text.length, &fault);
    assert_non_null(read);
    log_print(read, false, &again);
    assert_string_equal(text_string(&text), text_string(&again));
    match_free(read);
    text_free(&text);
    text_free(&again);
}

static void a_log_names_the_build_once_something_was_simulated(void **state) {
    struct match *match = test_match(&polterfass_game, 5, 3, by_physics);
    (void)state;
    check_build_line(match, NULL);
    assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, NULL), VERDICT_PLAYED);
    check_build_line(match, "mujoco-");
    match_free(match);
}

/* Saved on one build and continued on another: the log tells which. */
static void a_match_of_two_builds_says_where_it_changed(void **state) {
    struct match *match = test_match(&polterfass_game, 5, 3, by_physics);
    struct log_proof proof;
    (void)state;
    test_draw(match);
    int rolls = match_length(match);
    struct match *moved = with_build(match, "somewhere else");
    test_play(moved, 1, "order 1");
    test_play(moved, 2, "order 1");
    test_play(moved, 0, "again");
    test_draw(moved);
    check_build_line(moved, "somewhere else\n");
    assert_true(log_verify(moved, &proof));
    assert_int_equal(proof.elsewhere, rolls);
    assert_true(proof.drawn >= 1);
    log_proof_free(&proof);
    match_free(moved);
    match_free(match);
}

/* The evidence is the throw itself, with its anonymous barrels as they came to rest. */
static void evidence_names_the_throw_and_its_faces(void **state) {
    struct match *match = test_match(&polterfass_game, 5, 3, by_physics);
    struct text lines = {0};
    uint8_t faces[PF_BARRELS];
    int number;
    char found[PF_BARRELS + 1], wanted[PF_BARRELS + 1] = {0};
    (void)state;
    assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, NULL), VERDICT_PLAYED);
    log_print_lines(match, 0, false, &lines);
    const char *evidence = strstr(lines.data, "\nevidence ");
    assert_int_equal(sscanf(evidence, "\nevidence throw %d %9[-12]\n0 chance", &number, found), 2);
    struct throw *throw = throw_new(PF_BARRELS, &throw_barrel);
    throw_begin(throw, number);
    while (throw_tick(throw))
        ;
    throw_faces(throw, faces);
    for (int i = 0; i < PF_BARRELS; i++)
        wanted[i] = "-12"[faces[i]];
    assert_string_equal(found, wanted);
    throw_free(throw);
    text_free(&lines);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p28_every_barrel_clearly_stands_or_lies),
        cmocka_unit_test(the_last_frames_are_calm),
        cmocka_unit_test(a_throw_follows_from_its_number_alone),
        cmocka_unit_test(a_throw_takes_less_than_4_megabytes),
        cmocka_unit_test(two_threads_throw_what_one_throws),
        cmocka_unit_test(the_same_dice_give_the_same_frames),
        cmocka_unit_test(a_session_cut_short_has_the_same_outcome),
        cmocka_unit_test(nobody_steers_the_cup),
        cmocka_unit_test(barrels_set_aside_stand_beside),
        cmocka_unit_test(a_match_by_physics_can_be_thrown_again),
        cmocka_unit_test(evidence_names_the_throw_and_its_faces),
        cmocka_unit_test(a_log_names_the_build_once_something_was_simulated),
        cmocka_unit_test(a_match_of_two_builds_says_where_it_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
