/* test_table_reactions.c: moments of answers, presets, holding. The distribution of delays is
 * tested in secrets.c. */
#include "table_fixture.h"

#include <stdio.h>
#include <stdlib.h>

/* A match of two at a question to which some seat can only pass; returns the seat. */
static int open_reaction(struct fixture *fixture, const char *more) {
    char settings[200];
    fixture_open(fixture, 2);
    fixture_line(fixture, "ada");
    fixture_line(fixture, "ben");
    snprintf(settings, sizeof settings,
             "{\"game\":\"drachen\",\"seats\":2,\"seed\":\"8\",\"reaction\":[500,600]%s}", more);
    fixture_make(fixture, 0, settings);
    fixture_start(fixture, 2);
    for (int i = 0; i < 200; i++) {
        struct turn turn;
        match_turn(fixture->table->model.match, &turn);
        for (int seat = 0; turn.kind == TURN_SEATS && turn.reaction && seat < 2; seat++)
            if ((turn.seats >> seat & 1) && fixture_count_legal(fixture, seat) == 1)
                return seat;
        fixture_play(fixture, 2, (uint64_t)i, 1);
    }
    fail_msg("no such question");
    return -1;
}

static void an_answer_waits_for_its_moment(void **state) {
    struct fixture fixture;
    (void)state;
    int seat = open_reaction(&fixture, "");
    int entries = match_length(fixture.table->model.match);
    fixture_act(&fixture, seat, "pass");
    fixture_settle(&fixture);
    int64_t n = fixture.lines[seat].n;
    fixture_pass(&fixture, 490);
    assert_int_equal(match_length(fixture.table->model.match), entries);
    assert_null(fixture_answer(&fixture, seat, n));
    fixture_pass(&fixture, 120);
    assert_true(match_length(fixture.table->model.match) > entries);
    json_is(fixture_answer(&fixture, seat, n), "t", "\"done\"");
    fixture_close(&fixture);
}

/* Plays until there is a question of this kind; false: the match has none. */
static bool reach_question(struct fixture *fixture,
                           bool (*is_wanted)(struct fixture *fixture, const struct turn *turn)) {
    struct turn turn;
    for (int i = 0; i < 5000 && table_state(fixture->table) == STORE_PLAYING; i++) {
        match_turn(fixture->table->model.match, &turn);
        if (turn.kind == TURN_SEATS && is_wanted(fixture, &turn))
            return true;
        fixture_play(fixture, 2, (uint64_t)i, 1);
    }
    return false;
}

/* A match of two people at a question of this kind. */
static void find_question(struct fixture *fixture,
                          bool (*is_wanted)(struct fixture *fixture, const struct turn *turn)) {
    for (int seed = 0; seed < 12; seed++) {
        char settings[100];
        fixture_open(fixture, 7);
        fixture_line(fixture, "ada");
        fixture_line(fixture, "ben");
        snprintf(settings, sizeof settings,
                 "{\"game\":\"drachen\",\"seats\":2,\"seed\":\"%d\",\"reaction\":[500,600]}", seed);
        fixture_make(fixture, 0, settings);
        fixture_start(fixture, 2);
        if (reach_question(fixture, is_wanted))
            return;
        fixture_close(fixture);
    }
    fail_msg("no such question");
}

static bool is_for_both(struct fixture *fixture, const struct turn *turn) {
    (void)fixture;
    return turn->reaction && turn->seats == 3;
}

/* A delayed event loop finds several moments in the past. */
static void late_answers_keep_the_order_of_their_moments(void **state) {
    struct fixture fixture;
    (void)state;
    find_question(&fixture, is_for_both);
    int entries = match_length(fixture.table->model.match);
    fixture.table->play->moment[0] = fixture.now + 400;
    fixture.table->play->moment[1] = fixture.now + 300;
    fixture_act(&fixture, 0, "pass");
    fixture_act(&fixture, 1, "pass");
    fixture_settle(&fixture);
    assert_int_equal(match_length(fixture.table->model.match), entries);
    fixture.now += 1000;
    table_tick(fixture.table, fixture.now);
    fixture_settle(&fixture);
    assert_int_equal(match_entry(fixture.table->model.match, entries).seat, 1);
    fixture_close(&fixture);
}

