/* film.c: records a throw. */
#include "film.h"

#include <spelunke/must.h>

int film_take(int barrels, int number) {
    return (PF_BARRELS - barrels) * THROWS + number;
}

static int32_t millionths(double number) {
    return (int32_t)(number * 1e6 + (number < 0 ? -0.5 : 0.5));
}

static struct pose pose_of(const struct real_pose *real) {
    struct pose pose;
    for (int i = 0; i < 3; i++)
        pose.at[i] = millionths(real->at[i]);
    for (int i = 0; i < 4; i++)
        pose.turned[i] = millionths(real->turned[i]);
    return pose;
}

static void take_frame(struct film *film) {
    struct real_pose poses[PF_BARRELS + 2];
    int bodies = recording_bodies(film->recording);
    struct frame frame;
    frame_begin(&frame, recording_frames(film->recording), bodies);
    throw_poses(film->throw, poses, &poses[bodies - 2], &poses[bodies - 1]);
    for (int i = 0; i < bodies; i++)
        frame.bodies[i] = pose_of(&poses[i]);
    recording_add(film->recording, &frame);
}

void film_open(struct film *film, int take) {
    int barrels = PF_BARRELS - take / THROWS;
    film->throw = throw_new(barrels, &throw_barrel);
    film->recording = recording_new(THROW_HZ, 1, barrels + 2);
    throw_begin(film->throw, take % THROWS);
    take_frame(film);
}

void film_tick(struct film *film) {
    bool goes_on = throw_tick(film->throw);
    uint8_t faces[PF_BARRELS];
    take_frame(film);
    if (goes_on)
        return;
    throw_faces(film->throw, faces);
    recording_end(film->recording, faces, (size_t)recording_bodies(film->recording) - 2);
}

void film_close(struct film *film) {
    throw_free(film->throw);
    film->throw = NULL;
}

bool film_fits(const struct recording *recording, int barrels) {
    size_t size;
    const uint8_t *faces = recording_outcome(recording, &size);
    if (!faces || size != (size_t)barrels || recording_bodies(recording) != barrels + 2 ||
        recording_hz(recording) != THROW_HZ || recording_every(recording) != 1 ||
        recording_frames(recording) < 1)
        return false;
    for (int i = 0; i < barrels; i++)
        if (faces[i] >= PF_NOT_THROWN)
            return false;
    return true;
}

static void say_kind(int kind, struct message *out) {
    message_start(out, "polterfass.throw_of");
    message_number(out, "barrels", PF_BARRELS - kind);
}

static struct recording *make(int take, bool (*goes_on)(void *context), void *context) {
    struct film film;
    film_open(&film, take);
    while (!recording_has_ended(film.recording) && goes_on(context))
        film_tick(&film);
    film_close(&film);
    if (recording_has_ended(film.recording))
        return film.recording;
    recording_free(film.recording);
    return NULL;
}

const struct takes film_takes = {
    .kinds = PF_BARRELS, .each = THROWS, .say_kind = say_kind, .make = make};
