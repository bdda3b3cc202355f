/* test_console.c: the console with the null game: the order of choices, their sentences, and what
 * another match begins with. */
#include "unit/test.h"

#include <stdlib.h>

#include <spelunke/log.h>
#include <spelunke/must.h>
#include <spelunke/phrase.h>

#include "fixture.h"
#include "games/null/null.h"
#include "remote/remote.h"
#include "terminal/console.h"

static bool tell(const struct console *console, const struct message *message, struct text *out) {
    console_say(console, message, out);
    return true;
}

/* One preference, which is kept, and one value that belongs to a match. */
struct memory {
    bool is_wished;
    int64_t last_asked;
};

static void print_wishes(const struct console *console, struct text *out) {
    const struct memory *memory = console->memory;
    text_put(out, memory->is_wished ? "wished" : "");
}

static void read_wishes(struct console *console, const char *line) {
    struct memory *memory = console->memory;
    memory->is_wished = strcmp(line, "wished") == 0;
}

static const struct client client = {
    .key = "null",
    .memory_size = sizeof(struct memory),
    .tell = tell,
    .print_wishes = print_wishes,
    .read_wishes = read_wishes,
};

static struct console *open_console(int seats, uint64_t seed, const struct bot *bot) {
    return open_game(&null_game, &client, seats, seed, bot);
}

/* Takes the person's seat where the host plays alone: bids, never rings, does not steer. */
static bool choose_quietly(const struct thinking *thinking, void *action) {
    *(struct null_action *)action = (struct null_action){.verb = NULL_BID, .number = 1};
    return thinking->must;
}
static const struct bot quiet = {.key = "quiet", .choose = choose_quietly};

static void print_entries(const struct match *match, struct text *out) {
    for (int i = 0; i < match_length(match); i++) {
        struct entry entry = match_entry(match, i);
        text_put_number(out, entry.seat);
        text_put_char(out, ' ');
        null_game.print_action(entry.action, out);
        text_put_char(out, '\n');
    }
}

/* N-3, N-4: between two bids host_step, which the arena uses, asks the players who may ring. The
 * terminal must come to the same match. */
static void sealed_choices_come_in_the_order_of_the_host(void **state) {
    (void)state;
    int rings = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct host *host = host_new(test_match(&null_game, seed, 3, NULL), NULL);
        struct console *console = open_console(3, seed, &null_bot_thrifty);
        struct text one = {0}, other = {0};
        for (int seat = 0; seat < 3; seat++)
            host_seat(host, seat, SITTER_BOT, seat == 0 ? &quiet : &null_bot_thrifty);
        while (host_step(host, &(struct budget){0}, 1))
            ;
        while (!console_over(console)) {
            bool is_moved = console_interrupt(console);
            if (!is_moved && console_asks(console))
                assert_true(console_send(console, "bid 1", NULL));
            else if (!is_moved)
                assert_true(console_move(console, NULL));
        }
        print_entries(host_match(host), &one);
        print_entries(console->match, &other);
        for (const char *at = text_string(&one); (at = strstr(at, "ring")); at++)
            rings++;
        assert_string_equal(text_string(&other), text_string(&one));
        text_free(&one);
        text_free(&other);
        host_free(host);
        console_close(console);
    }
    assert_true(rings > 20);
}

static struct console *open_bids(int seats, const struct bot *bot) {
    struct console *console = open_console(seats, 1, bot);
    while (!console_asks(console))
        assert_true(console_move(console, NULL));
    return console;
}

/* Choices that are sealed already stay sealed until the person's action is accepted. */
static void a_refused_action_plays_nobodys_choice(void **state) {
    (void)state;
    struct console *console = open_bids(3, &quiet);
    struct message why;
    int length = match_length(console->match);
    assert_false(console_send(console, "bid 9", &why));
    assert_false(console_interrupt(console));
    assert_int_equal(match_length(console->match), length);
    assert_true(console_send(console, "bid 1", &why));
    assert_int_equal(match_length(console->match), length + 3);
    console_close(console);
}

