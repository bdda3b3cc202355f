/* test_riffraff_steering.c: the person's hand in Riff Raff, with synthetic frames: how far keys
 * lead the open hand, how a piece is lowered after a typed line, and when the hand reaches for a
 * falling piece. */
#include "unit/test.h"

#include <curses.h>
#include <stdlib.h>

#include "fixture.h"
#include "terminal/riffraff/client.h"
#include "terminal/screen.h"

static struct console *open_console(void) {
    const struct game *game = game_find(game_list, "riffraff");
    return open_game(game, find_client("riffraff"), 2, 1, game_bot(game, "random"));
}

static int refusal_number(const struct console *console, const char *key) {
    int number = 1;
    while (strcmp(riffraff_refusal(console, number), key) != 0)
        number++;
    return number;
}

/* The number that frames have for a phase of the kit. */
static uint8_t phase_number(const struct console *console, const char *name) {
    const struct value *phases = value_get(console->kit, "phases");
    int number = 0;
    while (strcmp(value_word(value_at(phases, number)), name) != 0)
        number++;
    return (uint8_t)number;
}

/* Repeated keys lead the open hand no further than it can follow, and a key back works at once. */
static void keys_never_lead_the_open_hand_far_away(void **state) {
    (void)state;
    struct console *console = open_console();
    struct draft draft = {0};
    struct frame frame = {0};
    struct hand hand = {0};
    struct text answer = {0};
    frame_begin(&frame, 0, value_count(value_get(console->kit, "bodies")));
    frame.phase = phase_number(console, "catching");
    frame.bodies[scene_body(console->kit, "hand")].at[1] = hand.pose.at[1] = 7000;
    for (int i = 1; i <= 12; i++) {
        assert_int_equal(
            console->client->steer_key(console, &frame, KEY_LEFT, &draft, &hand, &answer),
            READ_CHANGED);
        assert_int_equal(hand.pose.at[1], 7000 + (i < 3 ? i * 30000 : 90000));
    }
    for (int i = 1; i <= 12; i++)
        console->client->steer_key(console, &frame, KEY_RIGHT, &draft, &hand, &answer);
    assert_int_equal(hand.pose.at[1], 7000 - 90000);
    text_free(&answer);
    console_close(console);
}

/* A piece that is too high at its target is lowered, but not for ever; after any other refusal it
 * is not. */
static void a_piece_that_is_too_high_is_lowered(void **state) {
    (void)state;
    struct console *console = open_console();
    const char *reasons[] = {"riffraff.release_too_high", "riffraff.release_not_over"};
    for (int reason = 0; reason < 2; reason++) {
        struct draft draft = {.approach = {.count = 1, .ways = {{10, 20, 100}}}};
        struct frame frame = {0};
        struct hand hand = {.pose.at = {10000, 20000, 100000}};
        int frames = 0;
        frame_begin(&frame, 0, value_count(value_get(console->kit, "bodies")));
        frame.held = 5;
        frame.awaits_hand = true;
        frame.release = (int16_t)refusal_number(console, reasons[reason]);
        while (frame.bodies[5] = hand.pose, !riffraff_follow(console, &frame, &draft, &hand))
            assert_true(++frames < 100);
        assert_int_equal(hand.pose.at[2], reason == 0 ? 70000 : 100000);
        assert_int_equal(frames, reason == 0 ? 10 : 0);
    }
    console_close(console);
}

/* Reasons are numbered from 1; 0: the piece may be let go. */
static void a_frame_names_its_reason_by_number(void **state) {
    (void)state;
    struct console *console = open_console();
    const struct value *refusals = value_get(console->kit, "refusals");
    assert_string_equal(riffraff_refusal(console, 0), "");
    for (int i = 0; i < value_count(refusals); i++)
        assert_string_equal(riffraff_refusal(console, i + 1), value_word(value_at(refusals, i)));
    console_close(console);
}

/* The same place in several spellings. */
static void a_number_stands_before_or_after_its_word(void **state) {
    (void)state;
    static const char *const lines[] = {"left 12 mm, forward 3 mm, turned 45",
                                        "12 mm left, 3 mm forward, 45 turned", "12 3 45"};
    struct console *console = open_console();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct typed_place place;
        struct text answer = {0};
        assert_true(riffraff_read_place(console, lines[i], 0, &place, &answer));
        assert_int_equal(place.left, 12);
        assert_int_equal(place.forward, 3);
        assert_int_equal(place.turned, 45);
        assert_int_equal(answer.length, 0);
    }
    console_close(console);
}

