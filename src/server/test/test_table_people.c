/* test_table_people.c: permissions, presence, watchers and chat. */
#include "table_fixture.h"

#include <stdio.h>
#include <stdlib.h>

static void look_on(struct fixture *fixture, int line) {
    char rest[64];
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", fixture->code);
    fixture_ask(fixture, line, "watch", rest);
}

#define NULL_TWO                                                                                   \
    "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},\"seed\":\"42\",\"pause\":[0,0]"

static void settings_are_the_owners(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    look_on(&fixture, 0);
    look_on(&fixture, 1);
    struct line *ben = &fixture.lines[1];
    fixture_refused(&fixture, 1, "not_owner", "set", ",\"settings\":{\"public\":true}");
    fixture_ask(&fixture, 0, "set",
                ",\"settings\":{\"public\":true,\"options\":{\"rounds\":4},\"chat\":\"off\"}");
    json_is(text_string(&ben->info), "public", "true");
    json_is(text_string(&ben->info), "settings.options", "{\"rounds\":4}");
    json_is(text_string(&ben->info), "settings.chat", "\"off\"");
    fixture_refused(&fixture, 0, "bad_setup", "set", ",\"settings\":{\"options\":{\"rounds\":99}}");
    fixture_refused(&fixture, 0, "bad_setup", "set", ",\"settings\":{\"game\":\"drachen\"}");
    fixture_refused(&fixture, 0, "bad_setup", "set", ",\"settings\":{\"seed\":\"7\"}");
    fixture_ask(&fixture, 1, "sit", ",\"seat\":1");
    fixture_refused(&fixture, 0, "taken", "set", ",\"settings\":{\"bots\":{\"1\":\"random\"}}");
    fixture_ask(&fixture, 0, "set", ",\"settings\":{\"seats\":3,\"bots\":{\"2\":\"random\"}}");
    json_is(text_string(&ben->info), "seats.2", "{\"bot\":\"random\"}");
    fixture_refused(&fixture, 0, "taken", "set", ",\"settings\":{\"seats\":2}");
    fixture_ask(&fixture, 0, "bot", ",\"seat\":2,\"bot\":null");
    fixture_ask(&fixture, 0, "set", ",\"settings\":{\"seats\":2}");
    fixture_refused(&fixture, 0, "bad_setup", "bot", ",\"seat\":0,\"bot\":\"nobody\"");
    fixture_refused(&fixture, 0, "taken", "bot", ",\"seat\":1,\"bot\":\"random\"");
    fixture_refused(&fixture, 1, "not_owner", "bot", ",\"seat\":0,\"bot\":\"random\"");
    fixture_refused(&fixture, 0, "seats", "start", "");
    fixture_ask(&fixture, 0, "bot", ",\"seat\":0,\"bot\":\"random\"");
    fixture_ask(&fixture, 0, "start", "");
    fixture_refused(&fixture, 0, "not_open", "set", ",\"settings\":{\"public\":false}");
    fixture_ask(&fixture, 0, "set", ",\"settings\":{\"chat\":\"all\"}");
    fixture_refused(&fixture, 0, "not_open", "start", "");
    fixture_close(&fixture);
}

static void a_seed_is_for_tests_alone(void **state) {
    struct fixture fixture;
    struct wire wire;
    char id[TABLE_ID + 1], code[CODE_LENGTH + 1];
    struct asker asker = {.person = "ada"};
    const char *body = NULL_TWO "}";
    struct http_input input = {"POST", "/api/tables", NULL, "application/json", body, strlen(body)};
    (void)state;
    fixture_open(&fixture, 1);
    assert_true(gate_http(&input, &wire, &fixture.fault));
    fixture.world.is_test = false;
    assert_false(
        table_make(&fixture.world, &wire, NULL, &asker, 1, fixture.now, id, code, &fixture.fault));
    assert_int_equal(fixture.fault.code, CODE_BAD_SETUP);
    strcpy(wire.seed, "no seed");
    fixture.world.is_test = true;
    assert_false(
        table_make(&fixture.world, &wire, NULL, &asker, 1, fixture.now, id, code, &fixture.fault));
    assert_int_equal(fixture.fault.code, CODE_BAD_SETUP);
    fixture_close(&fixture);
}

