/* ship_pipe.c: catching falls through a pipe, at the speed of its reader.
 *
 *   bench_ship_pipe PIECES HANDS [SLOW]
 *
 * A careless player loads until this many pieces have fallen. At the first alarm of a loading the
 * session is handed over, once for each of this many hands and always from the same moment: a
 * forked process runs it to its end and waits at each frame for the hand.
 *
 * Messages in both directions are preceded by their length (4 bytes, little-endian). Out: frames
 * of the wire protocol, one a message, and at the end of each session a line of JSON,
 * {"fallen","caught"}, as numbers of pieces. In, after each frame: hand samples of the wire
 * protocol that have arrived, and then one message of length 0. No time is measured. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <spelunke/frame_coder.h>
#include <spelunke/must.h>

#include "careless.h"
#include "server/gate.h"

enum { MESSAGE_MAX = 1024 };

static void write_all(const void *bytes, size_t size) {
    const char *at = bytes;
    while (size) {
        ssize_t written = write(STDOUT_FILENO, at, size);
        if (written <= 0)
            _exit(1); /* the reader has closed the pipe */
        at += written;
        size -= (size_t)written;
    }
}

static void send(const void *bytes, size_t size) {
    unsigned char length[4];
    for (int i = 0; i < 4; i++)
        length[i] = (unsigned char)(size >> 8 * i & 255);
    write_all(length, sizeof length);
    write_all(bytes, size);
}

static void send_result(const struct rr_action *outcome) {
    char line[100];
    snprintf(line, sizeof line, "{\"fallen\":%d,\"caught\":%d}", count_bits(outcome->fallen),
             count_bits(outcome->caught));
    send(line, strlen(line));
}

static void read_all(unsigned char *bytes, size_t size) {
    while (size) {
        ssize_t count = read(STDIN_FILENO, bytes, size);
        if (count <= 0)
            _exit(1);
        bytes += count;
        size -= (size_t)count;
    }
}

/* False: the session has to wait. */
static bool take_hand(struct session *session) {
    unsigned char length[4], bytes[MESSAGE_MAX];
    struct hand_message hand;
    struct fault fault;
    read_all(length, sizeof length);
    size_t size = length[0] + 256u * length[1];
    must(size <= sizeof bytes && length[2] == 0 && length[3] == 0);
    read_all(bytes, size);
    if (!size)
        return false;
    must(gate_hand(bytes, size, &hand, &fault));
    for (int i = 0; i < hand.count; i++)
        session_hand(session, &hand.hands[i], NULL);
    return true;
}

static bool is_alarm(const struct frame *frame) {
    return frame->phase == RR_SHOWS_ALARM || frame->phase == RR_SHOWS_CATCHING;
}

/* A frame message with one key frame. */
static void send_frame(const struct session *session, struct text *message) {
    struct frame_trail trail;
    struct frame frame;
    session_frame(session, &frame);
    frame_trail_reset(&trail, frame.count);
    text_clear(message);
    text_put_bytes(message, "\2\1\0\0\1\0\0\0", 8); /* frames, a key, of session 1 */
    for (int i = 0; i < 4; i++)
        text_put_char(message, (char)(frame.tick >> 8 * i & 255));
    frame_encode(&trail, &frame, message);
    send(message->data, message->length);
}

static void hand_over(struct session *session) {
    struct rr_action outcome;
    struct text message = {0};
    while (!session_over(session)) {
        if (session_shows(session)) {
            send_frame(session, &message);
            while (take_hand(session)) {
            }
        }
        session_tick(session);
    }
    text_free(&message);
    session_close(session, &outcome);
    send_result(&outcome);
}

static void hand_over_to_each(struct session *session, int hands) {
    for (int i = 0; i < hands; i++) {
        pid_t child = fork();
        must(child >= 0);
        if (child == 0) {
            hand_over(session);
            _exit(0);
        }
        int status;
        must(waitpid(child, &status, 0) == child);
        if (status)
            exit(1);
    }
}

/* Returns how many pieces fell without being caught. */
static int load_one(struct careless *player, int hands) {
    struct carry loading;
    struct rr_action outcome;
    struct frame frame;
    struct hand hand = {.pose.turned = {1000000, 0, 0, 0}};
    bool was_alarm = false;
    carry_begin(&loading, player);
    struct session *session = carry_open(&loading);
    while (!session_over(session) && !carry_fails(&loading)) {
        if (session_shows(session)) {
            session_frame(session, &frame);
            if (frame.held >= 0) {
                carry_steer(&loading, &frame, &hand);
                hand.tick = session_ticks(session);
                session_hand(session, &hand, NULL);
            }
            if (is_alarm(&frame) && !was_alarm)
                hand_over_to_each(session, hands);
            was_alarm |= is_alarm(&frame);
        }
        session_tick(session);
    }
    session_close(session, &outcome);
    careless_note(player, &outcome);
    return was_alarm ? count_bits(outcome.fallen) : 0;
}

int main(int count, char **words) {
    int wanted = count > 1 ? atoi(words[1]) : 0, hands = count > 2 ? atoi(words[2]) : 0;
    if (wanted < 1 || hands < 1) {
        fprintf(stderr, "usage: bench_ship_pipe PIECES HANDS [SLOW]\n");
        return 2;
    }
    struct careless player;
    careless_begin(&player, count > 3 ? atoi(words[3]) : 4);
    for (int pieces = 0; pieces < wanted;)
        pieces += load_one(&player, hands);
    return 0;
}
