/* disk.h. The linker redirects mkdir, fsync and write to this file (--wrap), to simulate a
 * read-only file system and short writes, and to observe what reaches the disk. */
#include "unit/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk/disk.h"

static bool is_read_only, is_slow;
static int file_syncs, folder_syncs;

int __real_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode);
int __real_fsync(int file);
int __wrap_fsync(int file);
ssize_t __real_write(int file, const void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);

int __wrap_mkdir(const char *path, mode_t mode) {
    if (!is_read_only)
        return __real_mkdir(path, mode);
    errno = EROFS;
    return -1;
}

int __wrap_fsync(int file) {
    struct stat found;
    fstat(file, &found);
    *(S_ISDIR(found.st_mode) ? &folder_syncs : &file_syncs) += 1;
    return __real_fsync(file);
}

/* Every other call is interrupted by a signal first. */
ssize_t __wrap_write(int file, const void *bytes, size_t size) {
    static bool is_interrupted;
    if (!is_slow)
        return __real_write(file, bytes, size);
    is_interrupted = !is_interrupted;
    errno = EINTR;
    return is_interrupted ? -1 : __real_write(file, bytes, size < 2 ? size : 2);
}

static int set_up(void **state) {
    is_read_only = is_slow = false;
    file_syncs = folder_syncs = 0;
    *state = mkdtemp(strdup("/tmp/spelunke-disk-XXXXXX"));
    return *state ? 0 : -1;
}

/* A path below the test's folder, stored in `path`. */
static const char *below(void **state, const char *name, struct text *path) {
    text_clear(path);
    text_put(path, *state);
    text_put_char(path, '/');
    text_put(path, name);
    return path->data;
}

static int tear_down(void **state) {
    static const char *const names[] = {"file", "file.new", "other", "victim", "folder"};
    struct text path = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(below(state, names[i], &path));
    text_free(&path);
    int failed = rmdir(*state);
    free(*state);
    return failed;
}

static void assert_content(const char *path, const char *expected) {
    struct text content = {0};
    assert_true(disk_read_own(path, 100, &content));
    assert_string_equal(text_string(&content), expected);
    text_free(&content);
}

static void what_is_kept_has_reached_the_disk(void **state) {
    struct text path = {0};
    assert_true(disk_keep(below(state, "file", &path), "one", 3));
    assert_int_equal(file_syncs, 1);
    assert_int_equal(folder_syncs, 1);
    assert_content(path.data, "one");
    text_free(&path);
}

static void a_new_name_has_reached_the_disk(void **state) {
    struct text path = {0}, other = {0};
    assert_true(disk_keep(below(state, "file", &path), "one", 3));
    folder_syncs = 0;
    assert_true(disk_move(path.data, below(state, "other", &other)));
    assert_int_equal(folder_syncs, 1);
    assert_content(other.data, "one");
    assert_false(disk_move(path.data, other.data));
    assert_int_equal(errno, ENOENT);
    assert_int_equal(folder_syncs, 1);
    text_free(&path);
    text_free(&other);
}

static void a_link_under_the_passing_name_is_not_followed(void **state) {
    struct text path = {0}, passing = {0}, victim = {0};
    assert_true(disk_keep(below(state, "victim", &victim), "mine", 4));
    assert_int_equal(symlink("victim", below(state, "file.new", &passing)), 0);
    assert_true(disk_keep(below(state, "file", &path), "secret", 6));
    assert_content(victim.data, "mine");
    assert_content(path.data, "secret");
    text_free(&path);
    text_free(&passing);
    text_free(&victim);
}

static void a_file_under_the_passing_name_lends_nothing(void **state) {
    struct text path = {0}, passing = {0};
    struct stat found;
    assert_true(disk_write(below(state, "file.new", &passing), "", 0));
    assert_int_equal(chmod(passing.data, 0666), 0);
    assert_true(disk_keep(below(state, "file", &path), "secret", 6));
    assert_int_equal(stat(path.data, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    text_free(&path);
    text_free(&passing);
}

static void what_a_kill_left_is_tidied(void **state) {
    struct text path = {0}, passing = {0};
    assert_true(disk_write(below(state, "file.new", &passing), "half", 4));
    disk_tidy(below(state, "file", &path));
    assert_int_equal(access(passing.data, F_OK), -1);
    text_free(&path);
    text_free(&passing);
}

static void what_is_written_in_parts_is_whole(void **state) {
    struct text path = {0};
    is_slow = true;
    assert_true(disk_keep(below(state, "file", &path), "seven b", 7));
    is_slow = false;
    assert_content(path.data, "seven b");
    text_free(&path);
}

static void a_file_may_be_as_large_as_is_said_and_no_larger(void **state) {
    struct text path = {0}, content = {0};
    assert_true(disk_keep(below(state, "file", &path), "seven b", 7));
    assert_true(disk_read_own(path.data, 7, &content));
    text_clear(&content);
    assert_false(disk_read_own(path.data, 6, &content));
    assert_int_equal(errno, EFBIG);
    text_free(&path);
    text_free(&content);
}

/* By the XDG rules a relative path is ignored. */
static void a_folder_is_absolute(void **state) {
    struct text path = {0};
    (void)state;
    setenv("XDG_STATE_HOME", "elsewhere", 1);
    setenv("HOME", "/home/toni", 1);
    disk_folder("XDG_STATE_HOME", "/.local/state", &path);
    assert_string_equal(text_string(&path), "/home/toni/.local/state/spelunke/");
    setenv("XDG_STATE_HOME", "/elsewhere", 1);
    disk_folder("XDG_STATE_HOME", "/.local/state", &path);
    assert_string_equal(text_string(&path), "/elsewhere/spelunke/");
    text_free(&path);
}

/* If it blocked, this test would not end. */
static void a_fifo_is_not_waited_for(void **state) {
    struct text path = {0}, content = {0};
    assert_int_equal(mkfifo(below(state, "file", &path), 0600), 0);
    assert_false(disk_read_own(path.data, 100, &content));
    assert_int_equal(errno, EINVAL);
    assert_false(disk_read_own(*state, 100, &content));
    assert_int_equal(errno, EISDIR);
    text_free(&path);
    text_free(&content);
}

static void a_read_only_file_system_is_called_so(void **state) {
    struct text path = {0};
    is_read_only = true;
    assert_false(disk_make_folders(below(state, "folder/file", &path)));
    assert_int_equal(errno, EROFS);
    assert_false(disk_keep(path.data, "", 0));
    assert_int_equal(errno, EROFS);
    assert_true(disk_make_folders(below(state, "file", &path))); /* all folders exist */
    text_free(&path);
}

#define DISK_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        DISK_TEST(what_is_kept_has_reached_the_disk),
        DISK_TEST(a_new_name_has_reached_the_disk),
        DISK_TEST(a_link_under_the_passing_name_is_not_followed),
        DISK_TEST(a_file_under_the_passing_name_lends_nothing),
        DISK_TEST(what_a_kill_left_is_tidied),
        DISK_TEST(what_is_written_in_parts_is_whole),
        DISK_TEST(a_file_may_be_as_large_as_is_said_and_no_larger),
        DISK_TEST(a_folder_is_absolute),
        DISK_TEST(a_fifo_is_not_waited_for),
        DISK_TEST(a_read_only_file_system_is_called_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
