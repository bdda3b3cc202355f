/* below.c: what lies vertically below a piece, and the clearance to ship and cargo.
 *
 * A grid of vertical lines is cast through the piece. Along each line the gap between the piece
 * and the next solid below is measured. The smallest gap leads to what the piece would touch
 * first if it sank. */
#include "areas.h"
#include "geometry.h"

enum { OBSTACLES_MAX = 192, BELLY = 0, TAIL = 3 };

static const double line_step = .003;    /* between two lines of the grid */
static const double line_rim = .0002;    /* from the piece's edge to the outermost line */
static const double drop_most = .030;    /* */
static const double pressed_in = .0015;  /* penetration depth of a piece under pressure */
static const double equally_far = .0005; /* gaps that differ by less count as equal */

/* A shape in world coordinates, with its bounding box. */
struct world_shape {
    int body; /* of a frame */
    bool is_mast;
    enum kit_shape_kind kind;
    double size[3], at[3], axes[3][3];
    double low[3], high[3];
};

static struct world_shape make_shape(const struct kit_shape *shape, const struct real_pose *body) {
    struct world_shape out = {.kind = shape->kind};
    struct real_pose local = shape_pose(shape);
    struct real_pose pose = pose_within(body, &local);
    turn_matrix(pose.turned, out.axes);
    for (int i = 0; i < 3; i++) {
        const double *row = out.axes[i];
        out.size[i] = shape->size[i] * 1e-6;
        out.at[i] = pose.at[i];
        double reach = 0;
        if (shape->kind == KIT_BOX)
            for (int j = 0; j < 3; j++)
                reach += fabs(row[j]) * shape->size[j] * 1e-6;
        else
            reach = shape->size[0] * 1e-6 +
                    (shape->kind == KIT_CAPSULE ? fabs(row[2]) * shape->size[1] * 1e-6 : 0);
        out.low[i] = pose.at[i] - reach;
        out.high[i] = pose.at[i] + reach;
    }
    return out;
}

/* The part of a vertical line that is inside a shape. */
struct span {
    double low, high;
};

static bool cross_ball(const double middle[3], double radius, const double line[2],
                       struct span *out) {
    double x = line[0] - middle[0], y = line[1] - middle[1];
    double square = radius * radius - x * x - y * y;
    if (square <= 0)
        return false;
    *out = (struct span){middle[2] - sqrt(square), middle[2] + sqrt(square)};
    return true;
}

/* Clips a span to the slab between two faces of a shape. */
static bool cut_span(struct span *span, double start, double slope, double half) {
    if (fabs(slope) < 1e-9)
        return fabs(start) < half;
    double a = (-half - start) / slope, b = (half - start) / slope;
    span->low = fmax(span->low, fmin(a, b));
    span->high = fmin(span->high, fmax(a, b));
    return span->low < span->high;
}

/* The line in the frame of the shape: its point at height 0, and its direction. */
static void line_inside(const struct world_shape *shape, const double line[2], double start[3],
                        double slope[3]) {
    double from[3] = {line[0] - shape->at[0], line[1] - shape->at[1], -shape->at[2]};
    for (int axis = 0; axis < 3; axis++) {
        start[axis] = 0;
        for (int i = 0; i < 3; i++)
            start[axis] += shape->axes[i][axis] * from[i];
        slope[axis] = shape->axes[2][axis];
    }
}

static bool cross_box(const struct world_shape *shape, const double line[2], struct span *out) {
    double start[3], slope[3];
    line_inside(shape, line, start, slope);
    *out = (struct span){-10, 10};
    for (int axis = 0; axis < 3; axis++)
        if (!cut_span(out, start[axis], slope[axis], shape->size[axis]))
            return false;
    return true;
}

static bool cross_tube(const struct world_shape *shape, const double line[2], struct span *out) {
    double start[3], slope[3];
    line_inside(shape, line, start, slope);
    double a = slope[0] * slope[0] + slope[1] * slope[1];
    double b = start[0] * slope[0] + start[1] * slope[1];
    double c = start[0] * start[0] + start[1] * start[1] - shape->size[0] * shape->size[0];
    double square = b * b - a * c;
    if (a < 1e-12 || square <= 0)
        return false;
    *out = (struct span){(-b - sqrt(square)) / a, (-b + sqrt(square)) / a};
    return cut_span(out, start[2], slope[2], shape->size[1]);
}

