/* guard.c: see guard.h.
 *
 * The file has a slot for each working thread, and the tables that caused the last crash. It is
 * written by plain stores into mapped memory, which survive any end of the process and need no
 * system call. Signal handlers only do such a store and raise the signal again, so that the process
 * ends as it would without them.
 *
 * Invariants: only the thread that owns a slot writes to it; a crash leaves a mark, being killed
 * does not. */
#define _XOPEN_SOURCE 700 /* stacks of signal handlers */
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <spelunke/must.h>
#include <spelunke/work.h>

enum slot_state { SLOT_FREE, SLOT_WORKS, SLOT_CAUSE };
enum { STACK_BYTES = 64 * 1024 };

static const char magic[8] = "SpGuard1";

struct slot {
    _Atomic uint32_t state;
    char table[GUARD_TABLE_MAX + 1];
    char action[GUARD_ACTION_MAX + 1];
};

struct guard_file {
    char magic[8];
    char causes[GUARD_SLOTS][GUARD_TABLE_MAX + 1]; /* at the last start */
    struct slot slots[GUARD_SLOTS];
};

struct culprit {
    char table[GUARD_TABLE_MAX + 1];
    char action[GUARD_ACTION_MAX + 1];
};

struct guard {
    struct guard_file *file;
    struct culprit aside[GUARD_SLOTS];
    int aside_count;
};

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
enum { FATAL = sizeof fatal / sizeof *fatal };

/* Thread-local state, because a signal handler gets no argument that could point to the guard. */
static _Thread_local struct slot *at_work;
/* There is one guard per process, because a signal has one handler. */
static struct guard *the_guard;
static struct sigaction before[FATAL];
static pthread_key_t stack_key;

/* Crashes. */

static void mark_cause(void) {
    if (at_work)
        atomic_store(&at_work->state, SLOT_CAUSE);
}

static void tell_work(void) {
    char line[WORK_TEXT_MAX + 1];
    size_t length = work_print(line, WORK_TEXT_MAX);
    line[length] = '\n';
    if (length > 0 && write(STDERR_FILENO, line, length + 1) < 0)
        return; /* nothing can be done about a failed write */
}

/* Marks the cause only for signals of the kernel and of abort, not for those sent by others. The
 * handler is already uninstalled, so the raised signal ends the process when this returns. */
static void die(int signal, siginfo_t *info, void *context) {
    (void)context;
    if (info->si_code > 0 || info->si_pid == getpid()) {
        mark_cause();
        tell_work();
    }
    raise(signal);
}

static void must_failed(const char *condition, const char *file, int line) {
    (void)condition, (void)file, (void)line;
    mark_cause();
}

static void install(void) {
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
    action.sa_sigaction = die;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FATAL; i++)
        must(sigaction(fatal[i], &action, &before[i]) == 0);
    must_set_hook(must_failed);
}

static void uninstall(void) {
    must_set_hook(NULL);
    for (int i = 0; i < FATAL; i++)
        sigaction(fatal[i], &before[i], NULL);
}

/* Handlers run on an alternate stack, because the thread may have overflowed its own. A sanitizer
 * may have set one up already. */

static void free_stack(void *stack) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(stack);
}

static void need_stack(void) {
    stack_t now;
    if (pthread_getspecific(stack_key) || sigaltstack(NULL, &now) != 0 ||
        !(now.ss_flags & SS_DISABLE))
        return;
    stack_t other = {.ss_sp = must_alloc(STACK_BYTES), .ss_size = STACK_BYTES};
    must(sigaltstack(&other, NULL) == 0);
    must(pthread_setspecific(stack_key, other.ss_sp) == 0);
}

/* The start. */

static bool was_cause(const struct guard_file *file, const char *table) {
    for (int i = 0; i < GUARD_SLOTS; i++)
        if (*table && strcmp(file->causes[i], table) == 0)
            return true;
    return false;
}

/* Quarantines tables that caused two crashes in a row; remembers the new causes for the next start.
 */
