/* test_table_journal.c: nothing is sent before its row is on disk, requests are executed once, a
 * failing disk leaves no trace, and a reloaded table is the same. */
#include "table_fixture.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const null_two = "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":2},"
                                    "\"seed\":\"42\",\"pause\":[0,0]}";

static void open_match(struct fixture *fixture, const char *settings) {
    fixture_open(fixture, 1);
    fixture_line(fixture, "ada");
    fixture_line(fixture, "ben");
    fixture_line(fixture, "eve");
    fixture_make(fixture, 0, settings);
    fixture_start(fixture, 2);
}

static int64_t send_bid(struct fixture *fixture, int line, int64_t n, const char *bid) {
    struct text rest = {0};
    text_put(&rest, ",\"ask\":");
    text_put_number(&rest, match_ask(fixture->table->model.match, line));
    text_put(&rest, ",\"action\":\"");
    text_put(&rest, bid);
    text_put(&rest, "\"");
    fixture_send_again(fixture, line, n, "act", text_string(&rest));
    text_free(&rest);
    return n;
}

static int64_t send_watch(struct fixture *fixture, int line) {
    char rest[64];
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", fixture->code);
    return fixture_send(fixture, line, "watch", rest);
}

static void nothing_is_said_before_it_is_on_the_disk(void **state) {
    struct fixture fixture;
    (void)state;
    open_match(&fixture, null_two);
    int before = fixture.lines[0].count, other = fixture.lines[1].count;
    fixture.store_waits = true;
    int64_t n = send_bid(&fixture, 0, 100, "bid 1");
    fixture_settle(&fixture);
    assert_int_equal(fixture.lines[0].count, before);
    assert_int_equal(fixture.lines[1].count, other);
    /* Neither does who comes meanwhile see it. */
    fixture_send(&fixture, 2, "watch", "");
    int64_t watch = send_watch(&fixture, 2);
    assert_null(fixture_answer(&fixture, 2, watch));
    fixture.store_waits = false;
    fixture_settle(&fixture);
    assert_non_null(fixture_answer(&fixture, 0, n));
    assert_non_null(fixture_answer(&fixture, 2, watch));
    json_is(text_string(&fixture.lines[2].view), "sealed", "[0]");
    /* `done` comes before the step. */
    assert_non_null(strstr(text_string(&fixture.lines[0].messages[before]), "\"done\""));
    assert_non_null(strstr(text_string(&fixture.lines[0].messages[before + 1]), "\"step\""));
    fixture_close(&fixture);
}

/* While the outcome of a request is unknown, later ones are refused at once; this must affect
 * neither the first request nor a `watch` after it. */
static void what_was_written_is_done_although_a_later_one_was_refused(void **state) {
    struct fixture fixture;
    (void)state;
    open_match(&fixture, null_two);
    memory_set_fault(fixture.memory, MEMORY_KEEPS);
    send_bid(&fixture, 0, 100, "bid 1");
    fixture_settle(&fixture);
    int64_t watch = send_watch(&fixture, 2);
    fixture_send_again(&fixture, 1, 50, "say", ",\"text\":\"x\"");
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 1, 50), "code", "\"store\"");
    assert_null(fixture_answer(&fixture, 2, watch));
    assert_null(fixture_answer(&fixture, 0, 100)); /* it is not known yet */
    memory_set_fault(fixture.memory, MEMORY_WORKS);
    fixture_settle(&fixture);
    fixture_settle(&fixture);
    assert_string_equal(fixture_answer(&fixture, 0, 100), "{\"t\":\"done\",\"n\":100}");
    json_is(text_string(&fixture.lines[1].view), "sealed", "[0]");
    assert_false(table_is_lost(fixture.table));
    fixture_send_again(&fixture, 1, 50, "say", ",\"text\":\"x\"");
    fixture_settle(&fixture);
    assert_string_equal(fixture_answer(&fixture, 1, 50), "{\"t\":\"done\",\"n\":50}");
    assert_non_null(fixture_answer(&fixture, 2, watch));
    assert_int_equal(line_count(&fixture.lines[2], "chat"), 1);
    fixture_close(&fixture);
}

