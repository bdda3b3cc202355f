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
    table->heard = -1;
    table->view = must_alloc(table->game->state_size);
    table->before = must_alloc(table->game->state_size);
    table->memory = client->memory_size ? must_alloc(client->memory_size) : NULL;
    table->sealed_actions = must_alloc(SEATS_MAX * table->game->action_size);
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
static void forget_plans(struct table *table) {
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (table->bot_memories[seat])
            bot_leave(table->bots[seat], table->bot_memories[seat]);
        table->bot_memories[seat] = NULL;
    }
}

void table_free(struct table *table) {
    forget(table);
    forget_plans(table);
    free(table->told);
    match_free(table->match);
    free(table->view);
    free(table->before);
    value_free(table->seen);
    value_free(table->seen_before);
    value_free(table->prompt);
    value_free(table->kit);
    text_free(&table->seats);
    text_free(&table->refusal);
    free(table->memory);
    free(table->sealed_actions);
    free(table->events);
    free(table);
}

static void look(struct table *table) {
    struct text json = {0};
    memcpy(table->before, table->view, table->game->state_size);
    game_view(table->game, match_state(table->match), SEAT_PERSON, table->view);
    value_free(table->seen_before);
    table->seen_before = table->seen;
    match_view_json(table->match, SEAT_PERSON, &json);
    table->seen = parse(&json);
    value_free(table->prompt);
    match_prompt_json(table->match, SEAT_PERSON, &json);
    table->prompt = parse(&json);
    text_free(&json);
    if (table->client->see)
        table->client->see(table);
}

static void note_opening(struct table *table) {
    struct text opening = {0};
    table->note_count = table->told_count;
    table_say_seats(table, &opening);
    table_note(table, text_string(&opening));
    text_clear(&opening);
    table_say_fair(table, &opening);
    table_note(table, text_string(&opening));
    text_free(&opening);
}

