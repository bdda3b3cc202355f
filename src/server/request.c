/* request.c: requests before the start and after the end of a match: seats, computer players,
 * settings, wishes, words, start, rematch, close.
 *
 * Checks are made in the order of the protocol: table, seat, owner, state of the table, question,
 * rules. Invariants: a refused request changes nothing; an accepted one writes a row. */
#include "table_inside.h"

#include <string.h>

bool table_fault(struct fault *fault, enum wire_code code, const char *key) {
    return fault_set(fault, code, key, NULL);
}

bool ask_refuse(struct ask *ask, enum wire_code code, const char *key) {
    return fault_set(ask->fault, code, key, NULL);
}

enum wire_code verdict_code(enum verdict verdict) {
    static const enum wire_code codes[] = {
        [VERDICT_NOT_YOUR_TURN] = CODE_NOT_YOUR_TURN,
        [VERDICT_ILLEGAL] = CODE_ILLEGAL,
        [VERDICT_STALE] = CODE_STALE,
        [VERDICT_OVER] = CODE_OVER,
        [VERDICT_DECLINED] = CODE_NOT_YOUR_TURN,
    };
    return codes[verdict];
}

bool ask_refuse_verdict(struct ask *ask, enum verdict verdict) {
    ask->fault->code = verdict_code(verdict);
    ask->fault->status = wire_codes[ask->fault->code].status;
    return false;
}

bool ask_refuse_turn(struct ask *ask) {
    ask_refuse(ask, CODE_NOT_YOUR_TURN, "kernel.not_your_turn");
    message_seat(&ask->fault->why, "seat", ask->seat);
    return false;
}

void done_open(int64_t n, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "t", "done");
    js_put_number(out, "n", n);
}

bool ask_done(struct ask *ask) {
    struct text text = {0};
    done_open(ask->wire->n, &text);
    js_close(&text, '}');
    outbox_reply(ask->table, ask->asker->route, &text);
    return true;
}

struct pending *ask_take(struct ask *ask) {
    ask->pending = pending_new(ask->table, ask->asker, ask->wire);
    outbox_answer(ask->table, ask->pending);
    return ask->pending;
}

static void write_seat(struct ask *ask, const char *kind, int seat, const char *rest) {
    struct text body = {0};
    text_put_number(&body, seat);
    text_put(&body, rest);
    journal_write(ask->table, kind, ask->asker->person, ask_take(ask), text_string(&body),
                  ask->now);
    text_free(&body);
}

static bool is_open(const struct ask *ask) {
    return ask->table->model.state == STORE_OPEN;
}

/* The connections of a person become another viewer, after all others were sent the change, and
 * with a new state that includes it. */
static void move_viewer(struct table *table, const char *person, enum viewer viewer, int64_t now) {
    for (int i = 0; i < table->connection_count; i++)
        if (connection_moves(&table->connections[i], person, viewer))
            table->connections[i].coming = viewer;
    presence_sync(table, now);
    info_tell(table, now);
    viewing_begin(table, viewer, now);
    struct item *item = outbox_add(table, ITEM_MOVE);
    item->viewer = viewer;
    strcpy(item->person, person);
    viewing_put_state(table, viewer, table->viewings[viewer].planned, &item->bytes);
}

/* A person who loses the seat may see the code only if he owns the table or came with the code. */
static void move_away(struct table *table, const char *person, int64_t now) {
    enum viewer viewer = strcmp(person, table->model.owner) == 0 ? VIEWER_OWNER
                         : person_has_code(table, person)        ? VIEWER_INVITED
                                                                 : VIEWER_WATCHER;
    move_viewer(table, person, viewer, now);
}

/* Seats. */

static bool is_free(const struct model *model, int seat) {
    return !model->places[seat].person[0] && !model->places[seat].bot[0];
}

static const char *coming_name(const struct table_world *world, const char *person) {
    return world->coming_name ? world->coming_name(world->context, person) : "";
}

static bool look_alike(const char *const ones[2], const char *const others[2]) {
    for (int i = 0; i < 4; i++) {
        const char *one = ones[i / 2], *other = others[i % 2];
        if (*one && *other && name_looks_like(one, other))
            return true;
    }
    return false;
}

