/* load.h: what bench/load is made of: processes that are measured, lines to them, and people
 * who play. One thread, one epoll; what is measured runs in processes of its own. */
#ifndef SPELUNKE_BENCH_LOAD_H
#define SPELUNKE_BENCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <spelunke/text.h>

/* process.c: a server as a child. */
struct process {
    pid_t pid;
    int port, out;
    char data[64]; /* its folder; "": none */
    int http;      /* a connection for requests; -1: none */
};

/* Both wait for its first line. The spelunke serves a folder of its own with --test. */
void process_start_spelunke(struct process *process, const char *binary, const char *store);
void process_start_relay(struct process *process, const char *binary);
/* Ends the spelunke and starts it anew on the same folder; milliseconds until /healthz
 * answered 200. */
double process_restart(struct process *process, const char *binary);
/* Ends it and removes its folder. */
void process_end(struct process *process);
double process_cpu(const struct process *process);    /* seconds of all its threads */
size_t process_memory(const struct process *process); /* bytes in RAM that are not a file's */
/* A request over HTTP, waited for; the status. */
int process_call(struct process *process, const char *method, const char *path, const char *token,
                 const char *body, struct text *answer);

/* line.c: WebSockets to servers. */
struct line {
    int socket;
    struct text in; /* bytes that are no whole frame yet */
    void (*hear)(struct line *line, char *message, size_t size);
};

double seconds_now(void); /* of a clock that nobody turns */
void line_open(struct line *line, const struct process *process, const char *token);
void line_close(struct line *line);
void line_say(struct line *line, const char *message, size_t size);
/* Waits so long for messages at most, and hands over all that have come. */
void lines_wait(int milliseconds);

/* figures.c: many figures, and where they lie. */
struct figures {
    double *items;
    size_t count, room;
};
void figures_add(struct figures *figures, double item);
double figures_part(struct figures *figures, double part); /* 0.5: the median */
double figures_mean(const struct figures *figures);
void figures_clear(struct figures *figures);
void figures_free(struct figures *figures);

/* people.c: tables of four people who play. */
enum { SEATS = 4 };

struct crowd;
struct person {
    struct line line;
    struct crowd *crowd;
    int table, seat; /* of the crowd */
    int64_t n, act;  /* the last number; that of the action which is not answered, 0: none */
    uint32_t ask;    /* 0: nothing must be answered */
    char action[256];
    char token[64];
    bool is_coming, is_ready; /* watches and will sit; nothing is awaited before the match */
    bool has_seen;            /* the last action of the table */
};

struct party {
    char id[32], code[16];
    bool is_over, is_flying; /* an action is on its way */
    int watching;            /* answers to the people's requests at the beginning */
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
    double pace; /* seconds between actions of a table; 0: at once */
    int64_t actions, stale, steps;
    struct figures latency, sizes; /* milliseconds from seat to seat; bytes of steps */
};

/* All sit, and every match has begun. `lobby` people are only there. */
void crowd_open(struct crowd *crowd, struct process *process, const char *game, int tables);
void crowd_lobby(struct crowd *crowd, struct process *process, bool is_relay, int people);
/* Who is there sits down at tables of four and begins. */
void crowd_sit(struct crowd *crowd, const char *game);
/* Plays for so long, then waits until every action is answered. */
void crowd_play(struct crowd *crowd, double seconds, double pace);
void crowd_wait(double seconds);
void crowd_close(struct crowd *crowd);

#endif
