/* test_order.c: bans take effect when a worker has written the list. */
#include "tavern_test.h"

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

/* Restarts the server with the list in this file. */
static void open_list(const char *name) {
    struct text why = {0};
    strcpy(folder, "/tmp/spelunke-order-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    server.plan.bans = bans_open(path, &why);
    assert_non_null(server.plan.bans);
    server.plan.ordered = note_order;
    told[0] = '\0';
    server_crash(&server); /* it begins with this plan */
}

static void close_list(void) {
    bans_free(server.plan.bans);
    server.plan.bans = NULL;
    unlink(path);
    rmdir(folder);
}

static void a_ban_waits_for_its_file(void **state) {
    (void)state;
    open_list("bans");
    uint64_t connection = server_join(&server, server_guest(&server, "Ada"), "device-1");
    tavern_order(server.tavern, 1, "ban", "192.0.2.1", server.now);
    assert_string_equal(told, ""); /* the loop has not written it */
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(server.closed[connection], 0);
    tavern_order(server.tavern, 2, "ban", "192.0.2.2", server.now);
    assert_string_equal(told, "2 the list is being written; try again");
    server_work(&server);
    assert_string_equal(told, "1 done");
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(server.closed[connection], 4003);
    assert_true(bans_has(server.plan.bans, "192.0.2.1"));
    tavern_order(server.tavern, 3, "ban", "192.0.2.1", server.now); /* it is so already */
    assert_string_equal(told, "3 done");
    tavern_order(server.tavern, 4, "unban", "192.0.2.1", server.now);
    server_work(&server);
    assert_string_equal(told, "4 done");
    assert_false(bans_has(server.plan.bans, "192.0.2.1"));
    tavern_order(server.tavern, 5, "ban", "192.0.2.1", server.now);
    server_crash(&server); /* nobody waits for it any more */
    close_list();
}

/* Lifting a ban by address or person disconnects nobody. */
static void who_is_let_in_stays(void **state) {
    (void)state;
    open_list("bans");
    const char *ada = server_guest(&server, "Ada");
    char person[40];
    snprintf(person, sizeof person, "%s",
             server_field(server_http(&server, "GET", "/api/me", ada, NULL)->body, "id"));
    uint64_t connection = server_join(&server, ada, "device-1");
    tavern_order(server.tavern, 1, "unban", "192.0.2.1", server.now);
    tavern_order(server.tavern, 2, "unban", person, server.now);
    assert_string_equal(told, "2 done");
    tavern_order(server.tavern, 3, "ban", "192.0.2.2", server.now);
    server_work(&server);
    assert_int_equal(server.closed[connection], 0);
    tavern_order(server.tavern, 4, "ban", person, server.now);
    server_work(&server);
    assert_string_equal(told, "4 done");
    assert_int_equal(server.closed[connection], 4003);
    close_list();
}

static void a_list_that_cannot_be_written_bans_nobody(void **state) {
    (void)state;
    open_list("bans");
    assert_int_equal(mkdir(path, 0700), 0);
    tavern_order(server.tavern, 1, "ban", "192.0.2.1", server.now);
    server_work(&server);
    assert_string_equal(told, "1 the list cannot be written: Is a directory");
    assert_false(bans_has(server.plan.bans, "192.0.2.1"));
    rmdir(path);
    close_list();
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)
    const struct CMUnitTest tests[] = {
        TEST(a_ban_waits_for_its_file),
        TEST(who_is_let_in_stays),
        TEST(a_list_that_cannot_be_written_bans_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