bool has_lookalike(const struct table *table, const char *person, const char *name) {
    const struct model *model = &table->model;
    const char *names[] = {name, coming_name(&table->world, person)};
    for (int seat = 0; seat < model->settings.seats; seat++) {
        const struct place *place = &model->places[seat];
        const char *others[] = {place->name, coming_name(&table->world, place->person)};
        if (place->person[0] && strcmp(place->person, person) != 0 && look_alike(names, others))
            return true;
    }
    return false;
}

/* The requested seat, or a free one; -1: the request was refused. */
static int seat_to_take(struct ask *ask) {
    const struct model *model = &ask->table->model;
    if (wire_has(ask->wire, FIELD_SEAT)) {
        int seat = (int)ask->wire->seat;
        if (seat >= model->settings.seats)
            ask_refuse(ask, CODE_BAD_REQUEST, "table.no_such_seat");
        else if (seat != ask->seat && !is_free(model, seat))
            ask_refuse(ask, CODE_TAKEN, "table.taken");
        else
            return seat;
        return -1;
    }
    if (ask->seat >= 0)
        return ask->seat;
    for (int seat = 0; seat < model->settings.seats; seat++)
        if (is_free(model, seat))
            return seat;
    ask_refuse(ask, CODE_FULL, "table.full");
    return -1;
}

static bool sit_back(struct ask *ask) {
    const struct model *model = &ask->table->model;
    bool has_seat = wire_has(ask->wire, FIELD_SEAT);
    bool is_own = ask->seat >= 0 && (!has_seat || ask->wire->seat == ask->seat);
    if (has_seat && !is_own && ask->wire->seat < model->settings.seats &&
        !is_free(model, (int)ask->wire->seat))
        return ask_refuse(ask, CODE_TAKEN, "table.taken");
    if (model->state != STORE_PLAYING || !is_own)
        return ask_refuse(ask, CODE_NOT_OPEN, "table.not_open");
    return request_back(ask);
}

static void note_address(struct table *table, int seat, const char *address) {
    size_t length = strlen(address);
    if (length > ADDRESS_MAX)
        length = ADDRESS_MAX;
    memcpy(table->seats[seat].address, address, length);
    table->seats[seat].address[length] = '\0';
}

static bool request_sit(struct ask *ask) {
    struct table *table = ask->table;
    if (ask->seat < 0 && !ask->is_owner && !ask->is_watching)
        return ask_refuse(ask, CODE_FORBIDDEN, "table.watch_first");
    if (model_is_sent_away(&table->model, ask->asker->person))
        return ask_refuse(ask, CODE_FORBIDDEN, "table.sent_away");
    if (!is_open(ask))
        return sit_back(ask);
    int seat = seat_to_take(ask);
    if (seat < 0)
        return false;
    if (has_lookalike(table, ask->asker->person, ask->asker->name))
        return ask_refuse(ask, CODE_TAKEN, "table.name_taken");
    struct batch_row *row = journal_row(table, "sit", ask->asker->person, ask_take(ask), ask->now);
    text_put_number(&row->body, seat);
    text_put(&row->words, ask->asker->name);
    journal_enter(table, row);
    presence_sync(table, ask->now);
    note_address(table, seat, ask->asker->address ? ask->asker->address : "");
    if (seat != ask->seat)
        move_viewer(table, ask->asker->person, (enum viewer)seat, ask->now);
    return true;
}

static bool request_stand(struct ask *ask) {
    struct table *table = ask->table;
    if (ask->seat < 0 || (wire_has(ask->wire, FIELD_SEAT) && ask->wire->seat != ask->seat))
        return ask_refuse(ask, CODE_NOT_SEATED, "table.not_seated");
    if (table->model.state == STORE_PLAYING) {
        const char *bot = settings_stand_in(&table->model.settings)->key;
        place_keep(table, ask->seat, bot, ask->asker->person, ask_take(ask), ask->now);
        play_go(table, ask->now);
        return true;
    }
    if (!is_open(ask))
        return ask_refuse(ask, CODE_OVER, "kernel.over");
    write_seat(ask, "stand", ask->seat, "");
    presence_sync(table, ask->now);
    move_away(table, ask->asker->person, ask->now);
    return true;
}

