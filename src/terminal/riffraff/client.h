/* client.h: what the files of the Riff Raff client share.
 *
 * The client knows no rules: it draws and offers what is in the view, the prompt, the kit, the
 * frames and the messages (see the README of the game). Lengths are in millimetres; x points to the
 * bow, y to port, z up. */
#ifndef SPELUNKE_TERMINAL_RIFFRAFF_CLIENT_H
#define SPELUNKE_TERMINAL_RIFFRAFF_CLIENT_H

#include "scene.h"
#include "terminal/console.h"

enum { REACH_KEYS = 9, WAYS_MAX = 6 };

/* What the person is asked, by the prompt's task. */
enum question { ASK_NOTHING, ASK_CARD, ASK_CAPTAIN, ASK_ORDER, ASK_LOAD, ASK_SECOND };

/* What a frame of a loading shows; the names are the kit's `phases`. */
enum shown { SHOWS_HELD, SHOWS_SETTLING, SHOWS_ALARM, SHOWS_CATCHING, SHOWS_REST };

/* A typed place, relative to the middle of the area. */
struct typed_place {
    int left, forward; /* millimetres */
    int turned;        /* degrees, to the left */
    int pose;          /* index of the shape's natural pose; -1: the present one */
};

/* A path for the piece, which the hand follows by itself. */
struct approach {
    int count, next; /* of waypoints; 0: no path */
    double ways[WAYS_MAX][3];
    double last[3];
    int still; /* frames without progress */
    int lowered;
};

/* A choice that is not sent yet, or the state of the hand in a session. */
struct draft {
    int choice;  /* a card, a shape or an option, counted from 1; 0: none yet */
    bool is_two; /* two pieces are announced */
    /* in a session */
    bool has_begun;
    bool is_fine, is_whole; /* small steps; the whole ship is shown */
    bool gives_up;          /* the next key confirms giving up */
    bool has_asked;         /* in lines: the piece in the hand was described */
    int pose, yaw;          /* natural pose; rotation in degrees to the left */
    double wanted[3];       /* where the hand pulls the piece */
    enum shown shown;       /* of the last frame */
    int release, slow;
    int fall_count;
    int falls[REACH_KEYS];    /* falling bodies, by the key that reaches for each */
    struct frame before, now; /* the last two frames; without bodies: none */
    /* in lines of text */
    double start[3];
    struct approach approach;
    int32_t let_go_at;  /* tick of the release; 0: none, or it was refused */
    uint64_t declined;  /* falling bodies that the person does not want to catch, a bit each */
    int named;          /* the body that the hand will reach for; 0: none */
    int32_t reaches_at; /* the tick at which it does */
};

/* read.c: access to the view, the prompt and the kit */
enum question riffraff_question(const struct console *console);
bool riffraff_is_phase(const struct console *console, const char *phase);
int riffraff_seats(const struct console *console);
enum shown riffraff_shown(const struct console *console, const struct frame *frame);
/* The number of shapes in the kit, the name of one, and the shape of a piece or body; -1: it is no
 * piece. */
int riffraff_shapes(const struct console *console);
const char *riffraff_shape_name(const struct console *console, int shape);
int riffraff_shape_of(const struct console *console, const char *piece);
int riffraff_body_shape(const struct console *console, int body);
/* How many pieces of a shape a seat has; the id of the first one, or "". */
int riffraff_count(const struct console *console, int seat, int shape);
const char *riffraff_first(const struct console *console, int seat, int shape);
int riffraff_count_all(const struct console *console, int seat);
/* The natural poses of a shape. */
const struct value *riffraff_poses(const struct console *console, int shape);
/* The area of the turn or of the chosen card; 0: none. */
int riffraff_area(const struct console *console, const struct draft *draft);
const struct value *riffraff_area_facts(const struct console *console, int area);
/* The message key for a `release` of a frame, the reason why the piece may not be let go; "": it
 * may. */
const char *riffraff_refusal(const struct console *console, int release);
/* Writes the action of the draft; false: it is incomplete. */
bool riffraff_action(const struct console *console, const struct draft *draft, struct text *out);
/* The options of a captain: how many, and one of them, counted from 1, as an action. */
int riffraff_options(const struct console *console);
void riffraff_option(const struct console *console, int option, struct text *out);

