/* keys.c: Zum Blauen Drachen by keys: their meaning, and the line that lists them.
 *
 * No single key plays a card: it is selected, its targets are chosen, and Enter sends it. */
#include <curses.h>
#include <string.h>

#include "client.h"
#include "terminal/parts.h"
#include "terminal/utf8.h"

enum { SEND_COLUMNS = 30, AIM_COLUMNS = 28 };

static int first_of(unsigned seats) {
    for (int seat = 0; seats >> seat; seat++)
        if (seats >> seat & 1)
            return seat;
    return -1;
}

/* The first suggestion: another player, who is not a target yet. */
static uint8_t suggested(const struct console *console, unsigned open, const struct draft *draft) {
    unsigned others = open & ~(1u << console->seat);
    unsigned unnamed = draft->target[0] ? others & ~(1u << (draft->target[0] - 1)) : others;
    return (uint8_t)(first_of(unnamed ? unnamed : others ? others : open) + 1);
}

/* Left and right go round the table; up and down too, once a card is chosen. */
static int step_aside(int key, const struct draft *draft) {
    bool is_down = key == KEY_RIGHT || (draft->card && key == KEY_DOWN);
    return is_down ? 1 : key == KEY_LEFT || (draft->card && key == KEY_UP) ? -1 : 0;
}

static bool point_aside(const struct console *console, int key, unsigned seats,
                        struct draft *draft) {
    int count = console->setup.seats, step = step_aside(key, draft);
    int at = draft->pointed ? draft->pointed - 1 : step > 0 ? count - 1 : 0;
    if (!step || !seats)
        return false;
    do
        at = (at + count + step) % count;
    while (!(seats >> at & 1));
    draft->pointed = (uint8_t)(at + 1);
    return true;
}

static char letter_of(const struct console *console, int seat) {
    return value_get_word(drachen_seat(console, seat), "character")[0];
}

static int seat_of_letter(const struct console *console, int key) {
    for (int seat = 0; seat < console->setup.seats; seat++) {
        int letter = letter_of(console, seat);
        if (letter && (key == letter || key == letter + 'a' - 'A'))
            return seat;
    }
    return -1;
}

/* The letter of a character; a digit where it cannot mean a card. */
static int seat_of_key(const struct console *console, int key, const struct draft *draft) {
    bool is_seat = draft->card && key >= '0' && key < '0' + console->setup.seats;
    return is_seat ? key - '0' : seat_of_letter(console, key);
}

static bool point_at(const struct console *console, int key, unsigned seats, struct draft *draft) {
    int seat = seat_of_key(console, key, draft);
    if (seat < 0 || !(seats >> seat & 1))
        return false;
    draft->pointed = (uint8_t)(seat + 1);
    draft->cursor = draft->card ? draft->cursor : 0;
    return true;
}

static bool move_cursor(const struct console *console, int key, struct draft *draft) {
    int count = drachen_hand_count(console), step = (key == KEY_DOWN) - (key == KEY_UP);
    int at = draft->cursor + step;
    if (!step || !count)
        return false;
    draft->cursor = (uint8_t)(at < 1 ? count : at > count ? 1 : at);
    draft->pointed = 0;
    return true;
}

static enum reading show_card(const struct console *console, const struct draft *draft,
                              struct text *answer) {
    if (draft->cursor) {
        int place = draft->cursor - 1;
        drachen_say_card(console, drachen_hand_card(console, place),
                         drachen_fitting(console) >> place & 1, answer);
    } else {
        drachen_say_last_card(console, answer);
        text_put(answer, answer->length ? " \n" : "");
        drachen_say_hand(console, true, answer);
    }
    return READ_BOX;
}

static enum reading send_or_point(const struct console *console, struct draft *draft,
                                  struct text *action) {
    unsigned open = drachen_open_targets(console, draft);
    if (!open)
        return drachen_make(console, draft, action) ? READ_ACTION : READ_NOTHING;
    draft->pointed = suggested(console, open, draft);
    return READ_CHANGED;
}

/* Enter on a card sends it, asks for a target, or shows its text. */
static enum reading choose_cursor(const struct console *console, struct draft *draft,
                                  struct text *action, struct text *answer) {
    int place = draft->cursor - 1;
    if (!(drachen_fitting(console) >> place & 1))
        return show_card(console, draft, answer);
    drachen_choose_card(console, place, draft);
    return send_or_point(console, draft, action);
}

/* Enter without a selection takes the action that needs no further choice, but never passes a
 * window: the key may have come too late. */
static enum reading choose_nothing(const struct console *console, struct text *action,
                                   struct text *answer) {
    if (drachen_asks(console, "challenge")) {
        console_say_key(console, "terminal.yes_or_no", answer);
        return READ_ANSWER;
    }
    if (drachen_can(console, "drink")) {
        text_put(action, "drink");
        return READ_ACTION;
    }
    if (drachen_asks(console, "discard") && drachen_make_pass(console, action))
        return READ_ACTION;
    return READ_NOTHING;
}

