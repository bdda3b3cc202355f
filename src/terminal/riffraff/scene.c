/* scene.c: the geometry of ship and cargo. */
#include "scene.h"

#include <math.h>
#include <string.h>

static const double not_there = -1000; /* unused bodies are parked far below the water */

static void multiply(double a[3][3], double b[3][3], double out[3][3]) {
    double product[3][3] = {{0}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            for (int n = 0; n < 3; n++)
                product[i][k] += a[i][n] * b[n][k];
    memcpy(out, product, sizeof product);
}

static void axes_of(const double q[4], double out[3][3]) {
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    double s = square > 0 ? 2 / square : 0, w = q[0], x = q[1], y = q[2], z = q[3];
    const double m[3][3] = {{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                            {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                            {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}};
    memcpy(out, m, sizeof m);
}

struct placed scene_pose(const double at[3], const int32_t turned[4]) {
    const double q[4] = {turned[0], turned[1], turned[2], turned[3]};
    struct placed pose;
    memcpy(pose.at, at, sizeof pose.at);
    axes_of(q, pose.axes);
    return pose;
}

void placed_point(const struct placed *pose, const double in[3], double out[3]) {
    double point[3];
    for (int i = 0; i < 3; i++)
        point[i] = pose->at[i] + pose->axes[i][0] * in[0] + pose->axes[i][1] * in[1] +
                   pose->axes[i][2] * in[2];
    memcpy(out, point, sizeof point);
}

void placed_inside(const struct placed *pose, const double in[3], double out[3]) {
    double way[3];
    for (int i = 0; i < 3; i++)
        way[i] = in[i] - pose->at[i];
    for (int i = 0; i < 3; i++)
        out[i] = pose->axes[0][i] * way[0] + pose->axes[1][i] * way[1] + pose->axes[2][i] * way[2];
}

/* Lists in the kit are in micrometres. */
static void read_list(const struct value *list, int count, double scale, double out[]) {
    for (int i = 0; i < count; i++)
        out[i] = (double)value_number(value_at(list, i)) * scale;
}

static enum part_kind kind_of(const char *kind) {
    return strcmp(kind, "box") == 0      ? PART_BOX
           : strcmp(kind, "sphere") == 0 ? PART_SPHERE
                                         : PART_CAPSULE;
}

/* Half the size of a part's axis-aligned bounding box. */
static void find_reach(struct part *part) {
    for (int i = 0; i < 3; i++) {
        const double *row = part->pose.axes[i];
        part->reach[i] = part->kind == PART_BOX
                             ? fabs(row[0]) * part->size[0] + fabs(row[1]) * part->size[1] +
                                   fabs(row[2]) * part->size[2]
                             : part->size[0] + fabs(row[2]) * part->size[1];
    }
}

static void add_part(struct scene *scene, int body, const struct value *shape) {
    if (scene->count == SCENE_PARTS)
        return;
    struct part *part = &scene->parts[scene->count++];
    double at[3], turned[4], own[3][3];
    *part = (struct part){.body = body, .kind = kind_of(value_get_word(shape, "kind"))};
    read_list(value_get(shape, "size"), 3, 1e-3, part->size);
    read_list(value_get(shape, "at"), 3, 1e-3, at);
    read_list(value_get(shape, "turned"), 4, 1, turned);
    axes_of(turned, own);
    placed_point(&scene->bodies[body], at, part->pose.at);
    multiply(scene->bodies[body].axes, own, part->pose.axes);
    find_reach(part);
}

static void add_body(struct scene *scene, int body, const struct placed *pose) {
    const struct value *shapes =
        value_get(value_at(value_get(scene->kit, "bodies"), body), "shapes");
    scene->is_there[body] = true;
    scene->bodies[body] = *pose;
    for (int i = 0; i < value_count(shapes); i++)
        add_part(scene, body, value_at(shapes, i));
}

void scene_remove(struct scene *scene, int body) {
    int kept = 0;
    for (int i = 0; i < scene->count; i++)
        if (scene->parts[i].body != body)
            scene->parts[kept++] = scene->parts[i];
    scene->count = kept;
    scene->is_there[body] = false;
}

void scene_put(struct scene *scene, int body, const struct placed *pose) {
    scene_remove(scene, body);
    add_body(scene, body, pose);
}

int scene_body(const struct value *kit, const char *name) {
    const struct value *bodies = value_get(kit, "bodies");
    for (int i = 0; i < value_count(bodies) && i < FRAME_BODIES; i++)
        if (strcmp(value_get_word(value_at(bodies, i), "name"), name) == 0)
            return i;
    return NO_BODY;
}

static void about(int axis, double angle, double out[3][3]) {
    double q[4] = {cos(angle / 2)};
    q[1 + axis] = sin(angle / 2);
    axes_of(q, out);
}

/* The hull rotates about x and then about its own y; each yard rotates about its peg. */
static void add_ship(struct scene *scene, const struct value *joints) {
    const struct value *yards = value_get(scene->kit, "yards");
    struct placed hull = {{0}, {{0}}};
    double angles[8], own[3][3];
    read_list(joints, 8, 1e-6, angles);
    about(0, angles[0], hull.axes);
    about(1, angles[1], own);
    multiply(hull.axes, own, hull.axes);
    add_body(scene, 0, &hull);
    for (int i = 0; i < value_count(yards) && i < SHIP_BODIES - 1; i++) {
        double at[3], peg[3], above[3];
        struct placed yard, rocking = {{0}, {{0}}};
        read_list(value_get(value_at(yards, i), "at"), 3, 1e-3, at);
        read_list(value_get(value_at(yards, i), "peg"), 3, 1e-3, peg);
        for (int k = 0; k < 3; k++)
            above[k] = at[k] - peg[k];
        about(0, angles[2 + i], rocking.axes);
        memcpy(rocking.at, peg, sizeof peg);
        placed_point(&rocking, above, at);
        placed_point(&hull, at, yard.at);
        multiply(hull.axes, rocking.axes, yard.axes);
        add_body(scene, 1 + i, &yard);
    }
}

void scene_of_view(const struct value *kit, const struct value *view, struct scene *out) {
    const struct value *aboard = value_get(view, "aboard");
    *out = (struct scene){.kit = kit};
    add_ship(out, value_get(view, "joints"));
    for (int i = 0; i < value_count(aboard); i++) {
        const struct value *piece = value_at(aboard, i), *pose = value_get(piece, "pose");
        int body = scene_body(kit, value_get_word(piece, "piece"));
        double at[3];
        int32_t turned[4];
        read_list(pose, 3, 1e-3, at);
        for (int k = 0; k < 4; k++)
            turned[k] = (int32_t)value_number(value_at(pose, 3 + k));
        struct placed placed = scene_pose(at, turned);
        if (body >= 0)
            add_body(out, body, &placed);
    }
}

/* The open hand collides with nothing, so it is left out. */
void scene_of_frame(const struct value *kit, const struct frame *frame, struct scene *out) {
    int hand = scene_body(kit, "hand");
    *out = (struct scene){.kit = kit};
    for (int body = 0; body < frame->count && body < FRAME_BODIES; body++) {
        const struct pose *pose = &frame->bodies[body];
        const double at[3] = {pose->at[0] * 1e-3, pose->at[1] * 1e-3, pose->at[2] * 1e-3};
        struct placed placed = scene_pose(at, pose->turned);
        if (at[2] > not_there && body != hand)
            add_body(out, body, &placed);
    }
}

bool part_is_near(const struct part *part, int axis, const double point[3]) {
    for (int i = 0; i < 3; i++)
        if (i != axis && fabs(point[i] - part->pose.at[i]) > part->reach[i])
            return false;
    return true;
}

/* Clips a span to where |a + b t| <= within. */
static void narrow(double a, double b, double within, double *low, double *high) {
    if (fabs(b) < 1e-9) {
        *high = fabs(a) > within ? *low - 1 : *high;
        return;
    }
    double one = (-within - a) / b, other = (within - a) / b;
    *low = fmax(*low, fmin(one, other));
    *high = fmin(*high, fmax(one, other));
}

/* Clips a span to where |o + d t| <= radius; `d` and `o` have `count` components. */
static void round_span(const double *o, const double *d, int count, double radius, double *low,
                       double *high) {
    double a = 0, b = 0, c = -radius * radius;
    for (int i = 0; i < count; i++) {
        a += d[i] * d[i];
        b += o[i] * d[i];
        c += o[i] * o[i];
    }
    double root = b * b - a * c;
    if (a < 1e-9 || root < 0) {
        *high = a < 1e-9 && c <= 0 ? *high : *low - 1;
        return;
    }
    *low = fmax(*low, (-b - sqrt(root)) / a);
    *high = fmin(*high, (-b + sqrt(root)) / a);
}

static const double far_away = 1e4;

/* The union of a cylinder and a sphere at each end. */
static void capsule_span(const double o[3], const double d[3], const double size[3], double *low,
                         double *high) {
    double first = far_away, last = -far_away;
    for (int i = -1; i <= 1; i++) {
        double from = -far_away, to = far_away;
        const double moved[3] = {o[0], o[1], o[2] - i * size[1]};
        round_span(i ? moved : o, d, i ? 3 : 2, size[0], &from, &to);
        if (i == 0)
            narrow(o[2], d[2], size[1], &from, &to);
        if (from > to)
            continue;
        first = fmin(first, from);
        last = fmax(last, to);
    }
    *low = first;
    *high = last;
}

bool part_span(const struct part *part, int axis, const double point[3], double *low,
               double *high) {
    double start[3] = {point[0], point[1], point[2]}, o[3], d[3];
    if (!part_is_near(part, axis, point))
        return false;
    start[axis] = 0;
    placed_inside(&part->pose, start, o);
    memcpy(d, part->pose.axes[axis], sizeof d);
    *low = -far_away;
    *high = far_away;
    if (part->kind == PART_CAPSULE) {
        capsule_span(o, d, part->size, low, high);
    } else if (part->kind == PART_SPHERE) {
        round_span(o, d, 3, part->size[0], low, high);
    } else {
        for (int i = 0; i < 3; i++)
            narrow(o[i], d[i], part->size[i], low, high);
    }
    return *low < *high;
}

/* The least vertical distance below one part, sampled along lines of this distance. */
static double part_gap(const struct scene *scene, const struct part *part) {
    const double apart = 2;
    double least = 1000, point[3] = {0};
    for (double dx = -part->reach[0]; dx <= part->reach[0]; dx += apart)
        for (double dy = -part->reach[1]; dy <= part->reach[1]; dy += apart) {
            double low, high, bottom, top;
            point[0] = part->pose.at[0] + dx;
            point[1] = part->pose.at[1] + dy;
            if (!part_span(part, 2, point, &bottom, &top))
                continue;
            for (int i = 0; i < scene->count; i++) {
                const struct part *other = &scene->parts[i];
                if (other->body != part->body && part_span(other, 2, point, &low, &high) &&
                    low < bottom && bottom - high < least)
                    least = fmax(0, bottom - high);
            }
        }
    return least;
}

double scene_gap(const struct scene *scene, int body) {
    double least = 1000;
    for (int i = 0; i < scene->count; i++)
        if (scene->parts[i].body == body)
            least = fmin(least, part_gap(scene, &scene->parts[i]));
    return least;
}
