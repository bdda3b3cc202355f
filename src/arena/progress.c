/* progress.c: the progress of a long task, as one line for a terminal. */
#include "arena.h"

#include "stats.h"

enum { BAR_WIDTH = 30, SECONDS_MAX = 100 * 3600 };

static void put_two_digits(struct text *out, int64_t number) {
    text_put_char(out, (char)('0' + number / 10));
    text_put_char(out, (char)('0' + number % 10));
}

/* 0:07, 12:34, 1:02:03 */
static void put_time(struct text *out, int64_t seconds) {
    if (seconds >= 3600) {
        text_put_number(out, seconds / 3600);
        text_put_char(out, ':');
        put_two_digits(out, seconds / 60 % 60);
    } else {
        text_put_number(out, seconds / 60);
    }
    text_put_char(out, ':');
    put_two_digits(out, seconds % 60);
}

static void put_bar(struct text *out, int64_t done, int64_t all) {
    text_put_char(out, '[');
    for (int i = 0; i < BAR_WIDTH; i++)
        text_put_char(out, i * all < done * BAR_WIDTH ? '#' : '.');
    text_put(out, "] ");
}

void progress_put(struct text *out, const char *what, const char *left_word, int64_t done,
                  int64_t all, double seconds) {
    double rate = seconds > 0 ? (double)done / seconds : 0;
    double left = rate > 0 ? (double)(all - done) / rate : SECONDS_MAX;
    put_bar(out, done, all);
    text_put_number(out, 100 * done / all);
    text_put(out, " %  ");
    put_fixed(out, (int64_t)(rate * MILLION), rate < 100 ? 1 : 0);
    text_put_char(out, ' ');
    text_put(out, what);
    text_put(out, "/s  ");
    if (left < SECONDS_MAX) {
        put_time(out, (int64_t)(left + 0.5));
        text_put_char(out, ' ');
        text_put(out, left_word);
    }
}
