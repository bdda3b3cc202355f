/* eye.h: what somebody who looks at the table reads off the barrels. Written for
 * tests alone and with limits of its own, so that it shares nothing with throw.c. */
#ifndef SPELUNKE_POLTERFASS_TEST_EYE_H
#define SPELUNKE_POLTERFASS_TEST_EYE_H

#include "../throw.h"

/* PF_NOT_THROWN: it leans, or it is not on the table. */
uint8_t eye_face(const struct real_pose *pose);
/* True if a barrel hardly moved or turned between these two. */
bool eye_is_calm(const struct real_pose *before, const struct real_pose *after);
/* What a frame shows, in metres. */
struct real_pose eye_pose(const struct pose *pose);

#endif
