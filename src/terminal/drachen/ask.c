/* ask.c: the sentence at the top: the question, a half-made choice, or the decision of others that
 * the person may interrupt. The question itself comes with the prompt. */
#include "client.h"

#include <string.h>

#include "terminal/utf8.h"

enum { TASK_COLUMNS = 78 }; /* the width of the smallest screen */

static bool say_prompt_task(const struct console *console, struct message *task) {
    return value_message(value_get(console->prompt, "task"), task);
}

void drachen_say_question(const struct console *console, struct text *out) {
    struct message task;
    if (say_prompt_task(console, &task))
        drachen_say(console, &task, out);
}

/* Short forms of tasks whose list of names can be too long; the pending items list the names
 * anyway. */
static const char *short_key(const char *key) {
    static const char *const shorts[][2] = {
        {"drachen.task_card", "drachen.task_card_short"},
        {"drachen.task_card_at", "drachen.task_card_short"},
        {"drachen.task_own_card", "drachen.task_own_card_short"},
        {"drachen.task_own_card_at", "drachen.task_own_card_short"},
        {"drachen.task_hurt", "drachen.task_hurt_short"},
        {"drachen.task_mead", "drachen.task_mead_short"},
        {"drachen.task_drink", "drachen.task_drink_short"},
        {"drachen.task_drink_me", "drachen.task_drink_me_short"},
        {"drachen.task_drink_me_out", "drachen.task_drink_me_out_short"},
    };
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++)
        if (strcmp(key, shorts[i][0]) == 0)
            return shorts[i][1];
    return key;
}

static void say_fitting_task(const struct console *console, struct text *out) {
    struct message task;
    size_t before = out->length;
    if (!say_prompt_task(console, &task))
        return;
    drachen_say(console, &task, out);
    if (utf8_width(text_string(out) + before) <= TASK_COLUMNS)
        return;
    out->data[out->length = before] = '\0';
    task.key = short_key(task.key);
    drachen_say(console, &task, out);
}

void drachen_say_task(const struct console *console, struct text *out) {
    const char *phase = value_get_word(console->seen, "phase");
    bool is_in = value_get_true(drachen_seat(console, console->seat), "in");
    if (strcmp(phase, "over") == 0)
        console_say_key(console, "drachen.over", out);
    else if (*drachen_asked(console))
        say_fitting_task(console, out);
    else if (strcmp(phase, "deal") != 0 && !is_in)
        console_say_key(console, "drachen.do_watch", out);
    else
        text_put(out, console_last_sentence(console));
}

/* "1 Eve, 2 Fleck": the players who can be named next. */
static void put_open(const struct console *console, const struct draft *draft, struct text *out) {
    unsigned open = drachen_open_targets(console, draft);
    for (int seat = 0; seat < console->setup.seats; seat++) {
        if (!(open >> seat & 1))
            continue;
        text_put(out, out->length ? ", " : "");
        text_put_number(out, seat);
        text_put_char(out, ' ');
        text_put(out, drachen_name(console, seat));
    }
}

static void say_aim(const struct console *console, const struct draft *draft,
                    const char *const keys[3], struct text *out) {
    struct text seats = {0};
    struct message message;
    put_open(console, draft, &seats);
    message_start(&message, !drachen_names_piles(console, draft) ? keys[0]
                            : draft->target[0]                   ? keys[2]
                                                                 : keys[1]);
    message_word(&message, "card", drachen_hand_card(console, draft->card - 1));
    message_word(&message, "seats", text_string(&seats));
    drachen_say(console, &message, out);
    text_free(&seats);
}

void drachen_say_aim(const struct console *console, const struct draft *draft, struct text *out) {
    static const char *const keys[] = {"drachen.ask_target", "drachen.ask_piles",
                                       "drachen.ask_second"};
    say_aim(console, draft, keys, out);
}

void drachen_say_next(const struct console *console, struct text *out) {
    static const char *const keys[][2] = {{"action", "drachen.next_action"},
                                          {"buy", "drachen.next_buy"},
                                          {"gamble", "drachen.next_bet"},
                                          {"mead", "drachen.next_mead"},
                                          {"challenge", "drachen.next_dare"}};
    const struct value *window = value_get(console->seen, "window");
    const char *key = "drachen.next_answer";
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(value_get_word(window, "kind"), keys[i][0]) == 0)
            key = keys[i][1];
    drachen_say_seats(
        console, key,
        drachen_mask(value_get(window, "seats")) & ~drachen_mask(value_get(window, "sealed")), out);
}

static void say_between(const struct console *console, struct text *out) {
    struct text next = {0};
    drachen_say_next(console, &next);
    console_say_word(console, "drachen.do_between", text_string(&next), out);
    text_free(&next);
}

void drachen_say_choosing(const struct console *console, const void *draft, bool is_between,
                          struct text *out) {
    static const char *const keys[] = {"drachen.do_target", "drachen.do_pile", "drachen.do_second"};
    const struct draft *chosen = draft;
    if (chosen->card && drachen_open_targets(console, chosen))
        say_aim(console, chosen, keys, out);
    else if (is_between)
        say_between(console, out);
}

/* Targets in the order in which they were named; one may be named twice. */
static void say_play(const struct console *console, const char *key, const struct draft *draft,
                     struct text *out) {
    struct message message;
    message_start(&message, key);
    message_word(&message, "card", drachen_hand_card(console, draft->card - 1));
    message_list(&message, "seats", ARG_SEAT);
    for (int i = 0; i < 2 && draft->target[i]; i++)
        message_item(&message, draft->target[i] - 1);
    if (draft->target[0])
        message_seat(&message, "to", draft->target[0] - 1);
    drachen_say(console, &message, out);
}

void drachen_say_short_choice(const struct console *console, const struct draft *draft,
                              struct text *out) {
    say_play(console, draft->target[0] ? "drachen.send_it_at" : "drachen.send_it", draft, out);
}

static void say_discards(const struct console *console, const struct draft *draft,
                         struct text *out) {
    struct message message;
    int count = 0;
    for (unsigned bits = draft->discards; bits; bits &= bits - 1)
        count++;
    message_start(&message, "drachen.send_discard");
    message_number(&message, "count", count);
    drachen_say(console, &message, out);
}

static void say_gift(const struct console *console, const struct draft *draft, struct text *out) {
    struct message message;
    message_start(&message,
                  drachen_can(console, "buy") ? "drachen.send_buy" : "drachen.send_split");
    message_seat(&message, "seat", draft->target[0] - 1);
    drachen_say(console, &message, out);
}

void drachen_say_choice(const struct console *console, const struct draft *draft,
                        struct text *out) {
    if (draft->card)
        say_play(console, draft->target[0] ? "drachen.send_play_at" : "drachen.send_play", draft,
                 out);
    else if (draft->discards)
        say_discards(console, draft, out);
    else if (draft->target[0])
        say_gift(console, draft, out);
}
