/* test_table_people.c: who may do what at a table, who is here, who looks on, and what is
 * said. */
#include "hall.h"

#include <stdio.h>
#include <stdlib.h>

static void open_hall(struct hall *hall, const char *settings, int people) {
    static const char *const names[] = {"ada", "ben", "cem", "dia"};
    hall_open(hall, 1);
    for (int i = 0; i < people; i++)
        hall_line(hall, names[i]);
    hall_line(hall, "eve");
    hall_make(hall, 0, settings);
}

static void look_on(struct hall *hall, int line) {
    char rest[64];
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", hall->code);
    hall_ask(hall, line, "watch", rest);
}

#define NULL_TWO                                                                                   \
    "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},\"seed\":\"42\",\"pause\":[0,0]"

static void settings_are_the_owners(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    look_on(&hall, 0);
    look_on(&hall, 1);
    struct line *ben = &hall.lines[1];
    hall_refused(&hall, 1, "not_owner", "set", ",\"settings\":{\"public\":true}");
    hall_ask(&hall, 0, "set",
             ",\"settings\":{\"public\":true,\"options\":{\"rounds\":4},\"chat\":\"off\"}");
    json_is(text_string(&ben->info), "public", "true");
    json_is(text_string(&ben->info), "settings.options", "{\"rounds\":4}");
    json_is(text_string(&ben->info), "settings.chat", "\"off\"");
    hall_refused(&hall, 0, "bad_setup", "set", ",\"settings\":{\"options\":{\"rounds\":99}}");
    hall_refused(&hall, 0, "bad_setup", "set", ",\"settings\":{\"game\":\"drachen\"}");
    hall_refused(&hall, 0, "bad_setup", "set", ",\"settings\":{\"seed\":\"7\"}");
    hall_ask(&hall, 1, "sit", ",\"seat\":1");
    hall_refused(&hall, 0, "taken", "set", ",\"settings\":{\"bots\":{\"1\":\"random\"}}");
    hall_ask(&hall, 0, "set", ",\"settings\":{\"seats\":3,\"bots\":{\"2\":\"random\"}}");
    json_is(text_string(&ben->info), "seats.2", "{\"bot\":\"random\"}");
    hall_refused(&hall, 0, "taken", "set", ",\"settings\":{\"seats\":2}");
    hall_ask(&hall, 0, "bot", ",\"seat\":2,\"bot\":null");
    hall_ask(&hall, 0, "set", ",\"settings\":{\"seats\":2}");
    hall_refused(&hall, 0, "bad_setup", "bot", ",\"seat\":0,\"bot\":\"nobody\"");
    hall_refused(&hall, 0, "taken", "bot", ",\"seat\":1,\"bot\":\"random\"");
    hall_refused(&hall, 1, "not_owner", "bot", ",\"seat\":0,\"bot\":\"random\"");
    hall_refused(&hall, 0, "seats", "start", "");
    hall_ask(&hall, 0, "bot", ",\"seat\":0,\"bot\":\"random\"");
    hall_ask(&hall, 0, "start", "");
    hall_refused(&hall, 0, "not_open", "set", ",\"settings\":{\"public\":false}");
    hall_ask(&hall, 0, "set", ",\"settings\":{\"chat\":\"all\"}");
    hall_refused(&hall, 0, "not_open", "start", "");
    hall_close(&hall);
}

static void a_seed_is_for_tests_alone(void **state) {
    struct hall hall;
    struct wire wire;
    char id[TABLE_ID + 1], code[CODE_LENGTH + 1];
    struct asker asker = {.person = "ada"};
    const char *body = NULL_TWO "}";
    struct http_input input = {"POST", "/api/tables", NULL, "application/json", body, strlen(body)};
    (void)state;
    hall_open(&hall, 1);
    assert_true(gate_http(&input, &wire, &hall.fault));
    hall.world.is_test = false;
    assert_false(table_make(&hall.world, &wire, NULL, &asker, 1, hall.now, id, code, &hall.fault));
    assert_int_equal(hall.fault.code, CODE_BAD_SETUP);
    strcpy(wire.seed, "no seed");
    hall.world.is_test = true;
    assert_false(table_make(&hall.world, &wire, NULL, &asker, 1, hall.now, id, code, &hall.fault));
    assert_int_equal(hall.fault.code, CODE_BAD_SETUP);
    hall_close(&hall);
}

