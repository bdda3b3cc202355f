/* test_host.c: a host without any client: random tables of computer players and scripted
 * people, drivers that answer late, twice or out of turn, sessions that are cut. */
#include "unit/test.h"

#include <stdlib.h>

#include <spelunke/must.h>

#include "games/null/null.h"
#include "host/host.h"

/* What a store would keep: header, lines, hands; and what was told. */
struct kept {
    const struct match *match;
    struct text log, hands;
    int entries, words, length;
};

static void keep(void *context, const struct host_entry *entry) {
    struct kept *kept = context;
    assert_true(entry->length > 0 && entry->lines[entry->length - 1] == '\n');
    text_put_bytes(&kept->log, entry->lines, entry->length);
    text_put(&kept->hands, entry->hands);
    kept->entries += entry->events != NULL;
    kept->words += entry->events == NULL;
    kept->length = match_length(kept->match);
}

struct table {
    struct kept kept;
    struct host_sink sink;
    struct host *host;
};

static void open_table(struct table *table, struct match *match) {
    table->kept = (struct kept){.match = match};
    table->sink = (struct host_sink){keep, &table->kept};
    log_print_header(match, &table->kept.log);
    table->host = host_new(match, &table->sink);
}

static void close_table(struct table *table) {
    host_free(table->host);
    text_free(&table->kept.log);
    text_free(&table->kept.hands);
}

static const struct budget little = {.effort = 1};

/* Where the header of a log ends: behind the line of the seed. */
static size_t header_length(const char *log) {
    const char *seed = strstr(log, "\nseed ");
    return (size_t)(strchr(seed + 1, '\n') - log) + 1;
}

static struct match *rebuild(const struct kept *kept) {
    struct log_fault fault;
    const char *log = text_string(&kept->log), *at = log + header_length(log);
    struct match *match = log_begin(game_list, log, header_length(log), &fault);
    assert_non_null(match);
    for (const char *feed; (feed = strchr(at, '\n')) != NULL; at = feed + 1) {
        struct text line = {0};
        text_put_bytes(&line, at, (size_t)(feed - at));
        assert_true(log_enter(match, text_string(&line), NULL));
        text_free(&line);
    }
    assert_true(log_parse_hands(match, text_string(&kept->hands), &fault));
    return match;
}

static void assert_same_match(struct match *a, struct match *b) {
    struct text left = {0}, right = {0};
    log_print(a, true, &left);
    log_print(b, true, &right);
    assert_string_equal(text_string(&left), text_string(&right));
    text_clear(&left);
    text_clear(&right);
    log_print_hands(a, &left);
    log_print_hands(b, &right);
    assert_string_equal(text_string(&left), text_string(&right));
    text_free(&left);
    text_free(&right);
}

/* Every entry has reached the sink, and nothing else has. */
static void assert_kept(struct table *table) {
    struct match *again = rebuild(&table->kept);
    assert_int_equal(table->kept.length, match_length(host_match(table->host)));
    assert_int_equal(table->kept.entries, match_length(host_match(table->host)));
    assert_same_match(host_match(table->host), again);
    match_free(again);
}

/* A person plays anything that is allowed. */
static void play_person(struct host *host, int seat, struct rng *rng, int64_t now) {
    struct match *match = host_match(host);
    struct actions legal = actions_new(match_game(match));
    struct text action = {0};
    match_legal(match, seat, &legal);
    assert_true(legal.count > 0);
    match_game(match)->print_action(actions_at(&legal, (int)rng_below(rng, (uint32_t)legal.count)),
                                    &action);
    uint32_t ask = rng_below(rng, 2) ? match_ask(match, seat) : 0;
    assert_int_equal(host_play(host, seat, ask, text_string(&action), now, NULL), VERDICT_PLAYED);
    text_free(&action);
    actions_free(&legal);
}

/* A few thoughts that are on their way, as in worker threads. */
struct workers {
    struct thought *thoughts[4 * SEATS_MAX];
    int count;
};

static void finish_thought(struct table *table, struct workers *workers, int index) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct thought *thought = workers->thoughts[index];
    workers->thoughts[index] = workers->thoughts[--workers->count];
    bool acts = thought_run(thought, &little, action);
    host_thought(table->host, thought, acts ? action : NULL);
}

