/* task.c: the question to a seat as one message: whose card, drink or payment it is about, how
 * much, and whether it would put the seat out. Cards and drinks are named by their ids; the
 * catalogues have the titles. */
#include "face_inside.h"

static struct message *task_about(struct prompt *prompt, const char *key, int seat) {
    struct message *task = prompt_task(prompt, key);
    message_seat(task, "seat", seat);
    return task;
}

/* As in dr_tell_play: in the order in which they were named; a seat may occur twice. */
static void put_targets(struct message *task, const struct dr_item *item) {
    if (!item->target[0])
        return;
    message_list(task, "seats", ARG_SEAT);
    for (int i = 0; i < 2 && item->target[i]; i++)
        message_item(task, item->target[i] - 1);
    message_seat(task, "to", item->target[0] - 1);
}

static void put_strength(const struct dr_state *v, const struct dr_item *item,
                         struct message *task) {
    struct dr_felt felt = dr_felt_by(v, &item->drink, item->source);
    message_number(task, "alcohol", felt.alcohol);
    message_number(task, "fortitude", felt.fortitude);
}

static void put_drinks(const struct dr_item *item, struct message *task) {
    message_list(task, "drinks", ARG_WORD);
    for (int i = 0; i < item->drink.count; i++)
        message_item_word(task, dr_drinks[item->drink.cards[i]].id);
}

static void ask_card(const struct dr_item *item, int seat, struct prompt *prompt) {
    bool is_aimed = item->target[0];
    const char *key = is_aimed ? "drachen.task_card_at" : "drachen.task_card";
    if (item->source == seat)
        key = is_aimed ? "drachen.task_own_card_at" : "drachen.task_own_card";
    struct message *task = task_about(prompt, key, item->source);
    message_word(task, "card", dr_cards[item->card].id);
    put_targets(task, item);
}

/* Only the payer is asked. */
static void ask_loss(const struct dr_state *v, const struct dr_item *item, int seat,
                     struct prompt *prompt) {
    static const char *const keys[][2] = {
        {"drachen.task_pay", "drachen.task_pay_out"},
        {"drachen.task_pay_inn", "drachen.task_pay_inn_out"},
        {"drachen.task_ante", "drachen.task_ante_out"},
        {"drachen.task_refill", "drachen.task_refill_out"},
    };
    int which = item->cause == DR_CAUSE_REFILL ? 3
                : item->payee == DR_TO_POT     ? 2
                : item->payee == DR_TO_INN     ? 1
                                               : 0;
    struct message *task = prompt_task(prompt, keys[which][dr_pass_puts_out(v, seat)]);
    message_number(task, "amount", item->amount);
    if (which == 0)
        message_seat(task, "to", item->payee);
}

static void ask_drink(const struct dr_state *v, const struct dr_item *item, int seat,
                      struct prompt *prompt) {
    const char *key = item->source != seat        ? "drachen.task_drink"
                      : dr_pass_puts_out(v, seat) ? "drachen.task_drink_me_out"
                                                  : "drachen.task_drink_me";
    struct message *task = task_about(prompt, key, item->source);
    put_drinks(item, task);
    put_strength(v, item, task);
}

static void ask_bet(const struct dr_state *v, struct prompt *prompt) {
    const struct dr_round *round = &v->round;
    struct message *task = prompt_task(prompt, !round->leader  ? "drachen.task_bet_open"
                                               : round->locked ? "drachen.task_bet_locked"
                                                               : "drachen.task_bet");
    message_number(task, "pot", v->pot);
    if (round->leader)
        message_seat(task, "seat", round->leader - 1);
}

/* The last chance before somebody goes out, or the window before an event is judged. */
static void ask_last(const struct dr_state *v, int seat, struct prompt *prompt) {
    unsigned out = dr_going_out(v);
    if (!out || out & dr_bit(seat)) {
        prompt_task(prompt, out ? "drachen.task_last_me" : "drachen.task_breathe");
        return;
    }
    struct message *task = prompt_task(prompt, "drachen.task_last");
    message_list(task, "seats", ARG_SEAT);
    for (int other = 0; other < v->seats; other++)
        if (out & dr_bit(other))
            message_item(task, other);
}

