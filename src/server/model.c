/* model.c: folds the rows of the journal into the model.
 *
 * A request writes a row, and only the row changes the model, so that reloading a table gives the
 * same model. Bodies of rows are lines of plain text:
 *
 *     make       settings, `seed <seed>`, `bot <seat> <key>`
 *     set        settings, `bot <seat> <key>`
 *     sit        <seat>; words: the person's name
 *     stand      <seat>
 *     bot        <seat> <key, or - for nobody>
 *     kick       seat <seat> | person <id>
 *     wish       <seat> <value, or ->
 *     word       <seat>; words: the word
 *     start      the header of the log, and its words
 *     entry      notes, each after an @, and the lines of the log with stamps
 *     hands      the samples of a hand in the session of the previous entry
 *     keep       <seat> <bot>: a computer player takes over a person's seat
 *     back       <seat>
 *     preset     <seat> <key>...
 *     say        <seat, or -1> text | <seat, or -1> phrase <key>; words: name, line feed, text
 *     phrase     <seat> <key> <bot>
 *     again      <seat, or -1 for the owner>
 *     next       <table>
 *     owner      <person>
 *     restart    the server was down, and clocks are restarted; or, before the start: the last
 *                viewer has left
 *     close      */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/notation.h>

int model_seat_of(const struct model *model, const char *person) {
    for (int i = 0; i < model->settings.seats && *person; i++)
        if (strcmp(model->places[i].person, person) == 0)
            return i;
    return -1;
}

int model_people(const struct model *model) {
    int count = 0;
    for (int i = 0; i < model->settings.seats; i++)
        count += model->places[i].person[0] != '\0';
    return count;
}

bool model_is_sent_away(const struct model *model, const char *person) {
    for (int i = 0; i < model->sent_away_count; i++)
        if (strcmp(model->sent_away[i], person) == 0)
            return true;
    return false;
}

/* Beyond SENT_AWAY_MAX the oldest is dropped. */
void model_send_away(struct model *model, const char *person) {
    if (model_is_sent_away(model, person) || strlen(person) > REF_MAX)
        return;
    if (!model->sent_away)
        model->sent_away = must_alloc(SENT_AWAY_MAX * sizeof *model->sent_away);
    if (model->sent_away_count == SENT_AWAY_MAX)
        memmove(model->sent_away, model->sent_away + 1,
                (size_t)--model->sent_away_count * sizeof *model->sent_away);
    strcpy(model->sent_away[model->sent_away_count++], person);
}

static void said_free(struct said *said) {
    free(said->name);
    free(said->words);
}

void model_free(struct model *model) {
    for (int ear = 0; ear < EARS; ear++) {
        for (int i = 0; i < model->chat_count[ear]; i++)
            said_free(&model->chat[ear][i]);
        free(model->chat[ear]);
    }
    free(model->sent_away);
    devices_free(&model->devices);
    text_free(&model->commitment);
    if (!model->is_hosted)
        match_free(model->match);
    *model = (struct model){0};
}

static char *copy(const char *string, size_t length) {
    char *made = must_alloc(length + 1);
    memcpy(made, string, length);
    return made;
}

/* A slot for one more message, in place of the oldest if there are CHAT_KEPT. The array grows on
 * demand, because most tables have few messages. */
static struct said *chat_slot(struct model *model, int ear) {
    if (model->chat_count[ear] == CHAT_KEPT) {
        said_free(&model->chat[ear][0]);
        memmove(&model->chat[ear][0], &model->chat[ear][1], (CHAT_KEPT - 1) * sizeof(struct said));
        model->chat_count[ear]--;
    }
    if (model->chat_count[ear] == model->chat_room[ear]) {
        int room = model->chat_room[ear] ? 2 * model->chat_room[ear] : 4;
        model->chat_room[ear] = room < CHAT_KEPT ? room : CHAT_KEPT;
        model->chat[ear] =
            must_realloc(model->chat[ear], (size_t)model->chat_room[ear] * sizeof(struct said));
    }
    return &model->chat[ear][model->chat_count[ear]++];
}

const struct said *model_say(struct model *model, const struct said *said) {
    struct said *kept = NULL;
    struct said numbered = *said;
    for (int ear = 0; ear < EARS; ear++)
        numbered.ids[ear] = ear == EAR_WATCHERS || said->seat >= 0 ? ++model->chat_ids[ear] : 0;
    for (int ear = 0; ear < EARS; ear++) {
        if (!numbered.ids[ear])
            continue;
        kept = chat_slot(model, ear);
        *kept = numbered;
        kept->name = copy(said->name, strlen(said->name));
        kept->words = copy(said->words, strlen(said->words));
    }
    return kept;
}

