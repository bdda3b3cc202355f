/* drachen_wish.c: what the person is asked, and what is passed over.
 *
 * A window asks everybody who could hold an answer as far as others know. What
 * holds none is passed here without a word, and so is what the person does not
 * care for. Nothing is ever played in the person's stead. */
#include <stddef.h>
#include <stdio.h>

#include "drachen_client.h"

static enum dr_wish card_wish(const struct dr_state *view, const struct dr_item *item) {
    return dr_affects_any(view, item, SEAT_PERSON) ? DR_WISH_CARD_ME : DR_WISH_CARD;
}

enum dr_wish dr_wish_now(const struct table *table) {
    const struct dr_state *view = dr_seen(table);
    switch (dr_asked(table)) {
    case DR_ASK_CARD:
        return card_wish(view, dr_top_of(view));
    case DR_ASK_LOSS:
        return DR_WISH_GOLD;
    case DR_ASK_DRINK:
        return dr_top_of(view)->source == SEAT_PERSON ? DR_WISH_DRINK_ME : DR_WISH_DRINK;
    case DR_ASK_HURT:
        return DR_WISH_HURT;
    case DR_ASK_WON:
        return DR_WISH_WON;
    case DR_ASK_END:
        return DR_WISH_END;
    case DR_ASK_LAST:
        return DR_WISH_LAST;
    case DR_ASK_BET:
        return DR_WISH_BET;
    default:
        return DR_NO_WISH;
    }
}

/* At the last chance nobody sleeps who is about to go out. */
static bool is_in_danger(const struct dr_state *view) {
    const struct dr_seat *own = &view->seat[SEAT_PERSON];
    return own->alcohol >= own->fortitude || own->gold == 0;
}

static bool is_own_card(const struct table *table) {
    return dr_asked(table) == DR_ASK_CARD && dr_top_of(dr_seen(table))->source == SEAT_PERSON;
}

/* Whether the person has asked not to be bothered with this. */
static bool is_unwanted(const struct table *table) {
    const struct dr_memory *memory = dr_memory(table);
    enum dr_wish wish = dr_wish_now(table);
    if (wish == DR_NO_WISH)
        return false;
    if (wish == DR_WISH_LAST && is_in_danger(dr_seen(table)))
        return false;
    return memory->until_turn || memory->skipped >> wish & 1 ||
           (is_own_card(table) && !memory->answers_own);
}

/* Cards that fit at any time do not make every window worth a question; where
 * the person wishes to stop they do, and in the own action phase. */
static bool has_answer(const struct table *table) {
    bool counts_any = dr_memory(table)->stops || dr_asked(table) == DR_ASK_ACTION;
    return counts_any ? dr_fitting(table) : dr_answering(table);
}

static bool is_own_turn(const struct table *table) {
    enum dr_ask ask = dr_asked(table);
    return ask == DR_ASK_DISCARD || ask == DR_ASK_ACTION || ask == DR_ASK_BUY;
}

bool dr_reflex(const struct table *table, struct text *action) {
    struct dr_action pass = {0};
    if (is_own_turn(table))
        dr_memory(table)->until_turn = false;
    if (!dr_make_pass(table, &pass))
        return false;
    bool is_keeping = pass.verb == DR_DO_KEEP;
    bool is_passed = is_keeping ? dr_seen(table)->seat[SEAT_PERSON].hand_count == 0
                                : is_unwanted(table) || !has_answer(table);
    if (is_passed)
        dr_print_action(&pass, action);
    return is_passed;
}

/* Before each decision of another once; in windows only where they ask anyhow. */
bool dr_stops(const struct table *table) {
    const struct dr_state *view = dr_seen(table);
    struct dr_memory *memory = dr_memory(table);
    if (!memory->stops || dr_is_window(dr_top_of(view)->ask) ||
        memory->last_stopped == view->question)
        return false;
    memory->last_stopped = view->question;
    return true;
}

enum reading dr_wish_turn(const struct table *table, struct dr_action *action,
                          struct text *answer) {
    if (is_own_turn(table)) {
        table_say_key(table, "drachen.wish_is_turn", answer);
        return READ_ANSWER;
    }
    dr_memory(table)->until_turn = true;
    table_say_key(table, "drachen.wish_turn", answer);
    return dr_make_pass(table, action)         ? READ_ACTION
           : dr_asked(table) == DR_ASK_NOTHING ? READ_ON
                                               : READ_ANSWER;
}

