/* test_table_journal.c: what is on the disk: nothing is said before, requests count once,
 * a disk that fails leaves nothing behind, and a table that is read anew is the same. */
#include "hall.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const null_two = "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":2},"
                                    "\"seed\":\"42\",\"pause\":[0,0]}";

static void open_match(struct hall *hall, const char *settings) {
    hall_open(hall, 1);
    hall_line(hall, "ada");
    hall_line(hall, "ben");
    hall_line(hall, "eve");
    hall_make(hall, 0, settings);
    hall_start(hall, 2);
}

static int64_t send_bid(struct hall *hall, int line, int64_t n, const char *bid) {
    struct text rest = {0};
    text_put(&rest, ",\"ask\":");
    text_put_number(&rest, match_ask(hall->table->model.match, line));
    text_put(&rest, ",\"action\":\"");
    text_put(&rest, bid);
    text_put(&rest, "\"");
    hall_send_again(hall, line, n, "act", text_string(&rest));
    text_free(&rest);
    return n;
}

static int64_t send_watch(struct hall *hall, int line) {
    char rest[64];
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", hall->code);
    return hall_send(hall, line, "watch", rest);
}

static void nothing_is_said_before_it_is_on_the_disk(void **state) {
    struct hall hall;
    (void)state;
    open_match(&hall, null_two);
    int before = hall.lines[0].count, other = hall.lines[1].count;
    hall.store_waits = true;
    int64_t n = send_bid(&hall, 0, 100, "bid 1");
    hall_settle(&hall);
    assert_int_equal(hall.lines[0].count, before);
    assert_int_equal(hall.lines[1].count, other);
    /* Neither does who comes meanwhile see it. */
    hall_send(&hall, 2, "watch", "");
    int64_t watch = send_watch(&hall, 2);
    assert_null(hall_answer(&hall, 2, watch));
    hall.store_waits = false;
    hall_settle(&hall);
    assert_non_null(hall_answer(&hall, 0, n));
    assert_non_null(hall_answer(&hall, 2, watch));
    json_is(text_string(&hall.lines[2].view), "sealed", "[0]");
    /* `done` comes before the step. */
    assert_non_null(strstr(text_string(&hall.lines[0].messages[before]), "\"done\""));
    assert_non_null(strstr(text_string(&hall.lines[0].messages[before + 1]), "\"step\""));
    hall_close(&hall);
}

/* While it is not known what became of a request, a later one is refused at once: that says
 * nothing about the first, nor about who came behind it to look. */
static void what_was_written_is_done_although_a_later_one_was_refused(void **state) {
    struct hall hall;
    (void)state;
    open_match(&hall, null_two);
    memory_set_fault(hall.memory, MEMORY_KEEPS);
    send_bid(&hall, 0, 100, "bid 1");
    hall_settle(&hall);
    int64_t watch = send_watch(&hall, 2);
    hall_send_again(&hall, 1, 50, "say", ",\"text\":\"x\"");
    hall_settle(&hall);
    json_is(hall_answer(&hall, 1, 50), "code", "\"store\"");
    assert_null(hall_answer(&hall, 2, watch));
    assert_null(hall_answer(&hall, 0, 100)); /* it is not known yet */
    memory_set_fault(hall.memory, MEMORY_WORKS);
    hall_settle(&hall);
    hall_settle(&hall);
    assert_string_equal(hall_answer(&hall, 0, 100), "{\"t\":\"done\",\"n\":100}");
    json_is(text_string(&hall.lines[1].view), "sealed", "[0]");
    assert_false(table_is_lost(hall.table));
    hall_send_again(&hall, 1, 50, "say", ",\"text\":\"x\"");
    hall_settle(&hall);
    assert_string_equal(hall_answer(&hall, 1, 50), "{\"t\":\"done\",\"n\":50}");
    assert_non_null(hall_answer(&hall, 2, watch));
    assert_int_equal(line_count(&hall.lines[2], "chat"), 1);
    hall_close(&hall);
}

