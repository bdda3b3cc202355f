/* sim.h: chances that take time: a throw of barrels, a piece being loaded.
 *
 * The host opens a session from a state, steps it, shows its frames, and
 * closes it; closing yields the outcome, which is one logged action. A replay
 * therefore never runs a session again. A session may be closed at any tick
 * (the clock ran out) and always has an outcome. Sessions may allocate; each
 * belongs to the thread that opened it. */
#ifndef SPELUNKE_SIM_H
#define SPELUNKE_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include <spelunke/message.h>
#include <spelunke/rng.h>
#include <spelunke/text.h>

enum { FRAME_BODIES = 40, HAND_SAMPLES_MAX = 20000 };

/* Where a body is: micrometres, and a quaternion (w x y z) in millionths. */
struct pose {
    int32_t at[3];
    int32_t turned[4];
};

/* What the seat in control does with its hand from `tick` on. */
struct hand {
    int32_t tick;
    struct pose pose;
    bool grip;
};

struct frame {
    int32_t tick;
    int32_t count;
    struct pose bodies[FRAME_BODIES];
};

enum { BUILD_TEXT_MAX = 200 };

struct recording; /* recording.h */

/* Where the host keeps what was computed before. Games do no input or output,
 * so a shelf is handed to whoever opens a session. It may forget, but never
 * gives anything else than what was put there. */
struct shelf {
    /* The recording of a piece, the caller's to free; NULL: not there. */
    struct recording *(*find)(void *context, int piece);
    /* Shows a recording that has ended; it stays the caller's. */
    void (*keep)(void *context, int piece, const struct recording *recording);
    void *context;
};

/* What a game can compute beforehand, knowing no match: pure functions of a
 * number, on one build. Kinds hold equally many pieces each, and pieces that
 * are needed most have the lowest numbers. */
struct pieces {
    int kinds;
    int each; /* piece p is of kind p / each */
    void (*say_kind)(int kind, struct message *out);
    /* Computes a piece, in any thread, and asks at every tick whether to go on; NULL:
     * it was told not to. The caller frees the recording. */
    struct recording *(*make)(int piece, bool (*goes_on)(void *context), void *context);
};

struct sim {
    int hz;                      /* ticks a second */
    int ticks_max;               /* the host closes the session after so many */
    const struct pieces *pieces; /* NULL: nothing can be computed beforehand */
    /* The session keeps neither; it copies what it needs. A shelf, which may be
     * NULL, saves work and changes nothing that can be seen; it must outlive the
     * session. */
    void *(*open)(const void *state, struct rng *rng, const struct shelf *shelf);
    /* False, with the reason, for a hand that the rules do not allow; the last
     * good one stays. `why` may be NULL. */
    bool (*control)(void *session, const struct hand *hand, struct message *why);
    /* One tick; false when all is at rest and the session wants to be closed. */
    bool (*step)(void *session);
    void (*frame)(const void *session, struct frame *out);
    /* Frees the session and writes its outcome as an action of the game. */
    void (*close)(void *session, void *outcome);
    /* The name of the build on which a session comes out as here, one line of
     * less than BUILD_TEXT_MAX bytes, which may be costly to find out; with
     * "unknown" in it, it is another build than any. NULL: it comes out alike
     * everywhere. */
    void (*build)(struct text *out);
    /* What anybody can check of a chance that takes time, without running it: what
     * the dice drew for it, and what the session made of that, as one line of plain
     * text. It follows from the state, the dice as `open` got them and the outcome.
     * A log keeps it, so that away from the build only the session's own part is
     * taken on trust. NULL: there is nothing to say. */
    void (*attest)(const void *state, struct rng *rng, const void *outcome, struct text *out);
};

/* Runs a whole session under the hand's samples (ticks never falling; none:
 * nobody steers) and gives its outcome. */
void sim_run(const struct sim *sim, const void *state, struct rng *rng, const struct shelf *shelf,
             const struct hand *hands, int hand_count, void *outcome);
/* The same under a hand that looks at each frame before it moves. */
void sim_run_steered(const struct sim *sim, const void *state, struct rng *rng,
                     const struct shelf *shelf,
                     void (*steer)(void *context, const struct frame *frame, struct hand *hand),
                     void *context, void *outcome);

#endif
