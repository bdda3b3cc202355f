/* shim.c: a VFS with fault injection, around SQLite's default one. */
#include "shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include <spelunke/must.h>
#include <spelunke/text.h>

enum { FILES_MAX = 8, SECTOR = 512 };

/* A write since the last sync; without bytes: the file was truncated to `offset`. */
struct change {
    int64_t offset;
    struct text bytes;
    bool is_cut;
};

struct model {
    struct text path, synced;
    struct change *changes;
    int count, room;
    bool is_there;
    bool may_return; /* it was removed, and the folder not synced since */
    bool is_new;     /* its first sync also syncs the folder, as SQLite does with logs */
};

struct shim {
    sqlite3_vfs vfs;
    sqlite3_vfs *usual;
    struct shim_fault fault;
    int calls, syncs;
    void (*hook)(void *context);
    void *context;
    struct model models[FILES_MAX];
    int model_count;
};

struct shim_file {
    sqlite3_file file;
    struct shim *shim;
    struct model *model; /* NULL for files that a crash does not affect */
    sqlite3_file *usual;
};

static struct shim_file *shim_file(sqlite3_file *file) {
    return (struct shim_file *)file;
}

/* The model. */

static struct model *model_of(struct shim *shim, const char *path) {
    for (int i = 0; i < shim->model_count; i++)
        if (strcmp(text_string(&shim->models[i].path), path) == 0)
            return &shim->models[i];
    must(shim->model_count < FILES_MAX);
    struct model *model = &shim->models[shim->model_count++];
    text_put(&model->path, path);
    return model;
}

static void lengthen(struct text *text, size_t length) {
    static const char zeros[4096];
    while (text->length < length) {
        size_t missing = length - text->length;
        text_put_bytes(text, zeros, missing < sizeof zeros ? missing : sizeof zeros);
    }
}

/* Applies a part of a change. */
static void patch(struct text *text, const struct change *change, size_t from, size_t size) {
    size_t start = (size_t)change->offset + from;
    if (change->is_cut) {
        lengthen(text, start);
        text->length = start;
        return;
    }
    lengthen(text, start + size);
    memcpy(text->data + start, change->bytes.data + from, size);
}

static void model_forget_changes(struct model *model) {
    for (int i = 0; i < model->count; i++)
        text_free(&model->changes[i].bytes);
    model->count = 0;
}

static void model_sync(struct model *model) {
    for (int i = 0; i < model->count; i++)
        patch(&model->synced, &model->changes[i], 0, model->changes[i].bytes.length);
    model_forget_changes(model);
}

static struct change *model_change(struct model *model, int64_t offset) {
    if (model->count == model->room) {
        model->room = model->room ? 2 * model->room : 64;
        model->changes = must_realloc(model->changes, (size_t)model->room * sizeof *model->changes);
    }
    struct change *change = &model->changes[model->count++];
    *change = (struct change){.offset = offset};
    return change;
}

