/* figures.c: many figures, and where they lie. */
#include "load.h"

#include <stdlib.h>

#include <spelunke/must.h>

void figures_add(struct figures *figures, double item) {
    if (figures->count == figures->room) {
        figures->room = figures->room ? 2 * figures->room : 1024;
        figures->items = must_realloc(figures->items, figures->room * sizeof *figures->items);
    }
    figures->items[figures->count++] = item;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double figures_part(struct figures *figures, double part) {
    if (!figures->count)
        return 0;
    qsort(figures->items, figures->count, sizeof *figures->items, compare);
    size_t place = (size_t)(part * (double)figures->count);
    return figures->items[place < figures->count ? place : figures->count - 1];
}

double figures_mean(const struct figures *figures) {
    double sum = 0;
    for (size_t i = 0; i < figures->count; i++)
        sum += figures->items[i];
    return figures->count ? sum / (double)figures->count : 0;
}

void figures_clear(struct figures *figures) {
    figures->count = 0;
}

void figures_free(struct figures *figures) {
    free(figures->items);
    *figures = (struct figures){0};
}