/* The union of two spheres and a cylinder, which is convex. */
static bool cross_capsule(const struct world_shape *shape, const double line[2], struct span *out) {
    struct span span;
    bool is_in = cross_tube(shape, line, out);
    for (int end = -1; end <= 1; end += 2) {
        double middle[3];
        for (int i = 0; i < 3; i++)
            middle[i] = shape->at[i] + end * shape->size[1] * shape->axes[i][2];
        if (!cross_ball(middle, shape->size[0], line, &span))
            continue;
        out->low = is_in ? fmin(out->low, span.low) : span.low;
        out->high = is_in ? fmax(out->high, span.high) : span.high;
        is_in = true;
    }
    return is_in;
}

static bool cross(const struct world_shape *shape, const double line[2], struct span *out) {
    for (int i = 0; i < 2; i++)
        if (line[i] <= shape->low[i] || line[i] >= shape->high[i])
            return false;
    return shape->kind == KIT_BOX      ? cross_box(shape, line, out)
           : shape->kind == KIT_SPHERE ? cross_ball(shape->at, shape->size[0], line, out)
                                       : cross_capsule(shape, line, out);
}

struct box {
    double low[3], high[3];
};

/* All shapes that could be below a piece, or near it. */
struct surroundings {
    struct world_shape shapes[OBSTACLES_MAX];
    int count;
};

static bool is_near(const struct world_shape *shape, const struct box *box, const double reach[3]) {
    for (int i = 0; i < 3; i++)
        if (shape->low[i] > box->high[i] + reach[i] || shape->high[i] < box->low[i] - reach[i])
            return false;
    return true;
}

static void add_body(struct surroundings *around, int body, const struct rr_solid *solid,
                     const struct real_pose *pose, const struct box *box, const double reach[3]) {
    int count = body == RR_HULL_BODY ? RR_HULL_TOUCHABLE : solid->part_count;
    for (int i = 0; i < count && around->count < OBSTACLES_MAX; i++) {
        struct world_shape shape = make_shape(&solid->parts[i], pose);
        shape.body = body;
        shape.is_mast = body == RR_HULL_BODY && i >= RR_HULL_BOXES;
        if (is_near(&shape, box, reach))
            around->shapes[around->count++] = shape;
    }
}

/* Collects all shapes within reach of a box; cargo is pre-filtered by its largest possible
 * extent. */
static void look_around(const struct rr_scene *scene, const struct box *box, const double reach[3],
                        struct surroundings *out) {
    static const double longest = .046; /* the largest radius of a piece */
    out->count = 0;
    for (int body = 0; body < RR_PIECE_BODY; body++)
        add_body(out, body, rr_body_solid(body), &scene->ship[body], box, reach);
    for (int i = 0; i < scene->count; i++) {
        const double *at = scene->cargo[i].pose.at;
        bool is_far = false;
        for (int j = 0; j < 3; j++)
            is_far |= at[j] - longest > box->high[j] + reach[j] ||
                      at[j] + longest < box->low[j] - reach[j];
        if (!is_far)
            add_body(out, RR_PIECE_BODY + scene->pieces[i], scene->cargo[i].solid,
                     &scene->cargo[i].pose, box, reach);
    }
}

static int make_shapes(const struct rr_placed *piece, struct world_shape *shapes, struct box *box) {
    for (int part = 0; part < piece->solid->part_count; part++) {
        shapes[part] = make_shape(&piece->solid->parts[part], &piece->pose);
        for (int i = 0; i < 3; i++) {
            box->low[i] = part ? fmin(box->low[i], shapes[part].low[i]) : shapes[part].low[i];
            box->high[i] = part ? fmax(box->high[i], shapes[part].high[i]) : shapes[part].high[i];
        }
    }
    return piece->solid->part_count;
}

/* The smallest drops: to anything, and to what belongs to the area. */
struct drops {
    double any, own;
    const struct world_shape *first; /* the shape that `any` leads to */
    double first_top;
};

static bool is_own(const struct rr_scene *scene, const struct world_shape *shape, int area) {
    if (shape->body < RR_PIECE_BODY)
        return shape->body == rr_areas[area].body && !shape->is_mast;
    for (int i = 0; i < scene->count; i++)
        if (RR_PIECE_BODY + scene->pieces[i] == shape->body)
            return scene->area[i] == area;
    return false;
}