static enum reading take_return(const struct console *console, struct draft *draft,
                                struct text *action, struct text *answer) {
    if (draft->discards)
        return drachen_make(console, draft, action) ? READ_ACTION : READ_NOTHING;
    if (draft->pointed) {
        drachen_choose_target(console, draft->pointed - 1, draft);
        return send_or_point(console, draft, action);
    }
    if (drachen_asks(console, "discard"))
        return choose_nothing(console, action, answer);
    return draft->cursor ? choose_cursor(console, draft, action, answer)
                         : choose_nothing(console, action, answer);
}

static enum reading take_number(const struct console *console, int key, struct draft *draft) {
    int place = key - '1';
    if (place < 0 || place >= drachen_hand_count(console))
        return READ_NOTHING;
    draft->cursor = (uint8_t)(place + 1);
    draft->pointed = 0;
    if (drachen_asks(console, "discard"))
        draft->discards ^= (uint8_t)(1 << place);
    return READ_CHANGED;
}

static enum reading take_preset_key(struct console *console, int key, struct text *action,
                                    struct text *answer) {
    switch (key) {
    case 'w':
        return drachen_wait_for_turn(console, action, answer);
    case 's':
        return drachen_skip_kind(console, action, answer);
    case 'a':
        drachen_ask_all(console, answer);
        return READ_ANSWER;
    case 'o':
        drachen_toggle_own(console, answer);
        return READ_ANSWER;
    case '!':
        drachen_toggle_stop(console, answer);
        return READ_ANSWER;
    default:
        return READ_NOTHING;
    }
}

static enum reading take_challenge(const struct console *console, int key, struct text *action) {
    char word[2] = {key > 0 && key < 128 ? (char)key : '?', '\0'};
    bool is_yes = console_means(console, "terminal.word.yes", word);
    if (!drachen_asks(console, "challenge") ||
        (!is_yes && !console_means(console, "terminal.word.no", word)))
        return READ_NOTHING;
    text_put(action, is_yes ? "accept" : "decline");
    return READ_ACTION;
}

static enum reading take_pass(const struct console *console, struct text *action) {
    if (!*drachen_asked(console))
        return READ_ON;
    return drachen_make_pass(console, action) ? READ_ACTION : READ_NOTHING;
}

static enum reading take_undo(const struct console *console, struct draft *draft,
                              struct text *answer) {
    bool keeps_cursor = draft->card || draft->discards || draft->pointed;
    if (!keeps_cursor && !draft->cursor)
        console_say_key(console, "terminal.no_undo", answer);
    drachen_undo(draft);
    draft->cursor = keeps_cursor ? draft->cursor : 0;
    return READ_CHANGED;
}

/* A letter of a player who cannot be named here, or at a time without a target to name. */
static enum reading refuse_seat(const struct console *console, int key, unsigned seats,
                                const struct draft *draft, struct text *answer) {
    int seat = seat_of_key(console, key, draft);
    if (seat < 0)
        return READ_NOTHING;
    if (seats)
        console_say_word(console, "drachen.bad_target", drachen_name(console, seat), answer);
    else
        console_say_key(console, "drachen.bad_name", answer);
    return READ_ANSWER;
}

static enum reading read_key(struct console *console, int key, void *draft, struct text *action,
                             struct text *answer) {
    struct draft *chosen = draft;
    unsigned seats = drachen_open_targets(console, chosen);
    enum reading reading = take_challenge(console, key, action);
    if (reading != READ_NOTHING)
        return reading;
    if (point_aside(console, key, seats, chosen) || point_at(console, key, seats, chosen))
        return READ_CHANGED;
    if (!chosen->card && move_cursor(console, key, chosen))
        return READ_CHANGED;
    if (key_is_return(key))
        return take_return(console, chosen, action, answer);
    if (key_is_undo(key) || key == KEY_ESCAPE)
        return take_undo(console, chosen, answer);
    if (key == 't')
        return show_card(console, chosen, answer);
    if (key == 'p' && !chosen->card)
        return take_pass(console, action);
    if (key >= '1' && key <= '7' && !chosen->card)
        return take_number(console, key, chosen);
    reading = take_preset_key(console, key, action, answer);
    return reading == READ_NOTHING ? refuse_seat(console, key, seats, chosen, answer) : reading;
}

enum reading drachen_read_key(struct console *console, int key, void *draft, struct text *action,
                              struct text *answer) {
    enum reading reading = read_key(console, key, draft, action, answer);
    drachen_remember_answer(console, reading);
    return reading;
}

