/* hand.c: the hand that holds a piece. The constants were tuned on loaded ships: with twice the
 * force, pushing the top yard heels the ship by up to 11 degrees. */
#include "hand.h"

#include <string.h>

#include "geometry.h"

const double hand_near = .030;

static const double stiffness = 40; /* natural frequency of the spring, per second */
static const double force_most = .10, torque_most = .004;
static const double speed_far = .3, speed_near = .1; /* metres a second */
static const double spin_most = 6.283185307179586;   /* one full turn a second */
static const double ahead_most = .060, turned_ahead_most = 1.0471975511965976;
static const double let_go_speed = .1, let_go_spin = 2;
static const double gravity = 9.81;

void hand_begin(struct rr_hand *hand, const struct real_pose *pose) {
    *hand = (struct rr_hand){.target = *pose, .goal = *pose, .is_still = true};
}

static int32_t within(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

bool hand_aim(struct rr_hand *hand, const struct pose *pose) {
    struct pose reached = *pose;
    for (int i = 0; i < 3; i++)
        reached.at[i] = within(pose->at[i], i == 2 ? HAND_REACH_LOW : -HAND_REACH,
                               i == 2 ? HAND_REACH_HIGH : HAND_REACH);
    struct real_pose target = pose_real(&reached);
    bool is_new = memcmp(&target, &hand->target, sizeof target) != 0;
    hand->target = target;
    return is_new;
}

/* Moves the goal towards the target, but not farther from the piece than ahead_most. */
static void walk(struct rr_hand *hand, const struct real_pose *piece, double most) {
    double way[3], next[3], ahead[3];
    vector_subtract(hand->target.at, hand->goal.at, way);
    vector_clamp(way, most);
    for (int i = 0; i < 3; i++)
        next[i] = hand->goal.at[i] + way[i];
    vector_subtract(next, piece->at, ahead);
    if (vector_clamp(ahead, ahead_most))
        for (int i = 0; i < 3; i++)
            next[i] = piece->at[i] + ahead[i];
    memcpy(hand->goal.at, next, sizeof next);
}

static void turn(struct rr_hand *hand, const struct real_pose *piece, double most) {
    double way[3], ahead[3], next[4];
    turn_between(hand->goal.turned, hand->target.turned, way);
    bool is_far = vector_clamp(way, most);
    memcpy(next, is_far ? hand->goal.turned : hand->target.turned, sizeof next);
    if (is_far)
        turn_by(next, way);
    turn_between(piece->turned, next, ahead);
    if (vector_length(ahead) <= turned_ahead_most)
        memcpy(hand->goal.turned, next, sizeof next);
}

void hand_walk(struct rr_hand *hand, const struct real_pose *piece, double clearance,
               double seconds) {
    struct real_pose before = hand->goal;
    walk(hand, piece, (clearance < hand_near ? speed_near : speed_far) * seconds);
    turn(hand, piece, spin_most * seconds);
    for (int i = 0; i < 3; i++)
        hand->speed[i] = (hand->goal.at[i] - before.at[i]) / seconds;
    double turned[3];
    turn_between(before.turned, hand->goal.turned, turned);
    hand->is_still = vector_length(hand->speed) < 1e-4 && vector_length(turned) < 1e-4 * seconds;
}

/* Spring-damper force m (w^2 x + 2 w v), limited, plus gravity compensation. */
static void find_force(const struct rr_hand *hand, const struct real_pose *pose,
                       const struct motion *motion, const struct mass *mass, double force[3]) {
    double wanted[3], centre[3], swing[3];
    pose_point(&hand->goal, mass->centre, wanted);
    pose_point(pose, mass->centre, centre);
    vector_cross(motion->spin, mass->centre, swing);
    turn_vector(pose->turned, swing, swing);
    for (int i = 0; i < 3; i++)
        force[i] = mass->mass * (stiffness * stiffness * (wanted[i] - centre[i]) +
                                 2 * stiffness * (hand->speed[i] - motion->speed[i] - swing[i]));
    vector_clamp(force, force_most);
    force[2] += mass->mass * gravity;
}

/* Spring-damper torque I (w^2 angle - 2 w spin), limited. */
static void find_torque(const struct rr_hand *hand, const struct real_pose *pose,
                        const struct motion *motion, const struct mass *mass, double torque[3]) {
    double way[3], axes[4];
    turn_between(pose->turned, hand->goal.turned, way);
    turn_vector_back(pose->turned, way, way);
    for (int i = 0; i < 3; i++)
        way[i] = stiffness * stiffness * way[i] - 2 * stiffness * motion->spin[i];
    turn_vector_back(mass->turned, way, way);
    for (int i = 0; i < 3; i++)
        way[i] *= mass->inertia[i];
    turn_multiply(pose->turned, mass->turned, axes);
    turn_vector(axes, way, torque);
    vector_clamp(torque, torque_most);
}

void hand_pull(const struct rr_hand *hand, struct world *world, int body) {
    struct real_pose pose;
    struct motion motion;
    struct mass mass;
    double force[3], torque[3];
    world_pose(world, body, &pose);
    world_motion(world, body, &motion);
    world_mass(world, body, &mass);
    find_force(hand, &pose, &motion, &mass, force);
    find_torque(hand, &pose, &motion, &mass, torque);
    world_apply_force(world, body, force, torque);
}

void hand_let_go(struct world *world, int body) {
    struct real_pose pose;
    struct motion motion;
    world_pose(world, body, &pose);
    world_motion(world, body, &motion);
    bool was_fast = vector_clamp(motion.speed, let_go_speed);
    was_fast |= vector_clamp(motion.spin, let_go_spin);
    if (was_fast)
        world_put(world, body, &pose, &motion);
}