static void the_other_way_counts_back(void **state) {
    (void)state;
    struct console *console = open_console();
    struct typed_place place;
    struct text answer = {0};
    assert_true(
        riffraff_read_place(console, "right 12 mm, back 3 mm, turned -45", 0, &place, &answer));
    assert_int_equal(place.left, -12);
    assert_int_equal(place.forward, -3);
    assert_int_equal(place.turned, 315);
    console_close(console);
}

/* 125 ticks of 250 a second. */
static void how_long_a_piece_can_be_caught_is_told_in_seconds(void **state) {
    (void)state;
    struct console *console = open_console();
    struct draft draft = {0};
    struct scene scene = {0};
    struct frame frame = {0};
    struct text out = {0};
    frame_begin(&frame, 0, value_count(value_get(console->kit, "bodies")));
    frame.held = -1;
    frame.falls[frame.fall_count++] = (struct fall){5, 125};
    riffraff_say_figures(console, &draft, &frame, &scene, &out);
    assert_non_null(strstr(text_string(&out), "0.5"));
    text_free(&out);
    console_close(console);
}

/* A positive rotation about the axis to the bow lifts the port side. The hull carries its yards
 * along. */
static void a_yard_rocks_to_the_side_that_its_joint_says(void **state) {
    (void)state;
    static const char *const views[] = {"{\"joints\":[0,0,100000,0,0],\"aboard\":[]}",
                                        "{\"joints\":[100000,0,0,0,0],\"aboard\":[]}"};
    static const double port[] = {0, 100, 0}, middle[] = {0, 0, 0};
    struct console *console = open_console();
    for (int i = 0; i < 2; i++) {
        struct value *view = value_parse(views[i], strlen(views[i]));
        struct scene scene;
        double end[2][3], peg[2][3];
        scene_of_view(console->kit, view, &scene);
        for (int yard = 0; yard < 2; yard++) {
            placed_point(&scene.bodies[1 + yard], port, end[yard]);
            placed_point(&scene.bodies[1 + yard], middle, peg[yard]);
        }
        assert_true(end[0][2] > peg[0][2] + 9.9 && end[0][2] < peg[0][2] + 10.1);
        assert_true((end[1][2] > peg[1][2] + 9.9) == (i == 1)); /* the next yard: by the hull */
        value_free(view);
    }
    console_close(console);
}

/* A positive rotation about the axis to the bow lifts port; about the axis to port it lowers the
 * bow. */
static void the_lower_side_of_the_ship_is_named(void **state) {
    (void)state;
    static const char *const views[] = {"{\"joints\":[100000,0,0,0,0],\"aboard\":[]}",
                                        "{\"joints\":[-100000,0,0,0,0],\"aboard\":[]}",
                                        "{\"joints\":[0,100000,0,0,0],\"aboard\":[]}",
                                        "{\"joints\":[0,-100000,0,0,0],\"aboard\":[]}"};
    static const char *const sides[] = {"starboard", "port", "bow", "stern"};
    struct console *console = open_console();
    for (int i = 0; i < 4; i++) {
        struct value *view = value_parse(views[i], strlen(views[i]));
        struct scene scene;
        struct text heel = {0};
        scene_of_view(console->kit, view, &scene);
        riffraff_say_heel(console, &scene, &heel);
        assert_non_null(strstr(text_string(&heel), "5.7"));
        for (int side = 0; side < 4; side++)
            assert_int_equal(strstr(text_string(&heel), sides[side]) != NULL, side == i);
        text_free(&heel);
        value_free(view);
    }
    console_close(console);
}

/* The hand does not wait for ever for a piece that is blocked on its way. */
static void a_piece_that_is_held_up_does_not_stop_the_way(void **state) {
    (void)state;
    struct console *console = open_console();
    struct draft draft = {.approach = {.count = 2, .ways = {{10, 20, 100}, {10, 20, 60}}}};
    struct frame frame = {0};
    struct hand hand = {0};
    int frames = 0;
    frame_begin(&frame, 0, value_count(value_get(console->kit, "bodies")));
    frame.held = 5;
    frame.bodies[5].at[0] = 50000; /* and stays there */
    while (draft.approach.next == 0 && frames < 100) {
        frames++;
        assert_false(riffraff_follow(console, &frame, &draft, &hand));
    }
    assert_in_range(frames, 20, 60);
    assert_int_equal(hand.pose.at[2], 60000);
    console_close(console);
}

