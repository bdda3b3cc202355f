/* must.c: the one place where the program gives up. */
#include <spelunke/must.h>

#include <stdio.h>
#include <stdlib.h>

_Noreturn void must_fail(const char *condition, const char *file, int line) {
    fprintf(stderr, "spelunke: %s:%d: this must hold: %s\n", file, line, condition);
    abort();
}

static void *some(void *memory) {
    if (!memory)
        must_fail("there is memory left", __FILE__, __LINE__);
    return memory;
}

void *must_alloc(size_t size) {
    return some(calloc(1, size ? size : 1));
}

void *must_realloc(void *memory, size_t size) {
    return some(realloc(memory, size ? size : 1));
}
