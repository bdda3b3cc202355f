/* show.h: the drawn table with its surroundings: the question above, the keys below, boxes over it.
 * It is the same for all games. */
#ifndef SPELUNKE_TERMINAL_SHOW_H
#define SPELUNKE_TERMINAL_SHOW_H

#include "console.h"
#include "screen.h"
#include "talk.h"
#include "tempo.h"

/* show_wait_key returns it when a message of the server came first; no key has this number. */
enum { SHOW_NEWS = 2000 };

struct show {
    struct console *console;
    struct talk *talk;      /* with the server; NULL: the match is played here */
    enum received received; /* what the last message of the server was about */
    const struct play *play;
    void *draft;
    struct text note; /* the answer to the last key, shown instead of the common keys */
    struct tempo tempo;
    bool is_out;           /* the person has dropped out of the match and has been told */
    bool is_direct;        /* nothing was shown since the person's own move */
    bool is_still;         /* keys do not shorten the pause: something must not be missed */
    bool is_settled;       /* the summary of a round is shown over the table as it was before */
    bool is_covered;       /* a text covers the table, whose keys do not work */
    bool is_between;       /* the person is asked, but need not act */
    bool is_steering;      /* a session runs that the person steers */
    bool is_pausing;       /* there is no question, only something to read */
    int sentence_end;      /* only sentences before this index are shown; 0: all */
    const struct box *low; /* a box at the lower edge; NULL: none */
};

enum corner { AT_TOP, AT_END };

/* Draws the whole table; `context` is the show. */
void show_draw(void *context);
void show_redraw(struct show *show);
/* Drawn behind a question before the first table is shown; `context` is the console. */
void show_empty(void *context);

/* Shows a box, with the scrolling keys at its lower edge if it is too long; returns the key that
 * closed it. */
int show_box(const struct console *console, struct box box, void (*behind)(void *context),
             void *context);
/* Shows a text, which is freed, under the title with this key of the catalogue. */
void show_text(struct show *show, enum corner corner, const char *title, struct text *text);
/* All sentences; the legend, the rules, who plays and the hash of the seed; the odds, or the
 * client's replacement for them. */
void show_log(struct show *show);
void show_help(struct show *show);
void show_guide(struct show *show);

/* Waits for a key or, returning SHOW_NEWS, for a message of the server. */
int show_wait_key(struct show *show);
/* play.c: plays a match; true if it was finished, false if the person leaves. */
bool show_play_match(struct show *show);
/* Shows the result and asks for another match. */
bool show_ask_again(struct show *show);

/* Handles keys that work at any time; true if it was one. */
bool show_take_key(struct show *show, int key);
bool show_key_leaves(int key);
/* Asks for confirmation, because a key that leaves may have been meant for a box. Does not ask if
 * the screen is too small or no key can come any more. */
bool show_confirms_leave(struct show *show, int key);

#endif
