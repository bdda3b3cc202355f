/* talk_session.c: a session that runs on the server: its frames, and the person's hand.
 *
 * Frames are encoded as in docs/recording.md, preceded by the tick of the first; after a gap the
 * client waits for the next key frame. When the rules refuse a sample of the hand the one before it
 * stays in force. */
#include "talk.h"

#include <string.h>

#include <spelunke/session.h>

#include "signals.h"

enum { KIND_FRAMES = 2, KIND_HAND = 3, HEAD = 8, UNIT = 1000000 };

static uint32_t read_number(const char *bytes) {
    uint32_t number = 0;
    for (int i = 0; i < 4; i++)
        number |= (uint32_t)(unsigned char)bytes[i] << 8 * i;
    return number;
}

static void put_number(struct text *out, uint32_t number) {
    for (int i = 0; i < 4; i++)
        text_put_char(out, (char)(number >> 8 * i & 255));
}

/* Takes over the session of the remote's last message; number 0: none runs. */
void watched_begin(struct talk *talk) {
    struct watched_session *session = &talk->session;
    const struct text *json = &talk->joining->remote->sim;
    struct value *sim = json->length ? value_parse(text_string(json), json->length) : NULL;
    uint32_t number = sim ? (uint32_t)value_get_number(sim, "sim") : 0;
    int bodies = sim ? value_count(value_get(sim, "bodies")) : 0;
    bool is_fine = number && bodies > 0 && bodies <= FRAME_BODIES;
    if (is_fine && number != session->number) {
        const struct value *seat = value_get(sim, "seat");
        *session = (struct watched_session){.number = number};
        session->is_own = !value_is_null(seat) && value_number(seat) == talk->joining->remote->seat;
        session->hand.pose.turned[0] = session->before.pose.turned[0] = UNIT;
        frame_trail_reset(&session->trail, bodies);
    }
    if (!is_fine)
        session->number = 0;
    if (sim)
        value_free(sim);
}

bool watched_read(struct talk *talk, bool (*show)(void *context), void *context) {
    struct watched_session *session = &talk->session;
    const struct text *message = &talk->joining->remote->message;
    const struct sim *sim = talk->joining->game->sim;
    size_t at = HEAD + 4, used;
    if (message->length < at || message->data[0] != KIND_FRAMES || !session->number ||
        read_number(message->data + 4) != session->number)
        return true;
    if (message->data[1] == 1) {
        frame_trail_reset(&session->trail, session->trail.bodies);
        session->is_synced = true;
    }
    int32_t tick = (int32_t)read_number(message->data + HEAD);
    while (session->is_synced && at < message->length) {
        if (frame_decode(&session->trail, message->data + at, message->length - at, &used,
                         &session->frame) != FRAME_DECODED) {
            session->is_synced = false; /* until the next key frame */
            return true;
        }
        at += used;
        session->frame.tick = tick;
        session->has_frame = true;
        session->is_behind = at < message->length || remote_has_more(talk->joining->remote);
        tick += sim->frame_every > 1 ? sim->frame_every : 1;
        if (show && !show(context))
            return false;
    }
    return true;
}

void watched_steer(struct talk *talk, const struct hand *hand) {
    struct watched_session *session = &talk->session;
    const struct pose *pose = &hand->pose;
    struct text out = {0};
    if (!session->number || hand_is_same(hand, &session->hand))
        return;
    text_put_char(&out, KIND_HAND);
    text_put_char(&out, 1);
    text_put_bytes(&out, "\0\0", 2);
    put_number(&out, session->number);
    put_number(&out, (uint32_t)session->frame.tick);
    for (int i = 0; i < 3; i++)
        put_number(&out, (uint32_t)pose->at[i]);
    for (int i = 0; i < 4; i++)
        put_number(&out, (uint32_t)pose->turned[i]);
    text_put_char(&out, (char)hand->grip);
    remote_send_bytes(talk->joining->remote, out.data, out.length);
    text_free(&out);
    session->before = session->hand;
    session->hand = *hand;
}

void watched_refuse(struct talk *talk) {
    const struct text *message = &talk->joining->remote->message;
    value_free(talk->why);
    talk->why = value_parse(text_string(message), message->length);
    if (!talk->why || !value_message(talk->why, &talk->session.why))
        message_start(&talk->session.why, "kernel.hand_pose");
    talk->session.hand = talk->session.before;
}

/* The callback context of an audience. */
struct looking {
    struct talk *talk;
    const struct audience *audience;
    enum attention attention;
};

static bool look(void *context) {
    struct looking *at = context;
    struct watched_session *session = &at->talk->session;
    struct hand hand = session->hand;
    if (at->attention != ATTENTION_STAYS)
        return at->attention != ATTENTION_CUTS;
    at->attention = at->audience->show(at->audience->context, &session->frame, false,
                                       session->is_own ? &hand : NULL);
    if (session->is_own && at->attention != ATTENTION_CUTS)
        watched_steer(at->talk, &hand);
    return at->attention != ATTENTION_CUTS;
}

bool watched_watch(struct talk *talk, const struct audience *audience) {
    struct looking at = {talk, audience, audience ? ATTENTION_STAYS : ATTENTION_ENDS};
    struct watched_session *session = &talk->session;
    bool stays = true;
    while (stays && !talk->is_left && session->number && !signals_caught()) {
        switch (talk_receive(talk)) {
        case RECEIVED_FRAMES:
            stays = watched_read(talk, look, &at);
            break;
        case RECEIVED_HAND:
            if (audience && audience->refuse)
                audience->refuse(audience->context, &session->why);
            break;
        case RECEIVED_NOTHING:
            session->is_behind = false;
            if (at.attention == ATTENTION_STAYS && session->is_own && session->has_frame &&
                session->frame.awaits_hand)
                stays = look(&at); /* only a change of the hand makes time go on */
            else
                talk_wait(talk);
            break;
        case RECEIVED_NEWS:
        case RECEIVED_ENTRY:
            break;
        }
    }
    if (stays && session->has_frame && at.attention == ATTENTION_STAYS && !talk->is_left)
        audience->show(audience->context, &session->frame, true, NULL);
    return stays && !talk->is_left && !signals_caught();
}
