/* evening.c: a desk with tables that people make, sit at and play. */
#include "evening.h"

#include <stdio.h>
#include <stdlib.h>

#include "unit/test.h"

struct desk desk;

int open_desk(void **state) {
    (void)state;
    desk_open(&desk, true);
    return 0;
}

int open_strict_desk(void **state) {
    (void)state;
    desk_open(&desk, false);
    return 0;
}

int close_desk(void **state) {
    (void)state;
    desk_close(&desk);
    return 0;
}

void assert_refused(const struct desk_reply *reply, int status, const char *code) {
    if (reply->status != status || strcmp(desk_field(reply->body, "error"), code) != 0)
        fail_msg("%d %s instead of %d %s", reply->status, reply->body, status, code);
    assert_string_equal(reply->type, "application/json");
    desk_field(reply->body, "reason");
}

void assert_error(const char *answer, const char *code) {
    if (!answer || !strstr(answer, "\"error\"") || strcmp(desk_field(answer, "code"), code) != 0)
        fail_msg("%s instead of %s", answer ? answer : "nothing", code);
}

struct made make(const char *token, const char *settings) {
    struct made made;
    const struct desk_reply *reply = desk_http(&desk, "POST", "/api/tables", token, settings);
    if (reply->status != 201)
        fail_msg("%s", reply->body);
    strcpy(made.table, desk_field(reply->body, "table"));
    strcpy(made.code, desk_field(reply->body, "code"));
    return made;
}

const struct desk_reply *get(const char *token, const char *form, const char *name) {
    char path[200];
    assert_in_range(snprintf(path, sizeof path, form, name), 1, sizeof path - 1);
    return desk_http(&desk, "GET", path, token, NULL);
}

struct made begin(struct player players[2], const char *settings) {
    const char *owner = desk_guest(&desk, "Owner");
    struct made made = make(owner, settings);
    struct player maker = {.desk = &desk,
                           .token = owner,
                           .device = "device-0",
                           .connection = desk_join(&desk, owner, "device-0")};
    strcpy(maker.table, made.table);
    player_join(&players[0], &desk, "Ada", "device-1", made.table, made.code);
    player_join(&players[1], &desk, "Ben", "device-2", made.table, made.code);
    assert_true(player_ask(&players[0], "sit", "\"seat\":0"));
    assert_true(player_ask(&players[1], "sit", "\"seat\":1"));
    if (!player_ask(&maker, "start", ""))
        fail_msg("%s", player_answer(&maker));
    tavern_gone(desk.tavern, (struct route){.connection = maker.connection}, desk.now);
    desk_work(&desk);
    return made;
}

void play(struct player players[2], int actions) {
    for (int round = 0; round < 4000 && !player_is_over(&players[0]); round++) {
        for (int i = 0; i < 2; i++) {
            if (!actions)
                return;
            if (!player_act(&players[i], (unsigned)round))
                continue;
            desk_work(&desk);
            actions--;
        }
        desk_pass(&desk, 200);
    }
    assert_true(player_is_over(&players[0]));
}
