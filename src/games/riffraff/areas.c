/* areas.c: the outline of a piece on an area, and the area in which cargo lies.
 *
 * The outline is exact: the projection of a box is a hexagon, that of a capsule a segment with a
 * radius. Areas are rectangles; on the deck one for each box of the hull, so the pointed bow is
 * as wide as it looks. */
#include "areas.h"

#include <string.h>

#include "geometry.h"

const char *const rr_refusals[] = {"riffraff.release_not_over", "riffraff.release_other_area",
                                   "riffraff.release_too_high", "riffraff.release_wrong_below",
                                   NULL};

enum { TOLERANCE = 500, MAST_FOOT = 2000 }; /* micrometres */

void rr_area_middle(int area, const struct real_pose *body, double out[3]) {
    const struct rr_area *a = &rr_areas[area];
    double middle[3] = {(a->low[0] + a->high[0]) * .5e-6, (a->low[1] + a->high[1]) * .5e-6,
                        a->top * 1e-6};
    pose_point(body, middle, out);
}

bool rr_is_over_deck(const double point[3]) {
    for (int i = 0; i < RR_HULL_BOXES; i++) {
        const struct kit_shape *box = &rr_hull.parts[i];
        if (fabs(point[0] * 1e6 - box->at[0]) <= box->size[0] &&
            fabs(point[1] * 1e6 - box->at[1]) <= box->size[1])
            return true;
    }
    return false;
}

/* The projection of a shape on a surface: a zonotope with up to three half edges, enlarged by a
 * radius. */
struct shadow {
    double middle[2];
    double edges[3][2];
    int count;
    double radius;
};

static struct shadow cast_shadow(const struct rr_placed *piece, int part,
                                 const struct real_pose *surface) {
    const struct kit_shape *shape = &piece->solid->parts[part];
    struct real_pose local = shape_pose(shape);
    struct real_pose world = pose_within(&piece->pose, &local);
    struct real_pose pose = pose_inside(surface, &world);
    struct shadow shadow = {0};
    double m[3][3];
    turn_matrix(pose.turned, m);
    memcpy(shadow.middle, pose.at, sizeof shadow.middle);
    if (shape->kind != KIT_BOX)
        shadow.radius = shape->size[0] * 1e-6;
    for (int axis = 0; axis < 3; axis++) {
        bool is_edge = shape->kind == KIT_BOX || (shape->kind == KIT_CAPSULE && axis == 2);
        if (!is_edge)
            continue;
        double half = shape->size[shape->kind == KIT_BOX ? axis : 1] * 1e-6;
        shadow.edges[shadow.count][0] = m[0][axis] * half;
        shadow.edges[shadow.count++][1] = m[1][axis] * half;
    }
    return shadow;
}

struct rectangle {
    double middle[2], half[2];
};

/* Separating axis test: whether a line across this direction separates the two. */
static bool is_apart_along(const struct shadow *shadow, const struct rectangle *r, double x,
                           double y) {
    double length = hypot(x, y);
    if (length < 1e-12)
        return false;
    double way = x * (shadow->middle[0] - r->middle[0]) + y * (shadow->middle[1] - r->middle[1]);
    double reach = fabs(x) * r->half[0] + fabs(y) * r->half[1] + shadow->radius * length;
    for (int i = 0; i < shadow->count; i++)
        reach += fabs(x * shadow->edges[i][0] + y * shadow->edges[i][1]);
    return fabs(way) >= reach;
}

/* The candidate axes: the normals of all edges, and for round ends the lines from each corner of
 * the rectangle to each end. */
static bool do_overlap(const struct shadow *shadow, const struct rectangle *r) {
    if (is_apart_along(shadow, r, 1, 0) || is_apart_along(shadow, r, 0, 1))
        return false;
    for (int i = 0; i < shadow->count; i++)
        if (is_apart_along(shadow, r, -shadow->edges[i][1], shadow->edges[i][0]))
            return false;
    for (int corner = 0; corner < 4 && shadow->radius > 0; corner++)
        for (int end = -1; end <= 1; end += 2) {
            double x = shadow->middle[0] + end * shadow->edges[0][0] - r->middle[0];
            double y = shadow->middle[1] + end * shadow->edges[0][1] - r->middle[1];
            x += corner & 1 ? r->half[0] : -r->half[0];
            y += corner & 2 ? r->half[1] : -r->half[1];
            if (is_apart_along(shadow, r, x, y))
                return false;
        }
    return true;
}

