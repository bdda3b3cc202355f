/* ship_catch.c: how much of the falling cargo a simulated person catches.
 *
 *   bench_ship_catch [LOADINGS [SLOW [FROM TO]]]   this many loadings at 1x, 4x and 8x, or at one
 *                                                  of them, CSV
 *
 * A careless player loads (careless.h). The catcher sees only the frames. He notices an alarm after
 * his reaction time and the network latency, sees everything with a delay, misjudges trajectories
 * and moves his hand with errors. With FROM and TO he names a falling piece instead, as in the
 * plain terminal, and his hand reaches for it after a delay of FROM to TO ticks, uniformly
 * distributed. No time is measured. */
#include "ship_match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "careless.h"
#include "games/riffraff/catch.h"
#include "games/riffraff/shapes.h"

enum { REACTION = 63 + 20, LATE = 45, FRAMES = 64 }; /* ticks: 250 + 80 ms, 180 ms; a ring */
static const double misjudged = .20, unsteady = 10000, gravity = 9.81e6;

/* Approximately normally distributed. */
static double draw_error(struct rng *rng) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += careless_draw(rng);
    return sum;
}

struct catcher {
    struct rng rng;
    struct frame seen[FRAMES]; /* shown frames, the newest at `count - 1` */
    int count;
    int32_t alarm; /* its tick; -1: none */
    int target;    /* a body; -1: none */
    int from, to; /* he names a piece, and the hand reaches for it after this delay in ticks; -1: he
                     steers */
    int32_t reaches_at;
    double judgement[RR_BODIES];
    double shake[2];
};

static void catcher_begin(struct catcher *c, struct rng *rng) {
    c->rng = *rng;
    c->rng.stream += 1 << 20;
    c->count = 0;
    c->alarm = c->target = -1;
    for (int body = 0; body < RR_BODIES; body++)
        c->judgement[body] = 1 + misjudged * draw_error(&c->rng);
    c->shake[0] = c->shake[1] = 0;
}

static const struct frame *seen_at(const struct catcher *c, int32_t tick) {
    int found = c->count - 1;
    while (found > 0 && found > c->count - FRAMES && c->seen[found % FRAMES].tick > tick)
        found--;
    return &c->seen[found % FRAMES];
}

/* A piece as he sees it: micrometres, and micrometres a second of simulated time. */
struct sighting {
    double at[2], speed[2];
    double left; /* seconds until it is in the water */
};

static bool look_at(const struct frame *old, const struct frame *now, int body,
                    struct sighting *out) {
    const int32_t *a = old->bodies[body].at, *b = now->bodies[body].at;
    double seconds = (now->tick - old->tick) / (250.0 * now->slow);
    if (a[2] <= RR_LOST || b[2] <= RR_LOST || seconds <= 0 || old->slow != now->slow)
        return false;
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += pow((b[i] - a[i]) / seconds, 2);
    for (int i = 0; i < 2; i++) {
        out->at[i] = b[i + 1];
        out->speed[i] = (b[i + 1] - a[i + 1]) / seconds;
    }
    double fall = -out->speed[1], height = b[2] - RR_LOST;
    out->left = (sqrt(fall * fall + 2 * gravity * height) - fall) / gravity;
    return square > 2.5e5 * 2.5e5;
}

/* The place where he expects to meet it. */
static void aim(struct catcher *c, const struct frame *now, const struct sighting *s,
                struct pose *pose) {
    const int32_t *hand = now->bodies[RR_HAND_BODY].at;
    double end[2] = {s->at[0] + s->speed[0] * s->left, RR_LOST};
    double way = hypot(end[0] - hand[1], end[1] - hand[2]);
    double needed = (LATE / 250.0 + way / catch_speed(now->slow)) / now->slow;
    double lead = fmin(needed, s->left) * c->judgement[c->target];
    lead = fmin(lead, s->left);
    for (int i = 0; i < 2; i++)
        c->shake[i] += -c->shake[i] * .1 + unsteady * sqrt(.2) * draw_error(&c->rng);
    double z = s->at[1] + s->speed[1] * lead - gravity * lead * lead / 2;
    pose->at[1] = (int32_t)(s->at[0] + s->speed[0] * lead + c->shake[0]);
    pose->at[2] = (int32_t)(fmax(z, RR_LOST) + c->shake[1]);
}

