/* presets.c: standing wishes to pass, and which of them apply to a question.
 *
 * A window asks every seat that could hold an answer by public information, which would be too
 * many questions for a person. A preset names a kind of question to pass automatically. It
 * applies only where `pass` is legal, never to the last chance of a seat that is about to go
 * out, and never if passing would put the seat out, unless no card of the seat answers the
 * question. */
#include "face_inside.h"

enum preset {
    PRESET_TURN,
    PRESET_NO_ANSWER,
    PRESET_OWN,
    PRESET_CARD,
    PRESET_CARD_ME,
    PRESET_GOLD,
    PRESET_DRINK,
    PRESET_DRINK_ME,
    PRESET_HURT,
    PRESET_WON,
    PRESET_END,
    PRESET_LAST,
    PRESET_BET,
    PRESETS
};

/* Clients find their names under `drachen.preset.<key>`. */
const char *const dr_presets[] = {
    [PRESET_TURN] = "turn",       [PRESET_NO_ANSWER] = "no_answer",
    [PRESET_OWN] = "own",         [PRESET_CARD] = "card",
    [PRESET_CARD_ME] = "card_me", [PRESET_GOLD] = "gold",
    [PRESET_DRINK] = "drink",     [PRESET_DRINK_ME] = "drink_me",
    [PRESET_HURT] = "hurt",       [PRESET_WON] = "won",
    [PRESET_END] = "end",         [PRESET_LAST] = "last",
    [PRESET_BET] = "bet",         [PRESETS] = NULL,
};
_Static_assert((int)PRESETS <= (int)PRESETS_MAX, "every preset has its bit");

#define BIT(preset) (1u << (preset))

static unsigned card_presets(const struct dr_state *v, const struct dr_item *item, int seat) {
    unsigned own = item->source == seat ? BIT(PRESET_OWN) : 0;
    return own | BIT(dr_affects_any(v, item, seat) ? PRESET_CARD_ME : PRESET_CARD);
}

/* The presets for the kind of question. Phases of the own turn have none. */
static unsigned presets_about(const struct dr_state *v, int seat) {
    const struct dr_item *top = dr_top_of(v);
    switch (top->ask) {
    case DR_ASK_BET:
        return BIT(PRESET_BET);
    case DR_ASK_CARD:
        return card_presets(v, top, seat);
    case DR_ASK_LOSS:
        return BIT(PRESET_GOLD);
    case DR_ASK_DRINK:
        return BIT(top->source == seat ? PRESET_DRINK_ME : PRESET_DRINK);
    case DR_ASK_HURT:
        return BIT(PRESET_HURT);
    case DR_ASK_WON:
        return BIT(PRESET_WON);
    case DR_ASK_END:
        return BIT(PRESET_END);
    case DR_ASK_LAST:
        return BIT(PRESET_LAST);
    default:
        return 0;
    }
}

/* Whether a card fits at any time. A card that fits all through a gambling round does not. */
static bool fits_any_time(const struct dr_state *v, int seat, const struct dr_action *a) {
    const struct use *use = &dr_row(v, a->card)->uses[dr_use_now(v, seat, a->card)];
    return use->trigger == ANY && dr_is_interrupt(v, use);
}

/* Whether the seat has an answer besides pass. Cards that fit at any time do not count, because
 * they can be played later; in the own action phase they count. */
static bool has_answer(const struct dr_state *v, int seat) {
    struct dr_action slots[DR_LEGAL];
    struct actions legal = {
        .slots = (unsigned char *)slots, .size = sizeof *slots, .max = DR_LEGAL};
    bool counts_all = dr_top_of(v)->ask == DR_ASK_ACTION;
    dr_legal(v, seat, &legal);
    for (int i = 0; i < legal.count; i++)
        if (slots[i].verb == DR_DO_PLAY && (counts_all || !fits_any_time(v, seat, &slots[i])))
            return true;
    return false;
}

uint16_t dr_presets_now(const struct dr_state *view, int seat) {
    enum dr_ask ask = dr_top_of(view)->ask;
    bool can_pass = ask == DR_ASK_ACTION || ask == DR_ASK_BET || ask >= DR_ASK_CARD;
    bool is_last_chance = ask == DR_ASK_LAST && dr_going_out(view) & dr_bit(seat);
    if (!dr_is_awaited(view, seat) || !can_pass || is_last_chance)
        return 0;
    unsigned presets = presets_about(view, seat);
    if (presets)
        presets |= BIT(PRESET_TURN);
    if (presets && dr_pass_puts_out(view, seat))
        presets = 0;
    return (uint16_t)(presets | (has_answer(view, seat) ? 0 : BIT(PRESET_NO_ANSWER)));
}