static int bids_seen; /* by the player who decides */

static bool choose_and_look(const struct thinking *thinking, void *action) {
    const struct null_state *view = thinking->view;
    bids_seen += view->sealed != 0;
    *(struct null_action *)action = (struct null_action){.verb = NULL_BID};
    return thinking->must;
}
static const struct bot looker = {.key = "looker", .choose = choose_and_look};

static void who_is_asked_at_the_same_time_decides_before_the_persons_choice_lies(void **state) {
    (void)state;
    struct console *console = open_bids(2, &looker);
    bids_seen = 0;
    assert_true(console_send(console, "bid 1", NULL));
    assert_int_equal(bids_seen, 0);
    console_close(console);
}

/* The player who is awaited decides afterwards and sees the ring. */
static void a_person_who_only_interrupts_makes_nobody_choose(void **state) {
    (void)state;
    struct console *console = open_bids(2, &quiet);
    assert_int_equal(host_play(console->host, 0, 0, "bid 1", 1, NULL), VERDICT_PLAYED);
    int length = match_length(console->match);
    assert_true(console_may(console));
    assert_true(console_send(console, "ring", NULL));
    assert_int_equal(match_length(console->match), length + 1);
    console_close(console);
}

/* Interrupts are asked for before the person; awaited players decide later. */
static void asking_for_interrupts_makes_nobody_else_choose(void **state) {
    (void)state;
    struct console *console = open_bids(2, &quiet);
    struct host_wait wait;
    assert_false(console_interrupt(console));
    host_look(console->host, &wait);
    assert_int_equal(wait.thinks, 2);
    assert_int_equal(wait.ready, 0);
    console_close(console);
}

/* In Zum Blauen Drachen everybody with cards may interrupt, as far as is public; the person is
 * asked only with a playable card. */
static void who_may_interrupt_has_something_to_play(void **state) {
    (void)state;
    const struct game *game = game_find(game_list, "drachen");
    struct console *console = open_game(game, &client, 4, 3, game_bot(game, "random"));
    int times = 0, in_vain = 0;
    while (!console_over(console)) {
        struct turn turn;
        match_turn(console->match, &turn);
        bool may = turn.kind == TURN_SEATS && !console_asks(console) && turn.may >> 0 & 1;
        bool has_form = value_count(value_get(console->prompt, "forms")) > 0;
        assert_int_equal(console_may(console), may && has_form);
        times += may && has_form;
        in_vain += may && !has_form;
        if (console_asks(console))
            assert_int_equal(host_idle(console->host, 0, 1, NULL), VERDICT_PLAYED);
        else
            assert_true(console_move(console, NULL));
    }
    assert_true(times > 3 && in_vain > 3);
    console_close(console);
}

static int count_sentences(const struct console *console, const char *part) {
    int count = 0;
    for (int i = 0; i < console->sentence_count; i++)
        count += strstr(console->sentences[i], part) != NULL;
    return count;
}

/* A resumed match asks again: the preset "until my turn" is not saved. */
static void the_wish_to_wait_for_the_own_turn_is_not_kept(void **state) {
    (void)state;
    const struct game *game = game_find(game_list, "drachen");
    const struct client *drachen = find_client("drachen");
    struct console *console = open_game(game, drachen, 2, 1, game_bot(game, "random"));
    struct text wishes = {0};
    drachen->read_wishes(console, "turn own drink");
    drachen->print_wishes(console, &wishes);
    test_text(&wishes, "own drink");
    drachen->read_wishes(console, "own nonsense"); /* cannot be parsed, so nothing changes */
    drachen->print_wishes(console, &wishes);
    test_text(&wishes, "own drink");
    text_free(&wishes);
    console_close(console);
}

