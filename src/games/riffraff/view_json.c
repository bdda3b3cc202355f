/* view_json.c: a view as JSON. The README describes the fields. */
#include "riffraff.h"

static const char *const phases[] = {
    [RR_FIRST_CAPTAIN] = "cards",
    [RR_LAY_CARDS] = "cards",
    [RR_NAME_CAPTAIN] = "captain",
    [RR_NAME_ORDER] = "order",
    [RR_LOAD] = "load",
    [RR_SECOND] = "second",
    [RR_SIM] = "sim",
    [RR_OVER] = "over",
};

static void put_or_null(struct text *out, const char *key, bool is_there, int number) {
    js_key(out, key);
    if (is_there)
        js_number(out, number);
    else
        js_null(out);
}

/* Writes the members of a set; `first` is the number of its lowest bit. */
static void put_set(struct text *out, unsigned set, int first) {
    js_open(out, '[');
    for (int i = 0; set >> i; i++)
        if (set >> i & 1)
            js_number(out, first + i);
    js_close(out, ']');
}

static void put_pieces(struct text *out, uint64_t pieces) {
    js_open(out, '[');
    for (int piece = rr_set_next(pieces, 0); piece >= 0; piece = rr_set_next(pieces, piece + 1))
        js_string(out, rr_piece_names[piece]);
    js_close(out, ']');
}

static void put_list(struct text *out, const char *key, const uint8_t *numbers, int count) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        js_number(out, numbers[i]);
    js_close(out, ']');
}

static void put_cards(struct text *out, const struct rr_state *v, int seat) {
    put_or_null(out, "my_card", seat >= 0 && v->laid[seat], seat >= 0 ? v->laid[seat] : 0);
    js_key(out, "laid");
    put_set(out, v->laid_by, 0);
    js_key(out, "hands");
    js_open(out, '[');
    for (int other = 0; other < v->seats; other++) {
        if (other == seat)
            put_set(out, rr_cards_held(v, other), 1);
        else
            js_number(out, rr_hand_size(v, other));
    }
    js_close(out, ']');
    js_key(out, "played");
    js_open(out, '[');
    for (int other = 0; other < v->seats; other++)
        put_set(out, v->played[other], 1);
    js_close(out, ']');
    js_key(out, "shown");
    js_open(out, '[');
    for (int other = 0; other < v->seats; other++) {
        if (v->shown[other])
            js_number(out, v->shown[other]);
        else
            js_null(out);
    }
    js_close(out, ']');
}

/* Whose turn it is, the following seats, and the seats whose place the captain has to choose. */
static void put_turns(struct text *out, const struct rr_state *v) {
    uint8_t open[RR_SEATS];
    put_or_null(out, "active", v->order_count > 0, v->order[0]);
    put_list(out, "order", v->order, v->order_count);
    put_list(out, "open", open, v->phase == RR_NAME_ORDER ? rr_open_places(v, open) : 0);
    js_key(out, "tied");
    put_set(out, v->phase == RR_NAME_CAPTAIN ? rr_highest(v) : 0, 0);
    put_or_null(out, "announced", v->announced > 0, v->announced);
    js_put_number(out, "loaded", v->loaded);
    js_key(out, "loading");
    if (v->loading >= 0)
        js_string(out, rr_piece_names[v->loading]);
    else
        js_null(out);
}

static void put_pose(struct text *out, const struct pose *pose) {
    js_key(out, "pose");
    js_open(out, '[');
    for (int i = 0; i < 3; i++)
        js_number(out, pose->at[i]);
    for (int i = 0; i < 4; i++)
        js_number(out, pose->turned[i]);
    js_close(out, ']');
}

/* Converts microradians to thousandths of a degree: times 180 / pi / 1000. */
static int64_t thousandths(int32_t angle) {
    int64_t product = (int64_t)angle * 57295780;
    return (product + (product < 0 ? -500000000 : 500000000)) / 1000000000;
}

static void put_ship(struct text *out, const struct rr_ship *ship) {
    js_key(out, "aboard");
    js_open(out, '[');
    for (int piece = rr_set_next(ship->aboard, 0); piece >= 0;
         piece = rr_set_next(ship->aboard, piece + 1)) {
        js_open(out, '{');
        js_put_string(out, "piece", rr_piece_names[piece]);
        js_put_number(out, "area", ship->area[piece]);
        put_pose(out, &ship->pose[piece]);
        js_close(out, '}');
    }
    js_close(out, ']');
    js_key(out, "tilt");
    js_open(out, '[');
    for (int i = 0; i < RR_JOINTS; i++)
        js_number(out, thousandths(ship->joints[i]));
    js_close(out, ']');
    js_key(out, "joints");
    js_open(out, '[');
    for (int i = 0; i < RR_JOINTS; i++)
        js_number(out, ship->joints[i]);
    js_close(out, ']');
}

/* The result of the last loading; what stayed aboard is in `aboard`. */
static void put_last(struct text *out, const struct rr_last *last) {
    js_key(out, "last");
    if (last->what == RR_NOTHING_YET) {
        js_null(out);
        return;
    }
    bool is_back = last->what == RR_CAME_BACK || last->what == RR_FELL_AND_BACK;
    js_open(out, '{');
    js_put_number(out, "round", last->round);
    js_put_number(out, "seat", last->seat);
    js_put_number(out, "area", last->area);
    js_put_string(out, "piece", rr_piece_names[last->piece]);
    js_key(out, "fallen");
    put_pieces(out, last->fallen);
    js_key(out, "caught");
    put_pieces(out, last->caught);
    js_put_bool(out, "back", is_back);
    js_close(out, '}');
}

/* The settings, with the names and values of the options of a new match. */
static void put_options(struct text *out, const struct rr_state *v) {
    static const char *const seas[] = {
        [RR_CALM] = "calm", [RR_NORMAL] = "normal", [RR_ROUGH] = "rough"};
    js_key(out, "options");
    js_open(out, '{');
    js_put_number(out, "slow_motion", v->slow_motion);
    js_put_string(out, "sea", seas[v->sea]);
    js_close(out, '}');
}

/* the fewest pieces win; equal numbers share a rank. */
static void put_result(struct text *out, const struct rr_state *v) {
    uint8_t ranks[RR_SEATS];
    unsigned winners = 0;
    for (int seat = 0; seat < v->seats; seat++) {
        ranks[seat] = 1;
        for (int other = 0; other < v->seats; other++)
            ranks[seat] = (uint8_t)(ranks[seat] +
                                    (rr_set_size(v->supply[other]) < rr_set_size(v->supply[seat])));
        winners |= (unsigned)(ranks[seat] == 1) << seat;
    }
    js_key(out, "winners");
    put_set(out, winners, 0);
    put_list(out, "ranks", ranks, v->seats);
}

void rr_view_json(const void *view, int seat, struct text *out) {
    const struct rr_state *v = view;
    put_or_null(out, "captain", v->phase != RR_FIRST_CAPTAIN, v->captain);
    js_put_number(out, "round", v->round);
    js_put_number(out, "rounds", rr_rounds(v));
    js_put_string(out, "phase", phases[v->phase]);
    put_cards(out, v, seat);
    put_turns(out, v);
    js_key(out, "supply");
    js_open(out, '[');
    for (int other = 0; other < v->seats; other++)
        put_pieces(out, v->supply[other]);
    js_close(out, ']');
    put_ship(out, &v->ship);
    js_key(out, "out_of_game");
    put_pieces(out, v->out_of_game);
    put_last(out, &v->last);
    put_options(out, v);
    if (v->phase == RR_OVER)
        put_result(out, v);
}
