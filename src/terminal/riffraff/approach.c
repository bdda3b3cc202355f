/* approach.c: the way of a held piece to a place that was typed, found from the kit's
 * shapes alone: above the deck and down; to a yard from astern, over what lies there and
 * down, or, for what hangs by a hook, straight in at the height at which the yard is
 * under it.
 *
 * The hand then follows the way as a person would: it says where the piece is wanted, and
 * what comes of it is the session's. */
#include <math.h>
#include <string.h>

#include "client.h"

static const double apart = 3;        /* of the lines along which shapes are compared */
static const double above_rest = 1.5; /* let go so high */
static const double blocked = 1e3;
static const double rocks = 8; /* a margin: the yard above may rock a little by then */

/* The piece in its wanted turn, about the origin, and all the rest. */
struct task {
    const struct scene *scene; /* without the piece */
    struct scene piece;        /* the piece alone */
    double middle[3], up[3];   /* of the area: its middle, and what is up for it */
    double thick;              /* of the yard that the area is on; 0: the deck */
    double looks, ceiling;     /* above the area: what begins higher is not below the piece;
                                  how high the piece may reach */
};

/* How high the plane of the area is at a place. */
static double plane_at(const struct task *task, const double point[3]) {
    const double *up = task->up, *middle = task->middle;
    return middle[2] - (up[0] * (point[0] - middle[0]) + up[1] * (point[1] - middle[1])) / up[2];
}

/* The highest surface of the rest on a plumb line, without the yards above the area. */
static double top_at(const struct task *task, const double point[3]) {
    double top = -blocked, low, high, most = plane_at(task, point) + task->looks;
    for (int i = 0; i < task->scene->count; i++)
        if (part_span(&task->scene->parts[i], 2, point, &low, &high) && low < most)
            top = fmax(top, high);
    return top;
}

/* How high the piece is when, lowered at this place, it touches something. */
static double rest_height(const struct task *task, double x, double y) {
    double height = -blocked;
    for (int i = 0; i < task->piece.count; i++) {
        const struct part *part = &task->piece.parts[i];
        for (double dx = -part->reach[0]; dx <= part->reach[0]; dx += apart)
            for (double dy = -part->reach[1]; dy <= part->reach[1]; dy += apart) {
                double point[3] = {part->pose.at[0] + dx, part->pose.at[1] + dy, 0}, low, high;
                if (!part_span(part, 2, point, &low, &high))
                    continue;
                point[0] += x;
                point[1] += y;
                height = fmax(height, top_at(task, point) - low);
            }
    }
    return height;
}

/* How far the piece can come from astern at this height and distance from the middle line,
 * before it touches something. */
static double advance(const struct task *task, double y, double z) {
    double most = blocked;
    for (int i = 0; i < task->piece.count; i++) {
        const struct part *part = &task->piece.parts[i];
        for (double dy = -part->reach[1]; dy <= part->reach[1]; dy += apart)
            for (double dz = -part->reach[2]; dz <= part->reach[2]; dz += apart) {
                double point[3] = {0, part->pose.at[1] + dy, part->pose.at[2] + dz}, low, high,
                       front;
                if (!part_span(part, 0, point, &low, &front))
                    continue;
                point[1] += y;
                point[2] += z;
                for (int k = 0; k < task->scene->count; k++)
                    if (part_span(&task->scene->parts[k], 0, point, &low, &high))
                        most = fmin(most, low - front);
            }
    }
    return most;
}

/* The lowest and the highest point of the piece. */
static double reach_of(const struct task *task, int sign) {
    double most = -blocked;
    for (int i = 0; i < task->piece.count; i++)
        most = fmax(most, sign * task->piece.parts[i].pose.at[2] + task->piece.parts[i].reach[2]);
    return most;
}

/* The height at which a hook comes over the yard from astern: the lowest one at which the
 * piece passes and still reaches below the yard. False: there is none. */
static bool find_hook(const struct task *task, double x, double y, double *height) {
    const double point[3] = {x, y, 0};
    double surface = plane_at(task, point);
    double low = reach_of(task, -1), high = reach_of(task, 1);
    for (double z = surface - high; z < surface + low - task->thick; z += .5)
        if (z + high > surface && advance(task, y, z) >= x + .5) {
            *height = z + 1;
            return true;
        }
    return false;
}

static void add_way(struct approach *approach, double x, double y, double z) {
    if (approach->count == WAYS_MAX)
        return;
    double *way = approach->ways[approach->count++];
    way[0] = x, way[1] = y, way[2] = z;
}

/* Back to where the piece came from, where it is not there any more. */
static void add_retreat(const struct draft *draft, const double at[3], bool is_deck,
                        struct approach *approach) {
    if (hypot(at[0] - draft->start[0], at[2] - draft->start[2]) < 2)
        return;
    if (!is_deck)
        add_way(approach, draft->start[0], at[1], at[2] + 2);
    else
        add_way(approach, at[0], at[1], draft->start[2]);
}

static void plan_over_deck(const struct draft *draft, const double to[3],
                           struct approach *approach) {
    add_way(approach, to[0], to[1], fmax(draft->start[2], to[2] + 8));
    add_way(approach, to[0], to[1], to[2]);
}

/* As low as it can pass over what lies on the way. */
static void plan_over_yard(const struct task *task, const struct draft *draft, const double to[3],
                           struct approach *approach) {
    double height = to[2] + 6, most = task->middle[2] + task->ceiling - reach_of(task, 1);
    while (height < most && advance(task, to[1], height) < to[0] + 1)
        height += 2;
    height = fmin(height, fmax(most, to[2] + 2));
    add_way(approach, draft->start[0], to[1], height);
    add_way(approach, to[0], to[1], height);
    add_way(approach, to[0], to[1], to[2]);
}

