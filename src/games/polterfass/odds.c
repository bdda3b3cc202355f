/* odds.c: the odds of the barrels: how many of k thrown ones stand.
 *
 * PLACEHOLDER: each barrel stands with a share of .28, independently of the
 * others. Real barrels hinder each other; the measured joint distribution takes
 * the place of this table when the barrels have physics. */
#include "polterfass.h"

const uint32_t pf_odds[PF_BARRELS + 1][PF_BARRELS + 1] = {
    {16777216},
    {12079596, 4697620},
    {8697309, 6764573, 1315334},
    {6262062, 7305740, 2841121, 368293},
    {4508685, 7013510, 4091214, 1060685, 103122},
    {3246253, 6312159, 4909457, 1909233, 371240, 28874},
    {2337302, 5453705, 5302213, 2749296, 801878, 124737, 8085},
    {1682858, 4581112, 5344631, 3464113, 1347155, 314336, 40747, 2264},
    {1211657, 3769601, 5130847, 3990658, 1939903, 603525, 117352, 13039, 634},
    {872393, 3053377, 4749698, 4309911, 2514114, 977711, 253481, 42247, 4107, 177},
};
