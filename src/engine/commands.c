/* commands.c: one function for each command of the protocol, and their table.
 *
 * A command reads all its fields first and answers last, so a refused request has changed
 * nothing. */
#include "engine_inside.h"

#include <string.h>

#include <spelunke/must.h>

static bool say_hello(struct request *request) {
    answer_open(request);
    js_put_string(request->out, "name", "spelunke");
    js_put_string(request->out, "version", SPELUNKE_VERSION);
    js_put_number(request->out, "protocol", ENGINE_PROTOCOL);
    return true;
}

static bool list_games(struct request *request) {
    answer_open(request);
    answer_games(request);
    return true;
}

/* Options may be given as strings, integers or booleans; the kernel validates them as text. */
static bool option_text(const json_t *value, struct text *out) {
    if (string_of(value))
        text_put(out, string_of(value));
    else if (json_is_integer(value))
        text_put_number(out, json_integer_value(value));
    else if (json_is_boolean(value))
        text_put(out, json_is_true(value) ? "on" : "off");
    else
        return false;
    return true;
}

static bool read_options(struct request *request, const struct game *game, struct setup *setup) {
    json_t *options = json_object_get(request->json, "options");
    const char *name;
    json_t *value;
    if (options && !json_is_object(options))
        return fail_field(request, BAD_REQUEST, "options", "an object");
    json_object_foreach(options, name, value) {
        struct message why;
        struct text text = {0};
        bool is_text = option_text(value, &text);
        bool fits = is_text && setup_option(setup, game, name, text_string(&text), &why);
        text_free(&text);
        if (!is_text)
            return fail_field(request, BAD_SETUP, "options",
                              "an object of strings, whole numbers and booleans");
        if (!fits)
            return fail_message(request, BAD_SETUP, &why);
    }
    return true;
}

static bool read_start(struct request *request, const struct game *game, const char *name,
                       const json_t *list, struct setup *setup) {
    int64_t values[SEATS_MAX];
    int count = 0;
    struct message why;
    bool is_list = json_is_array(list) && json_array_size(list) <= SEATS_MAX;
    for (; is_list && count < (int)json_array_size(list); count++) {
        const json_t *value = json_array_get(list, (size_t)count);
        is_list = json_is_integer(value);
        values[count] = json_integer_value(value);
    }
    if (!is_list)
        return fail_field(request, BAD_SETUP, "position",
                          "an object of lists with a whole number for each seat");
    return setup_start(setup, game, name, values, count, &why) ||
           fail_message(request, BAD_SETUP, &why);
}

static bool read_position(struct request *request, const struct game *game, struct setup *setup) {
    json_t *position = json_object_get(request->json, "position");
    const char *name;
    json_t *list;
    if (position && !json_is_object(position))
        return fail_field(request, BAD_REQUEST, "position", "an object");
    json_object_foreach(position, name, list) {
        if (!read_start(request, game, name, list, setup))
            return false;
    }
    return true;
}

static bool read_seed(struct request *request, struct seed *seed) {
    const char *name;
    unsigned char secret[KEY_BYTES];
    if (!json_object_get(request->json, "seed")) {
        request->engine->host.secret(secret);
        seed_from_secret(seed, secret);
        return true;
    }
    return read_string(request, "seed", &name) &&
           (seed_parse(seed, name) ||
            fail_field(request, BAD_SETUP, "seed",
                       "a string of a 64-bit number, or of 64 hexadecimal digits"));
}

bool read_game(struct request *request, const struct game **game) {
    const char *key;
    if (!read_string(request, "game", &key))
        return false;
    *game = game_find(request->engine->host.games, key);
    return *game || fail(request, UNKNOWN_GAME, "there is no such game");
}

static bool read_setup(struct request *request, const struct game *game, struct setup *setup) {
    const json_t *seats = json_object_get(request->json, "seats");
    struct message why;
    if (!json_is_integer(seats))
        return fail_field(request, BAD_REQUEST, "seats", "the number of seats");
    bool is_small = json_integer_value(seats) >= 0 && json_integer_value(seats) <= SEATS_MAX;
    if (!setup_begin(setup, game, is_small ? (int)json_integer_value(seats) : -1, &why))
        return fail_message(request, BAD_SETUP, &why);
    return read_options(request, game, setup) && read_position(request, game, setup);
}

static bool has_place(struct request *request) {
    return request->engine->open_count < ENGINE_MATCHES_MAX ||
           fail(request, BAD_REQUEST, "too many matches are open: drop some");
}

static void answer_match(struct request *request, struct match *match) {
    struct text commitment = {0};
    seed_commitment(match_seed(match), &commitment);
    answer_open(request);
    js_put_number(request->out, "match", engine_keep(request->engine, match));
    js_put_string(request->out, "commitment", text_string(&commitment));
    answer_turn(request, match);
    text_free(&commitment);
}

