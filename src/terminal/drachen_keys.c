/* drachen_keys.c: Zum Blauen Drachen by keys: what each one means, and the line
 * that tells which can be pressed.
 *
 * Nothing is played by a single key: a card is pointed at and then sent with
 * Enter, and whom it meets is named in between. */
#include <curses.h>
#include <string.h>

#include "drachen_client.h"
#include "letters.h"

enum { KEY_RETURN = '\r', KEY_RUBOUT = 127, KEY_ESCAPE = 27, SEND_COLUMNS = 30, AIM_COLUMNS = 28 };

static bool is_return(int key) {
    return key == KEY_RETURN || key == '\n' || key == KEY_ENTER;
}

static bool is_undo(int key) {
    return key == KEY_BACKSPACE || key == KEY_RUBOUT || key == '\b' || key == 'u' ||
           key == KEY_ESCAPE;
}

/* Players are pointed at while one must be named: after a card was chosen, and
 * where a drink is given away. */
static unsigned pointable(const struct table *table, const struct dr_draft *draft) {
    return dr_open_targets(table, draft);
}

static int first_of(unsigned seats) {
    for (int seat = 0; seat < DR_SEATS; seat++)
        if (seats & dr_bit(seat))
            return seat;
    return -1;
}

/* Who is pointed at first: somebody else, and nobody twice. */
static uint8_t suggested(unsigned open, const struct dr_draft *draft) {
    unsigned others = open & ~dr_bit(SEAT_PERSON);
    unsigned unnamed = draft->target[0] ? others & ~dr_bit(draft->target[0] - 1) : others;
    return (uint8_t)(first_of(unnamed ? unnamed : others ? others : open) + 1);
}

/* Left and right lead round the table; so do up and down once the card is chosen. */
static int step_aside(int key, const struct dr_draft *draft) {
    bool is_down = key == KEY_RIGHT || (draft->card && key == KEY_DOWN);
    return is_down ? 1 : key == KEY_LEFT || (draft->card && key == KEY_UP) ? -1 : 0;
}

static bool point_aside(const struct table *table, int key, unsigned seats,
                        struct dr_draft *draft) {
    int count = table->setup.seats, step = step_aside(key, draft);
    int at = draft->pointed ? draft->pointed - 1 : step > 0 ? count - 1 : 0;
    if (!step || !seats)
        return false;
    do
        at = (at + count + step) % count;
    while (!(seats & dr_bit(at)));
    draft->pointed = (uint8_t)(at + 1);
    return true;
}

static int seat_of_letter(const struct table *table, int key) {
    const struct dr_state *view = dr_seen(table);
    for (int seat = 0; seat < view->seats; seat++) {
        int letter = dr_characters[view->seat[seat].character].letter;
        if (key == letter || key == letter + 'a' - 'A')
            return seat;
    }
    return -1;
}

/* The letter of a character; a digit only where it can mean no card. */
static int seat_of_key(const struct table *table, int key, const struct dr_draft *draft) {
    bool is_seat = draft->card && key >= '0' && key < '0' + table->setup.seats;
    return is_seat ? key - '0' : seat_of_letter(table, key);
}

static bool point_at(const struct table *table, int key, unsigned seats, struct dr_draft *draft) {
    int seat = seat_of_key(table, key, draft);
    if (seat < 0 || !(seats & dr_bit(seat)))
        return false;
    draft->pointed = (uint8_t)(seat + 1);
    draft->cursor = draft->card ? draft->cursor : 0;
    return true;
}

static int hand_count(const struct table *table) {
    return dr_seen(table)->seat[SEAT_PERSON].hand_count;
}

static bool move_cursor(const struct table *table, int key, struct dr_draft *draft) {
    int count = hand_count(table), step = (key == KEY_DOWN) - (key == KEY_UP);
    int at = draft->cursor + step;
    if (!step || !count)
        return false;
    draft->cursor = (uint8_t)(at < 1 ? count : at > count ? 1 : at);
    draft->pointed = 0;
    return true;
}

