/* stats.c: rates and means with 95 % confidence intervals, and numbers as text. */
#include "stats.h"

#include <math.h>

#include <spelunke/must.h>

#include "arena.h"

/* 95 % of a normal distribution are within this many standard deviations of its mean. */
static const double deviations = 1.959963984540054;

static int64_t millionths(double value) {
    return llround(value * MILLION);
}

int64_t ratio(int64_t sum, int64_t count) {
    return millionths((double)sum / (double)count);
}

struct estimate estimate_rate(int64_t shares, int64_t matches, int entries) {
    if (matches == 0)
        return (struct estimate){0};
    double n = (double)matches, square = deviations * deviations;
    double p = (double)shares / WIN_SHARES / n;
    double centre = p + square / (2 * n);
    double reach = deviations * sqrt(p * (1 - p) / n + square / (4 * n * n));
    double whole = (1 + square / n) * entries;
    double low = (centre - reach) / whole, high = (centre + reach) / whole;
    return (struct estimate){.is_known = true,
                             .has_interval = true,
                             .value = millionths(p / entries),
                             .low = millionths(low > 0 ? low : 0),
                             .high = millionths(high)};
}

/* matches * squares - sum * sum needs more than 64 bits. It is computed exactly, because a
 * difference of two large floating-point numbers would lose its digits. */
static double spread(int64_t sum, int64_t squares, int64_t matches) {
    return (double)(__extension__(__int128) matches * squares - __extension__(__int128) sum * sum);
}

struct estimate estimate_mean(int64_t sum, int64_t squares, int64_t matches, int entries) {
    if (matches == 0)
        return (struct estimate){0};
    double n = (double)matches;
    double mean = (double)sum / n / entries;
    struct estimate estimate = {.is_known = true, .value = millionths(mean)};
    if (matches == 1)
        return estimate;
    double variance = spread(sum, squares, matches) / (n * (n - 1));
    double reach = deviations * sqrt(variance / n) / entries;
    estimate.has_interval = true;
    estimate.low = millionths(mean - reach);
    estimate.high = millionths(mean + reach);
    return estimate;
}

void put_fixed(struct text *out, int64_t number, int places) {
    must(places >= 0 && places <= 6);
    int64_t unit = MILLION, rest = number < 0 ? -number : number;
    for (int i = 0; i < places; i++)
        unit /= 10;
    rest = (rest + unit / 2) / unit; /* in units of the last decimal place */
    if (number < 0 && rest > 0)
        text_put_char(out, '-');
    unit = MILLION / unit; /* from here on: units in 1 */
    text_put_number(out, rest / unit);
    if (places > 0)
        text_put_char(out, '.');
    for (rest %= unit; unit > 1; rest %= unit) {
        unit /= 10;
        text_put_char(out, (char)('0' + rest / unit));
    }
}
