/* face.c: the prompts of Riff Raff, and the certain effects of an action. There are no odds:
 * whether cargo falls depends on the hand of the player. */
#include "riffraff.h"

static const char *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};

static void say_seats(struct message *m, const uint8_t *seats, int count) {
    message_list(m, "seats", ARG_SEAT);
    for (int i = 0; i < count; i++)
        message_item(m, seats[i]);
}

/* the deck, or which of the yards. */
static const char *where_is(int area) {
    static const char *const yards[] = {"lower", "middle", "upper"};
    return area <= RR_DECK_AREAS ? "deck" : yards[(area - RR_DECK_AREAS - 1) / 2];
}

/* The prompt does not depend on who else has laid a card, so it stays the same while others
 * do. */
static void prompt_card(const struct rr_state *v, int seat, struct prompt *prompt) {
    struct message *task = prompt_task(prompt, "riffraff.task_card");
    message_number(task, "round", v->round);
    message_number(task, "rounds", rr_rounds(v));
    prompt_say(prompt, "card");
    prompt_one(prompt);
    for (int card = 1; card <= RR_CARDS; card++)
        if (rr_cards_held(v, seat) >> (card - 1) & 1)
            prompt_word(prompt, digits[card]);
}

/* */
static void prompt_captain(const struct rr_state *v, struct prompt *prompt) {
    struct message *task = prompt_task(prompt, "riffraff.task_captain");
    uint8_t seats[RR_SEATS];
    int count = 0;
    prompt_say(prompt, "captain");
    prompt_one(prompt);
    for (int seat = 0; seat < v->seats; seat++)
        if (rr_highest(v) >> seat & 1) {
            seats[count++] = (uint8_t)seat;
            prompt_word(prompt, digits[seat]);
        }
    say_seats(task, seats, count);
    message_number(task, "card", v->laid[seats[0]]);
}

/* one form for each order. */
static void prompt_order(const struct rr_state *v, struct prompt *prompt) {
    enum { ORDERS = 2 * 3 * 4 };
    struct rr_action orders[ORDERS];
    struct actions list = {.slots = (unsigned char *)orders, .size = sizeof *orders, .max = ORDERS};
    struct text action = {0};
    uint8_t open[RR_SEATS];
    struct message *task = prompt_task(prompt, "riffraff.task_order");
    say_seats(task, open, rr_open_places(v, open));
    message_number(task, "card", v->laid[open[0]]);
    rr_legal_orders(v, &list);
    for (int i = 0; i < list.count; i++) {
        text_clear(&action);
        rr_print_action(&orders[i], &action);
        prompt_say(prompt, text_string(&action));
    }
    text_free(&action);
}

static void prompt_pieces(const char *say, uint64_t pieces, struct prompt *prompt) {
    prompt_say(prompt, say);
    prompt_one(prompt);
    for (int piece = rr_set_next(pieces, 0); piece >= 0; piece = rr_set_next(pieces, piece + 1))
        prompt_word(prompt, rr_piece_names[piece]);
}

/* */
static void prompt_load(const struct rr_state *v, int seat, struct prompt *prompt) {
    bool is_second = v->phase == RR_SECOND, has_two = !is_second && !rr_no_two(v, seat);
    int area = rr_area_of(v, seat);
    struct message *task =
        prompt_task(prompt, is_second ? "riffraff.task_second" : "riffraff.task_load");
    message_number(task, "area", area);
    message_word(task, "where", where_is(area));
    if (!is_second)
        message_word(task, "two", has_two ? "yes" : "no");
    prompt_pieces("load", v->supply[seat], prompt);
    if (has_two)
        prompt_pieces("load2", v->supply[seat], prompt);
}

static void prompt(const void *view, int seat, struct prompt *prompt) {
    const struct rr_state *v = view;
    if (v->phase == RR_LAY_CARDS)
        prompt_card(v, seat, prompt);
    else if (v->phase == RR_NAME_CAPTAIN)
        prompt_captain(v, prompt);
    else if (v->phase == RR_NAME_ORDER)
        prompt_order(v, prompt);
    else
        prompt_load(v, seat, prompt);
}

/* The area follows from the card. What lies there now is shown; it may change before the turn of
 * this seat. */
static void tell_card(const struct rr_state *v, int card, struct events *says) {
    struct message *m = event_add(says, SEEN_BY_ALL, "riffraff.tell_card");
    int count = 0;
    for (int piece = 0; piece < RR_PIECES; piece++)
        count += v->ship.area[piece] == card;
    message_number(m, "area", card);
    message_word(m, "where", where_is(card));
    message_number(m, "count", count);
}

/* The only certain effect: the named seat becomes captain, and so loads first. */
static void tell_captain(int captain, struct events *says) {
    message_seat(event_add(says, SEEN_BY_ALL, "riffraff.tell_captain"), "seat", captain);
}

static void tell_order(const struct rr_state *v, const struct rr_action *a, struct events *says) {
    struct rr_state after = *v;
    rr_take_order(&after, a, NULL);
    say_seats(event_add(says, SEEN_BY_ALL, "riffraff.tell_order"), after.order, after.order_count);
}

/* with the last piece the player wins if nothing falls. */
static void tell_load(const struct rr_state *v, int seat, const struct rr_action *a,
                      struct events *says) {
    bool is_two = a->verb == RR_LOAD_TWO;
    struct message *m =
        event_add(says, SEEN_BY_ALL, is_two ? "riffraff.tell_two" : "riffraff.tell_load");
    rr_say_piece(m, a->piece);
    message_number(m, "area", rr_area_of(v, seat));
    if (rr_set_size(v->supply[seat]) == (is_two ? 2 : 1))
        event_add(says, SEEN_BY_ALL, "riffraff.tell_last");
}

static void tell(const void *view, int seat, const void *action, struct events *says) {
    const struct rr_state *v = view;
    const struct rr_action *a = action;
    if (a->verb == RR_CARD)
        tell_card(v, a->number, says);
    else if (a->verb == RR_CAPTAIN)
        tell_captain(a->number, says);
    else if (a->verb == RR_ORDER)
        tell_order(v, a, says);
    else
        tell_load(v, seat, a, says);
}

const struct face rr_face = {.prompt = prompt, .tell = tell, .kit = rr_kit};
