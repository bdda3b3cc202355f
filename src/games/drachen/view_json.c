/* view_json.c: a view as JSON for clients.
 *
 * Two views that differ have different JSON: each field of the view is written or follows from
 * what is written. `unseen` and `moments` of a seat follow from its discards and its cards on
 * the stack, `out_rank` from the ranks, the card of an event from its kind, whether a card is an
 * answer from its use, and the only lot of drinks from the drinks that lie open. */
#include "view_json.h"

#include <stddef.h>
#include <string.h>

static const char *const stages[] = {
    [DR_STAGE_START] = "start",   [DR_STAGE_DISCARD] = "discard", [DR_STAGE_DRAW] = "draw",
    [DR_STAGE_ACTION] = "action", [DR_STAGE_ACTED] = "action",    [DR_STAGE_GAMBLE] = "gamble",
    [DR_STAGE_TOAST] = "action",  [DR_STAGE_BUY] = "buy",         [DR_STAGE_DRINK] = "drink",
    [DR_STAGE_END] = "drink",     [DR_STAGE_NEXT] = "end",
};

static const char *const asks[] = {
    [DR_ASK_NOTHING] = "nothing",
    [DR_ASK_DISCARD] = "discard",
    [DR_ASK_ACTION] = "action",
    [DR_ASK_BUY] = "buy",
    [DR_ASK_BET] = "gamble",
    [DR_ASK_MEAD] = "mead",
    [DR_ASK_CHALLENGE] = "challenge",
    [DR_ASK_CARD] = "card",
    [DR_ASK_LOSS] = "gold",
    [DR_ASK_DRINK] = "drink",
    [DR_ASK_HURT] = "hurt",
    [DR_ASK_WON] = "won",
    [DR_ASK_END] = "end",
    [DR_ASK_LAST] = "last_chance",
};

static bool has_round(const struct dr_state *v) {
    for (int i = 1; i < v->depth; i++)
        if (v->stack[i].kind == DR_ROUND)
            return true;
    return false;
}

/* The stage of the running turn already names the next phase; while items lie above it the phase
 * is the one that they belong to. */
const char *dr_phase(const struct dr_state *v) {
    if (v->is_over)
        return "over";
    if (!v->is_dealt)
        return "deal";
    if (has_round(v))
        return "gamble";
    if (v->depth > 1 && v->stack[0].stage == DR_STAGE_DRINK)
        return "buy";
    return stages[v->stack[0].stage];
}

void dr_json_some(struct text *out, const char *key, unsigned mask) {
    if (mask)
        js_put_seats(out, key, mask);
}

void dr_json_count(struct text *out, const char *key, int number) {
    if (number)
        js_put_number(out, key, number);
}

void dr_json_flag(struct text *out, const char *key, bool is_set) {
    if (is_set)
        js_put_bool(out, key, true);
}

void dr_json_drinks(struct text *out, const uint8_t *drinks, int count) {
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        js_string(out, dr_drinks[drinks[i]].id);
    js_close(out, ']');
}

void dr_json_question(struct text *out, const struct dr_item *item) {
    js_open(out, '{');
    js_put_string(out, "kind", asks[item->ask]);
    js_put_seats(out, "seats", item->asked);
    js_put_seats(out, "sealed", item->sealed);
    js_close(out, '}');
}

static void put_cards(struct text *out, const char *key, const uint8_t *cards, int count) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        js_string(out, dr_cards[cards[i]].id);
    js_close(out, ']');
}

static void put_numbers(struct text *out, const char *key, const uint8_t *numbers, int count) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        js_number(out, numbers[i]);
    js_close(out, ']');
}

static void put_changes(struct text *out, const char *key, const int8_t *numbers, int count) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        js_number(out, numbers[i]);
    js_close(out, ']');
}

static bool has_any(const uint8_t *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (numbers[i])
            return true;
    return false;
}

/* The discards of a seat that is out, written as an action. They no longer lie open, and a list
 * of cards would look as if they did. */
static void put_gone(struct text *out, const struct dr_seat *s) {
    struct dr_action gone = {.verb = DR_DO_DISCARD, .count = s->discard_count};
    struct text text = {0};
    memcpy(gone.cards, s->discard, s->discard_count);
    dr_print_action(&gone, &text);
    js_put_string(out, "gone", text_string(&text));
    text_free(&text);
}