/* Does one of the things that can be done now, at random; false: the match is over. */
static bool move_somehow(struct table *table, struct workers *workers, struct rng *rng,
                         int64_t now) {
    struct host *host = table->host;
    struct host_wait wait;
    struct thought *hand;
    host_look(host, &wait);
    if (wait.is_over)
        return false;
    if (workers->count && rng_below(rng, 2)) {
        finish_thought(table, workers, (int)rng_below(rng, (uint32_t)workers->count));
    } else if (wait.thinks && workers->count < 3 * SEATS_MAX && rng_below(rng, 2)) {
        workers->thoughts[workers->count++] = host_think(host, __builtin_ctz(wait.thinks));
    } else if (wait.people && rng_below(rng, 2)) {
        play_person(host, __builtin_ctz(wait.people), rng, now);
    } else if (wait.nobody) {
        assert_int_equal(host_idle(host, __builtin_ctz(wait.nobody), now, NULL), VERDICT_PLAYED);
    } else if (wait.next >= 0) {
        host_move(host, wait.next, now);
    } else if (wait.draws) {
        host_draw(host, now);
    } else if (wait.opens) {
        struct session *session = host_open(host, &hand);
        for (int tick = (int)rng_below(rng, 40); tick > 0 && session_tick(session); tick--)
            ;
    } else if (wait.runs && rng_below(rng, 4) == 0) {
        host_cut(host);
    } else if (wait.runs) {
        host_close(host, now);
    }
    return true;
}

static void seat_somehow(struct host *host, struct rng *rng) {
    const struct game *game = match_game(host_match(host));
    int bots = 0;
    while (game->bots[bots])
        bots++;
    for (int seat = 0; seat < match_setup(host_match(host))->seats; seat++) {
        uint32_t drawn = rng_below(rng, 4);
        enum sitter sitter = drawn == 0 ? SITTER_PERSON : drawn == 1 ? SITTER_NOBODY : SITTER_BOT;
        const struct bot *bot = game->bots[rng_below(rng, (uint32_t)bots)];
        host_seat(host, seat, sitter, sitter == SITTER_BOT ? bot : NULL);
    }
}

/* The host is thrown away, thoughts and session included, and another one goes on from
 * what the sink has kept. */
static void restart(struct table *table, struct workers *workers, struct rng *rng) {
    while (workers->count)
        finish_thought(table, workers, 0);
    struct match *again = rebuild(&table->kept);
    assert_same_match(host_match(table->host), again);
    host_free(table->host);
    table->kept.match = again;
    table->host = host_new(again, &table->sink);
    seat_somehow(table->host, rng);
}

static void play_random_table(const struct game *game, uint64_t number) {
    struct table table;
    struct workers workers = {0};
    struct rng rng;
    unsigned char key[KEY_BYTES] = {(unsigned char)number, (unsigned char)(number >> 8)};
    int64_t now = 1000;
    rng_open(&rng, key, 0, 0);
    open_table(&table, test_match(game, number, game->seats_max, NULL));
    seat_somehow(table.host, &rng);
    while (move_somehow(&table, &workers, &rng, now++)) {
        if (rng_below(&rng, 24) == 0)
            restart(&table, &workers, &rng);
        if (rng_below(&rng, 24) == 0)
            seat_somehow(table.host, &rng);
        assert_true(now < 200000);
    }
    while (workers.count)
        finish_thought(&table, &workers, 0);
    assert_kept(&table);
    close_table(&table);
}

static void random_tables_reach_their_end_through_restarts(void **state) {
    (void)state;
    for (const struct game *const *game = game_list; *game; game++)
        for (uint64_t number = 1; number <= 6; number++)
            play_random_table(*game, number);
}

static struct match *dealt(void) {
    struct match *match = test_match(&null_game, 1, 2, NULL);
    test_play(match, SEAT_CHANCE, "deal 4 2");
    return match;
}

/* Seat 0 is a person, seat 1 a thrifty bot, in the bids of the null game. */
static void open_bids(struct table *table) {
    open_table(table, dealt());
    log_print_lines(host_match(table->host), 0, true, &table->kept.log);
    table->kept.entries = 1;
    host_seat(table->host, 0, SITTER_PERSON, NULL);
    host_seat(table->host, 1, SITTER_BOT, game_bot(&null_game, "thrifty"));
}