/* Questions without arguments. */
static const char *const plain_tasks[] = {
    [DR_ASK_ACTION] = "drachen.task_action",
    [DR_ASK_BUY] = "drachen.task_buy",
    [DR_ASK_CHALLENGE] = "drachen.task_challenge",
};

static void ask(const struct dr_state *v, int seat, struct prompt *prompt) {
    const struct dr_item *top = dr_top_of(v);
    switch (top->ask) {
    case DR_ASK_ACTION:
    case DR_ASK_BUY:
    case DR_ASK_CHALLENGE:
        prompt_task(prompt, plain_tasks[top->ask]);
        break;
    case DR_ASK_DISCARD:
        message_number(prompt_task(prompt, "drachen.task_discard"), "max", DR_HAND);
        break;
    case DR_ASK_BET:
        ask_bet(v, prompt);
        break;
    case DR_ASK_MEAD:
        put_strength(v, top, prompt_task(prompt, "drachen.task_mead"));
        break;
    case DR_ASK_CARD:
        ask_card(top, seat, prompt);
        break;
    case DR_ASK_LOSS:
        ask_loss(v, top, seat, prompt);
        break;
    case DR_ASK_DRINK:
        ask_drink(v, top, seat, prompt);
        break;
    case DR_ASK_HURT:
        message_word(task_about(prompt, "drachen.task_hurt", top->source), "card",
                     dr_cards[top->card].id);
        break;
    case DR_ASK_WON:
        message_number(task_about(prompt, "drachen.task_won", v->round.leader - 1), "pot", v->pot);
        break;
    case DR_ASK_END:
        task_about(prompt, "drachen.task_end", v->active);
        break;
    default:
        ask_last(v, seat, prompt);
    }
}

/* The message to a seat that may only interrupt: what is going on, and whose item it is. There
 * are no interrupts while somebody discards or everybody is asked for Anytime cards. */
static void offer(const struct dr_state *v, struct prompt *prompt) {
    static const char *const keys[] = {
        [DR_ASK_ACTION] = "drachen.may_action", [DR_ASK_BUY] = "drachen.may_buy",
        [DR_ASK_BET] = "drachen.may_bet",       [DR_ASK_MEAD] = "drachen.may_mead",
        [DR_ASK_CARD] = "drachen.may_card",     [DR_ASK_CHALLENGE] = "drachen.may_challenge",
        [DR_ASK_LOSS] = "drachen.may_pay",      [DR_ASK_DRINK] = "drachen.may_drink",
        [DR_ASK_HURT] = "drachen.may_hurt",     [DR_ASK_WON] = "drachen.may_won",
        [DR_ASK_END] = "drachen.may_end",
    };
    const struct dr_item *top = dr_top_of(v);
    int seat = top->ask == DR_ASK_BET   ? v->round.turn
               : top->ask == DR_ASK_WON ? v->round.leader - 1
                                        : top->source;
    bool is_aimed = top->ask == DR_ASK_CARD && top->target[0];
    struct message *task =
        task_about(prompt, is_aimed ? "drachen.may_card_at" : keys[top->ask], seat);
    if (top->ask == DR_ASK_CARD || top->ask == DR_ASK_HURT)
        message_word(task, "card", dr_cards[top->card].id);
    if (is_aimed)
        put_targets(task, top);
    if (top->ask == DR_ASK_DRINK) {
        put_drinks(top, task);
        put_strength(v, top, task);
    }
    if (top->ask == DR_ASK_LOSS)
        message_number(task, "amount", top->amount);
    if (top->ask == DR_ASK_BET || top->ask == DR_ASK_WON)
        message_number(task, "pot", v->pot);
}

void dr_put_task(const struct dr_state *view, int seat, struct prompt *prompt) {
    if (dr_is_awaited(view, seat))
        ask(view, seat, prompt);
    else
        offer(view, prompt);
}
