/* exchange.c: HTTP requests with several asynchronous steps: login check, store requests, response.
 * An exchange is freed when it is answered. */
#include "tavern_inside.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <spelunke/must.h>

#include "bans.h"
#include "origin.h"

enum { RENEW_AFTER = 3600000, COOKIE_MAX = 256 };

bool call_is_ours(const struct tavern *tavern, const struct call *call, bool needs_origin,
                  struct fault *fault) {
    if (!host_is_ours(call->host, tavern->plan.names)) {
        *fault = fault_of(CODE_FORBIDDEN, "tavern.host");
        fault->status = 421;
    } else if (bans_has(tavern->plan.bans, call->address)) {
        *fault = fault_of(CODE_FORBIDDEN, "tavern.banned");
    } else if (needs_origin && !origin_is_ours(call->origin, call->host, tavern->plan.names)) {
        *fault = fault_of(CODE_FORBIDDEN, "tavern.origin");
    } else {
        return true;
    }
    return false;
}

static bool is_bearer(const char *authorization) {
    static const char bearer[] = "Bearer ";
    return authorization && strncasecmp(authorization, bearer, sizeof bearer - 1) == 0;
}

struct exchange *exchange_new(struct tavern *tavern, uint64_t request, const struct call *call) {
    struct exchange *exchange = must_alloc(sizeof *exchange);
    must(strlen(call->address) <= ADDRESS_MAX);
    exchange->tavern = tavern;
    exchange->request = request;
    exchange->is_tls = call->is_tls || tavern->plan.is_tls;
    strcpy(exchange->address, call->address);
    if (call->host && strlen(call->host) <= HOST_MAX)
        strcpy(exchange->host, call->host);
    gate_token(call->authorization, call->cookie, exchange->token);
    exchange->is_by_cookie = exchange->token[0] && !is_bearer(call->authorization);
    if (!secret_check(tavern, exchange->token, exchange->claimed, exchange->hash))
        exchange->token[0] = '\0';
    exchange->next = tavern->exchanges;
    if (exchange->next)
        exchange->next->previous = exchange;
    tavern->exchanges = exchange;
    return exchange;
}

void exchange_free(struct exchange *exchange) {
    if (exchange->next)
        exchange->next->previous = exchange->previous;
    *(exchange->previous ? &exchange->previous->next : &exchange->tavern->exchanges) =
        exchange->next;
    secret_free(exchange->job);
    proof_free(exchange->proof);
    free(exchange);
}

/* The store. */

static void answered(struct tavern *tavern, struct store_task *task,
                     const struct store_answer *answer, int64_t now) {
    (void)tavern;
    if (answer->result == STORE_FAILED)
        exchange_fail(task->exchange, CODE_STORE, "tavern.store");
    else if (answer->result == STORE_BROKEN)
        exchange_fail(task->exchange, CODE_FORBIDDEN, "tavern.unreadable");
    else
        task->exchange->step(task->exchange, answer, now);
}

void exchange_ask(struct exchange *exchange, struct store_request *request,
                  void (*step)(struct exchange *exchange, const struct store_answer *answer,
                               int64_t now)) {
    exchange->step = step;
    struct store_task *task = store_task_send(exchange->tavern, request, answered);
    task->exchange = exchange;
    strcpy(task->name, exchange->person);
}

struct store_task *exchange_expect(struct exchange *exchange, enum store_does does,
                                   void (*step)(struct exchange *exchange,
                                                const struct store_answer *answer, int64_t now)) {
    struct store_task *task = store_task_new(exchange->tavern, does, answered);
    exchange->step = step;
    task->exchange = exchange;
    strcpy(task->name, exchange->person);
    return task;
}

/* Logins. */

static void renewed(struct tavern *tavern, struct store_task *task,
                    const struct store_answer *answer, int64_t now) {
    (void)tavern, (void)task, (void)answer, (void)now;
}

/* At most once an hour for each token, within the limits of the cache. */
void login_renew(struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES],
                 const char *person, int64_t now) {
    size_t cell = (hash[0] | (size_t)hash[1] << 8) % RENEWED_SLOTS;
    if (memcmp(tavern->renewed[cell].hash, hash, STORE_TOKEN_BYTES) == 0 &&
        now - tavern->renewed[cell].at < RENEW_AFTER)
        return;
    memcpy(tavern->renewed[cell].hash, hash, STORE_TOKEN_BYTES);
    tavern->renewed[cell].at = now;
    struct store_request request = {
        .does = STORE_PUT_TOKEN, .person = {.id = person}, .token = {.until = login_until(now)}};
    memcpy(request.token.hash, hash, STORE_TOKEN_BYTES);
    store_task_send(tavern, &request, renewed);
}

