/* rules.c: Zum Blauen Drachen as a game of the kernel: options, the deal, and applying actions. */
#include "drachen.h"

#include <string.h>

#include <spelunke/must.h>

enum {
    OPTION_START_GOLD,
    OPTION_START_DRINKS,
    OPTION_BUY_OTHERS_ONLY,
    OPTION_EVE_2008,
    OPTION_LAST_CHANCE,
    OPTION_HOUSE_SPLIT,
    OPTION_CHARACTERS,
    OPTION_FIRST_SEAT,
};

static const char *const or_random[] = {"random", NULL};
/* The values for which constants exist; any letters and wishes by seat are accepted. */
enum { CHARACTERS_BY_SEAT, CHARACTERS_RANDOM };
static const char *const by_seat_or_random[] = {"DEFG", "random", NULL};

static const struct param params[] = {
    [OPTION_START_GOLD] = {.name = "start_gold", .fallback = "10", .min = 8, .max = 12},
    [OPTION_START_DRINKS] = {.name = "start_drinks", .fallback = "2", .min = 1, .max = 3},
    [OPTION_BUY_OTHERS_ONLY] = {.name = "buy_others_only", .kind = PARAM_FLAG, .fallback = "off"},
    [OPTION_EVE_2008] = {.name = "eve_2008", .kind = PARAM_FLAG, .fallback = "off"},
    [OPTION_LAST_CHANCE] = {.name = "last_chance", .kind = PARAM_FLAG, .fallback = "on"},
    [OPTION_HOUSE_SPLIT] = {.name = "house_split", .kind = PARAM_FLAG, .fallback = "on"},
    [OPTION_CHARACTERS] = {.name = "characters",
                           .kind = PARAM_WORD,
                           .fallback = "DEFG",
                           .offer = "random",
                           .values = by_seat_or_random},
    [OPTION_FIRST_SEAT] = {.name = "first_seat",
                           .fallback = "0",
                           .offer = "random",
                           .min = 0,
                           .max = DR_SEATS - 1,
                           .values = or_random},
    {0},
};

enum { START_GOLD, START_FORTITUDE, START_ALCOHOL };

static const struct param starts[] = {
    [START_GOLD] = {.name = "gold", .fallback = "10", .min = 0, .max = 99},
    [START_FORTITUDE] = {.name = "fortitude", .fallback = "20", .min = 0, .max = DR_MARKER},
    [START_ALCOHOL] = {.name = "alcohol", .fallback = "0", .min = 0, .max = DR_MARKER},
    {0},
};

static void read_settings(struct dr_state *s, const struct setup *setup) {
    const struct option *option = setup->options;
    s->seats = (uint8_t)setup->seats;
    s->start_drinks = (uint8_t)option[OPTION_START_DRINKS].number;
    s->buy_others_only = (uint8_t)option[OPTION_BUY_OTHERS_ONLY].choice;
    s->eve_2008 = (uint8_t)option[OPTION_EVE_2008].choice;
    s->last_chance = (uint8_t)option[OPTION_LAST_CHANCE].choice;
    s->house_split = (uint8_t)option[OPTION_HOUSE_SPLIT].choice;
    s->random_first = option[OPTION_FIRST_SEAT].choice == 0;
    s->active = (uint8_t)option[OPTION_FIRST_SEAT].number;
    s->in = (uint8_t)(dr_bit(s->seats) - 1);
}

static void set_markers(struct dr_state *s, const struct setup *setup) {
    int start_gold = setup->options[OPTION_START_GOLD].number;
    for (int i = 0; i < s->seats; i++) {
        struct dr_seat *seat = &s->seat[i];
        seat->gold =
            (int16_t)(setup->has_start[START_GOLD] ? setup->starts[START_GOLD][i] : start_gold);
        seat->fortitude = (uint8_t)setup->starts[START_FORTITUDE][i];
        seat->alcohol = (uint8_t)setup->starts[START_ALCOHOL][i];
    }
}

/* Z-51: one letter for each seat, none twice; further letters are ignored. */
static bool set_characters(struct dr_state *s, const char *letters) {
    unsigned chosen = 0;
    for (int i = 0; letters[i]; i++) {
        int character = dr_character_find(letters[i]);
        if (!character || chosen >> character & 1)
            return false;
        chosen |= 1u << character;
        if (i < s->seats)
            s->seat[i].character = (uint8_t)character;
    }
    return (int)strlen(letters) >= s->seats;
}