static void the_code_and_addresses_are_not_for_everybody(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO ",\"public\":true}", 2);
    struct text found = {0};
    hall_ask(&hall, 2, "watch", "");
    assert_false(json_get(text_string(&hall.lines[2].info), "code", &found));
    assert_false(json_get(text_string(&hall.lines[2].info), "same", &found));
    hall_refused(&hall, 2, "unknown_table", "watch", ",\"code\":\"00000000\"");
    hall_seat(&hall, 2);
    json_is(text_string(&hall.lines[0].info), "same", "[]");
    assert_false(json_get(text_string(&hall.lines[1].info), "same", &found));
    assert_true(json_get(text_string(&hall.lines[1].info), "code", &found));
    hall_ask(&hall, 1, "stand", "");
    json_is(text_string(&hall.lines[1].state), "info.seats.1", "null");
    strcpy(hall.lines[1].address, hall.lines[0].address);
    hall_ask(&hall, 1, "sit", ",\"seat\":1");
    json_is(text_string(&hall.lines[0].info), "same", "[[0,1]]");
    assert_false(json_get(text_string(&hall.lines[1].info), "same", &found));
    hall_ask(&hall, 0, "set", ",\"settings\":{\"public\":false}"); /* who is invited is known */
    assert_false(json_get(text_string(&hall.lines[0].info), "same", &found));
    text_free(&found);
    hall_close(&hall);
}

static void names_that_look_the_same_do_not_sit_together(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    strcpy(hall.lines[1].name, "NADA");
    look_on(&hall, 0);
    look_on(&hall, 1);
    hall_ask(&hall, 0, "sit", ",\"seat\":0");
    hall_refused(&hall, 1, "taken", "sit", ",\"seat\":1");
    strcpy(hall.lines[1].name, "Ben");
    hall_ask(&hall, 1, "sit", "");
    json_is(text_string(&hall.lines[0].info), "seats.1.name", "\"Ben\"");
    table_rename(hall.table, "ben", "Benno", hall.now);
    hall_settle(&hall);
    json_is(text_string(&hall.lines[0].info), "seats.1.name", "\"Benno\"");
    hall_close(&hall);
}

static void who_leaves_is_away_and_then_gone(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    hall_start(&hall, 2);
    struct line *ada = &hall.lines[0];
    hall_cut(&hall, 1);
    hall_pass(&hall, 9990);
    json_is(text_string(&ada->info), "seats.1.here", "\"yes\"");
    hall_refused(&hall, 0, "forbidden", "bot", ",\"seat\":1,\"bot\":\"random\"");
    hall_pass(&hall, 20);
    json_is(text_string(&ada->info), "seats.1.here", "\"away\"");
    hall_pass(&hall, 49980);
    json_is(text_string(&ada->info), "seats.1.here", "\"away\"");
    hall_refused(&hall, 0, "forbidden", "bot", ",\"seat\":1,\"bot\":\"random\"");
    hall_pass(&hall, 20);
    json_is(text_string(&ada->info), "seats.1.here", "\"gone\"");
    /* The others may give the seat to a computer player, and he takes it back. */
    hall_ask(&hall, 0, "bot", ",\"seat\":1,\"bot\":\"thrifty\"");
    json_is(text_string(&ada->info), "seats.1.bot", "\"thrifty\"");
    json_is(text_string(&ada->info), "seats.1.person", "\"ben\"");
    hall_ask(&hall, 1, "watch", "");
    json_is(text_string(&ada->info), "seats.1.here", "\"yes\"");
    hall_ask(&hall, 1, "back", "");
    json_is(text_string(&ada->info), "seats.1.bot", "null");
    hall_close(&hall);
}