/* A waiting answer belongs to its question. */
static void a_waiting_answer_is_for_its_question(void **state) {
    struct fixture fixture;
    (void)state;
    find_question(&fixture, is_for_both);
    int entries = match_length(fixture.table->model.match);
    fixture.table->play->moment[0] = fixture.now + 400;
    fixture.table->play->moment[1] = fixture.now + 10;
    fixture_act(&fixture, 0, "pass");
    fixture_settle(&fixture);
    fixture.table->play->acts[0].ask--; /* as if it were to the one before */
    fixture_act(&fixture, 1, "pass");
    fixture_pass(&fixture, 10);
    assert_int_equal(match_length(fixture.table->model.match), entries + 1);
    json_is(fixture_answer(&fixture, 0, fixture.lines[0].n), "code", "\"stale\"");
    fixture_close(&fixture);
}

/* If the disk fails, a waiting answer gets an error, exactly once. */
static void a_waiting_answer_fails_with_the_disk(void **state) {
    struct fixture fixture;
    (void)state;
    find_question(&fixture, is_for_both);
    fixture_act(&fixture, 0, "pass");
    memory_set_fault(fixture.memory, MEMORY_LOSES);
    fixture_send(&fixture, 1, "say", ",\"text\":\"x\"");
    table_flush(fixture.table, fixture.now);
    store_work(fixture.store);
    memory_set_fault(fixture.memory, MEMORY_WORKS);
    store_work(fixture.store);
    struct store_answer *answer = store_take(fixture.store);
    table_stored(fixture.table, answer, fixture.now);
    store_answer_free(answer);
    assert_true(table_is_lost(fixture.table));
    json_is(fixture_answer(&fixture, 0, fixture.lines[0].n), "code", "\"store\"");
    assert_null(fixture.table->play->acts[0].pending);
    fixture_close(&fixture);
}

/* True if this seat is asked the same again after this action, as in a window that its card does
 * not close. */
static bool is_asked_again(struct fixture *fixture, const struct turn *turn, int seat, int index) {
    const struct game *game = match_game(fixture_match(fixture));
    struct actions legal = actions_new(game);
    struct turn after;
    void *state = malloc(game->state_size);
    memcpy(state, match_state(fixture_match(fixture)), game->state_size);
    match_legal(fixture_match(fixture), seat, &legal);
    game->apply(state, seat, actions_at(&legal, index), NULL);
    game_turn(game, state, &after);
    actions_free(&legal);
    free(state);
    return after.kind == TURN_SEATS && after.reaction && after.question == turn->question &&
           after.seats >> seat & 1 && !(after.seats & ~turn->seats);
}

/* Finds such an action of any seat. */
static bool find_more_to_say(struct fixture *fixture, const struct turn *turn, int *seat,
                             struct text *action) {
    for (*seat = 0; turn->reaction && *seat < 2; ++*seat)
        for (int i = 0; turn->seats >> *seat & 1 && i < fixture_count_legal(fixture, *seat); i++)
            if (is_asked_again(fixture, turn, *seat, i)) {
                fixture_print_legal(fixture, *seat, i, action);
                return true;
            }
    return false;
}

static bool has_more_to_say(struct fixture *fixture, const struct turn *turn) {
    struct text action = {0};
    int seat;
    bool is_found = find_more_to_say(fixture, turn, &seat, &action);
    text_free(&action);
    return is_found;
}

/* Otherwise an immediate next answer would reveal that the seat has nothing more to play. */
static void who_is_asked_again_has_a_moment_again(void **state) {
    struct fixture fixture;
    struct text action = {0};
    int seat;
    (void)state;
    find_question(&fixture, has_more_to_say);
    struct play *play = fixture.table->play;
    assert_true(find_more_to_say(&fixture, &play->turn, &seat, &action));
    uint32_t question = play->turn.question;
    play->moment[seat] = fixture.now;
    fixture_act(&fixture, seat, text_string(&action));
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, seat, fixture.lines[seat].n), "t", "\"done\"");
    assert_int_equal(play->turn.question, question);
    assert_true(play->turn.seats >> seat & 1);
    assert_true(play->moment[seat] >= fixture.now + 500);
    text_free(&action);
    fixture_close(&fixture);
}

/* A window that continues after an interrupt may ask more seats than before: those that had
 * answered get a new moment. */
