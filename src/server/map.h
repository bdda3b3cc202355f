/* map.h: finds things by their names, whatever the things are.
 *
 * A key is some bytes inside of the thing itself: the map copies neither. The hash is
 * seeded, because names come from outside. */
#ifndef SPELUNKE_SERVER_MAP_H
#define SPELUNKE_SERVER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_row {
    const void *key;
    size_t size;
    void *value; /* NULL: free */
};

/* All zero but for the seed is an empty map. */
struct map {
    uint64_t seed;
    struct map_row *rows;
    size_t room, count;
};

void map_free(struct map *map);
/* NULL: it is not there. */
void *map_find(const struct map *map, const void *key, size_t size);
/* The key was not there. */
void map_add(struct map *map, const void *key, size_t size, void *value);
/* The key was there. */
void map_drop(struct map *map, const void *key, size_t size);
/* One value after the other, from `*at` = 0 on; NULL: that was all. Whoever drops the value
 * that it was just given takes one off `*at`; then one of them may come twice. */
void *map_next(const struct map *map, size_t *at);

#endif