/* What is known about a seat besides its cards and markers. */
static void put_known(struct text *out, const struct dr_state *v, int seat) {
    const struct dr_seat *s = &v->seat[seat];
    if (s->shown_count)
        put_cards(out, "known", s->shown, s->shown_count);
    if (has_any(s->pile_lot, s->pile_count))
        put_numbers(out, "pile_lots", s->pile_lot, s->pile_count);
    if (!s->had_turn)
        js_put_bool(out, "had_turn", false);
    if (s->rank) {
        js_put_number(out, "rank", s->rank);
        js_put_string(out, "out", dr_has_passed_out(v, seat) ? "passed_out" : "broke");
    }
    if (!(v->in & dr_bit(seat)) && s->discard_count)
        put_gone(out, s);
}

static void put_seat(struct text *out, const struct dr_state *v, int seat, bool is_own) {
    const struct dr_seat *s = &v->seat[seat];
    char letter[2] = {dr_characters[s->character].letter, 0};
    bool is_in = v->in & dr_bit(seat); /* a seat that is out has no cards (Z-18) */
    js_open(out, '{');
    js_put_string(out, "character", letter);
    js_put_string(out, "name", dr_characters[s->character].name);
    js_put_number(out, "fortitude", s->fortitude);
    js_put_number(out, "alcohol", s->alcohol);
    js_put_number(out, "gold", s->gold);
    if (is_own)
        put_cards(out, "hand", s->hand, s->hand_count);
    else
        js_put_number(out, "hand", s->hand_count);
    js_put_number(out, "deck", s->deck_count);
    put_cards(out, "discard", s->discard, is_in ? s->discard_count : 0);
    js_put_number(out, "pile", s->pile_count);
    js_put_bool(out, "in", is_in);
    put_known(out, v, seat);
    js_close(out, '}');
}

/* Every drink card that lies open and is not discarded, once. */
static void put_open_drinks(struct text *out, const struct dr_state *v) {
    js_key(out, "open_drinks");
    js_open(out, '[');
    if (v->event.card)
        js_string(out, dr_drinks[v->event.card].id);
    for (int seat = 0; seat < v->seats; seat++)
        for (int i = 0; i < v->event.drinks[seat].count; i++)
            js_string(out, dr_drinks[v->event.drinks[seat].cards[i]].id);
    for (int item = 0; item < v->depth; item++) {
        const struct dr_drink *drink = &v->stack[item].drink;
        for (int i = 0; !(drink->flags & DR_LENT) && i < drink->count; i++)
            js_string(out, dr_drinks[drink->cards[i]].id);
    }
    js_close(out, ']');
}

/* The lots of the deck, from the lowest drink up, as pairs of lot and count. */
static void put_deck_lots(struct text *out, const struct dr_state *v) {
    js_key(out, "drinks_lots");
    js_open(out, '[');
    for (int i = 0; i < v->drinks_count;) {
        int first = i;
        while (i < v->drinks_count && v->drinks_lot[i] == v->drinks_lot[first])
            i++;
        js_open(out, '[');
        js_number(out, v->drinks_lot[first]);
        js_number(out, i - first);
        js_close(out, ']');
    }
    js_close(out, ']');
}

static void put_lot(struct text *out, const struct dr_state *v, int lot) {
    js_open(out, '{');
    js_put_number(out, "lot", lot);
    js_key(out, "drinks");
    js_open(out, '[');
    for (int drink = 1; drink <= DR_DRINK_KINDS; drink++)
        for (int i = 0; i < v->lots[lot][drink]; i++)
            js_string(out, dr_drinks[drink].id);
    js_close(out, ']');
    js_close(out, '}');
}

/* What is face down of each lot, if there are several. */
static void put_lots(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    (void)seat;
    bool is_plain = true;
    for (int lot = 1; lot < DR_DRINKS; lot++)
        is_plain = is_plain && !has_any(v->lots[lot], DR_DRINK_KINDS + 1);
    if (is_plain)
        return;
    put_deck_lots(out, v);
    js_key(out, "lots");
    js_open(out, '[');
    for (int lot = 0; lot < DR_DRINKS; lot++)
        if (has_any(v->lots[lot], DR_DRINK_KINDS + 1))
            put_lot(out, v, lot);
    js_close(out, ']');
}

static void put_window(struct text *out, const struct dr_state *v) {
    const struct dr_item *top = v->depth ? dr_top_of(v) : NULL;
    js_key(out, "window");
    if (!top || !top->ask || v->is_over)
        js_null(out);
    else
        dr_json_question(out, top);
}

