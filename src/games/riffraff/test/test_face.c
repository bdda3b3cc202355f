/* test_face.c: what a player is asked, what his choices are certain to bring, and the kit. */
#include "scene.h"

#include <math.h>

#include <jansson.h>

#include "../catch.h"
#include "../hand.h"

static struct prompt *prompt_of(const struct match *match, int seat) {
    static struct prompt prompt;
    struct rr_state view;
    game_view(&riffraff_game, match_state(match), seat, &view);
    game_prompt(&riffraff_game, &view, seat, &prompt);
    return &prompt;
}

/* Demands that a prompt is written like this, without its number. */
static void check_prompt(const struct match *match, int seat, const char *expected) {
    struct text text = {0};
    prompt_json(prompt_of(match, seat), &rr_face, true, &text);
    test_text(&text, expected);
    text_free(&text);
}

/* Demands these messages, each as key and arguments. */
static void check_tell(const struct match *match, int seat, const char *text,
                       const char *expected) {
    static struct events says;
    struct rr_action action;
    struct text told = {0};
    assert_int_equal(match_read(match, seat, text, &action, NULL), VERDICT_PLAYED);
    match_tell(match, seat, &action, &says);
    for (int i = 0; i < says.count; i++) {
        text_put(&told, event_of(&says, i)->message.key + strlen("riffraff."));
        text_put_char(&told, ':');
        message_args_json(&event_of(&says, i)->message, &told);
    }
    test_text(&told, expected);
    text_free(&told);
}

/* the same whoever has laid a card already. */
static void r7_asks_for_a_card(void **unused) {
    static const char expected[] =
        "\"must\":true,\"task\":{\"key\":\"riffraff.task_card\",\"args\":{\"round\":1,"
        "\"rounds\":10}},\"forms\":[{\"say\":\"card\",\"one\":[[\"1\",\"2\",\"3\",\"4\",\"5\","
        "\"6\",\"7\",\"8\",\"9\",\"10\"]]}],\"presets\":[]";
    struct match *match = begin(3, NULL);
    (void)unused;
    check_prompt(match, 1, expected);
    test_play(match, 0, "card 3");
    check_prompt(match, 1, expected);
    check_tell(match, 1, "card 7", "tell_card:{\"area\":7,\"where\":\"middle\",\"count\":0}");
    check_tell(match, 1, "card 4", "tell_card:{\"area\":4,\"where\":\"deck\",\"count\":0}");
    check_tell(match, 1, "card 5", "tell_card:{\"area\":5,\"where\":\"lower\",\"count\":0}");
    check_tell(match, 1, "card 10", "tell_card:{\"area\":10,\"where\":\"upper\",\"count\":0}");
    match_free(match);
}

/* */
static void r8_r9_asks_for_captain_and_order(void **unused) {
    struct match *match = begin(4, NULL);
    (void)unused;
    lay_cards(match, (int[]){8, 8, 8, 2});
    check_prompt(match, 0,
                 "\"must\":true,\"task\":{\"key\":\"riffraff.task_captain\",\"args\":{\"seats\":"
                 "[0,1,2],\"card\":8}},\"forms\":[{\"say\":\"captain\",\"one\":[[\"0\",\"1\","
                 "\"2\"]]}],\"presets\":[]");
    check_tell(match, 0, "captain 2", "tell_captain:{\"seat\":2}");
    test_play(match, 0, "captain 1");
    check_prompt(match, 1,
                 "\"must\":true,\"task\":{\"key\":\"riffraff.task_order\",\"args\":{\"seats\":"
                 "[0,2],\"card\":8}},\"forms\":[{\"say\":\"order 0 2\"},{\"say\":\"order 2 0\"}],"
                 "\"presets\":[]");
    check_tell(match, 1, "order 2 0", "tell_order:{\"seats\":[1,2,0,3]}");
    match_free(match);
}