static void a_number_counts_once(void **state) {
    struct fixture fixture;
    (void)state;
    open_match(&fixture, null_two);
    send_bid(&fixture, 0, 100, "bid 1");
    fixture_settle(&fixture);
    int entries = match_length(fixture.table->model.match);
    for (int i = 0; i < 2; i++) {
        if (i)
            fixture_restart(&fixture);
        int before = fixture.lines[0].count;
        fixture_send_again(&fixture, 0, 100, "act", ",\"ask\":1,\"action\":\"bid 1\"");
        fixture_settle(&fixture);
        assert_string_equal(text_string(&fixture.lines[0].messages[before]),
                            "{\"t\":\"done\",\"n\":100,\"again\":true}");
        assert_int_equal(match_length(fixture.table->model.match), entries);
    }
    /* Below the highest number, but within the window of 64. */
    fixture_send_again(&fixture, 0, 37, "say", ",\"text\":\"x\"");
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 0, 37), "t", "\"done\"");
    fixture_send_again(&fixture, 0, 36, "say", ",\"text\":\"x\"");
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 0, 36), "code", "\"stale\"");
    fixture_close(&fixture);
}

/* Numbers are tracked individually, whatever the gaps between them. */
static void numbers_count_one_by_one(void **state) {
    struct fixture fixture;
    (void)state;
    open_match(&fixture, null_two);
    static const int numbers[] = {100, 98, 165, 164, 230, 167, 229};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        for (int again = 0; again < 2; again++) {
            struct text done = {0};
            text_put(&done, "{\"t\":\"done\",\"n\":");
            text_put_number(&done, numbers[i]);
            text_put(&done, again ? ",\"again\":true}" : "}");
            int before = fixture.lines[0].count;
            fixture_send_again(&fixture, 0, numbers[i], "say", ",\"text\":\"x\"");
            fixture_settle(&fixture);
            assert_string_equal(text_string(&fixture.lines[0].messages[before]),
                                text_string(&done));
            text_free(&done);
        }
    }
    assert_int_equal(line_count(&fixture.lines[1], "chat"), sizeof numbers / sizeof *numbers);
    /* An executed number is known for ever; one before the window that was not executed is too old.
     */
    fixture_send_again(&fixture, 0, 98, "say", ",\"text\":\"x\"");
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 0, 98), "again", "true");
    fixture_send_again(&fixture, 0, 99, "say", ",\"text\":\"x\"");
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 0, 99), "code", "\"stale\"");
    fixture_close(&fixture);
}

static void what_waits_is_answered_on_the_newest_connection(void **state) {
    struct fixture fixture;
    (void)state;
    open_match(&fixture, null_two);
    int newer = fixture_line(&fixture, "ada");
    snprintf(fixture.lines[newer].device, sizeof fixture.lines[newer].device, "device-0");
    fixture_ask(&fixture, newer, "watch", "");
    fixture.store_waits = true;
    fixture_send_again(&fixture, 0, 200, "say", ",\"text\":\"prost\"");
    fixture_send_again(&fixture, newer, 200, "say", ",\"text\":\"prost\"");
    fixture.store_waits = false;
    fixture_settle(&fixture);
    assert_null(fixture_answer(&fixture, 0, 200));
    assert_string_equal(fixture_answer(&fixture, newer, 200), "{\"t\":\"done\",\"n\":200}");
    assert_int_equal(line_count(&fixture.lines[1], "chat"), 1);
    fixture_close(&fixture);
}

/* Every k-th write fails: the sender gets an error, nobody sees an effect, and the match continues
 * as if the request had not been sent. */
