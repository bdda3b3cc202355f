/* info.c: the info of a table: seats, settings, start, end.
 *
 * It is rendered from a loaded table, or from its index entry, whose note has what the columns do
 * not have. Invariants: the code is shown only to those who have a seat, own the table or came with
 * the code; which seats share an address is shown only to the owner of a public table. */
#include "table_inside.h"

#include <string.h>

#include <spelunke/notation.h>

#include "compact/diff.h"

static const char *const here_names[] = {
    [HERE_YES] = "yes", [HERE_AWAY] = "away", [HERE_GONE] = "gone"};

/* The input of an info, from either source. */
struct facts {
    const char *game, *owner, *code, *commitment, *next;
    const char *settings, *wishes; /* JSON */
    enum store_state state;
    bool is_public;
    int seats, watchers;
    unsigned words, again;
    struct {
        const char *person, *name, *bot;
        enum here here;
        unsigned same; /* the seats that share its address, including itself */
    } places[SEATS_MAX];
};

static const char *state_name(enum store_state state) {
    return state == STORE_OPEN ? "open" : state == STORE_PLAYING ? "playing" : "over";
}

static void put_raw(struct text *out, const char *key, const char *json) {
    js_key(out, key);
    text_put(out, json);
}

static void put_place(const struct facts *facts, int seat, struct text *out) {
    const char *person = facts->places[seat].person, *bot = facts->places[seat].bot;
    if (!*person && !*bot) {
        js_null(out);
        return;
    }
    js_open(out, '{');
    if (*person) {
        js_put_string(out, "person", person);
        js_put_string(out, "name", facts->places[seat].name);
        js_put_string(out, "here", here_names[facts->places[seat].here]);
    }
    js_key(out, "bot");
    if (*bot)
        js_string(out, bot);
    else
        js_null(out);
    js_close(out, '}');
}

static void put_same(const struct facts *facts, struct text *out) {
    js_key(out, "same");
    js_open(out, '[');
    for (int seat = 0; seat < facts->seats; seat++) {
        unsigned same = facts->places[seat].same;
        bool is_first = (same & ((1u << seat) - 1)) == 0;
        if (!is_first || !(same & (same - 1)))
            continue;
        js_open(out, '[');
        for (int other = 0; other < facts->seats; other++)
            if (same >> other & 1)
                js_number(out, other);
        js_close(out, ']');
    }
    js_close(out, ']');
}

static bool is_owner(const struct facts *facts, enum viewer viewer) {
    return viewer == VIEWER_OWNER || (viewer_is_seat(viewer) && *facts->owner &&
                                      strcmp(facts->places[viewer].person, facts->owner) == 0);
}

static void put_info(const struct facts *facts, enum viewer viewer, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "game", facts->game);
    js_put_string(out, "state", state_name(facts->state));
    js_put_string(out, "owner", facts->owner);
    js_put_bool(out, "public", facts->is_public);
    if (viewer != VIEWER_WATCHER)
        js_put_string(out, "code", facts->code);
    put_raw(out, "wishes", facts->wishes);
    put_raw(out, "settings", facts->settings);
    js_key(out, "seats");
    js_open(out, '[');
    for (int seat = 0; seat < facts->seats; seat++)
        put_place(facts, seat, out);
    js_close(out, ']');
    js_put_number(out, "watchers", facts->watchers);
    if (facts->is_public && is_owner(facts, viewer))
        put_same(facts, out);
    js_put_string(out, "commitment", facts->commitment);
    js_put_seats(out, "words", facts->words);
    js_put_seats(out, "again", facts->again);
    js_key(out, "next");
    if (*facts->next)
        js_string(out, facts->next);
    else
        js_null(out);
    js_close(out, '}');
}

static void put_wishes(const struct model *model, struct text *out) {
    if (!model->wish_option) {
        js_null(out);
        return;
    }
    js_open(out, '[');
    for (int seat = 0; seat < model->settings.seats; seat++)
        if (model->places[seat].wish[0])
            js_string(out, model->places[seat].wish);
        else
            js_null(out);
    js_close(out, ']');
}

static unsigned same_address(const struct attendance *seats, int count, int seat) {
    const char *address = seats[seat].address;
    unsigned same = 1u << seat;
    for (int other = 0; other < count; other++)
        if (*address && seats[other].person[0] && strcmp(seats[other].address, address) == 0)
            same |= 1u << other;
    return same;
}

static unsigned seats_with_words(const struct model *model) {
    unsigned seats = 0;
    for (int seat = 0; seat < model->settings.seats; seat++)
        seats |= model->places[seat].word[0] ? 1u << seat : 0;
    return seats;
}

static unsigned seats_again(const struct model *model) {
    unsigned seats = 0;
    for (int seat = 0; seat < model->settings.seats; seat++)
        seats |= model->places[seat].wants_again ? 1u << seat : 0;
    return seats;
}

