/* drachen_say.c: Zum Blauen Drachen in sentences, for screen and plain lines:
 * what is to do, what is pending, what a card does, how it ended. */
#include <string.h>

#include "drachen_client.h"
#include "letters.h"

enum { TASK_COLUMNS = 78 }; /* what a line of the smallest screen holds */

static const char *id_word(const struct table *table, const char *what, const char *id) {
    struct text key = {0};
    text_put(&key, table->game->key);
    text_put(&key, what);
    text_put(&key, id);
    const char *word = table_word(table, key.data);
    text_free(&key);
    return word;
}

const char *dr_title(const struct table *table, int card) {
    return id_word(table, ".word.", dr_cards[card].id);
}

/* Eve's weaker cards read otherwise (setting eve_2008). */
static const char *text_2008(int card) {
    static const char *const texts[][2] = {{"E18", "drachen.text.E18_2008"},
                                           {"E19", "drachen.text.E19_2008"},
                                           {"E24", "drachen.text.E24_2008"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i][0], dr_cards[card].id) == 0)
            return texts[i][1];
    return NULL;
}

const char *dr_card_text(const struct table *table, int card) {
    const char *weaker = dr_seen(table)->eve_2008 ? text_2008(card) : NULL;
    return weaker ? table_word(table, weaker) : id_word(table, ".text.", dr_cards[card].id);
}

const char *dr_card_kind(const struct table *table, int card) {
    static const char *const kinds[] = {
        [ACTION] = "drachen.kind.action",
        [GAMBLING] = "drachen.kind.gambling",
        [ACTION_OR_GAMBLING] = "drachen.kind.action_or_gambling",
        [CHEATING] = "drachen.kind.cheating",
        [SOMETIMES] = "drachen.kind.sometimes",
        [ANYTIME] = "drachen.kind.anytime",
    };
    return table_word(table, kinds[dr_cards[card].kind]);
}

static const char *when_key(int card) {
    static const char *const whens[] = {
        [ACTION] = "drachen.when.action",
        [GAMBLING] = "drachen.when.gambling",
        [ACTION_OR_GAMBLING] = "drachen.when.action_or_gambling",
        [CHEATING] = "drachen.when.gambling",
        [SOMETIMES] = "drachen.when.sometimes",
        [ANYTIME] = "drachen.when.anytime",
    };
    return whens[dr_cards[card].kind];
}

void dr_say_card(const struct table *table, int card, bool fits, struct text *out) {
    text_put(out, dr_title(table, card));
    text_put_char(out, '\n');
    struct message message;
    message_start(&message, when_key(card));
    message_word(&message, "kind", dr_card_kind(table, card));
    dr_say(table, &message, out);
    text_put_char(out, '\n');
    text_put(out, dr_card_text(table, card));
    text_put_char(out, '\n');
    table_say_key(table, fits ? "drachen.fits" : "drachen.fits_not", out);
}

static void put_seats(struct message *message, const char *name, unsigned seats) {
    message_list(message, name, ARG_SEAT);
    for (int seat = 0; seat < DR_SEATS; seat++)
        if (seats & dr_bit(seat))
            message_item(message, seat);
}

void dr_say_seats(const struct table *table, const char *key, unsigned seats, struct text *out) {
    struct message message;
    message_start(&message, key);
    put_seats(&message, "seats", seats);
    dr_say(table, &message, out);
}

/* In the order in which they were named, one also twice. */
static void put_targets(struct message *message, const uint8_t target[2]) {
    message_list(message, "seats", ARG_SEAT);
    for (int i = 0; i < 2 && target[i]; i++)
        message_item(message, target[i] - 1);
}

/* The pending things, one by one */

static void say_card_item(const struct table *table, const struct dr_item *item, struct text *out) {
    struct message message;
    message_start(&message, item->target[0] ? "drachen.item_card_at" : "drachen.item_card");
    message_seat(&message, "seat", item->source);
    message_word(&message, "card", dr_cards[item->card].id);
    put_targets(&message, item->target);
    dr_say(table, &message, out);
    if (item->ignoring)
        dr_say_seats(table, "drachen.item_ignored", item->ignoring, out);
}

