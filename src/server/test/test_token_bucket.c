/* test_token_bucket.c: token buckets at the rates of the protocol. */
#include "proto.h"

#include "unit/test.h"

static int take_many(struct token_bucket *bucket, const struct rate *rate, int64_t now, int tries) {
    int taken = 0;
    while (tries-- > 0)
        taken += token_bucket_take(bucket, rate, now);
    return taken;
}

static void messages_come_in_a_burst_and_then_twenty_a_second(void **state) {
    (void)state;
    struct token_bucket bucket = {0};
    const struct rate *rate = &wire_rates[RATE_MESSAGES];
    int64_t now = 1763270000000;
    assert_int_equal(take_many(&bucket, rate, now, 100), 40);
    assert_int_equal(take_many(&bucket, rate, now + 49, 100), 0);
    assert_int_equal(take_many(&bucket, rate, now + 50, 100), 1);
    assert_int_equal(take_many(&bucket, rate, now + 1050, 100), 20);
    assert_int_equal(take_many(&bucket, rate, now + 1000000, 100), 40);
}

static void every_rate_is_that_of_the_protocol(void **state) {
    (void)state;
    static const struct rate expected[] = {[RATE_MESSAGES] = {20, 1000, 40},
                                           [RATE_HANDS] = {60, 1000, 60},
                                           [RATE_CHAT] = {1, 1000, 5},
                                           [RATE_GUESTS] = {30, 60000, 30},
                                           [RATE_GUESSES] = {20, 60000, 20}};
    for (int i = 0; i < RATES; i++) {
        struct token_bucket bucket = {0};
        const struct rate *rate = &wire_rates[i];
        assert_memory_equal(rate, &expected[i], sizeof *rate);
        assert_int_equal(take_many(&bucket, rate, 5, 1000), rate->burst);
        assert_int_equal(take_many(&bucket, rate, 5 + rate->window, 1000), rate->count);
    }
}

/* Sixty a second are a token each 16.67 ms: over a minute not one is lost. */
static void nothing_is_lost_by_rounding(void **state) {
    (void)state;
    struct token_bucket bucket = {0};
    const struct rate *rate = &wire_rates[RATE_HANDS];
    int taken = take_many(&bucket, rate, 0, 1000);
    for (int64_t now = 1; now <= 60000; now++)
        taken += take_many(&bucket, rate, now, 3);
    assert_int_equal(taken, rate->burst + 60 * rate->count);
    struct token_bucket other = {0};
    take_many(&other, rate, 0, 1);
    assert_false(token_bucket_is_full(&other, rate, 16)); /* two thirds of a ms are missing */
    assert_true(token_bucket_is_full(&other, rate, 17));
}

static void a_clock_that_goes_back_fills_nothing(void **state) {
    (void)state;
    struct token_bucket bucket = {0};
    const struct rate *rate = &wire_rates[RATE_CHAT];
    assert_int_equal(take_many(&bucket, rate, 100000, 10), 5);
    assert_int_equal(take_many(&bucket, rate, 0, 10), 0);
    assert_int_equal(token_bucket_wait(&bucket, rate, 0), 1000); /* nor does it cost anything */
    assert_int_equal(take_many(&bucket, rate, 101000, 10), 1);
}

static void a_bucket_says_when_there_is_a_token(void **state) {
    (void)state;
    struct token_bucket bucket = {0};
    const struct rate *rate = &wire_rates[RATE_GUESSES];
    assert_int_equal(token_bucket_wait(&bucket, rate, 7), 0);
    assert_true(token_bucket_is_full(&bucket, rate, 7));
    take_many(&bucket, rate, 7, 20);
    assert_int_equal(token_bucket_wait(&bucket, rate, 7), 3000);
    assert_int_equal(token_bucket_wait(&bucket, rate, 3006), 1);
    assert_int_equal(token_bucket_wait(&bucket, rate, 3007), 0);
    assert_false(token_bucket_is_full(&bucket, rate, 60006));
    assert_true(token_bucket_is_full(&bucket, rate, 60007));
}

/* Times from anywhere do no harm. */
static void extreme_times_do_not_overflow(void **state) {
    (void)state;
    struct token_bucket bucket = {0};
    const struct rate *rate = &wire_rates[RATE_MESSAGES];
    assert_int_equal(take_many(&bucket, rate, 0, 100), 40);
    assert_int_equal(take_many(&bucket, rate, INT64_MAX / 2, 100), 40);
    assert_int_equal(take_many(&bucket, rate, INT64_MAX / 2, 100), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_in_a_burst_and_then_twenty_a_second),
        cmocka_unit_test(every_rate_is_that_of_the_protocol),
        cmocka_unit_test(nothing_is_lost_by_rounding),
        cmocka_unit_test(a_clock_that_goes_back_fills_nothing),
        cmocka_unit_test(a_bucket_says_when_there_is_a_token),
        cmocka_unit_test(extreme_times_do_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
