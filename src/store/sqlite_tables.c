/* sqlite_tables.c: executes requests about tables, in SQLite: journals, index, films. */
#include "sqlite_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

/* The index entry. */

static void bind_entry(sqlite3_stmt *query, const char *table, const struct store_entry *entry) {
    bind_text(query, 1, table);
    bind_text(query, 3, entry->game);
    bind_text(query, 4, entry->owner);
    sqlite3_bind_int(query, 5, (int)entry->state);
    sqlite3_bind_int(query, 6, entry->is_public);
    sqlite3_bind_int64(query, 7, entry->made);
    sqlite3_bind_int64(query, 8, entry->ended);
    sqlite3_bind_int64(query, 9, entry->deadline);
    sqlite3_bind_int64(query, 10, entry->asked);
    sqlite3_bind_int(query, 11, entry->seats);
    bind_text(query, 12, entry->note);
}

static void write_seats(struct base *base, const char *table, const struct store_entry *entry) {
    sqlite3_stmt *query = base_query(base, QUERY_UNSEAT);
    bind_text(query, 1, table);
    base_run(base, query);
    for (int i = 0; i < entry->seats; i++) {
        if (!entry->people[i][0])
            continue;
        query = base_query(base, QUERY_SEAT);
        bind_text(query, 1, table);
        sqlite3_bind_int(query, 2, i);
        bind_text(query, 3, entry->people[i]);
        base_run(base, query);
    }
}

static int next_person(const struct store_entry *entry, int seat) {
    while (seat < entry->seats && !entry->people[seat][0])
        seat++;
    return seat;
}

/* True if the seats are unchanged: most updates change only a deadline. */
static bool has_seats(struct base *base, const char *table, const struct store_entry *entry) {
    sqlite3_stmt *query = base_query(base, QUERY_PEOPLE);
    int seat = next_person(entry, 0);
    bool is_same = true;
    bind_text(query, 1, table);
    while (is_same && base_step(base, query)) {
        is_same = seat < entry->seats && sqlite3_column_int(query, 0) == seat &&
                  strcmp((const char *)sqlite3_column_text(query, 1), entry->people[seat]) == 0;
        seat = next_person(entry, seat + 1);
    }
    sqlite3_reset(query);
    return is_same && seat >= entry->seats;
}

static void read_seats(struct base *base, struct store_entry *entry, struct hold *hold) {
    sqlite3_stmt *query = base_query(base, QUERY_SEATS);
    for (int i = 0; i < SEATS_MAX; i++)
        entry->people[i] = entry->names[i] = "";
    bind_text(query, 1, entry->table);
    while (base_step(base, query)) {
        int seat = sqlite3_column_int(query, 0);
        if (seat < 0 || seat >= SEATS_MAX)
            continue;
        entry->people[seat] = column_text(query, 1, hold);
        entry->names[seat] = column_text(query, 2, hold);
    }
}

static void read_entry(sqlite3_stmt *row, struct store_entry *out, struct hold *hold) {
    *out = (struct store_entry){.table = column_text(row, 0, hold),
                                .code = column_text(row, 1, hold),
                                .game = column_text(row, 2, hold),
                                .owner = column_text(row, 3, hold),
                                .state = (enum store_state)sqlite3_column_int(row, 4),
                                .is_public = sqlite3_column_int(row, 5),
                                .made = sqlite3_column_int64(row, 6),
                                .ended = sqlite3_column_int64(row, 7),
                                .deadline = sqlite3_column_int64(row, 8),
                                .asked = (uint32_t)sqlite3_column_int64(row, 9),
                                .seats = sqlite3_column_int(row, 10),
                                .note = column_text(row, 11, hold)};
}

/* True if there is one; then it is the answer's only entry. */
static bool answer_entry(struct base *base, enum query by, const char *key,
                         struct store_answer *answer, struct hold *hold) {
    sqlite3_stmt *query = base_query(base, by);
    bind_text(query, 1, key);
    if (!base_step(base, query)) {
        answer->result = STORE_NOTHING;
        return false;
    }
    struct store_entry *entry = hold_take(hold, sizeof *entry);
    read_entry(query, entry, hold);
    sqlite3_reset(query);
    read_seats(base, entry, hold);
    answer->entries = entry;
    answer->entry_count = 1;
    return true;
}

