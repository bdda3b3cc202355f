/* table.c: the seats, the loop of moves, and the sentences about what happened. */
#include "table.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spelunke/must.h>
#include <spelunke/phrase.h>
#include <spelunke/session.h>

/* The guests of the house; the person's own name is not given away. */
static void seat_people(struct table *table, const struct play *play) {
    int next = 0;
    strcpy(table->name[table->seat], play->name);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        table->names[seat] = table->name[seat];
        table->bots[seat] = play->bots[seat];
        if (seat == table->seat)
            continue;
        next += strcmp(words_guest(play->language, next), play->name) == 0;
        strcpy(table->name[seat], words_guest(play->language, next++));
    }
}

static struct value *parse(struct text *json) {
    struct value *value = value_parse(text_string(json), json->length);
    must(value); /* our own JSON */
    text_clear(json);
    return value;
}

struct table *table_new(const struct play *play, const struct client *client) {
    struct table *table = must_alloc(sizeof *table);
    table->client = client;
    table->game = play->game;
    table->language = play->language;
    table->setup = play->setup;
    table->asks_word = play->asks_word;
    table->command = play->command;
    table->shelf = play->shelf;
    if (play->typed)
        table->input = *play->typed;
    table->memory = client->memory_size ? must_alloc(client->memory_size) : NULL;
    table->events = must_alloc(sizeof *table->events);
    seat_people(table, play);
    struct text kit = {0};
    game_kit_json(table->game, &kit);
    table->kit = parse(&kit);
    text_free(&kit);
    return table;
}

static void forget(struct table *table) {
    for (int i = 0; i < table->sentence_count; i++)
        free(table->sentences[i]);
    table->sentence_count = 0;
}

/* Computer players remember within one match only. */
void table_close(struct table *table) {
    forget(table);
    free(table->sentences);
    host_free(table->host);
    value_free(table->seen);
    value_free(table->seen_before);
    value_free(table->prompt);
    value_free(table->kit);
    value_free(table->remote_events);
    text_free(&table->seats);
    text_free(&table->refusal);
    free(table->memory);
    free(table->events);
    free(table);
}

/* The person's view of a state, as JSON; the last one becomes `seen_before`. */
static void see(struct table *table, const void *state) {
    struct text json = {0};
    void *view = must_alloc(table->game->state_size);
    game_view(table->game, state, table->seat, view);
    js_open(&json, '{');
    table->game->view_json(view, table->seat, &json);
    js_close(&json, '}');
    value_free(table->seen_before);
    table->seen_before = table->seen;
    table->seen = parse(&json);
    text_free(&json);
    free(view);
}

void table_see(struct table *table) {
    struct text json = {0};
    see(table, match_state(table->match));
    match_turn(table->match, &table->turn);
    table->is_reaction = table->turn.kind == TURN_SEATS && table->turn.reaction;
    table->score = (struct score){0};
    if (table->turn.kind == TURN_OVER)
        table->game->score(match_state(table->match), &table->score);
    value_free(table->prompt);
    match_prompt_json(table->match, table->seat, &json);
    table->prompt = parse(&json);
    text_free(&json);
    if (table->client->see)
        table->client->see(table);
}

/* Lines tell the hash before the first roll. On a screen it is in the help, from the start
 * on, and what the game is about stands in its place. */
static void note_opening(struct table *table) {
    struct text opening = {0};
    table->last_phrase = 0;
    table->note_count = table->sentence_count;
    table_say_seats(table, &opening);
    table_note(table, text_string(&opening));
    text_clear(&opening);
    (table->is_drawn ? table_say_about : table_say_fair)(table, &opening);
    table_note(table, text_string(&opening));
    text_free(&opening);
}

void table_begin(struct table *table, const struct seed *seed) {
    struct match *match = match_new(table->game, &table->setup, seed, NULL);
    must(match); /* the setup was tried before */
    table_host(table, match);
    table->word[0] = '\0';
    table->awaits_word = table->asks_word;
    table->events->count = 0;
    table_see(table);
    note_opening(table);
    table_save(table);
}

/* Of what the client remembered the person's wishes alone go on. */
static void renew_memory(struct table *table) {
    const struct client *client = table->client;
    struct text wishes = {0};
    if (client->print_wishes)
        client->print_wishes(table, &wishes);
    if (client->memory_size)
        memset(table->memory, 0, client->memory_size);
    if (client->read_wishes)
        client->read_wishes(table, text_string(&wishes));
    text_free(&wishes);
}

