/* report.c: see report.h. */
#include "report.h"

#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <spelunke/text.h>

/* LINE_MAX_BYTES is PIPE_BUF: a writable pipe accepts that much without blocking. */
enum { LINE_MAX_BYTES = 4096, STAMP_SIZE = 32, REFUSALS_EVERY_MS = 60000 };

static const char *const levels[REPORT_LEVELS] = {"none", "error", "warning", "info"};

enum report_level report_level_named(const char *name) {
    int level = 0;
    while (level < REPORT_LEVELS && strcmp(levels[level], name) != 0)
        level++;
    return (enum report_level)level;
}

static void put_time(int64_t now, struct text *out) {
    time_t seconds = (time_t)(now / 1000);
    int ms = (int)(now % 1000);
    char stamp[STAMP_SIZE] = "";
    struct tm parts;
    gmtime_r(&seconds, &parts);
    size_t length = strftime(stamp, sizeof stamp - 5, "%Y-%m-%dT%H:%M:%S", &parts);
    const char rest[] = {
        '.', (char)('0' + ms / 100), (char)('0' + ms / 10 % 10), (char)('0' + ms % 10), 'Z', '\0'};
    memcpy(stamp + length, rest, sizeof rest);
    js_put_string(out, "time", stamp);
}

static bool can_write(int file) {
    struct pollfd poll_file = {.fd = file, .events = POLLOUT};
    return poll(&poll_file, 1, 0) == 1 && (poll_file.revents & POLLOUT);
}

void report(struct reporter *reporter, enum report_level level, const char *event,
            const struct report_field *fields) {
    struct text line = {0};
    if (!reporter || level > reporter->level)
        return;
    js_open(&line, '{');
    put_time(reporter->now(), &line);
    js_put_string(&line, "level", levels[level]);
    js_put_string(&line, "event", event);
    for (; fields && fields->name; fields++)
        if (fields->text)
            js_put_string(&line, fields->name, fields->text);
        else
            js_put_number(&line, fields->name, fields->number);
    if (reporter->dropped)
        js_put_number(&line, "dropped", reporter->dropped);
    js_close(&line, '}');
    text_put_char(&line, '\n');
    bool is_written = line.length <= LINE_MAX_BYTES && can_write(reporter->file) &&
                      write(reporter->file, line.data, line.length) == (ssize_t)line.length;
    reporter->dropped = is_written ? 0 : reporter->dropped + 1;
    text_free(&line);
}

void report_word(struct reporter *reporter, enum report_level level, const char *event,
                 const char *name, const char *text) {
    report(reporter, level, event, (const struct report_field[]){{name, text, 0}, {NULL, NULL, 0}});
}

void report_refusal(struct reporter *reporter, const char *address) {
    if (!reporter)
        return;
    reporter->refused++;
    if (reporter->with_addresses)
        report_word(reporter, REPORT_WARNING, "refused_address", "address", address);
}

void report_refusals(struct reporter *reporter, int64_t now) {
    if (!reporter->refused || now - reporter->refused_at < REFUSALS_EVERY_MS)
        return;
    report(
        reporter, REPORT_WARNING, "refused",
        (const struct report_field[]){{"connections", NULL, reporter->refused}, {NULL, NULL, 0}});
    reporter->refused = 0;
    reporter->refused_at = now;
}
