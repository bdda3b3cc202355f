/* odds.c: the odds of the barrels: how many of k thrown ones stand.
 *
 * Made by script/odds from simulated throws; do not edit. Barrels hinder and
 * help each other, so each row is a joint distribution, not k coins. Every
 * count is taken half a throw higher than it was: so what was never seen can
 * still happen.
 *
 *   k  throws  share standing, 95 %   a single entry, 95 %, at worst
 *   1    5000  0.2044 +- 0.0112       +- 0.0112
 *   2    5000  0.2308 +- 0.0082       +- 0.0136
 *   3    5000  0.2244 +- 0.0068       +- 0.0138
 *   4    5000  0.2386 +- 0.0060       +- 0.0137
 *   5    5000  0.2469 +- 0.0053       +- 0.0136
 *   6    5000  0.2592 +- 0.0050       +- 0.0132
 *   7    5000  0.2645 +- 0.0047       +- 0.0128
 *   8    5000  0.2753 +- 0.0044       +- 0.0128
 *   9    5000  0.2806 +- 0.0042       +- 0.0126
 */
#include "polterfass.h"

const uint32_t pf_odds[PF_BARRELS + 1][PF_BARRELS + 1] = {
    {16777216},
    {13346961, 3430255},
    {9917393, 5972575, 887248},
    {7984439, 6522050, 2034263, 236464},
    {5706433, 7054648, 3170986, 759628, 85521},
    {4025794, 6715246, 4347723, 1450359, 229710, 8384},
    {2821630, 5789120, 5071558, 2362256, 581762, 145860, 5030},
    {1912750, 5067698, 5191750, 3153272, 1131557, 276603, 38557, 5029},
    {1309122, 3880433, 5147650, 3759746, 2016484, 551474, 82135, 28496, 1676},
    {832995, 3045375, 4865560, 4211902, 2502336, 1017360, 236322, 45253, 18437, 1676},
};
