/* show.c: see show.h.
 *
 * Invariants: each shown frame is encoded once, in order, and recorded; a message has all frames of
 * one slice, and only its first frame can be a key frame. */
#include "show.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

enum { KIND_FRAMES = 2 };
/* Longer than hands send ahead, so that no sample is still waiting for its tick in a pause. */
enum { QUIET_SECONDS = 2 };
_Static_assert((int)QUIET_SECONDS > (int)HAND_SECONDS_AHEAD, "nothing waits");

struct show {
    const struct sim *sim;
    struct session *session;
    struct thought *steering; /* of a bot that controls the hand, or NULL */
    uint32_t number;
    int every;          /* ticks from one shown frame to the next */
    struct frame frame; /* the last shown frame */
    int32_t shown;      /* its tick; -1: there is none */
    int32_t until;      /* the end of this slice */
    int32_t received;   /* the tick of the last new sample of a person's hand */
    struct hand said;   /* that sample */

    struct frame_trail trail;
    int32_t key_tick; /* of the last key frame */
    bool is_key;
    struct text message; /* of this slice; empty if no frame was shown */
    struct recording *film;

    pthread_mutex_t mutex; /* protects the queued samples of a person's hand */
    int waiting_count;
    struct hand waiting[SHOW_HANDS_MAX];

    struct message why;   /* why a sample was refused */
    bool has_reason;      /* `why` was not taken yet */
    struct text reported; /* the last reason as text; empty after an accepted sample */
};

struct show *show_new(const struct game *game, struct session *session, struct thought *steering,
                      uint32_t number) {
    struct show *show = must_alloc(sizeof *show);
    show->sim = game->sim;
    show->session = session;
    show->steering = steering && thought_steers(steering) ? steering : NULL;
    show->number = number;
    show->every = game->sim->frame_every > 1 ? game->sim->frame_every : 1;
    must(pthread_mutex_init(&show->mutex, NULL) == 0);
    session_frame(session, &show->frame);
    show->shown = -1;
    show->film = recording_new(show->sim->hz / show->every, show->every, show->frame.count);
    return show;
}

void show_free(struct show *show) {
    if (!show)
        return;
    pthread_mutex_destroy(&show->mutex);
    recording_free(show->film);
    text_free(&show->message);
    text_free(&show->reported);
    free(show);
}

uint32_t show_number(const struct show *show) {
    return show->number;
}

void show_hand(struct show *show, const struct hand *hands, int count) {
    pthread_mutex_lock(&show->mutex);
    for (int i = 0; i < count && show->waiting_count < SHOW_HANDS_MAX; i++)
        show->waiting[show->waiting_count++] = hands[i];
    pthread_mutex_unlock(&show->mutex);
}

bool show_has_hands(const struct show *show) {
    return show->waiting_count > 0;
}

/* Encoding. */

static void put_number(struct text *out, uint32_t number) {
    for (int i = 0; i < 4; i++)
        text_put_char(out, (char)(number >> 8 * i & 255));
}

/* A key frame is due if the next message may start more than a second after the last one. */
static bool is_key_due(const struct show *show) {
    int64_t since_key = (int64_t)show->until + show->every - show->key_tick;
    return show->frame.tick == 0 || since_key > show->sim->hz;
}

static void begin_message(struct show *show, bool is_key) {
    int32_t tick = show->frame.tick;
    show->is_key = is_key;
    if (show->is_key) {
        frame_trail_reset(&show->trail, show->frame.count);
        show->key_tick = tick;
    }
    text_put_char(&show->message, KIND_FRAMES);
    text_put_char(&show->message, (char)show->is_key);
    text_put_bytes(&show->message, "\0\0", 2);
    put_number(&show->message, show->number);
    put_number(&show->message, (uint32_t)tick);
}

/* The last frame of a slice is also the first one of the next; it is shown only once. */
static void show_frame(struct show *show, const struct frame *frame) {
    if (frame->tick <= show->shown)
        return;
    show->frame = *frame;
    show->shown = frame->tick;
    if (show->message.length == 0)
        begin_message(show, is_key_due(show));
    frame_encode(&show->trail, &show->frame, &show->message);
    recording_add(show->film, &show->frame);
    if (session_over(show->session))
        recording_end(show->film, NULL, 0);
}

/* Repeats the frame during a pause, for new viewers, and to tell the player in control the tick. */
static void show_again(struct show *show) {
    begin_message(show, true);
    frame_encode(&show->trail, &show->frame, &show->message);
}

/* Hands. */

static void note_reason(struct show *show, const struct message *why) {
    struct text reason = {0};
    text_put(&reason, why->key);
    message_args_json(why, &reason);
    if (!text_equals(&reason, &show->reported)) {
        show->why = *why;
        show->has_reason = true;
    }
    text_free(&show->reported);
    show->reported = reason;
}

