/* start_form.c: the start form, generated from the declarations of the games. */
#include "start_form.h"

#include <stdio.h>
#include <string.h>

#include <spelunke/log.h>
#include <spelunke/must.h>

#include "state_folder.h"
#include "utf8.h"

enum { PLAYERS_USUAL = 4 };
static const char *const strength_keys[STRENGTHS] = {"terminal.door_easy", "terminal.door_middling",
                                                     "terminal.door_strong"};

const char *start_form_word(const struct start_form *form, const char *key) {
    const char *text = words_find(form->language, key);
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
static const struct value *characters(const struct start_form *form) {
    for (const struct param *param = form->game->params; param->name; param++)
        if (param->kind == PARAM_WORD && strcmp(param->name, "characters") == 0)
            return value_get(form->kit, param->name);
    return value_get(form->kit, "");
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

static void take_game(struct start_form *form, int index) {
    struct text json = {0};
    must(index < START_FORM_GAMES_MAX);
    form->game = game_at(index);
    form->chosen = &form->of_game[index];
    if (!form->chosen->is_made)
        *form->chosen = usual_choices(form->game);
    game_kit_json(form->game, &json);
    value_free(form->kit);
    form->kit = value_parse(text_string(&json), json.length);
    must(form->kit);
    text_free(&json);
}

/* The first game with an unfinished match, else the first of all. */
static int first_game(void) {
    for (int i = 0; game_at(i); i++)
        if (has_open_match(game_at(i)))
            return i;
    return 0;
}

void start_form_open(struct start_form *form, const struct welcome *welcome) {
    *form = (struct start_form){.language = welcome->language};
    snprintf(form->name, sizeof form->name, "%s", welcome->name);
    take_game(form, first_game());
}

void start_form_close(struct start_form *form) {
    value_free(form->kit);
}

/* A resumed match keeps its settings. */
static bool is_asked(const struct start_form *form, enum row_kind kind) {
    if (kind == ROW_MATCH)
        return form->chosen->has_saved;
    if (kind == ROW_CHARACTER && !value_count(characters(form)))
        return false;
    return kind < ROW_NAME || !form->chosen->resumes;
}

int start_form_rows(const struct start_form *form, struct row rows[START_FORM_ROWS_MAX]) {
    int count = 0;
    for (int kind = ROW_GAME; kind < ROW_SETTING; kind++)
        if (is_asked(form, (enum row_kind)kind))
            rows[count++] = (struct row){(enum row_kind)kind, 0};
    for (int i = 0; !form->chosen->resumes && i < param_count(form->game->params); i++)
        if (form->game->params[i].kind != PARAM_WORD)
            rows[count++] = (struct row){ROW_SETTING, i};
    return count;
}

int start_form_count(const struct start_form *form, struct row row) {
    const struct game *game = form->game;
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
        return value_count(characters(form)) + 1;
    case ROW_SETTING:
        break;
    }
    return count_values(&game->params[row.param]);
}

int start_form_choice(const struct start_form *form, struct row row) {
    int game = 0;
    while (game_at(game) != form->game)
        game++;
    const int choices[] = {
        [ROW_GAME] = game,
        [ROW_MATCH] = !form->chosen->resumes,
        [ROW_LANGUAGE] = (int)form->language,
        [ROW_NAME] = 0,
        [ROW_OPPONENTS] = form->chosen->strength,
        [ROW_PLAYERS] = form->chosen->players - form->game->seats_min,
        [ROW_CHARACTER] = form->chosen->character,
        [ROW_SETTING] = form->chosen->settings[row.param],
    };
    return choices[row.kind];
}

void start_form_choose(struct start_form *form, struct row row, int choice) {
    must(choice >= 0 && choice < start_form_count(form, row));
    if (row.kind == ROW_GAME)
        take_game(form, choice);
    else if (row.kind == ROW_MATCH)
        form->chosen->resumes = choice == 0;
    else if (row.kind == ROW_LANGUAGE)
        form->language = (enum language)choice;
    else if (row.kind == ROW_OPPONENTS)
        form->chosen->strength = choice;
    else if (row.kind == ROW_PLAYERS)
        form->chosen->players = form->game->seats_min + choice;
    else if (row.kind == ROW_CHARACTER)
        form->chosen->character = choice;
    else if (row.kind == ROW_SETTING)
        form->chosen->settings[row.param] = choice;
}

bool start_form_numbers(const struct start_form *form, struct row row, int *first, int *last) {
    const struct param *param = row.kind == ROW_SETTING ? &form->game->params[row.param] : NULL;
    bool is_number = row.kind == ROW_PLAYERS || (param && param->kind == PARAM_NUMBER);
    *first = param ? param->min : form->game->seats_min;
    *last = param ? param->max : form->game->seats_max;
    return is_number;
}

void start_form_say_label(const struct start_form *form, struct row row, struct text *out) {
    static const char *const keys[] = {
        [ROW_GAME] = "terminal.door_game",           [ROW_MATCH] = "terminal.door_match",
        [ROW_LANGUAGE] = "terminal.door_language",   [ROW_NAME] = "terminal.door_name",
        [ROW_OPPONENTS] = "terminal.door_opponents", [ROW_PLAYERS] = "terminal.door_players",
        [ROW_CHARACTER] = "terminal.door_character",
    };
    text_put(out, row.kind == ROW_SETTING ? form->game->params[row.param].name
                                          : start_form_word(form, keys[row.kind]));
}

/* A text that all games share, such as `terminal.setting.goal`; the name itself if there is
 * none. */
static const char *setting_word(const struct start_form *form, const char *what, const char *name) {
    struct text key = {0};
    text_put(&key, what);
    text_put(&key, name);
    const char *word = words_find(form->language, text_string(&key));
    text_free(&key);
    return word ? word : name;
}

void start_form_say_title(const struct start_form *form, struct row row, struct text *out) {
    if (row.kind == ROW_SETTING)
        text_put(out, setting_word(form, "terminal.setting.", form->game->params[row.param].name));
    else
        start_form_say_label(form, row, out);
}

void start_form_say_meaning(const struct start_form *form, struct row row, int choice,
                            struct text *out) {
    struct text value = {0};
    start_form_say_choice(form, row, choice, &value);
    text_put(out, row.kind == ROW_SETTING
                      ? setting_word(form, "terminal.value.", text_string(&value))
                      : text_string(&value));
    text_free(&value);
}

static void say_strength(const struct start_form *form, int strength, struct text *out) {
    const struct bot *bot = bot_of(form->game, strength);
    bool is_between = strength > 0 && strength < count_strengths(form->game) - 1;
    const char *name = game_word(form->game, form->language, ".bot.", bot->key);
    text_put(out, start_form_word(form, strength_keys[strength == 0 ? 0 : is_between ? 1 : 2]));
    text_put(out, " (");
    text_put(out, name ? name : bot->key);
    text_put(out, ")");
}

void start_form_say_choice(const struct start_form *form, struct row row, int choice,
                           struct text *out) {
    if (row.kind == ROW_GAME)
        text_put(out, game_at(choice)->title);
    else if (row.kind == ROW_MATCH)
        text_put(out, start_form_word(form, choice ? "terminal.door_new" : "terminal.door_resume"));
    else if (row.kind == ROW_LANGUAGE)
        text_put(out, words_find((enum language)choice, "terminal.language"));
    else if (row.kind == ROW_OPPONENTS)
        say_strength(form, choice, out);
    else if (row.kind == ROW_PLAYERS)
        text_put_number(out, form->game->seats_min + choice);
    else if (row.kind == ROW_CHARACTER)
        text_put(out, choice == 0 ? start_form_word(form, "terminal.door_lots")
                                  : value_get_word(value_at(characters(form), choice - 1), "name"));
    else if (row.kind == ROW_SETTING)
        say_value(&form->game->params[row.param], choice, out);
    else
        text_put(out, form->name);
}

static const char *character_letter(const struct start_form *form, int choice) {
    return value_get_word(value_at(characters(form), choice - 1), "letter");
}

static const char *help_of(const struct start_form *form, struct row row, int choice) {
    if (row.kind == ROW_GAME)
        return game_word(game_at(choice), form->language, ".about", "");
    if (row.kind == ROW_SETTING)
        return words_help(form->language, form->game->key, form->game->params[row.param].name);
    if (row.kind == ROW_OPPONENTS)
        return game_word(form->game, form->language, ".bot_help.", bot_of(form->game, choice)->key);
    if (row.kind == ROW_CHARACTER && choice)
        return game_word(form->game, form->language, ".character.", character_letter(form, choice));
    if (row.kind == ROW_CHARACTER)
        return start_form_word(form, "terminal.door_lots_help");
    if (row.kind == ROW_MATCH)
        return start_form_word(form,
                               choice ? "terminal.door_new_help" : "terminal.door_resume_help");
    return NULL;
}

void start_form_say_help(const struct start_form *form, struct row row, int choice,
                         struct text *out) {
    const char *help = help_of(form, row, choice);
    size_t from = out->length;
    text_put(out, help ? help : "");
    if (out->length > from)
        utf8_capital(out->data + from);
}

/* `characters=g---`: a letter for the person's seat, and none for the others. */
static void put_character(const struct start_form *form, char pair[WELCOME_OPTION_BYTES]) {
    char letter =
        form->chosen->character ? character_letter(form, form->chosen->character)[0] : '\0';
    snprintf(pair, WELCOME_OPTION_BYTES, "characters=%c%.*s", letter ? letter - 'A' + 'a' : '-',
             form->chosen->players - 1, "-------");
}

static void put_setting(const struct param *param, int choice, char pair[WELCOME_OPTION_BYTES]) {
    struct text value = {0};
    say_value(param, choice, &value);
    snprintf(pair, WELCOME_OPTION_BYTES, "%s=%s", param->name, text_string(&value));
    text_free(&value);
}

static void write_options(const struct start_form *form, struct welcome *welcome) {
    const struct param *params = form->game->params;
    welcome->option_count = 0;
    if (value_count(characters(form)))
        put_character(form, welcome->options[welcome->option_count++]);
    for (int i = 0; i < param_count(params); i++)
        if (params[i].kind != PARAM_WORD && form->chosen->settings[i] != usual_choice(&params[i]))
            put_setting(&params[i], form->chosen->settings[i],
                        welcome->options[welcome->option_count++]);
}

/* Checks the setup in the same way as the match will. */
static bool is_possible(const struct start_form *form, const struct welcome *welcome,
                        struct message *why) {
    struct setup setup;
    struct seed seed;
    bool is_fine = setup_offer(&setup, form->game, form->chosen->players, why);
    for (int i = 0; is_fine && i < welcome->option_count; i++) {
        char name[WELCOME_OPTION_BYTES];
        strcpy(name, welcome->options[i]);
        char *equals = strchr(name, '=');
        *equals = '\0';
        is_fine = setup_option(&setup, form->game, name, equals + 1, why);
    }
    must(seed_parse(&seed, "0"));
    struct match *trial = is_fine ? match_new(form->game, &setup, &seed, why) : NULL;
    match_free(trial);
    return trial != NULL;
}

bool start_form_leave(const struct start_form *form, struct welcome *welcome, struct text *why) {
    struct message reason;
    welcome->game = form->game;
    welcome->language = form->language;
    welcome->players = form->chosen->players;
    welcome->bot = bot_of(form->game, form->chosen->strength);
    welcome->resumes = form->chosen->resumes;
    welcome->is_new = form->chosen->has_saved && !form->chosen->resumes;
    strcpy(welcome->name, form->name);
    write_options(form, welcome);
    if (form->chosen->resumes)
        return true;
    if (!terminal_name_fits(form->name)) {
        text_put(why, start_form_word(form, "terminal.door_no_name"));
        return false;
    }
    if (is_possible(form, welcome, &reason))
        return true;
    size_t from = why->length;
    words_say(form->language, &reason, why);
    utf8_sentence(why, from);
    return false;
}
