/* ship_scene.c: the scene of the ship with all its cargo and its lighting.
 *
 * A toy on a table: the sea is a round board, and the ship sways on a wave of cardboard that
 * hides rod and ball. The details of hull, barrels, pegs and flag are drawn but not simulated. */
#include "ship_scene.h"

#include <spelunke/must.h>

#include "ship_paint.h"

static const struct vector lamp = {-0.75, -0.30, 1.15};
static const double lamp_half = 0.10, nowhere = 1e9, skin = 1e-6, table_end = 20;
static const double sea = RR_WATER / 1e6;
/* The wave: an ellipse of cardboard around the joint. */
static const double wave_x = 0.085, wave_y = 0.052, wave_middle = -0.024, wave_high = 0.008;
/* Blocks of the hull after the mast: three pegs and a flag. */
enum { MAST_BLOCK, FLAG_BLOCK = 1 + RR_YARDS };

static void add_block(struct object *object, struct block block) {
    must(object->block_count < OBJECT_BLOCKS_MAX);
    object->blocks[object->block_count++] = block;
}

static void rig_hull(struct object *object) {
    add_block(object, block_of(&rr_hull.parts[RR_HULL_BOXES]));
    for (int i = 0; i < RR_YARDS; i++)
        add_block(object, (struct block){BLOCK_CAPSULE_X,
                                         vector(0, 0, (rr_yard_heights[i] - 2 * RR_YARD_TOP) / 1e6),
                                         vector(0.003, 0.015, 0)});
    add_block(object,
              (struct block){BLOCK_BOX, vector(0.022, 0, 0.360), vector(0.020, 0.0005, 0.0075)});
    object->middle = vector(0, 0, 0.17);
    object->reach = 0.26;
}

static double block_reach(const struct block *block) {
    switch (block->kind) {
    case BLOCK_BOX:
        return sqrt(dot(block->size, block->size));
    case BLOCK_SPHERE:
        return block->size.x;
    case BLOCK_CAPSULE:
    case BLOCK_CAPSULE_X:
        break;
    }
    return block->size.x + block->size.y;
}

static void copy_solid(struct object *object, const struct rr_solid *solid) {
    for (int i = 0; i < solid->part_count; i++) {
        struct block block = block_of(&solid->parts[i]);
        double reach = sqrt(dot(block.at, block.at)) + block_reach(&block);
        add_block(object, block);
        object->reach = fmax(object->reach, reach);
    }
}

/* As wide as the rolling capsule, with ends inside the standing box. */
static struct solid make_barrel(void) {
    const double radius = 0.012, half = 0.0165, end = 0.0088;
    const struct pose here = {{0, 0, 0}, {1000000, 0, 0, 0}};
    const double bulge = (radius * radius - end * end) / (half * half);
    const struct round_shape shape = {radius, bulge, -half, half, true, true};
    return solid_of(&shape, &here);
}

void ship_scene_make(struct ship_scene *scene, const struct frame *frame) {
    hull_make(&scene->hull);
    scene->barrel = make_barrel();
    scene->count = 0;
    for (int body = 0; body < frame->count && body < RR_HAND_BODY; body++) {
        const struct pose *pose = &frame->bodies[body];
        if (pose->at[2] < 2 * RR_WATER)
            continue;
        struct object *object = &scene->objects[scene->count++];
        *object = (struct object){.body = body, .at = pose_at(pose)};
        pose_axes(pose, object->axes);
        if (body == RR_HULL_BODY)
            rig_hull(object);
        else
            copy_solid(object, rr_body_solid(body));
        object->middle = plus(plus(object->at, times(object->middle.x, object->axes[0])),
                              plus(times(object->middle.y, object->axes[1]),
                                   times(object->middle.z, object->axes[2])));
    }
}

static bool is_barrel(const struct object *object) {
    return object->body >= RR_PIECE_BODY && (object->body - RR_PIECE_BODY) % RR_SHAPES == RR_BARREL;
}

/* A hit of a ray with a body: in the axes of the body, and which part; from OBJECT_BLOCKS_MAX on
 * it is a side of the hull. */
