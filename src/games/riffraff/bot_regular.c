/* bot_regular.c: `regular`, the strongest computer player.
 *
 * It ranks all places of a piece by geometry (berth.h), then simulates the release in a copy of
 * the ship, several times with small placement errors. After a fall it tries another place or
 * another piece. Pieces that roll, tip or are heavy are loaded while the ship is stiff; pieces
 * that hang or lie flat are kept for later. Card and piece are chosen by the current rating and
 * by the ratings that the other pieces would get with the other cards. Among cards that are
 * nearly equal one is drawn at random, so that the hidden card cannot be predicted.
 *
 * Effort is the number of simulations. The place of a piece is a pure function of ship, area,
 * piece and effort, without random numbers, so that choosing and steering find the same place;
 * the memory is only a cache. */
#include "bots.h"

#include <string.h>

#include "geometry.h"
#include "trial.h"

enum { EFFORT = 8, ERRORS = 6, NEEDED_LEAST = 2, CROWDED = 20 };

/* Placement errors, drawn once from a normal distribution. All places are tested with the same
 * errors, so that they can be compared. */
static const double errors[ERRORS][5] = {
    {0.9, -0.6, 0.7, -1.1, 0.3},  {-1.1, 0.8, -0.9, 0.6, -0.8}, {0.3, 1.4, 1.2, 0.4, 0.9},
    {-0.5, -1.3, -0.2, 1.3, 0.6}, {1.5, 0.2, -1.2, -0.4, 1.0},  {-0.2, 0.4, 0.5, -0.3, -1.4},
};

/* How hard a shape is to load, in degrees of heel: the rating that is given up to load it early. */
static const double hardness[RR_SHAPES] = {
    [RR_BOAT] = 1.5, [RR_BARREL] = 5,  [RR_FLASK] = 6, [RR_CRATE] = 4.5,
    [RR_SAILOR] = 0, [RR_PLANK] = 1.5, [RR_RAT] = 0,   [RR_CHEST] = 5,
};

/* The rating of an area on which a piece finds no place; and the weight of a place that a piece
 * may find later, relative to one that it has now. */
static const double nothing_fits = -20, foresight = .5;

/* The last place that was found, and the key of this cache. */
struct plan {
    bool is_made;
    int area, piece, effort;
    struct rr_ship ship;
    struct berth berth;
    bool holds;
};

struct memory {
    struct rr_steering steering; /* must be first: steer.h */
    struct plan plan;
};

static void *sit(const struct game *game, int seat) {
    (void)game, (void)seat;
    return steer_memory(sizeof(struct memory));
}

bool rr_find_best(const struct thinking *thinking, const struct berth_view *view, int tries,
                  struct berth *out) {
    const struct rr_state *v = thinking->view;
    struct berth berths[BERTHS_MAX];
    int count = berth_rank(view, v->loading, berths), chosen = tries / 2;
    if (chosen < count)
        *out = berths[chosen];
    return chosen < count;
}

static bool is_cut_short(const struct budget *budget) {
    return budget->expired && budget->expired(budget->context);
}

/* The number of simulations for one piece. */
static int trials_a_piece(const struct budget *budget) {
    int effort = budget->effort ? budget->effort : EFFORT;
    return effort > NEEDED_LEAST ? (effort + 1) / 2 : effort;
}

/* How often a place must hold. At most half of the simulations are spent on one place. */
static int trials_a_place(int trials_a_piece) {
    int needed = trials_a_piece / 2;
    return needed < NEEDED_LEAST ? NEEDED_LEAST : needed > ERRORS ? ERRORS : needed;
}

/* Counts how often a place holds, in up to `most` simulations; stops at the first fall. */
static int try_place(struct trial *trial, const struct berth_view *view, const struct berth *berth,
                     int most) {
    int held = 0;
    for (; held < most; held++) {
        struct real_pose inside =
            steer_miss(berth, errors[held], rr_level_regular.error, rr_level_regular.turn_error);
        struct real_pose world = berth_in_world(view, &inside);
        if (!trial_holds(trial, &world))
            break;
    }
    return held;
}

