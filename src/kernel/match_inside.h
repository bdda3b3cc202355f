/* match_inside.h: what a match is made of; only the kernel looks here.
 *
 * Kept true: `entries` holds `length` of them, and so does `stamps` once one was
 * given; the state is what the setup's first position becomes when the entries
 * are applied in order; `words` never changes once `has_drawn` is set. The log's
 * text of a match of version 2 only grows: notes are added behind the last entry,
 * and nothing in the header ever changes. */
#ifndef SPELUNKE_MATCH_INSIDE_H
#define SPELUNKE_MATCH_INSIDE_H

#include <sodium.h>

#include <spelunke/match.h>
#include <spelunke/session.h>
#include <spelunke/work.h>

/* Who acted: what an entry keeps behind its action, whose size only the game
 * knows. */
struct entry_tail {
    int8_t seat;
    bool is_scripted;
};

/* A seat's question: what was written of it last, and how many there were. */
struct question {
    uint32_t number;
    bool is_open;       /* the seat is asked now */
    struct text prompt; /* as JSON, without its number */
};

/* See question.c. Prompt, view and scratch are only room to work in. */
struct questions {
    struct question seat[SEATS_MAX];
    struct prompt *prompt;
    void *view;
    struct text scratch;
};

/* A line of the log beside the entries. */
struct note {
    int before; /* the entry in front of which it stands */
    size_t end; /* in the text of all notes, where each begins behind the last */
};

/* A part of that text; not closed by a zero byte. */
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
    char label[WORK_LABEL_MAX + 1]; /* the host's own; "": none */
    int version;                    /* of the log that it is written as */
    struct setup setup;
    struct seed seed;
    char *words; /* log lines `word <seat> <text>\n` in order of arrival */
    uint16_t worded;
    struct note *notes;
    int note_count, note_room;
    struct text note_lines;
    struct text pending;        /* lines that were read and belong to the next entry */
    struct log_hash hash;       /* of lines that were read or asked for */
    char build[BUILD_TEXT_MAX]; /* on which the last session came out; "": none needed it yet */
    struct text own_build;      /* this program's, from when it was first asked for */
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
    struct hands *hands;  /* of each session under a hand, in order of entries */
    int hands_count, hands_room;
    _Alignas(max_align_t) unsigned char state[];
};

/* Stops and starts deadlines after an entry turned `before` into `after`; at time 0,
 * which nobody knows, no time has passed. */
void clock_turn(struct clock *clock, const struct turn *before, const struct turn *after,
                int64_t time);

/* Numbers the questions after an entry of this actor, if they are numbered. */
void questions_turn(struct match *match, int actor);
void questions_free(struct questions *questions);

/* What the dice make of a state, with no hand in it. Everything is computed. */
void draw_outcome(const struct game *game, const void *state, const struct turn *turn,
                  struct rng *rng, void *action);

/* log_hands.c: keeps what the hand did in a session, which is later than those kept; its
 * samples are the match's from now on. */
void match_keep_hands(struct match *match, const struct hands *hands);
void match_forget_hands(struct match *match);
/* Whether it is known what the hand did in the session that became this
 * entry; and that session once more, false if it is not known. */
bool match_has_hands(const struct match *match, int entry);
bool match_repeat_session(const struct match *match, int entry, const void *state,
                          const struct rng *dice, void *outcome);

/* note.c: the lines of the log beside the entries. */
/* Adds a line, given without its line feed. */
void match_add_note(struct match *match, const char *line, size_t length);
struct note_text match_note(const struct match *match, int index);
/* True if the note begins with this word; the rest is what stands behind it. */
bool note_begins(struct note_text note, const char *head, struct note_text *rest);
/* True if the outcome that is due comes out alike on one build only. */
bool match_needs_build(const struct match *match);
/* What the match does for the seat now, for work_begin. */
struct work match_work(const struct match *match, const char *doing, int seat, const char *text,
                       const void *action);
/* VERDICT_PLAYED if the seat, chance or sim may act now. */
enum verdict match_judge_turn(const struct match *match, int seat, struct message *why);
/* Opens a bot's dice for the present question. */
void match_bot_rng(struct match *match, int seat, struct rng *rng);

/* True if evidence must stand in front of the outcome that is due. */
bool match_needs_evidence(const struct match *match);
/* The evidence of an outcome that is entry `index` and comes from this state. */
void match_attest(const struct match *match, int index, const void *state, const void *outcome,
                  struct text *out);
/* True if sessions on this build come out here as they did. Finding out this
 * program's build may be costly: `own`, empty at first, keeps it. */
bool match_build_is_here(const struct match *match, struct note_text build, struct text *own);
/* Notes what the log says of the outcome that is now entered: this program's build,
 * where the outcome depends on it and it is another one than before, and evidence. */
void match_note_outcome(struct match *match, const void *outcome);
/* Notes the lines that were read in front of the entry that is now entered. */
void match_note_pending(struct match *match);

/* Makes a new match one of a log of version 1. */
void match_set_old_version(struct match *match);
/* Plays an entry whose origin is already known to be right. */
enum verdict match_enter(struct match *match, int seat, bool is_scripted, const void *action,
                         const struct stamp *stamp, struct events *events, struct message *why);

#endif
