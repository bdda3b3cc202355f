/* client.h: what the files of the Drachen client share.
 *
 * Nothing here knows a rule. What is drawn is the view as JSON (`console->seen`, see "The
 * view" in src/games/drachen/README.md), what can be chosen are the forms of the prompt,
 * and what stays the same is the kit.
 *
 * Players go by their characters here: Dimli, Eve, Fleck, Gog. A card of the hand
 * goes by its place, counted from 1; a player by name or by the seat's number, as
 * in notation. */
#ifndef SPELUNKE_TERMINAL_DRACHEN_CLIENT_H
#define SPELUNKE_TERMINAL_DRACHEN_CLIENT_H

#include "terminal/console.h"

enum {
    HAND_ROWS = 7,     /* cards that the screen has room for */
    OFFERED_BYTES = 32 /* a bit for each card of the kit */
};

/* A choice that is not sent yet. */
struct draft {
    uint8_t card;      /* chosen to be played: its place + 1; 0: none */
    uint8_t target[2]; /* seat + 1 */
    uint8_t discards;  /* places of the hand, a bit each */
    uint8_t cursor;    /* screen: the place in the hand + 1 */
    uint8_t pointed;   /* screen: seat + 1 who would be the next target */
    bool is_asked;     /* plain lines: the choice waits for a last word */
};

/* What the person wishes to be asked, and what was said. */
struct memory {
    uint32_t unusual;               /* presets whose wish is not the usual one, a bit each */
    int64_t last_stopped;           /* the question before which the person was asked last */
    uint8_t offered[OFFERED_BYTES]; /* plain lines: cards whose text was said */
};

/* To look into; who changes it has a console that is not const. */
static inline const struct memory *drachen_memory(const struct console *console) {
    return console->memory;
}

/* client.c: names, and messages in words */
const char *drachen_name(const struct console *console, int seat);
void drachen_say(const struct console *console, const struct message *message, struct text *out);

/* choice.c: what the person may do now, and a draft on its way to an action */
/* Of `seats` in the view. */
const struct value *drachen_seat(const struct console *console, int seat);
/* The seats of a list in the view, a bit each. */
unsigned drachen_mask(const struct value *seats);
/* How many cards a seat holds; of others the view says no more. */
int64_t drachen_count_cards(const struct value *seat);
int drachen_hand_count(const struct console *console);
/* The id of the card at this place of the hand. */
const char *drachen_hand_card(const struct console *console, int place);
/* The kind of question that the person is asked, as the view's `window` names it; ""
 * if others are asked, or nobody. */
const char *drachen_asked(const struct console *console);
bool drachen_asks(const struct console *console, const char *kind);
/* The places of the hand whose card can be played now, a bit each. */
unsigned drachen_fitting(const struct console *console);
/* Whether an action of this one word, or beginning with it, is allowed. */
bool drachen_can(const struct console *console, const char *word);
/* Who can be named next: the first target or the second; 0: nobody is missing. */
unsigned drachen_open_targets(const struct console *console, const struct draft *draft);
/* Whether the card of the draft is aimed at two piles. */
bool drachen_names_piles(const struct console *console, const struct draft *draft);
/* Chooses the card of a place, with its targets where there is only one choice. */
void drachen_choose_card(const struct console *console, int place, struct draft *draft);
void drachen_choose_target(const struct console *console, int seat, struct draft *draft);
/* Writes the action of a draft; false, and nothing, if something is missing. */
bool drachen_make(const struct console *console, const struct draft *draft, struct text *action);
/* The decision that asks for nothing more: pass, keep. False: there is none. */
bool drachen_make_pass(const struct console *console, struct text *action);
void drachen_undo(struct draft *draft);

