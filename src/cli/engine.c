/* engine.c: `spelunke engine`: connects the engine to standard input and output.
 *
 * All complete lines are answered and written in bulk before the next read, which may block. */
#include "cli.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "engine/engine.h"

static const char help[] =
    "Usage: spelunke engine\n"
    "\n"
    "Reads one JSON object per line from standard input and answers each with one\n"
    "JSON object per line on standard output, in order. Ends at end of input.\n"
    "\n"
    "    {\"cmd\":\"games\"}\n"
    "    {\"cmd\":\"new\",\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}\n"
    "    {\"cmd\":\"chance\",\"match\":1}\n"
    "    {\"cmd\":\"legal\",\"match\":1,\"seat\":0}\n"
    "    {\"cmd\":\"play\",\"match\":1,\"seat\":0,\"action\":\"bid 2\"}\n"
    "\n"
    "Manual: man spelunke-engine\n";

enum { READ_BYTES = 256 * 1024, WRITE_BYTES = 1024 * 1024 };

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void secret(unsigned char bytes[KEY_BYTES]) {
    randombytes_buf(bytes, KEY_BYTES);
}

/* True if a failed call should be retried: after a signal, or, if the pipe is in non-blocking mode,
 * after waiting until it is ready. */
static bool may_retry(int file, short events) {
    struct pollfd ready = {.fd = file, .events = events};
    if (errno == EAGAIN || errno == EWOULDBLOCK)
        return poll(&ready, 1, -1) >= 0 || errno == EINTR;
    return errno == EINTR;
}

static bool write_all(struct text *out) {
    size_t done = 0;
    while (done < out->length) {
        ssize_t count = write(STDOUT_FILENO, out->data + done, out->length - done);
        if (count < 0 && !may_retry(STDOUT_FILENO, POLLOUT))
            return false;
        done += count > 0 ? (size_t)count : 0;
    }
    text_clear(out);
    return true;
}

static void answer_found(struct engine *engine, enum lines_found found, const char *line,
                         size_t length, struct text *out) {
    if (found == LINES_LINE)
        engine_answer(engine, line, length, out);
    else if (found == LINES_TOO_LONG)
        engine_answer_too_long(engine, out);
}

/* Answers every complete line; false if the answers cannot be written. */
static bool answer_lines(struct engine *engine, struct lines *lines, struct text *out) {
    const char *line;
    size_t length;
    enum lines_found found;
    while ((found = lines_next(lines, &line, &length)) != LINES_NONE) {
        answer_found(engine, found, line, length, out);
        if (out->length > WRITE_BYTES && !write_all(out))
            return false;
    }
    return write_all(out);
}

static bool answer_last(struct engine *engine, struct lines *lines, struct text *out) {
    const char *line = NULL;
    size_t length = 0;
    enum lines_found found = lines_last(lines, &line, &length);
    answer_found(engine, found, line, length, out);
    return write_all(out);
}

static int serve(struct engine *engine, struct lines *lines, struct text *out) {
    static char buffer[READ_BYTES];
    ssize_t count;
    while ((count = read(STDIN_FILENO, buffer, sizeof buffer)) != 0) {
        if (count < 0 && may_retry(STDIN_FILENO, POLLIN))
            continue;
        if (count < 0)
            return complain(EXIT_TROUBLE, "cannot read standard input: %s", error_said(errno));
        lines_add(lines, buffer, (size_t)count);
        if (!answer_lines(engine, lines, out))
            return complain(EXIT_TROUBLE, "cannot write the answers: %s", error_said(errno));
    }
    return answer_last(engine, lines, out)
               ? EXIT_FINE
               : complain(EXIT_TROUBLE, "cannot write the answers: %s", error_said(errno));
}

int run_engine(int argc, char **argv) {
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    if (argc > 1)
        return complain_call(help, "engine takes no arguments");
    signal(SIGPIPE, SIG_IGN);
    if (sodium_init() < 0)
        return complain(EXIT_TROUBLE, "libsodium cannot start");
    struct engine_host host = {.games = game_list, .now = now, .secret = secret};
    struct engine *engine = engine_new(&host);
    struct lines lines = {.limit = ENGINE_LINE_MAX};
    struct text out = {0};
    int code = serve(engine, &lines, &out);
    text_free(&out);
    lines_free(&lines);
    engine_free(engine);
    return code;
}
