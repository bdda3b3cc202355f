/* face.c: the prompts of Polterfass, the certain effects of an action, and the odds of the next
 * roll. */
#include "polterfass.h"

enum { BOTH_SPECIALS = (1 << PF_SPECIALS) - 1 };

static const char *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};

static int standing_specials(const uint8_t face[PF_BARRELS]) {
    return ~pf_lying(face) >> PF_NUMBERS & BOTH_SPECIALS;
}

/* P-7: one card or two. The prompt does not depend on who else has ordered, so it stays the same
 * while others do. */
static void prompt_order(const struct pf_state *v, struct prompt *prompt) {
    message_seat(prompt_task(prompt, "polterfass.task_order"), "seat", v->innkeeper);
    prompt_say(prompt, "order");
    prompt_pick(prompt, 1, 2);
    for (int card = 0; card < PF_CARDS; card++)
        prompt_word(prompt, digits[card]);
}

static void begin_task(const struct pf_state *v, const char *key, struct prompt *prompt) {
    int least = 0, most = 0;
    struct message *task = prompt_task(prompt, key);
    pf_range(v->face, &least, &most);
    message_number(task, "least", least);
    message_number(task, "most", most);
}

/* P-8, P-19: if all nine barrels stand the innkeeper must name a special to roll again. If no
 * special stands, both lie and rolling is always possible. */
static void prompt_serving(const struct pf_state *v, struct prompt *prompt) {
    int specials = standing_specials(v->face);
    begin_task(v, "polterfass.task_serve", prompt);
    prompt_say(prompt, "stop");
    prompt_say(prompt, "again");
    if (!specials)
        return;
    prompt_pick(prompt, !pf_lying(v->face), pf_set_size(specials));
    for (int i = 0; i < PF_SPECIALS; i++)
        if (specials >> i & 1)
            prompt_word(prompt, digits[PF_NUMBERS + 1 + i]);
}

/* P-21: one form for each total; the task lists the totals in the order of the forms. */
static void prompt_reckoning(const struct pf_state *v, struct prompt *prompt) {
    struct pf_serving servings[PF_SERVINGS];
    struct text action = {0};
    int count = pf_servings(v->face, servings);
    begin_task(v, "polterfass.task_reckon", prompt);
    message_list(&prompt->task, "totals", ARG_NUMBER);
    for (int i = 0; i < count; i++) {
        const struct pf_action serve = {.verb = PF_SERVE,
                                        .number = servings[i].doubles,
                                        .target = {servings[i].target[0], servings[i].target[1]}};
        message_item(&prompt->task, servings[i].total);
        text_clear(&action);
        pf_print_action(&serve, &action);
        prompt_say(prompt, text_string(&action));
    }
    text_free(&action);
}

static void prompt(const void *view, int seat, struct prompt *prompt) {
    const struct pf_state *v = view;
    (void)seat;
    if (v->phase == PF_ORDERS)
        prompt_order(v, prompt);
    else if (v->phase == PF_SERVING)
        prompt_serving(v, prompt);
    else
        prompt_reckoning(v, prompt);
}

static void tell_order(int cards, struct events *says) {
    struct message *m = event_add(says, SEEN_BY_ALL, "polterfass.tell_order");
    message_number(m, "order", pf_order_sum(cards));
    message_list(m, "cards", ARG_NUMBER);
    for (int card = 0; card < PF_CARDS; card++)
        if (cards >> card & 1)
            message_item(m, card);
}

/* The numbers that specials destroy (sign -1) or double (1), if any. */
static void tell_effect(const int8_t effect[PF_SPECIALS], int sign, struct events *says) {
    if (effect[0] * sign <= 0 && effect[1] * sign <= 0)
        return;
    struct message *m = event_add(
        says, SEEN_BY_ALL, sign < 0 ? "polterfass.tell_destroys" : "polterfass.tell_doubles");
    message_list(m, sign < 0 ? "destroyed" : "doubled", ARG_NUMBER);
    for (int i = 0; i < PF_SPECIALS; i++)
        if (effect[i] * sign > 0)
            message_item(m, effect[i] * sign);
}

static void tell_serve(const uint8_t face[PF_BARRELS], const uint8_t target[PF_SPECIALS],
                       struct events *says) {
    int8_t effect[PF_SPECIALS];
    struct message *m = event_add(says, SEEN_BY_ALL, "polterfass.tell_serve");
    message_number(m, "served", pf_served_by(face, target));
    pf_effects(face, target, effect);
    tell_effect(effect, -1, says);
    tell_effect(effect, 1, says);
}

/* If there is only one total, `stop` serves it at once. */
static void tell_stop(const uint8_t face[PF_BARRELS], struct events *says) {
    struct pf_serving servings[PF_SERVINGS];
    int least, most;
    if (pf_servings(face, servings) == 1) {
        tell_serve(face, servings[0].target, says);
        return;
    }
    pf_range(face, &least, &most);
    struct message *m = event_add(says, SEEN_BY_ALL, "polterfass.tell_stop");
    message_number(m, "least", least);
    message_number(m, "most", most);
}

static void list_places(struct message *m, const char *name, int barrels) {
    message_list(m, name, ARG_NUMBER);
    for (int place = 0; place < PF_BARRELS; place++)
        if (barrels >> place & 1)
            message_item(m, place + 1);
}

