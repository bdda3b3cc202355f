/* What a store guarantees about journals, claims, its queue and its index, tested with both
 * backends. */
#include "both.h"

#include <stdlib.h>
#include <unistd.h>

#include "store/store_inside.h"

/* Journals and claims. */

static void rows_come_back_as_they_were_written(void **state) {
    struct store *store = store_of(state);
    struct store_claim claim = made(store, "t");
    struct store_row rows[] = {{.kind = "chat", .at = 5, .person = "ada", .words = "hello"},
                               {.kind = "entry",
                                .at = 6,
                                .person = "ben",
                                .device = "phone",
                                .n = INT64_C(9007199254740991),
                                .body = "a\0b",
                                .body_size = 3}};
    struct store_request request = appending(&claim, rows, 2), read = reading("t");
    struct store_answer *answer = ask(store, &request);
    assert_int_equal(answer->result, STORE_DONE);
    assert_int_equal(answer->claim.rows, 2);
    store_answer_free(answer);
    both_restart(*state);
    answer = ask(store_of(state), &read);
    assert_int_equal(answer->row_count, 2);
    assert_string_equal(answer->rows[0].kind, "chat");
    assert_string_equal(answer->rows[0].words, "hello");
    assert_string_equal(answer->rows[0].device, "");
    assert_int_equal(answer->rows[0].body_size, 0);
    assert_int_equal(answer->rows[1].at, 6);
    assert_string_equal(answer->rows[1].person, "ben");
    assert_string_equal(answer->rows[1].device, "phone");
    assert_int_equal(answer->rows[1].n, INT64_C(9007199254740991));
    assert_int_equal(answer->rows[1].body_size, 3);
    assert_memory_equal(answer->rows[1].body, "a\0b", 3);
    store_answer_free(answer);
}

static void a_new_table_has_its_first_rows_and_a_claim(void **state) {
    struct store *store = store_of(state);
    struct store_entry entry = an_entry("t", "code");
    struct store_row row = a_row("settings", "phone", 1);
    struct store_request request = making(&entry);
    request.rows = &row;
    request.row_count = 1;
    struct store_answer *answer = ask(store, &request);
    assert_int_equal(answer->result, STORE_DONE);
    assert_string_equal(answer->claim.table, "t");
    assert_int_equal(answer->claim.rows, 1);
    struct store_row next = a_row("b", "", 0);
    struct store_request append = appending(&answer->claim, &next, 1);
    assert_int_equal(result_of(store, &append), STORE_DONE);
    store_answer_free(answer);
    assert_bodies(store, "t", "settings b");
}

static void ids_and_codes_belong_to_one_table(void **state) {
    struct store *store = store_of(state);
    struct store_entry entry = an_entry("t", "code"), same_id = an_entry("t", "other"),
                       same_code = an_entry("u", "code");
    struct store_request first = making(&entry), second = making(&same_id),
                         third = making(&same_code);
    assert_int_equal(result_of(store, &first), STORE_DONE);
    assert_int_equal(result_of(store, &second), STORE_TAKEN);
    assert_int_equal(result_of(store, &third), STORE_TAKEN);
}

static void an_append_needs_the_number_of_rows(void **state) {
    struct store *store = store_of(state);
    struct store_claim claim = made(store, "t"), ahead = {"t", 1, 2}, unknown = {"u", 1, 0};
    struct store_row row = a_row("a", "", 0), other = a_row("b", "", 0);
    struct store_request request = appending(&claim, &row, 1), stale = appending(&claim, &other, 1),
                         early = appending(&ahead, &other, 1),
                         nowhere = appending(&unknown, &other, 1);
    assert_int_equal(result_of(store, &request), STORE_DONE);
    assert_int_equal(result_of(store, &stale), STORE_CONFLICT);
    assert_int_equal(result_of(store, &early), STORE_CONFLICT);
    assert_int_equal(result_of(store, &nowhere), STORE_CONFLICT);
    assert_bodies(store, "t", "a");
}