void place_keep(struct table *table, int seat, const char *bot, const char *person,
                struct pending *pending, int64_t now) {
    struct text body = {0};
    text_put_number(&body, seat);
    if (*bot) {
        text_put_char(&body, ' ');
        text_put(&body, bot);
    }
    journal_write(table, *bot ? "keep" : "back", person, pending, text_string(&body), now);
    text_free(&body);
    play_seat(table, seat);
    if (*bot)
        session_leave(table, seat);
}

static bool keep_gone(struct ask *ask, int seat) {
    struct table *table = ask->table;
    if (table->model.state != STORE_PLAYING)
        return ask_refuse(ask, CODE_NOT_OPEN, "table.not_open");
    if (!table->model.places[seat].person[0] || table->seats[seat].here != HERE_GONE ||
        !ask->wire->bot[0])
        return ask_refuse(ask, CODE_FORBIDDEN, "table.not_gone");
    place_keep(table, seat, ask->wire->bot, ask->asker->person, ask_take(ask), ask->now);
    play_go(table, ask->now);
    return true;
}

static bool request_bot(struct ask *ask) {
    struct table *table = ask->table;
    struct model *model = &table->model;
    int seat = (int)ask->wire->seat;
    struct text rest = {0};
    if (is_open(ask) && !ask->is_owner)
        return ask_refuse(ask, CODE_NOT_OWNER, "table.not_owner");
    if (!is_open(ask) && ask->seat < 0)
        return ask_refuse(ask, CODE_NOT_SEATED, "table.not_seated");
    if (seat >= model->settings.seats)
        return ask_refuse(ask, CODE_BAD_REQUEST, "table.no_such_seat");
    if (ask->wire->bot[0] && !game_bot(model->settings.game, ask->wire->bot))
        return ask_refuse(ask, CODE_BAD_SETUP, "table.no_such_bot");
    if (!is_open(ask))
        return keep_gone(ask, seat);
    if (model->places[seat].person[0])
        return ask_refuse(ask, CODE_TAKEN, "table.taken");
    text_put_char(&rest, ' ');
    text_put(&rest, ask->wire->bot[0] ? ask->wire->bot : "-");
    write_seat(ask, "bot", seat, text_string(&rest));
    text_free(&rest);
    return true;
}

/* Removing people. */

static bool kick_seat(struct ask *ask) {
    struct table *table = ask->table;
    char person[REF_MAX + 1], body[] = "seat 0";
    int seat = (int)ask->wire->seat;
    if (!is_open(ask))
        return ask_refuse(ask, CODE_NOT_OPEN, "table.not_open");
    if (seat >= table->model.settings.seats)
        return ask_refuse(ask, CODE_BAD_REQUEST, "table.no_such_seat");
    strcpy(person, table->model.places[seat].person);
    body[5] = (char)('0' + seat);
    journal_write(table, "kick", ask->asker->person, ask_take(ask), body, ask->now);
    presence_sync(table, ask->now);
    if (*person)
        move_away(table, person, ask->now);
    return true;
}

static void send_away(struct table *table, const char *person) {
    struct item *item = outbox_add(table, ITEM_AWAY);
    struct fault fault = {.table = table->model.id};
    table_fault(&fault, CODE_FORBIDDEN, "table.sent_away");
    fault_put_message(&fault, &item->bytes);
    strcpy(item->person, person);
}

static bool kick_watcher(struct ask *ask) {
    struct table *table = ask->table;
    const char *person = ask->wire->person;
    struct text body = {0};
    bool is_there = false;
    for (int i = 0; i < table->connection_count; i++)
        is_there |= !viewer_is_seat(table->connections[i].coming) &&
                    strcmp(table->connections[i].person, person) == 0;
    if (!is_there || strcmp(person, table->model.owner) == 0 ||
        model_seat_of(&table->model, person) >= 0)
        return ask_refuse(ask, CODE_BAD_REQUEST, "table.no_such_watcher");
    text_put(&body, "person ");
    text_put(&body, person);
    journal_write(table, "kick", ask->asker->person, ask_take(ask), text_string(&body), ask->now);
    text_free(&body);
    send_away(table, person);
    return true;
}