static void follow_line(const struct rr_scene *scene, const struct surroundings *around,
                        const struct world_shape *part, const double line[2], int area,
                        struct drops *drops) {
    struct span own_span, other, next = {0, -10};
    const struct world_shape *below = NULL;
    if (!cross(part, line, &own_span))
        return;
    for (int i = 0; i < around->count; i++) {
        if (!cross(&around->shapes[i], line, &other) || other.high > own_span.low + pressed_in ||
            other.low + other.high >= own_span.low + own_span.high || other.high <= next.high)
            continue;
        next = other;
        below = &around->shapes[i];
    }
    if (!below)
        return;
    double drop = fmax(0, own_span.low - next.high);
    if (drop < drops->any) {
        drops->any = drop;
        drops->first = below;
        drops->first_top = next.high;
    }
    if (is_own(scene, below, area))
        drops->own = fmin(drops->own, drop);
}

static struct drops measure(const struct rr_scene *scene, const struct surroundings *around,
                            const struct world_shape *part, int area) {
    struct drops drops = {10, 10, NULL, 0};
    int count[2];
    double from[2], step[2];
    for (int i = 0; i < 2; i++) {
        double length = part->high[i] - part->low[i] - 2 * line_rim;
        count[i] = 1 + (int)ceil(length / line_step);
        from[i] = part->low[i] + line_rim;
        step[i] = length / (count[i] - 1);
    }
    for (int x = 0; x < count[0]; x++)
        for (int y = 0; y < count[1]; y++) {
            double line[2] = {from[0] + x * step[0], from[1] + y * step[1]};
            follow_line(scene, around, part, line, area, &drops);
        }
    return drops;
}

static enum rr_refusal check_drops(const struct drops *drops) {
    if (drops->own > drops->any + equally_far)
        return RR_WRONG_BELOW;
    return drops->own > drop_most ? drops->own < 10 ? RR_TOO_HIGH : RR_WRONG_BELOW : RR_ALLOWED;
}

/* The part by which a piece of this shape hangs over a yard; -1: it has none. */
static int find_hook(const struct rr_solid *solid) {
    return solid == &rr_solids[RR_SAILOR] ? BELLY : solid == &rr_solids[RR_RAT] ? TAIL : -1;
}

/* A piece hangs if the first shape below its hook is a yard, and the piece reaches lower than
 * that. */
static bool hangs(const struct drops *of_hook, double lowest) {
    static const double deep = .005;
    return of_hook->first && of_hook->first->body >= RR_YARD_BODY &&
           of_hook->first->body < RR_PIECE_BODY && lowest < of_hook->first_top - deep;
}

enum rr_refusal rr_check_below(const struct rr_scene *scene, const struct rr_placed *piece,
                               int area) {
    struct world_shape shapes[RR_PARTS_MAX];
    struct surroundings around;
    struct box box;
    int count = make_shapes(piece, shapes, &box), hook = find_hook(piece->solid);
    look_around(scene, &box, (double[3]){0, 0, 10}, &around);
    if (hook >= 0) {
        struct drops drops = measure(scene, &around, &shapes[hook], area);
        if (hangs(&drops, box.low[2]))
            return check_drops(&drops);
    }
    struct drops all = {10, 10, NULL, 0};
    for (int part = 0; part < count; part++) {
        struct drops drops = measure(scene, &around, &shapes[part], area);
        all.any = fmin(all.any, drops.any);
        all.own = fmin(all.own, drops.own);
    }
    return check_drops(&all);
}

/* The distance between two bounding boxes. */
static double gap_between(const struct world_shape *a, const struct world_shape *b) {
    double gap[3];
    for (int i = 0; i < 3; i++)
        gap[i] = fmax(0, fmax(a->low[i] - b->high[i], b->low[i] - a->high[i]));
    return vector_length(gap);
}

double rr_clearance(const struct rr_scene *scene, const struct rr_placed *piece, double far) {
    struct world_shape shapes[RR_PARTS_MAX];
    struct surroundings around;
    struct box box;
    int count = make_shapes(piece, shapes, &box);
    look_around(scene, &box, (double[3]){far, far, far}, &around);
    for (int part = 0; part < count; part++)
        for (int i = 0; i < around.count; i++)
            far = fmin(far, gap_between(&shapes[part], &around.shapes[i]));
    return far;
}