static void a_table_whose_owner_is_gone_passes_on(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, "{\"game\":\"null\",\"seats\":3}", 3);
    hall_seat(&hall, 3);
    hall_cut(&hall, 0);
    hall_pass(&hall, 40000);
    hall_cut(&hall, 1); /* away is not here either */
    hall_pass(&hall, 19990);
    json_is(text_string(&hall.lines[2].info), "owner", "\"ada\"");
    hall_pass(&hall, 20);
    json_is(text_string(&hall.lines[2].info), "owner", "\"cem\"");
    hall_refused(&hall, 0, "not_owner", "start", "");
    hall_cut(&hall, 2);
    hall_pass(&hall, 70000);
    hall_ask(&hall, 1, "watch", "");
    hall_pass(&hall, 1);
    json_is(text_string(&hall.lines[1].info), "owner", "\"ben\"");
    hall_restart(&hall);
    assert_string_equal(hall.table->model.owner, "ben");
    hall_close(&hall);
}

static void an_open_table_that_nobody_watches_closes_after_a_day(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    hall_seat(&hall, 2);
    hall_pass(&hall, 100000000);
    assert_int_equal(table_state(hall.table), STORE_OPEN); /* somebody looks */
    hall_cut(&hall, 0);
    hall_cut(&hall, 1);
    hall_pass(&hall, 86399000);
    assert_int_equal(table_state(hall.table), STORE_OPEN);
    hall_pass(&hall, 1000);
    assert_int_equal(table_state(hall.table), STORE_CLOSED);
    hall_refused(&hall, 1, "unknown_table", "watch", "");
    hall_close(&hall);
}

static void watchers_are_counted_and_sent_away(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO ",\"public\":true}", 2);
    hall_start(&hall, 2);
    hall_ask(&hall, 2, "watch", "");
    json_is(text_string(&hall.lines[0].info), "watchers", "1");
    hall_refused(&hall, 1, "not_owner", "kick", ",\"person\":\"eve\"");
    hall_refused(&hall, 0, "bad_request", "kick", ",\"person\":\"ben\"");
    hall_ask(&hall, 0, "kick", ",\"person\":\"eve\"");
    json_is(text_string(&hall.lines[0].info), "watchers", "0");
    struct text away = {0}, table = {0};
    text_put(&away, line_last(&hall.lines[2], "error"));
    json_is(text_string(&away), "code", "\"forbidden\"");
    js_string(&table, hall.id);
    json_is(text_string(&away), "table", text_string(&table));
    text_free(&away);
    text_free(&table);
    hall_refused(&hall, 2, "forbidden", "watch", "");
    json_is(line_last(&hall.lines[2], "error"), "key", "\"table.sent_away\"");
    hall_restart(&hall);
    hall_refused(&hall, 2, "forbidden", "watch", "");
    hall_close(&hall);
}

/* Nor does he sit down while the disk still has it in hand. */
static void who_is_sent_away_takes_no_seat(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO ",\"public\":true}", 2);
    hall_ask(&hall, 2, "watch", "");
    hall.store_waits = true;
    hall_send_again(&hall, 0, 900, "kick", ",\"person\":\"eve\"");
    hall_send_again(&hall, 2, 900, "sit", "");
    hall.store_waits = false;
    hall_settle(&hall);
    json_is(hall_answer(&hall, 0, 900), "t", "\"done\"");
    assert_int_equal(line_count(&hall.lines[2], "done"), 1); /* to look on, and no more */
    assert_int_equal(line_count(&hall.lines[2], "error"), 2);
    hall_close(&hall);
}

static void an_owner_who_looks_on_is_not_sent_away(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    look_on(&hall, 0);
    hall_refused(&hall, 0, "bad_request", "kick", ",\"person\":\"ada\"");
    hall_close(&hall);
}