static void the_code_and_addresses_are_not_for_everybody(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO ",\"public\":true}", 2);
    struct text found = {0};
    fixture_ask(&fixture, 2, "watch", "");
    assert_false(json_get(text_string(&fixture.lines[2].info), "code", &found));
    assert_false(json_get(text_string(&fixture.lines[2].info), "same", &found));
    fixture_refused(&fixture, 2, "unknown_table", "watch", ",\"code\":\"00000000\"");
    fixture_seat(&fixture, 2);
    json_is(text_string(&fixture.lines[0].info), "same", "[]");
    assert_false(json_get(text_string(&fixture.lines[1].info), "same", &found));
    assert_true(json_get(text_string(&fixture.lines[1].info), "code", &found));
    fixture_ask(&fixture, 1, "stand", "");
    json_is(text_string(&fixture.lines[1].state), "info.seats.1", "null");
    strcpy(fixture.lines[1].address, fixture.lines[0].address);
    fixture_ask(&fixture, 1, "sit", ",\"seat\":1");
    json_is(text_string(&fixture.lines[0].info), "same", "[[0,1]]");
    assert_false(json_get(text_string(&fixture.lines[1].info), "same", &found));
    fixture_ask(&fixture, 0, "set",
                ",\"settings\":{\"public\":false}"); /* who is invited is known */
    assert_false(json_get(text_string(&fixture.lines[0].info), "same", &found));
    text_free(&found);
    fixture_close(&fixture);
}

static void names_that_look_the_same_do_not_sit_together(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    strcpy(fixture.lines[1].name, "NADA");
    look_on(&fixture, 0);
    look_on(&fixture, 1);
    fixture_ask(&fixture, 0, "sit", ",\"seat\":0");
    fixture_refused(&fixture, 1, "taken", "sit", ",\"seat\":1");
    strcpy(fixture.lines[1].name, "Ben");
    fixture_ask(&fixture, 1, "sit", "");
    json_is(text_string(&fixture.lines[0].info), "seats.1.name", "\"Ben\"");
    table_rename(fixture.table, "ben", "Benno", fixture.now);
    fixture_settle(&fixture);
    json_is(text_string(&fixture.lines[0].info), "seats.1.name", "\"Benno\"");
    fixture_close(&fixture);
}

static void who_leaves_is_away_and_then_gone(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    fixture_start(&fixture, 2);
    struct line *ada = &fixture.lines[0];
    fixture_cut(&fixture, 1);
    fixture_pass(&fixture, 9990);
    json_is(text_string(&ada->info), "seats.1.here", "\"yes\"");
    fixture_refused(&fixture, 0, "forbidden", "bot", ",\"seat\":1,\"bot\":\"random\"");
    fixture_pass(&fixture, 20);
    json_is(text_string(&ada->info), "seats.1.here", "\"away\"");
    fixture_pass(&fixture, 49980);
    json_is(text_string(&ada->info), "seats.1.here", "\"away\"");
    fixture_refused(&fixture, 0, "forbidden", "bot", ",\"seat\":1,\"bot\":\"random\"");
    fixture_pass(&fixture, 20);
    json_is(text_string(&ada->info), "seats.1.here", "\"gone\"");
    /* The others may give the seat to a computer player, and he takes it back. */
    fixture_ask(&fixture, 0, "bot", ",\"seat\":1,\"bot\":\"thrifty\"");
    json_is(text_string(&ada->info), "seats.1.bot", "\"thrifty\"");
    json_is(text_string(&ada->info), "seats.1.person", "\"ben\"");
    fixture_ask(&fixture, 1, "watch", "");
    json_is(text_string(&ada->info), "seats.1.here", "\"yes\"");
    fixture_ask(&fixture, 1, "back", "");
    json_is(text_string(&ada->info), "seats.1.bot", "null");
    fixture_close(&fixture);
}

