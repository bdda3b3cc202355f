/* door.c: the start form, generated from the declarations of the games. */
#include "door.h"

#include <stdio.h>
#include <string.h>

#include <spelunke/log.h>
#include <spelunke/must.h>

#include "state_folder.h"
#include "utf8.h"

enum { PLAYERS_USUAL = 4 };
static const char *const strength_keys[STRENGTHS] = {"terminal.door_easy", "terminal.door_middling",
                                                     "terminal.door_strong"};

const char *door_word(const struct door *door, const char *key) {
    const char *text = words_find(door->language, key);
    return text ? text : key;
}

/* A text of the game's own, such as `polterfass.about`; NULL: there is none. */
static const char *game_word(const struct game *game, enum language language, const char *what,
                             const char *name) {
    struct text key = {0};
    text_put(&key, game->key);
    text_put(&key, what);
    text_put(&key, name);
    const char *word = words_find(language, text_string(&key));
    text_free(&key);
    return word;
}

static const struct game *game_at(int index) {
    for (const struct game *const *game = game_list; *game; game++)
        if (terminal_has((*game)->key) && index-- == 0)
            return *game;
    return NULL;
}

static int count_games(void) {
    int count = 0;
    while (game_at(count))
        count++;
    return count;
}

/* A param offers its numbers, then its named values. */
static int count_values(const struct param *param) {
    const char *const *values = param_values(param);
    int count = param->kind == PARAM_NUMBER ? param->max - param->min + 1 : 0;
    for (; values && *values; values++)
        count++;
    return count;
}

static void say_value(const struct param *param, int choice, struct text *out) {
    int numbers = param->kind == PARAM_NUMBER ? param->max - param->min + 1 : 0;
    if (choice < numbers)
        text_put_number(out, param->min + choice);
    else
        text_put(out, param_values(param)[choice - numbers]);
}

static bool is_value(const struct param *param, int choice, const char *value) {
    struct text text = {0};
    say_value(param, choice, &text);
    bool is_it = strcmp(text_string(&text), value) == 0;
    text_free(&text);
    return is_it;
}

/* The default of a setting. */
static int usual_choice(const struct param *param) {
    int choice = 0, count = count_values(param);
    while (choice < count && !is_value(param, choice, param_offer(param)))
        choice++;
    return choice < count ? choice : 0;
}

/* The characters of the kit, if the game has a setting `characters` that takes a word by seat. */
static const struct value *characters(const struct door *door) {
    for (const struct param *param = door->game->params; param->name; param++)
        if (param->kind == PARAM_WORD && strcmp(param->name, "characters") == 0)
            return value_get(door->kit, param->name);
    return value_get(door->kit, "");
}

static int count_bots(const struct game *game) {
    int count = 0;
    while (game->bots[count])
        count++;
    return count;
}

static int count_strengths(const struct game *game) {
    int bots = count_bots(game);
    return bots < STRENGTHS ? bots : STRENGTHS;
}

/* Only the strongest computer players are offered; a game lists them from the weakest on. */
static const struct bot *bot_of(const struct game *game, int strength) {
    return game->bots[count_bots(game) - count_strengths(game) + strength];
}

/* Whether there is a match that can be resumed. Damaged, finished and incompatible ones do not
 * count; they are reported when the match begins. */
static bool has_open_match(const struct game *game) {
    struct text path = {0}, log = {0};
    struct log_fault fault;
    state_path(game->key, ".log", &path);
    struct match *match = path.length && state_read(text_string(&path), &log)
                              ? log_parse(game_list, text_string(&log), log.length, &fault)
                              : NULL;
    bool is_open = match && match_game(match) == game && !match_over(match);
    match_free(match);
    text_free(&path);
    text_free(&log);
    return is_open;
}