/* Who begins to look, or sits down, is in the first thing he sees: nothing more is to be told. */
static void a_state_knows_of_whom_it_is_for(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    look_on(&hall, 0);
    look_on(&hall, 2);
    struct line *eve = &hall.lines[2];
    json_is(text_string(&eve->state), "info.watchers", "2");
    assert_int_equal(line_count(eve, "info"), 0);
    json_is(text_string(&hall.lines[0].info), "watchers", "2");
    int before = eve->count;
    hall_ask(&hall, 2, "sit", ",\"seat\":1");
    assert_int_equal(eve->count, before + 2);
    json_is(text_string(&eve->messages[before]), "t", "\"done\"");
    json_is(text_string(&eve->messages[before + 1]), "t", "\"state\"");
    json_is(text_string(&eve->state), "info.watchers", "1");
    json_is(text_string(&eve->state), "info.seats.1.here", "\"yes\"");
    json_is(text_string(&hall.lines[0].info), "watchers", "1");
    hall_ask(&hall, 0, "kick", ",\"seat\":1");
    assert_int_equal(eve->count, before + 3);
    json_is(text_string(&eve->state), "info.watchers", "2");
    json_is(text_string(&eve->state), "as", "\"watcher\"");
    /* After a cut he is here again, in his own first state. */
    hall_ask(&hall, 2, "sit", ",\"seat\":0");
    hall_cut(&hall, 2);
    hall_pass(&hall, 10000);
    json_is(text_string(&hall.lines[0].info), "seats.0.here", "\"away\"");
    hall_ask(&hall, 2, "watch", "");
    json_is(text_string(&eve->state), "info.seats.0.here", "\"yes\"");
    hall_close(&hall);
}

/* A `watch` waits for the disk, and its connection goes before it is answered. */
static void who_goes_before_the_answer_has_gone(void **state) {
    struct hall hall;
    char rest[64];
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    hall_ask(&hall, 0, "watch", "");
    hall_ask(&hall, 0, "sit", ",\"seat\":0");
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", hall.code);
    for (int leaves = 0; leaves < 2; leaves++) {
        hall.store_waits = true;
        hall_send(&hall, 0, "say", ",\"text\":\"x\"");
        int64_t watch = hall_send(&hall, 2, "watch", rest), unwatch = 0;
        if (leaves)
            unwatch = hall_send(&hall, 2, "unwatch", "");
        else
            hall_cut(&hall, 2);
        hall.store_waits = false;
        hall_settle(&hall);
        if (leaves)
            assert_non_null(hall_answer(&hall, 2, watch));
        if (leaves)
            assert_non_null(hall_answer(&hall, 2, unwatch));
        assert_int_equal(watchers_count(hall.table->connections, hall.table->connection_count), 0);
        json_is(text_string(&hall.lines[0].info), "watchers", "0");
        int before = hall.lines[2].count;
        hall_ask(&hall, 0, "say", ",\"text\":\"y\"");
        assert_int_equal(hall.lines[2].count, before);
    }
    hall_close(&hall);
}

/* A `watch` that the disk refuses, and a seat that is not written, change nobody. */
static void who_was_refused_does_not_look(void **state) {
    struct hall hall;
    char rest[64];
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    look_on(&hall, 0);
    look_on(&hall, 1);
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", hall.code);
    memory_set_fault(hall.memory, MEMORY_LOSES);
    int64_t sit = hall_send(&hall, 1, "sit", ",\"seat\":1");
    int64_t watch = hall_send(&hall, 2, "watch", rest);
    hall_settle(&hall);
    memory_set_fault(hall.memory, MEMORY_WORKS);
    hall_settle(&hall);
    hall_settle(&hall);
    json_is(hall_answer(&hall, 1, sit), "code", "\"store\"");
    json_is(hall_answer(&hall, 2, watch), "code", "\"store\"");
    assert_int_equal(watchers_count(hall.table->connections, hall.table->connection_count), 2);
    int before = hall.lines[2].count;
    hall_ask(&hall, 0, "set", ",\"settings\":{\"chat\":\"off\"}");
    assert_int_equal(hall.lines[2].count, before);
    json_is(text_string(&hall.lines[1].info), "settings.chat", "\"off\"");
    json_is(text_string(&hall.lines[1].info), "watchers", "2");
    hall_close(&hall);
}

