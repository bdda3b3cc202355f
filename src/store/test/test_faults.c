/* A disk that fails, and crashes: after the next start nothing that was acknowledged is missing,
 * and nothing that was refused is there.
 *
 * A witness writes to two tables, both in each transaction, and records the fate of each row. The
 * disk is shim.c: it fails at any call and computes what a crash at any moment leaves. The witness
 * compares every store that is opened afterwards with its records. */
#include "both.h"

#include <stdio.h>
#include <stdlib.h>

enum { TABLES = 2, SERIALS_MAX = 400, PATIENCE = 8, FILM_BYTES = 20000 };
enum fate { NOT_SENT, SENT, ACKNOWLEDGED, REFUSED };
enum { TAG_TABLE = 1000, TAG_OTHER = 2000 };
static const char *const names[TABLES] = {"a", "b"};

struct witness {
    struct shim *disk, *other; /* of the store, and of what a crash leaves */
    struct text folder, why;
    struct store *store;
    struct store_claim claims[TABLES];
    enum fate tables[TABLES], rows[SERIALS_MAX];
    int serials; /* drawn so far, assigned to the tables in turn */
    int doubts, crashes;
    bool has_claimed[TABLES]; /* since the store was opened */
    bool looks_at_doubts;
};

/* Comparison. */

/* Doubtful ones may be there or not, but all in the same way. */
struct doubts {
    int kept, lost;
};

/* Compares the rows of a table with the serials that were sent. */
static void compare_rows(const struct witness *witness, int table,
                         const struct store_answer *answer, struct doubts *doubts) {
    int row = 0;
    for (int serial = table; serial < witness->serials; serial += TABLES) {
        bool is_there = row < answer->row_count && atoi(answer->rows[row].body) == serial;
        enum fate fate = witness->rows[serial];
        if (fate == ACKNOWLEDGED)
            assert_true(is_there);
        if (fate == REFUSED || fate == NOT_SENT)
            assert_false(is_there);
        doubts->kept += fate == SENT && is_there;
        doubts->lost += fate == SENT && !is_there;
        row += is_there;
    }
    assert_int_equal(row, answer->row_count);
}

static void compare(const struct witness *witness, struct store *store) {
    struct doubts doubts = {0};
    for (int table = 0; table < TABLES; table++) {
        struct store_request request = reading(names[table]);
        struct store_answer *answer = ask(store, &request);
        bool is_there = answer->result == STORE_DONE;
        enum fate fate = witness->tables[table];
        assert_true(is_there || answer->result == STORE_NOTHING);
        if (fate == ACKNOWLEDGED)
            assert_true(is_there);
        if (fate == REFUSED || fate == NOT_SENT)
            assert_false(is_there);
        compare_rows(witness, table, answer, &doubts);
        store_answer_free(answer);
    }
    assert_true(doubts.kept == 0 || doubts.lost == 0);
}

/* Compares what a start after a crash finds, and checks that it can continue. */
static void compare_after_crash(struct witness *witness, enum shim_crash crash) {
    struct text folder = {0}, why = {0};
    const struct store_plan plan = {.is_manual = true, .vfs = "other"};
    folder_make(&folder);
    shim_crash(witness->disk, crash, (uint64_t)witness->crashes++, folder.data);
    struct store *store = store_open(folder.data, &plan, &why);
    assert_string_equal(text_string(&why), "");
    compare(witness, store);
    made(store, "c");
    store_close(store);
    shim_clear(witness->other);
    folder_remove(&folder);
    text_free(&why);
}

static void compare_after_crashes(void *context) {
    compare_after_crash(context, SHIM_LOSES_ALL);
    compare_after_crash(context, SHIM_LOSES_NONE);
    compare_after_crash(context, SHIM_LOSES_SOME);
}

/* Writing. */

static void repair(struct witness *witness) {
    shim_set_fault(witness->disk, NULL);
}

static void note(struct witness *witness, const struct store_answer *answer) {
    enum fate fate = answer->result == STORE_DONE ? ACKNOWLEDGED : REFUSED;
    int table = (int)answer->tag % TABLES;
    assert_true(answer->result == STORE_DONE || answer->result == STORE_FAILED);
    if (answer->tag >= TAG_OTHER)
        return;
    if (answer->tag >= TAG_TABLE)
        witness->tables[table] = fate;
    else
        witness->rows[answer->tag] = fate;
    if (fate == ACKNOWLEDGED)
        witness->claims[table].rows = answer->claim.rows;
}

/* Runs until everything is answered. A lasting fault is repaired after a while; until then doubtful
 * requests stay unanswered. */
static void settle(struct witness *witness) {
    for (int tries = 0; !store_is_idle(witness->store); tries++) {
        store_work(witness->store);
        for (struct store_answer *answer; (answer = store_take(witness->store));) {
            note(witness, answer);
            store_answer_free(answer);
        }
        if (store_is_idle(witness->store))
            break;
        assert_false(store_is_healthy(witness->store));
        witness->doubts++;
        if (witness->looks_at_doubts && tries == 0)
            compare_after_crashes(witness);
        if (tries == 2)
            repair(witness);
        assert_true(tries < PATIENCE);
    }
}