/* Lists: each state is queried separately, so that an index gives the order, and the results are
 * merged. */

static const enum query list_queries[] = {[STORE_PUBLIC] = QUERY_LIST_PUBLIC,
                                          [STORE_SEATED] = QUERY_LIST_SEATED,
                                          [STORE_OWNED] = QUERY_LIST_OWNED,
                                          [STORE_DUE] = QUERY_LIST_DUE,
                                          [STORE_ALL] = QUERY_LIST_ALL};

static sqlite3_stmt *list_query(struct base *base, const struct store_list *list, int state) {
    sqlite3_stmt *query = base_query(base, list_queries[list->list]);
    sqlite3_bind_int(query, 1, state);
    if (list->list == STORE_DUE)
        sqlite3_bind_int64(query, 2, list->until);
    else if (list->list == STORE_ALL)
        bind_text(query, 2, "");
    else
        bind_text(query, 2, list->list == STORE_PUBLIC ? list->game : list->person);
    sqlite3_bind_int(query, 3, list_most(list));
    return query;
}

static void answer_list(struct base *base, const struct store_list *list,
                        struct store_answer *answer, struct hold *hold) {
    struct store_entry *entries = NULL;
    int count = 0, room = 0;
    for (int state = 0; state < STORE_STATES; state++) {
        if (!list_has_state(list, (enum store_state)state))
            continue;
        sqlite3_stmt *query = list_query(base, list, state);
        while (base_step(base, query)) {
            if (count == room)
                entries =
                    must_realloc(entries, (size_t)(room = room ? 2 * room : 16) * sizeof *entries);
            read_entry(query, &entries[count++], hold);
        }
    }
    answer->entry_count = list_sort(list, entries, count);
    for (int i = 0; i < answer->entry_count; i++)
        read_seats(base, &entries[i], hold);
    size_t size = (size_t)answer->entry_count * sizeof *entries;
    struct store_entry *kept = hold_take(hold, size);
    if (size)
        memcpy(kept, entries, size);
    answer->entries = kept;
    free(entries);
}

/* The journal. */

static void read_row(sqlite3_stmt *query, struct store_row *out, struct hold *hold) {
    *out = (struct store_row){.kind = column_text(query, 1, hold),
                              .at = sqlite3_column_int64(query, 2),
                              .person = column_text(query, 3, hold),
                              .device = column_text(query, 4, hold),
                              .n = sqlite3_column_int64(query, 5),
                              .words = column_text(query, 6, hold),
                              .body = column_text(query, 7, hold),
                              .body_size = (size_t)sqlite3_column_bytes(query, 7)};
}

/* SQLite cannot commit a transaction that has read a damaged page, so the first attempt to read the
 * journal fails like a disk error. Later attempts would fail every request of their batch too. */
static void note_damaged(struct base *base, const char *table) {
    text_put_char(&base->damaged, '\n');
    text_put(&base->damaged, table);
    text_put_char(&base->damaged, '\n');
}

static bool is_damaged(const struct base *base, const char *table) {
    size_t length = strlen(table);
    const char *at = text_string(&base->damaged);
    for (; length && (at = strstr(at, table)); at++)
        if (at[-1] == '\n' && at[length] == '\n')
            return true;
    return false;
}

/* A match with a missing entry would be a different match, so no rows are returned. */
static void answer_rows(struct base *base, const char *table, struct store_answer *answer,
                        struct hold *hold) {
    sqlite3_stmt *query = base_query(base, QUERY_ROWS);
    struct store_row *rows = NULL;
    int count = 0, room = 0;
    if (is_damaged(base, table)) {
        answer->result = STORE_BROKEN;
        return;
    }
    bind_text(query, 1, table);
    bool was_broken = base->is_broken;
    while (base_step(base, query)) {
        if (sqlite3_column_int64(query, 0) != count)
            answer->result = STORE_BROKEN;
        if (count == room)
            rows = must_realloc(rows, (size_t)(room = room ? 2 * room : 64) * sizeof *rows);
        read_row(query, &rows[count++], hold);
    }
    if (!was_broken && base->is_broken &&
        (sqlite3_errcode(base->database) & 0xff) == SQLITE_CORRUPT)
        note_damaged(base, table);
    sqlite3_reset(query);
    size_t size = (size_t)count * sizeof *rows;
    struct store_row *kept = hold_take(hold, size);
    if (count)
        memcpy(kept, rows, size);
    answer->rows = kept;
    answer->row_count = count;
    free(rows);
}

