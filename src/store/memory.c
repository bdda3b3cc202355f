/* memory.c: a store in memory, for tests and simulations.
 *
 * It gives the same answers as the store in a file (test_twins.c compares them), so it is also the
 * shortest specification of the store. Tables are here, people and sweeping in memory_people.c. A
 * transaction that is to be lost does not begin, which from outside looks like a rollback. */
#include "memory_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

/* Lookup. */

static int compare(const void *key, size_t size, const struct kept *kept) {
    size_t least = size < kept->key_size ? size : kept->key_size;
    int order = memcmp(key, kept->key, least);
    return order ? order : (size > kept->key_size) - (size < kept->key_size);
}

int sorted_place(const struct sorted *sorted, const void *key, size_t size, bool *is_there) {
    int from = 0, to = sorted->count;
    *is_there = false;
    while (from < to) {
        int middle = from + (to - from) / 2, order = compare(key, size, sorted->items[middle]);
        *is_there |= order == 0;
        if (order <= 0)
            to = middle;
        else
            from = middle + 1;
    }
    return from;
}

void *sorted_find(const struct sorted *sorted, const void *key, size_t size) {
    bool is_there;
    int place = sorted_place(sorted, key, size, &is_there);
    return is_there ? sorted->items[place] : NULL;
}

void *sorted_add(struct sorted *sorted, const void *key, size_t size, size_t bytes) {
    bool is_there;
    int place = sorted_place(sorted, key, size, &is_there);
    struct kept *kept = must_alloc(bytes);
    must(!is_there);
    kept->key = hold_bytes(&kept->hold, key, size);
    kept->key_size = size;
    if (sorted->count == sorted->room) {
        sorted->room = sorted->room ? 2 * sorted->room : 16;
        sorted->items = must_realloc(sorted->items, (size_t)sorted->room * sizeof(struct kept *));
    }
    memmove(sorted->items + place + 1, sorted->items + place,
            (size_t)(sorted->count++ - place) * sizeof(struct kept *));
    sorted->items[place] = kept;
    return kept;
}

void sorted_drop(struct sorted *sorted, int place) {
    hold_free(&sorted->items[place]->hold);
    free(sorted->items[place]);
    memmove(sorted->items + place, sorted->items + place + 1,
            (size_t)(--sorted->count - place) * sizeof(struct kept *));
}

void memory_drop_table(struct memory *memory, int place) {
    struct kept_table *table = (struct kept_table *)memory->tables.items[place];
    hold_free(&table->entry_hold);
    free(table->rows);
    free(table->films);
    sorted_drop(&memory->tables, place);
}

static struct kept_table *table_of(struct memory *memory, const char *table) {
    return sorted_find(&memory->tables, table, strlen(table));
}

struct kept_table *memory_table(struct memory *memory, int i) {
    return (struct kept_table *)memory->tables.items[i];
}

static struct kept_table *table_of_code(struct memory *memory, const char *code) {
    for (int i = 0; i < memory->tables.count; i++)
        if (strcmp(memory_table(memory, i)->entry.code, code) == 0)
            return memory_table(memory, i);
    return NULL;
}

/* Tables. */

/* Id and code are never changed. */
static void set_entry(struct kept_table *table, const struct store_entry *entry) {
    struct hold before = table->entry_hold;
    struct store_entry changed = *entry;
    changed.table = table->kept.key;
    changed.code = table->entry.code ? table->entry.code : entry->code;
    table->entry_hold = (struct hold){0};
    table->entry = entry_copy(&table->entry_hold, &changed);
    hold_free(&before);
}

static void add_row(struct kept_table *table, const struct store_row *row) {
    if (table->row_count == table->row_room) {
        table->row_room = table->row_room ? 2 * table->row_room : 16;
        table->rows = must_realloc(table->rows, (size_t)table->row_room * sizeof *table->rows);
    }
    table->rows[table->row_count++] = row_copy(&table->kept.hold, row);
}

static void add_film(struct kept_table *table, const struct store_film *film) {
    size_t size = (size_t)(table->film_count + 1) * sizeof *table->films;
    table->films = must_realloc(table->films, size);
    table->films[table->film_count++] = film_copy(&table->kept.hold, film);
}

static void read_entry(struct memory *memory, const struct kept_table *table,
                       struct store_entry *out, struct hold *hold) {
    struct store_entry entry = table->entry;
    for (int i = 0; i < entry.seats; i++) {
        struct kept_person *person = memory_person(memory, entry.people[i]);
        entry.names[i] = person ? person->person.name : "";
    }
    *out = entry_copy(hold, &entry);
}