/* Places close to each other behave alike, so the neighbours of a place that failed are skipped. */
static bool is_near(const struct berth *a, const struct berth *b) {
    return fabs(a->rest.at[0] - b->rest.at[0]) < .010 &&
           fabs(a->rest.at[1] - b->rest.at[1]) < .010 && fabs(a->rest.at[2] - b->rest.at[2]) < .005;
}

static bool was_refused(const struct berth *berths, const int *tried, int count, int next) {
    for (int i = 0; i < count; i++)
        if (is_near(&berths[tried[i]], &berths[next]))
            return true;
    return false;
}

/* Finds the best place that holds, or else the one that held most often. Returns the number of
 * simulations. */
static int try_berths(const struct rr_state *v, const struct berth_view *view, int piece,
                      const struct berth *berths, int count, const struct budget *budget,
                      struct plan *plan) {
    struct trial *trial = trial_new(v->sea, &v->ship, piece);
    int made = 0, most = trials_a_piece(budget), needed = trials_a_place(most);
    int best_held = -1, tried[64], tried_count = 0;
    for (int i = 0; i < count && made < most && tried_count < 64 && !plan->holds; i++) {
        if (was_refused(berths, tried, tried_count, i))
            continue;
        int allowed = most - made < needed ? most - made : needed;
        int held = try_place(trial, view, &berths[i], allowed);
        made += held < allowed ? held + 1 : held;
        plan->holds = held == allowed;
        if (held > best_held) {
            best_held = held;
            plan->berth = berths[i];
        }
        tried[tried_count++] = i;
        if (is_cut_short(budget))
            break;
    }
    trial_free(trial);
    return made;
}

/* Finds a place for one piece; false: there is none. Adds the number of simulations to `made`. */
static bool find_place(const struct rr_state *v, const struct berth_view *view, int piece,
                       const struct budget *budget, struct plan *plan, int *made) {
    struct berth berths[BERTHS_MAX];
    int count = berth_rank(view, piece, berths);
    memset(plan, 0, sizeof *plan);
    if (count) {
        plan->is_made = true;
        plan->area = view->area;
        plan->piece = piece;
        plan->effort = budget->effort;
        plan->ship = v->ship;
        plan->berth = berths[0];
        *made += try_berths(v, view, piece, berths, count, budget, plan);
    }
    return count > 0;
}

static bool is_plan_for(const struct plan *plan, const struct rr_state *v,
                        const struct berth_view *view, const struct budget *budget) {
    return plan->is_made && plan->area == view->area && plan->piece == v->loading &&
           plan->effort == budget->effort && memcmp(&plan->ship, &v->ship, sizeof v->ship) == 0;
}

/* The place to steer to: the planned one, then the next best by geometry. */
static bool find(const struct thinking *thinking, const struct berth_view *view, int tries,
                 struct berth *out) {
    const struct rr_state *v = thinking->view;
    struct memory *memory = thinking->memory;
    int made = 0;
    if (tries > 1)
        return rr_find_best(thinking, view, tries, out);
    if (!is_plan_for(&memory->plan, v, view, thinking->budget) &&
        !find_place(v, view, v->loading, thinking->budget, &memory->plan, &made))
        return false;
    *out = memory->plan.berth;
    return true;
}

const struct rr_level rr_level_regular = {
    .error = .002, .turn_error = .035, .catches = true, .find = find};

static void look(const struct rr_state *v, int area, struct berth_view *view) {
    berth_look(&v->ship, v->sea, area, view);
}

/* The ratings of all pieces of a hand on the areas of some cards, on the ship as it is now.
 * Pieces of the same shape have the same rating. */
struct outlook {
    uint64_t pieces;
    unsigned cards;
    double rating[RR_CARDS + 1][RR_SHAPES];
};

