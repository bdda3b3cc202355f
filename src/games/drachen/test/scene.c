/* scene.c: sets up a table, and plays on it. */
#include "scene.h"

#include <stdio.h>

static void set_markers(struct setup *setup, const struct scene *scene) {
    const char *const names[] = {"gold", "fortitude", "alcohol"};
    const int *const values[] = {scene->gold, scene->fortitude, scene->alcohol};
    const int usual[] = {10, 20, 0};
    for (int i = 0; i < 3; i++) {
        int64_t start[SEATS_MAX];
        bool is_usual = true;
        for (int seat = 0; seat < scene->seats; seat++) {
            start[seat] = values[i][seat] < 0 ? 0 : values[i][seat] ? values[i][seat] : usual[i];
            is_usual = is_usual && !values[i][seat];
        }
        if (!is_usual)
            assert_true(setup_start(setup, &drachen_game, names[i], start, scene->seats, NULL));
    }
}

static void shuffle(struct match *match, const char *what, const char *cards) {
    char action[300];
    snprintf(action, sizeof action, "shuffle %s %s%s*", what, cards ? cards : "",
             cards && *cards ? " " : "");
    test_play(match, SEAT_CHANCE, action);
}

struct match *set_table(const struct scene *scene) {
    static const char *const numbers[] = {"0", "1", "2", "3"};
    struct setup setup;
    struct seed seed;
    assert_true(setup_begin(&setup, &drachen_game, scene->seats, NULL));
    for (int i = 0; scene->options[i]; i += 2)
        assert_true(
            setup_option(&setup, &drachen_game, scene->options[i], scene->options[i + 1], NULL));
    set_markers(&setup, scene);
    seed_from_number(&seed, 1);
    struct match *match = match_new(&drachen_game, &setup, &seed, NULL);
    assert_non_null(match);
    for (int seat = 0; seat < scene->seats; seat++)
        shuffle(match, numbers[seat], scene->hands[seat]);
    shuffle(match, "drinks", scene->drinks);
    return match;
}

struct match *laid(struct scene scene, const char *action) {
    struct match *match = set_table(&scene);
    test_play(match, table_of(match)->active, action);
    return match;
}

const struct dr_state *table_of(const struct match *match) {
    return match_state(match);
}

const struct dr_seat *seat_of(const struct match *match, int seat) {
    return &table_of(match)->seat[seat];
}

int alcohol_of(const struct match *match, int seat) {
    return table_of(match)->seat[seat].alcohol;
}

enum dr_ask asked(const struct match *match) {
    const struct dr_state *s = table_of(match);
    return s->is_over || s->chance ? DR_ASK_NOTHING : dr_top_of(s)->ask;
}

unsigned awaited(const struct match *match) {
    struct turn turn;
    match_turn(match, &turn);
    return turn.kind == TURN_SEATS ? turn.seats : 0;
}

bool is_refused(struct match *match, int seat, const char *action) {
    int length = match_length(match);
    enum verdict verdict = match_play_text(match, seat, action, NULL, NULL, NULL);
    assert_true(verdict == VERDICT_PLAYED || match_length(match) == length);
    return verdict != VERDICT_PLAYED;
}

unsigned may_act(const struct match *match) {
    struct turn turn;
    match_turn(match, &turn);
    return turn.kind == TURN_SEATS ? turn.may : 0;
}

static bool is_among(const uint8_t *cards, int count, const char *card) {
    for (int i = 0; i < count; i++)
        if (cards[i] == dr_card_find(card))
            return true;
    return false;
}

bool holds(const struct match *match, int seat, const char *card) {
    const struct dr_seat *owner = &table_of(match)->seat[seat];
    return is_among(owner->hand, owner->hand_count, card);
}

bool has_discarded(const struct match *match, int seat, const char *card) {
    const struct dr_seat *owner = &table_of(match)->seat[seat];
    return is_among(owner->discard, owner->discard_count, card);
}

bool is_on_top(const struct match *match, const char *card) {
    return dr_top_of(table_of(match))->card == dr_card_find(card);
}

static void others_pass(struct match *match, unsigned but) {
    unsigned seats = awaited(match) & ~but;
    for (int seat = 0; seat < DR_SEATS; seat++)
        if (seats & dr_bit(seat))
            test_play(match, seat, "pass");
}

void answer(struct match *match, int seat, const char *action) {
    assert_true(asked(match) >= DR_ASK_CARD);
    assert_true(awaited(match) & dr_bit(seat));
    others_pass(match, dr_bit(seat));
    test_play(match, seat, action);
}