static void a_number_counts_once(void **state) {
    struct hall hall;
    (void)state;
    open_match(&hall, null_two);
    send_bid(&hall, 0, 100, "bid 1");
    hall_settle(&hall);
    int entries = match_length(hall.table->model.match);
    for (int i = 0; i < 2; i++) {
        if (i)
            hall_restart(&hall);
        int before = hall.lines[0].count;
        hall_send_again(&hall, 0, 100, "act", ",\"ask\":1,\"action\":\"bid 1\"");
        hall_settle(&hall);
        assert_string_equal(text_string(&hall.lines[0].messages[before]),
                            "{\"t\":\"done\",\"n\":100,\"again\":true}");
        assert_int_equal(match_length(hall.table->model.match), entries);
    }
    /* Below the highest, but not by 64. */
    hall_send_again(&hall, 0, 37, "say", ",\"text\":\"x\"");
    hall_settle(&hall);
    json_is(hall_answer(&hall, 0, 37), "t", "\"done\"");
    hall_send_again(&hall, 0, 36, "say", ",\"text\":\"x\"");
    hall_settle(&hall);
    json_is(hall_answer(&hall, 0, 36), "code", "\"stale\"");
    hall_close(&hall);
}

/* Each number by itself, whatever the gaps between them. */
static void numbers_count_one_by_one(void **state) {
    struct hall hall;
    (void)state;
    open_match(&hall, null_two);
    static const int numbers[] = {100, 98, 165, 164, 230, 167, 229};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        for (int again = 0; again < 2; again++) {
            struct text done = {0};
            text_put(&done, "{\"t\":\"done\",\"n\":");
            text_put_number(&done, numbers[i]);
            text_put(&done, again ? ",\"again\":true}" : "}");
            int before = hall.lines[0].count;
            hall_send_again(&hall, 0, numbers[i], "say", ",\"text\":\"x\"");
            hall_settle(&hall);
            assert_string_equal(text_string(&hall.lines[0].messages[before]), text_string(&done));
            text_free(&done);
        }
    }
    assert_int_equal(line_count(&hall.lines[1], "chat"), sizeof numbers / sizeof *numbers);
    /* One that was carried out is known for ever; one that never was is too old by now. */
    hall_send_again(&hall, 0, 98, "say", ",\"text\":\"x\"");
    hall_settle(&hall);
    json_is(hall_answer(&hall, 0, 98), "again", "true");
    hall_send_again(&hall, 0, 99, "say", ",\"text\":\"x\"");
    hall_settle(&hall);
    json_is(hall_answer(&hall, 0, 99), "code", "\"stale\"");
    hall_close(&hall);
}

static void what_waits_is_answered_on_the_newest_connection(void **state) {
    struct hall hall;
    (void)state;
    open_match(&hall, null_two);
    int newer = hall_line(&hall, "ada");
    snprintf(hall.lines[newer].device, sizeof hall.lines[newer].device, "device-0");
    hall_ask(&hall, newer, "watch", "");
    hall.store_waits = true;
    hall_send_again(&hall, 0, 200, "say", ",\"text\":\"prost\"");
    hall_send_again(&hall, newer, 200, "say", ",\"text\":\"prost\"");
    hall.store_waits = false;
    hall_settle(&hall);
    assert_null(hall_answer(&hall, 0, 200));
    assert_string_equal(hall_answer(&hall, newer, 200), "{\"t\":\"done\",\"n\":200}");
    assert_int_equal(line_count(&hall.lines[1], "chat"), 1);
    hall_close(&hall);
}

/* Every k-th write fails: who asked gets an error, nobody has seen anything, and the match goes
 * on as if it had not been asked. */
