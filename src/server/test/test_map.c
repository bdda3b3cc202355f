/* test_map.c: maps and deadlines compared with plain lists, over random changes. */
#include <stdlib.h>

#include "server/tavern_inside.h"
#include "unit/test.h"

enum { THINGS = 300, CHANGES = 20000 };

static uint32_t draw(uint32_t *random) {
    *random = *random * 1664525 + 1013904223;
    return *random >> 8;
}

static void a_map_holds_what_was_added(void **state) {
    (void)state;
    static uint16_t things[THINGS];
    static bool is_there[THINGS];
    struct map map = {.seed = 7};
    uint32_t random = 1;
    size_t count = 0;
    for (int i = 0; i < THINGS; i++)
        things[i] = (uint16_t)i;
    for (int i = 0; i < CHANGES; i++) {
        unsigned which = draw(&random) % THINGS;
        assert_ptr_equal(map_find(&map, &things[which], sizeof things[which]),
                         is_there[which] ? &things[which] : NULL);
        if (is_there[which])
            map_drop(&map, &things[which], sizeof things[which]);
        else
            map_add(&map, &things[which], sizeof things[which], &things[which]);
        is_there[which] = !is_there[which];
        count += is_there[which] ? 1 : (size_t)-1;
        assert_int_equal(map.count, count);
    }
    size_t seen = 0;
    uint16_t *thing;
    for (size_t at = 0; (thing = map_next(&map, &at)); seen++)
        assert_true(is_there[*thing]);
    assert_int_equal(seen, count);
    for (size_t at = 0; (thing = map_next(&map, &at)); at--)
        map_drop(&map, thing, sizeof *thing);
    assert_int_equal(map.count, 0);
    map_free(&map);
}

static void the_first_due_comes_first(void **state) {
    (void)state;
    static struct slot slots[THINGS];
    struct deadlines deadlines = {0};
    uint32_t random = 2;
    for (int i = 0; i < THINGS; i++)
        slots[i].heap_index = -1;
    for (int i = 0; i < CHANGES; i++) {
        struct slot *slot = &slots[draw(&random) % THINGS];
        deadlines_set(&deadlines, slot, draw(&random) % 5 ? 1 + draw(&random) % 50 : 0);
        int64_t first = 0;
        int count = 0;
        for (int k = 0; k < THINGS; k++) {
            if (slots[k].due && (!first || slots[k].due < first))
                first = slots[k].due;
            count += slots[k].due > 0;
            assert_int_equal(slots[k].heap_index >= 0, slots[k].due > 0);
        }
        assert_int_equal(deadlines.count, count);
        assert_int_equal(deadlines_first(&deadlines) ? deadlines_first(&deadlines)->due : 0, first);
        for (int k = 1; k < count; k++)
            assert_true(deadlines.items[(k - 1) / 2]->due <= deadlines.items[k]->due);
    }
    free(deadlines.items);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_holds_what_was_added),
        cmocka_unit_test(the_first_due_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