static bool holds(struct base *base, const struct store_claim *claim) {
    sqlite3_stmt *query = base_query(base, QUERY_HOLDS);
    bind_text(query, 1, claim->table);
    sqlite3_bind_int64(query, 2, claim->epoch);
    sqlite3_bind_int64(query, 3, claim->rows);
    bool is_held = base_step(base, query);
    sqlite3_reset(query);
    return is_held;
}

static enum store_result append_row(struct base *base, const struct store_claim *claim,
                                    const struct store_row *row) {
    sqlite3_stmt *query = base_query(base, QUERY_APPEND);
    bind_text(query, 1, claim->table);
    sqlite3_bind_int64(query, 2, claim->rows);
    bind_text(query, 3, row->kind);
    sqlite3_bind_int64(query, 4, row->at);
    bind_text(query, 5, row->person);
    bind_text(query, 6, row->device);
    sqlite3_bind_int64(query, 7, row->n);
    bind_text(query, 8, row->words);
    sqlite3_bind_blob64(query, 9, row->body, row->body_size, SQLITE_STATIC);
    return base_run(base, query) == 1 ? STORE_DONE : STORE_AGAIN;
}

static enum store_result append_rows(struct base *base, const struct store_request *request,
                                     struct store_claim *claim) {
    enum store_result result = holds(base, claim) ? STORE_DONE : STORE_CONFLICT;
    for (int i = 0; i < request->row_count && result == STORE_DONE; i++) {
        result = append_row(base, claim, &request->rows[i]);
        claim->rows++;
    }
    return result;
}

static enum store_result add_films(struct base *base, const struct store_request *request) {
    for (int i = 0; i < request->film_count; i++) {
        const struct store_film *film = &request->films[i];
        sqlite3_stmt *query = base_query(base, QUERY_ADD_FILM);
        bind_text(query, 1, request->claim.table);
        sqlite3_bind_int64(query, 2, film->number);
        sqlite3_bind_blob64(query, 3, film->bytes, film->size, SQLITE_STATIC);
        if (base_run(base, query) != 1)
            return STORE_TAKEN;
    }
    return STORE_DONE;
}

static void set_entry(struct base *base, const char *table, const struct store_entry *entry) {
    sqlite3_stmt *query = base_query(base, QUERY_SET_ENTRY);
    bind_entry(query, table, entry);
    base_run(base, query);
    if (!has_seats(base, table, entry))
        write_seats(base, table, entry);
}

static void set_due(struct base *base, const char *table, const struct store_entry *entry) {
    sqlite3_stmt *query = base_query(base, QUERY_SET_DUE);
    bind_text(query, 1, table);
    sqlite3_bind_int64(query, 2, entry->deadline);
    sqlite3_bind_int64(query, 3, entry->asked);
    base_run(base, query);
}

/* Whether an append may be refused after a row was already written: by a duplicate request number
 * after the first row, or by the number of a film. */
static bool may_be_undone(const struct store_request *request) {
    bool may_be = request->film_count > 0 && request->film_count + request->row_count > 1;
    for (int i = 1; i < request->row_count; i++)
        may_be |= request->rows[i].device[0] != '\0';
    return may_be;
}

/* Atomic: if it is refused, rows that were already written are rolled back. */
static void append(struct base *base, const struct store_request *request,
                   struct store_answer *answer) {
    struct store_claim claim = request->claim;
    bool may_undo = may_be_undone(request);
    if (may_undo)
        base_run(base, base_query(base, QUERY_SAVEPOINT));
    enum store_result result = append_rows(base, request, &claim);
    if (result == STORE_DONE)
        result = add_films(base, request);
    if (result == STORE_DONE && request->has_entry)
        set_entry(base, claim.table, &request->entry);
    else if (result == STORE_DONE && request->has_due)
        set_due(base, claim.table, &request->entry);
    if (may_undo && result != STORE_DONE)
        base_run(base, base_query(base, QUERY_UNDO));
    if (may_undo)
        base_run(base, base_query(base, QUERY_RELEASE));
    answer->claim = result == STORE_DONE ? claim : request->claim;
    answer->result = result;
}

