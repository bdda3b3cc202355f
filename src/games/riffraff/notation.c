/* notation.c: actions as text.
 *
 *     first 2
 *     card 7, captain 2, order 3 0 2
 *     load rat0.1, load2 rat0.1
 *     rest, back, fall rat0.1 crate2.1 caught rat0.1, fall rat0.1 back
 *
 * and behind an outcome the ship that it leaves, all that is aboard in the order of the kit:
 *
 *     rest @ ship:1200,0,0,-85,0 rat0.1:5:0,75000,144000,1000000,0,0,0
 *
 * The README tells the rest. */
#include "riffraff.h"

#include <string.h>

#include <spelunke/notation.h>

static const char *const verbs[] = {
    [RR_FIRST] = "first", [RR_CARD] = "card",     [RR_CAPTAIN] = "captain",
    [RR_ORDER] = "order", [RR_LOAD_ONE] = "load", [RR_LOAD_TWO] = "load2",
};
enum { VERBS = sizeof verbs / sizeof *verbs, WORD_MAX = 160 };

static void print_set(struct text *out, uint64_t pieces) {
    for (int piece = rr_set_next(pieces, 0); piece >= 0; piece = rr_set_next(pieces, piece + 1)) {
        text_put_char(out, ' ');
        text_put(out, rr_piece_names[piece]);
    }
}

static void print_numbers(struct text *out, const int32_t *numbers, int count) {
    for (int i = 0; i < count; i++) {
        if (i)
            text_put_char(out, ',');
        text_put_number(out, numbers[i]);
    }
}

static void print_ship(struct text *out, const struct rr_ship *ship) {
    text_put(out, " @ ship:");
    print_numbers(out, ship->joints, RR_JOINTS);
    for (int piece = rr_set_next(ship->aboard, 0); piece >= 0;
         piece = rr_set_next(ship->aboard, piece + 1)) {
        text_put_char(out, ' ');
        text_put(out, rr_piece_names[piece]);
        text_put_char(out, ':');
        text_put_number(out, ship->area[piece]);
        text_put_char(out, ':');
        print_numbers(out, ship->pose[piece].at, 3);
        text_put_char(out, ',');
        print_numbers(out, ship->pose[piece].turned, 4);
    }
}

static void print_outcome(struct text *out, const struct rr_action *a) {
    text_put(out, a->fallen ? "fall" : a->is_back ? "back" : "rest");
    print_set(out, a->fallen);
    if (a->caught)
        text_put(out, " caught");
    print_set(out, a->caught);
    if (a->fallen && a->is_back)
        text_put(out, " back");
    if (a->has_ship)
        print_ship(out, &a->ship);
}

void rr_print_action(const void *action, struct text *out) {
    const struct rr_action *a = action;
    if (a->verb == RR_OUTCOME) {
        print_outcome(out, a);
        return;
    }
    text_put(out, verbs[a->verb]);
    if (a->verb == RR_LOAD_ONE || a->verb == RR_LOAD_TWO) {
        text_put_char(out, ' ');
        text_put(out, rr_piece_names[a->piece]);
    } else if (a->verb != RR_ORDER) {
        text_put_char(out, ' ');
        text_put_number(out, a->number);
    }
    for (int i = 0; i < a->order_count; i++) {
        text_put_char(out, ' ');
        text_put_number(out, a->order[i]);
    }
}

static bool scan_byte(struct scan *scan, uint8_t *byte) {
    int64_t number;
    if (!scan_number(scan, 0, UINT8_MAX, &number))
        return false;
    *byte = (uint8_t)number;
    return true;
}

static bool scan_piece(struct scan *scan, int *piece) {
    for (*piece = 0; *piece < RR_PIECES; ++*piece)
        if (scan_word(scan, rr_piece_names[*piece]))
            return true;
    return false;
}

/* Reads one or more pieces in any order, each at most once. */
static bool scan_set(struct scan *scan, uint64_t *set) {
    int piece;
    for (*set = 0; scan_piece(scan, &piece); *set |= (uint64_t)1 << piece)
        if (*set >> piece & 1)
            return false;
    return *set != 0;
}

/* Reads numbers that are separated by commas. */
static bool read_numbers(char *text, int32_t *numbers, int count) {
    for (int i = 0; i < count; i++) {
        int64_t number;
        char *comma = strchr(text, ',');
        if (!comma == (i < count - 1))
            return false;
        if (comma)
            *comma = 0;
        struct scan scan = {text};
        if (!scan_number(&scan, INT32_MIN, INT32_MAX, &number) || !scan_end(&scan))
            return false;
        numbers[i] = (int32_t)number;
        text = comma ? comma + 1 : text;
    }
    return true;
}

