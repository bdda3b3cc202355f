/* ship_loadings.c: checks thousands of loadings for faults.
 *
 *   bench_ship_loadings FILE LOADINGS   counts faults; fails if there are any
 *   bench_ship_loadings - MATCHES       the same without a file
 *
 * Whole matches of computer players. After every loading the logged ship is checked: no body may
 * penetrate another by more than a millimetre, no body may float, the turn must have ended, and no
 * step of the simulation may have diverged. Every eleventh match is played twice and must give the
 * same bits. Each match appends a line to the file, so an interrupted benchmark can be continued.
 *
 * Matches are expensive, so the same ones also measure how strong `regular` is and how long a match
 * of deckhands takes: of five matches three are `regular` against three deckhands, one is of four
 * deckhands, and one of any players on any sea. */
#include "ship_match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "games/riffraff/sight.h"

enum { LINE_BYTES = 200, TWICE_EVERY = 11, HARD_STEPS = 10, WIN_SHARES = 12 };
enum kind { MIXED, LONE_REGULAR, DECKHANDS, KINDS };

static const double sunk_most = .001;

struct faults {
    int loadings, fallen, back;
    int exploded; /* steps */
    int unfinished, sunk, in_air, outside, different;
    int deepest;    /* micrometres */
    uint64_t trace; /* of all ships of the match */
    int matches, rounds;
    int won, left, left_others; /* of the lone `regular`: twelfths of a win, and pieces */
};

/* FNV-1a, to compare two runs. */
static void add_trace(uint64_t *trace, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        *trace = (*trace ^ at[i]) * 1099511628211u;
}

/* The logged ship in a new world. A few steps let round pieces find their contacts, which
 * fixed-point rounding may have moved by less than a micrometre. */
static void inspect(const struct rr_state *state, struct faults *f) {
    struct rr_scene scene;
    struct ship_world *ship = ship_world_new(state->sea, state->ship.aboard);
    ship_world_open(ship, &state->ship);
    world_find_contacts(ship_world_engine(ship));
    int depth = (int)(ship_world_depth(ship) * 1e6);
    f->deepest = depth > f->deepest ? depth : f->deepest;
    f->sunk += depth > sunk_most * 1e6;
    uint64_t held_up = sight_held_up(ship, -1) >> RR_PIECE_BODY, loose = state->ship.aboard;
    for (int step = 0; step < HARD_STEPS && (loose &= ~held_up); step++) {
        must(ship_world_step(ship) != STEP_BROKEN);
        held_up |= sight_held_up(ship, -1) >> RR_PIECE_BODY;
    }
    f->in_air += (state->ship.aboard & ~held_up) != 0;
    sight_scene(ship, state->ship.aboard, &scene);
    for (int i = 0; i < scene.count; i++)
        f->outside += fabs(scene.cargo[i].pose.at[0]) > .25 ||
                      fabs(scene.cargo[i].pose.at[1]) > .25 || scene.cargo[i].pose.at[2] < 0;
    ship_world_free(ship);
}

static void look(void *context, const struct loading *l) {
    struct faults *f = context;
    f->loadings++;
    f->fallen += l->fallen;
    f->back += l->is_back;
    f->unfinished += !l->is_at_rest;
    inspect(l->after, f);
    add_trace(&f->trace, &l->after->ship, sizeof l->after->ship);
    add_trace(&f->trace, l->after->supply, sizeof l->after->supply);
}

static void trace_only(void *context, const struct loading *l) {
    struct faults *f = context;
    add_trace(&f->trace, &l->after->ship, sizeof l->after->ship);
    add_trace(&f->trace, l->after->supply, sizeof l->after->supply);
}

/* Steps that the engine could not compute, or only with smaller steps, or with contacts left
 * out. */
static long count_explosions(void) {
    struct step_faults faults = physics_step_faults();
    return faults.halved + faults.crowded + faults.broken;
}

static enum kind kind_of(uint64_t number) {
    static const enum kind kinds[] = {MIXED, LONE_REGULAR, DECKHANDS, LONE_REGULAR, LONE_REGULAR};
    return kinds[number % 5];
}

/* Where the lone `regular` sits. */
static int lone_seat(uint64_t number) {
    return (int)(number % RR_SEATS);
}

/* Returns the sea. */
static const char *seat_players(uint64_t number, const struct bot *bots[RR_SEATS]) {
    static const char *const seas[] = {"normal", "rough", "calm"};
    static const struct bot *const kinds[] = {&rr_bot_deckhand, &rr_bot_random};
    uint64_t mixture = number / 5;
    for (int seat = 0; seat < RR_SEATS; seat++)
        bots[seat] = kind_of(number) == MIXED ? kinds[mixture >> seat & 1] : &rr_bot_deckhand;
    if (kind_of(number) == LONE_REGULAR)
        bots[lone_seat(number)] = &rr_bot_regular;
    else if (kind_of(number) == MIXED && mixture % 4 == 3)
        bots[0] = &rr_bot_regular;
    return kind_of(number) == MIXED ? seas[mixture % 3] : "normal";
}