/* The facts point into the two texts. */
static void table_facts(const struct table *table, struct text *settings, struct text *wishes,
                        struct facts *out) {
    const struct model *model = &table->model;
    settings_json(&model->settings, settings);
    put_wishes(model, wishes);
    *out = (struct facts){.game = model->settings.game->key,
                          .owner = model->owner,
                          .code = model->code,
                          .commitment = text_string(&model->commitment),
                          .next = model->next,
                          .settings = text_string(settings),
                          .wishes = text_string(wishes),
                          .state = model->state,
                          .is_public = model->settings.is_public,
                          .seats = model->settings.seats,
                          .watchers = watchers_count(table->connections, table->connection_count),
                          .words = seats_with_words(model),
                          .again = seats_again(model)};
    for (int seat = 0; seat < out->seats; seat++) {
        out->places[seat].person = model->places[seat].person;
        out->places[seat].name = model->places[seat].name;
        out->places[seat].bot = model->places[seat].bot;
        out->places[seat].here = table->seats[seat].here;
        out->places[seat].same = same_address(table->seats, out->seats, seat);
    }
}

void info_json(const struct table *table, enum viewer viewer, struct text *out) {
    struct text settings = {0}, wishes = {0};
    struct facts facts;
    table_facts(table, &settings, &wishes, &facts);
    put_info(&facts, viewer, out);
    text_free(&settings);
    text_free(&wishes);
}

void info_tell(struct table *table, int64_t now) {
    if (!table->info_changed)
        return;
    table->info_changed = false;
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        struct viewing *viewing = &table->viewings[viewer];
        struct text info = {0}, message = {0};
        if (!viewing->stream.name[0])
            continue;
        info_json(table, (enum viewer)viewer, &info);
        viewing_open(table, (enum viewer)viewer, "info", &message);
        bool has_changed = diff_put_member("d", &viewing->info, &info, &message);
        text_free(&viewing->info);
        viewing->info = info;
        if (has_changed) {
            js_close(&message, '}');
            viewing_post(table, (enum viewer)viewer, &message, now);
        }
        text_free(&message);
    }
    /* For delayed watchers, the list is updated with the delayed info. */
    if (!table->viewings[VIEWER_WATCHER].is_late)
        outbox_add(table, ITEM_CHANGED);
}

/* Items of lists. */

static void open_item(const char *table, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "table", table);
    js_key(out, "info");
}

static struct slice slice_of(const char *text) {
    return (struct slice){text, strlen(text)};
}

bool tail_info(const struct text *tail, struct slice *out) {
    struct slice inside = {text_string(tail), tail->length};
    struct member info;
    bool is_there = compact_find(&inside, slice_of("\"info\""), &info);
    if (is_there)
        *out = info.value;
    return is_there;
}

void table_put_item(const struct table *table, const struct glance *glance, struct text *out) {
    const struct viewing *viewing = &table->viewings[glance->viewer];
    struct slice seen;
    open_item(table->model.id, out);
    if (viewing->is_late && !glance->sees_present && tail_info(&viewing->tail, &seen))
        text_put_bytes(out, seen.at, seen.length);
    else
        info_json(table, glance->viewer, out);
    js_close(out, '}');
}

struct listing table_listing(const struct table *table) {
    const struct viewing *viewing = &table->viewings[VIEWER_WATCHER];
    const struct model *model = &table->model;
    struct listing listing = {model->settings.game->key, model->settings.is_public, model->made,
                              model->state, model->state};
    struct slice seen;
    struct member state;
    if (!viewing->is_late || model->state > STORE_OVER || !tail_info(&viewing->tail, &seen))
        return listing;
    seen = compact_inside(seen);
    must(compact_find(&seen, slice_of("\"state\""), &state));
    struct slice name = compact_inside(state.value);
    for (int i = STORE_OPEN; i <= STORE_OVER; i++)
        if (slice_equals(name, slice_of(state_name((enum store_state)i))))
            listing.seen = (enum store_state)i;
    return listing;
}

/* The note of the index entry: lines. */
void note_print(const struct table *table, struct text *out) {
    const struct model *model = &table->model;
    text_put(out, text_string(&model->commitment));
    text_put_char(out, '\n');
    text_put_number(out, seats_with_words(model));
    text_put_char(out, ' ');
    text_put_number(out, seats_again(model));
    text_put_char(out, ' ');
    text_put_number(out, model->settings.watch.delay);
    text_put_char(out, '\n');
    text_put(out, model->next[0] ? model->next : "-");
    text_put_char(out, '\n');
    for (int seat = 0; seat < model->settings.seats; seat++) {
        text_put(out, seat ? " " : "");
        text_put(out, model->places[seat].bot[0] ? model->places[seat].bot : "-");
    }
    text_put_char(out, '\n');
    put_wishes(model, out);
    text_put_char(out, '\n');
    settings_json(&model->settings, out);
    text_put_char(out, '\n');
}

