/* terminal.h: playing at the terminal, a match of this process or a table of a server.
 *
 * In a match of this process the person sits in seat 0 and sees that seat's view only. The game is
 * drawn on a screen, or printed in lines of text if there is none or --plain is given. */
#ifndef SPELUNKE_TERMINAL_H
#define SPELUNKE_TERMINAL_H

#include <spelunke/match.h>

#include "input.h"
#include "words/words.h"

enum { NAME_BYTES_MAX = 40, WELCOME_OPTION_BYTES = 64 };

/* What to do with an unfinished match. */
enum beginning { BEGIN_ASK, BEGIN_RESUME, BEGIN_NEW };

/* What the caller has checked: match_new takes this setup. */
struct play {
    const struct game *game;
    enum language language;
    bool is_language_given; /* else a resumed match keeps its own */
    struct setup setup;
    const struct bot *bots[SEATS_MAX]; /* seat 0: NULL */
    const char *name;                  /* of the person, as terminal_name_fits wants it */
    bool asks_word;                    /* for the dice, once their hash was shown */
    const char *command;               /* how the program is called, for hints */
    struct seed seed;                  /* of the first match */
    void (*fresh_seed)(struct seed *seed);
    enum beginning beginning;
    bool is_changed;  /* the call names what an unfinished match has already */
    bool is_welcomed; /* the form at the door has said what the game is about */
    bool is_plain, is_fast, is_colourless;
    const struct shelf *shelf; /* for sessions; NULL: none */
    const struct input *typed; /* what was read and not used before; NULL: nothing */
};

/* What somebody chose who named no game: as much as a call could say. */
struct welcome {
    bool is_plain, is_colourless;  /* given */
    enum language language;        /* given as the usual one */
    char name[NAME_BYTES_MAX + 1]; /* the same */
    const struct game *game;
    bool resumes, is_new; /* the unfinished match goes on; it is put aside for a new one */
    int players;
    const struct bot *bot;                           /* of all others */
    char options[OPTIONS_MAX][WELCOME_OPTION_BYTES]; /* name=value */
    int option_count;
    struct input typed; /* lines that were read ahead, for the match */
};

/* Games with a client in here, in the form of game_list. */
bool terminal_has(const char *game);
bool terminal_name_fits(const char *name);

/* Asks for a game and all that belongs to it; false: the person leaves. */
bool terminal_welcome(struct welcome *welcome);

/* Plays until the person leaves. False: the match could not be saved, or none could
 * begin; the person knows why. */
bool terminal_play(const struct play *play);
/* What a call of `join` says. */
struct join {
    const char *link, *server; /* link_read takes them */
    const char *name;          /* NULL: as the server knows the person, or any */
    enum language language;
    bool is_plain, is_fast, is_colourless;
};

enum joined { JOINED_FINE, JOINED_REFUSED, JOINED_WRONG, JOINED_UNREACHED };
/* Plays a table of a server until the person leaves; what went wrong was said. */
enum joined terminal_join(const struct join *join);
/* True if there is a terminal to draw on. */
bool terminal_has_screen(void);
/* The signal that made it end; 0: none. */
int terminal_signal(void);

#endif