static bool intersect_object(const struct ship_scene *scene, const struct object *object,
                             const struct ray *ray, double after, struct hit *hit, int *part) {
    bool is_hit = false;
    int side;
    if (ray_misses(ray, object->middle, object->reach))
        return false;
    struct ray inside = {to_local(object->axes, minus(ray->from, object->at)),
                         to_local(object->axes, ray->direction)};
    if (is_barrel(object)) {
        *part = 0;
        return solid_intersect(&scene->barrel, &inside, after, hit->distance, hit);
    }
    for (int i = 0; i < object->block_count; i++)
        if (block_intersect(&object->blocks[i], &inside, after, hit)) {
            *part = i;
            is_hit = true;
        }
    if (object->body == RR_HULL_BODY && hull_intersect(&scene->hull, &inside, after, hit, &side)) {
        *part = OBJECT_BLOCKS_MAX + side;
        is_hit = true;
    }
    return is_hit;
}

static struct paint paint_ship(const struct object *object, const struct hit *hit, int part) {
    if (part >= OBJECT_BLOCKS_MAX)
        return paint_hull(hit->point, part - OBJECT_BLOCKS_MAX);
    if (part == FLAG_BLOCK)
        return (struct paint){paint_colour(190, 36, 40), 0.05};
    return paint_spar(plus(hit->point, object->blocks[part].at));
}

static struct paint paint_object(const struct object *object, const struct hit *hit, int part) {
    int yard = object->body - RR_YARD_BODY, piece = object->body - RR_PIECE_BODY;
    if (object->body == RR_HULL_BODY)
        return paint_ship(object, hit, part);
    if (piece < 0)
        return paint_yard(hit->point, hit->normal, yard, object->blocks[0].size.y);
    if (is_barrel(object))
        return paint_cask(hit->point, piece, hit->part != PART_WALL);
    return paint_piece(piece, part, &object->blocks[part], hit);
}

/* The height of the wave in the direction x, y (unit vector): five crests. */
static double wave_top(double x, double y) {
    double square = x * x, five = x * (16 * square * square - 20 * square + 5);
    return wave_middle + wave_high * five + 0.003 * y;
}

static bool intersect_wave(const struct ray *ray, double after, double within, struct hit *hit) {
    double fx = ray->from.x / wave_x, fy = ray->from.y / wave_y;
    double ax = ray->direction.x / wave_x, ay = ray->direction.y / wave_y;
    double a = ax * ax + ay * ay, b = fx * ax + fy * ay, c = fx * fx + fy * fy - 1;
    if (a < 1e-12 || b * b < a * c)
        return false;
    for (int i = 0; i < 2; i++) {
        double distance = (-b + (i ? 1 : -1) * sqrt(b * b - a * c)) / a;
        struct vector at = ray_at(ray, distance);
        double x = at.x / wave_x, y = at.y / wave_y;
        if (distance <= after || distance >= within || at.z < sea || at.z > wave_top(x, y))
            continue;
        struct vector out = unit(vector(x / wave_x, y / wave_y, 0));
        *hit = (struct hit){distance, at, dot(out, ray->direction) > 0 ? times(-1, out) : out,
                            PART_WALL};
        return true;
    }
    return false;
}

/* The first hit of a ray: position, normal and material. */
struct surface_hit {
    double distance;
    struct vector at, normal;
    struct paint paint;
    int object; /* -1: none */
};

static void hit_sea(const struct ray *ray, struct surface_hit *surface) {
    double distance = (sea - ray->from.z) / ray->direction.z;
    if (ray->direction.z >= 0 || distance >= table_end)
        return;
    struct vector at = ray_at(ray, distance), normal = {0, 0, 1};
    struct paint paint = paint_sea(at.x, at.y, &normal);
    *surface = (struct surface_hit){distance, at, normal, paint, -1};
}

