/* secrets.c: nothing leaks: whole matches by calls on the table, on a simulated clock.
 *
 * - Every viewer's stream is exactly what the log, replayed, gives that viewer.
 * - Pairs of matches that differ in one secret choice: the streams of everybody who may not
 *   know it are equal byte for byte until it is revealed. Both halls draw the same
 *   names and times, so nothing is masked.
 * - Delays of answers in reactions have one distribution, whoever answers (Kolmogorov and
 *   Smirnov, p = .01); answering at once where only `pass` is legal would be found.
 *
 * Prints TAP. `secrets [GAME|delays|physics [MATCHES [PAIRS]]]`; CI takes a sample. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expected.h"
#include "scripted.h"

extern const struct game null_game, polterfass_game, drachen_game, riffraff_game;

enum { SEATS_PLAYED = 4, ACTS_MAX = 400000, TRIES_MAX = 60 };
enum { DELAYS_MAX = 4000, DELAYS_WANTED = 400, REACTION_FROM = 600, REACTION_TO = 1600 };

static struct game scripted_riffraff;
static const struct game *games[] = {&null_game, &polterfass_game, &drachen_game,
                                     &scripted_riffraff, NULL};

static struct {
    const char *game, *options;
} const plays[] = {{"null", "{\"rounds\":6}"},
                   {"polterfass", "{\"goal\":60}"},
                   {"drachen", "{}"},
                   {"riffraff", "{}"}};

/* People who play anything. */

struct player {
    struct hall *hall;
    struct rng rng;
    uint32_t answered[SEATS_MAX]; /* the question that each seat has answered */
};

static struct match *match_of(const struct hall *hall) {
    return hall->table->book.match;
}

static void begin_player(struct player *player, struct hall *hall, uint64_t number) {
    struct seed seed;
    *player = (struct player){.hall = hall};
    seed_from_number(&seed, number);
    rng_open(&player->rng, seed.secret, number, 1);
}

static void print_legal(struct hall *hall, int seat, int index, struct text *out) {
    struct actions legal = actions_new(match_game(match_of(hall)));
    match_legal(match_of(hall), seat, &legal);
    text_clear(out);
    match_game(match_of(hall))->print_action(actions_at(&legal, index), out);
    actions_free(&legal);
}

static int count_legal(struct hall *hall, int seat) {
    struct actions legal = actions_new(match_game(match_of(hall)));
    match_legal(match_of(hall), seat, &legal);
    int count = legal.count;
    actions_free(&legal);
    return count;
}

/* An action of a seat that is asked, and has not answered. */
static bool act_somewhere(struct player *player, int people) {
    struct hall *hall = player->hall;
    struct turn turn;
    struct text action = {0};
    match_turn(match_of(hall), &turn);
    int first = (int)rng_below(&player->rng, (uint32_t)people);
    for (int i = 0; i < people && turn.kind == TURN_SEATS; i++) {
        int seat = (first + i) % people;
        uint32_t ask = match_ask(match_of(hall), seat);
        int count = ask && ask != player->answered[seat] ? count_legal(hall, seat) : 0;
        bool must_act = turn.seats >> seat & 1;
        if (count == 0)
            continue;
        player->answered[seat] = ask;
        if ((count == 1 && turn.reaction) || (!must_act && rng_below(&player->rng, 8) > 0))
            continue; /* the server answers, or nobody does */
        print_legal(hall, seat, (int)rng_below(&player->rng, (uint32_t)count), &action);
        hall_act(hall, seat, text_string(&action));
        hall_settle(hall);
        text_free(&action);
        return true;
    }
    return false;
}

static void open_match(struct hall *hall, const struct game *const *of, const char *game,
                       const char *options, uint64_t number, const char *more) {
    char body[512];
    static const char *const people[] = {"ada", "ben", "cem", "dia", "eve", "gus"};
    hall_open(hall, number);
    hall->world.games = of;
    for (int i = 0; i < SEATS_PLAYED + 2; i++)
        hall_line(hall, people[i]);
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":%d,\"seed\":\"%llu\",\"options\":%s%s}",
             game, SEATS_PLAYED, (unsigned long long)number, options, more);
    hall_make(hall, 0, body);
}

/* People sit down in the seats of their lines, and all others look on. */
static void seat_all(struct hall *hall, int people) {
    char rest[64];
    hall_seat(hall, people);
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", hall->code);
    for (int line = people; line < hall->line_count; line++)
        hall_ask(hall, line, "watch", rest);
}

/* Goes on to the moment at which something is due; false: nothing ever is. */
static bool wait_for_due(struct hall *hall) {
    int64_t due = table_due(hall->table);
    if (due)
        hall_pass(hall, due > hall->now ? due - hall->now : 0);
    return due;
}

