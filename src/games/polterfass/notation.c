/* notation.c: actions as text.
 *
 *     first 2
 *     roll 9 - 3 - - - - d -
 *     order 3 5
 *     stop, again, again 8, again 8 9
 *     serve x8>2 d9>1
 *
 * Barrels have places 1 to 9; the README has the rest. */
#include "polterfass.h"

#include <string.h>

#include <spelunke/notation.h>

static const char *const verbs[] = {
    [PF_FIRST] = "first", [PF_ROLL] = "roll",   [PF_ORDER] = "order",
    [PF_STOP] = "stop",   [PF_AGAIN] = "again", [PF_SERVE] = "serve",
};
enum { VERBS = sizeof verbs / sizeof *verbs };

const char *pf_mark(int place, int face) {
    static const char *const numbers[] = {"2", "3", "4", "5", "6", "7", "8", "9"};
    if (face == PF_LIES)
        return "-";
    if (face == PF_NOT_THROWN)
        return ".";
    if (place < PF_NUMBERS)
        return numbers[pf_ends[place][face - PF_FIRST_END] - 2];
    return face == PF_SPOILED ? "x" : "d";
}

static void print_number(struct text *out, int number) {
    text_put_char(out, ' ');
    text_put_number(out, number);
}

/* The members of a set, `first` being the number of its lowest bit. */
static void print_set(struct text *out, int set, int first) {
    for (int i = 0; set >> i; i++)
        if (set >> i & 1)
            print_number(out, first + i);
}

/* Spoiled ones first, then doubles, each by place. */
static void print_serve(struct text *out, const struct pf_action *a) {
    for (int is_double = 0; is_double < 2; is_double++)
        for (int i = 0; i < PF_SPECIALS; i++) {
            if (!a->target[i] || (a->number >> i & 1) != is_double)
                continue;
            text_put(out, is_double ? " d" : " x");
            text_put_number(out, PF_NUMBERS + 1 + i);
            text_put_char(out, '>');
            text_put_number(out, a->target[i]);
        }
}

void pf_print_action(const void *action, struct text *out) {
    const struct pf_action *a = action;
    text_put(out, verbs[a->verb]);
    if (a->verb == PF_FIRST)
        print_number(out, a->number);
    if (a->verb == PF_ORDER)
        print_set(out, a->number, 0);
    if (a->verb == PF_AGAIN)
        print_set(out, a->number, PF_NUMBERS + 1);
    if (a->verb == PF_SERVE)
        print_serve(out, a);
    for (int place = 0; a->verb == PF_ROLL && place < PF_BARRELS; place++) {
        text_put_char(out, ' ');
        text_put(out, pf_mark(place, a->marks[place]));
    }
}

/* Reads numbers in rising order without repetition, at least one; adds them to a set. */
static bool scan_set(struct scan *scan, int first, int count, int *set) {
    int64_t number;
    int next = first;
    for (*set = 0; scan_number(scan, next, first + count - 1, &number); next = (int)number + 1)
        *set |= 1 << (number - first);
    return *set != 0;
}

static bool parse_numbers(struct scan *scan, int first, int count, struct pf_action *a) {
    int set;
    if (!scan_set(scan, first, count, &set))
        return false;
    a->number = (uint8_t)set;
    return true;
}

static bool parse_first(struct scan *scan, struct pf_action *a) {
    int64_t seat;
    if (!scan_number(scan, 0, SEATS_MAX - 1, &seat))
        return false;
    a->number = (uint8_t)seat;
    return true;
}

static bool parse_mark(struct scan *scan, int place, uint8_t *mark) {
    for (uint8_t face = PF_LIES; face <= PF_NOT_THROWN; face++)
        if (scan_word(scan, pf_mark(place, face))) {
            *mark = face;
            return true;
        }
    return false;
}

static bool parse_roll(struct scan *scan, struct pf_action *a) {
    for (int place = 0; place < PF_BARRELS; place++)
        if (!parse_mark(scan, place, &a->marks[place]))
            return false;
    return true;
}

/* Reads `x8>2`: face and place of a special, and the barrel that it acts on. */
static bool parse_part(struct scan *scan, const uint8_t face[PF_BARRELS], struct pf_action *a) {
    char part[6];
    if (!scan_any_word(scan, part, sizeof part) || strlen(part) != 4 || part[2] != '>')
        return false;
    int special = part[1] - '1' - PF_NUMBERS, target = part[3] - '0';
    if (special < 0 || special >= PF_SPECIALS || a->target[special] || target < 1 ||
        target > PF_NUMBERS)
        return false;
    if (part[0] != pf_mark(PF_NUMBERS + special, face[PF_NUMBERS + special])[0])
        return false;
    a->target[special] = (uint8_t)target;
    return true;
}

/* Accepts any valid assignment with its parts in any order, and replaces it by the canonical one
 * for its total. */
static bool parse_serve(struct scan *scan, const struct pf_state *s, struct pf_action *a) {
    struct pf_serving servings[PF_SERVINGS];
    while (!scan_end(scan))
        if (!parse_part(scan, s->face, a))
            return false;
    int total = pf_served_by(s->face, a->target);
    int count = pf_servings(s->face, servings);
    for (int i = 0; i < count; i++)
        if (servings[i].total == total) {
            memcpy(a->target, servings[i].target, PF_SPECIALS);
            a->number = servings[i].doubles;
            return true;
        }
    return false;
}

static bool parse_arguments(struct scan *scan, const struct pf_state *s, struct pf_action *a) {
    switch (a->verb) {
    case PF_FIRST:
        return parse_first(scan, a);
    case PF_ROLL:
        return parse_roll(scan, a);
    case PF_ORDER:
        return parse_numbers(scan, 0, PF_CARDS, a);
    case PF_AGAIN:
        return scan_end(scan) || parse_numbers(scan, PF_NUMBERS + 1, PF_SPECIALS, a);
    case PF_SERVE:
        return parse_serve(scan, s, a);
    default:
        return true;
    }
}

bool pf_parse_action(const void *state, int seat, const char *text, void *action,
                     struct message *why) {
    struct scan scan = {text};
    struct pf_action *a = action;
    (void)seat;
    for (uint8_t verb = 0; verb < VERBS; verb++) {
        if (!scan_word(&scan, verbs[verb]))
            continue;
        a->verb = verb;
        if (parse_arguments(&scan, state, a) && scan_end(&scan))
            return true;
        return refuse(why, verb == PF_SERVE ? "polterfass.serve" : "polterfass.notation");
    }
    return refuse(why, "polterfass.notation");
}
