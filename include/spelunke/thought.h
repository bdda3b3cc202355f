/* thought.h: a bot's question as a copy, which can be answered in any thread.
 *
 * A thought holds the view, the bot's own dice and the question. It has no reference to the match,
 * which may continue meanwhile: a host plays the result only if the question to the seat is still
 * the same. */
#ifndef SPELUNKE_THOUGHT_H
#define SPELUNKE_THOUGHT_H

#include <spelunke/match.h>
#include <spelunke/session.h>

struct thought;

/* The seat's current question for this bot. NULL, with the reason, for a seat that is not asked or
 * has no legal action. `memory` is the bot's in this seat, or NULL; it is not copied, so thoughts
 * of one seat must run one after the other. */
struct thought *match_think(struct match *match, const struct bot *bot, int seat, void *memory,
                            struct message *why);
/* Runs the bot and writes its action; false: it declines. Repeated calls give the same result.
 * Whether the action is legal in the match is checked by match_play. */
bool thought_run(const struct thought *thought, const struct budget *budget, void *action);
void thought_free(struct thought *thought);

/* A thought for the bot that controls the due session; NULL if no session is due. */
struct thought *match_think_hand(struct match *match, const struct bot *bot, void *memory);
/* Computes the bot's next hand in the session, from the current frame and its own last hand. A bot
 * that does not steer leaves it unchanged. */
void thought_hand(struct thought *thought, const struct budget *budget, const struct frame *frame,
                  struct session *session);
/* Runs a session to its end with this bot's hand. */
void thought_steer(struct thought *thought, const struct budget *budget, struct session *session);

int thought_seat(const struct thought *thought);
/* True if the bot steers; one that does not sends no sample. */
bool thought_steers(const struct thought *thought);

#endif
