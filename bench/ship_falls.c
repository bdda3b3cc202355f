/* ship_falls.c: how often cargo falls, by the number of pieces aboard.
 *
 *   bench_ship_falls FOLDER MATCHES [SEA [PLAYER]]
 *
 * Whole matches of four equal players that do not catch: careless ones place a piece anywhere,
 * ordinary ones are `deckhand`, careful ones take the best place by geometry for the best of three
 * pieces. Also matches of four unchanged `deckhand`s, which do catch. All announce two pieces in 40
 * of 100 cases where they may, so falls are counted by loading and by turn. Each match appends a
 * line to a file in the folder, so an interrupted benchmark can be continued; then the table is
 * printed as CSV. Progress goes to standard error. */
#include "ship_match.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

enum { BINS = 7, BIN = 5, LINE_MAX_BYTES = 600 };

static void steer(const struct rr_level *level, const struct thinking *thinking,
                  const struct frame *frame, struct hand *hand) {
    struct rr_level blind = *level;
    blind.catches = false;
    steer_hand(&blind, thinking->memory, thinking, frame, hand);
}

static void steer_careless(const struct thinking *thinking, const struct frame *frame,
                           struct hand *hand) {
    steer(&rr_level_random, thinking, frame, hand);
}

static void steer_ordinary(const struct thinking *thinking, const struct frame *frame,
                           struct hand *hand) {
    steer(&rr_level_deckhand, thinking, frame, hand);
}

static void steer_careful(const struct thinking *thinking, const struct frame *frame,
                          struct hand *hand) {
    struct rr_level careful = rr_level_regular;
    careful.find = rr_find_best;
    steer(&careful, thinking, frame, hand);
}

static void steer_deckhand(const struct thinking *thinking, const struct frame *frame,
                           struct hand *hand) {
    rr_bot_deckhand.steer(thinking, frame, hand);
}

static bool choose(const struct thinking *thinking, void *action) {
    return rr_bot_deckhand.choose(thinking, action);
}

/* A careful player tries a few of his pieces and takes the one with the best place. */
static bool choose_carefully(const struct thinking *thinking, void *action) {
    const struct rr_state *v = thinking->view;
    struct rr_action *a = action;
    static const int looks = 3;
    choose(thinking, action);
    if (a->verb != RR_LOAD_ONE && a->verb != RR_LOAD_TWO)
        return true;
    struct berth_view *view = must_alloc(sizeof *view);
    struct berth *berths = must_alloc(BERTHS_MAX * sizeof *berths);
    double best = -1e9;
    berth_look(&v->ship, v->sea, rr_area_of(v, thinking->seat), view);
    for (int i = 0; i < looks; i++) {
        struct rr_action drawn = {0};
        choose(thinking, &drawn);
        if (!berth_rank(view, drawn.piece, berths) || berths[0].rating <= best)
            continue;
        best = berths[0].rating;
        a->piece = drawn.piece;
    }
    free(berths);
    free(view);
    return true;
}

static const struct bot players[] = {
    {"careless", steer_sit, steer_leave, choose, steer_careless},
    {"ordinary", steer_sit, steer_leave, choose, steer_ordinary},
    {"careful", steer_sit, steer_leave, choose_carefully, steer_careful},
    {"deckhand", steer_sit, steer_leave, choose, steer_deckhand},
};

struct tally {
    int loadings[BINS], falls[BINS],
        pieces[BINS];                  /* by the number of pieces aboard before the loading */
    int turns[BINS], turn_falls[BINS]; /* and before the turn */
    int turn_bin;
    int by_shape[RR_SHAPES][2];
    int back, rounds, matches, aboard_most;
};

static void look(void *context, const struct loading *l) {
    struct tally *t = context;
    int bin = l->aboard / BIN < BINS ? l->aboard / BIN : BINS - 1;
    if (l->before->loaded == 0)
        t->turns[t->turn_bin = bin]++;
    t->turn_falls[t->turn_bin] += l->fallen > 0; /* which ends the turn */
    t->loadings[bin]++;
    t->falls[bin] += l->fallen > 0;
    t->pieces[bin] += l->fallen;
    t->by_shape[l->piece % RR_SHAPES][0]++;
    t->by_shape[l->piece % RR_SHAPES][1] += l->fallen > 0;
    t->back += l->is_back;
    t->aboard_most = l->aboard > t->aboard_most ? l->aboard : t->aboard_most;
}

static void write_line(const char *path, const struct tally *t) {
    FILE *file = fopen(path, "a");
    must(file);
    fprintf(file, "%d %d %d", t->rounds, t->back, t->aboard_most);
    for (int bin = 0; bin < BINS; bin++)
        fprintf(file, " %d %d %d %d %d", t->loadings[bin], t->falls[bin], t->pieces[bin],
                t->turns[bin], t->turn_falls[bin]);
    for (int shape = 0; shape < RR_SHAPES; shape++)
        fprintf(file, " %d %d", t->by_shape[shape][0], t->by_shape[shape][1]);
    fputc('\n', file);
    must(fclose(file) == 0);
}

