/* drachen_client.h: what the files of the Drachen client share.
 *
 * Players go by their characters here: Dimli, Eve, Fleck, Gog. A card of the hand
 * goes by its place, counted from 1; a player by name or by the seat's number, as
 * in notation. */
#ifndef SPELUNKE_TERMINAL_DRACHEN_H
#define SPELUNKE_TERMINAL_DRACHEN_H

#include "games/drachen/drachen.h"
#include "table.h"

enum { DR_CARD_BYTES = 32 }; /* a bit for each card there is */

/* A choice that is not sent yet. */
struct dr_draft {
    uint8_t card;      /* chosen to be played; 0: none */
    uint8_t target[2]; /* seat + 1 */
    uint8_t discards;  /* places of the hand, a bit each */
    uint8_t cursor;    /* screen: the place in the hand + 1 */
    uint8_t pointed;   /* screen: seat + 1 who would be the next target */
    bool is_asked;     /* plain lines: the choice waits for a last word */
};

/* Kinds of questions that can be passed over by wish. */
enum dr_wish {
    DR_WISH_CARD,    /* a card that does nothing to oneself */
    DR_WISH_CARD_ME, /* one that does */
    DR_WISH_GOLD,
    DR_WISH_DRINK,
    DR_WISH_DRINK_ME,
    DR_WISH_HURT,
    DR_WISH_WON,
    DR_WISH_END,
    DR_WISH_LAST,
    DR_WISH_BET,
    DR_WISHES,
    DR_NO_WISH = DR_WISHES
};

/* What the person wishes to be asked, and what not. */
struct dr_memory {
    uint16_t skipped;               /* kinds passed over, a bit each */
    bool until_turn;                /* everything is passed over until the own turn */
    bool answers_own;               /* windows on own cards are asked too */
    bool stops;                     /* asked before decisions of others, to play in between */
    uint32_t last_stopped;          /* the question it was asked before */
    uint8_t offered[DR_CARD_BYTES]; /* plain lines: cards whose text was said */
};

static inline const struct dr_state *dr_seen(const struct table *table) {
    return table->view;
}

static inline struct dr_memory *dr_memory(const struct table *table) {
    return table->memory;
}

/* What the person is asked; DR_ASK_NOTHING if others are, or nobody. */
enum dr_ask dr_asked(const struct table *table);
bool dr_is_window(enum dr_ask ask);

/* drachen_client.c: names, and events in words */
const char *dr_name(const struct table *table, int seat);
void dr_say(const struct table *table, const struct message *message, struct text *out);
/* "alcohol +3, Fortitude -1": only what changes, or that nothing does. */
void dr_say_effect(const struct table *table, int alcohol, int fortitude, struct text *out);
/* How far a marker of the track goes that stands at `now` and is moved so. */
int dr_moved(int now, int change);

/* drachen_choice.c: what fits, and a draft on its way to an action */
/* The places of the hand whose card can be played now, a bit each. */
unsigned dr_fitting(const struct table *table);
/* The same without cards that could be played at any other time as well. */
unsigned dr_answering(const struct table *table);
bool dr_can(const struct table *table, enum dr_verb verb);
/* Who can be named next: the first target or the second; 0: nobody is missing. */
unsigned dr_open_targets(const struct table *table, const struct dr_draft *draft);
/* Whether the card of the draft is aimed at two piles. */
bool dr_names_piles(const struct table *table, const struct dr_draft *draft);
/* Chooses the card of a place, with its targets where there is only one choice. */
void dr_choose_card(const struct table *table, int place, struct dr_draft *draft);
void dr_choose_target(const struct table *table, int seat, struct dr_draft *draft);
/* Makes the action of a draft; false if something is missing. */
bool dr_make(const struct table *table, const struct dr_draft *draft, struct dr_action *action);
/* The decision that asks for nothing more: pass, keep. False: there is none. */
bool dr_make_pass(const struct table *table, struct dr_action *action);
void dr_undo(struct dr_draft *draft);

