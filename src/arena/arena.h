/* arena.h: tournaments of computer players: many matches and their statistics.
 *
 * A plan says who plays what how often. Matches are numbered from 0. Match i has a seed of its own,
 * and bot j sits in seat (j + i) mod seats, so that every bot has every seat equally often. All
 * results are sums of integers, independent of which worker played which match and in what order,
 * so the same plan gives the same report for any number of jobs. */
#ifndef SPELUNKE_ARENA_H
#define SPELUNKE_ARENA_H

#include <spelunke/match.h>

enum {
    ARENA_GAMES_MAX = 100000000,
    ARENA_JOBS_MAX = 256,
    ARENA_POINTS_MAX = 30000, /* up to this score, sums of squares over ARENA_GAMES_MAX games fit */
    WIN_SHARES = 840,         /* one win, divisible evenly among up to eight winners */
};

struct arena_plan {
    const struct game *game;
    struct setup setup;
    const struct bot *bots[SEATS_MAX]; /* one for each seat of the setup */
    struct seed seed;
    int64_t games;
    int jobs;
    int effort;                /* of every bot; 0: the bot's default */
    const struct shelf *shelf; /* for sessions, shared by all workers; NULL: none */
};

/* The sums of one entry of the plan. */
struct tally {
    int64_t wins; /* in shares */
    int64_t score, squares;
    int64_t seat_games[SEATS_MAX], seat_wins[SEATS_MAX];
};

struct arena_sums {
    int64_t games;
    int64_t length; /* entries of all logs */
    struct tally bots[SEATS_MAX];
    /* Squares of the total score of all entries of one bot in a match, stored at the first of
     * them. */
    int64_t kind_squares[SEATS_MAX];
};

/* tally.c */
/* The index of the first entry of the plan with the same bot. */
int plan_kind(const struct arena_plan *plan, int entry);
/* The seat of an entry in match `number`. */
int plan_seat(const struct arena_plan *plan, int entry, int64_t number);
/* Adds the result of a match with `length` entries. */
void sums_add_match(struct arena_sums *sums, const struct arena_plan *plan, int64_t number,
                    const struct score *score, int length);
void sums_add(struct arena_sums *sums, const struct arena_sums *more);

/* play.c */
/* The seed of match `number`: the first 32 bytes of stream `number` of the dice
 * whose key is the arena's own seed. */
void plan_seed(const struct arena_plan *plan, int64_t number, struct seed *seed);
/* Plays match `number` to its end and adds its result. */
void plan_play(const struct arena_plan *plan, int64_t number, struct arena_sums *sums);

/* run.c: workers */
struct arena;
/* Starts the workers; NULL if no thread could be started. The plan must outlive the arena. */
struct arena *arena_open(const struct arena_plan *plan);
/* Waits until all matches are played or the timeout expires; true if all are played. */
bool arena_wait(struct arena *arena, int milliseconds);
int64_t arena_done(const struct arena *arena);
/* Starts no further match. May be called from any thread. */
void arena_stop(struct arena *arena);
/* Waits for the running matches, frees the arena and returns the sums. */
void arena_close(struct arena *arena, struct arena_sums *sums);

/* report_table.c, report.c: the sums for people and for programs. If there are fewer games than
 * planned, the report says that it was interrupted (CSV has no place for this). `said` translates
 * an English text for the reader. */
void report_table(const struct arena_plan *plan, const struct arena_sums *sums,
                  const char *(*said)(const char *), struct text *out);
void report_csv(const struct arena_plan *plan, const struct arena_sums *sums, struct text *out);
void report_json(const struct arena_plan *plan, const struct arena_sums *sums, struct text *out);
/* "interrupted after N of M games" */
void report_interrupted(const struct arena_plan *plan, const struct arena_sums *sums,
                        const char *(*said)(const char *), struct text *out);

/* progress.c: one line without a line feed: bar, percent, speed, time to go. `what` is the unit in
 * the plural; `left_word` follows the time to go. */
void progress_put(struct text *out, const char *what, const char *left_word, int64_t done,
                  int64_t all, double seconds);

#endif
