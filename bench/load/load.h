/* load.h: the parts of bench/load: server processes that are measured, connections to them, and
 * simulated people. One thread with epoll; the measured servers are separate processes. */
#ifndef SPELUNKE_BENCH_LOAD_H
#define SPELUNKE_BENCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <spelunke/text.h>

/* process.c: a server as a child process. */
struct process {
    pid_t pid;
    int port, out;
    char data[64]; /* its folder; "": none */
    int http;      /* a connection for requests; -1: none */
};

/* Both wait for its first line of output. The Spelunke server uses a temporary folder and
 * --test. */
void process_start_spelunke(struct process *process, const char *binary, const char *store);
void process_start_relay(struct process *process, const char *binary);
/* Restarts the Spelunke server with the same folder; returns the milliseconds until /healthz
 * answered 200. */
double process_restart(struct process *process, const char *binary);
/* Terminates it and removes its folder. */
void process_end(struct process *process);
double process_cpu(const struct process *process);    /* CPU seconds of all its threads */
size_t process_memory(const struct process *process); /* resident memory without file mappings */
/* A synchronous HTTP request; returns the status. */
int process_call(struct process *process, const char *method, const char *path, const char *token,
                 const char *body, struct text *answer);

/* line.c: WebSocket connections to servers. */
struct line {
    int socket;
    struct text in; /* bytes of an incomplete frame */
    void (*hear)(struct line *line, char *message, size_t size);
};

double seconds_now(void); /* from the monotonic clock */
void line_open(struct line *line, const struct process *process, const char *token);
void line_close(struct line *line);
void line_say(struct line *line, const char *message, size_t size);
/* Waits for messages until the timeout and handles all that have arrived. */
void lines_wait(int milliseconds);

/* figures.c: samples and their quantiles. */
struct figures {
    double *items;
    size_t count, room;
};
void figures_add(struct figures *figures, double item);
double figures_part(struct figures *figures, double part); /* 0.5: the median */
double figures_mean(const struct figures *figures);
void figures_clear(struct figures *figures);
void figures_free(struct figures *figures);

/* people.c: tables of four simulated people. */
enum { SEATS = 4 };

struct crowd;
struct person {
    struct line line;
    struct crowd *crowd;
    int table, seat; /* of the crowd */
    int64_t n, act;  /* number of the last message; number of the unanswered action, 0: none */
    uint32_t ask;    /* 0: no question to be answered */
    char action[256];
    char token[64];
    bool is_coming,
        is_ready;  /* watches and will sit down; ready, so it waits for nothing before the match */
    bool has_seen; /* has received the last action of the table */
};

struct party {
    char id[32], code[16];
    bool is_over, is_flying; /* is_flying: an action is unanswered */
    int watching;            /* number of answers to the initial requests */
    double sent_at, due;
};

/* Tables on one server, or on the relay. */
struct crowd {
    struct process *process;
    const char *game; /* NULL: the relay */
    int count;
    struct person *people;
    struct party *parties;
    uint64_t mood;
    bool is_stopped;
    double pace; /* seconds between actions of a table; 0: no pause */
    int64_t actions, stale, steps;
    struct figures latency, sizes; /* milliseconds from one seat to another; bytes of steps */
};

/* Opens the tables; returns when all people sit and every match has begun. `lobby` people stay in
 * the lobby. */
void crowd_open(struct crowd *crowd, struct process *process, const char *game, int tables);
void crowd_lobby(struct crowd *crowd, struct process *process, bool is_relay, int people);
/* Seats the people in the lobby at tables of four and starts the matches. */
void crowd_sit(struct crowd *crowd, const char *game);
/* Plays for this time, then waits until every action is answered. */
void crowd_play(struct crowd *crowd, double seconds, double pace);
void crowd_wait(double seconds);
void crowd_close(struct crowd *crowd);

#endif