static void look_ahead(const struct rr_state *v, int seat, unsigned cards, struct outlook *out) {
    struct berth_view view;
    struct berth berths[BERTHS_MAX];
    out->pieces = v->supply[seat];
    out->cards = cards;
    for (int card = 1; card <= RR_CARDS; card++) {
        if (!(cards >> (card - 1) & 1))
            continue;
        look(v, card, &view);
        for (int shape = 0; shape < RR_SHAPES; shape++)
            out->rating[card][shape] = nothing_fits;
        for (int piece = rr_set_next(out->pieces, 0); piece >= 0;
             piece = rr_set_next(out->pieces, piece + 1)) {
            double *rating = &out->rating[card][piece % RR_SHAPES];
            if (*rating == nothing_fits && berth_rank(&view, piece, berths))
                *rating = fmax(berths[0].rating, nothing_fits);
        }
    }
}

/* The best rating of a shape with one of the other cards. */
static double rate_later(const struct outlook *outlook, int shape, int played) {
    double best = nothing_fits;
    for (int card = 1; card <= RR_CARDS; card++)
        if (outlook->cards >> (card - 1) & 1 && card != played)
            best = fmax(best, outlook->rating[card][shape]);
    return best;
}

/* A piece that can be loaded with a card. */
struct prospect {
    int piece;
    double rating, worth;
};

static void insert(struct prospect *prospects, int count, struct prospect prospect) {
    for (; count > 0 && prospects[count - 1].worth < prospect.worth; count--)
        prospects[count] = prospects[count - 1];
    prospects[count] = prospect;
}

/* One piece of each shape, most useful first. Hard shapes are preferred while the ship is stiff;
 * pieces that would lie as well with another card can wait. */
static int find_prospects(const struct rr_state *v, const struct outlook *outlook, int card,
                          struct prospect out[RR_SHAPES]) {
    int count = 0;
    double stiff = 1 - rr_set_size(v->ship.aboard) / (double)CROWDED;
    uint32_t shapes = 0;
    for (int piece = rr_set_next(outlook->pieces, 0); piece >= 0;
         piece = rr_set_next(outlook->pieces, piece + 1)) {
        int shape = piece % RR_SHAPES;
        double rating = outlook->rating[card][shape];
        if (shapes >> shape & 1 || rating <= nothing_fits)
            continue;
        shapes |= 1u << shape;
        double worth = rating + (stiff > 0 ? 2 * stiff * hardness[shape] : 0) -
                       foresight * rate_later(outlook, shape, card);
        insert(out, count++, (struct prospect){piece, rating, worth});
    }
    return count;
}

/* Loading two empties the hand sooner. It pays on a ship with room, and with the last two
 * pieces, but not on a ship that drops cargo. */
static bool does_two_pay(const struct rr_state *v, int seat, const struct prospect *prospects,
                         int count) {
    static const double firm = 2;
    if (v->phase != RR_LOAD || rr_no_two(v, seat))
        return false;
    if (rr_set_size(v->supply[seat]) == 2)
        return true;
    int aboard = rr_set_size(v->ship.aboard);
    return aboard < CROWDED - 4 || (count > 1 && prospects[1].rating > firm);
}

static void load(const struct thinking *thinking, struct rr_action *a) {
    const struct rr_state *v = thinking->view;
    struct memory *memory = thinking->memory;
    struct berth_view view;
    struct outlook outlook;
    struct prospect prospects[RR_SHAPES];
    struct plan plan = {0};
    const struct budget *budget = thinking->budget;
    int effort = budget->effort ? budget->effort : EFFORT, made = 0;
    int seat = thinking->seat, area = rr_area_of(v, seat);
    look(v, area, &view);
    look_ahead(v, seat, rr_cards_held(v, seat) | 1u << (area - 1), &outlook);
    int count = find_prospects(v, &outlook, area, prospects);
    a->verb = RR_LOAD_ONE;
    a->piece = (int8_t)rr_set_next(v->supply[seat], 0);
    for (int i = 0; i < count && made + trials_a_piece(budget) <= effort; i++) {
        find_place(v, &view, prospects[i].piece, budget, &plan, &made);
        if (i == 0 || plan.holds) {
            a->piece = (int8_t)plan.piece;
            if (memory)
                memory->plan = plan;
        }
        if (plan.holds || is_cut_short(budget))
            break;
    }
    if (count && plan.holds && does_two_pay(v, seat, prospects, count))
        a->verb = RR_LOAD_TWO;
}

