/* test_faults.c: tests the laws themselves. Each test plants one fault into the null game and
 * requires that the right law detects it. */
#include "faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include <spelunke/must.h>

#include "games/null/null.h"

static void sound_game_breaks_nothing(void **state) {
    (void)state;
    assert_int_equal(broken_by(&null_game), LAW_NONE);
}

/* Reveals a sealed bid in the view. */
static void leaking_view(const void *state, int seat, void *view) {
    const struct null_state *s = state;
    struct null_state *v = view;
    null_view(state, seat, view);
    if (s->phase == NULL_BIDS)
        memcpy(v->history[s->round].bid, s->history[s->round].bid, NULL_SEATS);
}

static void leaking_view_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.view = leaking_view;
    assert_int_equal(broken_by(&game), LAW_SECRETS);
}

/* Reveals a card of an earlier round that nobody has seen. */
static void late_leaking_view(const void *state, int seat, void *view) {
    const struct null_state *s = state;
    null_view(state, seat, view);
    if (s->phase == NULL_OVER)
        memcpy(((struct null_state *)view)->history[0].card, s->history[0].card, NULL_SEATS);
}

static void late_leaking_view_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.view = late_leaking_view;
    assert_int_equal(broken_by(&game), LAW_SECRETS);
}

/* Tells everybody which card each seat got. */
static void shouting_apply(void *state, int seat, const void *action, struct events *events) {
    null_game.apply(state, seat, action, events);
    for (int i = 0; events && i < events->count; i++)
        event_at(events, i)->seen_by = SEEN_BY_ALL;
}

static void wrong_mask_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = shouting_apply;
    assert_int_equal(broken_by(&game), LAW_SECRETS);
}

/* Tells the watchers a card of the first round in an event. */
static void telltale_apply(void *state, int seat, const void *action, struct events *events) {
    const struct null_action *a = action;
    null_game.apply(state, seat, action, events);
    if (a->verb != NULL_LAND)
        return;
    struct message *m = event_add(events, SEEN_BY_WATCHER, "null.card");
    message_seat(m, "seat", 0);
    message_number(m, "card", ((struct null_state *)state)->history[0].card[0]);
}

static void telltale_event_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = telltale_apply;
    assert_int_equal(broken_by(&game), LAW_SECRETS);
}

/* Changes a view without an event. */
static void silent_apply(void *state, int seat, const void *action, struct events *events) {
    null_game.apply(state, seat, action, events);
    if (events && ((const struct null_action *)action)->verb == NULL_LAND)
        events->count = 0;
}

static void silent_change_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = silent_apply;
    assert_int_equal(broken_by(&game), LAW_SECRETS);
}

static bool stubborn_check(const void *state, int seat, const void *action, struct message *why) {
    const struct null_action *a = action;
    if (seat >= 0 && a->verb == NULL_BID && a->number == 3)
        return refuse(why, "null.bid_range");
    return null_game.check(state, seat, action, why);
}

static void refused_legal_action_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.check = stubborn_check;
    enum law law = broken_by(&game);
    assert_true(law == LAW_LEGAL || law == LAW_GUESS);
}

static bool lenient_check(const void *state, int seat, const void *action, struct message *why) {
    return seat >= 0 || null_game.check(state, seat, action, why);
}

static void unlisted_action_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.check = lenient_check;
    assert_int_equal(broken_by(&game), LAW_LEGAL);
}

/* A face for games with a faulty list of actions: it offers what is listed. */
static const struct game *listed;

static void listing_prompt(const void *view, int seat, struct prompt *prompt) {
    struct actions actions = actions_new(&null_game);
    struct text text = {0};
    message_number(prompt_task(prompt, "null.task_ring"), "prize",
                   ((const struct null_state *)view)->prize);
    game_legal(listed, view, seat, &actions);
    for (int i = 0; i < actions.count; i++) {
        text_clear(&text);
        null_print_action(actions_at(&actions, i), &text);
        prompt_say(prompt, text_string(&text));
    }
    text_free(&text);
    actions_free(&actions);
}

static enum law broken_by_listed(struct game *game) {
    struct face face = null_face;
    face.prompt = listing_prompt;
    game->face = &face;
    listed = game;
    return broken_by(game);
}