/* drachen_wish.c */
bool dr_reflex(const struct table *table, struct text *action);
bool dr_stops(const struct table *table);
enum dr_wish dr_wish_now(const struct table *table);
/* Each says what is wished now. */
enum reading dr_wish_turn(const struct table *table, struct dr_action *action, struct text *answer);
enum reading dr_wish_skip(const struct table *table, struct dr_action *action, struct text *answer);
void dr_wish_ask(const struct table *table, struct text *answer);
void dr_wish_own(const struct table *table, struct text *answer);
void dr_wish_stop(const struct table *table, struct text *answer);
void dr_say_wishes(const struct table *table, struct text *out);
/* The same for the file of the table; what holds until the own turn is left out. */
void dr_print_wishes(const struct table *table, struct text *out);
void dr_read_wishes(const struct table *table, const char *line);
/* What is wished otherwise than usual, in short; nothing if nothing is. */
void dr_say_wish_mark(const struct table *table, struct text *out);

/* drachen_ask.c */
/* Whom the chosen card is to meet, for plain lines. */
void dr_say_aim(const struct table *table, const struct dr_draft *draft, struct text *out);
/* Which decision of others comes next. */
void dr_say_next(const struct table *table, struct text *out);
void dr_say_choosing(const struct table *table, const void *draft, bool is_between,
                     struct text *out);

/* drachen_say.c: sentences of both ways to play */
void dr_say_task(const struct table *table, struct text *out);
/* What is asked, however long the sentence is. */
void dr_say_question(const struct table *table, struct text *out);
void dr_say_end(const struct table *table, struct text *out);
/* What is pending, the topmost first, a line each; without so many of them. */
void dr_say_pending(const struct table *table, int skipped, struct text *out);
/* Who is asked at the moment; nothing if nobody is. */
void dr_say_asked(const struct table *table, struct text *out);
const char *dr_title(const struct table *table, int card);
const char *dr_card_text(const struct table *table, int card);
const char *dr_card_kind(const struct table *table, int card);
/* Title, kind, when it is played, text, whether it fits now. */
void dr_say_card(const struct table *table, int card, bool fits, struct text *out);
/* The same in short. */
void dr_say_about(const struct table *table, int card, struct text *out);
/* The card played last, by whom, with its text; nothing before the first. */
void dr_say_last_card(const struct table *table, struct text *out);
/* The card that is pending, by whom, with its text. */
void dr_say_played(const struct table *table, const struct dr_item *item, struct text *out);
/* What the topmost pending card or drink does, in its own words. */
void dr_say_top_text(const struct table *table, struct text *out);
/* What sending the draft does: "play X at Eve". */
void dr_say_choice(const struct table *table, const struct dr_draft *draft, struct text *out);
/* The same of a card without its title: "play it at Eve". */
void dr_say_short_choice(const struct table *table, const struct dr_draft *draft, struct text *out);
/* A key with the names of these seats in the place {seats}. */
void dr_say_seats(const struct table *table, const char *key, unsigned seats, struct text *out);

/* drachen_plain.c, drachen_read.c */
void dr_say_state(const struct table *table, struct text *out);
void dr_say_brief(const struct table *table, struct text *out);
void dr_say_prompt(const struct table *table, const void *draft, struct text *out);
void dr_say_help(const struct table *table, struct text *out);
void dr_say_hand(const struct table *table, bool with_texts, struct text *out);
enum reading dr_read_line(const struct table *table, const char *line, void *draft,
                          struct text *action, struct text *answer);

/* drachen_keys.c, drachen_screen.c */
enum reading dr_read_key(const struct table *table, int key, void *draft, struct text *action,
                         struct text *answer);
void dr_say_keys(const struct table *table, const void *draft, struct text *out);
void dr_say_guide(const struct table *table, const void *draft, struct text *out);
int dr_count_told(const struct table *table, int first);
void dr_draw(const struct table *table, const void *draft);

#endif
