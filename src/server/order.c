/* order.c: commands of the operator: closing a table, banning people and addresses.
 *
 * A loaded table is closed as if by its owner, and its viewers are notified. A table that is not
 * loaded is claimed, and the same row is appended without loading it, so that quarantined tables
 * can be closed too. Invariant: a command is answered when its row is on disk, or cannot be written
 * any more. */
#include "tavern_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "address.h"
#include "bans.h"

static void answer_order(struct tavern *tavern, uint64_t order, const char *why) {
    tavern->plan.ordered(tavern->plan.order_context, order, why);
}

static void closed(struct tavern *tavern, struct store_task *task,
                   const struct store_answer *answer, int64_t now) {
    (void)now;
    bool is_closed = answer->result == STORE_DONE && answer->entries[0].state == STORE_CLOSED;
    answer_order(tavern, task->order,
                 is_closed ? NULL : "the table could not be closed; try again");
    if (is_closed)
        lobby_changed(tavern, NULL);
}

/* The store executes requests in order, so this finds the outcome of the row. */
static void look_again(struct tavern *tavern, const char *table, uint64_t order) {
    struct store_request request = {.does = STORE_FIND, .table = table};
    store_task_send(tavern, &request, closed)->order = order;
}

static void appended(struct tavern *tavern, struct store_task *task,
                     const struct store_answer *answer, int64_t now) {
    (void)answer, (void)now;
    look_again(tavern, task->name, task->order);
}

static void claimed(struct tavern *tavern, struct store_task *task,
                    const struct store_answer *answer, int64_t now) {
    if (answer->result != STORE_DONE) {
        answer_order(tavern, task->order, "the store cannot be written now");
        return;
    }
    struct store_row row = {.kind = "close", .at = now};
    struct store_request request = {.does = STORE_APPEND,
                                    .claim = answer->claim,
                                    .rows = &row,
                                    .row_count = 1,
                                    .has_entry = true,
                                    .entry = answer->entries[0]};
    request.entry.state = STORE_CLOSED;
    request.entry.ended = now;
    request.entry.deadline = 0;
    request.entry.asked = 0;
    struct store_task *next = store_task_send(tavern, &request, appended);
    next->order = task->order;
    strcpy(next->name, task->name);
}

static void order_close(struct tavern *tavern, uint64_t order, const char *table);

static void found(struct tavern *tavern, struct store_task *task, const struct store_answer *answer,
                  int64_t now) {
    struct slot *slot = slot_find(tavern, task->name);
    uint64_t order = task->order;
    if (answer->result == STORE_FAILED) {
        answer_order(tavern, order, "the store cannot be read now");
    } else if (answer->result != STORE_DONE) {
        answer_order(tavern, order, "there is no such table");
    } else if (answer->entries[0].state == STORE_OVER || answer->entries[0].state == STORE_CLOSED) {
        answer_order(tavern, order, "the table has ended already");
    } else if (slot && slot->state == SLOT_LOADED && !table_is_lost(slot->table)) {
        table_end(slot->table, now);
        slot_touch(tavern, slot, now);
        look_again(tavern, task->name, order);
    } else if (slot && slot->state == SLOT_HIBERNATING) {
        slot_wake(tavern, slot); /* it is loaded before the next answer of the store */
        order_close(tavern, order, task->name);
    } else if (slot && slot->state != SLOT_BROKEN) {
        answer_order(tavern, order, "the table is being loaded; try again");
    } else {
        struct store_request request = {.does = STORE_CLAIM, .table = task->name};
        struct store_task *next = store_task_send(tavern, &request, claimed);
        next->order = order;
        strcpy(next->name, task->name);
    }
}

static void order_close(struct tavern *tavern, uint64_t order, const char *table) {
    struct store_request request = {.does = STORE_FIND, .table = table};
    struct store_task *task = store_task_send(tavern, &request, found);
    must(strlen(table) < sizeof task->name);
    strcpy(task->name, table);
    task->order = order;
}

