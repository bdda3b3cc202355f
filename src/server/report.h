/* report.h: what a server tells its operator: one JSON object a line on standard error.
 *
 * Kept true: no names of people, and no addresses unless the operator asked for them. A line
 * that could not be written at once is dropped and counted: the loop waits for nobody, not even
 * for a full pipe. */
#ifndef SPELUNKE_SERVER_REPORT_H
#define SPELUNKE_SERVER_REPORT_H

#include <stdbool.h>
#include <stdint.h>

enum report_level { REPORT_NONE, REPORT_ERROR, REPORT_WARNING, REPORT_INFO, REPORT_LEVELS };

struct reporter {
    int file;                /* a descriptor */
    enum report_level level; /* what is below it is not reported */
    bool with_addresses;
    int64_t (*now)(void); /* ms since 1970 */
    int64_t dropped;      /* lines, since the last one that was written */
    int64_t refused,
        refused_at; /* connections turned away and not yet reported; when they were last */
};

/* A text, or where that is NULL, a number. */
struct report_field {
    const char *name, *text;
    int64_t number;
};

/* "error", "warning", ...; REPORT_LEVELS: there is no such level. */
enum report_level report_level_named(const char *name);
/* Fields end with one without a name; NULL: there are none. No reporter: nothing is logged. */
void report(struct reporter *reporter, enum report_level level, const char *event,
            const struct report_field *fields);

void report_word(struct reporter *reporter, enum report_level level, const char *event,
                 const char *name, const char *text);
/* A connection was turned away: counted, and reported with its address where that was asked for. */
void report_refusal(struct reporter *reporter, const char *address);
/* Tells the count, once a minute. */
void report_refusals(struct reporter *reporter, int64_t now);

#endif
