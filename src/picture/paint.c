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

double paint_chance(int x, int y) {
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    return (h >> 8) / 16777216.0;
}

double paint_noise(double x, double y) {
    double left = floor(x), low = floor(y);
    int column = (int)left, row = (int)low;
    double right = ramp(0, 1, x - left), up = ramp(0, 1, y - low);
    double below = paint_chance(column, row) * (1 - right) + paint_chance(column + 1, row) * right;
    double above =
        paint_chance(column, row + 1) * (1 - right) + paint_chance(column + 1, row + 1) * right;
    return below * (1 - up) + above * up;
}

/* The distance of x from the nearest integer, where a joint between boards is. */
static double from_joint(double x) {
    return fabs(x - floor(x + 0.5));
}

enum { STAVES = 14 };

/* Iron hoops around wooden staves. */
static struct paint paint_staves(const struct solid *barrel, struct vector spot, int number) {
    double around = atan2(spot.y, spot.x) / (2 * pi) * STAVES + STAVES;
    double high = fabs(spot.z) / barrel->shape.high;
    if (high > 0.52 && high < 0.72)
        return (struct paint){paint_colour(74, 68, 66), 0.5};
    int stave = (int)floor(around);
    double grain = paint_noise(around * 6, spot.z * 300 + 17 * number);
    double bright = 0.80 + 0.18 * paint_chance(stave, number) + 0.18 * grain;
    bright *= 0.45 + 0.55 * ramp(0.02, 0.09, from_joint(around));
    bright *= high > 0.93 ? 0.8 : 1;
    return (struct paint){times(bright, paint_colour(190, 124, 62)), 0.18};
}

/* Boards within a ring of stave ends. */
static struct paint paint_end(const struct solid *barrel, const struct hit *hit, int number) {
    double radius = barrel->shape.radius;
    double out = sqrt(hit->spot.x * hit->spot.x + hit->spot.y * hit->spot.y) / radius;
    bool is_first = hit->part == PART_LID_HIGH;
    double board = hit->spot.x / radius * 2.2 + 0.5;
    double bright = 0.86 + 0.12 * paint_chance((int)floor(board), number) +
                    0.14 * paint_noise(board * 7, hit->spot.y * 150 + number);
    bright *= 0.62 + 0.38 * ramp(0.01, 0.06, from_joint(board));
    struct vector wood = is_first ? paint_colour(240, 208, 150) : paint_colour(172, 40, 34);
    if (out > 0.74)
        return (struct paint){times(0.95, paint_colour(206, 148, 86)), 0.1};
    if (out > 0.69)
        bright *= 0.35; /* the groove that holds the boards */
    return (struct paint){times(bright, wood), 0.12};
}

struct paint paint_barrel(const struct solid *barrel, const struct hit *hit, int number) {
    return hit->part == PART_WALL ? paint_staves(barrel, hit->spot, number)
                                  : paint_end(barrel, hit, number);
}

/* Cardboard, printed with two rings. */
struct paint paint_coaster(const struct solid *coaster, const struct hit *hit) {
    double out = sqrt(hit->spot.x * hit->spot.x + hit->spot.y * hit->spot.y);
    double share = out / coaster->shape.radius;
    bool is_ring = (share > 0.84 && share < 0.9) || (share > 0.3 && share < 0.33);
    return (struct paint){is_ring ? paint_colour(150, 54, 40) : paint_colour(228, 214, 184), 0};
}

/* Leather, with a darker band at either end. */
struct paint paint_cup(const struct solid *cup, const struct hit *hit) {
    double high = hit->spot.z / cup->shape.high;
    bool is_band = hit->part == PART_WALL && (high < 0.07 || high > 0.93);
    return (struct paint){is_band ? paint_colour(92, 48, 26) : paint_colour(150, 88, 48), 0.3};
}

struct paint paint_planks(double x, double y) {
    double across = y / 0.085 + 0.5;
    int plank = (int)floor(across);
    double grain = paint_noise(x * 9 + 31 * plank, across * 8);
    double bright = 0.75 + 0.25 * paint_chance(plank, 5) + 0.26 * (grain - 0.5);
    bright *= 0.4 + 0.6 * ramp(0.005, 0.025, from_joint(across));
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
    double far = octagon(x, y, &out), across = (far - edge) / edge_half;
    if (across > 1)
        return paint_planks(x, y);
    if (across < -1)
        return (struct paint){paint_colour(44, 92, 66), 0};
    *normal = unit(plus(*normal, times(1.2 * across, out)));
    return (struct paint){paint_colour(104, 58, 32), 0.35};
}
