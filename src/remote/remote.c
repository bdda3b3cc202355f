/* remote.c: connection, requests and stream of one table. */
#include "remote.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "compact/compact.h"
#include "compact/diff.h"

enum { SILENCE = 45000, PING_EVERY = 20000, ANSWER_WAIT = 5000, BEAT = 1000, SOON = 1 };
enum { CLOSE_OLD = 4001, CLOSE_LOGIN = 4003 };

static const int retries[] = {0, 500, 1000, 2000, 4000, 8000};

bool remote_member(const struct text *object, const char *key, struct text *out) {
    struct slice whole = {text_string(object), object->length};
    struct text quoted = {0};
    struct member found;
    text_clear(out);
    if (!whole.length || *whole.at != '{')
        return false;
    struct slice inside = compact_inside(whole);
    text_put_char(&quoted, '"');
    text_put(&quoted, key);
    text_put_char(&quoted, '"');
    bool is_there =
        compact_find(&inside, (struct slice){text_string(&quoted), quoted.length}, &found);
    if (is_there)
        text_put_bytes(out, found.value.at, found.value.length);
    text_free(&quoted);
    return is_there;
}

static int64_t number_of(const struct text *object, const char *key, int64_t otherwise) {
    struct text value = {0};
    bool is_number = remote_member(object, key, &value) &&
                     (value.data[0] == '-' || (value.data[0] >= '0' && value.data[0] <= '9'));
    int64_t number = is_number ? strtoll(text_string(&value), NULL, 10) : otherwise;
    text_free(&value);
    return number;
}

static bool has_word(const struct text *object, const char *key, const char *word) {
    struct text value = {0}, quoted = {0};
    text_put_char(&quoted, '"');
    text_put(&quoted, word);
    text_put_char(&quoted, '"');
    bool is_it = remote_member(object, key, &value) &&
                 strcmp(text_string(&value), text_string(&quoted)) == 0;
    text_free(&value);
    text_free(&quoted);
    return is_it;
}

/* ---- sending ---- */

static void send_text(struct remote *remote, const struct text *text) {
    transport_send(remote->transport, false, text_string(text), text->length);
}

static void begin_message(struct text *out, const char *type) {
    js_open(out, '{');
    js_put_string(out, "t", type);
}

static void send_hello(struct remote *remote) {
    struct text hello = {0};
    begin_message(&hello, "hello");
    js_put_number(&hello, "protocol", 1);
    js_put_string(&hello, "device", remote->device);
    js_put_string(&hello, "client", "terminal");
    js_close(&hello, '}');
    send_text(remote, &hello);
    text_free(&hello);
}

static struct remote_request *find_request(struct remote *remote, int64_t n) {
    for (int i = 0; i < remote->request_count; i++)
        if (remote->requests[i].n == n)
            return &remote->requests[i];
    return NULL;
}

static void forget_request(struct remote *remote, struct remote_request *request) {
    struct remote_request *last = &remote->requests[--remote->request_count];
    text_free(&request->text);
    memmove(request, request + 1, (size_t)(last - request) * sizeof *request);
    *last = (struct remote_request){0};
}

static bool is_sent_once(const char *type) {
    static const char *const types[] = {"watch", "unwatch", "hold", "catch",
                                        "hint",  "odds",    "tell"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i], type) == 0)
            return true;
    return false;
}

int64_t remote_ask(struct remote *remote, const char *type, const char *members, int64_t now) {
    if (remote->request_count == REQUESTS_MAX)
        return 0;
    struct remote_request *request = &remote->requests[remote->request_count++];
    *request = (struct remote_request){
        .n = ++remote->n, .sent_at = now, .is_sent_once = is_sent_once(type)};
    begin_message(&request->text, type);
    js_put_number(&request->text, "n", request->n);
    js_put_string(&request->text, "table", remote->table);
    if (*members) {
        text_put_char(&request->text, ',');
        text_put(&request->text, members);
    }
    js_close(&request->text, '}');
    if (remote->is_greeted)
        send_text(remote, &request->text);
    return request->n;
}

bool remote_awaits(const struct remote *remote, int64_t n) {
    bool is_awaited = false;
    for (int i = 0; i < remote->request_count; i++)
        is_awaited |= remote->requests[i].n == n;
    return is_awaited;
}

void remote_send_bytes(struct remote *remote, const void *bytes, size_t size) {
    if (remote->is_greeted)
        transport_send(remote->transport, true, bytes, size);
}

