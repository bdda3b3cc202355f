/* line.c: WebSockets to servers, as little of a client as will do.
 *
 * Frames that are sent are masked with zero, which changes nothing; what comes is read whole
 * and handed over without a copy. */
#define _GNU_SOURCE /* memmem */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <spelunke/must.h>

enum { OPCODE_TEXT = 1, OPCODE_CLOSE = 8, OPCODE_PING = 9, OPCODE_PONG = 10, EVENTS_MAX = 1024 };

static int epoll_file = -1;

double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void shake_hands(struct line *line, const char *token) {
    char request[512], answer[1024];
    size_t length = 0;
    snprintf(request, sizeof request,
             "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
             "Sec-WebSocket-Protocol: spelunke.1\r\n%s%s%s\r\n",
             token ? "Authorization: Bearer " : "", token ? token : "", token ? "\r\n" : "");
    must(write(line->socket, request, strlen(request)) == (ssize_t)strlen(request));
    while (length < 4 || memcmp(answer + length - 4, "\r\n\r\n", 4) != 0) {
        ssize_t count = read(line->socket, answer + length, 1); /* nothing of what follows */
        must(count == 1 && ++length < sizeof answer);
    }
    must(strncmp(answer, "HTTP/1.1 101", 12) == 0);
}

void line_open(struct line *line, const struct process *process, const char *token) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)process->port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = line};
    int on = 1;
    if (epoll_file < 0)
        epoll_file = epoll_create1(EPOLL_CLOEXEC);
    line->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    must(line->socket >= 0);
    setsockopt(line->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    must(connect(line->socket, (struct sockaddr *)&to, sizeof to) == 0);
    shake_hands(line, token);
    must(epoll_ctl(epoll_file, EPOLL_CTL_ADD, line->socket, &event) == 0);
}

void line_close(struct line *line) {
    close(line->socket);
    text_free(&line->in);
}

static void send_frame(struct line *line, int opcode, const char *bytes, size_t size) {
    char frame[4200];
    size_t head = size < 126 ? 2 : 4;
    must(size <= 4096);
    frame[0] = (char)(0x80 | opcode);
    frame[1] = (char)(0x80 | (size < 126 ? size : 126));
    if (size >= 126) {
        frame[2] = (char)(size >> 8);
        frame[3] = (char)size;
    }
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, bytes, size);
    must(write(line->socket, frame, head + 4 + size) == (ssize_t)(head + 4 + size));
}

void line_say(struct line *line, const char *message, size_t size) {
    send_frame(line, OPCODE_TEXT, message, size);
}

static void take_frame(struct line *line, int opcode, char *bytes, size_t size) {
    must(opcode != OPCODE_CLOSE);
    if (opcode == OPCODE_PING)
        send_frame(line, OPCODE_PONG, bytes, size);
    if (opcode != OPCODE_TEXT)
        return;
    char behind = bytes[size];
    bytes[size] = '\0'; /* a string for who hears it */
    line->hear(line, bytes, size);
    bytes[size] = behind;
}

/* Takes whole frames off the front; how many bytes they had. */
static size_t take_frames(struct line *line, char *bytes, size_t length) {
    size_t at = 0;
    while (length - at >= 2) {
        const unsigned char *head = (const unsigned char *)bytes + at;
        size_t size = head[1] & 127, start = size < 126 ? 2 : size == 126 ? 4 : 10;
        if (length - at < start)
            break;
        if (size >= 126) {
            size_t long_size = 0;
            for (size_t i = 2; i < start; i++)
                long_size = long_size << 8 | head[i];
            size = long_size;
        }
        if (length - at < start + size)
            break;
        take_frame(line, head[0] & 15, bytes + at + start, size);
        at += start + size;
    }
    return at;
}

static void read_line(struct line *line) {
    static char buffer[1 << 18];
    size_t kept = line->in.length;
    must(kept < sizeof buffer / 2);
    if (kept)
        memcpy(buffer, line->in.data, kept);
    ssize_t count = recv(line->socket, buffer + kept, sizeof buffer - kept - 1, MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN)
        return;
    must(count > 0);
    size_t length = kept + (size_t)count, taken = take_frames(line, buffer, length);
    text_free(&line->in);
    if (taken < length)
        text_put_bytes(&line->in, buffer + taken, length - taken);
}

void lines_wait(int milliseconds) {
    static struct epoll_event events[EVENTS_MAX];
    int count = epoll_wait(epoll_file, events, EVENTS_MAX, milliseconds);
    for (int i = 0; i < count; i++)
        read_line(events[i].data.ptr);
}
