/* drachen_plain.c: Zum Blauen Drachen in lines of text: what is said before each
 * question. What is typed is read in drachen_read.c.
 *
 * No track is drawn here, for dots are nothing to listen to: markers are numbers.
 * Before a window only what is pending is said; `table` tells the rest. */
#include "drachen_client.h"

static void put_line(struct text *out) {
    if (out->length > 0 && out->data[out->length - 1] != '\n')
        text_put_char(out, '\n');
}

static const char *seat_key(const struct dr_state *view, int seat) {
    if (!(view->in & dr_bit(seat)))
        return "drachen.say_out";
    return seat == SEAT_PERSON ? "drachen.say_you" : "drachen.say_seat";
}

static void say_seat(const struct table *table, int seat, struct text *out) {
    const struct dr_seat *s = &dr_seen(table)->seat[seat];
    struct message message;
    message_start(&message, seat_key(dr_seen(table), seat));
    message_seat(&message, "seat", seat);
    message_number(&message, "alcohol", s->alcohol);
    message_number(&message, "fortitude", s->fortitude);
    message_number(&message, "gold", s->gold);
    message_number(&message, "drinks", s->pile_count);
    message_number(&message, "cards", s->hand_count);
    dr_say(table, &message, out);
    put_line(out);
}

static void say_seats(const struct table *table, struct text *out) {
    for (int seat = 0; seat < table->setup.seats; seat++)
        say_seat(table, seat, out);
}

static void say_hand_card(const struct table *table, int place, bool fits, bool with_text,
                          struct text *out) {
    int card = dr_seen(table)->seat[SEAT_PERSON].hand[place];
    struct message message;
    message_start(&message, with_text ? "drachen.hand_card_text" : "drachen.hand_card");
    message_number(&message, "number", place + 1);
    message_word(&message, "card", dr_cards[card].id);
    message_word(&message, "kind", dr_card_kind(table, card));
    message_word(&message, "fits", fits ? table_word(table, "drachen.hand_fits") : "");
    message_word(&message, "text", dr_card_text(table, card));
    dr_say(table, &message, out);
    put_line(out);
}

/* Only where it is worth telling cards apart is said which fit. */
void dr_say_hand(const struct table *table, bool with_texts, struct text *out) {
    const struct dr_seat *own = &dr_seen(table)->seat[SEAT_PERSON];
    unsigned fitting = dr_fitting(table);
    for (int place = 0; place < own->hand_count; place++)
        say_hand_card(table, place, fitting >> place & 1, with_texts, out);
    if (own->hand_count == 0)
        table_say_key(table, "drachen.hand_empty", out);
    put_line(out);
}

/* True once: when the text of this card is said for the first time. */
static bool is_new(const struct table *table, int place) {
    int card = dr_seen(table)->seat[SEAT_PERSON].hand[place];
    uint8_t *byte = &dr_memory(table)->offered[card / 8], bit = (uint8_t)(1 << card % 8);
    bool was_said = *byte & bit;
    *byte |= bit;
    return !was_said;
}

static void say_fitting(const struct table *table, struct text *out) {
    unsigned fitting = dr_fitting(table);
    for (int place = 0; place < DR_HAND; place++)
        if (fitting >> place & 1)
            say_hand_card(table, place, false, is_new(table, place), out);
}

static void say_middle(const struct table *table, struct text *out) {
    const struct dr_state *view = dr_seen(table);
    struct message message;
    message_start(&message, view->is_over ? "drachen.over" : "drachen.say_middle");
    message_seat(&message, "seat", view->active);
    message_number(&message, "drinks", view->drinks_count);
    dr_say(table, &message, out);
    put_line(out);
}

void dr_say_state(const struct table *table, struct text *out) {
    say_middle(table, out);
    say_seats(table, out);
    dr_say_pending(table, 0, out);
    dr_say_hand(table, false, out);
    if (dr_asked(table))
        dr_say_question(table, out);
    put_line(out);
}

