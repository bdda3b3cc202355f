/* face_inside.h: the parts of the game's face, among each other. All of them work on a
 * seat's view, and only where that seat is awaited or may interrupt. */
#ifndef SPELUNKE_DRACHEN_FACE_INSIDE_H
#define SPELUNKE_DRACHEN_FACE_INSIDE_H

#include "drachen.h"

/* Whether the seat has to answer; else it only may interrupt. */
bool dr_is_awaited(const struct dr_state *view, int seat);

/* task.c: begins the prompt with what is asked. */
void dr_put_task(const struct dr_state *view, int seat, struct prompt *prompt);
/* forms.c: the legal actions, folded. */
void dr_put_forms(const struct dr_state *view, int seat, struct prompt *prompt);

/* presets.c: keys of the standing wishes, ending with NULL, and which of them would
 * pass what the seat is asked. */
extern const char *const dr_presets[];
uint16_t dr_presets_now(const struct dr_state *view, int seat);

/* outlook.c: what is certain to follow from an action unless somebody answers it. */
void dr_tell_outlook(const void *view, int seat, const void *action, struct events *says);
/* Whether the seat would be about to go out if nobody did anything, and is not yet. */
bool dr_pass_puts_out(const struct dr_state *view, int seat);

/* odds.c: what the next drink may be. */
void dr_tell_odds(const void *view, int seat, struct events *says);

/* kit.c: the cards, the drinks and the characters as JSON. */
void dr_kit_json(struct text *out);

#endif
