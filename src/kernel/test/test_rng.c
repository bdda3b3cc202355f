/* test_rng.c: the fair dice: key stream, seeds, commitment, keys. */
#include "unit/test.h"

/* RFC 8439, 2.3.2: key 00..1f, nonce 00000009 0000004a 00000000, counter 1. */
static void key_stream_is_chacha20(void **state) {
    (void)state;
    unsigned char key[KEY_BYTES];
    struct rng rng;
    for (int i = 0; i < KEY_BYTES; i++)
        key[i] = (unsigned char)i;
    rng_open(&rng, key, 0x4a00000009000000, 0);
    for (int i = 0; i < 16; i++)
        rng_next(&rng); /* block 0 */
    assert_int_equal(rng_next(&rng), 0xe4e7f110);
    assert_int_equal(rng_next(&rng), 0x15593bd1);
    assert_int_equal(rng_next(&rng), 0x1fdd0f50);
}

static void streams_and_lanes_are_their_own(void **state) {
    (void)state;
    unsigned char key[KEY_BYTES] = {1};
    struct rng rng;
    uint32_t first[3];
    for (uint32_t i = 0; i < 3; i++) {
        rng_open(&rng, key, i == 1, i == 2);
        first[i] = rng_next(&rng);
    }
    assert_int_not_equal(first[0], first[1]);
    assert_int_not_equal(first[0], first[2]);
    assert_int_not_equal(first[1], first[2]);
}

/* Chi-square with 5 degrees of freedom at a fixed seed; 25.7 is the 0.0001
 * point. */
static void numbers_below_six_are_even(void **state) {
    (void)state;
    enum { DRAWS = 60000 };
    unsigned char key[KEY_BYTES] = {2};
    struct rng rng;
    int64_t count[6] = {0}, sum = 0;
    rng_open(&rng, key, 0, 0);
    for (int i = 0; i < DRAWS; i++)
        count[rng_below(&rng, 6)]++;
    for (int i = 0; i < 6; i++)
        sum += (count[i] - DRAWS / 6) * (count[i] - DRAWS / 6);
    assert_true(10 * sum / (DRAWS / 6) < 257);
}

/* Without rejection, 3 * 2^30 would give the lower third twice as often. */
static void rejection_keeps_numbers_even(void **state) {
    (void)state;
    unsigned char key[KEY_BYTES] = {3};
    struct rng rng;
    int low = 0;
    rng_open(&rng, key, 0, 0);
    for (int i = 0; i < 30000; i++)
        low += rng_below(&rng, 3u << 30) < 1u << 30;
    assert_in_range(low, 9600, 10400);
    assert_int_equal(rng_below(&rng, 1), 0);
}

static void shuffles_keep_all_and_reach_all(void **state) {
    (void)state;
    unsigned char key[KEY_BYTES] = {4};
    struct rng rng;
    int count[6] = {0};
    rng_open(&rng, key, 0, 0);
    for (int i = 0; i < 6000; i++) {
        uint8_t items[3] = {0, 1, 2};
        rng_shuffle(&rng, items, 3);
        assert_int_equal(items[0] + items[1] + items[2], 3);
        count[items[0] * 2 + (items[1] > items[2])]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(count[i], 850, 1150);
}

static void seeds_read_in_two_spellings(void **state) {
    (void)state;
    struct seed seed, again;
    static const char *const bad[] = {"",    "-1",   "007", "18446744073709551616",
                                      "4 2", "0x2a", "abc", "-5"};
    assert_true(seed_parse(&seed, "18446744073709551615"));
    assert_string_equal(seed.name, "18446744073709551615");
    assert_true(seed_parse(&seed, "0"));
    seed_from_secret(&again, seed.secret);
    assert_true(seed_parse(&seed, again.name));
    assert_memory_equal(seed.secret, again.secret, KEY_BYTES);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(seed_parse(&seed, bad[i]));
    again.name[10] = 'g';
    assert_false(seed_parse(&seed, again.name));
    again.name[10] = 'A';
    assert_false(seed_parse(&seed, again.name));
}

/* The values come from sha256sum and b2sum, as docs/fair-dice.md shows. */
static void seeds_follow_the_published_scheme(void **state) {
    (void)state;
    struct seed seed;
    struct text text = {0};
    unsigned char key[KEY_BYTES];
    seed_from_number(&seed, 42);
    text_put_hex(&text, seed.secret, KEY_BYTES);
    test_text(&text, "413eff985f811652dedbe7bf7798cbd7fb20d4cd2a9919bb10a7f328940740d1");
    seed_commitment(&seed, &text);
    test_text(&text, "cf6adde0210d5f8706bdbb76b3d0d35358fb115c12a1adb052708e0de2ede784");
    seed_key(&seed, "", KEY_DICE_1, key);
    text_put_hex(&text, key, KEY_BYTES);
    test_text(&text, "b6474476c07b2007f6ef37a54d8760a720ab87476dd3486470552a08302bdd37");
    seed_key(&seed, "game null 1\nseats 2\nword 0 hallo\n", KEY_DICE, key);
    text_put_hex(&text, key, KEY_BYTES);
    test_text(&text, "2745f297f6d315632767a437f4deac44e04e61b98e411fb852ad2760f95f8d06");
    seed_key(&seed, "word 0 hallo\n", KEY_DICE_1, key);
    text_put_hex(&text, key, KEY_BYTES);
    test_text(&text, "982afd3732e8c59790d8029716794a45b67589edc2aedf9c4d608a1e87649c45");
    seed_key(&seed, "", KEY_BOTS, key);
    text_put_hex(&text, key, KEY_BYTES);
    test_text(&text, "32d2b259213e492a79d1791dc1df25d7aa99e3c54e0496685f2b10f64ab93a87");
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(key_stream_is_chacha20),
        cmocka_unit_test(streams_and_lanes_are_their_own),
        cmocka_unit_test(numbers_below_six_are_even),
        cmocka_unit_test(rejection_keeps_numbers_even),
        cmocka_unit_test(shuffles_keep_all_and_reach_all),
        cmocka_unit_test(seeds_read_in_two_spellings),
        cmocka_unit_test(seeds_follow_the_published_scheme),
    };
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
