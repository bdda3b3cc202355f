/* test_table_reactions.c: moments of answers: one distribution for all; presets, holding
 * back, clocks, and computer players who take over. */
#include "hall.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DELAYS_MAX = 20000 };

/* How long after the question answers were seen. */
struct delays {
    double items[DELAYS_MAX];
    int count;
};

/* Kinds of who answers: the server for who can only pass, for a computer player, for a
 * preset; a person at once who could do something else. */
enum { BY_ONLY_PASS, BY_BOT, BY_PRESET, BY_PERSON, KINDS };

struct watching {
    struct delays delays[KINDS];
    int64_t asked_at[SEATS_MAX];
    int kind[SEATS_MAX];
    uint32_t question;
    uint16_t seats;
    bool is_reaction;
};

static int count_legal(struct hall *hall, int seat) {
    struct actions legal = actions_new(hall->table->book.settings.game);
    match_legal(hall->table->book.match, seat, &legal);
    int count = legal.count;
    actions_free(&legal);
    return count;
}

static bool is_passed_by_preset(struct hall *hall, int seat) {
    struct text prompt = {0}, presets = {0};
    match_prompt_json(hall->table->book.match, seat, &prompt);
    json_get(text_string(&prompt), "presets", &presets);
    bool is_passed = presets.length > 2;
    text_free(&prompt);
    text_free(&presets);
    return is_passed;
}

static int kind_of(struct hall *hall, int seat) {
    if (hall->table->book.places[seat].bot[0])
        return BY_BOT;
    if (count_legal(hall, seat) == 1)
        return BY_ONLY_PASS;
    return hall->table->book.places[seat].presets && is_passed_by_preset(hall, seat) ? BY_PRESET
                                                                                     : BY_PERSON;
}

/* Notes who is asked anew, and who has answered since the last look. */
static void look(struct hall *hall, struct watching *at) {
    struct turn turn;
    match_turn(hall->table->book.match, &turn);
    bool is_reaction = turn.kind == TURN_SEATS && turn.reaction;
    bool is_new = !at->is_reaction || turn.question != at->question || turn.seats & ~at->seats;
    for (int seat = 0; seat < hall->table->book.settings.seats; seat++) {
        bool is_asked = is_reaction && turn.seats >> seat & 1;
        if (at->asked_at[seat] && (!is_asked || is_new)) {
            struct delays *delays = &at->delays[at->kind[seat]];
            /* What another's answer made void was no answer. */
            if (!is_new && delays->count < DELAYS_MAX)
                delays->items[delays->count++] = (double)(hall->now - at->asked_at[seat]);
            at->asked_at[seat] = 0;
        }
        if (is_asked && is_new) {
            at->asked_at[seat] = hall->now;
            at->kind[seat] = kind_of(hall, seat);
        }
    }
    at->is_reaction = is_reaction;
    at->question = turn.question;
    at->seats = turn.seats;
}

/* Seat 0 answers at once; seat 1 has all presets set; seat 2 is a computer player. */
static void answer_at_once(struct hall *hall, struct rng *rng, uint32_t tried[2]) {
    struct match *match = hall->table->book.match;
    for (int seat = 0; seat < 2; seat++) {
        uint32_t ask = match_ask(match, seat);
        struct turn turn;
        match_turn(match, &turn);
        if (!ask || ask == tried[seat] || !(turn.seats >> seat & 1) ||
            (seat == 1 && turn.reaction && is_passed_by_preset(hall, 1)))
            continue;
        struct actions legal = actions_new(match_game(match));
        struct text action = {0};
        match_legal(match, seat, &legal);
        match_game(match)->print_action(
            actions_at(&legal, (int)rng_below(rng, (uint32_t)legal.count)), &action);
        tried[seat] = ask;
        hall_act(hall, seat, text_string(&action));
        hall_settle(hall);
        text_free(&action);
        actions_free(&legal);
    }
}

