/* must.c: aborts the program after a fault of its own. */
#include <spelunke/must.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* Global, because a fault can occur in any function, and none could pass the hook down to here.
 * Atomic, because any thread can fail. */
static void (*_Atomic host_hook)(const char *condition, const char *file, int line);

void must_set_hook(void (*hook)(const char *condition, const char *file, int line)) {
    atomic_store(&host_hook, hook);
}

/* The hook is removed before the call, so a hook that fails itself is not called again. */
_Noreturn void must_fail(const char *condition, const char *file, int line) {
    fprintf(stderr, "spelunke: %s:%d: this must hold: %s\n", file, line, condition);
    void (*hook)(const char *, const char *, int) = atomic_exchange(&host_hook, NULL);
    if (hook)
        hook(condition, file, line);
    abort();
}

static void *check_allocated(void *memory) {
    if (!memory)
        must_fail("there is memory left", __FILE__, __LINE__);
    return memory;
}

void *must_alloc(size_t size) {
    return check_allocated(calloc(1, size ? size : 1));
}

void *must_realloc(void *memory, size_t size) {
    return check_allocated(realloc(memory, size ? size : 1));
}