/* A shared win counts in parts, as in the arena. */
static void count_ending(const struct ending *ending, int seat, struct faults *f) {
    int winners = 0, fewest = ending->left[seat];
    for (int i = 0; i < RR_SEATS; i++)
        fewest = ending->left[i] < fewest ? ending->left[i] : fewest;
    for (int i = 0; i < RR_SEATS; i++) {
        winners += ending->left[i] == fewest;
        f->left_others += i != seat ? ending->left[i] : 0;
    }
    f->matches = 1;
    f->rounds = ending->rounds;
    f->left = ending->left[seat];
    f->won = f->left == fewest ? WIN_SHARES / winners : 0;
}

static struct faults play(uint64_t number) {
    const struct bot *bots[RR_SEATS];
    struct faults f = {0}, again = {0};
    long before = count_explosions();
    const char *sea = seat_players(number, bots);
    struct ending ending = ship_match(bots, sea, number, look, &f);
    if (number % TWICE_EVERY == 0) {
        ship_match(bots, sea, number, trace_only, &again);
        f.different = f.trace != again.trace;
    }
    count_ending(&ending, lone_seat(number), &f);
    f.exploded = (int)(count_explosions() - before);
    return f;
}

/* The columns of a line and of the sums, in this order. */
enum { COLUMNS = 14 };
static void list_columns(struct faults *f, int *out[COLUMNS]) {
    int *const columns[COLUMNS] = {&f->matches,  &f->loadings,   &f->fallen, &f->back,
                                   &f->exploded, &f->unfinished, &f->sunk,   &f->in_air,
                                   &f->outside,  &f->different,  &f->rounds, &f->won,
                                   &f->left,     &f->left_others};
    memcpy(out, columns, sizeof columns);
}

static void add(struct faults *sum, struct faults *more) {
    int *to[COLUMNS], *from[COLUMNS];
    list_columns(sum, to);
    list_columns(more, from);
    for (int i = 0; i < COLUMNS; i++)
        *to[i] += *from[i];
    sum->deepest = more->deepest > sum->deepest ? more->deepest : sum->deepest;
}

static void write_line(const char *path, struct faults *f) {
    int *columns[COLUMNS];
    FILE *file = fopen(path, "a");
    must(file);
    list_columns(f, columns);
    for (int i = 0; i < COLUMNS; i++)
        fprintf(file, "%d ", *columns[i]);
    fprintf(file, "%d\n", f->deepest);
    must(fclose(file) == 0);
}

static int read_lines(const char *path, struct faults kinds[KINDS]) {
    int matches = 0;
    char line[LINE_BYTES];
    FILE *file = fopen(path, "r");
    memset(kinds, 0, KINDS * sizeof *kinds);
    for (; file && fgets(line, sizeof line, file); matches++) {
        char *at = line;
        int *columns[COLUMNS];
        struct faults f = {0};
        list_columns(&f, columns);
        for (int i = 0; i < COLUMNS; i++)
            *columns[i] = (int)strtol(at, &at, 10);
        f.deepest = (int)strtol(at, &at, 10);
        add(&kinds[kind_of((uint64_t)matches)], &f);
    }
    if (file)
        fclose(file);
    return matches;
}

static struct faults sum_up(struct faults kinds[KINDS]) {
    struct faults all = {0};
    for (int kind = 0; kind < KINDS; kind++)
        add(&all, &kinds[kind]);
    return all;
}

static int report(struct faults kinds[KINDS]) {
    struct faults all = sum_up(kinds), *lone = &kinds[LONE_REGULAR], *four = &kinds[DECKHANDS];
    double low, high;
    puts("matches,loadings,fallen,back,exploded,unfinished,sunk,in_air,outside,different,deepest_"
         "um");
    printf("%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n", all.matches, all.loadings, all.fallen, all.back,
           all.exploded, all.unfinished, all.sunk, all.in_air, all.outside, all.different,
           all.deepest);
    if (lone->matches) {
        double won = (double)lone->won / WIN_SHARES, of = lone->matches;
        wilson((int)won, lone->matches, &low, &high);
        printf("# regular alone: %d matches, %.2f won, %.3f (%.3f-%.3f); %.2f pieces left, "
               "%.2f of each other\n",
               lone->matches, won, won / of, low, high, lone->left / of,
               lone->left_others / of / (RR_SEATS - 1));
    }
    if (four->matches)
        printf("# four deckhands: %d matches, %.2f rounds\n", four->matches,
               (double)four->rounds / four->matches);
    return all.exploded || all.unfinished || all.sunk || all.in_air || all.outside || all.different;
}

/* A small sample for a test. */
static int try_matches(int matches) {
    struct faults kinds[KINDS] = {0};
    for (int number = 0; number < matches; number++) {
        struct faults f = play((uint64_t)number);
        add(&kinds[kind_of((uint64_t)number)], &f);
    }
    return report(kinds);
}

int main(int count, char **words) {
    struct faults kinds[KINDS];
    if (count != 3) {
        fputs("usage: bench_ship_loadings FILE LOADINGS\n", stderr);
        return 2;
    }
    if (strcmp(words[1], "-") == 0)
        return try_matches(atoi(words[2]));
    int wanted = atoi(words[2]), matches = read_lines(words[1], kinds);
    while (sum_up(kinds).loadings < wanted) {
        struct faults f = play((uint64_t)matches);
        write_line(words[1], &f);
        matches = read_lines(words[1], kinds);
        fprintf(stderr, "%d of %d loadings\n", sum_up(kinds).loadings, wanted);
    }
    return report(kinds);
}
