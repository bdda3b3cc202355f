/* test_bots.c: the computer players of Zum Blauen Drachen: legal and reproducible actions, no
 * use of secrets, and better play than chance. */
#include "scene.h"

static const char *const keys[] = {"random", "tippler", "regular"};
enum { KEYS = sizeof keys / sizeof *keys };

static void choose(struct match *match, const char *key, int seat, int effort,
                   struct dr_action *action) {
    struct budget budget = {.effort = effort};
    const struct bot *bot = game_bot(&drachen_game, key);
    assert_non_null(bot);
    assert_int_equal(match_choose(match, bot, seat, NULL, &budget, action, NULL), VERDICT_PLAYED);
}

/* Whether the bot in a seat that only may act does so now. */
static bool interrupts(struct match *match, const char *key, int seat, int effort,
                       struct dr_action *action) {
    struct budget budget = {.effort = effort};
    enum verdict verdict =
        match_choose(match, game_bot(&drachen_game, key), seat, NULL, &budget, action, NULL);
    assert_int_not_equal(verdict, VERDICT_OVER);
    return verdict == VERDICT_PLAYED;
}

/* Seats that only may act are asked first, in turn order. */
static bool step_interrupt(struct match *match, const char *const bots[DR_SEATS], int effort) {
    struct dr_action action;
    struct turn turn;
    int seats = match_setup(match)->seats;
    match_turn(match, &turn);
    for (int i = 0; i < seats; i++) {
        int seat = (turn.first + i) % seats;
        if (!(turn.may & ~turn.seats & 1 << seat) ||
            !interrupts(match, bots[seat], seat, effort, &action))
            continue;
        assert_int_equal(action.verb, DR_DO_PLAY);
        assert_int_equal(match_play(match, seat, &action, NULL, NULL, NULL), VERDICT_PLAYED);
        return true;
    }
    return false;
}

/* Plays one entry: unless somebody interrupts, the bot of the lowest awaited seat, or chance;
 * false: the match is over. */
static bool step(struct match *match, const char *const bots[DR_SEATS], int effort) {
    struct dr_action action, again;
    test_draw(match);
    if (match_over(match))
        return false;
    if (step_interrupt(match, bots, effort))
        return true;
    int seat = __builtin_ctz(awaited(match));
    choose(match, bots[seat], seat, effort, &action);
    if (match_length(match) % 16 == 0) {
        choose(match, bots[seat], seat, effort, &again);
        assert_memory_equal(&action, &again, sizeof action);
    }
    assert_int_equal(match_play(match, seat, &action, NULL, NULL, NULL), VERDICT_PLAYED);
    return true;
}

/* match_choose ends the program if a bot breaks a rule. */
static void they_keep_to_the_rules_and_to_their_seed(void **state) {
    (void)state;
    static const char *const options[][7] = {
        {NULL},
        {"buy_others_only", "on", "eve_2008", "on", "characters", "random", NULL},
        {"last_chance", "off", "house_split", "off", "first_seat", "random", NULL},
    };
    for (uint64_t seed = 0; seed < 12; seed++) {
        const char *bots[DR_SEATS];
        for (uint64_t seat = 0; seat < DR_SEATS; seat++)
            bots[seat] = keys[(seed + seat) % KEYS];
        struct match *match =
            test_match(&drachen_game, seed, 2 + (int)(seed % 3), options[seed / 3 % 3]);
        while (step(match, bots, 1))
            ;
        match_free(match);
    }
}

/* How many of some whole matches the bot wins among bots of another kind. */
static int wins_among(const char *key, const char *others, int matches, int effort) {
    int wins = 0;
    for (int i = 0; i < matches; i++) {
        const char *bots[DR_SEATS] = {others, others, others, others};
        int seat = i % DR_SEATS;
        bots[seat] = key;
        struct match *match = test_match(&drachen_game, 1000 + (uint64_t)i, DR_SEATS, NULL);
        while (step(match, bots, effort))
            ;
        wins += table_of(match)->winners == dr_bit(seat);
        match_free(match);
    }
    return wins;
}

/* A quarter would be even; they win about four of five. */
static void tippler_beats_chance(void **state) {
    (void)state;
    assert_true(wins_among("tippler", "random", 40, 0) >= 20);
}

