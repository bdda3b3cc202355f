/* test_faults_said.c: tests the laws about sentences, prompts, question numbers and JSON, with
 * faults planted into the null game. */
#include "faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "games/null/null.h"

static void mumbling_apply(void *state, int seat, const void *action, struct events *events) {
    null_game.apply(state, seat, action, events);
    if (events && events->count)
        event_at(events, 0)->message.arg_count = 0;
}

static void message_without_its_arguments_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = mumbling_apply;
    enum law law = broken_by(&game);
    assert_true(law == LAW_WORDS || law == LAW_SECRETS);
}

/* A sentence with a word where a number belongs. */
static void tell_round(void *state, int seat, const void *action, struct events *events,
                       const char *word) {
    null_game.apply(state, seat, action, events);
    for (int i = 0; events && i < events->count; i++) {
        struct message *message = &event_at(events, i)->message;
        if (strcmp(message->key, "null.dealt") != 0)
            continue;
        message->args[0].kind = ARG_WORD;
        message->values[message->args[0].first].word = word;
    }
}

/* The mark of a lying barrel. */
static void marking_apply(void *state, int seat, const void *action, struct events *events) {
    tell_round(state, seat, action, events, "-");
}

static void mark_in_a_sentence_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = marking_apply;
    assert_int_equal(broken_by(&game), LAW_WORDS);
}

/* A target as notation writes it. */
static void aiming_apply(void *state, int seat, const void *action, struct events *events) {
    tell_round(state, seat, action, events, "x8>2");
}

static void notation_in_a_sentence_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = aiming_apply;
    assert_int_equal(broken_by(&game), LAW_WORDS);
}

/* A card by its id. */
static void naming_apply(void *state, int seat, const void *action, struct events *events) {
    tell_round(state, seat, action, events, "D05");
}

static void id_in_a_sentence_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = naming_apply;
    assert_int_equal(broken_by(&game), LAW_WORDS);
}

/* A piece of cargo as Riff Raff writes it. */
static void loading_apply(void *state, int seat, const void *action, struct events *events) {
    tell_round(state, seat, action, events, "rat0.1");
}

static void piece_in_a_sentence_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = loading_apply;
    assert_int_equal(broken_by(&game), LAW_WORDS);
}

#define TWENTY "ABCDEFGHIJKLMNOPQRST"
/* 180 characters, and more than 20 around them. */
static void endless_apply(void *state, int seat, const void *action, struct events *events) {
    tell_round(state, seat, action, events,
               TWENTY TWENTY TWENTY TWENTY TWENTY TWENTY TWENTY TWENTY TWENTY);
}

static void sentence_over_200_characters_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = endless_apply;
    assert_int_equal(broken_by(&game), LAW_WORDS);
}

static void keying_apply(void *state, int seat, const void *action, struct events *events) {
    tell_round(state, seat, action, events, "null.bid");
}

static void key_in_a_sentence_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = keying_apply;
    assert_int_equal(broken_by(&game), LAW_WORDS);
}

/* An empty argument. */
static void empty_apply(void *state, int seat, const void *action, struct events *events) {
    tell_round(state, seat, action, events, "");
}

static void gap_in_a_sentence_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = empty_apply;
    assert_int_equal(broken_by(&game), LAW_WORDS);
}

/* A value without translation. */
static void english_apply(void *state, int seat, const void *action, struct events *events) {
    tell_round(state, seat, action, events, "double");
}

static void value_that_is_not_looked_up_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = english_apply;
    assert_int_equal(broken_by(&game), LAW_WORDS);
}

static void unknown_apply(void *state, int seat, const void *action, struct events *events) {
    null_game.apply(state, seat, action, events);
    if (events && events->count)
        event_at(events, 0)->message.key = "null.nobody_says_this";
}

static void key_without_words_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = unknown_apply;
    assert_int_equal(broken_by(&game), LAW_WORDS);
}

/* Refusals are checked as well. */
static bool curt_check(const void *state, int seat, const void *action, struct message *why) {
    if (null_game.check(state, seat, action, why))
        return true;
    if (why && strcmp(why->key, "null.bid_range") == 0)
        why->arg_count = 0;
    return false;
}

static void reason_without_its_arguments_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.check = curt_check;
    assert_int_equal(broken_by(&game), LAW_WORDS);
}

/* Offers a bid of 3 to a seat that can pay 2 at most, or omits the bell, or offers it twice. */
static void generous_prompt(const void *view, int seat, struct prompt *prompt) {
    const struct null_state *v = view;
    null_face.prompt(view, seat, prompt);
    if (!(v->sealed >> seat & 1) && null_bid_limit(v, seat) < 3)
        prompt_say(prompt, "bid 3");
}

static void forgetful_prompt(const void *view, int seat, struct prompt *prompt) {
    null_face.prompt(view, seat, prompt);
    if (((const struct null_state *)view)->bells >> seat & 1)
        prompt->form_count--;
}

