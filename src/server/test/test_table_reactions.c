/* test_table_reactions.c: moments of answers, presets, holding back. That all answers have
 * one distribution is in secrets.c. */
#include "hall.h"

#include <stdio.h>
#include <stdlib.h>

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
        match_turn(hall->table->model.match, &turn);
        for (int seat = 0; turn.kind == TURN_SEATS && turn.reaction && seat < 2; seat++)
            if ((turn.seats >> seat & 1) && hall_count_legal(hall, seat) == 1)
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
    int entries = match_length(hall.table->model.match);
    hall_act(&hall, seat, "pass");
    hall_settle(&hall);
    int64_t n = hall.lines[seat].n;
    hall_pass(&hall, 490);
    assert_int_equal(match_length(hall.table->model.match), entries);
    assert_null(hall_answer(&hall, seat, n));
    hall_pass(&hall, 120);
    assert_true(match_length(hall.table->model.match) > entries);
    json_is(hall_answer(&hall, seat, n), "t", "\"done\"");
    hall_close(&hall);
}

/* Goes on to a question of this kind; false: the match has none. */
static bool reach_question(struct hall *hall,
                           bool (*is_wanted)(struct hall *hall, const struct turn *turn)) {
    struct turn turn;
    for (int i = 0; i < 5000 && table_state(hall->table) == STORE_PLAYING; i++) {
        match_turn(hall->table->model.match, &turn);
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
    int entries = match_length(hall.table->model.match);
    hall.table->play->moment[0] = hall.now + 400;
    hall.table->play->moment[1] = hall.now + 300;
    hall_act(&hall, 0, "pass");
    hall_act(&hall, 1, "pass");
    hall_settle(&hall);
    assert_int_equal(match_length(hall.table->model.match), entries);
    hall.now += 1000;
    table_tick(hall.table, hall.now);
    hall_settle(&hall);
    assert_int_equal(match_entry(hall.table->model.match, entries).seat, 1);
    hall_close(&hall);
}

/* An answer in waiting belongs to the question that it was given to. */
static void a_waiting_answer_is_for_its_question(void **state) {
    struct hall hall;
    (void)state;
    find_question(&hall, is_for_both);
    int entries = match_length(hall.table->model.match);
    hall.table->play->moment[0] = hall.now + 400;
    hall.table->play->moment[1] = hall.now + 10;
    hall_act(&hall, 0, "pass");
    hall_settle(&hall);
    hall.table->play->acts[0].ask--; /* as if it were to the one before */
    hall_act(&hall, 1, "pass");
    hall_pass(&hall, 10);
    assert_int_equal(match_length(hall.table->model.match), entries + 1);
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

/* True if this seat is asked the same again after this action, as in a window that a card of
 * his does not close. */
static bool is_asked_again(struct hall *hall, const struct turn *turn, int seat, int index) {
    const struct game *game = match_game(hall_match(hall));
    struct actions legal = actions_new(game);
    struct turn after;
    void *state = malloc(game->state_size);
    memcpy(state, match_state(hall_match(hall)), game->state_size);
    match_legal(hall_match(hall), seat, &legal);
    game->apply(state, seat, actions_at(&legal, index), NULL);
    game_turn(game, state, &after);
    actions_free(&legal);
    free(state);
    return after.kind == TURN_SEATS && after.reaction && after.question == turn->question &&
           after.seats >> seat & 1 && !(after.seats & ~turn->seats);
}

/* Such an action of anybody, if there is one. */
static bool find_more_to_say(struct hall *hall, const struct turn *turn, int *seat,
                             struct text *action) {
    for (*seat = 0; turn->reaction && *seat < 2; ++*seat)
        for (int i = 0; turn->seats >> *seat & 1 && i < hall_count_legal(hall, *seat); i++)
            if (is_asked_again(hall, turn, *seat, i)) {
                hall_print_legal(hall, *seat, i, action);
                return true;
            }
    return false;
}

static bool has_more_to_say(struct hall *hall, const struct turn *turn) {
    struct text action = {0};
    int seat;
    bool is_found = find_more_to_say(hall, turn, &seat, &action);
    text_free(&action);
    return is_found;
}

/* His next answer would come at once, and tell that he has nothing more to play. */
static void who_is_asked_again_has_a_moment_again(void **state) {
    struct hall hall;
    struct text action = {0};
    int seat;
    (void)state;
    find_question(&hall, has_more_to_say);
    struct play *play = hall.table->play;
    assert_true(find_more_to_say(&hall, &play->turn, &seat, &action));
    uint32_t question = play->turn.question;
    play->moment[seat] = hall.now;
    hall_act(&hall, seat, text_string(&action));
    hall_settle(&hall);
    json_is(hall_answer(&hall, seat, hall.lines[seat].n), "t", "\"done\"");
    assert_int_equal(play->turn.question, question);
    assert_true(play->turn.seats >> seat & 1);
    assert_true(play->moment[seat] >= hall.now + 500);
    text_free(&action);
    hall_close(&hall);
}

/* A window that was held up goes on for more people than before: who had answered then has a
 * moment of now. */
static void who_joins_a_question_has_a_moment_of_now(void **state) {
    struct hall hall;
    (void)state;
    find_question(&hall, is_for_both);
    struct play *play = hall.table->play;
    int actor = match_entry(hall_match(&hall), match_length(hall_match(&hall)) - 1).seat;
    int stays = actor == 0 ? 1 : 0;
    struct turn before = play->turn;
    before.seats = (uint16_t)(1 << stays);
    play->moment[1 - stays] = hall.now - 10;
    moments_follow(hall.table, &before, hall.now);
    assert_true(play->moment[1 - stays] >= hall.now + 500);
    hall_close(&hall);
}

static bool has_no_choice(struct hall *hall, const struct turn *turn) {
    for (int seat = 0; !turn->reaction && seat < 2; seat++)
        if (turn->seats == 1 << seat && hall_count_legal(hall, seat) == 1)
            return true;
    return false;
}

/* Where nobody can tell, everybody plays for himself. */
static void only_reactions_are_answered_for(void **state) {
    struct hall hall;
    (void)state;
    find_question(&hall, has_no_choice);
    int entries = match_length(hall.table->model.match);
    hall_pass(&hall, 5000);
    hall_ask(&hall, 0, "preset", ",\"keys\":[]");
    assert_int_equal(match_length(hall.table->model.match), entries);
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
        match_turn(hall->table->model.match, &turn);
        if (turn.kind == TURN_SEATS && turn.reaction && (turn.seats >> seat & 1) &&
            hall_count_legal(hall, seat) == 1)
            return true;
        hall_play(hall, 2, (uint64_t)i, 1);
    }
    return false;
}

/* Somebody holds back, this question or all, perhaps over a restart, and half a minute later is
 * still asked: his seat, and what the question is called in requests. */
static int hold_back(struct hall *hall, bool once, bool restarts, char rest[static 48]) {
    int seat = open_reaction(hall, "");
    uint32_t ask = match_ask(hall->table->model.match, seat);
    snprintf(rest, 48, ",\"ask\":%u", ask);
    hall_ask(hall, seat, "hold", once ? rest : ",\"on\":true");
    if (restarts)
        hall_restart(hall);
    hall_pass(hall, 30000);
    assert_int_equal(match_ask(hall->table->model.match, seat), ask);
    hall_ask(hall, seat, "watch", "");
    json_is(text_string(&hall->lines[seat].state), "hold", once ? "false" : "true");
    return seat;
}

static void who_holds_is_not_answered_for(void **state) {
    struct hall hall;
    (void)state;
    for (int once = 0; once < 2; once++) {
        char rest[48];
        int seat = hold_back(&hall, once, false, rest);
        uint32_t ask = match_ask(hall.table->model.match, seat);
        if (!once) {
            hall_ask(&hall, seat, "hold", ",\"on\":false");
            assert_true(match_ask(hall.table->model.match, seat) != ask);
        } else {
            /* Without a clock it ends after a minute. */
            hall_pass(&hall, 31000);
            assert_true(match_ask(hall.table->model.match, seat) != ask);
            assert_int_equal(hall.table->model.places[seat].idles, 1);
            hall_refused(&hall, seat, "stale", "hold", rest);
            assert_true(reach_only_pass(&hall, seat));
            ask = match_ask(hall.table->model.match, seat);
            hall_pass(&hall, 600); /* the next one is answered again */
            assert_true(match_ask(hall.table->model.match, seat) != ask);
        }
        hall_close(&hall);
    }
}

/* The phone sleeps, and the server is killed. */
static void who_holds_still_does_after_a_restart(void **state) {
    struct hall hall;
    (void)state;
    for (int once = 0; once < 2; once++) {
        char rest[48];
        hold_back(&hall, once, true, rest);
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
    uint32_t ask = match_ask(hall.table->model.match, seat);
    int64_t before = match_clock(hall.table->model.match)->reserve[seat];
    int64_t asked_at = hall.table->play->asked_at;
    hall_ask(&hall, seat, "hold", ",\"on\":true");
    struct text path = {0};
    text_put(&path, "until.");
    text_put_number(&path, seat);
    assert_int_equal(json_number(text_string(&hall.lines[seat].clock), text_string(&path)),
                     asked_at + 20000);
    hall_pass(&hall, 19000);
    assert_int_equal(match_ask(hall.table->model.match, seat), ask);
    hall_pass(&hall, 1001);
    assert_true(match_ask(hall.table->model.match, seat) != ask);
    assert_int_equal(match_clock(hall.table->model.match)->reserve[seat], before);
    /* Nor do the next ones, as long as it is asked nothing else. */
    for (int i = 0; i < 100 && hall.table->play->turn.reaction; i++)
        hall_pass(&hall, 1000);
    assert_int_equal(match_clock(hall.table->model.match)->reserve[seat], before);
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
    uint32_t ask = match_ask(hall.table->model.match, seat);
    int64_t asked_at = hall.table->play->asked_at;
    hall_ask(&hall, seat, "hold", ",\"on\":true");
    hall_pass(&hall, asked_at + 29999 - hall.now);
    assert_int_equal(match_ask(hall.table->model.match, seat), ask);
    hall_pass(&hall, 1);
    assert_true(match_ask(hall.table->model.match, seat) != ask);
    assert_int_equal(hall.table->model.places[seat].idles, 1);
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
    assert_true(match_length(hall.table->model.match) > 60);
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

/* The table as it is loaded anew: its computer players begin to think again. */
static struct table *load_again(struct hall *hall) {
    struct text why = {0};
    struct store_request request = {.tag = 9, .does = STORE_READ, .table = hall->id};
    store_send(hall->store, &request);
    store_work(hall->store);
    struct store_answer *answer = store_take(hall->store);
    struct table *table = table_load(&hall->world, answer, hall->now, &why);
    assert_non_null(table);
    table_tick(table, hall->now);
    store_answer_free(answer);
    return table;
}

static bool asks_bot(struct hall *hall, const struct turn *turn) {
    (void)hall;
    return turn->reaction && turn->seats >> 2 & 1;
}

/* One that still thinks has to stop a little before its moment, so that it has an answer. */
static void a_computer_player_is_cut_before_its_moment(void **state) {
    struct hall hall;
    (void)state;
    hall_open(&hall, 2);
    hall_line(&hall, "ada");
    hall_line(&hall, "ben");
    hall_make(&hall, 0,
              "{\"game\":\"drachen\",\"seats\":3,\"seed\":\"8\",\"reaction\":[500,600],"
              "\"bots\":{\"2\":\"random\"}}");
    hall_start(&hall, 2);
    assert_true(reach_question(&hall, asks_bot));
    struct table *table = load_again(&hall);
    const struct thought_job *job = table->play->thoughts;
    assert_non_null(job);
    int64_t moment = table->play->moment[job->seat];
    assert_in_range(moment - hall.now, 500, 600);
    assert_false(atomic_load(&job->job.is_cut));
    assert_true(table_due(table) < moment);
    table_tick(table, moment - 1);
    assert_true(atomic_load(&job->job.is_cut));
    workers_work(hall.workers);
    workers_take(hall.workers, moment - 1);
    table_unload(table);
    hall_close(&hall);
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
