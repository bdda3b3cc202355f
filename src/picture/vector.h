/* vector.h: points, directions and colours as three numbers. */
#ifndef SPELUNKE_PICTURE_VECTOR_H
#define SPELUNKE_PICTURE_VECTOR_H

#include <math.h>

struct vector {
    double x, y, z;
};

static inline struct vector vector(double x, double y, double z) {
    return (struct vector){x, y, z};
}

static inline struct vector plus(struct vector a, struct vector b) {
    return vector(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline struct vector minus(struct vector a, struct vector b) {
    return vector(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline struct vector times(double factor, struct vector a) {
    return vector(factor * a.x, factor * a.y, factor * a.z);
}

/* The component-wise product, for light on a colour. */
static inline struct vector tinted(struct vector a, struct vector b) {
    return vector(a.x * b.x, a.y * b.y, a.z * b.z);
}

static inline double dot(struct vector a, struct vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vector cross(struct vector a, struct vector b) {
    return vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline struct vector unit(struct vector a) {
    return times(1 / sqrt(dot(a, a)), a);
}

/* Conversion of world coordinates to these axes, and back. */
static inline struct vector to_local(const struct vector axes[3], struct vector a) {
    return vector(dot(a, axes[0]), dot(a, axes[1]), dot(a, axes[2]));
}

static inline struct vector to_world(const struct vector axes[3], struct vector a) {
    return plus(plus(times(a.x, axes[0]), times(a.y, axes[1])), times(a.z, axes[2]));
}

/* Linear interpolation from a to b. */
static inline struct vector mix(struct vector a, struct vector b, double share) {
    return plus(times(1 - share, a), times(share, b));
}

/* 0 below low, 1 above high, with a smooth transition. */
static inline double smoothstep(double low, double high, double x) {
    double share = (x - low) / (high - low);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return share * share * (3 - 2 * share);
}

#endif
