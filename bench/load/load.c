/* load.c: throughput, latency and memory of a server under load and at rest, compared with a relay
 * of the same library in the same run; prints CSV. docs/load.md has the results. */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <spelunke/must.h>

#include "../bench.h"

static const char *spelunke_binary, *relay_binary;

/* ---- actions per second of server CPU ---- */

struct rate {
    double cpu;
    int64_t actions, steps;
};

static void play(struct crowd *crowd, double seconds, struct rate *rate) {
    double cpu = process_cpu(crowd->process);
    int64_t actions = crowd->actions, steps = crowd->steps;
    crowd_play(crowd, seconds, 0);
    rate->cpu += process_cpu(crowd->process) - cpu;
    rate->actions += crowd->actions - actions;
    rate->steps += crowd->steps - steps;
}

/* Relay and server alternate, so that other load of the machine affects both. */
static void bench_actions(const char *game, int tables, double seconds) {
    enum { TURNS = 5 };
    struct process server = {0}, relay = {0};
    struct crowd players = {0}, relayed = {0};
    struct rate of_server = {0}, of_relay = {0}, unused = {0};
    process_start_spelunke(&server, spelunke_binary, "disk");
    process_start_relay(&relay, relay_binary);
    crowd_open(&players, &server, game, tables);
    crowd_open(&relayed, &relay, NULL, tables);
    play(&players, 1, &unused);
    play(&relayed, 1, &unused);
    figures_clear(&players.sizes);
    for (int i = 0; i < TURNS; i++) {
        play(&relayed, seconds / TURNS, &of_relay);
        play(&players, seconds / TURNS, &of_server);
    }
    double server_rate = (double)of_server.actions / of_server.cpu;
    double relay_rate = (double)of_relay.actions / of_relay.cpu;
    printf("actions,%s,%d,%.0f,%.0f,%.2f,%.2f,%.0f,%.0f,%lld\n", game, tables, server_rate,
           relay_rate, server_rate / relay_rate,
           (double)of_server.steps / (double)of_server.actions, figures_part(&players.sizes, 0.5),
           figures_mean(&players.sizes), (long long)players.stale);
    crowd_close(&players);
    crowd_close(&relayed);
    process_end(&server);
    process_end(&relay);
}

/* ---- latency between seats ---- */

static void bench_paced(const char *game, int tables, double seconds) {
    enum { TURNS = 5 };
    struct process server = {0}, relay = {0};
    struct crowd players = {0}, relayed = {0};
    process_start_spelunke(&server, spelunke_binary, "memory");
    process_start_relay(&relay, relay_binary);
    crowd_open(&players, &server, game, tables);
    crowd_open(&relayed, &relay, NULL, tables);
    crowd_play(&players, 1, 0.25);
    crowd_play(&relayed, 1, 0.25);
    figures_clear(&players.latency);
    figures_clear(&relayed.latency);
    for (int i = 0; i < TURNS; i++) {
        crowd_play(&relayed, seconds / TURNS, 0.25);
        crowd_play(&players, seconds / TURNS, 0.25);
    }
    double p99 = figures_part(&players.latency, 0.99);
    double relay_p99 = figures_part(&relayed.latency, 0.99);
    printf("paced,%s,%d,%.2f,%.2f,%.2f,%.2f,%.2f\n", game, tables,
           figures_part(&players.latency, 0.5), figures_part(&relayed.latency, 0.5), p99, relay_p99,
           p99 - relay_p99);
    crowd_close(&players);
    crowd_close(&relayed);
    process_end(&server);
    process_end(&relay);
}

/* ---- comparison with peers (bench/peers) ---- */

/* Tables that are being played, and tables that are over but still loaded. */
static int tables_in_memory(struct process *server) {
    struct text figures = {0};
    int tables = 0;
    must(process_call(server, "GET", "/metrics", NULL, NULL, &figures) == 200);
    const char *line = strstr(text_string(&figures), "\nspelunke_tables ");
    must(line && sscanf(line, " spelunke_tables %d", &tables) == 1);
    text_free(&figures);
    return tables;
}

