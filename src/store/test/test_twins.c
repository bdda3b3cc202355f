/* The store in a file and the one in memory give the same answers to the same random requests,
 * which use few names, so that they collide often. */
#include "both.h"

#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 300, REQUESTS_MAX = 6, ROWS_MAX = 3, NAMES = 5 };

static const char *const tables[NAMES] = {"a", "b", "c", "d", "e"};
static const char *const people[NAMES] = {"", "ada", "ben", "cem", "eve"};
static const char *const devices[NAMES] = {"", "", "phone", "laptop", "desk"};

struct draw {
    uint64_t seed;
    struct store_row rows[ROWS_MAX];
    struct store_film films[ROWS_MAX];
    int64_t epochs[NAMES], counts[NAMES]; /* from the last answer of the file */
};

static int draw(struct draw *draw, int below) {
    draw->seed = draw->seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((draw->seed >> 33) % (uint64_t)below);
}

static const char *draw_name(struct draw *dice, const char *const *names) {
    return names[draw(dice, NAMES)];
}

static struct store_entry draw_entry(struct draw *dice) {
    struct store_entry entry = {.table = draw_name(dice, tables),
                                .code = draw_name(dice, tables),
                                .game = draw(dice, 2) ? "null" : "drachen",
                                .owner = draw_name(dice, people),
                                .state = (enum store_state)draw(dice, STORE_STATES),
                                .is_public = draw(dice, 2),
                                .made = draw(dice, 4),
                                .ended = 1 + draw(dice, 50),
                                .deadline = draw(dice, 3),
                                .asked = (uint32_t)draw(dice, 16),
                                .seats = draw(dice, 4),
                                .note = "note"};
    for (int i = 0; i < entry.seats; i++)
        entry.people[i] = draw_name(dice, people);
    return entry;
}

/* Mostly the valid claim. */
static struct store_claim draw_claim(struct draw *dice) {
    int table = draw(dice, NAMES);
    return (struct store_claim){tables[table], dice->epochs[table] - (draw(dice, 8) == 0),
                                dice->counts[table] + (draw(dice, 8) == 0)};
}

static void draw_rows(struct draw *dice, struct store_request *request) {
    request->row_count = draw(dice, ROWS_MAX + 1);
    request->film_count = draw(dice, 4) == 0 ? draw(dice, ROWS_MAX) : 0;
    for (int i = 0; i < ROWS_MAX; i++) {
        dice->rows[i] = a_row("body", draw_name(dice, devices), draw(dice, 40));
        dice->rows[i].person = draw_name(dice, people);
        dice->rows[i].words = draw(dice, 2) ? "words" : "";
        dice->films[i] = (struct store_film){(uint32_t)draw(dice, 20), "film", 4};
    }
    request->rows = dice->rows;
    request->films = dice->films;
}

static void draw_request(struct draw *dice, struct store_request *out) {
    *out = (struct store_request){.tag = (uint64_t)draw(dice, 1000),
                                  .does = (enum store_does)draw(dice, STORE_FORGET + 1)};
    if (draw(dice, 2))
        out->does = STORE_APPEND;
    if (out->does == STORE_FORGET && draw(dice, 4))
        out->does = STORE_LIST;
    out->table = draw(dice, 3) ? draw_name(dice, tables) : "";
    out->code = draw_name(dice, tables);
    out->claim = draw_claim(dice);
    out->entry = draw_entry(dice);
    out->has_entry = draw(dice, 2);
    out->list = (struct store_list){.list = (enum store_lists)draw(dice, 4),
                                    .states = (unsigned)draw(dice, 1 << STORE_STATES),
                                    .game = draw(dice, 2) ? "null" : "",
                                    .person = draw_name(dice, people),
                                    .until = draw(dice, 3),
                                    .most = draw(dice, 4)};
    out->film = (uint32_t)draw(dice, 20);
    out->sweep = (struct store_sweep){draw(dice, 30), draw(dice, 30)};
    out->person = (struct store_person){.id = draw_name(dice, people),
                                        .name = "name",
                                        .account = draw(dice, 3) ? "" : draw_name(dice, people),
                                        .made = draw(dice, 9)};
    out->token = (struct store_token){{(unsigned char)draw(dice, 6)}, draw(dice, 40)};
    out->at = draw(dice, 40);
    if (out->does == STORE_APPEND)
        draw_rows(dice, out);
    if (out->does == STORE_PUT_PERSON && !out->person.id[0])
        out->person.id = "eve";
}