/* A rat falls at this distance from the middle line. */
static void begin_fall(const struct console *console, int32_t y, struct frame *frame) {
    const int body = scene_body(console->kit, "rat0.1");
    frame_begin(frame, 1000, value_count(value_get(console->kit, "bodies")));
    frame->phase = phase_number(console, "catching");
    frame->slow = 4;
    frame->falls[frame->fall_count++] = (struct fall){(int16_t)body, 400};
    frame->bodies[body] = (struct pose){{0, y, 100000}, {1000000, 0, 0, 0}};
}

/* An empty line declines all that falls now. */
static void who_wants_none_of_it_is_not_asked_again(void **state) {
    (void)state;
    struct console *console = open_console();
    const struct client *client = console->client;
    struct draft draft = {0};
    struct frame frame = {0};
    struct hand hand = {0};
    struct text answer = {0};
    begin_fall(console, 60000, &frame);
    assert_int_equal(client->steer_line(console, &frame, NULL, &draft, &hand, &answer),
                     READ_ANSWER);
    assert_int_equal(client->steer_line(console, &frame, "", &draft, &hand, &answer), READ_CHANGED);
    frame.tick++;
    assert_int_equal(client->steer_line(console, &frame, NULL, &draft, &hand, &answer),
                     READ_NOTHING);
    text_free(&answer);
    console_close(console);
}

/* How many ticks after the line the hand moves; -1 if the line names no falling piece. */
static int ticks_until_it_reaches(struct console *console, int32_t y, const char *line) {
    struct draft draft = {0};
    struct frame frame = {0};
    struct hand hand = {0};
    struct text answer = {0};
    const struct client *client = console->client;
    begin_fall(console, y, &frame);
    assert_int_equal(client->steer_line(console, &frame, NULL, &draft, &hand, &answer),
                     READ_ANSWER);
    bool is_named =
        client->steer_line(console, &frame, line, &draft, &hand, &answer) == READ_CHANGED;
    while (is_named && hand.pose.at[1] == 0 && frame.tick < 2000) {
        frame.tick++;
        client->steer_line(console, &frame, NULL, &draft, &hand, &answer);
    }
    text_free(&answer);
    return is_named ? frame.tick - 1000 : -1;
}

/* The question lists it as "rat (1)". */
static void a_falling_piece_is_named_as_it_is_listed(void **state) {
    static const char *const names[] = {"1", "rat", "rat (1)", "Rat (1)"};
    static const char *const others[] = {"2", "crate", "rat (2)", "rat (1", "rat (1) 2", "()"};
    struct console *console = open_console();
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(ticks_until_it_reaches(console, 60000, names[i]) > 0);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(ticks_until_it_reaches(console, 60000, others[i]), -1);
    console_close(console);
}

/* Uniform from 200 to 600 ms, and the same for the same fall. */
static void when_a_named_piece_is_reached_for_is_a_fair_draw(void **state) {
    enum { DRAWS = 4000, FROM = 50, TO = 150, TENTHS = 10 };
    struct console *console = open_console();
    int tenths[TENTHS] = {0};
    double squares = 0;
    (void)state;
    for (int i = 0; i < DRAWS; i++) {
        int ticks = ticks_until_it_reaches(console, 60000 + 7 * i, "1");
        assert_in_range(ticks, FROM, TO);
        tenths[(ticks - FROM) * TENTHS / (TO - FROM + 1)]++;
    }
    assert_int_equal(ticks_until_it_reaches(console, 70001, "1"),
                     ticks_until_it_reaches(console, 70001, "1"));
    for (int i = 0; i < TENTHS; i++) { /* the first tenth holds 11 of 101, the others 10 */
        double expected = DRAWS * (i == 0 ? 11 : 10) / 101.0;
        squares += (tenths[i] - expected) * (tenths[i] - expected) / expected;
    }
    assert_true(squares < 27.9); /* chi square, nine degrees of freedom, one in a thousand */
    console_close(console);
}

static void replace(struct text *text, const char *old, const char *new) {
    struct text replaced = {0};
    const char *at = strstr(text_string(text), old);
    assert_non_null(at);
    text_put_bytes(&replaced, text->data, (size_t)(at - text->data));
    text_put(&replaced, new);
    text_put(&replaced, at + strlen(old));
    text_free(text);
    *text = replaced;
}