/* How high the lower side of a yard is at rest, where it lies on its peg. */
static double yard_bottom(const struct value *yard) {
    return (double)value_number(value_at(value_get(yard, "peg"), 2)) * 1e-3;
}

/* What the kit says about the yard below the area and the next one above it, which rocks by
 * itself. */
static void measure(const struct value *kit, const struct value *area, struct task *task) {
    const struct value *yards = value_get(kit, "yards");
    double top = (double)value_get_number(area, "z") * 1e-3, clear = blocked;
    for (int i = 0; i < value_count(yards); i++) {
        const struct value *yard = value_at(yards, i);
        if (strcmp(value_get_word(yard, "body"), value_get_word(area, "body")) == 0)
            task->thick = top - yard_bottom(yard);
        else if (yard_bottom(yard) > top)
            clear = fmin(clear, yard_bottom(yard) - top);
    }
    task->looks = clear * 2 / 3;
    task->ceiling = clear - rocks;
}

static void set_task(const struct console *console, struct scene *scene, int body, int area,
                     const struct hand *hand, struct task *task) {
    static const double origin[3];
    const struct value *facts = riffraff_area_facts(console, area);
    int own = scene_body(console->kit, value_get_word(facts, "body"));
    struct placed pose = scene_pose(origin, hand->pose.turned);
    riffraff_area_point(console, scene, area, origin, task->middle);
    for (int i = 0; i < 3; i++)
        task->up[i] = scene->bodies[own < 0 ? 0 : own].axes[i][2];
    scene_remove(scene, body);
    task->scene = scene;
    task->piece = (struct scene){.kit = console->kit};
    scene_put(&task->piece, body, &pose);
    measure(console->kit, facts, task);
}

bool riffraff_plan(const struct console *console, const struct frame *frame,
                   const struct wish *wish, struct draft *draft, struct hand *hand) {
    int area = riffraff_area(console, draft), shape = riffraff_body_shape(console, frame->held);
    const double offset[3] = {wish->forward, wish->left, 0};
    double to[3];
    struct scene scene;
    struct task task;
    struct approach approach = {0};
    scene_of_frame(console->kit, frame, &scene);
    double at[3] = {scene.bodies[frame->held].at[0], scene.bodies[frame->held].at[1],
                    scene.bodies[frame->held].at[2]};
    draft->pose = wish->pose >= 0 ? wish->pose : draft->pose;
    draft->yaw = wish->turned;
    bool hangs = value_get_true(value_at(riffraff_poses(console, shape), draft->pose), "hangs");
    bool is_deck = strcmp(value_get_word(riffraff_area_facts(console, area), "body"), "ship") == 0;
    riffraff_turn(console, shape, draft, hand);
    set_task(console, &scene, frame->held, area, hand, &task);
    riffraff_area_point(console, &scene, area, offset, to);
    to[2] = rest_height(&task, to[0], to[1]) + above_rest;
    add_retreat(draft, at, is_deck, &approach);
    double hook;
    bool is_over = to[2] - reach_of(&task, -1) < plane_at(&task, to) - task.thick;
    if (hangs && !is_deck && !is_over && find_hook(&task, to[0], to[1], &hook)) {
        add_way(&approach, draft->start[0], to[1], hook);
        add_way(&approach, to[0], to[1], hook);
    } else if (to[2] + reach_of(&task, 1) > plane_at(&task, to) + task.ceiling) {
        return false;
    } else if (is_deck) {
        plan_over_deck(draft, to, &approach);
    } else {
        plan_over_yard(&task, draft, to, &approach);
    }
    draft->approach = approach;
    return true;
}

enum { STILL_FRAMES = 40, LOWER_TRIES = 10 };

/* True if the hand was not wanted there before. */
static bool aim(const struct approach *approach, struct hand *hand) {
    struct pose before = hand->pose;
    for (int i = 0; i < 3; i++)
        hand->pose.at[i] = (int32_t)lround(approach->ways[approach->next][i] * 1e3);
    return memcmp(&before, &hand->pose, sizeof before) != 0;
}

/* There, or as near as it gets: what touches something on its way stays behind. */
static bool has_arrived(const struct frame *frame, struct approach *approach) {
    const int32_t *at = frame->bodies[frame->held].at;
    double missing = 0, moved = 0;
    for (int i = 0; i < 3; i++) {
        missing = fmax(missing, fabs(at[i] * 1e-3 - approach->ways[approach->next][i]));
        moved = fmax(moved, fabs(at[i] * 1e-3 - approach->last[i]));
        approach->last[i] = at[i] * 1e-3;
    }
    bool is_last = approach->next == approach->count - 1;
    approach->still = moved < .05 ? approach->still + 1 : 0;
    return (missing < 1 && (!is_last || approach->still >= 5)) || approach->still >= STILL_FRAMES;
}

/* At the end the ship may have leaned away: the piece is lowered until it may be let go. */
bool riffraff_follow(const struct console *console, const struct frame *frame, struct draft *draft,
                     struct hand *hand) {
    struct approach *approach = &draft->approach;
    const char *refusal = riffraff_refusal(console, frame->release);
    bool sets_off = aim(approach, hand);
    bool has_come = has_arrived(frame, approach) || frame->awaits_hand;
    if (sets_off || !has_come)
        return false;
    approach->still = 0;
    if (approach->next < approach->count - 1)
        approach->next++;
    else if (strcmp(refusal, "riffraff.release_too_high") == 0 && approach->lowered++ < LOWER_TRIES)
        approach->ways[approach->next][2] -= 3;
    else
        return true;
    return !aim(approach, hand) && riffraff_follow(console, frame, draft, hand);
}
