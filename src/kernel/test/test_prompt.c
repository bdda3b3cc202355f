/* test_prompt.c: forms and their expansion; questions, their numbers and their time. */
#include "unit/test.h"

#include "games/null/null.h"

static bool collect(void *context, const char *action) {
    struct text *out = context;
    text_put(out, action);
    text_put_char(out, ';');
    return true;
}

static void assert_unfolds(const struct prompt *prompt, const char *expected) {
    struct text out = {0};
    prompt_unfold(prompt, collect, &out);
    assert_string_equal(text_string(&out), expected);
    text_free(&out);
}

static void words(struct prompt *prompt, const char *letters) {
    for (; *letters; letters++)
        prompt_word(prompt, (const char[]){*letters, '\0'});
}

static void a_form_alone_is_an_action(void **state) {
    (void)state;
    static struct prompt prompt;
    prompt_task(&prompt, "null.task_bid");
    assert_unfolds(&prompt, "");
    prompt_say(&prompt, "pass");
    prompt_say(&prompt, "keep");
    assert_unfolds(&prompt, "pass;keep;");
}

static void one_word_of_each_list_in_every_combination(void **state) {
    (void)state;
    static struct prompt prompt;
    prompt_task(&prompt, "null.task_bid");
    prompt_say(&prompt, "play D05");
    prompt_one(&prompt);
    words(&prompt, "ab");
    prompt_one(&prompt);
    words(&prompt, "xyz");
    assert_unfolds(&prompt, "play D05 a x;play D05 a y;play D05 a z;"
                            "play D05 b x;play D05 b y;play D05 b z;");
}

static void picked_words_keep_their_order_and_count(void **state) {
    (void)state;
    static struct prompt prompt;
    prompt_task(&prompt, "null.task_bid");
    prompt_say(&prompt, "order");
    prompt_pick(&prompt, 1, 2);
    words(&prompt, "012");
    assert_unfolds(&prompt, "order 0;order 0 1;order 0 2;order 1;order 1 2;order 2;");
}

static void equal_words_picked_are_one_action(void **state) {
    (void)state;
    static struct prompt prompt;
    prompt_task(&prompt, "null.task_bid");
    prompt_say(&prompt, "discard");
    prompt_pick(&prompt, 0, 3);
    words(&prompt, "aab");
    assert_unfolds(&prompt, "discard;discard a;discard a a;discard a a b;discard a b;discard b;");
}

static bool stop_at_once(void *context, const char *action) {
    (void)action;
    return ++*(int *)context < 2;
}

static void unfolding_stops_when_it_is_asked_to(void **state) {
    (void)state;
    static struct prompt prompt;
    int visits = 0;
    prompt_task(&prompt, "null.task_bid");
    prompt_say(&prompt, "order");
    prompt_pick(&prompt, 1, 3);
    words(&prompt, "0123");
    prompt_unfold(&prompt, stop_at_once, &visits);
    assert_int_equal(visits, 2);
}

static void prompts_as_json(void **state) {
    static const char *const presets[] = {"early", "late", NULL};
    static const struct face face = {.presets = presets};
    (void)state;
    static struct prompt prompt;
    struct text out = {0};
    message_number(prompt_task(&prompt, "null.task_bid"), "prize", 3);
    prompt.presets = 2;
    prompt_say(&prompt, "pass");
    prompt_say(&prompt, "play");
    prompt_one(&prompt);
    words(&prompt, "a");
    prompt_say(&prompt, "discard");
    prompt_pick(&prompt, 1, 2);
    words(&prompt, "bc");
    js_open(&out, '{');
    prompt_json(&prompt, &face, false, &out);
    js_close(&out, '}');
    assert_string_equal(
        text_string(&out),
        "{\"must\":false,\"task\":{\"key\":\"null.task_bid\",\"args\":{\"prize\":3}},"
        "\"forms\":[{\"say\":\"pass\"},{\"say\":\"play\",\"one\":[[\"a\"]]},"
        "{\"say\":\"discard\",\"pick\":[\"b\",\"c\"],\"min\":1,\"max\":2}],"
        "\"presets\":[\"late\"]}");
    text_free(&out);
}

