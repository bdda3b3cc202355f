/* reckoning.c: the totals that standing barrels can serve (P-10 to P-12, P-20, P-21). */
#include "polterfass.h"

/* The standing number barrels by place, and the active specials in the order in which they act:
 * spoiled ones first, then doubles, each by place. Each special needs a number barrel of its
 * own, so with a single number barrel the second special is void (P-11). */
struct standing {
    int sum; /* of the numbers */
    int numbers;
    uint8_t place[PF_NUMBERS + 1]; /* 1 to 7, as an action names it */
    uint8_t number[PF_NUMBERS + 1];
    int acting;
    uint8_t special[PF_SPECIALS + 1];
    bool is_double[PF_SPECIALS + 1];
};

/* Branchless: every barrel is written to the end of the list, but the list only grows if the
 * barrel belongs there. So the list has room for one more. */
static int find_numbers(const uint8_t face[PF_BARRELS], struct standing *s) {
    int sum = 0, count = 0;
    for (int place = 0; place < PF_NUMBERS; place++) {
        int number = pf_number(face, place);
        s->place[count] = (uint8_t)(place + 1);
        s->number[count] = (uint8_t)number;
        count += number > 0;
        sum += number;
    }
    s->sum = sum;
    return count;
}

static int find_specials(const uint8_t face[PF_BARRELS], struct standing *s) {
    int count = 0;
    for (int kind = PF_SPOILED; kind <= PF_DOUBLE; kind++)
        for (int special = 0; special < PF_SPECIALS; special++) {
            s->special[count] = (uint8_t)special;
            s->is_double[count] = kind == PF_DOUBLE;
            count += face[PF_NUMBERS + special] == kind;
        }
    return count;
}

static void find_standing(const uint8_t face[PF_BARRELS], struct standing *s) {
    int specials = find_specials(face, s);
    s->numbers = find_numbers(face, s);
    s->acting = specials < s->numbers ? specials : s->numbers;
}

/* A double adds the barrel's number once more, a spoiled one subtracts it. */
static int change(const struct standing *s, int index, int number) {
    return s->is_double[index] ? number : -number;
}

int pf_served_by(const uint8_t face[PF_BARRELS], const uint8_t target[PF_SPECIALS]) {
    struct standing s;
    uint8_t left[PF_SPECIALS] = {target[0], target[1]};
    find_standing(face, &s);
    int total = s.sum;
    for (int i = 0; i < s.acting; i++) {
        int place = target[s.special[i]] - 1;
        if (place < 0 || place >= PF_NUMBERS || face[place] == PF_LIES)
            return -1;
        total += change(&s, i, pf_number(face, place));
        left[s.special[i]] = 0;
    }
    bool is_void_named = left[0] || left[1];
    bool is_one_barrel = s.acting == PF_SPECIALS && target[0] == target[1];
    return is_void_named || is_one_barrel ? -1 : total;
}

void pf_effects(const uint8_t face[PF_BARRELS], const uint8_t target[PF_SPECIALS],
                int8_t effect[PF_SPECIALS]) {
    for (int special = 0; special < PF_SPECIALS; special++) {
        int number = target[special] ? pf_number(face, target[special] - 1) : 0;
        bool is_double = face[PF_NUMBERS + special] == PF_DOUBLE;
        effect[special] = (int8_t)(is_double ? number : -number);
    }
}

/* Totals already listed, as bits. */
struct listed {
    uint64_t words[PF_TOTAL_MAX / 64 + 1];
};

static bool list_once(struct listed *listed, int total) {
    uint64_t *word = &listed->words[total / 64];
    uint64_t bit = (uint64_t)1 << total % 64;
    bool is_new = !(*word & bit);
    *word |= bit;
    return is_new;
}

/* The serving in which the active specials act on the barrels at these indexes; 0: no such
 * special. */
static struct pf_serving serving(const struct standing *s, int total, int first, int second) {
    bool is_swapped = s->special[0] == 1;
    bool first_doubles = first && s->is_double[0], second_doubles = second && s->is_double[1];
    struct pf_serving serving = {.total = (uint8_t)total};
    serving.target[0] = (uint8_t)(is_swapped ? second : first);
    serving.target[1] = (uint8_t)(is_swapped ? first : second);
    serving.doubles = (uint8_t)(is_swapped ? second_doubles | first_doubles << 1
                                           : first_doubles | second_doubles << 1);
    return serving;
}

/* Assignments are enumerated in rising order of their barrels; the first one of each total is
 * the canonical one. */
int pf_servings(const uint8_t face[PF_BARRELS], struct pf_serving out[PF_SERVINGS]) {
    struct standing s;
    struct listed listed = {0};
    find_standing(face, &s);
    int count = s.acting == 0;
    out[0] = serving(&s, s.sum, 0, 0);
    for (int i = 0; s.acting && i < s.numbers; i++) {
        int once = s.sum + change(&s, 0, s.number[i]);
        if (s.acting == 1) {
            out[count] = serving(&s, once, s.place[i], 0);
            count += list_once(&listed, once);
        }
        for (int j = 0; s.acting == 2 && j < s.numbers; j++) {
            if (j == i)
                continue;
            int twice = once + change(&s, 1, s.number[j]);
            out[count] = serving(&s, twice, s.place[i], s.place[j]);
            count += list_once(&listed, twice);
        }
    }
    return count;
}

bool pf_range(const uint8_t face[PF_BARRELS], int *least, int *most) {
    struct pf_serving servings[PF_SERVINGS];
    int count = pf_servings(face, servings);
    *least = PF_TOTAL_MAX;
    *most = 0;
    for (int i = 0; i < count; i++) {
        *least = servings[i].total < *least ? servings[i].total : *least;
        *most = servings[i].total > *most ? servings[i].total : *most;
    }
    return pf_number_stands(face);
}