/* Streams. */

static bool play_out(struct hall *hall, uint64_t number, int people) {
    struct player player;
    begin_player(&player, hall, number);
    for (int i = 0; i < ACTS_MAX && !match_over(match_of(hall)); i++)
        if (!(people && act_somewhere(&player, people)) && !wait_for_due(hall))
            return false;
    return match_over(match_of(hall));
}

static bool complain(const char *game, uint64_t number, const char *what, struct text *why) {
    printf("# %s, match %llu: %s%s\n", game, (unsigned long long)number, what, text_string(why));
    return false;
}

/* So many people, and computer players in the other seats; everybody else watches. */
static bool check_match(const struct game *const *of, int play, uint64_t number, int people) {
    struct hall hall;
    struct text why = {0}, bots = {0};
    for (int seat = people; seat < SEATS_PLAYED; seat++) {
        text_put(&bots, seat > people ? "," : ",\"bots\":{");
        text_put_char(&bots, '"');
        text_put_number(&bots, seat);
        text_put(&bots, "\":\"random\"");
    }
    text_put(&bots, people < SEATS_PLAYED ? "}" : "");
    open_match(&hall, of, plays[play].game, plays[play].options, number, text_string(&bots));
    text_free(&bots);
    seat_all(&hall, people);
    hall_ask(&hall, 0, "start", "");
    bool is_right = play_out(&hall, number, people) ||
                    complain(plays[play].game, number, "it does not end", &why);
    for (int line = 0; line < hall.line_count && is_right; line++) {
        is_right = expected_check(of, match_of(&hall), &hall.lines[line],
                                  line < people ? line : SEAT_WATCHER, &why);
        if (!is_right)
            complain(plays[play].game, number, "", &why);
    }
    text_free(&why);
    hall_close(&hall);
    return is_right;
}

/* Nobody's hand is there to load with, so simulated matches are left to computer players. */
static bool check_matches(const struct game *const *of, int play, int matches, bool is_simulated) {
    for (int i = 1; i <= matches; i++) {
        int people = is_simulated ? 0 : i % 3 ? SEATS_PLAYED : SEATS_PLAYED - 1;
        if (!check_match(of, play, (uint64_t)i, people))
            return false;
    }
    return true;
}

/* Pairs. */

/* Two actions of a seat between which nobody else can tell at once: of the same word and
 * as many words, or, in a reaction, any. */
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

/* True if others see only that the seat has answered: it is no longer asked, and the rest
 * is. Cards that may be played at any time are no answers. */
