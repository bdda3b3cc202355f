/* Recordings of throws: what film.h promises, and that a session looks the same with and without
 * a shelf. */
#include "unit/test.h"

#include <stdlib.h>

#include <spelunke/must.h>

#include "../cup.h"
#include "../film.h"

/* A shelf with one slot that counts its calls. */
struct one_slot {
    int take;
    void *bytes;
    size_t size;
    int finds, keeps;
};

static struct recording *find(void *context, int take) {
    struct one_slot *slot = context;
    slot->finds++;
    return slot->bytes && slot->take == take ? recording_parse(slot->bytes, slot->size, NULL)
                                             : NULL;
}

static void keep(void *context, int take, const struct recording *recording) {
    struct one_slot *slot = context;
    const void *bytes = recording_bytes(recording, &slot->size);
    slot->keeps++;
    slot->take = take;
    free(slot->bytes);
    slot->bytes = must_alloc(slot->size);
    memcpy(slot->bytes, bytes, slot->size);
}

static const char *const by_physics[] = {"barrels", "physics", NULL};

/* What a viewer gets. */
struct seen {
    struct frame *frames;
    int count;
    struct pf_action outcome;
};

/* Rolls this cup with the random numbers of this key. */
static struct seen look_on(uint16_t cup, unsigned char key_byte, int ticks_max,
                           const struct shelf *shelf) {
    struct match *match = test_match(&polterfass_game, 1, 3, by_physics);
    unsigned char key[KEY_BYTES] = {key_byte};
    struct seen seen = {must_alloc((size_t)(ticks_max + 1) * sizeof *seen.frames), 0, {0}};
    struct pf_state state;
    struct rng rng;
    memcpy(&state, match_state(match), sizeof state);
    state.cup = cup;
    rng_open(&rng, key, 0, LANE_CHANCE);
    void *session = pf_sim.open(&state, &rng, shelf);
    do
        pf_sim.frame(session, &seen.frames[seen.count++]);
    while (seen.count <= ticks_max && pf_sim.step(session));
    if (seen.count <= ticks_max) /* the frame of rest */
        pf_sim.frame(session, &seen.frames[seen.count++]);
    pf_sim.close(session, &seen.outcome);
    match_free(match);
    return seen;
}

static void assert_same(const struct seen *a, const struct seen *b) {
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_int_equal(a->frames[i].tick, i);
        assert_int_equal(a->frames[i].tick, b->frames[i].tick);
        assert_int_equal(a->frames[i].count, b->frames[i].count);
        assert_memory_equal(a->frames[i].bodies, b->frames[i].bodies,
                            (size_t)a->frames[i].count * sizeof *a->frames[i].bodies);
    }
    assert_memory_equal(&a->outcome, &b->outcome, sizeof a->outcome);
}

static void nobody_sees_whether_a_throw_is_from_a_shelf(void **state) {
    static const uint16_t cups[] = {0x1ff, 0x155, 0x010};
    (void)state;
    for (size_t i = 0; i < sizeof cups / sizeof *cups; i++) {
        struct one_slot slot = {0};
        struct shelf shelf = {find, keep, &slot};
        unsigned char key = (unsigned char)(10 + i);
        struct seen alone = look_on(cups[i], key, THROW_TICKS_MAX, NULL);
        struct seen first = look_on(cups[i], key, THROW_TICKS_MAX, &shelf);
        struct seen again = look_on(cups[i], key, THROW_TICKS_MAX, &shelf);
        assert_int_equal(slot.finds, 2);
        assert_int_equal(slot.keeps, 1);
        assert_same(&alone, &first);
        assert_same(&alone, &again);
        free(alone.frames), free(first.frames), free(again.frames), free(slot.bytes);
    }
}

static void what_is_cut_short_is_kept_whole(void **state) {
    struct one_slot slot = {0};
    struct shelf shelf = {find, keep, &slot};
    (void)state;
    struct seen cut = look_on(0x003, 20, 5, &shelf);
    assert_int_equal(slot.keeps, 1);
    struct seen cut_again = look_on(0x003, 20, 5, &shelf);
    struct seen whole = look_on(0x003, 20, THROW_TICKS_MAX, &shelf);
    struct seen alone = look_on(0x003, 20, THROW_TICKS_MAX, NULL);
    assert_int_equal(slot.keeps, 1);
    assert_same(&cut, &cut_again);
    assert_same(&alone, &whole);
    assert_memory_equal(&cut.outcome, &whole.outcome, sizeof cut.outcome);
    free(cut.frames), free(cut_again.frames), free(whole.frames), free(alone.frames);
    free(slot.bytes);
}