static void whoever_claims_last_may_write(void **state) {
    struct store *store = store_of(state);
    struct store_claim old = made(store, "t");
    struct store_row row = a_row("a", "", 0), other = a_row("b", "", 0);
    struct store_request request = claiming("t"), stale = appending(&old, &row, 1);
    struct store_answer *claimed = ask(store, &request);
    assert_int_equal(claimed->result, STORE_DONE);
    assert_true(claimed->claim.epoch > old.epoch);
    assert_int_equal(result_of(store, &stale), STORE_CONFLICT);
    struct store_request fresh = appending(&claimed->claim, &other, 1);
    assert_int_equal(result_of(store, &fresh), STORE_DONE);
    store_answer_free(claimed);
    assert_bodies(store, "t", "b");
}

static void a_start_claims_anew(void **state) {
    struct store_claim old = made(store_of(state), "t");
    struct store_row row = a_row("a", "phone", 1);
    struct store_request first = appending(&old, &row, 1), request = claiming("t");
    assert_int_equal(result_of(store_of(state), &first), STORE_DONE);
    both_restart(*state);
    struct store_answer *claimed = ask(store_of(state), &request);
    assert_true(claimed->claim.epoch > old.epoch);
    assert_int_equal(claimed->claim.rows, 1);
    assert_int_equal(claimed->row_count, 1);
    assert_string_equal(claimed->rows[0].body, "a");
    assert_string_equal(claimed->entries[0].table, "t");
    store_answer_free(claimed);
    struct store_request nothing = claiming("u");
    assert_int_equal(result_of(store_of(state), &nothing), STORE_NOTHING);
}

static void a_claim_also_guards_the_entry_alone(void **state) {
    struct store *store = store_of(state);
    struct store_claim claim = made(store, "t"), lost = {"t", 0, 0};
    struct store_request request = appending(&lost, NULL, 0);
    request.has_entry = true;
    request.entry = an_entry("t", "t");
    request.entry.deadline = 99;
    assert_int_equal(result_of(store, &request), STORE_CONFLICT);
    struct store_request due = {.does = STORE_LIST, .list = {.list = STORE_DUE, .until = 1000}};
    struct store_answer *answer = ask(store, &due);
    assert_int_equal(answer->entry_count, 0);
    store_answer_free(answer);
    request.claim = claim;
    assert_int_equal(result_of(store, &request), STORE_DONE);
    answer = ask(store, &due);
    assert_int_equal(answer->entry_count, 1);
    store_answer_free(answer);
}

static void a_request_counts_once(void **state) {
    struct store *store = store_of(state);
    struct store_claim claim = made(store, "t");
    struct store_row row = a_row("a", "phone", 4), other = a_row("b", "laptop", 4),
                     lower = a_row("c", "phone", 3);
    struct store_request first = appending(&claim, &row, 1);
    assert_int_equal(result_of(store, &first), STORE_DONE);
    both_restart(*state);
    store = store_of(state);
    claim.rows = 1;
    struct store_request again = appending(&claim, &row, 1);
    assert_int_equal(result_of(store, &again), STORE_AGAIN);
    struct store_request second = appending(&claim, &other, 1);
    assert_int_equal(result_of(store, &second), STORE_DONE);
    claim.rows = 2;
    struct store_request third = appending(&claim, &lower, 1);
    assert_int_equal(result_of(store, &third), STORE_DONE);
    struct store_claim elsewhere = made(store, "u");
    struct store_request fourth = appending(&elsewhere, &row, 1);
    assert_int_equal(result_of(store, &fourth), STORE_DONE);
    assert_bodies(store, "t", "a b c");
}

static void rows_of_the_server_have_no_number(void **state) {
    struct store *store = store_of(state);
    struct store_claim claim = made(store, "t");
    struct store_row rows[] = {a_row("a", "", 0), a_row("b", "", 0)};
    struct store_request request = appending(&claim, rows, 2);
    assert_int_equal(result_of(store, &request), STORE_DONE);
    assert_bodies(store, "t", "a b");
}

