/* folder.h: a folder for each test of the pool, removed after the test. */
#ifndef SPELUNKE_POOL_TEST_FOLDER_H
#define SPELUNKE_POOL_TEST_FOLDER_H

#include "unit/test.h"

#include "pool/pool.h"

int folder_set_up(void **state);
int folder_tear_down(void **state);
#define POOL_TEST(test) cmocka_unit_test_setup_teardown(test, folder_set_up, folder_tear_down)

/* Asserts that the pool's trouble contains this; NULL: that there is none. */
void assert_trouble(struct pool *pool, const char *part);

#endif