static void a_table_whose_owner_is_gone_passes_on(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, "{\"game\":\"null\",\"seats\":3}", 3);
    fixture_seat(&fixture, 3);
    fixture_cut(&fixture, 0);
    fixture_pass(&fixture, 40000);
    fixture_cut(&fixture, 1); /* away is not here either */
    fixture_pass(&fixture, 19990);
    json_is(text_string(&fixture.lines[2].info), "owner", "\"ada\"");
    fixture_pass(&fixture, 20);
    json_is(text_string(&fixture.lines[2].info), "owner", "\"cem\"");
    fixture_refused(&fixture, 0, "not_owner", "start", "");
    fixture_cut(&fixture, 2);
    fixture_pass(&fixture, 70000);
    fixture_ask(&fixture, 1, "watch", "");
    fixture_pass(&fixture, 1);
    json_is(text_string(&fixture.lines[1].info), "owner", "\"ben\"");
    fixture_restart(&fixture);
    assert_string_equal(fixture.table->model.owner, "ben");
    fixture_close(&fixture);
}

static void an_open_table_that_nobody_watches_closes_after_a_day(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    fixture_seat(&fixture, 2);
    fixture_pass(&fixture, 100000000);
    assert_int_equal(table_state(fixture.table), STORE_OPEN); /* somebody looks */
    fixture_cut(&fixture, 0);
    fixture_cut(&fixture, 1);
    fixture_pass(&fixture, 86399000);
    assert_int_equal(table_state(fixture.table), STORE_OPEN);
    fixture_pass(&fixture, 1000);
    assert_int_equal(table_state(fixture.table), STORE_CLOSED);
    fixture_refused(&fixture, 1, "unknown_table", "watch", "");
    fixture_close(&fixture);
}

static void watchers_are_counted_and_sent_away(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO ",\"public\":true}", 2);
    fixture_start(&fixture, 2);
    fixture_ask(&fixture, 2, "watch", "");
    json_is(text_string(&fixture.lines[0].info), "watchers", "1");
    fixture_refused(&fixture, 1, "not_owner", "kick", ",\"person\":\"eve\"");
    fixture_refused(&fixture, 0, "bad_request", "kick", ",\"person\":\"ben\"");
    fixture_ask(&fixture, 0, "kick", ",\"person\":\"eve\"");
    json_is(text_string(&fixture.lines[0].info), "watchers", "0");
    struct text away = {0}, table = {0};
    text_put(&away, line_last(&fixture.lines[2], "error"));
    json_is(text_string(&away), "code", "\"forbidden\"");
    js_string(&table, fixture.id);
    json_is(text_string(&away), "table", text_string(&table));
    text_free(&away);
    text_free(&table);
    fixture_refused(&fixture, 2, "forbidden", "watch", "");
    json_is(line_last(&fixture.lines[2], "error"), "key", "\"table.sent_away\"");
    fixture_restart(&fixture);
    fixture_refused(&fixture, 2, "forbidden", "watch", "");
    fixture_close(&fixture);
}

/* A kicked person cannot take a seat while the row is being written either. */
static void who_is_sent_away_takes_no_seat(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO ",\"public\":true}", 2);
    fixture_ask(&fixture, 2, "watch", "");
    fixture.store_waits = true;
    fixture_send_again(&fixture, 0, 900, "kick", ",\"person\":\"eve\"");
    fixture_send_again(&fixture, 2, 900, "sit", "");
    fixture.store_waits = false;
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 0, 900), "t", "\"done\"");
    assert_int_equal(line_count(&fixture.lines[2], "done"), 1); /* to look on, and no more */
    assert_int_equal(line_count(&fixture.lines[2], "error"), 2);
    fixture_close(&fixture);
}

static void an_owner_who_looks_on_is_not_sent_away(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    look_on(&fixture, 0);
    fixture_refused(&fixture, 0, "bad_request", "kick", ",\"person\":\"ada\"");
    fixture_close(&fixture);
}

