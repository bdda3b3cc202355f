/* block.c: intersections of a ray with boxes, capsules and spheres. */
#include "block.h"

struct block block_of(const struct kit_shape *shape) {
    static const enum block_kind kinds[] = {[KIT_BOX] = BLOCK_BOX,
                                            [KIT_CYLINDER] = BLOCK_CAPSULE,
                                            [KIT_CAPSULE] = BLOCK_CAPSULE,
                                            [KIT_SPHERE] = BLOCK_SPHERE};
    const int32_t *a = shape->at, *s = shape->size;
    bool is_turned = kinds[shape->kind] == BLOCK_CAPSULE && shape->turned[2];
    return (struct block){is_turned ? BLOCK_CAPSULE_X : kinds[shape->kind],
                          vector(a[0] / 1e6, a[1] / 1e6, a[2] / 1e6),
                          vector(s[0] / 1e6, s[1] / 1e6, s[2] / 1e6)};
}

static bool take(const struct ray *ray, double far, double after, struct vector middle,
                 struct hit *hit) {
    if (far <= after || far >= hit->far)
        return false;
    struct vector spot = plus(ray->from, times(far, ray->along));
    *hit = (struct hit){far, spot, unit(minus(spot, middle)), PART_WALL};
    return true;
}

/* Both intersections are tried, because a shadow ray may start inside. */
static bool meet_ball(const struct ray *ray, struct vector middle, double radius, double after,
                      struct hit *hit) {
    struct vector from = minus(ray->from, middle);
    double b = dot(from, ray->along), c = dot(from, from) - radius * radius;
    if (b * b < c)
        return false;
    double root = sqrt(b * b - c);
    return take(ray, -b - root, after, middle, hit) || take(ray, -b + root, after, middle, hit);
}

/* Where a ray enters and leaves the slab between two planes. */
static void cut(double from, double along, double half, double *enter, double *leave) {
    if (along == 0) {
        if (fabs(from) > half)
            *leave = *enter - 1;
        return;
    }
    double one = (-half - from) / along, other = (half - from) / along;
    *enter = fmax(*enter, fmin(one, other));
    *leave = fmin(*leave, fmax(one, other));
}

static struct vector box_normal(struct vector spot, struct vector half) {
    double x = fabs(spot.x) / half.x, y = fabs(spot.y) / half.y, z = fabs(spot.z) / half.z;
    if (x >= y && x >= z)
        return vector(spot.x < 0 ? -1 : 1, 0, 0);
    return y >= z ? vector(0, spot.y < 0 ? -1 : 1, 0) : vector(0, 0, spot.z < 0 ? -1 : 1);
}

static bool meet_box(const struct ray *ray, struct vector half, double after, struct hit *hit) {
    double enter = -1e9, leave = 1e9;
    cut(ray->from.x, ray->along.x, half.x, &enter, &leave);
    cut(ray->from.y, ray->along.y, half.y, &enter, &leave);
    cut(ray->from.z, ray->along.z, half.z, &enter, &leave);
    double far = enter > after ? enter : leave;
    if (enter > leave || far <= after || far >= hit->far)
        return false;
    struct vector spot = plus(ray->from, times(far, ray->along));
    *hit = (struct hit){far, spot, box_normal(spot, half), PART_WALL};
    return true;
}

/* A capsule along z: a cylinder with a sphere at each end. */
static bool meet_capsule(const struct ray *ray, double radius, double half, double after,
                         struct hit *hit) {
    struct vector from = ray->from, along = ray->along;
    double a = along.x * along.x + along.y * along.y, b = from.x * along.x + from.y * along.y;
    double c = from.x * from.x + from.y * from.y - radius * radius;
    bool is_hit = meet_ball(ray, vector(0, 0, half), radius, after, hit);
    is_hit |= meet_ball(ray, vector(0, 0, -half), radius, after, hit);
    if (a < 1e-12 || b * b < a * c)
        return is_hit;
    double far = (-b - sqrt(b * b - a * c)) / a, z = from.z + far * along.z;
    if (fabs(z) <= half)
        is_hit |= take(ray, far, after, vector(0, 0, z), hit);
    return is_hit;
}

static struct vector swapped(struct vector a) {
    return vector(a.z, a.y, a.x);
}

bool block_meets(const struct block *block, const struct ray *ray, double after, struct hit *hit) {
    struct ray here = {minus(ray->from, block->at), ray->along};
    switch (block->kind) {
    case BLOCK_BOX:
        return meet_box(&here, block->size, after, hit);
    case BLOCK_CAPSULE:
        return meet_capsule(&here, block->size.x, block->size.y, after, hit);
    case BLOCK_SPHERE:
        return meet_ball(&here, vector(0, 0, 0), block->size.x, after, hit);
    case BLOCK_CAPSULE_X:
        break;
    }
    here = (struct ray){swapped(here.from), swapped(here.along)};
    if (!meet_capsule(&here, block->size.x, block->size.y, after, hit))
        return false;
    hit->spot = swapped(hit->spot);
    hit->normal = swapped(hit->normal);
    return true;
}
