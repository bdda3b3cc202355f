/* sim.c: a loading: the player's hand brings a piece aboard, lets go, and catches what falls.
 *
 * A session starts from the logged ship, so it depends on the state and the inputs only. While
 * the piece is held and hand, goal and ship are at rest, nothing is simulated until an input
 * moves the goal, so a player who thinks costs no CPU time. After the piece was let go, or taken
 * back because something fell, the session runs until everything is at rest. If it
 * is closed earlier it is finished without being shown, and nothing is caught. */
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "geometry.h"
#include "hand.h"
#include "sight.h"

/* A limit of ten minutes of real time. A loading takes some seconds, and 80 more in the worst
 * case of R-20 at 8x. Time stops while a player thinks, so only a hand that never stops moving
 * reaches the limit. */
enum { TICKS_MAX = 600 * SHIP_HZ, FRAME_EVERY = 5 };
/* R-20; also, a ship that has not come to rest this long after the last input is put to sleep,
 * so that a piece that trembles under pressure costs no more CPU time. */
enum { RESTLESS_STEPS_MAX = 10 * SHIP_HZ };

_Static_assert((int)CATCH_HZ == (int)SHIP_HZ, "a step a tick");

struct session {
    struct ship_world *ship;
    struct rr_ship from; /* from the log */
    int piece, area;     /* what is loaded, and where */
    bool is_held, is_back, is_asleep, is_over;
    bool is_at_home; /* the piece was released and has not left its area yet */
    uint64_t cargo;  /* on the ship or in the air, without what is held, lost or caught */
    uint64_t lost;
    int32_t steps, restless; /* steps in total, and since the last input or the release */
    int until_step;          /* ticks until the next step */
    struct rr_hand hand;
    struct rr_catch catch;
    struct loose loose[RR_PIECES_MAX]; /* after the last step */
    int loose_count;
};

static uint64_t bit_of(int piece) {
    return (uint64_t)1 << piece;
}

static int held_body(const struct session *s) {
    return s->is_held ? RR_PIECE_BODY + s->piece : -1;
}

static bool touches_anything(struct session *s) {
    uint64_t touches[RR_HAND_BODY];
    world_find_contacts(ship_world_engine(s->ship));
    ship_world_touches(s->ship, touches);
    return touches[RR_PIECE_BODY + s->piece] != 0;
}

/* Puts the piece above an area of the deck, or astern of a yard, and moves it away until it
 * touches nothing. */
static void take_in_hand(struct session *s) {
    enum { ABOVE_DECK = 60000, ASTERN = 80000, ABOVE_YARD = 20000, FURTHER = 5000, TRIES = 100 };
    const struct rr_area *area = &rr_areas[s->area];
    bool is_deck = area->body == RR_HULL_BODY;
    struct real_pose body, start = {.turned = {1, 0, 0, 0}};
    ship_world_real_pose(s->ship, area->body, &body);
    rr_area_middle(s->area, &body, start.at);
    struct pose pose = pose_fixed(&start);
    pose.at[0] -= is_deck ? 0 : area->high[0] + ASTERN;
    pose.at[2] += is_deck ? ABOVE_DECK : ABOVE_YARD;
    ship_world_put(s->ship, s->piece, &pose);
    for (int i = 0; i < TRIES && touches_anything(s); i++) {
        pose.at[is_deck ? 2 : 0] += is_deck ? FURTHER : -FURTHER;
        ship_world_put(s->ship, s->piece, &pose);
    }
    start = pose_real(&pose);
    hand_begin(&s->hand, &start);
}

static void *open(const void *state, struct rng *rng, const struct shelf *shelf) {
    const struct rr_state *st = state;
    struct session *s = must_alloc(sizeof *s);
    (void)rng, (void)shelf;
    must(st->loading != RR_NO_PIECE);
    s->from = st->ship;
    s->piece = st->loading;
    s->area = st->laid[st->order[0]];
    s->cargo = st->ship.aboard;
    s->is_held = s->is_asleep = true;
    s->ship = ship_world_new(st->sea, s->cargo | bit_of(s->piece));
    ship_world_open(s->ship, &st->ship);
    take_in_hand(s);
    catch_begin(&s->catch, st->slow_motion);
    return s;
}

/* Before the first step nothing has moved. A piece without contacts in a single step keeps its
 * old area. */