static void a_disk_that_fails_leaves_nothing_behind(void **state) {
    struct hall hall;
    (void)state;
    open_match(&hall, null_two);
    struct text before = {0};
    log_print(hall.table->model.match, false, &before);
    memory_set_fault(hall.memory, MEMORY_LOSES);
    int steps = line_count(&hall.lines[1], "step");
    send_bid(&hall, 0, 100, "bid 1");
    hall_settle(&hall);
    assert_null(hall_answer(&hall, 0, 100)); /* it is not known yet */
    hall_send_again(&hall, 1, 50, "say", ",\"text\":\"x\"");
    memory_set_fault(hall.memory, MEMORY_WORKS);
    hall_settle(&hall);
    hall_settle(&hall);
    json_is(hall_answer(&hall, 0, 100), "code", "\"store\"");
    json_is(hall_answer(&hall, 1, 50), "code", "\"store\"");
    assert_int_equal(line_count(&hall.lines[1], "step"), steps);
    assert_int_equal(line_count(&hall.lines[1], "chat"), 0);
    assert_false(table_is_lost(hall.table));
    struct text after = {0};
    log_print(hall.table->model.match, false, &after);
    assert_string_equal(text_string(&before), text_string(&after));
    /* The same number is carried out now. */
    send_bid(&hall, 0, 100, "bid 1");
    hall_settle(&hall);
    assert_string_equal(hall_answer(&hall, 0, 100), "{\"t\":\"done\",\"n\":100}");
    json_is(text_string(&hall.lines[1].view), "sealed", "[0]");
    hall.lines[0].n = 100;
    hall_play(&hall, 2, 5, 600000);
    assert_int_equal(table_state(hall.table), STORE_OVER);
    text_free(&before);
    text_free(&after);
    hall_close(&hall);
}

/* ADR 14: decisions begin anew where the server was down, not where its disk was. */
static void a_disk_that_fails_gives_nobody_time(void **state) {
    struct hall hall;
    (void)state;
    open_match(&hall, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\",\"pause\":[0,0],"
                      "\"clock\":{\"decide\":30000,\"reserve\":0}}");
    int64_t until = match_deadline(hall.table->model.match, 1);
    assert_true(until > hall.now);
    hall_pass(&hall, 5000);
    memory_set_fault(hall.memory, MEMORY_LOSES);
    send_bid(&hall, 0, 100, "bid 1");
    hall_settle(&hall);
    memory_set_fault(hall.memory, MEMORY_WORKS);
    hall_settle(&hall);
    hall_settle(&hall);
    json_is(hall_answer(&hall, 0, 100), "code", "\"store\"");
    assert_false(table_is_lost(hall.table));
    assert_int_equal(match_deadline(hall.table->model.match, 1), until);
    hall_close(&hall);
}

static void a_commit_that_was_kept_is_done(void **state) {
    struct hall hall;
    (void)state;
    open_match(&hall, null_two);
    memory_set_fault(hall.memory, MEMORY_KEEPS);
    send_bid(&hall, 0, 100, "bid 1");
    hall_settle(&hall);
    assert_null(hall_answer(&hall, 0, 100));
    memory_set_fault(hall.memory, MEMORY_WORKS);
    hall_settle(&hall);
    hall_settle(&hall);
    json_is(hall_answer(&hall, 0, 100), "t", "\"done\"");
    hall_close(&hall);
}

/* Matches in which the disk fails now and then come to their end all the same. */
static void a_match_survives_a_bad_disk(void **state) {
    struct hall hall;
    struct rng rng;
    unsigned char key[KEY_BYTES] = {9};
    (void)state;
    rng_open(&rng, key, 0, 0);
    open_match(&hall, "{\"game\":\"polterfass\",\"seats\":3,\"options\":{\"barrels\":\"table\"},"
                      "\"bots\":{\"2\":\"random\"},\"pause\":[10,20]}");
    for (int i = 0; i < 400 && table_state(hall.table) == STORE_PLAYING; i++) {
        if (rng_below(&rng, 6) == 0)
            memory_set_fault(hall.memory, rng_below(&rng, 2) ? MEMORY_LOSES : MEMORY_KEEPS);
        hall_play(&hall, 2, (uint64_t)i, 40);
        memory_set_fault(hall.memory, MEMORY_WORKS);
        hall_settle(&hall);
        hall_settle(&hall);
        assert_false(table_is_lost(hall.table));
        for (int line = 0; line < 2; line++) {
            struct text view = {0};
            match_view_json(hall.table->model.match, line, &view);
            assert_string_equal(text_string(&hall.lines[line].view), text_string(&view));
            text_free(&view);
        }
    }
    assert_int_equal(table_state(hall.table), STORE_OVER);
    hall_close(&hall);
}

