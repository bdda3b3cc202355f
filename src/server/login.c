/* login.c: HTTP requests about people: guests, accounts, logins, handovers, names.
 *
 * Invariants: failed logins get the same response in the same time, whatever the reason; one
 * request at a time changes a person; a replaced token is revoked. */
#include "tavern_inside.h"

#include <stdio.h>
#include <string.h>

#include <spelunke/must.h>

/* Replies. */

static void reply_person(struct exchange *exchange, int status) {
    struct text out = {0};
    js_open(&out, '{');
    js_key(&out, "person");
    put_person(&out, exchange->person, exchange->name);
    if (exchange->drawn[0])
        js_put_string(&out, "token", exchange->drawn);
    js_close(&out, '}');
    exchange_reply(exchange, status, &out);
    text_free(&out);
}

static void reply_empty(struct exchange *exchange) {
    struct text out = {0};
    text_put(&out, "{}");
    exchange_reply(exchange, 200, &out);
    text_free(&out);
}

static void refuse_login(struct exchange *exchange) {
    exchange_fail(exchange, CODE_FORBIDDEN, "tavern.wrong_login");
}

/* A store request that writes the person of the exchange. */
static struct store_request person_request(struct exchange *exchange, int64_t now) {
    return (struct store_request){.does = STORE_PUT_PERSON,
                                  .person = {.id = exchange->person,
                                             .name = exchange->name,
                                             .account = exchange->account,
                                             .passphrase = exchange->passphrase,
                                             .made = exchange->made,
                                             .used = now}};
}

static void draw_token(struct exchange *exchange, struct store_request *request, int64_t now) {
    secret_draw(exchange->tavern, exchange->person, exchange->drawn, exchange->drawn_hash);
    memcpy(request->token.hash, exchange->drawn_hash, STORE_TOKEN_BYTES);
    request->token.until = login_until(now);
}

static void let_in(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    (void)now;
    if (answer->result == STORE_DONE)
        reply_person(exchange, exchange->wire.route == ROUTE_GUEST ? 201 : 200);
    else
        refuse_login(exchange);
}

/* Guests. */

void login_guest(struct exchange *exchange, int64_t now) {
    struct tavern *tavern = exchange->tavern;
    struct quota *quota = quota_of(tavern, exchange->address);
    if (!quota_take(tavern, &quota->guests, RATE_GUESTS, now)) {
        exchange_fail(exchange, CODE_RATE, "tavern.guest_rate");
        return;
    }
    uint32_t number; /* makes names unique enough: two similar ones cannot sit at one table */
    tavern->plan.random(tavern->plan.context, &number, sizeof number);
    if (wire_has(&exchange->wire, FIELD_NAME))
        strcpy(exchange->name, exchange->wire.name);
    else
        snprintf(exchange->name, sizeof exchange->name, "Guest %u", 100000 + number % 900000);
    draw_id(tavern, exchange->person, PERSON_ID);
    exchange->made = now;
    struct store_request request = person_request(exchange, now);
    draw_token(exchange, &request, now);
    exchange_ask(exchange, &request, let_in);
}

/* Changes of a person. */

/* False, and the exchange was refused, if another request is changing this person. */
static bool begin_change(struct exchange *exchange) {
    for (struct exchange *other = exchange->tavern->exchanges; other; other = other->next)
        if (other->is_changing && strcmp(other->person, exchange->person) == 0) {
            exchange_fail(exchange, CODE_RATE, "tavern.rate");
            return false;
        }
    exchange->is_changing = true;
    return true;
}

const char *login_coming_name(void *context, const char *person) {
    const struct tavern *tavern = context;
    for (const struct exchange *exchange = tavern->exchanges; exchange; exchange = exchange->next)
        if (exchange->is_changing && wire_has(&exchange->wire, FIELD_NAME) &&
            strcmp(exchange->person, person) == 0)
            return exchange->wire.name;
    return "";
}

/* Whether that person has, or may soon have, a name that looks like the requested one. */
static bool may_be_alike(const struct exchange *exchange, const char *person, const char *name) {
    const char *coming = login_coming_name(exchange->tavern, person);
    return strcmp(person, exchange->person) != 0 &&
           ((*name && name_looks_like(name, exchange->wire.name)) ||
            (*coming && name_looks_like(coming, exchange->wire.name)));
}

/* Whether somebody at one of the person's tables has such a name. */
static bool is_name_taken(const struct exchange *exchange, const struct store_answer *answer) {
    for (int i = 0; i < answer->entry_count; i++) {
        const struct store_entry *entry = &answer->entries[i];
        for (int seat = 0; seat < entry->seats; seat++)
            if (entry->people[seat][0] &&
                may_be_alike(exchange, entry->people[seat], entry->names[seat]))
                return true;
    }
    return false;
}