/* The first `state` of a watcher or a seat already includes its recipient. */
static void a_state_knows_of_whom_it_is_for(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    look_on(&fixture, 0);
    look_on(&fixture, 2);
    struct line *eve = &fixture.lines[2];
    json_is(text_string(&eve->state), "info.watchers", "2");
    assert_int_equal(line_count(eve, "info"), 0);
    json_is(text_string(&fixture.lines[0].info), "watchers", "2");
    int before = eve->count;
    fixture_ask(&fixture, 2, "sit", ",\"seat\":1");
    assert_int_equal(eve->count, before + 2);
    json_is(text_string(&eve->messages[before]), "t", "\"done\"");
    json_is(text_string(&eve->messages[before + 1]), "t", "\"state\"");
    json_is(text_string(&eve->state), "info.watchers", "1");
    json_is(text_string(&eve->state), "info.seats.1.here", "\"yes\"");
    json_is(text_string(&fixture.lines[0].info), "watchers", "1");
    fixture_ask(&fixture, 0, "kick", ",\"seat\":1");
    assert_int_equal(eve->count, before + 3);
    json_is(text_string(&eve->state), "info.watchers", "2");
    json_is(text_string(&eve->state), "as", "\"watcher\"");
    /* After a cut he is here again, in his own first state. */
    fixture_ask(&fixture, 2, "sit", ",\"seat\":0");
    fixture_cut(&fixture, 2);
    fixture_pass(&fixture, 10000);
    json_is(text_string(&fixture.lines[0].info), "seats.0.here", "\"away\"");
    fixture_ask(&fixture, 2, "watch", "");
    json_is(text_string(&eve->state), "info.seats.0.here", "\"yes\"");
    fixture_close(&fixture);
}

/* A connection ends while its `watch` waits for the disk. */
static void who_goes_before_the_answer_has_gone(void **state) {
    struct fixture fixture;
    char rest[64];
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    fixture_ask(&fixture, 0, "watch", "");
    fixture_ask(&fixture, 0, "sit", ",\"seat\":0");
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", fixture.code);
    for (int leaves = 0; leaves < 2; leaves++) {
        fixture.store_waits = true;
        fixture_send(&fixture, 0, "say", ",\"text\":\"x\"");
        int64_t watch = fixture_send(&fixture, 2, "watch", rest), unwatch = 0;
        if (leaves)
            unwatch = fixture_send(&fixture, 2, "unwatch", "");
        else
            fixture_cut(&fixture, 2);
        fixture.store_waits = false;
        fixture_settle(&fixture);
        if (leaves)
            assert_non_null(fixture_answer(&fixture, 2, watch));
        if (leaves)
            assert_non_null(fixture_answer(&fixture, 2, unwatch));
        assert_int_equal(
            watchers_count(fixture.table->connections, fixture.table->connection_count), 0);
        json_is(text_string(&fixture.lines[0].info), "watchers", "0");
        int before = fixture.lines[2].count;
        fixture_ask(&fixture, 0, "say", ",\"text\":\"y\"");
        assert_int_equal(fixture.lines[2].count, before);
    }
    fixture_close(&fixture);
}

/* A `watch` or `sit` that fails with the disk has no effect. */
static void who_was_refused_does_not_look(void **state) {
    struct fixture fixture;
    char rest[64];
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    look_on(&fixture, 0);
    look_on(&fixture, 1);
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", fixture.code);
    memory_set_fault(fixture.memory, MEMORY_LOSES);
    int64_t sit = fixture_send(&fixture, 1, "sit", ",\"seat\":1");
    int64_t watch = fixture_send(&fixture, 2, "watch", rest);
    fixture_settle(&fixture);
    memory_set_fault(fixture.memory, MEMORY_WORKS);
    fixture_settle(&fixture);
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 1, sit), "code", "\"store\"");
    json_is(fixture_answer(&fixture, 2, watch), "code", "\"store\"");
    assert_int_equal(watchers_count(fixture.table->connections, fixture.table->connection_count),
                     2);
    int before = fixture.lines[2].count;
    fixture_ask(&fixture, 0, "set", ",\"settings\":{\"chat\":\"off\"}");
    assert_int_equal(fixture.lines[2].count, before);
    json_is(text_string(&fixture.lines[1].info), "settings.chat", "\"off\"");
    json_is(text_string(&fixture.lines[1].info), "watchers", "2");
    fixture_close(&fixture);
}

