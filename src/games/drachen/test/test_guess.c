/* test_guess.c: `guess` draws each state that fits a view as often as it is likely:
 * cards of others' hands and decks, and face-down drinks, which were shuffled in
 * lots. Counted over many draws with fixed dice. */
#include "scene.h"

enum { DRAWS = 20000 };

/* The i-th guess of what this seat sees. */
static void guess_of(const struct match *match, int seat, int i, struct dr_state *guessed) {
    static const unsigned char key[KEY_BYTES] = {68};
    struct dr_state view;
    struct rng rng;
    game_view(&drachen_game, match_state(match), seat, &view);
    rng_open(&rng, key, (uint64_t)i, LANE_CHANCE);
    memset(guessed, 0, sizeof *guessed);
    drachen_game.guess(&view, seat, &rng, guessed);
}

static double choose(int n, int k) {
    double ways = 1;
    for (int i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return k < 0 || k > n ? 0 : ways;
}

static int copies_in(const uint8_t *cards, int count, int card) {
    int copies = 0;
    for (int i = 0; i < count; i++)
        copies += cards[i] == card;
    return copies;
}

/* Eve has played one of her two E24, which lies face up: of 36 cards she holds 6. */
static struct match *eve_has_played(void) {
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"", "E24"}});
    quiet_turn(match);
    decide(match, 1, "play E24 >0");
    assert_int_equal(seat_of(match, 1)->hand_count, 6);
    assert_int_equal(seat_of(match, 1)->deck_count, 30);
    return match;
}

/* How many of these copies among 36 are in a hand of 6. */
static void check_copies_in_hand(const struct match *match, const char *card, int copies) {
    int found[6] = {0};
    double expected[6];
    for (int i = 0; i < DRAWS; i++) {
        struct dr_state s;
        guess_of(match, 0, i, &s);
        assert_int_equal(s.seat[1].hand_count, 6);
        found[copies_in(s.seat[1].hand, 6, dr_card_find(card))]++;
    }
    for (int k = 0; k <= copies; k++)
        expected[k] = DRAWS * choose(copies, k) * choose(36 - copies, 6 - k) / choose(36, 6);
    test_follows(found, expected, copies + 1);
}

static void test_hand(void **unused) {
    (void)unused;
    struct match *match = eve_has_played();
    check_copies_in_hand(match, "E01", 5);
    check_copies_in_hand(match, "E11", 2);
    check_copies_in_hand(match, "E24", 1);
    check_copies_in_hand(match, "E27", 1);
    match_free(match);
}

/* Every place of her deck has each unseen card as often as it has copies. */
static void check_deck_place(const struct match *match, int place) {
    const struct character *eve = &dr_characters[seat_of(match, 1)->character];
    int found[DR_DECK_KINDS] = {0};
    double expected[DR_DECK_KINDS];
    for (int i = 0; i < DRAWS; i++) {
        struct dr_state s;
        guess_of(match, 0, i, &s);
        found[s.seat[1].deck[place] - eve->first]++;
    }
    for (int i = 0; i < eve->kinds; i++)
        expected[i] = DRAWS * seat_of(match, 1)->unseen[i] / 36.0;
    test_follows(found, expected, eve->kinds);
}

static void test_deck(void **unused) {
    (void)unused;
    struct match *match = eve_has_played();
    check_deck_place(match, 0);
    check_deck_place(match, 17);
    check_deck_place(match, 29);
    match_free(match);
}

/* Two cards of which one each is unseen: both held, one, the other, neither. */
static void test_hand_has_no_favourites(void **unused) {
    (void)unused;
    struct match *match = eve_has_played();
    int found[4] = {0};
    double both = choose(34, 4) / choose(36, 6), neither = choose(34, 6) / choose(36, 6);
    double one = (1 - both - neither) / 2;
    for (int i = 0; i < DRAWS; i++) {
        struct dr_state s;
        guess_of(match, 0, i, &s);
        found[copies_in(s.seat[1].hand, 6, dr_card_find("E04")) +
              2 * copies_in(s.seat[1].hand, 6, dr_card_find("E26"))]++;
    }
    const double expected[4] = {DRAWS * neither, DRAWS * one, DRAWS * one, DRAWS * both};
    test_follows(found, expected, 4);
    match_free(match);
}

/* The own hand is as it is; the rest of the own deck is unknown too. */
static void test_own_deck(void **unused) {
    (void)unused;
    struct match *match = eve_has_played();
    int found[3] = {0};
    const struct dr_seat *own = seat_of(match, 0);
    int card = dr_card_find("D14");
    assert_int_equal(copies_in(own->hand, own->hand_count, card), 0);
    for (int i = 0; i < DRAWS; i++) {
        struct dr_state s;
        guess_of(match, 0, i, &s);
        assert_memory_equal(s.seat[0].hand, own->hand, sizeof own->hand);
        found[copies_in(s.seat[0].deck, 10, card)]++;
    }
    double expected[3];
    for (int k = 0; k < 3; k++)
        expected[k] = DRAWS * choose(2, k) * choose(28, 10 - k) / choose(30, 10);
    test_follows(found, expected, 3);
    match_free(match);
}

