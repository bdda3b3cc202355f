/* match.h: one match: its state, its log, its deadlines.
 *
 * A match is its list of (seat, action). The kernel checks and applies each
 * entry and keeps it; the log alone rebuilds the match. There is no clock in
 * here: whoever plays an entry says what time it is and who acted, and both
 * are kept beside the entry, never in it. */
#ifndef SPELUNKE_MATCH_H
#define SPELUNKE_MATCH_H

#include <spelunke/game.h>

enum { WORD_TEXT_MAX = 100 };

struct match;
struct session; /* session.h */

enum actor { ACTOR_UNKNOWN, ACTOR_PERSON, ACTOR_CLOCK, ACTOR_BOT };

/* Kept beside an entry: who acted, and when (milliseconds since 1970, 0: not
 * known). */
struct stamp {
    int64_t time;
    enum actor actor;
};

enum verdict {
    VERDICT_PLAYED,
    VERDICT_NOT_YOUR_TURN,
    VERDICT_ILLEGAL,
    VERDICT_STALE, /* the answer to a question that is no longer asked */
    VERDICT_OVER,
    VERDICT_DECLINED, /* match_choose alone: the bot would rather not interrupt */
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
/* All that the seat may do now; nothing if it is not asked. */
void match_legal(const struct match *match, int seat, struct actions *out);

/* The host's own name for the match, up to WORK_LABEL_MAX bytes, by which it finds
 * it after a crash (work.h). It is not part of the match: no log knows it. */
void match_set_label(struct match *match, const char *label);

/* A seat's own words go into the key of the dice: once a seat, and only before
 * the first chance was drawn. */
bool match_add_word(struct match *match, int seat, const char *word, struct message *why);
bool match_has_word(const struct match *match, int seat, const char *word);

/* Plays an action. With SEAT_CHANCE or SEAT_SIM it is a scripted outcome and
 * marked so in the log. Refused: nothing changes and `why` says the reason. `events` are
 * those of this entry alone. `stamp`, `events` and `why` may be NULL; without a
 * time no time has passed. */
enum verdict match_play(struct match *match, int seat, const void *action,
                        const struct stamp *stamp, struct events *events, struct message *why);
/* The same from notation. */
enum verdict match_play_text(struct match *match, int seat, const char *text,
                             const struct stamp *stamp, struct events *events, struct message *why);
/* Draws the awaited chance from the match's dice and plays it. At a session it
 * runs the whole session under the given hand. */
enum verdict match_draw(struct match *match, const struct hand *hands, int hand_count,
                        const struct stamp *stamp, struct events *events, struct message *why);
/* The same with a bot's hand, where the turn is a session's. `memory` is the bot's in
 * the seat in control, or NULL. */
enum verdict match_draw_steered(struct match *match, const struct bot *bot, void *memory,
                                const struct budget *budget, const struct stamp *stamp,
                                struct events *events, struct message *why);
/* Where sessions of the match may find and leave what was computed before; NULL:
 * nowhere. It must outlive the match, and is not part of it: no log knows it. */
void match_set_shelf(struct match *match, const struct shelf *shelf);
/* The session that is due, from the match's state, dice and shelf, for a host that runs
 * it itself (session.h); and its end: closes it, plays its outcome and keeps what the
 * hand did. From its opening on no words are taken. */
struct session *match_open_session(struct match *match);
enum verdict match_play_session(struct match *match, struct session *session,
                                const struct stamp *stamp, struct events *events,
                                struct message *why);
/* The parts of both, for a host that opens and closes the session in another place. */
void match_open_dice(struct match *match, struct rng *rng);
enum verdict match_play_outcome(struct match *match, const void *outcome, const struct stamp *stamp,
                                struct events *events, struct message *why);
/* Plays the game's idle action for a seat that is awaited. */
enum verdict match_play_idle(struct match *match, int seat, const struct stamp *stamp,
                             struct events *events, struct message *why);

/* What a bot would do in this seat; not played. Refused for a seat that is not
 * asked or has nothing to do. `memory` is the bot's in this seat, or NULL. To let it
 * think in another thread see thought.h. */
enum verdict match_choose(struct match *match, const struct bot *bot, int seat, void *memory,
                          const struct budget *budget, void *action, struct message *why);

/* The number of the question that the seat is asked now, from 1; 0: it is not asked. It
 * rises whenever what the seat is asked changes, and follows from the match alone. */
uint32_t match_ask(struct match *match, int seat);
/* The question itself, with its number, as a JSON object; `null` if there is none. */
void match_prompt_json(struct match *match, int seat, struct text *out);
/* True, with the reason, if this is not the seat's present question: then its answer came
 * too late and must not be played. It is a number from anybody, so any will do. Of a
 * match that is over nothing is stale. */
bool match_is_stale(struct match *match, int seat, int64_t ask, struct message *why);
/* Reads an action that the seat could play now, without playing it. */
enum verdict match_read(const struct match *match, int seat, const char *text, void *action,
                        struct message *why);
/* What the seat's legal action is certain to bring, and its chances (face.h). */
void match_tell(const struct match *match, int seat, const void *action, struct events *says);
void match_odds(const struct match *match, int seat, struct events *says);

/* A seat's (or SEAT_WATCHER's) view as a JSON object. */
void match_view_json(const struct match *match, int seat, struct text *out);

/* The log so far. */
struct entry {
    int seat;
    bool is_scripted;
    const void *action;
};
int match_length(const struct match *match);
struct entry match_entry(const struct match *match, int index);
struct stamp match_stamp(const struct match *match, int index);

/* One entry of a match that is walked through again. Nothing in it outlives the visit. */
struct replay {
    int index;
    struct entry entry;
    const void *before, *after; /* the states around it */
    struct turn turn_before, turn_after;
    const struct events *events;
};
/* Shows the first `upto` entries one after the other, as long as `visit` returns true. */
void match_replay(const struct match *match, int upto,
                  bool (*visit)(void *context, const struct replay *replay), void *context);

/* Deadlines as data: each decision may take `decide` ms, and what goes beyond
 * comes out of the seat's `reserve`. 0 and 0: nobody is hurried. */
struct pace {
    int64_t decide;
    int64_t reserve;
};

/* The clocks of a match, plain data that a host may keep and restore. They follow
 * from the pace, the time of the start and the stamps of the entries, but for what
 * only the host knows: when it was down, and when a session awaited the hand. */
struct clock {
    struct pace pace;
    int64_t time;                /* the latest that was given */
    int64_t reserve[SEATS_MAX];  /* what is left of it */
    int64_t since[SEATS_MAX];    /* when the running decision began, pauses left out */
    int64_t deadline[SEATS_MAX]; /* 0: none runs */
    int64_t spent[SEATS_MAX];    /* on a decision that is paused */
};

/* Sets all clocks back to their start and starts those of the seats that are awaited.
 * Whoever rebuilds a match from its log does this before the first entry, with the
 * time at which the match began. */
void match_set_pace(struct match *match, const struct pace *pace, int64_t now);
const struct clock *match_clock(const struct match *match);
/* Clocks that were kept of this match at this entry; false, and nothing changes, if
 * they cannot be. */
bool match_set_clock(struct match *match, const struct clock *clock);
/* Time in which the host was down does not count: decisions that were running when it
 * stopped begin anew. */
void match_restart_clocks(struct match *match, int64_t now);
/* During a session the clock of the seat in control runs only while its hand is
 * awaited, or has something in it; a session begins as one that awaits it. Saying the same
 * again changes nothing. */
void match_await_hand(struct match *match, bool awaits, int64_t now);
/* When the seat must have acted; 0: no deadline runs for it. */
int64_t match_deadline(const struct match *match, int seat);
/* The seats whose time is up. */
uint16_t match_late(const struct match *match, int64_t now);

#endif
