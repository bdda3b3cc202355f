/* door.h: the start form, for a call that names no game.
 *
 * The form consists of rows with a list of choices each. They are generated from the list of games
 * and from what each game declares: its settings, its computer players and, in its kit, the
 * characters that a seat can ask for. So a new game needs no code here. Front ends of the form:
 * door_screen.c and door_plain.c. */
#ifndef SPELUNKE_TERMINAL_DOOR_H
#define SPELUNKE_TERMINAL_DOOR_H

#include "terminal.h"
#include "value.h"

enum row_kind {
    ROW_GAME,
    ROW_MATCH, /* resume an unfinished match; only if there is one */
    ROW_LANGUAGE,
    ROW_NAME, /* typed, so it has no choices */
    ROW_OPPONENTS,
    ROW_PLAYERS,
    ROW_CHARACTER,
    ROW_SETTING,
};

struct row {
    enum row_kind kind;
    int param; /* ROW_SETTING: the index of the game's param */
};

enum { STRENGTHS = 3, DOOR_ROWS_MAX = ROW_SETTING + OPTIONS_MAX, DOOR_GAMES_MAX = 16 };

/* The choices for one game, kept while the person looks at another one. */
struct choices {
    bool is_made; /* initialised: the game was selected at least once */
    bool has_saved, resumes;
    int strength; /* counted from the weakest that is offered */
    int players;
    int character; /* 0: random */
    int settings[OPTIONS_MAX];
};

struct door {
    enum language language;
    char name[NAME_BYTES_MAX + 1];
    const struct game *game;
    struct value *kit; /* constant facts of the game */
    struct choices *chosen, of_game[DOOR_GAMES_MAX];
};

void door_open(struct door *door, const struct welcome *welcome);
void door_close(struct door *door);

/* Fills in the rows that apply now; returns how many. */
int door_rows(const struct door *door, struct row rows[DOOR_ROWS_MAX]);
/* The number of choices of a row, and the selected one. */
int door_count(const struct door *door, struct row row);
int door_choice(const struct door *door, struct row row);
void door_choose(struct door *door, struct row row, int choice);
/* The label of a row, the name of a choice, and an explanation; settings and their values by the
 * names that can be typed. */
void door_say_label(const struct door *door, struct row row, struct text *out);
void door_say_choice(const struct door *door, struct row row, int choice, struct text *out);
/* The same translated, for the screen, where these names are not typed. */
void door_say_title(const struct door *door, struct row row, struct text *out);
void door_say_meaning(const struct door *door, struct row row, int choice, struct text *out);
void door_say_help(const struct door *door, struct row row, int choice, struct text *out);
const char *door_word(const struct door *door, const char *key);
/* True if the choices of a row are successive numbers, possibly followed by words; gives the first
 * and the last number. */
bool door_numbers(const struct door *door, struct row row, int *first, int *last);

/* Writes the choices; false with the reason if the game rejects them. */
bool door_leave(const struct door *door, struct welcome *welcome, struct text *why);

/* Both return true if the person starts the match, false if the person leaves. `is_drawn` is false
 * if the terminal cannot be drawn on. */
bool door_ask_screen(struct door *door, struct welcome *welcome, bool *is_drawn);
bool door_ask_plain(struct door *door, struct welcome *welcome);

#endif
