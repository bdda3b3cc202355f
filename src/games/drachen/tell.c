/* tell.c: events. Cards and drinks are named by their ids; clients find titles and texts under
 * `drachen.word.<id>` and `drachen.text.<id>`. */
#include "drachen.h"

struct message *dr_tell(struct events *events, const char *key, int seat) {
    struct message *m = event_add(events, SEEN_BY_ALL, key);
    message_seat(m, "seat", seat);
    return m;
}

void dr_tell_card(struct events *events, const char *key, int seat, int card) {
    message_word(dr_tell(events, key, seat), "card", dr_cards[card].id);
}

void dr_tell_drink(struct events *events, const char *key, int seat, int drink) {
    message_word(dr_tell(events, key, seat), "drink", dr_drinks[drink].id);
}

/* A marker that does not move, at the end of its track, is not reported. */
void dr_tell_change(struct events *events, const char *key, int seat, int before, int now) {
    if (before == now)
        return;
    struct message *m = dr_tell(events, key, seat);
    message_number(m, "change", now - before);
    message_number(m, "now", now);
}

void dr_tell_cards(struct message *message, const uint8_t *cards, int count) {
    message_list(message, "cards", ARG_WORD);
    for (int i = 0; i < count; i++)
        message_item_word(message, dr_cards[cards[i]].id);
}

void dr_tell_drawn(struct events *events, int seat, const uint8_t *cards, int count) {
    message_number(dr_tell(events, "drachen.drew", seat), "count", count);
    struct message *m = event_add(events, (uint16_t)dr_bit(seat), "drachen.drew_cards");
    dr_tell_cards(m, cards, count);
}

/* A card with its targets in the order in which they were named, if it has any. `to` is the
 * first of them, so that a sentence can tell whether both are the same. */
void dr_tell_play(struct events *events, const struct dr_item *item) {
    bool is_aimed = item->target[0];
    struct message *m =
        event_add(events, SEEN_BY_ALL, is_aimed ? "drachen.played_at" : "drachen.played");
    message_seat(m, "seat", item->source);
    message_word(m, "card", dr_cards[item->card].id);
    if (!is_aimed)
        return;
    message_list(m, "seats", ARG_SEAT);
    for (int i = 0; i < 2 && item->target[i]; i++)
        message_item(m, item->target[i] - 1);
    message_seat(m, "to", item->target[0] - 1);
}
