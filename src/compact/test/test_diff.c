/* test_diff.c: differences of views, as docs/protocol.md has them. */
#include "compact/diff.h"

#include <stdio.h>
#include <stdlib.h>

#include <spelunke/must.h>

#include "compact/compact.h"
#include "unit/test.h"
#include "unit/values.h"

static void fill(struct text *text, const char *string) {
    text_clear(text);
    text_put(text, string);
}

static void assert_applied(const char *before, const char *difference, const char *after) {
    struct text old = {0}, change = {0}, out = {0};
    fill(&old, before);
    fill(&change, difference);
    assert_true(diff_apply(&old, &change, &out));
    assert_string_equal(text_string(&out), after);
    text_free(&old);
    text_free(&change);
    text_free(&out);
}

static void assert_refused(const char *before, const char *difference) {
    struct text old = {0}, change = {0}, out = {0};
    fill(&old, before);
    fill(&change, difference);
    fill(&out, "as it was");
    assert_false(diff_apply(&old, &change, &out));
    assert_string_equal(text_string(&out), "as it was");
    text_free(&old);
    text_free(&change);
    text_free(&out);
}

/* Writes the difference, and applies it again. */
static void assert_difference(const char *before, const char *after, const char *difference) {
    struct text old = {0}, new = {0}, out = {0};
    fill(&old, before);
    fill(&new, after);
    assert_true(diff_put(&old, &new, &out));
    assert_string_equal(text_string(&out), difference);
    assert_true(out.length <= new.length + 2);
    assert_true(values_agree(before, difference, after));
    assert_applied(before, difference, after);
    text_free(&old);
    text_free(&new);
    text_free(&out);
}

static void the_example_of_the_protocol_applies(void **state) {
    (void)state;
    assert_applied("{\"a\":1,\"b\":[5,6,7]}", "{\"a\":[2],\"b\":{\"1\":[9],\"2\":[]},\"c\":[null]}",
                   "{\"a\":2,\"b\":[5,9],\"c\":null}");
    assert_difference("{\"a\":1,\"b\":[5,6,7]}", "{\"a\":2,\"b\":[5,9],\"c\":null}",
                      "[{\"a\":2,\"b\":[5,9],\"c\":null}]");
    assert_difference("{\"a\":1,\"b\":[5,6,7],\"z\":\"long enough\"}",
                      "{\"a\":2,\"b\":[5,9],\"z\":\"long enough\",\"c\":null}",
                      "{\"a\":[2],\"b\":[[5,9]],\"c\":[null]}");
}

/* Views of the round of Polterfass in the protocol, shortened as there. */
static void the_round_of_the_protocol(void **state) {
    (void)state;
    assert_difference("{\"phase\":\"orders\",\"pad\":[],\"ordered\":[],\"cards_laid\":[0,0,0]}",
                      "{\"phase\":\"orders\",\"pad\":[],\"my_order\":[3,5],\"ordered\":[1],"
                      "\"cards_laid\":[0,2,0]}",
                      "{\"my_order\":[[3,5]],\"ordered\":[[1]],\"cards_laid\":[[0,2,0]]}");
    assert_difference(
        "{\"barrels\":[\"9\",\"-\",\"3\",\"-\",\"-\",\"-\",\"5\",\"d\",\"-\"],\"round\":1}",
        "{\"barrels\":[\"9\",\"-\",\"3\",\"-\",\"-\",\"6\",\"5\",\"d\",\"-\"],\"round\":1}",
        "{\"barrels\":{\"5\":[\"6\"]}}");
    assert_difference("{\"round\":1,\"my_order\":[3,5],\"ordered\":[1]}",
                      "{\"round\":2,\"ordered\":[]}", "[{\"round\":2,\"ordered\":[]}]");
    assert_difference("{\"phase\":\"reckoning\",\"round\":1,\"my_order\":[3,5],\"goal\":75}",
                      "{\"phase\":\"reckoning\",\"round\":2,\"goal\":75}",
                      "{\"round\":[2],\"my_order\":[]}");
}