static enum reading show_card(const struct table *table, const struct dr_draft *draft,
                              struct text *answer) {
    if (draft->cursor) {
        int place = draft->cursor - 1;
        dr_say_card(table, dr_seen(table)->seat[SEAT_PERSON].hand[place],
                    dr_fitting(table) >> place & 1, answer);
    } else {
        dr_say_last_card(table, answer);
        text_put(answer, answer->length ? " \n" : "");
        dr_say_hand(table, true, answer);
    }
    return READ_BOX;
}

static enum reading send_or_point(const struct table *table, struct dr_draft *draft,
                                  struct dr_action *action) {
    unsigned open = dr_open_targets(table, draft);
    if (!open)
        return dr_make(table, draft, action) ? READ_ACTION : READ_NOTHING;
    draft->pointed = suggested(open, draft);
    return READ_CHANGED;
}

/* Enter on a card: it is sent, or asks for a player, or only shows its text. */
static enum reading choose_cursor(const struct table *table, struct dr_draft *draft,
                                  struct dr_action *action, struct text *answer) {
    int place = draft->cursor - 1;
    if (!(dr_fitting(table) >> place & 1))
        return show_card(table, draft, answer);
    dr_choose_card(table, place, draft);
    return send_or_point(table, draft, action);
}

static enum reading choose_pointed(const struct table *table, struct dr_draft *draft,
                                   struct dr_action *action) {
    dr_choose_target(table, draft->pointed - 1, draft);
    return send_or_point(table, draft, action);
}

/* Enter where nothing is pointed at does what asks for nothing more, but never
 * passes a window: a key that comes late must not. */
static enum reading choose_nothing(const struct table *table, struct dr_action *action,
                                   struct text *answer) {
    if (dr_asked(table) == DR_ASK_CHALLENGE) {
        table_say_key(table, "terminal.yes_or_no", answer);
        return READ_ANSWER;
    }
    if (dr_asked(table) == DR_ASK_MEAD) {
        action->verb = DR_DO_DRINK;
        return READ_ACTION;
    }
    if (dr_asked(table) == DR_ASK_DISCARD && dr_make_pass(table, action))
        return READ_ACTION;
    return READ_NOTHING;
}

static enum reading take_return(const struct table *table, struct dr_draft *draft,
                                struct dr_action *action, struct text *answer) {
    if (draft->discards)
        return dr_make(table, draft, action) ? READ_ACTION : READ_NOTHING;
    if (draft->pointed)
        return choose_pointed(table, draft, action);
    if (dr_asked(table) == DR_ASK_DISCARD)
        return choose_nothing(table, action, answer);
    return draft->cursor ? choose_cursor(table, draft, action, answer)
                         : choose_nothing(table, action, answer);
}

static enum reading take_number(const struct table *table, int key, struct dr_draft *draft) {
    int place = key - '1';
    if (place < 0 || place >= hand_count(table))
        return READ_NOTHING;
    draft->cursor = (uint8_t)(place + 1);
    draft->pointed = 0;
    if (dr_asked(table) == DR_ASK_DISCARD)
        draft->discards ^= (uint8_t)(1 << place);
    return READ_CHANGED;
}

static enum reading take_wish(const struct table *table, int key, struct dr_action *action,
                              struct text *answer) {
    switch (key) {
    case 'w':
        return dr_wish_turn(table, action, answer);
    case 's':
        return dr_wish_skip(table, action, answer);
    case 'a':
        dr_wish_ask(table, answer);
        return READ_ANSWER;
    case 'o':
        dr_wish_own(table, answer);
        return READ_ANSWER;
    case '!':
        dr_wish_stop(table, answer);
        return READ_ANSWER;
    default:
        return READ_NOTHING;
    }
}

static enum reading take_challenge(const struct table *table, int key, struct dr_action *action) {
    char word[2] = {key > 0 && key < 128 ? (char)key : '?', '\0'};
    bool is_yes = table_means(table, "terminal.word.yes", word);
    if (dr_asked(table) != DR_ASK_CHALLENGE ||
        (!is_yes && !table_means(table, "terminal.word.no", word)))
        return READ_NOTHING;
    action->verb = is_yes ? DR_DO_ACCEPT : DR_DO_DECLINE;
    return READ_ACTION;
}