/* The intersection of an area with one box of its body, shrunk by a rim. */
static bool find_rectangle(int area, int box, int32_t rim, struct rectangle *out) {
    const struct rr_area *a = &rr_areas[area];
    for (int i = 0; i < 2; i++) {
        int32_t low = a->low[i], high = a->high[i];
        if (a->body == RR_HULL_BODY) {
            const struct kit_shape *shape = &rr_hull.parts[box];
            low = low > shape->at[i] - shape->size[i] ? low : shape->at[i] - shape->size[i];
            high = high < shape->at[i] + shape->size[i] ? high : shape->at[i] + shape->size[i];
        }
        out->middle[i] = (low + high) * .5e-6;
        out->half[i] = (high - low - 2 * rim) * .5e-6;
    }
    return out->half[0] > 0 && out->half[1] > 0;
}

static bool is_over(const struct rr_scene *scene, const struct rr_placed *piece, int area,
                    int32_t rim) {
    int body = rr_areas[area].body, boxes = body == RR_HULL_BODY ? RR_HULL_BOXES : 1;
    for (int part = 0; part < piece->solid->part_count; part++) {
        struct shadow shadow = cast_shadow(piece, part, &scene->ship[body]);
        struct rectangle r;
        for (int box = 0; box < boxes; box++)
            if (find_rectangle(area, box, rim, &r) && do_overlap(&shadow, &r))
                return true;
    }
    return false;
}

enum rr_refusal rr_check_outline(const struct rr_scene *scene, const struct rr_placed *piece,
                                 int area) {
    if (!is_over(scene, piece, area, 0))
        return RR_NOT_OVER_AREA;
    for (int other = 1; other <= RR_AREAS; other++)
        if (other != area && rr_areas[other].body == rr_areas[area].body &&
            is_over(scene, piece, other, TOLERANCE))
            return RR_OTHER_AREA;
    return RR_ALLOWED;
}

enum rr_refusal rr_check_release(const struct rr_scene *scene, const struct rr_placed *piece,
                                 int area) {
    enum rr_refusal refusal = rr_check_outline(scene, piece, area);
    return refusal ? refusal : rr_check_below(scene, piece, area);
}

/* How a touched part of the ship supports a piece, best first. BELOW: the part is below the
 * centre of the piece, or the piece hangs from it (touches its top, with a lower centre). LEANS:
 * the piece only leans on it. */
enum { BELOW, LEANS, KINDS };

static int area_on(const struct rr_scene *scene, int body, const double centre[3],
                   const double touch[3], int *kind) {
    double at[3], touched[3];
    pose_point_inside(&scene->ship[body], centre, at);
    pose_point_inside(&scene->ship[body], touch, touched);
    bool is_stern = at[0] < 0, is_starboard = at[1] < 0;
    if (body == RR_HULL_BODY) {
        *kind = rr_is_over_deck(at) && at[2] > RR_DECK_TOP * 1e-6 ? BELOW : LEANS;
        return 1 + 2 * is_stern + is_starboard;
    }
    int area = 5 + 2 * (body - RR_YARD_BODY) + is_starboard;
    const struct rr_area *a = &rr_areas[area];
    bool is_within = fabs(at[0] * 1e6) <= a->high[0] && fabs(at[1] * 1e6) <= a->high[1] - a->low[1];
    bool is_higher = at[2] > RR_YARD_TOP * 1e-6;
    bool is_on_top = touched[2] > (RR_YARD_TOP - TOLERANCE) * 1e-6;
    *kind = is_higher ? (is_within ? BELOW : LEANS) : is_on_top ? BELOW : LEANS;
    return area;
}

/* The mast belongs to the hull but is no area: a piece that touches only the mast is carried by
 * something else. */
