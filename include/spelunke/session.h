/* session.h: a session that runs: takes a hand, ticks, shows frames, ends.
 *
 * The one loop around struct sim, for every host: a server that gets hands over a
 * network, a terminal, a match that is played without an audience, a proof that
 * repeats one. A session is opened from a copy of the state and of its dice and
 * knows no match, so it runs in any thread; one thread at a time uses it.
 *
 * Kept true: a session never has more than sim->ticks_max ticks; the same state,
 * dice, ticks and applied samples give the same outcome on one build. */
#ifndef SPELUNKE_SESSION_H
#define SPELUNKE_SESSION_H

#include <spelunke/game.h>

/* A hand reaches at most 100 m from the middle; its quaternion has the length 1 within
 * a hundredth; it says at most a second ahead what it will do, and at most so much for
 * one tick that has not passed; what comes late takes its turn at the present tick. */
enum { HAND_FAR = 100000000, HAND_SECONDS_AHEAD = 1, HAND_SAMPLES_TICK = 8 };

struct session;

/* The dice are those of the entry that the session will become (match_open_dice). The
 * shelf, which may be NULL, must outlive the session. */
struct session *session_open(const struct game *game, const void *state, const struct rng *dice,
                             const struct shelf *shelf);
/* Frees the session and writes its outcome, an action of the game. At any tick. */
void session_close(struct session *session, void *outcome);

/* True if both hands do the same, whatever their ticks are. */
bool hand_is_same(const struct hand *a, const struct hand *b);

enum taken { HAND_TAKEN, HAND_IGNORED, HAND_REFUSED };
/* A sample of the hand, as it comes over a network:
 * - for the present tick: it applies at once; for an earlier one (it is late): the
 *   same, and it counts as one of the present tick;
 * - for a later tick: it waits for its tick;
 * - ignored, so that samples may be sent again: one for an earlier tick than the newest
 *   sample so far, one that equals another for the same tick, and any after the end;
 * - refused, with the reason in `why` (may be NULL): one that no hand can mean
 *   (kernel.hand_pose, kernel.hand_tick, kernel.hand_many), and one that the game's
 *   rules forbid, with the game's reason; the last good one holds.
 * A sample that the rules forbade counts here as well, and is ignored when it comes
 * again; who wants to try again sends a newer one. */
enum taken session_hand(struct session *session, const struct hand *sample, struct message *why);
/* True once for each sample that waited for its tick and was then forbidden by the
 * rules: the newest such reason. */
bool session_refused(struct session *session, struct message *why);
/* False if the rules forbade the last sample that had its turn. */
bool session_obeys(const struct session *session);

/* One tick; false if it was the last one: all is at rest, or there are no more. */
bool session_tick(struct session *session);
/* How many ticks have been. */
int32_t session_ticks(const struct session *session);
bool session_over(const struct session *session);
/* False once the hand has said so much that nothing more counts (HAND_SAMPLES_MAX). */
bool session_hears_hand(const struct session *session);
/* What is to be seen now. */
void session_frame(const struct session *session, struct frame *out);
/* True at the ticks whose frame is shown: every sim->frame_every-th, and the last. */
bool session_shows(const struct session *session);

/* How a session goes on after a frame that somebody looked at. */
enum attention {
    ATTENTION_STAYS, /* with the next tick */
    ATTENTION_WAITS, /* not yet: no tick passes, and the same frame comes again */
    ATTENTION_ENDS,  /* to its end, and nobody looks any more */
    ATTENTION_CUTS,  /* not at all: it stops where it is */
};
/* One who looks at each shown frame before its tick, and may send samples of a hand. */
struct attendant {
    enum attention (*attend)(void *context, const struct frame *frame);
    void *context;
};
enum { SESSION_END = INT32_MAX };
/* Runs until so many ticks have been, or to the end; the attendant may be NULL: nobody
 * looks, and nobody steers. False: it was cut. */
bool session_run(struct session *session, int32_t until, const struct attendant *attendant);

/* A hand that is moved at shown frames by one who finds in it his own last one. */
struct steered {
    struct hand hand;
    bool holds; /* the session has taken it */
};
/* Open and in the middle, and nothing is said yet. */
struct steered steered_start(void);
/* Sends it as a sample for the present tick. A hand that stays as it was `before` says
 * nothing new, unless it was refused: perhaps the rules allow now what they forbade. */
void steered_send(struct steered *steered, const struct hand *before, struct session *session);

/* What was done in a session under a hand: what `<log>.hands` keeps of it, so that it
 * can be repeated (docs/log.md). */
struct hands {
    int entry;     /* of the log */
    int32_t ticks; /* how many there were */
    int count;
    struct hand *samples; /* in the order in which they applied, each with its tick */
};

/* Runs under samples that are known beforehand, in order, each at its tick, until so
 * many ticks have been or the session ends. Samples that are impossible or forbidden
 * are left out. */
void session_follow(struct session *session, const struct hand *samples, int count, int32_t ticks);
/* What has been done so far; its samples are the session's, valid until it goes on. */
struct hands session_hands(const struct session *session);

/* The same, and its samples are the caller's to free, with hands_free; the session can
 * only be closed after that. */
struct hands session_take_hands(struct session *session);

/* One line, closed by a line feed. */
void hands_print(const struct hands *hands, struct text *out);
/* Reads the line at *at, which hands_print wrote, and moves *at behind it; false if it
 * is not one. The samples are the caller's to free, with hands_free. */
bool hands_parse(const char **at, struct hands *out);
void hands_free(struct hands *hands);

#endif