static void regular_beats_chance(void **state) {
    (void)state;
    assert_true(wins_among("regular", "random", 20, 2) >= 10);
}

/* Six of the matches would be even; it wins about half. */
static void regular_beats_tippler(void **state) {
    (void)state;
    assert_true(wins_among("regular", "tippler", 24, 4) >= 7);
}

/* The bot's action in this position, in notation. */
static void says(struct match *match, const char *key, int seat, struct text *out) {
    struct dr_action action;
    choose(match, key, seat, 0, &action);
    text_clear(out);
    drachen_game.print_action(&action, out);
}

/* Checks that both thinking bots play, or do not play, an action that begins with one of these
 * words. */
static void all_say(struct match *match, int seat, const char *const *words, bool is_wanted) {
    struct text out = {0};
    for (int i = 1; i < KEYS; i++) {
        bool is_said = false;
        says(match, keys[i], seat, &out);
        for (const char *const *word = words; *word; word++)
            is_said |= strncmp(text_string(&out), *word, strlen(*word)) == 0;
        if (is_said != is_wanted)
            fail_msg("%s says \"%s\"", keys[i], text_string(&out));
    }
    text_free(&out);
}

/* What a thinking bot plays where it only may act; NULL: nothing. */
static void all_interrupt(struct match *match, int seat, const char *wanted) {
    struct text out = {0};
    assert_false(awaited(match) & dr_bit(seat));
    assert_true(may_act(match) & dr_bit(seat));
    for (int i = 1; i < KEYS; i++) {
        struct dr_action action;
        bool acts = interrupts(match, keys[i], seat, 0, &action);
        text_clear(&out);
        if (acts)
            drachen_game.print_action(&action, &out);
        if (acts != !!wanted || (wanted && strcmp(text_string(&out), wanted) != 0))
            fail_msg("%s says \"%s\"", keys[i], text_string(&out));
    }
    text_free(&out);
}

static const char *const pass[] = {"pass", NULL};

/* Four steps from the end, and a drink of 4 on the table. */
static void they_ignore_a_deadly_drink(void **state) {
    (void)state;
    static const struct scene scene = {.seats = 3,
                                       .options = {"characters", "EDG"},
                                       .hands = {"E11"},
                                       .drinks = "T01 T09",
                                       .alcohol = {16, 10, 10}};
    struct match *match = set_table(&scene);
    decide(match, 0, "pass");
    test_play(match, 0, "buy >1");
    assert_int_equal(asked(match), DR_ASK_DRINK);
    all_say(match, 0, (const char *[]){"play E11", NULL}, true);
    match_free(match);
}

static void they_drink_water(void **state) {
    (void)state;
    static const struct scene scene = {.seats = 3,
                                       .options = {"characters", "EDG"},
                                       .hands = {"E11"},
                                       .drinks = "T01 T17",
                                       .alcohol = {16, 10, 10}};
    struct match *match = set_table(&scene);
    decide(match, 0, "pass");
    test_play(match, 0, "buy >1");
    assert_int_equal(asked(match), DR_ASK_DRINK);
    all_say(match, 0, pass, true);
    match_free(match);
}

/* Dimli drinks water: ignoring it makes no difference. */
static void they_do_not_negate_for_nothing(void **state) {
    (void)state;
    static const struct scene scene = {
        .seats = 2, .hands = {"D11", "E08 E06"}, .drinks = "T01 T17"};
    struct match *match = set_table(&scene);
    decide(match, 0, "pass");
    test_play(match, 0, "buy >1");
    answer(match, 0, "play D11");
    assert_int_equal(asked(match), DR_ASK_CARD);
    assert_true(awaited(match) & dr_bit(1));
    all_say(match, 1, pass, true);
    match_free(match);
}

/* Dimli passes 4 on to Eve, who has three steps left. */
static void they_negate_what_would_end_them(void **state) {
    (void)state;
    static const struct scene scene = {.seats = 2,
                                       .hands = {"D14", "E08 E01 E01 E01 E02 E02 E03"},
                                       .drinks = "T01 T09",
                                       .alcohol = {10, 17}};
    struct match *match = set_table(&scene);
    decide(match, 0, "pass");
    test_play(match, 0, "buy >1");
    answer(match, 0, "play D14 >1");
    assert_true(awaited(match) & dr_bit(1));
    all_say(match, 1, (const char *[]){"play E08", NULL}, true);
    match_free(match);
}

