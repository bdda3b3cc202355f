/* test_value.c: the JSON reader, and the forms of prompts as clients evaluate them: over random
 * play of each game they allow exactly the legal actions. */
#include "unit/test.h"

#include <stdlib.h>

#include "terminal/value.h"

enum { MATCHES = 12, ENTRIES = 400, POOL = 64 };

/* Actions of earlier positions, most of which are illegal now. */
struct pool {
    struct text actions[POOL];
    uint32_t count;
};

static void keep_action(struct pool *pool, const char *action) {
    struct text *at = &pool->actions[pool->count++ % POOL];
    text_clear(at);
    text_put(at, action);
}

struct position {
    struct actions legal;
    struct text *words; /* the legal actions in notation */
    struct value *prompt;
};

static void open_position(struct position *position, struct match *match, int seat) {
    struct text json = {0};
    match_legal(match, seat, &position->legal);
    position->words = calloc((size_t)position->legal.count + 1, sizeof *position->words);
    for (int i = 0; i < position->legal.count; i++)
        match_game(match)->print_action(actions_at(&position->legal, i), &position->words[i]);
    match_prompt_json(match, seat, &json);
    position->prompt = value_parse(text_string(&json), json.length);
    assert_non_null(position->prompt);
    text_free(&json);
}

static void close_position(struct position *position) {
    for (int i = 0; i < position->legal.count; i++)
        text_free(&position->words[i]);
    free(position->words);
    value_free(position->prompt);
}

static bool is_legal(const struct position *position, const char *action) {
    for (int i = 0; i < position->legal.count; i++)
        if (strcmp(text_string(&position->words[i]), action) == 0)
            return true;
    return false;
}

static int refused; /* the number of illegal actions that were tried */

static void judge(const struct position *position, const char *action) {
    bool is_allowed = value_forms_allow(position->prompt, action);
    if (is_allowed != is_legal(position, action))
        fail_msg("\"%s\" is %s", action, is_allowed ? "allowed and not legal" : "refused");
    refused += !is_allowed;
}

/* The action with a character removed, added or replaced, with a word repeated, and with two words
 * swapped. */
static void judge_mutants(const struct position *position, const char *action, struct rng *rng) {
    size_t length = strlen(action), at = rng_below(rng, (uint32_t)length);
    static const char signs[] = " 0123456789>abkrx";
    const char *blank = strrchr(action, ' ');
    struct text mutant = {0};
    for (int kind = 0; kind < 6; kind++) {
        char sign = signs[rng_below(rng, sizeof signs - 1)];
        text_clear(&mutant);
        if (kind < 3) {
            text_put_bytes(&mutant, action, at);
            if (kind > 0)
                text_put_char(&mutant, sign);
            text_put(&mutant, action + at + (kind < 2));
        } else {
            text_put(&mutant, kind == 5 ? " " : "");
            text_put_bytes(&mutant, action, blank && kind == 3 ? (size_t)(blank - action) : length);
            text_put(&mutant, kind == 4 && blank ? blank : kind == 4 ? " pass" : "");
        }
        judge(position, text_string(&mutant));
    }
    if (blank && memchr(action, ' ', (size_t)(blank - action))) {
        const char *before = blank - 1;
        while (*before != ' ')
            before--;
        text_clear(&mutant);
        text_put_bytes(&mutant, action, (size_t)(before - action));
        text_put(&mutant, blank);
        text_put_bytes(&mutant, before, (size_t)(blank - before));
        judge(position, text_string(&mutant));
    }
    text_free(&mutant);
}

static void judge_seat(struct match *match, int seat, struct pool *pool, struct rng *rng) {
    struct position position = {.legal = actions_new(match_game(match))};
    open_position(&position, match, seat);
    for (int i = 0; i < position.legal.count; i++)
        judge(&position, text_string(&position.words[i]));
    for (uint32_t i = 0; i < pool->count && i < POOL; i++)
        judge(&position, text_string(&pool->actions[i]));
    for (int i = 0; i < 3 && position.legal.count; i++) {
        uint32_t drawn = rng_below(rng, (uint32_t)position.legal.count);
        judge_mutants(&position, text_string(&position.words[drawn]), rng);
        keep_action(pool, text_string(&position.words[drawn]));
    }
    close_position(&position);
    actions_free(&position.legal);
}

/* A seat that is asked acts at random. */
static void move(struct match *match, const struct turn *turn, struct rng *rng) {
    struct actions legal = actions_new(match_game(match));
    int seat = 0;
    do
        seat = (int)rng_below(rng, (uint32_t)match_setup(match)->seats);
    while (!(turn->seats >> seat & 1));
    match_legal(match, seat, &legal);
    const void *action = actions_at(&legal, (int)rng_below(rng, (uint32_t)legal.count));
    assert_int_equal(match_play(match, seat, action, NULL, NULL, NULL), VERDICT_PLAYED);
    actions_free(&legal);
}

