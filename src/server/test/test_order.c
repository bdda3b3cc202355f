/* test_order.c: who is shut out by the operator, when a worker has written the list. */
#include "evening.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bans.h"
#include "unit/test.h"

static char folder[64], path[80], told[200];

static void note_order(void *context, uint64_t order, const char *why) {
    (void)context;
    snprintf(told, sizeof told, "%d %s", (int)order, why ? why : "done");
}

/* Begins with the list of this file. */
static void open_list(const char *name) {
    struct text why = {0};
    strcpy(folder, "/tmp/spelunke-order-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    desk.plan.bans = bans_open(path, &why);
    assert_non_null(desk.plan.bans);
    desk.plan.ordered = note_order;
    told[0] = '\0';
    desk_crash(&desk); /* it begins with this plan */
}

static void close_list(void) {
    bans_free(desk.plan.bans);
    desk.plan.bans = NULL;
    unlink(path);
    rmdir(folder);
}

static void a_ban_waits_for_its_file(void **state) {
    (void)state;
    open_list("bans");
    uint64_t connection = desk_join(&desk, desk_guest(&desk, "Ada"), "device-1");
    tavern_order(desk.tavern, 1, "ban", "192.0.2.1", desk.now);
    assert_string_equal(told, ""); /* the loop has not written it */
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(desk.closed[connection], 0);
    tavern_order(desk.tavern, 2, "ban", "192.0.2.2", desk.now);
    assert_string_equal(told, "2 the list is being written; try again");
    desk_work(&desk);
    assert_string_equal(told, "1 done");
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(desk.closed[connection], 4003);
    assert_true(bans_has(desk.plan.bans, "192.0.2.1"));
    tavern_order(desk.tavern, 3, "ban", "192.0.2.1", desk.now); /* it is so already */
    assert_string_equal(told, "3 done");
    tavern_order(desk.tavern, 4, "unban", "192.0.2.1", desk.now);
    desk_work(&desk);
    assert_string_equal(told, "4 done");
    assert_false(bans_has(desk.plan.bans, "192.0.2.1"));
    tavern_order(desk.tavern, 5, "ban", "192.0.2.1", desk.now);
    desk_crash(&desk); /* nobody waits for it any more */
    close_list();
}

/* By address and by person: who is let in again may be here already. */
static void who_is_let_in_stays(void **state) {
    (void)state;
    open_list("bans");
    const char *ada = desk_guest(&desk, "Ada");
    char person[40];
    snprintf(person, sizeof person, "%s",
             desk_field(desk_http(&desk, "GET", "/api/me", ada, NULL)->body, "id"));
    uint64_t connection = desk_join(&desk, ada, "device-1");
    tavern_order(desk.tavern, 1, "unban", "192.0.2.1", desk.now);
    tavern_order(desk.tavern, 2, "unban", person, desk.now);
    assert_string_equal(told, "2 done");
    tavern_order(desk.tavern, 3, "ban", "192.0.2.2", desk.now);
    desk_work(&desk);
    assert_int_equal(desk.closed[connection], 0);
    tavern_order(desk.tavern, 4, "ban", person, desk.now);
    desk_work(&desk);
    assert_string_equal(told, "4 done");
    assert_int_equal(desk.closed[connection], 4003);
    close_list();
}

static void a_list_that_cannot_be_written_bans_nobody(void **state) {
    (void)state;
    open_list("bans");
    assert_int_equal(mkdir(path, 0700), 0);
    tavern_order(desk.tavern, 1, "ban", "192.0.2.1", desk.now);
    desk_work(&desk);
    assert_string_equal(told, "1 the list cannot be written: Is a directory");
    assert_false(bans_has(desk.plan.bans, "192.0.2.1"));
    rmdir(path);
    close_list();
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_desk, close_desk)
    const struct CMUnitTest tests[] = {
        TEST(a_ban_waits_for_its_file),
        TEST(who_is_let_in_stays),
        TEST(a_list_that_cannot_be_written_bans_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