/* The song takes a step from its singer too, or his last coin. */
static void they_do_not_end_themselves(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {.seats = 3,
         .options = {"characters", "FDG"},
         .hands = {"F26 F26 F03 F03 F04 F05 F06"},
         .alcohol = {19, 0, 0}},
        {.seats = 3,
         .options = {"characters", "FDG"},
         .hands = {"F26 F26 F03 F03 F04 F05 F06"},
         .gold = {1, 10, 10}},
        {.seats = 3,
         .options = {"characters", "GDF"},
         .hands = {"G18 G03 G03 G04 G05 G06 G08"},
         .gold = {1, 10, 10}},
    };
    for (int i = 0; i < 3; i++) {
        struct match *match = set_table(&scenes[i]);
        assert_int_equal(asked(match), DR_ASK_ACTION);
        all_say(match, 0, (const char *[]){"play F26", "play G18", NULL}, false);
        match_free(match);
    }
}

/* The last opponent has three steps left. */
static void they_take_the_win(void **state) {
    (void)state;
    static const struct scene scene = {.seats = 2,
                                       .options = {"characters", "GF"},
                                       .hands = {"G19 G01 G02 G03 G23"},
                                       .alcohol = {10, 16}};
    struct match *match = set_table(&scene);
    all_say(match, 0, (const char *[]){"play G19", NULL}, true);
    match_free(match);
}

/* A coin is all that keeps Dimli in. */
static void they_take_the_last_coin(void **state) {
    (void)state;
    static const struct scene scene = {.seats = 2,
                                       .options = {"characters", "ED"},
                                       .hands = {"E09 E01 E02 E03 E13"},
                                       .gold = {10, 1}};
    struct match *match = set_table(&scene);
    all_say(match, 0, (const char *[]){"play E09 >1", "play E01", "play E27", NULL}, true);
    match_free(match);
}

/* Fleck has passed out, but for his last chance. */
static void they_get_up_again(void **state) {
    (void)state;
    static const struct scene scene = {.seats = 2,
                                       .options = {"characters", "GF"},
                                       .hands = {"G17", "F22 F01 F01 F02 F02 F03 F03"},
                                       .fortitude = {20, 12},
                                       .alcohol = {5, 10}};
    struct match *match = set_table(&scene);
    test_play(match, 0, "play G17 >1");
    while (asked(match) != DR_ASK_LAST)
        nobody_answers(match);
    all_say(match, 1, (const char *[]){"play F22", NULL}, true);
    match_free(match);
}

static void they_buy_for_others(void **state) {
    (void)state;
    static const struct scene scene = {
        .seats = 3, .hands = {"D01 D01 D02 D02 D03 D03 D04"}, .alcohol = {8, 10, 8}};
    struct match *match = set_table(&scene);
    decide(match, 0, "pass");
    assert_int_equal(asked(match), DR_ASK_BUY);
    all_say(match, 0, (const char *[]){"buy >0", NULL}, false);
    match_free(match);
}

/* Cards that save a life are kept; five copies of an idle card are not. */
static void they_sort_out_their_hand(void **state) {
    (void)state;
    static const struct scene scene = {.seats = 2, .hands = {"D13 D14 D01 D01 D01 D01 D01"}};
    struct match *match = set_table(&scene);
    quiet_turn(match);
    quiet_turn(match);
    assert_int_equal(asked(match), DR_ASK_DISCARD);
    all_say(match, 0, (const char *[]){"discard D01", NULL}, true);
    match_free(match);
}

/* Z-54: Eve takes Gog's last coin in Dimli's turn; from a full purse she does not, as
 * the card does not get worse. */
static void they_interrupt_for_the_last_coin(void **state) {
    (void)state;
    struct scene scene = {.seats = 3,
                          .options = {"characters", "DEG"},
                          .hands = {"D01 D01 D02 D02 D03 D03 D11", "E09 E01 E01 E02 E02 E03 E13",
                                    "G01 G01 G02 G02 G03 G03 G17"},
                          .gold = {10, 10, 1}};
    struct match *match = set_table(&scene);
    assert_int_equal(asked(match), DR_ASK_ACTION);
    all_interrupt(match, 1, "play E09 >2");
    match_free(match);
    scene.gold[2] = 10;
    match = set_table(&scene);
    all_interrupt(match, 1, NULL);
    match_free(match);
}

