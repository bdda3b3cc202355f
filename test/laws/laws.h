/* laws.h: what every game must keep, tried over random play.
 *
 * A run plays one random match, with random seats and options, and judges
 * every position on the way. The seed of a run reproduces it exactly. */
#ifndef SPELUNKE_LAWS_H
#define SPELUNKE_LAWS_H

#include <spelunke/log.h>

#include "server/shown.h"

enum law {
    LAW_NONE,
    LAW_ENDS,       /* a match ends, and then somebody has won */
    LAW_TURN,       /* turn is well-formed and follows from every view */
    LAW_LEGAL,      /* legal is what check lets through, one spelling each */
    LAW_VIEWED,     /* legal follows from the view */
    LAW_IDLE,       /* idle is legal */
    LAW_NOTATION,   /* what is printed reads back the same */
    LAW_GUESS,      /* a guess fits the view it was made from */
    LAW_ARRIVAL,    /* the order in which sealed choices arrive does not matter */
    LAW_SECRETS,    /* what a seat must not know never reaches it */
    LAW_WORDS,      /* every message is a sentence in every language */
    LAW_DICE,       /* drawn outcomes come out the same again */
    LAW_BOTS,       /* bots do what is legal */
    LAW_LOG,        /* the log alone rebuilds the match */
    LAW_FORMS,      /* the forms of a prompt unfold to exactly legal */
    LAW_ASKS,       /* another question has another number, the same one has the same */
    LAW_JSON,       /* views that differ have different JSON */
    LAW_DIFFERENCE, /* a difference gives the new view byte for byte */
    LAW_COUNT
};

extern const char *const law_names[LAW_COUNT];

/* A game under judgement. */
struct law_case {
    const struct game *game;
    /* Changes only what the seat (or SEAT_WATCHER) must not know, and leaves a
     * state that could have come about; written from the rules, not from the
     * view, so that a leaking view cannot hide its leak. */
    void (*vary)(void *state, int seat, struct rng *rng);
    /* How a log is written: log_print, but for planted faults. */
    void (*print_log)(const struct match *match, bool with_stamps, struct text *out);
    int entries_cap; /* no match of the game may become longer */
    /* A line of notation for each kind of action, right or wrong; ends with
     * NULL. Each is tried on every seat that is asked. */
    const char *const *samples;
    /* The game keeps 0 for "nobody may know" in every hidden byte, so that a
     * guess must not have it where the truth has something. */
    bool holes_are_zero;
};

/* A view as hashes of its bytes and of its JSON. */
struct law_look {
    uint64_t view, json;
};
enum { LAW_LOOKS = 1 << 18, LAW_SAID_MAX = 256, LAW_JUDGED = 1 << 15 };

struct law_finding {
    enum law broken; /* LAW_NONE: all held */
    struct text report;
    int entries;
    int varied; /* how often vary really changed something */
    /* For each byte of a state: how often a view left it out, and how often
     * vary changed it for that viewer. A secret that is never varied would be
     * a secret that nobody guards. */
    int *hidden_bytes, *varied_bytes;
    /* Views of all matches, each where its JSON's hash says; newer ones replace older. */
    struct law_look *looks;
    /* The keys of all that was said, each once. */
    const char *said[LAW_SAID_MAX];
    int said_count;
    uint64_t *judged; /* hashes of messages whose sentences were judged, to judge each once */
};

struct law_finding law_finding_new(const struct game *game);
void law_finding_free(struct law_finding *finding);
/* A byte that views hide again and again and vary never changes, or -1. */
int law_unguarded_byte(const struct law_finding *finding, const struct game *game);

void laws_run(const struct law_case *judged, uint64_t seed, struct law_finding *finding);
/* Asks only what is legal and how messages sound: many matches in little time, so that
 * rare events come up. */
void laws_say(const struct law_case *judged, uint64_t seed, struct law_finding *finding);

/* For the files of the suite. */

/* What a seat was asked last. */
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
    int sessions; /* that this match has run */
    void *state, *twin, *left, *right, *view, *other_view;
    struct actions legal, other_legal;
    struct events events, other_events;
    struct text text, other_text, probe, sentence;
    struct message why; /* the last refusal */
    struct prompt *prompt;
    /* Not in every match, so that numbers that are caught up with later are tried, too. */
    bool numbers_questions;
    struct law_question questions[SEATS_MAX];
    struct shown seen[SEATS_MAX + 1]; /* the last view of each seat and of the watchers */
    void *last;                       /* the state that it was of */
};

/* Records the broken law with the position's log and returns false. */
bool law_broken(struct law_run *run, enum law law, const char *what, const void *action);

/* Draws what happens next in a state: who acts, and how. */
void law_pick(struct law_run *run, const void *state, int *seat, void *action);

/* A seat of the match or SEAT_WATCHER, each equally likely. */
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
/* The message is a sentence in every language, with all that it needs and no notation. */
bool law_said(struct law_run *run, const struct message *message);
/* The same of all events. */
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
/* True if all seats are asked the same in both matches, under the same numbers. */
bool law_same_questions(struct law_run *run, struct match *again);

/* The table of games and their secrets, made by meson from the list of games. */
extern const struct law_case law_cases[];
extern const int law_case_count;

#endif