void nobody_answers(struct match *match) {
    assert_true(asked(match) >= DR_ASK_CARD);
    others_pass(match, 0);
}

void reach(struct match *match, enum dr_ask ask) {
    while (asked(match) != ask)
        nobody_answers(match);
}

void pass_to(struct match *match, enum dr_ask ask, int seat) {
    while (asked(match) != ask || !(awaited(match) & dr_bit(seat)))
        nobody_answers(match);
}

void pass_windows(struct match *match) {
    for (;;) {
        test_draw(match);
        if (asked(match) < DR_ASK_CARD)
            return;
        others_pass(match, 0);
    }
}

void decide(struct match *match, int seat, const char *action) {
    test_play(match, seat, action);
    pass_windows(match);
}

void quiet_turn(struct match *match) {
    int seat = table_of(match)->active;
    char buy[] = "buy >0";
    buy[5] = (char)('0' + seat);
    while (asked(match) && table_of(match)->active == seat && !match_over(match)) {
        static const char *const quiet[] = {
            [DR_ASK_DISCARD] = "keep", [DR_ASK_ACTION] = "pass",       [DR_ASK_BET] = "pass",
            [DR_ASK_MEAD] = "drink",   [DR_ASK_CHALLENGE] = "decline",
        };
        enum dr_ask ask = asked(match);
        if (ask >= DR_ASK_CARD)
            pass_windows(match);
        else
            decide(match, __builtin_ctz(awaited(match)), ask == DR_ASK_BUY ? buy : quiet[ask]);
        if (asked(match) == DR_ASK_DISCARD && table_of(match)->active != seat)
            return;
    }
}

void check_seat(const struct match *match, int seat, int fortitude, int alcohol, int gold) {
    const struct dr_seat *s = &table_of(match)->seat[seat];
    assert_int_equal(s->fortitude, fortitude);
    assert_int_equal(s->alcohol, alcohol);
    assert_int_equal(s->gold, gold);
}

void check_purses(const struct match *match, const int *gold) {
    for (int seat = 0; seat < table_of(match)->seats; seat++)
        assert_int_equal(table_of(match)->seat[seat].gold, gold[seat]);
}

void check_in(const struct match *match, unsigned in) {
    assert_int_equal(table_of(match)->in, in);
}

int all_gold(const struct match *match) {
    const struct dr_state *s = table_of(match);
    int gold = s->pot + s->inn;
    for (int seat = 0; seat < s->seats; seat++)
        gold += s->seat[seat].gold;
    return gold;
}

struct match *turn_over(const struct scene *scene, const char *buy) {
    struct match *match = set_table(scene);
    decide(match, 0, "pass");
    test_play(match, 0, buy);
    return match;
}

struct match *reveals(const char *letters, const char *hand, const char *other_hand,
                      const char *drinks) {
    return turn_over(&(struct scene){.seats = (int)strlen(letters),
                                     .options = ONE_DRINK(letters),
                                     .hands = {hand, other_hand},
                                     .drinks = drinks},
                     "buy >1");
}

struct match *reveals_two(const char *letters, const char *hand, const char *other_hand,
                          const char *drinks) {
    return turn_over(&(struct scene){.seats = 2,
                                     .options = ONE_DRINK(letters),
                                     .hands = {hand, other_hand},
                                     .drinks = drinks},
                     "buy >0");
}

struct match *before_event(const char *event, struct scene scene) {
    static const char *const elsewhere[] = {
        [2] = "T13 T14", [3] = "T13 T14 T15", [4] = "T13 T14 T15 T19"};
    char drinks[200];
    snprintf(drinks, sizeof drinks, "%s %s %s", event, elsewhere[scene.seats], scene.drinks);
    scene.drinks = drinks;
    struct match *match = set_table(&scene);
    decide(match, 0, "pass");
    return match;
}

struct match *happens(const char *event, struct scene scene) {
    struct match *match = before_event(event, scene);
    test_play(match, 0, "buy >1");
    return match;
}

struct match *feuerwasser(struct scene scene) {
    scene.drinks = PILES_4 "T09";
    struct match *match = set_table(&scene);
    int seat = table_of(match)->active;
    char buy[] = "buy >0";
    buy[5] = (char)('0' + seat);
    decide(match, seat, "pass");
    test_play(match, seat, buy);
    assert_int_equal(asked(match), DR_ASK_DRINK);
    return match;
}

struct match *sauflied(struct scene scene) {
    scene.options[0] = "first_seat";
    scene.options[1] = "2";
    struct match *match = set_table(&scene);
    test_play(match, 2, "play F26");
    assert_int_equal(asked(match), DR_ASK_CARD);
    return match;
}

