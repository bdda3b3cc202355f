/* login.c: guests, accounts, logins, handovers, names: what HTTP does with people.
 *
 * Kept true: whatever was wrong with a login, the answer is the same, and it took the same
 * time; a person is changed by one request at a time; a token that was replaced leads
 * nowhere. */
#include "tavern_inside.h"

#include <stdio.h>
#include <string.h>

#include <spelunke/must.h>

/* Replies. */

static void reply_person(struct visit *visit, int status) {
    struct text out = {0};
    js_open(&out, '{');
    js_key(&out, "person");
    put_person(&out, visit->person, visit->name);
    if (visit->drawn[0])
        js_put_string(&out, "token", visit->drawn);
    js_close(&out, '}');
    visit_reply(visit, status, &out);
    text_free(&out);
}

static void reply_empty(struct visit *visit) {
    struct text out = {0};
    text_put(&out, "{}");
    visit_reply(visit, 200, &out);
    text_free(&out);
}

static void refuse_login(struct visit *visit) {
    visit_fail(visit, CODE_FORBIDDEN, "tavern.wrong_login");
}

/* The person of a visit as the store has it, with a token that is drawn for it. */
static struct store_request person_request(struct visit *visit, int64_t now) {
    return (struct store_request){.does = STORE_PUT_PERSON,
                                  .person = {.id = visit->person,
                                             .name = visit->name,
                                             .account = visit->account,
                                             .passphrase = visit->passphrase,
                                             .made = visit->made,
                                             .used = now}};
}

static void draw_token(struct visit *visit, struct store_request *request, int64_t now) {
    secret_draw(visit->tavern, visit->person, visit->drawn, visit->drawn_hash);
    memcpy(request->token.hash, visit->drawn_hash, STORE_TOKEN_BYTES);
    request->token.until = login_until(now);
}

static void let_in(struct visit *visit, const struct store_answer *answer, int64_t now) {
    (void)now;
    if (answer->result == STORE_DONE)
        reply_person(visit, visit->wire.route == ROUTE_GUEST ? 201 : 200);
    else
        refuse_login(visit);
}

/* Guests. */

void login_guest(struct visit *visit, int64_t now) {
    struct tavern *tavern = visit->tavern;
    struct quota *quota = quota_of(tavern, visit->address);
    if (!quota_take(tavern, &quota->guests, RATE_GUESTS, now)) {
        visit_fail(visit, CODE_RATE, "tavern.guest_rate");
        return;
    }
    uint32_t number; /* of many: two of one name cannot sit at one table */
    tavern->plan.random(tavern->plan.context, &number, sizeof number);
    if (wire_has(&visit->wire, FIELD_NAME))
        strcpy(visit->name, visit->wire.name);
    else
        snprintf(visit->name, sizeof visit->name, "Guest %u", 100000 + number % 900000);
    draw_id(tavern, visit->person, PERSON_ID);
    visit->made = now;
    struct store_request request = person_request(visit, now);
    draw_token(visit, &request, now);
    visit_ask(visit, &request, let_in);
}

/* Changes of a person. */

/* False, and it is refused: another request changes this person already. */
static bool begin_change(struct visit *visit) {
    for (struct visit *other = visit->tavern->visits; other; other = other->next)
        if (other->is_changing && strcmp(other->person, visit->person) == 0) {
            visit_fail(visit, CODE_RATE, "tavern.rate");
            return false;
        }
    visit->is_changing = true;
    return true;
}

const char *login_coming_name(void *context, const char *person) {
    const struct tavern *tavern = context;
    for (const struct visit *visit = tavern->visits; visit; visit = visit->next)
        if (visit->is_changing && wire_has(&visit->wire, FIELD_NAME) &&
            strcmp(visit->person, person) == 0)
            return visit->wire.name;
    return "";
}

/* Whether that person has a name that looks like the one the visit wants, or may soon. */
static bool may_be_alike(const struct visit *visit, const char *person, const char *name) {
    const char *coming = login_coming_name(visit->tavern, person);
    return strcmp(person, visit->person) != 0 &&
           ((*name && name_looks_like(name, visit->wire.name)) ||
            (*coming && name_looks_like(coming, visit->wire.name)));
}

/* Whether at a table of theirs somebody has. */
static bool is_name_taken(const struct visit *visit, const struct store_answer *answer) {
    for (int i = 0; i < answer->entry_count; i++) {
        const struct store_entry *entry = &answer->entries[i];
        for (int seat = 0; seat < entry->seats; seat++)
            if (entry->people[seat][0] &&
                may_be_alike(visit, entry->people[seat], entry->names[seat]))
                return true;
    }
    return false;
}

