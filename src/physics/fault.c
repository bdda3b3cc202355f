/* fault.c: catches MuJoCo's errors and silences its warnings.
 *
 * By default the engine ends the process after an error and writes a log file into the working
 * directory; two global hooks replace this. They are set once, to functions that keep their
 * state in thread-local storage. */
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
    must(trap); /* the engine is only called through fault_free */
    strncpy(trap->words, words, FAULT_TEXT - 1);
    trap->words[FAULT_TEXT - 1] = '\0';
    longjmp(trap->way_out, 1);
}

/* Warnings are counted in the engine's data, where world_step reads them. */
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
