/* approach.c: plans the path of a held piece to a place that was typed, from the shapes in the kit
 * alone. To the deck: above it and down. To a yard: from astern, over the cargo on the way, and
 * down; a piece that hangs by its hook goes straight in, at a height at which the yard ends up
 * under the hook.
 *
 * The hand then follows the path as a person would: it only sets where the piece is wanted, and the
 * session decides what happens. */
#include <math.h>
#include <string.h>

#include "client.h"

static const double line_spacing = 3; /* distance of the lines along which shapes are compared */
static const double release_clearance = 1.5; /* the piece is let go at this height */
static const double blocked = 1e3;
static const double rocking_margin = 8; /* margin, because the yard above may rock by then */

/* The input of the planner: the piece, turned as wanted and centred on the origin, and the scene
 * without it. */
struct task {
    const struct scene *scene; /* without the piece */
    struct scene piece;        /* the piece alone */
    double middle[3], up[3];   /* of the area: its middle, and its upward direction */
    double thick;              /* of the yard that the area is on; 0: the deck */
    double look_below;         /* parts that begin higher above the area are not below the piece */
    double ceiling;            /* the greatest height that the piece may reach */
};

/* The height of the area's plane at a point. */
static double plane_at(const struct task *task, const double point[3]) {
    const double *up = task->up, *middle = task->middle;
    return middle[2] - (up[0] * (point[0] - middle[0]) + up[1] * (point[1] - middle[1])) / up[2];
}

/* The highest surface of the scene on a vertical line, without the yards above the area. */
static double top_at(const struct task *task, const double point[3]) {
    double top = -blocked, low, high, most = plane_at(task, point) + task->look_below;
    for (int i = 0; i < task->scene->count; i++)
        if (part_span(&task->scene->parts[i], 2, point, &low, &high) && low < most)
            top = fmax(top, high);
    return top;
}

/* The height of the piece when, lowered at x and y, it first touches something. */
static double rest_height(const struct task *task, double x, double y) {
    double height = -blocked;
    for (int i = 0; i < task->piece.count; i++) {
        const struct part *part = &task->piece.parts[i];
        for (double dx = -part->reach[0]; dx <= part->reach[0]; dx += line_spacing)
            for (double dy = -part->reach[1]; dy <= part->reach[1]; dy += line_spacing) {
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

/* How far the piece can come from astern, at this height and distance from the middle line, until
 * it touches something. */
static double advance(const struct task *task, double y, double z) {
    double most = blocked;
    for (int i = 0; i < task->piece.count; i++) {
        const struct part *part = &task->piece.parts[i];
        for (double dy = -part->reach[1]; dy <= part->reach[1]; dy += line_spacing)
            for (double dz = -part->reach[2]; dz <= part->reach[2]; dz += line_spacing) {
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

/* The lowest (sign -1) or highest (1) point of the piece. */
static double reach_of(const struct task *task, int sign) {
    double most = -blocked;
    for (int i = 0; i < task->piece.count; i++)
        most = fmax(most, sign * task->piece.parts[i].pose.at[2] + task->piece.parts[i].reach[2]);
    return most;
}

/* The lowest height at which the piece passes over the yard from astern and still reaches below it,
 * so that the hook catches. False: there is none. */
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

/* Back to the start, unless the piece is there already. */
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

/* As low as the cargo on the way allows. */
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

/* The height of a yard's lower side while it rests on its peg. */
static double yard_bottom(const struct value *yard) {
    return (double)value_number(value_at(value_get(yard, "peg"), 2)) * 1e-3;
}

/* Reads from the kit the yard of the area, and the next one above it, which rocks
 * independently. */
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
    task->look_below = clear * 2 / 3;
    task->ceiling = clear - rocking_margin;
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
                   const struct typed_place *place, struct draft *draft, struct hand *hand) {
    int area = riffraff_area(console, draft), shape = riffraff_body_shape(console, frame->held);
    const double offset[3] = {place->forward, place->left, 0};
    double to[3];
    struct scene scene;
    struct task task;
    struct approach approach = {0};
    scene_of_frame(console->kit, frame, &scene);
    double at[3] = {scene.bodies[frame->held].at[0], scene.bodies[frame->held].at[1],
                    scene.bodies[frame->held].at[2]};
    draft->pose = place->pose >= 0 ? place->pose : draft->pose;
    draft->yaw = place->turned;
    bool hangs = value_get_true(value_at(riffraff_poses(console, shape), draft->pose), "hangs");
    bool is_deck = strcmp(value_get_word(riffraff_area_facts(console, area), "body"), "ship") == 0;
    riffraff_turn(console, shape, draft, hand);
    set_task(console, &scene, frame->held, area, hand, &task);
    riffraff_area_point(console, &scene, area, offset, to);
    to[2] = rest_height(&task, to[0], to[1]) + release_clearance;
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

/* True if this changes where the hand wants the piece. */
static bool aim(const struct approach *approach, struct hand *hand) {
    struct pose before = hand->pose;
    for (int i = 0; i < 3; i++)
        hand->pose.at[i] = (int32_t)lround(approach->ways[approach->next][i] * 1e3);
    return memcmp(&before, &hand->pose, sizeof before) != 0;
}

/* At the target, or as near as a piece gets that touches something on its way. */
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

/* The ship may have tilted away meanwhile, so at the end the piece is lowered until it may be let
 * go. */
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
