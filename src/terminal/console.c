/* console.c: the seats, the state of the match, and the sentences about what happened. */
#include "console.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spelunke/must.h>
#include <spelunke/phrase.h>
#include <spelunke/session.h>

/* Assigns names of guests, skipping the person's own name. */
static void seat_people(struct console *console, const struct play *play) {
    int next = 0;
    console->is_welcomed = play->is_welcomed;
    strcpy(console->name[console->seat], play->name);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        console->names[seat] = console->name[seat];
        console->bots[seat] = play->bots[seat];
        if (seat == console->seat)
            continue;
        next += strcmp(words_guest(play->language, next), play->name) == 0;
        strcpy(console->name[seat], words_guest(play->language, next++));
    }
}

static struct value *parse(struct text *json) {
    struct value *value = value_parse(text_string(json), json->length);
    must(value); /* written by this program */
    text_clear(json);
    return value;
}

struct console *console_new(const struct play *play, const struct client *client) {
    struct console *console = must_alloc(sizeof *console);
    console->client = client;
    console->game = play->game;
    console->language = play->language;
    console->setup = play->setup;
    console->asks_word = play->asks_word;
    console->command = play->command;
    console->shelf = play->shelf;
    if (play->typed)
        console->input = *play->typed;
    console->memory = client->memory_size ? must_alloc(client->memory_size) : NULL;
    console->events = must_alloc(sizeof *console->events);
    seat_people(console, play);
    struct text kit = {0};
    game_kit_json(console->game, &kit);
    console->kit = parse(&kit);
    text_free(&kit);
    return console;
}

static void forget(struct console *console) {
    for (int i = 0; i < console->sentence_count; i++)
        free(console->sentences[i]);
    console->sentence_count = 0;
}

/* Computer players keep their memory within one match only. */
void console_close(struct console *console) {
    forget(console);
    free(console->sentences);
    host_free(console->host);
    value_free(console->seen);
    value_free(console->seen_before);
    value_free(console->prompt);
    value_free(console->kit);
    value_free(console->remote_events);
    value_free(console->remote_recent);
    text_free(&console->seats);
    text_free(&console->refusal);
    free(console->memory);
    free(console->events);
    free(console);
}

/* Serialises the person's view of a state; the present one becomes `seen_before`. */
static void see(struct console *console, const void *state) {
    struct text json = {0};
    void *view = must_alloc(console->game->state_size);
    game_view(console->game, state, console->seat, view);
    js_open(&json, '{');
    console->game->view_json(view, console->seat, &json);
    js_close(&json, '}');
    value_free(console->seen_before);
    console->seen_before = console->seen;
    console->seen = parse(&json);
    text_free(&json);
    free(view);
}

void console_see(struct console *console) {
    struct text json = {0};
    see(console, match_state(console->match));
    match_turn(console->match, &console->turn);
    console->is_reaction = console->turn.kind == TURN_SEATS && console->turn.reaction;
    console->score = (struct score){0};
    if (console->turn.kind == TURN_OVER)
        console->game->score(match_state(console->match), &console->score);
    value_free(console->prompt);
    match_prompt_json(console->match, console->seat, &json);
    console->prompt = parse(&json);
    text_free(&json);
    if (console->client->see)
        console->client->see(console);
}

/* In lines the hash of the seed is printed before the first roll. A screen shows it in the help,
 * and prints what the game is about instead, unless the start form has done so. */
void console_note_opening(struct console *console) {
    struct text opening = {0};
    console->last_phrase = 0;
    console->note_count = console->sentence_count;
    console_say_seats(console, &opening);
    console_note(console, text_string(&opening));
    text_clear(&opening);
    if (!console->is_drawn)
        console_say_fair(console, &opening);
    else if (!console->is_welcomed)
        console_say_about(console, &opening);
    if (opening.length)
        console_note(console, text_string(&opening));
    console->opening_end = console->sentence_count;
    text_free(&opening);
}

void console_begin(struct console *console, const struct seed *seed) {
    struct match *match = match_new(console->game, &console->setup, seed, NULL);
    must(match); /* the setup was checked before */
    console_host(console, match);
    console->word[0] = '\0';
    console->awaits_word = console->asks_word;
    console->events->count = 0;
    console_see(console);
    console_note_opening(console);
    console_save(console);
}

/* Clears the client's memory but for the person's preferences. */
static void renew_memory(struct console *console) {
    const struct client *client = console->client;
    struct text wishes = {0};
    if (client->print_wishes)
        client->print_wishes(console, &wishes);
    if (client->memory_size)
        memset(console->memory, 0, client->memory_size);
    if (client->read_wishes)
        client->read_wishes(console, text_string(&wishes));
    text_free(&wishes);
}