void table_clear(struct table *table) {
    forget(table);
    renew_memory(table);
}

void table_begin_again(struct table *table, const struct seed *seed) {
    table_clear(table);
    table_begin(table, seed);
}

bool table_over(const struct table *table) {
    return table->turn.kind == TURN_OVER;
}

bool table_asks(const struct table *table) {
    return table->turn.kind == TURN_SEATS && (table->turn.seats >> table->seat & 1) &&
           !(table->remote && join_has_answered(table));
}

/* `may` goes by what everybody knows, the prompt by what the person can play. */
bool table_may(const struct table *table) {
    const struct turn *turn = &table->turn;
    return turn->kind == TURN_SEATS && !(turn->seats >> table->seat & 1) &&
           (turn->may >> table->seat & 1) && value_count(value_get(table->prompt, "forms")) > 0 &&
           !(table->remote && join_has_answered(table));
}

bool table_stops(const struct table *table) {
    return table->client->stops && table_may(table) && table->client->stops(table);
}

/* What a server has refused is asked of the person. */
static bool answers_itself(const struct table *table, struct text *action) {
    bool is_refused = table->remote && table->refused_ask &&
                      value_get_number(table->prompt, "ask") == table->refused_ask;
    return !is_refused && table->client->reflex && table->client->reflex(table, action);
}

bool table_waits(const struct table *table) {
    struct text action = {0};
    bool waits = table_asks(table) && !answers_itself(table, &action);
    text_free(&action);
    return waits;
}

bool table_reflex(struct table *table) {
    struct text action = {0};
    bool answers = table_asks(table) && answers_itself(table, &action);
    if (answers)
        must(table_send(table, text_string(&action), NULL));
    text_free(&action);
    return answers;
}

void table_note(struct table *table, const char *sentence) {
    if (table->sentence_count == table->sentence_room) {
        table->sentence_room = table->sentence_room ? 2 * table->sentence_room : 64;
        table->sentences =
            must_realloc(table->sentences, (size_t)table->sentence_room * sizeof *table->sentences);
    }
    struct text copy = {0};
    text_put(&copy, sentence);
    table->sentences[table->sentence_count++] = copy.data;
}

void table_note_message(struct table *table, const struct message *message) {
    struct text sentence = {0};
    table_say(table, message, &sentence);
    table_note(table, text_string(&sentence));
    text_free(&sentence);
}

/* What a computer player says about the entry, if any does. A match that goes on tells the
 * same again: it follows from the entries. */
static void tell_phrase(struct table *table) {
    struct text hash = {0}, key = {0}, number = {0}, sentence = {0};
    seed_commitment(match_seed(table->match), &hash);
    struct phrase phrase = phrase_after(
        &(struct phrase_facts){.events = table->events,
                               .commitment = text_string(&hash),
                               .entry = table->entry + 1,
                               .last = table->last_phrase,
                               .computers = (1u << table->setup.seats) - 1 - (1u << table->seat)});
    if (phrase.number) {
        struct message says;
        text_put(&key, table->game->key);
        text_put(&key, ".says");
        text_put_number(&number, phrase.number);
        message_start(&says, text_string(&key));
        message_seat(&says, "seat", phrase.seat);
        message_word(&says, "phrase", text_string(&number));
        table->client->tell(table, &says, &sentence);
        table_note(table, text_string(&sentence));
        table->last_phrase = table->entry + 1;
    }
    text_free(&hash), text_free(&key), text_free(&number), text_free(&sentence);
}

/* Only what the person's seat may see is said. */
void table_tell_events(struct table *table) {
    struct text sentence = {0};
    table->is_telling = true;
    for (int i = 0; i < table->events->count; i++) {
        const struct event *event = event_of(table->events, i);
        text_clear(&sentence);
        if (event_seen(event, table->seat) &&
            table->client->tell(table, &event->message, &sentence))
            table_note(table, text_string(&sentence));
    }
    if (!table->remote) /* a server tells them as chat */
        tell_phrase(table);
    table->is_telling = false;
    text_free(&sentence);
}

/* A past entry is reported from the view of its own time, not from the present one. */
static bool retell(void *context, const struct replay *replay) {
    struct table *table = context;
    *table->events = *replay->events;
    table->entry = replay->index;
    see(table, replay->after);
    table_tell_events(table);
    return true;
}

void table_retell(struct table *table) {
    note_opening(table);
    match_replay(table->match, match_length(table->match), retell, table);
    table_see(table);
}
