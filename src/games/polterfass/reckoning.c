/* reckoning.c: what the standing barrels serve (P-10 to P-12, P-20, P-21). */
#include "polterfass.h"

/* The specials that act, in the order in which they act: spoiled ones first,
 * then doubles, each by place. Every one needs a number barrel of its own, so
 * with a single one the second special is void (P-11). */
struct acting {
    int count;
    int special[PF_SPECIALS];
    bool is_double[PF_SPECIALS];
};

static void find_acting(const uint8_t face[PF_BARRELS], struct acting *acting) {
    int numbers = 0;
    for (int place = 0; place < PF_NUMBERS; place++)
        numbers += face[place] != PF_LIES;
    acting->count = 0;
    for (int kind = PF_SPOILED; kind <= PF_DOUBLE; kind++)
        for (int special = 0; special < PF_SPECIALS; special++)
            if (face[PF_NUMBERS + special] == kind && acting->count < numbers) {
                acting->special[acting->count] = special;
                acting->is_double[acting->count] = kind == PF_DOUBLE;
                acting->count++;
            }
}

static int standing_sum(const uint8_t face[PF_BARRELS]) {
    int sum = 0;
    for (int place = 0; place < PF_NUMBERS; place++)
        sum += pf_number(face, place);
    return sum;
}

/* A double adds the barrel's number once more, a spoiled one takes it away. */
static int change(const uint8_t face[PF_BARRELS], const struct acting *acting, int index,
                  int place) {
    int number = pf_number(face, place);
    return acting->is_double[index] ? number : -number;
}

int pf_served_by(const uint8_t face[PF_BARRELS], const uint8_t target[PF_SPECIALS]) {
    struct acting acting;
    uint8_t left[PF_SPECIALS] = {target[0], target[1]};
    int total = standing_sum(face);
    find_acting(face, &acting);
    for (int i = 0; i < acting.count; i++) {
        int place = target[acting.special[i]] - 1;
        if (place < 0 || place >= PF_NUMBERS || face[place] == PF_LIES)
            return -1;
        total += change(face, &acting, i, place);
        left[acting.special[i]] = 0;
    }
    bool is_void_named = left[0] || left[1];
    bool is_one_barrel = acting.count == PF_SPECIALS && target[0] == target[1];
    return is_void_named || is_one_barrel ? -1 : total;
}

/* Totals already listed, a bit each. */
struct listed {
    uint64_t low;
    uint64_t high;
};

static bool list_once(struct listed *listed, int total) {
    uint64_t *word = total < 64 ? &listed->low : &listed->high;
    uint64_t bit = (uint64_t)1 << (total & 63);
    bool is_new = !(*word & bit);
    *word |= bit;
    return is_new;
}

static void add_serving(struct pf_serving *out, int *count, struct listed *listed,
                        const struct acting *acting, const int place[PF_SPECIALS], int total) {
    if (!list_once(listed, total))
        return;
    struct pf_serving *serving = &out[(*count)++];
    *serving = (struct pf_serving){.total = (uint8_t)total};
    for (int i = 0; i < acting->count; i++) {
        serving->target[acting->special[i]] = (uint8_t)(place[i] + 1);
        serving->doubles |= (uint8_t)(acting->is_double[i] << acting->special[i]);
    }
}

/* Assignments come in rising order of their barrels, so the first one that
 * reaches a total is the one that names it. */
int pf_servings(const uint8_t face[PF_BARRELS], struct pf_serving out[PF_SERVINGS]) {
    struct acting acting;
    struct listed listed = {0};
    int count = 0, sum = standing_sum(face);
    int place[PF_SPECIALS] = {0};
    find_acting(face, &acting);
    if (acting.count == 0)
        add_serving(out, &count, &listed, &acting, place, sum);
    for (place[0] = 0; acting.count && place[0] < PF_NUMBERS; place[0]++) {
        if (face[place[0]] == PF_LIES)
            continue;
        int once = sum + change(face, &acting, 0, place[0]);
        if (acting.count == 1)
            add_serving(out, &count, &listed, &acting, place, once);
        for (place[1] = 0; acting.count == 2 && place[1] < PF_NUMBERS; place[1]++)
            if (face[place[1]] != PF_LIES && place[1] != place[0])
                add_serving(out, &count, &listed, &acting, place,
                            once + change(face, &acting, 1, place[1]));
    }
    return count;
}