static uint64_t draw(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* Each sector of a write reaches the disk or does not. */
static void patch_some(struct text *text, const struct change *change, uint64_t *seed) {
    if (change->is_cut && draw(seed) % 2)
        patch(text, change, 0, 0);
    for (size_t from = 0; from < change->bytes.length; from += SECTOR) {
        size_t left = change->bytes.length - from;
        if (draw(seed) % 2)
            patch(text, change, from, left < SECTOR ? left : SECTOR);
    }
}

static void model_crash(const struct model *model, enum shim_crash crash, uint64_t *seed,
                        const char *folder) {
    struct text bytes = {0}, path = {0};
    text_put_bytes(&bytes, text_string(&model->synced), model->synced.length);
    for (int i = 0; i < model->count && crash != SHIM_LOSES_ALL; i++)
        if (crash == SHIM_LOSES_NONE)
            patch(&bytes, &model->changes[i], 0, model->changes[i].bytes.length);
        else
            patch_some(&bytes, &model->changes[i], seed);
    text_put(&path, folder);
    text_put(&path, strrchr(text_string(&model->path), '/'));
    FILE *file = fopen(path.data, "wb");
    must(file && fwrite(text_string(&bytes), 1, bytes.length, file) == bytes.length);
    must(fclose(file) == 0);
    text_free(&bytes);
    text_free(&path);
}

void shim_crash(const struct shim *shim, enum shim_crash crash, uint64_t seed, const char *folder) {
    for (int i = 0; i < shim->model_count; i++)
        if (shim->models[i].is_there || (shim->models[i].may_return && crash == SHIM_LOSES_ALL))
            model_crash(&shim->models[i], crash, &seed, folder);
}

/* Faults. */

static bool fails(struct shim *shim, unsigned call) {
    if (shim->hook && (call & SHIM_CHANGES))
        shim->hook(shim->context);
    if (call == SHIM_SYNC)
        shim->syncs++;
    if (!(call & shim->fault.calls))
        return false;
    shim->calls++;
    return shim->calls == shim->fault.at || (shim->fault.lasts && shim->calls > shim->fault.at);
}

static int code_of(const struct shim *shim, int otherwise) {
    return shim->fault.how == SHIM_FULL || shim->fault.how == SHIM_SHORT ? SQLITE_FULL : otherwise;
}

/* Files. */

static int file_close(sqlite3_file *file) {
    struct shim_file *own = shim_file(file);
    int code = own->usual->pMethods ? own->usual->pMethods->xClose(own->usual) : SQLITE_OK;
    free(own->usual);
    return code;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    struct shim_file *own = shim_file(file);
    if (fails(own->shim, SHIM_READ))
        return SQLITE_IOERR_READ;
    return own->usual->pMethods->xRead(own->usual, bytes, count, offset);
}

static int write_through(struct shim_file *own, const void *bytes, int count, int64_t offset) {
    if (own->model)
        text_put_bytes(&model_change(own->model, offset)->bytes, bytes, (size_t)count);
    return own->usual->pMethods->xWrite(own->usual, bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    struct shim_file *own = shim_file(file);
    if (!fails(own->shim, SHIM_WRITE))
        return write_through(own, bytes, count, offset);
    if (own->shim->fault.how == SHIM_SHORT)
        write_through(own, bytes, count / 2, offset);
    return code_of(own->shim, SQLITE_IOERR_WRITE);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    struct shim_file *own = shim_file(file);
    if (fails(own->shim, SHIM_TRUNCATE))
        return SQLITE_IOERR_TRUNCATE;
    if (own->model)
        model_change(own->model, size)->is_cut = true;
    return own->usual->pMethods->xTruncate(own->usual, size);
}

static void sync_folder(struct shim *shim) {
    for (int i = 0; i < shim->model_count; i++)
        shim->models[i].may_return = false;
}

static int file_sync(sqlite3_file *file, int flags) {
    struct shim_file *own = shim_file(file);
    (void)flags;
    if (fails(own->shim, SHIM_SYNC))
        return SQLITE_IOERR_FSYNC;
    if (!own->model)
        return SQLITE_OK;
    model_sync(own->model);
    if (own->model->is_new)
        sync_folder(own->shim);
    own->model->is_new = false;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    struct shim_file *own = shim_file(file);
    if (fails(own->shim, SHIM_SIZE))
        return SQLITE_IOERR_FSTAT;
    return own->usual->pMethods->xFileSize(own->usual, size);
}

static int file_lock(sqlite3_file *file, int level) {
    struct shim_file *own = shim_file(file);
    if (fails(own->shim, SHIM_LOCK))
        return SQLITE_IOERR_LOCK;
    return own->usual->pMethods->xLock(own->usual, level);
}

static int file_unlock(sqlite3_file *file, int level) {
    struct shim_file *own = shim_file(file);
    return own->usual->pMethods->xUnlock(own->usual, level);
}

static int file_check_lock(sqlite3_file *file, int *out) {
    struct shim_file *own = shim_file(file);
    return own->usual->pMethods->xCheckReservedLock(own->usual, out);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    struct shim_file *own = shim_file(file);
    return own->usual->pMethods->xFileControl(own->usual, operation, argument);
}

static int file_sector(sqlite3_file *file) {
    struct shim_file *own = shim_file(file);
    return own->usual->pMethods->xSectorSize(own->usual);
}

static int file_device(sqlite3_file *file) {
    struct shim_file *own = shim_file(file);
    return own->usual->pMethods->xDeviceCharacteristics(own->usual);
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **out) {
    struct shim_file *own = shim_file(file);
    if (fails(own->shim, SHIM_SHARED))
        return SQLITE_IOERR_SHMMAP;
    return own->usual->pMethods->xShmMap(own->usual, region, size, extend, out);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    struct shim_file *own = shim_file(file);
    if ((flags & SQLITE_SHM_LOCK) && fails(own->shim, SHIM_LOCK))
        return SQLITE_IOERR_SHMLOCK;
    return own->usual->pMethods->xShmLock(own->usual, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) {
    struct shim_file *own = shim_file(file);
    own->usual->pMethods->xShmBarrier(own->usual);
}

static int file_shm_unmap(sqlite3_file *file, int remove) {
    struct shim_file *own = shim_file(file);
    return own->usual->pMethods->xShmUnmap(own->usual, remove);
}

static const sqlite3_io_methods file_methods = {.iVersion = 2,
                                                .xClose = file_close,
                                                .xRead = file_read,
                                                .xWrite = file_write,
                                                .xTruncate = file_truncate,
                                                .xSync = file_sync,
                                                .xFileSize = file_size,
                                                .xLock = file_lock,
                                                .xUnlock = file_unlock,
                                                .xCheckReservedLock = file_check_lock,
                                                .xFileControl = file_control,
                                                .xSectorSize = file_sector,
                                                .xDeviceCharacteristics = file_device,
                                                .xShmMap = file_shm_map,
                                                .xShmLock = file_shm_lock,
                                                .xShmBarrier = file_shm_barrier,
                                                .xShmUnmap = file_shm_unmap};

/* The file system. */

static struct shim *shim_of(sqlite3_vfs *vfs) {
    return vfs->pAppData;
}

/* Whether writing fails. */
static bool is_read_only(const struct shim *shim) {
    return shim->fault.how == SHIM_READ_ONLY && shim->calls >= shim->fault.at && shim->fault.calls;
}

static void open_model(struct shim_file *own, const char *path, int flags) {
    if (!path || !(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)))
        return;
    own->model = model_of(own->shim, path);
    if (!own->model->is_there) { /* created again */
        text_clear(&own->model->synced);
        model_forget_changes(own->model);
    }
    own->model->is_new = !own->model->is_there && !(flags & SQLITE_OPEN_MAIN_DB);
    own->model->is_there = true;
    own->model->may_return = false;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    struct shim *shim = shim_of(vfs);
    struct shim_file *own = shim_file(file);
    *own = (struct shim_file){.shim = shim};
    if (fails(shim, SHIM_OPEN))
        return SQLITE_CANTOPEN;
    if (is_read_only(shim) && (flags & SQLITE_OPEN_READWRITE)) {
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    }
    own->usual = must_alloc((size_t)shim->usual->szOsFile);
    int code = shim->usual->xOpen(shim->usual, path, own->usual, flags, out);
    if (code != SQLITE_OK) {
        free(own->usual);
        own->usual = NULL;
        return code;
    }
    own->file.pMethods = &file_methods;
    open_model(own, path, flags);
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    struct shim *shim = shim_of(vfs);
    if (fails(shim, SHIM_DELETE))
        return SQLITE_IOERR_DELETE;
    model_of(shim, path)->is_there = false;
    model_of(shim, path)->may_return = !sync;
    return shim->usual->xDelete(shim->usual, path, sync);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out) {
    struct shim *shim = shim_of(vfs);
    return shim->usual->xAccess(shim->usual, path, flags, out);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int size, char *out) {
    struct shim *shim = shim_of(vfs);
    return shim->usual->xFullPathname(shim->usual, path, size, out);
}

static int vfs_randomness(sqlite3_vfs *vfs, int size, char *out) {
    (void)vfs;
    memset(out, 7, (size_t)size); /* deterministic */
    return size;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return microseconds;
}

static int vfs_time(sqlite3_vfs *vfs, double *out) {
    (void)vfs;
    *out = 2440587.5;
    return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *out) {
    struct shim *shim = shim_of(vfs);
    return shim->usual->xGetLastError(shim->usual, size, out);
}

struct shim *shim_new(const char *name) {
    struct shim *shim = must_alloc(sizeof *shim);
    shim->usual = sqlite3_vfs_find(NULL);
    shim->vfs = (sqlite3_vfs){.iVersion = 1,
                              .szOsFile = sizeof(struct shim_file),
                              .mxPathname = shim->usual->mxPathname,
                              .zName = name,
                              .pAppData = shim,
                              .xOpen = vfs_open,
                              .xDelete = vfs_delete,
                              .xAccess = vfs_access,
                              .xFullPathname = vfs_full_path,
                              .xRandomness = vfs_randomness,
                              .xSleep = vfs_sleep,
                              .xCurrentTime = vfs_time,
                              .xGetLastError = vfs_last_error};
    must(sqlite3_vfs_register(&shim->vfs, 0) == SQLITE_OK);
    return shim;
}

void shim_clear(struct shim *shim) {
    for (int i = 0; i < shim->model_count; i++) {
        model_forget_changes(&shim->models[i]);
        free(shim->models[i].changes);
        text_free(&shim->models[i].path);
        text_free(&shim->models[i].synced);
        shim->models[i] = (struct model){0};
    }
    shim->model_count = 0;
}

void shim_free(struct shim *shim) {
    must(sqlite3_vfs_unregister(&shim->vfs) == SQLITE_OK);
    shim_clear(shim);
    free(shim);
}

void shim_set_fault(struct shim *shim, const struct shim_fault *fault) {
    shim->fault = fault ? *fault : (struct shim_fault){0};
    shim->calls = 0;
}

int shim_calls(const struct shim *shim) {
    return shim->calls;
}

int shim_syncs(const struct shim *shim) {
    return shim->syncs;
}

void shim_set_hook(struct shim *shim, void (*hook)(void *context), void *context) {
    shim->hook = hook;
    shim->context = context;
}
