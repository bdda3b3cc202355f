/* copy.c: copies requests and their data, and sorts lists, for both backends. */
#include "store_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

struct store_row row_copy(struct hold *hold, const struct store_row *row) {
    struct store_row copy = *row;
    copy.kind = hold_string(hold, row->kind);
    copy.person = hold_string(hold, row->person);
    copy.device = hold_string(hold, row->device);
    copy.words = hold_string(hold, row->words);
    copy.body = hold_bytes(hold, row->body, row->body_size);
    return copy;
}

struct store_entry entry_copy(struct hold *hold, const struct store_entry *entry) {
    struct store_entry copy = *entry;
    copy.table = hold_string(hold, entry->table);
    copy.code = hold_string(hold, entry->code);
    copy.game = hold_string(hold, entry->game);
    copy.owner = hold_string(hold, entry->owner);
    copy.note = hold_string(hold, entry->note);
    for (int i = 0; i < SEATS_MAX; i++) {
        bool is_seat = i < entry->seats;
        copy.people[i] = is_seat ? hold_string(hold, entry->people[i]) : "";
        copy.names[i] = is_seat ? hold_string(hold, entry->names[i]) : "";
    }
    return copy;
}

struct store_person person_copy(struct hold *hold, const struct store_person *person) {
    struct store_person copy = *person;
    copy.id = hold_string(hold, person->id);
    copy.name = hold_string(hold, person->name);
    copy.account = hold_string(hold, person->account);
    copy.passphrase = hold_string(hold, person->passphrase);
    return copy;
}

struct store_film film_copy(struct hold *hold, const struct store_film *film) {
    struct store_film copy = *film;
    copy.bytes = hold_bytes(hold, film->bytes, film->size);
    return copy;
}

/* Asserts that the caller respects the contract. */
static void check(const struct store_request *request) {
    const struct store_entry *entry = &request->entry;
    bool has_entry =
        request->does == STORE_MAKE || (request->does == STORE_APPEND && request->has_entry);
    must(request->does >= STORE_MAKE && request->does <= STORE_FORGET);
    must(request->row_count >= 0 && request->film_count >= 0);
    if (!has_entry)
        return;
    must(entry->seats >= 0 && entry->seats <= SEATS_MAX);
    must(entry->state >= STORE_OPEN && entry->state < STORE_STATES);
    must((entry->state != STORE_OVER && entry->state != STORE_CLOSED) || entry->ended > 0);
    must(request->does != STORE_MAKE ||
         (entry->table && entry->table[0] && entry->code && entry->code[0]));
}

static void rows_copy(struct hold *hold, const struct store_request *from,
                      struct store_request *to) {
    struct store_row *rows = hold_take(hold, (size_t)from->row_count * sizeof *rows);
    struct store_film *films = hold_take(hold, (size_t)from->film_count * sizeof *films);
    for (int i = 0; i < from->row_count; i++)
        rows[i] = row_copy(hold, &from->rows[i]);
    for (int i = 0; i < from->film_count; i++)
        films[i] = film_copy(hold, &from->films[i]);
    to->rows = rows;
    to->films = films;
}

void request_copy(struct hold *hold, const struct store_request *from, struct store_request *to) {
    check(from);
    *to = *from;
    to->table = hold_string(hold, from->table);
    to->code = hold_string(hold, from->code);
    to->claim.table = hold_string(hold, from->claim.table);
    to->list.game = hold_string(hold, from->list.game);
    to->list.person = hold_string(hold, from->list.person);
    to->entry = entry_copy(hold, &from->entry);
    to->person = person_copy(hold, &from->person);
    rows_copy(hold, from, to);
}

bool request_writes(const struct store_request *request) {
    switch (request->does) {
    case STORE_READ:
    case STORE_FIND:
    case STORE_LIST:
    case STORE_FILM:
    case STORE_FIND_PERSON:
        return false;
    default:
        return true;
    }
}

int list_most(const struct store_list *list) {
    return list->most > 0 && list->most < STORE_LIST_MAX ? list->most : STORE_LIST_MAX;
}

bool list_has_state(const struct store_list *list, enum store_state state) {
    return !list->states || (list->states >> state & 1);
}

static int compare_numbers(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int newest_first(const void *a, const void *b) {
    const struct store_entry *left = a, *right = b;
    int order = compare_numbers(right->made, left->made);
    return order ? order : strcmp(right->table, left->table);
}

static int earliest_first(const void *a, const void *b) {
    const struct store_entry *left = a, *right = b;
    int order = compare_numbers(left->deadline, right->deadline);
    return order ? order : strcmp(left->table, right->table);
}

int list_sort(const struct store_list *list, struct store_entry *entries, int count) {
    if (count > 1)
        qsort(entries, (size_t)count, sizeof *entries,
              list->list == STORE_DUE ? earliest_first : newest_first);
    return count < list_most(list) ? count : list_most(list);
}
