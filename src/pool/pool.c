/* pool.c: the shelf that a host passes to its matches.
 *
 * It uses one connection to the file, opened on first use and protected by a lock. An error ends
 * the use of the file, never a match; the first reason is kept. */
#include "pool_inside.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spelunke/must.h>
#include <spelunke/recording.h>

struct pool {
    const struct game *game;
    struct text path, build;
    int64_t bytes_max;
    int64_t fills; /* takes to be computed in idle time */
    struct shelf shelf;
    pthread_mutex_t lock; /* protects all members below */
    struct pool_file *file;
    bool is_unusable;
    struct text trouble;
    struct filler *filler;
};

/* An unnamed build cannot be distinguished from another one. */
static bool is_named(const struct text *build) {
    return build->length > 0 && !strstr(text_string(build), "unknown");
}

static bool find_path(const struct pool_plan *plan, struct pool *pool) {
    struct text folder = {0};
    plan->game->sim->build(&pool->build);
    pool_folder(&folder);
    const char *where = plan->folder ? plan->folder : text_string(&folder);
    bool is_found = *where && is_named(&pool->build);
    if (is_found)
        folder_path(where, plan->game->key, pool->build.data, &pool->path);
    text_free(&folder);
    return is_found;
}

static struct recording *find(void *context, int take);
static void keep(void *context, int take, const struct recording *recording);

struct pool *pool_open(const struct pool_plan *plan) {
    const struct sim *sim = plan->game->sim;
    if (!sim || !sim->takes || !sim->build)
        return NULL;
    must(sim->takes->kinds <= POOL_KINDS_MAX);
    struct pool *pool = must_alloc(sizeof *pool);
    pool->game = plan->game;
    pool->bytes_max = plan->bytes_max ? plan->bytes_max : POOL_BYTES_USUAL;
    pool->fills = plan->fills;
    pool->shelf = (struct shelf){find, keep, pool};
    must(pthread_mutex_init(&pool->lock, NULL) == 0);
    if (find_path(plan, pool))
        return pool;
    pool_close(pool);
    return NULL;
}

void pool_close(struct pool *pool) {
    if (!pool)
        return;
    filler_close(pool->filler);
    pool_file_close(pool->file);
    pthread_mutex_destroy(&pool->lock);
    text_free(&pool->path);
    text_free(&pool->build);
    text_free(&pool->trouble);
    free(pool);
}

const struct shelf *pool_shelf(const struct pool *pool) {
    return pool ? &pool->shelf : NULL;
}

const char *pool_path(const struct pool *pool) {
    return text_string(&pool->path);
}

const char *pool_build(const struct pool *pool) {
    return text_string(&pool->build);
}

int64_t pool_bytes_max(const struct pool *pool) {
    return pool->bytes_max;
}

const struct takes *pool_takes(const struct pool *pool) {
    return pool->game->sim->takes;
}

void pool_file_plan(const struct pool *pool, bool is_patient, struct pool_file_plan *out) {
    *out = (struct pool_file_plan){pool_path(pool), pool_build(pool), pool->bytes_max, is_patient};
}

static void note(struct pool *pool, const struct text *why) {
    if (pool->trouble.length == 0)
        text_put(&pool->trouble, text_string(why));
}

/* An idle thread takes the lock only if it has something to report: if it was suspended while
 * holding it, a click would have to wait. */
void pool_note(struct pool *pool, const struct text *why) {
    if (why->length == 0)
        return;
    pthread_mutex_lock(&pool->lock);
    note(pool, why);
    pthread_mutex_unlock(&pool->lock);
}

void pool_trouble(struct pool *pool, struct text *out) {
    pthread_mutex_lock(&pool->lock);
    text_put(out, text_string(&pool->trouble));
    pthread_mutex_unlock(&pool->lock);
}

/* Removes a damaged file, so that the next program starts with a new one. */
static void stop_using_file(struct pool *pool, enum pool_file_result result) {
    pool->is_unusable = true;
    if (pool->filler)
        filler_stop(pool->filler);
    pool_file_close(pool->file);
    pool->file = NULL;
    if (result == POOL_FILE_DAMAGED)
        folder_remove(pool_path(pool));
}

/* Called after each use of the file, with the lock held. */
static void handle_result(struct pool *pool, enum pool_file_result result, struct text *why) {
    note(pool, why);
    text_free(why);
    if (result == POOL_FILE_DAMAGED || result == POOL_FILE_TROUBLE)
        stop_using_file(pool, result);
}

/* A filling connection is patient and tidies; then the interactive one need not. Filling starts at
 * the first lookup, because a table may never need a simulation. */
static bool ensure_open(struct pool *pool) {
    struct pool_file_plan plan;
    struct text why = {0};
    if (pool->file || pool->is_unusable)
        return pool->file;
    pool_file_plan(pool, !pool->fills, &plan);
    handle_result(pool, pool_file_open(&plan, &pool->file, &why), &why);
    const struct fill_plan fill = {.jobs = 1, .takes_max = pool->fills, .is_idle = true};
    if (pool->file && pool->fills && !pool->filler)
        pool->filler = filler_open(pool, &fill);
    return pool->file;
}

static void drop(struct pool *pool, int take) {
    struct text why = {0};
    pthread_mutex_lock(&pool->lock);
    if (pool->file)
        handle_result(pool, pool_file_drop(pool->file, take, &why), &why);
    pthread_mutex_unlock(&pool->lock);
}

static bool read_bytes(struct pool *pool, int take, struct text *bytes) {
    struct text why = {0};
    enum pool_file_result result = POOL_FILE_NOTHING;
    pthread_mutex_lock(&pool->lock);
    if (ensure_open(pool)) {
        result = pool_file_read(pool->file, take, bytes, &why);
        handle_result(pool, result, &why);
    }
    pthread_mutex_unlock(&pool->lock);
    return result == POOL_FILE_OK;
}

/* A recording that cannot be parsed or has not ended is damaged: it is removed and computed
 * again. */
static struct recording *find(void *context, int take) {
    struct pool *pool = context;
    struct text bytes = {0};
    struct recording *recording = NULL;
    if (read_bytes(pool, take, &bytes)) {
        recording = recording_parse(text_string(&bytes), bytes.length, NULL);
        if (!recording || !recording_has_ended(recording)) {
            recording_free(recording);
            recording = NULL;
            drop(pool, take);
        }
    }
    text_free(&bytes);
    return recording;
}

static void keep(void *context, int take, const struct recording *recording) {
    struct pool *pool = context;
    struct text why = {0};
    size_t size;
    const void *bytes = recording_bytes(recording, &size);
    pthread_mutex_lock(&pool->lock);
    if (ensure_open(pool))
        handle_result(pool, pool_file_write(pool->file, take, bytes, size, &why), &why);
    pthread_mutex_unlock(&pool->lock);
}

/* Called with the lock held. */
static enum pool_file_result look(struct pool *pool, struct pool_facts *out) {
    const struct takes *takes = pool_takes(pool);
    struct text why = {0};
    if (!pool->file && access(pool_path(pool), F_OK) != 0)
        return POOL_FILE_OK;
    if (!ensure_open(pool))
        return POOL_FILE_TROUBLE;
    enum pool_file_result result =
        pool_file_count(pool->file, takes->each, takes->kinds, out, &why);
    handle_result(pool, result, &why);
    return result;
}

bool pool_look(struct pool *pool, struct pool_facts *out) {
    *out = (struct pool_facts){0};
    pthread_mutex_lock(&pool->lock);
    enum pool_file_result result = look(pool, out);
    pthread_mutex_unlock(&pool->lock);
    return result == POOL_FILE_OK;
}
