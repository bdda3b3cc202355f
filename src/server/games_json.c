/* games_json.c: the response of /api/games: what the engine protocol says about each game, plus
 * phrases, helps, the settings of a quick match, and proposed values of options. */
#include <stdio.h>

#include <spelunke/game.h>
#include <spelunke/phrase.h>

#include "tavern_inside.h"
#include "words/listing.h"
#include "words/words.h"

enum { QUICK_SEATS = 4 };

static void put_offer(const struct param *param, struct text *out) {
    listing_put_value(param, "offer", param_offer(param), out);
}

static void put_phrases(const struct game *game, struct text *out) {
    js_key(out, "phrases");
    js_open(out, '[');
    for (int number = 1; number <= PHRASES; number++) {
        char key[64];
        snprintf(key, sizeof key, "%s.phrase.%d", game->key, number);
        if (words_find(LANGUAGE_EN, key))
            js_string(out, key);
    }
    js_close(out, ']');
}

static void put_helps(const struct game *game, struct text *out) {
    js_key(out, "helps");
    js_open(out, '[');
    if (game->bots[0])
        js_string(out, "hint");
    if (game->face->odds)
        js_string(out, "odds");
    if (game->face->tell)
        js_string(out, "tell");
    js_close(out, ']');
}

/* A person in seat 0, the strongest computer player in all other seats. */
static void put_quick(const struct game *game, struct text *out) {
    int seats = QUICK_SEATS > game->seats_max   ? game->seats_max
                : QUICK_SEATS < game->seats_min ? game->seats_min
                                                : QUICK_SEATS;
    const struct bot *const *bot = game->bots;
    while (bot[0] && bot[1])
        bot++;
    js_key(out, "quick");
    js_open(out, '{');
    js_put_number(out, "seats", seats);
    js_key(out, "bots");
    js_open(out, '{');
    for (int seat = 1; bot[0] && seat < seats; seat++) {
        char key[12];
        snprintf(key, sizeof key, "%d", seat);
        js_put_string(out, key, bot[0]->key);
    }
    js_close(out, '}');
    js_close(out, '}');
}

static void put_more(const struct game *game, struct text *out) {
    put_phrases(game, out);
    put_helps(game, out);
    put_quick(game, out);
}

void games_put_json(const struct game *const *games, struct text *out) {
    static const struct listing_more more = {put_more, put_offer};
    js_open(out, '{');
    js_key(out, "games");
    js_open(out, '[');
    for (; *games; games++)
        listing_put_game(*games, &more, out);
    js_close(out, ']');
    js_close(out, '}');
}