/* two only where two are allowed. */
static void r12_asks_for_a_piece(void **unused) {
    struct match *match = begin(2, NULL);
    (void)unused;
    lay_cards(match, (int[]){9, 9});
    test_play(match, 0, "captain 0");
    struct prompt *prompt = prompt_of(match, 0);
    assert_string_equal(prompt->task.key, "riffraff.task_load");
    assert_int_equal(prompt->form_count, 1);
    assert_int_equal(prompt_list_size(prompt, 0, 0), 16);
    check_tell(match, 0, "load rat",
               "tell_load:{\"piece\":\"rat0.1\",\"shape\":\"rat\",\"owner\":0,\"area\":9}");
    load(match, "load rat", "rest");
    prompt = prompt_of(match, 1);
    assert_int_equal(prompt->form_count, 2);
    assert_string_equal(prompt_form_say(prompt, 1), "load2");
    check_tell(match, 1, "load2 rat",
               "tell_two:{\"piece\":\"rat1.1\",\"shape\":\"rat\",\"owner\":1,\"area\":9}");
    load(match, "load2 rat", "rest");
    prompt = prompt_of(match, 1);
    assert_string_equal(prompt->task.key, "riffraff.task_second");
    assert_int_equal(prompt->form_count, 1);
    assert_int_equal(prompt_list_size(prompt, 0, 0), 15);
    load(match, "load boat", "rest");
    check_tell(match, 0, "card 8", "tell_card:{\"area\":8,\"where\":\"middle\",\"count\":0}");
    match_free(match);
}

/* his last piece, or his last two, are announced. */
static void r18_the_last_piece_is_told(void **unused) {
    struct match *match = begin(2, NULL);
    static struct events says;
    struct rr_state view;
    struct rr_action action;
    (void)unused;
    lay_cards(match, (int[]){9, 1});
    memcpy(&view, state_of(match), sizeof view);
    memset(&action, 0, sizeof action);
    action.verb = RR_LOAD_ONE;
    action.piece = (int8_t)piece_of("rat0.1");
    view.supply[0] = pieces("rat0.1");
    says.count = 0;
    rr_face.tell(&view, 0, &action, &says);
    assert_int_equal(says.count, 2);
    assert_string_equal(event_of(&says, 1)->message.key, "riffraff.tell_last");
    view.supply[0] = pieces("rat0.1 boat0.1");
    says.count = 0;
    rr_face.tell(&view, 0, &action, &says);
    assert_int_equal(says.count, 1);
    action.verb = RR_LOAD_TWO;
    says.count = 0;
    rr_face.tell(&view, 0, &action, &says);
    assert_string_equal(event_of(&says, 1)->message.key, "riffraff.tell_last");
    match_free(match);
}