static void who_joins_a_question_has_a_moment_of_now(void **state) {
    struct fixture fixture;
    (void)state;
    find_question(&fixture, is_for_both);
    struct play *play = fixture.table->play;
    int actor =
        match_entry(fixture_match(&fixture), match_length(fixture_match(&fixture)) - 1).seat;
    int stays = actor == 0 ? 1 : 0;
    struct turn before = play->turn;
    before.seats = (uint16_t)(1 << stays);
    play->moment[1 - stays] = fixture.now - 10;
    moments_follow(fixture.table, &before, fixture.now);
    assert_true(play->moment[1 - stays] >= fixture.now + 500);
    fixture_close(&fixture);
}

static bool has_no_choice(struct fixture *fixture, const struct turn *turn) {
    for (int seat = 0; !turn->reaction && seat < 2; seat++)
        if (turn->seats == 1 << seat && fixture_count_legal(fixture, seat) == 1)
            return true;
    return false;
}

/* Only in reactions are seats with a single action answered by the server. */
static void only_reactions_are_answered_for(void **state) {
    struct fixture fixture;
    (void)state;
    find_question(&fixture, has_no_choice);
    int entries = match_length(fixture.table->model.match);
    fixture_pass(&fixture, 5000);
    fixture_ask(&fixture, 0, "preset", ",\"keys\":[]");
    assert_int_equal(match_length(fixture.table->model.match), entries);
    fixture_close(&fixture);
}

static void another_answer_takes_the_place_of_the_first(void **state) {
    struct fixture fixture;
    (void)state;
    int seat = open_reaction(&fixture, "");
    fixture_act(&fixture, seat, "pass");
    fixture_act(&fixture, seat, "pass");
    fixture_settle(&fixture);
    int64_t n = fixture.lines[seat].n;
    json_is(fixture_answer(&fixture, seat, n - 1), "code", "\"stale\"");
    /* The second one is sent again, and answered once. */
    struct text rest = {0};
    text_put(&rest, ",\"ask\":1,\"action\":\"pass\"");
    fixture_send_again(&fixture, seat, n, "act", text_string(&rest));
    fixture_pass(&fixture, 700);
    json_is(fixture_answer(&fixture, seat, n), "t", "\"done\"");
    int answers = 0;
    for (int i = 0; i < fixture.lines[seat].count; i++) {
        char done[48];
        snprintf(done, sizeof done, "{\"t\":\"done\",\"n\":%d}", (int)n);
        answers += strcmp(text_string(&fixture.lines[seat].messages[i]), done) == 0;
    }
    assert_int_equal(answers, 1);
    text_free(&rest);
    fixture_close(&fixture);
}

/* Plays until the next reaction in which this seat can only pass. */
static bool reach_only_pass(struct fixture *fixture, int seat) {
    struct turn turn;
    for (int i = 0; i < 2000 && table_state(fixture->table) == STORE_PLAYING; i++) {
        match_turn(fixture->table->model.match, &turn);
        if (turn.kind == TURN_SEATS && turn.reaction && (turn.seats >> seat & 1) &&
            fixture_count_legal(fixture, seat) == 1)
            return true;
        fixture_play(fixture, 2, (uint64_t)i, 1);
    }
    return false;
}

/* A person holds this question or all, optionally over a restart, and is still asked half a minute
 * later. Returns the seat, and the `ask` member of requests. */
static int hold_back(struct fixture *fixture, bool once, bool restarts, char rest[static 48]) {
    int seat = open_reaction(fixture, "");
    uint32_t ask = match_ask(fixture->table->model.match, seat);
    snprintf(rest, 48, ",\"ask\":%u", ask);
    fixture_ask(fixture, seat, "hold", once ? rest : ",\"on\":true");
    if (restarts)
        fixture_restart(fixture);
    fixture_pass(fixture, 30000);
    assert_int_equal(match_ask(fixture->table->model.match, seat), ask);
    fixture_ask(fixture, seat, "watch", "");
    json_is(text_string(&fixture->lines[seat].state), "hold", once ? "false" : "true");
    return seat;
}

static void who_holds_is_not_answered_for(void **state) {
    struct fixture fixture;
    (void)state;
    for (int once = 0; once < 2; once++) {
        char rest[48];
        int seat = hold_back(&fixture, once, false, rest);
        uint32_t ask = match_ask(fixture.table->model.match, seat);
        if (!once) {
            fixture_ask(&fixture, seat, "hold", ",\"on\":false");
            assert_true(match_ask(fixture.table->model.match, seat) != ask);
        } else {
            /* Without a clock it ends after a minute. */
            fixture_pass(&fixture, 31000);
            assert_true(match_ask(fixture.table->model.match, seat) != ask);
            assert_int_equal(fixture.table->model.places[seat].idles, 1);
            fixture_refused(&fixture, seat, "stale", "hold", rest);
            assert_true(reach_only_pass(&fixture, seat));
            ask = match_ask(fixture.table->model.match, seat);
            fixture_pass(&fixture, 600); /* the next one is answered again */
            assert_true(match_ask(fixture.table->model.match, seat) != ask);
        }
        fixture_close(&fixture);
    }
}

