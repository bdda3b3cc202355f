/* show.h: a session that is shown to a table, live or as a film.
 *
 * A show runs a session of the host in slices, each in a worker: up to a tick, or to its
 * end. It takes the samples of a person's hand that have arrived, or asks the computer
 * player in control; encodes all frames once for all viewers, a key frame at least every
 * second, so that who is slow or new goes on from there; and records them.
 *
 * Kept true: between two slices the show is the loop's, during one the worker's, but for
 * show_hand, which takes samples at any time. Where a person's hand is awaited and has said
 * nothing new for two seconds, time stands: no tick passes until it does, so nobody loses what
 * he holds because a session has only so many ticks, and neither film nor samples grow. A hand
 * that has said all it may is not waited for. The loop is the kernel's (session_run), so a
 * computer player's hand sends the same samples as where nobody looks. */
#ifndef SPELUNKE_SERVER_SHOW_H
#define SPELUNKE_SERVER_SHOW_H

#include <stdatomic.h>

#include <spelunke/recording.h>
#include <spelunke/session.h>
#include <spelunke/thought.h>

struct show;

/* `session` and `steering` (NULL: a person's hand, or nobody's) are the host's. `number` is
 * that of the session on the wire. */
struct show *show_new(const struct game *game, struct session *session, struct thought *steering,
                      uint32_t number);
void show_free(struct show *show);
uint32_t show_number(const struct show *show);

/* Samples of the hand, in the order of arrival, taken at the next slice. At most
 * SHOW_HANDS_MAX wait; more are dropped. From the loop, also during a slice. */
enum { SHOW_HANDS_MAX = 64 };
void show_hand(struct show *show, const struct hand *hands, int count);
/* True if some wait; between two slices. */
bool show_has_hands(const struct show *show);

/* One slice, in any thread: runs until this tick, or the end; the first one shows tick 0
 * too. While time stands it shows the last frame again, as a key frame; when the hand goes on,
 * the slice ends not before the tick of its samples. A binary message of kind 2, ready to be
 * sent, becomes what show_frames gives; one that begins with a key frame can be the first of a
 * viewer. `is_cut`, where not NULL, ends a computer player's planning early. */
void show_run(struct show *show, int32_t until_tick, const atomic_bool *is_cut);
/* What the last slice showed; NULL: nothing. */
const char *show_frames(const struct show *show, size_t *size, bool *is_key);
/* The newest reason that there was against the hand in the last slice, once. The same
 * reason is sent again only after a sample that counted. */
bool show_refused(struct show *show, struct message *why);
/* In the last frame that was shown: whether time is that of who is in control. It is while his
 * hand is awaited, and while something is in it, however much he moves it. */
bool show_takes_time(const struct show *show);
/* True while time stands. */
bool show_stands(const struct show *show);
/* True once a sample of the hand has counted. */
bool show_has_moved(const struct show *show);
int show_bodies(const struct show *show);
bool show_is_over(const struct show *show);
int32_t show_ticks(const struct show *show);
/* The whole recording so far, ended if the session is over: the film. */
const void *show_film(struct show *show, size_t *size);
/* How long it lasts for who watches it, in ms. */
int64_t show_length(const struct show *show);

#endif
