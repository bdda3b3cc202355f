/* test_decks.c: the decks, the deal, and their visibility: Z-47 to Z-49, Z-51 and Z-52. */
#include "scene.h"

/* With three drinks for each of four: events and chasers lie in the piles, the
 * deck is sixteen plain drinks. */
#define PLAIN_DECK "T20 T21 T21 T22 T22 T23 T02 T04 T06 T08 T16 T17"

/* After 15 turns the one before the first seat is to buy the last drink. */
static struct match *last_drink(struct scene scene, const char *first_seat) {
    scene.seats = 4;
    scene.drinks = PLAIN_DECK;
    scene.options[0] = "start_drinks";
    scene.options[1] = "3";
    scene.options[2] = "first_seat";
    scene.options[3] = first_seat;
    struct match *match = set_table(&scene);
    for (int turn = 0; turn < 15; turn++)
        quiet_turn(match);
    decide(match, table_of(match)->active, "keep");
    decide(match, table_of(match)->active, "pass");
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(table_of(match)->drinks_count, 1);
    return match;
}

static void nobody_waives(struct match *match) {
    while (asked(match) == DR_ASK_LOSS)
        nobody_answers(match);
}

static void discard_all(struct match *match, int seat) {
    const struct dr_seat *owner = seat_of(match, seat);
    char action[64] = "discard";
    for (int i = 0; i < owner->hand_count; i++)
        strcat(strcat(action, " "), dr_cards[owner->hand[i]].id);
    test_play(match, seat, action);
}

/* Dimli is to discard, with two cards left in the deck: 37 = 7 + 4 * 7 + 2. */
static struct match *two_cards_left(void) {
    struct match *match = set_table(&(struct scene){.seats = 2});
    for (int turn = 0; turn < 10; turn++) {
        if (asked(match) == DR_ASK_DISCARD && table_of(match)->active == 0)
            discard_all(match, 0);
        quiet_turn(match);
    }
    assert_int_equal(seat_of(match, 0)->deck_count, 2);
    return match;
}

/* Z-47: the moment the last card is drawn the discards are shuffled, */
static void test_z47_at_the_last_card(void **unused) {
    (void)unused;
    struct match *match = two_cards_left();
    char action[] = "discard xxx xxx";
    memcpy(action + 8, dr_cards[seat_of(match, 0)->hand[0]].id, 3);
    memcpy(action + 12, dr_cards[seat_of(match, 0)->hand[1]].id, 3);
    test_play(match, 0, action);
    assert_int_equal(seat_of(match, 0)->hand_count, 7);
    assert_int_equal(table_of(match)->chance, DR_SHUFFLE_SEAT);
    test_play(match, SEAT_CHANCE, "shuffle 0 *");
    assert_int_equal(seat_of(match, 0)->deck_count, 30);
    assert_int_equal(asked(match), DR_ASK_ACTION);
    match_free(match);
}

/* then the hand is filled up. */
static void test_z47_the_hand_is_filled_up(void **unused) {
    (void)unused;
    struct match *match = two_cards_left();
    discard_all(match, 0);
    assert_int_equal(table_of(match)->chance, DR_SHUFFLE_SEAT);
    assert_int_equal(seat_of(match, 0)->hand_count, 2);
    test_play(match, SEAT_CHANCE, "shuffle 0 D17 D18 *");
    assert_int_equal(seat_of(match, 0)->hand_count, 7);
    assert_int_equal(seat_of(match, 0)->deck_count, 30);
    assert_int_equal(seat_of(match, 0)->discard_count, 0);
    assert_int_equal(asked(match), DR_ASK_ACTION);
    match_free(match);
}

/* Z-48: everybody pays 1, from the active player on; the discards become the
 * deck; piles stay. */
static void test_z48_the_drink_deck_runs_out(void **unused) {
    (void)unused;
    struct match *match = last_drink((struct scene){0}, "0");
    int discards = table_of(match)->drink_discard_count;
    test_play(match, 3, "buy >3");
    for (int i = 0; i < 4; i++) {
        assert_int_equal(asked(match), DR_ASK_LOSS);
        assert_int_equal(awaited(match), dr_bit((3 + i) % 4));
        nobody_answers(match);
    }
    check_gold(match, 9, 9, 9, 9);
    assert_int_equal(table_of(match)->inn, 4);
    assert_int_equal(table_of(match)->chance, DR_SHUFFLE_DRINKS);
    test_play(match, SEAT_CHANCE, "shuffle drinks T18 *");
    assert_int_equal(table_of(match)->drinks_count, discards);
    assert_int_equal(table_of(match)->drink_discard_count, 0);
    assert_int_equal(seat_of(match, 0)->pile_count, 3);
    assert_int_equal(asked(match), DR_ASK_DRINK);
    match_free(match);
}

