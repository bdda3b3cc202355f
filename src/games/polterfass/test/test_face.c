/* test_face.c: prompts, messages about actions, odds, and the kit. */
#include "scene.h"

#include <stdlib.h>

#include <jansson.h>

#include "words/words.h"

#include "../throw.h"

/* Actions in notation, to be compared as a set. */
struct listed {
    int count;
    char action[PF_SERVINGS + 1][24];
};

static bool list_action(void *context, const char *action) {
    struct listed *listed = context;
    assert_true(listed->count <= PF_SERVINGS && strlen(action) < sizeof *listed->action);
    strcpy(listed->action[listed->count++], action);
    return true;
}

static int compare(const void *a, const void *b) {
    return strcmp(a, b);
}

static void read_prompt(const struct match *match, int seat, struct prompt *prompt) {
    struct pf_state view;
    game_view(&polterfass_game, match_state(match), seat, &view);
    game_prompt(&polterfass_game, &view, seat, prompt);
}

/* The prompt as the engine writes it, without its number. */
static void check_prompt(const struct match *match, int seat, const char *expected) {
    struct prompt prompt;
    struct text text = {0};
    read_prompt(match, seat, &prompt);
    prompt_json(&prompt, polterfass_game.face, true, &text);
    test_text(&text, expected);
    text_free(&text);
}

static void put_says(const struct events *says, struct text *out) {
    for (int i = 0; i < says->count; i++) {
        const struct message *message = &event_of(says, i)->message;
        text_put(out, i ? "\n" : "");
        text_put(out, message->key + strlen("polterfass."));
        text_put_char(out, ':');
        message_args_json(message, out);
    }
}

/* The messages of `tell` about an action, one on each line. */
static void check_tell(const struct match *match, int seat, const char *action,
                       const char *expected) {
    struct pf_action read;
    struct events says;
    struct text text = {0};
    assert_int_equal(match_read(match, seat, action, &read, NULL), VERDICT_PLAYED);
    match_tell(match, seat, &read, &says);
    put_says(&says, &text);
    test_text(&text, expected);
    text_free(&text);
}

static void check_odds(const struct match *match, int seat, const char *expected) {
    struct events says;
    struct text text = {0};
    match_odds(match, seat, &says);
    put_says(&says, &text);
    test_text(&text, expected);
    text_free(&text);
}

/* A round of three in which seat 0 has rolled this and the guests have ordered. */
static struct match *serving(const char *marks) {
    struct match *match = begin(3, NULL);
    roll(match, marks);
    order(match, (const char *[]){NULL, "1", "2"});
    return match;
}

static void list_legal(const struct match *match, int seat, struct listed *out) {
    struct actions actions = actions_new(&polterfass_game);
    struct text action = {0};
    match_legal(match, seat, &actions);
    for (int i = 0; i < actions.count; i++) {
        text_clear(&action);
        polterfass_game.print_action(actions_at(&actions, i), &action);
        list_action(out, text_string(&action));
    }
    text_free(&action);
    actions_free(&actions);
}

static void check_forms(const struct match *match, int seat) {
    struct listed unfolded = {0}, legal = {0};
    struct prompt prompt;
    read_prompt(match, seat, &prompt);
    prompt_unfold(&prompt, list_action, &unfolded);
    list_legal(match, seat, &legal);
    assert_int_equal(unfolded.count, legal.count);
    qsort(unfolded.action, (size_t)unfolded.count, sizeof *unfolded.action, compare);
    qsort(legal.action, (size_t)legal.count, sizeof *legal.action, compare);
    for (int i = 0; i < legal.count; i++)
        assert_string_equal(unfolded.action[i], legal.action[i]);
}

/* Checks all prompts of random play. */
static void forms_unfold_to_what_is_legal(void **state) {
    (void)state;
    int asked[PF_OVER + 1] = {0};
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct match *match = test_match(&polterfass_game, seed, 3 + (int)(seed % 4), NULL);
        for (struct rng rng = random_dice(seed); !match_over(match); random_step(match, &rng)) {
            struct turn turn;
            match_turn(match, &turn);
            for (int seat = 0; turn.kind == TURN_SEATS && seat < PF_SEATS; seat++)
                if (turn_asks(&turn, seat)) {
                    check_forms(match, seat);
                    asked[state_of(match)->phase]++;
                }
        }
        match_free(match);
    }
    assert_true(asked[PF_ORDERS] > 100 && asked[PF_SERVING] > 100 && asked[PF_RECKONING] > 100);
}

