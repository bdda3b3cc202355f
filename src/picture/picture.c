/* picture.c: pictures, and the camera of a throw. */
#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "scene.h"
#include "trace.h"

enum { COLOURS = 3 };

struct picture *picture_new(int width, int height) {
    must(width >= 1 && width <= PICTURE_SIDE_MAX && height >= 1 && height <= PICTURE_SIDE_MAX);
    struct picture *picture = must_alloc(sizeof *picture);
    size_t size = (size_t)width * (size_t)height * COLOURS;
    *picture = (struct picture){width, height, must_alloc(size)};
    memset(picture->pixels, 24, size);
    return picture;
}

void picture_free(struct picture *picture) {
    if (picture)
        free(picture->pixels);
    free(picture);
}

bool picture_has_cup(const struct frame *frame) {
    struct scene scene;
    scene_make(&scene, frame);
    return scene.cup_opacity > 0;
}

/* `shape` is height by width. The picture must contain the tray and the barrels beside it, or
 * the tray and the lifted cup. */
static struct camera camera_of(enum picture_view view, double shape) {
    const double tray = 0.183, cup = 0.18;
    if (view == VIEW_TRAY)
        return camera_at(vector(0, -0.42, 0.44), vector(0, 0.007, 0), tray, tray * shape);
    return camera_at(vector(0, -0.75, 0.46), vector(0, 0, 0.092), cup / shape, cup);
}

static struct vector light_of_throw(const void *scene, const struct ray *ray, int lamp_point) {
    return scene_light(scene, ray, lamp_point);
}

void picture_draw(struct picture *picture, int left, int width, const struct frame *frame,
                  enum picture_view view) {
    must(left >= 0 && width >= 1 && left + width <= picture->width);
    struct scene scene;
    struct camera camera = camera_of(view, (double)picture->height / width);
    scene_make(&scene, frame);
    trace(picture, left, width, &camera, light_of_throw, &scene);
}
