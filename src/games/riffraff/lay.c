/* lay.c: places a loaded piece if the outcome does not contain a ship.
 *
 * All computations use integers, so every machine places it identically: rotations are
 * quaternions in millionths, bounding boxes are aligned with the axes of the area's body. The
 * piece is placed in its first natural pose in the centre of the area, as low as possible. Each
 * part rests on what is below that part, so a sailor hangs over a yard and stands on the deck. */
#include <string.h>

#include "shapes.h"

enum { ONE = 1000000 };

/* Position and rotation with 64 bits. */
struct wide_pose {
    int64_t at[3];
    int64_t turned[4];
};

struct box {
    int64_t low[3], high[3];
};

static int64_t rounded(int64_t number) {
    return (number >= 0 ? number + ONE / 2 : number - ONE / 2) / ONE;
}

static int64_t size_of(int64_t number) {
    return number < 0 ? -number : number;
}

static void multiply(const int64_t a[4], const int64_t b[4], int64_t out[4]) {
    int64_t product[4] = {
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    };
    for (int i = 0; i < 4; i++)
        out[i] = rounded(product[i]);
}

static void invert(const int64_t q[4], int64_t out[4]) {
    out[0] = q[0];
    for (int i = 1; i < 4; i++)
        out[i] = -q[i];
}

/* The rotation matrix in millionths; its columns are the rotated axes. */
static void matrix_of(const int64_t q[4], int64_t m[3][3]) {
    int64_t w = q[0], x = q[1], y = q[2], z = q[3];
    const int64_t square[3][3] = {
        {(int64_t)ONE * ONE - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), (int64_t)ONE * ONE - 2 * (x * x + z * z), 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), (int64_t)ONE * ONE - 2 * (x * x + y * y)},
    };
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            m[i][k] = rounded(square[i][k]);
}

/* `in` and `out` may be the same. */
static void turn(const int64_t q[4], const int64_t in[3], int64_t out[3]) {
    int64_t m[3][3], x = in[0], y = in[1], z = in[2];
    matrix_of(q, m);
    for (int i = 0; i < 3; i++)
        out[i] = rounded(m[i][0] * x + m[i][1] * y + m[i][2] * z);
}

/* A rotation about an axis (1 x, 2 y) by an angle in microradians, at most 45 degrees. The
 * Taylor series of sine and cosine of the half angle are exact to a millionth. */
static void turn_about(int axis, int64_t angle, int64_t out[4]) {
    int64_t t = angle / 2, t2 = rounded(t * t), t3 = rounded(t2 * t), t4 = rounded(t2 * t2);
    memset(out, 0, 4 * sizeof *out);
    out[0] = ONE - t2 / 2 + t4 / 24 - rounded(t4 * t2) / 720;
    out[axis] = t - t3 / 6 + rounded(t3 * t2) / 120;
}

/* The hull rotates about x and then about its own y axis; a yard rocks on its peg. */
static struct wide_pose pose_of(const struct rr_ship *ship, int body) {
    struct wide_pose pose = {0};
    int64_t about_x[4], about_y[4], rocking[4], above_peg[3] = {0, 0, RR_YARD_TOP};
    turn_about(1, ship->joints[0], about_x);
    turn_about(2, ship->joints[1], about_y);
    multiply(about_x, about_y, pose.turned);
    if (body == RR_HULL_BODY)
        return pose;
    int yard = body - RR_YARD_BODY;
    turn_about(1, ship->joints[2 + yard], rocking);
    turn(rocking, above_peg, pose.at);
    pose.at[2] += rr_yard_heights[yard] - RR_YARD_TOP;
    turn(pose.turned, pose.at, pose.at);
    multiply(pose.turned, rocking, pose.turned);
    return pose;
}

/* Converts a world pose to the frame of a body. */
static struct wide_pose seen_from(const struct wide_pose *body, const struct pose *pose) {
    struct wide_pose seen;
    int64_t back[4], from[3], turned[4];
    invert(body->turned, back);
    for (int i = 0; i < 3; i++)
        from[i] = pose->at[i] - body->at[i];
    for (int i = 0; i < 4; i++)
        turned[i] = pose->turned[i];
    turn(back, from, seen.at);
    multiply(back, turned, seen.turned);
    return seen;
}