static void find_scene(const struct session *s, struct rr_scene *scene) {
    sight_scene(s->ship, s->cargo, scene);
    if (s->steps)
        sight_areas(s->ship, scene);
    for (int i = 0; i < scene->count; i++)
        if (!scene->area[i])
            scene->area[i] = s->from.area[scene->pieces[i]];
}

static enum rr_refusal refuse_release(const struct session *s) {
    struct rr_scene scene;
    struct rr_placed piece = {.solid = rr_body_solid(RR_PIECE_BODY + s->piece)};
    ship_world_real_pose(s->ship, RR_PIECE_BODY + s->piece, &piece.pose);
    find_scene(s, &scene);
    return rr_check_release(&scene, &piece, s->area);
}

static void wake(struct session *s) {
    s->is_asleep = false;
    s->restless = 0;
    world_wake(ship_world_engine(s->ship));
}

static void open_hand(struct session *s) {
    double at[3];
    sight_centre(s->ship, s->piece, at);
    s->is_held = false;
    catch_open(&s->catch, at);
    wake(s);
}

static void let_go(struct session *s) {
    hand_let_go(ship_world_engine(s->ship), ship_world_body(s->ship, RR_PIECE_BODY + s->piece));
    open_hand(s);
    s->cargo |= bit_of(s->piece);
    s->is_at_home = true;
}

/* */
static void take_back(struct session *s) {
    open_hand(s);
    s->is_back = true;
    ship_world_park(s->ship, s->piece);
}

static bool take_hand(void *session, const struct hand *hand, struct message *why) {
    struct session *s = session;
    if (s->is_held && !hand->grip) {
        enum rr_refusal refusal = refuse_release(s);
        if (refusal)
            return refuse(why, rr_refusals[refusal - 1]);
        let_go(s);
    }
    if (!s->is_held)
        catch_aim(&s->catch, &hand->pose);
    else if (hand_aim(&s->hand, &hand->pose))
        wake(s);
    return true;
}

/* Moves the goal of the hand and applies its force for one step. */
static void steer(struct session *s) {
    struct rr_scene scene;
    struct real_pose pose;
    int body = ship_world_body(s->ship, RR_PIECE_BODY + s->piece);
    struct rr_placed goal = {rr_body_solid(RR_PIECE_BODY + s->piece), s->hand.goal};
    sight_scene(s->ship, s->cargo, &scene);
    ship_world_real_pose(s->ship, RR_PIECE_BODY + s->piece, &pose);
    hand_walk(&s->hand, &pose, rr_clearance(&scene, &goal, hand_near), 1.0 / SHIP_HZ);
    hand_pull(&s->hand, ship_world_engine(s->ship), body);
}

static void take_out(struct session *s, uint64_t pieces) {
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (pieces >> piece & 1) {
            ship_world_park(s->ship, piece);
            catch_forget(&s->catch, piece);
        }
    s->cargo &= ~pieces;
}

static void look(struct session *s) {
    uint64_t lost = ship_world_lost(s->ship) & s->cargo;
    take_out(s, lost);
    s->lost |= lost;
    s->loose_count = sight_loose(s->ship, s->cargo, held_body(s), s->loose);
    for (int i = 0; i < s->loose_count && s->is_at_home; i++)
        if (s->loose[i].piece == s->piece) {
            s->is_at_home = sight_is_at(s->ship, s->area, s->loose[i].at);
            s->loose[i].is_at_home = s->is_at_home;
        }
    catch_look(&s->catch, s->loose, s->loose_count);
}

static void make_step(struct session *s) {
    if (s->is_held)
        steer(s);
    s->steps++;
    s->restless++;
    s->is_over = ship_world_step(s->ship) == STEP_BROKEN;
    look(s);
    bool is_calm = ship_world_is_at_rest(s->ship) && s->catch.alarm_ticks < 0;
    bool is_late = s->restless >= RESTLESS_STEPS_MAX;
    if (s->is_held && (s->lost || s->catch.falling))
        take_back(s);
    else if (s->is_held)
        s->is_asleep = (is_calm && s->hand.is_still) || is_late;
    else
        s->is_over |= is_calm || is_late;
}

static bool step(void *session) {
    struct session *s = session;
    if (s->is_over)
        return false;
    if (s->is_asleep)
        return true;
    if (--s->until_step <= 0) {
        make_step(s);
        s->until_step = catch_slow(&s->catch);
    }
    take_out(s, catch_tick(&s->catch, !s->is_held, s->loose, s->loose_count));
    return !s->is_over;
}

