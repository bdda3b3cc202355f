/* sqlite_people.c: executes requests about people and their logins, in SQLite. */
#include "sqlite_inside.h"

#include <spelunke/must.h>

static void bind_hash(sqlite3_stmt *query, int place, const struct store_token *token) {
    sqlite3_bind_blob(query, place, token->hash, STORE_TOKEN_BYTES, SQLITE_STATIC);
}

static enum store_result put_token(struct base *base, const char *person,
                                   const struct store_token *token) {
    sqlite3_stmt *query = base_query(base, QUERY_PUT_TOKEN);
    bind_hash(query, 1, token);
    bind_text(query, 2, person);
    sqlite3_bind_int64(query, 3, token->until);
    return base_run(base, query) == 1 ? STORE_DONE : STORE_NOTHING;
}

static bool is_account_taken(struct base *base, const struct store_person *person) {
    sqlite3_stmt *query = base_query(base, QUERY_ACCOUNT_TAKEN);
    bind_text(query, 1, person->account);
    bind_text(query, 2, person->id);
    bool is_taken = base_step(base, query);
    sqlite3_reset(query);
    return is_taken;
}

static enum store_result put_person(struct base *base, const struct store_person *person,
                                    const struct store_token *token) {
    if (is_account_taken(base, person))
        return STORE_TAKEN;
    sqlite3_stmt *query = base_query(base, QUERY_PUT_PERSON);
    bind_text(query, 1, person->id);
    bind_text(query, 2, person->name);
    bind_text(query, 3, person->account);
    bind_text(query, 4, person->passphrase);
    sqlite3_bind_int64(query, 5, person->made);
    sqlite3_bind_int64(query, 6, person->used);
    if (base_run(base, query) != 1)
        return STORE_CONFLICT;
    return token->until ? put_token(base, person->id, token) : STORE_DONE;
}

static sqlite3_stmt *person_query(struct base *base, const struct store_request *request) {
    bool by_id = request->person.id[0], by_account = !by_id && request->person.account[0];
    sqlite3_stmt *query = base_query(base, by_id        ? QUERY_PERSON
                                           : by_account ? QUERY_PERSON_OF_ACCOUNT
                                                        : QUERY_PERSON_OF_TOKEN);
    if (by_id || by_account) {
        bind_text(query, 1, by_id ? request->person.id : request->person.account);
        return query;
    }
    bind_hash(query, 1, &request->token);
    sqlite3_bind_int64(query, 2, request->at);
    return query;
}

static void find_person(struct base *base, const struct store_request *request,
                        struct store_answer *answer, struct hold *hold) {
    sqlite3_stmt *query = person_query(base, request);
    answer->result = base_step(base, query) ? STORE_DONE : STORE_NOTHING;
    if (answer->result != STORE_DONE)
        return;
    answer->person = (struct store_person){.id = column_text(query, 0, hold),
                                           .name = column_text(query, 1, hold),
                                           .account = column_text(query, 2, hold),
                                           .passphrase = column_text(query, 3, hold),
                                           .made = sqlite3_column_int64(query, 4),
                                           .used = sqlite3_column_int64(query, 5),
                                           .is_forgotten = sqlite3_column_int(query, 6)};
    sqlite3_reset(query);
}

static int64_t run_for(struct base *base, enum query query, const char *person) {
    sqlite3_stmt *statement = base_query(base, query);
    bind_text(statement, 1, person);
    return base_run(base, statement);
}

static void forget(struct base *base, const char *person, struct store_answer *answer) {
    answer->result = run_for(base, QUERY_FORGET, person) == 1 ? STORE_DONE : STORE_NOTHING;
    if (answer->result != STORE_DONE)
        return;
    run_for(base, QUERY_FORGET_TOKENS, person);
    answer->count = run_for(base, QUERY_FORGET_WORDS, person);
    base->has_forgotten = true;
}

void people_run(struct base *base, const struct store_request *request, struct store_answer *answer,
                struct hold *hold) {
    sqlite3_stmt *query;
    switch (request->does) {
    case STORE_PUT_PERSON:
        answer->result = put_person(base, &request->person, &request->token);
        break;
    case STORE_FIND_PERSON:
        find_person(base, request, answer, hold);
        break;
    case STORE_PUT_TOKEN:
        answer->result = put_token(base, request->person.id, &request->token);
        break;
    case STORE_DROP_TOKEN:
        query = base_query(base, QUERY_DROP_TOKEN);
        bind_hash(query, 1, &request->token);
        answer->result = base_run(base, query) == 1 ? STORE_DONE : STORE_NOTHING;
        break;
    default:
        must(request->does == STORE_FORGET);
        forget(base, request->person.id, answer);
    }
}
