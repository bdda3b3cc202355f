/* listing.h: what a game offers, as JSON: seats, options, computer players. The engine and
 * the server list games alike. */
#ifndef SPELUNKE_LISTING_H
#define SPELUNKE_LISTING_H

#include <spelunke/text.h>

struct game;
struct param;

/* What somebody has to say beside; either may be NULL. Both add members to the object that
 * is being written. */
struct listing_more {
    void (*game)(const struct game *game, struct text *out);
    void (*option)(const struct param *param, struct text *out);
};

/* `{"key":...,"title":...,"seats":[...],"options":[...],"position":[...],"bots":[...]}`;
 * `more` may be NULL. */
void listing_put_game(const struct game *game, const struct listing_more *more, struct text *out);
/* A value of an option in its natural form: numbers as numbers. */
void listing_put_value(const struct param *param, const char *key, const char *value,
                       struct text *out);

#endif
