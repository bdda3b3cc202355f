/* run.c: the plainest driver of a host: everything at once, in this thread. */
#include "host.h"

#include <spelunke/must.h>

static void think(struct host *host, int seat, const struct budget *budget) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct thought *thought = host_think(host, seat);
    bool acts = thought_run(thought, budget, action);
    host_thought(host, thought, acts ? action : NULL);
}

static void run_session(struct host *host, const struct budget *budget, int64_t now) {
    struct thought *hand;
    struct session *session = host_open(host, &hand);
    if (hand)
        thought_steer(hand, budget, session);
    else
        session_run(session, NULL, NULL);
    host_close(host, now);
}

bool host_step(struct host *host, const struct budget *budget, int64_t now) {
    struct host_wait wait;
    host_look(host, &wait);
    if (wait.next >= 0)
        host_move(host, wait.next, now);
    else if (wait.thinks_next >= 0)
        think(host, wait.thinks_next, budget);
    else if (wait.draws)
        host_draw(host, now);
    else if (wait.opens)
        run_session(host, budget, now);
    else
        return false;
    return true;
}
