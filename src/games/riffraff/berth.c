/* berth.c: finds and rates places for a piece. */
#include "berth.h"

#include <string.h>

#include "geometry.h"

enum { GRID = 6000 }; /* micrometres */

static const double degrees = 57.29577951308232;
static const double slack = .0004; /* boxes that overlap by less than this do not touch */

/* The weights of the rating, in degrees of heel; tuned by experiment (README). */
static const double hanging_worth = 4, tip_worth = .12, tip_enough = 45;
static const double margin_worth = 500, margin_enough = .010;
static const double stack_cost = 250, crowd_cost = 400, crowd_room = .004;
static const double balance_cost = 600, height_cost = 8;

/* The hull rotates about x and then about its own y axis; a yard rocks on its peg. */
static void place_ship(const int32_t joints[RR_JOINTS], struct real_pose out[RR_PIECE_BODY]) {
    double about_x[4] = {cos(joints[0] * .5e-6), sin(joints[0] * .5e-6), 0, 0};
    double about_y[4] = {cos(joints[1] * .5e-6), 0, sin(joints[1] * .5e-6), 0};
    struct real_pose hull = {.at = {0, 0, 0}};
    turn_multiply(about_x, about_y, hull.turned);
    out[RR_HULL_BODY] = hull;
    for (int yard = 0; yard < RR_YARDS; yard++) {
        double half = joints[2 + yard] * .5e-6, above_peg[3] = {0, 0, RR_YARD_TOP * 1e-6};
        struct real_pose inside = {.turned = {cos(half), sin(half), 0, 0}};
        turn_vector(inside.turned, above_peg, inside.at);
        inside.at[2] += (rr_yard_heights[yard] - RR_YARD_TOP) * 1e-6;
        out[RR_YARD_BODY + yard] = pose_within(&hull, &inside);
    }
}

void berth_scene(const struct rr_ship *ship, struct rr_scene *out) {
    memset(out, 0, sizeof *out);
    place_ship(ship->joints, out->ship);
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (ship->aboard >> piece & 1) {
            out->pieces[out->count] = piece;
            out->area[out->count] = ship->area[piece];
            out->cargo[out->count++] = (struct rr_placed){rr_body_solid(RR_PIECE_BODY + piece),
                                                          pose_real(&ship->pose[piece])};
        }
}

/* The bounding box of a shape of a body at this pose. */
static struct berth_box box_around(const struct kit_shape *shape, const struct real_pose *pose) {
    struct real_pose local = shape_pose(shape), at = pose_within(pose, &local);
    struct berth_box box;
    double m[3][3];
    turn_matrix(at.turned, m);
    for (int i = 0; i < 3; i++) {
        double reach = shape->kind == KIT_BOX ? 0 : shape->size[0] * 1e-6;
        for (int j = 0; j < 3 && shape->kind == KIT_BOX; j++)
            reach += fabs(m[i][j]) * shape->size[j] * 1e-6;
        if (shape->kind == KIT_CAPSULE)
            reach += fabs(m[i][2]) * shape->size[1] * 1e-6;
        box.low[i] = at.at[i] - reach;
        box.high[i] = at.at[i] + reach;
    }
    return box;
}

struct real_pose berth_in_world(const struct berth_view *view, const struct real_pose *inside) {
    return pose_within(&view->scene.ship[rr_areas[view->area].body], inside);
}

static void add_boxes(struct berth_view *view, const struct rr_solid *solid, int parts,
                      const struct real_pose *pose) {
    struct real_pose seen = pose_inside(&view->scene.ship[rr_areas[view->area].body], pose);
    for (int i = 0; i < parts && view->box_count < BERTH_BOXES_MAX; i++)
        view->boxes[view->box_count++] = box_around(&solid->parts[i], &seen);
}

static void find_centre(const struct rr_solid *solid, double out[3]) {
    double mass = rr_solid_mass(solid);
    memset(out, 0, 3 * sizeof *out);
    for (int part = 0; part < solid->part_count; part++)
        for (int i = 0; i < 3; i++)
            out[i] += solid->masses[part] / mass * solid->parts[part].at[i] * 1e-6;
}