/* Z-54: Eve controls a pot of six, Fleck has passed, and only Dimli is still to bet. */
static void they_spoil_the_pot_they_have_lost(void **state) {
    (void)state;
    static const struct scene scene = {.seats = 3,
                                       .options = {"characters", "DEF"},
                                       .hands = {"D01 D11 D12 D13 D14 D14 D17",
                                                 "E02 E01 E01 E02 E03 E03 E13",
                                                 "F04 F11 F12 F14 F14 F24 F25"},
                                       .gold = {10, 3, 10}};
    struct match *match = opened(&scene);
    reach(match, DR_ASK_BET);
    all_interrupt(match, 2, NULL); /* nothing is lost yet */
    bets(match, 1, "play E02");
    bets(match, 2, "pass");
    check_round(match, D | E | F, 1, 6);
    assert_int_equal(awaited(match), D);
    all_interrupt(match, 2, "play F04");
    match_free(match);
}

/* Z-54: two steps from the floor, before Gog hits, where nobody gets up again; far from it the card
 * waits. */
static void they_brace_themselves_in_time(void **state) {
    (void)state;
    struct scene scene = {.seats = 2,
                          .options = {"characters", "GF", "last_chance", "off"},
                          .hands = {"G17 G01 G01 G02 G02 G03 G03", "F22 F01 F01 F02 F02 F03 F03"},
                          .fortitude = {20, 12},
                          .alcohol = {5, 10}};
    struct match *match = set_table(&scene);
    all_interrupt(match, 1, "play F22");
    match_free(match);
    scene.alcohol[1] = 0;
    match = set_table(&scene);
    all_interrupt(match, 1, NULL);
    match_free(match);
}

/* Z-54: where two would interrupt together, turn order decides, in a gambling round
 * from whoever's gambling turn it is. */
static void those_who_interrupt_come_in_turn_order(void **state) {
    (void)state;
    static const struct scene scene = {.seats = 4, GOG_FIRST};
    struct turn turn;
    struct match *match = set_table(&scene);
    match_turn(match, &turn);
    assert_int_equal(turn.first, 3);
    match_free(match);
    match = runs("DEF", "D01", "E02 E01", "F01");
    for (int seat = 1; seat < 3; seat++) {
        match_turn(match, &turn);
        assert_int_equal(turn.first, seat);
        bets(match, seat, "pass");
    }
    match_free(match);
}

static bool is_up(void *context) {
    int *left = context;
    return (*left)-- <= 0;
}

/* An expired budget shortens the search, but an action is chosen nevertheless. */
static void they_hurry_when_asked_to(void **state) {
    (void)state;
    static const struct scene scene = {.seats = 4};
    struct match *match = set_table(&scene);
    struct dr_action action;
    int left = 0;
    struct budget budget = {.effort = 1000000, .expired = is_up, .context = &left};
    const struct bot *bot = game_bot(&drachen_game, "regular");
    assert_int_equal(match_choose(match, bot, 0, NULL, &budget, &action, NULL), VERDICT_PLAYED);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_keep_to_the_rules_and_to_their_seed),
        cmocka_unit_test(tippler_beats_chance),
        cmocka_unit_test(regular_beats_chance),
        cmocka_unit_test(regular_beats_tippler),
        cmocka_unit_test(they_ignore_a_deadly_drink),
        cmocka_unit_test(they_drink_water),
        cmocka_unit_test(they_do_not_negate_for_nothing),
        cmocka_unit_test(they_negate_what_would_end_them),
        cmocka_unit_test(they_do_not_end_themselves),
        cmocka_unit_test(they_take_the_win),
        cmocka_unit_test(they_take_the_last_coin),
        cmocka_unit_test(they_get_up_again),
        cmocka_unit_test(they_buy_for_others),
        cmocka_unit_test(they_sort_out_their_hand),
        cmocka_unit_test(they_interrupt_for_the_last_coin),
        cmocka_unit_test(they_spoil_the_pot_they_have_lost),
        cmocka_unit_test(they_brace_themselves_in_time),
        cmocka_unit_test(those_who_interrupt_come_in_turn_order),
        cmocka_unit_test(they_hurry_when_asked_to),
    };
    return cmocka_run_group_tests_name("drachen bots", tests, NULL, NULL);
}