static bool request_kick(struct ask *ask) {
    if (!ask->is_owner)
        return ask_refuse(ask, CODE_NOT_OWNER, "table.not_owner");
    return wire_has(ask->wire, FIELD_SEAT) ? kick_seat(ask) : kick_watcher(ask);
}

/* Settings. */

static bool fits_seats(struct ask *ask, const struct settings *settings) {
    const struct model *model = &ask->table->model;
    for (int seat = settings->seats; seat < model->settings.seats; seat++)
        if (!is_free(model, seat))
            return ask_refuse(ask, CODE_TAKEN, "table.seat_in_use");
    for (int seat = 0; wire_has(ask->wire, FIELD_BOTS) && seat < SEATS_MAX; seat++) {
        const char *bot = ask->wire->bots.seats[seat];
        if (*bot && (seat >= settings->seats || !game_bot(settings->game, bot)))
            return ask_refuse(ask, CODE_BAD_SETUP, "table.no_such_bot");
        if (*bot && model->places[seat].person[0])
            return ask_refuse(ask, CODE_TAKEN, "table.taken");
    }
    return true;
}

static bool request_set(struct ask *ask) {
    struct table *table = ask->table;
    struct settings settings = table->model.settings;
    uint64_t others = wire_settings & ~((uint64_t)1 << FIELD_CHAT);
    if (!ask->is_owner)
        return ask_refuse(ask, CODE_NOT_OWNER, "table.not_owner");
    if (!is_open(ask) && (ask->wire->has & others))
        return ask_refuse(ask, CODE_NOT_OPEN, "table.not_open");
    if (wire_has(ask->wire, FIELD_SEED))
        return ask_refuse(ask, CODE_BAD_SETUP, "table.seed_stands");
    if (!settings_take(&table->world, ask->wire, &settings, ask->fault) ||
        !fits_seats(ask, &settings))
        return false;
    struct batch_row *row = journal_row(table, "set", ask->asker->person, ask_take(ask), ask->now);
    settings_print(&settings, &row->body);
    for (int seat = 0; wire_has(ask->wire, FIELD_BOTS) && seat < settings.seats; seat++)
        if (ask->wire->bots.seats[seat][0]) {
            text_put(&row->body, "bot ");
            text_put_number(&row->body, seat);
            text_put_char(&row->body, ' ');
            text_put(&row->body, ask->wire->bots.seats[seat]);
            text_put_char(&row->body, '\n');
        }
    journal_enter(table, row);
    return true;
}