/* Adds a point mass, given in world coordinates. */
static void add_weight(struct berth_view *view, double mass, const double at[3]) {
    double inside[3];
    pose_point_inside(&view->scene.ship[RR_HULL_BODY], at, inside);
    view->moment[0] += mass * inside[0];
    view->moment[1] += mass * inside[1];
    view->righting -= mass * inside[2];
}

static void weigh_ship(struct berth_view *view, enum rr_sea sea) {
    for (int body = 0; body < RR_PIECE_BODY; body++) {
        const struct rr_solid *solid = rr_body_solid(body);
        for (int part = 0; part < solid->part_count; part++) {
            bool is_ball = body == RR_HULL_BODY && part == RR_BALL_PART;
            double at[3], mass = (is_ball ? rr_ball_masses[sea] : solid->masses[part]) * 1e-6;
            struct real_pose local = shape_pose(&solid->parts[part]);
            pose_point(&view->scene.ship[body], local.at, at);
            add_weight(view, mass, at);
        }
    }
}

static void weigh_cargo(struct berth_view *view, const struct rr_placed *cargo, int area) {
    double centre[3], at[3], on_yard[3], mass = rr_solid_mass(cargo->solid) * 1e-6;
    int body = rr_areas[view->area].body;
    find_centre(cargo->solid, centre);
    pose_point(&cargo->pose, centre, at);
    add_weight(view, mass, at);
    if (body == RR_HULL_BODY || rr_areas[area].body != body)
        return;
    pose_point_inside(&view->scene.ship[body], at, on_yard);
    view->yard_torque += mass * on_yard[1];
}

void berth_look(const struct rr_ship *ship, enum rr_sea sea, int area, struct berth_view *out) {
    memset(out, 0, sizeof *out);
    out->area = area;
    berth_scene(ship, &out->scene);
    weigh_ship(out, sea);
    for (int body = 0; body < RR_PIECE_BODY; body++) {
        const struct rr_solid *solid = rr_body_solid(body);
        add_boxes(out, solid, body == RR_HULL_BODY ? RR_HULL_TOUCHABLE : solid->part_count,
                  &out->scene.ship[body]);
    }
    for (int i = 0; i < out->scene.count; i++) {
        const struct rr_placed *cargo = &out->scene.cargo[i];
        add_boxes(out, cargo->solid, cargo->solid->part_count, &cargo->pose);
        weigh_cargo(out, cargo, out->scene.area[i]);
    }
}

static bool is_rat_hanging(int piece, int natural) {
    return piece % RR_SHAPES == RR_RAT && rr_natural_poses[RR_RAT][natural].hangs;
}

static bool is_beside(const struct berth_box *a, const struct berth_box *b, double room) {
    for (int i = 0; i < 2; i++)
        if (a->low[i] > b->high[i] + room - slack || b->low[i] > a->high[i] + room - slack)
            return false;
    return true;
}

static bool do_touch(const struct berth_box *a, const struct berth_box *b) {
    return is_beside(a, b, 0) && a->low[2] < b->high[2] - slack && b->low[2] < a->high[2] - slack;
}

/* The shape of a piece at the origin of the frame, rotated as it will lie. */
struct posture {
    struct berth_box parts[RR_PARTS_MAX];
    int count;
    double centre[3], turned[4];
};

static struct posture form_of(int piece, const struct berth_spot *spot) {
    const struct rr_solid *solid = rr_body_solid(RR_PIECE_BODY + piece);
    const int32_t *natural = rr_natural_poses[piece % RR_SHAPES][spot->natural].turned;
    struct posture form = {.count = solid->part_count};
    struct real_pose pose = {.at = {0, 0, 0}};
    double yaw[4] = {cos(spot->yaw / 2), 0, 0, sin(spot->yaw / 2)}, tilt[4];
    for (int i = 0; i < 4; i++)
        tilt[i] = natural[i] * 1e-6;
    turn_normalize(tilt);
    turn_multiply(yaw, tilt, pose.turned);
    for (int i = 0; i < form.count; i++)
        form.parts[i] = box_around(&solid->parts[i], &pose);
    find_centre(solid, form.centre);
    turn_vector(pose.turned, form.centre, form.centre);
    memcpy(form.turned, pose.turned, sizeof form.turned);
    return form;
}

