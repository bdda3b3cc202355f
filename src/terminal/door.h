/* door.h: the choices of somebody who comes in without having named a game.
 *
 * A form of rows, each with one of several choices, drawn from the list of games and
 * from what each game says about itself: its settings, its computer players and, in its
 * kit, characters that a seat may wish for. A new game needs no code here. The form
 * knows neither screen nor lines; door_screen.c and door_plain.c ask for it. */
#ifndef SPELUNKE_TERMINAL_DOOR_H
#define SPELUNKE_TERMINAL_DOOR_H

#include "terminal.h"
#include "value.h"

enum row_kind {
    ROW_GAME,
    ROW_MATCH, /* go on with an unfinished one; only where there is one */
    ROW_LANGUAGE,
    ROW_NAME, /* has no choices: it is typed */
    ROW_OPPONENTS,
    ROW_PLAYERS,
    ROW_CHARACTER,
    ROW_SETTING,
};

struct row {
    enum row_kind kind;
    int param; /* ROW_SETTING: which of the game's */
};

enum { STRENGTHS = 3, DOOR_ROWS_MAX = ROW_SETTING + OPTIONS_MAX, DOOR_GAMES_MAX = 16 };

/* What is chosen for one game: it stays while another one is looked at. */
struct choices {
    bool is_made; /* the game was looked at */
    bool has_saved, resumes;
    int strength; /* from the weakest of those that are offered */
    int players;
    int character; /* 0: lots decide */
    int settings[OPTIONS_MAX];
};

struct door {
    enum language language;
    char name[NAME_BYTES_MAX + 1];
    const struct game *game;
    struct value *kit; /* the game's constant facts */
    struct choices *chosen, of_game[DOOR_GAMES_MAX];
};

void door_open(struct door *door, const struct welcome *welcome);
void door_close(struct door *door);

/* The rows that matter now; returns how many. */
int door_rows(const struct door *door, struct row rows[DOOR_ROWS_MAX]);
/* How many choices a row has, and which one is chosen. */
int door_count(const struct door *door, struct row row);
int door_choice(const struct door *door, struct row row);
void door_choose(struct door *door, struct row row, int choice);
/* What the row is called, what a choice is called, and a sentence or two on it; settings and
 * their values by the names that can be typed. */
void door_say_label(const struct door *door, struct row row, struct text *out);
void door_say_choice(const struct door *door, struct row row, int choice, struct text *out);
/* The same in words of the language, where nobody types them. */
void door_say_title(const struct door *door, struct row row, struct text *out);
void door_say_meaning(const struct door *door, struct row row, int choice, struct text *out);
void door_say_help(const struct door *door, struct row row, int choice, struct text *out);
const char *door_word(const struct door *door, const char *key);
/* The first number of a row whose choices are numbers one after the other and, maybe,
 * words; false: they are words alone. */
bool door_numbers(const struct door *door, struct row row, int *first, int *last);

/* Writes what was chosen; false with the reason if the game refuses it. */
bool door_leave(const struct door *door, struct welcome *welcome, struct text *why);

/* Both ask until the person begins (true) or leaves. `is_drawn` is false if the terminal
 * cannot be drawn on. */
bool door_ask_screen(struct door *door, struct welcome *welcome, bool *is_drawn);
bool door_ask_plain(struct door *door, struct welcome *welcome);

#endif
