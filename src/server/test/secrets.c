/* secrets.c: checks that no secret leaks, in whole matches with a simulated clock.
 *
 * - Every viewer's stream is exactly what a replay of the log gives that viewer.
 * - Pairs of matches that differ in one secret choice: until it is revealed, the streams of
 * everybody who may not know it are equal byte for byte. Both fixtures draw the same names and
 * times, so nothing needs to be masked.
 * - Delays of answers in reactions have the same distribution, whoever answers (delays.c).
 *
 * Prints TAP. `secrets [GAME|delays|physics [MATCHES [PAIRS]]]`; CI takes a sample. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "delays.h"
#include "expected.h"
#include "scripted.h"

extern const struct game null_game, polterfass_game, drachen_game, riffraff_game;

enum { TRIES_MAX = 60, LATER_MAX = 60 };

static struct game scripted_riffraff;
static const struct game *games[] = {&null_game, &polterfass_game, &drachen_game,
                                     &scripted_riffraff, NULL};

static struct {
    const char *game, *options;
} const plays[] = {{"null", "{\"rounds\":6}"},
                   {"polterfass", "{\"goal\":60}"},
                   {"drachen", "{}"},
                   {"riffraff", "{}"}};

/* Streams. */

static bool play_out(struct fixture *fixture, uint64_t number, int people) {
    struct crowd crowd;
    crowd_begin(&crowd, fixture, number);
    for (int i = 0; i < ACTS_MAX && !match_over(fixture_match(fixture)); i++)
        if (!(people && crowd_act(&crowd, people)) && !fixture_wait(fixture))
            return false;
    return match_over(fixture_match(fixture));
}

static bool complain(const char *game, uint64_t number, const char *what, struct text *why) {
    printf("# %s, match %llu: %s%s\n", game, (unsigned long long)number, what, text_string(why));
    return false;
}

/* Plays a match with this many people, computer players in the other seats, and watchers. */
static bool check_match(const struct game *const *of, int play, uint64_t number, int people) {
    struct fixture fixture;
    struct text why = {0}, bots = {0};
    for (int seat = people; seat < SEATS_PLAYED; seat++) {
        text_put(&bots, seat > people ? "," : ",\"bots\":{");
        text_put_char(&bots, '"');
        text_put_number(&bots, seat);
        text_put(&bots, "\":\"random\"");
    }
    text_put(&bots, people < SEATS_PLAYED ? "}" : "");
    crowd_open(&fixture, of, plays[play].game, plays[play].options, number, text_string(&bots));
    text_free(&bots);
    crowd_seat(&fixture, people);
    fixture_ask(&fixture, 0, "start", "");
    bool is_right = play_out(&fixture, number, people) ||
                    complain(plays[play].game, number, "it does not end", &why);
    for (int line = 0; line < fixture.line_count && is_right; line++) {
        is_right = expected_check(of, fixture_match(&fixture), &fixture.lines[line],
                                  line < people ? line : SEAT_WATCHER, &why);
        if (!is_right)
            complain(plays[play].game, number, "", &why);
    }
    text_free(&why);
    fixture_close(&fixture);
    return is_right;
}

/* Simulated matches are played by computer players only, because people would need to send hands.
 */
static bool check_matches(const struct game *const *of, int play, int matches, bool is_simulated) {
    for (int i = 1; i <= matches; i++) {
        int people = is_simulated ? 0 : i % 3 ? SEATS_PLAYED : SEATS_PLAYED - 1;
        if (!check_match(of, play, (uint64_t)i, people))
            return false;
    }
    return true;
}

/* Pairs. */

/* Two actions that others cannot distinguish at once: with the same first word and number of words,
 * or any two in a reaction. */
static bool look_alike(const char *a, const char *b, bool is_reaction) {
    size_t word = strcspn(a, " ");
    int words = 0;
    if (is_reaction)
        return true;
    for (const char *at = a; *at; at++)
        words += *at == ' ';
    for (const char *at = b; *at; at++)
        words -= *at == ' ';
    return words == 0 && strcspn(b, " ") == word && strncmp(a, b, word) == 0;
}

/* True if others see only that the seat has answered: it is no longer asked, others still are.
 * Cards that may be played at any time are no answers. */