static struct berth_box moved(const struct berth_box *box, const double at[3]) {
    struct berth_box out = *box;
    for (int i = 0; i < 3; i++) {
        out.low[i] += at[i];
        out.high[i] += at[i];
    }
    return out;
}

/* How far the piece sinks when it is lowered from a height above the surface. What is higher
 * than that is ignored. */
static double sink(const struct berth_view *view, const struct posture *form, const double at[2],
                   double from) {
    double z = -1, above[3] = {at[0], at[1], from};
    for (int part = 0; part < form->count; part++) {
        struct berth_box box = moved(&form->parts[part], above);
        for (int i = 0; i < view->box_count; i++) {
            const struct berth_box *other = &view->boxes[i];
            if (is_beside(&box, other, 0) && other->low[2] < box.low[2])
                z = fmax(z, other->high[2] - form->parts[part].low[2]);
        }
    }
    return z;
}

static bool is_free(const struct berth_view *view, const struct posture *form, const double at[3],
                    double astern) {
    for (int part = 0; part < form->count; part++) {
        struct berth_box box = moved(&form->parts[part], at);
        box.low[0] -= astern;
        for (int i = 0; i < view->box_count; i++)
            if (do_touch(&box, &view->boxes[i]))
                return false;
    }
    return true;
}

/* What the piece rests on, and the free room at its sides. */
struct footing {
    double margin; /* of its centre inside the edge of its support; negative: outside */
    double room;   /* to the nearest part at its sides, at most crowd_room */
};

/* How far the centre of a piece is inside the part of its base that rests on this box. */
static double margin_on(const struct berth_box *sole, const struct berth_box *carrier,
                        const double centre[2]) {
    double margin = 1;
    for (int k = 0; k < 2; k++)
        margin = fmin(margin, fmin(centre[k] - fmax(sole->low[k], carrier->low[k]),
                                   fmin(sole->high[k], carrier->high[k]) - centre[k]));
    return margin;
}

static struct footing find_footing(const struct berth_view *view, const struct posture *form,
                                   const double at[3]) {
    static const double as_high = .001;
    struct footing f = {-.05, crowd_room};
    double centre[2] = {at[0] + form->centre[0], at[1] + form->centre[1]};
    for (int part = 0; part < form->count; part++) {
        struct berth_box box = moved(&form->parts[part], at);
        for (int i = 0; i < view->box_count; i++) {
            const struct berth_box *other = &view->boxes[i];
            bool is_below =
                is_beside(&box, other, 0) && fabs(other->high[2] - box.low[2]) < as_high;
            if (is_below)
                f.margin = fmax(f.margin, margin_on(&box, other, centre));
            bool is_level = other->low[2] < box.high[2] && other->high[2] > box.low[2] + as_high;
            if (!is_below && is_level && is_beside(&box, other, crowd_room))
                for (double room = 0; room < f.room; room += .001)
                    if (is_beside(&box, other, room))
                        f.room = room;
        }
    }
    return f;
}

/* Stability: the angle at which the piece would tip over the nearest edge, and the tolerance for
 * a misplaced release. */
static double rate_stand(const struct posture *form, const struct footing *f, double lowest) {
    double height = fmax(.003, form->centre[2] - lowest);
    return tip_worth * fmin(tip_enough, atan2(f->margin, height) * degrees) +
           margin_worth * fmin(margin_enough, f->margin);
}

/* A hanging piece cannot tip, but it can slide off the end of the yard. */
static double rate_hanging(const struct rr_area *area, const double at[3]) {
    double end = (area->high[1] - area->low[1]) * 1e-6 - fabs(at[1]);
    return hanging_worth + tip_worth * tip_enough + margin_worth * fmin(margin_enough, end);
}