/* Whether a seat may ring depends on another seat's card. */
static bool neighbour_is_high(const struct null_state *s, int seat) {
    return s->history[s->round].card[(seat + 1) % s->seats] > 3;
}

static void knowing_legal(const void *state, int seat, struct actions *out) {
    null_game.legal(state, seat, out);
    const struct null_action *last = out->count ? actions_at(out, out->count - 1) : NULL;
    if (last && last->verb == NULL_RING && neighbour_is_high(state, seat))
        out->count--;
}

static bool knowing_check(const void *state, int seat, const void *action, struct message *why) {
    const struct null_action *a = action;
    if (seat >= 0 && a->verb == NULL_RING && neighbour_is_high(state, seat))
        return refuse(why, "null.no_bell");
    return null_game.check(state, seat, action, why);
}

static void legal_beyond_the_view_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.legal = knowing_legal;
    game.check = knowing_check;
    enum law law = broken_by_listed(&game);
    assert_true(law == LAW_VIEWED || law == LAW_SECRETS);
}

static void knowing_turn(const void *state, struct turn *turn) {
    const struct null_state *s = state;
    null_game.turn(state, turn);
    if (s->phase == NULL_BIDS && s->history[s->round].card[0] > 3)
        turn->may = 0;
}

static void turn_beyond_the_view_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.turn = knowing_turn;
    enum law law = broken_by_listed(&game);
    /* A ring of a seat that may not interrupt looks like a sealed choice. */
    assert_true(law == LAW_TURN || law == LAW_SECRETS || law == LAW_ARRIVAL);
}

static void eager_idle(const void *state, int seat, void *action) {
    null_game.idle(state, seat, action);
    ((struct null_action *)action)->number = 3;
}

static void illegal_idle_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.idle = eager_idle;
    assert_int_equal(broken_by(&game), LAW_IDLE);
}

static void sloppy_print(const void *action, struct text *out) {
    const struct null_action *a = action;
    null_print_action(action, out);
    if (a->verb == NULL_DEAL_CARDS)
        text_put(out, " 6");
}

static void sloppy_notation_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.print_action = sloppy_print;
    assert_int_equal(broken_by(&game), LAW_NOTATION);
}

static void careless_guess(const void *view, int seat, struct rng *rng, void *state) {
    struct null_state *s = state;
    null_guess(view, seat, rng, state);
    if (s->phase == NULL_BIDS)
        s->history[s->round].card[0] = 1;
}

static void careless_guess_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.guess = careless_guess;
    assert_int_equal(broken_by(&game), LAW_GUESS);
}

/* Guesses with hidden bytes left unknown. */
static void lazy_guess(const void *view, int seat, struct rng *rng, void *state) {
    (void)seat;
    (void)rng;
    memcpy(state, view, sizeof(struct null_state));
}

static void lazy_guess_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.guess = lazy_guess;
    assert_int_equal(broken_by(&game), LAW_GUESS);
}

/* A bid of 3 counts as 2. */
static void rounding_apply(void *state, int seat, const void *action, struct events *events) {
    struct null_action rounded = *(const struct null_action *)action;
    if (rounded.verb == NULL_BID && rounded.number == 3)
        rounded.number = 2;
    null_game.apply(state, seat, &rounded, events);
}

static void two_spellings_of_one_effect_are_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = rounding_apply;
    assert_int_equal(broken_by(&game), LAW_LEGAL);
}

/* The first bid of 3 ends the bidding for all. */
static void hasty_apply(void *state, int seat, const void *action, struct events *events) {
    struct null_state *s = state;
    const struct null_action *a = action;
    null_game.apply(state, seat, action, events);
    for (int other = 0; a->verb == NULL_BID && a->number == 3 && other < s->seats; other++)
        if (s->phase == NULL_BIDS && !(s->sealed >> other & 1))
            null_game.apply(state, other, &(struct null_action){.verb = NULL_BID}, events);
}

static void choice_that_ends_it_for_others_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = hasty_apply;
    assert_int_equal(broken_by(&game), LAW_ARRIVAL);
}

/* A seat may ring, but the turn does not say so. */
static void quiet_legal(const void *state, int seat, struct actions *out) {
    null_game.legal(state, seat, out);
    const struct null_action *last = out->count ? actions_at(out, out->count - 1) : NULL;
    if (last && last->verb == NULL_RING)
        out->count--;
}

