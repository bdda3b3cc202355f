/* memory_inside.h: the data of the store in memory. Tables, people and tokens are sorted by their
 * keys. */
#ifndef SPELUNKE_STORE_MEMORY_INSIDE_H
#define SPELUNKE_STORE_MEMORY_INSIDE_H

#include <stdatomic.h>

#include "store_inside.h"

/* An item with a key; the first member of every stored item. */
struct kept {
    const char *key;
    size_t key_size;
    struct hold hold;
};

struct sorted {
    struct kept **items;
    int count, room;
};

struct kept_table {
    struct kept kept;
    struct store_entry entry;
    struct hold entry_hold;
    int64_t epoch;
    struct store_row *rows; /* strings in kept.hold */
    struct store_film *films;
    int row_count, row_room, film_count;
    bool is_broken; /* simulates a missing row */
};

struct kept_person {
    struct kept kept;
    struct store_person person;
    struct hold person_hold;
};

struct kept_token {
    struct kept kept;
    const char *person;
    struct hold person_hold;
    int64_t until;
};

struct memory {
    _Atomic int fault;
    atomic_bool is_used;
    bool was_kept; /* by the last transaction whose commit failed */
    struct sorted tables, people, tokens;
};

/* memory.c */
/* The index of the item, or the one at which to insert it. */
int sorted_place(const struct sorted *sorted, const void *key, size_t size, bool *is_there);
void *sorted_find(const struct sorted *sorted, const void *key, size_t size);
/* Inserts a zeroed item of `bytes` bytes, whose key must be new. */
void *sorted_add(struct sorted *sorted, const void *key, size_t size, size_t bytes);
/* Removes the item; the caller frees what it owns beside its key. */
void sorted_drop(struct sorted *sorted, int place);
struct kept_table *memory_table(struct memory *memory, int place);
void memory_drop_table(struct memory *memory, int place);

/* memory_people.c */
struct kept_person *memory_person(struct memory *memory, const char *id);
void memory_drop_person(struct memory *memory, int place);
void memory_drop_token(struct memory *memory, int place);
void memory_run_people(struct memory *memory, const struct store_request *request,
                       struct store_answer *answer, struct hold *hold);
void memory_sweep(struct memory *memory, const struct store_sweep *sweep,
                  struct store_answer *answer);

#endif