/* The number of applied samples. One that still waits for its tick may be refused later. */
static int count_applied(const struct show *show) {
    return session_hands(show->session).count;
}

/* Updates the reason after samples were processed, including those that had waited for their tick.
 */
static void note_turns(struct show *show, int applied_before) {
    struct message why;
    if (session_refused(show->session, &why))
        note_reason(show, &why);
    if (session_obeys(show->session) && count_applied(show) > applied_before)
        text_clear(&show->reported);
}

/* During a pause, a repeated sample is ignored. A new one may be for a future tick, because the
 * client does not know about the pause; then the simulation continues up to that tick. */
static void take_hand(struct show *show, struct hand hand, bool stands) {
    struct message why;
    int32_t now = session_ticks(show->session), furthest = now + HAND_SECONDS_AHEAD * show->sim->hz;
    bool is_new = !hand_is_same(&hand, &show->said);
    if (stands && !is_new)
        return;
    if (stands && hand.tick > furthest)
        hand.tick = furthest;
    int applied = count_applied(show);
    enum taken taken = session_hand(show->session, &hand, &why);
    note_turns(show, applied);
    if (is_new) {
        show->said = hand;
        show->received = hand.tick > now && taken == HAND_TAKEN ? hand.tick : now;
    }
    if (taken == HAND_REFUSED)
        note_reason(show, &why);
}

/* Processes queued samples. A late one is applied now, an early one waits in the session. */
static void take_hands(struct show *show) {
    struct hand hands[SHOW_HANDS_MAX];
    bool stands = show_stands(show);
    pthread_mutex_lock(&show->mutex);
    int count = show->waiting_count;
    memcpy(hands, show->waiting, (size_t)count * sizeof *hands);
    show->waiting_count = 0;
    pthread_mutex_unlock(&show->mutex);
    for (int i = 0; i < count; i++)
        take_hand(show, hands[i], stands);
    if (stands && show->received > show->until)
        show->until = show->received;
}

struct cut {
    const atomic_bool *is_cut;
};

static bool is_cut_short(void *context) {
    return atomic_load(((const struct cut *)context)->is_cut);
}

/* Slices. */

struct slice {
    struct show *show;
    struct budget budget; /* of a bot */
};

static enum attention attend(void *context, const struct frame *frame) {
    struct slice *slice = context;
    struct show *show = slice->show;
    show_frame(show, frame);
    if (show->steering)
        thought_hand(show->steering, &slice->budget, frame, show->session);
    return ATTENTION_STAYS;
}

static void show_now(struct show *show) {
    struct frame frame = {0};
    if (!session_shows(show->session) || session_ticks(show->session) <= show->shown)
        return;
    session_frame(show->session, &frame);
    show_frame(show, &frame);
}

void show_run(struct show *show, int32_t until_tick, const atomic_bool *is_cut) {
    struct cut cut = {is_cut};
    struct slice slice = {show, {.expired = is_cut ? is_cut_short : NULL, .context = &cut}};
    struct attendant attendant = {attend, &slice};
    show->until = until_tick;
    text_clear(&show->message);
    show_now(show); /* tick 0, before the first tick is run */
    take_hands(show);
    if (show_stands(show)) {
        show_again(show);
        return;
    }
    int applied = count_applied(show);
    session_run(show->session, show->until, &attendant);
    show_now(show);
    note_turns(show, applied);
}

const char *show_frames(const struct show *show, size_t *size, bool *is_key) {
    *size = show->message.length;
    *is_key = show->is_key;
    return show->message.length ? show->message.data : NULL;
}

bool show_refused(struct show *show, struct message *why) {
    bool has_reason = show->has_reason;
    if (has_reason)
        *why = show->why;
    show->has_reason = false;
    return has_reason;
}

bool show_takes_time(const struct show *show) {
    return show->frame.awaits_hand || show->frame.held >= 0;
}

bool show_stands(const struct show *show) {
    int64_t quiet = (int64_t)session_ticks(show->session) - show->received;
    return show->sim->is_patient && !show->steering && show->frame.awaits_hand &&
           !session_over(show->session) && session_hears_hand(show->session) &&
           quiet >= QUIET_SECONDS * show->sim->hz;
}

bool show_has_moved(const struct show *show) {
    return session_hands(show->session).count > 0;
}

int show_bodies(const struct show *show) {
    return show->frame.count;
}

bool show_is_over(const struct show *show) {
    return session_over(show->session);
}

int32_t show_ticks(const struct show *show) {
    return session_ticks(show->session);
}

const void *show_film(struct show *show, size_t *size) {
    return recording_bytes(show->film, size);
}

int64_t show_length(const struct show *show) {
    return (int64_t)session_ticks(show->session) * 1000 / show->sim->hz;
}