/* The sealed answers of the seat in notation, lowest item first. */
static void put_my_answers(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    struct text answer = {0};
    bool is_first = true;
    for (int i = 0; seat >= 0 && i < v->depth; i++) {
        struct dr_action action = {0};
        if (!dr_unseal(v, &v->stack[i], seat, &action))
            continue;
        if (is_first) {
            js_key(out, "my_answers");
            js_open(out, '[');
            is_first = false;
        }
        text_clear(&answer);
        dr_print_action(&action, &answer);
        js_string(out, text_string(&answer));
    }
    if (!is_first)
        js_close(out, ']');
    text_free(&answer);
}

/* The last card played, as an action. */
static void put_last(struct text *out, const struct dr_state *v) {
    struct text action = {0};
    if (!v->last_card)
        return;
    dr_print_action(&(struct dr_action){.verb = DR_DO_PLAY,
                                        .card = v->last_card,
                                        .target = {v->last_target[0], v->last_target[1]}},
                    &action);
    js_key(out, "last_card");
    js_open(out, '{');
    js_put_number(out, "seat", v->last_seat);
    js_put_string(out, "action", text_string(&action));
    js_close(out, '}');
    text_free(&action);
}

static void put_gamble(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    (void)seat;
    js_key(out, "gamble");
    if (!has_round(v)) {
        js_null(out);
        return;
    }
    js_open(out, '{');
    js_put_seats(out, "in", v->round.in);
    js_key(out, "control");
    if (v->round.leader)
        js_number(out, v->round.leader - 1);
    else
        js_null(out);
    js_put_bool(out, "locked", v->round.locked);
    js_put_seats(out, "passed", v->round.passed);
    js_put_number(out, "turn", v->round.turn);
    js_put_number(out, "last", v->round.last);
    js_put_number(out, "ante", v->round.ante);
    dr_json_some(out, "antes", v->round.antes);
    dr_json_count(out, "ante_from", v->round.ante_from);
    dr_json_flag(out, "ended", v->round.ended);
    js_close(out, '}');
}

/* Attributes of the drinks in front of the participants, if there are any besides their cards. */
static void put_served(struct text *out, const struct dr_event *event, int seats) {
    bool has_some = false;
    for (int seat = 0; seat < seats; seat++)
        has_some = has_some || event->drinks[seat].flags;
    if (!has_some)
        return;
    js_key(out, "served");
    js_open(out, '[');
    for (int seat = 0; seat < seats; seat++) {
        js_open(out, '{');
        dr_json_drink(out, &event->drinks[seat]);
        js_close(out, '}');
    }
    js_close(out, ']');
}

/* Drunk together and not yet felt. */
static void put_pending(struct text *out, const struct dr_event *event, int seats) {
    static const int8_t none[DR_SEATS] = {0};
    if (memcmp(event->alcohol, none, sizeof none) != 0)
        put_changes(out, "alcohol", event->alcohol, seats);
    if (memcmp(event->fortitude, none, sizeof none) != 0)
        put_changes(out, "fortitude", event->fortitude, seats);
}

static void put_event_body(struct text *out, const struct dr_event *event, int seats) {
    js_put_seats(out, "drinking", event->drinking);
    put_changes(out, "scores", event->score, seats);
    js_key(out, "drinks");
    js_open(out, '[');
    for (int seat = 0; seat < seats; seat++)
        dr_json_drinks(out, event->drinks[seat].cards, event->drinks[seat].count);
    js_close(out, ']');
    put_served(out, event, seats);
    put_pending(out, event, seats);
    if (has_any(event->turned, seats))
        put_numbers(out, "turned", event->turned, seats);
    dr_json_some(out, "revealed", event->revealed);
    if (event->winner)
        js_put_number(out, "winner", event->winner - 1);
    dr_json_flag(out, "repeat", event->is_repeat);
    dr_json_count(out, "cursor", event->cursor);
}

/* The running event, or the data of the last one. */
static void put_event(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    (void)seat;
    static const char *const kinds[] = {
        [DR_HOUSE] = "house",       [DR_CONTEST] = "contest", [DR_CHALLENGE] = "challenge",
        [DR_AMBROSIA] = "ambrosia", [DR_TOAST] = "toast",
    };
    static const struct dr_event none = {0};
    if (memcmp(&v->event, &none, sizeof none) == 0)
        return;
    js_key(out, v->event.kind ? "event" : "past_event");
    js_open(out, '{');
    if (v->event.kind)
        js_put_string(out, "kind", kinds[v->event.kind]);
    put_event_body(out, &v->event, v->seats);
    js_close(out, '}');
}

