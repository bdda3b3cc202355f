/* faults.c: plays a game with a planted fault until a law finds it. */
#include "faults.h"

enum law find_broken(const struct game *game, void (*vary)(void *, int, struct rng *),
                     void (*print_log)(const struct match *, bool, struct text *)) {
    struct law_case judged = {game, vary, print_log, FAULT_ENTRIES_CAP, null_samples, true};
    struct law_finding finding = law_finding_new(game);
    for (uint64_t seed = 0; seed < FAULT_MATCHES && !finding.broken; seed++)
        laws_run(&judged, seed, &finding);
    enum law broken = finding.broken;
    law_finding_free(&finding);
    return broken;
}

enum law broken_by(const struct game *game) {
    return find_broken(game, null_vary, log_print);
}