static int wish_find(char letter) {
    return letter >= 'a' && letter <= 'z' ? dr_character_find((char)(letter - 'a' + 'A')) : 0;
}

/* Z-51: a lower-case letter for each seat, or `-` for none; several seats may wish for the same.
 * Further letters are ignored. */
static bool set_wishes(struct dr_state *s, const char *letters) {
    for (int i = 0; letters[i]; i++) {
        int character = wish_find(letters[i]);
        if (!character && letters[i] != '-')
            return false;
        if (i < s->seats)
            s->wish[i] = (uint8_t)character;
    }
    return (int)strlen(letters) >= s->seats;
}

static bool read_characters(struct dr_state *s, const struct option *option) {
    if (option->choice == CHARACTERS_RANDOM)
        return true;
    bool is_wish = option->word[0] == '-' || wish_find(option->word[0]);
    return is_wish ? set_wishes(s, option->word) : set_characters(s, option->word);
}

/* The next random draw before the first turn: characters, first seat, the decks by seat, the
 * drinks. */
static void next_chance(struct dr_state *s) {
    if (!s->seat[0].character)
        s->chance = DR_DRAW_CHARACTERS;
    else if (s->random_first)
        s->chance = DR_DRAW_FIRST;
    else
        s->chance = s->chance_seat < s->seats ? DR_SHUFFLE_SEAT : DR_SHUFFLE_DRINKS;
}

static bool init(void *state, const struct setup *setup, struct message *why) {
    struct dr_state *s = state;
    read_settings(s, setup);
    set_markers(s, setup);
    if (s->active >= s->seats)
        return refuse(why, "drachen.first_seat");
    if (!read_characters(s, &setup->options[OPTION_CHARACTERS]))
        return refuse(why, "drachen.characters");
    next_chance(s);
    return true;
}

static void turn(const void *state, struct turn *turn) {
    const struct dr_state *s = state;
    turn->kind = s->is_over ? TURN_OVER : s->chance ? TURN_CHANCE : TURN_SEATS;
    if (turn->kind != TURN_SEATS)
        return;
    const struct dr_item *top = dr_top_of(s);
    turn->question = s->question;
    turn->seats = top->asked & ~top->sealed;
    turn->may = (uint16_t)dr_may(s);
    turn->first = (int8_t)dr_order_start(s);
    turn->reaction = top->ask >= DR_ASK_CARD;
}

/* The seat that gets this character among those who wish for it; -1: none. A random number is
 * drawn only if there are several. */
static int draw_wisher(const struct dr_state *s, int character, struct rng *rng) {
    uint8_t wishers[DR_SEATS];
    int count = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (s->wish[seat] == character)
            wishers[count++] = (uint8_t)seat;
    return count == 0 ? -1 : count == 1 ? wishers[0] : wishers[rng_below(rng, (uint32_t)count)];
}

/* Z-51: wishes first, then the remaining characters are shuffled and dealt to the other seats.
 * The README documents the procedure for verifying the dice. */
static void draw_characters(const struct dr_state *s, struct rng *rng, struct dr_action *a) {
    uint8_t left[DR_CHARACTERS];
    int count = 0, next = 0;
    a->verb = DR_DO_CHARACTERS;
    a->count = s->seats;
    for (int character = 1; character <= DR_CHARACTERS; character++) {
        int seat = draw_wisher(s, character, rng);
        if (seat >= 0)
            a->cards[seat] = (uint8_t)character;
        else
            left[count++] = (uint8_t)character;
    }
    rng_shuffle(rng, left, count);
    for (int seat = 0; seat < s->seats; seat++)
        if (!a->cards[seat])
            a->cards[seat] = left[next++];
}

static void chance(const void *state, struct rng *rng, void *action) {
    const struct dr_state *s = state;
    struct dr_action *a = action;
    if (s->chance == DR_DRAW_CHARACTERS) {
        draw_characters(s, rng, a);
    } else if (s->chance == DR_DRAW_FIRST) {
        a->verb = DR_DO_FIRST;
        a->seat = (uint8_t)rng_below(rng, s->seats);
    } else {
        bool is_seat = s->chance == DR_SHUFFLE_SEAT;
        a->verb = is_seat ? DR_DO_SHUFFLE : DR_DO_SHUFFLE_DRINKS;
        a->seat = is_seat ? s->chance_seat : 0;
        a->count = (uint8_t)dr_shuffled_cards(s, a->cards);
        rng_shuffle(rng, a->cards, a->count);
    }
}

