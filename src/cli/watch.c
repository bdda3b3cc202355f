/* watch.c: signal handling and progress line of long-running commands. */
#include "watch.h"

#include <stdio.h>
#include <time.h>

/* A signal that the caller set to be ignored (nohup) stays ignored. */
static void watch_signal(struct watch *watch, int number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(&watch->signals, number);
}

void watch_open(struct watch *watch) {
    *watch = (struct watch){0};
    sigemptyset(&watch->signals);
    watch_signal(watch, SIGINT);
    watch_signal(watch, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &watch->signals, &watch->before);
}

void watch_close(struct watch *watch) {
    pthread_sigmask(SIG_SETMASK, &watch->before, NULL);
}

bool watch_look(struct watch *watch) {
    struct timespec no_time = {0};
    int signal = watch->signal ? 0 : sigtimedwait(&watch->signals, NULL, &no_time);
    if (signal <= 0)
        return false;
    watch->signal = signal;
    watch_close(watch);
    return true;
}

double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void show_line(const struct text *line, size_t *longest) {
    *longest = line->length > *longest ? line->length : *longest;
    if (*longest > 0)
        fprintf(stderr, "\r%-*s\r", (int)*longest, text_string(line));
    fflush(stderr);
}