static void bench_loop(const char *game, int tables, double seconds) {
    struct process server = {0};
    struct crowd players = {0};
    struct rate rate = {0};
    process_start_spelunke(&server, spelunke_binary, "memory"); /* the peers store nothing either */
    size_t empty = process_memory(&server);
    crowd_open(&players, &server, game, tables);
    play(&players, seconds, &rate);
    double gained = ((double)process_memory(&server) - (double)empty) / 1024;
    printf("spelunke,%d,%.0f,%.1f,%.1f,%.1f,%d\n", tables, (double)rate.actions / rate.cpu,
           figures_part(&players.latency, 0.5), figures_part(&players.latency, 0.99),
           gained / tables / SEATS, tables_in_memory(&server));
    crowd_close(&players);
    process_end(&server);
}

/* ---- at rest ---- */

static double per(size_t after, size_t before, int count) {
    return ((double)after - (double)before) / count;
}

static void bench_idle(int people, double seconds) {
    struct process server = {0}, relay = {0};
    struct crowd lobby = {0}, relayed = {0};
    process_start_spelunke(&server, spelunke_binary, "disk");
    process_start_relay(&relay, relay_binary);
    size_t server_empty = process_memory(&server), relay_empty = process_memory(&relay);
    crowd_lobby(&relayed, &relay, true, people);
    crowd_lobby(&lobby, &server, false, people);
    crowd_wait(5);
    double cpu = process_cpu(&server), began = seconds_now();
    crowd_wait(seconds);
    cpu = process_cpu(&server) - cpu;
    double a_connection = per(process_memory(&server), server_empty, people);
    double of_relay = per(process_memory(&relay), relay_empty, people);
    printf("idle,%d,%.2f,%.0f,%.0f,%.2f\n", people, 100 * cpu / (seconds_now() - began),
           a_connection, of_relay, a_connection / of_relay);
    crowd_close(&lobby);
    crowd_close(&relayed);
    process_end(&server);
    process_end(&relay);
}

/* Memory of tables, without that of the connections: after playing until the buffers of all streams
 * are full, and after a time without activity. */
static void bench_tables(const char *game, int tables, double seconds) {
    struct process server = {0};
    struct crowd people = {0};
    process_start_spelunke(&server, spelunke_binary, "disk");
    crowd_lobby(&people, &server, false, tables * SEATS);
    size_t before = process_memory(&server);
    crowd_sit(&people, game);
    size_t sat = process_memory(&server);
    crowd_play(&people, 5, 0.1); /* 64 steps, and no match is over yet */
    size_t played = process_memory(&server);
    crowd_wait(seconds);
    printf("tables,%s,%d,%.1f,%.1f,%.1f\n", game, tables, per(sat, before, tables) / 1000,
           per(played, before, tables) / 1000, per(process_memory(&server), before, tables) / 1000);
    crowd_close(&people);
    process_end(&server);
}

/* ---- start with many tables ---- */

struct waiter {
    struct line line;
    bool has_state;
};

static void hear_state(struct line *line, char *message, size_t size) {
    (void)size;
    if (strncmp(message, "{\"t\":\"state\"", 12) == 0)
        ((struct waiter *)line)->has_state = true;
}

/* A table with its owner and three computer players that have moved, so it waits for the owner. */
static void make_idle_table(struct process *server, struct waiter *owner, const char *token,
                            const char *game, int n, char *id, size_t room) {
    struct text answer = {0};
    char message[256];
    snprintf(message, sizeof message,
             "{\"game\":\"%s\",\"seats\":4,\"pause\":[0,0],\"reaction\":[0,0],"
             "\"bots\":{\"1\":\"random\",\"2\":\"random\",\"3\":\"random\"}}",
             game);
    must(process_call(server, "POST", "/api/tables", token, message, &answer) == 201);
    const char *at = strstr(text_string(&answer), "\"table\":\"");
    must(at);
    at += strlen("\"table\":\"");
    must(strcspn(at, "\"") < room);
    snprintf(id, room, "%.*s", (int)strcspn(at, "\""), at);
    text_free(&answer);
    for (int i = 0; i < 2; i++) {
        int length = snprintf(message, sizeof message,
                              i ? "{\"t\":\"start\",\"n\":%d,\"table\":\"%s\"}"
                                : "{\"t\":\"sit\",\"n\":%d,\"table\":\"%s\",\"seat\":0}",
                              n + i, id);
        line_say(&owner->line, message, (size_t)length);
    }
    lines_wait(0);
}

