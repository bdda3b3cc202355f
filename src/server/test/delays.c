/* delays.c: measures delays of answers in reactions with the simulated clock. People with a choice
 * who answer at once, people without one, presets and computer players must have the same
 * distribution (Kolmogorov-Smirnov test, p = .01). */
#include "delays.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crowd.h"

extern const struct game drachen_game;

enum {
    DELAYS_MAX = 4000,
    DELAYS_WANTED = 400,
    DELAYS_SPOILT = 20,
    REACTION_FROM = 600,
    REACTION_TO = 1600
};

static const struct game *const games[] = {&drachen_game, NULL};

enum answerer { BY_CHOICE, FORCED, BY_PRESET, BY_BOT, ANSWERERS };
static const char *const answerers[] = {"people with a choice", "people without one", "presets",
                                        "computer players"};

struct delays {
    double of[ANSWERERS][DELAYS_MAX];
    int count[ANSWERERS];
};

/* True if a preset of the game answers the current question of the seat. */
static bool has_preset(struct fixture *fixture, int seat) {
    const struct game *game = match_game(fixture_match(fixture));
    struct prompt *prompt = must_alloc(sizeof *prompt);
    void *view = must_alloc(game->state_size);
    game_view(game, match_state(fixture_match(fixture)), seat, view);
    game_prompt(game, view, seat, prompt);
    bool is_passed = prompt->presets;
    free(view);
    free(prompt);
    return is_passed;
}

static void note_delay(struct delays *delays, enum answerer by, int64_t delay) {
    if (delays->count[by] < DELAYS_MAX)
        delays->of[by][delays->count[by]++] = (double)delay;
}

/* Seat 2 has set all presets, seat 3 is a computer player; the others answer at once. */
static enum answerer answerer_of(struct fixture *fixture, const struct turn *turn, int seat) {
    if (seat == 3 || !(turn->seats >> seat & 1))
        return BY_BOT;
    if (fixture_count_legal(fixture, seat) < 2)
        return FORCED;
    return seat == 2 && has_preset(fixture, seat) ? BY_PRESET : BY_CHOICE;
}

static bool act_at_once(struct crowd *crowd) {
    struct fixture *fixture = crowd->fixture;
    struct turn turn;
    struct text action = {0};
    bool has_acted = false;
    match_turn(fixture_match(fixture), &turn);
    for (int seat = 0; seat < 3 && turn.kind == TURN_SEATS && !has_acted; seat++) {
        uint32_t ask = match_ask(fixture_match(fixture), seat);
        int count = fixture_count_legal(fixture, seat);
        bool is_servers = turn.reaction && answerer_of(fixture, &turn, seat) != BY_CHOICE;
        if (!(turn.seats >> seat & 1) || ask == crowd->answered[seat] || is_servers)
            continue;
        crowd->answered[seat] = ask;
        /* Mostly passes, so that a window has many answers. */
        int index = turn.reaction && rng_below(&crowd->rng, 4) > 0
                        ? -1
                        : (int)rng_below(&crowd->rng, (uint32_t)count);
        if (index >= 0)
            fixture_print_legal(fixture, seat, index, &action);
        else
            text_put(&action, "pass");
        fixture_act(fixture, seat, text_string(&action));
        fixture_settle(fixture);
        has_acted = true;
    }
    text_free(&action);
    return has_acted;
}

/* The current question: since when each seat is asked, and how it will answer. */
struct asking {
    struct turn turn;
    int entries;
    int64_t since[SEATS_PLAYED];
    enum answerer by[SEATS_PLAYED];
};

/* A seat has a new question if it was not asked before, was asked something else, or has answered
 * since. */
static void look_again(struct fixture *fixture, struct asking *asking) {
    const struct match *match = fixture_match(fixture);
    uint32_t question = asking->turn.question;
    uint16_t before = asking->turn.kind == TURN_SEATS ? asking->turn.seats : 0;
    for (int i = asking->entries; i < match_length(match); i++)
        before &=
            match_entry(match, i).seat < 0 ? 0 : (uint16_t) ~(1 << match_entry(match, i).seat);
    match_turn(match, &asking->turn);
    for (int seat = 0; seat < SEATS_PLAYED; seat++)
        if (asking->turn.seats & 1 << seat &&
            (!(before & 1 << seat) || asking->turn.question != question))
            asking->since[seat] = fixture->now;
    asking->entries = match_length(match);
    for (int seat = 0; seat < SEATS_PLAYED; seat++)
        asking->by[seat] = answerer_of(fixture, &asking->turn, seat);
}

/* Records the delay of the first new entry, if it answers a reaction. */
static void note_answer(struct fixture *fixture, const struct asking *asking,
                        struct delays *delays) {
    const struct match *match = fixture_match(fixture);
    if (match_length(match) == asking->entries || !asking->turn.reaction)
        return;
    int seat = match_entry(match, asking->entries).seat;
    if (seat >= 0 && asking->turn.seats >> seat & 1)
        note_delay(delays, asking->by[seat],
                   match_stamp(match, asking->entries).time - asking->since[seat]);
}