static void an_append_is_all_or_nothing(void **state) {
    struct store *store = store_of(state);
    struct store_claim claim = made(store, "t");
    struct store_row first = a_row("a", "phone", 1),
                     rows[] = {a_row("b", "", 0), a_row("c", "phone", 1)};
    struct store_film film = {1, "x", 1}, taken[] = {{2, "y", 1}, {1, "z", 1}};
    struct store_request request = appending(&claim, &first, 1);
    request.films = &film;
    request.film_count = 1;
    assert_int_equal(result_of(store, &request), STORE_DONE);
    claim.rows = 1;
    request = appending(&claim, rows, 2);
    assert_int_equal(result_of(store, &request), STORE_AGAIN);
    request = appending(&claim, rows, 1);
    request.films = taken;
    request.film_count = 2;
    request.has_entry = true;
    request.entry = an_entry("t", "t");
    request.entry.is_public = true;
    assert_int_equal(result_of(store, &request), STORE_TAKEN);
    assert_bodies(store, "t", "a");
    struct store_request second = {.does = STORE_FILM, .table = "t", .film = 2};
    assert_int_equal(result_of(store, &second), STORE_NOTHING);
    struct store_request list = {.does = STORE_LIST, .list = {.list = STORE_PUBLIC}};
    struct store_answer *answer = ask(store, &list);
    assert_int_equal(answer->entry_count, 0);
    store_answer_free(answer);
}

/* The queue. */

static void what_waits_is_one_transaction_in_order(void **state) {
    struct both *both = *state;
    struct store_claim claim = made(both->store, "t");
    struct store_row rows[] = {a_row("a", "", 0), a_row("b", "", 0), a_row("c", "", 0)};
    int syncs = both->shim ? shim_syncs(both->shim) : 0;
    for (int i = 0; i < 3; i++) {
        struct store_request request = appending(&claim, &rows[i], 1);
        request.tag = (uint64_t)i;
        store_send(both->store, &request);
        claim.rows += i != 1; /* the third repeats the place of the second */
    }
    struct store_request read = reading("t");
    read.tag = 3;
    store_send(both->store, &read);
    assert_null(store_take(both->store));
    assert_false(store_is_idle(both->store));
    store_work(both->store);
    static const enum store_result expected[] = {STORE_DONE, STORE_DONE, STORE_CONFLICT,
                                                 STORE_DONE};
    for (uint64_t i = 0; i < 4; i++) {
        struct store_answer *answer = store_take(both->store);
        assert_int_equal(answer->tag, i);
        assert_int_equal(answer->result, expected[i]);
        assert_int_equal(answer->row_count, i == 3 ? 2 : 0);
        store_answer_free(answer);
    }
    assert_true(store_is_idle(both->store));
    if (both->shim)
        assert_int_equal(shim_syncs(both->shim), syncs + 1);
}

/* A claim is on the disk with the next rows at the latest; it is not synced alone. */
static void a_claim_alone_is_not_waited_for(void **state) {
    struct both *both = *state;
    made(both->store, "t");
    int syncs = both->shim ? shim_syncs(both->shim) : 0;
    struct store_request claiming = {.does = STORE_CLAIM, .table = "t"};
    struct store_answer *answer = ask(both->store, &claiming);
    struct store_claim claim = answer->claim;
    struct store_row row = a_row("a", "", 0);
    assert_int_equal(answer->result, STORE_DONE);
    if (both->shim)
        assert_int_equal(shim_syncs(both->shim), syncs);
    struct store_request request = appending(&claim, &row, 1);
    assert_int_equal(result_of(both->store, &request), STORE_DONE);
    if (both->shim)
        assert_int_equal(shim_syncs(both->shim), syncs + 1);
    store_answer_free(answer);
    both_restart(both);
    assert_bodies(both->store, "t", "a");
}

static void closing_carries_out_what_was_sent(void **state) {
    struct both *both = *state;
    struct store_claim claim = made(both->store, "t");
    struct store_row row = a_row("a", "", 0);
    struct store_request request = appending(&claim, &row, 1);
    store_send(both->store, &request);
    both_restart(both);
    assert_bodies(both->store, "t", "a");
}

