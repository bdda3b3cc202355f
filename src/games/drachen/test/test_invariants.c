/* test_invariants.c: what holds at every moment of every match.
 *
 * Random matches with random settings, always the same ones. After each entry
 * nothing is lost and nothing is made: no gold, no card, no drink; and who may
 * do what is what the plain reading of the rules says. */
#include "scene.h"

#include "plain.h"

enum { MATCHES = 300, ENTRIES_MAX = 20000 };

/* What these matches have seen together. */
struct seen {
    bool card[DR_CARD_KINDS + 1];
    bool drink[DR_DRINK_KINDS + 1];
};

static void count_cards(const uint8_t *cards, int count, int *copies) {
    for (int i = 0; i < count; i++)
        copies[cards[i]]++;
}

static void check_markers(const struct match *match, int gold) {
    const struct dr_state *s = table_of(match);
    assert_int_equal(all_gold(match), gold);
    for (int seat = 0; seat < s->seats; seat++) {
        assert_true(s->seat[seat].gold >= 0);
        assert_in_range(s->seat[seat].fortitude, 0, 20);
        assert_in_range(s->seat[seat].alcohol, 0, 20);
    }
}

/* Hidden and open cards of a seat, each copy of its deck once. */
static void check_deck(const struct dr_state *s, int seat) {
    const struct dr_seat *owner = &s->seat[seat];
    const struct character *character = &dr_characters[owner->character];
    int hidden[256] = {0}, open[256] = {0};
    count_cards(owner->hand, owner->hand_count, hidden);
    count_cards(owner->deck, owner->deck_count, hidden);
    count_cards(owner->discard, owner->discard_count, open);
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].kind == DR_CARD && s->stack[i].source == seat)
            open[s->stack[i].card]++;
    for (int i = 0; i < character->kinds; i++) {
        int card = character->first + i;
        assert_int_equal(hidden[card] + open[card], dr_cards[card].copies);
        assert_int_equal(hidden[card], owner->unseen[i]);
    }
    int count = owner->hand_count + owner->deck_count;
    for (int i = 0; i < character->kinds; i++)
        count += open[character->first + i];
    assert_int_equal(count, 37);
}

/* Who is out has left with hand and deck, and his drinks are gone. */
static void check_seats(const struct dr_state *s) {
    for (int seat = 0; seat < s->seats; seat++) {
        const struct dr_seat *owner = &s->seat[seat];
        if (s->in & dr_bit(seat)) {
            check_deck(s, seat);
            continue;
        }
        assert_int_equal(owner->hand_count + owner->deck_count + owner->pile_count, 0);
        assert_int_equal(owner->gold, 0);
    }
}

/* Drinks that lie face up: discarded, drunk by somebody, before an event. A
 * lent drink is somewhere else. */
static void count_open_drinks(const struct dr_state *s, int *open) {
    count_cards(s->drink_discard, s->drink_discard_count, open);
    open[s->event.card]++;
    for (int seat = 0; seat < s->seats; seat++)
        count_cards(s->event.drinks[seat].cards, s->event.drinks[seat].count, open);
    for (int i = 0; i < s->depth; i++)
        if (!(s->stack[i].drink.flags & DR_LENT))
            count_cards(s->stack[i].drink.cards, s->stack[i].drink.count, open);
}

static void check_drinks(const struct dr_state *s, struct seen *seen) {
    int hidden[256] = {0}, open[256] = {0};
    count_cards(s->drinks, s->drinks_count, hidden);
    for (int seat = 0; seat < s->seats; seat++)
        count_cards(s->seat[seat].pile, s->seat[seat].pile_count, hidden);
    count_open_drinks(s, open);
    for (int drink = 1; drink <= DR_DRINK_KINDS; drink++) {
        int told = 0;
        for (int lot = 0; lot < DR_DRINKS; lot++)
            told += s->lots[lot][drink];
        assert_int_equal(hidden[drink] + open[drink], dr_drinks[drink].copies);
        assert_int_equal(told, hidden[drink]);
        seen->drink[drink] = seen->drink[drink] || open[drink];
    }
}

/* Z-53, Z-54: of every card of every deck. Whom a window asks is settled when
 * it opens; an interrupt does not change that. */
static void check_asking(const struct dr_state *s, uint32_t question_before) {
    for (int seat = 0; seat < s->seats; seat++)
        for (int i = 0; i < dr_characters[s->seat[seat].character].kinds; i++) {
            int card = dr_characters[s->seat[seat].character].first + i;
            assert_int_equal(dr_use_now(s, seat, card), plain_use_now(s, seat, card));
        }
    assert_int_equal(dr_may(s), plain_may(s));
    if (dr_top_of(s)->ask >= DR_ASK_CARD && s->question != question_before)
        assert_int_equal(dr_top_of(s)->asked, plain_asked(s));
}