/* The client is disconnected, and the server is killed. */
static void who_holds_still_does_after_a_restart(void **state) {
    struct fixture fixture;
    (void)state;
    for (int once = 0; once < 2; once++) {
        char rest[48];
        hold_back(&fixture, once, true, rest);
        fixture_close(&fixture);
    }
}

static void holding_back_that_is_not_written_is_refused(void **state) {
    struct fixture fixture;
    (void)state;
    int seat = open_reaction(&fixture, "");
    memory_set_fault(fixture.memory, MEMORY_LOSES);
    int64_t n = fixture_send(&fixture, seat, "hold", ",\"on\":true");
    fixture_settle(&fixture);
    memory_set_fault(fixture.memory, MEMORY_WORKS);
    fixture_settle(&fixture);
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, seat, n), "code", "\"store\"");
    json_is(text_string(&fixture.lines[seat].state), "hold", "false");
    fixture_close(&fixture);
}

static void a_reaction_costs_no_reserve(void **state) {
    struct fixture fixture;
    (void)state;
    int seat = open_reaction(&fixture, ",\"clock\":{\"decide\":100,\"reserve\":60000}");
    uint32_t ask = match_ask(fixture.table->model.match, seat);
    int64_t before = match_clock(fixture.table->model.match)->reserve[seat];
    int64_t asked_at = fixture.table->play->asked_at;
    fixture_ask(&fixture, seat, "hold", ",\"on\":true");
    struct text path = {0};
    text_put(&path, "until.");
    text_put_number(&path, seat);
    assert_int_equal(json_number(text_string(&fixture.lines[seat].clock), text_string(&path)),
                     asked_at + 20000);
    fixture_pass(&fixture, 19000);
    assert_int_equal(match_ask(fixture.table->model.match, seat), ask);
    fixture_pass(&fixture, 1001);
    assert_true(match_ask(fixture.table->model.match, seat) != ask);
    assert_int_equal(match_clock(fixture.table->model.match)->reserve[seat], before);
    /* Nor do the next ones, as long as it is asked nothing else. */
    for (int i = 0; i < 100 && fixture.table->play->turn.reaction; i++)
        fixture_pass(&fixture, 1000);
    assert_int_equal(match_clock(fixture.table->model.match)->reserve[seat], before);
    text_free(&path);
    fixture_close(&fixture);
}

/* The deadline belongs to the question, so answers do not change it. */
static void answers_in_a_reaction_leave_the_clock_alone(void **state) {
    struct fixture fixture;
    (void)state;
    find_question(&fixture, is_for_both);
    struct line *ben = &fixture.lines[1];
    struct text before = {0};
    text_put_bytes(&before, ben->clock.data, ben->clock.length);
    int64_t until = fixture.table->play->asked_at + REACTION_FREE_MS;
    assert_int_equal(json_number(text_string(&before), "until.0"), until);
    assert_int_equal(json_number(text_string(&before), "until.1"), until);
    fixture_ask(&fixture, 1, "hold", ",\"on\":true");
    fixture_act(&fixture, 0, "pass");
    fixture_pass(&fixture, 700);
    json_is(text_string(&ben->turn), "seats", "[1]");
    assert_string_equal(text_string(&ben->clock), text_string(&before));
    text_free(&before);
    fixture_close(&fixture);
}

static void a_reaction_has_the_time_of_a_decision(void **state) {
    struct fixture fixture;
    (void)state;
    int seat = open_reaction(&fixture, ",\"clock\":{\"decide\":30000}");
    uint32_t ask = match_ask(fixture.table->model.match, seat);
    int64_t asked_at = fixture.table->play->asked_at;
    fixture_ask(&fixture, seat, "hold", ",\"on\":true");
    fixture_pass(&fixture, asked_at + 29999 - fixture.now);
    assert_int_equal(match_ask(fixture.table->model.match, seat), ask);
    fixture_pass(&fixture, 1);
    assert_true(match_ask(fixture.table->model.match, seat) != ask);
    assert_int_equal(fixture.table->model.places[seat].idles, 1);
    fixture_close(&fixture);
}

