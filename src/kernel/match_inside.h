/* match_inside.h: the members of a match, private to the kernel.
 *
 * Invariants: `entries` holds `length` entries, and so does `stamps` once one was given; the state
 * is the setup's first position after all entries are applied in order; `words` never changes once
 * `has_drawn` is set. The log's text of a match of version 2 is append-only: notes are added after
 * the last entry, and the header never changes. */
#ifndef SPELUNKE_MATCH_INSIDE_H
#define SPELUNKE_MATCH_INSIDE_H

#include <sodium.h>

#include <spelunke/match.h>
#include <spelunke/session.h>
#include <spelunke/work.h>

/* Who acted, stored after an entry's action, whose size only the game knows. */
struct entry_tail {
    int8_t seat;
    bool is_scripted;
};

/* A seat's current question: its last prompt and its number. */
struct question {
    uint32_t number;
    bool is_open;       /* the seat is asked now */
    struct text prompt; /* as JSON, without the number */
};

/* See question.c. Prompt, view and scratch are temporary buffers. */
struct questions {
    struct question seat[SEATS_MAX];
    struct prompt *prompt;
    void *view;
    struct text scratch;
};

/* A line of the log beside the entries. */
struct note {
    int before; /* the index of the entry that it precedes */
    size_t end; /* offset of its end in the text of all notes */
};

/* A part of that text; not zero-terminated. */
struct note_text {
    const char *bytes;
    size_t length;
};

/* SHA-256 of the log's header and of its first `lines` lines. */
struct log_hash {
    bool has_begun;
    int lines;
    crypto_hash_sha256_state state;
};

struct match {
    const struct game *game;
    char label[WORK_LABEL_MAX + 1]; /* the host's; "": none */
    int version;                    /* of the log that is written */
    struct setup setup;
    struct seed seed;
    char *words; /* log lines `word <seat> <text>\n` in order of arrival */
    uint16_t worded;
    struct note *notes;
    int note_count, note_room;
    struct text note_lines;
    struct text pending;        /* lines that were read and belong to the next entry */
    struct log_hash hash;       /* of the lines that were read or printed so far */
    char build[BUILD_TEXT_MAX]; /* of the last session; "": none needed it yet */
    struct text own_build;      /* this program's, computed on first use */
    bool has_drawn;
    const struct shelf *shelf; /* NULL: none */
    unsigned char dice_key[KEY_BYTES];
    unsigned char bot_key[KEY_BYTES];
    bool has_bot_key;
    struct turn turn;
    struct clock clock;
    struct questions *questions; /* NULL: nobody has asked for them yet */
    int length, room;
    size_t entry_size; /* action and tail, rounded up so that every action is aligned */
    unsigned char *entries;
    struct stamp *stamps; /* NULL: none was given */
    struct hands *hands;  /* of each session with a hand, ordered by entry */
    int hands_count, hands_room;
    _Alignas(max_align_t) unsigned char state[];
};

/* Stops and starts deadlines after an entry changed the turn from `before` to `after`. Time 0 means
 * unknown: no time has passed. */
void clock_turn(struct clock *clock, const struct turn *before, const struct turn *after,
                int64_t time);

/* Updates the numbers of the questions after an entry of this actor, if they are in use. */
void questions_turn(struct match *match, int actor);
void questions_free(struct questions *questions);

/* Computes the outcome of a state from the dice, without a hand and without a shelf. */
void draw_outcome(const struct game *game, const void *state, const struct turn *turn,
                  struct rng *rng, void *action);

/* log_hands.c: stores the hand samples of a session later than those stored so far; the match takes
 * ownership of the samples. */
void match_keep_hands(struct match *match, const struct hands *hands);
void match_forget_hands(struct match *match);
/* Whether the hand samples of the session that became this entry are known; the second function
 * repeats that session and returns false if they are not. */
bool match_has_hands(const struct match *match, int entry);
bool match_repeat_session(const struct match *match, int entry, const void *state,
                          const struct rng *dice, void *outcome);

/* note.c: the lines of the log beside the entries. */
/* Adds a line, given without its line feed. */
void match_add_note(struct match *match, const char *line, size_t length);
struct note_text match_note(const struct match *match, int index);
/* True if the note begins with this word; `rest` is the text after it. */
bool note_begins(struct note_text note, const char *head, struct note_text *rest);
/* True if the due outcome is reproducible on one build only. */
bool match_needs_build(const struct match *match);
/* Describes what the match does for the seat now, for work_begin. */
struct work match_work(const struct match *match, const char *doing, int seat, const char *text,
                       const void *action);
/* VERDICT_PLAYED if the seat, chance or sim may act now. */
enum verdict match_judge_turn(const struct match *match, int seat, struct message *why);
/* Initialises a bot's dice for the current question. */
void match_bot_rng(struct match *match, int seat, struct rng *rng);

/* True if evidence must precede the due outcome. */
bool match_needs_evidence(const struct match *match);
/* The evidence of the outcome that is entry `index`, computed from this state. */
void match_attest(const struct match *match, int index, const void *state, const void *outcome,
                  struct text *out);
/* True if sessions of that build come out the same on this one. Computing this program's build may
 * be expensive, so `own`, empty at first, caches it. */
bool match_build_is_here(const struct match *match, struct note_text build, struct text *own);
/* Adds the notes of the outcome that is now entered: this program's build, if the outcome depends
 * on it and the build has changed, and the evidence. */
void match_note_outcome(struct match *match, const void *outcome);
/* Adds the pending lines, which were read before the entry that is now entered. */
void match_note_pending(struct match *match);

/* Turns a new match into one with a log of version 1. */
void match_set_old_version(struct match *match);
/* Plays an entry whose actor is already validated. */
enum verdict match_enter(struct match *match, int seat, bool is_scripted, const void *action,
                         const struct stamp *stamp, struct events *events, struct message *why);

#endif