/* The draft that Enter would send. */
static struct draft draft_to_send(const struct console *console, const struct draft *draft) {
    struct draft sent = *draft;
    bool points_at_card = !sent.card && !sent.discards && !sent.pointed && sent.cursor;
    if (points_at_card && (drachen_fitting(console) >> (sent.cursor - 1) & 1))
        drachen_choose_card(console, sent.cursor - 1, &sent);
    if (draft->pointed)
        drachen_choose_target(console, draft->pointed - 1, &sent);
    return sent;
}

/* "[Enter] play X at Eve"; without the title if it is too long for the line. */
static void put_send(const struct console *console, const struct draft *draft, struct text *out) {
    struct draft sent = draft_to_send(console, draft);
    if (!sent.card && !sent.discards && !sent.target[0])
        return;
    put_key(console_word(console, "terminal.enter"), out);
    size_t before = out->length;
    drachen_say_choice(console, &sent, out);
    if (utf8_width(out->data + before) <= (sent.target[0] ? AIM_COLUMNS : SEND_COLUMNS))
        return;
    out->data[out->length = before] = '\0';
    drachen_say_short_choice(console, &sent, out);
}

/* "[1-5] ": one for each card. */
static void put_card_key(const struct console *console, const char *effect, struct text *out) {
    char keys[] = {'1', '-', (char)('0' + drachen_hand_count(console)), '\0'};
    if (drachen_hand_count(console) == 1)
        keys[1] = '\0';
    if (drachen_hand_count(console))
        put_button(console, keys, effect, out);
}

/* "[←/→ E F] ": the letters of the possible targets. */
static void put_seat_key(const struct console *console, unsigned seats, const char *effect,
                         struct text *out) {
    struct text keys = {0};
    text_put(&keys, "←/→");
    for (int seat = 0; seat < console->setup.seats; seat++)
        if (seats >> seat & 1) {
            text_put_char(&keys, ' ');
            text_put_char(&keys, letter_of(console, seat));
        }
    put_button(console, keys.data, effect, out);
    text_free(&keys);
}

static void put_enter(const struct console *console, const char *effect, struct text *out) {
    put_button(console, console_word(console, "terminal.enter"), effect, out);
}

static void say_target_keys(const struct console *console, const struct draft *draft,
                            struct text *out) {
    put_send(console, draft, out);
    put_seat_key(console, drachen_open_targets(console, draft), "drachen.key_target", out);
    put_button(console, "u", "drachen.key_undo", out);
}

/* Who gets a drink; a card may be played instead. */
static void say_guest_keys(const struct console *console, const struct draft *draft,
                           struct text *out) {
    bool is_mead = drachen_asks(console, "mead");
    put_send(console, draft, out);
    if (is_mead && !out->length)
        put_enter(console, "drachen.send_drink", out);
    put_seat_key(console, drachen_open_targets(console, draft),
                 is_mead ? "drachen.key_share" : "drachen.key_guest", out);
    if (draft->cursor)
        put_button(console, "t", "drachen.key_text", out);
    else
        put_card_key(console, "drachen.key_card", out);
}

static void say_discard_keys(const struct console *console, const struct draft *draft,
                             struct text *out) {
    put_send(console, draft, out);
    if (!draft->discards)
        put_enter(console, "drachen.send_keep", out);
    put_card_key(console, "drachen.key_discard", out);
    put_button(console, "t", "drachen.key_text", out);
    if (draft->discards)
        put_button(console, "u", "drachen.key_undo_all", out);
}

static void say_card_keys(const struct console *console, const struct draft *draft,
                          struct text *out) {
    bool is_asked = *drachen_asked(console), is_action = drachen_asks(console, "action");
    bool is_own = value_get_number(console->seen, "active") == console->seat;
    put_send(console, draft, out);
    put_button(console, "p",
               !is_asked   ? "drachen.key_on"
               : is_action ? "drachen.key_no_action"
                           : "drachen.key_pass",
               out);
    if (!draft->cursor)
        put_card_key(console, "drachen.key_card", out);
    put_button(console, "t", "drachen.key_text", out);
    bool is_window = !draft->cursor && is_asked && !is_action;
    if (is_window && !is_own)
        put_button(console, "w", "drachen.key_turn", out);
    if (is_window)
        put_button(console, "s", "drachen.key_skip", out);
}

void drachen_say_keys(const struct console *console, const void *draft, struct text *out) {
    const struct draft *chosen = draft;
    if (chosen->card)
        say_target_keys(console, chosen, out);
    else if (drachen_asks(console, "buy") || drachen_asks(console, "mead"))
        say_guest_keys(console, chosen, out);
    else if (drachen_asks(console, "challenge"))
        console_say_key(console, "drachen.key_challenge", out);
    else if (drachen_asks(console, "discard"))
        say_discard_keys(console, chosen, out);
    else
        say_card_keys(console, chosen, out);
}

void drachen_say_guide(const struct console *console, const void *draft, struct text *out) {
    (void)draft;
    console_say_key(console, "drachen.guide", out);
    text_put(out, "\n \n");
    drachen_say_presets(console, out);
}
