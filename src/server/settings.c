/* settings.c: the settings of a table.
 *
 * They come from a request, are stored in the journal as lines of plain text, and are sent as JSON.
 * Options that are not set have the defaults of the game. Invariant: accepted settings give a setup
 * that the game accepts. */
#include "table_inside.h"

#include <string.h>

#include <spelunke/notation.h>

static const char *const chat_names[] = {
    [CHAT_ALL] = "all", [CHAT_PHRASES] = "phrases", [CHAT_OFF] = "off"};

void settings_begin(struct settings *out) {
    *out = (struct settings){
        .reaction = {600, 1600}, .pause = {400, 1200}, .watch = {true, 0}, .hints = true};
}

/* The arguments of the message may point into `options`. */
static bool make_setup(const struct game *game, int seats, const struct wire_options *options,
                       struct setup *out, struct message *why) {
    if (!setup_begin(out, game, seats, why))
        return false;
    for (int i = 0; i < options->count; i++)
        if (!setup_option(out, game, options->items[i].name, options->items[i].value, why))
            return false;
    return true;
}

bool settings_setup(const struct settings *settings, struct setup *out, struct message *why) {
    return make_setup(settings->game, settings->seats, &settings->options, out, why);
}

/* Whether the game can start with this setup is found out by starting a match. */
static bool can_begin(const struct game *game, const struct setup *setup, struct message *why) {
    struct seed seed;
    seed_from_number(&seed, 0);
    struct match *match = match_new(game, setup, &seed, why);
    match_free(match);
    return match != NULL;
}

static bool take_game(const struct table_world *world, const struct wire *wire,
                      struct settings *out, struct fault *fault) {
    if (!wire_has(wire, FIELD_GAME))
        return true;
    const struct game *game = game_find(world->games, wire->game);
    if (!game)
        return table_fault(fault, CODE_UNKNOWN_GAME, "table.unknown_game");
    if (out->game && out->game != game)
        return table_fault(fault, CODE_BAD_SETUP, "table.other_game");
    out->game = game;
    return true;
}

bool settings_take(const struct table_world *world, const struct wire *wire, struct settings *out,
                   struct fault *fault) {
    struct setup setup;
    if (!take_game(world, wire, out, fault))
        return false;
    out->seats = wire_has(wire, FIELD_SEATS) ? wire->seats : out->seats;
    out->is_public = wire_has(wire, FIELD_PUBLIC) ? wire->public : out->is_public;
    out->clock = wire_has(wire, FIELD_CLOCK) ? wire->clock : out->clock;
    out->reaction = wire_has(wire, FIELD_REACTION) ? wire->reaction : out->reaction;
    out->pause = wire_has(wire, FIELD_PAUSE) ? wire->pause : out->pause;
    out->watch = wire_has(wire, FIELD_WATCH) ? wire->watch : out->watch;
    out->chat = wire_has(wire, FIELD_CHAT) ? wire->chat : out->chat;
    out->hints = wire_has(wire, FIELD_HINTS) ? wire->hints : out->hints;
    /* The reason may point into the options, so those of the request are used, which live longer.
     */
    const struct wire_options *options =
        wire_has(wire, FIELD_OPTIONS) ? &wire->options : &out->options;
    if (!make_setup(out->game, out->seats, options, &setup, &fault->why) ||
        !can_begin(out->game, &setup, &fault->why)) {
        fault->code = CODE_BAD_SETUP;
        fault->status = wire_codes[CODE_BAD_SETUP].status;
        return false;
    }
    if (options != &out->options)
        out->options = *options;
    return true;
}

static void print_numbers(struct text *out, const char *key, int64_t a, int64_t b) {
    text_put(out, key);
    text_put_char(out, ' ');
    text_put_number(out, a);
    text_put_char(out, ' ');
    text_put_number(out, b);
    text_put_char(out, '\n');
}

void settings_print(const struct settings *settings, struct text *out) {
    text_put(out, "game ");
    text_put(out, settings->game->key);
    text_put_char(out, '\n');
    print_numbers(out, "seats", settings->seats, settings->is_public);
    text_put(out, "options\n");
    for (int i = 0; i < settings->options.count; i++) {
        text_put(out, "option ");
        text_put(out, settings->options.items[i].name);
        text_put_char(out, ' ');
        text_put(out, settings->options.items[i].value);
        text_put_char(out, '\n');
    }
    if (settings->clock.is_on)
        print_numbers(out, "clock", settings->clock.decide, settings->clock.reserve);
    else
        text_put(out, "no_clock\n");
    print_numbers(out, "reaction", settings->reaction.from, settings->reaction.to);
    print_numbers(out, "pause", settings->pause.from, settings->pause.to);
    print_numbers(out, "watch", settings->watch.allowed, settings->watch.delay);
    print_numbers(out, "talk", settings->chat, settings->hints);
}

static bool parse_option(struct scan *scan, struct settings *out) {
    int count = out->options.count;
    if (count == OPTIONS_MAX ||
        !scan_any_word(scan, out->options.items[count].name, WIRE_KEY_MAX) ||
        strlen(scan->at) >= OPTION_TEXT_MAX)
        return false;
    strcpy(out->options.items[count].value, scan->at);
    out->options.count++;
    return true;
}

