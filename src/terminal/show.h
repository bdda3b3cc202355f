/* show.h: the drawn table with what lies around it: the question above, the keys below,
 * boxes with texts over it. It knows no game. */
#ifndef SPELUNKE_TERMINAL_SHOW_H
#define SPELUNKE_TERMINAL_SHOW_H

#include "console.h"
#include "screen.h"
#include "talk.h"
#include "tempo.h"

/* What show_wait_key returns where a message came first; no key has this number. */
enum { SHOW_NEWS = 2000 };

struct show {
    struct console *console;
    struct talk *talk; /* with the server that the match is played on; NULL: it is played here */
    enum received received; /* what the last message from there was about */
    const struct play *play;
    void *draft;
    struct text note; /* an answer to the last key, in the place of the common keys */
    struct tempo tempo;
    bool is_out;           /* the person plays no more, and has read so */
    bool is_direct;        /* nothing was shown since the person's own move */
    bool is_still;         /* no key hurries now: something must not be overlooked */
    bool is_settled;       /* the end of a round is shown, before the table as it was */
    bool is_covered;       /* a text lies over it all: no key of the table works */
    bool is_between;       /* the person, who only may act, is asked */
    bool is_steering;      /* a session runs under the person's hand */
    bool is_pausing;       /* nobody is asked: there is something to read */
    int sentence_end;      /* sentences are shown up to here only; 0: all of them */
    const struct box *low; /* lies at the lower edge; NULL: none does */
};

enum corner { AT_TOP, AT_END };

/* Draws the whole table; `context` is the show. */
void show_draw(void *context);
void show_redraw(struct show *show);
/* Behind a question that comes before the table is laid; `context` is the console. */
void show_empty(void *context);

/* Shows a box that tells at its lower edge how to scroll where it must be; returns the
 * key that ended it. */
int show_box(const struct console *console, struct box box, void (*behind)(void *context),
             void *context);
/* A text to read, which is freed, under the title of this key. */
void show_text(struct show *show, enum corner corner, const char *title, struct text *text);
/* All that happened; the signs of the screen, the rules, who plays and the hash of the
 * dice; the odds, or what the client has in their place. */
void show_log(struct show *show);
void show_help(struct show *show);
void show_guide(struct show *show);

/* Waits for a key, or for a message of the server: SHOW_NEWS. */
int show_wait_key(struct show *show);
/* play.c: plays a match; true if it came to its end, false if the person leaves. */
bool show_play_match(struct show *show);
/* Shows how it ended, and asks whether there is to be another one. */
bool show_ask_again(struct show *show);

/* Keys that work at any time; true if it was one. */
bool show_take_key(struct show *show, int key);
bool show_key_leaves(int key);
/* A key that leaves asks for a second one, so that nobody leaves who only meant to close
 * a box; where nothing can be read, and where no key will come any more, it does not. */
bool show_confirms_leave(struct show *show, int key);

#endif
