/* listing.c: the description of a game as JSON. */
#include "listing.h"

#include <spelunke/game.h>
#include <spelunke/notation.h>

#include "words.h"

void listing_put_value(const struct param *param, const char *key, const char *value,
                       struct text *out) {
    struct scan scan = {value};
    int64_t number;
    if (param->kind == PARAM_NUMBER && scan_number(&scan, INT32_MIN, INT32_MAX, &number))
        js_put_number(out, key, number);
    else
        js_put_string(out, key, value);
}

static void put_values(const struct param *param, struct text *out) {
    const char *const *values = param_values(param);
    if (!values)
        return;
    js_key(out, "values");
    js_open(out, '[');
    for (; *values; values++)
        js_string(out, *values);
    js_close(out, ']');
}

static void put_param(const struct game *game, const struct param *param,
                      void (*more)(const struct param *param, struct text *out), struct text *out) {
    js_open(out, '{');
    js_put_string(out, "name", param->name);
    js_put_string(out, "help", words_help(LANGUAGE_EN, game->key, param->name));
    listing_put_value(param, "default", param->fallback, out);
    if (param->kind == PARAM_NUMBER) {
        js_put_number(out, "min", param->min);
        js_put_number(out, "max", param->max);
    }
    put_values(param, out);
    if (more)
        more(param, out);
    js_close(out, '}');
}

void listing_put_game(const struct game *game, const struct listing_more *more, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "key", game->key);
    js_put_string(out, "title", game->title);
    js_key(out, "seats");
    js_open(out, '[');
    js_number(out, game->seats_min);
    js_number(out, game->seats_max);
    js_close(out, ']');
    js_key(out, "options");
    js_open(out, '[');
    for (int i = 0; i < param_count(game->params); i++)
        put_param(game, &game->params[i], more ? more->option : NULL, out);
    js_close(out, ']');
    js_key(out, "position");
    js_open(out, '[');
    for (int i = 0; i < param_count(game->starts); i++)
        put_param(game, &game->starts[i], NULL, out);
    js_close(out, ']');
    js_key(out, "bots");
    js_open(out, '[');
    for (const struct bot *const *bot = game->bots; *bot; bot++)
        js_string(out, (*bot)->key);
    js_close(out, ']');
    if (more && more->game)
        more->game(game, out);
    js_close(out, '}');
}
