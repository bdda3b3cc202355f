/* face.c: what clients need to show the game without knowing its rules: prompts, effects of
 * actions, odds, cards. */
#include "face_inside.h"

bool dr_is_awaited(const struct dr_state *view, int seat) {
    const struct dr_item *top = dr_top_of(view);
    return top->asked & ~top->sealed & dr_bit(seat);
}

static void prompt(const void *view, int seat, struct prompt *prompt) {
    dr_put_task(view, seat, prompt);
    dr_put_forms(view, seat, prompt);
    prompt->presets = dr_presets_now(view, seat);
}

const struct face drachen_face = {
    .presets = dr_presets,
    .prompt = prompt,
    .tell = dr_tell_outlook,
    .odds = dr_tell_odds,
    .kit = dr_kit_json,
};
