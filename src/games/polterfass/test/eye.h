/* eye.h: reads the faces of barrels from a frame, as a person would. For tests only, with its
 * own limits, so that it shares no code with throw.c. */
#ifndef SPELUNKE_POLTERFASS_TEST_EYE_H
#define SPELUNKE_POLTERFASS_TEST_EYE_H

#include "../throw.h"

/* PF_NOT_THROWN: it leans, or is not on the table. */
uint8_t eye_face(const struct real_pose *pose);
/* Whether a barrel hardly moved or rotated between two frames. */
bool eye_is_calm(const struct real_pose *before, const struct real_pose *after);
/* The contents of a frame, in metres. */
struct real_pose eye_pose(const struct pose *pose);

#endif