static double predicted_heel(const struct berth_view *view, double mass, const double centre[3]) {
    static const double least = .004; /* without righting moment the ship lies down */
    double inside[3];
    pose_point_inside(&view->scene.ship[RR_HULL_BODY], centre, inside);
    double righting = fmax(least, view->righting - mass * inside[2]);
    return atan2(hypot(view->moment[0] + mass * inside[0], view->moment[1] + mass * inside[1]),
                 righting) *
           degrees;
}

/* The rating of a place. Also sets `hangs`. */
static double rate(const struct berth_view *view, int piece, const struct posture *form,
                   struct berth *berth) {
    const struct rr_area *area = &rr_areas[view->area];
    const double *at = berth->rest.at;
    double mass = rr_solid_mass(rr_body_solid(RR_PIECE_BODY + piece)) * 1e-6, centre[3];
    double lowest = form->parts[0].low[2], top = area->top * 1e-6;
    for (int i = 1; i < form->count; i++)
        lowest = fmin(lowest, form->parts[i].low[2]);
    struct footing footing = find_footing(view, form, at);
    berth->hangs = area->body != RR_HULL_BODY && at[2] + lowest < top - .005;
    for (int i = 0; i < 3; i++)
        centre[i] = at[i] + form->centre[i];
    pose_point(&view->scene.ship[area->body], centre, centre);
    double rating = -predicted_heel(view, mass, centre);
    rating += berth->hangs ? rate_hanging(area, at) : rate_stand(form, &footing, lowest);
    rating -= stack_cost * fmax(0, at[2] + lowest - top - .0005);
    rating -= crowd_cost * (crowd_room - footing.room);
    rating -= height_cost * fmax(0, at[2] + form->centre[2] - top);
    if (area->body != RR_HULL_BODY) {
        double torque = view->yard_torque + mass * (at[1] + form->centre[1]);
        rating -= balance_cost * (fabs(torque) - fabs(view->yard_torque));
    }
    return rating;
}

/* Finds a height from which the piece can be brought in without contact: straight down over the
 * deck, from astern on a yard. */
static bool find_way(const struct berth_view *view, const struct posture *form, bool is_hooked,
                     struct berth *berth) {
    static const double lifts[] = {.015, .030, .045}, astern = .100, hooked = .002;
    bool is_deck = rr_areas[view->area].body == RR_HULL_BODY;
    for (int i = 0; i < (is_hooked ? 1 : 3); i++) {
        double at[3] = {berth->rest.at[0], berth->rest.at[1], berth->rest.at[2]};
        berth->lift = is_hooked ? hooked : lifts[i];
        at[2] += berth->lift;
        if (is_free(view, form, at, is_deck ? 0 : astern))
            return true;
    }
    return false;
}

bool berth_try(const struct berth_view *view, int piece, const struct berth_spot *spot,
               struct berth *out) {
    static const double high = .050, tail = .0160; /* of a rat, above its origin */
    double top = rr_areas[view->area].top * 1e-6;
    struct posture form = form_of(piece, spot);
    bool is_hooked =
        is_rat_hanging(piece, spot->natural) && rr_areas[view->area].body != RR_HULL_BODY;
    *out = (struct berth){.spot = *spot, .rest.at = {spot->at[0], spot->at[1], top - tail}};
    memcpy(out->rest.turned, form.turned, sizeof form.turned);
    if (!is_hooked)
        out->rest.at[2] = sink(view, &form, spot->at, top + high);
    struct real_pose above = out->rest;
    above.at[2] += .0005;
    struct rr_placed placed = {rr_body_solid(RR_PIECE_BODY + piece), berth_in_world(view, &above)};
    if (out->rest.at[2] < -.5 || !is_free(view, &form, out->rest.at, 0) ||
        !find_way(view, &form, is_hooked, out) ||
        rr_check_outline(&view->scene, &placed, view->area) ||
        rr_check_below(&view->scene, &placed, view->area))
        return false;
    out->rating = rate(view, piece, &form, out);
    return true;
}

static int natural_count(int piece) {
    int count = 0;
    while (count < RR_NATURAL_POSES_MAX && rr_natural_poses[piece % RR_SHAPES][count].name)
        count++;
    return count;
}