/* The random draw that is awaited, if any. */
static void put_chance(struct text *out, const struct dr_state *v) {
    static const char *const kinds[] = {
        [DR_DRAW_CHARACTERS] = "characters",
        [DR_DRAW_FIRST] = "first",
        [DR_SHUFFLE_SEAT] = "shuffle",
        [DR_SHUFFLE_DRINKS] = "shuffle_drinks",
    };
    if (!v->chance)
        return;
    js_key(out, "chance");
    js_open(out, '{');
    js_put_string(out, "kind", kinds[v->chance]);
    if (v->chance == DR_SHUFFLE_SEAT)
        js_put_number(out, "seat", v->chance_seat);
    js_close(out, '}');
}

/* Z-51: a letter for each seat, `-` for none; omitted without any wish. */
static void put_wishes(struct text *out, const struct dr_state *v) {
    char letters[DR_SEATS + 1] = {0};
    bool is_wished = false;
    for (int seat = 0; seat < v->seats; seat++) {
        letters[seat] = v->wish[seat] ? dr_characters[v->wish[seat]].letter : '-';
        is_wished = is_wished || v->wish[seat];
    }
    if (is_wished)
        js_put_string(out, "wishes", letters);
}

/* Settings that differ from the default. */
static void put_settings(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    (void)seat;
    js_key(out, "settings");
    js_open(out, '{');
    if (v->start_drinks != 2)
        js_put_number(out, "start_drinks", v->start_drinks);
    dr_json_flag(out, "buy_others_only", v->buy_others_only);
    dr_json_flag(out, "eve_2008", v->eve_2008);
    if (!v->last_chance)
        js_put_bool(out, "last_chance", false);
    if (!v->house_split)
        js_put_bool(out, "house_split", false);
    dr_json_flag(out, "random_first", v->random_first);
    put_wishes(out, v);
    js_close(out, '}');
}

/* The parts of the view, by what changes together. */

static void put_seats(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    js_key(out, "seats");
    js_open(out, '[');
    for (int i = 0; i < v->seats; i++)
        put_seat(out, v, i, i == seat);
    js_close(out, ']');
}

static void put_table(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    (void)seat;
    js_put_string(out, "phase", dr_phase(v));
    js_put_number(out, "active", v->active);
    js_put_number(out, "inn", v->inn);
    js_put_number(out, "pot", v->pot);
    js_put_number(out, "drinks_left", v->drinks_count);
}

static void put_drink_discard(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    (void)seat;
    js_key(out, "drink_discard");
    dr_json_drinks(out, v->drink_discard, v->drink_discard_count);
}

static void put_play(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    (void)seat;
    put_open_drinks(out, v);
    dr_json_stack(out, v);
    put_window(out, v);
}

static void put_end(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    (void)seat;
    put_last(out, v);
    put_chance(out, v);
    dr_json_some(out, "doomed", v->doomed);
    dr_json_some(out, "going_out", v->is_over ? 0 : dr_going_out(v));
    dr_json_some(out, "winners", v->winners);
    js_put_number(out, "question", v->question);
}

#define BYTES(member)                                                                              \
    { offsetof(struct dr_state, member), sizeof(((struct dr_state *)0)->member) }
#define ALL                                                                                        \
    { 0, sizeof(struct dr_state) }

const struct view_part dr_view_parts[] = {
    {put_seats, false, {BYTES(seats), BYTES(in), BYTES(doomed), BYTES(seat)}},
    {put_table, true, {ALL}},
    {put_drink_discard, true, {BYTES(drink_discard_count), BYTES(drink_discard)}},
    {put_play, true, {ALL}},
    {put_my_answers, false, {ALL}},
    {put_gamble, true, {BYTES(depth), BYTES(round), BYTES(stack)}},
    {put_event, true, {BYTES(seats), BYTES(event)}},
    {put_lots, true, {BYTES(drinks_count), BYTES(drinks_lot), BYTES(lots)}},
    {put_end, true, {ALL}},
    {put_settings, true, {{0, offsetof(struct dr_state, chance)}}},
    {0},
};

void dr_view_json(const void *view, int seat, struct text *out) {
    view_parts_json(dr_view_parts, view, seat, out);
}