/* The length of a tick, the numbers of phases and the shapes are read from the kit. */
static void pace_phases_and_shapes_are_the_kits(void **state) {
    struct console *console = open_console();
    struct text kit = {0};
    struct frame frame = {.phase = 1};
    (void)state;
    assert_int_equal(riffraff_shown(console, &frame), SHOWS_SETTLING);
    game_kit_json(console->game, &kit);
    replace(&kit, "\"hz\":250", "\"hz\":500");
    replace(&kit, "[\"held\",\"settling\",", "[\"settling\",\"held\",");
    replace(&kit, "\"boat\":{", "\"anvil\":{},\"boat\":{");
    value_free(console->kit);
    console->kit = value_parse(text_string(&kit), kit.length);
    for (int i = 0; i < 100; i++)
        assert_in_range(ticks_until_it_reaches(console, 60000 + 7 * i, "1"), 100, 300);
    assert_int_equal(riffraff_shown(console, &frame), SHOWS_HELD);
    assert_int_equal(riffraff_shapes(console), 9);
    assert_int_equal(riffraff_shape_of(console, "boat0.1"), 1);
    assert_string_equal(riffraff_word(console, 0), "anvil");
    assert_int_equal(riffraff_shape_of(console, "hand"), -1);
    text_free(&kit);
    console_close(console);
}

/* The ship at rest, and the rat in the hand beside it, where it must not be let go. */
static void hold_rat(const struct console *console, struct frame *frame) {
    const struct value *yards = value_get(console->kit, "yards");
    frame_begin(frame, 0, value_count(value_get(console->kit, "bodies")));
    for (int body = 0; body < frame->count; body++)
        frame->bodies[body] = (struct pose){{0, 0, -9000000}, {1000000, 0, 0, 0}};
    frame->bodies[0].at[2] = 0;
    for (int yard = 0; yard < value_count(yards); yard++)
        for (int i = 0; i < 3; i++)
            frame->bodies[1 + yard].at[i] =
                (int32_t)value_number(value_at(value_get(value_at(yards, yard), "at"), i));
    frame->held = (int16_t)scene_body(console->kit, "rat0.1");
    frame->bodies[frame->held] = (struct pose){{-150000, 0, 330000}, {1000000, 0, 0, 0}};
    frame->awaits_hand = true;
}

/* A box above the middle of area 7, so high that nothing fits between it and the next yard. */
static void fill_middle(const struct console *console, struct frame *frame) {
    const struct value *area = riffraff_area_facts(console, 7);
    struct pose *box = &frame->bodies[scene_body(console->kit, "crate0.2")];
    for (int i = 0; i < 2; i++)
        box->at[i] = (int32_t)(value_number(value_at(value_get(area, "from"), i)) +
                               value_number(value_at(value_get(area, "to"), i))) /
                     2;
    box->at[2] = (int32_t)value_get_number(area, "z") + 40000;
}

/* A place without room changes nothing, and the next line is parsed as before. */
static void where_there_is_no_room_the_piece_stays_as_it_is(void **state) {
    struct console *console = open_console();
    struct draft draft = {.choice = 7}, before;
    struct frame frame = {0};
    struct hand hand = {0}, was;
    struct text answer = {0};
    (void)state;
    while (riffraff_question(console) != ASK_CARD)
        console_move(console, NULL);
    hold_rat(console, &frame);
    fill_middle(console, &frame);
    const struct client *client = console->client;
    assert_int_equal(client->steer_line(console, &frame, NULL, &draft, &hand, &answer),
                     READ_ANSWER);
    text_clear(&answer);
    before = draft;
    was = hand;
    assert_int_equal(
        client->steer_line(console, &frame, "turned 90 standing", &draft, &hand, &answer),
        READ_ANSWER);
    assert_string_equal(text_string(&answer), console_word(console, "riffraff.no_room"));
    assert_memory_equal(&draft, &before, sizeof draft);
    assert_memory_equal(&hand, &was, sizeof hand);
    assert_int_equal(client->steer_line(console, &frame, "return", &draft, &hand, &answer),
                     READ_ON);
    assert_int_equal(client->steer_line(console, &frame, "left 40", &draft, &hand, &answer),
                     READ_CHANGED);
    assert_true(draft.approach.count > 0);
    text_free(&answer);
    console_close(console);
}

