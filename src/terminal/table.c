/* table.c: the seats, the loop of moves, and what was told. */
#include "table.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spelunke/must.h>
#include <spelunke/session.h>

/* Regulars of the house; the person's own name is not given away. */
static const char *const regulars[] = {"Franziska", "Augustin", "Benedikt", "Becky",
                                       "Pauline",   "Leopold",  "Rosalie",  "Kaspar"};

static void seat_people(struct table *table, const struct play *play) {
    int next = 0;
    strcpy(table->name[SEAT_PERSON], play->name);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        table->names[seat] = table->name[seat];
        table->bots[seat] = play->bots[seat];
        if (seat == SEAT_PERSON)
            continue;
        next += strcmp(regulars[next], play->name) == 0;
        strcpy(table->name[seat], regulars[next++]);
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
    for (int i = 0; i < table->told_count; i++)
        free(table->told[i]);
    table->told_count = 0;
}

/* Computer players remember within one match only. */
void table_free(struct table *table) {
    forget(table);
    free(table->told);
    host_free(table->host);
    value_free(table->seen);
    value_free(table->seen_before);
    value_free(table->prompt);
    value_free(table->kit);
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
    game_view(table->game, state, SEAT_PERSON, view);
    js_open(&json, '{');
    table->game->view_json(view, SEAT_PERSON, &json);
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
    value_free(table->prompt);
    match_prompt_json(table->match, SEAT_PERSON, &json);
    table->prompt = parse(&json);
    text_free(&json);
    if (table->client->see)
        table->client->see(table);
}

/* Lines tell the hash before the first roll. On a screen it is in the help, from the start
 * on, and what the game is about stands in its place. */
static void note_opening(struct table *table) {
    struct text opening = {0};
    table->note_count = table->told_count;
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

void table_begin_again(struct table *table, const struct seed *seed) {
    forget(table);
    table->unheard = 0;
    table_begin(table, seed);
}

bool table_over(const struct table *table) {
    return match_over(table->match);
}

bool table_asks(const struct table *table) {
    struct turn turn;
    match_turn(table->match, &turn);
    return turn.kind == TURN_SEATS && (turn.seats >> SEAT_PERSON & 1);
}

bool table_may(const struct table *table) {
    struct turn turn;
    match_turn(table->match, &turn);
    if (turn.kind != TURN_SEATS || (turn.seats >> SEAT_PERSON & 1) ||
        !(turn.may >> SEAT_PERSON & 1))
        return false;
    struct actions legal = actions_new(table->game);
    match_legal(table->match, SEAT_PERSON, &legal);
    bool has_any = legal.count > 0; /* `may` goes by what everybody knows */
    actions_free(&legal);
    return has_any;
}

bool table_stops(const struct table *table) {
    return table->client->stops && table_may(table) && table->client->stops(table);
}

static bool answers_itself(const struct table *table, struct text *action) {
    return table->client->reflex && table->client->reflex(table, action);
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

static void say_all(const struct table *table, const struct events *says, struct text *out) {
    for (int i = 0; i < says->count; i++) {
        text_put(out, i ? "\n" : "");
        table_say(table, &event_of(says, i)->message, out);
    }
}

void table_say_tell(const struct table *table, const char *action, struct text *out) {
    _Alignas(max_align_t) unsigned char read[ACTION_BYTES_MAX];
    struct events *says = must_alloc(sizeof *says);
    if (match_read(table->match, SEAT_PERSON, action, read, NULL) == VERDICT_PLAYED)
        match_tell(table->match, SEAT_PERSON, read, says);
    say_all(table, says, out);
    free(says);
}

void table_say_odds(const struct table *table, struct text *out) {
    struct events *says = must_alloc(sizeof *says);
    match_odds(table->match, SEAT_PERSON, says);
    say_all(table, says, out);
    free(says);
}

void table_note(struct table *table, const char *sentence) {
    if (table->told_count == table->told_room) {
        table->told_room = table->told_room ? 2 * table->told_room : 64;
        table->told = must_realloc(table->told, (size_t)table->told_room * sizeof *table->told);
    }
    struct text copy = {0};
    text_put(&copy, sentence);
    table->told[table->told_count++] = copy.data;
}

void table_note_message(struct table *table, const struct message *message) {
    struct text sentence = {0};
    table_say(table, message, &sentence);
    table_note(table, text_string(&sentence));
    text_free(&sentence);
}

/* Only what the person's seat may see is told. */
void table_tell_events(struct table *table) {
    struct text sentence = {0};
    table->is_telling = true;
    for (int i = 0; i < table->events->count; i++) {
        const struct event *event = event_of(table->events, i);
        text_clear(&sentence);
        if (event_seen(event, SEAT_PERSON) &&
            table->client->tell(table, &event->message, &sentence))
            table_note(table, text_string(&sentence));
    }
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