static size_t ended_cell(const unsigned char hash[STORE_TOKEN_BYTES]) {
    return (hash[0] | (size_t)hash[1] << 8) % ENDED_SLOTS;
}

void login_end(struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES]) {
    memcpy(tavern->ended[ended_cell(hash)], hash, STORE_TOKEN_BYTES);
}

bool login_has_ended(const struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES]) {
    return memcmp(tavern->ended[ended_cell(hash)], hash, STORE_TOKEN_BYTES) == 0;
}

static void login_known(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    const struct store_person *person = &answer->person;
    bool is_login = answer->result == STORE_DONE && strcmp(person->id, exchange->claimed) == 0 &&
                    !login_is_ending(exchange->tavern, exchange->hash, person->id);
    if (!is_login && !exchange->may_be_nobody) {
        exchange_fail(exchange, CODE_NO_LOGIN, "tavern.no_login");
        return;
    }
    if (is_login && bans_has(exchange->tavern->plan.bans, person->id)) {
        exchange_fail(exchange, CODE_FORBIDDEN, "tavern.banned");
        return;
    }
    if (is_login) {
        must(strlen(person->name) <= NAME_BYTES_MAX && strlen(person->account) <= NAME_BYTES_MAX);
        strcpy(exchange->person, person->id);
        strcpy(exchange->name, person->name);
        strcpy(exchange->account, person->account);
        must(strlen(person->passphrase) < sizeof exchange->passphrase);
        strcpy(exchange->passphrase, person->passphrase);
        exchange->made = person->made;
        login_renew(exchange->tavern, exchange->hash, exchange->person, now);
    }
    exchange->then(exchange, now);
}

void exchange_login(struct exchange *exchange, void (*then)(struct exchange *exchange, int64_t now),
                    int64_t now) {
    exchange->then = then;
    if (exchange->token[0]) {
        struct store_request request = {.does = STORE_FIND_PERSON, .at = now};
        memcpy(request.token.hash, exchange->hash, STORE_TOKEN_BYTES);
        exchange_ask(exchange, &request, login_known);
    } else if (exchange->may_be_nobody) {
        then(exchange, now);
    } else {
        exchange_fail(exchange, CODE_NO_LOGIN, "tavern.no_login");
    }
}

/* Replies. */

static void put_cookie(const struct exchange *exchange, const char *token, int64_t seconds,
                       struct text *out) {
    text_put(out, "spelunke=");
    text_put(out, token);
    text_put(out, "; Path=/; HttpOnly; SameSite=Lax; Max-Age=");
    text_put_number(out, seconds);
    text_put(out, exchange->is_tls ? "; Secure" : "");
}

/* Sets the cookie if a token was issued or revoked, and renews it if the request came with one. */
void exchange_reply_as(struct exchange *exchange, struct reply *reply) {
    struct tavern *tavern = exchange->tavern;
    struct text cookie = {0};
    const int64_t kept = LOGIN_DAYS * DAY_MS / 1000;
    if (exchange->is_leaving)
        put_cookie(exchange, "", 0, &cookie);
    else if (exchange->drawn[0])
        put_cookie(exchange, exchange->drawn, kept, &cookie);
    else if (exchange->is_by_cookie && exchange->person[0])
        put_cookie(exchange, exchange->token, kept, &cookie);
    reply->cookie = cookie.length ? cookie.data : NULL;
    tavern->out.reply(tavern->out.context, exchange->request, reply);
    text_free(&cookie);
    exchange_free(exchange);
}

void exchange_reply(struct exchange *exchange, int status, const struct text *json) {
    struct reply reply = {.status = status,
                          .type = "application/json",
                          .body = text_string(json),
                          .size = json->length};
    exchange_reply_as(exchange, &reply);
}

void reply_fault(struct tavern *tavern, uint64_t request, const struct fault *fault,
                 const char *allow) {
    struct text body = {0};
    tavern->errors[fault->code]++;
    fault_put_body(fault, &body);
    struct reply reply = {.status = fault->status,
                          .type = "application/json",
                          .allow = allow,
                          .body = body.data,
                          .size = body.length};
    tavern->out.reply(tavern->out.context, request, &reply);
    text_free(&body);
}

void exchange_refuse(struct exchange *exchange, const struct fault *fault) {
    reply_fault(exchange->tavern, exchange->request, fault, NULL);
    exchange_free(exchange);
}

void exchange_fail(struct exchange *exchange, enum wire_code code, const char *why) {
    struct fault fault = fault_of(code, why);
    exchange_refuse(exchange, &fault);
}

void put_person(struct text *out, const char *id, const char *name) {
    js_open(out, '{');
    js_put_string(out, "id", id);
    js_put_string(out, "name", name);
    js_close(out, '}');
}