static struct match *dealt(void) {
    struct match *match = test_match(&null_game, 1, 2, NULL);
    test_play(match, SEAT_CHANCE, "deal 4 2");
    return match;
}

static void nobody_is_asked_while_chance_is_awaited(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, NULL);
    struct text out = {0};
    assert_int_equal(match_ask(match, 0), 0);
    match_prompt_json(match, 0, &out);
    assert_string_equal(text_string(&out), "null");
    text_free(&out);
    match_free(match);
}

static void a_number_rises_when_the_seat_acts_or_is_asked_something_else(void **state) {
    (void)state;
    struct match *match = dealt();
    assert_int_equal(match_ask(match, 0), 1);
    test_play(match, 0, "bid 2"); /* now seat 0 may only ring */
    assert_int_equal(match_ask(match, 0), 2);
    assert_int_equal(match_ask(match, 1), 1); /* nothing has changed for seat 1 */
    test_play(match, 0, "ring");              /* the prize is in everybody's prompt */
    assert_int_equal(match_ask(match, 0), 0);
    assert_int_equal(match_ask(match, 1), 2);
    test_play(match, 1, "bid 1");
    assert_int_equal(match_ask(match, 1), 0);
    test_play(match, SEAT_SIM, "land 1");
    test_play(match, SEAT_CHANCE, "deal 1 3");
    assert_int_equal(match_ask(match, 0), 3); /* across chance */
    assert_int_equal(match_ask(match, 1), 3);
    match_free(match);
}

static void late_answers_are_stale(void **state) {
    (void)state;
    struct match *match = dealt();
    struct message why;
    assert_false(match_is_stale(match, 0, 1, &why));
    assert_true(match_is_stale(match, 0, 2, &why));
    assert_string_equal(why.key, "kernel.stale");
    test_play(match, 0, "ring");
    assert_true(match_is_stale(match, 0, 1, &why));
    assert_false(match_is_stale(match, 0, 2, &why));
    match_free(match);
}

/* So that an answer that arrives after the end is told that the match is over. */
static void of_a_match_that_is_over_nothing_is_stale(void **state) {
    static const char *const one_round[] = {"rounds", "1", NULL};
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, one_round);
    struct message why;
    test_play(match, SEAT_CHANCE, "deal 4 2");
    assert_int_equal(match_ask(match, 0), 1);
    test_play(match, 0, "bid 0");
    test_play(match, 1, "bid 0");
    test_draw(match);
    assert_true(match_over(match));
    assert_int_equal(match_ask(match, 0), 0);
    assert_false(match_is_stale(match, 0, 1, &why));
    match_free(match);
}

/* The null game, as if ringing a bell were another question. */
static void asking_turn(const void *state, struct turn *turn) {
    const struct null_state *s = state;
    null_game.turn(state, turn);
    turn->question = s->bells;
}

static void another_question_gives_fresh_time(void **state) {
    (void)state;
    struct game asking = null_game;
    asking.turn = asking_turn;
    struct match *match = test_match(&asking, 1, 2, NULL);
    test_play(match, SEAT_CHANCE, "deal 4 2");
    match_set_pace(match, &(struct pace){.decide = 1000}, 5000);
    assert_int_equal(match_play_text(match, 0, "bid 1", &(struct stamp){5300, 0}, NULL, NULL),
                     VERDICT_PLAYED);
    assert_int_equal(match_deadline(match, 1), 6000); /* the same one */
    assert_int_equal(match_play_text(match, 0, "ring", &(struct stamp){5400, 0}, NULL, NULL),
                     VERDICT_PLAYED);
    assert_int_equal(match_deadline(match, 1), 6400);
    match_free(match);
}