static void judge_match(const struct game *game, uint64_t number, struct pool *pool) {
    unsigned char key[KEY_BYTES] = {(unsigned char)number};
    uint32_t spread = (uint32_t)(game->seats_max - game->seats_min + 1);
    struct match *match = test_match(game, number, game->seats_min + (int)(number % spread), NULL);
    struct turn turn;
    struct rng rng;
    rng_open(&rng, key, 0, 0);
    match_turn(match, &turn);
    for (int i = 0; i < ENTRIES && turn.kind != TURN_OVER; i++) {
        for (int seat = 0; turn.kind == TURN_SEATS && seat < match_setup(match)->seats; seat++)
            if (turn_asks(&turn, seat))
                judge_seat(match, seat, pool, &rng);
        if (turn.kind == TURN_SEATS)
            move(match, &turn, &rng);
        else
            assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, NULL), VERDICT_PLAYED);
        match_turn(match, &turn);
    }
    match_free(match);
}

static void forms_allow_exactly_what_is_legal(void **state) {
    (void)state;
    for (const struct game *const *game = game_list; *game; game++) {
        struct pool pool = {0};
        refused = 0;
        for (uint64_t number = 0; number < MATCHES; number++)
            judge_match(*game, number, &pool);
        assert_true(refused > 500);
        for (int i = 0; i < POOL; i++)
            text_free(&pool.actions[i]);
    }
}

static struct value *parse(const char *json) {
    struct value *value = value_parse(json, strlen(json));
    assert_non_null(value);
    return value;
}

static void forms_of_each_kind_are_read(void **state) {
    (void)state;
    struct value *prompt =
        parse("{\"forms\":[{\"say\":\"pass\"},{\"say\":\"order\",\"pick\":[\"1\",\"2\",\"10\"],"
              "\"min\":1,\"max\":2},{\"say\":\"play f7\",\"one\":[[\">0\",\">1\"],[\">2\"]]}]}");
    static const char *const good[] = {"pass",     "order 1",       "order 2 10",
                                       "order 10", "play f7 >0 >2", "play f7 >1 >2"};
    static const char *const bad[] = {"",
                                      "pas",
                                      "pass ",
                                      "passes",
                                      "order",
                                      "order 2 1",
                                      "order 1 2 10",
                                      "order 1 1",
                                      "order 3",
                                      "play f7",
                                      "play f7 >0",
                                      "play f7 >2 >0",
                                      "play f7 >0 >2 >2",
                                      "order  1",
                                      "play f7>0 >2"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(value_forms_allow(prompt, good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(value_forms_allow(prompt, bad[i]));
    value_free(prompt);
}

static void what_is_not_there_is_the_null_value(void **state) {
    (void)state;
    struct value *value = parse("{\"list\":[3,\"word\"],\"word\":\"x\",\"no\":null}");
    const struct value *list = value_get(value, "list");
    assert_int_equal(value_count(list), 2);
    assert_int_equal(value_number(value_at(list, 0)), 3);
    assert_string_equal(value_word(value_at(list, -1)), "word");
    assert_true(value_is_null(value_at(list, 2)) && value_is_null(value_at(list, -3)));
    assert_true(value_is_null(value_get(value, "no")) && value_is_null(value_get(list, "x")));
    assert_int_equal(value_get_number(value, "word"), 0);
    assert_string_equal(value_get_word(value, "list"), "");
    assert_true(value_has_number(list, 3) && !value_has_number(list, 0));
    assert_true(value_has_word(list, "word") && !value_has_word(list, ""));
    assert_null(value_parse("{", 1));
    value_free(value);
}

/* A list as long as a message has room for is accepted, a longer one is not. */
static void a_message_that_has_no_room_for_all_is_none(void **state) {
    (void)state;
    for (int count = MESSAGE_VALUES - 1; count <= MESSAGE_VALUES; count++) {
        struct text json = {0};
        struct message message;
        text_put(&json, "{\"key\": \"null.bids\", \"args\": {\"bids\": [0");
        for (int i = 1; i < count; i++)
            text_put(&json, ",0");
        text_put(&json, "]}}");
        struct value *value = value_parse(text_string(&json), json.length);
        assert_int_equal(value_message(value, &message), count < MESSAGE_VALUES);
        value_free(value);
        text_free(&json);
    }
}

/* An unknown server may send seats out of range and lists of mixed kinds. */
static void a_message_with_wrong_values_is_none(void **state) {
    (void)state;
    static const char *const bad[] = {
        "{\"key\":\"a.b\",\"args\":{\"seat\":8}}",
        "{\"key\":\"a.b\",\"args\":{\"seats\":[0,-1]}}",
        "{\"key\":\"a.b\",\"args\":{\"n\":[1,\"x\"]}}",
        "{\"key\":\"a.b\",\"args\":{\"n\":[\"x\",1]}}",
        "{\"key\":\"a.b\",\"args\":{\"n\":{}}}",
        "{\"key\":\"a.b\",\"args\":{\"n\":1.5}}",
    };
    struct message message;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct value *value = parse(bad[i]);
        assert_false(value_message(value, &message));
        value_free(value);
    }
    struct value *good =
        parse("{\"key\":\"a.b\",\"args\":{\"seats\":[0,7],\"n\":-3,\"w\":[\"x\"]}}");
    assert_true(value_message(good, &message));
    value_free(good);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_allow_exactly_what_is_legal),
        cmocka_unit_test(forms_of_each_kind_are_read),
        cmocka_unit_test(what_is_not_there_is_the_null_value),
        cmocka_unit_test(a_message_that_has_no_room_for_all_is_none),
        cmocka_unit_test(a_message_with_wrong_values_is_none),
    };
    return cmocka_run_group_tests_name("value", tests, NULL, NULL);
}
