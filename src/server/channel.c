/* channel.c: the WebSockets of people: admission, hello, limits, routing of messages.
 *
 * A channel is opened with a token signed by us. On `hello` the store is asked whether the login is
 * still valid; further messages are queued until it answers. Invariant: each numbered message gets
 * exactly one answer, unless the channel has ended. */
#include "tavern_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "bans.h"

enum { WAITING_MAX = 64 /* queued requests of a channel */ };

struct channel *channel_find(const struct tavern *tavern, struct route route) {
    struct route key = {0}; /* with zeroed padding */
    memset(&key, 0, sizeof key);
    key.node = route.node;
    key.connection = route.connection;
    return map_find(&tavern->channels, &key, sizeof key);
}

/* The list of channels without hello. */

static void new_add(struct tavern *tavern, struct channel *channel) {
    channel->previous_new = tavern->last_new;
    *(tavern->last_new ? &tavern->last_new->next_new : &tavern->first_new) = channel;
    tavern->last_new = channel;
}

static void new_drop(struct tavern *tavern, struct channel *channel) {
    struct channel *before = channel->previous_new, *after = channel->next_new;
    *(before ? &before->next_new : &tavern->first_new) = after;
    *(after ? &after->previous_new : &tavern->last_new) = before;
    channel->next_new = channel->previous_new = NULL;
}

/* Opening and closing. */

static bool has_subprotocol(const char *list) {
    size_t length = strlen(WIRE_SUBPROTOCOL);
    for (const char *at = list; at && *at;) {
        at += strspn(at, " \t,");
        size_t word = strcspn(at, " \t,");
        if (word == length && memcmp(at, WIRE_SUBPROTOCOL, length) == 0)
            return true;
        at += word;
    }
    return false;
}

bool channel_may_open(struct tavern *tavern, const struct call *call, char person[PERSON_ID + 1],
                      unsigned char hash[STORE_TOKEN_BYTES], struct fault *fault) {
    char token[TOKEN_MAX + 1];
    int most = tavern->plan.per_address ? tavern->plan.per_address : LIMIT_ADDRESS_CONNECTIONS;
    if (!call_is_ours(tavern, call, true, fault))
        return false;
    gate_token(call->authorization, call->cookie, token);
    const struct quota *quota = quota_of(tavern, call->address);
    if (!secret_check(tavern, token, person, hash) || login_has_ended(tavern, hash))
        *fault = fault_of(CODE_NO_LOGIN, "tavern.no_login");
    else if (bans_has(tavern->plan.bans, person))
        *fault = fault_of(CODE_FORBIDDEN, "tavern.banned");
    else if (!has_subprotocol(call->subprotocols))
        *fault = fault_of(CODE_BAD_REQUEST, "tavern.subprotocol");
    else if (!tavern->plan.is_test && quota->channels >= most)
        *fault = fault_of(CODE_FULL, "tavern.address_full");
    else if (patron_of(tavern, person)->channels >= LIMIT_PERSON_CONNECTIONS)
        *fault = fault_of(CODE_FULL, "tavern.person_full");
    else
        return true;
    return false;
}

static void open_channel(struct tavern *tavern, struct route route, const struct call *call,
                         const char *person, const unsigned char *hash, int64_t now) {
    struct channel *channel = must_alloc(sizeof *channel);
    channel->route.node = route.node;
    channel->route.connection = route.connection;
    channel->patron = patron_of(tavern, person);
    channel->quota = quota_of(tavern, call->address);
    memcpy(channel->hash, hash, STORE_TOKEN_BYTES);
    channel->hello_due = now + LIMIT_HELLO_WAIT;
    tavern->people += channel->patron->channels++ == 0;
    channel->quota->channels++;
    map_add(&tavern->channels, &channel->route, sizeof channel->route, channel);
    new_add(tavern, channel);
}

bool tavern_connect(struct tavern *tavern, struct route route, const struct call *call, int64_t now,
                    struct reply *refused) {
    char person[PERSON_ID + 1];
    unsigned char hash[STORE_TOKEN_BYTES];
    struct fault fault = {0};
    if (tavern->is_stopping)
        fault = fault_of(CODE_STOPPING, "tavern.stopping");
    else if (channel_may_open(tavern, call, person, hash, &fault)) {
        open_channel(tavern, route, call, person, hash, now);
        return true;
    }
    tavern->errors[fault.code]++;
    text_clear(&tavern->scratch);
    fault_put_body(&fault, &tavern->scratch);
    *refused = (struct reply){.status = fault.status,
                              .type = "application/json",
                              .body = text_string(&tavern->scratch),
                              .size = tavern->scratch.length};
    return false;
}