/* A match that is asked late counts what it was asked before. */
static void numbers_follow_from_the_match_alone(void **state) {
    (void)state;
    struct match *early = dealt(), *late = dealt();
    static const struct {
        int seat;
        const char *action;
    } entries[] = {
        {0, "ring"}, {0, "bid 2"}, {1, "bid 1"}, {SEAT_SIM, "land 1"}, {SEAT_CHANCE, "deal 1 3"},
        {1, "ring"}};
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        match_ask(early, 0);
        test_play(early, entries[i].seat, entries[i].action);
        test_play(late, entries[i].seat, entries[i].action);
    }
    assert_int_equal(match_ask(early, 0), match_ask(late, 0));
    assert_int_equal(match_ask(early, 1), match_ask(late, 1));
    assert_int_equal(match_ask(late, 0), 4);
    match_free(early);
    match_free(late);
}

struct seen {
    int visits, entries[8];
    bool has_events;
};

static bool see(void *context, const struct replay *replay) {
    struct seen *seen = context;
    seen->entries[seen->visits++] = replay->index;
    seen->has_events |= replay->events->count > 0;
    assert_memory_not_equal(replay->before, replay->after, sizeof(struct null_state));
    return seen->visits < 3;
}

static void a_replay_walks_through_the_entries_and_stops_when_asked_to(void **state) {
    (void)state;
    struct match *match = dealt();
    test_play(match, 0, "ring");
    test_play(match, 1, "ring");
    test_play(match, 0, "bid 1");
    struct seen seen = {0};
    match_replay(match, 2, see, &seen);
    assert_int_equal(seen.visits, 2);
    assert_true(seen.has_events);
    seen = (struct seen){0};
    match_replay(match, match_length(match), see, &seen);
    assert_int_equal(seen.visits, 3);
    assert_int_equal(seen.entries[2], 2);
    match_free(match);
}

static bool compare_events(void *context, const struct replay *replay) {
    const int *counts = context;
    assert_int_equal(replay->events->count, counts[replay->index]);
    return true;
}

static void a_replay_gives_each_entry_its_own_events(void **state) {
    (void)state;
    static const struct {
        int seat;
        const char *action;
    } entries[] = {{SEAT_CHANCE, "deal 4 2"}, {0, "ring"}, {0, "bid 1"}, {1, "bid 0"}};
    static struct events events;
    struct match *match = test_match(&null_game, 1, 2, NULL);
    int counts[4];
    for (int i = 0; i < 4; i++) {
        assert_int_equal(
            match_play_text(match, entries[i].seat, entries[i].action, NULL, &events, NULL),
            VERDICT_PLAYED);
        counts[i] = events.count;
    }
    match_replay(match, 4, compare_events, counts);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_alone_is_an_action),
        cmocka_unit_test(one_word_of_each_list_in_every_combination),
        cmocka_unit_test(picked_words_keep_their_order_and_count),
        cmocka_unit_test(equal_words_picked_are_one_action),
        cmocka_unit_test(unfolding_stops_when_it_is_asked_to),
        cmocka_unit_test(prompts_as_json),
        cmocka_unit_test(nobody_is_asked_while_chance_is_awaited),
        cmocka_unit_test(a_number_rises_when_the_seat_acts_or_is_asked_something_else),
        cmocka_unit_test(late_answers_are_stale),
        cmocka_unit_test(of_a_match_that_is_over_nothing_is_stale),
        cmocka_unit_test(another_question_gives_fresh_time),
        cmocka_unit_test(numbers_follow_from_the_match_alone),
        cmocka_unit_test(a_replay_walks_through_the_entries_and_stops_when_asked_to),
        cmocka_unit_test(a_replay_gives_each_entry_its_own_events),
    };
    return cmocka_run_group_tests_name("prompt", tests, NULL, NULL);
}