static void watchers_can_be_kept_out(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO ",\"watch\":{\"allowed\":false,\"delay\":0}}", 2);
    look_on(&fixture, 2);
    fixture_start(&fixture, 2);
    json_is(line_last(&fixture.lines[2], "error"), "code", "\"forbidden\"");
    int before = fixture.lines[2].count;
    fixture_act(&fixture, 0, "bid 1");
    fixture_settle(&fixture);
    assert_int_equal(fixture.lines[2].count, before);
    char rest[64];
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", fixture.code);
    fixture_refused(&fixture, 2, "forbidden", "watch", rest);
    fixture_close(&fixture);
}

static void watchers_see_everything_later(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO ",\"watch\":{\"allowed\":true,\"delay\":5000}}", 2);
    look_on(&fixture, 2);
    fixture_start(&fixture, 2);
    struct line *eve = &fixture.lines[2];
    json_is(text_string(&eve->info), "state", "\"open\"");
    fixture_pass(&fixture, 5000);
    json_is(text_string(&eve->info), "state", "\"playing\"");
    int before = eve->count;
    fixture_act(&fixture, 0, "bid 1");
    fixture_settle(&fixture);
    fixture_ask(&fixture, 0, "say", ",\"text\":\"psst\"");
    json_is(text_string(&fixture.lines[1].view), "sealed", "[0]");
    fixture_pass(&fixture, 4999);
    assert_int_equal(eve->count, before);
    /* A new watcher sees no more than the others, not even as a television of the owner. */
    int late = fixture_line(&fixture, "gus");
    look_on(&fixture, late);
    json_is(text_string(&fixture.lines[late].view), "sealed", "[]");
    json_is(text_string(&fixture.lines[late].state), "chat", "[]");
    fixture_pass(&fixture, 1);
    json_is(text_string(&eve->view), "sealed", "[0]");
    json_is(text_string(&fixture.lines[late].view), "sealed", "[0]");
    assert_int_equal(line_count(eve, "chat"), 1);
    /* Nor after a restart. */
    fixture_act(&fixture, 1, "ring");
    fixture_pass(&fixture, 3000);
    fixture_restart(&fixture);
    fixture_pass(&fixture, 1999);
    look_on(&fixture, 2);
    json_is(text_string(&eve->view), "bells", "[0,1]");
    fixture_ask(&fixture, 1, "watch", "");
    json_is(text_string(&fixture.lines[1].view), "bells", "[0]");
    fixture_pass(&fixture, 1);
    json_is(text_string(&eve->view), "bells", "[0]");
    fixture_close(&fixture);
}

static void chat_goes_where_it_may(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    fixture_start(&fixture, 2);
    look_on(&fixture, 2);
    fixture_ask(&fixture, 0, "say", ",\"text\":\"prost\"");
    fixture_ask(&fixture, 2, "say", ",\"text\":\"they cheat\"");
    fixture_ask(&fixture, 1, "say", ",\"text\":\"na\"");
    fixture_refused(&fixture, 1, "bad_request", "say", ",\"phrase\":\"polterfass.phrase.1\"");
    assert_int_equal(line_count(&fixture.lines[0], "chat"), 2);
    assert_int_equal(line_count(&fixture.lines[2], "chat"), 3);
    json_is(line_last(&fixture.lines[0], "chat"), "id", "2");
    json_is(line_last(&fixture.lines[2], "chat"), "id", "3");
    json_is(line_last(&fixture.lines[2], "chat"), "from", "\"ben\"");
    fixture_restart(&fixture);
    fixture_ask(&fixture, 0, "watch", "");
    json_is(text_string(&fixture.lines[0].state), "chat.1.text", "\"na\"");
    json_is(text_string(&fixture.lines[0].state), "chat.1.name", "\"Nben\"");
    table_rename(fixture.table, "ben", "", fixture.now);
    fixture_settle(&fixture);
    fixture_ask(&fixture, 1, "watch", "");
    json_is(text_string(&fixture.lines[1].state), "chat.1.text", "\"\"");
    json_is(text_string(&fixture.lines[0].info), "seats.1.name", "\"\"");
    fixture_close(&fixture);
}