static void collect(struct hall *hall, struct watching *at, uint64_t seed) {
    unsigned char key[KEY_BYTES] = {(unsigned char)seed};
    struct rng rng;
    uint32_t tried[2] = {0};
    char settings[200];
    rng_open(&rng, key, 0, 0);
    hall_open(hall, seed);
    hall_line(hall, "ada");
    hall_line(hall, "ben");
    snprintf(settings, sizeof settings,
             "{\"game\":\"drachen\",\"seats\":3,\"seed\":\"%d\",\"bots\":{\"2\":\"tippler\"},"
             "\"reaction\":[300,1300]}",
             (int)seed);
    hall_make(hall, 0, settings);
    hall_seat(hall, 2);
    hall_ask(hall, 1, "preset",
             ",\"keys\":[\"turn\",\"no_answer\",\"own\",\"card\",\"card_me\",\"gold\",\"drink\","
             "\"drink_me\",\"hurt\",\"won\",\"end\",\"last\",\"bet\"]");
    hall_ask(hall, 0, "start", "");
    memset(at->asked_at, 0, sizeof at->asked_at);
    at->is_reaction = false;
    while (table_state(hall->table) == STORE_PLAYING) {
        look(hall, at);
        answer_at_once(hall, &rng, tried);
        look(hall, at);
        int64_t due = table_due(hall->table);
        hall_pass(hall, due > hall->now ? due - hall->now : 1);
    }
    hall_close(hall);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The largest distance between two distributions, in units of its spread if they are one:
 * 1.63 is p = .01 (Kolmogorov and Smirnov). */
static double distance(struct delays *a, struct delays *b) {
    double most = 0;
    int i = 0, k = 0;
    qsort(a->items, (size_t)a->count, sizeof(double), compare);
    qsort(b->items, (size_t)b->count, sizeof(double), compare);
    while (i < a->count && k < b->count) {
        double at = a->items[i] < b->items[k] ? a->items[i] : b->items[k];
        while (i < a->count && a->items[i] <= at)
            i++;
        while (k < b->count && b->items[k] <= at)
            k++;
        double here = fabs((double)i / a->count - (double)k / b->count);
        most = here > most ? here : most;
    }
    double n = (double)a->count * b->count / (a->count + b->count);
    return most * sqrt(n);
}

static void all_answers_have_one_distribution(void **state) {
    struct watching *at = calloc(1, sizeof *at);
    struct hall hall;
    (void)state;
    for (uint64_t seed = 1; seed <= 24; seed++)
        collect(&hall, at, seed);
    for (int kind = 0; kind < KINDS; kind++)
        assert_true(at->delays[kind].count > 80);
    for (int a = 0; a < KINDS; a++)
        for (int b = 0; b < a; b++)
            if (distance(&at->delays[a], &at->delays[b]) > 1.63)
                fail_msg("kinds %d and %d differ by %f", a, b,
                         distance(&at->delays[a], &at->delays[b]));
    /* They are what was set, and a fault of 30 ms would be found. */
    struct delays *sorted = &at->delays[BY_ONLY_PASS];
    assert_true(sorted->items[0] >= 300 && sorted->items[sorted->count - 1] <= 1300);
    for (int i = 0; i < sorted->count; i++)
        sorted->items[i] *= .5;
    assert_true(distance(&at->delays[BY_ONLY_PASS], &at->delays[BY_BOT]) > 1.63);
    free(at);
}

/* A match of two at a question to which a seat can only pass; its number. */
static int open_reaction(struct hall *hall, const char *more) {
    char settings[200];
    hall_open(hall, 2);
    hall_line(hall, "ada");
    hall_line(hall, "ben");
    snprintf(settings, sizeof settings,
             "{\"game\":\"drachen\",\"seats\":2,\"seed\":\"8\",\"reaction\":[500,600]%s}", more);
    hall_make(hall, 0, settings);
    hall_start(hall, 2);
    for (int i = 0; i < 200; i++) {
        struct turn turn;
        match_turn(hall->table->book.match, &turn);
        for (int seat = 0; turn.kind == TURN_SEATS && turn.reaction && seat < 2; seat++)
            if ((turn.seats >> seat & 1) && count_legal(hall, seat) == 1)
                return seat;
        hall_play(hall, 2, (uint64_t)i, 1);
    }
    fail_msg("no such question");
    return -1;
}

static void an_answer_waits_for_its_moment(void **state) {
    struct hall hall;
    (void)state;
    int seat = open_reaction(&hall, "");
    int entries = match_length(hall.table->book.match);
    hall_act(&hall, seat, "pass");
    hall_settle(&hall);
    int64_t n = hall.lines[seat].n;
    hall_pass(&hall, 490);
    assert_int_equal(match_length(hall.table->book.match), entries);
    assert_null(hall_answer(&hall, seat, n));
    hall_pass(&hall, 120);
    assert_true(match_length(hall.table->book.match) > entries);
    json_is(hall_answer(&hall, seat, n), "t", "\"done\"");
    hall_close(&hall);
}

/* Goes on to a question of this kind; false: the match has none. */
static bool reach_question(struct hall *hall,
                           bool (*is_wanted)(struct hall *hall, const struct turn *turn)) {
    struct turn turn;
    for (int i = 0; i < 5000 && table_state(hall->table) == STORE_PLAYING; i++) {
        match_turn(hall->table->book.match, &turn);
        if (turn.kind == TURN_SEATS && is_wanted(hall, &turn))
            return true;
        hall_play(hall, 2, (uint64_t)i, 1);
    }
    return false;
}

/* A match of two people at a question of this kind. */
static void find_question(struct hall *hall,
                          bool (*is_wanted)(struct hall *hall, const struct turn *turn)) {
    for (int seed = 0; seed < 12; seed++) {
        char settings[100];
        hall_open(hall, 7);
        hall_line(hall, "ada");
        hall_line(hall, "ben");
        snprintf(settings, sizeof settings,
                 "{\"game\":\"drachen\",\"seats\":2,\"seed\":\"%d\",\"reaction\":[500,600]}", seed);
        hall_make(hall, 0, settings);
        hall_start(hall, 2);
        if (reach_question(hall, is_wanted))
            return;
        hall_close(hall);
    }
    fail_msg("no such question");
}

static bool is_for_both(struct hall *hall, const struct turn *turn) {
    (void)hall;
    return turn->reaction && turn->seats == 3;
}

/* A loop that comes late finds several moments in the past. */
static void late_answers_keep_the_order_of_their_moments(void **state) {
    struct hall hall;
    (void)state;
    find_question(&hall, is_for_both);
    int entries = match_length(hall.table->book.match);
    hall.table->play->moment[0] = hall.now + 400;
    hall.table->play->moment[1] = hall.now + 300;
    hall_act(&hall, 0, "pass");
    hall_act(&hall, 1, "pass");
    hall_settle(&hall);
    assert_int_equal(match_length(hall.table->book.match), entries);
    hall.now += 1000;
    table_tick(hall.table, hall.now);
    hall_settle(&hall);
    assert_int_equal(match_entry(hall.table->book.match, entries).seat, 1);
    hall_close(&hall);
}

/* An answer in waiting belongs to the question that it was given to. */
static void a_waiting_answer_is_for_its_question(void **state) {
    struct hall hall;
    (void)state;
    find_question(&hall, is_for_both);
    int entries = match_length(hall.table->book.match);
    hall.table->play->moment[0] = hall.now + 400;
    hall.table->play->moment[1] = hall.now + 10;
    hall_act(&hall, 0, "pass");
    hall_settle(&hall);
    hall.table->play->acts[0].ask--; /* as if it were to the one before */
    hall_act(&hall, 1, "pass");
    hall_pass(&hall, 10);
    assert_int_equal(match_length(hall.table->book.match), entries + 1);
    json_is(hall_answer(&hall, 0, hall.lines[0].n), "code", "\"stale\"");
    hall_close(&hall);
}

/* A disk that fails answers it, and leaves nobody behind who could answer it once more. */
static void a_waiting_answer_fails_with_the_disk(void **state) {
    struct hall hall;
    (void)state;
    find_question(&hall, is_for_both);
    hall_act(&hall, 0, "pass");
    memory_set_fault(hall.memory, MEMORY_LOSES);
    hall_send(&hall, 1, "say", ",\"text\":\"x\"");
    table_flush(hall.table, hall.now);
    store_work(hall.store);
    memory_set_fault(hall.memory, MEMORY_WORKS);
    store_work(hall.store);
    struct store_answer *answer = store_take(hall.store);
    table_stored(hall.table, answer, hall.now);
    store_answer_free(answer);
    assert_true(table_is_lost(hall.table));
    json_is(hall_answer(&hall, 0, hall.lines[0].n), "code", "\"store\"");
    assert_null(hall.table->play->acts[0].pending);
    hall_close(&hall);
}

static bool has_no_choice(struct hall *hall, const struct turn *turn) {
    for (int seat = 0; !turn->reaction && seat < 2; seat++)
        if (turn->seats == 1 << seat && count_legal(hall, seat) == 1)
            return true;
    return false;
}

/* Where nobody can tell, everybody plays for himself. */
static void only_reactions_are_answered_for(void **state) {
    struct hall hall;
    (void)state;
    find_question(&hall, has_no_choice);
    int entries = match_length(hall.table->book.match);
    hall_pass(&hall, 5000);
    hall_ask(&hall, 0, "preset", ",\"keys\":[]");
    assert_int_equal(match_length(hall.table->book.match), entries);
    hall_close(&hall);
}

static void another_answer_takes_the_place_of_the_first(void **state) {
    struct hall hall;
    (void)state;
    int seat = open_reaction(&hall, "");
    hall_act(&hall, seat, "pass");
    hall_act(&hall, seat, "pass");
    hall_settle(&hall);
    int64_t n = hall.lines[seat].n;
    json_is(hall_answer(&hall, seat, n - 1), "code", "\"stale\"");
    /* The second one is sent again, and answered once. */
    struct text rest = {0};
    text_put(&rest, ",\"ask\":1,\"action\":\"pass\"");
    hall_send_again(&hall, seat, n, "act", text_string(&rest));
    hall_pass(&hall, 700);
    json_is(hall_answer(&hall, seat, n), "t", "\"done\"");
    int answers = 0;
    for (int i = 0; i < hall.lines[seat].count; i++) {
        char done[48];
        snprintf(done, sizeof done, "{\"t\":\"done\",\"n\":%d}", (int)n);
        answers += strcmp(text_string(&hall.lines[seat].messages[i]), done) == 0;
    }
    assert_int_equal(answers, 1);
    text_free(&rest);
    hall_close(&hall);
}

/* Plays on to the next reaction in which this seat can only pass. */
static bool reach_only_pass(struct hall *hall, int seat) {
    struct turn turn;
    for (int i = 0; i < 2000 && table_state(hall->table) == STORE_PLAYING; i++) {
        match_turn(hall->table->book.match, &turn);
        if (turn.kind == TURN_SEATS && turn.reaction && (turn.seats >> seat & 1) &&
            count_legal(hall, seat) == 1)
            return true;
        hall_play(hall, 2, (uint64_t)i, 1);
    }
    return false;
}

static void who_holds_is_not_answered_for(void **state) {
    struct hall hall;
    (void)state;
    for (int once = 0; once < 2; once++) {
        int seat = open_reaction(&hall, "");
        uint32_t ask = match_ask(hall.table->book.match, seat);
        char rest[48];
        snprintf(rest, sizeof rest, ",\"ask\":%u", ask);
        hall_ask(&hall, seat, "hold", once ? rest : ",\"on\":true");
        hall_pass(&hall, 30000);
        assert_int_equal(match_ask(hall.table->book.match, seat), ask);
        hall_ask(&hall, seat, "watch", "");
        json_is(text_string(&hall.lines[seat].state), "hold", once ? "false" : "true");
        if (!once) {
            hall_ask(&hall, seat, "hold", ",\"on\":false");
            assert_true(match_ask(hall.table->book.match, seat) != ask);
        } else {
            /* Without a clock it ends after a minute. */
            hall_pass(&hall, 31000);
            assert_true(match_ask(hall.table->book.match, seat) != ask);
            assert_int_equal(hall.table->book.places[seat].idles, 1);
            hall_refused(&hall, seat, "stale", "hold", rest);
            assert_true(reach_only_pass(&hall, seat));
            ask = match_ask(hall.table->book.match, seat);
            hall_pass(&hall, 600); /* the next one is answered again */
            assert_true(match_ask(hall.table->book.match, seat) != ask);
        }
        hall_close(&hall);
    }
}

/* The phone sleeps, and the server is killed. */
static void who_holds_still_does_after_a_restart(void **state) {
    struct hall hall;
    (void)state;
    for (int once = 0; once < 2; once++) {
        int seat = open_reaction(&hall, "");
        uint32_t ask = match_ask(hall.table->book.match, seat);
        char rest[48];
        snprintf(rest, sizeof rest, ",\"ask\":%u", ask);
        hall_ask(&hall, seat, "hold", once ? rest : ",\"on\":true");
        hall_restart(&hall);
        hall_pass(&hall, 30000);
        assert_int_equal(match_ask(hall.table->book.match, seat), ask);
        hall_ask(&hall, seat, "watch", "");
        json_is(text_string(&hall.lines[seat].state), "hold", once ? "false" : "true");
        hall_close(&hall);
    }
}

static void holding_back_that_is_not_written_is_refused(void **state) {
    struct hall hall;
    (void)state;
    int seat = open_reaction(&hall, "");
    memory_set_fault(hall.memory, MEMORY_LOSES);
    int64_t n = hall_send(&hall, seat, "hold", ",\"on\":true");
    hall_settle(&hall);
    memory_set_fault(hall.memory, MEMORY_WORKS);
    hall_settle(&hall);
    hall_settle(&hall);
    json_is(hall_answer(&hall, seat, n), "code", "\"store\"");
    json_is(text_string(&hall.lines[seat].state), "hold", "false");
    hall_close(&hall);
}

static void a_reaction_costs_no_reserve(void **state) {
    struct hall hall;
    (void)state;
    int seat = open_reaction(&hall, ",\"clock\":{\"decide\":100,\"reserve\":60000}");
    uint32_t ask = match_ask(hall.table->book.match, seat);
    int64_t before = match_clock(hall.table->book.match)->reserve[seat];
    int64_t asked_at = hall.table->play->asked_at;
    hall_ask(&hall, seat, "hold", ",\"on\":true");
    struct text path = {0};
    text_put(&path, "until.");
    text_put_number(&path, seat);
    assert_int_equal(json_number(text_string(&hall.lines[seat].clock), text_string(&path)),
                     asked_at + 20000);
    hall_pass(&hall, 19000);
    assert_int_equal(match_ask(hall.table->book.match, seat), ask);
    hall_pass(&hall, 1001);
    assert_true(match_ask(hall.table->book.match, seat) != ask);
    assert_int_equal(match_clock(hall.table->book.match)->reserve[seat], before);
    /* Nor do the next ones, as long as it is asked nothing else. */
    for (int i = 0; i < 100 && hall.table->play->turn.reaction; i++)
        hall_pass(&hall, 1000);
    assert_int_equal(match_clock(hall.table->book.match)->reserve[seat], before);
    text_free(&path);
    hall_close(&hall);
}

/* The time is the question's: that somebody has answered does not change it. */
static void answers_in_a_reaction_leave_the_clock_alone(void **state) {
    struct hall hall;
    (void)state;
    find_question(&hall, is_for_both);
    struct line *ben = &hall.lines[1];
    struct text before = {0};
    text_put_bytes(&before, ben->clock.data, ben->clock.length);
    int64_t until = hall.table->play->asked_at + REACTION_FREE_MS;
    assert_int_equal(json_number(text_string(&before), "until.0"), until);
    assert_int_equal(json_number(text_string(&before), "until.1"), until);
    hall_ask(&hall, 1, "hold", ",\"on\":true");
    hall_act(&hall, 0, "pass");
    hall_pass(&hall, 700);
    json_is(text_string(&ben->turn), "seats", "[1]");
    assert_string_equal(text_string(&ben->clock), text_string(&before));
    text_free(&before);
    hall_close(&hall);
}

static void a_reaction_has_the_time_of_a_decision(void **state) {
    struct hall hall;
    (void)state;
    int seat = open_reaction(&hall, ",\"clock\":{\"decide\":30000}");
    uint32_t ask = match_ask(hall.table->book.match, seat);
    int64_t asked_at = hall.table->play->asked_at;
    hall_ask(&hall, seat, "hold", ",\"on\":true");
    hall_pass(&hall, asked_at + 29999 - hall.now);
    assert_int_equal(match_ask(hall.table->book.match, seat), ask);
    hall_pass(&hall, 1);
    assert_true(match_ask(hall.table->book.match, seat) != ask);
    assert_int_equal(hall.table->book.places[seat].idles, 1);
    hall_close(&hall);
}

static void alone_the_moment_is_short_for_all(void **state) {
    struct hall hall;
    (void)state;
    hall_open(&hall, 4);
    hall_line(&hall, "ada");
    hall_make(&hall, 0,
              "{\"game\":\"drachen\",\"seats\":3,\"seed\":\"8\",\"reaction\":[9000,9900],"
              "\"bots\":{\"1\":\"random\",\"2\":\"random\"},\"pause\":[0,0]}");
    hall_start(&hall, 1);
    for (int i = 0; i < 100; i++) {
        struct play *play = hall.table->play;
        hall_play(&hall, 1, (uint64_t)i, 100);
        for (int seat = 0; play->turn.kind == TURN_SEATS && seat < 3; seat++)
            if (play->moment[seat] && play->turn.reaction)
                assert_true(play->moment[seat] - play->asked_at <= 100 ||
                            play->moment[seat] <= hall.now + 100);
    }
    assert_true(match_length(hall.table->book.match) > 60);
    hall_close(&hall);
}

static void presets_are_kept_and_told_to_nobody(void **state) {
    struct hall hall;
    (void)state;
    open_reaction(&hall, "");
    int before = hall.lines[1].count;
    hall_ask(&hall, 0, "preset", ",\"keys\":[\"card\",\"gold\"]");
    assert_int_equal(hall.lines[1].count, before);
    hall_refused(&hall, 0, "bad_request", "preset", ",\"keys\":[\"nonsense\"]");
    hall_restart(&hall);
    hall_ask(&hall, 0, "watch", "");
    json_is(text_string(&hall.lines[0].state), "presets", "[\"card\",\"gold\"]");
    hall_ask(&hall, 0, "preset", ",\"keys\":[]");
    hall_ask(&hall, 0, "watch", "");
    json_is(text_string(&hall.lines[0].state), "presets", "[]");
    hall_close(&hall);
}

/* Seat 0 bids when it is asked to; `waits`: time passes until both are. */
static void play_ada(struct hall *hall, bool waits) {
    struct play *play = hall->table->play;
    for (int i = 0; i < 500 && waits && play->turn.seats != 3; i++)
        hall_pass(hall, 20);
    if (play->turn.kind == TURN_SEATS && play->turn.seats & 1) {
        hall_act(hall, 0, "bid 0");
        hall_settle(hall);
    }
}

static void time_runs_out_and_a_computer_player_takes_the_seat(void **state) {
    struct hall hall;
    (void)state;
    hall_open(&hall, 5);
    hall_line(&hall, "ada");
    hall_line(&hall, "ben");
    hall_make(&hall, 0,
              "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":20},\"seed\":\"42\","
              "\"pause\":[700,700],\"clock\":{\"decide\":1000,\"reserve\":500}}");
    hall_start(&hall, 2);
    struct line *ada = &hall.lines[0];
    int64_t since = json_number(text_string(&ada->clock), "since.1");
    assert_int_equal(json_number(text_string(&ada->clock), "until.1"), since + 1500);
    hall_act(&hall, 0, "bid 3");
    hall_settle(&hall);
    json_is(text_string(&ada->clock), "since.0", "null");
    hall_pass(&hall, 1499);
    json_is(text_string(&ada->view), "sealed", "[0]");
    hall_pass(&hall, 2);
    assert_int_equal(hall.table->book.places[1].idles, 1);
    json_is(text_string(&ada->clock), "reserve", "[500,0]");
    /* An act counts as being here. */
    play_ada(&hall, true);
    hall_act(&hall, 1, "bid 0");
    hall_settle(&hall);
    assert_int_equal(hall.table->book.places[1].idles, 0);
    int idles = 0;
    for (int i = 0; i < 1000 && !hall.table->book.places[1].bot[0]; i++) {
        idles = hall.table->book.places[1].idles;
        assert_true(idles < 3);
        play_ada(&hall, false);
        hall_pass(&hall, 50);
    }
    assert_int_equal(idles, 2);
    json_is(text_string(&ada->info), "seats.1.person", "\"ben\"");
    json_is(text_string(&ada->info), "seats.1.bot", "\"thrifty\"");
    /* Any act takes it back. */
    hall_ask(&hall, 1, "back", "");
    assert_int_equal(hall.table->book.places[1].idles, 0);
    json_is(text_string(&ada->info), "seats.1.bot", "null");
    hall_ask(&hall, 1, "stand", "");
    json_is(text_string(&ada->info), "seats.1.bot", "\"thrifty\"");
    for (int i = 0; i < 500 && !(hall.table->play->turn.seats & 2); i++)
        hall_pass(&hall, 20);
    hall_act(&hall, 1, "bid 0");
    hall_settle(&hall);
    json_is(hall_answer(&hall, 1, hall.lines[1].n), "t", "\"done\"");
    json_is(text_string(&ada->info), "seats.1.bot", "null");
    hall_close(&hall);
}