static void make(struct base *base, const struct store_request *request,
                 struct store_answer *answer) {
    const char *table = request->entry.table;
    sqlite3_stmt *query = base_query(base, QUERY_MAKE);
    bind_entry(query, table, &request->entry);
    bind_text(query, 2, request->entry.code);
    answer->claim = (struct store_claim){table, 1, 0};
    answer->result = base_run(base, query) == 1 ? STORE_DONE : STORE_TAKEN;
    if (answer->result != STORE_DONE)
        return;
    write_seats(base, table, &request->entry);
    answer->result = append_rows(base, request, &answer->claim);
    must(answer->result == STORE_DONE || base->is_broken); /* duplicate numbers were excluded */
}

static void claim(struct base *base, const char *table, struct store_answer *answer,
                  struct hold *hold) {
    sqlite3_stmt *query = base_query(base, QUERY_CLAIM);
    bind_text(query, 1, table);
    answer->result = base_step(base, query) ? STORE_DONE : STORE_NOTHING;
    int64_t epoch = sqlite3_column_int64(query, 0);
    while (base_step(base, query))
        ;
    if (answer->result != STORE_DONE || !answer_entry(base, QUERY_ENTRY, table, answer, hold))
        return;
    answer_rows(base, table, answer, hold);
    answer->claim = (struct store_claim){table, epoch, answer->row_count};
}

static void answer_film(struct base *base, const struct store_request *request,
                        struct store_answer *answer, struct hold *hold) {
    sqlite3_stmt *query = base_query(base, QUERY_FILM);
    bind_text(query, 1, request->table);
    sqlite3_bind_int64(query, 2, request->film);
    answer->result = base_step(base, query) ? STORE_DONE : STORE_NOTHING;
    if (answer->result != STORE_DONE)
        return;
    answer->bytes = column_text(query, 0, hold);
    answer->size = (size_t)sqlite3_column_bytes(query, 0);
    sqlite3_reset(query);
}

static void sweep(struct base *base, const struct store_sweep *sweep, struct store_answer *answer) {
    static const enum query steps[] = {QUERY_SWEEP_ROWS, QUERY_SWEEP_FILMS, QUERY_SWEEP_SEATS,
                                       QUERY_SWEEP_TABLES};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        sqlite3_stmt *query = base_query(base, steps[i]);
        sqlite3_bind_int64(query, 1, sweep->ended_before);
        sqlite3_bind_int(query, 2, STORE_SWEEP_MAX);
        answer->count = base_run(base, query);
    }
    sqlite3_stmt *tokens = base_query(base, QUERY_SWEEP_TOKENS);
    sqlite3_bind_int64(tokens, 1, sweep->at);
    base_run(base, tokens);
    base_run(base, base_query(base, QUERY_SWEEP_GUESTS));
}

void tables_run(struct base *base, const struct store_request *request, struct store_answer *answer,
                struct hold *hold) {
    switch (request->does) {
    case STORE_MAKE:
        make(base, request, answer);
        break;
    case STORE_CLAIM:
        claim(base, request->table, answer, hold);
        break;
    case STORE_APPEND:
        append(base, request, answer);
        break;
    case STORE_READ:
        if (answer_entry(base, QUERY_ENTRY, request->table, answer, hold))
            answer_rows(base, request->table, answer, hold);
        break;
    case STORE_FIND:
        answer_entry(base, request->table[0] ? QUERY_ENTRY : QUERY_CODE,
                     request->table[0] ? request->table : request->code, answer, hold);
        break;
    case STORE_LIST:
        answer_list(base, &request->list, answer, hold);
        break;
    case STORE_FILM:
        answer_film(base, request, answer, hold);
        break;
    default:
        must(request->does == STORE_SWEEP);
        sweep(base, &request->sweep, answer);
    }
}
