/* test_face.c: what a seat is asked, in forms, at every position of random matches and
 * in single scenes. By seat: 0 Dimli, 1 Eve, 2 Fleck, 3 Gog. */
#include "random.h"

enum { MATCHES = 60 };

/* The forms */

struct unfolded {
    const struct match *match;
    int seat;
    struct actions *legal;
    int count;
    bool is_found[DR_LEGAL];
};

/* Each action of a form is one of the list, and none comes twice. */
static bool find_in_legal(void *context, const char *text) {
    struct unfolded *u = context;
    struct text listed = {0};
    bool is_there = false;
    for (int i = 0; i < u->legal->count; i++) {
        text_clear(&listed);
        drachen_game.print_action(actions_at(u->legal, i), &listed);
        if (strcmp(text_string(&listed), text) != 0)
            continue;
        assert_false(u->is_found[i]);
        u->is_found[i] = is_there = true;
    }
    if (!is_there)
        print_error("not legal: %s\n", text);
    assert_true(is_there);
    u->count++;
    text_free(&listed);
    return true;
}

static void look_at_forms(void *context, struct match *match) {
    static struct prompt prompt;
    struct actions legal = actions_new(&drachen_game);
    struct turn turn;
    int *checked = context;
    match_turn(match, &turn);
    for (int seat = 0; turn.kind == TURN_SEATS && seat < table_of(match)->seats; seat++) {
        if (!turn_asks(&turn, seat))
            continue;
        match_legal(match, seat, &legal);
        struct unfolded u = {.match = match, .seat = seat, .legal = &legal};
        prompt = prompt_of(match, seat);
        prompt_unfold(&prompt, find_in_legal, &u);
        assert_int_equal(u.count, legal.count);
        *checked += legal.count;
    }
    actions_free(&legal);
}

static void test_forms_unfold_to_legal(void **unused) {
    (void)unused;
    int checked = 0;
    at_every_position(MATCHES, look_at_forms, &checked);
    assert_true(checked > 10000);
}

/* turn.reaction */

static bool can_pass(const struct match *match, int seat) {
    struct dr_action pass = {.verb = DR_DO_PASS};
    return drachen_game.check(match_state(match), seat, &pass, NULL);
}

/* In its windows, and there every awaited seat may pass; it follows from every view. */
static void look_at_reaction(void *context, struct match *match) {
    struct turn turn, seen;
    int *counts = context;
    match_turn(match, &turn);
    for (int seat = 0; seat < table_of(match)->seats; seat++) {
        struct dr_state view = {0};
        game_view(&drachen_game, match_state(match), seat, &view);
        game_turn(&drachen_game, &view, &seen);
        assert_int_equal(seen.reaction, turn.reaction);
        if (turn.reaction && turn.seats & dr_bit(seat))
            assert_true(can_pass(match, seat));
    }
    assert_int_equal(turn.reaction, turn.kind == TURN_SEATS && asked(match) >= DR_ASK_CARD);
    counts[turn.reaction]++;
}

static void test_windows_are_reactions(void **unused) {
    (void)unused;
    int counts[2] = {0, 0};
    at_every_position(MATCHES, look_at_reaction, counts);
    assert_true(counts[false] > 1000 && counts[true] > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms_unfold_to_legal),
        cmocka_unit_test(test_windows_are_reactions),
    };
    return cmocka_run_group_tests_name("drachen face", tests, NULL, NULL);
}