static void what_is_the_same_has_no_difference(void **state) {
    (void)state;
    struct text view = {0}, out = {0};
    fill(&view, "{\"a\":[1,{\"b\":null}]}");
    fill(&out, "{");
    assert_false(diff_put(&view, &view, &out));
    assert_false(diff_put_member("d", &view, &view, &out));
    assert_string_equal(text_string(&out), "{");
    text_free(&view);
    text_free(&out);
}

static void a_member_of_a_message_is_written(void **state) {
    (void)state;
    struct text old = {0}, new = {0}, out = {0};
    fill(&old, "{\"a\":1,\"long\":\"enough to stay\"}");
    fill(&new, "{\"a\":2,\"long\":\"enough to stay\"}");
    js_open(&out, '{');
    js_put_string(&out, "t", "step");
    assert_true(diff_put_member("d", &old, &new, &out));
    js_close(&out, '}');
    assert_string_equal(text_string(&out), "{\"t\":\"step\",\"d\":{\"a\":[2]}}");
    text_free(&old);
    text_free(&new);
    text_free(&out);
}

static void lists_grow_and_are_cut(void **state) {
    (void)state;
    assert_difference("[\"first\",\"second\",\"third\"]",
                      "[\"first\",\"second\",\"third\",\"4\",\"5\"]",
                      "{\"3\":[\"4\"],\"4\":[\"5\"]}");
    assert_difference("[\"first\",\"second\",\"third\"]", "[\"first\",\"second\"]", "{\"2\":[]}");
    assert_difference("[\"first\",\"second\",\"third\"]", "[\"first\",\"2\"]",
                      "[[\"first\",\"2\"]]");
    assert_difference("[\"first and long\",\"second\",\"third\"]", "[\"first and long\",\"2\"]",
                      "{\"1\":[\"2\"],\"2\":[]}");
    assert_difference("[[1,2,3,4,5,6,7,8,9],[1]]", "[[1,2,3,4,5,6,7,8,0],[1]]",
                      "{\"0\":{\"8\":[0]}}");
    assert_applied("[1,2]", "{\"0\":[]}", "[]");
    assert_applied("[]", "{\"0\":[1],\"1\":[2]}", "[1,2]");
    assert_applied("[1,2]", "{\"2\":[3],\"3\":[]}", "[1,2,3]");
}

static void values_change_their_kind(void **state) {
    (void)state;
    assert_difference("{\"a\":null}", "{\"a\":[]}", "[{\"a\":[]}]");
    assert_difference("{\"a\":null,\"b\":\"long enough\"}", "{\"a\":[],\"b\":\"long enough\"}",
                      "{\"a\":[[]]}");
    assert_difference("{\"a\":{},\"b\":\"long enough\"}", "{\"a\":[],\"b\":\"long enough\"}",
                      "{\"a\":[[]]}");
    assert_difference("{\"a\":[],\"b\":\"long enough\"}", "{\"a\":null,\"b\":\"long enough\"}",
                      "{\"a\":[null]}");
    assert_difference("1", "{}", "[{}]");
    assert_difference("{}", "[]", "[[]]");
}

/* A new member is inserted before the next old one that is named. */
static void new_members_find_their_places(void **state) {
    (void)state;
    assert_difference("{\"a\":1,\"z\":\"the rest of it\"}", "{\"a\":1,\"m\":2,\"z\":\"the rest\"}",
                      "{\"m\":[2],\"z\":[\"the rest\"]}");
    assert_difference("{\"first\":\"long enough\",\"a\":[1,2,3],\"z\":1}",
                      "{\"first\":\"long enough\",\"m\":2,\"a\":[1,2,3],\"z\":1}",
                      "{\"m\":[2],\"a\":{}}");
    assert_difference("{\"first\":\"long enough\",\"a\":true,\"z\":1}",
                      "{\"first\":\"long enough\",\"m\":2,\"a\":true,\"z\":1}",
                      "{\"m\":[2],\"a\":[true]}");
    assert_difference("{\"first\":\"long enough\",\"g\":1,\"z\":\"long enough\"}",
                      "{\"first\":\"long enough\",\"m\":2,\"z\":\"long enough\"}",
                      "{\"m\":[2],\"g\":[]}");
    assert_difference("{\"first\":\"long enough\",\"z\":\"long enough\"}",
                      "{\"first\":\"long enough\",\"z\":\"long enough\",\"m\":2}", "{\"m\":[2]}");
    assert_difference("{\"first\":\"long enough\",\"z\":\"long enough\"}",
                      "{\"m\":2,\"n\":3,\"z\":\"long enough\"}",
                      "{\"m\":[2],\"n\":[3],\"first\":[]}");
}