static void action_that_is_never_listed_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.legal = quiet_legal;
    assert_int_equal(broken_by_listed(&game), LAW_LEGAL);
}

/* A refusal that reveals how high the others bid. */
static bool gossiping_check(const void *state, int seat, const void *action, struct message *why) {
    const struct null_state *s = state;
    if (null_game.check(state, seat, action, why))
        return true;
    if (seat >= 0 && why && s->round < NULL_ROUNDS)
        message_number(why, "hint", s->history[s->round].bid[(seat + 1) % s->seats]);
    return false;
}

static void reason_that_tells_a_secret_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.check = gossiping_check;
    assert_int_equal(broken_by(&game), LAW_VIEWED);
}

/* Dice with a state of their own. */
static void moody_chance(const void *state, struct rng *rng, void *action) {
    static int calls;
    if (calls++ % 3 == 0)
        rng_next(rng);
    null_game.chance(state, rng, action);
}

static void dice_with_a_memory_are_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.chance = moody_chance;
    assert_int_equal(broken_by(&game), LAW_DICE);
}

static void knowing_idle(const void *state, int seat, void *action) {
    const struct null_state *s = state;
    null_game.idle(state, seat, action);
    if (s->purse[seat] > 0 && s->history[s->round].card[(seat + 1) % s->seats] == 1)
        ((struct null_action *)action)->number = 1;
}

static void idle_beyond_the_view_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.idle = knowing_idle;
    assert_int_equal(broken_by(&game), LAW_IDLE);
}

static bool cheating_choose(const struct thinking *thinking, void *action) {
    (void)thinking;
    *(struct null_action *)action = (struct null_action){.verb = NULL_BID, .number = 9};
    return true;
}

static void illegal_bot_is_caught(void **state) {
    (void)state;
    static const struct bot cheat = {.key = "cheat", .choose = cheating_choose};
    static const struct bot *const bots[] = {&cheat, NULL};
    struct game game = null_game;
    game.bots = bots;
    assert_int_equal(broken_by(&game), LAW_BOTS);
}

static bool absent_choose(const struct thinking *thinking, void *action) {
    (void)thinking, (void)action;
    return false;
}

static void declining_where_one_must_act_is_caught(void **state) {
    (void)state;
    static const struct bot absent = {.key = "absent", .choose = absent_choose};
    static const struct bot *const bots[] = {&absent, NULL};
    struct game game = null_game;
    game.bots = bots;
    assert_int_equal(broken_by(&game), LAW_BOTS);
}

/* A bot whose answers depend on the number of calls, which no seed reproduces. */
static void *counting_sit(const struct game *game, int seat) {
    (void)game, (void)seat;
    return must_alloc(sizeof(int));
}

static bool counting_choose(const struct thinking *thinking, void *action) {
    struct null_action *a = action;
    int *asked = thinking->memory;
    const struct null_state *v = thinking->view;
    a->verb = thinking->must ? NULL_BID : NULL_RING;
    a->number = (uint8_t)(thinking->must && (*asked)++ && v->purse[thinking->seat] > 0);
    return true;
}

static void memory_that_changes_an_answer_is_caught(void **state) {
    (void)state;
    static const struct bot counting = {
        .key = "counting", .sit = counting_sit, .leave = free, .choose = counting_choose};
    static const struct bot *const bots[] = {&counting, NULL};
    struct game game = null_game;
    game.bots = bots;
    assert_int_equal(broken_by(&game), LAW_BOTS);
}

/* vary without the sealed bids, so that this secret is not tested. */
static void forgetful_vary(void *state, int seat, struct rng *rng) {
    struct null_state *s = state;
    uint8_t bid[NULL_SEATS];
    int round = s->round < NULL_ROUNDS ? s->round : 0;
    memcpy(bid, s->history[round].bid, sizeof bid);
    null_vary(state, seat, rng);
    memcpy(s->history[round].bid, bid, sizeof bid);
}

static void unguarded_secret_is_caught(void **state) {
    (void)state;
    struct law_case judged = {&null_game,        forgetful_vary, log_print,
                              FAULT_ENTRIES_CAP, null_samples,   true};
    struct law_finding finding = law_finding_new(&null_game);
    for (uint64_t seed = 0; seed < FAULT_MATCHES; seed++)
        laws_run(&judged, seed, &finding);
    assert_int_not_equal(law_unguarded_byte(&finding, &null_game), -1);
    law_finding_free(&finding);
}