static json_t *kit(void) {
    struct text text = {0};
    game_kit_json(&riffraff_game, &text);
    json_t *kit = json_loads(text_string(&text), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(kit);
    text_free(&text);
    return kit;
}

/* Bodies are in the order of a frame, with the names of the notation. */
static void the_kit_has_bodies(void **unused) {
    json_t *facts = kit(), *bodies = json_object_get(facts, "bodies");
    static const char *const ship[] = {"ship", "yard5", "yard7", "yard9"};
    (void)unused;
    assert_int_equal(json_array_size(bodies), RR_BODIES);
    for (int i = 0; i < RR_BODIES; i++) {
        const char *name = json_string_value(json_object_get(json_array_get(bodies, i), "name"));
        const char *expected = i < RR_PIECE_BODY  ? ship[i]
                               : i < RR_HAND_BODY ? rr_piece_names[i - RR_PIECE_BODY]
                                                  : "hand";
        assert_string_equal(name, expected);
    }
    assert_int_equal(json_integer_value(json_object_get(facts, "hz")), 250);
    assert_true(json_is_array(json_object_get(facts, "refusals")));
    assert_int_equal(json_array_size(json_object_get(facts, "presets")), 0);
    json_decref(facts);
}

/* areas with number, body, corners and height; R-3: each shape has natural poses, and
 * the first of them is not turned. */
static void the_kit_has_areas_and_shapes(void **unused) {
    json_t *facts = kit(), *areas = json_object_get(facts, "areas");
    json_t *shapes = json_object_get(facts, "shapes");
    (void)unused;
    assert_int_equal(json_array_size(areas), RR_AREAS);
    for (int i = 0; i < RR_AREAS; i++) {
        json_t *area = json_array_get(areas, i);
        assert_int_equal(json_integer_value(json_object_get(area, "number")), i + 1);
        assert_int_equal(json_array_size(json_object_get(area, "from")), 2);
        assert_int_equal(json_array_size(json_object_get(area, "to")), 2);
    }
    json_t *ninth = json_array_get(areas, 8);
    assert_string_equal(json_string_value(json_object_get(ninth, "body")), "yard9");
    assert_int_equal(json_integer_value(json_object_get(ninth, "z")), 308000);
    assert_int_equal(json_object_size(shapes), RR_SHAPES);
    for (int i = 0; i < RR_SHAPES; i++) {
        json_t *poses = json_object_get(json_object_get(shapes, rr_shape_names[i]), "poses");
        json_t *turned = json_object_get(json_array_get(poses, 0), "turned");
        assert_int_equal(json_integer_value(json_array_get(turned, 0)), 1000000);
    }
    json_t *plane = json_object_get(facts, "catch_plane");
    assert_int_equal(json_array_size(json_object_get(plane, "from")), 2);
    json_decref(facts);
}

static int number_at(const json_t *list, size_t index) {
    return (int)json_integer_value(json_array_get(list, index));
}

/* Each yard rocks on a peg that is 3 mm below its middle, half its thickness. */
static void r31_the_kit_has_yards_and_their_pegs(void **unused) {
    static const int heights[RR_YARDS] = {135000, 225000, 305000};
    json_t *facts = kit(), *yards = json_object_get(facts, "yards");
    (void)unused;
    assert_int_equal(json_array_size(yards), RR_YARDS);
    for (size_t i = 0; i < RR_YARDS; i++) {
        json_t *yard = json_array_get(yards, i);
        assert_int_equal(number_at(json_object_get(yard, "at"), 2), heights[i]);
        assert_int_equal(number_at(json_object_get(yard, "peg"), 2), heights[i] - 3000);
    }
    json_decref(facts);
}

/* How fast the open hand is, beside how much slower time runs. */
static void the_kit_has_the_speeds_of_the_open_hand(void **unused) {
    static const int slows[] = {1, 4, 8};
    json_t *facts = kit(), *hand = json_object_get(facts, "catch_hand");
    json_t *speeds = json_object_get(hand, "speeds");
    (void)unused;
    assert_int_equal(json_array_size(speeds), 3);
    for (size_t i = 0; i < 3; i++) {
        json_t *speed = json_array_get(speeds, i);
        assert_int_equal(json_integer_value(json_object_get(speed, "slow")), slows[i]);
        assert_int_equal(json_integer_value(json_object_get(speed, "speed")),
                         slows[i] == 8 ? CATCH_SPEED_SLOWEST : CATCH_SPEED);
    }
    assert_int_equal(json_integer_value(json_object_get(hand, "radius")), CATCH_RADIUS);
    json_decref(facts);
}

/* Beyond what the kit says a hand goes on wanting its edge. */
static void the_kit_has_how_far_a_hand_reaches(void **unused) {
    json_t *facts = kit(), *reach = json_object_get(facts, "hand_reach");
    (void)unused;
    for (int sign = -1; sign <= 1; sign += 2) {
        struct rr_hand hand;
        struct real_pose held = {.turned = {1}};
        struct pose far = {.turned = {1000000}};
        for (int i = 0; i < 3; i++)
            far.at[i] = sign * 2000000;
        hand_begin(&hand, &held);
        hand_aim(&hand, &far);
        const json_t *edge = json_object_get(reach, sign < 0 ? "from" : "to");
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(lround(hand.target.at[i] * 1e6), number_at(edge, i));
    }
    json_decref(facts);
}

/* Each phase of a frame has its name in the kit. */
static void the_kit_names_what_a_frame_shows(void **unused) {
    static const char *const names[] = {
        [RR_SHOWS_HELD] = "held",   [RR_SHOWS_SETTLING] = "settling",
        [RR_SHOWS_ALARM] = "alarm", [RR_SHOWS_CATCHING] = "catching",
        [RR_SHOWS_REST] = "rest",
    };
    json_t *facts = kit(), *phases = json_object_get(facts, "phases");
    (void)unused;
    assert_int_equal(json_array_size(phases), RR_SHOWS_REST + 1);
    for (size_t i = 0; i <= RR_SHOWS_REST; i++)
        assert_string_equal(json_string_value(json_array_get(phases, i)), names[i]);
    json_decref(facts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r7_asks_for_a_card),
        cmocka_unit_test(r8_r9_asks_for_captain_and_order),
        cmocka_unit_test(r12_asks_for_a_piece),
        cmocka_unit_test(r18_the_last_piece_is_told),
        cmocka_unit_test(the_kit_has_how_far_a_hand_reaches),
        cmocka_unit_test(the_kit_names_what_a_frame_shows),
        cmocka_unit_test(the_kit_has_bodies),
        cmocka_unit_test(the_kit_has_areas_and_shapes),
        cmocka_unit_test(r31_the_kit_has_yards_and_their_pegs),
        cmocka_unit_test(the_kit_has_the_speeds_of_the_open_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
