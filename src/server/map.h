/* map.h: a hash map from byte strings to pointers.
 *
 * Keys are not copied; they usually lie inside the value. The hash is seeded, because keys come
 * from clients. */
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

/* Empty when all but the seed is zero. */
struct map {
    uint64_t seed;
    struct map_row *rows;
    size_t room, count;
};

void map_free(struct map *map);
/* NULL if there is none. */
void *map_find(const struct map *map, const void *key, size_t size);
/* The key must not be in the map. */
void map_add(struct map *map, const void *key, size_t size, void *value);
/* The key must be in the map. */
void map_drop(struct map *map, const void *key, size_t size);
/* Iterates over the values, starting with `*at` = 0; NULL at the end. To remove the value just
 * returned, decrement `*at`; some other value may then be returned twice. */
void *map_next(const struct map *map, size_t *at);

#endif
