/* cover.c: the table of four, and what was played at it. */
#include "cover.h"

#include <stdio.h>
#include <stdlib.h>

enum { FORTITUDE_AT_START = 15, ALCOHOL_AT_START = 5, GOLD_AT_START = 10 };

static enum part part_of(enum trigger trigger) {
    switch (trigger) {
    case ACT:
    case BUY:
    case PHASE4:
    case ANY:
        return PART_ACTIONS;
    case DRINK_OWN:
    case DRINK_OTHER:
    case DRINK_ANY:
    case CARD_S_DRINK:
        return PART_DRINKS;
    case GTURN:
    case GAMBLE:
    case ANTE_OWN:
    case GWIN:
    case CARD_CHEAT:
        return PART_GAMBLING;
    default:
        return PART_ANSWERS;
    }
}

int cover_new(void **state) {
    *state = calloc(1, sizeof(struct cover));
    return *state ? 0 : -1;
}

int cover_free(void **state) {
    free(*state);
    return 0;
}

void cover_check(const struct cover *cover, enum part part) {
    int missing = 0;
    for (int card = 1; card <= DR_CARD_KINDS; card++)
        for (int use = 0; use < DR_USES; use++) {
            enum trigger trigger = dr_cards[card].uses[use].trigger;
            if (trigger == NEVER || part_of(trigger) != part)
                continue;
            if (!cover->played[card][use] || !cover->refused[card][use])
                print_error("%s, use %d: played %d, refused %d\n", dr_cards[card].id, use,
                            cover->played[card][use], cover->refused[card][use]);
            missing += !cover->played[card][use] || !cover->refused[card][use];
        }
    assert_int_equal(missing, 0);
}

int owner_of(const char *card) {
    assert_in_range(card[0], 'D', 'G');
    return card[0] - 'D';
}

/* Skips targets, so that the cards to be played can be dealt. */
static void deal_to_owners(const char *cards, char hands[DR_SEATS][100]) {
    memset(hands, 0, DR_SEATS * sizeof *hands);
    for (; *cards; cards += strcspn(cards, " "), cards += strspn(cards, " ")) {
        if (*cards == '>')
            continue;
        char *hand = hands[owner_of(cards)];
        size_t length = strlen(hand);
        snprintf(hand + length, sizeof *hands - length, "%s%.3s", length ? " " : "", cards);
    }
}

static void usual_markers(struct scene *scene) {
    bool is_set = false;
    for (int seat = 0; seat < DR_SEATS; seat++)
        is_set = is_set || scene->gold[seat] || scene->fortitude[seat] || scene->alcohol[seat];
    for (int seat = 0; seat < DR_SEATS && !is_set; seat++) {
        scene->fortitude[seat] = FORTITUDE_AT_START;
        scene->alcohol[seat] = ALCOHOL_AT_START;
    }
}

struct match *sit_at(const struct scene *scene, int first, const char *cards) {
    struct scene here = *scene;
    char hands[DR_SEATS][100], drinks[200], number[] = {(char)('0' + first), 0};
    int option = 0;
    while (here.options[option])
        option++;
    here.options[option] = "first_seat";
    here.options[option + 1] = number;
    here.seats = scene->seats ? scene->seats : DR_SEATS;
    deal_to_owners(cards, hands);
    for (int seat = 0; seat < DR_SEATS; seat++)
        here.hands[seat] = hands[seat];
    snprintf(drinks, sizeof drinks, "T01 T03 T03 T05 T07 T07 T09 T09%s%s", scene->drinks ? " " : "",
             scene->drinks ? scene->drinks : "");
    here.drinks = drinks;
    usual_markers(&here);
    return set_table(&here);
}

struct match *sit_down(int first, const char *cards, const char *drinks) {
    return sit_at(&(struct scene){.drinks = drinks}, first, cards);
}

static int number_of(const char *card) {
    char id[DR_ID];
    snprintf(id, sizeof id, "%.3s", card);
    assert_int_not_equal(dr_card_find(id), 0);
    return dr_card_find(id);
}

static bool has_in_hand(const struct match *match, const char *card) {
    const struct dr_seat *owner = &table_of(match)->seat[owner_of(card)];
    return memchr(owner->hand, number_of(card), owner->hand_count);
}

static void pass_but(struct match *match, int seat) {
    unsigned others = awaited(match) & ~dr_bit(seat);
    for (int other = 0; other < DR_SEATS; other++)
        if (others & dr_bit(other))
            test_play(match, other, "pass");
}

void lay(struct cover *cover, struct match *match, const char *card) {
    char action[20];
    int seat = owner_of(card), number = number_of(card);
    snprintf(action, sizeof action, "play %s", card);
    if (asked(match) >= DR_ASK_CARD && awaited(match) & dr_bit(seat))
        pass_but(match, seat);
    int use = dr_use_now(table_of(match), seat, number);
    test_play(match, seat, action);
    assert_in_range(use, 0, DR_USES - 1);
    cover->played[number][use] = true;
}

/* The use that was meant is unknown, so the refusal counts for all uses of the card. */
static void note_refusal(struct cover *cover, int number) {
    for (int use = 0; use < DR_USES; use++)
        cover->refused[number][use] = true;
}

static const char *why_not(struct match *match, const char *card) {
    char action[20];
    struct message why = {0};
    snprintf(action, sizeof action, "play %s", card);
    enum verdict verdict = match_play_text(match, owner_of(card), action, NULL, NULL, &why);
    if (verdict == VERDICT_PLAYED)
        fail_msg("%s was taken", action);
    return why.key;
}

static bool is_one_of(const char *key, const char *const *keys) {
    for (; *keys; keys++)
        if (strcmp(key, *keys) == 0)
            return true;
    return false;
}

void cannot(struct cover *cover, struct match *match, const char *card) {
    static const char *const keys[] = {"drachen.not_now", "kernel.not_your_turn", NULL};
    assert_true(has_in_hand(match, card));
    assert_true(is_one_of(why_not(match, card), keys));
    note_refusal(cover, number_of(card));
}

void cannot_aim(struct cover *cover, struct match *match, const char *card) {
    static const char aim[] = "drachen.aim_";
    assert_true(has_in_hand(match, card));
    assert_memory_equal(why_not(match, card), aim, sizeof aim - 1);
    note_refusal(cover, number_of(card));
}

void has_not(struct cover *cover, struct match *match, const char *card) {
    static const char *const keys[] = {"drachen.not_in_hand", "kernel.not_your_turn", NULL};
    assert_false(has_in_hand(match, card));
    assert_true(is_one_of(why_not(match, card), keys));
    note_refusal(cover, number_of(card));
}

void wait_for(struct match *match, enum dr_ask ask, int seat) {
    while (asked(match) != ask || !(awaited(match) & dr_bit(seat))) {
        nobody_answers(match);
        test_draw(match);
    }
}

void open_drink(struct match *match) {
    int seat = table_of(match)->active;
    char buy[] = {'b', 'u', 'y', ' ', '>', (char)('0' + seat), 0};
    if (asked(match) == DR_ASK_ACTION)
        decide(match, seat, "pass");
    test_play(match, seat, buy);
    assert_int_equal(asked(match), DR_ASK_DRINK);
}

void check_change(const struct match *match, const struct change *change) {
    for (int seat = 0; seat < DR_SEATS; seat++)
        check_seat(match, seat, FORTITUDE_AT_START + change->fortitude[seat],
                   ALCOHOL_AT_START + change->alcohol[seat], GOLD_AT_START + change->gold[seat]);
}
