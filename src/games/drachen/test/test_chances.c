/* test_chances.c: predictions of `tell` compared with what happens; the odds; the kit. By seat:
 * 0 Dimli, 1 Eve, 2 Fleck, 3 Gog. */
#include "random.h"
#include "says.h"

/* Predictions of `tell` */

static bool is_laying(const char *key) {
    return strcmp(key, "drachen.played") == 0 || strcmp(key, "drachen.played_at") == 0;
}

/* All events if everybody passes from here on, up to the next decision. */
static void let_all_pass(struct dr_state *s, struct text *out) {
    static struct events events;
    static const struct dr_action pass = {.verb = DR_DO_PASS};
    struct turn turn;
    for (game_turn(&drachen_game, s, &turn); turn.reaction; game_turn(&drachen_game, s, &turn)) {
        events.count = 0;
        drachen_game.apply(s, __builtin_ctz(turn.seats), &pass, &events);
        put_says(&events, out);
    }
}

static bool has_sealed_card(const struct dr_state *s, int but) {
    for (int i = 0; i < s->depth; i++)
        for (int seat = 0; seat < s->seats; seat++)
            if (seat != but && dr_sealed_card(s, &s->stack[i], seat))
                return true;
    return false;
}

/* The predicted messages occur in this order among the events. */
static void check_comes_true(const struct events *says, const char *happens, const char *action) {
    struct text line = {0};
    const char *rest = happens;
    for (int i = 0; i < says->count; i++) {
        const struct message *message = &event_of(says, i)->message;
        bool is_drawing = strcmp(message->key, "drachen.drew") == 0; /* in two parts at a shuffle */
        if (is_drawing || strncmp(message->key, "drachen.tell_", strlen("drachen.tell_")) == 0)
            continue;
        text_clear(&line);
        put_message(message, &line);
        const char *found = strstr(rest, text_string(&line));
        if (!found)
            print_error("%s: %s did not come in\n%s", action, text_string(&line), happens);
        assert_non_null(found);
        rest = found + line.length;
    }
    text_free(&line);
}

static void check_action(const struct match *match, int seat, const struct dr_action *action) {
    static struct events says, events;
    struct text happens = {0}, text = {0};
    struct dr_state s = *table_of(match);
    match_tell(match, seat, action, &says);
    events.count = 0;
    drachen_game.apply(&s, seat, action, &events);
    for (int i = 0; i < events.count; i++)
        if (!is_laying(event_of(&events, i)->message.key))
            put_message(&event_of(&events, i)->message, &happens);
    let_all_pass(&s, &happens);
    drachen_game.print_action(action, &text);
    check_comes_true(&says, text_string(&happens), text_string(&text));
    text_free(&text);
    text_free(&happens);
}

static void look_at_tell(void *context, struct match *match) {
    int *checked = context;
    struct actions legal = actions_new(&drachen_game);
    static struct events odds;
    for (int seat = 0; seat < table_of(match)->seats; seat++) {
        match_odds(match, seat, &odds);
        match_legal(match, seat, &legal);
        if (has_sealed_card(table_of(match), seat))
            continue; /* the result is unpredictable */
        for (int i = 0; i < legal.count; i++, ++*checked)
            check_action(match, seat, actions_at(&legal, i));
    }
    actions_free(&legal);
}

static void test_what_is_told_comes_true(void **unused) {
    (void)unused;
    int checked = 0;
    at_every_position(20, look_at_tell, &checked);
    assert_true(checked > 10000);
}

/* Odds */

static void check_odds(const struct match *match, int seat, const char *expected) {
    static struct events says;
    struct text told = {0};
    match_odds(match, seat, &says);
    put_says(&says, &told);
    test_text(&told, expected);
    text_free(&told);
}

/* Z-52: of the 28 drinks 6 are events. Computed over all pairs of drinks, because a chaser on
 * top is followed by the drink below: 29.9 % strong, 67.6 % out at 19 of 20. */
