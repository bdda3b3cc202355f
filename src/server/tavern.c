/* tavern.c: dispatches the answers of store and workers, runs deadlines, shuts down.
 *
 * The store answers requests in order. An answer whose tag has the highest bit set belongs to a
 * task, which knows who waits for it; any other belongs to a table. */
#include "tavern_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "gate_fields.h"

#define TAG_STORE_TASK (UINT64_C(1) << 63)

enum {
    PRUNE_EVERY = 60000,
    STOP_WAIT = 1500, /* then connections are closed even if requests are pending */
};

/* Store tasks. */

static bool ends_login(enum store_does does) {
    return does == STORE_DROP_TOKEN || does == STORE_FORGET;
}

struct store_task *store_task_new(struct tavern *tavern, enum store_does does,
                                  void (*done)(struct tavern *tavern, struct store_task *task,
                                               const struct store_answer *answer, int64_t now)) {
    struct store_task *task = must_alloc(sizeof *task);
    task->tag = TAG_STORE_TASK | ++tavern->last_tag;
    task->does = does;
    task->done = done;
    *(tavern->last_store_task ? &tavern->last_store_task->next : &tavern->first_store_task) = task;
    tavern->last_store_task = task;
    tavern->store_tasks++;
    tavern->endings += ends_login(does);
    return task;
}

struct store_task *store_task_send(struct tavern *tavern, struct store_request *request,
                                   void (*done)(struct tavern *tavern, struct store_task *task,
                                                const struct store_answer *answer, int64_t now)) {
    struct store_task *task = store_task_new(tavern, request->does, done);
    memcpy(task->hash, request->token.hash, sizeof task->hash);
    request->tag = task->tag;
    store_send(tavern->plan.store, request);
    return task;
}

/* Removes a task from the list; nearly always it is the first one. */
static struct store_task *store_task_take(struct tavern *tavern, uint64_t tag) {
    struct store_task *before = NULL, *task = tavern->first_store_task;
    while (task && task->tag != tag) {
        before = task;
        task = task->next;
    }
    must(task);
    *(before ? &before->next : &tavern->first_store_task) = task->next;
    if (tavern->last_store_task == task)
        tavern->last_store_task = before;
    tavern->store_tasks--;
    tavern->endings -= ends_login(task->does);
    return task;
}

bool login_is_ending(const struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES],
                     const char *person) {
    const struct store_task *task = tavern->endings ? tavern->first_store_task : NULL;
    for (; task; task = task->next)
        if ((task->does == STORE_DROP_TOKEN && memcmp(task->hash, hash, STORE_TOKEN_BYTES) == 0) ||
            (task->does == STORE_FORGET && strcmp(task->name, person) == 0))
            return true;
    return false;
}

void store_task_cancel(struct tavern *tavern, struct store_task *task) {
    free(store_task_take(tavern, task->tag));
}

static void take_answers(struct tavern *tavern, int64_t now) {
    struct store_answer *answer;
    while ((answer = store_take(tavern->plan.store))) {
        if (answer->tag & TAG_STORE_TASK) {
            struct store_task *task = store_task_take(tavern, answer->tag);
            task->done(tavern, task, answer, now);
            free(task);
        } else {
            slot_answer(tavern, answer, now);
        }
        store_answer_free(answer);
    }
}

/* Utilities. */

struct fault fault_of(enum wire_code code, const char *why) {
    struct fault fault = {0};
    fault_set(&fault, code, why, NULL);
    return fault;
}

void draw_id(struct tavern *tavern, char *out, int length) {
    unsigned char bytes[64];
    must(length < (int)sizeof bytes);
    tavern->plan.random(tavern->plan.context, bytes, (size_t)length);
    for (int i = 0; i < length; i++)
        out[i] = code_alphabet[bytes[i] & 31];
    out[length] = '\0';
}

void queue_add(struct queue *queue, struct route route, const struct wire *wire) {
    struct deferred *deferred = must_alloc(sizeof *deferred);
    deferred->route = route;
    deferred->wire = *wire;
    *(queue->last ? &queue->last->next : &queue->first) = deferred;
    queue->last = deferred;
}

struct deferred *queue_take(struct queue *queue) {
    struct deferred *deferred = queue->first;
    if (deferred)
        queue->first = deferred->next;
    if (!queue->first)
        queue->last = NULL;
    return deferred;
}

/* The outlet that counts messages. */

static void count_send(void *context, struct route to, bool is_binary, const char *bytes,
                       size_t size) {
    struct tavern *tavern = context;
    tavern->messages_out++;
    tavern->plan.out.send(tavern->plan.out.context, to, is_binary, bytes, size);
}

/* Currently unused: no table closes connections. */
static void pass_close(void *context, struct route to, int code) {
    struct tavern *tavern = context;
    tavern->plan.out.close(tavern->plan.out.context, to, code);
}

static size_t pass_unsent(void *context, struct route to) {
    struct tavern *tavern = context;
    return tavern->plan.out.unsent(tavern->plan.out.context, to);
}

static void pass_reply(void *context, uint64_t request, const struct reply *reply) {
    struct tavern *tavern = context;
    tavern->plan.out.reply(tavern->plan.out.context, request, reply);
}

