/* forms.c: the legal actions as forms. They are read from `legal`, whose list is sorted by verb
 * and card, so that the actions of a form are adjacent. Only discards are not listed one by one. */
#include "face_inside.h"

#include <string.h>

static const char *const seat_words[DR_SEATS] = {">0", ">1", ">2", ">3"};

static void put_seats(struct prompt *prompt, unsigned seats) {
    if (!seats)
        return;
    prompt_one(prompt);
    for (int seat = 0; seat < DR_SEATS; seat++)
        if (seats & dr_bit(seat))
            prompt_word(prompt, seat_words[seat]);
}

/* Combines the actions from `first` on that differ in their targets only into one form with a
 * list of seats for each target. Returns the index after them. */
static int fold_seats(const struct dr_action *actions, int first, int count,
                      struct prompt *prompt) {
    static const char *const says[] = {
        [DR_DO_PASS] = "pass",       [DR_DO_KEEP] = "keep",   [DR_DO_BUY] = "buy",
        [DR_DO_SPLIT] = "split",     [DR_DO_DRINK] = "drink", [DR_DO_ACCEPT] = "accept",
        [DR_DO_DECLINE] = "decline",
    };
    unsigned seats[2] = {0, 0};
    int at = first;
    for (; at < count && actions[at].verb == actions[first].verb &&
           actions[at].card == actions[first].card;
         at++)
        for (int i = 0; i < 2 && actions[at].target[i]; i++)
            seats[i] |= dr_bit(actions[at].target[i] - 1);
    char play[] = "play ...";
    memcpy(play + 5, dr_cards[actions[first].card].id, 3);
    prompt_say(prompt, actions[first].verb == DR_DO_PLAY ? play : says[actions[first].verb]);
    put_seats(prompt, seats[0]);
    put_seats(prompt, seats[1]);
    return at;
}

/* One form for any selection of at least one card of the hand. Returns the index after the
 * discards. */
static int fold_discards(const struct dr_state *v, int seat, const struct dr_action *actions,
                         int first, int count, struct prompt *prompt) {
    const struct dr_seat *own = &v->seat[seat];
    prompt_say(prompt, "discard");
    prompt_pick(prompt, 1, own->hand_count);
    for (int i = 0; i < own->hand_count; i++)
        prompt_word(prompt, dr_cards[own->hand[i]].id);
    while (first < count && actions[first].verb == DR_DO_DISCARD)
        first++;
    return first;
}

void dr_put_forms(const struct dr_state *view, int seat, struct prompt *prompt) {
    struct dr_action slots[DR_LEGAL];
    struct actions legal = {
        .slots = (unsigned char *)slots, .size = sizeof *slots, .max = DR_LEGAL};
    dr_legal(view, seat, &legal);
    for (int at = 0; at < legal.count;)
        at = slots[at].verb == DR_DO_DISCARD
                 ? fold_discards(view, seat, slots, at, legal.count, prompt)
                 : fold_seats(slots, at, legal.count, prompt);
}