/* Repairs a failed store, so that it can continue. */
static void heal(struct witness *witness) {
    for (int tries = 0; !store_is_healthy(witness->store); tries++) {
        repair(witness);
        store_work(witness->store);
        assert_true(tries < PATIENCE);
    }
}

static void make_table(struct witness *witness, int table) {
    struct store_entry entry = an_entry(names[table], names[table]);
    struct store_request request = making(&entry);
    request.tag = (uint64_t)(TAG_TABLE + table);
    while (witness->tables[table] != ACKNOWLEDGED) {
        heal(witness);
        witness->tables[table] = SENT;
        store_send(witness->store, &request);
        settle(witness);
    }
    witness->claims[table] = (struct store_claim){names[table], 1, 0};
    witness->has_claimed[table] = true;
}

/* The answer to a request that changes nothing the witness records. */
static struct store_answer *ask_patiently(struct witness *witness,
                                          const struct store_request *request) {
    for (int tries = 0; tries < PATIENCE; tries++) {
        heal(witness);
        store_send(witness->store, request);
        struct store_answer *answer = NULL;
        for (int works = 0; !answer && works < PATIENCE; works++) {
            store_work(witness->store);
            answer = store_take(witness->store);
            if (!answer && works == 2)
                repair(witness);
        }
        assert_non_null(answer);
        if (answer->result != STORE_FAILED)
            return answer;
        store_answer_free(answer);
    }
    fail_msg("the store does not recover");
    return NULL;
}

static void claim_table(struct witness *witness, int table) {
    struct store_request request = claiming(names[table]);
    struct store_answer *answer = ask_patiently(witness, &request);
    assert_int_equal(answer->result, STORE_DONE);
    assert_true(answer->claim.epoch > witness->claims[table].epoch);
    witness->claims[table].epoch = answer->claim.epoch;
    witness->claims[table].rows = answer->claim.rows;
    witness->has_claimed[table] = true;
    store_answer_free(answer);
}

static void send_row(struct witness *witness, int table) {
    static const char film_bytes[FILM_BYTES] = "film";
    char body[16];
    int serial = witness->serials++;
    assert_true(serial < SERIALS_MAX && serial % TABLES == table);
    snprintf(body, sizeof body, "%d", serial);
    struct store_row row = a_row(body, "phone", serial);
    struct store_film film = {(uint32_t)serial, film_bytes, sizeof film_bytes};
    struct store_request request = appending(&witness->claims[table], &row, 1);
    request.tag = (uint64_t)serial;
    request.films = &film;
    request.film_count = serial % 8 == 4;
    request.has_entry = true;
    request.entry = an_entry(names[table], names[table]);
    request.entry.deadline = serial;
    witness->rows[serial] = SENT;
    store_send(witness->store, &request);
}

/* Now and then a person is added and forgotten, after which the log is emptied. */
static void send_people(struct witness *witness, int step) {
    struct store_request put = putting("eve", "Eve", 1, 100),
                         forget = {.tag = TAG_OTHER, .does = STORE_FORGET};
    put.tag = TAG_OTHER;
    char id[16];
    snprintf(id, sizeof id, "p%d", step);
    put.person.id = forget.person.id = id;
    put.token.hash[0] = (unsigned char)step;
    store_send(witness->store, &put);
    store_send(witness->store, &forget);
}

static void play_step(struct witness *witness, int step) {
    for (int table = 0; table < TABLES; table++)
        if (!witness->has_claimed[table] && witness->tables[table] == ACKNOWLEDGED)
            claim_table(witness, table);
        else if (witness->tables[table] != ACKNOWLEDGED)
            make_table(witness, table);
    for (int table = 0; table < TABLES; table++)
        send_row(witness, table);
    if (step % 3 == 2)
        send_people(witness, step);
    settle(witness);
    if (!store_is_healthy(witness->store)) /* what is known must be on the disk already */
        compare_after_crash(witness, SHIM_LOSES_ALL);
    if (step % 2) /* a failed disk refuses a step before it is repaired */
        heal(witness);
}

static void open_patiently(struct witness *witness) {
    const struct store_plan plan = {.is_manual = true, .vfs = "disk"};
    for (int tries = 0; !(witness->store = store_open(witness->folder.data, &plan, &witness->why));
         tries++) {
        assert_string_not_equal(text_string(&witness->why), "");
        text_clear(&witness->why);
        if (tries == 1)
            repair(witness);
        assert_true(tries < PATIENCE);
    }
    for (int table = 0; table < TABLES; table++)
        witness->has_claimed[table] = false;
}

/* Writes this many steps, with a restart in the middle. */
static void play_steps(struct witness *witness, int steps) {
    open_patiently(witness);
    for (int step = 0; step < steps; step++) {
        if (step == steps / 2) {
            store_close(witness->store);
            open_patiently(witness);
        }
        play_step(witness, step);
    }
}