static void quarantine(struct guard *guard) {
    struct guard_file *file = guard->file;
    char causes[GUARD_SLOTS][GUARD_TABLE_MAX + 1] = {{0}};
    for (int i = 0; i < GUARD_SLOTS; i++) {
        struct slot *slot = &file->slots[i];
        slot->table[GUARD_TABLE_MAX] = slot->action[GUARD_ACTION_MAX] = '\0';
        file->causes[i][GUARD_TABLE_MAX] = '\0';
    }
    for (int i = 0; i < GUARD_SLOTS; i++) {
        struct slot *slot = &file->slots[i];
        if (atomic_load(&slot->state) == SLOT_CAUSE) {
            strcpy(causes[i], slot->table);
            if (was_cause(file, slot->table)) {
                struct culprit *culprit = &guard->aside[guard->aside_count++];
                strcpy(culprit->table, slot->table);
                strcpy(culprit->action, slot->action);
            }
        }
        memset(slot, 0, sizeof *slot);
    }
    memcpy(file->causes, causes, sizeof causes);
}

static bool map_file(struct guard *guard, int file) {
    struct stat stat;
    bool is_ours = fstat(file, &stat) == 0 && stat.st_size == sizeof *guard->file;
    /* Blocks are reserved, because a store into a page without one would raise SIGBUS on a full
     * disk. */
    if (!is_ours && ftruncate(file, 0) != 0)
        return false;
    errno = posix_fallocate(file, 0, sizeof *guard->file);
    if (errno)
        return false;
    guard->file = mmap(NULL, sizeof *guard->file, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (guard->file == MAP_FAILED)
        return false;
    if (memcmp(guard->file->magic, magic, sizeof magic) != 0) {
        memset(guard->file, 0, sizeof *guard->file);
        memcpy(guard->file->magic, magic, sizeof magic);
    }
    return true;
}

struct guard *guard_open(const char *path, struct text *why) {
    struct guard *guard = must_alloc(sizeof *guard);
    must(!the_guard);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool is_mapped = file >= 0 && map_file(guard, file);
    int error = errno;
    if (file >= 0)
        close(file);
    if (!is_mapped) {
        text_put(why, path);
        text_put(why, " cannot be used: ");
        text_put(why, strerror(error));
        free(guard);
        return NULL;
    }
    quarantine(guard);
    the_guard = guard;
    must(pthread_key_create(&stack_key, free_stack) == 0);
    install();
    return guard;
}

void guard_close(struct guard *guard) {
    if (!guard)
        return;
    must(guard == the_guard && !at_work);
    uninstall();
    void *stack = pthread_getspecific(stack_key);
    if (stack)
        free_stack(stack);
    pthread_key_delete(stack_key);
    the_guard = NULL;
    munmap(guard->file, sizeof *guard->file);
    free(guard);
}

const char *guard_aside(const struct guard *guard, int n, const char **action) {
    if (n < 0 || n >= guard->aside_count)
        return NULL;
    *action = guard->aside[n].action;
    return guard->aside[n].table;
}

const char *guard_cause(const struct guard *guard, int n) {
    for (int i = 0; i < GUARD_SLOTS; i++)
        if (guard->file->causes[i][0] && n-- == 0)
            return guard->file->causes[i];
    return NULL;
}

/* Work. */

static void copy_cut(char *out, const char *string, size_t most) {
    size_t length = strnlen(string, most);
    memcpy(out, string, length);
    out[length] = '\0';
}

void guard_enter(struct guard *guard, const char *table, const char *action) {
    struct slot *slot = NULL;
    if (!guard)
        return;
    must(!at_work);
    need_stack();
    for (int i = 0; i < GUARD_SLOTS && !slot; i++) {
        uint32_t free_one = SLOT_FREE;
        if (atomic_compare_exchange_strong(&guard->file->slots[i].state, &free_one, SLOT_WORKS))
            slot = &guard->file->slots[i];
    }
    must(slot); /* there are fewer threads than slots */
    copy_cut(slot->table, table, GUARD_TABLE_MAX);
    copy_cut(slot->action, action, GUARD_ACTION_MAX);
    at_work = slot;
}

void guard_leave(struct guard *guard) {
    if (!guard)
        return;
    must(at_work);
    struct slot *slot = at_work;
    at_work = NULL;
    atomic_store(&slot->state, SLOT_FREE);
}
