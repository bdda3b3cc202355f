/* both.c: a store for tests, in a folder or in memory. */
#include "both.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* In a file system in memory if there is one: the shim syncs nothing, and the tests of faults
 * create thousands of files. */
void folder_make(struct text *folder) {
    text_clear(folder);
    text_put(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    text_put(folder, "/spelunke-store-XXXXXX");
    assert_non_null(mkdtemp(folder->data));
}

void folder_remove(struct text *folder) {
    struct text path = {0};
    DIR *names = opendir(folder->data);
    assert_non_null(names);
    for (struct dirent *name; (name = readdir(names));) {
        text_clear(&path);
        text_put(&path, folder->data);
        text_put_char(&path, '/');
        text_put(&path, name->d_name);
        unlink(path.data);
    }
    closedir(names);
    assert_int_equal(rmdir(folder->data), 0);
    text_free(&path);
    text_free(folder);
}

struct store *both_open(struct both *both, struct text *why) {
    return both->memory ? store_open_memory(both->memory, &both->plan, why)
                        : store_open(both->folder.data, &both->plan, why);
}

static void open_it(struct both *both) {
    struct text why = {0};
    both->store = both_open(both, &why);
    assert_string_equal(text_string(&why), "");
    assert_non_null(both->store);
    text_free(&why);
}

void both_restart(struct both *both) {
    store_close(both->store);
    open_it(both);
}

static int set_up(void **state, bool is_memory) {
    struct both *both = calloc(1, sizeof *both);
    both->plan = (struct store_plan){.is_manual = true, .vfs = BOTH_VFS};
    both->memory = is_memory ? memory_new() : NULL;
    if (!is_memory) {
        folder_make(&both->folder);
        both->shim = shim_new(BOTH_VFS);
    }
    open_it(both);
    *state = both;
    return 0;
}

int both_set_up_file(void **state) {
    return set_up(state, false);
}

int both_set_up_memory(void **state) {
    return set_up(state, true);
}

int both_tear_down(void **state) {
    struct both *both = *state;
    store_close(both->store);
    memory_free(both->memory);
    if (both->shim) {
        folder_remove(&both->folder);
        shim_free(both->shim);
    }
    free(both);
    return 0;
}

struct store *store_of(void **state) {
    return ((struct both *)*state)->store;
}

struct store_answer *ask(struct store *store, const struct store_request *request) {
    store_send(store, request);
    assert_null(store_take(store));
    store_work(store);
    struct store_answer *answer = store_take(store);
    assert_non_null(answer);
    assert_int_equal(answer->tag, request->tag);
    assert_int_equal(answer->does, request->does);
    assert_null(store_take(store));
    return answer;
}

enum store_result result_of(struct store *store, const struct store_request *request) {
    struct store_answer *answer = ask(store, request);
    enum store_result result = answer->result;
    store_answer_free(answer);
    return result;
}

struct store_entry an_entry(const char *table, const char *code) {
    return (struct store_entry){.table = table,
                                .code = code,
                                .game = "null",
                                .owner = "owner",
                                .state = STORE_OPEN,
                                .made = 1000,
                                .seats = 2,
                                .note = "{}"};
}

struct store_row a_row(const char *body, const char *device, int64_t n) {
    return (struct store_row){.kind = "entry",
                              .at = 2000,
                              .person = "ada",
                              .device = device,
                              .n = n,
                              .body = body,
                              .body_size = strlen(body)};
}

struct store_request making(const struct store_entry *entry) {
    return (struct store_request){.tag = 7, .does = STORE_MAKE, .entry = *entry};
}

struct store_request appending(const struct store_claim *claim, const struct store_row *rows,
                               int count) {
    return (struct store_request){
        .tag = 8, .does = STORE_APPEND, .claim = *claim, .rows = rows, .row_count = count};
}

struct store_request claiming(const char *table) {
    return (struct store_request){.does = STORE_CLAIM, .table = table};
}

struct store_request reading(const char *table) {
    return (struct store_request){.does = STORE_READ, .table = table};
}

struct store_request putting(const char *id, const char *name, unsigned char token, int64_t until) {
    return (struct store_request){.does = STORE_PUT_PERSON,
                                  .person = {.id = id, .name = name, .made = 1, .used = 1},
                                  .token = {.hash = {token}, .until = until}};
}

struct store_claim made(struct store *store, const char *table) {
    struct store_entry entry = an_entry(table, table);
    struct store_request request = making(&entry);
    assert_int_equal(result_of(store, &request), STORE_DONE);
    return (struct store_claim){table, 1, 0};
}

void assert_bodies(struct store *store, const char *table, const char *expected) {
    struct store_request request = reading(table);
    struct store_answer *answer = ask(store, &request);
    struct text bodies = {0};
    for (int i = 0; i < answer->row_count; i++) {
        text_put(&bodies, i ? " " : "");
        text_put_bytes(&bodies, answer->rows[i].body, answer->rows[i].body_size);
    }
    assert_string_equal(text_string(&bodies), expected);
    text_free(&bodies);
    store_answer_free(answer);
}