/* With interrupts switched on, a person who passes is asked once before each decision. */
static void the_wish_to_interrupt_asks_once_before_each_decision(void **state) {
    (void)state;
    const struct game *game = game_find(game_list, "drachen");
    const struct client *drachen = find_client("drachen");
    struct console *console = open_game(game, drachen, 4, 3, game_bot(game, "random"));
    void *draft = must_alloc(drachen->draft_size);
    int64_t last = 0;
    int times = 0;
    drachen->read_wishes(console, "own"); /* questions without a playable card are asked now */
    while (!console_over(console)) {
        struct text action = {0}, answer = {0};
        int64_t question = value_get_number(console->seen, "question");
        if (console_stops(console)) {
            assert_int_not_equal(question, last);
            assert_int_equal(drachen->read_key(console, 'p', draft, &action, &answer), READ_ON);
            assert_false(console_stops(console));
            last = question;
            times++;
        }
        if (console_asks(console))
            assert_int_equal(host_idle(console->host, 0, 1, NULL), VERDICT_PLAYED);
        else
            assert_true(console_move(console, NULL));
        text_free(&action);
        text_free(&answer);
    }
    assert_true(times > 3);
    free(draft);
    console_close(console);
}

static enum reading press(struct console *console, int key) {
    struct text action = {0}, answer = {0};
    void *draft = must_alloc(console->client->draft_size);
    enum reading reading = console->client->read_key(console, key, draft, &action, &answer);
    free(draft);
    text_free(&action);
    text_free(&answer);
    return reading;
}

/* While discarding, "until my turn" has no effect; a challenge is a question of yes or no, which
 * Enter does not answer. Both only print an explanation. */
static void keys_that_decide_nothing_only_say_so(void **state) {
    (void)state;
    const struct game *game = game_find(game_list, "drachen");
    int discards = 0, challenges = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct console *console =
            open_game(game, find_client("drachen"), 4, seed, game_bot(game, "random"));
        while (!console_over(console)) {
            bool asks = console_asks(console);
            const char *kind = value_get_word(value_get(console->seen, "window"), "kind");
            bool discards_now = asks && strcmp(kind, "discard") == 0;
            bool is_challenged = asks && strcmp(kind, "challenge") == 0;
            if (discards_now)
                assert_int_equal(press(console, 'w'), READ_ANSWER);
            if (is_challenged)
                assert_int_equal(press(console, '\r'), READ_ANSWER);
            discards += discards_now;
            challenges += is_challenged;
            if (asks)
                assert_int_equal(host_idle(console->host, 0, 1, NULL), VERDICT_PLAYED);
            else
                assert_true(console_move(console, NULL));
        }
        console_close(console);
    }
    assert_true(discards > 10 && challenges > 0);
}

/* Equal scores share a place, and the next place is skipped. */
static void equal_scores_share_a_place_at_the_end(void **state) {
    (void)state;
    const struct game *game = game_find(game_list, "drachen");
    const struct client *drachen = find_client("drachen");
    struct console *console = open_game(game, drachen, 4, 3, game_bot(game, "random"));
    static const int32_t points[] = {5, 9, 5, 1};
    static const int places[] = {1, 2, 2, 4}, seats[] = {1, 0, 2, 3};
    for (int seat = 0; seat < 4; seat++)
        console->score.points[seat] = points[seat];
    struct text end = {0};
    drachen->say_end(console, &end);
    const char *line = text_string(&end);
    for (int i = 0; i < 4; i++) {
        char *name;
        line = strchr(line, '\n') + 1;
        assert_int_equal(strtol(line, &name, 10), places[i]);
        const char *said = strstr(name, console->names[seats[i]]), *next = strchr(name, '\n');
        assert_true(said && (!next || said < next));
    }
    text_free(&end);
    console_close(console);
}

/* Cards drawn by others are counted, the person's own are named instead; the deal is not told,
 * because it is seen. */