static void wishes_and_words_go_into_the_match(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, "{\"game\":\"drachen\",\"seats\":3,\"seed\":\"5\"}", 3);
    fixture_seat(&fixture, 3);
    fixture_ask(&fixture, 0, "wish", ",\"value\":\"G\"");
    fixture_ask(&fixture, 1, "wish", ",\"value\":\"g\"");
    fixture_ask(&fixture, 2, "wish", ",\"value\":\"D\"");
    fixture_refused(&fixture, 2, "bad_setup", "wish", ",\"value\":\"X\"");
    json_is(text_string(&fixture.lines[0].info), "wishes", "[\"G\",\"g\",\"D\"]");
    fixture_ask(&fixture, 1, "word", ",\"word\":\"rain on the barrels\"");
    json_is(text_string(&fixture.lines[0].info), "words", "[1]");
    fixture_ask(&fixture, 0, "start", "");
    struct text log = {0};
    log_print(fixture.table->model.match, false, &log);
    assert_non_null(strstr(text_string(&log), "\noption characters ggd\n"));
    assert_non_null(strstr(text_string(&log), "\nword 1 rain on the barrels\n"));
    assert_non_null(strstr(text_string(&log), "\n0 chance characters "));
    json_is(text_string(&fixture.lines[2].view), "seats.2.character", "\"D\"");
    text_free(&log);
    fixture_refused(&fixture, 1, "not_open", "word", ",\"word\":\"late\"");
    fixture_close(&fixture);
}

static void phrases_are_read_again_as_phrases(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, "{\"game\":\"polterfass\",\"seats\":3}", 2);
    fixture_seat(&fixture, 2);
    fixture_ask(&fixture, 0, "say", ",\"phrase\":\"polterfass.phrase.1\"");
    for (int i = 0; i < 2; i++) {
        if (i)
            fixture_restart(&fixture);
        fixture_ask(&fixture, 1, "watch", "");
        json_is(text_string(&fixture.lines[1].state), "chat.0.phrase", "\"polterfass.phrase.1\"");
    }
    fixture_close(&fixture);
}

static void help_is_for_who_plays_alone(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO ",\"bots\":{\"1\":\"random\"}}", 1);
    look_on(&fixture, 0);
    fixture_refused(&fixture, 0, "not_seated", "hint", "");
    fixture_ask(&fixture, 0, "sit", "");
    fixture_refused(&fixture, 0, "not_playing", "hint", "");
    fixture_ask(&fixture, 0, "start", "");
    int64_t n = fixture_send(&fixture, 0, "hint", "");
    fixture_settle(&fixture);
    struct text action = {0};
    assert_true(json_get(fixture_answer(&fixture, 0, n), "action", &action));
    assert_int_equal(strncmp(text_string(&action), "\"bid ", 5), 0);
    text_free(&action);
    for (int i = 0; i < 5; i++)
        n = fixture_send(&fixture, 0, "hint", "");
    assert_null(fixture_answer(&fixture, 0, n - 1));
    json_is(fixture_answer(&fixture, 0, n), "code", "\"rate\"");
    fixture_settle(&fixture);
    assert_true(json_get(fixture_answer(&fixture, 0, n - 1), "action", &action));
    text_free(&action);
    fixture_ask(&fixture, 0, "odds", "");
    fixture_ask(&fixture, 0, "tell", ",\"action\":\"bid 1\"");
    fixture_refused(&fixture, 0, "illegal", "tell", ",\"action\":\"bid 99\"");
    fixture_close(&fixture);
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    fixture_start(&fixture, 2);
    fixture_refused(&fixture, 0, "forbidden", "hint", "");
    fixture_refused(&fixture, 0, "forbidden", "odds", "");
    fixture_ask(&fixture, 0, "tell", ",\"action\":\"bid 1\"");
    fixture_refused(&fixture, 0, "forbidden", "close", "");
    fixture_close(&fixture);
}

