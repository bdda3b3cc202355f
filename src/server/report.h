/* report.h: the log: one JSON object per line on standard error.
 *
 * Invariants: the log contains no names of people, and addresses only if the operator asked for
 * them. A line that cannot be written at once is dropped and counted, so that a full pipe never
 * blocks the event loop. */
#ifndef SPELUNKE_SERVER_REPORT_H
#define SPELUNKE_SERVER_REPORT_H

#include <stdbool.h>
#include <stdint.h>

enum report_level { REPORT_NONE, REPORT_ERROR, REPORT_WARNING, REPORT_INFO, REPORT_LEVELS };

struct reporter {
    int file;                /* a descriptor */
    enum report_level level; /* events of a lower level are not reported */
    bool with_addresses;
    int64_t (*now)(void); /* ms since 1970 */
    int64_t dropped;      /* lines since the last one that was written */
    int64_t refused;      /* refused connections that are not yet reported */
    int64_t refused_at;   /* the time of the last report of refused connections */
};

/* A text, or a number if `text` is NULL. */
struct report_field {
    const char *name, *text;
    int64_t number;
};

/* Parses "error", "warning", ...; REPORT_LEVELS if there is no such level. */
enum report_level report_level_named(const char *name);
/* `fields` ends with one that has no name, or is NULL. A NULL reporter logs nothing. */
void report(struct reporter *reporter, enum report_level level, const char *event,
            const struct report_field *fields);

void report_word(struct reporter *reporter, enum report_level level, const char *event,
                 const char *name, const char *text);
/* Counts a refused connection, and reports its address if addresses are logged. */
void report_refusal(struct reporter *reporter, const char *address);
/* Reports the count, at most once a minute. */
void report_refusals(struct reporter *reporter, int64_t now);

#endif
