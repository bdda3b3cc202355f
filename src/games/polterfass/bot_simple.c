/* bot_simple.c: `careful` and `bold`, which play by rules of thumb and the exact odds of the
 * next roll. */
#include "polterfass.h"

/* The parameters of the two bots. Shares are in hundredths. */
struct temper {
    int fail_share;    /* rolls again while failing is less likely than this */
    int enough;        /* stops at this many mugs for each guest */
    int order_share;   /* orders this share of an even part of the standing number, */
    int order_extra;   /* plus this many mugs */
    int serve_at_most; /* at the reckoning: serves this many mugs for each guest; 0: the most */
};

static int guest_count(const struct pf_state *v) {
    return v->seats - 1;
}

static int best_total(const uint8_t face[PF_BARRELS], int at_most, struct pf_serving *best) {
    struct pf_serving servings[PF_SERVINGS];
    int count = pf_servings(face, servings);
    *best = servings[0];
    for (int i = 1; i < count; i++) {
        bool is_under = servings[i].total <= at_most, was_under = best->total <= at_most;
        if (is_under != was_under ? is_under : (servings[i].total > best->total) == is_under)
            *best = servings[i];
    }
    return best->total;
}

static void decide(const struct pf_state *v, const struct temper *temper, struct pf_action *a) {
    struct pf_serving serving;
    /* Spoiled barrels are rolled again; doubles are kept. */
    int specials = (v->face[PF_NUMBERS] == PF_SPOILED) | (v->face[PF_NUMBERS + 1] == PF_SPOILED)
                                                             << 1;
    int cup = pf_set_size(pf_lying(v->face) | specials << PF_NUMBERS);
    int total = best_total(v->face, PF_TOTAL_MAX, &serving);
    bool is_safe =
        cup && (int64_t)pf_odds[cup][0] * 100 < (int64_t)temper->fail_share * PF_ODDS_WHOLE;
    bool goes_on = is_safe && total < temper->enough * guest_count(v);
    a->verb = goes_on ? PF_AGAIN : PF_STOP;
    a->number = (uint8_t)(goes_on ? specials : 0);
}

static void reckon(const struct pf_state *v, const struct temper *temper, struct pf_action *a) {
    struct pf_serving serving;
    int at_most = temper->serve_at_most ? temper->serve_at_most * guest_count(v) : PF_TOTAL_MAX;
    best_total(v->face, at_most, &serving);
    a->verb = PF_SERVE;
    a->number = serving.doubles;
    for (int i = 0; i < PF_SPECIALS; i++)
        a->target[i] = serving.target[i];
}

/* An even part of the standing number, plus or minus one mug. */
static void order(const struct pf_state *v, const struct temper *temper, struct rng *rng,
                  struct pf_action *a) {
    struct pf_serving serving;
    int part = best_total(v->face, PF_TOTAL_MAX, &serving) * temper->order_share / 100;
    int wish = part / guest_count(v) + temper->order_extra + (int)rng_below(rng, 3) - 1;
    wish = wish < 0 ? 0 : wish > 13 ? 13 : wish;
    a->verb = PF_ORDER;
    a->number = (uint8_t)(wish < PF_CARDS ? 1 << wish : 1 << 7 | 1 << (wish - 7));
}

static void play(const struct pf_state *v, const struct temper *temper, struct rng *rng,
                 struct pf_action *a) {
    if (v->phase == PF_ORDERS)
        order(v, temper, rng, a);
    else if (v->phase == PF_SERVING)
        decide(v, temper, a);
    else
        reckon(v, temper, a);
}

static bool choose_careful(const struct thinking *thinking, void *action) {
    static const struct temper careful = {
        .fail_share = 12, .enough = 5, .order_share = 90, .order_extra = 0};
    play(thinking->view, &careful, thinking->rng, action);
    return true;
}

static bool choose_bold(const struct thinking *thinking, void *action) {
    static const struct temper bold = {
        .fail_share = 30, .enough = 9, .order_share = 110, .order_extra = 3, .serve_at_most = 5};
    play(thinking->view, &bold, thinking->rng, action);
    return true;
}

const struct bot pf_bot_careful = {.key = "careful", .choose = choose_careful};
const struct bot pf_bot_bold = {.key = "bold", .choose = choose_bold};