static void a_disk_that_fails_leaves_nothing_behind(void **state) {
    struct fixture fixture;
    (void)state;
    open_match(&fixture, null_two);
    struct text before = {0};
    log_print(fixture.table->model.match, false, &before);
    memory_set_fault(fixture.memory, MEMORY_LOSES);
    int steps = line_count(&fixture.lines[1], "step");
    send_bid(&fixture, 0, 100, "bid 1");
    fixture_settle(&fixture);
    assert_null(fixture_answer(&fixture, 0, 100)); /* it is not known yet */
    fixture_send_again(&fixture, 1, 50, "say", ",\"text\":\"x\"");
    memory_set_fault(fixture.memory, MEMORY_WORKS);
    fixture_settle(&fixture);
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 0, 100), "code", "\"store\"");
    json_is(fixture_answer(&fixture, 1, 50), "code", "\"store\"");
    assert_int_equal(line_count(&fixture.lines[1], "step"), steps);
    assert_int_equal(line_count(&fixture.lines[1], "chat"), 0);
    assert_false(table_is_lost(fixture.table));
    struct text after = {0};
    log_print(fixture.table->model.match, false, &after);
    assert_string_equal(text_string(&before), text_string(&after));
    /* The same number is carried out now. */
    send_bid(&fixture, 0, 100, "bid 1");
    fixture_settle(&fixture);
    assert_string_equal(fixture_answer(&fixture, 0, 100), "{\"t\":\"done\",\"n\":100}");
    json_is(text_string(&fixture.lines[1].view), "sealed", "[0]");
    fixture.lines[0].n = 100;
    fixture_play(&fixture, 2, 5, 600000);
    assert_int_equal(table_state(fixture.table), STORE_OVER);
    text_free(&before);
    text_free(&after);
    fixture_close(&fixture);
}

/* ADR 14: decisions are restarted if the server was down, not if its disk failed. */
static void a_disk_that_fails_gives_nobody_time(void **state) {
    struct fixture fixture;
    (void)state;
    open_match(&fixture, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\",\"pause\":[0,0],"
                         "\"clock\":{\"decide\":30000,\"reserve\":0}}");
    int64_t until = match_deadline(fixture.table->model.match, 1);
    assert_true(until > fixture.now);
    fixture_pass(&fixture, 5000);
    memory_set_fault(fixture.memory, MEMORY_LOSES);
    send_bid(&fixture, 0, 100, "bid 1");
    fixture_settle(&fixture);
    memory_set_fault(fixture.memory, MEMORY_WORKS);
    fixture_settle(&fixture);
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 0, 100), "code", "\"store\"");
    assert_false(table_is_lost(fixture.table));
    assert_int_equal(match_deadline(fixture.table->model.match, 1), until);
    fixture_close(&fixture);
}

static void a_commit_that_was_kept_is_done(void **state) {
    struct fixture fixture;
    (void)state;
    open_match(&fixture, null_two);
    memory_set_fault(fixture.memory, MEMORY_KEEPS);
    send_bid(&fixture, 0, 100, "bid 1");
    fixture_settle(&fixture);
    assert_null(fixture_answer(&fixture, 0, 100));
    memory_set_fault(fixture.memory, MEMORY_WORKS);
    fixture_settle(&fixture);
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 0, 100), "t", "\"done\"");
    fixture_close(&fixture);
}

/* Matches end properly although the disk fails now and then. */
static void a_match_survives_a_bad_disk(void **state) {
    struct fixture fixture;
    struct rng rng;
    unsigned char key[KEY_BYTES] = {9};
    (void)state;
    rng_open(&rng, key, 0, 0);
    open_match(&fixture, "{\"game\":\"polterfass\",\"seats\":3,\"options\":{\"barrels\":\"table\"},"
                         "\"bots\":{\"2\":\"random\"},\"pause\":[10,20]}");
    for (int i = 0; i < 400 && table_state(fixture.table) == STORE_PLAYING; i++) {
        if (rng_below(&rng, 6) == 0)
            memory_set_fault(fixture.memory, rng_below(&rng, 2) ? MEMORY_LOSES : MEMORY_KEEPS);
        fixture_play(&fixture, 2, (uint64_t)i, 40);
        memory_set_fault(fixture.memory, MEMORY_WORKS);
        fixture_settle(&fixture);
        fixture_settle(&fixture);
        assert_false(table_is_lost(fixture.table));
        for (int line = 0; line < 2; line++) {
            struct text view = {0};
            match_view_json(fixture.table->model.match, line, &view);
            assert_string_equal(text_string(&fixture.lines[line].view), text_string(&view));
            text_free(&view);
        }
    }
    assert_int_equal(table_state(fixture.table), STORE_OVER);
    fixture_close(&fixture);
}

