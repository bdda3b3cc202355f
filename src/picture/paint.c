/* paint.c: procedural materials.
 *
 * No files are loaded: grain and planks come from an integer hash, so a picture is the same on
 * every machine. */
#include "paint.h"

#include <stdint.h>

static const double pi = 3.14159265358979323846;

/* Converts an sRGB component to linear light, approximated by a square. */
struct vector paint_colour(int red, int green, int blue) {
    return vector(red * red / 65025.0, green * green / 65025.0, blue * blue / 65025.0);
}

double paint_specular(const struct paint *paint, struct vector normal, const struct ray *to_lamp,
                      const struct ray *from_eye) {
    struct vector half = unit(plus(to_lamp->direction, times(-1, from_eye->direction)));
    double cosine = fmax(dot(normal, half), 0);
    for (int i = 0; i < 5; i++)
        cosine *= cosine;
    return paint->specular * cosine;
}

double paint_hash(int x, int y) {
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    return (h >> 8) / 16777216.0;
}

double paint_noise(double x, double y) {
    double left = floor(x), low = floor(y);
    int column = (int)left, row = (int)low;
    double right = smoothstep(0, 1, x - left), up = smoothstep(0, 1, y - low);
    double below = paint_hash(column, row) * (1 - right) + paint_hash(column + 1, row) * right;
    double above =
        paint_hash(column, row + 1) * (1 - right) + paint_hash(column + 1, row + 1) * right;
    return below * (1 - up) + above * up;
}

/* The distance of x from the nearest integer, where a joint between boards is. */
static double joint_distance(double x) {
    return fabs(x - floor(x + 0.5));
}

enum { STAVES = 14 };

/* Iron hoops around wooden staves. */
static struct paint paint_staves(const struct solid *barrel, struct vector point, int number) {
    double around = atan2(point.y, point.x) / (2 * pi) * STAVES + STAVES;
    double high = fabs(point.z) / barrel->shape.high;
    if (high > 0.52 && high < 0.72)
        return (struct paint){paint_colour(74, 68, 66), 0.5};
    int stave = (int)floor(around);
    double grain = paint_noise(around * 6, point.z * 300 + 17 * number);
    double bright = 0.80 + 0.18 * paint_hash(stave, number) + 0.18 * grain;
    bright *= 0.45 + 0.55 * smoothstep(0.02, 0.09, joint_distance(around));
    bright *= high > 0.93 ? 0.8 : 1;
    return (struct paint){times(bright, paint_colour(190, 124, 62)), 0.18};
}

/* Boards within a ring of stave ends. */
static struct paint paint_end(const struct solid *barrel, const struct hit *hit, int number) {
    double radius = barrel->shape.radius;
    double out = sqrt(hit->point.x * hit->point.x + hit->point.y * hit->point.y) / radius;
    bool is_first = hit->part == PART_LID_HIGH;
    double board = hit->point.x / radius * 2.2 + 0.5;
    double bright = 0.86 + 0.12 * paint_hash((int)floor(board), number) +
                    0.14 * paint_noise(board * 7, hit->point.y * 150 + number);
    bright *= 0.62 + 0.38 * smoothstep(0.01, 0.06, joint_distance(board));
    struct vector wood = is_first ? paint_colour(240, 208, 150) : paint_colour(172, 40, 34);
    if (out > 0.74)
        return (struct paint){times(0.95, paint_colour(206, 148, 86)), 0.1};
    if (out > 0.69)
        bright *= 0.35; /* the groove that holds the boards */
    return (struct paint){times(bright, wood), 0.12};
}

struct paint paint_barrel(const struct solid *barrel, const struct hit *hit, int number) {
    return hit->part == PART_WALL ? paint_staves(barrel, hit->point, number)
                                  : paint_end(barrel, hit, number);
}

/* Cardboard, printed with two rings. */
struct paint paint_coaster(const struct solid *coaster, const struct hit *hit) {
    double out = sqrt(hit->point.x * hit->point.x + hit->point.y * hit->point.y);
    double share = out / coaster->shape.radius;
    bool is_ring = (share > 0.84 && share < 0.9) || (share > 0.3 && share < 0.33);
    return (struct paint){is_ring ? paint_colour(150, 54, 40) : paint_colour(228, 214, 184), 0};
}

/* Leather, with a darker band at either end. */
struct paint paint_cup(const struct solid *cup, const struct hit *hit) {
    double high = hit->point.z / cup->shape.high;
    bool is_band = hit->part == PART_WALL && (high < 0.07 || high > 0.93);
    return (struct paint){is_band ? paint_colour(92, 48, 26) : paint_colour(150, 88, 48), 0.3};
}

struct paint paint_planks(double x, double y) {
    double across = y / 0.085 + 0.5;
    int plank = (int)floor(across);
    double grain = paint_noise(x * 9 + 31 * plank, across * 8);
    double bright = 0.75 + 0.25 * paint_hash(plank, 5) + 0.26 * (grain - 0.5);
    bright *= 0.4 + 0.6 * smoothstep(0.005, 0.025, joint_distance(across));
    return (struct paint){times(bright, paint_colour(126, 82, 52)), 0.08};
}

/* The middle of the tray's edge, and half its width. */
static const double edge = 0.1255, edge_half = 0.0055;

/* The octagonal distance from the centre, and its direction. */
static double octagon(double x, double y, struct vector *out) {
    double root = sqrt(0.5), slant = root * (fabs(x) + fabs(y));
    double right = x < 0 ? -1 : 1, up = y < 0 ? -1 : 1;
    *out = vector(root * right, root * up, 0);
    if (slant >= fabs(x) && slant >= fabs(y))
        return slant;
    *out = fabs(x) > fabs(y) ? vector(right, 0, 0) : vector(0, up, 0);
    return fabs(x) > fabs(y) ? fabs(x) : fabs(y);
}

struct paint paint_table(double x, double y, struct vector *normal) {
    struct vector out;
    double distance = octagon(x, y, &out), across = (distance - edge) / edge_half;
    if (across > 1)
        return paint_planks(x, y);
    if (across < -1)
        return (struct paint){paint_colour(44, 92, 66), 0};
    *normal = unit(plus(*normal, times(1.2 * across, out)));
    return (struct paint){paint_colour(104, 58, 32), 0.35};
}