void notes_print(const struct entry_notes *notes, int seats, struct text *out) {
    if (notes->film) {
        text_put(out, "@film ");
        text_put_number(out, notes->film);
        text_put_char(out, '\n');
    }
    if (notes->sim) {
        text_put(out, "@sim ");
        text_put_number(out, notes->sim);
        text_put_char(out, '\n');
    }
    text_put(out, notes->is_idle ? "@idle\n" : "");
    text_put(out, notes->is_auto ? "@auto\n" : "");
    if (notes->has_reserve) {
        text_put(out, "@reserve");
        for (int i = 0; i < seats; i++) {
            text_put_char(out, ' ');
            text_put_number(out, notes->reserve[i]);
        }
        text_put_char(out, '\n');
    }
}

/* Reads the line at *at without its newline; false at the end of the text. */
static bool next_line(const char **at, struct text *line) {
    size_t length = strcspn(*at, "\n");
    if (!**at)
        return false;
    text_clear(line);
    text_put_bytes(line, *at, length);
    *at += length + ((*at)[length] == '\n');
    return true;
}

static bool parse_note(const char *line, struct entry_notes *out) {
    struct scan scan = {line};
    int64_t number;
    int seat = 0;
    if (scan_word(&scan, "@film") && scan_number(&scan, 0, UINT32_MAX, &number))
        out->film = (uint32_t)number;
    else if (scan_word(&scan, "@sim") && scan_number(&scan, 0, UINT32_MAX, &number))
        out->sim = (uint32_t)number;
    else if (scan_word(&scan, "@idle"))
        out->is_idle = true;
    else if (scan_word(&scan, "@auto"))
        out->is_auto = true;
    else if (scan_word(&scan, "@reserve")) {
        out->has_reserve = true;
        while (seat < SEATS_MAX && scan_number(&scan, 0, INT64_MAX, &out->reserve[seat]))
            seat++;
    } else {
        return false;
    }
    return scan_end(&scan);
}

bool notes_parse(const char **at, struct entry_notes *out) {
    struct text line = {0};
    bool is_right = true;
    *out = (struct entry_notes){0};
    while (is_right && **at == '@' && next_line(at, &line))
        is_right = parse_note(text_string(&line), out);
    text_free(&line);
    return is_right;
}

struct match *model_match(const struct game *const *games, const char *body, size_t size,
                          struct text *why) {
    struct log_fault fault;
    struct text line = {0};
    const char *seed = strstr(body, "\nseed "), *end = seed ? strchr(seed + 1, '\n') : NULL;
    struct match *match = end ? log_begin(games, body, (size_t)(end + 1 - body), &fault) : NULL;
    const char *at = end ? end + 1 : body + size;
    while (match && next_line(&at, &line))
        if (!log_enter(match, text_string(&line), NULL)) {
            match_free(match);
            match = NULL;
        }
    if (!match)
        text_put(why, "the header of the match cannot be read by this program");
    text_free(&line);
    return match;
}

/* Handlers of rows, by kind. */

struct fold {
    const struct table_world *world;
    struct model *model;
    const struct store_row *row;
    struct scan scan;
    struct text *why;
};

static bool take_seat(struct fold *fold, int *seat) {
    int64_t number;
    if (!scan_number(&fold->scan, 0, fold->model->settings.seats - 1, &number))
        return false;
    *seat = (int)number;
    return true;
}

static bool take_word(struct fold *fold, char *out, int size) {
    return scan_any_word(&fold->scan, out, size);
}

static bool copy_ref(char *out, const char *ref) {
    if (strlen(ref) > REF_MAX)
        return false;
    strcpy(out, ref);
    return true;
}

static bool take_bot(struct fold *fold, char *out) {
    char key[WIRE_KEY_MAX + 1];
    if (!take_word(fold, key, sizeof key))
        return false;
    bool is_none = strcmp(key, "-") == 0;
    if (!is_none && !game_bot(fold->model->settings.game, key))
        return false;
    strcpy(out, is_none ? "" : key);
    return true;
}

static bool fold_bot_line(struct fold *fold) {
    int seat;
    return take_seat(fold, &seat) && take_bot(fold, fold->model->places[seat].bot);
}

static bool fold_lines(struct fold *fold) {
    struct model *model = fold->model;
    struct text line = {0};
    const char *at = fold->row->body;
    bool is_right = true;
    while (is_right && next_line(&at, &line)) {
        fold->scan.at = text_string(&line);
        if (scan_word(&fold->scan, "bot"))
            is_right = fold_bot_line(fold);
        else if (scan_word(&fold->scan, "seed"))
            is_right = seed_parse(&model->seed, fold->scan.at);
        else
            is_right =
                settings_parse_line(fold->world->games, text_string(&line), &model->settings);
    }
    text_free(&line);
    if (!is_right || !model->settings.game)
        return false;
    model->wish_option = settings_wish_option(&model->settings);
    return true;
}