void channel_free(struct tavern *tavern, struct channel *channel) {
    struct deferred *deferred;
    while ((deferred = queue_take(&channel->queue)))
        free(deferred);
    tavern->people -= --channel->patron->channels == 0;
    channel->quota->channels--;
    free(channel->name);
    free(channel);
}

static void forget(struct tavern *tavern, struct channel *channel, int64_t now) {
    if (channel->state == CHANNEL_NEW)
        new_drop(tavern, channel);
    map_drop(&tavern->channels, &channel->route, sizeof channel->route);
    for (int i = 0; i < channel->watched_count; i++) {
        struct slot *slot =
            map_find(&tavern->slots_by_number, &channel->watched[i], sizeof channel->watched[i]);
        if (slot)
            slot_leave(tavern, slot, channel->route, now);
    }
    channel_free(tavern, channel);
}

void tavern_gone(struct tavern *tavern, struct route route, int64_t now) {
    struct channel *channel = channel_find(tavern, route);
    tavern->now = now;
    if (channel)
        forget(tavern, channel, now);
}

void channel_close(struct tavern *tavern, struct channel *channel, int code, int64_t now) {
    tavern->plan.out.close(tavern->plan.out.context, channel->route, code);
    forget(tavern, channel, now);
}

void channels_tick(struct tavern *tavern, int64_t now) {
    while (tavern->first_new && tavern->first_new->hello_due <= now)
        channel_close(tavern, tavern->first_new, CLOSE_4002, now);
}

/* Logins. */

void channels_end_login(struct tavern *tavern, const unsigned char *hash, const char *person,
                        int64_t now) {
    struct channel *channel;
    for (size_t at = 0; (channel = map_next(&tavern->channels, &at));) {
        bool is_its = hash ? memcmp(channel->hash, hash, STORE_TOKEN_BYTES) == 0
                           : strcmp(channel->patron->id, person) == 0;
        if (!is_its)
            continue;
        channel_close(tavern, channel, CLOSE_4003, now);
        at--;
    }
}

void channels_end_address(struct tavern *tavern, const char *address, int64_t now) {
    struct channel *channel;
    for (size_t at = 0; (channel = map_next(&tavern->channels, &at));) {
        if (strcmp(channel->quota->address, address) != 0)
            continue;
        channel_close(tavern, channel, CLOSE_4003, now);
        at--;
    }
}

void channels_rename(struct tavern *tavern, const char *person, const char *name) {
    struct channel *channel;
    for (size_t at = 0; (channel = map_next(&tavern->channels, &at));) {
        if (!channel->name || strcmp(channel->patron->id, person) != 0)
            continue;
        channel->name = must_realloc(channel->name, strlen(name) + 1);
        strcpy(channel->name, name);
    }
}

void channels_move(struct tavern *tavern, const unsigned char from[STORE_TOKEN_BYTES],
                   const unsigned char to[STORE_TOKEN_BYTES]) {
    struct channel *channel;
    for (size_t at = 0; (channel = map_next(&tavern->channels, &at));)
        if (memcmp(channel->hash, from, STORE_TOKEN_BYTES) == 0)
            memcpy(channel->hash, to, STORE_TOKEN_BYTES);
}

/* Answers. */

void channel_send(struct tavern *tavern, const struct channel *channel, const struct text *text) {
    tavern->out.send(tavern->out.context, channel->route, false, text->data, text->length);
}

void channel_done(struct tavern *tavern, const struct channel *channel, int64_t n) {
    struct text *out = &tavern->message;
    text_clear(out);
    js_open(out, '{');
    js_put_string(out, "t", "done");
    js_put_number(out, "n", n);
    js_close(out, '}');
    channel_send(tavern, channel, out);
}