static enum reading take_pass(const struct table *table, struct dr_action *action) {
    if (dr_asked(table) == DR_ASK_NOTHING)
        return READ_ON;
    return dr_make_pass(table, action) ? READ_ACTION : READ_NOTHING;
}

static enum reading take_undo(const struct table *table, struct dr_draft *draft,
                              struct text *answer) {
    bool keeps_cursor = draft->card || draft->discards || draft->pointed;
    if (!keeps_cursor && !draft->cursor)
        table_say_key(table, "terminal.no_undo", answer);
    dr_undo(draft);
    draft->cursor = keeps_cursor ? draft->cursor : 0;
    return READ_CHANGED;
}

/* Somebody is meant who cannot be named here, or at a time when nobody can. */
static enum reading refuse_seat(const struct table *table, int key, unsigned seats,
                                const struct dr_draft *draft, struct text *answer) {
    int seat = seat_of_key(table, key, draft);
    if (seat < 0)
        return READ_NOTHING;
    if (seats)
        table_say_word(table, "drachen.bad_target", dr_name(table, seat), answer);
    else
        table_say_key(table, "drachen.bad_name", answer);
    return READ_ANSWER;
}

static enum reading read_key(const struct table *table, int key, void *draft,
                             struct dr_action *action, struct text *answer) {
    struct dr_draft *chosen = draft;
    unsigned seats = pointable(table, chosen);
    enum reading reading = take_challenge(table, key, action);
    if (reading != READ_NOTHING)
        return reading;
    if (point_aside(table, key, seats, chosen) || point_at(table, key, seats, chosen))
        return READ_CHANGED;
    if (!chosen->card && move_cursor(table, key, chosen))
        return READ_CHANGED;
    if (is_return(key))
        return take_return(table, chosen, action, answer);
    if (is_undo(key))
        return take_undo(table, chosen, answer);
    if (key == 't')
        return show_card(table, chosen, answer);
    if (key == 'p' && !chosen->card)
        return take_pass(table, action);
    if (key >= '1' && key <= '7' && !chosen->card)
        return take_number(table, key, chosen);
    reading = take_wish(table, key, action, answer);
    return reading == READ_NOTHING ? refuse_seat(table, key, seats, chosen, answer) : reading;
}

enum reading dr_read_key(const struct table *table, int key, void *draft, struct text *action,
                         struct text *answer) {
    struct dr_action made = {0};
    enum reading reading = read_key(table, key, draft, &made, answer);
    if (reading == READ_ACTION)
        dr_print_action(&made, action);
    return reading;
}

/* "[p] ", two blanks behind what stands there before. */
static void put_key(const struct table *table, const char *key, const char *effect,
                    struct text *out) {
    text_put(out, out->length ? "  [" : "[");
    text_put(out, key);
    text_put(out, "] ");
    table_say_key(table, effect, out);
}

/* The draft as Enter would send it. */
static struct dr_draft draft_to_send(const struct table *table, const struct dr_draft *draft) {
    struct dr_draft sent = *draft;
    bool points_at_card = !sent.card && !sent.discards && !sent.pointed && sent.cursor;
    if (points_at_card && (dr_fitting(table) >> (sent.cursor - 1) & 1))
        dr_choose_card(table, sent.cursor - 1, &sent);
    if (draft->pointed)
        dr_choose_target(table, draft->pointed - 1, &sent);
    return sent;
}

/* "[Enter] play X at Eve"; a title may be too long for a line of keys. */
static void put_send(const struct table *table, const struct dr_draft *draft, struct text *out) {
    struct dr_draft sent = draft_to_send(table, draft);
    if (!sent.card && !sent.discards && !sent.target[0])
        return;
    text_put_char(out, '[');
    table_say_key(table, "terminal.enter", out);
    text_put(out, "] ");
    size_t before = out->length;
    dr_say_choice(table, &sent, out);
    if (letters_width(out->data + before) <= (sent.target[0] ? AIM_COLUMNS : SEND_COLUMNS))
        return;
    out->data[out->length = before] = '\0';
    dr_say_short_choice(table, &sent, out);
}

