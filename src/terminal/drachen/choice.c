/* choice.c: what the person may do, and the choice from its first key to a complete action.
 *
 * Everything is derived from the forms of the prompt, so no choice can be refused by the game. */
#include "client.h"

#include <string.h>

const struct value *drachen_seat(const struct console *console, int seat) {
    return value_at(value_get(console->seen, "seats"), seat);
}

unsigned drachen_mask(const struct value *seats) {
    unsigned mask = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (value_has_number(seats, seat))
            mask |= 1u << seat;
    return mask;
}

static const struct value *own_hand(const struct console *console) {
    return value_get(drachen_seat(console, console->seat), "hand");
}

int64_t drachen_count_cards(const struct value *seat) {
    const struct value *hand = value_get(seat, "hand");
    return value_count(hand) ? value_count(hand) : value_number(hand);
}

int drachen_hand_count(const struct console *console) {
    int count = value_count(own_hand(console));
    return count < HAND_ROWS ? count : HAND_ROWS;
}

const char *drachen_hand_card(const struct console *console, int place) {
    return value_word(value_at(own_hand(console), place));
}

const char *drachen_asked(const struct console *console) {
    if (!value_get_true(console->prompt, "must"))
        return "";
    return value_get_word(value_get(console->seen, "window"), "kind");
}

bool drachen_asks(const struct console *console, const char *kind) {
    return strcmp(drachen_asked(console), kind) == 0;
}

/* The form with these first words; the null value if there is none. */
static const struct value *form_of(const struct console *console, const char *say) {
    const struct value *forms = value_get(console->prompt, "forms");
    for (int i = 0; i < value_count(forms); i++)
        if (strcmp(value_get_word(value_at(forms, i), "say"), say) == 0)
            return value_at(forms, i);
    return value_get(forms, "");
}

bool drachen_can(const struct console *console, const char *word) {
    return !value_is_null(form_of(console, word));
}

static const struct value *form_of_card(const struct console *console, int place) {
    struct text say = {0};
    text_put(&say, "play ");
    text_put(&say, drachen_hand_card(console, place));
    const struct value *form = form_of(console, say.data);
    text_free(&say);
    return form;
}

unsigned drachen_fitting(const struct console *console) {
    unsigned places = 0;
    for (int place = 0; place < drachen_hand_count(console); place++)
        if (!value_is_null(form_of_card(console, place)))
            places |= 1u << place;
    return places;
}

/* The form that a draft can still become; a draft without a card gives a drink away. */
static const struct value *form_of_draft(const struct console *console, const struct draft *draft) {
    if (draft->card)
        return form_of_card(console, draft->card - 1);
    return form_of(console, drachen_can(console, "buy") ? "buy" : "split");
}

unsigned drachen_open_targets(const struct console *console, const struct draft *draft) {
    const struct value *lists = value_get(form_of_draft(console, draft), "one");
    const struct value *words = value_at(lists, draft->target[0] ? 1 : 0);
    unsigned open = 0;
    for (int seat = 0; !draft->target[1] && seat < console->setup.seats; seat++)
        if (value_has_word(words, (char[]){'>', (char)('0' + seat), '\0'}))
            open |= 1u << seat;
    return open;
}

bool drachen_names_piles(const struct console *console, const struct draft *draft) {
    return draft->card && value_count(value_get(form_of_draft(console, draft), "one")) > 1;
}

void drachen_choose_target(const struct console *console, int seat, struct draft *draft) {
    if (drachen_open_targets(console, draft) >> seat & 1)
        draft->target[draft->target[0] ? 1 : 0] = (uint8_t)(seat + 1);
    draft->pointed = 0;
}

static bool is_single(unsigned mask) {
    return mask && !(mask & (mask - 1));
}

void drachen_choose_card(const struct console *console, int place, struct draft *draft) {
    drachen_undo(draft);
    draft->card = draft->cursor = (uint8_t)(place + 1);
    unsigned open = drachen_open_targets(console, draft);
    for (int seat = 0; is_single(open) && seat < console->setup.seats; seat++)
        if (open >> seat & 1)
            drachen_choose_target(console, seat, draft);
}

static void put_discards(const struct console *console, const struct draft *draft,
                         struct text *action) {
    text_put(action, "discard");
    for (int place = 0; place < drachen_hand_count(console); place++)
        if (draft->discards >> place & 1) {
            text_put_char(action, ' ');
            text_put(action, drachen_hand_card(console, place));
        }
}

bool drachen_make(const struct console *console, const struct draft *draft, struct text *action) {
    text_clear(action);
    if (draft->discards)
        put_discards(console, draft, action);
    else
        text_put(action, value_get_word(form_of_draft(console, draft), "say"));
    for (int i = 0; i < 2 && draft->target[i]; i++) {
        text_put(action, " >");
        text_put_number(action, draft->target[i] - 1);
    }
    bool is_whole = value_forms_allow(console->prompt, text_string(action));
    if (!is_whole)
        text_clear(action);
    return is_whole;
}

bool drachen_make_pass(const struct console *console, struct text *action) {
    const char *word = drachen_can(console, "keep") ? "keep" : "pass";
    if (!drachen_can(console, word))
        return false;
    text_clear(action);
    text_put(action, word);
    return true;
}

void drachen_undo(struct draft *draft) {
    *draft = (struct draft){.cursor = draft->cursor};
}
