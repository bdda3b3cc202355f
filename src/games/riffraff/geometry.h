/* geometry.h: vectors, rotations and poses, for the files about the ship.
 *
 * Vectors are three doubles in metres. Rotations are unit quaternions (w x y z) from a body's
 * frame to the world frame. */
#ifndef SPELUNKE_RR_GEOMETRY_H
#define SPELUNKE_RR_GEOMETRY_H

#include <math.h>

#include <spelunke/face.h>
#include <spelunke/sim.h>

#include "physics/physics.h"

static inline double vector_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double vector_length(const double a[3]) {
    return sqrt(vector_dot(a, a));
}

static inline void vector_subtract(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = a[i] - b[i];
}

static inline void vector_cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Limits the length of a vector to `most`; returns whether it was longer. */
static inline bool vector_clamp(double a[3], double most) {
    double length = vector_length(a);
    if (length <= most)
        return false;
    for (int i = 0; i < 3; i++)
        a[i] *= most / length;
    return true;
}

/* The rotation `inner` followed by `outer`. */
static inline void turn_multiply(const double outer[4], const double inner[4], double out[4]) {
    const double *a = outer, *b = inner;
    double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
    out[0] = w, out[1] = x, out[2] = y, out[3] = z;
}

static inline void turn_inverse(const double turn[4], double out[4]) {
    out[0] = turn[0];
    for (int i = 1; i < 4; i++)
        out[i] = -turn[i];
}

/* The rotation matrix; its columns are the axes of the body in world coordinates. */
static inline void turn_matrix(const double q[4], double out[3][3]) {
    double w = q[0], x = q[1], y = q[2], z = q[3];
    out[0][0] = 1 - 2 * (y * y + z * z);
    out[0][1] = 2 * (x * y - w * z);
    out[0][2] = 2 * (x * z + w * y);
    out[1][0] = 2 * (x * y + w * z);
    out[1][1] = 1 - 2 * (x * x + z * z);
    out[1][2] = 2 * (y * z - w * x);
    out[2][0] = 2 * (x * z - w * y);
    out[2][1] = 2 * (y * z + w * x);
    out[2][2] = 1 - 2 * (x * x + y * y);
}

static inline void turn_vector(const double turn[4], const double in[3], double out[3]) {
    double m[3][3], v[3] = {in[0], in[1], in[2]};
    turn_matrix(turn, m);
    for (int i = 0; i < 3; i++)
        out[i] = vector_dot(m[i], v);
}

static inline void turn_vector_back(const double turn[4], const double in[3], double out[3]) {
    double inverse[4];
    turn_inverse(turn, inverse);
    turn_vector(inverse, in, out);
}

/* A quaternion of all zeros stands for no rotation. */
static inline void turn_normalize(double turn[4]) {
    double square = 0;
    for (int i = 0; i < 4; i++)
        square += turn[i] * turn[i];
    for (int i = 0; i < 4; i++)
        turn[i] = square > 0 ? turn[i] / sqrt(square) : i == 0;
}

/* The shortest rotation from one to the other, as a rotation vector. */
static inline void turn_between(const double from[4], const double to[4], double out[3]) {
    double back[4], q[4];
    turn_inverse(from, back);
    turn_multiply(to, back, q);
    double sign = q[0] < 0 ? -1 : 1, sine = vector_length(q + 1);
    double angle = 2 * atan2(sine, sign * q[0]);
    for (int i = 0; i < 3; i++)
        out[i] = sine > 1e-12 ? sign * q[i + 1] / sine * angle : 0;
}

/* Applies a rotation vector given in world coordinates. */
static inline void turn_by(double turn[4], const double axis[3]) {
    double angle = vector_length(axis);
    if (angle < 1e-12)
        return;
    double q[4] = {cos(angle / 2)};
    for (int i = 0; i < 3; i++)
        q[i + 1] = sin(angle / 2) * axis[i] / angle;
    turn_multiply(q, turn, turn);
    turn_normalize(turn);
}

/* Converts a point from the frame of a body to world coordinates. */
static inline void pose_point(const struct real_pose *pose, const double in[3], double out[3]) {
    turn_vector(pose->turned, in, out);
    for (int i = 0; i < 3; i++)
        out[i] += pose->at[i];
}

/* Converts a point from world coordinates to the frame of a body. */
static inline void pose_point_inside(const struct real_pose *pose, const double in[3],
                                     double out[3]) {
    double from[3];
    vector_subtract(in, pose->at, from);
    turn_vector_back(pose->turned, from, out);
}

/* The world pose of something at `inner` in the frame of a body at `outer`. */
static inline struct real_pose pose_within(const struct real_pose *outer,
                                           const struct real_pose *inner) {
    struct real_pose out, in = *inner;
    turn_normalize(in.turned);
    pose_point(outer, in.at, out.at);
    turn_multiply(outer->turned, in.turned, out.turned);
    return out;
}

/* Converts a world pose to the frame of a body at `outer`: the inverse of pose_within. */
static inline struct real_pose pose_inside(const struct real_pose *outer,
                                           const struct real_pose *pose) {
    struct real_pose out;
    double back[4];
    pose_point_inside(outer, pose->at, out.at);
    turn_inverse(outer->turned, back);
    turn_multiply(back, pose->turned, out.turned);
    return out;
}

static inline int32_t fixed_point(double value) {
    return (int32_t)lround(value * 1e6);
}

static inline struct pose pose_fixed(const struct real_pose *in) {
    struct pose out;
    for (int i = 0; i < 3; i++)
        out.at[i] = fixed_point(in->at[i]);
    for (int i = 0; i < 4; i++)
        out.turned[i] = fixed_point(in->turned[i]);
    return out;
}

static inline struct real_pose pose_real(const struct pose *in) {
    struct real_pose out;
    for (int i = 0; i < 3; i++)
        out.at[i] = in->at[i] * 1e-6;
    for (int i = 0; i < 4; i++)
        out.turned[i] = in->turned[i] * 1e-6;
    turn_normalize(out.turned);
    return out;
}

/* The pose of a shape in the frame of its body. */
static inline struct real_pose shape_pose(const struct kit_shape *shape) {
    const int32_t *at = shape->at, *q = shape->turned;
    return pose_real(&(struct pose){{at[0], at[1], at[2]}, {q[0], q[1], q[2], q[3]}});
}

#endif