void table_begin(struct table *table, const struct seed *seed) {
    match_free(table->match);
    forget_plans(table);
    table->match = match_new(table->game, &table->setup, seed, NULL);
    must(table->match); /* the setup was tried before */
    table->word[0] = '\0';
    table->awaits_word = table->asks_word;
    table->sealed = 0;
    table->heard = -1;
    table->events->count = 0;
    look(table);
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
static void tell(struct table *table) {
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

void table_retell(struct table *table) {
    struct match *match = table->match;
    struct match *again = match_new(table->game, match_setup(match), match_seed(match), NULL);
    must(again);
    note_opening(table);
    table->match = again;
    for (int i = 0; i < match_length(match); i++) {
        struct entry entry = match_entry(match, i);
        table->events->count = 0;
        must(match_play(again, entry.seat, entry.action, NULL, table->events, NULL) ==
             VERDICT_PLAYED);
        look(table);
        tell(table);
    }
    table->match = match;
    match_free(again);
    look(table);
}

static struct stamp stamp_of(enum actor actor) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (struct stamp){(int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000, actor};
}

/* After each entry: see, tell, save. */
static void entered(struct table *table) {
    look(table);
    tell(table);
    table_save(table);
}

static void *sealed_action(const struct table *table, int seat) {
    return table->sealed_actions + (size_t)seat * table->game->action_size;
}

static enum verdict ask_bot(struct table *table, int seat) {
    struct budget budget = {0};
    if (!table->bot_memories[seat])
        table->bot_memories[seat] = bot_sit(table->bots[seat], table->game, seat);
    return match_choose(table->match, table->bots[seat], seat, table->bot_memories[seat], &budget,
                        sealed_action(table, seat), NULL);
}

static void choose(struct table *table, int seat) {
    must(ask_bot(table, seat) == VERDICT_PLAYED);
    table->sealed |= (uint16_t)(1 << seat);
}

static void move_bot(struct table *table, uint16_t seats) {
    struct stamp stamp = stamp_of(ACTOR_BOT);
    int seat = 0;
    while (!(seats >> seat & 1))
        seat++;
    must(table->bots[seat]);
    if (!(table->sealed >> seat & 1))
        choose(table, seat);
    table->sealed &= (uint16_t) ~(1 << seat);
    must(match_play(table->match, seat, sealed_action(table, seat), &stamp, table->events, NULL) ==
         VERDICT_PLAYED);
}

/* Each computer player that only may act is asked once in a position, in turn order. */
bool table_interrupt(struct table *table) {
    struct stamp stamp = stamp_of(ACTOR_BOT);
    struct turn turn;
    match_turn(table->match, &turn);
    bool was_heard = table->heard == match_length(table->match);
    table->heard = match_length(table->match);
    for (int i = 0; !was_heard && turn.kind == TURN_SEATS && i < table->setup.seats; i++) {
        int seat = (turn.first + i) % table->setup.seats;
        bool only_may = turn.may & ~turn.seats & 1 << seat;
        if (seat == SEAT_PERSON || !only_may || ask_bot(table, seat) != VERDICT_PLAYED)
            continue;
        must(match_play(table->match, seat, sealed_action(table, seat), &stamp, table->events,
                        NULL) == VERDICT_PLAYED);
        entered(table);
        return true;
    }
    return false;
}

bool table_moves(const struct table *table) {
    struct turn turn;
    match_turn(table->match, &turn);
    return turn.kind == TURN_CHANCE && turn.takes_time;
}

/* Chance alone is at work, so looking away changes nothing. */
static void show_session(struct table *table, const struct watch *watch,
                         const struct stamp *stamp) {
    struct session *session = match_open_session(table->match);
    struct frame frame = {0};
    bool is_seen = true;
    while (is_seen && !session_over(session)) {
        session_frame(session, &frame);
        is_seen = !session_shows(session) || watch->show(watch->context, &frame, false);
        session_tick(session);
    }
    session_frame(session, &frame);
    if (is_seen)
        watch->show(watch->context, &frame, true);
    must(match_play_session(table->match, session, stamp, table->events, NULL) == VERDICT_PLAYED);
}

void table_move(struct table *table, const struct watch *watch) {
    struct turn turn;
    struct stamp stamp = stamp_of(ACTOR_UNKNOWN);
    match_turn(table->match, &turn);
    match_set_shelf(table->match, table->shelf);
    table->events->count = 0;
    if (turn.kind == TURN_SEATS)
        move_bot(table, turn.seats & (uint16_t) ~(1 << SEAT_PERSON));
    else if (watch && table_moves(table))
        show_session(table, watch, &stamp);
    else
        must(match_draw(table->match, NULL, 0, &stamp, table->events, NULL) == VERDICT_PLAYED);
    entered(table);
}

/* Whoever is asked at the same time as the person decides before the person's
 * choice is on the table, so nobody sees anything of the other's. A person who
 * only interrupts takes nobody's choice away. */
static void seal_others(struct table *table) {
    struct turn turn;
    match_turn(table->match, &turn);
    bool is_asked = turn.kind == TURN_SEATS && (turn.seats >> SEAT_PERSON & 1);
    table->sealed_question = turn.question;
    for (int seat = 0; is_asked && seat < table->setup.seats; seat++)
        if (seat != SEAT_PERSON && (turn.seats >> seat & 1) && !(table->sealed >> seat & 1))
            choose(table, seat);
}

/* A choice counts for the question it was made for: where the person, or one of
 * those before, played something that is settled first, the others are asked anew. */
static bool is_still_asked(const struct table *table, uint16_t seats) {
    struct turn turn;
    match_turn(table->match, &turn);
    return turn.kind == TURN_SEATS && turn.question == table->sealed_question &&
           (turn.seats & seats);
}

/* How many sentences of the person's own entry only tell what was done. */
static int count_echoes(const struct table *table) {
    const char *const *key = table->client->echoes;
    while (*key && (table->events->count == 0 ||
                    strcmp(*key, event_of(table->events, 0)->message.key) != 0))
        key++;
    return *key ? 1 : 0;
}

/* They also reach the disk together with it: a match that is left here and
 * resumed goes on as it would have. */
bool table_send(struct table *table, const char *action, struct message *why) {
    struct stamp stamp = stamp_of(ACTOR_PERSON);
    int told = table->told_count;
    seal_others(table);
    if (match_play_text(table->match, SEAT_PERSON, action, &stamp, table->events, why) !=
        VERDICT_PLAYED)
        return false;
    look(table);
    tell(table);
    int echoes = table->client->echoes ? count_echoes(table) : 0;
    while (table->sealed && is_still_asked(table, table->sealed)) {
        move_bot(table, table->sealed);
        look(table);
        tell(table);
    }
    table->sealed = 0;
    table->has_news = table->client->echoes && table->told_count - told > echoes;
    table_save(table);
    return true;
}
