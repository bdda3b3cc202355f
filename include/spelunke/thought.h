/* thought.h: a bot's question as a copy, to be thought about in any thread.
 *
 * A thought holds the view, the bot's own dice and what is asked. It knows nothing
 * of the match it came from, which may go on meanwhile: a host plays what came of it
 * only while the seat is asked the same. */
#ifndef SPELUNKE_THOUGHT_H
#define SPELUNKE_THOUGHT_H

#include <spelunke/match.h>
#include <spelunke/session.h>

struct thought;

/* What the seat is asked now, for this bot; NULL, with the reason, for a seat that
 * is not asked or has nothing to do. `memory` is the bot's in this seat, or NULL; it
 * is not copied, so one seat's thoughts run one after the other. */
struct thought *match_think(struct match *match, const struct bot *bot, int seat, void *memory,
                            struct message *why);
/* Thinks, and fills in the action; false: the bot declines. Repeated, it gives the
 * same. Whether the action is legal in the match is for match_play to check. */
bool thought_run(const struct thought *thought, const struct budget *budget, void *action);
void thought_free(struct thought *thought);

/* The hand of the bot in control of the session that is due; NULL where none is. */
struct thought *match_think_hand(struct match *match, const struct bot *bot, void *memory);
/* What its hand does next in the session, from a frame that is shown now and from its own
 * last hand; a bot that does not steer does nothing. */
void thought_hand(struct thought *thought, const struct budget *budget, const struct frame *frame,
                  struct session *session);
/* Runs a session to its end under this hand. */
void thought_steer(struct thought *thought, const struct budget *budget, struct session *session);

int thought_seat(const struct thought *thought);
/* True if its bot has a hand at all: one that does not steer sends no sample. */
bool thought_steers(const struct thought *thought);

#endif
