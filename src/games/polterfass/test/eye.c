/* eye.c: reads the faces of barrels from a frame, as a person would. */
#include "eye.h"

#include <math.h>

/* The z component of the barrel's +z axis: the last element of the rotation matrix. */
static double tip(const double q[4]) {
    return q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3];
}

/* Barrels are 19.5 mm high and 20 mm thick. A standing one is tilted by at most 12 degrees, a
 * lying one by at most 8; one that is on top of another is 9 mm higher. */
uint8_t eye_face(const struct real_pose *pose) {
    double up = tip(pose->turned), height = pose->at[2];
    if (height < 0.0085 || height > 0.0112)
        return PF_NOT_THROWN;
    return up > 0.978        ? PF_FIRST_END
           : up < -0.978     ? PF_SECOND_END
           : fabs(up) < 0.14 ? PF_LIES
                             : PF_NOT_THROWN;
}

/* A third of a millimetre, and one and a half degrees. */
bool eye_is_calm(const struct real_pose *before, const struct real_pose *after) {
    double square = 0, same = 0;
    for (int i = 0; i < 3; i++)
        square += (after->at[i] - before->at[i]) * (after->at[i] - before->at[i]);
    for (int i = 0; i < 4; i++)
        same += after->turned[i] * before->turned[i];
    return sqrt(square) < 0.00034 && fabs(same) > 0.99991;
}

struct real_pose eye_pose(const struct pose *pose) {
    struct real_pose real;
    for (int i = 0; i < 3; i++)
        real.at[i] = pose->at[i] / 1e6;
    for (int i = 0; i < 4; i++)
        real.turned[i] = pose->turned[i] / 1e6;
    return real;
}