static bool answer_entry(struct memory *memory, const struct kept_table *table,
                         struct store_answer *answer, struct hold *hold) {
    if (!table) {
        answer->result = STORE_NOTHING;
        return false;
    }
    struct store_entry *entry = hold_take(hold, sizeof *entry);
    read_entry(memory, table, entry, hold);
    answer->entries = entry;
    answer->entry_count = 1;
    return true;
}

static void answer_rows(const struct kept_table *table, struct store_answer *answer,
                        struct hold *hold) {
    struct store_row *rows = hold_take(hold, (size_t)table->row_count * sizeof *rows);
    for (int i = 0; i < table->row_count; i++)
        rows[i] = row_copy(hold, &table->rows[i]);
    answer->rows = rows;
    answer->row_count = table->row_count;
    if (table->is_broken)
        answer->result = STORE_BROKEN;
}

static bool is_on(const struct store_list *list, const struct store_entry *entry) {
    bool is_seated = false;
    for (int i = 0; i < entry->seats; i++)
        is_seated |= list->person[0] && strcmp(entry->people[i], list->person) == 0;
    if (!list_has_state(list, entry->state))
        return false;
    switch (list->list) {
    case STORE_PUBLIC:
        return entry->is_public && (!list->game[0] || strcmp(entry->game, list->game) == 0);
    case STORE_SEATED:
        return is_seated;
    case STORE_OWNED:
        return strcmp(entry->owner, list->person) == 0;
    case STORE_ALL:
        return true;
    default:
        return entry->deadline > 0 && entry->deadline <= list->until;
    }
}

static void answer_list(struct memory *memory, const struct store_list *list,
                        struct store_answer *answer, struct hold *hold) {
    struct store_entry *entries = hold_take(hold, (size_t)memory->tables.count * sizeof *entries);
    int count = 0;
    for (int i = 0; i < memory->tables.count; i++)
        if (is_on(list, &memory_table(memory, i)->entry))
            read_entry(memory, memory_table(memory, i), &entries[count++], hold);
    answer->entries = entries;
    answer->entry_count = list_sort(list, entries, count);
}

static bool has_counted(const struct kept_table *table, const struct store_row *row) {
    for (int i = 0; i < table->row_count && row->device[0]; i++)
        if (table->rows[i].n == row->n && strcmp(table->rows[i].device, row->device) == 0)
            return true;
    return false;
}

static bool has_film(const struct store_film *films, int count, uint32_t number) {
    for (int i = 0; i < count; i++)
        if (films[i].number == number)
            return true;
    return false;
}

/* Whether an append is accepted; a request may also contain a duplicate of itself. */
static enum store_result judge(const struct kept_table *table,
                               const struct store_request *request) {
    const struct store_claim *claim = &request->claim;
    const struct store_row *rows = request->rows;
    if (!table || table->epoch != claim->epoch || table->row_count != claim->rows)
        return STORE_CONFLICT;
    for (int i = 0; i < request->row_count; i++) {
        if (has_counted(table, &rows[i]))
            return STORE_AGAIN;
        for (int k = 0; k < i && rows[i].device[0]; k++)
            if (rows[k].n == rows[i].n && strcmp(rows[k].device, rows[i].device) == 0)
                return STORE_AGAIN;
    }
    for (int i = 0; i < request->film_count; i++)
        if (has_film(table->films, table->film_count, request->films[i].number) ||
            has_film(request->films, i, request->films[i].number))
            return STORE_TAKEN;
    return STORE_DONE;
}

static void append(struct memory *memory, const struct store_request *request,
                   struct store_answer *answer) {
    struct kept_table *table = table_of(memory, request->claim.table);
    answer->claim = request->claim;
    answer->result = judge(table, request);
    if (answer->result != STORE_DONE)
        return;
    for (int i = 0; i < request->row_count; i++)
        add_row(table, &request->rows[i]);
    for (int i = 0; i < request->film_count; i++)
        add_film(table, &request->films[i]);
    if (request->has_entry)
        set_entry(table, &request->entry);
    else if (request->has_due) {
        table->entry.deadline = request->entry.deadline;
        table->entry.asked = request->entry.asked;
    }
    answer->claim.rows = table->row_count;
}

static void make(struct memory *memory, const struct store_request *request,
                 struct store_answer *answer) {
    const char *id = request->entry.table;
    answer->claim = (struct store_claim){id, 1, 0};
    if (table_of(memory, id) || table_of_code(memory, request->entry.code)) {
        answer->result = STORE_TAKEN;
        return;
    }
    struct kept_table *table = sorted_add(&memory->tables, id, strlen(id), sizeof *table);
    table->epoch = 1;
    set_entry(table, &request->entry);
    for (int i = 0; i < request->row_count; i++) {
        must(!has_counted(table, &request->rows[i]));
        add_row(table, &request->rows[i]);
    }
    answer->claim.rows = table->row_count;
}

