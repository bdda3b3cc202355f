/* hull.c: intersection of a ray with the hull, which is the intersection of half spaces. */
#include "hull.h"

static const double deck = 0.040, bottom = -0.006, stern = -0.146;

/* The outline of the deck, from the stern along port to the bow; starboard mirrors it. */
static const double outline[][2] = {{-0.146, 0.024}, {-0.139, 0.038}, {-0.095, 0.045},
                                    {0.095, 0.045},  {0.135, 0.034},  {0.159, 0.018},
                                    {0.176, 0}};
enum { EDGES = 6 };

/* A plane through an edge of the deck that leans inwards below it. */
static struct plane side_plane(int number) {
    const double *from = outline[number % EDGES], *to = outline[number % EDGES + 1];
    double side = number < EDGES ? 1 : -1;
    struct vector out = unit(vector(from[1] - to[1], (to[0] - from[0]), 0));
    struct vector normal = unit(vector(out.x, side * out.y, -0.42));
    return (struct plane){normal, dot(normal, vector(from[0], side * from[1], deck))};
}

void hull_make(struct hull *hull) {
    for (int i = 0; i < HULL_SIDES; i++)
        hull->planes[i] = side_plane(i);
    hull->planes[HULL_DECK] = (struct plane){vector(0, 0, 1), deck};
    hull->planes[HULL_BOTTOM] = (struct plane){vector(0, 0, -1), -bottom};
    hull->planes[HULL_TRANSOM] = (struct plane){vector(-1, 0, 0), -stern};
}

/* The interval of a ray inside all planes so far, and the planes at its ends. */
struct span {
    double enter, leave;
    int first, last;
};

static bool clip(const struct ray *ray, const struct plane *plane, int number, struct span *span) {
    double slope = dot(plane->normal, ray->direction);
    double from = plane->distance - dot(plane->normal, ray->from);
    if (slope == 0)
        return from >= 0;
    double distance = from / slope;
    if (slope < 0 && distance > span->enter) {
        span->enter = distance;
        span->first = number;
    } else if (slope > 0 && distance < span->leave) {
        span->leave = distance;
        span->last = number;
    }
    return span->enter < span->leave;
}

bool hull_intersect(const struct hull *hull, const struct ray *ray, double after, struct hit *hit,
                    int *plane) {
    struct span span = {.enter = -1e9, .leave = 1e9};
    for (int i = HULL_PLANES - 1; i >= 0; i--)
        if (!clip(ray, &hull->planes[i], i, &span))
            return false;
    bool enters = span.enter > after;
    double distance = enters ? span.enter : span.leave;
    if (distance <= after || distance >= hit->distance)
        return false;
    *plane = enters ? span.first : span.last;
    *hit = (struct hit){distance, ray_at(ray, distance), hull->planes[*plane].normal, PART_WALL};
    return true;
}

double hull_edge(double x, double y) {
    double near = x - stern;
    for (int i = 0; i < EDGES; i++) {
        const double *from = outline[i], *to = outline[i + 1];
        struct vector out = unit(vector(from[1] - to[1], to[0] - from[0], 0));
        near = fmin(near, -dot(out, vector(x - from[0], fabs(y) - from[1], 0)));
    }
    return near;
}