static void repeating_prompt(const void *view, int seat, struct prompt *prompt) {
    null_face.prompt(view, seat, prompt);
    if (((const struct null_state *)view)->bells >> seat & 1)
        prompt_say(prompt, "ring");
}

/* A preset that passes where passing is illegal. */
static void passing_prompt(const void *view, int seat, struct prompt *prompt) {
    null_face.prompt(view, seat, prompt);
    prompt->presets = 1;
}

static void forms_that_differ_from_legal_are_caught(void **state) {
    static void (*const prompts[])(const void *, int, struct prompt *) = {
        generous_prompt, forgetful_prompt, repeating_prompt, passing_prompt};
    static const char *const presets[] = {"null.preset", NULL};
    (void)state;
    for (size_t i = 0; i < sizeof prompts / sizeof *prompts; i++) {
        struct face face = null_face;
        struct game game = null_game;
        face.prompt = prompts[i];
        face.presets = presets;
        game.face = &face;
        assert_int_equal(broken_by(&game), LAW_FORMS);
    }
}

/* JSON without the bells. */
static void secretive_json(const void *view, int seat, struct text *out) {
    struct null_state seen = *(const struct null_state *)view;
    seen.bells = 0;
    null_game.view_json(&seen, seat, out);
}

/* A duplicate key, which JSON readers handle differently. */
static void stuttering_json(const void *view, int seat, struct text *out) {
    null_game.view_json(view, seat, out);
    js_put_number(out, "round", 0);
}

static void key_that_is_there_twice_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.view_json = stuttering_json;
    assert_int_equal(broken_by(&game), LAW_DIFFERENCE);
}

/* Faulty parts of a view: all of it, and its end, which is declared to depend on less than it
 * does, or to be the same for all. */
static void first_part(const void *view, int seat, struct text *out) {
    null_game.view_json(view, seat, out);
}

static void last_part(const void *view, int seat, struct text *out) {
    js_put_number(out, "length", ((const struct null_state *)view)->round);
    js_put_number(out, "who", seat);
}

static void whole_json(const void *view, int seat, struct text *out) {
    first_part(view, seat, out);
    last_part(view, seat, out);
}

static void parts_that_promise_too_much_are_caught(void **state) {
    (void)state;
    const struct view_range all = {0, sizeof(struct null_state)};
    struct view_part honest[] = {{first_part, false, {all}}, {last_part, false, {all}}, {0}};
    struct view_part hasty[] = {{first_part, false, {all}}, {last_part, false, {{0, 1}}}, {0}};
    struct view_part open[] = {{first_part, false, {all}}, {last_part, true, {all}}, {0}};
    struct game game = null_game;
    game.view_json = whole_json;
    game.view_parts = honest;
    assert_int_equal(broken_by(&game), LAW_NONE);
    game.view_parts = hasty;
    assert_int_equal(broken_by(&game), LAW_DIFFERENCE);
    game.view_parts = open;
    assert_int_equal(broken_by(&game), LAW_DIFFERENCE);
}

static void view_that_json_does_not_show_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.view_json = secretive_json;
    assert_int_equal(broken_by(&game), LAW_JSON);
}

/* A prompt that changes each time it is written. */
static void restless_prompt(const void *view, int seat, struct prompt *prompt) {
    static int calls;
    null_face.prompt(view, seat, prompt);
    message_number(&prompt->task, "calls", ++calls);
}

static void restless_prompt_is_caught(void **state) {
    (void)state;
    struct face face = null_face;
    struct game game = null_game;
    face.prompt = restless_prompt;
    game.face = &face;
    enum law law = broken_by(&game);
    assert_true(law == LAW_ASKS || law == LAW_LOG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(message_without_its_arguments_is_caught),
        cmocka_unit_test(mark_in_a_sentence_is_caught),
        cmocka_unit_test(notation_in_a_sentence_is_caught),
        cmocka_unit_test(id_in_a_sentence_is_caught),
        cmocka_unit_test(piece_in_a_sentence_is_caught),
        cmocka_unit_test(sentence_over_200_characters_is_caught),
        cmocka_unit_test(key_in_a_sentence_is_caught),
        cmocka_unit_test(gap_in_a_sentence_is_caught),
        cmocka_unit_test(value_that_is_not_looked_up_is_caught),
        cmocka_unit_test(key_without_words_is_caught),
        cmocka_unit_test(reason_without_its_arguments_is_caught),
        cmocka_unit_test(forms_that_differ_from_legal_are_caught),
        cmocka_unit_test(parts_that_promise_too_much_are_caught),
        cmocka_unit_test(view_that_json_does_not_show_is_caught),
        cmocka_unit_test(key_that_is_there_twice_is_caught),
        cmocka_unit_test(restless_prompt_is_caught),
    };
    return cmocka_run_group_tests_name("planted faults in what is said", tests, NULL, NULL);
}
