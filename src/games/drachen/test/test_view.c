/* test_view.c: two views that differ have different JSON, and what a seat must find in
 * its own. By seat: 0 Dimli, 1 Eve, 2 Fleck, 3 Gog. */
#include "random.h"

/* Facts of a view, each by where it stands. */
struct fact {
    const char *name;
    size_t at, size;
};
#define FACT(type, field)                                                                          \
    { #field, offsetof(struct type, field), sizeof(((struct type *)0)->field) }
/* Fields that stand next to each other and only mean something together. */
#define FACTS(type, first, last)                                                                   \
    {                                                                                              \
#first " to " #last, offsetof(struct type, first),                                         \
            offsetof(struct type, last) + sizeof(((struct type *)0)->last) -                       \
                offsetof(struct type, first)                                                       \
    }
#define COUNT(facts) ((int)(sizeof(facts) / sizeof *(facts)))

static const struct fact state_facts[] = {
    FACT(dr_state, start_drinks),
    FACT(dr_state, buy_others_only),
    FACT(dr_state, eve_2008),
    FACT(dr_state, last_chance),
    FACT(dr_state, house_split),
    FACT(dr_state, random_first),
    FACTS(dr_state, chance, chance_seat),
    FACT(dr_state, is_over),
    FACT(dr_state, in),
    FACT(dr_state, winners),
    FACT(dr_state, doomed),
    FACT(dr_state, active),
    FACTS(dr_state, last_seat, last_target),
    FACT(dr_state, pot),
    FACT(dr_state, inn),
    FACT(dr_state, question),
    FACT(dr_state, drinks_count),
    FACT(dr_state, drink_discard_count),
};

static const struct fact seat_facts[] = {
    FACT(dr_seat, fortitude),  FACT(dr_seat, alcohol),     FACT(dr_seat, had_turn),
    FACT(dr_seat, rank),       FACT(dr_seat, gold),        FACT(dr_seat, hand_count),
    FACT(dr_seat, deck_count), FACT(dr_seat, shown_count), FACT(dr_seat, discard_count),
    FACT(dr_seat, pile_count),
};

static const struct fact round_facts[] = {
    FACT(dr_round, in),     FACT(dr_round, passed),    FACT(dr_round, leader), FACT(dr_round, last),
    FACT(dr_round, locked), FACT(dr_round, ended),     FACT(dr_round, turn),   FACT(dr_round, ante),
    FACT(dr_round, antes),  FACT(dr_round, ante_from),
};

static const struct fact event_facts[] = {
    FACT(dr_event, kind),      FACT(dr_event, drinking),  FACT(dr_event, cursor),
    FACT(dr_event, turned),    FACT(dr_event, revealed),  FACT(dr_event, winner),
    FACT(dr_event, score),     FACT(dr_event, is_repeat), FACT(dr_event, alcohol),
    FACT(dr_event, fortitude),
};

static const struct fact item_facts[] = {
    FACT(dr_item, stage),      FACT(dr_item, ask),      FACT(dr_item, used),
    FACT(dr_item, source),     FACT(dr_item, card),     FACT(dr_item, use),
    FACT(dr_item, target),     FACT(dr_item, effect),   FACT(dr_item, cursor),
    FACT(dr_item, is_negated), FACT(dr_item, ignoring), FACT(dr_item, defended),
    FACT(dr_item, sharing),    FACT(dr_item, hurt),     FACTS(dr_item, redirects, redirect_to),
    FACT(dr_item, cause),      FACT(dr_item, way),      FACT(dr_item, amount),
    FACT(dr_item, payee),      FACT(dr_item, split_to), FACT(dr_item, is_forced),
};

static const struct fact question_facts[] = {
    FACT(dr_item, asked),
    FACT(dr_item, sealed),
};

static const struct fact drink_facts[] = {
    FACTS(dr_drink, cards, count), FACT(dr_drink, flags),     FACT(dr_drink, scorer),
    FACT(dr_drink, alcohol),       FACT(dr_drink, fortitude), FACT(dr_drink, spike),
};

enum { VIEWS = 400, MATCHES = 120, EVERY = 41 };

struct gallery {
    int viewer;
    int positions, count;
    struct dr_state *views;
    struct text text, other;
    int changed;
};

static void put_json(const struct dr_state *view, int viewer, struct text *out) {
    text_clear(out);
    js_open(out, '{');
    drachen_game.view_json(view, viewer, out);
    js_close(out, '}');
}

/* A view in which one fact is as in another one reads differently. */
static void change_fact(struct gallery *g, const struct dr_state *view, size_t base,
                        const struct fact *fact, const void *other) {
    struct dr_state changed = *view;
    unsigned char *at = (unsigned char *)&changed + base + fact->at;
    const unsigned char *from = (const unsigned char *)other + fact->at;
    if (memcmp(at, from, fact->size) == 0)
        return;
    memcpy(at, from, fact->size);
    put_json(&changed, g->viewer, &g->other);
    if (text_equals(&g->text, &g->other))
        print_error("%s is not in\n%s\n", fact->name, text_string(&g->text));
    assert_false(text_equals(&g->text, &g->other));
    g->changed++;
}

static void change_facts(struct gallery *g, const struct dr_state *view, const void *part,
                         const void *other, const struct fact *facts, int count) {
    size_t base = (size_t)((const unsigned char *)part - (const unsigned char *)view);
    for (int i = 0; i < count; i++)
        change_fact(g, view, base, &facts[i], other);
}

static bool has_round(const struct dr_state *view) {
    for (int i = 0; i < view->depth; i++)
        if (view->stack[i].kind == DR_ROUND)
            return true;
    return false;
}

/* Drinks have been shuffled anew, so not all face-down ones are of one lot. */
static bool has_lots(const struct dr_state *view) {
    static const uint8_t none[DR_DRINKS - 1][DR_DRINK_KINDS + 1] = {{0}};
    return memcmp(view->lots[1], none, sizeof none) != 0;
}

static void change_drink(struct gallery *g, const struct dr_state *view,
                         const struct dr_drink *drink, const struct dr_drink *other) {
    if (drink->count && other->count)
        change_facts(g, view, drink, other, drink_facts, COUNT(drink_facts));
}

static void change_items(struct gallery *g, const struct dr_state *a, const struct dr_state *b) {
    for (int i = 0; i < a->depth && i < b->depth; i++) {
        const struct dr_item *item = &a->stack[i], *other = &b->stack[i];
        bool is_fixed = i == 0 && has_round(a); /* the turn then waits at its next phase */
        if (item->kind != other->kind || a->is_over || is_fixed)
            continue;
        change_facts(g, a, item, other, item_facts, COUNT(item_facts));
        if (item->ask && other->ask)
            change_facts(g, a, item, other, question_facts, COUNT(question_facts));
        change_drink(g, a, &item->drink, &other->drink);
    }
}

/* Lists of the same length. */
static void change_lists(struct gallery *g, const struct dr_state *a, const struct dr_state *b) {
    static const struct fact discard = FACT(dr_seat, discard), shown = FACT(dr_seat, shown),
                             hand = FACT(dr_seat, hand), pile_lot = FACT(dr_seat, pile_lot),
                             drink_discard = FACT(dr_state, drink_discard),
                             lots = FACT(dr_state, lots), drinks_lot = FACT(dr_state, drinks_lot);
    for (int seat = 0; seat < a->seats; seat++) {
        const struct dr_seat *s = &a->seat[seat], *t = &b->seat[seat];
        if (s->discard_count == t->discard_count)
            change_facts(g, a, s, t, &discard, 1);
        if (s->shown_count == t->shown_count)
            change_facts(g, a, s, t, &shown, 1);
        if (s->hand_count == t->hand_count && seat == g->viewer)
            change_facts(g, a, s, t, &hand, 1);
        if (s->pile_count == t->pile_count)
            change_facts(g, a, s, t, &pile_lot, 1);
    }
    if (a->drink_discard_count == b->drink_discard_count)
        change_facts(g, a, a, b, &drink_discard, 1);
    if (has_lots(a) && has_lots(b))
        change_facts(g, a, a, b, &lots, 1);
    if (has_lots(a) && a->drinks_count == b->drinks_count)
        change_facts(g, a, a, b, &drinks_lot, 1);
}

/* The own sealed answers, of the same deck. */
static void change_seals(struct gallery *g, const struct dr_state *a, const struct dr_state *b) {
    static const struct fact seals = FACT(dr_item, seal);
    if (g->viewer < 0 || a->seat[g->viewer].character != b->seat[g->viewer].character)
        return;
    for (int i = 0; i < a->depth && i < b->depth; i++)
        change_facts(g, a, &a->stack[i], &b->stack[i], &seals, 1);
}

static void compare(struct gallery *g, const struct dr_state *a, const struct dr_state *b) {
    put_json(a, g->viewer, &g->text);
    put_json(b, g->viewer, &g->other);
    if (memcmp(a, b, sizeof *a) == 0)
        assert_true(text_equals(&g->text, &g->other));
    else
        assert_false(text_equals(&g->text, &g->other));
    if (a->seats != b->seats || !a->is_dealt || !b->is_dealt)
        return;
    change_facts(g, a, a, b, state_facts, COUNT(state_facts));
    for (int seat = 0; seat < a->seats; seat++) {
        change_facts(g, a, &a->seat[seat], &b->seat[seat], seat_facts, COUNT(seat_facts));
        change_drink(g, a, &a->event.drinks[seat], &b->event.drinks[seat]);
    }
    if (has_round(a) && has_round(b))
        change_facts(g, a, &a->round, &b->round, round_facts, COUNT(round_facts));
    if (a->event.kind && b->event.kind)
        change_facts(g, a, &a->event, &b->event, event_facts, COUNT(event_facts));
    change_items(g, a, b);
    change_lists(g, a, b);
    change_seals(g, a, b);
}

/* One position in many, so that few of them follow each other. */
static void keep_view(void *context, struct match *match) {
    struct gallery *g = context;
    if (g->positions++ % EVERY || g->count == VIEWS)
        return;
    struct dr_state *view = &g->views[g->count++];
    memset(view, 0, sizeof *view);
    game_view(&drachen_game, match_state(match), g->viewer, view);
}

static void check_gallery(int viewer) {
    struct gallery g = {.viewer = viewer};
    g.views = test_malloc(VIEWS * sizeof *g.views);
    at_every_position(MATCHES, keep_view, &g);
    assert_int_equal(g.count, VIEWS);
    for (int i = 0; i < g.count; i++)
        for (int j = 1; j <= 12; j++)
            compare(&g, &g.views[i], &g.views[(i + j) % g.count]);
    assert_true(g.changed > 10000);
    test_free(g.views);
    text_free(&g.text);
    text_free(&g.other);
}

static void test_views_that_differ_read_differently(void **unused) {
    (void)unused;
    check_gallery(0);
    check_gallery(SEAT_WATCHER);
}

/* What is rare at a table is set by hand, wherever it could be so. */
struct setting {
    const char *name;
    uint8_t kind; /* of the item */
    size_t at;
    uint8_t to;
};
#define OF(item_kind, field, to)                                                                   \
    { #field, item_kind, offsetof(struct dr_item, field), to }

static const struct setting item_settings[] = {
    OF(DR_CARD, is_negated, 1),
    OF(DR_CARD, sharing, 3),
    OF(DR_CARD, ignoring, 3),
    OF(DR_CARD, defended, 2),
    OF(DR_CARD, hurt, 2),
    OF(DR_CARD, effect, 2),
    OF(DR_CARD, used, 3),
    OF(DR_CARD, cursor, 3),
    OF(DR_CARD, use, 1),
    OF(DR_CARD, stage, 2),
    OF(DR_LOSS, way, DR_INN_PAYS),
    OF(DR_LOSS, way, DR_NOBODY_PAYS),
    OF(DR_LOSS, amount, 5),
    OF(DR_LOSS, payee, DR_TO_POT),
    OF(DR_LOSS, payee, 1),
    OF(DR_LOSS, stage, 1),
    OF(DR_LOSS, cause, DR_CAUSE_ANTE),
    OF(DR_DRINKING, is_negated, 1),
    OF(DR_DRINKING, split_to, 2),
    OF(DR_DRINKING, used, 3),
    OF(DR_DRINKING, stage, 2),
    OF(DR_DRINKING, source, 1),
    OF(DR_DRINKING, drink.spike, 7),
    OF(DR_DRINKING, drink.scorer, 1),
    OF(DR_END, is_forced, 1),
    OF(DR_END, stage, 1),
    OF(DR_ROUND, source, 1),
    OF(DR_ROUND, stage, 3),
    OF(DR_ROUND, used, 3),
    OF(DR_EVENT_ITEM, cursor, 1),
    OF(DR_EVENT_ITEM, stage, 5),
    OF(DR_REFILL, cursor, 2),
    OF(DR_LAST, source, 1),
    OF(DR_TURN, amount, 3),
};

struct rarities {
    struct text text, other;
    int count[COUNT(item_settings)], flags, events;
};

static void set_byte(struct rarities *r, const struct dr_state *view, size_t at, int to,
                     const char *name) {
    struct dr_state changed = *view;
    unsigned char *byte = (unsigned char *)&changed + at;
    if (*byte == to)
        return;
    *byte = (unsigned char)to;
    put_json(&changed, 0, &r->other);
    if (text_equals(&r->text, &r->other))
        print_error("%s = %d is not in\n%s\n", name, to, text_string(&r->text));
    assert_false(text_equals(&r->text, &r->other));
}

static void look_for_rarities(void *context, struct match *match) {
    struct rarities *r = context;
    struct dr_state view = {0};
    game_view(&drachen_game, match_state(match), 0, &view);
    if (match_length(match) % 5 || view.is_over)
        return;
    put_json(&view, 0, &r->text);
    set_byte(r, &view, offsetof(struct dr_state, random_first), 1, "random_first");
    set_byte(r, &view, offsetof(struct dr_state, winners), 3, "winners");
    set_byte(r, &view, offsetof(struct dr_state, doomed), 3, "doomed");
    if (has_round(&view)) {
        set_byte(r, &view, offsetof(struct dr_state, round.ended), 1, "ended");
        set_byte(r, &view, offsetof(struct dr_state, round.ante), 4, "ante");
    }
    if (view.event.kind) {
        set_byte(r, &view, offsetof(struct dr_state, event.is_repeat), 1, "is_repeat");
        set_byte(r, &view, offsetof(struct dr_state, event.winner), 2, "winner");
        set_byte(r, &view, offsetof(struct dr_state, event.cursor), 3, "cursor");
        r->events++;
    }
    for (int i = 0; i < view.depth; i++) {
        size_t base = offsetof(struct dr_state, stack) + (size_t)i * sizeof(struct dr_item);
        for (int j = 0; j < COUNT(item_settings); j++) {
            const struct setting *setting = &item_settings[j];
            if (view.stack[i].kind != setting->kind)
                continue;
            set_byte(r, &view, base + setting->at, setting->to, setting->name);
            r->count[j]++;
        }
        for (int bit = 0; view.stack[i].kind == DR_DRINKING && bit < 8; bit++, r->flags++)
            set_byte(r, &view, base + offsetof(struct dr_item, drink.flags),
                     view.stack[i].drink.flags ^ 1 << bit, "flags");
    }
}

static void test_rare_facts_are_in_the_json(void **unused) {
    (void)unused;
    struct rarities rarities = {0};
    at_every_position(60, look_for_rarities, &rarities);
    for (int i = 0; i < COUNT(item_settings); i++)
        assert_true(rarities.count[i] > 0);
    assert_true(rarities.flags > 0 && rarities.events > 0);
    text_free(&rarities.text);
    text_free(&rarities.other);
}

/* From one position to the next. */
struct pair {
    struct dr_state view;
    struct text text, other;
    int compared;
};

static void compare_with_last(void *context, struct match *match) {
    struct pair *pair = context;
    struct dr_state view = {0};
    game_view(&drachen_game, match_state(match), 0, &view);
    bool is_same_table = match_length(match) > 0 && view.seats == pair->view.seats;
    if (is_same_table && memcmp(&view, &pair->view, sizeof view) != 0) {
        struct dr_state before = pair->view;
        before.question = view.question; /* the number alone would tell them apart */
        put_json(&view, 0, &pair->text);
        put_json(&before, 0, &pair->other);
        assert_int_equal(text_equals(&pair->text, &pair->other),
                         memcmp(&view, &before, sizeof view) == 0);
        pair->compared++;
    }
    pair->view = view;
}

static void test_every_step_is_in_the_json(void **unused) {
    (void)unused;
    struct pair pair = {0};
    at_every_position(60, compare_with_last, &pair);
    assert_true(pair.compared > 5000);
    text_free(&pair.text);
    text_free(&pair.other);
}

/* By example */

static void check_has(const struct match *match, int viewer, const char *part, bool has) {
    struct dr_state view = {0};
    struct text text = {0};
    game_view(&drachen_game, match_state(match), viewer, &view);
    put_json(&view, viewer, &text);
    if ((strstr(text_string(&text), part) != NULL) != has)
        print_error("%s %s\n%s\n", has ? "lacks" : "has", part, text_string(&text));
    assert_int_equal(strstr(text_string(&text), part) != NULL, has);
    text_free(&text);
}

/* Z-53: a sealed answer is its own seat's until it is played or returned. */
static void test_the_own_answer(void **unused) {
    (void)unused;
    struct match *match =
        feuerwasser((struct scene){.seats = 4, .hands = {"D11", "E16", "F07", "G07"}});
    check_has(match, 1, "my_answers", false);
    test_play(match, 1, "play E16");
    check_has(match, 1, "\"my_answers\":[\"play E16\"]", true);
    check_has(match, 0, "my_answers", false);
    check_has(match, SEAT_WATCHER, "my_answers", false);
    test_play(match, 2, "play F07 >0"); /* an interrupt: the answers below stay */
    check_has(match, 1, "\"my_answers\":[\"play E16\"]", true);
    check_has(match, 3, "\"last_card\":{\"seat\":2,\"action\":\"play F07 >0\"}", true);
    match_free(match);
    match = feuerwasser((struct scene){.seats = 4});
    test_play(match, 1, "pass");
    check_has(match, 1, "\"my_answers\":[\"pass\"]", true);
    check_has(match, 0, "my_answers", false);
    match_free(match);
}

static bool is_told(const struct events *events, const char *key, int seat) {
    for (int i = 0; i < events->count; i++)
        if (strcmp(event_of(events, i)->message.key, key) == 0 &&
            event_seen(event_of(events, i), seat))
            return true;
    return false;
}

/* Z-53: who was not first gets his card back, and he alone learns of it. */
static void test_a_returned_card(void **unused) {
    (void)unused;
    static struct events events;
    struct match *match =
        feuerwasser((struct scene){.seats = 4, .hands = {"D11", "E16", "F07", "G07"}});
    test_play(match, 1, "play E16");
    assert_int_equal(match_play_text(match, 0, "play D11", NULL, &events, NULL), VERDICT_PLAYED);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(is_told(&events, "drachen.returned", seat), seat == 1);
    assert_false(is_told(&events, "drachen.returned", SEAT_WATCHER));
    assert_true(holds(match, 1, "E16"));
    check_has(match, 1, "my_answers", false);
    match_free(match);
}

static void test_the_end(void **unused) {
    (void)unused;
    struct match *match = laid((struct scene){.seats = 2,
                                              .options = {"characters", "DE", "last_chance", "off"},
                                              .hands = {"D17"},
                                              .fortitude = {20, 5},
                                              .alcohol = {0, 4}},
                               "play D17 >1");
    pass_windows(match);
    assert_true(match_over(match));
    check_has(match, 0, "\"winners\":[0]", true);
    check_has(match, 0, "\"rank\":1", true);
    check_has(match, 0, "\"doomed\":[1]", true);
    check_has(match, 0, "\"settings\":{\"last_chance\":false}", true);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views_that_differ_read_differently),
        cmocka_unit_test(test_rare_facts_are_in_the_json),
        cmocka_unit_test(test_every_step_is_in_the_json),
        cmocka_unit_test(test_the_own_answer),
        cmocka_unit_test(test_a_returned_card),
        cmocka_unit_test(test_the_end),
    };
    return cmocka_run_group_tests_name("drachen view", tests, NULL, NULL);
}