static void test_odds_of_a_pile(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 2, .fortitude = {20, 20}, .alcohol = {19, 0}});
    check_odds(match, 1, "");
    check_odds(match, 0, "drachen.odds_pile:{\"seat\":0,\"events\":21,\"strong\":30,\"out\":68}\n");
    match_free(match);
}

/* Water was drunk and is known: 6 events of 27 are left, and 7 strong drinks; nothing is below. */
static void test_odds_of_once_more(void **unused) {
    (void)unused;
    struct match *match = reveals_two("DG", "D01", "G16", "T03 T05 T17");
    pass_to(match, DR_ASK_END, 1);
    check_odds(match, 0, "");
    check_odds(match, 1, "drachen.odds_again:{\"seat\":0,\"events\":22,\"strong\":26,\"out\":0}\n");
    match_free(match);
}

/* T01 and T17 were drunk. A bought drink is on top, and a chaser continues with the pile: 8.44
 * of 26 are strong. With an empty pile only that one is reported. */
static void test_odds_of_a_bought_drink(void **unused) {
    (void)unused;
    struct match *match = reveals_two("DG", "D01", "G01", "T03 T05 T17");
    pass_windows(match);
    quiet_turn(match);
    test_play(match, 0, "keep");
    decide(match, 0, "pass");
    check_odds(match, 0,
               "drachen.odds_pile:{\"seat\":0,\"events\":23,\"strong\":27,\"out\":0}\n"
               "drachen.odds_bought:{\"seat\":0,\"events\":23,\"strong\":32,\"out\":0}\n");
    match_free(match);
    struct match *other = reveals("DG", "D01", "G01", "T17 T05 T03");
    pass_windows(other);
    quiet_turn(other);
    test_play(other, 0, "keep");
    decide(other, 0, "pass");
    assert_int_equal(seat_of(other, 0)->pile_count, 0);
    check_odds(other, 0,
               "drachen.odds_bought:{\"seat\":0,\"events\":23,\"strong\":27,\"out\":0}\n");
    match_free(other);
}

/* The kit */

static void test_kit(void **unused) {
    (void)unused;
    struct text kit = {0};
    game_kit_json(&drachen_game, &kit);
    assert_non_null(strstr(text_string(&kit), "\"presets\":[\"turn\","));
    assert_non_null(strstr(text_string(&kit), "{\"id\":\"D28\",\"owner\":\"D\",\"kind\":"
                                              "\"sometimes\",\"copies\":1,"
                                              "\"when\":[\"ante\",\"own_drink\"]}"));
    assert_non_null(strstr(text_string(&kit), "{\"id\":\"E24\",\"owner\":\"E\",\"kind\":\"action\","
                                              "\"copies\":2,\"when\":[\"action\"],"
                                              "\"eve_2008\":true,\"changes\":[{\"who\":"
                                              "\"target\",\"what\":\"fortitude\",\"by\":-3}],"
                                              "\"changes_2008\":[{\"who\":\"target\","
                                              "\"what\":\"fortitude\",\"by\":-2}]}"));
    assert_non_null(strstr(text_string(&kit), "{\"who\":\"others\",\"what\":\"gold\",\"by\":-1}"));
    assert_non_null(strstr(text_string(&kit), "{\"id\":\"T12\",\"kind\":\"drink\",\"copies\":1,"
                                              "\"alcohol\":[2,3,2,2],\"fortitude\":[-1,0,-1,-1]}"));
    assert_non_null(
        strstr(text_string(&kit), "{\"letter\":\"G\",\"name\":\"Gog\",\"species\":\"ogre\"}"));
    text_free(&kit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_told_comes_true),
        cmocka_unit_test(test_odds_of_a_pile),
        cmocka_unit_test(test_odds_of_once_more),
        cmocka_unit_test(test_odds_of_a_bought_drink),
        cmocka_unit_test(test_kit),
    };
    return cmocka_run_group_tests_name("drachen chances", tests, NULL, NULL);
}
