/* chat.c: the chat of a table. People write text or choose phrases; computer players occasionally
 * say phrases.
 *
 * Messages of seats go to everybody, those of watchers to watchers only. Seats and watchers number
 * the messages they get separately. */
#include "table_inside.h"

#include <string.h>

#include <spelunke/phrase.h>

static void put_members(const struct said *said, int ear, struct text *out) {
    js_put_number(out, "id", said->ids[ear]);
    js_put_string(out, "from", said->from);
    js_put_string(out, "name", said->name);
    js_key(out, "seat");
    if (said->seat >= 0)
        js_number(out, said->seat);
    else
        js_null(out);
    js_put_number(out, "at", said->at);
    js_put_string(out, said->is_phrase ? "phrase" : "text", said->words);
}

void said_json(const struct said *said, int ear, struct text *out) {
    js_open(out, '{');
    put_members(said, ear, out);
    js_close(out, '}');
}

void chat_tell(struct table *table, const struct said *said, int64_t now) {
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        int ear = viewer_is_seat((enum viewer)viewer) ? EAR_SEATS : EAR_WATCHERS;
        struct text message = {0};
        if (!table->viewings[viewer].stream.name[0] || !said->ids[ear])
            continue;
        viewing_open(table, (enum viewer)viewer, "chat", &message);
        put_members(said, ear, &message);
        js_close(&message, '}');
        viewing_post(table, (enum viewer)viewer, &message, now);
    }
}

static const struct said *last_said(const struct model *model) {
    return &model->chat[EAR_WATCHERS][model->chat_count[EAR_WATCHERS] - 1];
}

static bool is_phrase_of(const struct model *model, const char *key) {
    const char *game = model->settings.game->key;
    size_t length = strlen(game);
    for (int i = 1; i <= PHRASES; i++) {
        struct text text = {0};
        text_put(&text, ".phrase.");
        text_put_number(&text, i);
        bool is_same =
            strncmp(key, game, length) == 0 && strcmp(key + length, text_string(&text)) == 0;
        text_free(&text);
        if (is_same)
            return true;
    }
    return false;
}

bool request_say(struct ask *ask) {
    struct table *table = ask->table;
    bool is_phrase = wire_has(ask->wire, FIELD_PHRASE);
    int chat = table->model.settings.chat;
    if (ask->seat < 0 && !ask->is_owner && !ask->is_watching)
        return ask_refuse(ask, CODE_FORBIDDEN, "table.watch_first");
    if (chat == CHAT_OFF || (chat == CHAT_PHRASES && !is_phrase))
        return ask_refuse(ask, CODE_FORBIDDEN, "table.no_chat");
    if (is_phrase && !is_phrase_of(&table->model, ask->wire->phrase))
        return ask_refuse(ask, CODE_BAD_REQUEST, "table.no_such_phrase");
    struct pending *pending = ask_take(ask);
    struct batch_row *row = journal_row(table, "say", ask->asker->person, pending, ask->now);
    text_put_number(&row->body, ask->seat);
    text_put(&row->body, is_phrase ? " phrase " : " text");
    text_put(&row->body, is_phrase ? ask->wire->phrase : "");
    text_put(&row->words, ask->asker->name);
    text_put_char(&row->words, '\n');
    text_put(&row->words, is_phrase ? "" : ask->wire->text);
    journal_enter(table, row);
    chat_tell(table, last_said(&table->model), ask->now);
    return true;
}

static unsigned computers(const struct model *model) {
    unsigned seats = 0;
    for (int seat = 0; seat < model->settings.seats; seat++)
        if (model->places[seat].bot[0] && !model->places[seat].person[0])
            seats |= 1u << seat;
    return seats;
}

void chat_phrase(struct table *table, int64_t now) {
    struct model *model = &table->model;
    struct phrase_facts facts = {.events = table->play->events,
                                 .commitment = text_string(&model->commitment),
                                 .entry = match_length(model->match),
                                 .last = model->last_phrase,
                                 .computers = computers(model)};
    struct phrase phrase = {-1, 0};
    if (model->settings.chat != CHAT_OFF && facts.computers)
        phrase = phrase_after(&facts);
    if (!phrase.number)
        return;
    struct batch_row *row = journal_row(table, "phrase", "", NULL, now);
    text_put_number(&row->body, phrase.seat);
    text_put_char(&row->body, ' ');
    text_put(&row->body, model->settings.game->key);
    text_put(&row->body, ".phrase.");
    text_put_number(&row->body, phrase.number);
    text_put_char(&row->body, ' ');
    text_put(&row->body, model->places[phrase.seat].bot);
    journal_enter(table, row);
    chat_tell(table, last_said(model), now);
}

void table_rename(struct table *table, const char *person, const char *name, int64_t now) {
    struct model *model = &table->model;
    int seat = model_seat_of(model, person);
    if (seat >= 0 && strlen(name) <= NAME_BYTES_MAX) {
        strcpy(model->places[seat].name, name);
        table->info_changed = true;
    }
    for (int ear = 0; ear < EARS && !*name; ear++)
        for (int i = 0; i < model->chat_count[ear]; i++)
            if (strcmp(model->chat[ear][i].from, person) == 0) {
                model->chat[ear][i].name[0] = '\0';
                if (!model->chat[ear][i].is_phrase)
                    model->chat[ear][i].words[0] = '\0';
            }
    (void)now; /* sent with the next flush */
}