/* Hanging poses are for yards, rolling ones for nowhere else. */
static bool is_sensible(int piece, bool is_deck, int natural) {
    int shape = piece % RR_SHAPES;
    if (shape == RR_SAILOR)
        return natural == (is_deck ? 1 : 0);
    if (shape == RR_RAT)
        return natural == (is_deck ? 0 : 1);
    return natural == 0;
}

/* The number of quarter turns that differ and can be brought in from astern. */
static int yaw_count(int piece, bool is_deck) {
    int shape = piece % RR_SHAPES;
    if (!is_deck && (shape == RR_SAILOR || shape == RR_RAT))
        return 1;
    return shape == RR_BARREL || shape == RR_FLASK || shape == RR_CRATE ? 1 : 2;
}

/* Inserts into a list that is sorted by rating, best first; stable. */
static int insert(struct berth *berths, int count, const struct berth *berth) {
    int at = count < BERTHS_MAX ? count : BERTHS_MAX - 1;
    if (count == BERTHS_MAX && berths[at].rating >= berth->rating)
        return count;
    for (; at > 0 && berths[at - 1].rating < berth->rating; at--)
        berths[at] = berths[at - 1];
    berths[at] = *berth;
    return count < BERTHS_MAX ? count + 1 : count;
}

/* Only a rat, with its tail over the yard, depends on the position along the ship. */
static double middle_of_yard(int piece) {
    return piece % RR_SHAPES == RR_RAT ? .0025 : 0;
}

/* One row of the grid: all quarter turns and all positions across the ship. */
static int rank_row(const struct berth_view *view, int piece, int natural, double x,
                    struct berth *out, int count) {
    const struct rr_area *area = &rr_areas[view->area];
    bool is_deck = area->body == RR_HULL_BODY;
    for (int turn = 0; turn < yaw_count(piece, is_deck); turn++)
        for (int32_t y = area->low[1] + GRID / 2; y < area->high[1]; y += GRID) {
            struct berth_spot spot = {{x, y * 1e-6}, turn * acos(-1) / 2, natural};
            struct berth berth;
            if (berth_try(view, piece, &spot, &berth))
                count = insert(out, count, &berth);
        }
    return count;
}

int berth_rank(const struct berth_view *view, int piece, struct berth out[BERTHS_MAX]) {
    const struct rr_area *area = &rr_areas[view->area];
    bool is_deck = area->body == RR_HULL_BODY;
    int count = 0;
    for (int natural = 0; natural < natural_count(piece); natural++) {
        if (!is_sensible(piece, is_deck, natural))
            continue;
        if (!is_deck)
            count = rank_row(view, piece, natural, middle_of_yard(piece), out, count);
        for (int32_t x = area->low[0] + GRID / 2; is_deck && x < area->high[0]; x += 2 * GRID)
            count = rank_row(view, piece, natural, x * 1e-6, out, count);
    }
    return count;
}

static double draw(struct rng *rng) {
    return rng_next(rng) / 4294967296.0;
}

struct berth_spot berth_draw(int area, int piece, bool sensibly, struct rng *rng) {
    const struct rr_area *a = &rr_areas[area];
    bool is_deck = a->body == RR_HULL_BODY;
    struct berth_spot spot;
    do
        spot.natural = (int)rng_below(rng, (uint32_t)natural_count(piece));
    while (sensibly && !is_sensible(piece, is_deck, spot.natural));
    spot.yaw = draw(rng) * 2 * acos(-1);
    if (sensibly)
        spot.yaw = rng_below(rng, (uint32_t)yaw_count(piece, is_deck)) * acos(-1) / 2;
    for (int i = 0; i < 2; i++)
        spot.at[i] = (a->low[i] + draw(rng) * (a->high[i] - a->low[i])) * 1e-6;
    if (!is_deck)
        spot.at[0] = sensibly ? middle_of_yard(piece) : spot.at[0] * .8;
    if (!is_deck && rr_natural_poses[piece % RR_SHAPES][spot.natural].hangs) {
        spot.yaw = 0;
        spot.at[0] = middle_of_yard(piece);
    }
    return spot;
}