/* The defaults for a match at the terminal. */
static struct choices usual_choices(const struct game *game) {
    struct choices choices = {.is_made = true, .strength = count_strengths(game) / 2};
    choices.has_saved = choices.resumes = has_open_match(game);
    choices.players = PLAYERS_USUAL < game->seats_min   ? game->seats_min
                      : PLAYERS_USUAL > game->seats_max ? game->seats_max
                                                        : PLAYERS_USUAL;
    for (int i = 0; i < param_count(game->params); i++)
        choices.settings[i] = usual_choice(&game->params[i]);
    return choices;
}

static void take_game(struct door *door, int index) {
    struct text json = {0};
    must(index < DOOR_GAMES_MAX);
    door->game = game_at(index);
    door->chosen = &door->of_game[index];
    if (!door->chosen->is_made)
        *door->chosen = usual_choices(door->game);
    game_kit_json(door->game, &json);
    value_free(door->kit);
    door->kit = value_parse(text_string(&json), json.length);
    must(door->kit);
    text_free(&json);
}

/* The first game with an unfinished match, else the first of all. */
static int first_game(void) {
    for (int i = 0; game_at(i); i++)
        if (has_open_match(game_at(i)))
            return i;
    return 0;
}

void door_open(struct door *door, const struct welcome *welcome) {
    *door = (struct door){.language = welcome->language};
    snprintf(door->name, sizeof door->name, "%s", welcome->name);
    take_game(door, first_game());
}

void door_close(struct door *door) {
    value_free(door->kit);
}

/* A resumed match keeps its settings. */
static bool is_asked(const struct door *door, enum row_kind kind) {
    if (kind == ROW_MATCH)
        return door->chosen->has_saved;
    if (kind == ROW_CHARACTER && !value_count(characters(door)))
        return false;
    return kind < ROW_NAME || !door->chosen->resumes;
}

int door_rows(const struct door *door, struct row rows[DOOR_ROWS_MAX]) {
    int count = 0;
    for (int kind = ROW_GAME; kind < ROW_SETTING; kind++)
        if (is_asked(door, (enum row_kind)kind))
            rows[count++] = (struct row){(enum row_kind)kind, 0};
    for (int i = 0; !door->chosen->resumes && i < param_count(door->game->params); i++)
        if (door->game->params[i].kind != PARAM_WORD)
            rows[count++] = (struct row){ROW_SETTING, i};
    return count;
}

int door_count(const struct door *door, struct row row) {
    const struct game *game = door->game;
    switch (row.kind) {
    case ROW_GAME:
        return count_games();
    case ROW_MATCH:
        return 2;
    case ROW_LANGUAGE:
        return LANGUAGE_COUNT;
    case ROW_NAME:
        return 0;
    case ROW_OPPONENTS:
        return count_strengths(game);
    case ROW_PLAYERS:
        return game->seats_max - game->seats_min + 1;
    case ROW_CHARACTER:
        return value_count(characters(door)) + 1;
    case ROW_SETTING:
        break;
    }
    return count_values(&game->params[row.param]);
}

int door_choice(const struct door *door, struct row row) {
    int game = 0;
    while (game_at(game) != door->game)
        game++;
    const int choices[] = {
        [ROW_GAME] = game,
        [ROW_MATCH] = !door->chosen->resumes,
        [ROW_LANGUAGE] = (int)door->language,
        [ROW_NAME] = 0,
        [ROW_OPPONENTS] = door->chosen->strength,
        [ROW_PLAYERS] = door->chosen->players - door->game->seats_min,
        [ROW_CHARACTER] = door->chosen->character,
        [ROW_SETTING] = door->chosen->settings[row.param],
    };
    return choices[row.kind];
}

void door_choose(struct door *door, struct row row, int choice) {
    must(choice >= 0 && choice < door_count(door, row));
    if (row.kind == ROW_GAME)
        take_game(door, choice);
    else if (row.kind == ROW_MATCH)
        door->chosen->resumes = choice == 0;
    else if (row.kind == ROW_LANGUAGE)
        door->language = (enum language)choice;
    else if (row.kind == ROW_OPPONENTS)
        door->chosen->strength = choice;
    else if (row.kind == ROW_PLAYERS)
        door->chosen->players = door->game->seats_min + choice;
    else if (row.kind == ROW_CHARACTER)
        door->chosen->character = choice;
    else if (row.kind == ROW_SETTING)
        door->chosen->settings[row.param] = choice;
}

