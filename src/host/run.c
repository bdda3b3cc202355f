/* run.c: synchronous steps for drivers that compute in their own thread: a thought, a session with
 * or without an audience, or whatever comes next. */
#include "host.h"

#include <spelunke/must.h>

void host_choose(struct host *host, int seat, const struct budget *budget) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct thought *thought = host_think(host, seat);
    bool acts = thought_run(thought, budget, action);
    host_thought(host, thought, acts ? action : NULL);
}

/* A running session with its audience and the hand in control. */
struct running {
    struct session *session;
    const struct audience *audience; /* NULL: nobody watches any more */
    const struct budget *budget;
    struct thought *bot; /* in control; NULL: none */
    bool is_persons;     /* the audience controls the hand */
    struct hand counted; /* the last sample of the audience that was accepted */
};

/* True if the hand changed, so that a tick follows. Also after a refused hand, because the same one
 * is a new sample only in a later tick. */
static bool take_hand(struct running *run, const struct frame *frame, struct hand *hand) {
    struct message why;
    hand->tick = frame->tick;
    if (hand_is_same(hand, &run->counted))
        return false;
    enum taken taken = session_hand(run->session, hand, &why);
    if (taken == HAND_TAKEN)
        run->counted = *hand;
    else if (taken == HAND_REFUSED && run->audience->refuse)
        run->audience->refuse(run->audience->context, &why);
    return true;
}

static enum attention show_frame(struct running *run, const struct frame *frame) {
    struct hand hand = run->counted;
    enum attention attention =
        run->audience->show(run->audience->context, frame, false, run->is_persons ? &hand : NULL);
    if (attention == ATTENTION_CUTS || !run->is_persons)
        return attention;
    bool is_moved = take_hand(run, frame, &hand);
    bool stands = frame->awaits_hand && !is_moved && attention == ATTENTION_STAYS;
    return stands ? ATTENTION_WAITS : attention;
}

/* A computer player continues to steer when nobody watches any more. */
static enum attention attend(void *context, const struct frame *frame) {
    struct running *run = context;
    enum attention attention = ATTENTION_STAYS;
    if (run->bot)
        thought_hand(run->bot, run->budget, frame, run->session);
    if (run->audience)
        attention = show_frame(run, frame);
    if (attention != ATTENTION_ENDS)
        return attention;
    run->audience = NULL;
    return run->bot ? ATTENTION_STAYS : ATTENTION_ENDS;
}

bool host_run_session(struct host *host, const struct budget *budget,
                      const struct audience *audience) {
    struct turn turn;
    struct thought *bot;
    match_turn(host_match(host), &turn);
    bool is_persons =
        turn.kind == TURN_SIM && host_sitter(host, turn.control) == SITTER_PERSON && audience;
    struct running run = {.session = host_open(host, &bot),
                          .audience = audience,
                          .budget = budget,
                          .is_persons = is_persons,
                          .counted = steered_start().hand};
    run.bot = bot && thought_steers(bot) ? bot : NULL;
    struct attendant attendant = {attend, &run};
    bool is_attended = run.bot || audience;
    if (!session_run(run.session, SESSION_END, is_attended ? &attendant : NULL)) {
        host_cut(host);
        return false;
    }
    if (run.audience) {
        struct frame last = {0};
        session_frame(run.session, &last);
        run.audience->show(run.audience->context, &last, true, NULL);
    }
    return true;
}

bool host_step(struct host *host, const struct budget *budget, int64_t now) {
    struct host_wait wait;
    host_look(host, &wait);
    if (wait.next >= 0)
        host_move(host, wait.next, now);
    else if (wait.thinks_next >= 0)
        host_choose(host, wait.thinks_next, budget);
    else if (wait.draws)
        host_draw(host, now);
    else if (wait.opens && host_run_session(host, budget, NULL))
        host_close(host, now);
    else
        return false;
    return true;
}