static enum rr_shown find_phase(const struct session *s) {
    return s->is_held                 ? RR_SHOWS_HELD
           : s->is_over               ? RR_SHOWS_REST
           : s->catch.alarm_ticks < 0 ? RR_SHOWS_SETTLING
           : s->catch.has_fallen      ? RR_SHOWS_CATCHING
                                      : RR_SHOWS_ALARM;
}

static void show_falls(const struct session *s, struct frame *out) {
    for (int i = 0; i < s->loose_count; i++)
        if (s->catch.falling >> s->loose[i].piece & 1)
            out->falls[out->fall_count++] =
                (struct fall){RR_PIECE_BODY + s->loose[i].piece,
                              catch_ticks_left(&s->loose[i], catch_slow(&s->catch))};
}

static void frame(const void *session, struct frame *out) {
    const struct session *s = session;
    frame_begin(out, out->tick, RR_BODIES);
    for (int body = 0; body < RR_HAND_BODY; body++)
        ship_world_pose(s->ship, body, &out->bodies[body]);
    out->bodies[RR_HAND_BODY] = (struct pose){{0, 0, RR_WAITING}, {1000000, 0, 0, 0}};
    out->phase = (int16_t)find_phase(s);
    out->slow = (int16_t)catch_slow(&s->catch);
    out->held = (int16_t)held_body(s);
    out->awaits_hand = s->is_asleep && !s->is_over;
    if (s->is_held)
        out->release = (int16_t)refuse_release(s);
    else if (s->catch.alarm_ticks >= 0)
        for (int i = 0; i < 3; i++)
            out->bodies[RR_HAND_BODY].at[i] = fixed_point(s->catch.at[i]);
    show_falls(s, out);
}

/* Finishes the session without showing it; nothing is caught any more. */
static void finish(struct session *s) {
    if (s->is_held && s->steps)
        take_back(s);
    s->is_back |= s->is_held;
    while (!s->is_held && !s->is_over)
        make_step(s);
}

/* what is in contact with the ship is aboard, the rest has fallen. If everything is at
 * rest, pieces without contacts in the last step are aboard as well. */
static void find_aboard(struct session *s, struct rr_ship *out) {
    struct rr_scene scene;
    bool is_at_rest = ship_world_is_at_rest(s->ship);
    sight_scene(s->ship, s->cargo, &scene);
    world_find_contacts(ship_world_engine(s->ship));
    sight_areas(s->ship, &scene);
    for (int i = 0; i < scene.count; i++) {
        int piece = scene.pieces[i];
        if (!scene.area[i] && is_at_rest)
            scene.area[i] = piece == s->piece ? (uint8_t)s->area : s->from.area[piece];
        if (!scene.area[i]) {
            s->lost |= bit_of(piece);
            s->cargo &= ~bit_of(piece);
        }
    }
    ship_world_read(s->ship, s->cargo, out);
    for (int i = 0; i < scene.count; i++)
        out->area[scene.pieces[i]] = scene.area[i];
}

static void close(void *session, void *outcome) {
    struct session *s = session;
    struct rr_action *a = outcome;
    finish(s);
    a->verb = RR_OUTCOME;
    a->is_back = s->is_back;
    a->has_ship = s->steps > 0; /* false: nothing has moved */
    if (a->has_ship)
        find_aboard(s, &a->ship);
    a->caught = s->catch.caught;
    a->fallen = s->lost | s->catch.caught;
    ship_world_free(s->ship);
    free(s);
}

static bool reach(const struct frame *before, const struct frame *now, const char *body,
                  struct pose *out) {
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (strcmp(rr_piece_names[piece], body) == 0)
            return rr_reach(before, now, RR_PIECE_BODY + piece, out);
    return false;
}

static void build(struct text *out) {
    physics_build(true, out);
}

const struct sim rr_sim = {.hz = SHIP_HZ,
                           .is_patient = true,
                           .ticks_max = TICKS_MAX,
                           .frame_every = FRAME_EVERY,
                           .refusals = rr_refusals,
                           .open = open,
                           .take_hand = take_hand,
                           .step = step,
                           .frame = frame,
                           .close = close,
                           .build = build,
                           .reach = reach};