/* P-8: lying barrels are rolled, and those standing specials that the action names. */
static void tell_again(const uint8_t face[PF_BARRELS], int specials, struct events *says) {
    static const char *const keys[2][2] = {
        {"polterfass.tell_keeps_spoiled", "polterfass.tell_rolls_spoiled"},
        {"polterfass.tell_keeps_double", "polterfass.tell_rolls_double"}};
    int thrown = pf_lying(face) | specials << PF_NUMBERS;
    int kept = ~thrown & ((1 << PF_BARRELS) - 1);
    struct message *m = event_add(says, SEEN_BY_ALL, "polterfass.tell_again");
    message_number(m, "barrels", pf_set_size(thrown));
    message_number(m, "standing", pf_set_size(kept));
    list_places(m, "thrown", thrown);
    list_places(m, "kept", kept);
    for (int i = 0; i < PF_SPECIALS; i++) {
        uint8_t shown = face[PF_NUMBERS + i];
        if (shown == PF_LIES)
            continue;
        m = event_add(says, SEEN_BY_ALL, keys[shown == PF_DOUBLE][specials >> i & 1]);
        message_number(m, "barrel", PF_NUMBERS + 1 + i);
    }
}

static void tell(const void *view, int seat, const void *action, struct events *says) {
    const struct pf_state *v = view;
    const struct pf_action *a = action;
    (void)seat;
    if (a->verb == PF_ORDER)
        tell_order(a->number, says);
    else if (a->verb == PF_STOP)
        tell_stop(v->face, says);
    else if (a->verb == PF_AGAIN)
        tell_again(v->face, a->number, says);
    else
        tell_serve(v->face, a->target, says);
}

/* Whether both specials stand and show the same face. */
static bool are_alike(const uint8_t face[PF_BARRELS]) {
    return face[PF_NUMBERS] != PF_LIES && face[PF_NUMBERS] == face[PF_NUMBERS + 1];
}

/* The message key for a choice of standing specials. */
static const char *chance_key(const uint8_t face[PF_BARRELS], int specials) {
    int standing = standing_specials(face), named = specials ? specials : standing;
    bool is_spoiled = face[PF_NUMBERS + (named == 2)] == PF_SPOILED;
    if (!standing)
        return "polterfass.chance";
    if (named == BOTH_SPECIALS)
        return specials ? "polterfass.chance_with_both" : "polterfass.chance_without_both";
    if (!specials)
        return is_spoiled ? "polterfass.chance_without_spoiled"
                          : "polterfass.chance_without_double";
    if (are_alike(face))
        return is_spoiled ? "polterfass.chance_with_a_spoiled" : "polterfass.chance_with_a_double";
    return is_spoiled ? "polterfass.chance_with_spoiled" : "polterfass.chance_with_double";
}

static int64_t rounded(int64_t weight, int64_t scale) {
    return (weight * scale + PF_ODDS_WHOLE / 2) / PF_ODDS_WHOLE;
}

static void tell_chance(const uint8_t face[PF_BARRELS], int specials, int thrown,
                        struct events *says) {
    struct message *m = event_add(says, SEEN_BY_ALL, chance_key(face, specials));
    message_number(m, "barrels", thrown);
    message_number(m, "fail", rounded(pf_odds[thrown][0], 1000));
    list_places(m, "specials", specials << PF_NUMBERS);
}

/* Of 1000 rolls, how many end with 0, 1, ... all barrels standing; and the mean number of
 * standing barrels in tenths. */
static void tell_standing(int thrown, struct events *says) {
    struct message *m = event_add(says, SEEN_BY_ALL, "polterfass.chance_standing");
    int64_t sum = 0;
    message_number(m, "barrels", thrown);
    message_list(m, "standing", ARG_NUMBER);
    for (int standing = 0; standing <= thrown; standing++) {
        message_item(m, rounded(pf_odds[thrown][standing], 1000));
        sum += (int64_t)pf_odds[thrown][standing] * standing;
    }
    message_number(m, "mean_tenths", rounded(sum, 10));
}

/* Whether these specials can be rolled again. If both show the same face, only the first one is
 * listed. */
static bool is_choice(const uint8_t face[PF_BARRELS], int specials) {
    bool is_twin = specials == 2 && are_alike(face);
    return !(specials & ~standing_specials(face)) && !is_twin && (pf_lying(face) || specials);
}

/* The barrels are public, so every seat gets the odds: one message for each choice of specials,
 * then one for each number of barrels in the cup. */
static void odds(const void *view, int seat, struct events *says) {
    const struct pf_state *v = view;
    int lying = pf_set_size(pf_lying(v->face)), cups = 0;
    (void)seat;
    if (v->phase != PF_ORDERS && v->phase != PF_SERVING)
        return;
    for (int specials = 0; specials <= BOTH_SPECIALS; specials++)
        if (is_choice(v->face, specials)) {
            int thrown = lying + pf_set_size(specials);
            tell_chance(v->face, specials, thrown, says);
            cups |= 1 << thrown;
        }
    for (int thrown = 1; thrown <= PF_BARRELS; thrown++)
        if (cups >> thrown & 1)
            tell_standing(thrown, says);
}

const struct face pf_face = {.prompt = prompt, .tell = tell, .odds = odds, .kit = pf_kit};