static const char *loss_key(const struct dr_item *item) {
    if (item->cause == DR_CAUSE_REFILL)
        return "drachen.item_refill";
    return item->payee == DR_TO_POT   ? "drachen.item_ante"
           : item->payee == DR_TO_INN ? "drachen.item_pay_inn"
                                      : "drachen.item_pay";
}

static void say_loss(const struct table *table, const char *key, const struct dr_item *item,
                     struct text *out) {
    struct message message;
    message_start(&message, key);
    message_seat(&message, "seat", item->source);
    message_number(&message, "amount", item->amount);
    if (item->payee < DR_SEATS)
        message_seat(&message, "to", item->payee);
    dr_say(table, &message, out);
}

struct strength {
    int alcohol, fortitude;
};

/* What the drink would do now: D13 turns its alcohol into Fortitude. */
static struct strength strength_of(const struct dr_state *view, const struct dr_item *item) {
    struct strength strength = {.alcohol = dr_drink_alcohol(view, &item->drink, item->source),
                                .fortitude = dr_drink_fortitude(view, &item->drink, item->source)};
    if (item->drink.flags & DR_TO_F && strength.alcohol > 0) {
        strength.fortitude += strength.alcohol;
        strength.alcohol = 0;
    }
    return strength;
}

static void say_drink(const struct table *table, const char *key, const struct dr_item *item,
                      struct text *out) {
    struct strength strength = strength_of(dr_seen(table), item);
    struct text effect = {0};
    struct message message;
    dr_say_effect(table, strength.alcohol, strength.fortitude, &effect);
    message_start(&message, key);
    message_seat(&message, "seat", item->source);
    message_word(&message, "effect", text_string(&effect));
    message_list(&message, "drinks", ARG_WORD);
    for (int i = 0; i < item->drink.count; i++)
        message_item_word(&message, dr_drinks[item->drink.cards[i]].id);
    dr_say(table, &message, out);
    text_free(&effect);
}

/* Whether the pending drink or payment would put the person out. */
static bool is_deadly(const struct dr_state *view, const struct dr_item *item) {
    const struct dr_seat *own = &view->seat[SEAT_PERSON];
    if (item->source != SEAT_PERSON)
        return false;
    if (item->kind == DR_LOSS)
        return own->gold <= item->amount;
    struct strength strength = strength_of(view, item);
    return own->alcohol + dr_moved(own->alcohol, strength.alcohol) >=
           own->fortitude + dr_moved(own->fortitude, strength.fortitude);
}

static void say_drink_item(const struct table *table, const struct dr_item *item,
                           struct text *out) {
    bool is_half = item->drink.flags & DR_HALF;
    if (item->drink.count)
        say_drink(table, is_half ? "drachen.item_half" : "drachen.item_drink", item, out);
}

/* "Dimli 4, Gog 1": those who have turned a drink over. */
static void put_scores(const struct table *table, struct text *out) {
    const struct dr_state *view = dr_seen(table);
    for (int seat = 0, count = 0; seat < view->seats; seat++) {
        if (!(view->event.revealed & dr_bit(seat)))
            continue;
        text_put(out, count++ ? ", " : "");
        text_put(out, dr_name(table, seat));
        text_put_char(out, ' ');
        text_put_number(out, view->event.score[seat]);
    }
}

static void say_event_item(const struct table *table, struct text *out) {
    const struct dr_event *event = &dr_seen(table)->event;
    struct text scores = {0};
    struct message message;
    if (!event->card) {
        table_say_key(table, "drachen.item_toast", out);
        return;
    }
    if (event->kind == DR_CONTEST)
        put_scores(table, &scores);
    message_start(&message, scores.length ? "drachen.item_contest" : "drachen.item_event");
    message_word(&message, "drink", dr_drinks[event->card].id);
    message_word(&message, "scores", text_string(&scores));
    dr_say(table, &message, out);
    text_free(&scores);
}