static bool is_sealed(struct hall *hall, int seat, int index) {
    const struct game *game = match_game(match_of(hall));
    struct actions legal = actions_new(game);
    struct turn before, after;
    void *state = must_alloc(game->state_size);
    memcpy(state, match_state(match_of(hall)), game->state_size);
    match_legal(match_of(hall), seat, &legal);
    match_turn(match_of(hall), &before);
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

static bool choose_two(struct hall *hall, struct rng *rng, int seat, bool is_reaction,
                       struct secret *out) {
    int count = count_legal(hall, seat);
    for (int tries = 0; tries < 20 && count > 1; tries++) {
        int a = (int)rng_below(rng, (uint32_t)count), b = (int)rng_below(rng, (uint32_t)count);
        print_legal(hall, seat, a, &out->actions[0]);
        print_legal(hall, seat, b, &out->actions[1]);
        if (a != b && is_sealed(hall, seat, a) && is_sealed(hall, seat, b) &&
            look_alike(text_string(&out->actions[0]), text_string(&out->actions[1]), is_reaction)) {
            out->seat = seat;
            return true;
        }
    }
    return false;
}

/* A seat that chooses while others still do. */
static bool find_secret(struct hall *hall, struct rng *rng, struct secret *out) {
    struct turn turn;
    match_turn(match_of(hall), &turn);
    bool are_several = turn.kind == TURN_SEATS && (turn.seats & (turn.seats - 1));
    int first = (int)rng_below(rng, SEATS_PLAYED);
    for (int i = 0; i < SEATS_PLAYED && are_several; i++) {
        int seat = (first + i) % SEATS_PLAYED;
        if (turn.seats >> seat & 1 && choose_two(hall, rng, seat, turn.reaction, out))
            return true;
    }
    return false;
}

static bool hears_the_same(const struct hall *a, const struct hall *b, int but, struct text *why) {
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

/* One awaited seat after the other acts in both, the first action it has, until one is left:
 * its answer reveals the secret. */
static bool others_act(struct hall *a, struct hall *b, int seat, struct text *why) {
    struct text action = {0};
    bool is_same = true;
    for (;;) {
        struct turn turn;
        match_turn(match_of(a), &turn);
        if (turn.kind != TURN_SEATS || !(turn.seats & (turn.seats - 1)) || !is_same)
            break;
        int next = 0;
        while (!(turn.seats >> next & 1))
            next++;
        print_legal(a, next, 0, &action);
        for (int i = 0; i < 2; i++) {
            struct hall *hall = i ? b : a;
            hall_act(hall, next, text_string(&action));
            hall_settle(hall);
        }
        is_same = hears_the_same(a, b, seat, why);
    }
    text_free(&action);
    return is_same;
}

/* Both halls do the same for a while; 1: the secret was kept, 0: there was none, -1: it was
 * not. */
static int check_secret(struct hall *pair, uint64_t number, struct text *why) {
    struct player players[2];
    struct secret secret = {0};
    int found = 0, after = (int)(number % 30);
    begin_player(&players[0], &pair[0], number);
    begin_player(&players[1], &pair[1], number);
    struct rng rng = players[0].rng;
    for (int i = 0; i < TRIES_MAX + after && found == 0 && !match_over(match_of(&pair[0])); i++) {
        if (i >= after && find_secret(&pair[0], &rng, &secret)) {
            for (int k = 0; k < 2; k++) {
                hall_act(&pair[k], secret.seat, text_string(&secret.actions[k]));
                hall_settle(&pair[k]);
            }
            found = hears_the_same(&pair[0], &pair[1], secret.seat, why) &&
                            others_act(&pair[0], &pair[1], secret.seat, why)
                        ? 1
                        : -1;
            continue;
        }
        for (int k = 0; k < 2; k++)
            if (!act_somewhere(&players[k], SEATS_PLAYED))
                wait_for_due(&pair[k]);
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

/* Everybody holds, so that nobody is answered for; moments have passed at once. */
static int check_pair(int play, uint64_t number) {
    struct hall pair[2];
    struct text why = {0};
    for (int k = 0; k < 2; k++) {
        open_match(&pair[k], games, plays[play].game, plays[play].options, number,
                   ",\"reaction\":[0,0]");
        seat_all(&pair[k], SEATS_PLAYED);
        hall_ask(&pair[k], 0, "start", "");
        for (int seat = 0; seat < SEATS_PLAYED; seat++)
            hall_ask(&pair[k], seat, "hold", ",\"on\":true");
    }
    int found = check_secret(pair, number, &why);
    if (found < 0)
        complain(plays[play].game, number, "", &why);
    for (int k = 0; k < 2; k++)
        hall_close(&pair[k]);
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

/* Delays. */

enum answerer { BY_CHOICE, FORCED, BY_PRESET, BY_BOT, ANSWERERS };
static const char *const answerers[] = {"people with a choice", "people without one", "presets",
                                        "computer players"};

struct delays {
    double of[ANSWERERS][DELAYS_MAX];
    int count[ANSWERERS];
};

/* True if a preset of the game would pass what the seat is asked. */
static bool has_preset(struct hall *hall, int seat) {
    const struct game *game = match_game(match_of(hall));
    struct prompt *prompt = must_alloc(sizeof *prompt);
    void *view = must_alloc(game->state_size);
    game_view(game, match_state(match_of(hall)), seat, view);
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
static enum answerer answerer_of(struct hall *hall, const struct turn *turn, int seat) {
    if (seat == 3 || !(turn->seats >> seat & 1))
        return BY_BOT;
    if (count_legal(hall, seat) < 2)
        return FORCED;
    return seat == 2 && has_preset(hall, seat) ? BY_PRESET : BY_CHOICE;
}

static bool act_at_once(struct player *player) {
    struct hall *hall = player->hall;
    struct turn turn;
    struct text action = {0};
    bool has_acted = false;
    match_turn(match_of(hall), &turn);
    for (int seat = 0; seat < 3 && turn.kind == TURN_SEATS && !has_acted; seat++) {
        uint32_t ask = match_ask(match_of(hall), seat);
        int count = count_legal(hall, seat);
        bool is_servers = turn.reaction && answerer_of(hall, &turn, seat) != BY_CHOICE;
        if (!(turn.seats >> seat & 1) || ask == player->answered[seat] || is_servers)
            continue;
        player->answered[seat] = ask;
        /* Answers are mostly passes, so that windows have many answers. */
        int index = turn.reaction && rng_below(&player->rng, 4) > 0
                        ? -1
                        : (int)rng_below(&player->rng, (uint32_t)count);
        if (index >= 0)
            print_legal(hall, seat, index, &action);
        else
            text_put(&action, "pass");
        hall_act(hall, seat, text_string(&action));
        hall_settle(hall);
        has_acted = true;
    }
    text_free(&action);
    return has_acted;
}

/* The present question: since when each seat is asked, and how it will answer. */
struct asking {
    struct turn turn;
    int entries;
    int64_t since[SEATS_PLAYED];
    enum answerer by[SEATS_PLAYED];
};

/* A seat is asked anew if it was not asked before, was asked something else, or has answered
 * since. */
static void look_again(struct hall *hall, struct asking *asking) {
    const struct match *match = match_of(hall);
    uint32_t question = asking->turn.question;
    uint16_t before = asking->turn.kind == TURN_SEATS ? asking->turn.seats : 0;
    for (int i = asking->entries; i < match_length(match); i++)
        before &=
            match_entry(match, i).seat < 0 ? 0 : (uint16_t) ~(1 << match_entry(match, i).seat);
    match_turn(match, &asking->turn);
    for (int seat = 0; seat < SEATS_PLAYED; seat++)
        if (asking->turn.seats & 1 << seat &&
            (!(before & 1 << seat) || asking->turn.question != question))
            asking->since[seat] = hall->now;
    asking->entries = match_length(match);
    for (int seat = 0; seat < SEATS_PLAYED; seat++)
        asking->by[seat] = answerer_of(hall, &asking->turn, seat);
}

/* The first new entry, if a seat has answered a reaction: how long after it was asked. */
static void note_answer(struct hall *hall, const struct asking *asking, struct delays *delays) {
    const struct match *match = match_of(hall);
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

static void measure(uint64_t number, struct delays *delays) {
    struct asking asking = {.turn.kind = TURN_CHANCE};
    struct hall hall;
    struct player player;
    struct text presets = {0};
    open_match(&hall, games, "drachen", "{}", number, ",\"bots\":{\"3\":\"tippler\"}");
    seat_all(&hall, 3);
    put_presets(drachen_game.face, &presets);
    hall_ask(&hall, 0, "start", "");
    hall_ask(&hall, 2, "preset", text_string(&presets));
    begin_player(&player, &hall, number);
    for (int i = 0; i < ACTS_MAX && !match_over(match_of(&hall)); i++) {
        look_again(&hall, &asking);
        must(act_at_once(&player) || wait_for_due(&hall));
        note_answer(&hall, &asking, delays);
    }
    text_free(&presets);
    hall_close(&hall);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The largest distance of two distributions; both are sorted. */
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

/* True if both could be of one distribution, at p = .01. */
static bool are_alike(const struct delays *delays, enum answerer a, enum answerer b) {
    int m = delays->count[a], n = delays->count[b];
    double found = distance(delays->of[a], m, delays->of[b], n);
    double most = 1.628 * sqrt((double)(m + n) / ((double)m * n));
    printf("# %s (%d) and %s (%d): %.4f of %.4f\n", answerers[a], m, answerers[b], n, found, most);
    return found <= most;
}

/* Sorted: the first and the last are as the settings say. */
static bool are_within(const struct delays *delays, enum answerer by) {
    double least = delays->of[by][0], most = delays->of[by][delays->count[by] - 1];
    printf("# %s: %.0f to %.0f ms\n", answerers[by], least, most);
    return least >= REACTION_FROM && most <= REACTION_TO;
}

static bool check_delays(struct delays *delays, int wanted) {
    bool is_right = true;
    for (uint64_t number = 1; number < 200 && !has_enough(delays, wanted); number++)
        measure(number, delays);
    for (int by = 0; by < ANSWERERS; by++)
        qsort(delays->of[by], (size_t)delays->count[by], sizeof(double), by_size);
    for (int by = 0; by < ANSWERERS; by++)
        is_right &= are_within(delays, (enum answerer)by);
    for (int a = 0; a < ANSWERERS; a++)
        for (int b = a + 1; b < ANSWERERS; b++)
            is_right &= are_alike(delays, (enum answerer)a, (enum answerer)b);
    return is_right && has_enough(delays, wanted);
}

/* Planted: who has nothing but `pass` is answered for at once. */
static bool finds_a_fault(struct delays *delays) {
    for (int i = 0; i < delays->count[FORCED]; i++)
        delays->of[FORCED][i] = 0;
    return !are_alike(delays, BY_CHOICE, FORCED);
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
    struct delays *delays = must_alloc(sizeof *delays);
    say(check_delays(delays, DELAYS_WANTED), "answers in reactions take equally long%s", "");
    say(finds_a_fault(delays), "answering at once where only `pass` is legal would be found%s", "");
    free(delays);
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
