/* entrance.c: accepts connections. */
#define _GNU_SOURCE /* accept4 */
#include "entrance.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>

#include <uv.h>

#include <spelunke/must.h>

#include "address.h"

enum { ACCEPTS_MAX = 64 /* in one turn of the loop */ };

struct entrance {
    struct entrance_plan plan;
    uv_poll_t polls[LISTEN_MAX];
    uv_check_t check;
    bool may_accept, is_full, is_closed;
};

struct entrance *entrance_new(const struct entrance_plan *plan) {
    struct entrance *entrance = must_alloc(sizeof *entrance);
    entrance->plan = *plan;
    uv_check_init(plan->loop, &entrance->check);
    entrance->check.data = entrance;
    for (int i = 0; i < plan->listening->count; i++) {
        uv_poll_init_socket(plan->loop, &entrance->polls[i], plan->listening->sockets[i]);
        entrance->polls[i].data = entrance;
    }
    return entrance;
}

/* False: there is none to accept, or no file for it. */
static bool accept_one(struct entrance *entrance, int listener) {
    struct sockaddr_storage from = {0};
    socklen_t size = sizeof from;
    char address[ADDRESS_TEXT_MAX + 1];
    int socket = accept4(listener, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) {
        entrance->is_full =
            errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        return errno == EINTR || errno == ECONNABORTED;
    }
    address_of(&from, address);
    entrance->plan.came(entrance->plan.context, socket, address);
    return true;
}

static void on_acceptable(uv_poll_t *poll, int status, int events) {
    struct entrance *entrance = poll->data;
    (void)status;
    (void)events;
    entrance->may_accept = true;
}

static void listen_all(struct entrance *entrance, bool on) {
    for (int i = 0; i < entrance->plan.listening->count; i++)
        if (on)
            uv_poll_start(&entrance->polls[i], UV_READABLE, on_acceptable);
        else
            uv_poll_stop(&entrance->polls[i]);
}

static void on_check(uv_check_t *check) {
    struct entrance *entrance = check->data;
    const struct listening *listening = entrance->plan.listening;
    if (!entrance->may_accept)
        return;
    entrance->may_accept = false;
    for (int i = 0; i < listening->count; i++)
        for (int n = 0; n < ACCEPTS_MAX && accept_one(entrance, listening->sockets[i]); n++)
            ;
    if (entrance->is_full) /* until something was closed */
        listen_all(entrance, false);
}

void entrance_open(struct entrance *entrance) {
    uv_check_start(&entrance->check, on_check);
    listen_all(entrance, true);
}

void entrance_tick(struct entrance *entrance) {
    if (entrance->is_full && !entrance->is_closed)
        listen_all(entrance, true);
    entrance->is_full = false;
}

/* Its handles go before the sockets that they watch. */
void entrance_close(struct entrance *entrance) {
    if (entrance->is_closed)
        return;
    entrance->is_closed = true;
    for (int i = 0; i < entrance->plan.listening->count; i++)
        uv_close((uv_handle_t *)&entrance->polls[i], NULL);
    uv_close((uv_handle_t *)&entrance->check, NULL);
    listen_close(entrance->plan.listening);
}

void entrance_free(struct entrance *entrance) {
    free(entrance);
}
