/* sim.c: the session of a simulated throw (P-27, P-28).
 *
 * The match's dice choose one of the throws and deal the barrels of the cup,
 * and which of their ends is which, to its nameless cylinders; so all barrels
 * and ends are exchangeable, whatever the throw does. A frame shows nine
 * barrels by place, then cup and coaster; barrels that were set aside stand in
 * a row beside the tray, where no other can reach them. */
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "cup.h"
#include "throw.h"

enum { CUP_BODY = PF_BARRELS, COASTER_BODY, BODIES };

struct session {
    struct throw *throw;
    int barrels;
    int32_t tick;
    bool is_over;
    uint8_t dealt[PF_BARRELS]; /* the place of each cylinder's barrel */
    uint32_t turned_round;     /* cylinders whose +z is the second end, a bit each */
    uint8_t face[PF_BARRELS];  /* how the barrels stood before */
};

static void *open(const void *state, struct rng *rng) {
    const struct pf_state *s = state;
    struct session *session = must_alloc(sizeof *session);
    memcpy(session->face, s->face, sizeof session->face);
    for (int place = 0; place < PF_BARRELS; place++)
        if (s->cup >> place & 1)
            session->dealt[session->barrels++] = (uint8_t)place;
    int number = (int)rng_below(rng, THROWS);
    rng_shuffle(rng, session->dealt, session->barrels);
    session->turned_round = rng_next(rng);
    session->throw = throw_new(session->barrels, &throw_barrel);
    throw_begin(session->throw, number);
    return session;
}

/* The cup is shaken by chance alone. */
static bool control(void *session, const struct hand *hand, struct message *why) {
    (void)session, (void)hand;
    return refuse(why, "polterfass.no_hand");
}

static bool step(void *session) {
    struct session *s = session;
    s->tick += !s->is_over;
    if (!s->is_over)
        s->is_over = !throw_tick(s->throw);
    return !s->is_over;
}

static int32_t millionths(double number) {
    return (int32_t)(number * 1e6 + (number < 0 ? -0.5 : 0.5));
}

static struct pose pose_of(const struct place *place) {
    struct pose pose;
    for (int i = 0; i < 3; i++)
        pose.at[i] = millionths(place->at[i]);
    for (int i = 0; i < 4; i++)
        pose.turned[i] = millionths(place->turned[i]);
    return pose;
}

static const double turned_over[4] = {0, 1, 0, 0}, upright[4] = {1, 0, 0, 0};

static struct pose set_aside(const struct session *s, int place) {
    struct place out = {{(place - PF_BARRELS / 2) * 0.026, 0.16, throw_barrel.height / 2}, {0}};
    bool is_second = s->face[place] == PF_SECOND_END;
    memcpy(out.turned, is_second ? turned_over : upright, sizeof out.turned);
    return pose_of(&out);
}

static void frame(const void *session, struct frame *out) {
    const struct session *s = session;
    struct place cylinders[PF_BARRELS], cup, coaster;
    out->tick = s->tick;
    out->count = BODIES;
    for (int place = 0; place < PF_BARRELS; place++)
        out->bodies[place] = set_aside(s, place);
    throw_places(s->throw, cylinders, &cup, &coaster);
    for (int i = 0; i < s->barrels; i++) {
        if (s->turned_round >> i & 1)
            turn_product(cylinders[i].turned, turned_over, cylinders[i].turned);
        out->bodies[s->dealt[i]] = pose_of(&cylinders[i]);
    }
    out->bodies[CUP_BODY] = pose_of(&cup);
    out->bodies[COASTER_BODY] = pose_of(&coaster);
}

static uint8_t other_end(uint8_t face) {
    return face == PF_FIRST_END ? PF_SECOND_END : face == PF_SECOND_END ? PF_FIRST_END : face;
}

/* A throw that is cut short is finished unseen, so it always has its outcome. */
static void close(void *session, void *outcome) {
    struct session *s = session;
    struct pf_action *a = outcome;
    uint8_t faces[PF_BARRELS];
    while (step(s))
        ;
    throw_faces(s->throw, faces);
    a->verb = PF_ROLL;
    memset(a->marks, PF_NOT_THROWN, sizeof a->marks);
    for (int i = 0; i < s->barrels; i++)
        a->marks[s->dealt[i]] = s->turned_round >> i & 1 ? other_end(faces[i]) : faces[i];
    throw_free(s->throw);
    free(s);
}

static void build(struct text *out) {
    physics_build(true, out);
}

const struct sim pf_sim = {.hz = THROW_HZ,
                           .ticks_max = THROW_TICKS_MAX,
                           .open = open,
                           .control = control,
                           .step = step,
                           .frame = frame,
                           .close = close,
                           .build = build};
