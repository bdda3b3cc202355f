/* face_inside.h: functions shared by the files of the game's face. All of them work on a seat's
 * view and require that the seat is awaited or may interrupt. */
#ifndef SPELUNKE_DRACHEN_FACE_INSIDE_H
#define SPELUNKE_DRACHEN_FACE_INSIDE_H

#include "drachen.h"

/* Whether the seat has to answer; otherwise it may only interrupt. */
bool dr_is_awaited(const struct dr_state *view, int seat);

/* task.c: starts the prompt with the question as a message. */
void dr_put_task(const struct dr_state *view, int seat, struct prompt *prompt);
/* forms.c: adds the legal actions as forms. */
void dr_put_forms(const struct dr_state *view, int seat, struct prompt *prompt);

/* presets.c: the keys of the presets, ending with NULL, and those that would pass the current
 * question. */
extern const char *const dr_presets[];
uint16_t dr_presets_now(const struct dr_state *view, int seat);

/* outlook.c: what will happen after an action unless somebody answers it. */
void dr_tell_outlook(const void *view, int seat, const void *action, struct events *says);
/* Whether the seat would newly be about to go out if all seats passed. */
bool dr_pass_puts_out(const struct dr_state *view, int seat);

/* odds.c: the odds of the next drink. */
void dr_tell_odds(const void *view, int seat, struct events *says);

/* kit.c: cards, drinks and characters as JSON. */
void dr_kit_json(struct text *out);

#endif
