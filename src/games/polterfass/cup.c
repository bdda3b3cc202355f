/* cup.c: the prescribed motion of cup and coaster during a throw.
 *
 * The barrels are in the cup and the coaster covers it. The pair is shaken once, turned over,
 * and the cup is lifted. All of this is simulated in the reference frame of the coaster, which
 * is cheap: cup and coaster stand still and the gravity vector changes instead. This is exact
 * for shaking and tapping. While the cup is turned over the centrifugal force (about 0.3 g at
 * the wall) is neglected. */
#include "cup.h"

#include <math.h>
#include <string.h>

static const double gravity = 9.81, pi = 3.14159265358979323846;
static const double stroke_length = 0.06, hop = 0.012, held_at = 0.16;

/* From 0 to 1, at rest at both ends. */
static double ease(double from, double to, double time) {
    double x = (time - from) / (to - from);
    x = x < 0 ? 0 : x > 1 ? 1 : x;
    return x * x * (3 - 2 * x);
}

/* The angle of the cup: half a turn (opening upwards) at the beginning, 0 at the end. */
static double turned_by(double time) {
    return pi * (1 - ease(CUP_SHAKEN, CUP_TURNED, time));
}

/* One shake to and fro: 1 - cos has no speed at either end. */
static void shaking(const struct cup_motion *way, double time, double at[3], double pull[3]) {
    double swing = 2 * pi / CUP_SHAKEN;
    double far = 0, pulled = 0, high = 0, pulled_up = 0;
    if (time < CUP_SHAKEN) {
        far = stroke_length / 2 * (1 - cos(swing * time));
        pulled = -stroke_length / 2 * swing * swing * cos(swing * time);
        high = hop / 2 * (1 - cos(2 * swing * time));
        pulled_up = -hop / 2 * 4 * swing * swing * cos(2 * swing * time);
    }
    for (int i = 0; i < 2; i++) {
        at[i] = way->stroke[i] * far;
        pull[i] = way->stroke[i] * pulled;
    }
    at[2] = high;
    pull[2] = pulled_up - gravity;
}

/* The displacement of a tap: four phases of equal length with acceleration +1, -1, -1, +1, so
 * that the coaster ends where it was. */
static void tapping(const struct tap *tap, double time, double at[3], double pull[3]) {
    double quarter = TAP_SECONDS / 4, since = (time - tap->since) / quarter;
    double sign = 0, way = 0;
    if (since >= 0 && since < 4) {
        sign = since < 1 || since >= 3 ? 1 : -1;
        double x = since < 2 ? since : 4 - since; /* the way back mirrors the way there */
        way = x < 1 ? x * x / 2 : 1 - (2 - x) * (2 - x) / 2;
    }
    for (int i = 0; i < 3; i++) {
        at[i] += tap->push[i] * way * quarter * quarter;
        pull[i] -= tap->push[i] * sign;
    }
}

/* The cup turns about the x axis of the room. */
void cup_gravity(const struct cup_motion *way, double time, double out[3]) {
    double at[3], pull[3], angle = turned_by(time);
    double c = cos(angle), s = sin(angle);
    shaking(way, time, at, pull);
    tapping(&way->tap, time, at, pull);
    out[0] = pull[0];
    out[1] = c * pull[1] + s * pull[2];
    out[2] = c * pull[2] - s * pull[1];
}

void turn_product(const double a[4], const double b[4], double out[4]) {
    double product[4] = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                         a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                         a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                         a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
    memcpy(out, product, sizeof product);
}

/* Rotates about the middle of the cup, which is held above the table until it has been turned
 * over. */
void cup_to_room(const struct cup_motion *way, double time, struct real_pose *pose) {
    double at[3], pull[3], angle = turned_by(time), middle = CUP_DEPTH / 2;
    double c = cos(angle), s = sin(angle);
    double half[4] = {cos(angle / 2), sin(angle / 2), 0, 0};
    shaking(way, time, at, pull);
    tapping(&way->tap, time, at, pull);
    double y = pose->at[1], z = pose->at[2] - middle;
    pose->at[0] += at[0];
    pose->at[1] = at[1] + c * y - s * z;
    pose->at[2] = at[2] + s * y + c * z + middle;
    pose->at[2] += held_at * (1 - ease(CUP_SHAKEN, CUP_TURNED, time));
    turn_product(half, pose->turned, pose->turned);
}

void cup_pose(double time, struct real_pose *out) {
    *out = (struct real_pose){.turned = {1, 0, 0, 0}};
    out->at[2] = 0.3 * ease(CUP_LIFTED, CUP_LIFTED + 0.3, time);
}