static bool fold_make(struct fold *fold) {
    struct model *model = fold->model;
    settings_begin(&model->settings);
    model->made = fold->row->at;
    if (!fold_lines(fold) || !copy_ref(model->owner, fold->row->person))
        return false;
    seed_commitment(&model->seed, &model->commitment);
    return true;
}

static void leave_place(struct model *model, int seat) {
    model->places[seat] = (struct place){0};
}

static bool fold_sit(struct fold *fold) {
    struct model *model = fold->model;
    int seat, before = model_seat_of(model, fold->row->person);
    if (!take_seat(fold, &seat))
        return false;
    struct place *place = &model->places[seat];
    if (before >= 0 && before != seat)
        leave_place(model, before);
    if (before != seat)
        *place = (struct place){0};
    place->bot[0] = '\0';
    place->idles = 0;
    if (!copy_ref(place->person, fold->row->person) || strlen(fold->row->words) > NAME_BYTES_MAX)
        return false;
    strcpy(place->name, fold->row->words);
    return true;
}

static bool fold_stand(struct fold *fold) {
    int seat;
    if (!take_seat(fold, &seat))
        return false;
    leave_place(fold->model, seat);
    return true;
}

static bool fold_bot(struct fold *fold) {
    int seat;
    return take_seat(fold, &seat) && take_bot(fold, fold->model->places[seat].bot);
}

static bool fold_back(struct fold *fold) {
    int seat;
    if (!take_seat(fold, &seat))
        return false;
    fold->model->places[seat].bot[0] = '\0';
    fold->model->places[seat].idles = 0;
    return true;
}

static bool fold_kick(struct fold *fold) {
    int seat;
    if (scan_word(&fold->scan, "seat")) {
        if (!take_seat(fold, &seat))
            return false;
        leave_place(fold->model, seat);
        return true;
    }
    if (!scan_word(&fold->scan, "person"))
        return false;
    model_send_away(fold->model, fold->scan.at);
    return true;
}

static bool fold_wish(struct fold *fold) {
    int seat;
    char wish[OPTION_TEXT_MAX];
    if (!take_seat(fold, &seat) || !take_word(fold, wish, sizeof wish))
        return false;
    strcpy(fold->model->places[seat].wish, strcmp(wish, "-") == 0 ? "" : wish);
    return true;
}

static bool fold_word(struct fold *fold) {
    int seat;
    if (!take_seat(fold, &seat) || strlen(fold->row->words) > WORD_TEXT_MAX)
        return false;
    strcpy(fold->model->places[seat].word, fold->row->words);
    return true;
}

static bool fold_start(struct fold *fold) {
    struct model *model = fold->model;
    const struct wire_clock *clock = &model->settings.clock;
    model->match =
        model_match(fold->world->games, fold->row->body, fold->row->body_size, fold->why);
    if (!model->match)
        return false;
    model->state = STORE_PLAYING;
    match_set_label(model->match, model->id);
    if (clock->is_on)
        match_set_pace(model->match, &(struct pace){clock->decide, clock->reserve}, fold->row->at);
    return true;
}

/* The seat that made the last entry; for a session, the one in control. */
static int actor_of(const struct match *match, const struct turn *before) {
    int seat = match_entry(match, match_length(match) - 1).seat;
    return seat == SEAT_SIM ? before->control : seat;
}

void model_entered(struct model *model, const struct turn *before, const struct entry_notes *notes,
                   int64_t at) {
    int length = match_length(model->match), seat = actor_of(model->match, before);
    if (seat >= 0 && notes->is_idle)
        model->places[seat].idles++;
    else if (seat >= 0 && !notes->is_auto &&
             match_stamp(model->match, length - 1).actor == ACTOR_PERSON)
        model->places[seat].idles = 0;
    if (match_over(model->match)) {
        model->state = STORE_OVER;
        model->ended = at;
    }
}

static bool fold_entry(struct fold *fold) {
    struct model *model = fold->model;
    struct entering entering;
    struct entry_notes notes;
    struct text line = {0};
    const char *at = fold->row->body;
    bool is_right = model->match && notes_parse(&at, &notes);
    if (!is_right)
        return false;
    match_turn(model->match, &entering.turn);
    entering.clock = *match_clock(model->match);
    while (is_right && next_line(&at, &line))
        is_right = log_enter(model->match, text_string(&line), NULL);
    text_free(&line);
    if (!is_right || match_length(model->match) == 0)
        return false;
    clock_keep(model->match, &entering);
    if (notes.has_reserve)
        clock_set_reserve(model->match, notes.reserve);
    model_entered(model, &entering.turn, &notes, fold->row->at);
    return true;
}

/* Hands are not part of the log; they are only needed to verify a session. */
static bool fold_hands(struct fold *fold) {
    return fold->model->match != NULL;
}

