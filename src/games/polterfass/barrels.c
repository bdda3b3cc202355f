/* barrels.c: the faces of the nine barrels (P-1, P-2).
 *
 * Which barrels stand is random, so a branch on a single face is mispredicted half of the time.
 * The code here and in roll and reckoning therefore avoids such branches. */
#include "polterfass.h"

/* The two ends of a number barrel add up to 11. */
const uint8_t pf_ends[PF_NUMBERS][2] = {{9, 2}, {8, 3}, {8, 3}, {7, 4}, {7, 4}, {6, 5}, {6, 5}};

int pf_number(const uint8_t face[PF_BARRELS], int place) {
    int number = pf_ends[place][face[place] == PF_SECOND_END];
    return face[place] == PF_LIES ? 0 : number;
}

uint16_t pf_lying(const uint8_t face[PF_BARRELS]) {
    unsigned lying = 0;
    for (int place = 0; place < PF_BARRELS; place++)
        lying |= (unsigned)(face[place] == PF_LIES) << place;
    return (uint16_t)lying;
}

bool pf_number_stands(const uint8_t face[PF_BARRELS]) {
    enum { ALL_NUMBERS = (1 << PF_NUMBERS) - 1 };
    return ~pf_lying(face) & ALL_NUMBERS;
}
