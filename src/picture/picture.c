/* picture.c: a camera above the table, and pixels.
 *
 * Each pixel is the mean of sixteen rays, which smooths edges; each ray takes
 * another point of the lamp, which smooths shadows. */
#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "scene.h"

enum { ACROSS = 4, COLOURS = 3 };
_Static_assert(ACROSS *ACROSS == LAMP_POINTS, "a ray for each point of the lamp");

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
    return scene.cup_seen > 0;
}

/* Looks along `ahead`; a step to the right or down is half of the picture. */
struct camera {
    struct vector eye, ahead, right, down;
};

static struct camera camera_at(struct vector eye, struct vector aim, double half_width,
                               double half_height) {
    struct vector ahead = minus(aim, eye), up = {0, 0, 1};
    struct vector right = unit(cross(ahead, up)), down = unit(cross(ahead, right));
    return (struct camera){eye, ahead, times(half_width, right), times(half_height, down)};
}

/* `shape` is height by width. Into the picture must fit the tray and the barrels
 * set aside behind it, or the tray and the cup high above it. */
static struct camera camera_of(enum picture_view view, double shape) {
    const double tray = 0.183, cup = 0.18;
    if (view == VIEW_TRAY)
        return camera_at(vector(0, -0.42, 0.44), vector(0, 0.007, 0), tray, tray * shape);
    return camera_at(vector(0, -0.75, 0.46), vector(0, 0, 0.092), cup / shape, cup);
}

/* From -1 to 1 in the picture. */
static struct ray ray_to(const struct camera *camera, double x, double y) {
    struct vector way = plus(camera->ahead, plus(times(x, camera->right), times(y, camera->down)));
    return (struct ray){camera->eye, unit(way)};
}

static unsigned char level(double light) {
    double bright = sqrt(light < 0 ? 0 : light > 1 ? 1 : light);
    return (unsigned char)(bright * 255 + 0.5);
}

static void draw_pixel(const struct scene *scene, const struct camera *camera, double x, double y,
                       double step_x, double step_y, unsigned char *pixel) {
    struct vector sum = {0, 0, 0};
    for (int i = 0; i < LAMP_POINTS; i++) {
        double right = (i % ACROSS + 0.5) / ACROSS, down = (i / ACROSS + 0.5) / ACROSS;
        struct ray ray = ray_to(camera, x + right * step_x, y + down * step_y);
        sum = plus(sum, scene_light(scene, &ray, i));
    }
    pixel[0] = level(sum.x / LAMP_POINTS);
    pixel[1] = level(sum.y / LAMP_POINTS);
    pixel[2] = level(sum.z / LAMP_POINTS);
}

void picture_draw(struct picture *picture, int left, int width, const struct frame *frame,
                  enum picture_view view) {
    must(left >= 0 && width >= 1 && left + width <= picture->width);
    struct scene scene;
    struct camera camera = camera_of(view, (double)picture->height / width);
    double step_x = 2.0 / width, step_y = 2.0 / picture->height;
    scene_make(&scene, frame);
    for (int row = 0; row < picture->height; row++)
        for (int column = 0; column < width; column++) {
            size_t at = (size_t)row * (size_t)picture->width + (size_t)(left + column);
            draw_pixel(&scene, &camera, column * step_x - 1, row * step_y - 1, step_x, step_y,
                       picture->pixels + at * COLOURS);
        }
}