/* Z-48: GOLDLOSS cards answer the payment. */
static void test_z48_the_inn_pays_the_refill(void **unused) {
    (void)unused;
    struct match *match = last_drink((struct scene){.hands = {"D09", "E17"}}, "0");
    test_play(match, 3, "buy >3");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D09");
    pass_to(match, DR_ASK_LOSS, 1);
    answer(match, 1, "play E17");
    pass_windows(match);
    check_gold(match, 10, 10, 9, 9);
    assert_int_equal(table_of(match)->inn, 2);
    match_free(match);
}

/* Z-48, F05 second branch: Fleck's own payment is waived. */
static void test_z48_paid_with_a_song(void **unused) {
    (void)unused;
    struct match *match = last_drink((struct scene){.hands = {"", "", "F05"}}, "0");
    test_play(match, 3, "buy >3");
    pass_to(match, DR_ASK_LOSS, 2);
    assert_true(is_refused(match, 2, "play F05 >0 >1"));
    answer(match, 2, "play F05");
    pass_windows(match);
    check_gold(match, 9, 9, 10, 9);
    assert_int_equal(table_of(match)->inn, 3);
    match_free(match);
}

/* Z-48: the deck runs out in the middle of an order: it goes on with the new
 * one. */
static void test_z48_in_the_middle_of_an_order(void **unused) {
    (void)unused;
    struct match *match = last_drink((struct scene){.hands = {"", "", "", "G05"}}, "0");
    int discards = table_of(match)->drink_discard_count;
    test_play(match, 3, "play G05 >0 >1");
    nobody_answers(match); /* the card */
    nobody_answers(match); /* its payment */
    assert_int_equal(seat_of(match, 0)->pile_count, 4);
    nobody_waives(match);
    assert_int_equal(seat_of(match, 1)->pile_count, 3);
    test_play(match, SEAT_CHANCE, "shuffle drinks *");
    assert_int_equal(seat_of(match, 1)->pile_count, 4);
    assert_int_equal(table_of(match)->drinks_count, discards - 1);
    assert_int_equal(asked(match), DR_ASK_BUY);
    check_gold(match, 9, 9, 9, 8);
    match_free(match);
}

/* Z-48: the same for F05, first branch. */
static void test_z48_in_the_middle_of_a_song(void **unused) {
    (void)unused;
    struct match *match = last_drink((struct scene){.hands = {"", "", "F05"}}, "3");
    assert_int_equal(table_of(match)->active, 2);
    decide(match, 2, "play F05 >0 >1");
    assert_int_equal(seat_of(match, 0)->pile_count, 4);
    assert_int_equal(seat_of(match, 1)->pile_count, 4);
    check_gold(match, 9, 9, 9, 9);
    match_free(match);
}

/* Z-48, Z-15: who pays his last gold has his last chance once it is done. */
static void test_z48_somebody_goes_broke(void **unused) {
    (void)unused;
    struct match *match = last_drink((struct scene){.gold = {10, 1, 10, 10}}, "0");
    test_play(match, 3, "buy >0");
    nobody_waives(match);
    test_play(match, SEAT_CHANCE, "shuffle drinks *");
    assert_int_equal(asked(match), DR_ASK_LAST);
    nobody_answers(match);
    assert_int_equal(table_of(match)->in, 13);
    match_free(match);
}

/* Moves discards and Gog's drinks to the first pile, as if nothing had ever been drunk. Playing
 * to this position would take dozens of turns. */
static struct dr_state nothing_discarded(const struct match *match) {
    struct dr_state s = *table_of(match);
    struct dr_seat *first = &s.seat[0], *last = &s.seat[3];
    for (int i = 0; i < s.drink_discard_count; i++) {
        first->pile[first->pile_count] = s.drink_discard[i];
        first->pile_lot[first->pile_count++] = first->pile_lot[0];
        s.lots[first->pile_lot[0]][s.drink_discard[i]]++;
    }
    for (; last->pile_count; last->pile_count--) {
        first->pile[first->pile_count] = last->pile[last->pile_count - 1];
        first->pile_lot[first->pile_count++] = last->pile_lot[last->pile_count - 1];
    }
    s.drink_discard_count = 0;
    memset(s.drink_discard, 0, sizeof s.drink_discard);
    return s;
}

static void act(struct dr_state *s, int seat, enum dr_verb verb, int target) {
    struct dr_action action = {.verb = (uint8_t)verb, .target = {(uint8_t)target}};
    assert_true(drachen_game.check(s, seat, &action, NULL));
    drachen_game.apply(s, seat, &action, NULL);
}