static bool always(void *context) {
    (void)context;
    return true;
}

static void a_take_made_alone_is_what_a_session_keeps(void **state) {
    struct one_slot slot = {0};
    struct shelf shelf = {find, keep, &slot};
    size_t size;
    (void)state;
    struct seen seen = look_on(0x00f, 30, THROW_TICKS_MAX, &shelf);
    assert_int_equal(slot.take / THROWS, PF_BARRELS - 4);
    struct recording *made = film_takes.make(slot.take, always, NULL);
    const void *bytes = recording_bytes(made, &size);
    assert_int_equal(size, slot.size);
    assert_memory_equal(bytes, slot.bytes, size);
    recording_free(made);
    free(seen.frames), free(slot.bytes);
}

static bool never(void *context) {
    ++*(int *)context;
    return false;
}

static void a_take_stops_when_it_is_told(void **state) {
    int asked = 0;
    (void)state;
    assert_null(film_takes.make(0, never, &asked));
    assert_int_equal(asked, 1);
}

static void half_a_turn_is_half_a_turn(void **state) {
    enum { LOOK = 20 };
    static const uint16_t cup = 0x001;
    static const double half[4] = {0, 1, 0, 0};
    bool was_turned = false;
    (void)state;
    for (unsigned char key = 40; key < 46; key++) {
        struct one_slot slot = {0};
        struct shelf shelf = {find, keep, &slot};
        struct frame film;
        double turned[4];
        struct seen seen = look_on(cup, key, LOOK, &shelf);
        struct recording *recording = find(&slot, slot.take);
        recording_frame(recording, LOOK, &film);
        const int32_t *q = film.bodies[0].turned, *shown = seen.frames[LOOK].bodies[0].turned;
        turn_product((double[4]){q[0], q[1], q[2], q[3]}, half, turned);
        bool is_turned = memcmp(q, shown, 4 * sizeof *q) != 0;
        for (int i = 0; is_turned && i < 4; i++)
            assert_true(turned[i] >= shown[i] && turned[i] <= shown[i]);
        was_turned |= is_turned;
        recording_free(recording);
        free(seen.frames), free(slot.bytes);
    }
    assert_true(was_turned);
}

/* An invalid recording on the shelf is ignored, and the throw is simulated. */
static void what_does_not_fit_is_made_anew(void **state) {
    const uint8_t faces[] = {PF_LIES, PF_LIES}, wrong[] = {PF_LIES, PF_NOT_THROWN};
    const struct {
        int hz, bodies, frames;
        const uint8_t *faces;
        size_t size;
    } misfits[] = {{60, 4, 1, faces, 1},
                   {60, 4, 1, wrong, 2},
                   {60, 5, 1, faces, 2},
                   {30, 4, 1, faces, 2},
                   {60, 4, 0, faces, 2}};
    struct one_slot slot = {0};
    struct shelf shelf = {find, keep, &slot};
    struct seen first = look_on(0x003, 20, THROW_TICKS_MAX, &shelf);
    (void)state;
    for (size_t i = 0; i < sizeof misfits / sizeof *misfits; i++) {
        struct recording *misfit = recording_new(misfits[i].hz, 1, misfits[i].bodies);
        if (misfits[i].frames)
            recording_add(misfit,
                          &(struct frame){.count = misfits[i].bodies, .slow = 1, .held = -1});
        recording_end(misfit, misfits[i].faces, misfits[i].size);
        keep(&slot, slot.take, misfit);
        struct seen anew = look_on(0x003, 20, THROW_TICKS_MAX, &shelf);
        assert_same(&first, &anew);
        assert_int_equal(slot.keeps, 3 + 2 * i);
        recording_free(misfit);
        free(anew.frames);
    }
    free(first.frames), free(slot.bytes);
}

/* Returns nine standing barrels for any take. */
static struct recording *find_a_lie(void *context, int take) {
    struct recording *lie = recording_new(THROW_HZ, 1, PF_BARRELS + 2);
    uint8_t faces[PF_BARRELS];
    (void)context, (void)take;
    memset(faces, PF_FIRST_END, sizeof faces);
    recording_add(lie, &(struct frame){.count = PF_BARRELS + 2, .slow = 1, .held = -1});
    recording_end(lie, faces, sizeof faces);
    return lie;
}