static bool new_match(struct request *request) {
    const struct game *game;
    struct setup setup;
    struct seed seed;
    struct message why;
    if (!has_place(request) || !read_game(request, &game) || !read_setup(request, game, &setup) ||
        !read_seed(request, &seed))
        return false;
    struct match *match = match_new(game, &setup, &seed, &why);
    if (!match)
        return fail_message(request, BAD_SETUP, &why);
    answer_match(request, match);
    return true;
}

static bool tell_turn(struct request *request) {
    struct match *match;
    if (!read_match(request, &match))
        return false;
    answer_open(request);
    answer_turn(request, match);
    return true;
}

static bool list_legal(struct request *request) {
    struct match *match;
    int seat;
    struct text text = {0};
    if (!read_match(request, &match) || !read_seat(request, match, NULL, 0, &seat))
        return false;
    const struct game *game = match_game(match);
    struct actions actions = actions_new(game);
    game_legal(game, match_state(match), seat, &actions);
    answer_open(request);
    js_key(request->out, "actions");
    js_open(request->out, '[');
    for (int i = 0; i < actions.count; i++) {
        text_clear(&text);
        game->print_action(actions_at(&actions, i), &text);
        js_string(request->out, text_string(&text));
    }
    js_close(request->out, ']');
    answer_ask(request, match, seat);
    text_free(&text);
    actions_free(&actions);
    return true;
}

/* A seat's number, or "chance" or "sim" for a scripted outcome. */
static bool read_actor(struct request *request, const struct match *match, int *seat) {
    const char *name = string_of(json_object_get(request->json, "seat"));
    bool is_sim = name && strcmp(name, "sim") == 0;
    return read_seat(request, match, is_sim ? "sim" : "chance", is_sim ? SEAT_SIM : SEAT_CHANCE,
                     seat);
}

static bool answer_played(struct request *request, const struct match *match) {
    answer_events(request, match);
    answer_turn(request, match);
    return true;
}

static bool play(struct request *request) {
    struct engine *engine = request->engine;
    struct match *match;
    struct message why;
    const char *text;
    int seat;
    int64_t ask = 0;
    bool has_ask = json_object_get(request->json, "ask");
    if (!read_match(request, &match) || !read_actor(request, match, &seat) ||
        !read_string(request, "action", &text) ||
        !read_number(request, "ask", INT64_MIN, INT64_MAX, &ask))
        return false;
    if (has_ask && match_is_stale(match, seat, ask, &why))
        return fail_verdict(request, VERDICT_STALE, &why);
    enum verdict verdict = match_play_text(match, seat, text, NULL, &engine->events, &why);
    if (verdict != VERDICT_PLAYED)
        return fail_verdict(request, verdict, &why);
    answer_open(request);
    return answer_played(request, match);
}

static bool read_bot(struct request *request, const struct match *match, const struct bot **bot) {
    const char *key;
    if (!read_string(request, "bot", &key))
        return false;
    *bot = game_bot(match_game(match), key);
    return *bot || fail(request, BAD_REQUEST, "this game has no such bot");
}

static bool answer_drawn(struct request *request, const struct match *match, enum verdict verdict,
                         const struct message *why) {
    if (verdict != VERDICT_PLAYED)
        return fail_verdict(request, verdict, why);
    answer_open(request);
    answer_action(request, match_game(match), match_entry(match, match_length(match) - 1).action);
    return answer_played(request, match);
}

static bool draw(struct request *request, struct match *match, int hand_count) {
    struct engine *engine = request->engine;
    struct message why;
    return answer_drawn(request, match,
                        match_draw(match, engine->hands, hand_count, NULL, &engine->events, &why),
                        &why);
}

/* Each request uses a new bot memory, so an answer depends on the match alone. */
static bool steer(struct request *request, struct match *match) {
    const struct bot *bot;
    struct budget budget = {0};
    struct turn turn;
    struct message why;
    if (!read_bot(request, match, &bot))
        return false;
    match_turn(match, &turn);
    void *memory = bot_sit(bot, match_game(match), turn.control);
    enum verdict verdict =
        match_draw_steered(match, bot, memory, &budget, NULL, &request->engine->events, &why);
    bot_leave(bot, memory);
    return answer_drawn(request, match, verdict, &why);
}

static bool draw_chance(struct request *request) {
    struct match *match;
    return read_match(request, &match) && draw(request, match, 0);
}

/* With hand samples, or with the hand of a bot. */
static bool run_sim(struct request *request) {
    struct match *match;
    struct turn turn;
    struct message why;
    bool has_bot = json_object_get(request->json, "bot");
    int count = 0;
    if (!read_match(request, &match) || (!has_bot && !read_hands(request, &count)))
        return false;
    match_turn(match, &turn);
    if (turn.kind == TURN_SIM || turn.kind == TURN_OVER)
        return has_bot ? steer(request, match) : draw(request, match, count);
    refuse(&why, "kernel.no_sim");
    return fail_message(request, NOT_YOUR_TURN, &why);
}