static void all_pass(struct dr_state *s) {
    while (!s->chance && dr_top_of(s)->ask >= DR_ASK_CARD)
        act(s, __builtin_ctz(dr_top_of(s)->asked & ~dr_top_of(s)->sealed), DR_DO_PASS, 0);
}

/* Z-48: without discards the deck stays empty, all have paid, and draws are skipped. */
static void test_z48_nothing_to_shuffle(void **unused) {
    (void)unused;
    struct match *match = last_drink((struct scene){0}, "0");
    struct dr_state s = nothing_discarded(match);
    act(&s, 3, DR_DO_BUY, 1);
    all_pass(&s);
    assert_int_equal(s.chance, DR_NO_CHANCE);
    assert_int_equal(s.drinks_count, 0);
    assert_int_equal(s.inn, 4);
    assert_int_equal(s.active, 0); /* Gog's pile was empty */
    act(&s, 0, DR_DO_KEEP, 0);
    act(&s, 0, DR_DO_PASS, 0);
    assert_int_equal(dr_top_of(&s)->ask, DR_ASK_DRINK); /* nothing to buy */
    match_free(match);
}

/* Z-48: after something is discarded it is shuffled, without a second charge. */
static void test_z48_no_second_charge(void **unused) {
    (void)unused;
    struct match *match = last_drink((struct scene){0}, "0");
    struct dr_state s = nothing_discarded(match);
    act(&s, 3, DR_DO_BUY, 4);
    all_pass(&s);
    assert_int_equal(s.active, 0);
    act(&s, 0, DR_DO_KEEP, 0);
    act(&s, 0, DR_DO_PASS, 0);
    assert_int_equal(s.chance, DR_SHUFFLE_DRINKS);
    struct dr_action shuffle = {
        .verb = DR_DO_SHUFFLE_DRINKS, .count = 1, .cards = {s.drink_discard[0]}};
    assert_true(drachen_game.check(&s, SEAT_CHANCE, &shuffle, NULL));
    drachen_game.apply(&s, SEAT_CHANCE, &shuffle, NULL);
    assert_int_equal(dr_top_of(&s)->ask, DR_ASK_BUY);
    assert_int_equal(s.inn, 4);
    match_free(match);
}

/* Z-49: no phase 1 in anybody's first turn; later any number is discarded. */
static void test_z49_phase_1(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"D17 D18"}});
    assert_int_equal(asked(match), DR_ASK_ACTION);
    quiet_turn(match);
    assert_int_equal(asked(match), DR_ASK_ACTION);
    quiet_turn(match);
    assert_int_equal(asked(match), DR_ASK_DISCARD);
    assert_true(is_refused(match, 0, "discard D19"));
    assert_true(is_refused(match, 0, "discard D17 D17"));
    assert_true(is_refused(match, 0, "discard"));
    test_play(match, 0, "discard D18 D17");
    assert_int_equal(seat_of(match, 0)->hand_count, 7);
    assert_int_equal(seat_of(match, 0)->discard_count, 2);
    match_free(match);
}

/* Z-49: no card is played in phase 1; who keeps all but has played some draws. */
static void test_z49_nothing_is_played_in_phase_1(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"D07 D17"}});
    decide(match, 0, "play D17 >1");
    quiet_turn(match);
    quiet_turn(match);
    assert_true(is_refused(match, 0, "play D07 >1"));
    assert_true(is_refused(match, 0, "pass"));
    assert_int_equal(seat_of(match, 0)->hand_count, 6);
    decide(match, 0, "keep");
    assert_int_equal(seat_of(match, 0)->hand_count, 7);
    match_free(match);
}

/* Z-51: drinks are dealt seat by seat, the first lowest; bought on top. */
static void test_z51_the_deal(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 2, .options = {"first_seat", "1"}, .drinks = "T05 T07 T09 T10 T17"});
    assert_int_equal(seat_of(match, 0)->pile[0], dr_drink_find("T05"));
    assert_int_equal(seat_of(match, 0)->pile[1], dr_drink_find("T07"));
    assert_int_equal(seat_of(match, 1)->pile[0], dr_drink_find("T09"));
    assert_int_equal(seat_of(match, 1)->pile[1], dr_drink_find("T10"));
    assert_int_equal(table_of(match)->active, 1);
    decide(match, 1, "pass");
    test_play(match, 1, "buy >0");
    assert_int_equal(seat_of(match, 0)->pile[2], dr_drink_find("T17"));
    match_free(match);
}

/* The events of one action. */
static struct events *events_of(struct match *match, int seat, const char *action) {
    static struct events events;
    events.count = 0;
    assert_int_equal(match_play_text(match, seat, action, NULL, &events, NULL), VERDICT_PLAYED);
    return &events;
}

