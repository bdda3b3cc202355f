/* event.c: events with several arguments: announcing pieces, and outcomes. */
#include "riffraff.h"

enum { DEGREE = 17453 /* microradians */ };

/* `piece` is for clients, `shape` for sentences; `owner` is the seat that owned it at the start. */
void rr_say_piece(struct message *message, int piece) {
    message_word(message, "piece", rr_piece_names[piece]);
    message_word(message, "shape", rr_shape_names[piece % RR_SHAPES]);
    message_seat(message, "owner", rr_piece_owner(piece));
}

void rr_say_pieces(struct message *message, uint64_t pieces) {
    message_list(message, "pieces", ARG_WORD);
    for (int piece = rr_set_next(pieces, 0); piece >= 0; piece = rr_set_next(pieces, piece + 1))
        message_item_word(message, rr_piece_names[piece]);
    message_list(message, "shapes", ARG_WORD);
    for (int piece = rr_set_next(pieces, 0); piece >= 0; piece = rr_set_next(pieces, piece + 1))
        message_item_word(message, rr_shape_names[piece % RR_SHAPES]);
}

/* Whether the player owned the piece at the start; if not, the sentence names the owner. */
static void say_whose(struct message *m, int seat, int piece) {
    message_word(m, "whose", rr_piece_owner(piece) == seat ? "own" : "foreign");
}

void rr_say_load(const struct rr_state *state, int seat, const char *key, struct events *events) {
    struct message *m = event_add(events, SEEN_BY_ALL, key);
    message_seat(m, "seat", seat);
    rr_say_piece(m, state->loading);
    say_whose(m, seat, state->loading);
    message_number(m, "area", rr_area_of(state, seat));
}

static void say_set(const char *key, int seat, uint64_t pieces, struct events *events) {
    if (!pieces)
        return;
    struct message *m = event_add(events, SEEN_BY_ALL, key);
    message_seat(m, "seat", seat);
    rr_say_pieces(m, pieces);
}

static void say_one(const char *key, int seat, int piece, struct events *events) {
    struct message *m = event_add(events, SEEN_BY_ALL, key);
    message_seat(m, "seat", seat);
    rr_say_piece(m, piece);
    say_whose(m, seat, piece);
}

static void say_area(const char *key, int piece, int area, struct events *events) {
    struct message *m = event_add(events, SEEN_BY_ALL, key);
    rr_say_piece(m, piece);
    message_number(m, "area", area);
}

/* cargo that has slid to another area, which matters for R-12 later. */
static void say_slides(const struct rr_ship *before, const struct rr_ship *ship,
                       struct events *events) {
    uint64_t both = before->aboard & ship->aboard;
    for (int piece = rr_set_next(both, 0); piece >= 0; piece = rr_set_next(both, piece + 1))
        if (before->area[piece] != ship->area[piece])
            say_area("riffraff.slid", piece, ship->area[piece], events);
}

/* The direction of the strongest lean: a rotation about x raises the port side, one about y
 * lowers the bow. */
static const char *side_of(const int32_t joints[RR_JOINTS], int *degrees) {
    int roll = joints[0] < 0 ? -joints[0] : joints[0];
    int pitch = joints[1] < 0 ? -joints[1] : joints[1];
    *degrees = ((roll > pitch ? roll : pitch) + DEGREE / 2) / DEGREE;
    if (*degrees == 0)
        return "level";
    if (roll > pitch)
        return joints[0] > 0 ? "starboard" : "port";
    return joints[1] > 0 ? "bow" : "stern";
}

static void say_heel(const struct rr_ship *before, const struct rr_ship *ship,
                     struct events *events) {
    int degrees, changed = 0;
    for (int i = 0; i < RR_JOINTS; i++)
        changed |= before->joints[i] != ship->joints[i];
    if (!changed)
        return;
    struct message *m = event_add(events, SEEN_BY_ALL, "riffraff.heels");
    message_word(m, "side", side_of(ship->joints, &degrees));
    message_number(m, "degrees", degrees);
    message_list(m, "joints", ARG_NUMBER);
    for (int i = 0; i < RR_JOINTS; i++)
        message_item(m, ship->joints[i]);
}

void rr_say_outcome(const struct rr_state *before, const struct rr_ship *ship,
                    const struct rr_action *action, uint64_t leaves, struct events *events) {
    int seat = before->order[0], piece = before->loading;
    say_set("riffraff.falls", seat, action->fallen, events);
    say_set("riffraff.caught", seat, leaves, events);
    if (action->caught & ~leaves)
        say_one("riffraff.caught_own", seat, piece, events);
    say_set("riffraff.lost", seat, action->fallen & ~action->caught, events);
    if (action->is_back)
        say_one("riffraff.back", seat, piece, events);
    if (ship->aboard >> piece & 1)
        say_area("riffraff.rests", piece, ship->area[piece], events);
    say_slides(&before->ship, ship, events);
    say_heel(&before->ship, ship, events);
    if (before->announced == 2 && !before->loaded && (action->fallen || action->is_back))
        message_seat(event_add(events, SEEN_BY_ALL, "riffraff.no_second"), "seat", seat);
}