static bool is_sealed(struct fixture *fixture, int seat, int index) {
    const struct game *game = match_game(fixture_match(fixture));
    struct actions legal = actions_new(game);
    struct turn before, after;
    void *state = must_alloc(game->state_size);
    memcpy(state, match_state(fixture_match(fixture)), game->state_size);
    match_legal(fixture_match(fixture), seat, &legal);
    match_turn(fixture_match(fixture), &before);
    game->apply(state, seat, actions_at(&legal, index), NULL);
    game_turn(game, state, &after);
    actions_free(&legal);
    free(state);
    return after.kind == TURN_SEATS && after.question == before.question &&
           after.seats == (before.seats & ~(1 << seat));
}

struct secret {
    int seat;
    struct text actions[2];
};

static bool choose_two(struct fixture *fixture, struct rng *rng, int seat, bool is_reaction,
                       struct secret *out) {
    int count = fixture_count_legal(fixture, seat);
    for (int tries = 0; tries < 20 && count > 1; tries++) {
        int a = (int)rng_below(rng, (uint32_t)count), b = (int)rng_below(rng, (uint32_t)count);
        fixture_print_legal(fixture, seat, a, &out->actions[0]);
        fixture_print_legal(fixture, seat, b, &out->actions[1]);
        if (a != b && is_sealed(fixture, seat, a) && is_sealed(fixture, seat, b) &&
            look_alike(text_string(&out->actions[0]), text_string(&out->actions[1]), is_reaction)) {
            out->seat = seat;
            return true;
        }
    }
    return false;
}

/* Finds a secret choice: a seat that answers while others are still asked. */
static bool find_secret(struct fixture *fixture, struct rng *rng, struct secret *out) {
    struct turn turn;
    match_turn(fixture_match(fixture), &turn);
    bool are_several = turn.kind == TURN_SEATS && (turn.seats & (turn.seats - 1));
    int first = (int)rng_below(rng, SEATS_PLAYED);
    for (int i = 0; i < SEATS_PLAYED && are_several; i++) {
        int seat = (first + i) % SEATS_PLAYED;
        if (turn.seats >> seat & 1 && choose_two(fixture, rng, seat, turn.reaction, out))
            return true;
    }
    return false;
}

static bool hears_the_same(const struct fixture *a, const struct fixture *b, int but,
                           struct text *why) {
    for (int line = 0; line < a->line_count; line++) {
        const struct line *one = &a->lines[line], *two = &b->lines[line];
        for (int i = 0; line != but && (i < one->count || i < two->count); i++)
            if (i >= one->count || i >= two->count ||
                !text_equals(&one->messages[i], &two->messages[i])) {
                text_put(why, i < one->count ? text_string(&one->messages[i]) : "nothing");
                text_put(why, " and ");
                text_put(why, i < two->count ? text_string(&two->messages[i]) : "nothing");
                return false;
            }
    }
    return true;
}

/* True if somebody else sees a difference between the two states: the secret is revealed. */
static bool is_revealed(const struct fixture *a, const struct fixture *b, int seat) {
    bool is_out = false;
    for (int i = -1; i < SEATS_PLAYED && !is_out; i++) {
        int viewer = i < 0 ? SEAT_WATCHER : i;
        struct text one = {0}, two = {0};
        match_view_json(fixture_match(a), viewer, &one);
        match_view_json(fixture_match(b), viewer, &two);
        is_out = viewer != seat && !text_equals(&one, &two);
        text_free(&one);
        text_free(&two);
    }
    return is_out;
}

/* The first awaited seat plays its first action in both matches; false: the seat with the secret
 * has different actions now. */
static bool act_alike(struct fixture *pair, const struct turn *turn) {
    struct text actions[2] = {0};
    int next = 0;
    while (!(turn->seats >> next & 1))
        next++;
    for (int k = 0; k < 2; k++)
        fixture_print_legal(&pair[k], next, 0, &actions[k]);
    bool is_same = text_equals(&actions[0], &actions[1]);
    for (int k = 0; k < 2 && is_same; k++) {
        fixture_act(&pair[k], next, text_string(&actions[k]));
        fixture_settle(&pair[k]);
    }
    text_free(&actions[0]);
    text_free(&actions[1]);
    return is_same;
}

/* Continues both matches alike until the secret is revealed, which may take long: orders are
 * revealed when the innkeeper reckons. */