static void another_owner_of_the_journal_is_a_conflict(void **state) {
    struct fixture fixture;
    (void)state;
    open_match(&fixture, null_two);
    struct store_request request = {.tag = 1, .does = STORE_CLAIM, .table = fixture.id};
    store_send(fixture.store, &request);
    store_work(fixture.store);
    store_answer_free(store_take(fixture.store));
    send_bid(&fixture, 0, 100, "bid 1");
    table_flush(fixture.table, fixture.now);
    store_work(fixture.store);
    struct store_answer *answer = store_take(fixture.store);
    assert_int_equal(answer->result, STORE_CONFLICT);
    table_stored(fixture.table, answer, fixture.now);
    store_answer_free(answer);
    assert_true(table_is_lost(fixture.table));
    json_is(fixture_answer(&fixture, 0, 100), "code", "\"store\"");
    fixture_close(&fixture);
}

/* Masks values that may differ between two tables, or before and after loading. */
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

/* Removes the clock, because clocks, moments and sessions are restarted. */
static void cut_clock(struct text *state) {
    char *prompt = strstr(state->data, ",\"prompt\":");
    char *from = strstr(prompt, ",\"clock\":"), *to = strstr(prompt, ",\"score\":");
    memmove(from, to, strlen(to) + 1);
    *strstr(state->data, ",\"sim\":") = '\0';
    state->length = strlen(state->data);
}

static void compare_with_reload(struct fixture *fixture) {
    struct text why = {0};
    struct store_request request = {.tag = 9, .does = STORE_READ, .table = fixture->id};
    store_send(fixture->store, &request);
    store_work(fixture->store);
    struct store_answer *answer = store_take(fixture->store);
    struct table *other = table_load(&fixture->world, answer, fixture->now, &why);
    if (!other)
        fail_msg("%s", text_string(&why));
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        if (viewer >= fixture->table->model.settings.seats && viewer < VIEWER_WATCHER)
            continue;
        struct text here = {0}, there = {0};
        state_of(fixture->table, (enum viewer)viewer, &here);
        state_of(other, (enum viewer)viewer, &there);
        cut_clock(&here);
        cut_clock(&there);
        assert_string_equal(text_string(&here), text_string(&there));
        text_free(&here);
        text_free(&there);
    }
    for (int seat = 0; seat < SEATS_MAX; seat++)
        assert_int_equal(fixture->table->model.places[seat].idles, other->model.places[seat].idles);
    if (other->model.match)
        for (int seat = 0; seat < SEATS_MAX; seat++)
            assert_int_equal(match_clock(other->model.match)->reserve[seat],
                             match_clock(fixture->table->model.match)->reserve[seat]);
    store_answer_free(answer);
    table_unload(other);
}

static void reload_along(const char *settings, int people, uint64_t seed, int pieces) {
    static const char *const names[] = {"ada", "ben", "cem"};
    struct fixture fixture;
    fixture_open(&fixture, seed);
    for (int i = 0; i < people; i++)
        fixture_line(&fixture, names[i]);
    fixture_make(&fixture, 0, settings);
    compare_with_reload(&fixture);
    fixture_seat(&fixture, people);
    fixture_ask(&fixture, 1, "word", ",\"word\":\"seven lazy foxes\"");
    compare_with_reload(&fixture);
    fixture_ask(&fixture, 0, "start", "");
    for (int i = 0; i < pieces && table_state(fixture.table) == STORE_PLAYING; i++) {
        compare_with_reload(&fixture);
        fixture_play(&fixture, i % 3 ? people : people - 1, (uint64_t)i, 700);
        if (i % 5 == 0)
            fixture_ask(&fixture, 1, "say", ",\"text\":\"na?\"");
        fixture_settle(&fixture);
    }
    compare_with_reload(&fixture);
    fixture_close(&fixture);
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
    struct fixture fixture;
    char rest[96];
    (void)state;
    open_match(&fixture, null_two);
    struct line *ada = &fixture.lines[0];
    fixture_cut(&fixture, 0);
    int before = ada->count;
    fixture_act(&fixture, 1, "bid 2");
    fixture_settle(&fixture);
    assert_int_equal(ada->count, before);
    snprintf(rest, sizeof rest, ",\"stream\":\"%s\",\"s\":%d", ada->stream, (int)ada->s);
    fixture_ask(&fixture, 0, "watch", rest);
    json_is(text_string(&ada->messages[before]), "resumed", "true");
    json_is(text_string(&ada->view), "sealed", "[1]");
    /* Too late: the stream has ended. */
    fixture_cut(&fixture, 0);
    fixture_pass(&fixture, 61000);
    before = ada->count;
    snprintf(rest, sizeof rest, ",\"stream\":\"%s\",\"s\":%d", ada->stream, (int)ada->s);
    fixture_ask(&fixture, 0, "watch", rest);
    json_is(text_string(&ada->messages[before]), "resumed", "false");
    json_is(text_string(&ada->messages[before + 1]), "t", "\"state\"");
    /* Another stream, and a number that was never given. */
    before = ada->count;
    fixture_ask(&fixture, 0, "watch", ",\"stream\":\"nonsense\",\"s\":1");
    json_is(text_string(&ada->messages[before]), "resumed", "false");
    fixture_close(&fixture);
}

