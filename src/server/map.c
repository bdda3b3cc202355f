/* map.c: open addressing with linear probing, at most half full. Removing a row moves later ones of
 * its run up, so there are no tombstones. */
#include "map.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

enum { ROOM_FIRST = 16 };

static size_t hash_of(const struct map *map, const void *key, size_t size) {
    const unsigned char *bytes = key;
    uint64_t hash = map->seed ^ 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 29;
    }
    return (size_t)(hash ^ hash >> 32);
}

/* The cell of the key, or the free cell for it. */
static size_t cell_of(const struct map *map, const void *key, size_t size) {
    size_t cell = hash_of(map, key, size) & (map->room - 1);
    while (map->rows[cell].value &&
           (map->rows[cell].size != size || memcmp(map->rows[cell].key, key, size) != 0))
        cell = (cell + 1) & (map->room - 1);
    return cell;
}

static void grow(struct map *map) {
    struct map before = *map;
    map->room = before.room ? 2 * before.room : ROOM_FIRST;
    map->rows = must_alloc(map->room * sizeof *map->rows);
    for (size_t i = 0; i < before.room; i++)
        if (before.rows[i].value)
            map->rows[cell_of(map, before.rows[i].key, before.rows[i].size)] = before.rows[i];
    free(before.rows);
}

void map_free(struct map *map) {
    free(map->rows);
    *map = (struct map){.seed = map->seed};
}

void *map_find(const struct map *map, const void *key, size_t size) {
    return map->room ? map->rows[cell_of(map, key, size)].value : NULL;
}

void map_add(struct map *map, const void *key, size_t size, void *value) {
    if (2 * (map->count + 1) > map->room)
        grow(map);
    struct map_row *row = &map->rows[cell_of(map, key, size)];
    must(value && !row->value);
    *row = (struct map_row){key, size, value};
    map->count++;
}

void map_drop(struct map *map, const void *key, size_t size) {
    must(map->room);
    size_t hole = cell_of(map, key, size), last = map->room - 1;
    must(map->rows[hole].value);
    map->rows[hole].value = NULL;
    map->count--;
    for (size_t at = (hole + 1) & last; map->rows[at].value; at = (at + 1) & last) {
        size_t wanted = hash_of(map, map->rows[at].key, map->rows[at].size) & last;
        if (((at - wanted) & last) < ((at - hole) & last))
            continue; /* its home cell lies after the hole, so it must stay */
        map->rows[hole] = map->rows[at];
        map->rows[at].value = NULL;
        hole = at;
    }
}

void *map_next(const struct map *map, size_t *at) {
    while (*at < map->room)
        if (map->rows[(*at)++].value)
            return map->rows[*at - 1].value;
    return NULL;
}
