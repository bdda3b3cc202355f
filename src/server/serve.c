/* serve.c: opens the parts of the server, runs the loop, and closes them in order.
 *
 * Invariants: the loop blocks only to wait for events; the threads of store and workers only wake
 * it. Shutting down takes at most two seconds after the signal. */
#include "serve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <uv.h>

#include <spelunke/must.h>

#include "admin.h"
#include "bans.h"
#include "disk/disk.h"
#include "naming.h"
#include "stop.h"
#include "tavern.h"
#include "ws.h"

enum { KEY_SIZE = 32, THREADS_MAX = 8, DAY_MS = 24 * 60 * 60 * 1000 };

struct server {
    const struct serve_plan *plan;
    struct text data; /* the data folder with a trailing slash; empty: none */
    struct listening listening;
    struct naming naming;
    struct memory *memory;
    struct store *store;
    struct workers *workers;
    struct guard *guard;
    struct ws *ws;
    struct tavern *tavern;
    struct meters meters;
    struct reporter reporter;
    bool store_has_failed; /* the state of the store as last reported */
    struct bans *bans;
    struct admin *admin;
    int64_t turned_at, idle_till; /* end and idle time of the last loop iteration, in us */
    uv_loop_t loop;
    uv_async_t async;
    uv_prepare_t prepare;
    uv_timer_t due, stopping;
    uv_signal_t signals[3];
    bool has_loop;
    enum phase phase;
    int64_t stopped_at;
};

/* ---- time ---- */

/* The wall clock at the start plus the time since then (CLOCK_BOOTTIME), so that it never goes back
 * and includes time in which the machine was suspended. */