static void print_entry(const struct store_entry *entry, struct text *out) {
    char line[200];
    snprintf(line, sizeof line, " [%s %s %s %s %d %d %d %d %d %u %s", entry->table, entry->code,
             entry->game, entry->owner, (int)entry->state, entry->is_public, (int)entry->made,
             (int)entry->ended, (int)entry->deadline, (unsigned)entry->asked, entry->note);
    text_put(out, line);
    for (int i = 0; i < entry->seats; i++) {
        text_put(out, " ");
        text_put(out, entry->people[i]);
        text_put(out, "=");
        text_put(out, entry->names[i]);
    }
    text_put(out, "]");
}

/* Prints all of an answer. */
static void print(const struct store_answer *answer, struct text *out) {
    char line[200];
    text_clear(out);
    snprintf(line, sizeof line, "%d %d %d %d", (int)answer->tag, (int)answer->does,
             (int)answer->result, (int)answer->count);
    text_put(out, line);
    if (answer->does <= STORE_APPEND && answer->result != STORE_NOTHING) {
        snprintf(line, sizeof line, " %s/%d/%d", answer->claim.table, (int)answer->claim.epoch,
                 (int)answer->claim.rows);
        text_put(out, line);
    }
    for (int i = 0; i < answer->entry_count; i++)
        print_entry(&answer->entries[i], out);
    for (int i = 0; i < answer->row_count; i++) {
        const struct store_row *row = &answer->rows[i];
        snprintf(line, sizeof line, " (%s %s %s %d %s %s %d)", row->kind, row->person, row->device,
                 (int)row->n, row->words, row->body, (int)row->at);
        text_put(out, line);
    }
    if (answer->does == STORE_FIND_PERSON && answer->result == STORE_DONE) {
        snprintf(line, sizeof line, " %s %s %s %d %d", answer->person.id, answer->person.name,
                 answer->person.account, (int)answer->person.made, answer->person.is_forgotten);
        text_put(out, line);
    }
    if (answer->does == STORE_FILM)
        text_put_bytes(out, answer->bytes ? answer->bytes : "", answer->size);
}

/* Keeps what the next claims are made of. */
static void learn(struct draw *dice, const struct store_answer *answer) {
    if (answer->result != STORE_DONE || answer->does > STORE_APPEND)
        return;
    int table = answer->claim.table[0] - 'a';
    dice->epochs[table] = answer->claim.epoch;
    dice->counts[table] = answer->claim.rows;
}

static int compare_answers(struct both *file, struct both *memory, struct draw *dice,
                           int *results) {
    struct text left = {0}, right = {0};
    struct store_answer *one, *other;
    int count = 0;
    for (; (one = store_take(file->store)); count++) {
        other = store_take(memory->store);
        assert_non_null(other);
        print(one, &left);
        print(other, &right);
        assert_string_equal(text_string(&left), text_string(&right));
        learn(dice, one);
        results[one->result]++;
        store_answer_free(one);
        store_answer_free(other);
    }
    assert_null(store_take(memory->store));
    text_free(&left);
    text_free(&right);
    return count;
}

static void play_batch(struct both *file, struct both *memory, struct draw *dice, int *results) {
    struct store_request request;
    int count = 1 + draw(dice, REQUESTS_MAX);
    for (int i = 0; i < count; i++) {
        draw_request(dice, &request);
        store_send(file->store, &request);
        store_send(memory->store, &request);
    }
    store_work(file->store);
    store_work(memory->store);
    assert_int_equal(compare_answers(file, memory, dice, results), count);
    if (draw(dice, 40) == 0) {
        both_restart(file);
        both_restart(memory);
    }
}

static void file_and_memory_answer_alike(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        void *file, *memory;
        struct draw dice = {.seed = seed};
        int results[STORE_FAILED + 1] = {0};
        both_set_up_file(&file);
        both_set_up_memory(&memory);
        for (int i = 0; i < BATCHES; i++)
            play_batch(file, memory, &dice, results);
        for (int result = STORE_DONE; result < STORE_BROKEN; result++)
            assert_true(results[result] > 0); /* every result has occurred */
        assert_int_equal(results[STORE_BROKEN] + results[STORE_FAILED], 0);
        both_tear_down(&file);
        both_tear_down(&memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(file_and_memory_answer_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
