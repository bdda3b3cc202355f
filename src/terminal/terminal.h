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

/* The parameters of a match, validated by the caller: match_new accepts the setup. */
struct play {
    const struct game *game;
    enum language language;
    bool is_language_given; /* else a resumed match keeps its own language */
    struct setup setup;
    const struct bot *bots[SEATS_MAX]; /* seat 0: NULL */
    const char *name;                  /* of the person; terminal_name_fits accepts it */
    bool asks_word;                    /* ask for a word for the dice after their hash was shown */
    const char *command;               /* the command to name in hints */
    struct seed seed;                  /* of the first match */
    void (*fresh_seed)(struct seed *seed);
    enum beginning beginning;
    bool is_changed;  /* the call has options that only a new match can follow */
    bool is_welcomed; /* the start form has said what the game is about */
    bool is_plain, is_fast, is_colourless;
    const struct shelf *shelf; /* cached recordings for sessions; NULL: none */
    const struct input *typed; /* input that was read already; NULL: none */
};

/* The choices of the start form, as complete as the options of a call. */
struct welcome {
    bool is_plain, is_colourless;  /* given */
    enum language language;        /* given as the usual one */
    char name[NAME_BYTES_MAX + 1]; /* the same */
    const struct game *game;
    bool resumes, is_new; /* resume the unfinished match; move it aside for a new one */
    int players;
    const struct bot *bot;                           /* of all others */
    char options[OPTIONS_MAX][WELCOME_OPTION_BYTES]; /* name=value */
    int option_count;
    struct input typed; /* lines that were read ahead, for the match */
};

/* Whether there is a client for the game with this key. */
bool terminal_has(const char *game);
bool terminal_name_fits(const char *name);

/* Shows the start form; false: the person leaves. */
bool terminal_welcome(struct welcome *welcome);

/* Plays until the person leaves. False: the match could not be saved or could not begin; the person
 * was told. */
bool terminal_play(const struct play *play);
/* The options of a call of `join`. */
struct join {
    const char *link, *server; /* link_read takes them */
    const char *name;          /* NULL: the name that the server knows, or any */
    enum language language;
    bool is_plain, is_fast, is_colourless;
};

enum joined { JOINED_FINE, JOINED_REFUSED, JOINED_WRONG, JOINED_UNREACHED };
/* Plays a table of a server until the person leaves; errors were printed. */
enum joined terminal_join(const struct join *join);
/* True if standard input and output are a terminal that can be drawn on. */
bool terminal_has_screen(void);
/* The signal that ended the match; 0: none. */
int terminal_signal(void);

#endif
