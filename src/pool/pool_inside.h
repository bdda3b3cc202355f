/* pool_inside.h: the parts of a pool, private to src/pool. */
#ifndef SPELUNKE_POOL_INSIDE_H
#define SPELUNKE_POOL_INSIDE_H

#include "pool.h"

/* file.c: one connection to the file of a pool. It is used by one thread; several may be open at
 * once. */
enum pool_file_result {
    POOL_FILE_OK,
    POOL_FILE_NOTHING, /* not found; on writing: already stored */
    POOL_FILE_FULL,    /* the file has reached its limit */
    POOL_FILE_BUSY,    /* locked by another connection; retry later */
    POOL_FILE_DAMAGED, /* not a valid pool */
    POOL_FILE_TROUBLE  /* a disk or permission error */
};

struct pool_file_plan {
    const char *path, *build;
    int64_t bytes_max;
    /* Waits for locks, and checkpoints now and then, as SQLite needs it. A connection that is not
     * patient does neither, because it handles a click: while another one writes, the result is
     * POOL_FILE_BUSY at once. */
    bool is_patient;
};

struct pool_file;

/* Creates the file and its folders if necessary. A damaged one is replaced by a new one, and then
 * `why` says so although the result is fine. */
enum pool_file_result pool_file_open(const struct pool_file_plan *plan, struct pool_file **out,
                                     struct text *why);
void pool_file_close(struct pool_file *file);
/* Each describes damage or trouble in `why`. A row that is not the recording of this take on this
 * build is returned as no bytes. */
enum pool_file_result pool_file_read(struct pool_file *file, int take, struct text *bytes,
                                     struct text *why);
/* Replaces an existing row: a take is computed again only if the stored one was unusable. */
enum pool_file_result pool_file_write(struct pool_file *file, int take, const void *bytes,
                                      size_t size, struct text *why);
enum pool_file_result pool_file_has(struct pool_file *file, int take, struct text *why);
enum pool_file_result pool_file_drop(struct pool_file *file, int take, struct text *why);
enum pool_file_result pool_file_count(struct pool_file *file, int each, int kinds,
                                      struct pool_facts *out, struct text *why);

/* folder.c */
/* `folder`/`game`-`hash of the build`.db */
void folder_path(const char *folder, const char *game, const char *build, struct text *out);
/* Removes the file and SQLite's files beside it; false with errno. */
bool folder_remove(const char *path);
/* Marks the file as used today and removes those of other builds that were unused for long, or that
 * are too many. */
void folder_tidy(const char *path);

/* pool.c */
void pool_file_plan(const struct pool *pool, bool is_patient, struct pool_file_plan *out);
const struct takes *pool_takes(const struct pool *pool);
/* Keeps the first error. */
void pool_note(struct pool *pool, const struct text *why);

#endif
