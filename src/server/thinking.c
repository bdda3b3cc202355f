/* thinking.c: runs the computer players of a table in workers.
 *
 * A thought starts as soon as its question is asked, and its action is played after a pause, or in
 * a reaction at the drawn moment, shortly before which the thought is cut. */
#include "table_inside.h"

#include <stdlib.h>

int64_t draw_span(const struct table *table, struct wire_span span) {
    uint64_t drawn;
    table->world.random(table->world.context, &drawn, sizeof drawn);
    return span.from + (int64_t)(drawn % (uint64_t)(span.to - span.from + 1));
}

uint32_t draw_number(const struct table *table) {
    uint32_t number = 0;
    while (!number)
        table->world.random(table->world.context, &number, sizeof number);
    return number;
}

static bool is_cut(void *context) {
    struct thought_job *job = context;
    return atomic_load(&job->job.is_cut);
}

static void run_thought(struct job *base) {
    struct thought_job *job = (struct thought_job *)base;
    struct budget budget = {.expired = is_cut, .context = job};
    struct guard *guard = job->play->guard;
    guard_enter(guard, job->play->id, "think");
    int64_t begun = monotonic_us();
    job->has_action = thought_run(job->thought, &budget, job->action);
    if (job->play->meters)
        histogram_count(&job->play->meters->bot, monotonic_us() - begun);
    guard_leave(guard);
}

static void unlink_job(struct play *play, struct thought_job *job) {
    struct thought_job **at = &play->thoughts;
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
}

static void thought_done(struct job *base, int64_t now) {
    struct thought_job *job = (struct thought_job *)base;
    struct play *play = job->play;
    struct table *table = play->table;
    unlink_job(play, job);
    host_thought(play->host, job->thought, job->has_action ? job->action : NULL);
    free(job);
    if (!job_end(play))
        return;
    play_go(table, now);
    table_flush(table, now);
    if (table->world.woke)
        table->world.woke(table->world.context, table);
}

/* A thought is cut before its moment in a reaction, else before the deadline. */
static int64_t cut_time(const struct table *table, int seat) {
    const struct play *play = table->play;
    int64_t deadline = match_deadline(table->model.match, seat);
    int64_t end = play->turn.reaction ? play->moment[seat] : deadline;
    return end ? end - CUT_MS : 0;
}

static void think(struct table *table, int seat, int64_t now) {
    struct play *play = table->play;
    struct thought_job *job = must_alloc(sizeof *job);
    job->job.run = run_thought;
    job->job.done = thought_done;
    job->play = play;
    job->seat = seat;
    job->thought = host_think(play->host, seat);
    job->cut_at = cut_time(table, seat);
    job->next = play->thoughts;
    play->thoughts = job;
    int64_t from = now > play->shown_until ? now : play->shown_until;
    play->bot_due[seat] = from + draw_span(table, table->model.settings.pause);
    job_begin(play, &job->job, URGENCY_THOUGHT);
}

void thoughts_begin(struct table *table, uint16_t seats, int64_t now) {
    for (int seat = 0; seats >> seat; seat++)
        if (seats >> seat & 1)
            think(table, seat, now);
}

void thoughts_cut(struct table *table, int64_t now) {
    for (struct thought_job *job = table->play->thoughts; job; job = job->next)
        if (job->cut_at && job->cut_at <= now)
            atomic_store(&job->job.is_cut, true);
}

int64_t thoughts_due(const struct table *table) {
    int64_t due = 0;
    for (struct thought_job *job = table->play->thoughts; job; job = job->next)
        if (job->cut_at > table->play->looked_at)
            sooner(&due, job->cut_at);
    return due;
}
