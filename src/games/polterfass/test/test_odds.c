/* The table of odds against fresh throws (P-27): none that the table was made
 * from, always the same ones. By chi-square at 1 in 1,000; and the same test
 * must refuse tables that are wrong. */
#include "unit/test.h"

#include "../throw.h"

enum { FIRST_FRESH = 12000, TABLE_THROWS = 5000 };

struct sample {
    int barrels, throws;
    int standing[PF_BARRELS + 1];
    int tapped, longest;
};

static struct sample samples[] = {{1, 1000, {0}, 0, 0}, {4, 500, {0}, 0, 0}, {9, 300, {0}, 0, 0}};
enum { SAMPLES = sizeof samples / sizeof *samples };

static void count_time(struct sample *sample, const struct throw_facts *facts) {
    sample->tapped += facts->taps > 0;
    sample->longest = facts->ticks > sample->longest ? facts->ticks : sample->longest;
}

static void fill(struct sample *sample) {
    struct throw *throw = throw_new(sample->barrels, &throw_barrel);
    uint8_t faces[PF_BARRELS];
    for (int i = 0; i < sample->throws; i++) {
        int standing = 0;
        throw_begin(throw, FIRST_FRESH + i);
        while (throw_tick(throw))
            ;
        count_time(sample, throw_facts(throw));
        throw_faces(throw, faces);
        for (int j = 0; j < sample->barrels; j++)
            standing += faces[j] != PF_LIES;
        sample->standing[standing]++;
    }
    throw_free(throw);
}

static int fill_all(void **state) {
    (void)state;
    for (int i = 0; i < SAMPLES; i++)
        fill(&samples[i]);
    return 0;
}

/* Neighbours are put together until at least five are expected; the rest goes
 * to the last class. The table has an error of its own, as it was measured. */
static bool fits(const struct sample *sample, const uint32_t odds[PF_BARRELS + 1]) {
    static const double limits[] = {0, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32};
    double expected[PF_BARRELS + 1] = {0}, seen[PF_BARRELS + 1] = {0}, chi = 0;
    double left = sample->throws;
    int last = 0;
    for (int j = 0; j <= sample->barrels; j++) {
        double more = (double)sample->throws * odds[j] / PF_ODDS_WHOLE;
        expected[last] += more;
        seen[last] += sample->standing[j];
        left -= more;
        last += expected[last] >= 5 && left >= 5;
    }
    for (int i = 0; i <= last; i++)
        chi += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    chi /= 1 + (double)sample->throws / TABLE_THROWS;
    print_message("# %d barrels: chi-square %.2f of %.2f\n", sample->barrels, chi, limits[last]);
    return chi < limits[last];
}

static void p27_fresh_throws_fit_the_table(void **state) {
    (void)state;
    for (int i = 0; i < SAMPLES; i++)
        assert_true(fits(&samples[i], pf_odds[samples[i].barrels]));
}

/* Every barrel for itself, with this share: what the table was before. */
static void fill_coins(int barrels, double share, uint32_t odds[PF_BARRELS + 1]) {
    double row[PF_BARRELS + 2] = {1};
    for (int i = 0; i < barrels; i++)
        for (int j = i + 1; j >= 0; j--)
            row[j] = row[j] * (1 - share) + (j ? row[j - 1] * share : 0);
    for (int j = 0; j <= PF_BARRELS; j++)
        odds[j] = (uint32_t)(row[j] * PF_ODDS_WHOLE);
}

static void a_wrong_table_is_noticed(void **state) {
    uint32_t odds[PF_BARRELS + 1];
    (void)state;
    for (int i = 0; i < SAMPLES; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int k = samples[i].barrels;
            double share = 0;
            for (int j = 0; j <= k; j++)
                share += (double)j * pf_odds[k][j] / PF_ODDS_WHOLE / k;
            fill_coins(k, share + sign * 0.07, odds);
            assert_false(fits(&samples[i], odds));
        }
}

static void a_row_of_another_number_is_noticed(void **state) {
    uint32_t odds[PF_BARRELS + 1] = {0};
    (void)state;
    memcpy(odds, pf_odds[6], sizeof odds);
    odds[9] += 1; /* else a class would expect nothing */
    assert_false(fits(&samples[2], odds));
}

/* Nobody wants to watch for longer; the longest of 20,000 is in the README. */
static void p28_what_is_tapped_is_soon_free(void **state) {
    (void)state;
    for (int i = 0; i < SAMPLES; i++)
        assert_true(samples[i].longest < 8 * THROW_HZ);
    assert_true(samples[2].tapped > 0); /* else nothing was tried */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p27_fresh_throws_fit_the_table),
        cmocka_unit_test(a_wrong_table_is_noticed),
        cmocka_unit_test(a_row_of_another_number_is_noticed),
        cmocka_unit_test(p28_what_is_tapped_is_soon_free),
    };
    return cmocka_run_group_tests(tests, fill_all, NULL);
}