/* A note, split into its lines in place. */
struct note {
    struct text text;
    char *lines[6];
    char bots[SEATS_MAX][WIRE_KEY_MAX + 1];
};

static void note_cut(const char *note, struct note *out) {
    static char nothing[] = "";
    *out = (struct note){0};
    text_put(&out->text, *note ? note : "\n");
    char *at = out->text.data;
    for (int i = 0; i < 6; i++) {
        char *end = at ? strchr(at, '\n') : NULL;
        out->lines[i] = at && end ? at : nothing;
        if (end)
            *end = '\0';
        at = end ? end + 1 : NULL;
    }
}

static void note_bots(struct note *note) {
    struct scan scan = {note->lines[3]};
    char bot[WIRE_KEY_MAX + 1];
    for (int seat = 0; seat < SEATS_MAX && scan_any_word(&scan, bot, sizeof bot); seat++)
        strcpy(note->bots[seat], strcmp(bot, "-") == 0 ? "" : bot);
}

static const char *or_null(const char *json) {
    return *json ? json : "null";
}

/* If the table does not hibernate, nobody was connected for at least `alone` ms. */
static void hibernation_facts(const struct hibernation *hibernation, int64_t alone,
                              struct facts *out) {
    for (int seat = 0; seat < out->seats; seat++) {
        out->places[seat].here = hibernation ? hibernation->seats[seat].here : here_after(alone);
        out->places[seat].same =
            hibernation ? same_address(hibernation->seats, out->seats, seat) : 1u << seat;
    }
    out->watchers =
        hibernation ? watchers_count(hibernation->connections, hibernation->connection_count) : 0;
}

enum store_state entry_seen(const struct store_entry *entry, int64_t now) {
    bool is_shown = entry->state != STORE_OVER || now >= entry->ended + entry_delay(entry);
    return is_shown ? entry->state : STORE_PLAYING;
}

/* While the end is hidden by the delay, wishes for a rematch are hidden too. */
static void hide_end(const struct store_entry *entry, const struct glance *glance,
                     struct facts *facts) {
    if (viewer_is_seat(glance->viewer) || glance->sees_present)
        return;
    facts->state = entry_seen(entry, glance->now);
    if (facts->state == entry->state)
        return;
    facts->again = 0;
    facts->next = "";
}

void entry_put_item(const struct store_entry *entry, const struct hibernation *hibernation,
                    const struct glance *glance, struct text *out) {
    struct note note;
    note_cut(entry->note, &note);
    note_bots(&note);
    struct scan scan = {note.lines[1]};
    int64_t words = 0, again = 0;
    scan_number(&scan, 0, UINT16_MAX, &words);
    scan_number(&scan, 0, UINT16_MAX, &again);
    struct facts facts = {.game = entry->game,
                          .owner = entry->owner,
                          .code = entry->code,
                          .commitment = note.lines[0],
                          .next = strcmp(note.lines[2], "-") == 0 ? "" : note.lines[2],
                          .settings = or_null(note.lines[5]),
                          .wishes = or_null(note.lines[4]),
                          .state = entry->state,
                          .is_public = entry->is_public,
                          .seats = entry->seats,
                          .words = (unsigned)words,
                          .again = (unsigned)again};
    for (int seat = 0; seat < entry->seats; seat++) {
        facts.places[seat].person = entry->people[seat];
        facts.places[seat].name = entry->names[seat] ? entry->names[seat] : "";
        facts.places[seat].bot = note.bots[seat];
    }
    int64_t alone_since = entry->made > glance->since ? entry->made : glance->since;
    hibernation_facts(hibernation, glance->now - alone_since, &facts);
    hide_end(entry, glance, &facts);
    open_item(entry->table, out);
    put_info(&facts, glance->viewer, out);
    js_close(out, '}');
    text_free(&note.text);
}

int64_t entry_delay(const struct store_entry *entry) {
    struct note note;
    note_cut(entry->note, &note);
    struct scan scan = {note.lines[1]};
    int64_t words, again, delay = 0;
    if (!scan_number(&scan, 0, UINT16_MAX, &words) || !scan_number(&scan, 0, UINT16_MAX, &again) ||
        !scan_number(&scan, 0, INT32_MAX, &delay))
        delay = 0;
    text_free(&note.text);
    return delay;
}

bool entry_viewer(const struct store_entry *entry, const char *person, const char *code,
                  enum viewer *viewer) {
    bool has_code = code && *code, is_right = has_code && strcmp(code, entry->code) == 0;
    for (int seat = 0; seat < entry->seats && *person; seat++)
        if (strcmp(entry->people[seat], person) == 0) {
            *viewer = (enum viewer)seat;
            return true;
        }
    *viewer = VIEWER_OWNER;
    if (*person && strcmp(entry->owner, person) == 0)
        return true;
    *viewer = is_right ? VIEWER_INVITED : VIEWER_WATCHER;
    return is_right || (entry->is_public && !has_code);
}
