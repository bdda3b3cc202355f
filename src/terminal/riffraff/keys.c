/* keys.c: Riff Raff by keys: their meaning while a question is open, and the line that lists them.
 * The keys of the hand are in steer.c. */
#include <curses.h>
#include <string.h>

#include "client.h"
#include "terminal/parts.h"

/* How many choices the question has. */
static int count_choices(const struct console *console) {
    switch (riffraff_question(console)) {
    case ASK_CARD:
        return value_count(value_get(console->kit, "cards"));
    case ASK_CAPTAIN:
    case ASK_ORDER:
        return riffraff_options(console);
    default:
        return riffraff_shapes(console);
    }
}

static bool is_allowed(const struct console *console, const struct draft *draft) {
    struct text action = {0};
    bool is_there = riffraff_action(console, draft, &action);
    text_free(&action);
    return is_there;
}

/* Moves to the next allowed choice in that direction. */
static void step_choice(const struct console *console, int step, struct draft *draft) {
    int count = count_choices(console);
    struct draft next = *draft;
    for (int i = 0; i < count; i++) {
        int from = next.choice ? next.choice - 1 : step > 0 ? count - 1 : 0;
        next.choice = 1 + (from + step + count) % count;
        if (is_allowed(console, &next)) {
            draft->choice = next.choice;
            return;
        }
    }
}

static enum reading choose(const struct console *console, int choice, struct draft *draft,
                           struct text *answer) {
    struct draft next = *draft;
    next.choice = choice;
    if (choice > count_choices(console))
        return READ_NOTHING;
    if (!is_allowed(console, &next)) {
        bool is_card = riffraff_question(console) == ASK_CARD;
        console_say_key(console, is_card ? "riffraff.card_played" : "riffraff.piece_gone", answer);
        return READ_ANSWER;
    }
    *draft = next;
    return READ_CHANGED;
}

/* The rule is the game's: the forms of the prompt say whether two pieces may be
 * announced. */
static bool may_announce(const struct console *console, const struct draft *draft) {
    struct draft two = *draft;
    for (int shape = 1; shape <= riffraff_shapes(console); shape++) {
        two.choice = shape;
        two.is_two = true;
        if (riffraff_question(console) == ASK_LOAD && is_allowed(console, &two))
            return true;
    }
    return false;
}

static enum reading announce(const struct console *console, struct draft *draft,
                             struct text *answer) {
    if (!may_announce(console, draft)) {
        console_say_key(console, "riffraff.only_one", answer);
        return READ_ANSWER;
    }
    draft->is_two = !draft->is_two;
    return READ_CHANGED;
}

enum reading riffraff_read_key(struct console *console, int key, void *context, struct text *action,
                               struct text *answer) {
    struct draft *draft = context;
    enum question question = riffraff_question(console);
    if (question == ASK_NOTHING)
        return READ_NOTHING;
    if (key >= '0' && key <= '9' && (key > '0' || question == ASK_CARD))
        return choose(console, key == '0' ? 10 : key - '0', draft, answer);
    if (key == KEY_LEFT || key == KEY_UP || key == KEY_RIGHT || key == KEY_DOWN) {
        step_choice(console, key == KEY_RIGHT || key == KEY_DOWN ? 1 : -1, draft);
        return READ_CHANGED;
    }
    if (key == 't' && question == ASK_LOAD)
        return announce(console, draft, answer);
    if (key_is_undo(key)) {
        *draft = (struct draft){0};
        return READ_CHANGED;
    }
    if (!key_is_return(key) || !draft->choice)
        return READ_NOTHING;
    return riffraff_action(console, draft, action) ? READ_ACTION : READ_NOTHING;
}

static void say_question_keys(const struct console *console, const struct draft *draft,
                              enum question question, struct text *out) {
    if (draft->choice)
        put_button(console, console_word(console, "terminal.enter"),
                   question == ASK_CARD                             ? "riffraff.key_lay"
                   : question == ASK_LOAD || question == ASK_SECOND ? "riffraff.key_take"
                                                                    : "riffraff.key_decide",
                   out);
    struct text numbers = {0};
    text_put(&numbers, "1-");
    text_put_number(&numbers, count_choices(console));
    text_put(&numbers, " ←→");
    put_button(console, question == ASK_CARD ? "1-9 0 ←→" : text_string(&numbers),
               question == ASK_CARD                             ? "riffraff.key_card"
               : question == ASK_LOAD || question == ASK_SECOND ? "riffraff.key_piece"
                                                                : "riffraff.key_option",
               out);
    text_free(&numbers);
    if (may_announce(console, draft))
        put_button(console, "t", draft->is_two ? "riffraff.key_one" : "riffraff.key_two", out);
}

static void say_hand_keys(const struct console *console, const struct draft *draft,
                          struct text *out) {
    if (draft->shown == SHOWS_HELD) {
        put_button(console, console_word(console, "riffraff.space"), "riffraff.key_let_go", out);
        put_button(console, "←→↑↓", "riffraff.key_move", out);
        put_button(console, "w s", "riffraff.key_height", out);
        put_button(console, "e r", "riffraff.key_turn", out);
        put_button(console, "p", "riffraff.key_pose", out);
        put_button(console, "b", "riffraff.key_back", out);
    } else if (draft->shown == SHOWS_CATCHING || draft->shown == SHOWS_ALARM) {
        put_button(console, "←→↑↓", "riffraff.key_hand", out);
        put_button(console, "1-9", "riffraff.key_reach", out);
    }
}

void riffraff_say_keys(const struct console *console, const void *context, struct text *out) {
    const struct draft *draft = context;
    enum question question = riffraff_question(console);
    if (question != ASK_NOTHING)
        say_question_keys(console, draft, question, out);
    else if (draft->has_begun)
        say_hand_keys(console, draft, out);
}