/* The worth of a card: the best piece on its area, plus for each other piece the best place with
 * the remaining cards. A yard that allows two pieces is worth more. */
static double rate_card(const struct rr_state *v, const struct outlook *outlook, int card) {
    static const double two_worth = 3;
    struct prospect prospects[RR_SHAPES];
    int count = find_prospects(v, outlook, card, prospects);
    double worth = count ? prospects[0].worth : nothing_fits;
    for (int piece = rr_set_next(outlook->pieces, 0); piece >= 0;
         piece = rr_set_next(outlook->pieces, piece + 1))
        worth += foresight * rate_later(outlook, piece % RR_SHAPES, card);
    if (card > RR_DECK_AREAS && memchr(v->ship.area, card, sizeof v->ship.area) && count > 1)
        worth += two_worth;
    return worth;
}

/* Draws one of the best cards: those within `leeway` degrees of heel of the best one. */
static void lay_card(const struct thinking *thinking, struct rr_action *a) {
    static const double leeway = 1;
    const struct rr_state *v = thinking->view;
    struct outlook outlook;
    double worth[RR_CARDS + 1], best = -1e9;
    uint8_t good[RR_CARDS];
    uint32_t count = 0;
    look_ahead(v, thinking->seat, rr_cards_held(v, thinking->seat), &outlook);
    for (int card = 1; card <= RR_CARDS; card++) {
        worth[card] = outlook.cards >> (card - 1) & 1 ? rate_card(v, &outlook, card) : -1e9;
        best = fmax(best, worth[card]);
    }
    for (uint8_t card = 1; card <= RR_CARDS; card++)
        if (outlook.cards >> (card - 1) & 1 && worth[card] >= best - leeway)
            good[count++] = card;
    a->verb = RR_CARD;
    a->number = good[rng_below(thinking->rng, count)];
}

/* Sorts seats by falling number of pieces. */
static int compare_seats(const struct rr_state *v, int a, int b) {
    return rr_set_size(v->supply[b]) - rr_set_size(v->supply[a]);
}

/* Later turns have less room, so they go to the seats with the fewest pieces left. */
static void order_seats(const struct rr_state *v, struct rr_action *a) {
    a->verb = RR_ORDER;
    a->order_count = (uint8_t)rr_open_places(v, a->order);
    for (int i = 1; i < a->order_count; i++)
        for (int k = i; k > 0 && v->laid[a->order[k]] == v->laid[a->order[k - 1]] &&
                        compare_seats(v, a->order[k - 1], a->order[k]) > 0;
             k--) {
            uint8_t seat = a->order[k];
            a->order[k] = a->order[k - 1];
            a->order[k - 1] = seat;
        }
}

/* The captain loads first: the own seat, or the one with the most pieces. */
static void name_captain(const struct rr_state *v, int seat, struct rr_action *a) {
    unsigned tied = rr_highest(v);
    int named = __builtin_ctz(tied);
    for (int other = 0; other < v->seats; other++)
        if (tied >> other & 1 && compare_seats(v, named, other) > 0)
            named = other;
    a->verb = RR_CAPTAIN;
    a->number = (uint8_t)(tied >> seat & 1 ? seat : named);
}

static bool choose(const struct thinking *thinking, void *action) {
    const struct rr_state *v = thinking->view;
    struct rr_action *a = action;
    switch (v->phase) {
    case RR_LAY_CARDS:
        lay_card(thinking, a);
        break;
    case RR_NAME_CAPTAIN:
        name_captain(v, thinking->seat, a);
        break;
    case RR_NAME_ORDER:
        order_seats(v, a);
        break;
    default:
        load(thinking, a);
    }
    return true;
}

static void steer(const struct thinking *thinking, const struct frame *frame, struct hand *hand) {
    steer_hand(&rr_level_regular, thinking->memory, thinking, frame, hand);
}

const struct bot rr_bot_regular = {
    .key = "regular", .sit = sit, .leave = steer_leave, .choose = choose, .steer = steer};
