/* solid.c: intersection of a ray with a solid of revolution.
 *
 * The ray is converted to the axes of the solid, where the wall is a quadratic equation and the
 * lids are planes. */
#include "solid.h"

struct vector pose_at(const struct pose *pose) {
    return vector(pose->at[0] / 1e6, pose->at[1] / 1e6, pose->at[2] / 1e6);
}

/* The rotation matrix of a quaternion, as columns. */
void pose_axes(const struct pose *pose, struct vector axes[3]) {
    const int32_t *turned = pose->turned;
    double w = turned[0], x = turned[1], y = turned[2], z = turned[3];
    double square = w * w + x * x + y * y + z * z;
    double two = square > 0 ? 2 / square : 0;
    axes[0] = vector(1 - two * (y * y + z * z), two * (x * y + w * z), two * (x * z - w * y));
    axes[1] = vector(two * (x * y - w * z), 1 - two * (x * x + z * z), two * (y * z + w * x));
    axes[2] = vector(two * (x * z + w * y), two * (y * z - w * x), 1 - two * (x * x + y * y));
}

struct solid solid_of(const struct round_shape *shape, const struct pose *pose) {
    struct solid solid = {.shape = *shape, .at = pose_at(pose)};
    double half = (shape->high - shape->low) / 2;
    pose_axes(pose, solid.axes);
    solid.middle = plus(solid.at, times((shape->high + shape->low) / 2, solid.axes[2]));
    solid.reach = sqrt(shape->radius * shape->radius + half * half);
    return solid;
}

bool ray_misses(const struct ray *ray, struct vector middle, double reach) {
    struct vector way = minus(middle, ray->from);
    double along = dot(way, ray->direction);
    return dot(way, way) - along * along > reach * reach;
}

/* A query: the nearest hit of a ray, in the axes of the solid. */
struct search {
    const struct round_shape *shape;
    struct ray ray;
    double after;
    struct hit *nearest; /* `distance` is the upper limit for other hits */
};

static bool is_wanted(const struct search *search, double distance) {
    return distance > search->after && distance < search->nearest->distance;
}

static bool try_wall(const struct search *search, double distance) {
    const struct round_shape *shape = search->shape;
    struct vector point = ray_at(&search->ray, distance);
    if (!is_wanted(search, distance) || point.z < shape->low || point.z > shape->high)
        return false;
    struct vector normal = unit(vector(point.x, point.y, shape->bulge * point.z));
    *search->nearest = (struct hit){distance, point, normal, PART_WALL};
    return true;
}

static bool intersect_wall(const struct search *search) {
    const struct round_shape *shape = search->shape;
    struct vector from = search->ray.from, direction = search->ray.direction;
    double a = direction.x * direction.x + direction.y * direction.y +
               shape->bulge * direction.z * direction.z;
    double b = from.x * direction.x + from.y * direction.y + shape->bulge * from.z * direction.z;
    double c = from.x * from.x + from.y * from.y + shape->bulge * from.z * from.z -
               shape->radius * shape->radius;
    if (a < 1e-12 || b * b < a * c)
        return false;
    double root = sqrt(b * b - a * c);
    return try_wall(search, (-b - root) / a) || try_wall(search, (-b + root) / a);
}

static bool intersect_lid(const struct search *search, double z, enum solid_part part) {
    const struct round_shape *shape = search->shape;
    double distance = (z - search->ray.from.z) / search->ray.direction.z;
    if (search->ray.direction.z == 0 || !is_wanted(search, distance))
        return false;
    struct vector point = ray_at(&search->ray, distance);
    double widest = shape->radius * shape->radius - shape->bulge * z * z;
    if (point.x * point.x + point.y * point.y > widest)
        return false;
    struct vector normal = vector(0, 0, part == PART_LID_HIGH ? 1 : -1);
    *search->nearest = (struct hit){distance, point, normal, part};
    return true;
}

bool solid_intersect(const struct solid *solid, const struct ray *ray, double after, double within,
                     struct hit *out) {
    if (ray_misses(ray, solid->middle, solid->reach))
        return false;
    const struct round_shape *shape = &solid->shape;
    struct ray inside = {to_local(solid->axes, minus(ray->from, solid->at)),
                         to_local(solid->axes, ray->direction)};
    struct hit nearest = {.distance = within};
    const struct search search = {shape, inside, after, &nearest};
    bool is_hit = intersect_wall(&search);
    is_hit |= shape->has_lid_low && intersect_lid(&search, shape->low, PART_LID_LOW);
    is_hit |= shape->has_lid_high && intersect_lid(&search, shape->high, PART_LID_HIGH);
    if (!is_hit)
        return false;
    *out = nearest;
    out->normal = to_world(solid->axes, nearest.normal);
    return true;
}