/* Z-51: drinks are dealt seat by seat, the first one lowest. */
static void deal_drinks(struct dr_state *s) {
    for (int seat = 0; seat < s->seats; seat++)
        for (int i = 0; i < s->start_drinks; i++)
            dr_buy_drink(s, seat);
    s->is_dealt = 1;
    dr_push(s, DR_TURN, s->active);
}

static void apply_characters(struct dr_state *s, const struct dr_action *a, struct events *events) {
    struct message *m = event_add(events, SEEN_BY_ALL, "drachen.drew_characters");
    message_list(m, "characters", ARG_WORD);
    for (int seat = 0; seat < s->seats; seat++) {
        s->seat[seat].character = a->cards[seat];
        message_item_word(m, dr_characters[a->cards[seat]].name);
    }
    next_chance(s);
}

static void apply_first(struct dr_state *s, int seat, struct events *events) {
    s->active = (uint8_t)seat;
    s->random_first = 0;
    dr_tell(events, "drachen.first", seat);
    next_chance(s);
}

static void apply_shuffle(struct dr_state *s, const struct dr_action *a, struct events *events) {
    s->chance = DR_NO_CHANCE;
    dr_put_deck(s, a->seat, a->cards, a->count);
    dr_tell(events, "drachen.shuffled", a->seat);
    if (s->is_dealt) {
        s->chance_seat = 0;
        return;
    }
    dr_fill_hand(s, a->seat, events);
    s->chance_seat++;
    next_chance(s);
}

static void apply_shuffle_drinks(struct dr_state *s, const struct dr_action *a,
                                 struct events *events) {
    s->chance = DR_NO_CHANCE;
    s->chance_seat = 0;
    dr_put_drinks(s, a->cards, a->count);
    event_add(events, SEEN_BY_ALL, "drachen.shuffled_drinks");
    if (!s->is_dealt)
        deal_drinks(s);
}

static void apply_outcome(struct dr_state *s, const struct dr_action *a, struct events *events) {
    if (a->verb == DR_DO_CHARACTERS)
        apply_characters(s, a, events);
    else if (a->verb == DR_DO_FIRST)
        apply_first(s, a->seat, events);
    else if (a->verb == DR_DO_SHUFFLE)
        apply_shuffle(s, a, events);
    else
        apply_shuffle_drinks(s, a, events);
}

/* An Action card ends the action phase, even if it is negated. */
static void leave_decision(struct dr_state *s, int seat) {
    enum dr_ask ask = dr_top(s)->ask;
    if (ask == DR_ASK_ACTION)
        dr_top(s)->stage = DR_STAGE_ACTED;
    if (ask == DR_ASK_BET)
        s->round.last = (uint8_t)seat;
    dr_answered(s);
}

static void seal(struct dr_state *s, int seat, const struct dr_action *a) {
    struct dr_item *top = dr_top(s);
    top->seal[seat] = dr_seal_of(s, seat, a);
    top->sealed |= (uint8_t)dr_bit(seat);
}

static void apply_play(struct dr_state *s, int seat, const struct dr_action *a,
                       struct events *events) {
    struct dr_play play = {.card = a->card,
                           .use = (uint8_t)dr_use_now(s, seat, a->card),
                           .target = {a->target[0], a->target[1]}};
    bool is_interrupt = dr_is_interrupt(s, &dr_row(s, a->card)->uses[play.use]);
    if (!is_interrupt && dr_top(s)->ask >= DR_ASK_CARD) {
        seal(s, seat, a);
        return;
    }
    if (!is_interrupt)
        leave_decision(s, seat);
    dr_lay(s, seat, &play, events);
}

static void apply_pass(struct dr_state *s, int seat, const struct dr_action *a,
                       struct events *events) {
    enum dr_ask ask = dr_top(s)->ask;
    if (ask >= DR_ASK_CARD) {
        seal(s, seat, a);
        return;
    }
    leave_decision(s, seat);
    if (ask == DR_ASK_BET)
        dr_pass_bet(s, seat, events);
}

