/* trace.c: a camera that traces rays for all pixels.
 *
 * Each pixel is the mean of sixteen rays for anti-aliasing; each ray uses another point of the
 * lamp for soft shadows. */
#include "trace.h"

enum { ACROSS = 4, COLOURS = 3 };
_Static_assert(ACROSS *ACROSS == LAMP_POINTS, "a ray for each point of the lamp");

struct camera camera_at(struct vector eye, struct vector aim, double half_width,
                        double half_height) {
    struct vector ahead = minus(aim, eye), up = {0, 0, 1};
    struct vector right = unit(cross(ahead, up)), down = unit(cross(ahead, right));
    return (struct camera){eye, ahead, times(half_width, right), times(half_height, down)};
}

/* x and y from -1 to 1 in the picture. */
static struct ray ray_to(const struct camera *camera, double x, double y) {
    struct vector way = plus(camera->ahead, plus(times(x, camera->right), times(y, camera->down)));
    return (struct ray){camera->eye, unit(way)};
}

struct vector lamp_offset(int point) {
    int mixed_up = point * 7 % LAMP_POINTS;
    return vector((mixed_up % 4 - 1.5) / 1.5, (mixed_up / 4 - 1.5) / 1.5, 0);
}

static unsigned char level(double light) {
    double bright = sqrt(light < 0 ? 0 : light > 1 ? 1 : light);
    return (unsigned char)(bright * 255 + 0.5);
}

void trace(struct picture *picture, int left, int width, const struct camera *camera,
           struct vector (*light)(const void *scene, const struct ray *ray, int lamp_point),
           const void *scene) {
    double step_x = 2.0 / width, step_y = 2.0 / picture->height;
    for (int row = 0; row < picture->height; row++)
        for (int column = 0; column < width; column++) {
            size_t at = (size_t)row * (size_t)picture->width + (size_t)(left + column);
            unsigned char *pixel = picture->pixels + at * COLOURS;
            double x = column * step_x - 1, y = row * step_y - 1;
            struct vector sum = {0, 0, 0};
            for (int i = 0; i < LAMP_POINTS; i++) {
                double right = (i % ACROSS + 0.5) / ACROSS, down = (i / ACROSS + 0.5) / ACROSS;
                struct ray ray = ray_to(camera, x + right * step_x, y + down * step_y);
                sum = plus(sum, light(scene, &ray, i));
            }
            pixel[0] = level(sum.x / LAMP_POINTS);
            pixel[1] = level(sum.y / LAMP_POINTS);
            pixel[2] = level(sum.z / LAMP_POINTS);
        }
}
