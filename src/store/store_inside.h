/* store_inside.h: the parts of a store, private to src/store and its tests.
 *
 * store.c has queue, thread and answers, and knows when an error makes the outcome of a transaction
 * unknown. A backend (sqlite.c, memory.c) executes one transaction after the other and is used by
 * one thread at a time. */
#ifndef SPELUNKE_STORE_INSIDE_H
#define SPELUNKE_STORE_INSIDE_H

#include "store.h"

/* hold.c: an arena allocator. Initialise with `(struct hold){0}`. */
struct hold_block;
struct hold {
    struct hold_block *last;
};
void *hold_take(struct hold *hold, size_t size);
/* A copy with a terminating zero byte; NULL counts as no bytes. */
const char *hold_bytes(struct hold *hold, const void *bytes, size_t size);
const char *hold_string(struct hold *hold, const char *string);
void hold_free(struct hold *hold);

/* copy.c: copies whose strings are in a hold and never NULL. */
struct store_row row_copy(struct hold *hold, const struct store_row *row);
struct store_entry entry_copy(struct hold *hold, const struct store_entry *entry);
struct store_person person_copy(struct hold *hold, const struct store_person *person);
struct store_film film_copy(struct hold *hold, const struct store_film *film);
/* Also asserts that the request follows the rules of store.h. */
void request_copy(struct hold *hold, const struct store_request *from, struct store_request *to);
bool request_writes(const struct store_request *request);
/* The maximum number of entries of a list. */
int list_most(const struct store_list *list);
bool list_has_state(const struct store_list *list, enum store_state state);
/* Sorts entries in the order of the list and returns how many it has. */
int list_sort(const struct store_list *list, struct store_entry *entries, int count);

/* What is known after an attempt to recover a failed disk. */
enum recovered {
    RECOVERED_NOT,
    RECOVERED_KNOWN, /* the outcome of the transaction is known, but writing still fails */
    RECOVERED_FULLY
};

/* What a transaction writes. Claims alone need not be on disk before the answer. */
enum writing { WRITES_NOTHING, WRITES_CLAIMS, WRITES_ALL };

struct backend {
    /* Begins a transaction; false: it counts as a failed commit. */
    bool (*begin)(void *base, enum writing writing);
    /* Executes a request and fills in the answer; its strings may point into the request. Disk
     * errors are reported by the commit. */
    void (*run)(void *base, const struct store_request *request, struct store_answer *answer,
                struct hold *hold);
    /* True: all of it is on the disk. False: unknown until recover. */
    bool (*commit)(void *base);
    enum recovered (*recover)(void *base, bool *is_written);
    const char *(*trouble)(void *base);
    /* Releases caches; NULL: there are none. */
    void (*release_memory)(void *base);
    void (*close)(void *base);
};

struct store *store_new(const struct backend *backend, void *base, const struct store_plan *plan);

#endif
