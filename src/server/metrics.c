/* metrics.c: metrics of the whole server in the Prometheus text format, never of a single table or
 * person. docs/operations.md explains them. */
#include "tavern_inside.h"

static const struct {
    const char *name, *type, *help;
    enum tavern_count count;
} rows[] = {
    {"spelunke_connections", "gauge", "WebSockets that are open.", COUNT_CONNECTIONS},
    {"spelunke_people", "gauge", "People who are connected.", COUNT_PEOPLE},
    {"spelunke_tables", "gauge", "Tables in memory.", COUNT_TABLES},
    {"spelunke_actions_total", "counter", "Actions of people carried out.", COUNT_ACTIONS},
    {"spelunke_entries_total", "counter", "Entries of all matches.", COUNT_ENTRIES},
    {"spelunke_messages_in_total", "counter", "Messages of clients.", COUNT_MESSAGES_IN},
    {"spelunke_messages_out_total", "counter", "Messages to clients.", COUNT_MESSAGES_OUT},
};

static void put_head(const char *name, const char *type, const char *help, struct text *out) {
    text_put(out, "# HELP ");
    text_put(out, name);
    text_put_char(out, ' ');
    text_put(out, help);
    text_put(out, "\n# TYPE ");
    text_put(out, name);
    text_put_char(out, ' ');
    text_put(out, type);
    text_put_char(out, '\n');
}

static void put_number(int64_t number, struct text *out) {
    text_put_char(out, ' ');
    text_put_number(out, number);
    text_put_char(out, '\n');
}

/* Formats microseconds as seconds without floating point. */
static void put_seconds(int64_t microseconds, struct text *out) {
    char fraction[7] = "000000";
    int64_t rest = microseconds % 1000000;
    for (int i = 5; i >= 0; i--, rest /= 10)
        fraction[i] = (char)('0' + rest % 10);
    int length = 6;
    while (length && fraction[length - 1] == '0')
        fraction[--length] = '\0';
    text_put_number(out, microseconds / 1000000);
    text_put(out, length ? "." : "");
    text_put(out, fraction);
}

/* Prometheus buckets are cumulative. */
static void put_histogram(const char *name, const char *help, const struct histogram *histogram,
                          struct text *out) {
    int64_t count = 0;
    put_head(name, "histogram", help, out);
    for (int i = 0; i <= HISTOGRAM_BUCKETS; i++) {
        count += atomic_load(&histogram->counts[i]);
        text_put(out, name);
        text_put(out, "_bucket{le=\"");
        if (i < HISTOGRAM_BUCKETS)
            put_seconds(histogram_bounds[i], out);
        else
            text_put(out, "+Inf");
        text_put(out, "\"}");
        put_number(count, out);
    }
    text_put(out, name);
    text_put(out, "_sum ");
    put_seconds(atomic_load(&histogram->sum), out);
    text_put_char(out, '\n');
    text_put(out, name);
    text_put(out, "_count");
    put_number(count, out);
}

static void put_meters(const struct meters *meters, struct text *out) {
    put_histogram("spelunke_loop_turn_seconds", "Work of one turn of the event loop.",
                  &meters->turn, out);
    put_histogram("spelunke_commit_seconds", "A transaction of the store, until it is on disk.",
                  &meters->commit, out);
    put_histogram("spelunke_bot_seconds", "A thought of a computer player.", &meters->bot, out);
    put_histogram("spelunke_session_seconds", "A simulated throw, or a slice of a loading.",
                  &meters->session, out);
}

void metrics_put(const struct tavern *tavern, struct text *out) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put_head(rows[i].name, rows[i].type, rows[i].help, out);
        text_put(out, rows[i].name);
        put_number(tavern_counter(tavern, rows[i].count), out);
    }
    put_head("spelunke_errors_total", "counter", "Errors answered, by code.", out);
    for (int code = CODE_NONE + 1; code < CODES; code++) {
        text_put(out, "spelunke_errors_total{code=\"");
        text_put(out, wire_codes[code].name);
        text_put(out, "\"}");
        put_number(tavern->errors[code], out);
    }
    put_head("spelunke_store_healthy", "gauge", "1 while the disk can be written.", out);
    text_put(out, "spelunke_store_healthy");
    put_number(store_is_healthy(tavern->plan.store), out);
    if (tavern->plan.out.queued) {
        put_head("spelunke_queued_bytes", "gauge", "Bytes that wait for slow clients.", out);
        text_put(out, "spelunke_queued_bytes");
        put_number((int64_t)tavern->plan.out.queued(tavern->plan.out.context), out);
    }
    if (tavern->plan.meters)
        put_meters(tavern->plan.meters, out);
}
