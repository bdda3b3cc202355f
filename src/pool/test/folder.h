/* folder.h: a folder for each test of the pool; what the test leaves there goes with
 * it. */
#ifndef SPELUNKE_POOL_TEST_FOLDER_H
#define SPELUNKE_POOL_TEST_FOLDER_H

#include "unit/test.h"

#include "pool/pool.h"

int folder_set_up(void **state);
int folder_tear_down(void **state);
#define POOL_TEST(test) cmocka_unit_test_setup_teardown(test, folder_set_up, folder_tear_down)

/* What the pool complains of has this in it; NULL: it complains of nothing. */
void assert_trouble(struct pool *pool, const char *part);

#endif