static void what_is_drawn_is_said_once(void **state) {
    (void)state;
    const struct game *game = game_find(game_list, "drachen");
    struct console *console =
        open_game(game, find_client("drachen"), 4, 3, game_bot(game, "random"));
    int dealt = -1;
    while (!console_over(console)) {
        if (dealt < 0 && strcmp(value_get_word(console->seen, "phase"), "deal") != 0)
            dealt = count_sentences(console, "draw");
        struct text action = {0};
        const struct value *hand =
            value_get(value_at(value_get(console->seen, "seats"), 0), "hand");
        text_put(&action, "discard ");
        text_put(&action, value_word(value_at(hand, 0)));
        if (console_asks(console) && value_forms_allow(console->prompt, text_string(&action)))
            assert_true(console_send(console, text_string(&action), NULL));
        else if (console_asks(console))
            assert_int_equal(host_idle(console->host, 0, 1, NULL), VERDICT_PLAYED);
        else
            assert_true(console_move(console, NULL));
        text_free(&action);
    }
    assert_int_equal(dealt, 0);
    assert_true(count_sentences(console, "You draw: ") > 1);
    assert_int_equal(count_sentences(console, "You draw "), 0);
    assert_true(count_sentences(console, " draws ") > 1);
    console_close(console);
}

static struct match *copy_of(const struct match *match) {
    struct text log = {0};
    struct log_fault fault;
    log_print(match, true, &log);
    struct match *copy = log_parse(game_list, text_string(&log), log.length, &fault);
    assert_non_null(copy);
    text_free(&log);
    return copy;
}

/* Names and sentences depend on the view at the time of the event. */
static void a_match_that_goes_on_is_told_as_it_was(void **state) {
    (void)state;
    const struct game *game = game_find(game_list, "drachen");
    struct play play = play_of(game, 4, 3, game_bot(game, "random"));
    struct console *console =
        open_game(game, find_client("drachen"), 4, 3, game_bot(game, "random"));
    int phrases = 0;
    while (!console_over(console)) {
        int last = console->last_phrase;
        if (console_asks(console))
            assert_int_equal(host_idle(console->host, 0, 1, NULL), VERDICT_PLAYED);
        else
            assert_true(console_move(console, NULL));
        bool is_said = console->last_phrase != last;
        assert_true(!is_said || last == 0 || console->last_phrase - last >= PHRASE_PAUSE);
        phrases += is_said;
    }
    assert_true(phrases > 1);
    struct console *again = console_new(&play, console->client);
    console_host(again, copy_of(console->match));
    console_retell(again);
    assert_int_equal(again->sentence_count, console->sentence_count);
    for (int i = 0; i < console->sentence_count; i++)
        assert_string_equal(again->sentences[i], console->sentences[i]);
    assert_int_equal(again->last_phrase, console->last_phrase);
    console_close(again);
    console_close(console);
}

/* One of the guests has the person's name. */
static void nobody_is_called_like_the_person(void **state) {
    (void)state;
    struct play play = {.game = &null_game, .name = "Augustin", .command = "spelunke"};
    struct console *console = console_new(&play, &client);
    for (int seat = 1; seat < SEATS_MAX; seat++)
        for (int other = 0; other < seat; other++)
            assert_string_not_equal(console->names[seat], console->names[other]);
    console_close(console);
}

/* Of the cards dealt only the person's own are told. */
static void only_what_the_person_may_see_is_told(void **state) {
    (void)state;
    struct console *console = open_bids(4, &quiet);
    assert_int_equal(count_sentences(console, "holds a"), 1);
    console_close(console);
}

/* Events that only repeat the person's own action are no news. */
static void only_what_comes_of_the_own_action_is_news(void **state) {
    (void)state;
    static const char *const rings[] = {"null.sealed", "null.rang", NULL}, *const others[] = {NULL};
    for (int is_echo = 0; is_echo < 2; is_echo++) {
        struct console *console = open_bids(2, &quiet);
        struct client hearing = client;
        hearing.echoes = is_echo ? rings : others;
        console->client = &hearing;
        assert_int_equal(host_play(console->host, 1, 0, "bid 0", 1, NULL), VERDICT_PLAYED);
        assert_true(console_send(console, "ring", NULL));
        assert_int_equal(console->has_news, !is_echo);
        console_close(console);
    }
}