bool door_numbers(const struct door *door, struct row row, int *first, int *last) {
    const struct param *param = row.kind == ROW_SETTING ? &door->game->params[row.param] : NULL;
    bool is_number = row.kind == ROW_PLAYERS || (param && param->kind == PARAM_NUMBER);
    *first = param ? param->min : door->game->seats_min;
    *last = param ? param->max : door->game->seats_max;
    return is_number;
}

void door_say_label(const struct door *door, struct row row, struct text *out) {
    static const char *const keys[] = {
        [ROW_GAME] = "terminal.door_game",           [ROW_MATCH] = "terminal.door_match",
        [ROW_LANGUAGE] = "terminal.door_language",   [ROW_NAME] = "terminal.door_name",
        [ROW_OPPONENTS] = "terminal.door_opponents", [ROW_PLAYERS] = "terminal.door_players",
        [ROW_CHARACTER] = "terminal.door_character",
    };
    text_put(out, row.kind == ROW_SETTING ? door->game->params[row.param].name
                                          : door_word(door, keys[row.kind]));
}

/* A text that all games share, such as `terminal.setting.goal`; the name itself if there is
 * none. */
static const char *setting_word(const struct door *door, const char *what, const char *name) {
    struct text key = {0};
    text_put(&key, what);
    text_put(&key, name);
    const char *word = words_find(door->language, text_string(&key));
    text_free(&key);
    return word ? word : name;
}

void door_say_title(const struct door *door, struct row row, struct text *out) {
    if (row.kind == ROW_SETTING)
        text_put(out, setting_word(door, "terminal.setting.", door->game->params[row.param].name));
    else
        door_say_label(door, row, out);
}

void door_say_meaning(const struct door *door, struct row row, int choice, struct text *out) {
    struct text value = {0};
    door_say_choice(door, row, choice, &value);
    text_put(out, row.kind == ROW_SETTING
                      ? setting_word(door, "terminal.value.", text_string(&value))
                      : text_string(&value));
    text_free(&value);
}

static void say_strength(const struct door *door, int strength, struct text *out) {
    const struct bot *bot = bot_of(door->game, strength);
    bool is_between = strength > 0 && strength < count_strengths(door->game) - 1;
    const char *name = game_word(door->game, door->language, ".bot.", bot->key);
    text_put(out, door_word(door, strength_keys[strength == 0 ? 0 : is_between ? 1 : 2]));
    text_put(out, " (");
    text_put(out, name ? name : bot->key);
    text_put(out, ")");
}

void door_say_choice(const struct door *door, struct row row, int choice, struct text *out) {
    if (row.kind == ROW_GAME)
        text_put(out, game_at(choice)->title);
    else if (row.kind == ROW_MATCH)
        text_put(out, door_word(door, choice ? "terminal.door_new" : "terminal.door_resume"));
    else if (row.kind == ROW_LANGUAGE)
        text_put(out, words_find((enum language)choice, "terminal.language"));
    else if (row.kind == ROW_OPPONENTS)
        say_strength(door, choice, out);
    else if (row.kind == ROW_PLAYERS)
        text_put_number(out, door->game->seats_min + choice);
    else if (row.kind == ROW_CHARACTER)
        text_put(out, choice == 0 ? door_word(door, "terminal.door_lots")
                                  : value_get_word(value_at(characters(door), choice - 1), "name"));
    else if (row.kind == ROW_SETTING)
        say_value(&door->game->params[row.param], choice, out);
    else
        text_put(out, door->name);
}

static const char *character_letter(const struct door *door, int choice) {
    return value_get_word(value_at(characters(door), choice - 1), "letter");
}