/* The drink deck has run out and was filled up: four drinks lie face down on the
 * piles that were in the first lot, and the deck is a second one. */
static struct match *two_lots(void) {
    struct match *match = set_table(&(struct scene){.seats = 2, .drinks = "T05 T16 T13 T14 T15"});
    decide(match, 0, "pass");
    thin_drinks(match, 1);
    test_play(match, 0, "buy >1");
    pass_windows(match);
    assert_int_equal(seat_of(match, 0)->pile_count, 1);
    assert_int_equal(seat_of(match, 1)->pile_count, 3);
    assert_int_equal(table_of(match)->drinks_count, 23);
    return match;
}

/* deck.c: a new lot never has the number of one that still lies face down. */
static void test_new_lot_is_free(void **unused) {
    (void)unused;
    struct match *match = two_lots();
    const struct dr_state *s = table_of(match);
    int first = s->seat[0].pile_lot[0], second = s->drinks_lot[0], left[2] = {0};
    assert_int_not_equal(first, second);
    for (int i = 0; i < 3; i++)
        assert_int_equal(s->seat[1].pile_lot[i], first);
    for (int i = 0; i < s->drinks_count; i++)
        assert_int_equal(s->drinks_lot[i], second);
    for (int drink = 1; drink <= DR_DRINK_KINDS; drink++) {
        left[0] += s->lots[first][drink];
        left[1] += s->lots[second][drink];
    }
    assert_int_equal(left[0], 4);
    assert_int_equal(left[1], 23);
    match_free(match);
}

/* The place of a drink among the four of the first lot. */
static int rank_in(const int lot[4], int drink) {
    for (int i = 0; i < 4; i++)
        if (lot[i] == drink)
            return i;
    fail(); /* a drink of the other lot */
    return 0;
}

/* Any order of the first lot's four is as likely, and none of the deck is there. */
static void test_drinks_on_piles(void **unused) {
    (void)unused;
    struct match *match = two_lots();
    const int lot[4] = {dr_drink_find("T05"), dr_drink_find("T13"), dr_drink_find("T14"),
                        dr_drink_find("T15")};
    int found[64] = {0}, orders[24], kept = 0;
    double expected[24];
    for (int i = 0; i < DRAWS; i++) {
        struct dr_state s;
        guess_of(match, 1, i, &s);
        int first = rank_in(lot, s.seat[0].pile[0]), second = rank_in(lot, s.seat[1].pile[0]);
        found[16 * first + 4 * second + rank_in(lot, s.seat[1].pile[1])]++;
        rank_in(lot, s.seat[1].pile[2]);
    }
    for (int i = 0; i < 64; i++) {
        if (i / 16 != i / 4 % 4 && i / 16 != i % 4 && i / 4 % 4 != i % 4)
            orders[kept++] = found[i];
        else
            assert_int_equal(found[i], 0);
    }
    for (int i = 0; i < 24; i++)
        expected[i] = DRAWS / 24.0;
    test_follows(orders, expected, 24);
    match_free(match);
}

/* Every place of the deck has each drink of its lot as often as it is in it. */
static void test_drinks_of_deck(void **unused) {
    (void)unused;
    struct match *match = two_lots();
    const uint8_t *lot = table_of(match)->lots[table_of(match)->drinks_lot[0]];
    static const int places[] = {0, 11, 22};
    for (int place = 0; place < 3; place++) {
        int found[DR_DRINK_KINDS + 1] = {0};
        double expected[DR_DRINK_KINDS + 1] = {0};
        for (int i = 0; i < DRAWS; i++) {
            struct dr_state s;
            guess_of(match, SEAT_WATCHER, i, &s);
            found[s.drinks[places[place]]]++;
        }
        for (int drink = 1; drink <= DR_DRINK_KINDS; drink++)
            expected[drink] = DRAWS * lot[drink] / 23.0;
        test_follows(found, expected, DR_DRINK_KINDS + 1);
    }
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hand),
        cmocka_unit_test(test_deck),
        cmocka_unit_test(test_hand_has_no_favourites),
        cmocka_unit_test(test_own_deck),
        cmocka_unit_test(test_new_lot_is_free),
        cmocka_unit_test(test_drinks_on_piles),
        cmocka_unit_test(test_drinks_of_deck),
    };
    return cmocka_run_group_tests_name("drachen guess", tests, NULL, NULL);
}
