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

static void add_block(struct thing *thing, struct block block) {
    must(thing->block_count < THING_BLOCKS_MAX);
    thing->blocks[thing->block_count++] = block;
}

static void rig_hull(struct thing *thing) {
    add_block(thing, block_of(&rr_hull.parts[RR_HULL_BOXES]));
    for (int i = 0; i < RR_YARDS; i++)
        add_block(thing, (struct block){BLOCK_CAPSULE_X,
                                        vector(0, 0, (rr_yard_heights[i] - 2 * RR_YARD_TOP) / 1e6),
                                        vector(0.003, 0.015, 0)});
    add_block(thing,
              (struct block){BLOCK_BOX, vector(0.022, 0, 0.360), vector(0.020, 0.0005, 0.0075)});
    thing->middle = vector(0, 0, 0.17);
    thing->reach = 0.26;
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

static void copy_solid(struct thing *thing, const struct rr_solid *solid) {
    for (int i = 0; i < solid->part_count; i++) {
        struct block block = block_of(&solid->parts[i]);
        double reach = sqrt(dot(block.at, block.at)) + block_reach(&block);
        add_block(thing, block);
        thing->reach = fmax(thing->reach, reach);
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
        struct thing *thing = &scene->things[scene->count++];
        *thing = (struct thing){.body = body, .at = pose_at(pose)};
        pose_axes(pose, thing->axes);
        if (body == RR_HULL_BODY)
            rig_hull(thing);
        else
            copy_solid(thing, rr_body_solid(body));
        thing->middle = plus(
            plus(thing->at, times(thing->middle.x, thing->axes[0])),
            plus(times(thing->middle.y, thing->axes[1]), times(thing->middle.z, thing->axes[2])));
    }
}

static bool is_barrel(const struct thing *thing) {
    return thing->body >= RR_PIECE_BODY && (thing->body - RR_PIECE_BODY) % RR_SHAPES == RR_BARREL;
}

/* A hit of a ray with a body: in the axes of the body, and which part; from THING_BLOCKS_MAX on
 * it is a side of the hull. */
static bool meet_thing(const struct ship_scene *scene, const struct thing *thing,
                       const struct ray *ray, double after, struct hit *hit, int *part) {
    bool is_hit = false;
    int side;
    if (ray_misses(ray, thing->middle, thing->reach))
        return false;
    struct ray inside = {inwards(thing->axes, minus(ray->from, thing->at)),
                         inwards(thing->axes, ray->along)};
    if (is_barrel(thing)) {
        *part = 0;
        return solid_meets(&scene->barrel, &inside, after, hit->far, hit);
    }
    for (int i = 0; i < thing->block_count; i++)
        if (block_meets(&thing->blocks[i], &inside, after, hit)) {
            *part = i;
            is_hit = true;
        }
    if (thing->body == RR_HULL_BODY && hull_meets(&scene->hull, &inside, after, hit, &side)) {
        *part = THING_BLOCKS_MAX + side;
        is_hit = true;
    }
    return is_hit;
}

static struct paint paint_ship(const struct thing *thing, const struct hit *hit, int part) {
    if (part >= THING_BLOCKS_MAX)
        return paint_hull(hit->spot, part - THING_BLOCKS_MAX);
    if (part == FLAG_BLOCK)
        return (struct paint){paint_colour(190, 36, 40), 0.05};
    return paint_spar(plus(hit->spot, thing->blocks[part].at));
}

static struct paint paint_thing(const struct thing *thing, const struct hit *hit, int part) {
    int yard = thing->body - RR_YARD_BODY, piece = thing->body - RR_PIECE_BODY;
    if (thing->body == RR_HULL_BODY)
        return paint_ship(thing, hit, part);
    if (piece < 0)
        return paint_yard(hit->spot, hit->normal, yard, thing->blocks[0].size.y);
    if (is_barrel(thing))
        return paint_cask(hit->spot, piece, hit->part != PART_WALL);
    return paint_piece(piece, part, &thing->blocks[part], hit);
}

/* The height of the wave in the direction x, y (unit vector): five crests. */
static double wave_top(double x, double y) {
    double square = x * x, five = x * (16 * square * square - 20 * square + 5);
    return wave_middle + wave_high * five + 0.003 * y;
}

static bool meet_wave(const struct ray *ray, double after, double within, struct hit *hit) {
    double fx = ray->from.x / wave_x, fy = ray->from.y / wave_y;
    double ax = ray->along.x / wave_x, ay = ray->along.y / wave_y;
    double a = ax * ax + ay * ay, b = fx * ax + fy * ay, c = fx * fx + fy * fy - 1;
    if (a < 1e-12 || b * b < a * c)
        return false;
    for (int i = 0; i < 2; i++) {
        double far = (-b + (i ? 1 : -1) * sqrt(b * b - a * c)) / a;
        struct vector at = plus(ray->from, times(far, ray->along));
        double x = at.x / wave_x, y = at.y / wave_y;
        if (far <= after || far >= within || at.z < sea || at.z > wave_top(x, y))
            continue;
        struct vector out = unit(vector(x / wave_x, y / wave_y, 0));
        *hit = (struct hit){far, at, dot(out, ray->along) > 0 ? times(-1, out) : out, PART_WALL};
        return true;
    }
    return false;
}

/* The first hit of a ray: position, normal and material. */
struct surface_seen {
    double far;
    struct vector at, normal;
    struct paint paint;
    int thing; /* -1: none */
};

static void see_sea(const struct ray *ray, struct surface_seen *seen) {
    double far = (sea - ray->from.z) / ray->along.z;
    if (ray->along.z >= 0 || far >= table_end)
        return;
    struct vector at = plus(ray->from, times(far, ray->along)), normal = {0, 0, 1};
    struct paint paint = paint_sea(at.x, at.y, &normal);
    *seen = (struct surface_seen){far, at, normal, paint, -1};
}

static struct surface_seen see(const struct ship_scene *scene, const struct ray *ray) {
    struct surface_seen seen = {.far = nowhere, .thing = -1};
    struct hit hit;
    int part = 0;
    see_sea(ray, &seen);
    if (meet_wave(ray, skin, seen.far, &hit)) {
        double top = wave_top(hit.spot.x / wave_x, hit.spot.y / wave_y);
        seen =
            (struct surface_seen){hit.far, hit.spot, hit.normal, paint_wave(hit.spot.z, top), -1};
    }
    for (int i = 0; i < scene->count; i++) {
        const struct thing *thing = &scene->things[i];
        hit.far = seen.far;
        if (!meet_thing(scene, thing, ray, skin, &hit, &part))
            continue;
        struct vector at = plus(ray->from, times(hit.far, ray->along));
        seen = (struct surface_seen){hit.far, at, outwards(thing->axes, hit.normal),
                                     paint_thing(thing, &hit, part), i};
    }
    return seen;
}

static bool is_lit(const struct ship_scene *scene, const struct ray *to_lamp, double far) {
    struct hit hit;
    int part;
    for (int i = 0; i < scene->count; i++) {
        hit.far = far;
        if (meet_thing(scene, &scene->things[i], to_lamp, skin, &hit, &part))
            return false;
    }
    return !meet_wave(to_lamp, 10 * skin, far, &hit);
}

/* Ambient occlusion: each piece near the point is treated as a sphere. */
static double open_sky(const struct ship_scene *scene, const struct surface_seen *seen) {
    double open = 1;
    for (int i = 0; i < scene->count; i++) {
        const struct thing *thing = &scene->things[i];
        struct vector way = minus(thing->middle, seen->at);
        double square = dot(way, way), radius = 0.5 * thing->reach, up = dot(way, seen->normal);
        if (thing->body >= RR_PIECE_BODY && i != seen->thing && up > 0)
            open *= 1 - 0.7 * up / sqrt(square) * radius * radius / fmax(square, radius * radius);
    }
    return open;
}

static double shine(const struct surface_seen *seen, struct vector to_lamp, struct vector to_eye) {
    double glance = fmax(dot(seen->normal, unit(plus(to_lamp, to_eye))), 0);
    for (int i = 0; i < 5; i++)
        glance *= glance;
    return seen->paint.shine * glance;
}

static struct vector light_of(const struct ship_scene *scene, const struct surface_seen *seen,
                              const struct ray *ray, int lamp_point) {
    const struct vector warm = {1.02, 0.95, 0.84}, sky = {0.40, 0.43, 0.48};
    struct vector way = minus(plus(lamp, times(lamp_half, lamp_offset(lamp_point))), seen->at);
    double far = sqrt(dot(way, way));
    struct ray to_lamp = {plus(seen->at, times(10 * skin, seen->normal)), times(1 / far, way)};
    double facing = fmax(dot(seen->normal, to_lamp.along), 0);
    double share = facing > 0 && is_lit(scene, &to_lamp, far) ? 1 : 0;
    struct vector from_lamp = times(share * facing, tinted(warm, seen->paint.colour));
    struct vector from_sky = times(open_sky(scene, seen) * (0.66 + 0.34 * seen->normal.z),
                                   tinted(sky, seen->paint.colour));
    struct vector gleam = times(share * shine(seen, to_lamp.along, times(-1, ray->along)), warm);
    return plus(plus(from_lamp, from_sky), gleam);
}

struct vector ship_scene_light(const void *scene, const struct ray *ray, int lamp_point) {
    struct surface_seen seen = see(scene, ray);
    struct vector wall = {0.60, 0.62, 0.62};
    if (seen.far >= nowhere)
        return wall;
    struct vector light = light_of(scene, &seen, ray, lamp_point);
    return mixed(light, wall, ramp(1.2, 3.2, seen.far)); /* the table fades to the background */
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