bool channel_refuse(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                    struct fault *fault, int64_t now) {
    if (wire && wire_has(wire, FIELD_N)) {
        fault->has_n = true;
        fault->n = wire->n;
    }
    tavern->errors[fault->code]++;
    text_clear(&tavern->message);
    fault_put_message(fault, &tavern->message);
    channel_send(tavern, channel, &tavern->message);
    if (fault->code == CODE_RATE && ++channel->strikes >= LIMIT_RATE_STRIKES)
        fault->close = CLOSE_1008;
    if (fault->close)
        channel_close(tavern, channel, fault->close, now);
    return !fault->close;
}

void channel_fail(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                  enum wire_code code, const char *why, int64_t now) {
    struct fault fault = fault_of(code, why);
    channel_refuse(tavern, channel, wire, &fault, now);
}

static void say_hello(struct tavern *tavern, const struct channel *channel, int64_t now) {
    struct text *out = &tavern->message;
    text_clear(out);
    js_open(out, '{');
    js_put_string(out, "t", "hello");
    js_put_number(out, "protocol", WIRE_PROTOCOL);
    js_put_string(out, "version", SPELUNKE_VERSION);
    js_put_number(out, "time", now);
    js_key(out, "person");
    put_person(out, channel->patron->id, channel->name);
    js_key(out, "limits");
    js_open(out, '{');
    for (const struct limit_row *limit = wire_limits; limit->key; limit++)
        js_put_number(out, limit->key, limit->value);
    js_close(out, '}');
    js_close(out, '}');
    channel_send(tavern, channel, out);
}

/* Hello. */

static void dispatch(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                     int64_t now);

/* Runs the requests queued after `hello`; the channel may be closed meanwhile. */
static void run_queue(struct tavern *tavern, struct route route, int64_t now) {
    struct channel *channel;
    struct deferred *deferred;
    while ((channel = channel_find(tavern, route)) && (deferred = queue_take(&channel->queue))) {
        channel->waiting--;
        dispatch(tavern, channel, &deferred->wire, now);
        free(deferred);
    }
}

static void login_found(struct tavern *tavern, struct store_task *task,
                        const struct store_answer *answer, int64_t now) {
    struct channel *channel = channel_find(tavern, task->route);
    if (!channel)
        return;
    if (answer->result == STORE_FAILED) {
        struct fault fault = fault_of(CODE_STORE, "tavern.store");
        fault.close = CLOSE_1001;
        channel_refuse(tavern, channel, NULL, &fault, now);
        return;
    }
    const char *person = channel->patron->id;
    if (answer->result != STORE_DONE || strcmp(answer->person.id, person) != 0 ||
        login_is_ending(tavern, channel->hash, person)) {
        channel_close(tavern, channel, CLOSE_4003, now);
        return;
    }
    login_renew(tavern, channel->hash, person, now);
    channel->name = must_alloc(strlen(answer->person.name) + 1);
    strcpy(channel->name, answer->person.name);
    channel->state = CHANNEL_READY;
    say_hello(tavern, channel, now);
    run_queue(tavern, channel->route, now);
}

static void take_hello(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                       int64_t now) {
    struct store_request request = {.does = STORE_FIND_PERSON, .at = now};
    new_drop(tavern, channel);
    channel->state = CHANNEL_CHECKED;
    strcpy(channel->device, wire->device);
    channel->wants_films = wire->films;
    memcpy(request.token.hash, channel->hash, STORE_TOKEN_BYTES);
    store_task_send(tavern, &request, login_found)->route = channel->route;
}

/* Requests. */

bool channel_watches(const struct channel *channel, uint64_t slot) {
    for (int i = 0; i < channel->watched_count; i++)
        if (channel->watched[i] == slot)
            return true;
    return false;
}

void channel_watch(struct channel *channel, uint64_t slot, bool is_on) {
    int index = 0;
    while (index < channel->watched_count && channel->watched[index] != slot)
        index++;
    bool is_there = index < channel->watched_count;
    if (is_there && !is_on)
        channel->watched[index] = channel->watched[--channel->watched_count];
    if (is_there || !is_on)
        return;
    must(channel->watched_count < LIMIT_WATCHED);
    channel->watched[channel->watched_count++] = slot;
}

static void say_pong(struct tavern *tavern, const struct channel *channel, int64_t now) {
    struct text *out = &tavern->message;
    text_clear(out);
    js_open(out, '{');
    js_put_string(out, "t", "pong");
    js_put_number(out, "time", now);
    js_close(out, '}');
    channel_send(tavern, channel, out);
}

