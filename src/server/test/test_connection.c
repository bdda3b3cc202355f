/* test_connection.c: timeouts, pings and slow readers of a connection, with a simulated clock and
 * fakes of line and tavern. */
#include "server/connection.h"

#include "server/line.h"
#include "server/tavern.h"

#include "proto.h"
#include "unit/test.h"

enum { START = 1000000 };

static struct world {
    struct text sent;
    struct text queued; /* while the peer is slow */
    bool is_slow, listens, is_ended, is_cut;
    int gone, texts;
    uint64_t asked;
    struct connection connection;
    struct connection_shared shared;
} world;

void line_put(struct connection *connection, const char *bytes, size_t size, bool is_kept) {
    (void)connection;
    (void)is_kept;
    text_put_bytes(world.is_slow ? &world.queued : &world.sent, bytes, size);
}

void line_put_frame(struct connection *connection, const char *head, size_t head_size,
                    const char *bytes, size_t size) {
    struct text frame = {0};
    text_put_bytes(&frame, head, head_size);
    text_put_bytes(&frame, bytes, size);
    line_put(connection, frame.data, frame.length, false);
    text_free(&frame);
}

size_t line_unsent(const struct connection *connection) {
    (void)connection;
    return world.queued.length;
}

void line_drop(struct connection *connection) {
    (void)connection;
    text_clear(&world.queued);
}

void line_listen(struct connection *connection, bool is_wanted) {
    (void)connection;
    world.listens = is_wanted;
}

void line_end(struct connection *connection) {
    (void)connection;
    world.is_ended = true;
}

void line_cut(struct connection *connection) {
    (void)connection;
    world.is_cut = true;
}

void line_accept(const char *key, char out[SOCKET_ACCEPT_SIZE]) {
    (void)key;
    strcpy(out, "accepted");
}

void tavern_http(struct tavern *tavern, uint64_t request, const struct call *call, int64_t now) {
    (void)tavern;
    (void)call;
    (void)now;
    world.asked = request;
}

bool tavern_connect(struct tavern *tavern, struct route route, const struct call *call, int64_t now,
                    struct reply *refused) {
    (void)tavern;
    (void)call;
    (void)now;
    (void)refused;
    assert_int_equal(route.node, 3);
    return true;
}

void tavern_text(struct tavern *tavern, struct route route, const char *bytes, size_t size,
                 int64_t now) {
    (void)tavern;
    (void)route;
    (void)bytes;
    (void)size;
    (void)now;
    world.texts++;
}

void tavern_binary(struct tavern *tavern, struct route route, const unsigned char *bytes,
                   size_t size, int64_t now) {
    (void)bytes;
    tavern_text(tavern, route, "", size, now);
}

void tavern_gone(struct tavern *tavern, struct route route, int64_t now) {
    (void)tavern;
    (void)route;
    (void)now;
    world.gone++;
}

static struct connection *open_connection(void) {
    struct connection *connection = &world.connection;
    text_free(&world.sent);
    text_free(&world.queued);
    world = (struct world){.listens = true};
    world.shared = (struct connection_shared){.node = 3, .timeouts = default_timeouts};
    connection->shared = &world.shared;
    connection->number = 77;
    strcpy(connection->address, "127.0.0.1");
    connection_open(connection, START);
    return connection;
}

static void take(struct connection *connection, const char *bytes, int64_t now) {
    connection_take(connection, bytes, strlen(bytes), now);
}

static struct connection *open_socket(void) {
    struct connection *connection = open_connection();
    take(connection,
         "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
         START);
    assert_non_null(strstr(text_string(&world.sent), " 101 "));
    text_clear(&world.sent);
    return connection;
}

static void close_connection(struct connection *connection) {
    connection_gone(connection, START);
    text_free(&world.sent);
    text_free(&world.queued);
}

static void a_request_has_ten_seconds_however_it_trickles(void **state) {
    (void)state;
    struct connection *connection = open_connection();
    for (int64_t now = START; now < START + 10000; now += 500) {
        take(connection, "G", now);
        connection_tick(connection, now);
        assert_false(world.is_cut);
    }
    connection_tick(connection, START + 10000);
    assert_true(world.is_cut);
    close_connection(connection);
    assert_int_equal(world.gone, 0);
}

static void the_tavern_may_take_its_time(void **state) {
    (void)state;
    struct connection *connection = open_connection();
    take(connection, "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /x", START);
    assert_int_equal(world.asked, 77);
    assert_false(world.listens);
    connection_tick(connection, START + 3600000);
    assert_false(world.is_cut);
    connection_reply(connection, &(struct reply){.status = 200}, START + 3600000);
    assert_true(world.listens);
    /* Then the next request has its ten seconds. */
    connection_tick(connection, START + 3609999);
    assert_false(world.is_cut);
    connection_tick(connection, START + 3610000);
    assert_true(world.is_cut);
    close_connection(connection);
}

