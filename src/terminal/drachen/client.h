/* client.h: what the files of the Drachen client share.
 *
 * The client knows no rules: it draws the view (`console->seen`, see "The view" in
 * src/games/drachen/README.md), offers the forms of the prompt, and reads constant facts from the
 * kit.
 *
 * Players are called by their characters: Dimli, Eve, Fleck, Gog. As in notation, a card of the
 * hand is named by its place, counted from 1, and a player by name or seat number. */
#ifndef SPELUNKE_TERMINAL_DRACHEN_CLIENT_H
#define SPELUNKE_TERMINAL_DRACHEN_CLIENT_H

#include "terminal/console.h"

enum {
    HAND_ROWS = 7,     /* cards that the screen has room for */
    OFFERED_BYTES = 32 /* a bit for each card of the kit */
};

/* A choice that is not sent yet. */
struct draft {
    uint8_t card;      /* the card to play: its place + 1; 0: none */
    uint8_t target[2]; /* seat + 1 */
    uint8_t discards;  /* places of the hand, a bit each */
    uint8_t cursor;    /* screen: the selected place in the hand, + 1 */
    uint8_t pointed;   /* screen: the seat that would be the next target, + 1 */
    bool is_asked;     /* lines: the choice needs confirmation */
};

/* The person's presets, and what has been told already. */
struct memory {
    uint32_t unusual;               /* presets that are not at their default, a bit each */
    int64_t last_stopped;           /* the question before which the person was last asked */
    uint8_t offered[OFFERED_BYTES]; /* lines: cards whose text was printed, a bit each */
};

/* Read access; whoever changes it needs a console that is not const. */
static inline const struct memory *drachen_memory(const struct console *console) {
    return console->memory;
}

/* client.c: names, and messages in words */
const char *drachen_name(const struct console *console, int seat);
void drachen_say(const struct console *console, const struct message *message, struct text *out);

/* choice.c: what the person may do, and the way from a draft to an action */
/* An item of `seats` in the view. */
const struct value *drachen_seat(const struct console *console, int seat);
/* The seats of a list in the view, as a bit mask. */
unsigned drachen_mask(const struct value *seats);
/* The number of cards that a seat holds; of others nothing more is known. */
int64_t drachen_count_cards(const struct value *seat);
int drachen_hand_count(const struct console *console);
/* The id of the card at this place of the hand. */
const char *drachen_hand_card(const struct console *console, int place);
/* The kind of the question to the person, as in the view's `window`; "": the person is not
 * asked. */
const char *drachen_asked(const struct console *console);
bool drachen_asks(const struct console *console, const char *kind);
/* The places of the hand with a playable card, as a bit mask. */
unsigned drachen_fitting(const struct console *console);
/* Whether an action that is this word, or begins with it, is allowed. */
bool drachen_can(const struct console *console, const char *word);
/* The players who can be named next, as a first or a second target; 0: no target is missing. */
unsigned drachen_open_targets(const struct console *console, const struct draft *draft);
/* Whether the card of the draft needs two piles. */
bool drachen_names_piles(const struct console *console, const struct draft *draft);
/* Chooses the card of a place; fills in targets that leave no choice. */
void drachen_choose_card(const struct console *console, int place, struct draft *draft);
void drachen_choose_target(const struct console *console, int seat, struct draft *draft);
/* Writes the action of a draft; false, and nothing, if it is incomplete. */
bool drachen_make(const struct console *console, const struct draft *draft, struct text *action);
/* The action without further choices, such as pass or keep. False: there is none. */
bool drachen_make_pass(const struct console *console, struct text *action);
void drachen_undo(struct draft *draft);

/* presets.c: which questions are asked, and which are passed automatically */
bool drachen_auto_answer(const struct console *console, struct text *action);
bool drachen_stops(const struct console *console);
/* Switches the preset "until my turn" off once the turn has come. */
void drachen_see(struct console *console);
/* Marks the question as answered. */
void drachen_remember_answer(struct console *console, enum reading reading);
/* Each changes a preset and says so. */
enum reading drachen_wait_for_turn(struct console *console, struct text *action,
                                   struct text *answer);
enum reading drachen_skip_kind(struct console *console, struct text *action, struct text *answer);
void drachen_ask_all(struct console *console, struct text *answer);
void drachen_toggle_own(struct console *console, struct text *answer);
void drachen_toggle_stop(struct console *console, struct text *answer);
void drachen_say_presets(const struct console *console, struct text *out);
/* The presets in the table file, without "until my turn". */
void drachen_print_presets(const struct console *console, struct text *out);
void drachen_read_presets(struct console *console, const char *line);
/* A short mark of the presets that are not at their default, or nothing. */
void drachen_say_preset_mark(const struct console *console, struct text *out);

/* ask.c */
/* The possible targets of the chosen card, for lines. */
void drachen_say_aim(const struct console *console, const struct draft *draft, struct text *out);
/* The next decision of others. */
void drachen_say_next(const struct console *console, struct text *out);
void drachen_say_choosing(const struct console *console, const void *draft, bool is_between,
                          struct text *out);
/* The question, short enough for the smallest screen. */
void drachen_say_task(const struct console *console, struct text *out);
/* The question at full length. */
void drachen_say_question(const struct console *console, struct text *out);
/* What sending the draft does: "play X at Eve". */
void drachen_say_choice(const struct console *console, const struct draft *draft, struct text *out);
/* The same without the title of the card: "play it at Eve". */
void drachen_say_short_choice(const struct console *console, const struct draft *draft,
                              struct text *out);

/* say.c: sentences for screen and lines */
void drachen_say_end(const struct console *console, struct text *out);
/* The pending items, a line each, the topmost first, without the first `skipped`. */
void drachen_say_pending(const struct console *console, int skipped, struct text *out);
/* Who is asked now; nothing if nobody is. */
void drachen_say_asked(const struct console *console, struct text *out);
/* Renders a key with the names of these seats for {seats}. */
void drachen_say_seats(const struct console *console, const char *key, unsigned seats,
                       struct text *out);

/* card.c: cards in words, by their ids */
/* The index of the card in the kit. */
int drachen_card_number(const struct console *console, const char *card);
const char *drachen_title(const struct console *console, const char *card);
/* Its text, addressed to the person as its player, its victim or a spectator; `targets` NULL:
 * nobody is named yet. */
void drachen_say_text(const struct console *console, const char *card, int seat,
                      const struct value *targets, struct text *out);
const char *drachen_card_kind(const struct console *console, const char *card);
/* The same, abbreviated. */
const char *drachen_short_kind(const struct console *console, const char *card);
/* Title, kind, when it is played, text, and whether it can be played now. */
void drachen_say_card(const struct console *console, const char *card, bool fits, struct text *out);
/* The same, shortened. */
void drachen_say_about(const struct console *console, const char *card, struct text *out);
/* The last card played, by whom, with its text; nothing before the first. */
void drachen_say_last_card(const struct console *console, struct text *out);
/* A pending card: by whom, with its text. */
void drachen_say_played(const struct console *console, const struct value *item, struct text *out);
/* The text of the topmost pending card or drink. */
void drachen_say_top_text(const struct console *console, struct text *out);

/* plain.c, read.c */
void drachen_say_state(const struct console *console, struct text *out);
void drachen_say_brief(const struct console *console, struct text *out);
void drachen_say_prompt(const struct console *console, const void *draft, struct text *out);
void drachen_say_help(const struct console *console, struct text *out);
void drachen_say_hand(const struct console *console, bool with_texts, struct text *out);
/* Whether the whole hand is printed before this question, or only the playable cards. */
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
