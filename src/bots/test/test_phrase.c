/* test_phrase.c: computer players speak rarely, and depend on public facts alone. */
#include "unit/test.h"

#include <spelunke/phrase.h>

static const struct phrase_facts usual = {.commitment = "4fc5df93", .computers = 0xe};

static struct phrase after(struct phrase_facts facts, int entry, uint16_t seen_by, const char *key,
                           const char *arg, int seat) {
    static struct events events;
    events.count = 0;
    message_seat(event_add(&events, seen_by, key), arg, seat);
    facts.events = &events;
    facts.entry = entry;
    return phrase_after(&facts);
}

static struct phrase rolled(int entry, int seat) {
    return after(usual, entry, SEEN_BY_ALL, "polterfass.first_rolled", "seat", seat);
}

static void one_occasion_in_four_is_taken(void **state) {
    (void)state;
    int count = 0;
    for (int entry = 1; entry <= 1000; entry++) {
        struct phrase phrase = rolled(entry, 1);
        count += phrase.number > 0;
        assert_in_range(phrase.number, 0, 3);
        assert_int_equal(phrase.seat, phrase.number ? 1 : -1);
        assert_int_equal(phrase.number, rolled(entry, 1).number);
    }
    assert_in_range(count, 200, 300);
}

static void people_choose_their_own(void **state) {
    (void)state;
    for (int entry = 1; entry <= 100; entry++)
        assert_int_equal(rolled(entry, 0).number, 0);
}

static void all_others_may_tease(void **state) {
    (void)state;
    unsigned spoke = 0;
    for (int entry = 1; entry <= 200; entry++) {
        struct phrase phrase =
            after(usual, entry, SEEN_BY_ALL, "polterfass.bill_failed", "innkeeper", 2);
        if (phrase.number)
            assert_in_range(phrase.number, 7, 9);
        spoke |= phrase.number ? 1u << phrase.seat : 0;
    }
    assert_int_equal(spoke, 0xa); /* 1 and 3: not the innkeeper 2, nor the person 0 */
}

static void what_not_all_see_is_no_occasion(void **state) {
    (void)state;
    for (int entry = 1; entry <= 100; entry++)
        assert_int_equal(after(usual, entry, 1 << 1, "polterfass.first_rolled", "seat", 1).number,
                         0);
}

static void phrases_lie_apart(void **state) {
    (void)state;
    struct phrase_facts facts = usual;
    int entry = 1;
    while (!rolled(entry, 1).number || entry <= PHRASE_PAUSE)
        entry++;
    facts.last = entry - PHRASE_PAUSE + 1;
    assert_int_equal(after(facts, entry, SEEN_BY_ALL, "polterfass.first_rolled", "seat", 1).number,
                     0);
    facts.last = entry - PHRASE_PAUSE;
    assert_true(after(facts, entry, SEEN_BY_ALL, "polterfass.first_rolled", "seat", 1).number > 0);
}

static void other_events_and_other_seeds_differ(void **state) {
    (void)state;
    struct phrase_facts other = usual;
    int differ = 0;
    other.commitment = "4fc5df94";
    for (int entry = 1; entry <= 100; entry++) {
        differ += rolled(entry, 1).number !=
                  after(other, entry, SEEN_BY_ALL, "polterfass.first_rolled", "seat", 1).number;
        assert_int_equal(after(usual, entry, SEEN_BY_ALL, "polterfass.stops", "seat", 1).number, 0);
    }
    assert_in_range(differ, 10, 90);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_occasion_in_four_is_taken),
        cmocka_unit_test(people_choose_their_own),
        cmocka_unit_test(all_others_may_tease),
        cmocka_unit_test(what_not_all_see_is_no_occasion),
        cmocka_unit_test(phrases_lie_apart),
        cmocka_unit_test(other_events_and_other_seeds_differ),
    };
    return cmocka_run_group_tests_name("phrase", tests, NULL, NULL);
}