/* How many entries of the journal begin like this. */
static int count_entries(struct hall *hall, const char *begin) {
    struct store_request request = {.tag = 1, .does = STORE_READ, .table = hall->id};
    store_send(hall->store, &request);
    store_work(hall->store);
    struct store_answer *answer = store_take(hall->store);
    int count = 0;
    for (int i = 0; i < answer->row_count; i++)
        count += strcmp(answer->rows[i].kind, "entry") == 0 &&
                 strncmp(answer->rows[i].body, begin, strlen(begin)) == 0;
    store_answer_free(answer);
    return count;
}

/* What the server answers for somebody does not show that he is here: three decisions in a row
 * that he left to the clock are three, whatever it answered in between. */
static void answers_of_the_server_are_no_sign_of_life(void **state) {
    struct hall hall;
    int autos = 0;
    (void)state;
    for (int seed = 1; seed <= 4; seed++) {
        char settings[160];
        hall_open(&hall, 2);
        hall_line(&hall, "ada");
        hall_line(&hall, "ben");
        snprintf(settings, sizeof settings,
                 "{\"game\":\"drachen\",\"seats\":2,\"seed\":\"%d\",\"reaction\":[500,600],"
                 "\"clock\":{\"decide\":21000,\"reserve\":0}}",
                 seed);
        hall_make(&hall, 0, settings);
        hall_start(&hall, 2);
        const struct place *places = hall.table->book.places;
        for (int i = 0; i < 4000 && !places[0].bot[0] && !places[1].bot[0]; i++) {
            int idles[] = {places[0].idles, places[1].idles};
            hall_pass(&hall, 100);
            assert_true(places[0].idles >= idles[0] && places[1].idles >= idles[1]);
        }
        assert_true(places[0].bot[0] || places[1].bot[0]);
        autos += count_entries(&hall, "@auto\n");
        hall_close(&hall);
    }
    assert_true(autos > 0);
}