static void a_store_that_is_used_is_refused(void **state) {
    struct text why = {0};
    assert_null(both_open(*state, &why));
    assert_non_null(strstr(why.data, "another server uses"));
    text_free(&why);
}

/* The index. */

static void make_entries(struct store *store) {
    for (int i = 0; i < 12; i++) {
        char table[] = {'t', (char)('a' + i), '\0'};
        struct store_entry entry = an_entry(table, table);
        entry.game = i % 2 ? "null" : "drachen";
        entry.state = i % 3 == 0 ? STORE_PLAYING : i % 3 == 1 ? STORE_OPEN : STORE_OVER;
        entry.ended = entry.state == STORE_OVER ? 5 : 0;
        entry.is_public = i % 4 != 0;
        entry.made = 100 + i / 2 * 10; /* two at a time */
        entry.deadline = i % 3 == 0 ? 1000 - i : 0;
        entry.owner = i < 6 ? "ada" : "ben";
        entry.people[1] = i % 5 == 0 ? "ben" : "";
        entry.asked = (uint32_t)i;
        struct store_request request = making(&entry);
        assert_int_equal(result_of(store, &request), STORE_DONE);
    }
}

static void assert_list(struct store *store, const struct store_list *list, const char *expected) {
    struct store_request request = {.does = STORE_LIST, .list = *list};
    struct store_answer *answer = ask(store, &request);
    struct text tables = {0};
    for (int i = 0; i < answer->entry_count; i++)
        text_put(&tables, answer->entries[i].table + 1);
    assert_string_equal(text_string(&tables), expected);
    text_free(&tables);
    store_answer_free(answer);
}

static void lists_are_in_order_and_read_no_journal(void **state) {
    struct store *store = store_of(state);
    make_entries(store);
    unsigned open = 1u << STORE_OPEN, playing = 1u << STORE_PLAYING;
    assert_list(store, &(struct store_list){.list = STORE_PUBLIC}, "lkjhgfdcb");
    assert_list(store, &(struct store_list){.list = STORE_PUBLIC, .states = open}, "khb");
    assert_list(store, &(struct store_list){.list = STORE_PUBLIC, .states = open | playing},
                "kjhgdb");
    assert_list(store, &(struct store_list){.list = STORE_PUBLIC, .game = "drachen"}, "kgc");
    assert_list(store, &(struct store_list){.list = STORE_PUBLIC, .most = 2}, "lk");
    assert_list(store, &(struct store_list){.list = STORE_SEATED, .person = "ben"}, "kfa");
    assert_list(store, &(struct store_list){.list = STORE_SEATED, .person = "eve"}, "");
    assert_list(store, &(struct store_list){.list = STORE_OWNED, .person = "ada", .states = open},
                "eb");
    assert_list(store, &(struct store_list){.list = STORE_ALL, .person = "eve", .most = 4}, "lkji");
    assert_list(store, &(struct store_list){.list = STORE_ALL, .states = open}, "kheb");
    assert_list(store, &(struct store_list){.list = STORE_DUE, .until = 997}, "jgd");
    assert_list(store, &(struct store_list){.list = STORE_DUE, .until = 990}, "");
    assert_list(store, &(struct store_list){.list = STORE_DUE, .until = 5000, .most = 1}, "j");
}

