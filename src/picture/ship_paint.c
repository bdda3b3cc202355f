/* ship_paint.c: materials of the ship: wood in the colours of the game, the numbers of the
 * areas, the sea. */
#include "ship_paint.h"

#include "games/riffraff/shapes.h"
#include "hull.h"

/* Digits as polylines on a grid of 4 by 6; each ends with -1. */
static const signed char strokes[10][36] = {
    {1, 0, 3, 0, 4, 1, 4, 5, 3, 6, 1, 6, 0, 5, 0, 1, 1, 0, -1},
    {1, 5, 2, 6, 2, 0, -1},
    {0, 5, 1, 6, 3, 6, 4, 5, 4, 4, 0, 0, 4, 0, -1},
    {0, 5, 1, 6, 3, 6, 4, 5, 4, 4, 3, 3, 2, 3, 3, 3, 4, 2, 4, 1, 3, 0, 1, 0, 0, 1, -1},
    {3, 0, 3, 6, 0, 2, 4, 2, -1},
    {4, 6, 0, 6, 0, 4, 3, 4, 4, 3, 4, 1, 3, 0, 1, 0, 0, 1, -1},
    {3, 6, 1, 5, 0, 3, 0, 1, 1, 0, 3, 0, 4, 1, 4, 2, 3, 3, 1, 3, 0, 2, -1},
    {0, 6, 4, 6, 1, 0, -1},
    {1, 3, 0, 4, 0, 5, 1, 6, 3, 6, 4, 5, 4, 4, 3, 3, 1,
     3, 0, 2, 0, 1, 1, 0, 3, 0, 4, 1, 4, 2, 3, 3, -1},
    {1, 0, 3, 1, 4, 3, 4, 5, 3, 6, 1, 6, 0, 5, 0, 4, 1, 3, 3, 3, 4, 4, -1},
};

/* The squared distance of a point from a line segment. */
static double stroke_distance(double x, double y, const signed char *line) {
    double along_x = line[2] - line[0], along_y = line[3] - line[1];
    double to_x = x - line[0], to_y = y - line[1];
    double share = (to_x * along_x + to_y * along_y) / (along_x * along_x + along_y * along_y);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    to_x -= share * along_x;
    to_y -= share * along_y;
    return to_x * to_x + to_y * to_y;
}

static bool is_in_digit(double x, double y, int digit) {
    if (x < -1 || x > 5 || y < -1 || y > 7)
        return false;
    for (const signed char *line = strokes[digit]; line[2] >= 0; line += 2)
        if (stroke_distance(x, y, line) < 0.16)
            return true;
    return false;
}

/* Draws a number around a point, with the offsets `right` and `up` in metres. */
static bool is_in_number(double right, double up, double height, int number) {
    double x = right / height * 6 + 2, y = up / height * 6 + 3;
    if (number < 10)
        return is_in_digit(x, y, number);
    return is_in_digit(x + 2.2, y, number / 10) || is_in_digit(x - 2.6, y, number % 10);
}

static double line_distance(double x) {
    return fabs(x - floor(x + 0.5));
}

static struct paint wood(struct vector colour, double along, double across, int tree) {
    double grain = paint_noise(along * 60 + 13 * tree, across * 900 + 7 * tree);
    return (struct paint){times(0.84 + 0.26 * grain, colour), 0.16};
}

/* Planks along the ship, a rail, the four areas and their numbers, readable from astern. */
static struct paint paint_deck(double x, double y) {
    double across = y / 0.0096 + 0.5, edge = hull_edge(x, y);
    int plank = (int)floor(across), area = (x < 0 ? 3 : 1) + (y < 0);
    if (edge < 0.0035)
        return wood(paint_colour(112, 66, 36), x, y, 3);
    struct paint paint = wood(paint_colour(222, 178, 122), x, y, plank);
    double bright = 0.9 + 0.12 * paint_hash(plank, 9);
    bright *= 0.72 + 0.28 * smoothstep(0.02, 0.07, line_distance(across));
    paint.colour = times(bright, paint.colour);
    if (fabs(x) < 0.0009 || fabs(y) < 0.0009)
        paint.colour = paint_colour(120, 72, 40);
    double middle_x = x < 0 ? -0.075 : 0.078, middle_y = y < 0 ? -0.023 : 0.023;
    if (is_in_number(middle_y - y, x - middle_x, 0.026, area))
        paint.colour = times(0.8, paint_colour(126, 44, 30));
    return paint;
}

struct paint paint_hull(struct vector point, int plane) {
    if (plane == HULL_DECK)
        return paint_deck(point.x, point.y);
    double strake = point.z / 0.0115;
    int number = (int)floor(strake);
    struct vector colour = point.z > 0.0345   ? paint_colour(112, 66, 36)
                           : point.z > 0.0275 ? paint_colour(236, 214, 168)
                                              : paint_colour(150, 92, 52);
    struct paint paint = wood(colour, point.x + point.y, point.z, number);
    paint.colour = times(0.6 + 0.4 * smoothstep(0.02, 0.09, line_distance(strake)), paint.colour);
    return paint;
}