static void think_at_once(struct host *host, int seat) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct thought *thought = host_think(host, seat);
    bool acts = thought_run(thought, &little, action);
    host_thought(host, thought, acts ? action : NULL);
}

static void a_sealed_choice_waits_until_it_is_played(void **state) {
    (void)state;
    struct table table;
    struct host_wait wait;
    open_bids(&table);
    host_look(table.host, &wait);
    assert_int_equal(wait.people, 1);
    assert_int_equal(wait.thinks, 2);
    assert_int_equal(wait.next, -1);
    think_at_once(table.host, 1);
    host_look(table.host, &wait);
    assert_int_equal(wait.thinks, 0);
    assert_int_equal(wait.ready, 2);
    assert_int_equal(wait.next, 1);
    assert_int_equal(match_length(host_match(table.host)), 1); /* nobody has seen it */
    assert_int_equal(host_play(table.host, 0, 0, "bid 2", 5, NULL), VERDICT_PLAYED);
    host_look(table.host, &wait);
    assert_int_equal(wait.ready, 2); /* the same question, the same choice */
    assert_true(host_move(table.host, 1, 6));
    host_look(table.host, &wait);
    assert_true(wait.opens);
    assert_kept(&table);
    close_table(&table);
}

static void late_double_and_wrong_answers_do_no_harm(void **state) {
    (void)state;
    struct table table;
    struct message why;
    open_bids(&table);
    uint32_t ask = match_ask(host_match(table.host), 0);
    assert_int_equal(host_play(table.host, 0, ask + 1, "bid 2", 5, &why), VERDICT_STALE);
    assert_int_equal(host_play(table.host, 0, ask, "bid 9", 5, &why), VERDICT_ILLEGAL);
    assert_int_equal(host_play(table.host, 0, ask, "bid 2", 5, &why), VERDICT_PLAYED);
    assert_int_equal(host_play(table.host, 0, ask, "bid 2", 6, &why), VERDICT_STALE);
    assert_int_equal(host_play(table.host, 0, 0, "bid 2", 6, &why), VERDICT_ILLEGAL);
    assert_int_equal(host_idle(table.host, 0, 7, &why), VERDICT_NOT_YOUR_TURN);
    assert_int_equal(table.kept.entries, 2);
    assert_kept(&table);
    close_table(&table);
}

static void a_thought_for_another_question_is_dropped(void **state) {
    (void)state;
    struct table table;
    struct host_wait wait;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    open_bids(&table);
    struct thought *thought = host_think(table.host, 1);
    assert_int_equal(host_play(table.host, 1, 0, "bid 0", 5, NULL), VERDICT_PLAYED);
    host_look(table.host, &wait);
    assert_int_equal(wait.thinks, 0); /* one thought of a seat at a time */
    assert_true(thought_run(thought, &little, action));
    host_thought(table.host, thought, action);
    host_look(table.host, &wait);
    assert_int_equal(wait.ready, 0);
    assert_int_equal(wait.thinks, 2); /* whether it rings */
    close_table(&table);
}

/* Thinks in the order that host_look says. */
static int think_next(struct host *host) {
    struct host_wait wait;
    host_look(host, &wait);
    int seat = wait.thinks_next;
    if (seat >= 0)
        think_at_once(host, seat);
    return seat;
}

static bool choose_to_ring(const struct thinking *thinking, void *action) {
    ((struct null_action *)action)->verb = thinking->must ? NULL_BID : NULL_RING;
    return true;
}

static bool choose_quietly(const struct thinking *thinking, void *action) {
    ((struct null_action *)action)->verb = NULL_BID;
    return thinking->must;
}

static const struct bot ringer = {.key = "ringer", .choose = choose_to_ring};
static const struct bot quiet = {.key = "quiet", .choose = choose_quietly};

/* Four seats, of which 2 and 0 have bid and may only ring, in turn order from seat 0;
 * seat 1 is awaited and a bot, seat 3 a person. */
