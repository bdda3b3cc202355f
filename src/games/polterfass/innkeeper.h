/* innkeeper.h: when should the innkeeper turn off the tap?
 *
 * A stopping problem that can be solved exactly: barrels that look alike are
 * alike, so there are only 648 patterns of number barrels and 6 of special
 * ones. `regular` solves it as innkeeper, and as guest to know what he will
 * do. Kept apart from the rules: bots only. */
#ifndef SPELUNKE_POLTERFASS_INNKEEPER_H
#define SPELUNKE_POLTERFASS_INNKEEPER_H

#include "polterfass.h"

enum { PF_NUMBER_PATTERNS = 3 * 6 * 6 * 6, PF_SPECIAL_PATTERNS = 6 };

/* What he does in a pattern: PF_STOP_HERE, or the special pattern he keeps
 * while all else goes into the cup. */
enum { PF_STOP_HERE = -1 };

struct pf_plan {
    double value[PF_NUMBER_PATTERNS][PF_SPECIAL_PATTERNS];
    int8_t choice[PF_NUMBER_PATTERNS][PF_SPECIAL_PATTERNS];
    uint8_t served[PF_NUMBER_PATTERNS][PF_SPECIAL_PATTERNS]; /* where he stops */
    bool is_solved[PF_NUMBER_PATTERNS];
};

/* What serving each total and failing are worth to him. */
struct pf_worth {
    double serve[PF_TOTAL_MAX + 1];
    double fail;
};

/* The best play from these barrels on. */
void pf_solve(const struct pf_worth *worth, const uint8_t face[PF_BARRELS], struct pf_plan *plan);
/* How often the plan ends in each total from these barrels on; returns how
 * often it fails. */
double pf_foresee(const struct pf_plan *plan, const uint8_t face[PF_BARRELS],
                  double served[PF_TOTAL_MAX + 1]);
/* The plan's action for barrels that stand like this. */
void pf_follow(const struct pf_plan *plan, const uint8_t face[PF_BARRELS],
               struct pf_action *action);

#endif