static void members_that_change_places_are_sent_as_a_whole(void **state) {
    (void)state;
    assert_difference("{\"in\":{\"a\":1,\"b\":2},\"x\":\"long enough\"}",
                      "{\"in\":{\"b\":2,\"a\":1},\"x\":\"long enough\"}",
                      "{\"in\":[{\"b\":2,\"a\":1}]}");
}

static void strings_hide_brackets_and_quotes(void **state) {
    (void)state;
    assert_difference("{\"a\":\"}]\\\",{[\",\"b\":\"\\\\\",\"long\":\"enough, surely\"}",
                      "{\"a\":\"}]\\\",{[\",\"b\":\"\\\\\\\"\",\"long\":\"enough, surely\"}",
                      "{\"b\":[\"\\\\\\\"\"]}");
}

static void what_is_no_difference_is_refused(void **state) {
    (void)state;
    static const char *const faults[] = {
        "",
        "5",
        "[]",
        "[1,2]",
        "{\"a\":5}",
        "{\"a\":",
        "{\"a\":[1]",
        " {}",
        "{\"a\": [1]}",
        "{\"x\":{}}",
        "{a:[1]}",
        "{\"a\":{}}x",
        "{\"a\":[1],}",
        "{\"b\":{\"7\":[1]}}",
        "{\"b\":{\"x\":[1]}}",
        "{\"b\":{\"01\":[1]}}",
        "{\"b\":{\"0\":[],\"1\":[1]}}",
        "{\"a\":{\"x\":[1]}}",
        "{\"b\":{\"2\":{}}}",
        "{\"a\":[1]}}",
        "{\"a\":[01]}",
        "{\"a\":[\"\n\"]}",
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        assert_refused("{\"a\":1,\"b\":[5,6]}", faults[i]);
    assert_refused("nonsense", "[1]");
    assert_refused("", "[1]");
}

static void only_json_without_blanks_is_json(void **state) {
    (void)state;
    static const char *const right[] = {
        "0",  "-1",  "1.5e-3",   "\"\"", "\"\\u00e4\\n\"", "{}",
        "[]", "[1]", "{\"\":0}", "true", "[[],{}]",        "{\"a\":{\"b\":[null,false]}}"};
    static const char *const wrong[] = {
        "",    "01",    "-",    "1.",   ".5",      "1e",         "\"",    "\"\\x\"", "\"\\u12\"",
        "{",   "}",     "[1,]", "[,1]", "{\"a\"}", "{\"a\":}",   "{1:2}", "[1 ]",    " 1",
        "tru", "truex", "[}",   "1,2",  "\"\t\"",  "{\"a\":1,}", "[1]]",  "{}{}",    "\"\\u00g0\""};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_true(compact_is_json((struct slice){right[i], strlen(right[i])}));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(compact_is_json((struct slice){wrong[i], strlen(wrong[i])}));
}

/* The deepest nesting that is accepted; one more is refused. */
static void nesting_has_an_end(void **state) {
    (void)state;
    char deep[2 * COMPACT_DEPTH_MAX + 4];
    for (int more = 0; more < 2; more++) {
        size_t depth = COMPACT_DEPTH_MAX + (size_t)more;
        memset(deep, '[', depth);
        memset(deep + depth, ']', depth);
        assert_int_equal(compact_is_json((struct slice){deep, 2 * depth}), !more);
    }
}

static int random_seat(struct rng *rng, unsigned mask) {
    uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(mask));
    for (int seat = 0;; seat++)
        if (mask >> seat & 1 && skip-- == 0)
            return seat;
}

