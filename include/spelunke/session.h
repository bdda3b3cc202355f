/* session.h: runs a session: hand samples in, ticks, frames out, one outcome.
 *
 * The one loop around struct sim, for every host: a server that receives hand samples over a
 * network, a terminal, a match without an audience, a proof that repeats a session. A session is
 * created from a copy of the state and of its dice and does not know the match, so it runs in any
 * thread, one thread at a time.
 *
 * Invariants: a session never has more than sim->ticks_max ticks; the same state, dice, ticks and
 * applied samples give the same outcome on one build. */
#ifndef SPELUNKE_SESSION_H
#define SPELUNKE_SESSION_H

#include <spelunke/game.h>

/* Limits of a sample: at most 100 m from the middle; a quaternion of length 1 within a hundredth;
 * at most one second ahead; at most so many samples for one tick that has not passed. A late sample
 * counts for the current tick. */
enum { HAND_FAR = 100000000, HAND_SECONDS_AHEAD = 1, HAND_SAMPLES_TICK = 8 };

struct session;

/* `dice` are those of the entry that the session will become (match_open_dice). The shelf may be
 * NULL and must outlive the session. */
struct session *session_open(const struct game *game, const void *state, const struct rng *dice,
                             const struct shelf *shelf);
/* Frees the session and writes its outcome, an action of the game. Allowed at any tick. */
void session_close(struct session *session, void *outcome);

/* True if both samples are equal, whatever their ticks are. */
bool hand_is_same(const struct hand *a, const struct hand *b);

enum taken { HAND_TAKEN, HAND_IGNORED, HAND_REFUSED };
/* Handles a sample of the hand as it arrives from a network:
 * - for the current tick, or an earlier one (late): it is applied at once and counts
 *   as a sample of the current tick;
 * - for a later tick: it is queued for its tick;
 * - ignored, so that samples may be sent repeatedly: one for an earlier tick than the newest
 *   sample so far, one that equals another for the same tick, and any after the end;
 * - refused, with the reason in `why` (may be NULL): an impossible one (kernel.hand_pose,
 *   kernel.hand_tick, kernel.hand_many), and one that the game's rules forbid, with the
 *   game's reason; the last valid one stays.
 * A forbidden sample counts here as well, and is ignored when it is sent again; to retry,
 * send a newer one. */
enum taken session_hand(struct session *session, const struct hand *sample, struct message *why);
/* True once for each sample that was queued for its tick and then forbidden by the rules; `why` is
 * the newest such reason. */
bool session_refused(struct session *session, struct message *why);
/* False if the rules forbade the last sample that was applied. */
bool session_obeys(const struct session *session);

/* Runs one tick; false if it was the last one: all is at rest, or the limit is reached. */
bool session_tick(struct session *session);
/* The number of ticks so far. */
int32_t session_ticks(const struct session *session);
bool session_over(const struct session *session);
/* False once the limit of samples is used up (HAND_SAMPLES_MAX). */
bool session_hears_hand(const struct session *session);
/* The current frame. */
void session_frame(const struct session *session, struct frame *out);
/* True at the ticks whose frame is shown: every sim->frame_every-th, and the last. */
bool session_shows(const struct session *session);

/* How a session continues after a frame was shown. */
enum attention {
    ATTENTION_STAYS, /* with the next tick, and further frames */
    ATTENTION_WAITS, /* pauses: no tick passes, and the same frame is shown again */
    ATTENTION_ENDS,  /* runs to its end without further callbacks */
    ATTENTION_CUTS,  /* is cut: stops at this tick */
};
/* A callback that gets each shown frame before its tick and may send hand samples. */
struct attendant {
    enum attention (*attend)(void *context, const struct frame *frame);
    void *context;
};
enum { SESSION_END = INT32_MAX };
/* Runs until tick `until` or to the end. The attendant may be NULL: no callbacks, no samples.
 * False: it was cut. */
bool session_run(struct session *session, int32_t until, const struct attendant *attendant);

/* A hand that is moved at shown frames, starting from its last position. */
struct steered {
    struct hand hand;
    bool holds; /* the session has accepted it */
};
/* Open and in the middle, with nothing sent yet. */
struct steered steered_start(void);
/* Sends the hand as a sample for the current tick. A hand that equals `before` is not sent again,
 * unless it was refused: the rules may allow now what they forbade. */
void steered_send(struct steered *steered, const struct hand *before, struct session *session);

/* The hand samples of one session, as `<log>.hands` stores them, so that the session can be
 * repeated (docs/log.md). */
struct hands {
    int entry;     /* index in the log */
    int32_t ticks; /* the number of ticks */
    int count;
    struct hand *samples; /* in the order in which they were applied, each with its tick */
};

/* Runs with samples that are known beforehand, in order, each at its tick, until so many
 * ticks have passed or the session ends. Impossible and forbidden samples are skipped. */
void session_follow(struct session *session, const struct hand *samples, int count, int32_t ticks);
/* The samples applied so far, owned by the session and valid until it continues. */
struct hands session_hands(const struct session *session);

/* The same, but the caller owns the samples and frees them with hands_free. Afterwards the session
 * can only be closed. */
struct hands session_take_hands(struct session *session);

/* Prints one line, ended by a line feed. */
void hands_print(const struct hands *hands, struct text *out);
/* Parses the line at *at, as written by hands_print, and moves *at past it; false if it is
 * malformed. The caller frees the samples with hands_free. */
bool hands_parse(const char **at, struct hands *out);
void hands_free(struct hands *hands);

#endif
