/* sim.h: chances that take time: a throw of barrels, a piece being loaded.
 *
 * The interface that a game implements for them; hosts use it through session.h. Closing a session
 * yields its outcome, which is one logged action, so a replay never runs the session again. A
 * session may be closed at any tick (when the time is up) and always has an outcome. Sessions may
 * allocate; one thread at a time uses each. */
#ifndef SPELUNKE_SIM_H
#define SPELUNKE_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include <spelunke/message.h>
#include <spelunke/rng.h>
#include <spelunke/text.h>

enum { FRAME_BODIES = 56, FRAME_NUMBER_MAX = 255, FALL_TICKS_MAX = 1 << 20 };
enum { HAND_SAMPLES_MAX = 20000 };

/* The pose of a body: micrometres, and a quaternion (w x y z) in millionths. */
struct pose {
    int32_t at[3];
    int32_t turned[4];
};

/* A sample of the hand of the seat in control, valid from `tick` on. */
struct hand {
    int32_t tick;
    struct pose pose;
    bool grip;
};

/* A body that falls, and the number of ticks after which it is lost. */
struct fall {
    int32_t body;
    int32_t ticks;
};

/* What a session shows at one tick: the poses, and what a client cannot derive from them. A game
 * without a hand leaves the other fields as frame_begin sets them. */
struct frame {
    int32_t tick;
    int32_t count;
    int16_t phase;    /* the game's own number, 0 to FRAME_NUMBER_MAX */
    int16_t slow;     /* ticks per step of physics: 1, or more in slow motion */
    int16_t held;     /* the body in the hand; -1: none */
    int16_t release;  /* 0: release is allowed; else 1 + the index of the reason in sim->refusals */
    bool awaits_hand; /* time stands still until the hand moves */
    int16_t fall_count; /* how many of `falls` are used, ordered by body */
    struct fall falls[FRAME_BODIES];
    struct pose bodies[FRAME_BODIES];
};

/* Initialises a frame in which nothing is held, falls or is slow; the caller fills in the poses. */
void frame_begin(struct frame *frame, int32_t tick, int32_t count);

enum { BUILD_TEXT_MAX = 200 };

struct recording; /* recording.h */

/* A cache of precomputed results. Games do no input or output, so the host passes a shelf when it
 * opens a session. It may drop entries, but never returns anything else than what was stored. */
struct shelf {
    /* The recording of a take, which the caller frees; NULL: not cached. */
    struct recording *(*find)(void *context, int take);
    /* Offers a finished recording for storing; the caller keeps ownership. */
    void (*keep)(void *context, int take, const struct recording *recording);
    void *context;
};

/* Takes are what a game can compute in advance, without a match: pure functions of a number, on
 * one build. All kinds have equally many takes, and takes that are needed most have the lowest
 * numbers. */
struct takes {
    int kinds;
    int each; /* take t is of kind t / each */
    void (*say_kind)(int kind, struct message *out);
    /* Computes a take, in any thread, and calls `goes_on` at every tick; NULL if that returned
     * false. The caller frees the recording. */
    struct recording *(*make)(int take, bool (*goes_on)(void *context), void *context);
};

struct sim {
    int hz;                    /* ticks a second */
    int ticks_max;             /* upper limit for a session */
    int frame_every;           /* ticks between shown frames; 0 means 1 */
    bool is_patient;           /* no tick passes while a person's hand is awaited */
    const struct takes *takes; /* NULL: nothing can be computed in advance */
    /* Keys of the reasons for refusing a release, ending with NULL; frames refer to them by index.
     * NULL: there are none. */
    const char *const *refusals;
    /* Copies what it needs of `state` and `rng`. The shelf may be NULL; it saves work and changes
     * nothing visible. It must outlive the session. */
    void *(*open)(const void *state, struct rng *rng, const struct shelf *shelf);
    /* False, with the reason, for a hand that the rules forbid; the last valid one stays. `why` may
     * be NULL. Poses are unit quaternions within bounds (session.h). */
    bool (*take_hand)(void *session, const struct hand *hand, struct message *why);
    /* Runs one tick; false when all is at rest and the session should be closed. While nothing can
     * happen until the hand moves, a tick may do nothing. */
    bool (*step)(void *session);
    void (*frame)(const void *session, struct frame *out);
    /* Frees the session and writes its outcome as an action of the game; `outcome` is zeroed
     * before. */
    void (*close)(void *session, void *outcome);
    /* Identifies the build on which a session comes out as here, in one line of less than
     * BUILD_TEXT_MAX bytes. Called often, so an expensive result must be cached per process. A
     * build with "unknown" in it equals no other. NULL: the outcome is the same everywhere. */
    void (*build)(struct text *out);
    /* Evidence of a chance that takes time, which anybody can check without running it: what was
     * drawn from the dice, and what the session made of that, as one line of plain text. It depends
     * on the state, the dice as passed to `open` and the outcome. The log keeps it, so that on
     * other builds only the session's own part has to be trusted. NULL: the game has none. */
    void (*attest)(const void *state, struct rng *rng, const void *outcome, struct text *out);
    /* The position at which the open hand meets a falling body, given by its name in the kit, for
     * players who name what they want to catch. `before` is an earlier frame, or NULL. False: the
     * body does not fall. NULL: bodies cannot be caught by name. */
    bool (*reach)(const struct frame *before, const struct frame *now, const char *body,
                  struct pose *out);
};

#endif
