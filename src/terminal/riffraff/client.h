/* client.h: what the files of the Riff Raff client share.
 *
 * No rule is in here: all that is drawn, said or chosen comes from the view, the prompt,
 * the kit, the frames and the messages that the game's README describes. Lengths are
 * millimetres, as a player says them; x to the bow, y to port, z up. */
#ifndef SPELUNKE_TERMINAL_RIFFRAFF_CLIENT_H
#define SPELUNKE_TERMINAL_RIFFRAFF_CLIENT_H

#include "scene.h"
#include "terminal/console.h"

enum { REACH_KEYS = 9, WAYS_MAX = 6 };

/* What the person is asked, by the prompt's task. */
enum question { ASK_NOTHING, ASK_CARD, ASK_CAPTAIN, ASK_ORDER, ASK_LOAD, ASK_SECOND };

/* What a frame of a loading shows, in the words of the kit's `phases`. */
enum shown { SHOWS_HELD, SHOWS_SETTLING, SHOWS_ALARM, SHOWS_CATCHING, SHOWS_REST };

/* A place that a line of text names, beside the middle of the area. */
struct wish {
    int left, forward; /* millimetres */
    int turned;        /* degrees, to the left */
    int pose;          /* of the shape's natural poses; -1: the present one */
};

/* A way for the piece, which the hand follows by itself. */
struct approach {
    int count, next; /* of the ways; none: nobody follows one */
    double ways[WAYS_MAX][3];
    double last[3];
    int still; /* frames without getting nearer */
    int lowered;
};

/* A choice that is not sent yet, and the hand of a session. */
struct draft {
    int choice;  /* a card, a shape or an option, from 1; 0: none yet */
    bool is_two; /* two pieces are announced */
    /* in a session */
    bool has_begun;
    bool is_fine, is_whole; /* small steps; the whole ship is shown */
    bool gives_up;          /* unless another key comes */
    bool has_asked;         /* in lines: what is in the hand was said */
    int pose, yaw;          /* natural pose, and degrees to the left */
    double wanted[3];       /* where the hand pulls the piece */
    enum shown shown;       /* of the last frame */
    int release, slow;
    int fall_count;
    int falls[REACH_KEYS];    /* bodies that fall, by the keys that reach for them */
    struct frame before, now; /* the last two that were seen; without bodies: none */
    /* in lines of text */
    double start[3];
    struct approach approach;
    int32_t let_go_at;  /* the tick; 0: not yet, or it was refused */
    uint64_t declined;  /* bodies that fall and are not to be caught */
    int named;          /* the body that the hand reaches for; 0: none */
    int32_t reaches_at; /* the tick */
};

/* read.c: the view, the prompt and the kit, as this client needs them */
enum question riffraff_question(const struct console *console);
bool riffraff_is_phase(const struct console *console, const char *phase);
int riffraff_seats(const struct console *console);
enum shown riffraff_shown(const struct console *console, const struct frame *frame);
/* The shapes of the kit: how many, their names, and the one that a piece or a body has; -1: it is
 * no piece. */
int riffraff_shapes(const struct console *console);
const char *riffraff_shape_name(const struct console *console, int shape);
int riffraff_shape_of(const struct console *console, const char *piece);
int riffraff_body_shape(const struct console *console, int body);
/* How many of a shape lie in front of a seat; the name of the first one, or "". */
int riffraff_count(const struct console *console, int seat, int shape);
const char *riffraff_first(const struct console *console, int seat, int shape);
int riffraff_count_all(const struct console *console, int seat);
/* The natural poses of a shape. */
const struct value *riffraff_poses(const struct console *console, int shape);
/* The area that the turn or the chosen card is about; 0: none. */
int riffraff_area(const struct console *console, const struct draft *draft);
const struct value *riffraff_area_facts(const struct console *console, int area);
/* Why a piece may not be let go, by the number in a frame: the key of a message; "": it may. */
const char *riffraff_refusal(const struct console *console, int release);
/* The action that the draft stands for; false: none yet. */
bool riffraff_action(const struct console *console, const struct draft *draft, struct text *out);
/* The options of a captain: how many, and one of them as an action, counted from 1. */
int riffraff_options(const struct console *console);
void riffraff_option(const struct console *console, int option, struct text *out);

