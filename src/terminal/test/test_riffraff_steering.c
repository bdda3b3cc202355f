/* test_riffraff_steering.c: the person's hand in Riff Raff, with frames that the test makes: how
 * far keys lead the open hand, how a piece that is let go by a line comes down, and when a hand
 * reaches for a piece that a line names. */
#include "unit/test.h"

#include <curses.h>
#include <stdlib.h>

#include "terminal/riffraff/client.h"
#include "terminal/screen.h"

static struct console *open_table(void) {
    const struct game *game = game_find(game_list, "riffraff");
    const struct client *const *client = client_list;
    struct play play = {
        .game = game, .language = LANGUAGE_EN, .name = "Toni", .command = "spelunke"};
    struct message why;
    while (strcmp((*client)->key, "riffraff") != 0)
        client++;
    assert_true(setup_begin(&play.setup, game, 2, &why));
    play.bots[1] = game_bot(game, "random");
    seed_from_number(&play.seed, 1);
    struct console *console = console_new(&play, *client);
    console->must_not_save = true;
    console_begin(console, &play.seed);
    return console;
}

static int refusal_number(const struct console *console, const char *key) {
    int number = 1;
    while (strcmp(riffraff_refusal(console, number), key) != 0)
        number++;
    return number;
}

/* While the hand has not moved yet, keys that are pressed again and again lead it no further
 * than it can follow; and back at once. */