static void another_match_remembers_wishes_alone(void **state) {
    (void)state;
    struct console *console = open_console(2, 1, &null_bot_thrifty);
    struct memory *memory = console->memory;
    struct seed seed;
    int opening = console->sentence_count;
    *memory = (struct memory){true, 7};
    seed_from_number(&seed, 2);
    console_note(console, "of the match before");
    console->last_phrase = 50;
    console_begin_again(console, &seed);
    assert_int_equal(console->last_phrase, 0);
    assert_int_equal(console->sentence_count, opening);
    assert_int_equal(count_sentences(console, "of the match before"), 0);
    assert_ptr_equal(console->memory, memory);
    assert_true(memory->is_wished);
    assert_int_equal(memory->last_asked, 0);
    console_close(console);
}

static bool always_pass(const struct console *console, struct text *action) {
    (void)console;
    text_put(action, "pass");
    return true;
}

/* An automatic answer counts as sent, but not as sent by hand: a late one is dropped silently. A
 * refused one is not sent again. */
static void an_automatic_answer_is_not_sent_by_hand(void **state) {
    (void)state;
    static const struct client passing = {.key = "null", .auto_answer = always_pass};
    static const char prompt[] = "{\"ask\":5}";
    struct remote remote = {.table = "t"}; /* not connected: requests are queued */
    struct console console = {.client = &passing,
                              .remote = &remote,
                              .turn = {.kind = TURN_SEATS, .seats = 1},
                              .prompt = value_parse(prompt, strlen(prompt))};
    assert_true(console_send(&console, "bid 1", NULL));
    assert_int_equal(console.sent_by_hand, console.sent);
    int64_t by_hand = console.sent;
    join_refuse(&console);
    assert_false(console_auto_answer(&console));
    console.refused_ask = 0;
    assert_true(console_auto_answer(&console));
    assert_int_equal(console.sent, by_hand + 1);
    assert_int_equal(console.sent_by_hand, by_hand);
    assert_false(console_auto_answer(&console)); /* this question is answered */
    for (int i = 0; i < remote.request_count; i++)
        text_free(&remote.requests[i].text);
    value_free(console.prompt);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sealed_choices_come_in_the_order_of_the_host),
        cmocka_unit_test(a_refused_action_plays_nobodys_choice),
        cmocka_unit_test(who_is_asked_at_the_same_time_decides_before_the_persons_choice_lies),
        cmocka_unit_test(a_person_who_only_interrupts_makes_nobody_choose),
        cmocka_unit_test(asking_for_interrupts_makes_nobody_else_choose),
        cmocka_unit_test(who_may_interrupt_has_something_to_play),
        cmocka_unit_test(the_wish_to_wait_for_the_own_turn_is_not_kept),
        cmocka_unit_test(keys_that_decide_nothing_only_say_so),
        cmocka_unit_test(equal_scores_share_a_place_at_the_end),
        cmocka_unit_test(what_is_drawn_is_said_once),
        cmocka_unit_test(the_wish_to_interrupt_asks_once_before_each_decision),
        cmocka_unit_test(a_match_that_goes_on_is_told_as_it_was),
        cmocka_unit_test(nobody_is_called_like_the_person),
        cmocka_unit_test(only_what_the_person_may_see_is_told),
        cmocka_unit_test(only_what_comes_of_the_own_action_is_news),
        cmocka_unit_test(another_match_remembers_wishes_alone),
        cmocka_unit_test(an_automatic_answer_is_not_sent_by_hand),
    };
    return cmocka_run_group_tests_name("table", tests, forget_home, NULL);
}
