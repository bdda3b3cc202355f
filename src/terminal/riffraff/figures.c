/* figures.c: the numbers of a frame: position and height of the piece, tilt of the ship. */
#include <math.h>
#include <string.h>

#include "client.h"

/* The middle of an area in the axes of its body; returns that body. */
static int find_middle(const struct console *console, int area, double out[3]) {
    const struct value *facts = riffraff_area_facts(console, area);
    const struct value *from = value_get(facts, "from"), *to = value_get(facts, "to");
    const struct value *yards = value_get(console->kit, "yards");
    int body = scene_body(console->kit, value_get_word(facts, "body"));
    for (int i = 0; i < 2; i++)
        out[i] = (double)(value_number(value_at(from, i)) + value_number(value_at(to, i))) / 2e3;
    out[2] = (double)value_get_number(facts, "z") * 1e-3;
    if (body > 0)
        out[2] -=
            (double)value_number(value_at(value_get(value_at(yards, body - 1), "at"), 2)) * 1e-3;
    return body < 0 ? 0 : body;
}

void riffraff_area_point(const struct console *console, const struct scene *scene, int area,
                         const double offset[3], double out[3]) {
    double middle[3];
    int body = find_middle(console, area, middle);
    for (int i = 0; i < 3; i++)
        middle[i] += offset[i];
    placed_point(&scene->bodies[body], middle, out);
}

void riffraff_offset(const struct console *console, const struct scene *scene, int area,
                     const double at[3], double out[3]) {
    double middle[3];
    int body = find_middle(console, area, middle);
    placed_inside(&scene->bodies[body], at, out);
    for (int i = 0; i < 3; i++)
        out[i] -= middle[i];
}

/* "12 mm to the left, 3 mm forward of the middle" */
static void say_offset(const struct console *console, const double offset[3], struct text *out) {
    int left = (int)lround(offset[1]), forward = (int)lround(offset[0]);
    struct message message;
    message_start(&message, "riffraff.figure_place");
    message_number(&message, "across", left < 0 ? -left : left);
    message_word(&message, "side", left < 0 ? "right" : "left");
    message_number(&message, "along", forward < 0 ? -forward : forward);
    message_word(&message, "way", forward < 0 ? "back" : "forward");
    console_say(console, &message, out);
}

static void say_piece(const struct console *console, const struct draft *draft, int shape, int area,
                      struct text *out) {
    const struct value *pose = value_at(riffraff_poses(console, shape), draft->pose);
    struct message message;
    message_start(&message, "riffraff.figure_piece");
    message_word(&message, "name", riffraff_word(console, shape));
    message_number(&message, "area", area);
    message_word(&message, "pose", riffraff_pose_word(console, value_get_word(pose, "name")));
    message_number(&message, "degrees", draft->yaw);
    console_say(console, &message, out);
}

static void say_height(const struct console *console, const struct scene *scene, int body,
                       struct text *out) {
    struct message message;
    double gap = scene_gap(scene, body);
    message_start(&message, gap < 500 ? "riffraff.figure_height" : "riffraff.figure_nothing");
    message_number(&message, "height", lround(gap));
    console_say(console, &message, out);
}

static void say_held(const struct console *console, const struct draft *draft,
                     const struct frame *frame, const struct scene *scene, struct text *out) {
    int area = riffraff_area(console, draft), shape = riffraff_body_shape(console, frame->held);
    double offset[3];
    riffraff_offset(console, scene, area, scene->bodies[frame->held].at, offset);
    if (draft->has_begun)
        say_piece(console, draft, shape, area, out);
    text_put(out, draft->has_begun ? "\n" : "");
    say_offset(console, offset, out);
    text_put_char(out, '\n');
    say_height(console, scene, frame->held, out);
    text_put_char(out, '\n');
}

/* Each falling piece, and how long it can still be caught. */
static void say_falls(const struct console *console, const struct frame *frame, struct text *out) {
    int64_t hz = value_get_number(console->kit, "hz");
    for (int i = 0; i < frame->fall_count && i < REACH_KEYS; i++) {
        struct text seconds = {0};
        struct message message;
        int shape = riffraff_body_shape(console, frame->falls[i].body);
        console_say_tenths(console, (int)(frame->falls[i].ticks * 10 / (hz ? hz : 1)), &seconds);
        message_start(&message, "riffraff.figure_fall");
        message_number(&message, "number", i + 1);
        message_word(&message, "name", shape < 0 ? "" : riffraff_word(console, shape));
        message_word(&message, "seconds", text_string(&seconds));
        console_say(console, &message, out);
        text_put_char(out, '\n');
        text_free(&seconds);
    }
}

void riffraff_say_figures(const struct console *console, const struct draft *draft,
                          const struct frame *frame, const struct scene *scene, struct text *out) {
    struct text heel = {0};
    if (frame->held >= 0 && scene->is_there[frame->held])
        say_held(console, draft, frame, scene, out);
    say_falls(console, frame, out);
    riffraff_say_heel(console, scene, &heel);
    console_say_word(console, "riffraff.figure_ship", text_string(&heel), out);
    text_free(&heel);
}
