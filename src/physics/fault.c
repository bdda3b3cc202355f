/* fault.c: MuJoCo's errors caught, its warnings silenced.
 *
 * The engine ends the process when it cannot go on, and writes a log file into
 * the working directory, unless its two hooks are set. They are the engine's
 * own globals; they are set once, to functions that keep what they need in the
 * thread. */
#include "fault.h"

#include <pthread.h>
#include <setjmp.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include <spelunke/must.h>

struct trap {
    jmp_buf way_out;
    char *words;
};

static _Thread_local struct trap *trap;

static void on_error(const char *words) {
    must(trap); /* the engine is only ever called through fault_free */
    strncpy(trap->words, words, FAULT_TEXT - 1);
    trap->words[FAULT_TEXT - 1] = '\0';
    longjmp(trap->way_out, 1);
}

/* Warnings are counted in the engine's data, where world_step looks. */
static void on_warning(const char *words) {
    (void)words;
}

static void set_hooks(void) {
    mju_user_error = on_error;
    mju_user_warning = on_warning;
}

bool fault_free(void (*call)(void *context), void *context, char words[FAULT_TEXT]) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct trap mine = {.words = words};
    must(pthread_once(&once, set_hooks) == 0 && !trap);
    trap = &mine;
    if (setjmp(mine.way_out) == 0) {
        call(context);
        trap = NULL;
        return true;
    }
    trap = NULL;
    return false;
}