static void verifying_takes_nothing_from_a_shelf(void **state) {
    struct match *match = test_match(&polterfass_game, 1, 3, by_physics);
    struct shelf liar = {find_a_lie, keep, NULL};
    struct log_proof proof;
    (void)state;
    match_set_shelf(match, &liar);
    assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, NULL), VERDICT_PLAYED);
    const struct pf_action *roll = match_entry(match, 0).action;
    for (int i = 0; i < PF_BARRELS; i++)
        assert_true(roll->marks[i] == PF_FIRST_END || roll->marks[i] == PF_SECOND_END);
    assert_false(log_verify(match, &proof));
    assert_int_equal(proof.misfit, 0);
    log_proof_free(&proof);
    match_free(match);
}

/* Returns a cup of that many barrels for any take: cylinder i is at i + 1 millimetres, and
 * standing ends alternate. */
struct known {
    int barrels, take;
};

static struct recording *find_known(void *context, int take) {
    static const uint8_t faces[PF_BARRELS] = {PF_FIRST_END, PF_LIES,       PF_SECOND_END,
                                              PF_FIRST_END, PF_SECOND_END, PF_LIES,
                                              PF_FIRST_END, PF_SECOND_END, PF_FIRST_END};
    struct known *known = context;
    struct recording *recording = recording_new(THROW_HZ, 1, known->barrels + 2);
    struct frame frame = {.count = known->barrels + 2, .slow = 1, .held = -1};
    known->take = take;
    for (int i = 0; i < known->barrels; i++)
        frame.bodies[i] = (struct pose){{1000 * (i + 1), 0, 0}, {1000000, 0, 0, 0}};
    recording_add(recording, &frame);
    recording_end(recording, faces, (size_t)known->barrels);
    return recording;
}

/* For each place its cylinder, ' if its ends are exchanged, and its face: lies, first or second
 * end. */
static void tell_deal(const struct seen *seen, uint16_t cup, struct text *out) {
    for (int place = 0; place < PF_BARRELS; place++) {
        const struct pose *pose = &seen->frames[0].bodies[place];
        text_put(out, place ? " " : "");
        if (cup >> place & 1) {
            text_put_number(out, pose->at[0] / 1000);
            text_put(out, pose->turned[1] ? "'" : "");
        }
        text_put_char(out, "lfs."[seen->outcome.marks[place]]);
    }
}

/* The throw, the assignment of barrels to cylinders and the exchanged ends depend on the random
 * numbers only, and are the same on every machine. */
static void the_dice_choose_the_throw_and_deal_the_barrels(void **state) {
    static const struct {
        uint16_t cup;
        unsigned char key;
        int number;
        const char *deal;
    } cases[] = {
        {0x1ff, 60, 4827, "6l 8s 3'f 1f 9f 4's 7's 5'f 2'l"},
        {0x1ff, 61, 13677, "5'f 3'f 8'f 1's 4's 9's 6l 7's 2l"},
        {0x1d6, 62, 4385, ". 5'f 4's . 2'l . 1f 6'l 3'f"},
        {0x006, 63, 10160, ". 1's 2'l . . . . . ."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct known known = {pf_set_size(cases[i].cup), 0};
        struct shelf shelf = {find_known, keep, &known};
        struct text deal = {0};
        struct seen seen = look_on(cases[i].cup, cases[i].key, 1, &shelf);
        tell_deal(&seen, cases[i].cup, &deal);
        assert_int_equal(known.take, film_take(known.barrels, cases[i].number));
        test_text(&deal, cases[i].deal);
        text_free(&deal);
        free(seen.frames);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_sees_whether_a_throw_is_from_a_shelf),
        cmocka_unit_test(what_is_cut_short_is_kept_whole),
        cmocka_unit_test(a_take_made_alone_is_what_a_session_keeps),
        cmocka_unit_test(a_take_stops_when_it_is_told),
        cmocka_unit_test(half_a_turn_is_half_a_turn),
        cmocka_unit_test(what_does_not_fit_is_made_anew),
        cmocka_unit_test(verifying_takes_nothing_from_a_shelf),
        cmocka_unit_test(the_dice_choose_the_throw_and_deal_the_barrels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
