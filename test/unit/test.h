/* test.h: what every cmocka test includes, and a match to test with. */
#ifndef SPELUNKE_TEST_H
#define SPELUNKE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <spelunke/log.h>

/* A match of a game with this seed; options are pairs of name and value and
 * end with NULL. */
struct match *test_match(const struct game *game, uint64_t seed, int seats,
                         const char *const *options);
/* A refused setup: the key of the reason. */
const char *test_refused(const struct game *game, int seats, const char *const *options);
/* Plays a line of notation and demands that it is taken. */
void test_play(struct match *match, int seat, const char *action);
/* Draws what chance or a session has to decide, until seats are asked or the
 * match is over. */
void test_draw(struct match *match);
/* A match of two of the null game whose first coin is to be dropped: a session is due. */
struct match *test_drop(uint64_t seed);
/* The bytes of the file that this variable of the environment names. */
void test_read(const char *variable, struct text *out);
/* Demands that a text holds exactly this, and empties it. */
void test_text(struct text *text, const char *expected);
/* Demands that counts follow what is expected of them: their chi-square is at most
 * six standard deviations above its mean, and what cannot happen has not. */
void test_follows(const int *found, const double *expected, int cells);

#endif