/* In the option's value, wishes are lower case and choices upper case. */
static char small(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* The value of the option with all wishes; false: there are none. */
static bool put_wishes(const struct model *model, char out[OPTION_TEXT_MAX]) {
    bool is_any = false;
    memset(out, 0, OPTION_TEXT_MAX);
    for (int seat = 0; seat < model->settings.seats; seat++) {
        const char *wish = model->places[seat].wish;
        out[seat] = *wish ? small(*wish) : '-';
        is_any |= *wish != '\0';
    }
    return is_any && model->wish_option;
}

static bool is_wish(const struct model *model, int seat, char letter) {
    struct model tried = {.settings = model->settings, .wish_option = model->wish_option};
    char word[OPTION_TEXT_MAX];
    struct setup setup;
    struct seed seed;
    tried.places[seat].wish[0] = letter;
    seed_from_number(&seed, 0);
    if (!put_wishes(&tried, word) || !settings_setup(&model->settings, &setup, NULL) ||
        !setup_option(&setup, model->settings.game, model->wish_option, word, NULL))
        return false;
    struct match *match = match_new(model->settings.game, &setup, &seed, NULL);
    match_free(match);
    return match != NULL;
}

static bool request_wish(struct ask *ask) {
    struct table *table = ask->table;
    char letter = ask->wire->value[0], rest[] = " -";
    if (ask->seat < 0)
        return ask_refuse(ask, CODE_NOT_SEATED, "table.not_seated");
    if (!is_open(ask))
        return ask_refuse(ask, CODE_NOT_OPEN, "table.not_open");
    bool is_none = strcmp(ask->wire->value, "-") == 0;
    if (!table->model.wish_option || strlen(ask->wire->value) != 1 ||
        (!is_none && !is_wish(&table->model, ask->seat, letter)))
        return ask_refuse(ask, CODE_BAD_SETUP, "table.no_such_wish");
    rest[1] = letter;
    write_seat(ask, "wish", ask->seat, rest);
    return true;
}

static bool is_word(const struct ask *ask) {
    const char *word = ask->wire->word;
    size_t length = strlen(word);
    return length && word[0] != ' ' && word[length - 1] != ' ';
}

static bool request_word(struct ask *ask) {
    struct table *table = ask->table;
    if (ask->seat < 0)
        return ask_refuse(ask, CODE_NOT_SEATED, "table.not_seated");
    if (!is_open(ask))
        return ask_refuse(ask, CODE_NOT_OPEN, "table.not_open");
    if (!is_word(ask))
        return ask_refuse(ask, CODE_BAD_REQUEST, "table.no_word");
    struct batch_row *row = journal_row(table, "word", ask->asker->person, ask_take(ask), ask->now);
    text_put_number(&row->body, ask->seat);
    text_put(&row->words, ask->wire->word);
    journal_enter(table, row);
    return true;
}

/* Start and end. */

static struct match *make_match(const struct model *model, struct message *why) {
    char wishes[OPTION_TEXT_MAX];
    struct setup setup;
    if (!settings_setup(&model->settings, &setup, why) ||
        (put_wishes(model, wishes) &&
         !setup_option(&setup, model->settings.game, model->wish_option, wishes, why)))
        return NULL;
    struct match *match = match_new(model->settings.game, &setup, &model->seed, why);
    for (int seat = 0; match && seat < model->settings.seats; seat++)
        if (model->places[seat].word[0])
            must(match_add_word(match, seat, model->places[seat].word, NULL));
    return match;
}

static bool request_start(struct ask *ask) {
    struct table *table = ask->table;
    struct entry_notes nothing = {0};
    if (!ask->is_owner)
        return ask_refuse(ask, CODE_NOT_OWNER, "table.not_owner");
    if (!is_open(ask))
        return ask_refuse(ask, CODE_NOT_OPEN, "table.not_open");
    for (int seat = 0; seat < table->model.settings.seats; seat++)
        if (is_free(&table->model, seat))
            return ask_refuse(ask, CODE_SEATS, "table.seats");
    guard_enter(table->world.guard, table->model.id, "start");
    struct match *match = make_match(&table->model, &ask->fault->why);
    if (!match) {
        guard_leave(table->world.guard);
        ask->fault->code = CODE_BAD_SETUP;
        return false;
    }
    struct batch_row *row =
        journal_row(table, "start", ask->asker->person, ask_take(ask), ask->now);
    log_print_header(match, &row->body);
    log_print_lines(match, 0, false, &row->body);
    match_free(match);
    viewings_delay(table, NULL, 0, ask->now);
    journal_enter(table, row);
    play_begin(table, ask->now);
    if (!table->model.settings.watch.allowed)
        send_away(table, "");
    info_tell(table, ask->now);
    viewings_step(table, NULL, match_state(table->model.match), &nothing, ask->now);
    guard_leave(table->world.guard);
    play_go(table, ask->now);
    return true;
}

static bool request_close(struct ask *ask) {
    struct table *table = ask->table;
    struct model *model = &table->model;
    int others = model_people(model) - (ask->seat >= 0);
    if (!ask->is_owner)
        return ask_refuse(ask, CODE_NOT_OWNER, "table.not_owner");
    if (model->state > STORE_PLAYING)
        return ask_refuse(ask, CODE_OVER, "kernel.over");
    if (model->state == STORE_PLAYING && others > 0)
        return ask_refuse(ask, CODE_FORBIDDEN, "table.others_sit");
    journal_write(table, "close", ask->asker->person, ask_take(ask), "", ask->now);
    acts_refuse(table);
    return true;
}

void table_end(struct table *table, int64_t now) {
    if (table->model.state > STORE_PLAYING)
        return;
    journal_write(table, "close", "", NULL, "", now);
    acts_refuse(table);
}

static bool all_want_again(const struct model *model) {
    bool all = model_people(model) > 0;
    for (int seat = 0; seat < model->settings.seats; seat++)
        all &= !model->places[seat].person[0] || model->places[seat].wants_again;
    return all || model->owner_again;
}

bool table_wants_again(const struct table *table) {
    const struct model *model = &table->model;
    return model->state == STORE_OVER && !model->next[0] && all_want_again(model) &&
           !table_is_busy(table);
}

static bool request_again(struct ask *ask) {
    struct table *table = ask->table;
    bool wanted = all_want_again(&table->model);
    if (ask->seat < 0 && !ask->is_owner)
        return ask_refuse(ask, CODE_NOT_SEATED, "table.not_seated");
    if (table->model.state != STORE_OVER)
        return ask_refuse(ask, CODE_NOT_OVER, "table.not_over");
    write_seat(ask, "again", ask->seat, "");
    if (!wanted && all_want_again(&table->model) && !table->model.next[0])
        outbox_add(table, ITEM_AGAIN);
    return true;
}

void table_next(struct table *table, const char *id, int64_t now) {
    if (table->model.state == STORE_OVER && !table->model.next[0] && !table->is_lost)
        journal_write(table, "next", "", NULL, id, now);
}

/* Dispatching. */

static bool (*const requests[TYPES])(struct ask *ask) = {
    [TYPE_WATCH] = request_watch,   [TYPE_UNWATCH] = request_unwatch, [TYPE_SIT] = request_sit,
    [TYPE_STAND] = request_stand,   [TYPE_BOT] = request_bot,         [TYPE_KICK] = request_kick,
    [TYPE_SET] = request_set,       [TYPE_WISH] = request_wish,       [TYPE_WORD] = request_word,
    [TYPE_START] = request_start,   [TYPE_ACT] = request_act,         [TYPE_HOLD] = request_hold,
    [TYPE_PRESET] = request_preset, [TYPE_CATCH] = request_catch,     [TYPE_SAY] = request_say,
    [TYPE_BACK] = request_back,     [TYPE_AGAIN] = request_again,     [TYPE_CLOSE] = request_close,
    [TYPE_HINT] = request_hint,     [TYPE_ODDS] = request_odds,       [TYPE_TELL] = request_tell,
};

static void answer_again(struct ask *ask) {
    struct text text = {0};
    done_open(ask->wire->n, &text);
    js_put_bool(&text, "again", true);
    js_close(&text, '}');
    outbox_reply(ask->table, ask->asker->route, &text);
}

/* True if a request with this number was handled already: executed, pending, or too old. */
static bool is_repeated(struct ask *ask, bool *is_taken) {
    struct table *table = ask->table;
    struct pending *pending = pending_find(table, ask->asker->device, ask->wire->n);
    *is_taken = true;
    if (pending) {
        pending->route = ask->asker->route;
        return true;
    }
    switch (devices_look(&table->model.devices, ask->asker->device, ask->wire->n)) {
    case NUMBER_NEW:
        return false;
    case NUMBER_AGAIN:
        answer_again(ask);
        return true;
    default:
        *is_taken = ask_refuse(ask, CODE_STALE, "table.old_number");
        return true;
    }
}

bool table_request(struct table *table, const struct asker *asker, const struct wire *wire,
                   int64_t now, struct fault *fault) {
    struct connection *connection = connection_find(table, asker->route);
    struct ask ask = {.table = table,
                      .asker = asker,
                      .wire = wire,
                      .fault = fault,
                      .now = now,
                      .seat = model_seat_of(&table->model, asker->person),
                      .is_owner = strcmp(table->model.owner, asker->person) == 0,
                      .is_watching = connection != NULL};
    bool is_taken;
    *fault = (struct fault){.has_n = true, .n = wire->n};
    table->active_at = now;
    if (table->is_lost)
        return ask_refuse(&ask, CODE_STORE, "table.store");
    if (wire_messages[wire->type].writes_row && is_repeated(&ask, &is_taken))
        return is_taken;
    bool is_stranger = ask.seat < 0 && !ask.is_owner && !ask.is_watching;
    if (wire->type != TYPE_WATCH && is_stranger && !table->model.settings.is_public)
        return ask_refuse(&ask, CODE_UNKNOWN_TABLE, "table.unknown");
    must(requests[wire->type]); /* the tavern handles all other types */
    return requests[wire->type](&ask);
}