/* The key must be pressed twice; any other key cancels. */
static void a_piece_is_given_back_by_the_same_key_twice(void **state) {
    struct console *console = open_console();
    struct draft draft = {.choice = 9};
    struct frame frame = {0};
    struct hand hand = {0};
    struct text answer = {0};
    (void)state;
    while (riffraff_question(console) != ASK_CARD)
        console_move(console, NULL);
    hold_rat(console, &frame);
    static const struct {
        int key;
        enum reading reading;
    } keys[] = {{SCREEN_NO_KEY, READ_CHANGED}, {'b', READ_ANSWER},
                {'e', READ_CHANGED},           {'b', READ_ANSWER},
                {SCREEN_NO_KEY, READ_NOTHING}, {'b', READ_ON}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_int_equal(
            console->client->steer_key(console, &frame, keys[i].key, &draft, &hand, &answer),
            keys[i].reading);
    frame.phase = phase_number(console, "catching");
    frame.held = -1;
    assert_int_equal(console->client->steer_key(console, &frame, 'b', &draft, &hand, &answer),
                     READ_NOTHING);
    text_free(&answer);
    console_close(console);
}

/* After a refused release, reported or not, the next sample holds the piece again. */
static void a_refused_release_does_not_stay_in_the_hand(void **state) {
    struct console *console = open_console();
    struct draft draft = {.choice = 9};
    struct frame frame = {0};
    struct hand hand = {0};
    struct text answer = {0};
    const struct client *client = console->client;
    (void)state;
    while (riffraff_question(console) != ASK_CARD)
        console_move(console, NULL);
    hold_rat(console, &frame);
    client->steer_key(console, &frame, SCREEN_NO_KEY, &draft, &hand, &answer);
    assert_true(hand.grip);
    for (int i = 0; i < 2; i++) {
        frame.tick += 5;
        client->steer_key(console, &frame, SCREEN_NO_KEY, &draft, &hand, &answer);
        client->steer_key(console, &frame, ' ', &draft, &hand, &answer);
        assert_false(hand.grip);
    }
    frame.tick += 5;
    client->steer_key(console, &frame, SCREEN_NO_KEY, &draft, &hand, &answer);
    assert_int_equal(client->steer_key(console, &frame, KEY_UP, &draft, &hand, &answer),
                     READ_CHANGED);
    assert_true(hand.grip);
    text_free(&answer);
    console_close(console);
}

/* a piece at rest on another area than the card's has slid there. */
static void a_slide_is_told(void **state) {
    static const char turn[] = "{\"active\":1,\"shown\":[4,9]}";
    static const struct {
        int area;
        const char *told;
    } cases[] = {{9, "On area 9, the boat stays aboard."},
                 {4, "On area 4, after a slide, the boat stays aboard."}};
    struct console *console = open_console();
    (void)state;
    value_free(console->seen_before);
    console->seen_before = value_parse(turn, strlen(turn));
    for (int i = 0; i < 2; i++) {
        struct text told = {0};
        struct message rests;
        message_start(&rests, "riffraff.rests");
        message_word(&rests, "shape", "boat");
        message_number(&rests, "area", cases[i].area);
        assert_true(console->client->tell(console, &rests, &told));
        assert_string_equal(text_string(&told), cases[i].told);
        text_free(&told);
    }
    console_close(console);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_never_lead_the_open_hand_far_away),
        cmocka_unit_test(a_piece_that_is_too_high_is_lowered),
        cmocka_unit_test(a_frame_names_its_reason_by_number),
        cmocka_unit_test(a_number_stands_before_or_after_its_word),
        cmocka_unit_test(the_other_way_counts_back),
        cmocka_unit_test(how_long_a_piece_can_be_caught_is_told_in_seconds),
        cmocka_unit_test(a_yard_rocks_to_the_side_that_its_joint_says),
        cmocka_unit_test(the_lower_side_of_the_ship_is_named),
        cmocka_unit_test(a_piece_that_is_held_up_does_not_stop_the_way),
        cmocka_unit_test(a_falling_piece_is_named_as_it_is_listed),
        cmocka_unit_test(who_wants_none_of_it_is_not_asked_again),
        cmocka_unit_test(when_a_named_piece_is_reached_for_is_a_fair_draw),
        cmocka_unit_test(pace_phases_and_shapes_are_the_kits),
        cmocka_unit_test(where_there_is_no_room_the_piece_stays_as_it_is),
        cmocka_unit_test(a_piece_is_given_back_by_the_same_key_twice),
        cmocka_unit_test(a_refused_release_does_not_stay_in_the_hand),
        cmocka_unit_test(a_slide_is_told),
    };
    return cmocka_run_group_tests_name("riffraff_steering", tests, forget_home, NULL);
}