static bool fold_preset(struct fold *fold) {
    const char *const *names = fold->model->settings.game->face->presets;
    char key[WIRE_KEY_MAX + 1];
    uint16_t bits = 0;
    int seat;
    if (!take_seat(fold, &seat))
        return false;
    while (take_word(fold, key, sizeof key))
        for (int i = 0; names && names[i]; i++)
            bits |= (uint16_t)(strcmp(names[i], key) == 0 ? 1 << i : 0);
    fold->model->places[seat].presets = bits;
    return true;
}

static bool fold_hold(struct fold *fold) {
    int64_t ask;
    int seat;
    if (!take_seat(fold, &seat))
        return false;
    struct place *place = &fold->model->places[seat];
    if (scan_word(&fold->scan, "ask")) {
        if (!scan_number(&fold->scan, 0, UINT32_MAX, &ask))
            return false;
        place->held_ask = (uint32_t)ask;
        return true;
    }
    place->holds = scan_word(&fold->scan, "on");
    return place->holds || scan_word(&fold->scan, "off");
}

/* The words of a deleted person are empty, and so is the message then. */
static bool fold_say(struct fold *fold) {
    const char *end = strchr(fold->row->words, '\n');
    size_t length = end ? (size_t)(end - fold->row->words) : strlen(fold->row->words);
    struct said said = {.at = fold->row->at};
    int64_t seat;
    if (!scan_number(&fold->scan, -1, SEATS_MAX - 1, &seat) ||
        !copy_ref(said.from, fold->row->person))
        return false;
    said.seat = (int)seat;
    said.is_phrase = scan_word(&fold->scan, "phrase");
    said.name = copy(fold->row->words, length);
    const char *text = end ? end + 1 : "";
    said.words =
        said.is_phrase ? copy(fold->scan.at, strlen(fold->scan.at)) : copy(text, strlen(text));
    model_say(fold->model, &said);
    said_free(&said);
    return true;
}

static bool fold_phrase(struct fold *fold) {
    struct said said = {.at = fold->row->at, .is_phrase = true};
    char key[2 * REF_MAX], bot[WIRE_KEY_MAX + 1];
    if (!take_seat(fold, &said.seat) || !take_word(fold, key, sizeof key) ||
        !take_word(fold, bot, sizeof bot))
        return false;
    said.name = bot;
    said.words = key;
    model_say(fold->model, &said);
    fold->model->last_phrase = fold->model->match ? match_length(fold->model->match) : 0;
    return true;
}

static bool fold_again(struct fold *fold) {
    int64_t seat;
    if (!scan_number(&fold->scan, -1, SEATS_MAX - 1, &seat))
        return false;
    if (seat < 0 || strcmp(fold->row->person, fold->model->owner) == 0)
        fold->model->owner_again = true;
    if (seat >= 0)
        fold->model->places[seat].wants_again = true;
    return true;
}

static bool fold_next(struct fold *fold) {
    return copy_ref(fold->model->next, fold->row->body);
}

static bool fold_owner(struct fold *fold) {
    return copy_ref(fold->model->owner, fold->row->body);
}

static bool fold_restart(struct fold *fold) {
    if (fold->model->match)
        match_restart_clocks(fold->model->match, fold->row->at);
    return true;
}

static bool fold_close(struct fold *fold) {
    fold->model->state = STORE_CLOSED;
    fold->model->ended = fold->row->at;
    return true;
}

static const struct {
    const char *kind;
    bool (*fold)(struct fold *fold);
} folds[] = {
    {"make", fold_make},     {"set", fold_lines},       {"sit", fold_sit},
    {"stand", fold_stand},   {"bot", fold_bot},         {"kick", fold_kick},
    {"wish", fold_wish},     {"word", fold_word},       {"start", fold_start},
    {"entry", fold_entry},   {"hands", fold_hands},     {"keep", fold_bot},
    {"back", fold_back},     {"preset", fold_preset},   {"say", fold_say},
    {"phrase", fold_phrase}, {"again", fold_again},     {"next", fold_next},
    {"owner", fold_owner},   {"restart", fold_restart}, {"close", fold_close},
    {"hold", fold_hold},
};

bool model_fold(const struct table_world *world, struct model *model, const struct store_row *row,
                struct text *why) {
    struct fold fold = {world, model, row, {row->body}, why};
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++) {
        if (strcmp(folds[i].kind, row->kind) != 0)
            continue;
        if (row->device[0])
            devices_count(&model->devices, row->device, row->n);
        model->last_at = row->at;
        if (folds[i].fold(&fold))
            return true;
        text_put(why, "a row of this kind cannot be read: ");
        text_put(why, row->kind);
        return false;
    }
    text_put(why, "a row of an unknown kind: ");
    text_put(why, row->kind);
    return false;
}