static int64_t clock_ms(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int64_t now_ms(void) {
    static int64_t ahead;
    if (!ahead)
        ahead = clock_ms(CLOCK_REALTIME) - clock_ms(CLOCK_BOOTTIME);
    return ahead + clock_ms(CLOCK_BOOTTIME);
}

/* ---- options ---- */

static const char *text_of(const struct server *server, enum serve_option option) {
    return option_given(server->plan->options, option);
}

static bool flag_of(const struct server *server, enum serve_option option) {
    return option_flag(server->plan->options, option);
}

/* ---- data folder ---- */

static void wake(void *context) {
    struct server *server = context;
    uv_async_send(&server->async);
}

static void count_commit(void *context, int64_t microseconds) {
    struct server *server = context;
    histogram_count(&server->meters.commit, microseconds);
}

static bool fail_file(struct text *why, const char *what, const char *path) {
    int reason = errno;
    text_put(why, what);
    text_put(why, path);
    text_put(why, ": ");
    text_put(why, strerror(reason));
    return false;
}

static bool find_folder(struct server *server, struct text *why) {
    const char *data = text_of(server, SERVE_DATA);
    if (data)
        text_put(&server->data, data);
    else
        disk_folder("XDG_DATA_HOME", "/.local/share", &server->data);
    if (!server->data.length) {
        text_put(why, "there is neither HOME nor XDG_DATA_HOME: name a folder with --data");
        return false;
    }
    if (server->data.data[server->data.length - 1] != '/')
        text_put_char(&server->data, '/');
    return disk_make_folders(server->data.data) ||
           fail_file(why, "cannot make the folder ", server->data.data);
}

static bool open_store(struct server *server, struct text *why) {
    const char *folder = text_of(server, SERVE_STORE);
    struct store_plan plan = {.wake = wake, .timed = count_commit, .context = server};
    if (folder && strcmp(folder, "memory") == 0) {
        plan.is_manual = true; /* memory never blocks, so a thread would only add latency */
        plan.wake = NULL;
        server->memory = memory_new();
        server->store = store_open_memory(server->memory, &plan, why);
    } else {
        server->store = store_open(folder ? folder : server->data.data, &plan, why);
    }
    return server->store;
}

/* The key that signs tokens; created at the first start, readable by its owner only. */
static bool open_key(struct server *server, unsigned char key[KEY_SIZE], struct text *why) {
    struct text path = {0}, bytes = {0};
    text_put(&path, server->data.data);
    text_put(&path, "token.key");
    disk_tidy(path.data);
    bool is_read = disk_read_own(path.data, KEY_SIZE + 1, &bytes);
    bool is_there = is_read || errno != ENOENT, is_kept = true;
    if (is_read && bytes.length == KEY_SIZE) {
        memcpy(key, bytes.data, KEY_SIZE);
    } else if (is_there) {
        errno = is_read ? EINVAL : errno;
        is_kept = fail_file(why, "cannot read the key of tokens in ", path.data);
    } else {
        server->plan->random(server->plan->context, key, KEY_SIZE);
        is_kept = disk_keep(path.data, key, KEY_SIZE) ||
                  fail_file(why, "cannot write the key of tokens to ", path.data);
    }
    text_free(&path);
    text_free(&bytes);
    return is_kept;
}

static bool open_guard(struct server *server, struct text *why) {
    struct text path = {0};
    text_put(&path, server->data.data);
    text_put(&path, "guard");
    server->guard = guard_open(path.data, why);
    text_free(&path);
    return server->guard;
}

static bool open_bans(struct server *server, struct text *why) {
    struct text path = {0};
    text_put(&path, server->data.data);
    text_put(&path, "banned");
    server->bans = bans_open(path.data, why);
    text_free(&path);
    return server->bans;
}

/* The admin socket is optional. */
static void open_admin(struct server *server) {
    struct text path = {0}, why = {0};
    text_put(&path, server->data.data);
    text_put(&path, ADMIN_SOCKET);
    server->admin = admin_open(&server->loop, path.data, now_ms, &why);
    if (!server->admin)
        report_word(&server->reporter, REPORT_WARNING, "no_admin_socket", "why", text_string(&why));
    text_free(&path);
    text_free(&why);
}

static int count_threads(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 2 ? 2 : processors > THREADS_MAX ? THREADS_MAX : (int)processors;
}

static bool open_transport(struct server *server, struct text *why) {
    bool is_test = flag_of(server, SERVE_TEST);
    server->ws = ws_open(
        &(struct ws_plan){.loop = &server->loop,
                          .listening = &server->listening,
                          .node = 1,
                          .certificate = text_of(server, SERVE_CERT),
                          .key = text_of(server, SERVE_KEY),
                          .is_behind_proxy = flag_of(server, SERVE_BEHIND_PROXY),
                          .per_address =
                              is_test ? 0 : option_number(server->plan->options, SERVE_PER_ADDRESS),
                          .timeouts = default_timeouts,
                          .now = now_ms,
                          .reporter = &server->reporter},
        why);
    return server->ws;
}

static void open_tavern(struct server *server, const unsigned char key[KEY_SIZE]) {
    const struct options *options = server->plan->options;
    struct tavern_plan plan = {.games = server->plan->games,
                               .store = server->store,
                               .workers = server->workers,
                               .guard = server->guard,
                               .meters = &server->meters,
                               .reporter = &server->reporter,
                               .bans = server->bans,
                               .ordered = admin_ordered,
                               .order_context = server->admin,
                               .out = ws_outlet(server->ws),
                               .random = server->plan->random,
                               .shelf = server->plan->shelf,
                               .context = server->plan->context,
                               .names = server->naming.names,
                               .link = server->naming.link.length ? server->naming.link.data : NULL,
                               .page = server->plan->page,
                               .metrics_token = text_of(server, SERVE_METRICS_TOKEN),
                               .per_address = option_number(options, SERVE_PER_ADDRESS),
                               .keep_ms = (int64_t)option_number(options, SERVE_KEEP) * DAY_MS,
                               .is_test = flag_of(server, SERVE_TEST),
                               .is_tls = text_of(server, SERVE_CERT),
                               .is_behind_proxy = flag_of(server, SERVE_BEHIND_PROXY)};
    memcpy(plan.key, key, KEY_SIZE);
    server->tavern = tavern_new(&plan, now_ms());
}

/* ---- log ---- */

static void open_reporter(struct server *server) {
    server->reporter = (struct reporter){
        .file = STDERR_FILENO,
        .level = report_level_named(option_log(server->plan->options)),
        .with_addresses = flag_of(server, SERVE_LOG_ADDRESSES),
        .now = now_ms,
    };
}

static void report_start(struct server *server) {
    const char *store = text_of(server, SERVE_STORE);
    bool is_memory = store && strcmp(store, "memory") == 0;
    report(&server->reporter, REPORT_INFO, "start",
           (const struct report_field[]){{"version", SPELUNKE_VERSION, 0},
                                         {"process", NULL, getpid()},
                                         {"port", NULL, server->listening.port},
                                         {"sockets", NULL, server->listening.count},
                                         {"tls", NULL, text_of(server, SERVE_CERT) != NULL},
                                         {"store", is_memory ? "memory" : "disk", 0},
                                         {NULL, NULL, 0}});
}

/* The crash itself was reported in plain lines by the crashing process. */
static void report_deaths(struct server *server) {
    const char *table;
    for (int n = 0; server->guard && (table = guard_cause(server->guard, n)); n++)
        report_word(&server->reporter, REPORT_ERROR, "died", "table", table);
}

/* Reports when the disk starts to fail, and when it works again. */
static void report_store(struct server *server) {
    bool store_has_failed = !store_is_healthy(server->store);
    struct text why = {0};
    if (store_has_failed == server->store_has_failed)
        return;
    server->store_has_failed = store_has_failed;
    store_trouble(server->store, &why);
    report_word(&server->reporter, store_has_failed ? REPORT_ERROR : REPORT_WARNING,
                store_has_failed ? "store_failed" : "store_works_again", "why", text_string(&why));
    text_free(&why);
}

/* ---- the loop ---- */

static void on_async(uv_async_t *async) {
    struct server *server = async->data;
    report_store(server);
    tavern_wake(server->tavern, now_ms());
}

static void on_due(uv_timer_t *timer) {
    struct server *server = timer->data;
    tavern_tick(server->tavern, now_ms());
}

static void on_stopping(uv_timer_t *timer) {
    (void)timer; /* only wakes the loop: on_prepare does the work */
}

static void close_handles(struct server *server) {
    if (server->admin)
        admin_close(server->admin);
    uv_handle_t *handles[] = {
        (uv_handle_t *)&server->async,      (uv_handle_t *)&server->prepare,
        (uv_handle_t *)&server->due,        (uv_handle_t *)&server->stopping,
        (uv_handle_t *)&server->signals[0], (uv_handle_t *)&server->signals[1],
        (uv_handle_t *)&server->signals[2]};
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++)
        if (!uv_is_closing(handles[i]))
            uv_close(handles[i], NULL);
}

