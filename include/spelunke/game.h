/* game.h: the interface that every game implements.
 *
 * A game is one constant table of facts and functions. It never calls back: it does no input or
 * output, keeps no globals, reads no clock and allocates nothing. Its state is flat, bounded and
 * without pointers, so a copy is a memcpy; the same holds for an action. The state changes only in
 * `apply`, whoever acts. People and bots see only a `view`, which is filled field by field from
 * zero.
 *
 * The kernel zeroes states, views and actions before a game fills them, and queries a game about a
 * seat only while that seat is awaited or may interrupt (see game_legal and match_play, which hosts
 * call). */
#ifndef SPELUNKE_GAME_H
#define SPELUNKE_GAME_H

#include <stddef.h>

#include <spelunke/bot.h>
#include <spelunke/face.h>
#include <spelunke/message.h>
#include <spelunke/rng.h>
#include <spelunke/setup.h>
#include <spelunke/sim.h>
#include <spelunke/text.h>

/* The largest action, a loading with the poses of 32 pieces, takes about 1 kB. */
enum { ACTION_BYTES_MAX = 2048 };

/* Actors beside the seats 0, 1, ... */
enum { SEAT_CHANCE = -1, SEAT_SIM = -2, SEAT_WATCHER = -3 };

enum turn_kind { TURN_SEATS, TURN_CHANCE, TURN_SIM, TURN_OVER };

/* What the match waits for. Kept small because it is computed after every entry. */
struct turn {
    enum turn_kind kind;
    uint16_t seats;    /* awaited, as a bit set; several act at the same time */
    uint16_t may;      /* may interrupt, but need not */
    uint32_t question; /* changes if seats are asked something else at once; may repeat once chance
                          or a session has come in between */
    int8_t first;      /* priority of simultaneous interrupts: this seat first, then clockwise */
    int8_t control;    /* TURN_SIM: the seat whose hand controls it */
    bool takes_time;   /* TURN_CHANCE: the outcome comes from a session */
    bool
        reaction; /* TURN_SEATS: the seats may react to somebody else's play, and may always pass */
};

/* A list of actions in memory of the caller. */
struct actions {
    unsigned char *slots;
    size_t size; /* bytes of one action */
    int count;
    int max;
};

struct score {
    int32_t points[SEATS_MAX];
    uint16_t winners; /* bit set, empty until the match is over */
};

/* A part of a view's JSON: some whole members, and the byte ranges of the view that they depend on,
 * beside the seat. The list of ranges ends with a size of 0. A public part is the same for all
 * viewers. */
enum { VIEW_PARTS_MAX = 12, VIEW_RANGES_MAX = 6 };
struct view_range {
    size_t from, size;
};
struct view_part {
    void (*json)(const void *view, int seat, struct text *out);
    bool is_public;
    struct view_range follows[VIEW_RANGES_MAX];
};

struct game {
    const char *key;
    const char *title;
    int version; /* of the rules; written into logs */
    int seats_min, seats_max;
    const char *seats_reason; /* why fewer seats are not possible; NULL: the kernel's own message */
    size_t state_size, action_size;
    int legal_max; /* the longest list that `legal` can return */
    const struct param *params;
    const struct param *starts;

    /* Writes the first position, without any randomness. Refuses a setup that the tables allow but
     * the rules do not. */
    bool (*init)(void *state, const struct setup *setup, struct message *why);
    void (*turn)(const void *state, struct turn *turn);
    /* All actions that an awaited or interrupting seat may play, each effect once. Works on the
     * seat's view as well as on the state. */
    void (*legal)(const void *state, int seat, struct actions *out);
    /* The only check of untrusted actions, outcomes of chance and sim included. `why` may be
     * NULL. */
    bool (*check)(const void *state, int seat, const void *action, struct message *why);
    /* Applies an action that passed `check`; cannot fail. `events` may be NULL. */
    void (*apply)(void *state, int seat, const void *action, struct events *events);
    /* Draws one outcome at TURN_CHANCE. Where a session decides (TURN_SIM, or a chance that
     * takes time) it draws a plausible one without running the session, for playouts, laws and
     * fuzzers. */
    void (*chance)(const void *state, struct rng *rng, void *action);
    /* The action of an awaited seat whose time has run out. */
    void (*idle)(const void *state, int seat, void *action);
    void (*score)(const void *state, struct score *score);
    /* All that the seat may know and could still know: a state with the secret fields left zero. */
    void (*view)(const void *state, int seat, void *view);
    /* A complete state that is consistent with the seat's view. */
    void (*guess)(const void *view, int seat, struct rng *rng, void *state);
    void (*print_action)(const void *action, struct text *out);
    /* Parses the output of print_action, and friendlier spellings of it. */
    bool (*parse_action)(const void *state, int seat, const char *text, void *action,
                         struct message *why);
    /* Members of the view's JSON object, without its braces. */
    void (*view_json)(const void *view, int seat, struct text *out);
    /* The same in parts, so that parts without changes need not be written again. The list ends
     * with a part without `json`; the first part is never empty. NULL: the game has no parts. */
    const struct view_part *view_parts;

    const struct bot *const *bots; /* weakest first, ends with NULL */
    const struct sim *sim;         /* NULL: no chance takes time */
    const struct face *face;
};

/* All games, ending with NULL; generated from the list in meson.build. */
extern const struct game *const game_list[];
const struct game *game_find(const struct game *const *games, const char *key);
const struct bot *game_bot(const struct game *game, const char *key);

/* Adds a zeroed action to the list and returns it. */
void *actions_add(struct actions *actions);
/* Adds several at once from an array of the game's actions. */
void actions_add_all(struct actions *actions, const void *added, int count);
void *actions_at(const struct actions *actions, int index);
/* Allocates and frees a list that is long enough for the game. */
struct actions actions_new(const struct game *game);
void actions_free(struct actions *actions);

/* True if the seat, chance or sim may act now. */
bool turn_asks(const struct turn *turn, int seat);
/* True if a session decides, with or without a hand. */
bool turn_is_session(const struct turn *turn);
/* The actor that is awaited where no seat is: SEAT_CHANCE or SEAT_SIM. */
int turn_drawer(const struct turn *turn);
bool turn_equals(const struct turn *a, const struct turn *b);

/* The game's functions with the guarantees above: out is zeroed first, and a seat that is not asked
 * has no legal action. */
void game_turn(const struct game *game, const void *state, struct turn *turn);
void game_legal(const struct game *game, const void *state, int seat, struct actions *out);
void game_view(const struct game *game, const void *state, int seat, void *view);
/* Writes all parts of a view, for a game whose view_json is made of them. */
void view_parts_json(const struct view_part *parts, const void *view, int seat, struct text *out);
/* True if the part has the same JSON for both views of a seat. */
bool view_part_is_same(const struct view_part *part, const void *before, const void *after);
void game_guess(const struct game *game, const void *view, int seat, struct rng *rng, void *state);
void game_idle(const struct game *game, const void *state, int seat, void *action);
/* The prompt of a seat that is asked, from its view. */
void game_prompt(const struct game *game, const void *view, int seat, struct prompt *prompt);
/* Constant facts for clients, as a JSON object. */
void game_kit_json(const struct game *game, struct text *out);
/* Writes who is awaited, in the form of the protocols. */
void turn_json(const struct turn *turn, struct text *out);
bool game_parse(const struct game *game, const void *state, int seat, const char *text,
                void *action, struct message *why);

#endif
