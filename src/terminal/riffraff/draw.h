/* draw.h: ship and cargo as text, seen along an axis of the world. */
#ifndef SPELUNKE_TERMINAL_RIFFRAFF_DRAW_H
#define SPELUNKE_TERMINAL_RIFFRAFF_DRAW_H

#include "client.h"
#include "terminal/screen.h"

enum look_from { FROM_ASTERN, FROM_ABOVE };

/* A part of the screen and the part of the world that it shows. A cell is twice as high as wide. */
struct window {
    int row, column, rows, columns;
    enum look_from from;
    double middle[2]; /* of the world: y, and z from astern or x from above */
    double scale;     /* millimetres a column */
    double nearest;   /* everything nearer to the eye is left out */
};

/* How to highlight a scene. */
struct lighting {
    int area; /* of the turn; 0: none */
    int held; /* the body in the hand; NO_BODY: none */
    enum ink held_ink;
    const struct frame *frame; /* of a session; NULL: the ship is at rest */
};

void riffraff_draw_window(const struct console *console, const struct scene *scene,
                          const struct window *window, const struct lighting *light);
/* Draws a character at a point of the world, if the window shows it. */
void riffraff_mark(const struct window *window, const double point[3], enum ink ink,
                   const char *sign);

#endif