static void another_owner_of_the_journal_is_a_conflict(void **state) {
    struct hall hall;
    (void)state;
    open_match(&hall, null_two);
    struct store_request request = {.tag = 1, .does = STORE_CLAIM, .table = hall.id};
    store_send(hall.store, &request);
    store_work(hall.store);
    store_answer_free(store_take(hall.store));
    send_bid(&hall, 0, 100, "bid 1");
    table_flush(hall.table, hall.now);
    store_work(hall.store);
    struct store_answer *answer = store_take(hall.store);
    assert_int_equal(answer->result, STORE_CONFLICT);
    table_stored(hall.table, answer, hall.now);
    store_answer_free(answer);
    assert_true(table_is_lost(hall.table));
    json_is(hall_answer(&hall, 0, 100), "code", "\"store\"");
    hall_close(&hall);
}

/* Replaces what may differ between two tables, or two lives of one. */
static void mask(struct text *text, const char *key) {
    struct text masked = {0};
    const char *at = text_string(text), *found;
    size_t length = strlen(key);
    while ((found = strstr(at, key))) {
        text_put_bytes(&masked, at, (size_t)(found - at) + length);
        at = found + length;
        at += *at == '"' ? 1 + strcspn(at + 1, "\"") + 1 : strspn(at, "0123456789");
    }
    text_put(&masked, at);
    text_free(text);
    *text = masked;
}

static void state_of(struct table *table, enum viewer viewer, struct text *out) {
    static const char *const keys[] = {"\"stream\":", "\"s\":", "\"here\":", "\"watchers\":"};
    struct text full = {0};
    viewing_begin(table, viewer, 1);
    viewing_put_state(table, viewer, 1, &full);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        mask(&full, keys[i]);
    *out = full;
}

/* Clocks, the moments of reactions and sessions begin anew. */
static void cut_clock(struct text *state) {
    char *prompt = strstr(state->data, ",\"prompt\":");
    char *from = strstr(prompt, ",\"clock\":"), *to = strstr(prompt, ",\"score\":");
    memmove(from, to, strlen(to) + 1);
    *strstr(state->data, ",\"sim\":") = '\0';
    state->length = strlen(state->data);
}

static void compare_with_reload(struct hall *hall) {
    struct text why = {0};
    struct store_request request = {.tag = 9, .does = STORE_READ, .table = hall->id};
    store_send(hall->store, &request);
    store_work(hall->store);
    struct store_answer *answer = store_take(hall->store);
    struct table *other = table_load(&hall->world, answer, hall->now, &why);
    if (!other)
        fail_msg("%s", text_string(&why));
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        if (viewer >= hall->table->model.settings.seats && viewer < VIEWER_WATCHER)
            continue;
        struct text here = {0}, there = {0};
        state_of(hall->table, (enum viewer)viewer, &here);
        state_of(other, (enum viewer)viewer, &there);
        cut_clock(&here);
        cut_clock(&there);
        assert_string_equal(text_string(&here), text_string(&there));
        text_free(&here);
        text_free(&there);
    }
    for (int seat = 0; seat < SEATS_MAX; seat++)
        assert_int_equal(hall->table->model.places[seat].idles, other->model.places[seat].idles);
    if (other->model.match)
        for (int seat = 0; seat < SEATS_MAX; seat++)
            assert_int_equal(match_clock(other->model.match)->reserve[seat],
                             match_clock(hall->table->model.match)->reserve[seat]);
    store_answer_free(answer);
    table_unload(other);
}

