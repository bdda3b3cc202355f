/* scene.c: the scene of a throw and its lighting.
 *
 * One lamp above the table and ambient light with occlusion near barrels; no reflections. The
 * cup is transparent, so that the barrels in it are visible. */
#include "scene.h"

#include <spelunke/must.h>

#include "games/polterfass/cup.h"
#include "games/polterfass/throw.h"

static const struct vector lamp = {-0.26, -0.22, 0.62};
static const double lamp_half = 0.06, lamp_near = 0.62;
static const double nowhere = 1e9, skin = 1e-6;
static const double table_end = 20; /* metres from the camera */

/* The ends of a drawn barrel are narrower than its belly, which is as wide as the simulated
 * cylinder. */
static struct round_shape barrel_shape(void) {
    double radius = throw_barrel.diameter / 2, end = 0.88 * radius, half = throw_barrel.height / 2;
    double bulge = (radius * radius - end * end) / (half * half);
    return (struct round_shape){radius, bulge, -half, half, true, true};
}

void scene_make(struct scene *scene, const struct frame *frame) {
    const struct round_shape barrel = barrel_shape();
    const struct round_shape cup = {CUP_RADIUS * 1.06, 0, 0, CUP_DEPTH, false, true};
    const struct round_shape coaster = {COASTER_RADIUS, 0, -COASTER_THICK, 0, true, true};
    must(frame->count >= 2);
    scene->barrels = frame->count - 2;
    for (int i = 0; i < scene->barrels; i++)
        scene->barrel[i] = solid_of(&barrel, &frame->bodies[i]);
    scene->cup = solid_of(&cup, &frame->bodies[scene->barrels]);
    scene->coaster = solid_of(&coaster, &frame->bodies[scene->barrels + 1]);
    /* The origin of the cup is the centre of its rim. Above the height that shaking reaches the
     * lifted cup is not drawn. */
    scene->cup_seen = 1 - ramp(0.235, 0.32, scene->cup.middle.z);
}

/* The first hit of a ray: position, normal and material. */
struct surface_seen {
    double far;
    struct vector at, normal;
    struct paint paint;
    int barrel; /* the number of a barrel; -1: none */
};

static void see_table(const struct ray *ray, struct surface_seen *seen) {
    double far = (-COASTER_THICK - ray->from.z) / ray->along.z;
    if (ray->along.z >= 0 || far >= table_end)
        return;
    struct vector at = plus(ray->from, times(far, ray->along)), normal = {0, 0, 1};
    struct paint paint = paint_table(at.x, at.y, &normal);
    *seen = (struct surface_seen){far, at, normal, paint, -1};
}

static void see_solid(const struct solid *solid, int barrel, const struct ray *ray,
                      struct surface_seen *seen) {
    struct hit hit;
    if (!solid_meets(solid, ray, skin, seen->far, &hit))
        return;
    struct vector at = plus(ray->from, times(hit.far, ray->along));
    struct paint paint =
        barrel < 0 ? paint_coaster(solid, &hit) : paint_barrel(solid, &hit, barrel);
    *seen = (struct surface_seen){hit.far, at, hit.normal, paint, barrel};
}

static struct surface_seen see(const struct scene *scene, const struct ray *ray) {
    struct surface_seen seen = {.far = nowhere, .barrel = -1};
    see_table(ray, &seen);
    see_solid(&scene->coaster, -1, ray, &seen);
    for (int i = 0; i < scene->barrels; i++)
        see_solid(&scene->barrel[i], i, ray, &seen);
    return seen;
}

/* The share of the lamp's light that reaches a point. */
static double lit(const struct scene *scene, const struct ray *to_lamp, double far) {
    struct hit hit;
    for (int i = 0; i < scene->barrels; i++)
        if (solid_meets(&scene->barrel[i], to_lamp, skin, far, &hit))
            return 0;
    if (solid_meets(&scene->coaster, to_lamp, skin, far, &hit))
        return 0;
    if (scene->cup_seen > 0 && solid_meets(&scene->cup, to_lamp, skin, far, &hit))
        return 1 - 0.45 * scene->cup_seen;
    return 1;
}

/* Ambient occlusion: each barrel near the point is treated as a sphere that hides a part of the
 * sky. */
static double open_sky(const struct scene *scene, const struct surface_seen *seen) {
    double open = 1;
    for (int i = 0; i < scene->barrels; i++) {
        struct vector way = minus(scene->barrel[i].middle, seen->at);
        double square = dot(way, way), radius = scene->barrel[i].shape.radius;
        double up = dot(way, seen->normal);
        if (i != seen->barrel && up > 0)
            open *= 1 - 0.8 * up / sqrt(square) * radius * radius / fmax(square, radius * radius);
    }
    return open;
}

static double shine(const struct surface_seen *seen, struct vector to_lamp, struct vector to_eye) {
    double glance = fmax(dot(seen->normal, unit(plus(to_lamp, to_eye))), 0);
    for (int i = 0; i < 5; i++)
        glance *= glance;
    return seen->paint.shine * glance;
}

static struct vector light_of(const struct scene *scene, const struct surface_seen *seen,
                              const struct ray *ray, int lamp_point) {
    const struct vector warm = {1.55, 1.42, 1.2}, sky = {0.40, 0.43, 0.5};
    struct vector at_lamp = plus(lamp, times(lamp_half, lamp_offset(lamp_point)));
    struct vector way = minus(at_lamp, seen->at);
    double far = sqrt(dot(way, way)), near = fmin(lamp_near / far, 1);
    struct ray to_lamp = {plus(seen->at, times(skin, seen->normal)), times(1 / far, way)};
    double facing = fmax(dot(seen->normal, to_lamp.along), 0);
    double share = facing > 0 ? lit(scene, &to_lamp, far) * near * near * near * near : 0;
    struct vector from_lamp = times(share * facing, tinted(warm, seen->paint.colour));
    struct vector from_sky = times(open_sky(scene, seen) * (0.62 + 0.38 * seen->normal.z),
                                   tinted(sky, seen->paint.colour));
    struct vector gleam = times(share * shine(seen, to_lamp.along, times(-1, ray->along)), warm);
    return plus(plus(from_lamp, from_sky), gleam);
}

/* The walls of the cup in front of what is visible, farthest first; darker at grazing angles,
 * which draws the outline. */
static struct vector through_cup(const struct scene *scene, const struct ray *ray, double after,
                                 double within, struct vector behind, int lamp_point) {
    struct hit hit;
    if (!solid_meets(&scene->cup, ray, after, within, &hit))
        return behind;
    behind = through_cup(scene, ray, hit.far + skin, within, behind, lamp_point);
    double facing = dot(hit.normal, ray->along);
    struct vector normal = facing > 0 ? times(-1, hit.normal) : hit.normal;
    struct vector at = plus(ray->from, times(hit.far, ray->along));
    struct surface_seen wall = {hit.far, at, normal, paint_cup(&scene->cup, &hit), -1};
    double grazing = 1 - fabs(facing);
    double share = scene->cup_seen * (0.3 + 0.6 * grazing * grazing);
    return mixed(behind, light_of(scene, &wall, ray, lamp_point), share);
}

struct vector scene_light(const struct scene *scene, const struct ray *ray, int lamp_point) {
    struct surface_seen seen = see(scene, ray);
    struct vector light = {0.01, 0.008, 0.006};
    if (seen.far < nowhere)
        light = light_of(scene, &seen, ray, lamp_point);
    if (scene->cup_seen > 0)
        light = through_cup(scene, ray, skin, seen.far, light, lamp_point);
    return light;
}