static int next_number(char **at) {
    return (int)strtol(*at, at, 10);
}

static struct tally read_lines(const char *path, int most) {
    struct tally t = {0};
    char line[LINE_MAX_BYTES];
    FILE *file = fopen(path, "r");
    while (file && t.matches < most && fgets(line, sizeof line, file)) {
        char *at = line;
        t.matches++;
        t.rounds += next_number(&at);
        t.back += next_number(&at);
        t.aboard_most += next_number(&at);
        for (int bin = 0; bin < BINS; bin++) {
            t.loadings[bin] += next_number(&at);
            t.falls[bin] += next_number(&at);
            t.pieces[bin] += next_number(&at);
            t.turns[bin] += next_number(&at);
            t.turn_falls[bin] += next_number(&at);
        }
        for (int shape = 0; shape < RR_SHAPES; shape++)
            for (int i = 0; i < 2; i++)
                t.by_shape[shape][i] += next_number(&at);
    }
    if (file)
        fclose(file);
    return t;
}

/* A share of a total with its confidence interval. */
static void print_share(int count, int of) {
    double low, high;
    wilson(count, of, &low, &high);
    printf(",%d,%d,%.3f,%.3f,%.3f", of, count, of ? count / (double)of : 0, low, high);
}

/* The sum of the bins from `first` to `last`. */
static void print_bins(const char *name, const char *sea, const struct tally *t, int first,
                       int last) {
    int loadings = 0, falls = 0, pieces = 0, turns = 0, turn_falls = 0;
    for (int bin = first; bin <= last; bin++) {
        loadings += t->loadings[bin];
        falls += t->falls[bin];
        pieces += t->pieces[bin];
        turns += t->turns[bin];
        turn_falls += t->turn_falls[bin];
    }
    printf("%s,%s,%d-%d", name, sea, BIN * first, BIN * last + BIN - 1);
    print_share(falls, loadings);
    print_share(turn_falls, turns);
    printf(",%.1f\n", falls ? pieces / (double)falls : 0);
}

/* Each bin, and what is wanted of several: 0-14, 10 and more, 20 and more. */
static void print_table(const char *name, const char *sea, const struct tally *t) {
    for (int bin = 0; bin < BINS; bin++)
        print_bins(name, sea, t, bin, bin);
    print_bins(name, sea, t, 0, 14 / BIN);
    print_bins(name, sea, t, 10 / BIN, BINS - 1);
    print_bins(name, sea, t, 20 / BIN, BINS - 1);
    printf("# %s, %s: %d matches, %.1f rounds, most aboard %.1f, %d came back;", name, sea,
           t->matches, t->matches ? t->rounds / (double)t->matches : 0,
           t->matches ? t->aboard_most / (double)t->matches : 0, t->back);
    for (int shape = 0; shape < RR_SHAPES; shape++)
        printf(" %s %.2f", rr_shape_names[shape],
               t->by_shape[shape][0] ? t->by_shape[shape][1] / (double)t->by_shape[shape][0] : 0);
    putchar('\n');
    fflush(stdout);
}

static void measure(const char *folder, const struct bot *bot, const char *sea, int matches) {
    const struct bot *const bots[RR_SEATS] = {bot, bot, bot, bot};
    char path[1024];
    must(snprintf(path, sizeof path, "%s/falls_%s_%s", folder, bot->key, sea) < (int)sizeof path);
    for (int number = count_lines(path); number < matches; number++) {
        struct tally t = {0};
        t.rounds = ship_match(bots, sea, (uint64_t)number, look, &t).rounds;
        write_line(path, &t);
        fprintf(stderr, "%s %s %d of %d\n", bot->key, sea, number + 1, matches);
    }
    struct tally all = read_lines(path, matches);
    print_table(bot->key, sea, &all);
}

int main(int count, char **words) {
    if (count < 3) {
        fputs("usage: bench_ship_falls FOLDER MATCHES [SEA [PLAYER]]\n", stderr);
        return 2;
    }
    const char *sea = count > 3 ? words[3] : "normal", *only = count > 4 ? words[4] : NULL;
    puts("player,sea,aboard,loadings,falls,share,low,high,turns,turns with a fall,share,low,high,"
         "pieces a fall");
    for (size_t i = 0; i < sizeof players / sizeof *players; i++)
        if (!only || strcmp(only, players[i].key) == 0)
            measure(words[1], &players[i], sea, atoi(words[2]));
    return 0;
}