static void reload_along(const char *settings, int people, uint64_t seed, int pieces) {
    static const char *const names[] = {"ada", "ben", "cem"};
    struct hall hall;
    hall_open(&hall, seed);
    for (int i = 0; i < people; i++)
        hall_line(&hall, names[i]);
    hall_make(&hall, 0, settings);
    compare_with_reload(&hall);
    hall_seat(&hall, people);
    hall_ask(&hall, 1, "word", ",\"word\":\"seven lazy foxes\"");
    compare_with_reload(&hall);
    hall_ask(&hall, 0, "start", "");
    for (int i = 0; i < pieces && table_state(hall.table) == STORE_PLAYING; i++) {
        compare_with_reload(&hall);
        hall_play(&hall, i % 3 ? people : people - 1, (uint64_t)i, 700);
        if (i % 5 == 0)
            hall_ask(&hall, 1, "say", ",\"text\":\"na?\"");
        hall_settle(&hall);
    }
    compare_with_reload(&hall);
    hall_close(&hall);
}

static void a_table_that_is_read_anew_is_the_same(void **state) {
    (void)state;
    reload_along(
        "{\"game\":\"null\",\"seats\":3,\"bots\":{\"2\":\"thrifty\"},\"options\":{\"rounds\":4},"
        "\"clock\":{\"decide\":400,\"reserve\":3000},\"chat\":\"all\"}",
        2, 11, 40);
    reload_along("{\"game\":\"drachen\",\"seats\":3,\"bots\":{\"2\":\"random\"},"
                 "\"clock\":{\"decide\":900,\"reserve\":5000},\"reaction\":[0,300]}",
                 2, 12, 60);
    reload_along("{\"game\":\"polterfass\",\"seats\":3,\"options\":{\"barrels\":\"table\"},"
                 "\"clock\":{\"decide\":900,\"reserve\":5000}}",
                 3, 13, 40);
}

static void a_lost_connection_resumes(void **state) {
    struct hall hall;
    char rest[96];
    (void)state;
    open_match(&hall, null_two);
    struct line *ada = &hall.lines[0];
    hall_cut(&hall, 0);
    int before = ada->count;
    hall_act(&hall, 1, "bid 2");
    hall_settle(&hall);
    assert_int_equal(ada->count, before);
    snprintf(rest, sizeof rest, ",\"stream\":\"%s\",\"s\":%d", ada->stream, (int)ada->s);
    hall_ask(&hall, 0, "watch", rest);
    json_is(text_string(&ada->messages[before]), "resumed", "true");
    json_is(text_string(&ada->view), "sealed", "[1]");
    /* Too late: the stream has ended. */
    hall_cut(&hall, 0);
    hall_pass(&hall, 61000);
    before = ada->count;
    snprintf(rest, sizeof rest, ",\"stream\":\"%s\",\"s\":%d", ada->stream, (int)ada->s);
    hall_ask(&hall, 0, "watch", rest);
    json_is(text_string(&ada->messages[before]), "resumed", "false");
    json_is(text_string(&ada->messages[before + 1]), "t", "\"state\"");
    /* Another stream, and a number that was never given. */
    before = ada->count;
    hall_ask(&hall, 0, "watch", ",\"stream\":\"nonsense\",\"s\":1");
    json_is(text_string(&ada->messages[before]), "resumed", "false");
    hall_close(&hall);
}

static void an_idle_table_can_be_unloaded(void **state) {
    struct hall hall;
    (void)state;
    open_match(&hall, null_two);
    assert_false(table_is_idle(hall.table, hall.now));
    hall_cut(&hall, 0);
    hall_cut(&hall, 1);
    assert_false(table_is_idle(hall.table, hall.now));
    hall_pass(&hall, 130000);
    assert_true(table_is_idle(hall.table, hall.now));
    hall_close(&hall);
}