static void keys_never_lead_the_open_hand_far_away(void **state) {
    (void)state;
    struct console *console = open_table();
    struct draft draft = {0};
    struct frame frame = {0};
    struct hand hand = {0};
    struct text answer = {0};
    frame_begin(&frame, 0, value_count(value_get(console->kit, "bodies")));
    frame.phase = SHOWS_CATCHING;
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

/* A piece that has come to its place and is too high is lowered, but not for ever; one that is
 * refused for another reason is not. */
static void a_piece_that_is_too_high_is_lowered(void **state) {
    (void)state;
    struct console *console = open_table();
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

/* A frame counts reasons from 1 on; with 0 the piece may be let go. */
static void a_frame_names_its_reason_by_number(void **state) {
    (void)state;
    struct console *console = open_table();
    const struct value *refusals = value_get(console->kit, "refusals");
    assert_string_equal(riffraff_refusal(console, 0), "");
    for (int i = 0; i < value_count(refusals); i++)
        assert_string_equal(riffraff_refusal(console, i + 1), value_word(value_at(refusals, i)));
    console_close(console);
}

/* How many ticks after a line has named the piece that falls here the hand moves. */
static int ticks_until_it_reaches(struct console *console, int32_t y) {
    struct draft draft = {0};
    struct frame frame = {0};
    struct hand hand = {0};
    struct text answer = {0};
    const int body = scene_body(console->kit, "rat0.1");
    frame_begin(&frame, 1000, value_count(value_get(console->kit, "bodies")));
    frame.phase = SHOWS_CATCHING;
    frame.slow = 4;
    frame.falls[frame.fall_count++] = (struct fall){(int16_t)body, 400};
    frame.bodies[body] = (struct pose){{0, y, 100000}, {1000000, 0, 0, 0}};
    const struct client *client = console->client;
    assert_int_equal(client->steer_line(console, &frame, NULL, &draft, &hand, &answer),
                     READ_ANSWER);
    assert_int_equal(client->steer_line(console, &frame, "1", &draft, &hand, &answer),
                     READ_CHANGED);
    while (hand.pose.at[1] == 0 && frame.tick < 2000) {
        frame.tick++;
        client->steer_line(console, &frame, NULL, &draft, &hand, &answer);
    }
    text_free(&answer);
    return frame.tick - 1000;
}

/* From 200 to 600 ms, each as likely, and the same for the same fall. */
static void when_a_named_piece_is_reached_for_is_a_fair_draw(void **state) {
    enum { DRAWS = 4000, FROM = 50, TO = 150, TENTHS = 10 };
    struct console *console = open_table();
    int tenths[TENTHS] = {0};
    double squares = 0;
    (void)state;
    for (int i = 0; i < DRAWS; i++) {
        int ticks = ticks_until_it_reaches(console, 60000 + 7 * i);
        assert_in_range(ticks, FROM, TO);
        tenths[(ticks - FROM) * TENTHS / (TO - FROM + 1)]++;
    }
    assert_int_equal(ticks_until_it_reaches(console, 70001),
                     ticks_until_it_reaches(console, 70001));
    for (int i = 0; i < TENTHS; i++) { /* the first tenth holds 11 of 101, the others 10 */
        double expected = DRAWS * (i == 0 ? 11 : 10) / 101.0;
        squares += (tenths[i] - expected) * (tenths[i] - expected) / expected;
    }
    assert_true(squares < 27.9); /* chi square, nine degrees of freedom, one in a thousand */
    console_close(console);
}

/* The ship at rest, and the rat in the hand beside it; where it may not be let go, says the test.
 */
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

/* A box right above the middle of area 9, so high that nothing fits between it and the next
 * yard. */
static void fill_middle(const struct console *console, struct frame *frame) {
    const struct value *area = riffraff_area_facts(console, 9);
    struct pose *box = &frame->bodies[scene_body(console->kit, "crate0.2")];
    for (int i = 0; i < 2; i++)
        box->at[i] = (int32_t)(value_number(value_at(value_get(area, "from"), i)) +
                               value_number(value_at(value_get(area, "to"), i))) /
                     2;
    box->at[2] = (int32_t)value_get_number(area, "z") + 40000;
}

/* A place without room changes nothing: the next line is about the piece as it was. There is
 * always another way on. */
static void where_there_is_no_room_the_piece_stays_as_it_is(void **state) {
    struct console *console = open_table();
    struct draft draft = {.choice = 9}, before;
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

/* The key that gives the piece back asks once more, and any other key takes that back. */
static void a_piece_is_given_back_by_the_same_key_twice(void **state) {
    struct console *console = open_table();
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
    frame.phase = SHOWS_CATCHING;
    frame.held = -1;
    assert_int_equal(console->client->steer_key(console, &frame, 'b', &draft, &hand, &answer),
                     READ_NOTHING);
    text_free(&answer);
    console_close(console);
}

/* A release that was refused is over, whether a server has told so or not: the next sample holds
 * the piece again. */
static void a_refused_release_does_not_stay_in_the_hand(void **state) {
    struct console *console = open_table();
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

/* a piece that rests elsewhere than on the area of the card has slid there. */
static void a_slide_is_told(void **state) {
    static const char turn[] = "{\"active\":1,\"shown\":[4,9]}";
    static const struct {
        int area;
        const char *told;
    } cases[] = {{9, "On area 9, the boat stays aboard."},
                 {4, "On area 4, after a slide, the boat stays aboard."}};
    struct console *console = open_table();
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

/* A state folder that is nowhere: nothing is found or saved. */
static int forget_home(void **state) {
    (void)state;
    unsetenv("HOME");
    unsetenv("XDG_STATE_HOME");
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_never_lead_the_open_hand_far_away),
        cmocka_unit_test(a_piece_that_is_too_high_is_lowered),
        cmocka_unit_test(a_frame_names_its_reason_by_number),
        cmocka_unit_test(when_a_named_piece_is_reached_for_is_a_fair_draw),
        cmocka_unit_test(where_there_is_no_room_the_piece_stays_as_it_is),
        cmocka_unit_test(a_piece_is_given_back_by_the_same_key_twice),
        cmocka_unit_test(a_refused_release_does_not_stay_in_the_hand),
        cmocka_unit_test(a_slide_is_told),
    };
    return cmocka_run_group_tests_name("riffraff_steering", tests, forget_home, NULL);
}
