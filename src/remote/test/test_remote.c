/* test_remote.c: what the client of a table does when the server refuses, with a transport in
 * memory in the place of transport.c. */
#include "remote/remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "unit/test.h"

/* ---- the transport ---- */

enum { SENT_MAX = 64 };

struct transport {
    struct parcel *first;
    struct text sent[SENT_MAX];
    int sent_count;
};

static struct transport *line;

static void arrive(enum parcel_kind kind, const char *text) {
    struct parcel *parcel = must_alloc(sizeof *parcel + strlen(text)), **end = &line->first;
    parcel->kind = kind;
    parcel->size = strlen(text);
    memcpy(parcel->bytes, text, parcel->size);
    while (*end)
        end = &(*end)->next;
    *end = parcel;
}

struct transport *transport_new(const struct address *address, const char *token) {
    (void)address, (void)token;
    return line = must_alloc(sizeof *line);
}

void transport_free(struct transport *transport) {
    for (int i = 0; i < SENT_MAX; i++)
        text_free(&transport->sent[i]);
    free(transport);
}

void transport_connect(struct transport *transport) {
    (void)transport;
    arrive(PARCEL_OPENED, "");
    arrive(PARCEL_TEXT, "{\"t\":\"hello\"}");
}

void transport_drop(struct transport *transport) {
    (void)transport;
    arrive(PARCEL_CLOSED, "");
}

void transport_send(struct transport *transport, bool is_binary, const void *bytes, size_t size) {
    assert_false(is_binary);
    assert_true(transport->sent_count < SENT_MAX);
    struct text *sent = &transport->sent[transport->sent_count++];
    text_clear(sent);
    text_put_bytes(sent, bytes, size);
}

int transport_file(const struct transport *transport) {
    (void)transport;
    return -1;
}

bool transport_has_some(struct transport *transport) {
    return transport->first;
}

struct parcel *transport_take(struct transport *transport) {
    struct parcel *parcel = transport->first;
    if (parcel)
        transport->first = parcel->next;
    return parcel;
}

/* ---- the tests ---- */

static struct remote *open_table(void) {
    static const struct address address = {.host = "127.0.0.1", .port = 8642};
    struct remote *remote = remote_open(&address, "token", "k3v9", "h4tw9pzc", "device", 0);
    assert_int_equal(remote_next(remote, 0), REMOTE_NOTHING);
    return remote;
}

static int count_watches(void) {
    int count = 0;
    for (int i = 0; i < line->sent_count; i++)
        count += strstr(text_string(&line->sent[i]), "\"t\":\"watch\"") != NULL;
    return count;
}

/* The number of the last watch is that of the last request here. */
static enum remote_news refuse_watch(struct remote *remote, const char *code, int64_t now) {
    char text[100];
    snprintf(text, sizeof text, "{\"t\":\"error\",\"n\":%lld,\"table\":\"k3v9\",\"code\":\"%s\"}",
             (long long)remote->watch_n, code);
    arrive(PARCEL_TEXT, text);
    return remote_next(remote, now);
}

static void a_passing_refusal_is_asked_again(void **state) {
    static const char *const passing[] = {"store", "rate", "stopping"};
    (void)state;
    struct remote *remote = open_table();
    for (int i = 0; i < 3; i++) {
        int64_t now = 10000 * i;
        assert_int_equal(count_watches(), i + 1);
        assert_int_equal(refuse_watch(remote, passing[i], now), REMOTE_NOTHING);
        assert_int_equal(remote_next(remote, now + 4999), REMOTE_NOTHING);
        assert_int_equal(count_watches(), i + 1);
        assert_int_equal(remote_next(remote, now + 5000), REMOTE_NOTHING);
        assert_int_equal(count_watches(), i + 2);
    }
    assert_int_equal(refuse_watch(remote, "unknown_table", 31000), REMOTE_ENDED);
    assert_int_equal(remote_next(remote, 40000), REMOTE_NOTHING);
    assert_int_equal(count_watches(), 4);
    remote_close(remote);
}

static void too_many_unanswered_requests_delay_the_watch(void **state) {
    (void)state;
    struct remote *remote = open_table();
    arrive(PARCEL_TEXT, "{\"t\":\"done\",\"n\":1}");
    assert_int_equal(remote_next(remote, 0), REMOTE_BACK);
    while (remote_ask(remote, "say", "\"text\":\"a\"", 0))
        ;
    line->sent_count = 1; /* the double keeps few messages */
    transport_drop(line);
    assert_int_equal(remote_next(remote, 0), REMOTE_LOST);
    assert_int_equal(remote_next(remote, 100), REMOTE_NOTHING);
    assert_int_equal(remote_next(remote, 100), REMOTE_NOTHING);
    assert_int_equal(count_watches(), 0);
    arrive(PARCEL_TEXT, "{\"t\":\"done\",\"n\":2}");
    assert_int_equal(remote_next(remote, 200), REMOTE_DONE);
    line->sent_count = 1;
    assert_int_equal(remote_next(remote, 5100), REMOTE_NOTHING);
    assert_int_equal(count_watches(), 1);
    remote_close(remote);
}

static void whoever_is_sent_away_does_not_come_back(void **state) {
    (void)state;
    struct remote *remote = open_table();
    arrive(PARCEL_TEXT, "{\"t\":\"done\",\"n\":1}");
    assert_int_equal(remote_next(remote, 0), REMOTE_BACK);
    arrive(PARCEL_TEXT, "{\"t\":\"error\",\"table\":\"other\",\"code\":\"forbidden\"}");
    assert_int_equal(remote_next(remote, 0), REMOTE_NOTHING);
    arrive(PARCEL_TEXT, "{\"t\":\"error\",\"table\":\"k3v9\",\"code\":\"forbidden\"}");
    assert_int_equal(remote_next(remote, 0), REMOTE_ENDED);
    remote_close(remote);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_passing_refusal_is_asked_again),
        cmocka_unit_test(too_many_unanswered_requests_delay_the_watch),
        cmocka_unit_test(whoever_is_sent_away_does_not_come_back),
    };
    return cmocka_run_group_tests_name("remote", tests, NULL, NULL);
}