static struct surface_hit first_hit(const struct ship_scene *scene, const struct ray *ray) {
    struct surface_hit surface = {.distance = nowhere, .object = -1};
    struct hit hit;
    int part = 0;
    hit_sea(ray, &surface);
    if (intersect_wave(ray, skin, surface.distance, &hit)) {
        double top = wave_top(hit.point.x / wave_x, hit.point.y / wave_y);
        surface = (struct surface_hit){hit.distance, hit.point, hit.normal,
                                       paint_wave(hit.point.z, top), -1};
    }
    for (int i = 0; i < scene->count; i++) {
        const struct object *object = &scene->objects[i];
        hit.distance = surface.distance;
        if (!intersect_object(scene, object, ray, skin, &hit, &part))
            continue;
        struct vector at = ray_at(ray, hit.distance);
        surface = (struct surface_hit){hit.distance, at, to_world(object->axes, hit.normal),
                                       paint_object(object, &hit, part), i};
    }
    return surface;
}

static bool is_lit(const struct ship_scene *scene, const struct ray *to_lamp, double distance) {
    struct hit hit;
    int part;
    for (int i = 0; i < scene->count; i++) {
        hit.distance = distance;
        if (intersect_object(scene, &scene->objects[i], to_lamp, skin, &hit, &part))
            return false;
    }
    return !intersect_wave(to_lamp, 10 * skin, distance, &hit);
}

/* Ambient occlusion: each piece near the point is treated as a sphere. */
static double sky_visibility(const struct ship_scene *scene, const struct surface_hit *surface) {
    double open = 1;
    for (int i = 0; i < scene->count; i++) {
        const struct object *object = &scene->objects[i];
        struct vector way = minus(object->middle, surface->at);
        double square = dot(way, way), radius = 0.5 * object->reach, up = dot(way, surface->normal);
        if (object->body >= RR_PIECE_BODY && i != surface->object && up > 0)
            open *= 1 - 0.7 * up / sqrt(square) * radius * radius / fmax(square, radius * radius);
    }
    return open;
}

static struct vector light_of(const struct ship_scene *scene, const struct surface_hit *surface,
                              const struct ray *ray, int lamp_point) {
    const struct vector warm = {1.02, 0.95, 0.84}, sky = {0.40, 0.43, 0.48};
    struct vector way = minus(plus(lamp, times(lamp_half, lamp_offset(lamp_point))), surface->at);
    double distance = sqrt(dot(way, way));
    struct ray to_lamp = {plus(surface->at, times(10 * skin, surface->normal)),
                          times(1 / distance, way)};
    double facing = fmax(dot(surface->normal, to_lamp.direction), 0);
    double share = facing > 0 && is_lit(scene, &to_lamp, distance) ? 1 : 0;
    struct vector from_lamp = times(share * facing, tinted(warm, surface->paint.colour));
    struct vector from_sky =
        times(sky_visibility(scene, surface) * (0.66 + 0.34 * surface->normal.z),
              tinted(sky, surface->paint.colour));
    struct vector highlight =
        times(share * paint_specular(&surface->paint, surface->normal, &to_lamp, ray), warm);
    return plus(plus(from_lamp, from_sky), highlight);
}

struct vector ship_scene_light(const void *scene, const struct ray *ray, int lamp_point) {
    struct surface_hit surface = first_hit(scene, ray);
    struct vector wall = {0.60, 0.62, 0.62};
    if (surface.distance >= nowhere)
        return wall;
    struct vector light = light_of(scene, &surface, ray, lamp_point);
    return mix(light, wall,
               smoothstep(1.2, 3.2, surface.distance)); /* the table fades to the background */
}

/* Room for a flask on a crate on the top yard of a tilted ship. */
struct camera ship_scene_camera(double shape) {
    double half_height = fmax(0.305, 0.28 * shape);
    return camera_at(vector(-0.98, -0.52, 0.56), vector(0.01, 0, 0.115), half_height / shape,
                     half_height);
}

void picture_draw_ship(struct picture *picture, int left, int width, const struct frame *frame) {
    must(left >= 0 && width >= 1 && left + width <= picture->width);
    struct ship_scene scene;
    struct camera camera = ship_scene_camera((double)picture->height / width);
    ship_scene_make(&scene, frame);
    trace(picture, left, width, &camera, ship_scene_light, &scene);
}
