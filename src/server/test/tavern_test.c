/* tavern_test.c: see tavern_test.h. */
#include "tavern_test.h"

#include <stdio.h>
#include <stdlib.h>

#include "unit/test.h"

struct server server;

int open_server(void **state) {
    (void)state;
    server_open(&server, true);
    return 0;
}

int open_strict_server(void **state) {
    (void)state;
    server_open(&server, false);
    return 0;
}

int close_server(void **state) {
    (void)state;
    server_close(&server);
    return 0;
}

void assert_refused(const struct server_reply *reply, int status, const char *code) {
    if (reply->status != status || strcmp(server_field(reply->body, "error"), code) != 0)
        fail_msg("%d %s instead of %d %s", reply->status, reply->body, status, code);
    assert_string_equal(reply->type, "application/json");
    server_field(reply->body, "reason");
}

void assert_error(const char *answer, const char *code) {
    if (!answer || !strstr(answer, "\"error\"") || strcmp(server_field(answer, "code"), code) != 0)
        fail_msg("%s instead of %s", answer ? answer : "nothing", code);
}

struct made make(const char *token, const char *settings) {
    struct made made;
    const struct server_reply *reply = server_http(&server, "POST", "/api/tables", token, settings);
    if (reply->status != 201)
        fail_msg("%s", reply->body);
    strcpy(made.table, server_field(reply->body, "table"));
    strcpy(made.code, server_field(reply->body, "code"));
    return made;
}

const struct server_reply *get(const char *token, const char *form, const char *name) {
    char path[200];
    assert_in_range(snprintf(path, sizeof path, form, name), 1, sizeof path - 1);
    return server_http(&server, "GET", path, token, NULL);
}

struct made begin(struct player players[2], const char *settings) {
    const char *owner = server_guest(&server, "Owner");
    struct made made = make(owner, settings);
    struct player maker = {.server = &server,
                           .token = owner,
                           .device = "device-0",
                           .connection = server_join(&server, owner, "device-0")};
    strcpy(maker.table, made.table);
    player_join(&players[0], &server, "Ada", "device-1", made.table, made.code);
    player_join(&players[1], &server, "Ben", "device-2", made.table, made.code);
    assert_true(player_ask(&players[0], "sit", "\"seat\":0"));
    assert_true(player_ask(&players[1], "sit", "\"seat\":1"));
    if (!player_ask(&maker, "start", ""))
        fail_msg("%s", player_answer(&maker));
    tavern_gone(server.tavern, (struct route){.connection = maker.connection}, server.now);
    server_work(&server);
    return made;
}

void play(struct player players[2], int actions) {
    for (int round = 0; round < 4000 && !player_is_over(&players[0]); round++) {
        for (int i = 0; i < 2; i++) {
            if (!actions)
                return;
            if (!player_act(&players[i], (unsigned)round))
                continue;
            server_work(&server);
            actions--;
        }
        server_pass(&server, 200);
    }
    assert_true(player_is_over(&players[0]));
}