static void ask_tables(struct exchange *exchange,
                       void (*step)(struct exchange *exchange, const struct store_answer *answer,
                                    int64_t now)) {
    struct store_request request = {.does = STORE_LIST,
                                    .list = {.list = STORE_SEATED,
                                             .person = exchange->person,
                                             .states = 1u << STORE_OPEN | 1u << STORE_PLAYING}};
    exchange_ask(exchange, &request, step);
}

/* Updates the name in loaded tables and channels. */
static void spread_name(struct exchange *exchange, int64_t now) {
    channels_rename(exchange->tavern, exchange->person, exchange->name);
    tables_rename(exchange->tavern, exchange->person, exchange->name, now);
}

static void renamed(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    if (answer->result != STORE_DONE) {
        exchange_fail(exchange, CODE_NO_LOGIN, "tavern.no_login");
        return;
    }
    spread_name(exchange, now);
    reply_person(exchange, 200);
}

static void rename_checked(struct exchange *exchange, const struct store_answer *answer,
                           int64_t now) {
    if (is_name_taken(exchange, answer)) {
        exchange_fail(exchange, CODE_TAKEN, "tavern.name_taken");
        return;
    }
    strcpy(exchange->name, exchange->wire.name);
    struct store_request request = person_request(exchange, now);
    exchange_ask(exchange, &request, renamed);
}

void login_rename(struct exchange *exchange, int64_t now) {
    (void)now;
    if (begin_change(exchange))
        ask_tables(exchange, rename_checked);
}

static void blanked(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    (void)answer, (void)now;
    exchange->is_leaving = true;
    reply_empty(exchange);
}

static void ask_to_forget(struct exchange *exchange,
                          void (*step)(struct exchange *exchange, const struct store_answer *answer,
                                       int64_t now)) {
    struct store_request request = {.does = STORE_FORGET, .person = {.id = exchange->person}};
    exchange_ask(exchange, &request, step);
}

/* Tables may have written words while the store was deleting them, so it does so a second time, now
 * that no table has them in memory any more. */
static void forgotten(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    if (answer->result != STORE_DONE) {
        exchange_fail(exchange, CODE_NO_LOGIN, "tavern.no_login");
        return;
    }
    channels_end_login(exchange->tavern, NULL, exchange->person, now);
    login_end(exchange->tavern, exchange->hash);
    tables_rename(exchange->tavern, exchange->person, "", now);
    lobby_changed(exchange->tavern, NULL);
    ask_to_forget(exchange, blanked);
}

void login_forget(struct exchange *exchange, int64_t now) {
    (void)now;
    if (begin_change(exchange))
        ask_to_forget(exchange, forgotten);
}

/* Accounts: the tables, the name, the passphrase's hash, the person, then the old token. */

static void account_moved(struct exchange *exchange, const struct store_answer *answer,
                          int64_t now) {
    (void)answer, (void)now;
    reply_person(exchange, 200);
}

static void account_kept(struct exchange *exchange, const struct store_answer *answer,
                         int64_t now) {
    if (answer->result == STORE_TAKEN) {
        exchange_fail(exchange, CODE_TAKEN, "tavern.account_taken");
    } else if (answer->result != STORE_DONE) {
        exchange_fail(exchange, CODE_NO_LOGIN, "tavern.no_login");
    } else {
        struct store_request request = {.does = STORE_DROP_TOKEN};
        channels_move(exchange->tavern, exchange->hash, exchange->drawn_hash);
        login_end(exchange->tavern, exchange->hash);
        spread_name(exchange, now);
        memcpy(request.token.hash, exchange->hash, STORE_TOKEN_BYTES);
        exchange_ask(exchange, &request, account_moved);
    }
}

static void account_hashed(struct exchange *exchange, bool is_right, int64_t now) {
    if (!is_right) { /* out of memory for the hash */
        exchange_fail(exchange, CODE_RATE, "tavern.passphrase_rate");
        return;
    }
    strcpy(exchange->name, exchange->wire.name);
    name_fold(exchange->name, exchange->account);
    struct store_request request = person_request(exchange, now);
    draw_token(exchange, &request, now);
    exchange_ask(exchange, &request, account_kept);
}

static void account_checked(struct exchange *exchange, const struct store_answer *answer,
                            int64_t now) {
    (void)now;
    if (is_name_taken(exchange, answer))
        exchange_fail(exchange, CODE_TAKEN, "tavern.name_taken");
    else if (!secret_begin(exchange, true, NULL, account_hashed))
        exchange_fail(exchange, CODE_RATE, "tavern.passphrase_rate");
}