static bool is_kept(struct fixture *pair, int seat, struct text *why) {
    for (int i = 0; i < LATER_MAX && !is_revealed(&pair[0], &pair[1], seat); i++) {
        struct turn turn;
        if (!hears_the_same(&pair[0], &pair[1], seat, why))
            return false;
        match_turn(fixture_match(&pair[0]), &turn);
        if (turn.kind == TURN_OVER)
            break;
        if (turn.kind != TURN_SEATS) {
            for (int k = 0; k < 2; k++)
                fixture_wait(&pair[k]);
        } else if (!act_alike(pair, &turn)) {
            break;
        }
    }
    return true;
}

/* Plays both fixtures alike, then differs in one choice. 1: the secret was kept, 0: there was none,
 * -1: it leaked. */
static int check_secret(struct fixture *pair, uint64_t number, struct text *why) {
    struct crowd crowds[2];
    struct secret secret = {0};
    int found = 0, after = (int)(number % 30);
    crowd_begin(&crowds[0], &pair[0], number);
    crowd_begin(&crowds[1], &pair[1], number);
    struct rng rng = crowds[0].rng;
    for (int i = 0; i < TRIES_MAX + after && found == 0 && !match_over(fixture_match(&pair[0]));
         i++) {
        if (i >= after && find_secret(&pair[0], &rng, &secret)) {
            for (int k = 0; k < 2; k++) {
                fixture_act(&pair[k], secret.seat, text_string(&secret.actions[k]));
                fixture_settle(&pair[k]);
            }
            found = is_kept(pair, secret.seat, why) ? 1 : -1;
            continue;
        }
        for (int k = 0; k < 2; k++)
            if (!crowd_act(&crowds[k], SEATS_PLAYED))
                fixture_wait(&pair[k]);
    }
    if (found < 0) {
        text_put(why, ": ");
        text_put(why, text_string(&secret.actions[0]));
        text_put(why, " can be told from ");
        text_put(why, text_string(&secret.actions[1]));
    }
    text_free(&secret.actions[0]);
    text_free(&secret.actions[1]);
    return found;
}

/* Everybody holds, so that the server answers for nobody; moments are immediate. */
static int check_pair(int play, uint64_t number) {
    struct fixture pair[2];
    struct text why = {0};
    for (int k = 0; k < 2; k++) {
        crowd_open(&pair[k], games, plays[play].game, plays[play].options, number,
                   ",\"reaction\":[0,0]");
        crowd_seat(&pair[k], SEATS_PLAYED);
        fixture_ask(&pair[k], 0, "start", "");
        for (int seat = 0; seat < SEATS_PLAYED; seat++)
            fixture_ask(&pair[k], seat, "hold", ",\"on\":true");
    }
    int found = check_secret(pair, number, &why);
    if (found < 0)
        complain(plays[play].game, number, "", &why);
    for (int k = 0; k < 2; k++)
        fixture_close(&pair[k]);
    text_free(&why);
    return found;
}

static bool check_pairs(int play, int pairs) {
    int kept = 0;
    for (uint64_t number = 1; kept < pairs && number < 20u * (unsigned)pairs + 20; number++) {
        int found = check_pair(play, number);
        if (found < 0)
            return false;
        kept += found;
    }
    printf("# %s: %d secrets\n", plays[play].game, kept);
    return kept == pairs;
}

/* The program. */

static int tests, failures;

static void say(bool is_right, const char *format, const char *name) {
    printf(is_right ? "ok %d - " : "not ok %d - ", ++tests);
    printf(format, name);
    putchar('\n');
    fflush(stdout);
    failures += !is_right;
}

static void run_delays(void) {
    say(delays_are_alike(), "answers in reactions take equally long%s", "");
    say(delays_find_a_fault(), "answering at once where only `pass` is legal is found%s", "");
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "all";
    int matches = argc > 2 ? atoi(argv[2]) : 30, pairs = argc > 3 ? atoi(argv[3]) : 10;
    bool is_all = strcmp(what, "all") == 0;
    game_script(&riffraff_game, &scripted_riffraff);
    for (int play = 0; play < (int)(sizeof plays / sizeof *plays); play++) {
        if (!is_all && strcmp(what, plays[play].game) != 0)
            continue;
        say(check_matches(games, play, matches, false), "streams of %s are what the log gives",
            plays[play].game);
        say(check_pairs(play, pairs), "secrets of %s stay secret", plays[play].game);
    }
    if (strcmp(what, "physics") == 0)
        say(check_matches(game_list, 3, matches, true),
            "streams of simulated %s are what the log gives", "riffraff");
    if (is_all || strcmp(what, "delays") == 0)
        run_delays();
    printf("1..%d\n", tests);
    return failures > 0;
}