static bool scan_joints(struct scan *scan, int32_t joints[RR_JOINTS]) {
    char word[WORD_MAX];
    return scan_any_word(scan, word, sizeof word) && strncmp(word, "ship:", 5) == 0 &&
           read_numbers(word + 5, joints, RR_JOINTS);
}

/* Reads `rat0.1:5:0,75000,144000,1000000,0,0,0`. Pieces are in rising order; this one is at
 * least `next`. */
static bool scan_placed(struct scan *scan, int next, struct rr_ship *ship, int *piece) {
    char word[WORD_MAX];
    int32_t numbers[7];
    if (!scan_any_word(scan, word, sizeof word))
        return false;
    char *area = strchr(word, ':'), *pose = area ? strchr(area + 1, ':') : NULL;
    if (!pose)
        return false;
    *area++ = *pose++ = 0;
    for (*piece = next; *piece < RR_PIECES && strcmp(word, rr_piece_names[*piece]) != 0; ++*piece)
        ;
    struct scan number = {area};
    if (*piece == RR_PIECES || !scan_byte(&number, &ship->area[*piece]) || !scan_end(&number) ||
        !read_numbers(pose, numbers, 7))
        return false;
    ship->aboard |= (uint64_t)1 << *piece;
    memcpy(ship->pose[*piece].at, numbers, sizeof ship->pose[*piece].at);
    memcpy(ship->pose[*piece].turned, numbers + 3, sizeof ship->pose[*piece].turned);
    return true;
}

static bool parse_ship(struct scan *scan, struct rr_action *a) {
    int piece = -1;
    a->has_ship = true;
    if (!scan_joints(scan, a->ship.joints))
        return false;
    while (!scan_end(scan))
        if (!scan_placed(scan, piece + 1, &a->ship, &piece))
            return false;
    return true;
}

static bool parse_fall(struct scan *scan, struct rr_action *a) {
    if (!scan_set(scan, &a->fallen))
        return false;
    if (scan_word(scan, "caught") && !scan_set(scan, &a->caught))
        return false;
    a->is_back = scan_word(scan, "back");
    return true;
}

/* False: it is not an outcome. */
static bool parse_outcome(struct scan *scan, struct rr_action *a) {
    if (scan_word(scan, "back"))
        a->is_back = true;
    else if (!scan_word(scan, "rest") && (!scan_word(scan, "fall") || !parse_fall(scan, a)))
        return false;
    a->verb = RR_OUTCOME;
    return !scan_word(scan, "@") || parse_ship(scan, a);
}

/* `rat` alone is the first rat in the player's supply. */
static bool parse_piece(struct scan *scan, const struct rr_state *s, int seat, struct rr_action *a,
                        struct message *why) {
    int piece;
    if (scan_piece(scan, &piece)) {
        a->piece = (int8_t)piece;
        return scan_end(scan) || refuse(why, "riffraff.notation");
    }
    for (int shape = 0; shape < RR_SHAPES; shape++) {
        if (!scan_word(scan, rr_shape_names[shape]))
            continue;
        if (!scan_end(scan) || seat < 0)
            break;
        for (piece = shape; piece < RR_PIECES; piece += RR_SHAPES)
            if (s->supply[seat] >> piece & 1) {
                a->piece = (int8_t)piece;
                return true;
            }
        refuse(why, "riffraff.none_there");
        message_word(why, "shape", rr_shape_names[shape]);
        return false;
    }
    return refuse(why, "riffraff.notation");
}

static bool parse_arguments(struct scan *scan, struct rr_action *a) {
    if (a->verb != RR_ORDER)
        return scan_byte(scan, &a->number);
    while (a->order_count < RR_SEATS && scan_byte(scan, &a->order[a->order_count]))
        a->order_count++;
    return a->order_count > 0;
}

bool rr_parse_action(const void *state, int seat, const char *text, void *action,
                     struct message *why) {
    struct scan scan = {text};
    struct rr_action *a = action;
    for (uint8_t verb = 0; verb < VERBS; verb++) {
        if (!scan_word(&scan, verbs[verb]))
            continue;
        a->verb = verb;
        if (verb == RR_LOAD_ONE || verb == RR_LOAD_TWO)
            return parse_piece(&scan, state, seat, a, why);
        return (parse_arguments(&scan, a) && scan_end(&scan)) || refuse(why, "riffraff.notation");
    }
    return (parse_outcome(&scan, a) && scan_end(&scan)) || refuse(why, "riffraff.notation");
}