static void watchers_can_be_kept_out(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO ",\"watch\":{\"allowed\":false,\"delay\":0}}", 2);
    look_on(&hall, 2);
    hall_start(&hall, 2);
    json_is(line_last(&hall.lines[2], "error"), "code", "\"forbidden\"");
    int before = hall.lines[2].count;
    hall_act(&hall, 0, "bid 1");
    hall_settle(&hall);
    assert_int_equal(hall.lines[2].count, before);
    char rest[64];
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", hall.code);
    hall_refused(&hall, 2, "forbidden", "watch", rest);
    hall_close(&hall);
}

static void watchers_see_everything_later(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO ",\"watch\":{\"allowed\":true,\"delay\":5000}}", 2);
    look_on(&hall, 2);
    hall_start(&hall, 2);
    struct line *eve = &hall.lines[2];
    json_is(text_string(&eve->info), "state", "\"open\"");
    hall_pass(&hall, 5000);
    json_is(text_string(&eve->info), "state", "\"playing\"");
    int before = eve->count;
    hall_act(&hall, 0, "bid 1");
    hall_settle(&hall);
    hall_ask(&hall, 0, "say", ",\"text\":\"psst\"");
    json_is(text_string(&hall.lines[1].view), "sealed", "[0]");
    hall_pass(&hall, 4999);
    assert_int_equal(eve->count, before);
    /* Who comes meanwhile sees no more than the others do, also as the owner's television. */
    int late = hall_line(&hall, "gus");
    look_on(&hall, late);
    json_is(text_string(&hall.lines[late].view), "sealed", "[]");
    json_is(text_string(&hall.lines[late].state), "chat", "[]");
    hall_pass(&hall, 1);
    json_is(text_string(&eve->view), "sealed", "[0]");
    json_is(text_string(&hall.lines[late].view), "sealed", "[0]");
    assert_int_equal(line_count(eve, "chat"), 1);
    /* Nor does a restart help. */
    hall_act(&hall, 1, "ring");
    hall_pass(&hall, 3000);
    hall_restart(&hall);
    hall_pass(&hall, 1999);
    look_on(&hall, 2);
    json_is(text_string(&eve->view), "bells", "[0,1]");
    hall_ask(&hall, 1, "watch", "");
    json_is(text_string(&hall.lines[1].view), "bells", "[0]");
    hall_pass(&hall, 1);
    json_is(text_string(&eve->view), "bells", "[0]");
    hall_close(&hall);
}

static void chat_goes_where_it_may(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    hall_start(&hall, 2);
    look_on(&hall, 2);
    hall_ask(&hall, 0, "say", ",\"text\":\"prost\"");
    hall_ask(&hall, 2, "say", ",\"text\":\"they cheat\"");
    hall_ask(&hall, 1, "say", ",\"text\":\"na\"");
    hall_refused(&hall, 1, "bad_request", "say", ",\"phrase\":\"polterfass.phrase.1\"");
    assert_int_equal(line_count(&hall.lines[0], "chat"), 2);
    assert_int_equal(line_count(&hall.lines[2], "chat"), 3);
    json_is(line_last(&hall.lines[0], "chat"), "id", "2");
    json_is(line_last(&hall.lines[2], "chat"), "id", "3");
    json_is(line_last(&hall.lines[2], "chat"), "from", "\"ben\"");
    hall_restart(&hall);
    hall_ask(&hall, 0, "watch", "");
    json_is(text_string(&hall.lines[0].state), "chat.1.text", "\"na\"");
    json_is(text_string(&hall.lines[0].state), "chat.1.name", "\"Nben\"");
    table_rename(hall.table, "ben", "", hall.now);
    hall_settle(&hall);
    hall_ask(&hall, 1, "watch", "");
    json_is(text_string(&hall.lines[1].state), "chat.1.text", "\"\"");
    json_is(text_string(&hall.lines[0].info), "seats.1.name", "\"\"");
    hall_close(&hall);
}

