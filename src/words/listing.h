/* listing.h: the description of a game as JSON: seats, options, computer players. The engine and
 * the server list games in the same form. */
#ifndef SPELUNKE_LISTING_H
#define SPELUNKE_LISTING_H

#include <spelunke/text.h>

struct game;
struct param;

/* Callbacks for additional members of a game and of an option; either may be NULL. Both write into
 * the object that is open. */
struct listing_more {
    void (*game)(const struct game *game, struct text *out);
    void (*option)(const struct param *param, struct text *out);
};

/* `{"key":...,"title":...,"seats":[...],"options":[...],"position":[...],"bots":[...]}`;
 * `more` may be NULL. */
void listing_put_game(const struct game *game, const struct listing_more *more, struct text *out);
/* The value of an option with its natural JSON type: numbers as numbers. */
void listing_put_value(const struct param *param, const char *key, const char *value,
                       struct text *out);

#endif
