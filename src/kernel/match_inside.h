/* match_inside.h: what a match is made of; only the kernel looks here.
 *
 * Kept true: `entries` holds `length` of them, and so does `stamps` once one was
 * told; the state is what the setup's first position becomes when the entries
 * are applied in order; `words` never changes once `has_drawn` is set. */
#ifndef SPELUNKE_MATCH_INSIDE_H
#define SPELUNKE_MATCH_INSIDE_H

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

struct match {
    const struct game *game;
    char label[WORK_LABEL_MAX + 1]; /* the host's own; "": none */
    struct setup setup;
    struct seed seed;
    char *words; /* log lines `word <seat> <text>\n` in order of arrival */
    uint16_t worded;
    char build[BUILD_TEXT_MAX]; /* on which sessions came out; "": none was needed yet */
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
    struct stamp *stamps; /* NULL: none was told */
    struct text hands;    /* a line for each session under a hand, in order of entries */
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

/* log_hands.c: whether it is known what the hand did in the session that became this
 * entry; and that session once more, false if it is not known. */
bool match_has_hands(const struct match *match, int entry);
bool match_repeat_session(const struct match *match, int entry, const void *state,
                          const struct rng *dice, void *outcome);

/* True if the outcome that is due comes out alike on one build only. */
bool match_needs_build(const struct match *match);
/* Writes down the build that this program is, if the outcome that is due needs it
 * to come out alike; on top of another one it becomes "several". */
void match_note_build(struct match *match);
/* True if sessions of the match come out here as they did. */
bool match_is_of_this_build(const struct match *match);

/* Notes that the match is at work for the seat, and gives what was at work before. */
struct work match_at_work(const struct match *match, const char *doing, int seat, const char *text,
                          const void *action);
/* VERDICT_PLAYED if the seat, chance or sim may act now. */
enum verdict match_judge_turn(const struct match *match, int seat, struct message *why);
/* Opens a bot's dice for the present question. */
void match_bot_rng(struct match *match, int seat, struct rng *rng);

/* Plays an entry whose origin is already known to be right. */
enum verdict match_enter(struct match *match, int seat, bool is_scripted, const void *action,
                         const struct stamp *stamp, struct events *events, struct message *why);
/* The same from notation. */
enum verdict match_enter_text(struct match *match, int seat, bool is_scripted, const char *text,
                              const struct stamp *stamp, struct events *events,
                              struct message *why);

#endif