static void the_next_request_waits_for_the_answer_to_go_out(void **state) {
    (void)state;
    struct connection *connection = open_connection();
    static char body[160000];
    take(connection, "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n", START);
    world.is_slow = true;
    world.asked = 0;
    connection_reply(connection, &(struct reply){.status = 200, .body = body, .size = sizeof body},
                     START);
    assert_int_equal(world.asked, 0);
    assert_false(world.listens);
    connection_tick(connection, START + 19999); /* ten more for 160 kB */
    assert_false(world.is_cut);
    world.is_slow = false;
    text_clear(&world.queued);
    connection_drained(connection, START + 20000);
    assert_int_equal(world.asked, 77);
    close_connection(connection);
}

static void pings_are_due_every_twenty_seconds(void **state) {
    (void)state;
    struct connection *connection = open_socket();
    connection_tick(connection, START + 19999);
    assert_int_equal(world.sent.length, 0);
    connection_tick(connection, START + 20000);
    test_text(&world.sent, "\x89"); /* and a zero: no payload */
    connection_take(connection, "\x8a\x80\0\0\0\0", 6, START + 21000);
    connection_tick(connection, START + 65999);
    assert_false(world.is_cut);
    connection_tick(connection, START + 66000); /* 45 s after the pong */
    assert_true(world.is_cut);
    close_connection(connection);
    assert_int_equal(world.gone, 1);
}

static void a_slow_reader_is_closed_with_4008_and_hears_no_more(void **state) {
    (void)state;
    struct connection *connection = open_socket();
    static char message[1000];
    world.is_slow = true;
    while (world.queued.length + sizeof message <= LIMIT_UNSENT)
        connection_send(connection, false, message, sizeof message, START);
    assert_int_equal(connection->stage, STAGE_SOCKET);
    connection_send(connection, false, message, sizeof message, START);
    assert_int_equal(world.queued.length, 4);
    assert_memory_equal(world.queued.data, "\x88\x02\x0f\xa8", 4);
    assert_int_equal(world.gone, 0); /* not from inside the tavern's call */
    connection_send(connection, false, message, sizeof message, START);
    assert_int_equal(world.queued.length, 4);
    connection_tick(connection, START + default_timeouts.request - 1);
    assert_false(world.is_cut);
    connection_tick(connection, START + default_timeouts.request);
    assert_true(world.is_cut);
    close_connection(connection);
    assert_int_equal(world.gone, 1);
}

static void a_film_may_be_longer_than_what_may_wait(void **state) {
    (void)state;
    struct connection *connection = open_socket();
    static char film[LIMIT_UNSENT + 1];
    world.is_slow = true;
    connection_send(connection, true, film, sizeof film, START);
    assert_int_equal(connection->stage, STAGE_SOCKET);
    assert_int_equal(world.queued.length, sizeof film + FRAME_OUT_HEAD_MAX);
    connection_send(connection, true, film, 1, START);
    assert_int_equal(connection->stage, STAGE_CLOSING);
    close_connection(connection);
}

static void after_our_close_only_the_clients_counts(void **state) {
    (void)state;
    struct connection *connection = open_socket();
    connection_close(connection, 4001, START);
    assert_memory_equal(world.sent.data, "\x88\x02\x0f\xa1", 4);
    connection_take(connection, "\x81\x81\0\0\0\0x", 7, START);
    assert_int_equal(world.texts, 0);
    connection_take(connection, "\x88\x80\0\0\0\0\x81\x81\0\0\0\0x", 13, START);
    assert_true(world.is_ended);
    assert_int_equal(world.sent.length, 4);
    assert_int_equal(world.texts, 0);
    assert_int_equal(world.gone, 1);
    close_connection(connection);
    assert_int_equal(world.gone, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_has_ten_seconds_however_it_trickles),
        cmocka_unit_test(the_tavern_may_take_its_time),
        cmocka_unit_test(the_next_request_waits_for_the_answer_to_go_out),
        cmocka_unit_test(pings_are_due_every_twenty_seconds),
        cmocka_unit_test(a_slow_reader_is_closed_with_4008_and_hears_no_more),
        cmocka_unit_test(a_film_may_be_longer_than_what_may_wait),
        cmocka_unit_test(after_our_close_only_the_clients_counts)};
    return cmocka_run_group_tests_name("server connection", tests, NULL, NULL);
}
