/* start_form.h: the start form, for a call that names no game.
 *
 * The form consists of rows with a list of choices each. They are generated from the list of games
 * and from what each game declares: its settings, its computer players and, in its kit, the
 * characters that a seat can ask for. So a new game needs no code here. Front ends of the form:
 * start_form_screen.c and start_form_plain.c. */
#ifndef SPELUNKE_TERMINAL_START_FORM_H
#define SPELUNKE_TERMINAL_START_FORM_H

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

enum { STRENGTHS = 3, START_FORM_ROWS_MAX = ROW_SETTING + OPTIONS_MAX, START_FORM_GAMES_MAX = 16 };

/* The choices for one game, kept while the person looks at another one. */
struct choices {
    bool is_made; /* initialised: the game was selected at least once */
    bool has_saved, resumes;
    int strength; /* counted from the weakest that is offered */
    int players;
    int character; /* 0: random */
    int settings[OPTIONS_MAX];
};

struct start_form {
    enum language language;
    char name[NAME_BYTES_MAX + 1];
    const struct game *game;
    struct value *kit; /* constant facts of the game */
    struct choices *chosen, of_game[START_FORM_GAMES_MAX];
};

void start_form_open(struct start_form *form, const struct welcome *welcome);
void start_form_close(struct start_form *form);

/* Fills in the rows that apply now; returns how many. */
int start_form_rows(const struct start_form *form, struct row rows[START_FORM_ROWS_MAX]);
/* The number of choices of a row, and the selected one. */
int start_form_count(const struct start_form *form, struct row row);
int start_form_choice(const struct start_form *form, struct row row);
void start_form_choose(struct start_form *form, struct row row, int choice);
/* The label of a row, the name of a choice, and an explanation; settings and their values by the
 * names that can be typed. */
void start_form_say_label(const struct start_form *form, struct row row, struct text *out);
void start_form_say_choice(const struct start_form *form, struct row row, int choice,
                           struct text *out);
/* The same translated, for the screen, where these names are not typed. */
void start_form_say_title(const struct start_form *form, struct row row, struct text *out);
void start_form_say_meaning(const struct start_form *form, struct row row, int choice,
                            struct text *out);
void start_form_say_help(const struct start_form *form, struct row row, int choice,
                         struct text *out);
const char *start_form_word(const struct start_form *form, const char *key);
/* True if the choices of a row are successive numbers, possibly followed by words; gives the first
 * and the last number. */
bool start_form_numbers(const struct start_form *form, struct row row, int *first, int *last);

/* Writes the choices; false with the reason if the game rejects them. */
bool start_form_leave(const struct start_form *form, struct welcome *welcome, struct text *why);

/* Both return true if the person starts the match, false if the person leaves. `is_drawn` is false
 * if the terminal cannot be drawn on. */
bool start_form_ask_screen(struct start_form *form, struct welcome *welcome, bool *is_drawn);
bool start_form_ask_plain(struct start_form *form, struct welcome *welcome);

#endif