static void say_round_item(const struct table *table, struct text *out) {
    const struct dr_state *view = dr_seen(table);
    struct message message;
    message_start(&message, view->round.control ? "drachen.item_round" : "drachen.item_round_open");
    message_number(&message, "pot", view->pot);
    message_seat(&message, "seat", view->round.control ? view->round.control - 1 : 0);
    put_seats(&message, "seats", view->round.in);
    dr_say(table, &message, out);
    if (view->round.locked)
        table_say_key(table, "drachen.item_locked", out);
}

static unsigned in_danger(const struct dr_state *view) {
    unsigned seats = 0;
    for (int seat = 0; seat < view->seats; seat++) {
        const struct dr_seat *s = &view->seat[seat];
        if (view->in & dr_bit(seat) && (s->alcohol >= s->fortitude || s->gold == 0))
            seats |= dr_bit(seat);
    }
    return seats | (view->doomed & view->in);
}

static void say_item(const struct table *table, const struct dr_item *item, struct text *out) {
    switch (item->kind) {
    case DR_CARD:
        say_card_item(table, item, out);
        break;
    case DR_LOSS:
        say_loss(table, loss_key(item), item, out);
        break;
    case DR_DRINKING:
        say_drink_item(table, item, out);
        break;
    case DR_EVENT_ITEM:
        say_event_item(table, out);
        break;
    case DR_ROUND:
        say_round_item(table, out);
        break;
    case DR_LAST:
        dr_say_seats(table, "drachen.item_last", in_danger(dr_seen(table)), out);
        break;
    default:
        break;
    }
}

void dr_say_pending(const struct table *table, int skipped, struct text *out) {
    const struct dr_state *view = dr_seen(table);
    for (int i = view->depth - 1 - skipped; i > 0; i--) {
        size_t before = out->length;
        say_item(table, &view->stack[i], out);
        if (out->length > before)
            text_put_char(out, '\n');
    }
}

void dr_say_asked(const struct table *table, struct text *out) {
    const struct dr_state *view = dr_seen(table);
    unsigned asked = view->depth && !view->is_over ? dr_top_of(view)->asked : 0;
    if (asked)
        dr_say_seats(table, "drachen.asked", asked & ~dr_top_of(view)->sealed, out);
}

/* Each card of the drink with its text. */
static void say_drink_texts(const struct table *table, const struct dr_drink *drink,
                            struct text *out) {
    for (int i = 0; i < drink->count; i++) {
        const char *id = dr_drinks[drink->cards[i]].id;
        struct message message;
        message_start(&message, "drachen.about_drink");
        message_word(&message, "drink", id);
        message_word(&message, "text", id_word(table, ".text.", id));
        text_put(out, i ? "\n" : "");
        dr_say(table, &message, out);
    }
}

/* A key with a card, its kind and its text, and who played it. */
static void say_about(const struct table *table, const char *key, int seat, int card,
                      struct text *out) {
    struct message message;
    message_start(&message, key);
    message_seat(&message, "seat", seat);
    message_word(&message, "card", dr_cards[card].id);
    message_word(&message, "kind", dr_card_kind(table, card));
    message_word(&message, "text", dr_card_text(table, card));
    dr_say(table, &message, out);
}

void dr_say_about(const struct table *table, int card, struct text *out) {
    say_about(table, "drachen.about_card", SEAT_PERSON, card, out);
}

void dr_say_last_card(const struct table *table, struct text *out) {
    const struct dr_state *view = dr_seen(table);
    if (!view->last_card)
        return;
    say_about(table, "drachen.last_card", view->last_seat, view->last_card, out);
    text_put_char(out, '\n');
}

void dr_say_played(const struct table *table, const struct dr_item *item, struct text *out) {
    say_about(table, "drachen.played_text", item->source, item->card, out);
}

void dr_say_top_text(const struct table *table, struct text *out) {
    const struct dr_state *view = dr_seen(table);
    for (int i = view->depth - 1; i > 0 && !out->length; i--) {
        const struct dr_item *item = &view->stack[i];
        if (item->kind == DR_CARD)
            say_about(table, "drachen.about_played", item->source, item->card, out);
        else if (item->kind == DR_DRINKING)
            say_drink_texts(table, &item->drink, out);
    }
}

/* What is to do */

