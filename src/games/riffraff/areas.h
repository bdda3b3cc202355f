/* areas.h: what a piece is over, whether it may be let go there, and where cargo lies.
 *
 * Pure geometry on poses, without a world: the session asks at every frame whether the
 * piece may be let go, and at its end in which area everything lies.
 * Computer players and tests ask the same questions of ships that nobody simulates. The
 * areas themselves are in shapes.h. */
#ifndef SPELUNKE_RIFFRAFF_AREAS_H
#define SPELUNKE_RIFFRAFF_AREAS_H

#include "physics/physics.h"
#include "shapes.h"

/* Where an area's middle is in the world, with the body of the area in this pose. */
void rr_area_middle(int area, const struct real_pose *body, double out[3]);
/* True if a point of the hull's own frame lies over the deck, seen from above. */
bool rr_is_over_deck(const double point[3]);

/* A piece of wood somewhere. */
struct rr_placed {
    const struct rr_solid *solid;
    struct real_pose pose;
};

/* The ship as it is at one moment, with all cargo but the piece in the hand. */
struct rr_scene {
    struct real_pose ship[RR_PIECE_BODY]; /* the hull and the yards, by body */
    int count;
    int pieces[RR_PIECES_MAX];
    struct rr_placed cargo[RR_PIECES_MAX];
    uint8_t area[RR_PIECES_MAX]; /* of the cargo */
};

/* Why a piece may not be let go: the place in rr_refusals, counted from 1. */
enum rr_refusal {
    RR_ALLOWED,
    RR_NOT_OVER_AREA, /* no part of its outline is over his area */
    RR_OTHER_AREA,    /* its outline enters another area */
    RR_TOO_HIGH,      /* what is below is more than 30 mm away */
    RR_WRONG_BELOW,   /* something else is below it */
};
extern const char *const rr_refusals[]; /* message keys, ending with NULL */

/* R-21 alone: the outline of a piece on the surface of an area. */
enum rr_refusal rr_judge_outline(const struct rr_scene *scene, const struct rr_placed *piece,
                                 int area);
/* R-29 alone: what it would touch first if it sank. */
enum rr_refusal rr_judge_below(const struct rr_scene *scene, const struct rr_placed *piece,
                               int area);
/* Both: may it be let go here? */
enum rr_refusal rr_judge_release(const struct rr_scene *scene, const struct rr_placed *piece,
                                 int area);

/* At least so far is it from a piece to the ship or its cargo, in metres; `far` where it is
 * farther than that. */
double rr_clearance(const struct rr_scene *scene, const struct rr_placed *piece, double far);

/* Two bodies of a frame that touch, and where in the world. */
struct rr_touch {
    int body[2];
    double at[3];
};
/* the area of all cargo of a scene, by its centres of mass in the world; 0: it
 * touches neither the ship nor anything that does. */
void rr_find_areas(const struct rr_scene *scene, const double (*centres)[3],
                   const struct rr_touch *touches, int touch_count, uint8_t *out);

#endif
