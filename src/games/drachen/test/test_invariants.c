/* test_invariants.c: invariants of every position of every match.
 *
 * Reproducible random matches with random settings. After each entry no gold, card or drink is
 * lost or created, and the legal actions are those of the simple implementation (plain.h). */
#include "random.h"

#include "plain.h"

enum { MATCHES = 300 };

/* Totals over all matches. */
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

/* The hidden and open cards of a seat: each copy of its deck once. */
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

/* A seat that is out has neither hand nor deck nor drinks. */
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

/* Drinks that lie face up: discarded, being drunk, in an event. A lent drink is counted
 * elsewhere. */
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

/* Z-53, Z-54, for every card of every deck. The seats asked by a window are fixed when it opens;
 * an interrupt does not change them. */
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

/* The current match, and the totals so far. */
struct looking {
    struct seen seen;
    int gold;          /* all that there is in this match */
    uint32_t question; /* at the last position */
};

static void look(void *context, struct match *match) {
    struct looking *looking = context;
    const struct dr_state *s = table_of(match);
    if (match_length(match) == 0)
        looking->gold = all_gold(match);
    else
        check_table(match, looking->gold, &looking->seen);
    if (s->is_dealt && !match_over(match))
        check_asking(s, looking->question);
    if (match_over(match))
        check_end(match);
    looking->question = s->question;
}

static void test_random_matches(void **unused) {
    (void)unused;
    struct looking looking = {0};
    int missing = 0;
    at_every_position(MATCHES, look, &looking);
    for (int card = 1; card <= DR_CARD_KINDS; card++) {
        if (!looking.seen.card[card])
            print_error("never played: %s\n", dr_cards[card].id);
        missing += !looking.seen.card[card];
    }
    for (int drink = 1; drink <= DR_DRINK_KINDS; drink++) {
        if (!looking.seen.drink[drink])
            print_error("never revealed: %s\n", dr_drinks[drink].id);
        missing += !looking.seen.drink[drink];
    }
    assert_int_equal(missing, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_matches)};
    return cmocka_run_group_tests_name("drachen invariants", tests, NULL, NULL);
}
