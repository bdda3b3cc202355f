/* drachen_ask.c: what is asked while a choice is half made, and before a decision
 * of others. */
#include "drachen_client.h"

/* "1 Eve, 2 Fleck": who can be named next. */
static void put_open(const struct table *table, const struct dr_draft *draft, struct text *out) {
    unsigned open = dr_open_targets(table, draft);
    for (int seat = 0; seat < DR_SEATS; seat++) {
        if (!(open & dr_bit(seat)))
            continue;
        text_put(out, out->length ? ", " : "");
        text_put_number(out, seat);
        text_put_char(out, ' ');
        text_put(out, dr_name(table, seat));
    }
}

static void say_aim(const struct table *table, const struct dr_draft *draft,
                    const char *const keys[3], struct text *out) {
    struct text seats = {0};
    struct message message;
    put_open(table, draft, &seats);
    message_start(&message, !dr_names_piles(table, draft) ? keys[0]
                            : draft->target[0]            ? keys[2]
                                                          : keys[1]);
    message_word(&message, "card", dr_cards[draft->card].id);
    message_word(&message, "seats", text_string(&seats));
    dr_say(table, &message, out);
    text_free(&seats);
}

void dr_say_aim(const struct table *table, const struct dr_draft *draft, struct text *out) {
    static const char *const keys[] = {"drachen.ask_target", "drachen.ask_piles",
                                       "drachen.ask_second"};
    say_aim(table, draft, keys, out);
}

void dr_say_next(const struct table *table, struct text *out) {
    static const char *const keys[] = {[DR_ASK_ACTION] = "drachen.next_action",
                                       [DR_ASK_BUY] = "drachen.next_buy",
                                       [DR_ASK_BET] = "drachen.next_bet",
                                       [DR_ASK_MEAD] = "drachen.next_mead",
                                       [DR_ASK_CHALLENGE] = "drachen.next_dare"};
    const struct dr_item *top = dr_top_of(dr_seen(table));
    const char *key = top->ask < sizeof keys / sizeof *keys ? keys[top->ask] : NULL;
    dr_say_seats(table, key ? key : "drachen.next_answer", top->asked & ~top->sealed, out);
}

static void say_between(const struct table *table, struct text *out) {
    struct text next = {0};
    dr_say_next(table, &next);
    table_say_word(table, "drachen.do_between", text_string(&next), out);
    text_free(&next);
}

void dr_say_choosing(const struct table *table, const void *draft, bool is_between,
                     struct text *out) {
    static const char *const keys[] = {"drachen.do_target", "drachen.do_pile", "drachen.do_second"};
    const struct dr_draft *chosen = draft;
    if (table->match && chosen->card && dr_open_targets(table, chosen))
        say_aim(table, chosen, keys, out);
    else if (is_between)
        say_between(table, out);
}