static void say_card_task(const struct table *table, const char *key, const struct dr_item *item,
                          struct text *out) {
    struct message message;
    message_start(&message, key);
    message_seat(&message, "seat", item->source);
    message_word(&message, "card", dr_cards[item->card].id);
    put_targets(&message, item->target);
    dr_say(table, &message, out);
}

static void say_bet_task(const struct table *table, struct text *out) {
    const struct dr_round *round = &dr_seen(table)->round;
    struct message message;
    message_start(&message, !round->control                     ? "drachen.do_bet_open"
                            : round->control - 1 == SEAT_PERSON ? "drachen.do_bet_own"
                            : round->locked                     ? "drachen.do_bet_locked"
                                                                : "drachen.do_bet");
    message_seat(&message, "seat", round->control ? round->control - 1 : 0);
    message_number(&message, "pot", dr_seen(table)->pot);
    dr_say(table, &message, out);
}

static void say_seat_task(const struct table *table, const char *key, int seat, struct text *out) {
    struct message message;
    message_start(&message, key);
    message_seat(&message, "seat", seat);
    message_number(&message, "pot", dr_seen(table)->pot);
    dr_say(table, &message, out);
}

static const char *loss_task(const struct dr_item *item) {
    if (item->cause == DR_CAUSE_REFILL)
        return "drachen.do_refill";
    return item->payee == DR_TO_POT   ? "drachen.do_ante"
           : item->payee == DR_TO_INN ? "drachen.do_pay_inn"
                                      : "drachen.do_pay";
}

static const char *drink_task(const struct dr_state *view, const struct dr_item *item,
                              bool is_short) {
    if (is_deadly(view, item))
        return is_short ? "drachen.do_drink_out_short" : "drachen.do_drink_out";
    if (item->source == SEAT_PERSON)
        return is_short ? "drachen.do_drink_me_short" : "drachen.do_drink_me";
    return is_short ? "drachen.do_drink_short" : "drachen.do_drink";
}

static const char *card_task(const struct dr_item *item, bool is_short) {
    if (is_short)
        return "drachen.do_card_short";
    return item->target[0] ? "drachen.do_card_at" : "drachen.do_card";
}

static void say_loss_task(const struct table *table, const struct dr_item *item, struct text *out) {
    say_loss(table, loss_task(item), item, out);
    if (is_deadly(dr_seen(table), item))
        table_say_key(table, "drachen.do_out", out);
}

static void say_last_task(const struct table *table, struct text *out) {
    unsigned seats = in_danger(dr_seen(table));
    if (seats)
        dr_say_seats(table, "drachen.do_last", seats, out);
    else
        table_say_key(table, "drachen.do_breathe", out);
}

static void say_window_task(const struct table *table, enum dr_ask ask, bool is_short,
                            struct text *out) {
    const struct dr_state *view = dr_seen(table);
    const struct dr_item *top = dr_top_of(view);
    if (ask == DR_ASK_CARD)
        say_card_task(table, card_task(top, is_short), top, out);
    else if (ask == DR_ASK_HURT)
        say_card_task(table, is_short ? "drachen.do_hurt_short" : "drachen.do_hurt", top, out);
    else if (ask == DR_ASK_LOSS)
        say_loss_task(table, top, out);
    else if (ask == DR_ASK_DRINK)
        say_drink(table, drink_task(view, top, is_short), top, out);
    else if (ask == DR_ASK_WON)
        say_seat_task(table, "drachen.do_won", view->round.control - 1, out);
    else if (ask == DR_ASK_END)
        say_seat_task(table, "drachen.do_end", view->active, out);
    else
        say_last_task(table, out);
}

/* The sentence with all names, or a shorter one. */
static void say_asked_task(const struct table *table, enum dr_ask ask, bool is_short,
                           struct text *out) {
    static const char *const tasks[] = {
        [DR_ASK_DISCARD] = "drachen.do_discard", [DR_ASK_ACTION] = "drachen.do_action",
        [DR_ASK_BUY] = "drachen.do_buy",         [DR_ASK_BET] = NULL,
        [DR_ASK_MEAD] = "drachen.do_mead",       [DR_ASK_CHALLENGE] = "drachen.do_challenge",
    };
    if (ask == DR_ASK_BET)
        say_bet_task(table, out);
    else if (dr_is_window(ask))
        say_window_task(table, ask, is_short, out);
    else
        table_say_key(table, tasks[ask], out);
}