static bool parse_game(const struct game *const *games, struct scan *scan, struct settings *out) {
    char key[WIRE_KEY_MAX + 1];
    if (!scan_any_word(scan, key, sizeof key))
        return false;
    out->game = game_find(games, key);
    return out->game != NULL;
}

bool settings_parse_line(const struct game *const *games, const char *line, struct settings *out) {
    struct scan scan = {line};
    int64_t a = 0, b = 0;
    if (scan_word(&scan, "game"))
        return parse_game(games, &scan, out);
    if (scan_word(&scan, "option"))
        return parse_option(&scan, out);
    if (scan_word(&scan, "options")) {
        out->options.count = 0;
        return true;
    }
    if (scan_word(&scan, "no_clock")) {
        out->clock = (struct wire_clock){0};
        return true;
    }
    const char *key = line;
    char name[WIRE_KEY_MAX + 1];
    if (!scan_any_word(&scan, name, sizeof name) || !scan_number(&scan, 0, INT64_MAX, &a) ||
        !scan_number(&scan, 0, INT64_MAX, &b) || !scan_end(&scan))
        return false;
    if (strncmp(key, "seats ", 6) == 0 && a <= SEATS_MAX)
        out->seats = (int)a, out->is_public = b;
    else if (strcmp(name, "clock") == 0)
        out->clock = (struct wire_clock){true, a, b};
    else if (strcmp(name, "reaction") == 0)
        out->reaction = (struct wire_span){(int32_t)a, (int32_t)b};
    else if (strcmp(name, "pause") == 0)
        out->pause = (struct wire_span){(int32_t)a, (int32_t)b};
    else if (strcmp(name, "watch") == 0)
        out->watch = (struct wire_watching){a, (int32_t)b};
    else if (strcmp(name, "talk") == 0 && a <= CHAT_OFF)
        out->chat = (int)a, out->hints = b;
    else
        return false;
    return true;
}

/* Writes a value as JSON, numbers as numbers. */
static void put_option(const struct settings *settings, int index, struct text *out) {
    const char *name = settings->options.items[index].name;
    const char *value = settings->options.items[index].value;
    struct scan scan = {value};
    int64_t number;
    bool is_number = false;
    for (int i = 0; i < param_count(settings->game->params); i++)
        if (strcmp(settings->game->params[i].name, name) == 0)
            is_number = settings->game->params[i].kind == PARAM_NUMBER;
    if (is_number && scan_number(&scan, INT32_MIN, INT32_MAX, &number) && scan_end(&scan))
        js_put_number(out, name, number);
    else
        js_put_string(out, name, value);
}

static void put_pair(struct text *out, const char *key, struct wire_span span) {
    js_key(out, key);
    js_open(out, '[');
    js_number(out, span.from);
    js_number(out, span.to);
    js_close(out, ']');
}

void settings_json(const struct settings *settings, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "game", settings->game->key);
    js_put_number(out, "seats", settings->seats);
    js_key(out, "options");
    js_open(out, '{');
    for (int i = 0; i < settings->options.count; i++)
        put_option(settings, i, out);
    js_close(out, '}');
    js_put_bool(out, "public", settings->is_public);
    js_key(out, "clock");
    if (settings->clock.is_on) {
        js_open(out, '{');
        js_put_number(out, "decide", settings->clock.decide);
        js_put_number(out, "reserve", settings->clock.reserve);
        js_close(out, '}');
    } else {
        js_null(out);
    }
    put_pair(out, "reaction", settings->reaction);
    put_pair(out, "pause", settings->pause);
    js_key(out, "watch");
    js_open(out, '{');
    js_put_bool(out, "allowed", settings->watch.allowed);
    js_put_number(out, "delay", settings->watch.delay);
    js_close(out, '}');
    js_put_string(out, "chat", chat_names[settings->chat]);
    js_put_bool(out, "hints", settings->hints);
    js_close(out, '}');
}

/* An option with text values takes wishes if it accepts a value without any wish. */
const char *settings_wish_option(const struct settings *settings) {
    const struct param *params = settings->game->params;
    char none[OPTION_TEXT_MAX] = "";
    memset(none, '-', (size_t)settings->seats);
    for (int i = 0; i < param_count(params); i++) {
        struct setup setup;
        if (params[i].kind == PARAM_WORD && settings_setup(settings, &setup, NULL) &&
            setup_option(&setup, settings->game, params[i].name, none, NULL) &&
            can_begin(settings->game, &setup, NULL))
            return params[i].name;
    }
    return NULL;
}

const struct bot *settings_stand_in(const struct settings *settings) {
    const struct bot *bot = game_bot(settings->game, "regular");
    const struct bot *const *bots = settings->game->bots;
    for (int i = 0; !bot && bots[i]; i++)
        bot = bots[i + 1] ? NULL : bots[i];
    must(bot); /* every game has one */
    return bot;
}