/* Time in which the server was down does not count. */
static void decisions_begin_anew_after_a_restart(void **state) {
    struct hall hall;
    (void)state;
    hall_open(&hall, 5);
    hall_line(&hall, "ada");
    hall_line(&hall, "ben");
    hall_make(&hall, 0,
              "{\"game\":\"null\",\"seats\":2,\"pause\":[0,0],"
              "\"clock\":{\"decide\":10000,\"reserve\":0}}");
    hall_start(&hall, 2);
    hall_pass(&hall, 9000);
    hall.now += 3600000;
    hall_restart(&hall);
    int entries = match_length(hall.table->book.match);
    hall_pass(&hall, 9000);
    assert_int_equal(match_length(hall.table->book.match), entries);
    hall_pass(&hall, 1001);
    assert_true(match_length(hall.table->book.match) > entries);
    hall_close(&hall);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_answers_have_one_distribution),
        cmocka_unit_test(an_answer_waits_for_its_moment),
        cmocka_unit_test(late_answers_keep_the_order_of_their_moments),
        cmocka_unit_test(a_waiting_answer_is_for_its_question),
        cmocka_unit_test(a_waiting_answer_fails_with_the_disk),
        cmocka_unit_test(only_reactions_are_answered_for),
        cmocka_unit_test(another_answer_takes_the_place_of_the_first),
        cmocka_unit_test(who_holds_is_not_answered_for),
        cmocka_unit_test(who_holds_still_does_after_a_restart),
        cmocka_unit_test(holding_back_that_is_not_written_is_refused),
        cmocka_unit_test(a_reaction_costs_no_reserve),
        cmocka_unit_test(answers_in_a_reaction_leave_the_clock_alone),
        cmocka_unit_test(a_reaction_has_the_time_of_a_decision),
        cmocka_unit_test(alone_the_moment_is_short_for_all),
        cmocka_unit_test(presets_are_kept_and_told_to_nobody),
        cmocka_unit_test(time_runs_out_and_a_computer_player_takes_the_seat),
        cmocka_unit_test(answers_of_the_server_are_no_sign_of_life),
        cmocka_unit_test(decisions_begin_anew_after_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