static const char *help_of(const struct door *door, struct row row, int choice) {
    if (row.kind == ROW_GAME)
        return game_word(game_at(choice), door->language, ".about", "");
    if (row.kind == ROW_SETTING)
        return words_help(door->language, door->game->key, door->game->params[row.param].name);
    if (row.kind == ROW_OPPONENTS)
        return game_word(door->game, door->language, ".bot_help.", bot_of(door->game, choice)->key);
    if (row.kind == ROW_CHARACTER && choice)
        return game_word(door->game, door->language, ".character.", character_letter(door, choice));
    if (row.kind == ROW_CHARACTER)
        return door_word(door, "terminal.door_lots_help");
    if (row.kind == ROW_MATCH)
        return door_word(door, choice ? "terminal.door_new_help" : "terminal.door_resume_help");
    return NULL;
}

void door_say_help(const struct door *door, struct row row, int choice, struct text *out) {
    const char *help = help_of(door, row, choice);
    size_t from = out->length;
    text_put(out, help ? help : "");
    if (out->length > from)
        utf8_capital(out->data + from);
}

/* `characters=g---`: a letter for the person's seat, and none for the others. */
static void put_character(const struct door *door, char pair[WELCOME_OPTION_BYTES]) {
    char letter =
        door->chosen->character ? character_letter(door, door->chosen->character)[0] : '\0';
    snprintf(pair, WELCOME_OPTION_BYTES, "characters=%c%.*s", letter ? letter - 'A' + 'a' : '-',
             door->chosen->players - 1, "-------");
}

static void put_setting(const struct param *param, int choice, char pair[WELCOME_OPTION_BYTES]) {
    struct text value = {0};
    say_value(param, choice, &value);
    snprintf(pair, WELCOME_OPTION_BYTES, "%s=%s", param->name, text_string(&value));
    text_free(&value);
}

static void write_options(const struct door *door, struct welcome *welcome) {
    const struct param *params = door->game->params;
    welcome->option_count = 0;
    if (value_count(characters(door)))
        put_character(door, welcome->options[welcome->option_count++]);
    for (int i = 0; i < param_count(params); i++)
        if (params[i].kind != PARAM_WORD && door->chosen->settings[i] != usual_choice(&params[i]))
            put_setting(&params[i], door->chosen->settings[i],
                        welcome->options[welcome->option_count++]);
}

/* Checks the setup in the same way as the match will. */
static bool is_possible(const struct door *door, const struct welcome *welcome,
                        struct message *why) {
    struct setup setup;
    struct seed seed;
    bool is_fine = setup_offer(&setup, door->game, door->chosen->players, why);
    for (int i = 0; is_fine && i < welcome->option_count; i++) {
        char name[WELCOME_OPTION_BYTES];
        strcpy(name, welcome->options[i]);
        char *equals = strchr(name, '=');
        *equals = '\0';
        is_fine = setup_option(&setup, door->game, name, equals + 1, why);
    }
    must(seed_parse(&seed, "0"));
    struct match *trial = is_fine ? match_new(door->game, &setup, &seed, why) : NULL;
    match_free(trial);
    return trial != NULL;
}

bool door_leave(const struct door *door, struct welcome *welcome, struct text *why) {
    struct message reason;
    welcome->game = door->game;
    welcome->language = door->language;
    welcome->players = door->chosen->players;
    welcome->bot = bot_of(door->game, door->chosen->strength);
    welcome->resumes = door->chosen->resumes;
    welcome->is_new = door->chosen->has_saved && !door->chosen->resumes;
    strcpy(welcome->name, door->name);
    write_options(door, welcome);
    if (door->chosen->resumes)
        return true;
    if (!terminal_name_fits(door->name)) {
        text_put(why, door_word(door, "terminal.door_no_name"));
        return false;
    }
    if (is_possible(door, welcome, &reason))
        return true;
    size_t from = why->length;
    words_say(door->language, &reason, why);
    utf8_sentence(why, from);
    return false;
}
