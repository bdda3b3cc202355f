/* table_fixture.h: a single table for tests, with a simulated clock, a manual store in memory,
 * workers without threads, and connections (lines) of people.
 *
 * It replaces the tavern for one table, and is deterministic. */
#ifndef SPELUNKE_SERVER_TEST_TABLE_FIXTURE_H
#define SPELUNKE_SERVER_TEST_TABLE_FIXTURE_H

#include "server/table_inside.h"
#include "unit/test.h"

enum { LINES_MAX = 12, FIXTURE_START = 1763270000 };

/* A connection, and what was sent to it. */
struct line {
    char person[16], name[16], device[16], address[16];
    int64_t n;
    bool wants_films;
    struct text *messages;
    bool *is_binary;
    int count, room;
    size_t unsent;

    /* The state of the client after all messages. */
    char stream[32];
    int64_t s;
    struct text view, info, prompt, turn, clock, score, state;
    bool has_state;
};

struct fixture {
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
    bool store_waits; /* answers of the store are not taken */
    bool hibernates;  /* fixture_play hibernates the table after each action, if possible */
    int hibernation_count;
    struct fault fault;
};

void fixture_open(struct fixture *fixture, uint64_t seed);
void fixture_close(struct fixture *fixture);
/* Connects a person; returns the number of the line. */
int fixture_line(struct fixture *fixture, const char *person);
/* Creates and loads a table with these settings, owned by the person of a line. */
void fixture_make(struct fixture *fixture, int owner, const char *settings);
void fixture_load(struct fixture *fixture);
/* A fixture with so many people, at most four, and `eve`; the first one owns the table. */
void fixture_open_people(struct fixture *fixture, const char *settings, int people);
/* A minute passes; then the table hibernates, if it may, and is loaded again. */
void fixture_hibernate(struct fixture *fixture);
/* Kills and restarts the server, which disconnects everybody. */
void fixture_restart(struct fixture *fixture);
/* Sends `{"t":type,"n":...,"table":...<rest>}` and returns the number. An immediate refusal is
 * recorded like any other answer. */
int64_t fixture_send(struct fixture *fixture, int line, const char *type, const char *rest);
int64_t fixture_send_again(struct fixture *fixture, int line, int64_t n, const char *type,
                           const char *rest);
/* Sends and settles; the answer must be `done`, or an error with this code. */
void fixture_ask(struct fixture *fixture, int line, const char *type, const char *rest);
void fixture_refused(struct fixture *fixture, int line, const char *code, const char *type,
                     const char *rest);
/* The answer to a number; NULL: there is none. */
const char *fixture_answer(const struct fixture *fixture, int line, int64_t n);
/* Runs store and workers until nothing changes any more at the current time. */
void fixture_settle(struct fixture *fixture);
/* Advances the clock, and runs everything that is due meanwhile. */
void fixture_pass(struct fixture *fixture, int64_t ms);
/* Advances the clock to the next deadline; false: there is none. */
bool fixture_wait(struct fixture *fixture);
/* Disconnects a line. */
void fixture_cut(struct fixture *fixture, int line);

/* A value in a JSON object, by its dotted path. False: there is none. */
bool json_get(const char *json, const char *path, struct text *out);
int64_t json_number(const char *json, const char *path);
/* The member must be this JSON. */
void json_is(const char *json, const char *path, const char *expected);
/* The number of messages of a type; the last one. */
int line_count(const struct line *line, const char *type);
const char *line_last(const struct line *line, const char *type);

/* Seats the people of lines 0 to people-1; fixture_start also starts the match. */
void fixture_seat(struct fixture *fixture, int people);
void fixture_start(struct fixture *fixture, int people);
struct match *fixture_match(const struct fixture *fixture);
/* The number of legal actions of a seat; one of them. */
int fixture_count_legal(struct fixture *fixture, int seat);
void fixture_print_legal(struct fixture *fixture, int seat, int index, struct text *out);
/* The seat of a line plays this action. */
void fixture_act(struct fixture *fixture, int line, const char *action);
/* All people play random actions until the match is over or this many ms have passed; returns the
 * number of actions. */
int fixture_play(struct fixture *fixture, int people, uint64_t seed, int64_t ms);

#endif
