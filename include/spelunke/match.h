/* match.h: one match: its state, its log, its deadlines.
 *
 * A match is its list of (seat, action). The kernel checks, applies and appends each entry, and the
 * log alone rebuilds the match. The match reads no clock: the caller passes the time and the actor
 * of each entry, and both are kept beside the entry, never in it. */
#ifndef SPELUNKE_MATCH_H
#define SPELUNKE_MATCH_H

#include <spelunke/game.h>

enum { WORD_TEXT_MAX = 100 };

struct match;
struct session; /* session.h */

enum actor { ACTOR_UNKNOWN, ACTOR_PERSON, ACTOR_CLOCK, ACTOR_BOT };

/* Metadata of an entry: who acted, and when (milliseconds since 1970, 0: unknown). */
struct stamp {
    int64_t time;
    enum actor actor;
};

enum verdict {
    VERDICT_PLAYED,
    VERDICT_NOT_YOUR_TURN,
    VERDICT_ILLEGAL,
    VERDICT_STALE, /* the answer to a question that is no longer open */
    VERDICT_OVER,
    VERDICT_DECLINED, /* match_choose alone: the bot declined to interrupt */
};

/* NULL if the game refuses the setup. */
struct match *match_new(const struct game *game, const struct setup *setup, const struct seed *seed,
                        struct message *why);
void match_free(struct match *match);

const struct game *match_game(const struct match *match);
const struct setup *match_setup(const struct match *match);
const struct seed *match_seed(const struct match *match);
const void *match_state(const struct match *match);
void match_turn(const struct match *match, struct turn *turn);
bool match_over(const struct match *match);
/* All legal actions of the seat now; empty if it is not asked. */
void match_legal(const struct match *match, int seat, struct actions *out);

/* The host's identifier of the match, up to WORK_LABEL_MAX bytes, for crash reports (work.h). It is
 * not part of the match and is not written to the log. */
void match_set_label(struct match *match, const char *label);

/* Mixes a seat's own words into the key of the dice: once for each seat, and only before the first
 * chance was drawn. */
bool match_add_word(struct match *match, int seat, const char *word, struct message *why);
bool match_has_word(const struct match *match, int seat, const char *word);

/* Plays an action. With SEAT_CHANCE or SEAT_SIM it is a scripted outcome, and the log marks it as
 * such. If it is refused, nothing changes and `why` holds the reason. `events` receives the events
 * of this entry alone. `stamp`, `events` and `why` may be NULL; without a time the clocks do not
 * advance. */
enum verdict match_play(struct match *match, int seat, const void *action,
                        const struct stamp *stamp, struct events *events, struct message *why);
/* The same with an action in notation. */
enum verdict match_play_text(struct match *match, int seat, const char *text,
                             const struct stamp *stamp, struct events *events, struct message *why);
/* Draws the awaited chance from the match's dice and plays it. If a session is due, it runs the
 * whole session with the given hand samples. */
enum verdict match_draw(struct match *match, const struct hand *hands, int hand_count,
                        const struct stamp *stamp, struct events *events, struct message *why);
/* The same, where a session is due, with a bot's hand. `memory` is that of the bot in the seat in
 * control, or NULL. */
enum verdict match_draw_steered(struct match *match, const struct bot *bot, void *memory,
                                const struct budget *budget, const struct stamp *stamp,
                                struct events *events, struct message *why);
/* Sets the cache in which sessions of the match look up and store precomputed results; NULL: none.
 * It must outlive the match, is not part of it and is not written to the log. */
void match_set_shelf(struct match *match, const struct shelf *shelf);
/* For a host that runs the due session itself (session.h). Opening creates it from the match's
 * state, dice and shelf, and from then on no words are accepted. Closing plays its outcome and
 * keeps the hand samples. */
struct session *match_open_session(struct match *match);
enum verdict match_play_session(struct match *match, struct session *session,
                                const struct stamp *stamp, struct events *events,
                                struct message *why);
/* The steps of both, for a host that opens and closes the session itself. */
void match_open_dice(struct match *match, struct rng *rng);
enum verdict match_play_outcome(struct match *match, const void *outcome, const struct stamp *stamp,
                                struct events *events, struct message *why);
