/* visit.c: requests of HTTP that take more than one step: the login first, then the store,
 * then the reply. A visit is answered once and is gone then. */
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

struct visit *visit_new(struct tavern *tavern, uint64_t request, const struct call *call) {
    struct visit *visit = must_alloc(sizeof *visit);
    must(strlen(call->address) <= ADDRESS_MAX);
    visit->tavern = tavern;
    visit->request = request;
    visit->is_tls = call->is_tls || tavern->plan.is_tls;
    strcpy(visit->address, call->address);
    if (call->host && strlen(call->host) <= HOST_MAX)
        strcpy(visit->host, call->host);
    gate_token(call->authorization, call->cookie, visit->token);
    visit->is_by_cookie = visit->token[0] && !is_bearer(call->authorization);
    if (!secret_check(tavern, visit->token, visit->claimed, visit->hash))
        visit->token[0] = '\0';
    visit->next = tavern->visits;
    if (visit->next)
        visit->next->previous = visit;
    tavern->visits = visit;
    return visit;
}

void visit_free(struct visit *visit) {
    if (visit->next)
        visit->next->previous = visit->previous;
    *(visit->previous ? &visit->previous->next : &visit->tavern->visits) = visit->next;
    secret_free(visit->job);
    proof_free(visit->proof);
    free(visit);
}

/* The store. */

static void answered(struct tavern *tavern, struct store_task *task,
                     const struct store_answer *answer, int64_t now) {
    (void)tavern;
    if (answer->result == STORE_FAILED)
        visit_fail(task->visit, CODE_STORE, "tavern.store");
    else if (answer->result == STORE_BROKEN)
        visit_fail(task->visit, CODE_FORBIDDEN, "tavern.unreadable");
    else
        task->visit->step(task->visit, answer, now);
}

void visit_ask(struct visit *visit, struct store_request *request,
               void (*step)(struct visit *visit, const struct store_answer *answer, int64_t now)) {
    visit->step = step;
    struct store_task *task = store_task_send(visit->tavern, request, answered);
    task->visit = visit;
    strcpy(task->name, visit->person);
}

struct store_task *visit_expect(struct visit *visit, enum store_does does,
                                void (*step)(struct visit *visit, const struct store_answer *answer,
                                             int64_t now)) {
    struct store_task *task = store_task_new(visit->tavern, does, answered);
    visit->step = step;
    task->visit = visit;
    strcpy(task->name, visit->person);
    return task;
}

/* Logins. */

static void renewed(struct tavern *tavern, struct store_task *task,
                    const struct store_answer *answer, int64_t now) {
    (void)tavern, (void)task, (void)answer, (void)now;
}

/* Not more often than once an hour, as far as that is remembered. */
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

static void login_known(struct visit *visit, const struct store_answer *answer, int64_t now) {
    const struct store_person *person = &answer->person;
    bool is_login = answer->result == STORE_DONE && strcmp(person->id, visit->claimed) == 0 &&
                    !login_is_ending(visit->tavern, visit->hash, person->id);
    if (!is_login && !visit->may_be_nobody) {
        visit_fail(visit, CODE_NO_LOGIN, "tavern.no_login");
        return;
    }
    if (is_login && bans_has(visit->tavern->plan.bans, person->id)) {
        visit_fail(visit, CODE_FORBIDDEN, "tavern.banned");
        return;
    }
    if (is_login) {
        must(strlen(person->name) <= NAME_BYTES_MAX && strlen(person->account) <= NAME_BYTES_MAX);
        strcpy(visit->person, person->id);
        strcpy(visit->name, person->name);
        strcpy(visit->account, person->account);
        must(strlen(person->passphrase) < sizeof visit->passphrase);
        strcpy(visit->passphrase, person->passphrase);
        visit->made = person->made;
        login_renew(visit->tavern, visit->hash, visit->person, now);
    }
    visit->then(visit, now);
}

void visit_login(struct visit *visit, void (*then)(struct visit *visit, int64_t now), int64_t now) {
    visit->then = then;
    if (visit->token[0]) {
        struct store_request request = {.does = STORE_FIND_PERSON, .at = now};
        memcpy(request.token.hash, visit->hash, STORE_TOKEN_BYTES);
        visit_ask(visit, &request, login_known);
    } else if (visit->may_be_nobody) {
        then(visit, now);
    } else {
        visit_fail(visit, CODE_NO_LOGIN, "tavern.no_login");
    }
}

/* Replies. */

static void put_cookie(const struct visit *visit, const char *token, int64_t seconds,
                       struct text *out) {
    text_put(out, "spelunke=");
    text_put(out, token);
    text_put(out, "; Path=/; HttpOnly; SameSite=Lax; Max-Age=");
    text_put_number(out, seconds);
    text_put(out, visit->is_tls ? "; Secure" : "");
}

/* Who came with the cookie has it renewed; who is given a token, or loses it, gets the header. */
void visit_reply_as(struct visit *visit, struct reply *reply) {
    struct tavern *tavern = visit->tavern;
    struct text cookie = {0};
    const int64_t kept = LOGIN_DAYS * DAY_MS / 1000;
    if (visit->is_leaving)
        put_cookie(visit, "", 0, &cookie);
    else if (visit->drawn[0])
        put_cookie(visit, visit->drawn, kept, &cookie);
    else if (visit->is_by_cookie && visit->person[0])
        put_cookie(visit, visit->token, kept, &cookie);
    reply->cookie = cookie.length ? cookie.data : NULL;
    tavern->out.reply(tavern->out.context, visit->request, reply);
    text_free(&cookie);
    visit_free(visit);
}

void visit_reply(struct visit *visit, int status, const struct text *json) {
    struct reply reply = {.status = status,
                          .type = "application/json",
                          .body = text_string(json),
                          .size = json->length};
    visit_reply_as(visit, &reply);
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

void visit_refuse(struct visit *visit, const struct fault *fault) {
    reply_fault(visit->tavern, visit->request, fault, NULL);
    visit_free(visit);
}

void visit_fail(struct visit *visit, enum wire_code code, const char *why) {
    struct fault fault = fault_of(code, why);
    visit_refuse(visit, &fault);
}

void put_person(struct text *out, const char *id, const char *name) {
    js_open(out, '{');
    js_put_string(out, "id", id);
    js_put_string(out, "name", name);
    js_close(out, '}');
}