/* The same, and compares at the end. */
static void play(struct witness *witness, int steps) {
    play_steps(witness, steps);
    heal(witness);
    repair(witness);
    compare(witness, witness->store);
    compare_after_crash(witness, SHIM_LOSES_ALL);
    store_close(witness->store);
    open_patiently(witness);
    compare(witness, witness->store);
}

static void begin(struct witness *witness) {
    *witness = (struct witness){.disk = shim_new("disk"), .other = shim_new("other")};
    folder_make(&witness->folder);
}

static void end(struct witness *witness) {
    shim_set_hook(witness->disk, NULL, NULL);
    store_close(witness->store);
    shim_free(witness->disk);
    shim_free(witness->other);
    text_free(&witness->why);
    folder_remove(&witness->folder);
}

/* The number of calls of these kinds in a run. */
static int count_calls(unsigned calls, int steps) {
    struct witness witness;
    begin(&witness);
    shim_set_fault(witness.disk, &(struct shim_fault){.calls = calls});
    play_steps(&witness, steps);
    int count = shim_calls(witness.disk);
    end(&witness);
    return count;
}

/* Runs once with the k-th call failing; returns how often something was in doubt. */
static int play_with(const struct shim_fault *fault, int steps, bool looks_at_doubts) {
    struct witness witness;
    begin(&witness);
    witness.looks_at_doubts = looks_at_doubts;
    shim_set_fault(witness.disk, fault);
    play(&witness, steps);
    int doubts = witness.doubts;
    end(&witness);
    return doubts;
}

/* Fails at each call of a run. */
static void fail_at_each(unsigned calls, enum shim_how how, bool lasts, int steps) {
    int count = count_calls(calls, steps), doubts = 0;
    for (int k = 1; k <= count; k++)
        doubts += play_with(&(struct shim_fault){calls, k, lasts, how}, steps, false);
    assert_true(doubts > 0);
}

enum { SYNCS = 100, STEPS_FOR_SYNCS = 60, STEPS = 4 };

/* Enough to reach the k-th sync and a few more. */
static int steps_for(int k) {
    return 4 + k * STEPS_FOR_SYNCS / SYNCS;
}

static void the_kth_sync_fails_and_all_after_it(void **state) {
    (void)state;
    assert_true(count_calls(SHIM_SYNC, STEPS_FOR_SYNCS) >= SYNCS);
    for (int k = 1; k <= SYNCS; k++)
        play_with(&(struct shim_fault){SHIM_SYNC, k, true, SHIM_FAILS}, steps_for(k), true);
}

static void the_kth_sync_fails_alone(void **state) {
    (void)state;
    for (int k = 1; k <= SYNCS; k++)
        play_with(&(struct shim_fault){SHIM_SYNC, k, false, SHIM_FAILS}, steps_for(k), true);
}

static void any_call_fails_once(void **state) {
    (void)state;
    fail_at_each(SHIM_ALL, SHIM_FAILS, false, STEPS);
}

static void all_calls_fail_from_one_on(void **state) {
    (void)state;
    fail_at_each(SHIM_ALL, SHIM_FAILS, true, STEPS);
}

static void the_disk_is_full(void **state) {
    (void)state;
    fail_at_each(SHIM_WRITE, SHIM_FULL, true, STEPS);
}

static void a_write_is_short(void **state) {
    (void)state;
    fail_at_each(SHIM_WRITE, SHIM_SHORT, false, STEPS);
    fail_at_each(SHIM_WRITE, SHIM_SHORT, true, STEPS);
}

static void the_disk_becomes_read_only(void **state) {
    (void)state;
    fail_at_each(SHIM_CHANGES, SHIM_READ_ONLY, true, STEPS);
}

static void a_crash_between_any_two_calls(void **state) {
    struct witness witness;
    (void)state;
    begin(&witness);
    shim_set_hook(witness.disk, compare_after_crashes, &witness);
    play(&witness, STEPS);
    assert_true(witness.crashes > 500);
    end(&witness);
}

/* The same after a sync that failed in the middle, also while the store recovers. */
static void a_crash_while_recovering(void **state) {
    struct witness witness;
    (void)state;
    int last = count_calls(SHIM_SYNC, STEPS), doubts = 0;
    for (int k = last - 1; k <= last; k++) {
        begin(&witness);
        shim_set_fault(witness.disk, &(struct shim_fault){SHIM_SYNC, k, true, SHIM_FAILS});
        shim_set_hook(witness.disk, compare_after_crashes, &witness);
        play(&witness, STEPS);
        doubts += witness.doubts;
        end(&witness);
    }
    assert_true(doubts > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kth_sync_fails_and_all_after_it),
        cmocka_unit_test(the_kth_sync_fails_alone),
        cmocka_unit_test(any_call_fails_once),
        cmocka_unit_test(all_calls_fail_from_one_on),
        cmocka_unit_test(the_disk_is_full),
        cmocka_unit_test(a_write_is_short),
        cmocka_unit_test(the_disk_becomes_read_only),
        cmocka_unit_test(a_crash_between_any_two_calls),
        cmocka_unit_test(a_crash_while_recovering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