/* Plays the game's idle action for a seat that is awaited. */
enum verdict match_play_idle(struct match *match, int seat, const struct stamp *stamp,
                             struct events *events, struct message *why);

/* What a bot would do in this seat, without playing it. Refused for a seat that is not asked or has
 * no legal action. `memory` is the bot's in this seat, or NULL. To run the bot in another thread
 * see thought.h. */
enum verdict match_choose(struct match *match, const struct bot *bot, int seat, void *memory,
                          const struct budget *budget, void *action, struct message *why);

/* The number of the seat's current question, from 1; 0: it is not asked. It increases whenever the
 * question changes, and depends on the match alone. */
uint32_t match_ask(struct match *match, int seat);
/* The question with its number as a JSON object; `null` if there is none. */
void match_prompt_json(struct match *match, int seat, struct text *out);
/* True, with the reason, if `ask` is not the number of the seat's current question: the answer came
 * too late and must not be played. `ask` is untrusted input of any value. Once the match is over
 * nothing is stale. */
bool match_is_stale(struct match *match, int seat, int64_t ask, struct message *why);
/* Parses an action that the seat could play now, without playing it. */
enum verdict match_read(const struct match *match, int seat, const char *text, void *action,
                        struct message *why);
/* The certain effects of a seat's legal action, and the seat's chances (face.h). */
void match_tell(const struct match *match, int seat, const void *action, struct events *says);
void match_odds(const struct match *match, int seat, struct events *says);

/* A seat's (or SEAT_WATCHER's) view as a JSON object. */
void match_view_json(const struct match *match, int seat, struct text *out);

/* One entry of the log. */
struct entry {
    int seat;
    bool is_scripted;
    const void *action;
};
int match_length(const struct match *match);
struct entry match_entry(const struct match *match, int index);
struct stamp match_stamp(const struct match *match, int index);

/* One step of a replay. All pointers are valid only during the visit. */
struct replay {
    int index;
    struct entry entry;
    const void *before, *after; /* the states before and after the entry */
    struct turn turn_before, turn_after;
    const struct events *events;
};
/* Replays the first `upto` entries, as long as `visit` returns true. */
void match_replay(const struct match *match, int upto,
                  bool (*visit)(void *context, const struct replay *replay), void *context);

/* Time limits: each decision may take `decide` ms; time beyond that is taken from the seat's
 * `reserve`. 0 and 0: no limit. */
struct pace {
    int64_t decide;
    int64_t reserve;
};

/* The clocks of a match: plain data that a host may save and restore. They follow from the pace,
 * the time of the start and the stamps of the entries, except for what only the host knows: its
 * downtime, and when a session awaited the hand. */
struct clock {
    struct pace pace;
    int64_t time;                /* the latest time that was given */
    int64_t reserve[SEATS_MAX];  /* what is left of the reserve */
    int64_t since[SEATS_MAX];    /* start of the current decision, pauses left out */
    int64_t deadline[SEATS_MAX]; /* 0: no deadline */
    int64_t spent[SEATS_MAX];    /* time spent on a paused decision */
};

/* Resets all clocks and starts those of the awaited seats. A host that rebuilds a match from its
 * log calls this before the first entry, with the time at which the match began. */
void match_set_pace(struct match *match, const struct pace *pace, int64_t now);
const struct clock *match_clock(const struct match *match);
/* Restores clocks that were saved at this entry. False, and nothing changes, if they are
 * inconsistent with the match. */
bool match_set_clock(struct match *match, const struct clock *clock);
/* Excludes the host's downtime: decisions that were running when it stopped start again. */
void match_restart_clocks(struct match *match, int64_t now);
/* During a session the clock of the seat in control runs only while its hand is awaited or holds
 * something; a session starts as awaiting it. Repeated calls with the same value change nothing. */
void match_await_hand(struct match *match, bool awaits, int64_t now);
/* The seat's deadline; 0: none. */
int64_t match_deadline(const struct match *match, int seat);
/* The seats whose deadline has passed. */
uint16_t match_late(const struct match *match, int64_t now);

#endif
