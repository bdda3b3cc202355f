/* run.c: what drivers share that compute in their own thread: a thought, a session with
 * or without somebody who looks, the next thing of all. */
#include "host.h"

#include <spelunke/must.h>

void host_choose(struct host *host, int seat, const struct budget *budget) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct thought *thought = host_think(host, seat);
    bool acts = thought_run(thought, budget, action);
    host_thought(host, thought, acts ? action : NULL);
}

/* A session that somebody looks at, and the hand in it. */
struct running {
    struct session *session;
    const struct audience *audience;
    const struct budget *budget;
    struct thought *bot; /* that steers; NULL: none does */
    bool is_persons;     /* the audience steers */
    struct hand hand;    /* the last one; of the audience: the last that counted */
    bool is_refused;     /* a bot's last sample was, or it has sent none yet */
};

/* The same samples as session_run sends: a hand that stays as it is says nothing new, unless
 * it was refused. */
static void steer_bot(struct running *run, const struct frame *frame) {
    struct hand last = run->hand;
    run->hand.tick = frame->tick;
    thought_hand(run->bot, run->budget, frame, &run->hand);
    run->hand.tick = frame->tick;
    if (run->is_refused || !hand_is_same(&run->hand, &last))
        run->is_refused = session_hand(run->session, &run->hand, NULL) != HAND_TAKEN;
}

/* True if something was done with the hand, so that a tick follows: also after a hand that
 * was refused, for the same one is a new sample only in a later tick. */
static bool take_hand(struct running *run, const struct frame *frame, struct hand *hand) {
    struct message why;
    hand->tick = frame->tick;
    if (hand_is_same(hand, &run->hand))
        return false;
    enum taken taken = session_hand(run->session, hand, &why);
    if (taken == HAND_TAKEN)
        run->hand = *hand;
    else if (taken == HAND_REFUSED && run->audience->refuse)
        run->audience->refuse(run->audience->context, &why);
    return true;
}

static bool run_seen(struct running *run) {
    struct frame frame = {0};
    enum attention attention = ATTENTION_STAYS;
    while (attention != ATTENTION_CUTS && !session_over(run->session)) {
        bool stands = false;
        if (session_shows(run->session)) {
            struct hand hand = run->hand;
            session_frame(run->session, &frame);
            if (run->bot)
                steer_bot(run, &frame);
            if (attention == ATTENTION_STAYS)
                attention = run->audience->show(run->audience->context, &frame, false,
                                                run->is_persons ? &hand : NULL);
            bool is_moved =
                attention != ATTENTION_CUTS && run->is_persons && take_hand(run, &frame, &hand);
            stands =
                attention == ATTENTION_STAYS && run->is_persons && frame.awaits_hand && !is_moved;
        }
        if (attention != ATTENTION_CUTS && !stands)
            session_tick(run->session);
    }
    if (attention == ATTENTION_STAYS) {
        session_frame(run->session, &frame);
        run->audience->show(run->audience->context, &frame, true, NULL);
    }
    return attention != ATTENTION_CUTS;
}

bool host_run_session(struct host *host, const struct budget *budget,
                      const struct audience *audience) {
    struct turn turn;
    struct thought *bot;
    match_turn(host_match(host), &turn);
    bool is_under_hand = turn.kind == TURN_SIM;
    struct session *session = host_open(host, &bot);
    if (!audience) {
        if (bot)
            thought_steer(bot, budget, session);
        else
            session_run(session, NULL, NULL);
        return true;
    }
    struct running run = {.session = session,
                          .audience = audience,
                          .budget = budget,
                          .bot = bot && host_bot(host, turn.control)->steer ? bot : NULL,
                          .is_persons =
                              is_under_hand && host_sitter(host, turn.control) == SITTER_PERSON,
                          .hand.pose.turned = {1000000, 0, 0, 0},
                          .is_refused = true};
    if (run_seen(&run))
        return true;
    host_cut(host);
    return false;
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