/* The index says when a table must be loaded: not if people alone are awaited. */
static void the_index_knows_what_is_due(void **state) {
    struct hall hall;
    struct store_request request = {.tag = 1, .does = STORE_FIND};
    (void)state;
    for (int clocked = 0; clocked < 2; clocked++) {
        open_match(&hall, clocked
                              ? "{\"game\":\"null\",\"seats\":2,\"clock\":{\"decide\":86400000}}"
                              : null_two);
        request.table = hall.id;
        store_send(hall.store, &request);
        store_work(hall.store);
        struct store_answer *answer = store_take(hall.store);
        assert_int_equal(answer->entries[0].deadline, clocked ? hall.now + 86400000 : 0);
        assert_int_equal(answer->entries[0].asked, 3);
        assert_int_equal(answer->entries[0].state, STORE_PLAYING);
        store_answer_free(answer);
        if (clocked) {
            /* Unloaded and loaded by the same server, the clock has gone on. */
            hall_cut(&hall, 0);
            hall_cut(&hall, 1);
            hall_pass(&hall, 200000);
            assert_true(table_is_idle(hall.table, hall.now));
            table_unload(hall.table);
            hall.now += 86400000;
            hall_load(&hall);
            assert_true(match_length(hall.table->model.match) >= 3);
            assert_int_equal(hall.table->model.places[0].idles, 1);
        }
        hall_close(&hall);
    }
}

/* A journal that says more than the clock allows is read all the same: nobody has more time
 * than was agreed on. */
static void a_stored_reserve_is_within_the_clock(void **state) {
    struct hall hall;
    struct store_request request = {.tag = 1, .does = STORE_READ};
    struct model model = {0};
    (void)state;
    open_match(&hall, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\",\"pause\":[0,0],"
                      "\"clock\":{\"decide\":1000,\"reserve\":500}}");
    send_bid(&hall, 0, 100, "bid 1");
    hall_settle(&hall);
    request.table = hall.id;
    store_send(hall.store, &request);
    store_work(hall.store);
    struct store_answer *answer = store_take(hall.store);
    for (int i = 0; i < answer->row_count; i++) {
        struct store_row row = answer->rows[i];
        struct text body = {0}, why = {0};
        if (i == answer->row_count - 1)
            text_put(&body, "@reserve 400 86400000\n");
        text_put(&body, row.body);
        row.body = text_string(&body);
        row.body_size = body.length;
        if (!model_fold(&hall.world, &model, &row, &why))
            fail_msg("%s", text_string(&why));
        text_free(&body);
        text_free(&why);
    }
    assert_int_equal(match_clock(model.match)->reserve[0], 400);
    assert_int_equal(match_clock(model.match)->reserve[1], 500);
    store_answer_free(answer);
    model_free(&model);
    hall_close(&hall);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_said_before_it_is_on_the_disk),
        cmocka_unit_test(what_was_written_is_done_although_a_later_one_was_refused),
        cmocka_unit_test(a_number_counts_once),
        cmocka_unit_test(numbers_count_one_by_one),
        cmocka_unit_test(what_waits_is_answered_on_the_newest_connection),
        cmocka_unit_test(a_disk_that_fails_leaves_nothing_behind),
        cmocka_unit_test(a_disk_that_fails_gives_nobody_time),
        cmocka_unit_test(a_commit_that_was_kept_is_done),
        cmocka_unit_test(a_match_survives_a_bad_disk),
        cmocka_unit_test(another_owner_of_the_journal_is_a_conflict),
        cmocka_unit_test(a_table_that_is_read_anew_is_the_same),
        cmocka_unit_test(a_lost_connection_resumes),
        cmocka_unit_test(an_idle_table_can_be_unloaded),
        cmocka_unit_test(the_index_knows_what_is_due),
        cmocka_unit_test(a_stored_reserve_is_within_the_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
