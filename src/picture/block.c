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

static bool take(const struct ray *ray, double distance, double after, struct vector middle,
                 struct hit *hit) {
    if (distance <= after || distance >= hit->distance)
        return false;
    struct vector point = ray_at(ray, distance);
    *hit = (struct hit){distance, point, unit(minus(point, middle)), PART_WALL};
    return true;
}

/* Both intersections are tried, because a shadow ray may start inside. */
static bool intersect_sphere(const struct ray *ray, struct vector middle, double radius,
                             double after, struct hit *hit) {
    struct vector from = minus(ray->from, middle);
    double b = dot(from, ray->direction), c = dot(from, from) - radius * radius;
    if (b * b < c)
        return false;
    double root = sqrt(b * b - c);
    return take(ray, -b - root, after, middle, hit) || take(ray, -b + root, after, middle, hit);
}

/* Where a ray enters and leaves the slab between two planes. */
static void cut(double from, double slope, double half, double *enter, double *leave) {
    if (slope == 0) {
        if (fabs(from) > half)
            *leave = *enter - 1;
        return;
    }
    double one = (-half - from) / slope, other = (half - from) / slope;
    *enter = fmax(*enter, fmin(one, other));
    *leave = fmin(*leave, fmax(one, other));
}

static struct vector box_normal(struct vector point, struct vector half) {
    double x = fabs(point.x) / half.x, y = fabs(point.y) / half.y, z = fabs(point.z) / half.z;
    if (x >= y && x >= z)
        return vector(point.x < 0 ? -1 : 1, 0, 0);
    return y >= z ? vector(0, point.y < 0 ? -1 : 1, 0) : vector(0, 0, point.z < 0 ? -1 : 1);
}

static bool intersect_box(const struct ray *ray, struct vector half, double after,
                          struct hit *hit) {
    double enter = -1e9, leave = 1e9;
    cut(ray->from.x, ray->direction.x, half.x, &enter, &leave);
    cut(ray->from.y, ray->direction.y, half.y, &enter, &leave);
    cut(ray->from.z, ray->direction.z, half.z, &enter, &leave);
    double distance = enter > after ? enter : leave;
    if (enter > leave || distance <= after || distance >= hit->distance)
        return false;
    struct vector point = ray_at(ray, distance);
    *hit = (struct hit){distance, point, box_normal(point, half), PART_WALL};
    return true;
}

/* A capsule along z: a cylinder with a sphere at each end. */
static bool intersect_capsule(const struct ray *ray, double radius, double half, double after,
                              struct hit *hit) {
    struct vector from = ray->from, direction = ray->direction;
    double a = direction.x * direction.x + direction.y * direction.y;
    double b = from.x * direction.x + from.y * direction.y;
    double c = from.x * from.x + from.y * from.y - radius * radius;
    bool is_hit = intersect_sphere(ray, vector(0, 0, half), radius, after, hit);
    is_hit |= intersect_sphere(ray, vector(0, 0, -half), radius, after, hit);
    if (a < 1e-12 || b * b < a * c)
        return is_hit;
    double distance = (-b - sqrt(b * b - a * c)) / a, z = from.z + distance * direction.z;
    if (fabs(z) <= half)
        is_hit |= take(ray, distance, after, vector(0, 0, z), hit);
    return is_hit;
}

static struct vector swapped(struct vector a) {
    return vector(a.z, a.y, a.x);
}

bool block_intersect(const struct block *block, const struct ray *ray, double after,
                     struct hit *hit) {
    struct ray here = {minus(ray->from, block->at), ray->direction};
    switch (block->kind) {
    case BLOCK_BOX:
        return intersect_box(&here, block->size, after, hit);
    case BLOCK_CAPSULE:
        return intersect_capsule(&here, block->size.x, block->size.y, after, hit);
    case BLOCK_SPHERE:
        return intersect_sphere(&here, vector(0, 0, 0), block->size.x, after, hit);
    case BLOCK_CAPSULE_X:
        break;
    }
    here = (struct ray){swapped(here.from), swapped(here.direction)};
    if (!intersect_capsule(&here, block->size.x, block->size.y, after, hit))
        return false;
    hit->point = swapped(hit->point);
    hit->normal = swapped(hit->normal);
    return true;
}
