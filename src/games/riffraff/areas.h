/* areas.h: the area that a piece is over, whether it may be released there, and the area in
 * which cargo lies.
 *
 * Pure geometry on poses, without a physics world. A session checks at every frame whether the
 * held piece may be released, and at its end in which area each piece lies.
 * Computer players and tests use the same functions on ships that are not simulated. The areas
 * are defined in shapes.h. */
#ifndef SPELUNKE_RIFFRAFF_AREAS_H
#define SPELUNKE_RIFFRAFF_AREAS_H

#include "physics/physics.h"
#include "shapes.h"

/* The centre of an area in world coordinates, given the pose of its body. */
void rr_area_middle(int area, const struct real_pose *body, double out[3]);
/* Whether a point in the frame of the hull is over the deck, seen from above. */
bool rr_is_over_deck(const double point[3]);

/* A solid at a pose. */
struct rr_placed {
    const struct rr_solid *solid;
    struct real_pose pose;
};

/* A snapshot of the ship with all cargo except the held piece. */
struct rr_scene {
    struct real_pose ship[RR_PIECE_BODY]; /* hull and yards, by body */
    int count;
    int pieces[RR_PIECES_MAX];
    struct rr_placed cargo[RR_PIECES_MAX];
    uint8_t area[RR_PIECES_MAX]; /* of each piece of cargo */
};

/* Why a piece may not be released: the index into rr_refusals, counted from 1. */
enum rr_refusal {
    RR_ALLOWED,
    RR_NOT_OVER_AREA, /* no part of its outline is over the player's area */
    RR_OTHER_AREA,    /* its outline enters another area */
    RR_TOO_HIGH,      /* what is below is more than 30 mm lower */
    RR_WRONG_BELOW,   /* below it is something that is not in the area */
};
extern const char *const rr_refusals[]; /* message keys, ending with NULL */

/* R-21 alone: compares the outline of a piece with an area. */
enum rr_refusal rr_check_outline(const struct rr_scene *scene, const struct rr_placed *piece,
                                 int area);
/* R-29 alone: checks what the piece would touch first if it sank. */
enum rr_refusal rr_check_below(const struct rr_scene *scene, const struct rr_placed *piece,
                               int area);
/* Both checks. */
enum rr_refusal rr_check_release(const struct rr_scene *scene, const struct rr_placed *piece,
                                 int area);

/* A lower bound of the distance from a piece to ship and cargo, in metres, at most `far`. */
double rr_clearance(const struct rr_scene *scene, const struct rr_placed *piece, double far);

/* A contact between two bodies of a frame, in world coordinates. */
struct rr_touch {
    int body[2];
    double at[3];
};
/* the area of each piece of cargo. `centres` are the centres of mass in world coordinates.
 * 0: the piece touches neither the ship nor cargo that does. */
void rr_find_areas(const struct rr_scene *scene, const double (*centres)[3],
                   const struct rr_touch *touches, int touch_count, uint8_t *out);

#endif