static void alone_the_moment_is_short_for_all(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open(&fixture, 4);
    fixture_line(&fixture, "ada");
    fixture_make(&fixture, 0,
                 "{\"game\":\"drachen\",\"seats\":3,\"seed\":\"8\",\"reaction\":[9000,9900],"
                 "\"bots\":{\"1\":\"random\",\"2\":\"random\"},\"pause\":[0,0]}");
    fixture_start(&fixture, 1);
    for (int i = 0; i < 100; i++) {
        struct play *play = fixture.table->play;
        fixture_play(&fixture, 1, (uint64_t)i, 100);
        for (int seat = 0; play->turn.kind == TURN_SEATS && seat < 3; seat++)
            if (play->moment[seat] && play->turn.reaction)
                assert_true(play->moment[seat] - play->asked_at <= 100 ||
                            play->moment[seat] <= fixture.now + 100);
    }
    assert_true(match_length(fixture.table->model.match) > 60);
    fixture_close(&fixture);
}

static void presets_are_kept_and_told_to_nobody(void **state) {
    struct fixture fixture;
    (void)state;
    open_reaction(&fixture, "");
    int before = fixture.lines[1].count;
    fixture_ask(&fixture, 0, "preset", ",\"keys\":[\"card\",\"gold\"]");
    assert_int_equal(fixture.lines[1].count, before);
    fixture_refused(&fixture, 0, "bad_request", "preset", ",\"keys\":[\"nonsense\"]");
    fixture_restart(&fixture);
    fixture_ask(&fixture, 0, "watch", "");
    json_is(text_string(&fixture.lines[0].state), "presets", "[\"card\",\"gold\"]");
    fixture_ask(&fixture, 0, "preset", ",\"keys\":[]");
    fixture_ask(&fixture, 0, "watch", "");
    json_is(text_string(&fixture.lines[0].state), "presets", "[]");
    fixture_close(&fixture);
}

/* Loads the table again: its computer players start to think again. */
static struct table *load_again(struct fixture *fixture) {
    struct text why = {0};
    struct store_request request = {.tag = 9, .does = STORE_READ, .table = fixture->id};
    store_send(fixture->store, &request);
    store_work(fixture->store);
    struct store_answer *answer = store_take(fixture->store);
    struct table *table = table_load(&fixture->world, answer, fixture->now, &why);
    assert_non_null(table);
    table_tick(table, fixture->now);
    store_answer_free(answer);
    return table;
}

static bool asks_bot(struct fixture *fixture, const struct turn *turn) {
    (void)fixture;
    return turn->reaction && turn->seats >> 2 & 1;
}

/* A thought must be cut shortly before its moment, so that there is an answer. */
static void a_computer_player_is_cut_before_its_moment(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open(&fixture, 2);
    fixture_line(&fixture, "ada");
    fixture_line(&fixture, "ben");
    fixture_make(&fixture, 0,
                 "{\"game\":\"drachen\",\"seats\":3,\"seed\":\"8\",\"reaction\":[500,600],"
                 "\"bots\":{\"2\":\"random\"}}");
    fixture_start(&fixture, 2);
    assert_true(reach_question(&fixture, asks_bot));
    struct table *table = load_again(&fixture);
    const struct thought_job *job = table->play->thoughts;
    assert_non_null(job);
    int64_t moment = table->play->moment[job->seat];
    assert_in_range(moment - fixture.now, 500, 600);
    assert_false(atomic_load(&job->job.is_cut));
    assert_true(table_due(table) < moment);
    table_tick(table, moment - 1);
    assert_true(atomic_load(&job->job.is_cut));
    workers_work(fixture.workers);
    workers_take(fixture.workers, moment - 1);
    table_unload(table);
    fixture_close(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_waits_for_its_moment),
        cmocka_unit_test(late_answers_keep_the_order_of_their_moments),
        cmocka_unit_test(a_waiting_answer_is_for_its_question),
        cmocka_unit_test(a_waiting_answer_fails_with_the_disk),
        cmocka_unit_test(who_is_asked_again_has_a_moment_again),
        cmocka_unit_test(who_joins_a_question_has_a_moment_of_now),
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
        cmocka_unit_test(a_computer_player_is_cut_before_its_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