static void who_interrupts_comes_first_in_turn_order(void **state) {
    (void)state;
    struct table table;
    struct host_wait wait;
    struct match *match = test_match(&null_game, 1, 4, NULL);
    test_play(match, SEAT_CHANCE, "deal 4 2 1 3");
    test_play(match, 2, "bid 0");
    test_play(match, 0, "bid 0");
    open_table(&table, match);
    host_seat(table.host, 0, SITTER_BOT, &quiet);
    host_seat(table.host, 1, SITTER_BOT, &quiet);
    host_seat(table.host, 2, SITTER_BOT, &ringer);
    host_seat(table.host, 3, SITTER_PERSON, NULL);
    think_at_once(table.host, 1); /* ready, but others may come before */
    host_look(table.host, &wait);
    assert_int_equal(wait.ready, 2);
    assert_int_equal(wait.next, -1);
    assert_int_equal(think_next(table.host), 0); /* declines */
    assert_int_equal(think_next(table.host), 2);
    host_look(table.host, &wait);
    assert_int_equal(wait.next, 2); /* before the awaited seat 1 */
    assert_int_equal(wait.people, 8);
    assert_true(host_move(table.host, 2, 5));
    host_look(table.host, &wait);
    assert_int_equal(wait.ready, 2);       /* the interrupted question is the same */
    assert_int_equal(wait.thinks_next, 0); /* in another position it is asked again */
    assert_int_equal(think_next(table.host), 0);
    host_look(table.host, &wait);
    assert_int_equal(wait.next, 1);
    assert_true(host_move(table.host, 1, 6));
    host_look(table.host, &wait);
    assert_int_equal(wait.may, 0);
    assert_int_equal(wait.people, 8);
    assert_int_equal(host_play(table.host, 3, 0, "bid 0", 7, NULL), VERDICT_PLAYED);
    close_table(&table);
}

/* A person who has bid may still ring. */
static void people_who_may_interrupt_are_named(void **state) {
    (void)state;
    struct table table;
    struct host_wait wait;
    open_bids(&table);
    assert_int_equal(host_play(table.host, 0, 0, "bid 1", 5, NULL), VERDICT_PLAYED);
    host_look(table.host, &wait);
    assert_int_equal(wait.people, 0);
    assert_int_equal(wait.may, 1);
    assert_int_equal(host_play(table.host, 0, 0, "ring", 6, NULL), VERDICT_PLAYED);
    host_look(table.host, &wait);
    assert_int_equal(wait.may, 0);
    close_table(&table);
}

static int sitting;

static void *sit_counted(const struct game *game, int seat) {
    (void)game, (void)seat;
    sitting++;
    return malloc(1);
}

static void leave_counted(void *memory) {
    sitting--;
    free(memory);
}

static bool choose_nothing(const struct thinking *thinking, void *action) {
    *(unsigned char *)thinking->memory = 1; /* still there */
    ((struct null_action *)action)->verb = NULL_BID;
    return true;
}

static void steer_nothing(const struct thinking *thinking, const struct frame *frame,
                          struct hand *hand) {
    (void)frame, (void)hand;
    *(unsigned char *)thinking->memory = 2;
}

static const struct bot counted = {.key = "counted",
                                   .sit = sit_counted,
                                   .leave = leave_counted,
                                   .choose = choose_nothing,
                                   .steer = steer_nothing};

static void a_bot_that_leaves_while_it_thinks_keeps_its_memory_until_then(void **state) {
    (void)state;
    struct table table;
    struct host_wait wait;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    open_bids(&table);
    host_seat(table.host, 1, SITTER_BOT, &counted);
    struct thought *thought = host_think(table.host, 1);
    host_seat(table.host, 1, SITTER_PERSON, NULL);
    assert_int_equal(sitting, 1);
    assert_true(thought_run(thought, &little, action));
    host_thought(table.host, thought, action);
    assert_int_equal(sitting, 0);
    host_look(table.host, &wait);
    assert_int_equal(wait.people, 3);
    assert_int_equal(wait.ready, 0); /* the person decides */
    close_table(&table);
}

static void open_drop(struct table *table) {
    open_bids(table);
    host_seat(table->host, 0, SITTER_BOT, &counted);
    assert_int_equal(host_play(table->host, 0, 0, "bid 2", 5, NULL), VERDICT_PLAYED);
    assert_int_equal(host_play(table->host, 1, 0, "bid 1", 5, NULL), VERDICT_PLAYED);
}