static void apply_discard(struct dr_state *s, int seat, const struct dr_action *a,
                          struct events *events) {
    dr_top(s)->stage = DR_STAGE_DRAW;
    dr_answered(s);
    for (int i = 0; i < a->count; i++) {
        dr_hand_to_table(s, seat, a->cards[i]);
        dr_table_to_discard(s, seat, a->cards[i]);
    }
    if (a->count)
        dr_tell_cards(dr_tell(events, "drachen.discarded", seat), a->cards, a->count);
}

static void apply_buy(struct dr_state *s, int seat, int to, struct events *events) {
    dr_top(s)->stage = DR_STAGE_DRINK;
    dr_answered(s);
    message_seat(dr_tell(events, "drachen.bought", seat), "to", to);
    dr_buy_drink(s, to);
    dr_refill_if_empty(s);
}

void dr_act(struct dr_state *s, int seat, const struct dr_action *a, struct events *events) {
    switch (a->verb) {
    case DR_DO_PLAY:
        apply_play(s, seat, a, events);
        break;
    case DR_DO_PASS:
        apply_pass(s, seat, a, events);
        break;
    case DR_DO_KEEP:
    case DR_DO_DISCARD:
        apply_discard(s, seat, a, events);
        break;
    case DR_DO_BUY:
        apply_buy(s, seat, a->target[0] - 1, events);
        break;
    case DR_DO_SPLIT:
    case DR_DO_DRINK:
        dr_choose_mead(s, a->target[0], events);
        break;
    case DR_DO_ACCEPT:
    case DR_DO_DECLINE:
        dr_choose_challenge(s, a->verb == DR_DO_ACCEPT, events);
        break;
    default:
        apply_outcome(s, a, events);
    }
}

static void apply(void *state, int seat, const void *action, struct events *events) {
    dr_act(state, seat, action, events);
    dr_run(state, events);
}

/* The default action of an absent player: keeps the cards, passes, buys for the own pile, drinks
 * without sharing, declines challenges. */
static void idle(const void *state, int seat, void *action) {
    const struct dr_state *s = state;
    struct dr_action *a = action;
    static const uint8_t verbs[] = {
        [DR_ASK_DISCARD] = DR_DO_KEEP, [DR_ASK_ACTION] = DR_DO_PASS,
        [DR_ASK_BUY] = DR_DO_BUY,      [DR_ASK_BET] = DR_DO_PASS,
        [DR_ASK_MEAD] = DR_DO_DRINK,   [DR_ASK_CHALLENGE] = DR_DO_DECLINE,
        [DR_ASK_LAST] = DR_DO_PASS,
    };
    a->verb = verbs[dr_top_of(s)->ask];
    if (a->verb == DR_DO_BUY)
        a->target[0] = (uint8_t)(1 + (s->buy_others_only ? dr_next(s, s->in, seat) : seat));
}

/* Points: the number of seats that went out earlier. */
static void score(const void *state, struct score *score) {
    const struct dr_state *s = state;
    for (int seat = 0; seat < s->seats; seat++)
        for (int other = 0; other < s->seats; other++) {
            int rank = s->seat[seat].rank, its = s->seat[other].rank;
            score->points[seat] += its && (!rank || its < rank);
        }
    score->winners = s->winners;
}

static const struct bot *const bots[] = {&bot_random, &drachen_bot_tippler, &drachen_bot_regular,
                                         NULL};

const struct game drachen_game = {
    .key = "drachen",
    .title = "Zum Blauen Drachen",
    .version = 2,
    .seats_min = 2,
    .seats_max = DR_SEATS,
    .state_size = sizeof(struct dr_state),
    .action_size = sizeof(struct dr_action),
    .legal_max = DR_LEGAL,
    .params = params,
    .starts = starts,
    .init = init,
    .turn = turn,
    .legal = dr_legal,
    .check = dr_check,
    .apply = apply,
    .chance = chance,
    .idle = idle,
    .score = score,
    .view = dr_view,
    .guess = dr_guess,
    .print_action = dr_print_action,
    .parse_action = dr_parse_action,
    .view_json = dr_view_json,
    .view_parts = dr_view_parts,
    .bots = bots,
    .face = &drachen_face,
};