static bool is_mast(const struct rr_scene *scene, const struct rr_touch *touch, int body) {
    double at[3];
    if (body != RR_HULL_BODY)
        return false;
    pose_point_inside(&scene->ship[RR_HULL_BODY], touch->at, at);
    return at[2] > (RR_DECK_TOP + MAST_FOOT) * 1e-6;
}

static int find_cargo(const struct rr_scene *scene, int body) {
    for (int i = 0; i < scene->count; i++)
        if (scene->pieces[i] == body - RR_PIECE_BODY)
            return i;
    return -1;
}

static int lower(int a, int b) {
    return a && (a < b || !b) ? a : b;
}

/* Assigns an area to cargo that has none yet and is supported by the ship in this way; ties go
 * to the lower number. */
static void find_areas_on_ship(const struct rr_scene *scene, const double (*centres)[3],
                               const struct rr_touch *touches, int touch_count, int wanted,
                               uint8_t *out) {
    int found[RR_PIECES_MAX] = {0};
    for (int i = 0; i < touch_count; i++)
        for (int side = 0; side < 2; side++) {
            int part = touches[i].body[side], kind;
            int cargo = find_cargo(scene, touches[i].body[!side]);
            if (cargo < 0 || out[cargo] || part >= RR_PIECE_BODY ||
                is_mast(scene, &touches[i], part))
                continue;
            int area = area_on(scene, part, centres[cargo], touches[i].at, &kind);
            if (kind == wanted)
                found[cargo] = lower(area, found[cargo]);
        }
    for (int i = 0; i < scene->count; i++)
        out[i] = (uint8_t)(out[i] ? out[i] : found[i]);
}

/* Cargo on cargo, layer by layer: a piece gets the area of its carrier. BELOW: the contact is
 * below the centre of the piece; LEANS: any other contact. */
static void find_carried(const struct rr_scene *scene, const double (*centres)[3],
                         const struct rr_touch *touches, int touch_count, int wanted,
                         uint8_t *out) {
    int count;
    do {
        int found[RR_PIECES_MAX] = {0};
        count = 0;
        for (int i = 0; i < touch_count; i++)
            for (int side = 0; side < 2; side++) {
                int cargo = find_cargo(scene, touches[i].body[side]);
                int carrier = find_cargo(scene, touches[i].body[!side]);
                if (cargo < 0 || carrier < 0 || out[cargo] || !out[carrier])
                    continue;
                int kind = touches[i].at[2] < centres[cargo][2] ? BELOW : LEANS;
                if (kind == wanted)
                    found[cargo] = lower(out[carrier], found[cargo]);
            }
        for (int i = 0; i < scene->count; i++)
            if (found[i]) {
                out[i] = (uint8_t)found[i];
                count++;
            }
    } while (count);
}

/* Cargo that only the mast holds is aboard, too: it gets the deck area below it. */
static void find_on_mast(const struct rr_scene *scene, const double (*centres)[3],
                         const struct rr_touch *touches, int touch_count, uint8_t *out) {
    for (int i = 0; i < touch_count; i++)
        for (int side = 0; side < 2; side++) {
            int kind, cargo = find_cargo(scene, touches[i].body[!side]);
            if (cargo >= 0 && !out[cargo] && touches[i].body[side] == RR_HULL_BODY)
                out[cargo] =
                    (uint8_t)area_on(scene, RR_HULL_BODY, centres[cargo], touches[i].at, &kind);
        }
}

/* Support from below counts first: by the ship, then by cargo; after that what a piece leans on. */
void rr_find_areas(const struct rr_scene *scene, const double (*centres)[3],
                   const struct rr_touch *touches, int touch_count, uint8_t *out) {
    for (int i = 0; i < scene->count; i++)
        out[i] = 0;
    for (int kind = BELOW; kind < KINDS; kind++) {
        find_areas_on_ship(scene, centres, touches, touch_count, kind, out);
        find_carried(scene, centres, touches, touch_count, BELOW, out);
    }
    find_carried(scene, centres, touches, touch_count, LEANS, out);
    find_on_mast(scene, centres, touches, touch_count, out);
    for (int kind = BELOW; kind < KINDS; kind++)
        find_carried(scene, centres, touches, touch_count, kind, out);
}