/* The piece that will be in the water first, with some hysteresis. */
static bool choose(struct catcher *c, const struct frame *now, struct sighting *out) {
    const struct frame *late = seen_at(c, now->tick - LATE), *before = seen_at(c, late->tick - 8);
    double best = 1e9;
    int chosen = -1;
    for (int body = RR_PIECE_BODY; body < RR_HAND_BODY; body++) {
        struct sighting s;
        if (body == now->held || now->bodies[body].at[2] < RR_LOST ||
            !look_at(before, late, body, &s))
            continue;
        double left = s.left - (body == c->target ? .1 : 0);
        if (left < best) {
            best = left;
            chosen = body;
            *out = s;
        }
    }
    c->target = chosen;
    return chosen >= 0;
}

static bool is_falling(const struct frame *now, int body) {
    for (int i = 0; i < now->fall_count; i++)
        if (now->falls[i].body == body)
            return true;
    return false;
}

/* As in lines of text: the first piece that falls, and when that is gone the next one. */
static void catcher_name(struct catcher *c, const struct frame *now, struct hand *hand) {
    if (c->target < 0 || !is_falling(now, c->target)) {
        c->target = now->fall_count ? now->falls[0].body : -1;
        c->reaches_at =
            now->tick + c->from + (int)rng_below(&c->rng, (uint32_t)(c->to - c->from + 1));
    }
    const struct frame *before = c->count ? &c->seen[(c->count - 1) % FRAMES] : NULL;
    if (c->target >= 0 && now->tick >= c->reaches_at)
        rr_reach(before, now, c->target, &hand->pose);
    c->seen[c->count++ % FRAMES] = *now;
}

static void catcher_steer(struct catcher *c, const struct frame *now, struct hand *hand) {
    struct sighting s;
    if (c->from >= 0) {
        catcher_name(c, now, hand);
        return;
    }
    c->seen[c->count++ % FRAMES] = *now;
    bool is_alarm = now->phase == RR_SHOWS_ALARM || now->phase == RR_SHOWS_CATCHING;
    c->alarm = !is_alarm ? -1 : c->alarm < 0 ? now->tick : c->alarm;
    if (c->alarm >= 0 && now->tick - c->alarm >= REACTION && choose(c, now, &s))
        aim(c, now, &s, &hand->pose);
}

struct table {
    struct careless player;
    struct catcher catcher;
    int loadings, falls, pieces, caught, falls_with_one, false_alarms;
};

static void steer(struct table *t, struct carry *loading, const struct frame *now,
                  struct hand *hand) {
    if (now->held >= 0)
        carry_steer(loading, now, hand);
    else
        catcher_steer(&t->catcher, now, hand);
}

static void load_one(struct table *t) {
    struct carry loading;
    struct rr_action outcome;
    carry_begin(&loading, &t->player);
    catcher_begin(&t->catcher, &t->player.rng);
    struct session *session = carry_open(&loading);
    struct frame frame;
    bool had_alarm = false;
    struct hand hand = {.pose.turned = {1000000, 0, 0, 0}};
    while (!session_over(session) && !carry_fails(&loading)) {
        if (session_shows(session)) {
            session_frame(session, &frame);
            steer(t, &loading, &frame, &hand);
            had_alarm |= frame.slow > 1 || frame.phase == RR_SHOWS_ALARM;
            hand.tick = session_ticks(session);
            session_hand(session, &hand, NULL);
        }
        session_tick(session);
    }
    session_close(session, &outcome);
    careless_note(&t->player, &outcome);
    t->loadings++;
    t->falls += outcome.fallen != 0;
    t->pieces += count_bits(outcome.fallen);
    t->caught += count_bits(outcome.caught);
    t->falls_with_one += outcome.caught != 0;
    t->false_alarms += had_alarm && !outcome.fallen;
}

static void run(int slow_motion, int loadings, int from, int to) {
    struct table t = {.catcher = {.from = from, .to = to}};
    double low, high;
    careless_begin(&t.player, slow_motion);
    while (t.loadings < loadings)
        load_one(&t);
    wilson(t.caught, t.pieces, &low, &high);
    printf("%d,%d,%d,%d,%d,%d,%.2f,%.2f,%.2f,%.2f\n", slow_motion, t.loadings, t.false_alarms,
           t.falls, t.pieces, t.caught, t.pieces ? t.caught / (double)t.pieces : 0, low, high,
           t.falls ? t.falls_with_one / (double)t.falls : 0);
    fflush(stdout);
}

int main(int count, char **words) {
    int loadings = count > 1 ? atoi(words[1]) : 300, only = count > 2 ? atoi(words[2]) : 0;
    int from = count > 3 ? atoi(words[3]) : -1, to = count > 4 ? atoi(words[4]) : from;
    printf("slow motion,loadings,false alarms,falls,pieces,caught,share,low,high,falls with one "
           "caught\n");
    for (int slow = 1; slow <= 8; slow *= slow == 1 ? 4 : 2)
        if (!only || only == slow)
            run(slow, loadings, from, to);
    return 0;
}
