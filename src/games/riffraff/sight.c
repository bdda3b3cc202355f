/* sight.c: queries on a ship world. */
#include "sight.h"

#include <string.h>

#include "geometry.h"

void sight_scene(const struct ship_world *ship, uint64_t pieces, struct rr_scene *out) {
    memset(out, 0, sizeof *out);
    for (int body = 0; body < RR_PIECE_BODY; body++)
        ship_world_real_pose(ship, body, &out->ship[body]);
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (pieces >> piece & 1) {
            struct rr_placed *placed = &out->cargo[out->count];
            out->pieces[out->count++] = piece;
            placed->solid = rr_body_solid(RR_PIECE_BODY + piece);
            ship_world_real_pose(ship, RR_PIECE_BODY + piece, &placed->pose);
        }
}

int sight_touches(const struct ship_world *ship, struct rr_touch out[TOUCHES_MAX]) {
    struct contact contacts[TOUCHES_MAX];
    int body_of[RR_HAND_BODY] = {0};
    int count = world_contacts(ship_world_engine(ship), contacts, TOUCHES_MAX);
    for (int body = 0; body < RR_HAND_BODY; body++)
        if (ship_world_body(ship, body) >= 0)
            body_of[ship_world_body(ship, body)] = body;
    count = count < TOUCHES_MAX ? count : TOUCHES_MAX;
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++)
            out[i].body[side] = body_of[contacts[i].body[side]];
        memcpy(out[i].at, contacts[i].at, sizeof out[i].at);
    }
    return count;
}

void sight_centre(const struct ship_world *ship, int piece, double out[3]) {
    struct real_pose pose;
    struct mass mass;
    world_mass(ship_world_engine(ship), ship_world_body(ship, RR_PIECE_BODY + piece), &mass);
    ship_world_real_pose(ship, RR_PIECE_BODY + piece, &pose);
    pose_point(&pose, mass.centre, out);
}

void sight_areas(const struct ship_world *ship, struct rr_scene *scene) {
    struct rr_touch touches[TOUCHES_MAX];
    double centres[RR_PIECES_MAX][3];
    int count = sight_touches(ship, touches);
    for (int i = 0; i < scene->count; i++)
        sight_centre(ship, scene->pieces[i], centres[i]);
    rr_find_areas(scene, (const double(*)[3])centres, touches, count, scene->area);
}

uint64_t sight_held_up(const struct ship_world *ship, int holder) {
    uint64_t touches[RR_HAND_BODY], up = ((uint64_t)1 << RR_PIECE_BODY) - 1, before = 0;
    ship_world_touches(ship, touches);
    if (holder >= 0)
        up |= (uint64_t)1 << holder;
    while (up != before) {
        before = up;
        for (int body = 0; body < RR_HAND_BODY; body++)
            if (before >> body & 1)
                up |= touches[body];
    }
    return up;
}

/* The centre of mass of a piece and its velocity, in world coordinates. */
static void find_motion(const struct ship_world *ship, int piece, double at[3], double speed[3]) {
    const struct world *world = ship_world_engine(ship);
    int body = ship_world_body(ship, RR_PIECE_BODY + piece);
    struct real_pose pose;
    struct motion motion;
    struct mass mass;
    world_pose(world, body, &pose);
    world_motion(world, body, &motion);
    world_mass(world, body, &mass);
    pose_point(&pose, mass.centre, at);
    vector_cross(motion.spin, mass.centre, speed);
    turn_vector(pose.turned, speed, speed);
    for (int i = 0; i < 3; i++)
        speed[i] += motion.speed[i];
}

int sight_loose(const struct ship_world *ship, uint64_t pieces, int holder,
                struct loose out[RR_PIECES_MAX]) {
    struct real_pose hull;
    struct motion swing;
    double spin[3];
    uint64_t up = sight_held_up(ship, holder);
    int count = 0;
    ship_world_real_pose(ship, RR_HULL_BODY, &hull);
    world_motion(ship_world_engine(ship), RR_HULL_BODY, &swing);
    turn_vector(hull.turned, swing.spin, spin);
    for (int piece = 0; piece < RR_PIECES; piece++) {
        if (!(pieces >> piece & 1))
            continue;
        struct loose *p = &out[count++];
        double speed[3], carried[3], inside[3];
        *p = (struct loose){.piece = piece};
        find_motion(ship, piece, p->at, speed);
        vector_cross(spin, p->at, carried);
        p->fall = -speed[2];
        vector_subtract(speed, carried, speed);
        p->speed = vector_length(speed);
        p->is_held_up = up >> (RR_PIECE_BODY + piece) & 1;
        pose_point_inside(&hull, p->at, inside);
        p->is_inside = rr_is_over_deck(inside) && inside[2] > RR_DECK_TOP * 1e-6;
    }
    return count;
}

bool sight_is_at(const struct ship_world *ship, int area, const double point[3]) {
    enum { BELOW = 30000 }; /* hanging pieces are below the surface */
    const struct rr_area *a = &rr_areas[area];
    struct real_pose body;
    double at[3];
    ship_world_real_pose(ship, a->body, &body);
    pose_point_inside(&body, point, at);
    for (int i = 0; i < 2; i++)
        if (at[i] * 1e6 < a->low[i] || at[i] * 1e6 > a->high[i])
            return false;
    return at[2] * 1e6 > a->top - BELOW;
}