static void wishes_and_words_go_into_the_match(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, "{\"game\":\"drachen\",\"seats\":3,\"seed\":\"5\"}", 3);
    hall_seat(&hall, 3);
    hall_ask(&hall, 0, "wish", ",\"value\":\"G\"");
    hall_ask(&hall, 1, "wish", ",\"value\":\"g\"");
    hall_ask(&hall, 2, "wish", ",\"value\":\"D\"");
    hall_refused(&hall, 2, "bad_setup", "wish", ",\"value\":\"X\"");
    json_is(text_string(&hall.lines[0].info), "wishes", "[\"G\",\"g\",\"D\"]");
    hall_ask(&hall, 1, "word", ",\"word\":\"rain on the barrels\"");
    json_is(text_string(&hall.lines[0].info), "words", "[1]");
    hall_ask(&hall, 0, "start", "");
    struct text log = {0};
    log_print(hall.table->model.match, false, &log);
    assert_non_null(strstr(text_string(&log), "\noption characters ggd\n"));
    assert_non_null(strstr(text_string(&log), "\nword 1 rain on the barrels\n"));
    assert_non_null(strstr(text_string(&log), "\n0 chance characters "));
    json_is(text_string(&hall.lines[2].view), "seats.2.character", "\"D\"");
    text_free(&log);
    hall_refused(&hall, 1, "not_open", "word", ",\"word\":\"late\"");
    hall_close(&hall);
}

static void the_owner_alone_makes_a_rematch(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    hall_start(&hall, 2);
    hall_play(&hall, 2, 3, 600000);
    hall_ask(&hall, 0, "again", "");
    assert_int_equal(hall.agains, 1);
    hall_close(&hall);
}

static void phrases_are_read_again_as_phrases(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, "{\"game\":\"polterfass\",\"seats\":3}", 2);
    hall_seat(&hall, 2);
    hall_ask(&hall, 0, "say", ",\"phrase\":\"polterfass.phrase.1\"");
    for (int i = 0; i < 2; i++) {
        if (i)
            hall_restart(&hall);
        hall_ask(&hall, 1, "watch", "");
        json_is(text_string(&hall.lines[1].state), "chat.0.phrase", "\"polterfass.phrase.1\"");
    }
    hall_close(&hall);
}

static void all_or_the_owner_make_a_rematch(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO "}", 2);
    hall_start(&hall, 2);
    hall_refused(&hall, 1, "not_over", "again", "");
    hall_play(&hall, 2, 3, 600000);
    hall_refused(&hall, 1, "over", "act", ",\"ask\":1,\"action\":\"bid 0\"");
    hall_ask(&hall, 1, "again", "");
    json_is(text_string(&hall.lines[0].info), "again", "[1]");
    assert_int_equal(hall.agains, 0);
    hall_ask(&hall, 0, "again", "");
    assert_int_equal(hall.agains, 1);
    char id[TABLE_ID + 1], code[CODE_LENGTH + 1];
    assert_true(
        table_make(&hall.world, NULL, hall.table, NULL, 3, hall.now, id, code, &hall.fault));
    store_work(hall.store);
    struct store_answer *answer = store_take(hall.store);
    assert_int_equal(answer->result, STORE_DONE);
    store_answer_free(answer);
    table_next(hall.table, id, hall.now);
    hall_settle(&hall);
    struct text next = {0};
    json_get(text_string(&hall.lines[1].info), "next", &next);
    assert_int_equal(next.length, TABLE_ID + 2);
    text_free(&next);
    table_unload(hall.table);
    strcpy(hall.id, id);
    strcpy(hall.code, code);
    hall_load(&hall);
    assert_string_equal(hall.table->model.places[0].person, "ada");
    assert_string_equal(hall.table->model.places[1].person, "ben");
    assert_string_equal(hall.table->model.owner, "ada");
    assert_true(strcmp(hall.table->model.seed.name, "42") != 0);
    hall_close(&hall);
}