/* say.c: sentences for screen and lines */
void riffraff_say_task(const struct console *console, struct text *out);
/* The certain consequences of an action. */
void riffraff_say_brings(const struct console *console, const char *action, struct text *out);
/* The word and the letter of a shape, and the word of a natural pose; without a translation its
 * name. */
const char *riffraff_word(const struct console *console, int shape);
const char *riffraff_sign(const struct console *console, int shape);
const char *riffraff_pose_word(const struct console *console, const char *pose);
/* Whether the typed word names that natural pose. */
bool riffraff_means_pose(const struct console *console, const char *pose, const char *word);
/* The tilt of the ship: "2.3 degrees to port, 0.4 to the bow". */
void riffraff_say_heel(const struct console *console, const struct scene *scene, struct text *out);
/* The reason for a `release` of a frame. */
void riffraff_say_release(const struct console *console, int release, struct text *out);
void riffraff_say_end(const struct console *console, struct text *out);

/* keys.c */
enum reading riffraff_read_key(struct console *console, int key, void *draft, struct text *action,
                               struct text *answer);
void riffraff_say_keys(const struct console *console, const void *draft, struct text *out);

/* screen.c */
void riffraff_draw(const struct console *console, const void *draft);
void riffraff_draw_frame(const struct console *console, const void *draft,
                         const struct frame *frame);
void riffraff_say_choosing(const struct console *console, const void *draft, bool is_between,
                           struct text *out);

/* figures.c: the numbers of a frame, line by line */
void riffraff_say_figures(const struct console *console, const struct draft *draft,
                          const struct frame *frame, const struct scene *scene, struct text *out);
/* The offset of the held piece from the middle of its area, in the area's own axes. */
void riffraff_offset(const struct console *console, const struct scene *scene, int area,
                     const double at[3], double out[3]);
/* A point of an area, given as an offset from its middle, in the world. */
void riffraff_area_point(const struct console *console, const struct scene *scene, int area,
                         const double offset[3], double out[3]);

/* steer.c: the hand by keys, and what screen and lines share */
enum reading riffraff_steer_key(const struct console *console, const struct frame *frame, int key,
                                void *draft, struct hand *hand, struct text *answer);
/* Updates the draft from a frame; in the first one the hand takes the piece. */
bool riffraff_look(const struct console *console, const struct frame *frame, struct draft *draft,
                   struct hand *hand);
/* Gives up: the session ends with the piece in the hand, and the player takes it back as after a
 * timeout. A server ignores this and goes by its clock. */
enum reading riffraff_give_up(const struct console *console, struct text *answer);
/* Turns the hand to the draft's pose and rotation. */
void riffraff_turn(const struct console *console, int shape, const struct draft *draft,
                   struct hand *hand);
/* Moves the open hand to where it meets a falling body. False: it is not falling. */
bool riffraff_reach(const struct console *console, const struct draft *draft,
                    const struct frame *frame, int body, struct hand *hand);

/* lines.c, place.c, approach.c: playing in lines of text */
void riffraff_say_state(const struct console *console, struct text *out);
void riffraff_say_brief(const struct console *console, struct text *out);
void riffraff_say_prompt(const struct console *console, const void *draft, struct text *out);
enum reading riffraff_read_line(struct console *console, const char *line, void *draft,
                                struct text *action, struct text *answer);
enum reading riffraff_steer_line(const struct console *console, const struct frame *frame,
                                 const char *line, void *draft, struct hand *hand,
                                 struct text *answer);
/* Parses a place; false: it is none, and `answer` may say why. */
bool riffraff_read_place(const struct console *console, const char *line, int shape,
                         struct typed_place *place, struct text *answer);
/* Plans the path to that place; false: the piece does not fit there. */
bool riffraff_plan(const struct console *console, const struct frame *frame,
                   const struct typed_place *place, struct draft *draft, struct hand *hand);
/* Moves the hand along the path; true: it has arrived. */
bool riffraff_follow(const struct console *console, const struct frame *frame, struct draft *draft,
                     struct hand *hand);

#endif