void login_account(struct exchange *exchange, int64_t now) {
    struct tavern *tavern = exchange->tavern;
    struct quota *quota = quota_of(tavern, exchange->address);
    if (exchange->account[0])
        exchange_fail(exchange, CODE_FORBIDDEN, "tavern.has_account");
    else if (!quota_take(tavern, &quota->guesses, RATE_GUESSES, now))
        exchange_fail(exchange, CODE_RATE, "tavern.guess_rate");
    else if (begin_change(exchange))
        ask_tables(exchange, account_checked);
}

/* Logging in by passphrase or handover: the device gets a token of the person. */

static void give_token(struct exchange *exchange, int64_t now) {
    struct store_request request = {.does = STORE_PUT_TOKEN, .person = {.id = exchange->person}};
    quota_refund(exchange->tavern, &quota_of(exchange->tavern, exchange->address)->guesses,
                 RATE_GUESSES);
    draw_token(exchange, &request, now);
    exchange_ask(exchange, &request, let_in);
}

static void take_person(struct exchange *exchange, const struct store_person *person) {
    must(strlen(person->id) == PERSON_ID && strlen(person->name) <= NAME_BYTES_MAX);
    strcpy(exchange->person, person->id);
    strcpy(exchange->name, person->name);
}

static void passphrase_compared(struct exchange *exchange, bool is_right, int64_t now) {
    if (is_right)
        give_token(exchange, now);
    else
        refuse_login(exchange);
}

static void account_found(struct exchange *exchange, const struct store_answer *answer,
                          int64_t now) {
    bool is_there = answer->result == STORE_DONE;
    (void)now;
    if (is_there)
        take_person(exchange, &answer->person);
    if (!secret_begin(exchange, false, is_there ? answer->person.passphrase : NULL,
                      passphrase_compared))
        exchange_fail(exchange, CODE_RATE, "tavern.passphrase_rate");
}

/* The store deletes the code when it is used, so it works once. */
static void handover_taken(struct exchange *exchange, const struct store_answer *answer,
                           int64_t now) {
    if (answer->result == STORE_DONE)
        give_token(exchange, now);
    else
        refuse_login(exchange);
}

static void handover_found(struct exchange *exchange, const struct store_answer *answer,
                           int64_t now) {
    struct store_request request = {.does = STORE_DROP_TOKEN};
    (void)now;
    if (answer->result != STORE_DONE) {
        refuse_login(exchange);
        return;
    }
    take_person(exchange, &answer->person);
    secret_hash_code(exchange->tavern, exchange->wire.handover, request.token.hash);
    exchange_ask(exchange, &request, handover_taken);
}

void login_enter(struct exchange *exchange, int64_t now) {
    struct tavern *tavern = exchange->tavern;
    struct quota *quota = quota_of(tavern, exchange->address);
    struct store_request request = {.does = STORE_FIND_PERSON, .at = now};
    char account[NAME_BYTES_MAX + 1];
    if (!quota_take(tavern, &quota->guesses, RATE_GUESSES, now)) {
        exchange_fail(exchange, CODE_RATE, "tavern.guess_rate");
    } else if (wire_has(&exchange->wire, FIELD_HANDOVER)) {
        secret_hash_code(tavern, exchange->wire.handover, request.token.hash);
        exchange_ask(exchange, &request, handover_found);
    } else {
        name_fold(exchange->wire.name, account);
        request.person.account = account;
        exchange_ask(exchange, &request, account_found);
    }
}

static void handover_kept(struct exchange *exchange, const struct store_answer *answer,
                          int64_t now) {
    struct text out = {0};
    (void)now;
    if (answer->result != STORE_DONE) {
        exchange_fail(exchange, CODE_NO_LOGIN, "tavern.no_login");
        return;
    }
    js_open(&out, '{');
    js_put_string(&out, "handover", exchange->code);
    js_close(&out, '}');
    exchange_reply(exchange, 200, &out);
    text_free(&out);
}

void login_handover(struct exchange *exchange, int64_t now) {
    struct store_request request = {.does = STORE_PUT_TOKEN,
                                    .person = {.id = exchange->person},
                                    .token = {.until = now + HANDOVER_MS}};
    draw_id(exchange->tavern, exchange->code, CODE_LENGTH);
    secret_hash_code(exchange->tavern, exchange->code, request.token.hash);
    exchange_ask(exchange, &request, handover_kept);
}

/* Logging out. */

static void left(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    (void)answer;
    channels_end_login(exchange->tavern, exchange->hash, NULL, now);
    login_end(exchange->tavern, exchange->hash);
    exchange->is_leaving = true;
    reply_empty(exchange);
}

void login_leave(struct exchange *exchange, int64_t now) {
    struct store_request request = {.does = STORE_DROP_TOKEN};
    (void)now;
    memcpy(request.token.hash, exchange->hash, STORE_TOKEN_BYTES);
    exchange_ask(exchange, &request, left);
}
