/* acceptor.c: accepts connections. */
#define _GNU_SOURCE /* accept4 */
#include "acceptor.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>

#include <uv.h>

#include <spelunke/must.h>

#include "address.h"

enum { ACCEPTS_MAX = 64 /* per loop iteration and listening socket */ };

struct acceptor {
    struct acceptor_plan plan;
    uv_poll_t polls[LISTEN_MAX];
    uv_check_t check;
    bool may_accept, is_full, is_closed;
};

struct acceptor *acceptor_new(const struct acceptor_plan *plan) {
    struct acceptor *acceptor = must_alloc(sizeof *acceptor);
    acceptor->plan = *plan;
    uv_check_init(plan->loop, &acceptor->check);
    acceptor->check.data = acceptor;
    for (int i = 0; i < plan->listening->count; i++) {
        uv_poll_init_socket(plan->loop, &acceptor->polls[i], plan->listening->sockets[i]);
        acceptor->polls[i].data = acceptor;
    }
    return acceptor;
}

/* False: there is no connection to accept, or no file descriptor for it. */
static bool accept_one(struct acceptor *acceptor, int listener) {
    struct sockaddr_storage from = {0};
    socklen_t size = sizeof from;
    char address[ADDRESS_TEXT_MAX + 1];
    int socket = accept4(listener, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) {
        acceptor->is_full =
            errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        return errno == EINTR || errno == ECONNABORTED;
    }
    address_of(&from, address);
    acceptor->plan.came(acceptor->plan.context, socket, address);
    return true;
}

static void on_acceptable(uv_poll_t *poll, int status, int events) {
    struct acceptor *acceptor = poll->data;
    (void)status;
    (void)events;
    acceptor->may_accept = true;
}

static void listen_all(struct acceptor *acceptor, bool on) {
    for (int i = 0; i < acceptor->plan.listening->count; i++)
        if (on)
            uv_poll_start(&acceptor->polls[i], UV_READABLE, on_acceptable);
        else
            uv_poll_stop(&acceptor->polls[i]);
}

static void on_check(uv_check_t *check) {
    struct acceptor *acceptor = check->data;
    const struct listening *listening = acceptor->plan.listening;
    if (!acceptor->may_accept)
        return;
    acceptor->may_accept = false;
    for (int i = 0; i < listening->count; i++)
        for (int n = 0; n < ACCEPTS_MAX && accept_one(acceptor, listening->sockets[i]); n++)
            ;
    if (acceptor->is_full) /* retried in acceptor_tick */
        listen_all(acceptor, false);
}

void acceptor_open(struct acceptor *acceptor) {
    uv_check_start(&acceptor->check, on_check);
    listen_all(acceptor, true);
}

void acceptor_tick(struct acceptor *acceptor) {
    if (acceptor->is_full && !acceptor->is_closed)
        listen_all(acceptor, true);
    acceptor->is_full = false;
}

/* Handles must be closed before the sockets that they poll. */
void acceptor_close(struct acceptor *acceptor) {
    if (acceptor->is_closed)
        return;
    acceptor->is_closed = true;
    for (int i = 0; i < acceptor->plan.listening->count; i++)
        uv_close((uv_handle_t *)&acceptor->polls[i], NULL);
    uv_close((uv_handle_t *)&acceptor->check, NULL);
    listen_close(acceptor->plan.listening);
}

void acceptor_free(struct acceptor *acceptor) {
    free(acceptor);
}