/* The order of the bids decides who starts the next round. */
static void racing_apply(void *state, int seat, const void *action, struct events *events) {
    struct null_state *s = state;
    null_game.apply(state, seat, action, events);
    if (((const struct null_action *)action)->verb == NULL_BID && s->phase == NULL_DROP)
        s->starter = (uint8_t)seat;
}

static void race_of_sealed_choices_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = racing_apply;
    assert_int_equal(broken_by(&game), LAW_ARRIVAL);
}

/* The last coin is dropped for ever. */
static void endless_apply(void *state, int seat, const void *action, struct events *events) {
    struct null_state *s = state;
    null_game.apply(state, seat, action, events);
    if (s->phase == NULL_OVER) {
        s->round--;
        s->phase = NULL_DROP;
    }
}

static void endless_match_is_caught(void **state) {
    (void)state;
    struct game game = null_game;
    game.apply = endless_apply;
    assert_int_equal(broken_by(&game), LAW_ENDS);
}

/* Writes the log without its third entry, with matching numbers and hash. */
static void lossy_print(const struct match *match, bool with_stamps, struct text *out) {
    struct text whole = {0};
    int entries = 0, number = 0;
    unsigned char digest[crypto_hash_sha256_BYTES];
    (void)with_stamps;
    log_print(match, false, &whole);
    for (const char *at = text_string(&whole); *at; at = strchr(at, '\n') + 1) {
        size_t length = strcspn(at, "\n");
        bool is_entry = *at >= '0' && *at <= '9';
        if (strncmp(at, "end ", 4) == 0 || (is_entry && entries++ == 2))
            continue;
        if (is_entry) {
            size_t head = strcspn(at, " ");
            text_put_number(out, number++);
            at += head;
            length -= head;
        }
        text_put_bytes(out, at, length + 1);
    }
    crypto_hash_sha256(digest, (const unsigned char *)out->data, out->length);
    text_put(out, "end ");
    text_put_number(out, number);
    text_put_char(out, ' ');
    text_put_hex(out, digest, sizeof digest);
    text_put_char(out, '\n');
    text_free(&whole);
}

static void lost_log_entry_is_caught(void **state) {
    (void)state;
    assert_int_equal(find_broken(&null_game, null_vary, lossy_print), LAW_LOG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_game_breaks_nothing),
        cmocka_unit_test(leaking_view_is_caught),
        cmocka_unit_test(late_leaking_view_is_caught),
        cmocka_unit_test(wrong_mask_is_caught),
        cmocka_unit_test(telltale_event_is_caught),
        cmocka_unit_test(silent_change_is_caught),
        cmocka_unit_test(refused_legal_action_is_caught),
        cmocka_unit_test(unlisted_action_is_caught),
        cmocka_unit_test(legal_beyond_the_view_is_caught),
        cmocka_unit_test(turn_beyond_the_view_is_caught),
        cmocka_unit_test(illegal_idle_is_caught),
        cmocka_unit_test(sloppy_notation_is_caught),
        cmocka_unit_test(careless_guess_is_caught),
        cmocka_unit_test(lazy_guess_is_caught),
        cmocka_unit_test(two_spellings_of_one_effect_are_caught),
        cmocka_unit_test(choice_that_ends_it_for_others_is_caught),
        cmocka_unit_test(action_that_is_never_listed_is_caught),
        cmocka_unit_test(reason_that_tells_a_secret_is_caught),
        cmocka_unit_test(dice_with_a_memory_are_caught),
        cmocka_unit_test(idle_beyond_the_view_is_caught),
        cmocka_unit_test(illegal_bot_is_caught),
        cmocka_unit_test(declining_where_one_must_act_is_caught),
        cmocka_unit_test(memory_that_changes_an_answer_is_caught),
        cmocka_unit_test(unguarded_secret_is_caught),
        cmocka_unit_test(race_of_sealed_choices_is_caught),
        cmocka_unit_test(endless_match_is_caught),
        cmocka_unit_test(lost_log_entry_is_caught),
    };
    return cmocka_run_group_tests_name("planted faults", tests, NULL, NULL);
}
