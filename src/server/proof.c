/* proof.c: verifies the random outcomes of a finished match for an HTTP request, in a worker,
 * because simulated throws are simulated again.
 *
 * Invariant: at most one verification is queued or running, so that a worker remains for
 * passphrases. */
#include "tavern_inside.h"

#include <stdlib.h>

#include <spelunke/log.h>
#include <spelunke/must.h>

#include "guard.h"

struct proof_job {
    struct job job;
    struct exchange *exchange;
    struct guard *guard;
    struct match *match;
    struct log_proof proof;
};

static void run(struct job *base) {
    struct proof_job *self = (struct proof_job *)base;
    guard_enter(self->guard, self->exchange->wire.table, "proof");
    log_verify(self->match, &self->proof);
    guard_leave(self->guard);
}

/* The first entry that fails the verification, or null. */
static void put_misfit(const struct log_proof *proof, struct text *out) {
    js_key(out, "misfit");
    if (proof->misfit < 0) {
        js_null(out);
        return;
    }
    js_open(out, '{');
    js_put_number(out, "entry", proof->misfit);
    js_put_string(out, "claimed", text_string(&proof->claimed));
    js_put_string(out, "expected", text_string(&proof->expected));
    js_close(out, '}');
}

static void put_proof(const struct proof_job *self, struct text *out) {
    const struct log_proof *proof = &self->proof;
    struct text commitment = {0};
    seed_commitment(match_seed(self->match), &commitment);
    js_open(out, '{');
    js_put_string(out, "commitment", text_string(&commitment));
    js_put_number(out, "drawn", proof->drawn);
    js_put_number(out, "scripted", proof->scripted);
    js_put_number(out, "sessions", proof->sessions);
    js_put_number(out, "elsewhere", proof->elsewhere);
    put_misfit(proof, out);
    js_close(out, '}');
    text_free(&commitment);
}

static void done(struct job *base, int64_t now) {
    struct proof_job *self = (struct proof_job *)base;
    struct exchange *exchange = self->exchange;
    struct text out = {0};
    (void)now;
    put_proof(self, &out);
    exchange->tavern->proofs--;
    exchange_reply(exchange, 200, &out); /* frees the job too */
    text_free(&out);
}

void proof_begin(struct exchange *exchange, struct match *match) {
    struct tavern *tavern = exchange->tavern;
    if (tavern->proofs > 0) {
        match_free(match);
        exchange_fail(exchange, CODE_RATE, "tavern.rate");
        return;
    }
    struct proof_job *self = must_alloc(sizeof *self);
    self->job.run = run;
    self->job.done = done;
    self->exchange = exchange;
    self->guard = tavern->world.guard;
    self->match = match;
    exchange->proof = self;
    tavern->proofs++;
    workers_add(tavern->plan.workers, &self->job, URGENCY_SLOW);
}

void proof_free(struct proof_job *job) {
    if (!job)
        return;
    match_free(job->match);
    log_proof_free(&job->proof);
    free(job);
}