static void an_entry_comes_back_as_it_was_written(void **state) {
    struct store *store = store_of(state);
    struct store_request ada = putting("ada", "Ada", 0, 0);
    assert_int_equal(result_of(store, &ada), STORE_DONE);
    struct store_claim claim = made(store, "t");
    struct store_request request = appending(&claim, NULL, 0);
    request.has_entry = true;
    request.entry = (struct store_entry){.game = "drachen",
                                         .owner = "ben",
                                         .state = STORE_OVER,
                                         .is_public = true,
                                         .made = 11,
                                         .ended = 12,
                                         .deadline = 13,
                                         .asked = 5,
                                         .seats = 3,
                                         .people = {"", "ada", "eve"},
                                         .note = "{\"a\":1}"};
    assert_int_equal(result_of(store, &request), STORE_DONE);
    both_restart(*state);
    struct store_request find = {.does = STORE_FIND, .code = "t"},
                         unknown = {.does = STORE_FIND, .code = "u"};
    struct store_answer *answer = ask(store_of(state), &find);
    const struct store_entry *entry = &answer->entries[0];
    assert_string_equal(entry->table, "t");
    assert_string_equal(entry->code, "t");
    assert_string_equal(entry->game, "drachen");
    assert_string_equal(entry->owner, "ben");
    assert_int_equal(entry->state, STORE_OVER);
    assert_true(entry->is_public);
    assert_int_equal(entry->made, 11);
    assert_int_equal(entry->ended, 12);
    assert_int_equal(entry->deadline, 13);
    assert_int_equal(entry->asked, 5);
    assert_int_equal(entry->seats, 3);
    assert_string_equal(entry->people[0], "");
    assert_string_equal(entry->people[1], "ada");
    assert_string_equal(entry->names[1], "Ada");
    assert_string_equal(entry->people[2], "eve");
    assert_string_equal(entry->names[2], "");
    assert_string_equal(entry->note, "{\"a\":1}");
    store_answer_free(answer);
    assert_int_equal(result_of(store_of(state), &unknown), STORE_NOTHING);
}

/* Disk errors. */

/* Sends an append while the disk fails: it is not answered, others fail at once, and the answer
 * comes when the disk works again. */
static void fail_once(struct store *store, struct memory *memory, enum memory_fault fault,
                      enum store_result expected) {
    struct store_claim claim = made(store, "t");
    struct store_row row = a_row("a", "", 0), other = a_row("b", "", 0);
    struct store_request request = appending(&claim, &row, 1), later = appending(&claim, &other, 1);
    later.tag = 9;
    memory_set_fault(memory, fault);
    store_send(store, &request);
    store_work(store);
    assert_false(store_is_healthy(store));
    assert_null(store_take(store));
    store_send(store, &later);
    struct store_answer *answer = store_take(store);
    assert_int_equal(answer->tag, 9);
    assert_int_equal(answer->result, STORE_FAILED);
    store_answer_free(answer);
    store_work(store);
    assert_null(store_take(store));
    memory_set_fault(memory, MEMORY_WORKS);
    store_work(store);
    assert_true(store_is_healthy(store));
    answer = store_take(store);
    assert_int_equal(answer->tag, 8);
    assert_int_equal(answer->result, expected);
    store_answer_free(answer);
    assert_bodies(store, "t", expected == STORE_DONE ? "a" : "");
}

static void a_failed_commit_of_the_memory_may_be_lost(void **state) {
    struct both *both = *state;
    fail_once(both->store, both->memory, MEMORY_LOSES, STORE_FAILED);
}

static void a_failed_commit_of_the_memory_may_be_kept(void **state) {
    struct both *both = *state;
    fail_once(both->store, both->memory, MEMORY_KEEPS, STORE_DONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        BOTH(rows_come_back_as_they_were_written),
        BOTH(a_new_table_has_its_first_rows_and_a_claim),
        BOTH(ids_and_codes_belong_to_one_table),
        BOTH(an_append_needs_the_number_of_rows),
        BOTH(whoever_claims_last_may_write),
        BOTH(a_start_claims_anew),
        BOTH(a_claim_also_guards_the_entry_alone),
        BOTH(a_request_counts_once),
        BOTH(rows_of_the_server_have_no_number),
        BOTH(an_append_is_all_or_nothing),
        BOTH(what_waits_is_one_transaction_in_order),
        BOTH(a_claim_alone_is_not_waited_for),
        BOTH(closing_carries_out_what_was_sent),
        BOTH(a_store_that_is_used_is_refused),
        BOTH(lists_are_in_order_and_read_no_journal),
        BOTH(an_entry_comes_back_as_it_was_written),
        MEMORY(a_failed_commit_of_the_memory_may_be_lost),
        MEMORY(a_failed_commit_of_the_memory_may_be_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