void console_clear(struct console *console) {
    forget(console);
    renew_memory(console);
}

void console_begin_again(struct console *console, const struct seed *seed) {
    console_clear(console);
    console_begin(console, seed);
}

bool console_over(const struct console *console) {
    return console->turn.kind == TURN_OVER;
}

bool console_asks(const struct console *console) {
    return console->turn.kind == TURN_SEATS && (console->turn.seats >> console->seat & 1) &&
           !(console->remote && join_has_answered(console));
}

/* `may` is public knowledge; the prompt says whether the person holds anything to play. */
bool console_may(const struct console *console) {
    const struct turn *turn = &console->turn;
    return turn->kind == TURN_SEATS && !(turn->seats >> console->seat & 1) &&
           (turn->may >> console->seat & 1) &&
           value_count(value_get(console->prompt, "forms")) > 0 &&
           !(console->remote && join_has_answered(console));
}

bool console_stops(const struct console *console) {
    return console->client->stops && console_may(console) && console->client->stops(console);
}

/* After a refusal by the server the person is asked instead. */
static bool answers_itself(const struct console *console, struct text *action) {
    bool is_refused = console->remote && console->refused_ask &&
                      value_get_number(console->prompt, "ask") == console->refused_ask;
    return !is_refused && console->client->auto_answer &&
           console->client->auto_answer(console, action);
}

bool console_waits(const struct console *console) {
    struct text action = {0};
    bool waits = console_asks(console) && !answers_itself(console, &action);
    text_free(&action);
    return waits;
}

bool console_auto_answer(struct console *console) {
    struct text action = {0};
    bool answers = console_asks(console) && answers_itself(console, &action);
    int64_t by_hand = console->sent_by_hand;
    if (answers)
        must(console_send(console, text_string(&action), NULL));
    console->sent_by_hand = by_hand;
    text_free(&action);
    return answers;
}

void console_note(struct console *console, const char *sentence) {
    if (console->sentence_count == console->sentence_room) {
        console->sentence_room = console->sentence_room ? 2 * console->sentence_room : 64;
        console->sentences = must_realloc(console->sentences, (size_t)console->sentence_room *
                                                                  sizeof *console->sentences);
    }
    struct text copy = {0};
    text_put(&copy, sentence);
    console->sentences[console->sentence_count++] = copy.data;
}

void console_note_message(struct console *console, const struct message *message) {
    struct text sentence = {0};
    console_say(console, message, &sentence);
    console_note(console, text_string(&sentence));
    text_free(&sentence);
}

/* Adds the phrase that a computer player says about the entry, if any. It is a function of the
 * entries, so a resumed match tells the same. */
static void tell_phrase(struct console *console) {
    struct text hash = {0}, key = {0}, number = {0}, sentence = {0};
    seed_commitment(match_seed(console->match), &hash);
    struct phrase phrase = phrase_after(&(struct phrase_facts){
        .events = console->events,
        .commitment = text_string(&hash),
        .entry = console->entry + 1,
        .last = console->last_phrase,
        .computers = (1u << console->setup.seats) - 1 - (1u << console->seat)});
    if (phrase.number) {
        struct message says;
        text_put(&key, console->game->key);
        text_put(&key, ".says");
        text_put_number(&number, phrase.number);
        message_start(&says, text_string(&key));
        message_seat(&says, "seat", phrase.seat);
        message_word(&says, "phrase", text_string(&number));
        console->client->tell(console, &says, &sentence);
        console_note(console, text_string(&sentence));
        console->last_phrase = console->entry + 1;
    }
    text_free(&hash), text_free(&key), text_free(&number), text_free(&sentence);
}

/* Only events that the person's seat may see become sentences. */
void console_tell_events(struct console *console) {
    struct text sentence = {0};
    console->is_telling = true;
    for (int i = 0; i < console->events->count; i++) {
        const struct event *event = event_of(console->events, i);
        text_clear(&sentence);
        if (event_seen(event, console->seat) &&
            console->client->tell(console, &event->message, &sentence))
            console_note(console, text_string(&sentence));
    }
    if (!console->remote) /* a server sends phrases as chat */
        tell_phrase(console);
    console->is_telling = false;
    text_free(&sentence);
}

/* A past entry is told from the view of its own time, not the present one. */
static bool retell(void *context, const struct replay *replay) {
    struct console *console = context;
    *console->events = *replay->events;
    console->entry = replay->index;
    see(console, replay->after);
    console_tell_events(console);
    return true;
}

void console_retell(struct console *console) {
    console_note_opening(console);
    match_replay(console->match, match_length(console->match), retell, console);
    console_see(console);
}