static void help_is_for_who_plays_alone(void **state) {
    struct hall hall;
    (void)state;
    open_hall(&hall, NULL_TWO ",\"bots\":{\"1\":\"random\"}}", 1);
    look_on(&hall, 0);
    hall_refused(&hall, 0, "not_seated", "hint", "");
    hall_ask(&hall, 0, "sit", "");
    hall_refused(&hall, 0, "not_playing", "hint", "");
    hall_ask(&hall, 0, "start", "");
    int64_t n = hall_send(&hall, 0, "hint", "");
    hall_settle(&hall);
    struct text action = {0};
    assert_true(json_get(hall_answer(&hall, 0, n), "action", &action));
    assert_int_equal(strncmp(text_string(&action), "\"bid ", 5), 0);
    text_free(&action);
    hall_ask(&hall, 0, "odds", "");
    hall_ask(&hall, 0, "tell", ",\"action\":\"bid 1\"");
    hall_refused(&hall, 0, "illegal", "tell", ",\"action\":\"bid 99\"");
    hall_close(&hall);
    open_hall(&hall, NULL_TWO "}", 2);
    hall_start(&hall, 2);
    hall_refused(&hall, 0, "forbidden", "hint", "");
    hall_refused(&hall, 0, "forbidden", "odds", "");
    hall_ask(&hall, 0, "tell", ",\"action\":\"bid 1\"");
    hall_refused(&hall, 0, "forbidden", "close", "");
    hall_close(&hall);
}

static void an_item_of_the_index_is_what_the_table_says(void **state) {
    struct hall hall;
    struct text there = {0}, here = {0};
    (void)state;
    open_hall(&hall,
              NULL_TWO ",\"public\":true,\"bots\":{\"1\":\"random\"},"
                       "\"watch\":{\"allowed\":true,\"delay\":1234}}",
              1);
    hall_seat(&hall, 1);
    hall_ask(&hall, 0, "word", ",\"word\":\"x\"");
    hall_cut(&hall, 0);
    hall_pass(&hall, 61000);
    struct store_request request = {.tag = 1, .does = STORE_FIND, .table = hall.id};
    store_send(hall.store, &request);
    store_work(hall.store);
    struct store_answer *answer = store_take(hall.store);
    enum viewer viewer;
    for (int i = VIEWER_WATCHER; i < VIEWERS; i++) {
        text_clear(&there);
        text_clear(&here);
        struct glance glance = {(enum viewer)i, .now = hall.now};
        entry_put_item(&answer->entries[0], NULL, &glance, &there);
        table_put_item(hall.table, &glance, &here);
        assert_string_equal(text_string(&there), text_string(&here));
    }
    assert_int_equal(entry_delay(&answer->entries[0]), 1234);
    assert_true(entry_viewer(&answer->entries[0], "ada", NULL, &viewer));
    assert_int_equal(viewer, 0);
    assert_true(entry_viewer(&answer->entries[0], "eve", NULL, &viewer));
    assert_int_equal(viewer, VIEWER_WATCHER);
    assert_true(entry_viewer(&answer->entries[0], "eve", hall.code, &viewer));
    assert_int_equal(viewer, VIEWER_INVITED);
    assert_false(entry_viewer(&answer->entries[0], "eve", "00000000", &viewer));
    store_answer_free(answer);
    text_free(&there);
    text_free(&here);
    hall_close(&hall);
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
        cmocka_unit_test(the_owner_alone_makes_a_rematch),
        cmocka_unit_test(phrases_are_read_again_as_phrases),
        cmocka_unit_test(all_or_the_owner_make_a_rematch),
        cmocka_unit_test(help_is_for_who_plays_alone),
        cmocka_unit_test(an_item_of_the_index_is_what_the_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
