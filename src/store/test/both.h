/* both.h: helpers for the tests of the store: one in a folder or in memory, and short functions for
 * requests. */
#ifndef SPELUNKE_STORE_TEST_BOTH_H
#define SPELUNKE_STORE_TEST_BOTH_H

#include "unit/test.h"

#include "shim.h"
#include "store/store.h"

struct both {
    struct store *store;
    struct memory *memory; /* or */
    struct text folder;
    struct shim *shim; /* the disk of the folder */
    struct store_plan plan;
};

#define BOTH_VFS "both"

int both_set_up_file(void **state);
int both_set_up_memory(void **state);
int both_tear_down(void **state);
struct store *store_of(void **state);
/* Declares a test for each of the two. */
#define BOTH(test)                                                                                 \
    {"file: " #test, test, both_set_up_file, both_tear_down, NULL}, {                              \
        "memory: " #test, test, both_set_up_memory, both_tear_down, NULL                           \
    }
#define MEMORY(test) cmocka_unit_test_setup_teardown(test, both_set_up_memory, both_tear_down)
/* Opens another store on the same data; NULL with the reason. */
struct store *both_open(struct both *both, struct text *why);
/* Closes and opens it. */
void both_restart(struct both *both);

/* Creates and removes a folder for a test. */
void folder_make(struct text *folder);
void folder_remove(struct text *folder);

/* Sends a request, runs it, and takes the only answer. */
struct store_answer *ask(struct store *store, const struct store_request *request);
/* The same, returning only its result. */
enum store_result result_of(struct store *store, const struct store_request *request);

/* Requests. */
struct store_entry an_entry(const char *table, const char *code);
struct store_row a_row(const char *body, const char *device, int64_t n);
struct store_request making(const struct store_entry *entry);
struct store_request appending(const struct store_claim *claim, const struct store_row *rows,
                               int count);
struct store_request claiming(const char *table);
struct store_request reading(const char *table);
struct store_request putting(const char *id, const char *name, unsigned char token, int64_t until);

/* Makes a table and returns its claim. */
struct store_claim made(struct store *store, const char *table);
/* Asserts that a table has exactly these rows, by their bodies: "a b c". */
void assert_bodies(struct store *store, const char *table, const char *expected);

#endif