static void an_item_of_the_index_is_what_the_table_says(void **state) {
    struct fixture fixture;
    struct text there = {0}, here = {0};
    (void)state;
    fixture_open_people(&fixture,
                        NULL_TWO ",\"public\":true,\"bots\":{\"1\":\"random\"},"
                                 "\"watch\":{\"allowed\":true,\"delay\":1234}}",
                        1);
    fixture_seat(&fixture, 1);
    fixture_ask(&fixture, 0, "word", ",\"word\":\"x\"");
    fixture_cut(&fixture, 0);
    fixture_pass(&fixture, 61000);
    struct store_request request = {.tag = 1, .does = STORE_FIND, .table = fixture.id};
    store_send(fixture.store, &request);
    store_work(fixture.store);
    struct store_answer *answer = store_take(fixture.store);
    enum viewer viewer;
    for (int i = VIEWER_WATCHER; i < VIEWERS; i++) {
        text_clear(&there);
        text_clear(&here);
        struct glance glance = {(enum viewer)i, .now = fixture.now};
        entry_put_item(&answer->entries[0], NULL, &glance, &there);
        table_put_item(fixture.table, &glance, &here);
        assert_string_equal(text_string(&there), text_string(&here));
    }
    assert_int_equal(entry_delay(&answer->entries[0]), 1234);
    assert_true(entry_viewer(&answer->entries[0], "ada", NULL, &viewer));
    assert_int_equal(viewer, 0);
    assert_true(entry_viewer(&answer->entries[0], "eve", NULL, &viewer));
    assert_int_equal(viewer, VIEWER_WATCHER);
    assert_true(entry_viewer(&answer->entries[0], "eve", fixture.code, &viewer));
    assert_int_equal(viewer, VIEWER_INVITED);
    assert_false(entry_viewer(&answer->entries[0], "eve", "00000000", &viewer));
    store_answer_free(answer);
    text_free(&there);
    text_free(&here);
    fixture_close(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_the_owners),
        cmocka_unit_test(a_seed_is_for_tests_alone),
        cmocka_unit_test(the_code_and_addresses_are_not_for_everybody),
        cmocka_unit_test(names_that_look_the_same_do_not_sit_together),
        cmocka_unit_test(who_leaves_is_away_and_then_gone),
        cmocka_unit_test(a_table_whose_owner_is_gone_passes_on),
        cmocka_unit_test(an_open_table_that_nobody_watches_closes_after_a_day),
        cmocka_unit_test(watchers_are_counted_and_sent_away),
        cmocka_unit_test(who_is_sent_away_takes_no_seat),
        cmocka_unit_test(an_owner_who_looks_on_is_not_sent_away),
        cmocka_unit_test(a_state_knows_of_whom_it_is_for),
        cmocka_unit_test(who_goes_before_the_answer_has_gone),
        cmocka_unit_test(who_was_refused_does_not_look),
        cmocka_unit_test(watchers_can_be_kept_out),
        cmocka_unit_test(watchers_see_everything_later),
        cmocka_unit_test(chat_goes_where_it_may),
        cmocka_unit_test(wishes_and_words_go_into_the_match),
        cmocka_unit_test(phrases_are_read_again_as_phrases),
        cmocka_unit_test(help_is_for_who_plays_alone),
        cmocka_unit_test(an_item_of_the_index_is_what_the_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
