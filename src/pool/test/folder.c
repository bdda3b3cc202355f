/* folder.c: a folder for each test of the pool. */
#include "folder.h"

#include <stdlib.h>
#include <unistd.h>

int folder_set_up(void **state) {
    char *folder = strdup("/tmp/spelunke-pool-XXXXXX");
    *state = mkdtemp(folder);
    return *state ? 0 : -1;
}

int folder_tear_down(void **state) {
    int files;
    int64_t bytes;
    bool is_cleared = pool_clear(*state, &files, &bytes);
    is_cleared &= rmdir(*state) == 0;
    free(*state);
    return is_cleared ? 0 : -1;
}

void assert_trouble(struct pool *pool, const char *part) {
    struct text trouble = {0};
    pool_trouble(pool, &trouble);
    if (part)
        assert_non_null(strstr(text_string(&trouble), part));
    else
        assert_string_equal(text_string(&trouble), "");
    text_free(&trouble);
}