static bool has_enough(const struct delays *delays, int wanted) {
    for (int by = 0; by < ANSWERERS; by++)
        if (delays->count[by] < wanted)
            return false;
    return true;
}

static void put_presets(const struct face *face, struct text *out) {
    text_put(out, ",\"keys\":[");
    for (int i = 0; face->presets && face->presets[i]; i++) {
        text_put(out, i ? "," : "");
        js_string(out, face->presets[i]);
    }
    text_put(out, "]");
}

/* A planted fault: seats that can only `pass` are answered at once. */
static void spoil_moments(struct fixture *fixture) {
    struct turn turn;
    match_turn(fixture_match(fixture), &turn);
    for (int seat = 0; seat < 3 && turn.kind == TURN_SEATS && turn.reaction; seat++)
        if (answerer_of(fixture, &turn, seat) == FORCED)
            fixture->table->play->moment[seat] = fixture->now + 1;
}

static void measure(uint64_t number, bool is_spoilt, struct delays *delays) {
    struct asking asking = {.turn.kind = TURN_CHANCE};
    struct fixture fixture;
    struct crowd crowd;
    struct text presets = {0};
    crowd_open(&fixture, games, "drachen", "{}", number, ",\"bots\":{\"3\":\"tippler\"}");
    crowd_seat(&fixture, 3);
    put_presets(drachen_game.face, &presets);
    fixture_ask(&fixture, 0, "start", "");
    fixture_ask(&fixture, 2, "preset", text_string(&presets));
    crowd_begin(&crowd, &fixture, number);
    for (int i = 0; i < ACTS_MAX && !match_over(fixture_match(&fixture)); i++) {
        look_again(&fixture, &asking);
        if (is_spoilt)
            spoil_moments(&fixture);
        must(act_at_once(&crowd) || fixture_wait(&fixture));
        note_answer(&fixture, &asking, delays);
    }
    text_free(&presets);
    fixture_close(&fixture);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The largest distance between two distribution functions of sorted samples. */
static double distance(const double *a, int a_count, const double *b, int b_count) {
    double most = 0;
    for (int i = 0, k = 0; i < a_count && k < b_count;) {
        double at = a[i] < b[k] ? a[i] : b[k];
        while (i < a_count && a[i] <= at)
            i++;
        while (k < b_count && b[k] <= at)
            k++;
        most = fmax(most, fabs((double)i / a_count - (double)k / b_count));
    }
    return most;
}

/* True if both samples may have the same distribution, at p = .01. */
static bool are_alike(const struct delays *delays, enum answerer a, enum answerer b) {
    int m = delays->count[a], n = delays->count[b];
    double found = distance(delays->of[a], m, delays->of[b], n);
    double most = 1.628 * sqrt((double)(m + n) / ((double)m * n));
    printf("# %s (%d) and %s (%d): %.4f of %.4f\n", answerers[a], m, answerers[b], n, found, most);
    return found <= most;
}

/* The smallest and the largest delay are within the settings. */
static bool are_within(const struct delays *delays, enum answerer by) {
    double least = delays->of[by][0], most = delays->of[by][delays->count[by] - 1];
    printf("# %s: %.0f to %.0f ms\n", answerers[by], least, most);
    return least >= REACTION_FROM && most <= REACTION_TO;
}

static void collect(struct delays *delays, int wanted, bool is_spoilt) {
    for (uint64_t number = 1; number < 200 && !has_enough(delays, wanted); number++)
        measure(number, is_spoilt, delays);
    for (int by = 0; by < ANSWERERS; by++)
        qsort(delays->of[by], (size_t)delays->count[by], sizeof(double), by_size);
}

bool delays_are_alike(void) {
    struct delays *delays = must_alloc(sizeof *delays);
    bool is_right = true;
    collect(delays, DELAYS_WANTED, false);
    for (int by = 0; by < ANSWERERS; by++)
        is_right &= are_within(delays, (enum answerer)by);
    for (int a = 0; a < ANSWERERS; a++)
        for (int b = a + 1; b < ANSWERERS; b++)
            is_right &= are_alike(delays, (enum answerer)a, (enum answerer)b);
    is_right &= has_enough(delays, DELAYS_WANTED);
    free(delays);
    return is_right;
}

bool delays_find_a_fault(void) {
    struct delays *delays = must_alloc(sizeof *delays);
    collect(delays, DELAYS_SPOILT, true);
    bool is_found = !are_alike(delays, BY_CHOICE, FORCED) && are_alike(delays, BY_CHOICE, BY_BOT);
    free(delays);
    return is_found;
}
