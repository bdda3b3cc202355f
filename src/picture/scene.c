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
    scene->cup_opacity = 1 - smoothstep(0.235, 0.32, scene->cup.middle.z);
}

/* The first hit of a ray: position, normal and material. */
struct surface_hit {
    double distance;
    struct vector at, normal;
    struct paint paint;
    int barrel; /* the number of a barrel; -1: none */
};

static void hit_table(const struct ray *ray, struct surface_hit *surface) {
    double distance = (-COASTER_THICK - ray->from.z) / ray->direction.z;
    if (ray->direction.z >= 0 || distance >= table_end)
        return;
    struct vector at = ray_at(ray, distance), normal = {0, 0, 1};
    struct paint paint = paint_table(at.x, at.y, &normal);
    *surface = (struct surface_hit){distance, at, normal, paint, -1};
}

static void hit_solid(const struct solid *solid, int barrel, const struct ray *ray,
                      struct surface_hit *surface) {
    struct hit hit;
    if (!solid_intersect(solid, ray, skin, surface->distance, &hit))
        return;
    struct vector at = ray_at(ray, hit.distance);
    struct paint paint =
        barrel < 0 ? paint_coaster(solid, &hit) : paint_barrel(solid, &hit, barrel);
    *surface = (struct surface_hit){hit.distance, at, hit.normal, paint, barrel};
}

static struct surface_hit first_hit(const struct scene *scene, const struct ray *ray) {
    struct surface_hit surface = {.distance = nowhere, .barrel = -1};
    hit_table(ray, &surface);
    hit_solid(&scene->coaster, -1, ray, &surface);
    for (int i = 0; i < scene->barrels; i++)
        hit_solid(&scene->barrel[i], i, ray, &surface);
    return surface;
}

/* The share of the lamp's light that reaches a point. */
static double lamp_visibility(const struct scene *scene, const struct ray *to_lamp,
                              double distance) {
    struct hit hit;
    for (int i = 0; i < scene->barrels; i++)
        if (solid_intersect(&scene->barrel[i], to_lamp, skin, distance, &hit))
            return 0;
    if (solid_intersect(&scene->coaster, to_lamp, skin, distance, &hit))
        return 0;
    if (scene->cup_opacity > 0 && solid_intersect(&scene->cup, to_lamp, skin, distance, &hit))
        return 1 - 0.45 * scene->cup_opacity;
    return 1;
}

/* Ambient occlusion: each barrel near the point is treated as a sphere that hides a part of the
 * sky. */
static double sky_visibility(const struct scene *scene, const struct surface_hit *surface) {
    double open = 1;
    for (int i = 0; i < scene->barrels; i++) {
        struct vector way = minus(scene->barrel[i].middle, surface->at);
        double square = dot(way, way), radius = scene->barrel[i].shape.radius;
        double up = dot(way, surface->normal);
        if (i != surface->barrel && up > 0)
            open *= 1 - 0.8 * up / sqrt(square) * radius * radius / fmax(square, radius * radius);
    }
    return open;
}

static struct vector light_of(const struct scene *scene, const struct surface_hit *surface,
                              const struct ray *ray, int lamp_point) {
    const struct vector warm = {1.55, 1.42, 1.2}, sky = {0.40, 0.43, 0.5};
    struct vector at_lamp = plus(lamp, times(lamp_half, lamp_offset(lamp_point)));
    struct vector way = minus(at_lamp, surface->at);
    double distance = sqrt(dot(way, way)), near = fmin(lamp_near / distance, 1);
    struct ray to_lamp = {plus(surface->at, times(skin, surface->normal)),
                          times(1 / distance, way)};
    double facing = fmax(dot(surface->normal, to_lamp.direction), 0);
    double share =
        facing > 0 ? lamp_visibility(scene, &to_lamp, distance) * near * near * near * near : 0;
    struct vector from_lamp = times(share * facing, tinted(warm, surface->paint.colour));
    struct vector from_sky =
        times(sky_visibility(scene, surface) * (0.62 + 0.38 * surface->normal.z),
              tinted(sky, surface->paint.colour));
    struct vector highlight =
        times(share * paint_specular(&surface->paint, surface->normal, &to_lamp, ray), warm);
    return plus(plus(from_lamp, from_sky), highlight);
}

/* The walls of the cup in front of what is visible, farthest first; darker at grazing angles,
 * which draws the outline. */
static struct vector through_cup(const struct scene *scene, const struct ray *ray, double after,
                                 double within, struct vector behind, int lamp_point) {
    struct hit hit;
    if (!solid_intersect(&scene->cup, ray, after, within, &hit))
        return behind;
    behind = through_cup(scene, ray, hit.distance + skin, within, behind, lamp_point);
    double facing = dot(hit.normal, ray->direction);
    struct vector normal = facing > 0 ? times(-1, hit.normal) : hit.normal;
    struct vector at = ray_at(ray, hit.distance);
    struct surface_hit wall = {hit.distance, at, normal, paint_cup(&scene->cup, &hit), -1};
    double grazing = 1 - fabs(facing);
    double share = scene->cup_opacity * (0.3 + 0.6 * grazing * grazing);
    return mix(behind, light_of(scene, &wall, ray, lamp_point), share);
}

struct vector scene_light(const struct scene *scene, const struct ray *ray, int lamp_point) {
    struct surface_hit surface = first_hit(scene, ray);
    struct vector light = {0.01, 0.008, 0.006};
    if (surface.distance < nowhere)
        light = light_of(scene, &surface, ray, lamp_point);
    if (scene->cup_opacity > 0)
        light = through_cup(scene, ray, skin, surface.distance, light, lamp_point);
    return light;
}