static void claim(struct memory *memory, const char *id, struct store_answer *answer,
                  struct hold *hold) {
    struct kept_table *table = table_of(memory, id);
    if (!answer_entry(memory, table, answer, hold))
        return;
    answer_rows(table, answer, hold);
    answer->claim = (struct store_claim){id, ++table->epoch, table->row_count};
}

static void answer_film(struct memory *memory, const struct store_request *request,
                        struct store_answer *answer, struct hold *hold) {
    struct kept_table *table = table_of(memory, request->table);
    answer->result = STORE_NOTHING;
    for (int i = 0; table && i < table->film_count; i++) {
        if (table->films[i].number != request->film)
            continue;
        answer->result = STORE_DONE;
        answer->size = table->films[i].size;
        answer->bytes = hold_bytes(hold, table->films[i].bytes, answer->size);
    }
}

/* The backend. */

static void memory_run(void *context, const struct store_request *request,
                       struct store_answer *answer, struct hold *hold) {
    struct memory *memory = context;
    struct kept_table *table;
    switch (request->does) {
    case STORE_MAKE:
        make(memory, request, answer);
        break;
    case STORE_CLAIM:
        claim(memory, request->table, answer, hold);
        break;
    case STORE_APPEND:
        append(memory, request, answer);
        break;
    case STORE_READ:
        table = table_of(memory, request->table);
        if (answer_entry(memory, table, answer, hold))
            answer_rows(table, answer, hold);
        break;
    case STORE_FIND:
        table = request->table[0] ? table_of(memory, request->table)
                                  : table_of_code(memory, request->code);
        answer_entry(memory, table, answer, hold);
        break;
    case STORE_LIST:
        answer_list(memory, &request->list, answer, hold);
        break;
    case STORE_FILM:
        answer_film(memory, request, answer, hold);
        break;
    case STORE_SWEEP:
        memory_sweep(memory, &request->sweep, answer);
        break;
    default:
        memory_run_people(memory, request, answer, hold);
    }
}

static bool memory_begin(void *context, enum writing writing) {
    struct memory *memory = context;
    (void)writing;
    memory->was_kept = false;
    return atomic_load(&memory->fault) != MEMORY_LOSES;
}

static bool memory_commit(void *context) {
    struct memory *memory = context;
    memory->was_kept = true;
    return atomic_load(&memory->fault) == MEMORY_WORKS;
}

static enum recovered memory_recover(void *context, bool *is_written) {
    struct memory *memory = context;
    *is_written = memory->was_kept;
    return atomic_load(&memory->fault) == MEMORY_WORKS ? RECOVERED_FULLY : RECOVERED_NOT;
}

static const char *memory_trouble(void *context) {
    (void)context;
    return "the memory fails because a test wants it";
}

static void memory_close(void *context) {
    struct memory *memory = context;
    atomic_store(&memory->is_used, false);
}

static const struct backend memory_backend = {.begin = memory_begin,
                                              .run = memory_run,
                                              .commit = memory_commit,
                                              .recover = memory_recover,
                                              .trouble = memory_trouble,
                                              .close = memory_close};

struct memory *memory_new(void) {
    return must_alloc(sizeof(struct memory));
}

void memory_free(struct memory *memory) {
    if (!memory)
        return;
    must(!atomic_load(&memory->is_used));
    while (memory->tables.count)
        memory_drop_table(memory, memory->tables.count - 1);
    while (memory->people.count)
        memory_drop_person(memory, memory->people.count - 1);
    while (memory->tokens.count)
        memory_drop_token(memory, memory->tokens.count - 1);
    free(memory->tables.items);
    free(memory->people.items);
    free(memory->tokens.items);
    free(memory);
}

struct store *store_open_memory(struct memory *memory, const struct store_plan *plan,
                                struct text *why) {
    if (!atomic_exchange(&memory->is_used, true))
        return store_new(&memory_backend, memory, plan);
    text_clear(why);
    text_put(why, "another server uses this memory");
    return NULL;
}

void memory_break_table(struct memory *memory, const char *table) {
    table_of(memory, table)->is_broken = true;
}

void memory_set_fault(struct memory *memory, enum memory_fault fault) {
    atomic_store(&memory->fault, (int)fault);
}