struct limit {
    int64_t (*now)(void);
    int64_t end;
};

static bool is_past(void *context) {
    const struct limit *limit = context;
    return limit->now() >= limit->end;
}

/* By public facts the seat may interrupt, but it has no legal action. Its bot is asked like any
 * other and can only decline. */
static bool can_only_decline(const struct match *match, int seat, enum verdict verdict) {
    struct turn turn;
    match_turn(match, &turn);
    return verdict == VERDICT_NOT_YOUR_TURN && turn.kind == TURN_SEATS && turn_asks(&turn, seat);
}

static bool ask_bot(struct request *request) {
    const struct engine_host *host = &request->engine->host;
    struct match *match;
    const struct bot *bot;
    struct message why;
    int seat;
    int64_t ms = -1, effort = 0;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    if (!read_match(request, &match) || !read_seat(request, match, NULL, 0, &seat) ||
        !read_bot(request, match, &bot) || !read_number(request, "ms", 0, ENGINE_MS_MAX, &ms) ||
        !read_number(request, "effort", 0, ENGINE_EFFORT_MAX, &effort))
        return false;
    struct limit limit = {host->now, ms < 0 ? 0 : host->now() + ms};
    struct budget budget = {(int)effort, ms < 0 ? NULL : is_past, &limit};
    void *memory = bot_sit(bot, match_game(match), seat);
    enum verdict verdict = match_choose(match, bot, seat, memory, &budget, action, &why);
    bot_leave(bot, memory);
    if (verdict != VERDICT_PLAYED && verdict != VERDICT_DECLINED &&
        !can_only_decline(match, seat, verdict))
        return fail_verdict(request, verdict, &why);
    answer_open(request);
    if (verdict == VERDICT_PLAYED) {
        answer_action(request, match_game(match), action);
    } else {
        js_key(request->out, "action");
        js_null(request->out);
    }
    return true;
}

static bool show_view(struct request *request) {
    struct match *match;
    int seat;
    if (!read_match(request, &match) || !read_seat(request, match, "watcher", SEAT_WATCHER, &seat))
        return false;
    answer_open(request);
    js_key(request->out, "view");
    match_view_json(match, seat, request->out);
    return true;
}

static bool tell_score(struct request *request) {
    struct match *match;
    struct score score = {0};
    if (!read_match(request, &match))
        return false;
    match_game(match)->score(match_state(match), &score);
    answer_open(request);
    js_key(request->out, "scores");
    js_open(request->out, '[');
    for (int seat = 0; seat < match_setup(match)->seats; seat++)
        js_number(request->out, score.points[seat]);
    js_close(request->out, ']');
    js_put_seats(request->out, "winners", score.winners);
    js_put_bool(request->out, "over", match_over(match));
    return true;
}

static bool add_word(struct request *request) {
    struct match *match;
    struct message why;
    const char *word;
    int seat;
    if (!read_match(request, &match) || !read_seat(request, match, NULL, 0, &seat) ||
        !read_string(request, "word", &word))
        return false;
    if (!match_add_word(match, seat, word, &why))
        return fail_message(request, BAD_REQUEST, &why);
    answer_open(request);
    return true;
}

static bool show_log(struct request *request) {
    struct match *match;
    struct text log = {0};
    if (!read_match(request, &match))
        return false;
    log_print(match, false, &log);
    answer_open(request);
    js_put_string(request->out, "log", text_string(&log));
    text_free(&log);
    return true;
}

static bool load_log(struct request *request) {
    struct engine *engine = request->engine;
    const char *log;
    if (!has_place(request) || !read_string(request, "log", &log))
        return false;
    struct match *match = log_parse(engine->host.games, log, strlen(log), &engine->log_fault);
    if (!match)
        return fail_log(request, &engine->log_fault);
    answer_match(request, match);
    return true;
}

static bool drop_match(struct request *request) {
    int64_t number;
    if (!read_match_number(request, &number))
        return false;
    engine_drop(request->engine, number);
    answer_open(request);
    return true;
}

static const struct command commands[] = {
    {"play", play},         {"chance", draw_chance},
    {"legal", list_legal},  {"view", show_view},
    {"bot", ask_bot},       {"turn", tell_turn},
    {"new", new_match},     {"drop", drop_match},
    {"score", tell_score},  {"sim", run_sim},
    {"log", show_log},      {"load", load_log},
    {"word", add_word},     {"games", list_games},
    {"hello", say_hello},   {"prompt", command_prompt},
    {"tell", command_tell}, {"odds", command_odds},
    {"kit", command_kit},
};

const struct command *command_find(const char *name) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

void command_names(struct text *out) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        text_put(out, i ? ", " : "");
        text_put(out, commands[i].name);
    }
}
