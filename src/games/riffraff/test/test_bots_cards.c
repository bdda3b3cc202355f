/* test_bots_cards.c: the card that `regular` lays: unpredictable, but never clearly worse than
 * another. */
#include "unit/test.h"

#include <spelunke/thought.h>

#include "../bots.h"
#include "scene.h"
#include "stowage.h"

/* the hidden card must not be predictable for those who know `regular`. */
static void cards_that_are_about_as_good_are_drawn(void **state) {
    (void)state;
    struct budget budget = {0};
    unsigned drawn = 0;
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct match *match = test_match(&riffraff_game, seed, 4, NULL);
        unsigned at_table = 0;
        for (int seat = 0; seat < 4; seat++) {
            struct rr_action action;
            match_choose(match, &rr_bot_regular, seat, NULL, &budget, &action, NULL);
            assert_int_equal(action.verb, RR_CARD);
            at_table |= 1u << action.number;
        }
        assert_true(__builtin_popcount(at_table) > 1);
        drawn |= at_table;
        match_free(match);
    }
    assert_true(__builtin_popcount(drawn) >= 5);
}

static uint8_t card_by(const struct rr_state *view, uint64_t seed) {
    struct rng dice = random_dice(seed);
    struct budget budget = {0};
    struct rr_action action = {0};
    struct thinking thinking = {
        .game = &riffraff_game, .view = view, .must = true, .rng = &dice, .budget = &budget};
    assert_true(rr_bot_regular.choose(&thinking, &action));
    return action.number;
}

/* On a loaded ship some areas are worse than others. */
static void a_card_that_is_clearly_worse_is_never_drawn(void **state) {
    (void)state;
    struct rr_state view = {.seats = 4,
                            .slow_motion = 4,
                            .sea = RR_NORMAL,
                            .phase = RR_LAY_CARDS,
                            .round = 5,
                            .loading = RR_NO_PIECE};
    view.ship = stowed(8);
    view.supply[0] = 0xff00000000 & ~view.ship.aboard;
    unsigned drawn = 0;
    for (uint64_t seed = 0; seed < 15; seed++)
        drawn |= 1u << card_by(&view, seed);
    assert_in_range(__builtin_popcount(drawn), 1, 4);
}

/* With a flask or a crate and a sailor it lays the card of the deck, because the sailor will hang
 * from the yard of its other card. */
static void the_card_that_another_piece_needs_is_kept(void **state) {
    static const int hard[] = {RR_FLASK, RR_CRATE};
    (void)state;
    for (int i = 0; i < 2; i++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct rr_state view = {.seats = 4,
                                    .slow_motion = 4,
                                    .sea = RR_NORMAL,
                                    .phase = RR_LAY_CARDS,
                                    .round = 9,
                                    .loading = RR_NO_PIECE};
            view.played[0] = 0x3ff & ~(1 << 0 | 1 << 4);
            view.supply[0] = 1u << hard[i] | 1u << RR_SAILOR;
            assert_int_equal(card_by(&view, seed), 1);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_that_are_about_as_good_are_drawn),
        cmocka_unit_test(a_card_that_is_clearly_worse_is_never_drawn),
        cmocka_unit_test(the_card_that_another_piece_needs_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
