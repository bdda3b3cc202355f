/* test_tell.c: the event of a drink has all arguments that its sentence needs (Z-34, Z-52). */
#include "scene.h"

/* Prints the arguments of this seat's drachen.drank, if it is among the events. */
static void put_drunk(const struct events *events, int seat, struct text *out) {
    for (int i = 0; i < events->count; i++) {
        const struct message *message = &event_of(events, i)->message;
        if (strcmp(message->key, "drachen.drank") == 0 &&
            message->values[message->args[0].first].number == seat)
            message_args_json(message, out);
    }
}

/* Nobody answers until this seat has drunk; checks the arguments of its event. */
static void check_next_drunk(struct match *match, int seat, const char *expected) {
    static struct events events;
    struct text args = {0};
    for (int i = 0; i < 50 && !args.length; i++) {
        int passing = __builtin_ctz(awaited(match));
        events.count = 0;
        assert_int_equal(match_play_text(match, passing, "pass", NULL, &events, NULL),
                         VERDICT_PLAYED);
        put_drunk(&events, seat, &args);
    }
    test_text(&args, expected);
    text_free(&args);
}

static void check_drunk(struct match *match, int seat, const char *expected) {
    check_next_drunk(match, seat, expected);
    match_free(match);
}

/* Immediate changes of a marker have events of their own. */
static void test_drink_that_is_felt(void **unused) {
    (void)unused;
    check_drunk(reveals("DE", "", "", "T05"), 0,
                "{\"seat\":0,\"alcohol\":2,\"fortitude\":0,\"effect\":\"felt\","
                "\"alcohol_change\":2,\"fortitude_change\":0}");
}

static void test_drink_that_changes_nothing(void **unused) {
    (void)unused;
    check_drunk(reveals("DE", "", "", "T17"), 0,
                "{\"seat\":0,\"alcohol\":0,\"fortitude\":0,\"effect\":\"none\","
                "\"alcohol_change\":0,\"fortitude_change\":0}");
}

/* A marker at the end of its track does not move. */
static void test_marker_at_its_end(void **unused) {
    (void)unused;
    struct scene scene = {.seats = 2,
                          .options = ONE_DRINK("DE"),
                          .drinks = "T16",
                          .fortitude = {DR_MARKER, DR_MARKER}};
    check_drunk(turn_over(&scene, "buy >1"), 0,
                "{\"seat\":0,\"alcohol\":0,\"fortitude\":2,\"effect\":\"none\","
                "\"alcohol_change\":0,\"fortitude_change\":0}");
}

/* Z-34: a drink of an event is felt later, so its effect is reported now. */
static void test_z34_drink_that_is_felt_later(void **unused) {
    (void)unused;
    struct scene scene = {.seats = 2, .options = ONE_DRINK("DE"), .drinks = "T05"};
    check_drunk(happens("T21", scene), 1,
                "{\"seat\":1,\"alcohol\":2,\"fortitude\":0,\"effect\":\"alcohol\","
                "\"alcohol_change\":2,\"fortitude_change\":0}");
    scene.drinks = "T19";
    scene.fortitude[0] = scene.fortitude[1] = DR_MARKER - 1;
    check_drunk(happens("T21", scene), 0,
                "{\"seat\":0,\"alcohol\":2,\"fortitude\":2,\"effect\":\"both\","
                "\"alcohol_change\":2,\"fortitude_change\":1}");
}

/* Z-34: a seat that gets a half beside its own drink will have felt that before. */
static void test_z34_half_beside_the_own_drink(void **unused) {
    (void)unused;
    struct match *match = happens("T21", (struct scene){.seats = 2,
                                                        .options = ONE_DRINK("DE"),
                                                        .hands = {"D27"},
                                                        .drinks = "T09",
                                                        .alcohol = {0, DR_MARKER - 3}});
    reach_drink_of(match, 0);
    respond(match, 0, "play D27 >1");
    check_next_drunk(match, 1,
                     "{\"seat\":1,\"alcohol\":2,\"fortitude\":0,\"effect\":\"alcohol\","
                     "\"alcohol_change\":2,\"fortitude_change\":0}");
    check_drunk(match, 1,
                "{\"seat\":1,\"alcohol\":4,\"fortitude\":0,\"effect\":\"alcohol\","
                "\"alcohol_change\":1,\"fortitude_change\":0}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drink_that_is_felt),
        cmocka_unit_test(test_drink_that_changes_nothing),
        cmocka_unit_test(test_marker_at_its_end),
        cmocka_unit_test(test_z34_drink_that_is_felt_later),
        cmocka_unit_test(test_z34_half_beside_the_own_drink),
    };
    return cmocka_run_group_tests_name("drachen tell", tests, NULL, NULL);
}