static void ask_tables(struct visit *visit,
                       void (*step)(struct visit *visit, const struct store_answer *answer,
                                    int64_t now)) {
    struct store_request request = {.does = STORE_LIST,
                                    .list = {.list = STORE_SEATED,
                                             .person = visit->person,
                                             .states = 1u << STORE_OPEN | 1u << STORE_PLAYING}};
    visit_ask(visit, &request, step);
}

/* Everybody who is loaded or connected learns the new name. */
static void spread_name(struct visit *visit, int64_t now) {
    channels_rename(visit->tavern, visit->person, visit->name);
    tables_rename(visit->tavern, visit->person, visit->name, now);
}

static void renamed(struct visit *visit, const struct store_answer *answer, int64_t now) {
    if (answer->result != STORE_DONE) {
        visit_fail(visit, CODE_NO_LOGIN, "tavern.no_login");
        return;
    }
    spread_name(visit, now);
    reply_person(visit, 200);
}

static void rename_checked(struct visit *visit, const struct store_answer *answer, int64_t now) {
    if (is_name_taken(visit, answer)) {
        visit_fail(visit, CODE_TAKEN, "tavern.name_taken");
        return;
    }
    strcpy(visit->name, visit->wire.name);
    struct store_request request = person_request(visit, now);
    visit_ask(visit, &request, renamed);
}

void login_rename(struct visit *visit, int64_t now) {
    (void)now;
    if (begin_change(visit))
        ask_tables(visit, rename_checked);
}

static void blanked(struct visit *visit, const struct store_answer *answer, int64_t now) {
    (void)answer, (void)now;
    visit->is_leaving = true;
    reply_empty(visit);
}

static void ask_to_forget(struct visit *visit,
                          void (*step)(struct visit *visit, const struct store_answer *answer,
                                       int64_t now)) {
    struct store_request request = {.does = STORE_FORGET, .person = {.id = visit->person}};
    visit_ask(visit, &request, step);
}

/* What tables wrote while the store was at it still has words: it is blanked by a second time,
 * now that nobody has them any more. */
static void forgotten(struct visit *visit, const struct store_answer *answer, int64_t now) {
    if (answer->result != STORE_DONE) {
        visit_fail(visit, CODE_NO_LOGIN, "tavern.no_login");
        return;
    }
    channels_end_login(visit->tavern, NULL, visit->person, now);
    login_end(visit->tavern, visit->hash);
    tables_rename(visit->tavern, visit->person, "", now);
    lobby_changed(visit->tavern, NULL);
    ask_to_forget(visit, blanked);
}

void login_forget(struct visit *visit, int64_t now) {
    (void)now;
    if (begin_change(visit))
        ask_to_forget(visit, forgotten);
}

/* Accounts: the tables, the name, the passphrase's hash, the person, then the old token. */

static void account_moved(struct visit *visit, const struct store_answer *answer, int64_t now) {
    (void)answer, (void)now;
    reply_person(visit, 200);
}

static void account_kept(struct visit *visit, const struct store_answer *answer, int64_t now) {
    if (answer->result == STORE_TAKEN) {
        visit_fail(visit, CODE_TAKEN, "tavern.account_taken");
    } else if (answer->result != STORE_DONE) {
        visit_fail(visit, CODE_NO_LOGIN, "tavern.no_login");
    } else {
        struct store_request request = {.does = STORE_DROP_TOKEN};
        channels_move(visit->tavern, visit->hash, visit->drawn_hash);
        login_end(visit->tavern, visit->hash);
        spread_name(visit, now);
        memcpy(request.token.hash, visit->hash, STORE_TOKEN_BYTES);
        visit_ask(visit, &request, account_moved);
    }
}

static void account_hashed(struct visit *visit, bool is_right, int64_t now) {
    if (!is_right) { /* there is no memory for it */
        visit_fail(visit, CODE_RATE, "tavern.passphrase_rate");
        return;
    }
    strcpy(visit->name, visit->wire.name);
    name_fold(visit->name, visit->account);
    struct store_request request = person_request(visit, now);
    draw_token(visit, &request, now);
    visit_ask(visit, &request, account_kept);
}

static void account_checked(struct visit *visit, const struct store_answer *answer, int64_t now) {
    (void)now;
    if (is_name_taken(visit, answer))
        visit_fail(visit, CODE_TAKEN, "tavern.name_taken");
    else if (!secret_begin(visit, true, NULL, account_hashed))
        visit_fail(visit, CODE_RATE, "tavern.passphrase_rate");
}