static void check_table(const struct match *match, int gold, struct seen *seen) {
    const struct dr_state *s = table_of(match);
    check_markers(match, gold);
    if (!s->is_dealt)
        return;
    check_seats(s);
    check_drinks(s, seen);
    assert_in_range(s->depth, 1, DR_STACK);
    seen->card[s->last_card] = true;
}

static void set_option(struct setup *setup, const char *name, struct rng *rng,
                       const char *const *values, uint32_t count) {
    assert_true(setup_option(setup, &drachen_game, name, values[rng_below(rng, count)], NULL));
}

static struct match *any_match(int seats, const struct seed *seed, struct rng *rng) {
    static const char *const golds[] = {"8", "10", "12"}, *const drinks[] = {"1", "2", "3"};
    static const char *const flags[] = {"off", "on"}, *const firsts[] = {"0", "1", "random"};
    static const char *const characters[] = {"DEFG", "GFED", "random", "FGDE", "EDGF"};
    struct setup setup;
    assert_true(setup_begin(&setup, &drachen_game, seats, NULL));
    set_option(&setup, "start_gold", rng, golds, 3);
    set_option(&setup, "start_drinks", rng, drinks, 3);
    set_option(&setup, "buy_others_only", rng, flags, 2);
    set_option(&setup, "eve_2008", rng, flags, 2);
    set_option(&setup, "last_chance", rng, flags, 2);
    set_option(&setup, "house_split", rng, flags, 2);
    set_option(&setup, "characters", rng, characters, 5);
    set_option(&setup, "first_seat", rng, firsts, 3);
    return match_new(&drachen_game, &setup, seed, NULL);
}

/* One of the seats that are awaited or may interrupt. */
static int any_seat(const struct turn *turn, struct rng *rng) {
    for (;;) {
        int seat = (int)rng_below(rng, DR_SEATS);
        if ((turn->seats | turn->may) & dr_bit(seat))
            return seat;
    }
}

static void play_any(struct match *match, struct actions *legal, struct rng *rng) {
    struct turn turn;
    match_turn(match, &turn);
    if (turn.kind == TURN_CHANCE) {
        assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, NULL), VERDICT_PLAYED);
        return;
    }
    int seat = any_seat(&turn, rng);
    match_legal(match, seat, legal);
    if (!legal->count)
        return; /* it may interrupt, but has nothing to interrupt with */
    const void *action = actions_at(legal, (int)rng_below(rng, (uint32_t)legal->count));
    assert_int_equal(match_play(match, seat, action, NULL, NULL, NULL), VERDICT_PLAYED);
}

static void check_end(const struct match *match) {
    const struct dr_state *s = table_of(match);
    struct score score = {0};
    drachen_game.score(s, &score);
    assert_int_not_equal(score.winners, 0);
    assert_true(!s->in || s->in == score.winners);
    assert_true(!(s->in & (s->in - 1)));
    for (int seat = 0; seat < s->seats; seat++)
        for (int other = 0; other < s->seats; other++)
            if (score.winners & dr_bit(seat))
                assert_true(score.points[seat] >= score.points[other]);
}

static void play_match(int number, struct seen *seen) {
    struct seed seed;
    struct rng rng;
    unsigned char key[KEY_BYTES] = {0};
    seed_from_number(&seed, (uint64_t)number);
    rng_open(&rng, key, (uint64_t)number, LANE_CHANCE);
    struct match *match = any_match(2 + number % 3, &seed, &rng);
    struct actions legal = actions_new(&drachen_game);
    int gold = all_gold(match);
    while (!match_over(match)) {
        uint32_t question = table_of(match)->question;
        play_any(match, &legal, &rng);
        check_table(match, gold, seen);
        if (table_of(match)->is_dealt && !match_over(match))
            check_asking(table_of(match), question);
        assert_true(match_length(match) < ENTRIES_MAX);
    }
    check_end(match);
    actions_free(&legal);
    match_free(match);
}

static void test_random_matches(void **unused) {
    (void)unused;
    struct seen seen = {0};
    int missing = 0;
    for (int number = 0; number < MATCHES; number++)
        play_match(number, &seen);
    for (int card = 1; card <= DR_CARD_KINDS; card++) {
        if (!seen.card[card])
            print_error("never played: %s\n", dr_cards[card].id);
        missing += !seen.card[card];
    }
    for (int drink = 1; drink <= DR_DRINK_KINDS; drink++) {
        if (!seen.drink[drink])
            print_error("never revealed: %s\n", dr_drinks[drink].id);
        missing += !seen.drink[drink];
    }
    assert_int_equal(missing, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_matches)};
    return cmocka_run_group_tests_name("drachen invariants", tests, NULL, NULL);
}
