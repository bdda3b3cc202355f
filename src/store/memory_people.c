/* memory_people.c: people, their logins, and sweeping, in memory. */
#include "memory_inside.h"

#include <string.h>

#include <spelunke/must.h>

struct kept_person *memory_person(struct memory *memory, const char *person) {
    return sorted_find(&memory->people, person, strlen(person));
}

void memory_drop_person(struct memory *memory, int place) {
    hold_free(&((struct kept_person *)memory->people.items[place])->person_hold);
    sorted_drop(&memory->people, place);
}

void memory_drop_token(struct memory *memory, int place) {
    hold_free(&((struct kept_token *)memory->tokens.items[place])->person_hold);
    sorted_drop(&memory->tokens, place);
}

/* Sweeping. */

static bool is_swept(const struct store_entry *entry, int64_t ended_before) {
    return (entry->state == STORE_OVER || entry->state == STORE_CLOSED) &&
           entry->ended < ended_before;
}

/* The index of the table that ended first; -1: none. */
static int swept_first(struct memory *memory, int64_t ended_before) {
    int first = -1;
    for (int i = 0; i < memory->tables.count; i++) {
        const struct store_entry *entry = &memory_table(memory, i)->entry;
        if (is_swept(entry, ended_before) &&
            (first < 0 || entry->ended < memory_table(memory, first)->entry.ended))
            first = i;
    }
    return first;
}

static bool is_known(struct memory *memory, const char *person) {
    for (int i = 0; i < memory->tokens.count; i++)
        if (strcmp(((struct kept_token *)memory->tokens.items[i])->person, person) == 0)
            return true;
    for (int i = 0; i < memory->tables.count; i++) {
        const struct store_entry *entry = &memory_table(memory, i)->entry;
        if (strcmp(entry->owner, person) == 0)
            return true;
        for (int seat = 0; seat < entry->seats; seat++)
            if (strcmp(entry->people[seat], person) == 0)
                return true;
    }
    return false;
}

void memory_sweep(struct memory *memory, const struct store_sweep *sweep,
                  struct store_answer *answer) {
    for (int place;
         answer->count < STORE_SWEEP_MAX && (place = swept_first(memory, sweep->ended_before)) >= 0;
         answer->count++)
        memory_drop_table(memory, place);
    for (int i = memory->tokens.count - 1; i >= 0; i--)
        if (((struct kept_token *)memory->tokens.items[i])->until <= sweep->at)
            memory_drop_token(memory, i);
    for (int i = memory->people.count - 1; i >= 0; i--) {
        const struct store_person *person =
            &((struct kept_person *)memory->people.items[i])->person;
        if (!person->account[0] && !is_known(memory, person->id))
            memory_drop_person(memory, i);
    }
}

/* People. */

static void set_person(struct kept_person *kept, const struct store_person *person) {
    struct hold before = kept->person_hold;
    kept->person_hold = (struct hold){0};
    kept->person = person_copy(&kept->person_hold, person);
    hold_free(&before);
}

static struct kept_person *person_of_account(struct memory *memory, const char *account) {
    for (int i = 0; i < memory->people.count; i++) {
        struct kept_person *kept = (struct kept_person *)memory->people.items[i];
        if (account[0] && strcmp(kept->person.account, account) == 0)
            return kept;
    }
    return NULL;
}

static enum store_result put_token(struct memory *memory, const char *id,
                                   const struct store_token *token) {
    struct kept_person *person = memory_person(memory, id);
    struct kept_token *kept = sorted_find(&memory->tokens, token->hash, STORE_TOKEN_BYTES);
    if (!person || person->person.is_forgotten)
        return STORE_NOTHING;
    if (!kept)
        kept = sorted_add(&memory->tokens, token->hash, STORE_TOKEN_BYTES, sizeof *kept);
    hold_free(&kept->person_hold);
    kept->person = hold_string(&kept->person_hold, id);
    kept->until = token->until;
    return STORE_DONE;
}

static enum store_result put_person(struct memory *memory, const struct store_person *person,
                                    const struct store_token *token) {
    struct kept_person *kept = memory_person(memory, person->id);
    struct kept_person *other = person_of_account(memory, person->account);
    struct store_person changed = *person;
    if (other && other != kept)
        return STORE_TAKEN;
    if (kept && kept->person.is_forgotten)
        return STORE_CONFLICT;
    if (!kept)
        kept = sorted_add(&memory->people, person->id, strlen(person->id), sizeof *kept);
    changed.is_forgotten = false;
    set_person(kept, &changed);
    return token->until ? put_token(memory, person->id, token) : STORE_DONE;
}

static struct kept_person *person_asked(struct memory *memory,
                                        const struct store_request *request) {
    if (request->person.id[0])
        return memory_person(memory, request->person.id);
    if (request->person.account[0])
        return person_of_account(memory, request->person.account);
    struct kept_token *token = sorted_find(&memory->tokens, request->token.hash, STORE_TOKEN_BYTES);
    return token && token->until > request->at ? memory_person(memory, token->person) : NULL;
}

static void find_person(struct memory *memory, const struct store_request *request,
                        struct store_answer *answer, struct hold *hold) {
    struct kept_person *kept = person_asked(memory, request);
    answer->result = kept ? STORE_DONE : STORE_NOTHING;
    if (kept)
        answer->person = person_copy(hold, &kept->person);
}

static enum store_result drop_token_of(struct memory *memory, const struct store_token *token) {
    bool is_there;
    int place = sorted_place(&memory->tokens, token->hash, STORE_TOKEN_BYTES, &is_there);
    if (is_there)
        memory_drop_token(memory, place);
    return is_there ? STORE_DONE : STORE_NOTHING;
}

static void forget_words(struct kept_table *table, const char *person, int64_t *count) {
    for (int i = 0; i < table->row_count; i++) {
        struct store_row *row = &table->rows[i];
        if (!row->words[0] || strcmp(row->person, person) != 0)
            continue;
        row->words = "";
        ++*count;
    }
}

static void forget(struct memory *memory, const char *id, struct store_answer *answer) {
    struct kept_person *kept = memory_person(memory, id);
    answer->result = kept ? STORE_DONE : STORE_NOTHING;
    if (!kept)
        return;
    struct store_person blank = {
        .id = id, .made = kept->person.made, .used = kept->person.used, .is_forgotten = true};
    set_person(kept, &blank);
    for (int i = memory->tokens.count - 1; i >= 0; i--)
        if (strcmp(((struct kept_token *)memory->tokens.items[i])->person, id) == 0)
            memory_drop_token(memory, i);
    for (int i = 0; i < memory->tables.count; i++)
        forget_words(memory_table(memory, i), id, &answer->count);
}

void memory_run_people(struct memory *memory, const struct store_request *request,
                       struct store_answer *answer, struct hold *hold) {
    switch (request->does) {
    case STORE_PUT_PERSON:
        answer->result = put_person(memory, &request->person, &request->token);
        break;
    case STORE_FIND_PERSON:
        find_person(memory, request, answer, hold);
        break;
    case STORE_PUT_TOKEN:
        answer->result = put_token(memory, request->person.id, &request->token);
        break;
    case STORE_DROP_TOKEN:
        answer->result = drop_token_of(memory, &request->token);
        break;
    default:
        must(request->does == STORE_FORGET);
        forget(memory, request->person.id, answer);
    }
}