static void p7_a_guest_picks_one_card_or_two(void **state) {
    (void)state;
    struct match *match = begin(4, (const char *[]){"first_innkeeper", "2", NULL});
    static const char expected[] =
        "\"must\":true,\"task\":{\"key\":\"polterfass.task_order\",\"args\":{\"seat\":2}},"
        "\"forms\":[{\"say\":\"order\",\"pick\":[\"0\",\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\"],"
        "\"min\":1,\"max\":2}],\"presets\":[]";
    roll(match, "9 - 3 - - - - d -");
    check_prompt(match, 0, expected);
    uint32_t ask = match_ask(match, 0);
    test_play(match, 3, "order 7");
    check_prompt(match, 0, expected); /* the task does not depend on the orders of others */
    assert_int_equal(match_ask(match, 0), ask);
    match_free(match);
}

/* P-8, P-19 and the sheet's example P-e5. */
static void p8_the_innkeeper_picks_standing_specials(void **state) {
    (void)state;
    static const struct {
        const char *marks, *task, *again;
    } cases[] = {
        {"9 - - - - - - - -", "{\"least\":9,\"most\":9}", "{\"say\":\"again\"}"},
        {"9 - 3 - - - - d -", "{\"least\":15,\"most\":21}",
         "{\"say\":\"again\",\"pick\":[\"8\"],\"min\":0,\"max\":1}"},
        {"9 - 3 - - - - - x", "{\"least\":3,\"most\":9}",
         "{\"say\":\"again\",\"pick\":[\"9\"],\"min\":0,\"max\":1}"},
        {"9 8 - - - - 5 d d", "{\"least\":35,\"most\":39}",
         "{\"say\":\"again\",\"pick\":[\"8\",\"9\"],\"min\":0,\"max\":2}"},
        {"9 8 8 7 7 6 6 d d", "{\"least\":63,\"most\":68}",
         "{\"say\":\"again\",\"pick\":[\"8\",\"9\"],\"min\":1,\"max\":2}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct match *match = serving(cases[i].marks);
        struct text expected = {0};
        text_put(&expected, "\"must\":true,\"task\":{\"key\":\"polterfass.task_serve\",\"args\":");
        text_put(&expected, cases[i].task);
        text_put(&expected, "},\"forms\":[{\"say\":\"stop\"},");
        text_put(&expected, cases[i].again);
        text_put(&expected, "],\"presets\":[]");
        check_prompt(match, 0, text_string(&expected));
        text_free(&expected);
        match_free(match);
    }
}

/* A spoiled one destroys the 9 or the 4 and leaves the other. */
static void p21_the_reckoning_lists_each_total(void **state) {
    (void)state;
    struct match *match = serving("9 - - 4 - - - x -");
    test_play(match, 0, "stop");
    check_prompt(match, 0,
                 "\"must\":true,\"task\":{\"key\":\"polterfass.task_reckon\",\"args\":{"
                 "\"least\":4,\"most\":9,\"totals\":[4,9]}},"
                 "\"forms\":[{\"say\":\"serve x8>1\"},{\"say\":\"serve x8>4\"}],\"presets\":[]");
    match_free(match);
}

static void an_order_tells_its_sum(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    roll(match, "9 - 3 - - - - d -");
    check_tell(match, 1, "order 3 5", "tell_order:{\"order\":8,\"cards\":[3,5]}");
    check_tell(match, 2, "order 0", "tell_order:{\"order\":0,\"cards\":[0]}");
    match_free(match);
}

/* P-12, P-e2: 9, 8, 4 and two doubles can serve 38, 34 or 33. With a 6 alone it is 12. */
static void stopping_tells_the_total_or_the_range(void **state) {
    (void)state;
    static const struct {
        const char *marks, *says;
    } cases[] = {
        {"9 8 - 4 - - - d d", "tell_stop:{\"least\":33,\"most\":38}"},
        {"- - - - - 6 - d d", "tell_serve:{\"served\":12}\ntell_doubles:{\"doubled\":[6]}"},
        {"- - - - - 6 - x d", "tell_serve:{\"served\":0}\ntell_destroys:{\"destroyed\":[6]}"},
        {"9 - 3 - - - - - -", "tell_serve:{\"served\":12}"},
        {"9 - - 4 - - - d d", "tell_serve:{\"served\":26}\ntell_doubles:{\"doubled\":[9,4]}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct match *match = serving(cases[i].marks);
        check_tell(match, 0, "stop", cases[i].says);
        match_free(match);
    }
}

/* P-8: number barrels stay, lying barrels are rolled, specials are named. */
static void rolling_on_tells_what_is_thrown_and_what_stays(void **state) {
    (void)state;
    struct match *match = serving("9 - 3 - 4 - - d x");
    check_tell(match, 0, "again",
               "tell_again:{\"barrels\":4,\"standing\":5,\"thrown\":[2,4,6,7],"
               "\"kept\":[1,3,5,8,9]}\n"
               "tell_keeps_double:{\"barrel\":8}\ntell_keeps_spoiled:{\"barrel\":9}");
    check_tell(match, 0, "again 9",
               "tell_again:{\"barrels\":5,\"standing\":4,\"thrown\":[2,4,6,7,9],"
               "\"kept\":[1,3,5,8]}\n"
               "tell_keeps_double:{\"barrel\":8}\ntell_rolls_spoiled:{\"barrel\":9}");
    check_tell(match, 0, "again 8 9",
               "tell_again:{\"barrels\":6,\"standing\":3,\"thrown\":[2,4,6,7,8,9],"
               "\"kept\":[1,3,5]}\n"
               "tell_rolls_double:{\"barrel\":8}\ntell_rolls_spoiled:{\"barrel\":9}");
    match_free(match);
    match = serving("9 - - - - - - - -");
    check_tell(match, 0, "again",
               "tell_again:{\"barrels\":8,\"standing\":1,\"thrown\":[2,3,4,5,6,7,8,9],"
               "\"kept\":[1]}");
    match_free(match);
}

/* P-e1: of 3, 3, 5, 9 a 3 is destroyed and the 9 doubled: 26; the 5 and a 3: 18; the
 * 9 and a 3: 14. */
static void serving_tells_the_total_and_how(void **state) {
    (void)state;
    struct match *match = serving("9 3 3 - - 5 - x d");
    test_play(match, 0, "stop");
    check_tell(match, 0, "serve x8>2 d9>1",
               "tell_serve:{\"served\":26}\ntell_destroys:{\"destroyed\":[3]}\n"
               "tell_doubles:{\"doubled\":[9]}");
    check_tell(match, 0, "serve x8>6 d9>2",
               "tell_serve:{\"served\":18}\ntell_destroys:{\"destroyed\":[5]}\n"
               "tell_doubles:{\"doubled\":[3]}");
    check_tell(match, 0, "serve x8>1 d9>3",
               "tell_serve:{\"served\":14}\ntell_destroys:{\"destroyed\":[9]}\n"
               "tell_doubles:{\"doubled\":[3]}");
    match_free(match);
}

/* From odds.c: of 4 barrels none stands with 5706433 of 16777216, of 5 with 4025794, of 6 with
 * 2821630. The odds are public. */
static void p27_the_odds_of_each_choice(void **state) {
    (void)state;
    static const char expected[] =
        "chance_without_both:{\"barrels\":4,\"fail\":340,\"specials\":[]}\n"
        "chance_with_double:{\"barrels\":5,\"fail\":240,\"specials\":[8]}\n"
        "chance_with_spoiled:{\"barrels\":5,\"fail\":240,\"specials\":[9]}\n"
        "chance_with_both:{\"barrels\":6,\"fail\":168,\"specials\":[8,9]}\n"
        "chance_standing:{\"barrels\":4,\"standing\":[340,420,189,45,5],\"mean_tenths\":10}\n"
        "chance_standing:{\"barrels\":5,\"standing\":[240,400,259,86,14,0],\"mean_tenths\":12}\n"
        "chance_standing:{\"barrels\":6,\"standing\":[168,345,302,141,35,9,0],"
        "\"mean_tenths\":16}";
    struct match *match = begin(3, NULL);
    check_odds(match, 0, ""); /* the first roll is no decision */
    roll(match, "9 - 3 - 4 - - d x");
    check_odds(match, 1, expected);
    order(match, (const char *[]){NULL, "1", "2"});
    check_odds(match, 0, expected);
    test_play(match, 0, "again");
    check_odds(match, 0, "");
    match_free(match);
}

/* Of two equal specials only one choice is listed. If all stand there is no roll without a
 * special. */
static void p27_equal_choices_have_one_line(void **state) {
    (void)state;
    struct match *match = serving("9 8 8 7 7 6 6 d d");
    check_odds(match, 0,
               "chance_with_a_double:{\"barrels\":1,\"fail\":796,\"specials\":[8]}\n"
               "chance_with_both:{\"barrels\":2,\"fail\":591,\"specials\":[8,9]}\n"
               "chance_standing:{\"barrels\":1,\"standing\":[796,204],\"mean_tenths\":2}\n"
               "chance_standing:{\"barrels\":2,\"standing\":[591,356,53],\"mean_tenths\":5}");
    match_free(match);
    match = serving("9 8 8 7 7 6 - - -");
    check_odds(match, 0,
               "chance:{\"barrels\":3,\"fail\":476,\"specials\":[]}\n"
               "chance_standing:{\"barrels\":3,\"standing\":[476,389,121,14],\"mean_tenths\":7}");
    match_free(match);
    match = serving("9 8 8 7 7 6 6 - x");
    check_odds(match, 0,
               "chance_without_spoiled:{\"barrels\":1,\"fail\":796,\"specials\":[]}\n"
               "chance_with_spoiled:{\"barrels\":2,\"fail\":591,\"specials\":[9]}\n"
               "chance_standing:{\"barrels\":1,\"standing\":[796,204],\"mean_tenths\":2}\n"
               "chance_standing:{\"barrels\":2,\"standing\":[591,356,53],\"mean_tenths\":5}");
    match_free(match);
}

/* Checks that a message is a sentence in each language, without keys, missing arguments and
 * notation. */
static void check_sentence(const struct message *message) {
    struct text text = {0};
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        text_clear(&text);
        words_say((enum language)language, message, &text);
        const char *sentence = text_string(&text);
        assert_true(strlen(sentence) > 8);
        assert_null(strpbrk(sentence, "{}|><_[]"));
        assert_null(strstr(sentence, "polterfass."));
        assert_non_null(strpbrk(sentence + strlen(sentence) - 1, ".?"));
    }
    text_free(&text);
}

static void check_sentences(const struct match *match, int seat) {
    struct actions actions = actions_new(&polterfass_game);
    struct prompt prompt;
    struct events says;
    read_prompt(match, seat, &prompt);
    check_sentence(&prompt.task);
    match_odds(match, seat, &says);
    for (int i = 0; i < says.count; i++)
        check_sentence(&event_of(&says, i)->message);
    match_legal(match, seat, &actions);
    for (int i = 0; i < actions.count; i++) {
        match_tell(match, seat, actions_at(&actions, i), &says);
        assert_true(says.count > 0);
        for (int j = 0; j < says.count; j++)
            check_sentence(&event_of(&says, j)->message);
    }
    actions_free(&actions);
}

static void everything_is_a_sentence_in_four_languages(void **state) {
    (void)state;
    struct match *match = test_match(&polterfass_game, 9, 3, NULL);
    for (struct rng rng = random_dice(9); !match_over(match); random_step(match, &rng)) {
        struct turn turn;
        match_turn(match, &turn);
        for (int seat = 0; turn.kind == TURN_SEATS && seat < 3; seat++)
            if (turn_asks(&turn, seat))
                check_sentences(match, seat);
    }
    match_free(match);
}

static json_t *read_kit(void) {
    struct text text = {0};
    game_kit_json(&polterfass_game, &text);
    json_t *kit = json_loads(text_string(&text), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(kit);
    text_free(&text);
    return kit;
}

static json_int_t number_at(const json_t *list, size_t index) {
    assert_true(index < json_array_size(list));
    return json_integer_value(json_array_get(list, index));
}

/* P-1, P-3, P-16. */
static void p1_the_kit_has_nine_barrels_with_their_ends(void **state) {
    (void)state;
    static const char *const ends[PF_BARRELS][2] = {{"9", "2"}, {"8", "3"}, {"8", "3"},
                                                    {"7", "4"}, {"7", "4"}, {"6", "5"},
                                                    {"6", "5"}, {"x", "d"}, {"x", "d"}};
    json_t *kit = read_kit(), *barrels = json_object_get(kit, "barrels");
    assert_int_equal(json_array_size(barrels), PF_BARRELS);
    for (size_t i = 0; i < PF_BARRELS; i++) {
        const json_t *barrel = json_array_get(barrels, i), *has = json_object_get(barrel, "ends");
        assert_int_equal(json_integer_value(json_object_get(barrel, "place")), i + 1);
        assert_int_equal(json_array_size(has), 2);
        for (size_t end = 0; end < 2; end++)
            assert_string_equal(json_string_value(json_array_get(has, end)), ends[i][end]);
        assert_int_equal(json_is_true(json_object_get(barrel, "special")), i >= PF_NUMBERS);
    }
    const json_t *cards = json_object_get(kit, "cards");
    assert_int_equal(json_array_size(cards), PF_CARDS);
    for (size_t card = 0; card < PF_CARDS; card++)
        assert_int_equal(number_at(cards, card), card);
    struct match *match = begin(3, NULL);
    assert_int_equal(json_integer_value(json_object_get(kit, "goal")), state_of(match)->goal);
    assert_int_equal(json_array_size(json_object_get(kit, "presets")), 0);
    match_free(match);
    json_decref(kit);
}

/* The bodies of a frame, in its order: barrels are 20 mm thick and 19.5 mm high, the
 * cup is closed around 74 mm by eight walls and a bottom, the coaster is flat. */
static void the_kit_has_the_bodies_of_a_frame(void **state) {
    (void)state;
    json_t *kit = read_kit(), *bodies = json_object_get(kit, "bodies");
    assert_int_equal(json_integer_value(json_object_get(kit, "hz")), THROW_HZ);
    assert_int_equal(json_array_size(bodies), PF_BODIES);
    char name[] = "barrel1";
    for (size_t i = 0; i < PF_BARRELS; i++, name[6]++) {
        const json_t *body = json_array_get(bodies, i), *shapes = json_object_get(body, "shapes");
        const json_t *size = json_object_get(json_array_get(shapes, 0), "size");
        assert_string_equal(json_string_value(json_object_get(body, "name")), name);
        assert_int_equal(json_array_size(shapes), 1);
        assert_int_equal(number_at(size, 0), 10000);
        assert_int_equal(number_at(size, 1), 9750);
    }
    const json_t *cup = json_array_get(bodies, PF_CUP_BODY);
    const json_t *walls = json_object_get(cup, "shapes");
    assert_string_equal(json_string_value(json_object_get(cup, "name")), "cup");
    assert_int_equal(json_array_size(walls), 9);
    for (size_t i = 0; i < 8; i++) {
        const json_t *wall = json_array_get(walls, i), *at = json_object_get(wall, "at");
        json_int_t x = number_at(at, 0), y = number_at(at, 1);
        json_int_t thick = number_at(json_object_get(wall, "size"), 0), middle = 37000 + thick;
        json_int_t off = x * x + y * y - middle * middle; /* of squares: a micrometre is 76000 */
        assert_true(off < 76000 && off > -76000);
    }
    const json_t *coaster = json_array_get(bodies, PF_COASTER_BODY);
    const json_t *disc = json_array_get(json_object_get(coaster, "shapes"), 0);
    assert_string_equal(json_string_value(json_object_get(coaster, "name")), "coaster");
    assert_string_equal(json_string_value(json_object_get(disc, "kind")), "cylinder");
    assert_int_equal(number_at(json_object_get(disc, "at"), 2),
                     -number_at(json_object_get(disc, "size"), 1)); /* its top is at 0 */
    json_decref(kit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_unfold_to_what_is_legal),
        cmocka_unit_test(p7_a_guest_picks_one_card_or_two),
        cmocka_unit_test(p8_the_innkeeper_picks_standing_specials),
        cmocka_unit_test(p21_the_reckoning_lists_each_total),
        cmocka_unit_test(an_order_tells_its_sum),
        cmocka_unit_test(stopping_tells_the_total_or_the_range),
        cmocka_unit_test(rolling_on_tells_what_is_thrown_and_what_stays),
        cmocka_unit_test(serving_tells_the_total_and_how),
        cmocka_unit_test(p27_the_odds_of_each_choice),
        cmocka_unit_test(p27_equal_choices_have_one_line),
        cmocka_unit_test(everything_is_a_sentence_in_four_languages),
        cmocka_unit_test(p1_the_kit_has_nine_barrels_with_their_ends),
        cmocka_unit_test(the_kit_has_the_bodies_of_a_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
