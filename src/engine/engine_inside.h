/* engine_inside.h: what the engine's own files share. */
#ifndef SPELUNKE_ENGINE_INSIDE_H
#define SPELUNKE_ENGINE_INSIDE_H

#include <jansson.h>

#include <spelunke/log.h>
#include <spelunke/match.h>

#include "engine.h"

struct match_slot {
    int64_t number;
    struct match *match; /* NULL: free */
};

/* Matches are stored at their number modulo `slot_count`; see engine.c. */
struct engine {
    struct engine_host host;
    struct match_slot *slots;
    int64_t slot_count;
    int64_t last_number;
    int open_count;
    struct events events; /* of the entry just played */
    struct log_fault log_fault;
    struct hand *hands; /* samples of the last request with a hand */
};

/* One request and its answer. Functions that read a field return false after they have written the
 * error; then nothing else may be written. */
struct request {
    struct engine *engine;
    json_t *json;
    json_t *id;
    struct text *out;
};

/* The error codes of the protocol. */
#define BAD_JSON        "bad_json"
#define BAD_REQUEST     "bad_request"
#define UNKNOWN_COMMAND "unknown_command"
#define UNKNOWN_GAME    "unknown_game"
#define UNKNOWN_MATCH   "unknown_match"
#define BAD_SETUP       "bad_setup"
#define NOT_YOUR_TURN   "not_your_turn"
#define ILLEGAL         "illegal"
#define STALE           "stale"
#define OVER            "over"

/* engine.c: the table of matches */
int64_t engine_keep(struct engine *engine, struct match *match);
struct match *engine_find(const struct engine *engine, int64_t number);
void engine_drop(struct engine *engine, int64_t number);

/* request.c: fields */
bool fail(struct request *request, const char *code, const char *reason);
/* The error of a field: `field "seat" must be <what>`. */
bool fail_field(struct request *request, const char *code, const char *field, const char *what);
/* An error in the kernel's or a game's own words, with key and arguments. */
bool fail_message(struct request *request, const char *code, const struct message *why);
bool fail_verdict(struct request *request, enum verdict verdict, const struct message *why);
/* An error in a log, with its line. */
bool fail_log(struct request *request, const struct log_fault *fault);
/* The value as a C string; NULL if it is not a string. */
const char *string_of(const json_t *value);
bool read_string(struct request *request, const char *field, const char **string);
bool read_match(struct request *request, struct match **match);
bool read_match_number(struct request *request, int64_t *number);
/* Reads a seat of the match, or `other` if the field has the name `other_name` (NULL: no such
 * name). */
bool read_seat(struct request *request, const struct match *match, const char *other_name,
               int other, int *seat);
/* An optional integer; `number` stays unchanged if it is missing. */
bool read_number(struct request *request, const char *field, int64_t min, int64_t max,
                 int64_t *number);
bool read_game(struct request *request, const struct game **game);
bool read_hands(struct request *request, int *count);

/* answer.c: pieces of answers */
void answer_open(struct request *request);
void answer_turn(struct request *request, const struct match *match);
/* The number of the seat's current question; null if it has none. */
void answer_ask(struct request *request, struct match *match, int seat);
void answer_events(struct request *request, const struct match *match);
void answer_games(struct request *request);
void answer_action(struct request *request, const struct game *game, const void *action);

/* commands.c: one function a command; false: refused, the error is written */
struct command {
    const char *name;
    bool (*run)(struct request *request);
};
/* face.c */
bool command_prompt(struct request *request);
bool command_tell(struct request *request);
bool command_odds(struct request *request);
bool command_kit(struct request *request);
const struct command *command_find(const char *name);
/* All names, separated by commas. */
void command_names(struct text *out);

#endif