/* wish.c */
bool drachen_auto_answer(const struct console *console, struct text *action);
bool drachen_stops(const struct console *console);
/* Once the own turn has come, the wish to wait for it is fulfilled. */
void drachen_see(struct console *console);
/* Remembers that the person has answered this question. */
void drachen_remember_answer(struct console *console, enum reading reading);
/* Each changes what is wished and says so. */
enum reading drachen_wish_turn(struct console *console, struct text *action, struct text *answer);
enum reading drachen_wish_skip(struct console *console, struct text *action, struct text *answer);
void drachen_wish_ask(struct console *console, struct text *answer);
void drachen_wish_own(struct console *console, struct text *answer);
void drachen_wish_stop(struct console *console, struct text *answer);
void drachen_say_wishes(const struct console *console, struct text *out);
/* The same for the file of the table; what holds until the own turn is left out. */
void drachen_print_wishes(const struct console *console, struct text *out);
void drachen_read_wishes(struct console *console, const char *line);
/* What is wished otherwise than usual, in short; nothing if nothing is. */
void drachen_say_wish_mark(const struct console *console, struct text *out);

/* ask.c */
/* Whom the chosen card is to meet, for plain lines. */
void drachen_say_aim(const struct console *console, const struct draft *draft, struct text *out);
/* Which decision of others comes next. */
void drachen_say_next(const struct console *console, struct text *out);
void drachen_say_choosing(const struct console *console, const void *draft, bool is_between,
                          struct text *out);
/* What is asked, in so many words as fit on a line of the smallest screen. */
void drachen_say_task(const struct console *console, struct text *out);
/* What is asked, however long the sentence is. */
void drachen_say_question(const struct console *console, struct text *out);
/* What sending the draft does: "play X at Eve". */
void drachen_say_choice(const struct console *console, const struct draft *draft, struct text *out);
/* The same of a card without its title: "play it at Eve". */
void drachen_say_short_choice(const struct console *console, const struct draft *draft,
                              struct text *out);

/* say.c: sentences of both ways to play */
void drachen_say_end(const struct console *console, struct text *out);
/* What is pending, the topmost first, a line each; without so many of them. */
void drachen_say_pending(const struct console *console, int skipped, struct text *out);
/* Who is asked at the moment; nothing if nobody is. */
void drachen_say_asked(const struct console *console, struct text *out);
/* A key with the names of these seats in the place {seats}. */
void drachen_say_seats(const struct console *console, const char *key, unsigned seats,
                       struct text *out);

/* card.c: cards in words, by their ids */
/* The place of the card in the kit. */
int drachen_card_number(const struct console *console, const char *card);
const char *drachen_title(const struct console *console, const char *card);
/* What it does, as the person reads it who plays it, is hit by it or looks on; `targets` NULL:
 * nobody is named yet. */
void drachen_say_text(const struct console *console, const char *card, int seat,
                      const struct value *targets, struct text *out);
const char *drachen_card_kind(const struct console *console, const char *card);
/* The same in a few letters. */
const char *drachen_short_kind(const struct console *console, const char *card);
/* Title, kind, when it is played, text, whether it fits now. */
void drachen_say_card(const struct console *console, const char *card, bool fits, struct text *out);
/* The same in short. */
void drachen_say_about(const struct console *console, const char *card, struct text *out);
/* The card played last, by whom, with its text; nothing before the first. */
void drachen_say_last_card(const struct console *console, struct text *out);
/* The card that is pending, by whom, with its text. */
void drachen_say_played(const struct console *console, const struct value *item, struct text *out);
/* What the topmost pending card or drink does, in its own words. */
void drachen_say_top_text(const struct console *console, struct text *out);

/* plain.c, read.c */
void drachen_say_state(const struct console *console, struct text *out);
void drachen_say_brief(const struct console *console, struct text *out);
void drachen_say_prompt(const struct console *console, const void *draft, struct text *out);
void drachen_say_help(const struct console *console, struct text *out);
void drachen_say_hand(const struct console *console, bool with_texts, struct text *out);
/* Whether the whole hand is said before this question, and not only what fits. */
bool drachen_shows_hand(const struct console *console);
enum reading drachen_read_line(struct console *console, const char *line, void *draft,
                               struct text *action, struct text *answer);

/* keys.c, screen.c */
enum reading drachen_read_key(struct console *console, int key, void *draft, struct text *action,
                              struct text *answer);
void drachen_say_keys(const struct console *console, const void *draft, struct text *out);
void drachen_say_guide(const struct console *console, const void *draft, struct text *out);
int drachen_count_sentences(const struct console *console, int first);
void drachen_draw(const struct console *console, const void *draft);

#endif