/* Advances the shutdown: commit and answer accepted requests, close connections, stop. */
static void stop_further(struct server *server, int64_t now) {
    enum phase next = stop_next(server->phase, tavern_is_quiet(server->tavern),
                                ws_is_empty(server->ws), now - server->stopped_at);
    if (next == server->phase)
        return;
    server->phase = next;
    if (next == PHASE_CLOSING) {
        ws_stop(server->ws, 1001);
    } else {
        ws_close(server->ws);
        close_handles(server);
    }
}

/* Measures the work of a loop iteration, without its waiting. */
static void count_turn(struct server *server) {
    int64_t now = monotonic_us(), idle = (int64_t)(uv_metrics_idle_time(&server->loop) / 1000);
    int64_t work = now - server->turned_at - (idle - server->idle_till);
    if (server->turned_at)
        histogram_count(&server->meters.turn,
                        work > 0 ? work : 0); /* rounding may make it negative */
    server->turned_at = now;
    server->idle_till = idle;
}

/* A store in memory works in this thread: requests are executed in the same loop iteration, and so
 * are those that follow from the answers. */
static void work_in_memory(struct server *server) {
    enum { ROUNDS_MAX = 16 };
    for (int i = 0; server->memory && i < ROUNDS_MAX && !store_is_idle(server->store); i++) {
        store_work(server->store);
        tavern_wake(server->tavern, now_ms());
    }
    if (server->memory && !store_is_idle(server->store))
        uv_async_send(&server->async);
}

/* Called before the loop blocks: sets the timer for the next deadline. */
static void on_prepare(uv_prepare_t *prepare) {
    struct server *server = prepare->data;
    work_in_memory(server);
    count_turn(server);
    int64_t now = now_ms(), due = tavern_due(server->tavern);
    if (server->phase != PHASE_SERVING)
        stop_further(server, now);
    if (server->phase == PHASE_ENDED)
        return;
    report_refusals(&server->reporter, now);
    uv_update_time(&server->loop);
    if (due)
        uv_timer_start(&server->due, on_due, due > now ? (uint64_t)(due - now) : 0, 0);
    else
        uv_timer_stop(&server->due);
}

