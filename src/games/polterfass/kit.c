/* kit.c: the constant facts of Polterfass for clients: barrels, cards, the goal, and the bodies
 * of a throw. */
#include <math.h>

#include "throw_inside.h"

static int32_t micrometres(double metres) {
    return (int32_t)lround(metres * 1e6);
}

/* P-1. The first end of a barrel is the one towards its +z. */
static void put_barrels(struct text *out) {
    js_key(out, "barrels");
    js_open(out, '[');
    for (int place = 0; place < PF_BARRELS; place++) {
        js_open(out, '{');
        js_put_number(out, "place", place + 1);
        js_key(out, "ends");
        js_open(out, '[');
        js_string(out, pf_mark(place, PF_FIRST_END));
        js_string(out, pf_mark(place, PF_SECOND_END));
        js_close(out, ']');
        js_put_bool(out, "special", place >= PF_NUMBERS);
        js_close(out, '}');
    }
    js_close(out, ']');
}

static void put_cards(struct text *out) {
    js_key(out, "cards");
    js_open(out, '[');
    for (int card = 0; card < PF_CARDS; card++)
        js_number(out, card);
    js_close(out, ']');
}

static void put_barrel_bodies(struct text *out) {
    static const char *const names[PF_BARRELS] = {"barrel1", "barrel2", "barrel3",
                                                  "barrel4", "barrel5", "barrel6",
                                                  "barrel7", "barrel8", "barrel9"};
    const struct kit_shape barrel = {
        .kind = KIT_CYLINDER,
        .size = {micrometres(throw_barrel.diameter / 2), micrometres(throw_barrel.height / 2)}};
    for (int place = 0; place < PF_BARRELS; place++)
        kit_body_json(names[place], &barrel, 1, out);
}

/* The origin of the cup is the centre of its rim; the cup opens downwards. The walls are
 * infinite planes in the simulation and boards here. */
static void put_cup_body(struct text *out) {
    const double thick = 0.002, half_angle = acos(-1) / WALLS;
    struct kit_shape shapes[WALLS + 1];
    for (int i = 0; i < WALLS; i++) {
        double angle = 2 * half_angle * i, from_axis = CUP_RADIUS + thick / 2;
        shapes[i] = (struct kit_shape){
            .kind = KIT_BOX,
            .size = {micrometres(thick / 2), micrometres(CUP_RADIUS * tan(half_angle)),
                     micrometres(CUP_DEPTH / 2)},
            .at = {micrometres(from_axis * cos(angle)), micrometres(from_axis * sin(angle)),
                   micrometres(CUP_DEPTH / 2)},
            .turned = {micrometres(cos(angle / 2)), 0, 0, micrometres(sin(angle / 2))}};
    }
    shapes[WALLS] = (struct kit_shape){
        .kind = KIT_CYLINDER,
        .size = {micrometres(CUP_RADIUS / cos(half_angle)), micrometres(thick / 2)},
        .at = {0, 0, micrometres(CUP_DEPTH + thick / 2)}};
    kit_body_json("cup", shapes, WALLS + 1, out);
}

static void put_coaster_body(struct text *out) {
    const struct kit_shape coaster = {
        .kind = KIT_CYLINDER,
        .size = {micrometres(COASTER_RADIUS), micrometres(COASTER_THICK / 2)},
        .at = {0, 0, micrometres(-COASTER_THICK / 2)}};
    kit_body_json("coaster", &coaster, 1, out);
}

void pf_kit(struct text *out) {
    put_barrels(out);
    put_cards(out);
    js_put_number(out, "goal", PF_GOAL);
    js_put_number(out, "hz", pf_sim.hz);
    js_key(out, "bodies"); /* in the order of a frame */
    js_open(out, '[');
    put_barrel_bodies(out);
    put_cup_body(out);
    put_coaster_body(out);
    js_close(out, ']');
}
