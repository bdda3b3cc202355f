/* sim.h: chances that take time: a throw of barrels, a piece being loaded.
 *
 * What a game offers for them; hosts use it through session.h. Closing a session
 * yields its outcome, which is one logged action, so a replay never runs it again.
 * A session may be closed at any tick (the clock ran out) and always has an
 * outcome. Sessions may allocate; one thread at a time uses each. */
#ifndef SPELUNKE_SIM_H
#define SPELUNKE_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include <spelunke/message.h>
#include <spelunke/rng.h>
#include <spelunke/text.h>

enum { FRAME_BODIES = 56, FRAME_NUMBER_MAX = 255, FALL_TICKS_MAX = 1 << 20 };
enum { HAND_SAMPLES_MAX = 20000 };

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

/* A body that falls, and after how many ticks it is lost. */
struct fall {
    int32_t body;
    int32_t ticks;
};

/* What a session shows at one tick. Beside the poses stands what a client needs to
 * know of the moment and cannot see; a game without a hand leaves all of that as
 * frame_begin sets it. */
struct frame {
    int32_t tick;
    int32_t count;
    int16_t phase;      /* the game's own number, 0 to FRAME_NUMBER_MAX */
    int16_t slow;       /* one step of physics every so many ticks: 1, or more in slow time */
    int16_t held;       /* the body in the hand; -1: none */
    int16_t release;    /* 0: it may be let go; else the place of the reason in
                           sim->refusals, counted from 1 */
    bool awaits_hand;   /* nothing goes on until the hand does something */
    int16_t fall_count; /* how many of `falls` are used, in rising order of bodies */
    struct fall falls[FRAME_BODIES];
    struct pose bodies[FRAME_BODIES];
};

/* Starts a frame in which nothing is held, falls or is slow; the poses are left
 * for the caller to fill in. */
void frame_begin(struct frame *frame, int32_t tick, int32_t count);

enum { BUILD_TEXT_MAX = 200 };

struct recording; /* recording.h */

/* Where the host keeps what was computed before. Games do no input or output,
 * so a shelf is handed to whoever opens a session. It may forget, but never
 * gives anything else than what was put there. */
struct shelf {
    /* The recording of a take, the caller's to free; NULL: not there. */
    struct recording *(*find)(void *context, int take);
    /* Shows a recording that has ended; it stays the caller's. */
    void (*keep)(void *context, int take, const struct recording *recording);
    void *context;
};

/* Takes: what a game can compute beforehand, knowing no match: pure functions of a
 * number, on one build. Kinds hold equally many takes each, and takes that
 * are needed most have the lowest numbers. */
struct takes {
    int kinds;
    int each; /* take t is of kind t / each */
    void (*say_kind)(int kind, struct message *out);
    /* Computes a take, in any thread, and asks at every tick whether to go on; NULL:
     * `goes_on` said no. The caller frees the recording. */
    struct recording *(*make)(int take, bool (*goes_on)(void *context), void *context);
};

struct sim {
    int hz;                    /* ticks a second */
    int ticks_max;             /* no session has more */
    int frame_every;           /* ticks from one shown frame to the next; 0 is 1 */
    bool is_patient;           /* no tick passes for people who think while their hand is awaited */
    const struct takes *takes; /* NULL: nothing can be computed beforehand */
    /* The keys of the reasons for which a release is refused, ending with NULL; frames
     * name one by its place. NULL: there are none. */
    const char *const *refusals;
    /* The session keeps neither; it copies what it needs. A shelf, which may be
     * NULL, saves work and changes nothing that can be seen; it must outlive the
     * session. */
    void *(*open)(const void *state, struct rng *rng, const struct shelf *shelf);
    /* False, with the reason, for a hand that the rules do not allow; the last
     * good one stays. `why` may be NULL. Poses are unit quaternions within bounds
     * (session.h). */
    bool (*take_hand)(void *session, const struct hand *hand, struct message *why);
    /* One tick; false when all is at rest and the session wants to be closed. While
     * nothing can happen before the hand moves, a tick may do nothing. */
    bool (*step)(void *session);
    void (*frame)(const void *session, struct frame *out);
    /* Frees the session and writes its outcome as an action of the game, which is all
     * zero before. */
    void (*close)(void *session, void *outcome);
    /* The name of the build on which a session comes out as here, one line of
     * less than BUILD_TEXT_MAX bytes. It is asked for often: what is costly to find
     * out is found out once a process. With "unknown" in it, it is another build
     * than any. NULL: it comes out alike everywhere. */
    void (*build)(struct text *out);
    /* What anybody can check of a chance that takes time, without running it: what
     * the dice drew for it, and what the session made of that, as one line of plain
     * text. It follows from the state, the dice as `open` got them and the outcome.
     * A log keeps it, so that away from the build only the session's own part is
     * taken on trust. NULL: there is nothing to say. */
    void (*attest)(const void *state, struct rng *rng, const void *outcome, struct text *out);
    /* Where the open hand meets a body that falls, by its name in the kit, for players who
     * name what they want to catch; `before` is an earlier frame, or NULL. False: it does
     * not fall. NULL: nothing is caught by its name. */
    bool (*reach)(const struct frame *before, const struct frame *now, const char *body,
                  struct pose *out);
};

#endif