/* The question itself names what it is about; a card also has its text. */
static void say_pending(const struct table *table, enum dr_ask ask, struct text *out) {
    const struct dr_item *top = dr_top_of(dr_seen(table));
    bool is_named = dr_is_window(ask) && ask != DR_ASK_WON;
    if (ask == DR_ASK_CARD)
        dr_say_played(table, top, out);
    put_line(out);
    dr_say_pending(table, is_named, out);
}

void dr_say_brief(const struct table *table, struct text *out) {
    enum dr_ask ask = dr_asked(table);
    if (ask == DR_ASK_ACTION || ask == DR_ASK_BUY) /* whom to choose? */
        say_seats(table, out);
    else
        say_seat(table, SEAT_PERSON, out);
    if (ask == DR_ASK_DISCARD || ask == DR_ASK_ACTION) {
        dr_say_hand(table, false, out);
    } else {
        say_pending(table, ask, out);
        say_fitting(table, out);
    }
    if (ask)
        dr_say_question(table, out);
    put_line(out);
}

/* "1, 4": the cards that can be played now. */
static void put_numbers(unsigned places, struct text *out) {
    for (int place = 0, count = 0; place < DR_HAND; place++) {
        if (!(places >> place & 1))
            continue;
        text_put(out, count++ ? ", " : "");
        text_put_number(out, place + 1);
    }
}

static const char *prompt_key(enum dr_ask ask, bool has_cards) {
    switch (ask) {
    case DR_ASK_NOTHING:
        return "drachen.ask_between";
    case DR_ASK_DISCARD:
        return "drachen.ask_discard";
    case DR_ASK_ACTION:
        return "drachen.ask_action";
    case DR_ASK_BUY:
        return has_cards ? "drachen.ask_buy_or_card" : "drachen.ask_buy";
    case DR_ASK_MEAD:
        return "drachen.ask_mead";
    case DR_ASK_CHALLENGE:
        return "drachen.ask_challenge";
    default:
        return "drachen.ask_answer";
    }
}

/* A number alone is always a card, so only names can be typed there. */
static void put_names(const struct table *table, const struct dr_draft *draft, struct text *out) {
    unsigned open = dr_open_targets(table, draft);
    for (int seat = 0; seat < DR_SEATS; seat++) {
        if (!(open & dr_bit(seat)))
            continue;
        text_put(out, out->length ? ", " : "");
        text_put(out, dr_name(table, seat));
    }
}

static void say_question(const struct table *table, const struct dr_draft *draft,
                         struct text *out) {
    struct text cards = {0}, names = {0}, next = {0};
    struct message message;
    unsigned fitting = dr_fitting(table);
    put_numbers(fitting, &cards);
    put_names(table, draft, &names);
    if (!dr_asked(table))
        dr_say_next(table, &next);
    message_start(&message, prompt_key(dr_asked(table), fitting));
    message_word(&message, "cards", text_string(&cards));
    message_word(&message, "names", text_string(&names));
    message_word(&message, "next", text_string(&next));
    dr_say(table, &message, out);
    text_free(&cards);
    text_free(&names);
    text_free(&next);
}

void dr_say_prompt(const struct table *table, const void *draft, struct text *out) {
    const struct dr_draft *chosen = draft;
    if (chosen->card && dr_open_targets(table, chosen)) {
        dr_say_aim(table, chosen, out);
    } else if (chosen->is_asked) {
        struct text choice = {0};
        dr_say_choice(table, chosen, &choice);
        table_say_word(table, "drachen.ask_send", text_string(&choice), out);
        text_free(&choice);
    } else {
        say_question(table, chosen, out);
    }
}

void dr_say_help(const struct table *table, struct text *out) {
    table_say_key(table, "drachen.help", out);
    put_line(out);
    dr_say_wishes(table, out);
}
