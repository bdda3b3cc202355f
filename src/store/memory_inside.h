/* memory_inside.h: what the store in memory keeps. Tables, people and tokens are sorted
 * by their keys. */
#ifndef SPELUNKE_STORE_MEMORY_INSIDE_H
#define SPELUNKE_STORE_MEMORY_INSIDE_H

#include <stdatomic.h>

#include "store_inside.h"

/* Anything that is found by a key; it is the first member of what is kept. */
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
    bool is_broken; /* as if a row were missing */
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
/* Where it is, or where it belongs. */
int sorted_place(const struct sorted *sorted, const void *key, size_t size, bool *is_there);
void *sorted_find(const struct sorted *sorted, const void *key, size_t size);
/* Adds one of so many bytes, zeroed, whose key is not there yet. */
void *sorted_add(struct sorted *sorted, const void *key, size_t size, size_t bytes);
/* Takes it out; what it has beside its key is freed by its own kind. */
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
