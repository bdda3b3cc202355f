/* picture.h: pictures of throws and of the ship, drawn without any graphics card.
 *
 * Every pixel is the light along a few rays, in plain arithmetic of doubles (and one
 * atan2, which tells the staves of a barrel apart), so the same frame gives the same
 * pixels with every compiler. */
#ifndef SPELUNKE_PICTURE_H
#define SPELUNKE_PICTURE_H

#include <spelunke/sim.h>

enum { PICTURE_SIDE_MAX = 8192 };

struct picture {
    int width, height;
    unsigned char *pixels; /* rows from the top; red, green, blue */
};

/* A dark picture. */
struct picture *picture_new(int width, int height);
void picture_free(struct picture *picture);

/* Where to look from: close to the tray, or so that the cup in the air is seen
 * as well. */
enum picture_view { VIEW_TRAY, VIEW_CUP };
/* Draws a frame (barrels, then cup and coaster) from this column on, in the
 * picture's full height. */
void picture_draw(struct picture *picture, int left, int width, const struct frame *frame,
                  enum picture_view view);
/* True if the cup is still to be seen in this frame. */
bool picture_has_cup(const struct frame *frame);

/* Draws the ship of Riff Raff with all its cargo from astern, from this column on, in the
 * picture's full height. Bodies of the frame are in the order of riffraff.h; those far below
 * the water are not there, and of a frame that ends early the rest is not either. */
void picture_draw_ship(struct picture *picture, int left, int width, const struct frame *frame);

/* Puts the picture behind `out` as a PNG file. */
void picture_png(const struct picture *picture, struct text *out);

#endif
