/* sim.c: the session of a simulated throw (P-27, P-28).
 *
 * The match's random numbers choose one of the throws, assign the barrels in the cup to its
 * anonymous cylinders, and choose which end of each is the first. So barrels and ends are
 * exchangeable, whatever the distribution of the throws is. All frames come from the recording
 * of the throw, whether it was taken from the pool or is being made, so both give identical
 * frames. A frame shows nine barrels by place, then cup and coaster; barrels that are not in the
 * cup stand in a row beside the tray, out of reach. */
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "film.h"

struct session {
    struct film film; /* no throw if the shelf had the complete recording */
    int number;       /* of the throw */
    int take;
    struct shelf shelf; /* keeps a new recording; all zero: none */
    int barrels;
    int32_t tick;
    uint8_t dealt[PF_BARRELS]; /* the place of the barrel that each cylinder stands for */
    uint32_t turned_round;     /* cylinders whose +z is the second end, as bits */
    uint8_t face[PF_BARRELS];  /* the faces before the roll */
};

/* A recording that does not fit is ignored, and the throw is simulated. */
static struct recording *find(const struct shelf *shelf, int take, int barrels) {
    struct recording *found = shelf ? shelf->find(shelf->context, take) : NULL;
    if (!found || film_fits(found, barrels))
        return found;
    recording_free(found);
    return NULL;
}

static void open_film(struct session *s, const struct shelf *shelf) {
    s->film.recording = find(shelf, s->take, s->barrels);
    if (s->film.recording)
        return;
    film_open(&s->film, s->take);
    if (shelf)
        s->shelf = *shelf;
}

/* All random numbers of a session. The README documents their order for whoever verifies them. */
static void draw(struct session *session, const struct pf_state *s, struct rng *rng) {
    for (int place = 0; place < PF_BARRELS; place++)
        if (s->cup >> place & 1)
            session->dealt[session->barrels++] = (uint8_t)place;
    session->number = (int)rng_below(rng, THROWS);
    rng_shuffle(rng, session->dealt, session->barrels);
    session->turned_round = rng_next(rng);
}

static void *open(const void *state, struct rng *rng, const struct shelf *shelf) {
    const struct pf_state *s = state;
    struct session *session = must_alloc(sizeof *session);
    memcpy(session->face, s->face, sizeof session->face);
    draw(session, s, rng);
    session->take = film_take(session->barrels, session->number);
    open_film(session, shelf);
    return session;
}

/* The throw cannot be steered. */
static bool take_hand(void *session, const struct hand *hand, struct message *why) {
    (void)session, (void)hand;
    return refuse(why, "polterfass.no_hand");
}

/* Whether the last frame of the throw is shown. */
static bool is_over(const struct session *s) {
    return recording_has_ended(s->film.recording) &&
           s->tick == recording_frames(s->film.recording) - 1;
}

static bool step(void *session) {
    struct session *s = session;
    if (is_over(s))
        return false;
    s->tick++;
    if (s->tick == recording_frames(s->film.recording))
        film_tick(&s->film);
    return !is_over(s);
}

static struct pose set_aside(const struct session *s, int place) {
    bool is_second = s->face[place] == PF_SECOND_END;
    int32_t half_height = (int32_t)(throw_barrel.height * 1e6 / 2);
    return (struct pose){{(place - PF_BARRELS / 2) * 26000, 160000, half_height},
                         {is_second ? 0 : 1000000, is_second ? 1000000 : 0, 0, 0}};
}

/* Rotates by 180 degrees about the barrel's own x axis. This is exact in integers, so the frames
 * are the same whether or not they come from the shelf. */
static struct pose turn_round(const struct pose *pose) {
    const int32_t *q = pose->turned, *at = pose->at;
    return (struct pose){{at[0], at[1], at[2]}, {-q[1], q[0], q[3], -q[2]}};
}

static void frame(const void *session, struct frame *out) {
    const struct session *s = session;
    struct frame film;
    recording_frame(s->film.recording, s->tick, &film);
    frame_begin(out, s->tick, PF_BODIES);
    for (int place = 0; place < PF_BARRELS; place++)
        out->bodies[place] = set_aside(s, place);
    for (int i = 0; i < s->barrels; i++)
        out->bodies[s->dealt[i]] =
            s->turned_round >> i & 1 ? turn_round(&film.bodies[i]) : film.bodies[i];
    out->bodies[PF_CUP_BODY] = film.bodies[s->barrels];
    out->bodies[PF_COASTER_BODY] = film.bodies[s->barrels + 1];
    frame_round(out); /* rounds the barrels beside the tray, which are not in the recording */
}

static uint8_t other_end(uint8_t face) {
    return face == PF_FIRST_END ? PF_SECOND_END : face == PF_SECOND_END ? PF_FIRST_END : face;
}

static void deal_faces(const struct session *s, uint8_t marks[PF_BARRELS]) {
    size_t size;
    const uint8_t *faces = recording_outcome(s->film.recording, &size);
    memset(marks, PF_NOT_THROWN, PF_BARRELS);
    for (int i = 0; i < s->barrels; i++)
        marks[s->dealt[i]] = s->turned_round >> i & 1 ? other_end(faces[i]) : faces[i];
}

/* A session that is closed early is finished without being shown, so that it always has its
 * outcome. */
static void close(void *session, void *outcome) {
    struct session *s = session;
    struct pf_action *a = outcome;
    while (!recording_has_ended(s->film.recording))
        film_tick(&s->film);
    a->verb = PF_ROLL;
    deal_faces(s, a->marks);
    if (s->shelf.keep)
        s->shelf.keep(s->shelf.context, s->take, s->film.recording);
    film_close(&s->film);
    recording_free(s->film.recording);
    free(s);
}

/* `throw 4711 -1--2----`: the number of the throw and how its anonymous cylinders came to rest,
 * before they were assigned to barrels. */
static void attest(const void *state, struct rng *rng, const void *outcome, struct text *out) {
    const struct pf_action *a = outcome;
    struct session s = {0};
    draw(&s, state, rng);
    text_put(out, "throw ");
    text_put_number(out, s.number);
    text_put_char(out, ' ');
    for (int i = 0; i < s.barrels; i++) {
        uint8_t mark = a->marks[s.dealt[i]];
        uint8_t face = s.turned_round >> i & 1 ? other_end(mark) : mark;
        text_put_char(out, face == PF_FIRST_END ? '1' : face == PF_SECOND_END ? '2' : '-');
    }
}

static void build(struct text *out) {
    physics_build(true, out);
}

const struct sim pf_sim = {.hz = THROW_HZ,
                           .ticks_max = THROW_TICKS_MAX,
                           .takes = &film_takes,
                           .open = open,
                           .take_hand = take_hand,
                           .step = step,
                           .frame = frame,
                           .close = close,
                           .build = build,
                           .attest = attest};