static const struct shelf *pass_shelf(void *context, const struct game *game) {
    struct tavern *tavern = context;
    return tavern->plan.shelf ? tavern->plan.shelf(tavern->plan.context, game) : NULL;
}

static void pass_random(void *context, void *bytes, size_t size) {
    struct tavern *tavern = context;
    tavern->plan.random(tavern->plan.context, bytes, size);
}

/* Start and end. */

struct tavern *tavern_new(const struct tavern_plan *plan, int64_t now) {
    struct tavern *tavern = must_alloc(sizeof *tavern);
    tavern->plan = *plan;
    tavern->out = (struct outlet){.context = tavern,
                                  .send = count_send,
                                  .close = pass_close,
                                  .unsent = pass_unsent,
                                  .reply = pass_reply};
    tavern->world = (struct table_world){
        .games = plan->games,
        .store = plan->store,
        .workers = plan->workers,
        .guard = plan->guard,
        .out = &tavern->out,
        .random = pass_random,
        .shelf = pass_shelf,
        .changed = lobby_changed,
        .again = tables_again,
        .coming_name = login_coming_name,
        .woke = tables_woke,
        .context = tavern,
        .is_test = plan->is_test,
        .since = now,
        .tally = &tavern->tally,
        .meters = plan->meters,
    };
    uint64_t seed;
    secret_init();
    plan->random(plan->context, &seed, sizeof seed);
    tavern->channels.seed = tavern->patrons.seed = tavern->quotas.seed = seed;
    tavern->slots.seed = tavern->slots_by_number.seed = seed;
    tavern->lobby_changes = 1;
    tavern->poll_at = tavern->unload_at = now;
    tavern->sweep_at = tavern->prune_at = now + PRUNE_EVERY;
    games_put_json(plan->games, &tavern->games);
    tables_set_aside(tavern);
    return tavern;
}

void tavern_free(struct tavern *tavern) {
    if (!tavern)
        return;
    void *value;
    for (size_t at = 0; (value = map_next(&tavern->channels, &at));)
        channel_free(tavern, value);
    tables_free(tavern);
    for (struct store_task *task; (task = tavern->first_store_task);) {
        tavern->first_store_task = task->next;
        free(task);
    }
    while (tavern->exchanges)
        exchange_free(tavern->exchanges);
    ban_free(tavern->banning);
    quotas_free(tavern);
    map_free(&tavern->channels);
    text_free(&tavern->games);
    text_free(&tavern->scratch);
    text_free(&tavern->message);
    free(tavern);
}

/* Time. */

static void close_all(struct tavern *tavern, int64_t now) {
    size_t at = 0;
    struct channel *channel;
    while ((channel = map_next(&tavern->channels, &at))) {
        channel_close(tavern, channel, CLOSE_1001, now);
        at = 0;
    }
    tavern->is_closed = true;
}

static void look_at_end(struct tavern *tavern, int64_t now) {
    if (tavern->is_stopping && !tavern->is_closed &&
        (tavern_is_quiet(tavern) || now >= tavern->stop_at + STOP_WAIT))
        close_all(tavern, now);
}

void tavern_wake(struct tavern *tavern, int64_t now) {
    tavern->now = now;
    workers_take(tavern->plan.workers, now);
    take_answers(tavern, now);
    look_at_end(tavern, now);
}

void tavern_tick(struct tavern *tavern, int64_t now) {
    tavern->now = now;
    channels_tick(tavern, now);
    if (!tavern->is_stopping) {
        tables_tick(tavern, now);
        lobby_tick(tavern, now);
    }
    if (now >= tavern->prune_at) {
        quotas_prune(tavern, now);
        tavern->prune_at = now + PRUNE_EVERY;
    }
    look_at_end(tavern, now);
}

static void sooner(int64_t *due, int64_t other) {
    if (other && (!*due || other < *due))
        *due = other;
}

int64_t tavern_due(const struct tavern *tavern) {
    int64_t due = tavern->prune_at;
    if (tavern->first_new)
        sooner(&due, tavern->first_new->hello_due);
    if (tavern->is_stopping) {
        if (!tavern->is_closed)
            sooner(&due, tavern->stop_at + STOP_WAIT);
        return due;
    }
    sooner(&due, tables_due(tavern));
    sooner(&due, tavern->lobby_at);
    return due;
}

void tavern_stop(struct tavern *tavern, int64_t now) {
    if (tavern->is_stopping)
        return;
    tavern->is_stopping = true;
    tavern->stop_at = now;
    look_at_end(tavern, now);
}

bool tavern_is_quiet(const struct tavern *tavern) {
    return !tavern->store_tasks && !tavern->jobs && !tavern->proofs && !tavern->exchanges &&
           store_is_idle(tavern->plan.store);
}

int64_t tavern_counter(const struct tavern *tavern, enum tavern_count count) {
    switch (count) {
    case COUNT_CONNECTIONS:
        return (int64_t)tavern->channels.count;
    case COUNT_PEOPLE:
        return tavern->people;
    case COUNT_TABLES:
        return (int64_t)tavern->loaded;
    case COUNT_ACTIONS:
        return tavern->tally.actions;
    case COUNT_ENTRIES:
        return tavern->tally.entries;
    case COUNT_MESSAGES_IN:
        return tavern->messages_in;
    default:
        must(count == COUNT_MESSAGES_OUT);
        return tavern->messages_out;
    }
}