/* "[1-5] ": as many as there are cards. */
static void put_card_key(const struct table *table, const char *effect, struct text *out) {
    char keys[] = {'1', '-', (char)('0' + hand_count(table)), '\0'};
    if (hand_count(table) == 1)
        keys[1] = '\0';
    if (hand_count(table))
        put_key(table, keys, effect, out);
}

/* "[←/→ E F] ": the letters of those who can be named. */
static void put_seat_key(const struct table *table, unsigned seats, const char *effect,
                         struct text *out) {
    struct text keys = {0};
    text_put(&keys, "←/→");
    for (int seat = 0; seat < DR_SEATS; seat++)
        if (seats & dr_bit(seat)) {
            text_put_char(&keys, ' ');
            text_put_char(&keys, dr_characters[dr_seen(table)->seat[seat].character].letter);
        }
    put_key(table, keys.data, effect, out);
    text_free(&keys);
}

static void put_enter(const struct table *table, const char *effect, struct text *out) {
    put_key(table, table_word(table, "terminal.enter"), effect, out);
}

static void say_target_keys(const struct table *table, const struct dr_draft *draft,
                            struct text *out) {
    put_send(table, draft, out);
    put_seat_key(table, dr_open_targets(table, draft), "drachen.key_target", out);
    put_key(table, "u", "drachen.key_undo", out);
}

/* Whom a drink is given to; a card may be played as well. */
static void say_guest_keys(const struct table *table, const struct dr_draft *draft,
                           struct text *out) {
    bool is_mead = dr_asked(table) == DR_ASK_MEAD;
    put_send(table, draft, out);
    if (is_mead && !out->length)
        put_enter(table, "drachen.send_drink", out);
    put_seat_key(table, dr_open_targets(table, draft),
                 is_mead ? "drachen.key_share" : "drachen.key_guest", out);
    if (draft->cursor)
        put_key(table, "t", "drachen.key_text", out);
    else
        put_card_key(table, "drachen.key_card", out);
}

static void say_challenge_keys(const struct table *table, struct text *out) {
    table_say_key(table, "drachen.key_challenge", out);
}

static void say_discard_keys(const struct table *table, const struct dr_draft *draft,
                             struct text *out) {
    put_send(table, draft, out);
    if (!draft->discards)
        put_enter(table, "drachen.send_keep", out);
    put_card_key(table, "drachen.key_discard", out);
    put_key(table, "t", "drachen.key_text", out);
    if (draft->discards)
        put_key(table, "u", "drachen.key_undo_all", out);
}

static void say_card_keys(const struct table *table, const struct dr_draft *draft,
                          struct text *out) {
    enum dr_ask ask = dr_asked(table);
    put_send(table, draft, out);
    put_key(table, "p",
            ask == DR_ASK_NOTHING  ? "drachen.key_on"
            : ask == DR_ASK_ACTION ? "drachen.key_no_action"
                                   : "drachen.key_pass",
            out);
    if (!draft->cursor)
        put_card_key(table, "drachen.key_card", out);
    put_key(table, "t", "drachen.key_text", out);
    bool is_window = !draft->cursor && ask != DR_ASK_ACTION && ask != DR_ASK_NOTHING;
    if (is_window && dr_seen(table)->active != SEAT_PERSON)
        put_key(table, "w", "drachen.key_turn", out);
    if (is_window)
        put_key(table, "s", "drachen.key_skip", out);
}

void dr_say_keys(const struct table *table, const void *draft, struct text *out) {
    const struct dr_draft *chosen = draft;
    enum dr_ask ask = dr_asked(table);
    if (chosen->card)
        say_target_keys(table, chosen, out);
    else if (ask == DR_ASK_BUY || ask == DR_ASK_MEAD)
        say_guest_keys(table, chosen, out);
    else if (ask == DR_ASK_CHALLENGE)
        say_challenge_keys(table, out);
    else if (ask == DR_ASK_DISCARD)
        say_discard_keys(table, chosen, out);
    else
        say_card_keys(table, chosen, out);
}

void dr_say_guide(const struct table *table, const void *draft, struct text *out) {
    (void)draft;
    table_say_key(table, "drachen.guide", out);
    text_put(out, "\n \n");
    dr_say_wishes(table, out);
}
