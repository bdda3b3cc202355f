/* pool_inside.h: the parts of a pool; only src/pool looks here. */
#ifndef SPELUNKE_POOL_INSIDE_H
#define SPELUNKE_POOL_INSIDE_H

#include "pool.h"

/* file.c: one connection to the file of a pool. It belongs to the thread that
 * uses it; several may be open at once. */
enum filed {
    FILED_FINE,
    FILED_NOTHING, /* it is not there; or, on writing, the same was there already */
    FILED_FULL,    /* the file is as large as it may become */
    FILED_BUSY,    /* somebody else has it; later, perhaps */
    FILED_DAMAGED, /* it is not what a pool writes */
    FILED_TROUBLE  /* the disk, or who may use it */
};

struct pool_file_plan {
    const char *path, *build;
    int64_t bytes_max;
    /* Waits for others, and does the tidying up that SQLite needs now and then. One
     * that is not patient does neither, for somebody waits for a click: where another
     * writes, it is FILED_BUSY at once. */
    bool is_patient;
};

struct pool_file;

/* Makes the file and its folders if need be. One that is damaged is begun anew,
 * and then `why` says so although all is fine. */
enum filed pool_file_open(const struct pool_file_plan *plan, struct pool_file **out,
                          struct text *why);
void pool_file_close(struct pool_file *file);
/* Each says in `why` if it comes to damage or trouble. A row that holds something else
 * than the recording of this take on this build reads as no bytes. */
enum filed pool_file_read(struct pool_file *file, int take, struct text *bytes, struct text *why);
/* In place of another one of that number: a throw is made again only because the
 * one that was there was of no use. */
enum filed pool_file_write(struct pool_file *file, int take, const void *bytes, size_t size,
                           struct text *why);
enum filed pool_file_has(struct pool_file *file, int take, struct text *why);
enum filed pool_file_drop(struct pool_file *file, int take, struct text *why);
enum filed pool_file_count(struct pool_file *file, int each, int kinds, struct pool_facts *out,
                           struct text *why);

/* folder.c */
/* `folder`/`game`-`hash of the build`.db */
void folder_path(const char *folder, const char *game, const char *build, struct text *out);
/* Removes the file, and what SQLite keeps beside it; false with errno. */
bool folder_remove(const char *path);
/* Marks the file as used today and removes those of other builds that nobody has
 * used for long, or that are too many. */
void folder_tidy(const char *path);

/* pool.c */
void pool_file_plan(const struct pool *pool, bool is_patient, struct pool_file_plan *out);
const struct takes *pool_takes(const struct pool *pool);
/* Keeps the first reason. */
void pool_note(struct pool *pool, const struct text *why);

#endif