struct paint paint_spar(struct vector point) {
    return wood(paint_colour(150, 104, 62), point.z, point.x + point.y, 5);
}

struct paint paint_yard(struct vector point, struct vector normal, int yard, double half_length) {
    struct paint paint = wood(paint_colour(226, 188, 128), point.y, point.x + point.z, 20 + yard);
    int area = RR_DECK_AREAS + 1 + 2 * yard + (point.y < 0);
    double middle = point.y < 0 ? 0.014 - half_length : half_length - 0.014;
    bool is_top = normal.z > 0.5;
    if (is_top && fabs(point.y) < 0.0009)
        paint.colour = paint_colour(120, 72, 40);
    if (is_top && is_in_number(middle - point.y, point.x, 0.015, area))
        paint.colour = times(0.8, paint_colour(126, 44, 30));
    return paint;
}

/* The distance of a point of a box from the next edge: the second of its three distances. */
static double edge_distance(const struct block *block, struct vector point) {
    double x = block->size.x - fabs(point.x), y = block->size.y - fabs(point.y);
    double z = block->size.z - fabs(point.z);
    return fmax(fmin(x, y), fmin(fmax(x, y), z));
}

/* Boards in a frame with a diagonal cross. */
static double crate_boards(const struct block *block, struct vector point) {
    double edge = edge_distance(block, point);
    if (edge < 0.0042)
        return edge > 0.0037 ? 0.55 : 1.08;
    return 0.62 +
           0.3 * smoothstep(0.03, 0.10, line_distance((point.x + point.y + point.z) / 0.0085));
}

/* The iron bands and the lock of a chest. */
static bool is_iron(struct vector point) {
    return fabs(fabs(point.x) - 0.0105) < 0.0016;
}

static struct vector part_colour(enum rr_shape shape, int part) {
    const uint8_t *c = rr_solids[shape].colour;
    if (shape == RR_SAILOR && part == 3)
        return paint_colour(236, 190, 150);
    if (shape == RR_SAILOR && part == 1)
        return paint_colour(232, 228, 216);
    if (shape == RR_RAT && part >= 2)
        return paint_colour(206, 150, 146);
    if (shape == RR_FLASK && part == 2)
        return paint_colour(178, 26, 28);
    return paint_colour(c[0], c[1], c[2]);
}

struct paint paint_piece(int number, int part, const struct block *block, const struct hit *hit) {
    enum rr_shape shape = (enum rr_shape)(number % RR_SHAPES);
    struct vector point = hit->point;
    struct paint paint = wood(part_colour(shape, part), point.x, point.y + point.z, number);
    paint.specular = 0.3;
    if (shape == RR_CRATE)
        paint.colour = times(crate_boards(block, point), paint.colour);
    else if (block->kind == BLOCK_BOX && edge_distance(block, point) < 0.0005)
        paint.colour = times(1.2, paint.colour);
    if (shape == RR_CHEST && is_iron(point))
        paint = (struct paint){paint_colour(70, 66, 70), 0.6};
    if (shape == RR_RAT && part == 1 && point.x > 0.0045)
        paint.colour = paint_colour(60, 40, 44); /* its nose */
    return paint;
}

struct paint paint_cask(struct vector point, int number, bool is_end) {
    const uint8_t *c = rr_solids[RR_BARREL].colour;
    double high = fabs(point.z) / 0.0165;
    struct vector colour = paint_colour(c[0], c[1], c[2]);
    if (is_end)
        return wood(times(0.85, colour), point.x, point.y, number);
    if ((high > 0.28 && high < 0.42) || (high > 0.78 && high < 0.92))
        return (struct paint){times(0.45, colour), 0.5};
    return wood(colour, point.z, point.x - point.y, number);
}

static const double sea_radius = 0.30;

struct paint paint_sea(double x, double y, struct vector *normal) {
    double out = sqrt(x * x + y * y);
    if (out > sea_radius + 0.004)
        return paint_planks(x, y);
    if (out > sea_radius)
        return (struct paint){paint_colour(236, 240, 244), 0.1};
    double swell = paint_noise(x * 38 + 5, y * 38), chop = paint_noise(x * 90, y * 90 + 9);
    double tilt_x = paint_noise(x * 38 + 6, y * 38) - swell;
    double tilt_y = paint_noise(x * 38 + 5, y * 38 + 1) - swell;
    *normal = unit(vector(0.25 * tilt_x, 0.25 * tilt_y, 1));
    struct vector colour = mix(paint_colour(28, 88, 150), paint_colour(70, 146, 196), swell);
    double foam = smoothstep(0.74, 0.86, 0.6 * swell + 0.4 * chop);
    return (struct paint){mix(colour, paint_colour(226, 240, 246), 0.7 * foam), 0.35};
}

struct paint paint_wave(double height, double top) {
    double below = top - height;
    struct vector colour = below < 0.006                         ? paint_colour(240, 246, 250)
                           : line_distance(below / 0.024) < 0.08 ? paint_colour(110, 178, 216)
                                                                 : paint_colour(36, 104, 168);
    return (struct paint){colour, 0.05};
}