static bool is_turned(const struct kit_shape *part) {
    static const int32_t not_turned[4];
    return memcmp(part->turned, not_turned, sizeof not_turned) != 0;
}

/* The bounding box of a part of a body at this pose. */
static struct box box_of(const struct kit_shape *part, const struct wide_pose *pose) {
    int64_t at[3] = {part->at[0], part->at[1], part->at[2]}, own[4], m[3][3];
    struct box box;
    memcpy(own, pose->turned, sizeof own);
    if (is_turned(part)) {
        const int64_t turned[4] = {part->turned[0], part->turned[1], part->turned[2],
                                   part->turned[3]};
        multiply(pose->turned, turned, own);
    }
    turn(pose->turned, at, at);
    matrix_of(own, m);
    for (int i = 0; i < 3; i++) {
        int64_t half = part->size[0];
        if (part->kind == KIT_BOX)
            half = rounded(size_of(m[i][0]) * part->size[0] + size_of(m[i][1]) * part->size[1] +
                           size_of(m[i][2]) * part->size[2]);
        else if (part->kind != KIT_SPHERE)
            half += rounded(size_of(m[i][2]) * part->size[1]);
        box.low[i] = pose->at[i] + at[i] - half;
        box.high[i] = pose->at[i] + at[i] + half;
    }
    return box;
}

static bool is_above(const struct box *a, const struct box *b) {
    for (int i = 0; i < 2; i++)
        if (a->low[i] >= b->high[i] || a->high[i] <= b->low[i])
            return false;
    return true;
}

/* The height at which no part of the piece overlaps the box. */
static int64_t height_over(const struct rr_solid *solid, const struct wide_pose *pose,
                           const struct box *below, int64_t least) {
    for (int i = 0; i < solid->part_count; i++) {
        struct box part = box_of(&solid->parts[i], pose);
        if (is_above(&part, below) && below->high[2] - part.low[2] > least)
            least = below->high[2] - part.low[2];
    }
    return least;
}

static struct box surface_of(int area) {
    const struct rr_area *a = &rr_areas[area];
    return (struct box){.low = {a->low[0], a->low[1], 0}, .high = {a->high[0], a->high[1], a->top}};
}

static int32_t within_bounds(int64_t number) {
    return (int32_t)(number > RR_PLACE_MAX    ? RR_PLACE_MAX
                     : number < -RR_PLACE_MAX ? -RR_PLACE_MAX
                                              : number);
}

void rr_lay(struct rr_ship *ship, int piece, int area) {
    const struct rr_solid *solid = &rr_solids[piece % RR_SHAPES];
    struct wide_pose body = pose_of(ship, rr_areas[area].body);
    struct box surface = surface_of(area);
    struct wide_pose laid = {
        .at = {(surface.low[0] + surface.high[0]) / 2, (surface.low[1] + surface.high[1]) / 2, 0},
        .turned = {ONE, 0, 0, 0}};
    int64_t height = height_over(solid, &laid, &surface, -(int64_t)RR_PLACE_MAX);
    for (int other = 0; other < RR_PIECES; other++) {
        if (ship->area[other] != area)
            continue;
        const struct rr_solid *below = &rr_solids[other % RR_SHAPES];
        struct wide_pose pose = seen_from(&body, &ship->pose[other]);
        for (int i = 0; i < below->part_count; i++) {
            struct box box = box_of(&below->parts[i], &pose);
            height = height_over(solid, &laid, &box, height);
        }
    }
    laid.at[2] = height;
    turn(body.turned, laid.at, laid.at);
    ship->aboard |= (uint64_t)1 << piece;
    ship->area[piece] = (uint8_t)area;
    for (int i = 0; i < 3; i++)
        ship->pose[piece].at[i] = within_bounds(body.at[i] + laid.at[i]);
    for (int i = 0; i < 4; i++)
        ship->pose[piece].turned[i] = (int32_t)body.turned[i];
}
