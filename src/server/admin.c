/* admin.c: the admin socket. See admin.h.
 *
 * Invariants: a client that sends too long a line is disconnected; answers for
 * disconnected clients are dropped. The number of clients is not limited, because only users with
 * access to the folder can connect. */
#include "admin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <uv.h>

#include <spelunke/must.h>

#include "tavern.h"

enum { BACKLOG = 8, ANSWER_MAX = 256, TIMEOUT_S = 10 };

/* A connection; freed in its close callback. */
struct client {
    uv_pipe_t pipe; /* the first member */
    struct admin *admin;
    struct client *next;
    uint64_t order; /* the pending command; 0: none */
    bool has_asked;
    char line[ADMIN_LINE_MAX + 1], answer[ANSWER_MAX];
    size_t length;
    uv_write_t write;
};

struct admin {
    uv_pipe_t pipe;
    struct tavern *tavern;
    int64_t (*now)(void);
    struct text path;
    uint64_t last_order;
    bool is_open;
    struct client *clients;
};

static void on_closed(uv_handle_t *handle) {
    struct client *client = handle->data, **at = &client->admin->clients;
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    free(client);
}

static void leave(struct client *client) {
    client->order = 0;
    if (!uv_is_closing((uv_handle_t *)&client->pipe))
        uv_close((uv_handle_t *)&client->pipe, on_closed);
}

static void on_written(uv_write_t *write, int status) {
    (void)status;
    leave(write->data);
}

static void answer(struct client *client, const char *why) {
    client->answer[0] = '\0';
    strcat(client->answer, why ? "no " : "ok");
    strncat(client->answer, why ? why : "", ANSWER_MAX - sizeof "no \n");
    strcat(client->answer, "\n");
    uv_buf_t bytes = uv_buf_init(client->answer, (unsigned)strlen(client->answer));
    client->order = 0;
    client->write.data = client;
    if (uv_write(&client->write, (uv_stream_t *)&client->pipe, &bytes, 1, on_written) != 0)
        leave(client);
}

void admin_ordered(void *context, uint64_t order, const char *why) {
    struct admin *admin = context;
    for (struct client *client = admin->clients; client; client = client->next)
        if (client->order == order)
            answer(client, why);
}

static void give_order(struct client *client) {
    char *what = strchr(client->line, ' ');
    client->has_asked = true;
    if (what)
        *what++ = '\0';
    client->order = ++client->admin->last_order;
    tavern_order(client->admin->tavern, client->order, client->line, what ? what : "",
                 client->admin->now());
}

static void on_room(uv_handle_t *handle, size_t wanted, uv_buf_t *bytes) {
    struct client *client = handle->data;
    (void)wanted;
    *bytes =
        uv_buf_init(client->line + client->length, (unsigned)(ADMIN_LINE_MAX - client->length));
}

/* A line that exceeds the buffer is reported as UV_ENOBUFS. */
static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *bytes) {
    struct client *client = stream->data;
    (void)bytes;
    if (count < 0) {
        leave(client);
        return;
    }
    client->length += (size_t)count;
    client->line[client->length] = '\0';
    char *end = strchr(client->line, '\n');
    if (!end || client->has_asked)
        return;
    *end = '\0';
    give_order(client);
}

static void on_client(uv_stream_t *stream, int status) {
    struct admin *admin = stream->data;
    if (status != 0)
        return;
    struct client *client = must_alloc(sizeof *client);
    client->admin = admin;
    client->next = admin->clients;
    admin->clients = client;
    must(uv_pipe_init(stream->loop, &client->pipe, 0) == 0);
    client->pipe.data = client;
    if (uv_accept(stream, (uv_stream_t *)&client->pipe) != 0 ||
        uv_read_start((uv_stream_t *)&client->pipe, on_room, on_read) != 0)
        leave(client);
}

static void on_ended(uv_handle_t *handle) {
    (void)handle;
}

struct admin *admin_open(struct uv_loop_s *loop, const char *path, int64_t (*now)(void),
                         struct text *why) {
    struct admin *admin = must_alloc(sizeof *admin);
    must(uv_pipe_init(loop, &admin->pipe, 0) == 0);
    admin->pipe.data = admin;
    admin->now = now;
    admin->is_open = true;
    text_put(&admin->path, path);
    /* We hold the lock of the folder, so an existing socket is a leftover of a crashed server. */
    unlink(path);
    mode_t before = umask(0177);
    int error = strlen(path) < sizeof((struct sockaddr_un *)NULL)->sun_path
                    ? uv_pipe_bind(&admin->pipe, path)
                    : UV_ENAMETOOLONG;
    umask(before);
    if (!error)
        return admin;
    text_put(why, uv_strerror(error));
    admin_close(admin);
    uv_run(loop, UV_RUN_NOWAIT);
    admin_free(admin);
    return NULL;
}

void admin_serve(struct admin *admin, struct tavern *tavern) {
    admin->tavern = tavern;
    must(uv_listen((uv_stream_t *)&admin->pipe, BACKLOG, on_client) == 0);
}

void admin_close(struct admin *admin) {
    if (!admin->is_open)
        return;
    admin->is_open = false;
    for (struct client *client = admin->clients; client; client = client->next)
        leave(client);
    uv_close((uv_handle_t *)&admin->pipe, on_ended);
}

void admin_free(struct admin *admin) {
    text_free(&admin->path);
    free(admin);
}

/* ---- the client ---- */

static bool connect_to(int file, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct timeval timeout = {.tv_sec = TIMEOUT_S};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(address.sun_path, path);
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    return connect(file, (const struct sockaddr *)&address, sizeof address) == 0;
}

/* Sends a command and reads the first line of the answer. */
static bool exchange(int file, const char *order, char answer[ANSWER_MAX]) {
    size_t length = 0;
    ssize_t count = 1;
    if (write(file, order, strlen(order)) != (ssize_t)strlen(order) || write(file, "\n", 1) != 1)
        return false;
    while (count > 0 && length < ANSWER_MAX - 1 && !memchr(answer, '\n', length)) {
        count = read(file, answer + length, ANSWER_MAX - 1 - length);
        length += count > 0 ? (size_t)count : 0;
    }
    answer[length] = '\0';
    char *end = strchr(answer, '\n');
    if (end)
        *end = '\0';
    return end;
}

bool admin_ask(const char *path, const char *order, struct text *why) {
    char answer[ANSWER_MAX] = "";
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is_connected = file >= 0 && connect_to(file, path);
    int error = errno;
    if (!is_connected && (error == ENOENT || error == ECONNREFUSED)) {
        text_put(why, "no server runs in this folder");
    } else if (!is_connected) {
        text_put(why, "the server cannot be reached: ");
        text_put(why, strerror(error));
    } else if (!exchange(file, order, answer)) {
        text_put(why, "the server does not answer");
    } else if (strcmp(answer, "ok") != 0) {
        text_put(why, strncmp(answer, "no ", 3) == 0 ? answer + 3 : answer);
    }
    if (file >= 0)
        close(file);
    return is_connected && strcmp(answer, "ok") == 0;
}
