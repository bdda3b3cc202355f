/* face.c: the prompts of the null game, and constant facts for clients. */
#include "null.h"

/* N-3, N-4: an awaited seat bids; whoever has a bell may ring it. */
static void prompt(const void *view, int seat, struct prompt *prompt) {
    static const char *const bids[NULL_BID_MAX + 1] = {"0", "1", "2", "3"};
    const struct null_state *v = view;
    bool bids_now = !(v->sealed >> seat & 1);
    struct message *task = prompt_task(prompt, bids_now ? "null.task_bid" : "null.task_ring");
    message_number(task, "prize", v->prize);
    if (bids_now) {
        message_number(task, "max", null_bid_limit(v, seat));
        prompt_say(prompt, "bid");
        prompt_one(prompt);
        for (int bid = 0; bid <= null_bid_limit(v, seat); bid++)
            prompt_word(prompt, bids[bid]);
    }
    if (v->bells >> seat & 1)
        prompt_say(prompt, "ring");
}

static void tell(const void *view, int seat, const void *action, struct events *says) {
    const struct null_state *v = view;
    const struct null_action *a = action;
    if (a->verb == NULL_RING)
        message_number(event_add(says, SEEN_BY_ALL, "null.tell_ring"), "prize", v->prize + 1);
    else if (a->number)
        message_number(event_add(says, SEEN_BY_ALL, "null.tell_bid"), "bid", a->number);
    (void)seat;
}

/* The coin, and the six fields in a row that it is dropped on (sim.c). */
static void kit(struct text *out) {
    static const struct kit_shape coin = {.kind = KIT_CYLINDER, .size = {300000, 50000}};
    js_put_number(out, "cards", NULL_CARDS);
    js_put_number(out, "hz", null_sim.hz);
    js_key(out, "bodies");
    js_open(out, '[');
    kit_body_json("coin", &coin, 1, out);
    js_close(out, ']');
}

const struct face null_face = {.prompt = prompt, .tell = tell, .kit = kit};
