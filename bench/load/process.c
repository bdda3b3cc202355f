/* process.c: a server as a child process of the benchmark: start, requests, measurements,
 * termination. */
#define _GNU_SOURCE /* memmem */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <spelunke/must.h>

static void start(struct process *process, char *const argv[]) {
    char line[256];
    int out[2];
    must(pipe2(out, O_CLOEXEC) == 0);
    process->pid = fork();
    must(process->pid >= 0);
    if (!process->pid) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* it is killed when this process ends */
        dup2(out[1], STDOUT_FILENO);
        execv(argv[0], argv);
        perror(argv[0]);
        _exit(127);
    }
    close(out[1]);
    process->out = out[0];
    process->http = -1;
    FILE *file = fdopen(dup(out[0]), "r");
    must(file);
    if (!fgets(line, sizeof line, file) ||
        sscanf(line, "listening on http://127.0.0.1:%d", &process->port) != 1) {
        fprintf(stderr, "%s did not start\n", argv[0]);
        exit(1);
    }
    fclose(file);
}

static void start_spelunke(struct process *process, const char *binary, const char *store) {
    char data[80], *name = strdup(binary);
    char serve[] = "serve", port[] = "--port", any[] = "0", test[] = "--test", log[] = "--log",
         errors[] = "error", in[] = "--store", memory[] = "memory", folder[] = "--data";
    strcpy(data, process->data);
    char *argv[] = {name, serve, port, any, test, log, errors, folder, data, in, memory, NULL};
    if (strcmp(store, "memory") != 0)
        argv[9] = NULL;
    start(process, argv);
    free(name);
}

void process_start_spelunke(struct process *process, const char *binary, const char *store) {
    strcpy(process->data,
           "/var/tmp/spelunke-load-XXXXXX"); /* on a disk, because /tmp may be in memory */
    must(mkdtemp(process->data));
    start_spelunke(process, binary, store);
}

void process_start_relay(struct process *process, const char *binary) {
    char *name = strdup(binary);
    process->data[0] = '\0';
    start(process, (char *[]){name, NULL});
    free(name);
}

static void stop(struct process *process) {
    int status;
    if (process->http >= 0)
        close(process->http);
    kill(process->pid, SIGTERM);
    must(waitpid(process->pid, &status, 0) == process->pid);
    close(process->out);
}

double process_restart(struct process *process, const char *binary) {
    struct text answer = {0};
    stop(process);
    double began = seconds_now();
    start_spelunke(process, binary, "disk");
    while (process_call(process, "GET", "/healthz", NULL, NULL, &answer) != 200)
        ;
    text_free(&answer);
    return 1000 * (seconds_now() - began);
}

void process_end(struct process *process) {
    char command[128];
    stop(process);
    if (!process->data[0])
        return;
    snprintf(command, sizeof command, "rm -rf '%s'", process->data);
    must(system(command) == 0);
}

double process_cpu(const struct process *process) {
    struct timespec time;
    clockid_t clock;
    must(clock_getcpuclockid(process->pid, &clock) == 0 && clock_gettime(clock, &time) == 0);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

size_t process_memory(const struct process *process) {
    char path[64], line[256];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)process->pid);
    FILE *file = fopen(path, "r");
    must(file);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "RssAnon: %ld", &kilobytes) == 1)
            break;
    fclose(file);
    return (size_t)kilobytes * 1024;
}

static void connect_http(struct process *process) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)process->port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int on = 1;
    process->http = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    must(process->http >= 0);
    setsockopt(process->http, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    must(connect(process->http, (struct sockaddr *)&to, sizeof to) == 0);
}

static int read_answer(struct process *process, struct text *out) {
    char part[4096];
    int status = 0;
    text_clear(out);
    for (;;) {
        char *body = out->length ? memmem(out->data, out->length, "\r\n\r\n", 4) : NULL;
        if (body) {
            char *length = strcasestr(text_string(out), "\r\ncontent-length:");
            size_t head = (size_t)(body + 4 - out->data);
            size_t size = length ? (size_t)atol(length + 17) : 0;
            if (out->length >= head + size) {
                must(sscanf(text_string(out), "HTTP/1.1 %d", &status) == 1);
                memmove(out->data, out->data + head, size);
                out->length = size;
                return status;
            }
        }
        ssize_t count = read(process->http, part, sizeof part);
        if (count <= 0)
            return 0;
        text_put_bytes(out, part, (size_t)count);
    }
}

int process_call(struct process *process, const char *method, const char *path, const char *token,
                 const char *body, struct text *answer) {
    struct text request = {0};
    char length[64];
    if (process->http < 0)
        connect_http(process);
    text_put(&request, method);
    text_put(&request, " ");
    text_put(&request, path);
    text_put(&request, " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
    if (token) {
        text_put(&request, "Authorization: Bearer ");
        text_put(&request, token);
        text_put(&request, "\r\n");
    }
    snprintf(length, sizeof length, "Content-Length: %zu\r\n\r\n", body ? strlen(body) : 0);
    text_put(&request, length);
    text_put(&request, body ? body : "");
    must(write(process->http, request.data, request.length) == (ssize_t)request.length);
    text_free(&request);
    int status = read_answer(process, answer);
    if (!status) { /* the server closed a connection that was idle for too long */
        close(process->http);
        process->http = -1;
        return process_call(process, method, path, token, body, answer);
    }
    return status;
}