static void a_session_that_is_cut_begins_again(void **state) {
    (void)state;
    struct table table;
    struct host_wait wait;
    struct thought *hand;
    struct frame first, again;
    open_drop(&table);
    struct session *session = host_open(table.host, &hand);
    assert_non_null(hand);
    session_frame(session, &first);
    session_tick(session);
    host_look(table.host, &wait);
    assert_true(wait.runs && !wait.opens);
    host_cut(table.host);
    host_look(table.host, &wait);
    assert_true(wait.opens && !wait.runs);
    assert_int_equal(table.kept.entries, 3);
    session = host_open(table.host, &hand);
    session_frame(session, &again);
    assert_memory_equal(first.bodies, again.bodies, sizeof first.bodies[0]);
    host_seat(table.host, 0, SITTER_BOT, &counted); /* the hand still has its memory */
    assert_int_equal(sitting, 2);
    host_seat(table.host, 0, SITTER_PERSON, NULL); /* and only who steers keeps it */
    assert_int_equal(sitting, 1);
    thought_steer(hand, &little, session);
    assert_int_equal(sitting, 1);
    host_close(table.host, 9);
    assert_int_equal(sitting, 0);
    assert_int_equal(table.kept.entries, 4);
    assert_true(table.kept.hands.length > 0);
    assert_kept(&table);
    close_table(&table);
}

static void seats_without_anybody_are_played_by_the_clock(void **state) {
    (void)state;
    struct table table;
    struct host_wait wait;
    open_bids(&table);
    host_seat(table.host, 0, SITTER_NOBODY, NULL);
    host_look(table.host, &wait);
    assert_int_equal(wait.nobody, 1);
    assert_int_equal(wait.people, 0);
    assert_int_equal(host_idle(table.host, 0, 7, NULL), VERDICT_PLAYED);
    assert_int_equal(match_stamp(host_match(table.host), 1).actor, ACTOR_CLOCK);
    close_table(&table);
}

static void the_first_deadline_is_told(void **state) {
    (void)state;
    struct table table;
    struct host_wait wait;
    open_bids(&table);
    match_set_pace(host_match(table.host), &(struct pace){.decide = 1000}, 5000);
    host_look(table.host, &wait);
    assert_int_equal(wait.deadline, 6000);
    host_play(table.host, 0, 0, "bid 1", 5500, NULL);
    host_play(table.host, 1, 0, "bid 0", 5600, NULL);
    host_look(table.host, &wait);
    assert_true(wait.opens);
    close_table(&table);
}

static void words_reach_the_sink_without_events(void **state) {
    (void)state;
    struct table table;
    struct message why;
    open_table(&table, test_match(&null_game, 1, 2, NULL));
    assert_true(host_word(table.host, 1, "seven lazy foxes", &why));
    assert_int_equal(table.kept.words, 1);
    assert_false(host_word(table.host, 1, "twice", &why));
    assert_int_equal(table.kept.words, 1);
    host_draw(table.host, 5);
    assert_false(host_word(table.host, 0, "too late", &why));
    assert_kept(&table);
    close_table(&table);
}

static void bots_alone_play_to_the_end_step_by_step(void **state) {
    (void)state;
    struct table table;
    open_table(&table, test_match(&null_game, 3, 4, NULL));
    for (int seat = 0; seat < 4; seat++)
        host_seat(table.host, seat, SITTER_BOT, game_bot(&null_game, "thrifty"));
    while (host_step(table.host, &little, 1))
        ;
    assert_true(match_over(host_match(table.host)));
    assert_kept(&table);
    close_table(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_tables_reach_their_end_through_restarts),
        cmocka_unit_test(a_sealed_choice_waits_until_it_is_played),
        cmocka_unit_test(late_double_and_wrong_answers_do_no_harm),
        cmocka_unit_test(a_thought_for_another_question_is_dropped),
        cmocka_unit_test(who_interrupts_comes_first_in_turn_order),
        cmocka_unit_test(people_who_may_interrupt_are_named),
        cmocka_unit_test(a_bot_that_leaves_while_it_thinks_keeps_its_memory_until_then),
        cmocka_unit_test(a_session_that_is_cut_begins_again),
        cmocka_unit_test(seats_without_anybody_are_played_by_the_clock),
        cmocka_unit_test(the_first_deadline_is_told),
        cmocka_unit_test(words_reach_the_sink_without_events),
        cmocka_unit_test(bots_alone_play_to_the_end_step_by_step),
    };
    return cmocka_run_group_tests_name("host", tests, NULL, NULL);
}