static void say_hello(struct waiter *waiter, const struct process *server, const char *token) {
    static const char hello[] = "{\"t\":\"hello\",\"protocol\":1,\"device\":\"loadstart\"}";
    waiter->line.hear = hear_state;
    line_open(&waiter->line, server, token);
    line_say(&waiter->line, hello, strlen(hello));
}

static double watch_first(struct process *server, const char *token, const char *id) {
    struct waiter waiter = {0};
    char message[128];
    say_hello(&waiter, server, token);
    crowd_wait(0.02);
    int length =
        snprintf(message, sizeof message, "{\"t\":\"watch\",\"n\":100,\"table\":\"%s\"}", id);
    double began = seconds_now();
    line_say(&waiter.line, message, (size_t)length);
    while (!waiter.has_state)
        lines_wait(1);
    double took = 1000 * (seconds_now() - began);
    line_close(&waiter.line);
    return took;
}

static void bench_start(const char *game, int tables) {
    enum { A_PERSON = 20, WATCHES = 200 }; /* the maximum number of open tables for one person */
    struct process server = {0};
    int people = (tables + A_PERSON - 1) / A_PERSON;
    char(*ids)[32] = must_alloc((size_t)tables * sizeof *ids);
    char(*tokens)[64] = must_alloc((size_t)people * sizeof *tokens);
    struct text answer = {0};
    struct figures watches = {0};
    uint64_t mood = 1;
    process_start_spelunke(&server, spelunke_binary, "disk");
    for (int i = 0; i < people; i++) {
        struct waiter owner = {0};
        must(process_call(&server, "POST", "/api/guest", NULL, "{}", &answer) == 201);
        const char *token = strstr(text_string(&answer), "\"token\":\"") + strlen("\"token\":\"");
        snprintf(tokens[i], sizeof tokens[i], "%.*s", (int)strcspn(token, "\""), token);
        say_hello(&owner, &server, tokens[i]);
        for (int k = 0; k < A_PERSON && i * A_PERSON + k < tables; k++)
            make_idle_table(&server, &owner, tokens[i], game, 2 * k + 1, ids[i * A_PERSON + k],
                            sizeof *ids);
        crowd_wait(0.1);
        line_close(&owner.line);
    }
    crowd_wait(3);
    double ready = process_restart(&server, spelunke_binary);
    for (int i = 0; i < WATCHES; i++) {
        int table = whim(&mood, tables);
        figures_add(&watches, watch_first(&server, tokens[table / A_PERSON], ids[table]));
    }
    printf("start,%s,%d,%.0f,%.1f,%.1f,%.1f\n", game, tables, ready, figures_part(&watches, 0.5),
           figures_part(&watches, 0.99), figures_part(&watches, 1));
    figures_free(&watches);
    text_free(&answer);
    free(ids);
    free(tokens);
    process_end(&server);
}

/* ---- main ---- */

static void allow_files(void) {
    struct rlimit files;
    must(getrlimit(RLIMIT_NOFILE, &files) == 0);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

int main(int argc, char **argv) {
    const char *what = argc > 3 ? argv[3] : "";
    const char *game = argc > 4 ? argv[4] : "polterfass";
    int count = argc > 5 ? atoi(argv[5]) : 0;
    double seconds = argc > 6 ? atof(argv[6]) : 0;
    allow_files();
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 3) {
        spelunke_binary = argv[1];
        relay_binary = argv[2];
    }
    if (strcmp(what, "actions") == 0)
        bench_actions(game, count ? count : 300, seconds > 0 ? seconds : 20);
    else if (strcmp(what, "paced") == 0)
        bench_paced(game, count ? count : 300, seconds > 0 ? seconds : 30);
    else if (strcmp(what, "loop") == 0)
        bench_loop(game, count ? count : 300, seconds > 0 ? seconds : 8);
    else if (strcmp(what, "idle") == 0)
        bench_idle(count ? count : 4000, seconds > 0 ? seconds : 60);
    else if (strcmp(what, "tables") == 0)
        /* One minute, and until memory is released. */
        bench_tables(game, count ? count : 300, seconds > 0 ? seconds : 80);
    else if (strcmp(what, "start") == 0)
        bench_start(game, count ? count : 10000);
    else {
        fputs("usage: bench_load SPELUNKE RELAY actions|paced|idle|tables|start|loop [GAME [COUNT "
              "[SECONDS]]]\n",
              stderr);
        return 2;
    }
    return 0;
}