static void on_signal(uv_signal_t *handle, int number) {
    struct server *server = handle->data;
    if (server->phase != PHASE_SERVING)
        return;
    server->phase = PHASE_STOPPING;
    stop_surely();
    report(&server->reporter, REPORT_INFO, "stopping",
           (const struct report_field[]){{"signal", NULL, number}, {NULL, NULL, 0}});
    server->stopped_at = now_ms();
    tavern_stop(server->tavern, server->stopped_at);
    uv_timer_start(&server->stopping, on_stopping, STOP_TICK_MS, STOP_TICK_MS);
}

static void open_loop(struct server *server) {
    must(uv_loop_init(&server->loop) == 0);
    must(uv_loop_configure(&server->loop, UV_METRICS_IDLE_TIME) == 0);
    server->has_loop = true;
    uv_async_init(&server->loop, &server->async, on_async);
    uv_prepare_init(&server->loop, &server->prepare);
    uv_timer_init(&server->loop, &server->due);
    uv_timer_init(&server->loop, &server->stopping);
    server->async.data = server->prepare.data = server;
    server->due.data = server->stopping.data = server;
    for (int i = 0; i < 3; i++) {
        uv_signal_init(&server->loop, &server->signals[i]);
        server->signals[i].data = server;
    }
}

static void run(struct server *server) {
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
    for (int i = 0; i < 3; i++)
        uv_signal_start(&server->signals[i], on_signal, numbers[i]);
    ws_serve(server->ws, server->tavern); /* started first, because its on_prepare must run last */
    uv_prepare_start(&server->prepare, on_prepare);
    if (server->admin)
        admin_serve(server->admin, server->tavern);
    report_start(server);
    report_deaths(server);
    server->plan->ready(server->plan->context, server->naming.local.data,
                        text_string(&server->naming.lan));
    uv_run(&server->loop, UV_RUN_DEFAULT);
}

/* ---- start and end ---- */

static bool open_all(struct server *server, struct text *why) {
    unsigned char key[KEY_SIZE];
    const char *store = text_of(server, SERVE_STORE);
    bool has_files = !store || strcmp(store, "memory") != 0;
    if (!naming_listen(&server->naming, server->plan->options, &server->listening, why))
        return false;
    if ((has_files && !find_folder(server, why)) || !open_store(server, why))
        return false;
    server->plan->random(server->plan->context, key, sizeof key);
    if (has_files &&
        (!open_key(server, key, why) || !open_guard(server, why) || !open_bans(server, why)))
        return false;
    if (has_files)
        open_admin(server);
    server->workers = workers_new(count_threads(), wake, server);
    if (!open_transport(server, why))
        return false;
    open_tavern(server, key);
    return true;
}

/* Waits for workers and store, and exits if one of them hangs. */
static void leave_work(struct server *server) {
    struct timespec moment = {.tv_nsec = STOP_TICK_MS * 1000000};
    int64_t now = now_ms();
    while (stop_waits(server->workers, server->store, now, now - server->stopped_at)) {
        nanosleep(&moment, NULL);
        now = now_ms();
    }
    bool is_idle = store_is_idle(server->store);
    if (is_idle && !workers_pending(server->workers))
        return;
    report(&server->reporter, REPORT_INFO, "stop", NULL);
    fflush(NULL);
    if (is_idle)
        store_close(server->store);
    _exit(0);
}

static void close_all(struct server *server) {
    if (server->phase == PHASE_ENDED)
        leave_work(server);
    else if (server->ws)
        ws_close(server->ws);
    if (server->has_loop) {
        close_handles(server);
        uv_run(&server->loop, UV_RUN_DEFAULT);
    }
    if (server->workers)
        workers_free(server->workers);
    if (server->tavern)
        tavern_free(server->tavern);
    if (server->ws)
        ws_free(server->ws);
    if (server->store)
        store_close(server->store);
    if (server->memory)
        memory_free(server->memory);
    if (server->guard)
        guard_close(server->guard);
    if (server->admin)
        admin_free(server->admin);
    bans_free(server->bans);
    listen_close(&server->listening);
    if (server->has_loop)
        uv_loop_close(&server->loop);
    naming_free(&server->naming);
    text_free(&server->data);
}

bool serve_run(const struct serve_plan *plan, struct text *why) {
    struct server *server = must_alloc(sizeof *server);
    server->plan = plan;
    signal(SIGPIPE, SIG_IGN);
    open_loop(server);
    open_reporter(server);
    bool is_open = open_all(server, why);
    if (is_open)
        run(server);
    close_all(server);
    if (is_open)
        report(&server->reporter, REPORT_INFO, "stop", NULL);
    free(server);
    return is_open;
}
