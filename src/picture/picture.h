/* picture.h: renders pictures of throws and of the ship on the CPU.
 *
 * A ray tracer in plain double arithmetic (plus one atan2 for the staves of a barrel), so the
 * same frame gives the same pixels with every compiler. */
#ifndef SPELUNKE_PICTURE_H
#define SPELUNKE_PICTURE_H

#include <spelunke/sim.h>

enum { PICTURE_SIDE_MAX = 8192 };

struct picture {
    int width, height;
    unsigned char *pixels; /* rows from the top; red, green, blue */
};

/* A picture filled with a dark colour. */
struct picture *picture_new(int width, int height);
void picture_free(struct picture *picture);

/* The camera of a throw: close to the tray, or so that the lifted cup is visible as well. */
enum picture_view { VIEW_TRAY, VIEW_CUP };
/* Renders a frame (barrels, then cup and coaster) from this column on, in the full height of the
 * picture. */
void picture_draw(struct picture *picture, int left, int width, const struct frame *frame,
                  enum picture_view view);
/* Whether the cup is still visible in this frame. */
bool picture_has_cup(const struct frame *frame);

/* Renders the ship of Riff Raff with all its cargo from astern, from this column on, in the full
 * height of the picture. Bodies of the frame are in the order of riffraff.h; those far below the
 * water and those missing at the end of the frame are not drawn. */
void picture_draw_ship(struct picture *picture, int left, int width, const struct frame *frame);

/* Appends the picture as a PNG file. */
void picture_png(const struct picture *picture, struct text *out);

#endif