/* The only function that modifies the state directly: running a deck down by buying would take
 * twenty turns. */
static struct dr_state *hold_of(struct match *match) {
    return (struct dr_state *)(uintptr_t)match_state(match);
}

static uint8_t take_lowest(struct dr_state *s, uint8_t *lot) {
    uint8_t card = s->drinks[0];
    *lot = s->drinks_lot[0];
    s->drinks_count--;
    memmove(s->drinks, s->drinks + 1, s->drinks_count);
    memmove(s->drinks_lot, s->drinks_lot + 1, s->drinks_count);
    s->drinks[s->drinks_count] = s->drinks_lot[s->drinks_count] = 0;
    return card;
}

void thin_drinks(struct match *match, int left) {
    struct dr_state *s = hold_of(match);
    while (s->drinks_count > left) {
        uint8_t lot, card = take_lowest(s, &lot);
        s->lots[lot][card]--;
        dr_discard_drink(s, card);
    }
}

void hide_drinks(struct match *match, int left) {
    struct dr_state *s = hold_of(match);
    struct dr_seat *last = &s->seat[s->seats - 1];
    while (s->drinks_count > left) {
        uint8_t lot, card = take_lowest(s, &lot);
        memmove(last->pile + 1, last->pile, last->pile_count);
        memmove(last->pile_lot + 1, last->pile_lot, last->pile_count++);
        last->pile[0] = card;
        last->pile_lot[0] = lot;
    }
}

void turn_over_before(struct match *match, int cards) {
    hold_of(match)->event.turned[0] = (uint8_t)(hold_of(match)->event.turned[0] + cards);
}

static void nobody_answers_card_at(struct match *match, int depth) {
    while (asked(match) == DR_ASK_CARD && table_of(match)->depth == depth)
        nobody_answers(match);
}

void respond(struct match *match, int seat, const char *action) {
    int depth = table_of(match)->depth;
    answer(match, seat, action);
    nobody_answers_card_at(match, depth + 1);
}

void interrupt(struct match *match, int seat, const char *action) {
    int depth = table_of(match)->depth;
    test_play(match, seat, action);
    nobody_answers_card_at(match, depth + 1);
}

void reach_drink_of(struct match *match, int seat) {
    while (asked(match) != DR_ASK_DRINK || open_drinker(match) != seat)
        nobody_answers(match);
}

void reach_loss_of(struct match *match, int seat) {
    while (asked(match) != DR_ASK_LOSS || dr_top_of(table_of(match))->source != seat)
        nobody_answers(match);
}

int open_alcohol(const struct match *match) {
    const struct dr_item *top = dr_top_of(table_of(match));
    assert_int_equal(top->kind, DR_DRINKING);
    return dr_drink_alcohol(table_of(match), &top->drink, top->source);
}

int open_drinker(const struct match *match) {
    const struct dr_item *top = dr_top_of(table_of(match));
    assert_int_equal(top->kind, DR_DRINKING);
    return top->source;
}

struct match *opened(const struct scene *scene) {
    char play[] = "play ?01";
    play[5] = scene->options[1][0];
    struct match *match = set_table(scene);
    test_play(match, 0, play);
    return match;
}

struct match *opens(const char *letters, const char *hand0, const char *hand1, const char *hand2) {
    return opened(&(struct scene){.seats = (int)strlen(letters),
                                  .options = {"characters", letters},
                                  .hands = {hand0, hand1, hand2}});
}

struct match *runs(const char *letters, const char *hand0, const char *hand1, const char *hand2) {
    struct match *match = opens(letters, hand0, hand1, hand2);
    pass_windows(match);
    return match;
}

void bets(struct match *match, int seat, const char *action) {
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_int_equal(awaited(match), dr_bit(seat));
    decide(match, seat, action);
}

void escapes(struct match *match, int seat, const char *action) {
    reach_loss_of(match, seat);
    respond(match, seat, action);
}

void check_round(const struct match *match, unsigned in, int leader, int pot) {
    assert_int_equal(table_of(match)->round.in, in);
    assert_int_equal(table_of(match)->round.leader, leader + 1);
    assert_int_equal(table_of(match)->pot, pot);
}

struct prompt prompt_of(const struct match *match, int seat) {
    static struct prompt prompt;
    struct dr_state view = {0};
    game_view(&drachen_game, match_state(match), seat, &view);
    game_prompt(&drachen_game, &view, seat, &prompt);
    return prompt;
}
