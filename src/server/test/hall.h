/* hall.h: a table on its own, for tests: a simulated clock, a store in memory that is worked
 * by hand, workers without threads, and lines to people.
 *
 * It does for one table what the tavern does for many, so that everything is repeatable. */
#ifndef SPELUNKE_SERVER_TEST_HALL_H
#define SPELUNKE_SERVER_TEST_HALL_H

#include "server/table_inside.h"
#include "unit/test.h"

enum { LINES_MAX = 12, HALL_START = 1763270000 };

/* A connection, and what came over it. */
struct line {
    char person[16], name[16], device[16], address[16];
    int64_t n;
    bool wants_films;
    struct text *messages;
    bool *is_binary;
    int count, room;
    size_t unsent;

    /* What the messages add up to. */
    char stream[32];
    int64_t s;
    struct text view, info, prompt, turn, clock, score, state;
    bool has_state;
};

struct hall {
    struct memory *memory;
    struct store *store;
    struct workers *workers;
    struct outlet out;
    struct table_world world;
    struct table_tally tally;
    struct rng rng;
    int64_t now;
    struct table *table;
    uint64_t tag;
    char id[TABLE_ID + 1], code[CODE_LENGTH + 1];
    struct line lines[LINES_MAX];
    int line_count;
    int changes, agains;
    bool store_waits; /* answers are left where they are */
    bool hibernates;  /* hall_play lets the table rest after each action, where it may */
    int hibernation_count;
    struct fault fault;
};

void hall_open(struct hall *hall, uint64_t seed);
void hall_close(struct hall *hall);
/* Somebody connects: the number of the line. */
int hall_line(struct hall *hall, const char *person);
/* Makes a table with these settings, owned by the person of a line, and loads it. */
void hall_make(struct hall *hall, int owner, const char *settings);
void hall_load(struct hall *hall);
/* A minute passes, and the table is unloaded and loaded again under its people's eyes, if
 * it may rest then. */
void hall_hibernate(struct hall *hall);
/* The server is killed and started again: everybody is disconnected. */
void hall_restart(struct hall *hall);
/* Sends `{"t":type,"n":...,"table":...<rest>}`; the number. What is refused at once comes
 * over the line like any other answer. */
int64_t hall_send(struct hall *hall, int line, const char *type, const char *rest);
int64_t hall_send_again(struct hall *hall, int line, int64_t n, const char *type, const char *rest);
/* Sends, settles, and demands `done`; or demands an error of this code. */
void hall_ask(struct hall *hall, int line, const char *type, const char *rest);
void hall_refused(struct hall *hall, int line, const char *code, const char *type,
                  const char *rest);
/* The answer to a number; NULL: there is none. */
const char *hall_answer(const struct hall *hall, int line, int64_t n);
/* Until nothing moves without time. */
void hall_settle(struct hall *hall);
/* Time passes, step by step of what is due. */
void hall_pass(struct hall *hall, int64_t ms);
/* Goes on to the moment at which something is due; false: nothing ever is. */
bool hall_wait(struct hall *hall);
/* A line is lost. */
void hall_cut(struct hall *hall, int line);

/* A value in a message or text: a member of the object, by names with dots between. False:
 * not there. */
bool json_get(const char *json, const char *path, struct text *out);
int64_t json_number(const char *json, const char *path);
/* Demands that the member is this JSON. */
void json_is(const char *json, const char *path, const char *expected);
/* How many messages of a kind have come; the last one. */
int line_count(const struct line *line, const char *type);
const char *line_last(const struct line *line, const char *type);

/* People with lines 0..people-1 sit down in their seats and the match starts. */
void hall_seat(struct hall *hall, int people);
void hall_start(struct hall *hall, int people);
struct match *hall_match(const struct hall *hall);
/* How many legal actions a seat has; one of them. */
int hall_count_legal(struct hall *hall, int seat);
void hall_print_legal(struct hall *hall, int seat, int index, struct text *out);
/* The seat of a line plays this. */
void hall_act(struct hall *hall, int line, const char *action);
/* Every person plays something at random, until the match is over or so many ms have
 * passed; how many actions. */
int hall_play(struct hall *hall, int people, uint64_t seed, int64_t ms);

#endif