static void watch(struct remote *remote, int64_t now) {
    struct text members = {0};
    js_open(&members, '{');
    if (*remote->code)
        js_put_string(&members, "code", remote->code);
    if (remote->stream.length) {
        js_key(&members, "stream");
        text_put(&members, text_string(&remote->stream));
        js_put_number(&members, "s", remote->s);
    }
    remote->watch_n = remote_ask(remote, "watch", text_string(&members) + 1, now);
    remote->watch_at = remote->watch_n ? 0 : now + ANSWER_WAIT;
    text_free(&members);
}

/* The stream is resumed before pending requests are repeated. */
static void resume(struct remote *remote, int64_t now) {
    int unanswered = remote->request_count;
    watch(remote, now);
    for (int i = 0; i < unanswered; i++) {
        remote->requests[i].sent_at = now;
        send_text(remote, &remote->requests[i].text);
    }
}

/* ---- the stream ---- */

static void set_member(struct remote *remote, const char *key, struct text *out) {
    struct text value = {0};
    if (remote_member(&remote->message, key, &value)) {
        text_clear(out);
        text_put(out, text_string(&value));
    }
    text_free(&value);
}

static void take_state(struct remote *remote) {
    const struct {
        const char *key;
        struct text *text;
    } members[] = {{"stream", &remote->stream}, {"info", &remote->info},
                   {"view", &remote->view},     {"turn", &remote->turn},
                   {"prompt", &remote->prompt}, {"score", &remote->score},
                   {"recent", &remote->recent}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        set_member(remote, members[i].key, members[i].text);
    remote->seat = (int)number_of(&remote->message, "seat", -1);
    text_clear(&remote->events);
    text_clear(&remote->sim);
    set_member(remote, "sim", &remote->sim);
    if (strcmp(text_string(&remote->sim), "null") == 0)
        text_clear(&remote->sim);
}

/* Applies a difference. False: it does not fit, so a complete state must be requested. */
static bool change(struct remote *remote, struct text *value) {
    struct text difference = {0}, changed = {0};
    bool fits = !remote_member(&remote->message, "d", &difference) ||
                diff_apply(value, &difference, &changed);
    if (fits && difference.length) {
        struct text old = *value;
        *value = changed;
        changed = old;
    }
    text_free(&difference);
    text_free(&changed);
    return fits;
}

static bool take_step(struct remote *remote) {
    set_member(remote, "events", &remote->events);
    set_member(remote, "turn", &remote->turn);
    set_member(remote, "prompt", &remote->prompt);
    set_member(remote, "score", &remote->score);
    if (number_of(&remote->message, "sim", 0))
        text_clear(&remote->sim);
    return change(remote, &remote->view);
}

static void restart_stream(struct remote *remote, int64_t now) {
    text_clear(&remote->stream);
    remote->s = 0;
    watch(remote, now);
}

static enum remote_news take_streamed(struct remote *remote, int64_t now) {
    const struct text *message = &remote->message;
    int64_t s = number_of(message, "s", 0);
    if (has_word(message, "t", "state")) {
        remote->s = s;
        take_state(remote);
        return REMOTE_STATE;
    }
    if (s <= remote->s)
        return REMOTE_NOTHING;
    if (s != remote->s + 1) {
        if (!remote_awaits(remote, remote->watch_n))
            watch(remote, now);
        return REMOTE_NOTHING;
    }
    remote->s = s;
    bool is_step = has_word(message, "t", "step"), is_info = has_word(message, "t", "info");
    bool fits = is_step ? take_step(remote) : !is_info || change(remote, &remote->info);
    if (!fits) {
        restart_stream(remote, now);
        return REMOTE_NOTHING;
    }
    if (has_word(message, "t", "sim")) {
        text_clear(&remote->sim);
        text_put(&remote->sim, text_string(message));
        return REMOTE_SIM;
    }
    return is_step                          ? REMOTE_STEP
           : is_info                        ? REMOTE_INFO
           : has_word(message, "t", "chat") ? REMOTE_CHAT
                                            : REMOTE_NOTHING;
}

/* ---- answers ---- */

/* The table can be watched once the disk works again, fewer ask, or the server has restarted. */
static bool may_watch_later(const struct text *refusal) {
    return has_word(refusal, "code", "store") || has_word(refusal, "code", "rate") ||
           has_word(refusal, "code", "stopping");
}

static enum remote_news take_answer(struct remote *remote, bool is_done, int64_t now) {
    int64_t n = number_of(&remote->message, "n", 0);
    struct remote_request *request = find_request(remote, n);
    if (!request)
        return REMOTE_NOTHING;
    forget_request(remote, request);
    remote->answered = n;
    if (n != remote->watch_n)
        return is_done ? REMOTE_DONE : REMOTE_REFUSED;
    bool was_there = remote->is_there;
    remote->is_there = is_done;
    if (!is_done && may_watch_later(&remote->message)) {
        remote->watch_at = now + ANSWER_WAIT;
        return REMOTE_NOTHING;
    }
    remote->has_ended = !is_done;
    if (!is_done)
        return REMOTE_ENDED;
    return was_there ? REMOTE_NOTHING : REMOTE_BACK;
}

/* An error that answers no request: a watcher was removed, or the table allows none. */
static bool is_dismissal(const struct remote *remote) {
    const struct text *message = &remote->message;
    return has_word(message, "t", "error") && has_word(message, "table", remote->table) &&
           has_word(message, "code", "forbidden") && !number_of(message, "n", 0);
}

static enum remote_news take_message(struct remote *remote, int64_t now) {
    struct text *message = &remote->message;
    struct slice whole = {text_string(message), message->length};
    if (!compact_is_json(whole) || *whole.at != '{')
        return REMOTE_NOTHING;
    if (has_word(message, "t", "hello")) {
        remote->is_greeted = true;
        remote->attempt = 0;
        resume(remote, now);
        return REMOTE_NOTHING;
    }
    if (is_dismissal(remote)) {
        remote->is_there = false;
        remote->has_ended = true;
        return REMOTE_ENDED;
    }
    bool is_done = has_word(message, "t", "done");
    if (is_done || has_word(message, "t", "error"))
        return take_answer(remote, is_done, now);
    bool is_ours = has_word(message, "table", remote->table);
    if (is_ours && has_word(message, "t", "hand"))
        return REMOTE_HAND;
    return is_ours ? take_streamed(remote, now) : REMOTE_NOTHING;
}

/* ---- the connection ---- */

/* Adds jitter of ± 30 %, so that clients do not reconnect all at once; the clock is random
 * enough. */
static void retry_later(struct remote *remote, int64_t now) {
    int last = (int)(sizeof retries / sizeof *retries) - 1;
    int pause = retries[remote->attempt < last ? remote->attempt : last];
    remote->retry_at = now + SOON + pause * (70 + now % 61) / 100;
    remote->attempt++;
}

static enum remote_news take_closing(struct remote *remote, int code, int64_t now) {
    bool was_there = remote->is_there;
    remote->is_open = remote->is_greeted = remote->is_there = false;
    remote->close_code = code;
    for (int i = remote->request_count - 1; i >= 0; i--)
        if (remote->requests[i].is_sent_once)
            forget_request(remote, &remote->requests[i]);
    if (remote->has_ended)
        return REMOTE_NOTHING;
    remote->has_ended = code == CLOSE_OLD || code == CLOSE_LOGIN;
    if (remote->has_ended) {
        text_clear(&remote->message);
        return REMOTE_ENDED;
    }
    bool is_first = remote->attempt == 0;
    retry_later(remote, now);
    return was_there || is_first ? REMOTE_LOST : REMOTE_NOTHING;
}

static enum remote_news take(struct remote *remote, const struct parcel *parcel, int64_t now) {
    remote->received_at = now;
    switch (parcel->kind) {
    case PARCEL_OPENED:
        remote->is_open = true;
        send_hello(remote);
        return REMOTE_NOTHING;
    case PARCEL_CLOSED:
        return take_closing(remote, parcel->code, now);
    case PARCEL_TEXT:
    case PARCEL_BINARY:
        break;
    }
    text_clear(&remote->message);
    text_put_bytes(&remote->message, parcel->bytes, parcel->size);
    return parcel->kind == PARCEL_TEXT ? take_message(remote, now) : REMOTE_FRAMES;
}

/* A server that has taken the request already answers it again, and does nothing twice. */
static void resend_unanswered(struct remote *remote, int64_t now) {
    for (int i = 0; i < remote->request_count; i++) {
        struct remote_request *request = &remote->requests[i];
        if (request->is_sent_once || now - request->sent_at < ANSWER_WAIT)
            continue;
        request->sent_at = now;
        send_text(remote, &request->text);
    }
}

static void ping(struct remote *remote, int64_t now) {
    static const char text[] = "{\"t\":\"ping\"}";
    remote->pinged_at = now;
    transport_send(remote->transport, false, text, sizeof text - 1);
}

static void keep_alive(struct remote *remote, int64_t now) {
    if (remote->retry_at && now >= remote->retry_at) {
        remote->retry_at = 0;
        remote->received_at = now;
        transport_connect(remote->transport);
    }
    if (remote->retry_at || remote->has_ended)
        return;
    if (now - remote->received_at > SILENCE) {
        remote->received_at = now;
        transport_drop(remote->transport);
        return;
    }
    if (!remote->is_greeted)
        return;
    if (now - remote->received_at > PING_EVERY && now - remote->pinged_at > PING_EVERY)
        ping(remote, now);
    resend_unanswered(remote, now);
    if (remote->watch_at && now >= remote->watch_at && !remote_awaits(remote, remote->watch_n))
        watch(remote, now);
}

static struct parcel *take_parcel(struct remote *remote) {
    struct parcel *first = remote->kept;
    if (first)
        remote->kept = first->next;
    return first ? first : transport_take(remote->transport);
}

bool remote_has_more(const struct remote *remote) {
    return remote->kept || transport_has_some(remote->transport);
}

static void keep(struct remote *remote, struct parcel *parcel) {
    struct parcel **end = &remote->kept;
    while (*end)
        end = &(*end)->next;
    parcel->next = NULL;
    *end = parcel;
}

/* Reads what has arrived; true if the answer is there or cannot come any more. */
static bool find_answer(struct remote *remote, int64_t n, struct text *out) {
    for (struct parcel *parcel; (parcel = transport_take(remote->transport));) {
        text_clear(out);
        text_put_bytes(out, parcel->bytes, parcel->kind == PARCEL_TEXT ? parcel->size : 0);
        bool is_it = compact_is_json((struct slice){text_string(out), out->length}) &&
                     (has_word(out, "t", "done") || has_word(out, "t", "error")) &&
                     number_of(out, "n", 0) == n;
        bool is_closed = parcel->kind == PARCEL_CLOSED;
        if (is_it)
            free(parcel);
        else
            keep(remote, parcel);
        if (is_it || is_closed)
            return true;
    }
    return false;
}

bool remote_answer(struct remote *remote, int64_t n, int milliseconds, struct text *out) {
    struct pollfd waiting = {.fd = transport_file(remote->transport), .events = POLLIN};
    bool is_over = !remote->is_greeted || !n;
    text_clear(out);
    while (!is_over && !(is_over = find_answer(remote, n, out)) &&
           poll(&waiting, 1, milliseconds) > 0)
        ;
    struct remote_request *request = find_request(remote, n);
    if (request)
        forget_request(remote, request);
    return is_over && has_word(out, "t", "done");
}

enum remote_news remote_next(struct remote *remote, int64_t now) {
    enum remote_news news = REMOTE_NOTHING;
    struct parcel *parcel;
    while (news == REMOTE_NOTHING && (parcel = take_parcel(remote))) {
        news = take(remote, parcel, now);
        free(parcel);
    }
    if (news == REMOTE_NOTHING)
        keep_alive(remote, now);
    return news;
}

int remote_file(const struct remote *remote) {
    return transport_file(remote->transport);
}

int remote_wait(const struct remote *remote, int64_t now) {
    int64_t wait = remote->kept ? 0 : remote->retry_at ? remote->retry_at - now : BEAT;
    return wait < 0 ? 0 : wait > BEAT ? BEAT : (int)wait;
}

static void name_table(struct remote *remote, const char *table, const char *code) {
    must(strlen(table) <= TABLE_BYTES_MAX && strlen(code) <= CODE_BYTES_MAX);
    strcpy(remote->table, table);
    strcpy(remote->code, code);
}

struct remote *remote_open(const struct address *address, const char *token, const char *table,
                           const char *code, const char *device, int64_t now) {
    struct remote *remote = must_alloc(sizeof *remote);
    remote->seat = -1;
    remote->received_at = now;
    name_table(remote, table, code);
    must(strlen(device) <= DEVICE_BYTES);
    strcpy(remote->device, device);
    remote->transport = transport_new(address, token);
    transport_connect(remote->transport);
    return remote;
}

void remote_move(struct remote *remote, const char *table, const char *code, int64_t now) {
    struct text *const known[] = {&remote->info,   &remote->view,   &remote->turn,
                                  &remote->prompt, &remote->score,  &remote->events,
                                  &remote->sim,    &remote->recent, &remote->stream};
    remote_ask(remote, "unwatch", "", now);
    name_table(remote, table, code);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        text_clear(known[i]);
    remote->s = 0;
    remote->seat = -1;
    remote->is_there = false;
    watch(remote, now);
}

void remote_close(struct remote *remote) {
    struct text *const known[] = {&remote->info,   &remote->view,   &remote->turn, &remote->prompt,
                                  &remote->score,  &remote->events, &remote->sim,  &remote->recent,
                                  &remote->stream, &remote->message};
    transport_free(remote->transport);
    for (struct parcel *parcel; (parcel = remote->kept); free(parcel))
        remote->kept = parcel->next;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        text_free(known[i]);
    while (remote->request_count)
        forget_request(remote, &remote->requests[0]);
    free(remote);
}