static void an_idle_table_can_be_unloaded(void **state) {
    struct fixture fixture;
    (void)state;
    open_match(&fixture, null_two);
    assert_false(table_is_idle(fixture.table, fixture.now));
    fixture_cut(&fixture, 0);
    fixture_cut(&fixture, 1);
    assert_false(table_is_idle(fixture.table, fixture.now));
    fixture_pass(&fixture, 130000);
    assert_true(table_is_idle(fixture.table, fixture.now));
    fixture_close(&fixture);
}

/* The index has the deadline at which a table must be loaded; none if only people are awaited. */
static void the_index_knows_what_is_due(void **state) {
    struct fixture fixture;
    struct store_request request = {.tag = 1, .does = STORE_FIND};
    (void)state;
    for (int clocked = 0; clocked < 2; clocked++) {
        open_match(&fixture, clocked
                                 ? "{\"game\":\"null\",\"seats\":2,\"clock\":{\"decide\":86400000}}"
                                 : null_two);
        request.table = fixture.id;
        store_send(fixture.store, &request);
        store_work(fixture.store);
        struct store_answer *answer = store_take(fixture.store);
        assert_int_equal(answer->entries[0].deadline, clocked ? fixture.now + 86400000 : 0);
        assert_int_equal(answer->entries[0].asked, 3);
        assert_int_equal(answer->entries[0].state, STORE_PLAYING);
        store_answer_free(answer);
        if (clocked) {
            /* Unloaded and loaded by the same server, the clock has gone on. */
            fixture_cut(&fixture, 0);
            fixture_cut(&fixture, 1);
            fixture_pass(&fixture, 200000);
            assert_true(table_is_idle(fixture.table, fixture.now));
            table_unload(fixture.table);
            fixture.now += 86400000;
            fixture_load(&fixture);
            assert_true(match_length(fixture.table->model.match) >= 3);
            assert_int_equal(fixture.table->model.places[0].idles, 1);
        }
        fixture_close(&fixture);
    }
}

/* A reserve in the journal that exceeds the clock's settings is clamped. */
static void a_stored_reserve_is_within_the_clock(void **state) {
    struct fixture fixture;
    struct store_request request = {.tag = 1, .does = STORE_READ};
    struct model model = {0};
    (void)state;
    open_match(&fixture, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\",\"pause\":[0,0],"
                         "\"clock\":{\"decide\":1000,\"reserve\":500}}");
    send_bid(&fixture, 0, 100, "bid 1");
    fixture_settle(&fixture);
    request.table = fixture.id;
    store_send(fixture.store, &request);
    store_work(fixture.store);
    struct store_answer *answer = store_take(fixture.store);
    for (int i = 0; i < answer->row_count; i++) {
        struct store_row row = answer->rows[i];
        struct text body = {0}, why = {0};
        if (i == answer->row_count - 1)
            text_put(&body, "@reserve 400 86400000\n");
        text_put(&body, row.body);
        row.body = text_string(&body);
        row.body_size = body.length;
        if (!model_fold(&fixture.world, &model, &row, &why))
            fail_msg("%s", text_string(&why));
        text_free(&body);
        text_free(&why);
    }
    assert_int_equal(match_clock(model.match)->reserve[0], 400);
    assert_int_equal(match_clock(model.match)->reserve[1], 500);
    store_answer_free(answer);
    model_free(&model);
    fixture_close(&fixture);
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