static const struct event *find_event(const struct events *events, const char *key) {
    for (int i = 0; i < events->count; i++)
        if (strcmp(event_of(events, i)->message.key, key) == 0)
            return event_of(events, i);
    return NULL;
}

/* Whether the JSON of a seat's view contains this. */
static bool is_seen(const struct match *match, int seat, const char *what) {
    struct text view = {0};
    match_view_json(match, seat, &view);
    bool is_found = strstr(text_string(&view), what);
    text_free(&view);
    return is_found;
}

/* Z-52: the number of cards drawn is public, their ids are told to the owner only. */
static void test_z52_draws(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"D17"}});
    quiet_turn(match);
    quiet_turn(match);
    const struct events *events = events_of(match, 0, "discard D17");
    const struct event *number = find_event(events, "drachen.drew");
    const struct event *cards = find_event(events, "drachen.drew_cards");
    assert_true(event_seen(number, 1) && event_seen(number, SEAT_WATCHER));
    assert_true(event_seen(cards, 0));
    assert_false(event_seen(cards, 1) || event_seen(cards, SEAT_WATCHER));
    assert_true(is_seen(match, 1, "D17")); /* discards lie face up */
    match_free(match);
}

/* Z-52: a hand is visible to its owner only. */
static void test_z52_hands(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"D17", "E25"}});
    assert_true(is_seen(match, 0, "D17") && is_seen(match, 1, "E25"));
    assert_false(is_seen(match, 1, "D17") || is_seen(match, 0, "E25"));
    assert_false(is_seen(match, SEAT_WATCHER, "D17"));
    test_play(match, 0, "play D17 >1");
    assert_true(is_seen(match, 1, "D17") && is_seen(match, SEAT_WATCHER, "D17"));
    match_free(match);
}

/* Z-52: buyer and pile are public, the drink is hidden. */
static void test_z52_buying(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2, .drinks = "T05 T07 T01 T18 T09"});
    decide(match, 0, "pass");
    const struct event *bought = find_event(events_of(match, 0, "buy >1"), "drachen.bought");
    struct text args = {0};
    message_args_json(&bought->message, &args);
    test_text(&args, "{\"seat\":0,\"to\":1}");
    text_free(&args);
    assert_false(is_seen(match, 0, "T09") || is_seen(match, 1, "T09"));
    assert_true(is_seen(match, 1, "T07")); /* revealed */
    match_free(match);
}

/* Z-52: a discarded event was seen by all. */
static void test_z52_reveals(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2, .drinks = "T05 T21 T01 T18 T02"});
    decide(match, 0, "pass");
    test_play(match, 0, "buy >0");
    assert_true(is_seen(match, 1, "T21") && is_seen(match, SEAT_WATCHER, "T21"));
    match_free(match);
}

/* Z-52: the hand and drinks of an eliminated player stay hidden. */
static void test_z52_who_is_out(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 3, .hands = {"D17", "E09"}, .gold = {1}, .drinks = "T05 T09"});
    const char *const unseen[] = {"D17", "T05", "T09"};
    decide(match, 1, "play E09 >0");
    assert_int_equal(table_of(match)->in, 6);
    for (int i = 0; i < 3; i++)
        assert_false(is_seen(match, 1, unseen[i]) || is_seen(match, SEAT_WATCHER, unseen[i]));
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z47_at_the_last_card),
        cmocka_unit_test(test_z47_the_hand_is_filled_up),
        cmocka_unit_test(test_z48_the_drink_deck_runs_out),
        cmocka_unit_test(test_z48_the_inn_pays_the_refill),
        cmocka_unit_test(test_z48_paid_with_a_song),
        cmocka_unit_test(test_z48_in_the_middle_of_an_order),
        cmocka_unit_test(test_z48_in_the_middle_of_a_song),
        cmocka_unit_test(test_z48_somebody_goes_broke),
        cmocka_unit_test(test_z48_nothing_to_shuffle),
        cmocka_unit_test(test_z48_no_second_charge),
        cmocka_unit_test(test_z49_phase_1),
        cmocka_unit_test(test_z49_nothing_is_played_in_phase_1),
        cmocka_unit_test(test_z51_the_deal),
        cmocka_unit_test(test_z52_draws),
        cmocka_unit_test(test_z52_hands),
        cmocka_unit_test(test_z52_buying),
        cmocka_unit_test(test_z52_reveals),
        cmocka_unit_test(test_z52_who_is_out),
    };
    return cmocka_run_group_tests_name("drachen decks", tests, NULL, NULL);
}
