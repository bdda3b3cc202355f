/* show.h: runs a simulation session for the viewers of a table, live or as a film.
 *
 * A show runs a session of the host in slices, each in a worker thread, up to a given tick or to
 * its end. It feeds in the received samples of a person's hand, or asks the computer player in
 * control. It encodes each frame once for all viewers, with a key frame at least every second, at
 * which new and slow viewers can start; and it records the frames.
 *
 * Invariants: the worker owns the show during a slice, the event loop between slices; only
 * show_hand may be called at any time. If a person's hand is expected and has sent nothing new for
 * two seconds, the simulation pauses until it does: so nobody drops a piece because the ticks of
 * the session run out, and neither film nor samples grow. It does not pause for a hand that has
 * used up its samples. The loop is the kernel's (session_run), so a computer player's hand sends
 * the same samples with and without viewers. */
#ifndef SPELUNKE_SERVER_SHOW_H
#define SPELUNKE_SERVER_SHOW_H

#include <stdatomic.h>

#include <spelunke/recording.h>
#include <spelunke/session.h>
#include <spelunke/thought.h>

struct show;

/* `session` and `steering` (NULL: a person's hand, or none) belong to the host. `number` identifies
 * the session in the protocol. */
struct show *show_new(const struct game *game, struct session *session, struct thought *steering,
                      uint32_t number);
void show_free(struct show *show);
uint32_t show_number(const struct show *show);

/* Queues samples of the hand for the next slice. At most SHOW_HANDS_MAX are queued, more are
 * dropped. Called from the event loop, also during a slice. */
enum { SHOW_HANDS_MAX = 64 };
void show_hand(struct show *show, const struct hand *hands, int count);
/* True if samples are queued. Not during a slice. */
bool show_has_hands(const struct show *show);

/* Runs one slice, in any thread, until this tick or the end; the first slice includes tick 0. While
 * paused, it repeats the last frame as a key frame; when the hand continues, the slice does not end
 * before the tick of its samples. The result is a binary message of kind 2 in show_frames; a viewer
 * can start with one that begins with a key frame. `is_cut`, unless NULL, ends the planning of a
 * computer player early. */
void show_run(struct show *show, int32_t until_tick, const atomic_bool *is_cut);
/* The message of the last slice; NULL: there is none. */
const char *show_frames(const struct show *show, size_t *size, bool *is_key);
/* The last reason for which a sample was refused in the last slice; returned once. The same reason
 * is repeated only after a sample was accepted. */
bool show_refused(struct show *show, struct message *why);
/* True if, in the last frame, the clock of the player in control runs: while his hand is expected
 * or holds something. */
bool show_takes_time(const struct show *show);
/* True while the simulation is paused. */
bool show_stands(const struct show *show);
/* True once a sample of the hand was accepted. */
bool show_has_moved(const struct show *show);
int show_bodies(const struct show *show);
bool show_is_over(const struct show *show);
int32_t show_ticks(const struct show *show);
/* The film: the recording so far, terminated if the session is over. */
const void *show_film(struct show *show, size_t *size);
/* Its playing time in ms. */
int64_t show_length(const struct show *show);

#endif