/* Plays a random legal action; physics is left to the game's own table. */
static void play_on(struct match *match, struct rng *rng, struct actions *legal) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX] = {0};
    struct turn turn;
    match_turn(match, &turn);
    int seat = turn_drawer(&turn);
    if (turn.kind != TURN_SEATS) {
        match_game(match)->chance(match_state(match), rng, action);
    } else {
        do {
            seat = random_seat(rng, turn.seats | turn.may);
            match_legal(match, seat, legal);
        } while (!legal->count);
        memcpy(action, actions_at(legal, (int)rng_below(rng, (uint32_t)legal->count)),
               match_game(match)->action_size);
    }
    assert_int_equal(match_play(match, seat, action, NULL, NULL, NULL), VERDICT_PLAYED);
}

struct sizes {
    long views, bytes, whole;
};

/* Every seat's view at every entry, as a viewer receives it; in the first match also as a client
 * that keeps values sees it. */
static void measure_match(const struct game *game, uint64_t seed, struct sizes *sizes) {
    struct match *match = test_match(game, seed, 4, NULL);
    struct actions legal = actions_new(game);
    struct text old[4] = {{0}}, new = {0}, change = {0};
    unsigned char key[KEY_BYTES] = {(unsigned char)seed};
    struct rng rng;
    rng_open(&rng, key, 0, 0);
    for (bool is_first = true;; is_first = false) {
        for (int seat = 0; seat < 4; seat++) {
            text_clear(&new);
            text_clear(&change);
            match_view_json(match, seat, &new);
            if (!is_first && diff_put(&old[seat], &new, &change)) {
                sizes->bytes += (long)change.length;
                assert_true(seed || values_agree(old[seat].data, change.data, new.data));
            }
            sizes->views += !is_first;
            sizes->whole += is_first ? 0 : (long)new.length;
            text_clear(&old[seat]);
            text_put_bytes(&old[seat], new.data, new.length);
        }
        if (match_over(match))
            break;
        play_on(match, &rng, &legal);
    }
    for (int seat = 0; seat < 4; seat++)
        text_free(&old[seat]);
    text_free(&new);
    text_free(&change);
    actions_free(&legal);
    match_free(match);
}

static void assert_mean(const char *key, int matches, long most) {
    struct sizes sizes = {0};
    const struct game *game = NULL;
    for (int i = 0; game_list[i]; i++)
        if (strcmp(game_list[i]->key, key) == 0)
            game = game_list[i];
    assert_non_null(game);
    for (int i = 0; i < matches; i++)
        measure_match(game, (uint64_t)i, &sizes);
    print_message("# %s: mean bytes a view and entry: whole %ld, difference %ld\n", key,
                  sizes.whole / sizes.views, sizes.bytes / sizes.views);
    assert_true(sizes.bytes / sizes.views <= most);
    assert_true(sizes.bytes / sizes.views >= most / 2);
}

/* Measured over 20 and 10 matches: 130 bytes of 1,858 for Polterfass, 167 of 1,432 for Zum Blauen
 * Drachen. */
static void differences_of_random_play_are_short(void **state) {
    (void)state;
    assert_mean("polterfass", 8, 140);
    assert_mean("drachen", 4, 190);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_protocol_applies),
        cmocka_unit_test(the_round_of_the_protocol),
        cmocka_unit_test(what_is_the_same_has_no_difference),
        cmocka_unit_test(a_member_of_a_message_is_written),
        cmocka_unit_test(lists_grow_and_are_cut),
        cmocka_unit_test(values_change_their_kind),
        cmocka_unit_test(new_members_find_their_places),
        cmocka_unit_test(members_that_change_places_are_sent_as_a_whole),
        cmocka_unit_test(strings_hide_brackets_and_quotes),
        cmocka_unit_test(what_is_no_difference_is_refused),
        cmocka_unit_test(only_json_without_blanks_is_json),
        cmocka_unit_test(nesting_has_an_end),
        cmocka_unit_test(differences_of_random_play_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
