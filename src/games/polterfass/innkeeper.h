/* innkeeper.h: when should the innkeeper turn off the tap?
 *
 * A stopping problem with an exact solution: barrels with equal faces are interchangeable, so
 * there are only 648 patterns of number barrels and 6 of specials. `regular` uses it as
 * innkeeper, and as guest to predict the innkeeper. For bots only; the rules do not depend on
 * it. */
#ifndef SPELUNKE_POLTERFASS_INNKEEPER_H
#define SPELUNKE_POLTERFASS_INNKEEPER_H

#include "polterfass.h"

enum { PF_NUMBER_PATTERNS = 3 * 6 * 6 * 6, PF_SPECIAL_PATTERNS = 6 };

/* The choice in a pattern: PF_STOP_HERE, or the pattern of specials to keep; everything else
 * that can be rolled is rolled. */
enum { PF_STOP_HERE = -1 };

struct pf_plan {
    double value[PF_NUMBER_PATTERNS][PF_SPECIAL_PATTERNS];
    int8_t choice[PF_NUMBER_PATTERNS][PF_SPECIAL_PATTERNS];
    uint8_t served[PF_NUMBER_PATTERNS][PF_SPECIAL_PATTERNS]; /* if the choice is PF_STOP_HERE */
    bool is_solved[PF_NUMBER_PATTERNS];
};

/* The value of serving each total, and of failing. */
struct pf_worth {
    double serve[PF_TOTAL_MAX + 1];
    double fail;
};

/* Computes the optimal plan for these barrels and all that can follow. */
void pf_solve(const struct pf_worth *worth, const uint8_t face[PF_BARRELS], struct pf_plan *plan);
/* The probability with which the plan ends in each total; returns that of failing. */
double pf_foresee(const struct pf_plan *plan, const uint8_t face[PF_BARRELS],
                  double served[PF_TOTAL_MAX + 1]);
/* The action that the plan chooses for these faces. */
void pf_follow(const struct pf_plan *plan, const uint8_t face[PF_BARRELS],
               struct pf_action *action);

#endif