static const char *const wish_keys[DR_WISHES] = {
    [DR_WISH_CARD] = "drachen.wish.card",         [DR_WISH_CARD_ME] = "drachen.wish.card_me",
    [DR_WISH_GOLD] = "drachen.wish.gold",         [DR_WISH_DRINK] = "drachen.wish.drink",
    [DR_WISH_DRINK_ME] = "drachen.wish.drink_me", [DR_WISH_HURT] = "drachen.wish.hurt",
    [DR_WISH_WON] = "drachen.wish.won",           [DR_WISH_END] = "drachen.wish.end",
    [DR_WISH_LAST] = "drachen.wish.last",         [DR_WISH_BET] = "drachen.wish.bet",
};

enum reading dr_wish_skip(const struct table *table, struct dr_action *action,
                          struct text *answer) {
    enum dr_wish wish = dr_wish_now(table);
    if (wish == DR_NO_WISH) {
        table_say_key(table, "drachen.wish_no_skip", answer);
        return READ_ANSWER;
    }
    dr_memory(table)->skipped |= (uint16_t)(1 << wish);
    table_say_word(table, "drachen.wish_skip", table_word(table, wish_keys[wish]), answer);
    dr_make_pass(table, action);
    return READ_ACTION;
}

void dr_wish_ask(const struct table *table, struct text *answer) {
    dr_memory(table)->skipped = 0;
    dr_memory(table)->until_turn = false;
    table_say_key(table, "drachen.wish_ask", answer);
}

void dr_wish_own(const struct table *table, struct text *answer) {
    bool *own = &dr_memory(table)->answers_own;
    *own = !*own;
    table_say_key(table, *own ? "drachen.wish_own" : "drachen.wish_not_own", answer);
}

void dr_wish_stop(const struct table *table, struct text *answer) {
    bool *stops = &dr_memory(table)->stops;
    *stops = !*stops;
    table_say_key(table, *stops ? "drachen.wish_stop" : "drachen.wish_not_stop", answer);
}

static void put_mark(const struct table *table, const char *key, int count, struct text *out) {
    struct message message;
    message_start(&message, key);
    message_number(&message, "count", count);
    text_put(out, " · ");
    table_say(table, &message, out);
}

void dr_say_wish_mark(const struct table *table, struct text *out) {
    const struct dr_memory *memory = dr_memory(table);
    int skipped = 0;
    for (int wish = 0; wish < DR_WISHES; wish++)
        skipped += memory->skipped >> wish & 1;
    if (memory->until_turn)
        put_mark(table, "drachen.mark_turn", 0, out);
    if (skipped)
        put_mark(table, "drachen.mark_skip", skipped, out);
    if (memory->answers_own)
        put_mark(table, "drachen.mark_own", 0, out);
    if (memory->stops)
        put_mark(table, "drachen.mark_stop", 0, out);
}

void dr_say_wishes(const struct table *table, struct text *out) {
    const struct dr_memory *memory = dr_memory(table);
    for (int wish = 0; wish < DR_WISHES; wish++)
        if (memory->skipped >> wish & 1) {
            table_say_word(table, "drachen.wish_skip", table_word(table, wish_keys[wish]), out);
            text_put_char(out, '\n');
        }
    table_say_key(table, memory->answers_own ? "drachen.wish_own" : "drachen.wish_not_own", out);
    text_put_char(out, '\n');
    table_say_key(table, memory->stops ? "drachen.wish_stop" : "drachen.wish_not_stop", out);
    text_put_char(out, '\n');
}

/* `5 1 0`: the kinds passed over, a bit each; own cards; stops. */
void dr_print_wishes(const struct table *table, struct text *out) {
    const struct dr_memory *memory = dr_memory(table);
    text_put_number(out, memory->skipped);
    text_put(out, memory->answers_own ? " 1" : " 0");
    text_put(out, memory->stops ? " 1" : " 0");
}

void dr_read_wishes(const struct table *table, const char *line) {
    struct dr_memory *memory = dr_memory(table);
    unsigned skipped, own, stops;
    if (sscanf(line, "%5u %1u %1u", &skipped, &own, &stops) != 3)
        return;
    memory->skipped = (uint16_t)(skipped & ((1u << DR_WISHES) - 1));
    memory->answers_own = own;
    memory->stops = stops;
}
