/* store_inside.h: the parts of a store; only src/store and its tests look here.
 *
 * store.c has queue, thread and answers, and knows when an error makes a
 * transaction an unknown one. A backend (sqlite.c, memory.c) carries out one
 * transaction after the other and belongs to one thread at a time. */
#ifndef SPELUNKE_STORE_INSIDE_H
#define SPELUNKE_STORE_INSIDE_H

#include "store.h"

/* hold.c: memory that is freed all at once. Start from `(struct hold){0}`. */
struct hold_block;
struct hold {
    struct hold_block *last;
};
void *hold_take(struct hold *hold, size_t size);
/* A copy with a zero byte behind it; NULL is as good as no bytes. */
const char *hold_bytes(struct hold *hold, const void *bytes, size_t size);
const char *hold_string(struct hold *hold, const char *string);
void hold_free(struct hold *hold);

/* copy.c: copies whose strings are in a hold, and none of them NULL. */
struct store_row row_copy(struct hold *hold, const struct store_row *row);
struct store_entry entry_copy(struct hold *hold, const struct store_entry *entry);
struct store_person person_copy(struct hold *hold, const struct store_person *person);
struct store_film film_copy(struct hold *hold, const struct store_film *film);
/* Also demands that the caller kept to store.h. */
void request_copy(struct hold *hold, const struct store_request *from, struct store_request *to);
bool request_writes(const struct store_request *request);
/* How many entries a list may have. */
int list_most(const struct store_list *list);
bool list_has_state(const struct store_list *list, enum store_state state);
/* Puts entries into the order of the list and says how many of them it has. */
int list_sort(const struct store_list *list, struct store_entry *entries, int count);

/* What is known after an attempt to use a failed disk again. */
enum recovered {
    RECOVERED_NOT,
    RECOVERED_KNOWN, /* what has become of the transaction, but nothing can be written yet */
    RECOVERED_FULLY
};

/* What a transaction does to the disk. Claims alone need not be there before the answer. */
enum writing { WRITES_NOTHING, WRITES_CLAIMS, WRITES_ALL };

struct backend {
    /* Begins a transaction; false: as a commit that failed. */
    bool (*begin)(void *base, enum writing writing);
    /* Fills in result and what the answer has; strings may point into the request. An
     * error of the disk shows at the commit. */
    void (*run)(void *base, const struct store_request *request, struct store_answer *answer,
                struct hold *hold);
    /* True: all of it is on the disk. False: nobody knows, before recover. */
    bool (*commit)(void *base);
    enum recovered (*recover)(void *base, bool *is_written);
    const char *(*trouble)(void *base);
    /* Gives back memory that only makes it quicker; NULL: there is none. */
    void (*slim)(void *base);
    void (*close)(void *base);
};

struct store *store_new(const struct backend *backend, void *base, const struct store_plan *plan);

#endif