/* Bans. The file is written by a worker, one change at a time. */

struct ban_job {
    struct job job;
    struct tavern *tavern;
    uint64_t order;
    char who[ADDRESS_TEXT_MAX + 1];
    bool is_address, is_banned, is_written;
    int error;
    struct text lines;
};

void ban_free(struct ban_job *job) {
    if (!job)
        return;
    text_free(&job->lines);
    free(job);
}

/* Disconnects a banned person or address. */
static void disconnect_banned(struct tavern *tavern, const struct ban_job *job, int64_t now) {
    if (job->is_banned && job->is_address)
        channels_end_address(tavern, job->who, now);
    else if (job->is_banned)
        channels_end_login(tavern, NULL, job->who, now);
    answer_order(tavern, job->order, NULL);
}

static void write_bans(struct job *base) {
    struct ban_job *job = (struct ban_job *)base;
    job->is_written = bans_write(job->tavern->plan.bans, &job->lines);
    job->error = errno;
}

static void bans_written(struct job *base, int64_t now) {
    struct ban_job *job = (struct ban_job *)base;
    struct tavern *tavern = job->tavern;
    struct text why = {0};
    tavern->now = now;
    tavern->banning = NULL;
    if (job->is_written) {
        bans_take(tavern->plan.bans, &job->lines);
        disconnect_banned(tavern, job, now);
    } else {
        text_put(&why, "the list cannot be written: ");
        text_put(&why, strerror(job->error));
        answer_order(tavern, job->order, text_string(&why));
    }
    text_free(&why);
    ban_free(job);
}

static void order_ban(struct tavern *tavern, uint64_t order, const char *who, bool is_banned,
                      int64_t now) {
    if (!tavern->plan.bans || tavern->banning) {
        answer_order(tavern, order,
                     tavern->banning ? "the list is being written; try again"
                                     : "this server keeps no files, and so no list");
        return;
    }
    struct ban_job *job = must_alloc(sizeof *job);
    job->job.run = write_bans;
    job->job.done = bans_written;
    job->tavern = tavern;
    job->order = order;
    job->is_banned = is_banned;
    job->is_address = address_parse(who, job->who);
    must(strlen(who) <= ADDRESS_TEXT_MAX); /* is_word */
    if (!job->is_address)
        strcpy(job->who, who);
    if (bans_change(tavern->plan.bans, job->who, is_banned, &job->lines)) {
        tavern->banning = job;
        workers_add(tavern->plan.workers, &job->job, URGENCY_SLOW);
    } else {
        disconnect_banned(tavern, job, now); /* nothing to change */
        ban_free(job);
    }
}

/* Only ids and addresses may be written to the file or sent to the store. */
static bool is_word(const char *text) {
    size_t length = strlen(text);
    return length && length < sizeof((struct store_task *)NULL)->name &&
           strspn(text, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:_-") ==
               length;
}

/* An address or a syntactically valid id of a person; everything else is a typing error. */
static bool is_somebody(const char *text) {
    char address[ADDRESS_TEXT_MAX + 1];
    return address_parse(text, address) ||
           (strlen(text) == PERSON_ID && strspn(text, code_alphabet) == PERSON_ID);
}

void tavern_order(struct tavern *tavern, uint64_t order, const char *verb, const char *what,
                  int64_t now) {
    bool is_ban = strcmp(verb, "ban") == 0;
    tavern->now = now;
    if (!is_word(what) || (is_ban && !is_somebody(what)))
        answer_order(tavern, order, "that is neither an id nor an address");
    else if (tavern->is_stopping)
        answer_order(tavern, order, "the server is stopping");
    else if (strcmp(verb, "close") == 0)
        order_close(tavern, order, what);
    else if (is_ban || strcmp(verb, "unban") == 0)
        order_ban(tavern, order, what, is_ban, now);
    else
        answer_order(tavern, order, "the server does not know this order");
}