void login_account(struct visit *visit, int64_t now) {
    struct tavern *tavern = visit->tavern;
    struct quota *quota = quota_of(tavern, visit->address);
    if (visit->account[0])
        visit_fail(visit, CODE_FORBIDDEN, "tavern.has_account");
    else if (!quota_take(tavern, &quota->guesses, RATE_GUESSES, now))
        visit_fail(visit, CODE_RATE, "tavern.guess_rate");
    else if (begin_change(visit))
        ask_tables(visit, account_checked);
}

/* Logging in: a person, by a passphrase or by a handover, gets a token of this device. */

static void give_token(struct visit *visit, int64_t now) {
    struct store_request request = {.does = STORE_PUT_TOKEN, .person = {.id = visit->person}};
    quota_refund(visit->tavern, &quota_of(visit->tavern, visit->address)->guesses, RATE_GUESSES);
    draw_token(visit, &request, now);
    visit_ask(visit, &request, let_in);
}

static void take_person(struct visit *visit, const struct store_person *person) {
    must(strlen(person->id) == PERSON_ID && strlen(person->name) <= NAME_BYTES_MAX);
    strcpy(visit->person, person->id);
    strcpy(visit->name, person->name);
}

static void passphrase_compared(struct visit *visit, bool is_right, int64_t now) {
    if (is_right)
        give_token(visit, now);
    else
        refuse_login(visit);
}

static void account_found(struct visit *visit, const struct store_answer *answer, int64_t now) {
    bool is_there = answer->result == STORE_DONE;
    (void)now;
    if (is_there)
        take_person(visit, &answer->person);
    if (!secret_begin(visit, false, is_there ? answer->person.passphrase : NULL,
                      passphrase_compared))
        visit_fail(visit, CODE_RATE, "tavern.passphrase_rate");
}

/* Whoever takes the code off the store first has it. */
static void handover_taken(struct visit *visit, const struct store_answer *answer, int64_t now) {
    if (answer->result == STORE_DONE)
        give_token(visit, now);
    else
        refuse_login(visit);
}

static void handover_found(struct visit *visit, const struct store_answer *answer, int64_t now) {
    struct store_request request = {.does = STORE_DROP_TOKEN};
    (void)now;
    if (answer->result != STORE_DONE) {
        refuse_login(visit);
        return;
    }
    take_person(visit, &answer->person);
    secret_hash_code(visit->tavern, visit->wire.handover, request.token.hash);
    visit_ask(visit, &request, handover_taken);
}

void login_enter(struct visit *visit, int64_t now) {
    struct tavern *tavern = visit->tavern;
    struct quota *quota = quota_of(tavern, visit->address);
    struct store_request request = {.does = STORE_FIND_PERSON, .at = now};
    char account[NAME_BYTES_MAX + 1];
    if (!quota_take(tavern, &quota->guesses, RATE_GUESSES, now)) {
        visit_fail(visit, CODE_RATE, "tavern.guess_rate");
    } else if (wire_has(&visit->wire, FIELD_HANDOVER)) {
        secret_hash_code(tavern, visit->wire.handover, request.token.hash);
        visit_ask(visit, &request, handover_found);
    } else {
        name_fold(visit->wire.name, account);
        request.person.account = account;
        visit_ask(visit, &request, account_found);
    }
}

static void handover_kept(struct visit *visit, const struct store_answer *answer, int64_t now) {
    struct text out = {0};
    (void)now;
    if (answer->result != STORE_DONE) {
        visit_fail(visit, CODE_NO_LOGIN, "tavern.no_login");
        return;
    }
    js_open(&out, '{');
    js_put_string(&out, "handover", visit->code);
    js_close(&out, '}');
    visit_reply(visit, 200, &out);
    text_free(&out);
}

void login_handover(struct visit *visit, int64_t now) {
    struct store_request request = {.does = STORE_PUT_TOKEN,
                                    .person = {.id = visit->person},
                                    .token = {.until = now + HANDOVER_MS}};
    draw_id(visit->tavern, visit->code, CODE_LENGTH);
    secret_hash_code(visit->tavern, visit->code, request.token.hash);
    visit_ask(visit, &request, handover_kept);
}

/* Logging out. */

static void left(struct visit *visit, const struct store_answer *answer, int64_t now) {
    (void)answer;
    channels_end_login(visit->tavern, visit->hash, NULL, now);
    login_end(visit->tavern, visit->hash);
    visit->is_leaving = true;
    reply_empty(visit);
}

void login_leave(struct visit *visit, int64_t now) {
    struct store_request request = {.does = STORE_DROP_TOKEN};
    (void)now;
    memcpy(request.token.hash, visit->hash, STORE_TOKEN_BYTES);
    visit_ask(visit, &request, left);
}
