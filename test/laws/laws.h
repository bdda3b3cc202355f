/* laws.h: property tests that every game must pass, checked on random matches.
 *
 * A run plays one random match, with random seats and options, and checks every position. The
 * seed of a run reproduces it exactly. */
#ifndef SPELUNKE_LAWS_H
#define SPELUNKE_LAWS_H

#include <spelunke/log.h>

#include "server/shown.h"

enum law {
    LAW_NONE,
    LAW_ENDS,       /* a match ends, and has winners then */
    LAW_TURN,       /* turn is well-formed and follows from every view */
    LAW_LEGAL,      /* legal lists what check accepts, one spelling of each */
    LAW_VIEWED,     /* legal follows from the view */
    LAW_IDLE,       /* idle is legal */
    LAW_NOTATION,   /* printed actions parse back to the same */
    LAW_GUESS,      /* a guess agrees with the view it was made from */
    LAW_ARRIVAL,    /* the order in which sealed choices arrive does not matter */
    LAW_SECRETS,    /* secrets never reach a seat that must not know them */
    LAW_WORDS,      /* every message is a sentence in every language */
    LAW_DICE,       /* drawn outcomes are reproducible */
    LAW_BOTS,       /* bots choose legal actions */
    LAW_LOG,        /* the log alone rebuilds the match */
    LAW_FORMS,      /* the forms of a prompt unfold to exactly the legal actions */
    LAW_ASKS,       /* another question has another number, and the same one keeps it */
    LAW_JSON,       /* views that differ have different JSON */
    LAW_DIFFERENCE, /* a difference gives the new view byte for byte */
    LAW_COUNT
};

extern const char *const law_names[LAW_COUNT];

/* A game under test. */
struct law_case {
    const struct game *game;
    /* Changes only secrets of the seat (or SEAT_WATCHER), and leaves a state that could have
     * come about. Written from the rules and not from the view, so that a leaking view cannot
     * hide its leak. */
    void (*vary)(void *state, int seat, struct rng *rng);
    /* Writes a log: log_print, except in tests that plant faults. */
    void (*print_log)(const struct match *match, bool with_stamps, struct text *out);
    int entries_cap; /* upper limit of the length of a match */
    /* A line of notation for each kind of action, valid or not; ends with NULL. Each is tried on
     * every seat that is asked. */
    const char *const *samples;
    /* The game writes 0 for unknown into every hidden byte, so a guess must not have 0 where the
     * state has something. */
    bool holes_are_zero;
};

/* Hashes of a view and of its JSON. */
struct law_look {
    uint64_t view, json;
};
enum { LAW_LOOKS = 1 << 18, LAW_SAID_MAX = 256, LAW_JUDGED = 1 << 15 };

struct law_finding {
    enum law broken; /* LAW_NONE: all laws hold */
    struct text report;
    int entries;
    int varied; /* how often vary changed something */
    /* For each byte of a state: how often a view hid it, and how often vary changed it for that
     * viewer. A secret that is never varied would not be tested. */
    int *hidden_bytes, *varied_bytes;
    /* Hash table of views of all matches, by the hash of their JSON; newer entries replace older
     * ones. */
    struct law_look *looks;
    /* the keys of all messages, each once */
    const char *said[LAW_SAID_MAX];
    int said_count;
    uint64_t *judged; /* hashes of messages that were checked, so that each is checked once */
};

struct law_finding law_finding_new(const struct game *game);
void law_finding_free(struct law_finding *finding);
/* A byte that views often hide and vary never changes; -1: none. */
int law_unguarded_byte(const struct law_finding *finding, const struct game *game);

void laws_run(const struct law_case *judged, uint64_t seed, struct law_finding *finding);
/* Checks only legal actions and sentences: many matches in little time, so that rare events
 * occur. */
void laws_say(const struct law_case *judged, uint64_t seed, struct law_finding *finding);

/* Internals of the suite. */

/* The last question to a seat. */
struct law_question {
    bool is_open;
    uint32_t ask;
    struct text prompt;
};

struct law_run {
    const struct law_case *judged;
    const struct game *game;
    struct rng rng;
    struct match *match;
    struct law_finding *finding;
    int seats;
    int sessions; /* sessions run in this match */
    void *state, *twin, *left, *right, *view, *other_view;
    struct actions legal, other_legal;
    struct events events, other_events;
    struct text text, other_text, probe, sentence;
    struct message why; /* the last refusal */
    struct prompt *prompt;
    /* Not in every match, so that question numbers that are computed later are tested as well. */
    bool numbers_questions;
    struct law_question questions[SEATS_MAX];
    struct shown seen[SEATS_MAX + 1]; /* the last view of each seat and of the watchers */
    void *last;                       /* the state that it belongs to */
};

/* Records the broken law with the log of the position; returns false. */
bool law_broken(struct law_run *run, enum law law, const char *what, const void *action);

/* Draws the next actor and action in a state. */
void law_pick(struct law_run *run, const void *state, int *seat, void *action);

/* A seat of the match or SEAT_WATCHER, uniformly distributed. */
int law_viewer(struct law_run *run);

/* law_actions.c */
bool law_turn(struct law_run *run);
bool law_legal(struct law_run *run);
bool law_effects(struct law_run *run);
bool law_outcomes(struct law_run *run, int seat, const void *action);
bool law_idle(struct law_run *run);
bool law_bots(struct law_run *run);
bool law_guess(struct law_run *run);
bool law_notation(struct law_run *run, int seat, const void *action);
/* law_words.c */
/* Checks that the message is a sentence in every language: no missing argument, no notation. */
bool law_said(struct law_run *run, const struct message *message);
/* Checks all events. */
bool law_words(struct law_run *run);
/* law_secrets.c */
bool law_arrival(struct law_run *run);
bool law_secrets(struct law_run *run);

/* law_difference.c */
bool law_difference(struct law_run *run);

/* law_faces.c */
bool law_forms(struct law_run *run);
bool law_asks(struct law_run *run);
bool law_json(struct law_run *run);
/* Whether all seats are asked the same in both matches, with the same question numbers. */
bool law_same_questions(struct law_run *run, struct match *again);

/* The games and their secrets; meson generates the table. */
extern const struct law_case law_cases[];
extern const int law_case_count;

#endif