/* Dispatches a message of a channel whose login was checked. */
static void dispatch(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                     int64_t now) {
    if (wire->type == TYPE_PING)
        say_pong(tavern, channel, now);
    else if (wire->type == TYPE_HELLO)
        channel_fail(tavern, channel, wire, CODE_BAD_REQUEST, "tavern.hello", now);
    else if (tavern->is_stopping)
        channel_fail(tavern, channel, wire, CODE_STOPPING, "tavern.stopping", now);
    else if (wire->type == TYPE_LOBBY)
        lobby_request(tavern, channel, wire, now);
    else if (wire->type == TYPE_SAY && !quota_take(tavern, &channel->patron->chat, RATE_CHAT, now))
        channel_fail(tavern, channel, wire, CODE_RATE, "tavern.chat_rate", now);
    else
        tables_request(tavern, channel, wire, now);
}

bool channel_may_wait(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                      int64_t now) {
    if (channel->waiting >= WAITING_MAX) {
        channel_fail(tavern, channel, wire, CODE_RATE, "tavern.rate", now);
        return false;
    }
    channel->waiting++;
    return true;
}

static void take_message(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                         int64_t now) {
    if (channel->state == CHANNEL_READY)
        dispatch(tavern, channel, wire, now);
    else if (channel->state == CHANNEL_NEW && wire->type == TYPE_HELLO)
        take_hello(tavern, channel, wire, now);
    else if (channel->state == CHANNEL_NEW)
        channel_close(tavern, channel, CLOSE_4002, now);
    else if (channel_may_wait(tavern, channel, wire, now))
        queue_add(&channel->queue, channel->route, wire);
}

void tavern_text(struct tavern *tavern, struct route route, const char *bytes, size_t size,
                 int64_t now) {
    struct channel *channel = channel_find(tavern, route);
    struct wire wire;
    struct fault fault;
    tavern->now = now;
    if (!channel)
        return;
    tavern->messages_in++;
    bool is_message = gate_message(bytes, size, &wire, &fault);
    bool is_allowed = quota_take(tavern, &channel->messages, RATE_MESSAGES, now);
    if (!is_message && (fault.close || is_allowed))
        channel_refuse(tavern, channel, NULL, &fault, now);
    else if (!is_allowed)
        channel_fail(tavern, channel, &wire, CODE_RATE, "tavern.rate", now);
    else
        take_message(tavern, channel, &wire, now);
}

/* Passes a hand to the watched table that runs its session; otherwise it is dropped. */
static void take_hand(struct tavern *tavern, struct channel *channel,
                      const struct hand_message *hand, int64_t now) {
    struct asker asker = channel_asker(channel);
    for (int i = 0; i < channel->watched_count; i++) {
        struct slot *slot =
            map_find(&tavern->slots_by_number, &channel->watched[i], sizeof channel->watched[i]);
        if (!slot || slot->state != SLOT_LOADED || !table_has_sim(slot->table, hand->sim))
            continue;
        table_hand(slot->table, &asker, hand, now);
        slot_touch(tavern, slot, now);
        return;
    }
}

void tavern_binary(struct tavern *tavern, struct route route, const unsigned char *bytes,
                   size_t size, int64_t now) {
    struct channel *channel = channel_find(tavern, route);
    struct hand_message hand;
    struct fault fault;
    tavern->now = now;
    if (!channel)
        return;
    tavern->messages_in++;
    if (!gate_hand(bytes, size, &hand, &fault))
        channel_refuse(tavern, channel, NULL, &fault, now);
    else if (channel->state == CHANNEL_NEW)
        channel_close(tavern, channel, CLOSE_4002, now);
    else if (!quota_take(tavern, &channel->hands, RATE_HANDS, now))
        channel_fail(tavern, channel, NULL, CODE_RATE, "tavern.rate", now);
    else if (channel->state == CHANNEL_READY && !tavern->is_stopping)
        take_hand(tavern, channel, &hand, now);
}

struct asker channel_asker(const struct channel *channel) {
    return (struct asker){.route = channel->route,
                          .person = channel->patron->id,
                          .name = channel->name,
                          .device = channel->device,
                          .address = channel->quota->address,
                          .wants_films = channel->wants_films};
}
