/* pieces.c: names and sets of the wooden pieces. */
#include "riffraff.h"

#define NAMES(owner_and_copy)                                                                      \
    "boat" owner_and_copy, "barrel" owner_and_copy, "flask" owner_and_copy,                        \
        "crate" owner_and_copy, "sailor" owner_and_copy, "plank" owner_and_copy,                   \
        "rat" owner_and_copy, "chest" owner_and_copy
const char *const rr_piece_names[RR_PIECES] = {NAMES("0.1"), NAMES("1.1"), NAMES("2.1"),
                                               NAMES("3.1"), NAMES("0.2"), NAMES("1.2")};

const char *const rr_shape_names[RR_SHAPES] = {
    [RR_BOAT] = "boat",     [RR_BARREL] = "barrel", [RR_FLASK] = "flask", [RR_CRATE] = "crate",
    [RR_SAILOR] = "sailor", [RR_PLANK] = "plank",   [RR_RAT] = "rat",     [RR_CHEST] = "chest",
};

int rr_set_size(uint64_t set) {
    return __builtin_popcountll(set);
}

int rr_set_next(uint64_t set, int from) {
    uint64_t rest = from < 64 ? set >> from << from : 0;
    return rest ? __builtin_ctzll(rest) : RR_NO_PIECE;
}

int rr_piece_owner(int piece) {
    return piece / RR_SHAPES % RR_SEATS;
}

uint64_t rr_first_pieces(int seat, int seats) {
    const uint64_t one_set = (1u << RR_SHAPES) - 1;
    uint64_t pieces = one_set << seat * RR_SHAPES;
    if (seats == 2)
        pieces |= one_set << (RR_SEATS + seat) * RR_SHAPES;
    return pieces;
}