void dr_say_question(const struct table *table, struct text *out) {
    say_asked_task(table, dr_asked(table), false, out);
}

/* Names may be many and long; the pending things name them all. */
static void say_fitting_task(const struct table *table, enum dr_ask ask, struct text *out) {
    say_asked_task(table, ask, false, out);
    if (letters_width(text_string(out)) <= TASK_COLUMNS)
        return;
    text_clear(out);
    say_asked_task(table, ask, true, out);
}

void dr_say_task(const struct table *table, struct text *out) {
    const struct dr_state *view = dr_seen(table);
    enum dr_ask ask = dr_asked(table);
    if (view->is_over)
        table_say_key(table, "drachen.over", out);
    else if (ask)
        say_fitting_task(table, ask, out);
    else if (view->is_dealt && !(view->in & dr_bit(SEAT_PERSON)))
        table_say_key(table, "drachen.do_watch", out);
    else
        text_put(out, table->told_count ? table->told[table->told_count - 1] : "");
}

static void say_play(const struct table *table, const char *key, const struct dr_draft *draft,
                     struct text *out) {
    struct message message;
    message_start(&message, key);
    message_word(&message, "card", dr_cards[draft->card].id);
    put_targets(&message, draft->target);
    dr_say(table, &message, out);
}

void dr_say_short_choice(const struct table *table, const struct dr_draft *draft,
                         struct text *out) {
    say_play(table, draft->target[0] ? "drachen.send_it_at" : "drachen.send_it", draft, out);
}

static int count_bits(unsigned bits) {
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

void dr_say_choice(const struct table *table, const struct dr_draft *draft, struct text *out) {
    struct message message;
    if (draft->card) {
        say_play(table, draft->target[0] ? "drachen.send_play_at" : "drachen.send_play", draft,
                 out);
    } else if (draft->discards) {
        message_start(&message, "drachen.send_discard");
        message_number(&message, "count", count_bits(draft->discards));
        dr_say(table, &message, out);
    } else if (draft->target[0]) {
        bool is_buying = dr_asked(table) == DR_ASK_BUY;
        say_seat_task(table, is_buying ? "drachen.send_buy" : "drachen.send_split",
                      draft->target[0] - 1, out);
    }
}

/* How it ended */

static int place_of(const struct score *score, int seats, int seat) {
    int place = 1;
    for (int other = 0; other < seats; other++)
        place += score->points[other] > score->points[seat];
    return place;
}

static const char *fate_key(const struct dr_state *view, int seat) {
    const struct dr_seat *s = &view->seat[seat];
    if (view->in & dr_bit(seat))
        return "drachen.end_in";
    bool is_asleep = s->alcohol >= s->fortitude || view->doomed & dr_bit(seat);
    return is_asleep ? "drachen.end_asleep" : "drachen.end_broke";
}

static void say_fate(const struct table *table, int place, int seat, struct text *out) {
    const struct dr_state *view = dr_seen(table);
    struct message message;
    message_start(&message, fate_key(view, seat));
    message_number(&message, "place", place);
    message_seat(&message, "seat", seat);
    message_word(&message, "name", table->names[seat]);
    message_number(&message, "gold", view->seat[seat].gold);
    message_number(&message, "rank", view->seat[seat].rank);
    text_put_char(out, '\n');
    dr_say(table, &message, out);
}

void dr_say_end(const struct table *table, struct text *out) {
    const struct dr_state *view = dr_seen(table);
    struct score score = {0};
    bool is_draw = view->winners & (view->winners - 1);
    table->game->score(view, &score);
    dr_say_seats(table, is_draw ? "drachen.draw" : "drachen.won", view->winners, out);
    for (int place = 1; place <= view->seats; place++)
        for (int seat = 0; seat < view->seats; seat++)
            if (place_of(&score, view->seats, seat) == place)
                say_fate(table, place, seat, out);
}