/* say.c: sentences of both ways to play */
void riffraff_say_task(const struct console *console, struct text *out);
/* What an action is certain to bring. */
void riffraff_say_brings(const struct console *console, const char *action, struct text *out);
/* The word and the letter of a shape, the word of a natural pose; if there is none, its name. */
const char *riffraff_word(const struct console *console, int shape);
const char *riffraff_sign(const struct console *console, int shape);
const char *riffraff_pose_word(const struct console *console, const char *pose);
/* Whether a typed word means that natural pose. */
bool riffraff_means_pose(const struct console *console, const char *pose, const char *word);
/* "2.3" of 23 tenths, with the language's decimal mark. */
void riffraff_say_tenths(const struct console *console, int tenths, struct text *out);
/* How the ship heels: "2.3 degrees to port, 0.4 to the bow". */
void riffraff_say_heel(const struct console *console, const struct scene *scene, struct text *out);
/* Why a piece may not be let go, by the number in a frame. */
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

/* figures.c: numbers of the moment, as lines */
void riffraff_say_figures(const struct console *console, const struct draft *draft,
                          const struct frame *frame, const struct scene *scene, struct text *out);
/* Where the held piece is beside the middle of its area, in the area's own axes. */
void riffraff_offset(const struct console *console, const struct scene *scene, int area,
                     const double at[3], double out[3]);
/* The middle of an area in the world, and back from an offset. */
void riffraff_area_point(const struct console *console, const struct scene *scene, int area,
                         const double offset[3], double out[3]);

/* steer.c: the hand by keys, and what both ways to play do with it */
enum reading riffraff_steer_key(const struct console *console, const struct frame *frame, int key,
                                void *draft, struct hand *hand, struct text *answer);
/* Notes what the frame shows; takes the piece in the hand in the first one. */
bool riffraff_look(const struct console *console, const struct frame *frame, struct draft *draft,
                   struct hand *hand);
/* Gives up to find a place: the session ends with the piece in the hand, which takes it back
 * as when the player's time is up. A server ends it by its clock alone. */
enum reading riffraff_give_up(const struct console *console, struct text *answer);
/* Turns the hand as the draft's pose and degrees say. */
void riffraff_turn(const struct console *console, int shape, const struct draft *draft,
                   struct hand *hand);
/* Aims the open hand so that it meets a body that falls. False: it does not fall. */
bool riffraff_reach(const struct console *console, const struct draft *draft,
                    const struct frame *frame, int body, struct hand *hand);

/* lines.c, place.c, approach.c: in lines of text */
void riffraff_say_state(const struct console *console, struct text *out);
void riffraff_say_brief(const struct console *console, struct text *out);
void riffraff_say_prompt(const struct console *console, const void *draft, struct text *out);
enum reading riffraff_read_line(struct console *console, const char *line, void *draft,
                                struct text *action, struct text *answer);
enum reading riffraff_steer_line(const struct console *console, const struct frame *frame,
                                 const char *line, void *draft, struct hand *hand,
                                 struct text *answer);
/* Reads a place; false: it is none, and `answer` may tell why. */
bool riffraff_read_place(const struct console *console, const char *line, int shape,
                         struct wish *wish, struct text *answer);
/* Finds a way to that place; false: there is no room for the piece. */
bool riffraff_plan(const struct console *console, const struct frame *frame,
                   const struct wish *wish, struct draft *draft, struct hand *hand);
/* Moves the hand on along the way; true: it is at its end. */
bool riffraff_follow(const struct console *console, const struct frame *frame, struct draft *draft,
                     struct hand *hand);

#endif
