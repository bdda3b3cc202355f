/* player.c: see player.h. */
#include "player.h"

#include <stdio.h>
#include <stdlib.h>

#include "compact/compact.h"
#include "unit/test.h"

void player_return(struct player *player) {
    player->connection = server_join(player->server, player->token, player->device);
    player->n += 1000; /* a client does not know which requests arrived */
    player->ask = 0;
    assert_true(player_ask(player, "watch", ""));
}

void player_join(struct player *player, struct server *server, const char *name, const char *device,
                 const char *table, const char *code) {
    char more[64];
    memset(player, 0, sizeof *player);
    player->server = server;
    player->device = device;
    player->token = server_guest(server, name);
    player->connection = server_join(server, player->token, device);
    snprintf(player->table, sizeof player->table, "%s", table);
    snprintf(more, sizeof more, "\"code\":\"%s\"", code);
    if (!player_ask(player, "watch", more))
        fail_msg("%s", server_line(server, player->connection, ""));
}

const char *player_answer(const struct player *player) {
    char done[64], error[64];
    snprintf(done, sizeof done, "{\"t\":\"done\",\"n\":%lld", (long long)player->n);
    snprintf(error, sizeof error, "{\"t\":\"error\",\"n\":%lld", (long long)player->n);
    const char *line = server_line(player->server, player->connection, done);
    return line ? line : server_line(player->server, player->connection, error);
}

static void send(struct player *player, const char *type, const char *more) {
    snprintf(player->sent, sizeof player->sent, "{\"t\":\"%s\",\"n\":%lld,\"table\":\"%s\"%s%s}",
             type, (long long)++player->n, player->table, more[0] ? "," : "", more);
    server_say(player->server, player->connection, player->sent);
}

bool player_ask(struct player *player, const char *type, const char *more) {
    send(player, type, more);
    server_work(player->server);
    const char *answer = player_answer(player);
    return answer && strstr(answer, "\"done\"");
}

static struct slice member(struct slice object, const char *key) {
    struct slice inside = compact_inside(object);
    struct member found;
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\"", key);
    if (!compact_is_container(object) ||
        !compact_find(&inside, (struct slice){quoted, strlen(quoted)}, &found))
        return (struct slice){NULL, 0};
    return found.value;
}

static struct slice item(struct slice list, unsigned place) {
    struct slice inside = compact_inside(list);
    struct member found = {{NULL, 0}, {NULL, 0}};
    while (compact_next(&inside, &found) && place--)
        ;
    return found.value;
}

static unsigned count_items(struct slice list) {
    struct slice inside = compact_inside(list);
    struct member found;
    unsigned count = 0;
    while (compact_next(&inside, &found))
        count++;
    return count;
}

static void put_string(struct text *out, struct slice string) {
    if (out->length)
        text_put_char(out, ' ');
    text_put_bytes(out, string.at + 1, string.length - 2);
}

/* An action of a form, made of the first choices. */
static void put_action(struct slice form, struct text *out) {
    struct slice one = member(form, "one"), pick = member(form, "pick");
    put_string(out, member(form, "say"));
    for (unsigned i = 0; one.at && i < count_items(one); i++)
        put_string(out, item(item(one, i), 0));
    for (int i = 0; pick.at && i < atoi(member(form, "min").at); i++)
        put_string(out, item(pick, (unsigned)i));
}

bool player_act(struct player *player, unsigned which) {
    const char *line = server_line(player->server, player->connection, "\"prompt\":");
    struct slice message = {line, line ? strlen(line) : 0};
    struct slice prompt = line ? member(message, "prompt") : message;
    if (!line || prompt.at[0] != '{')
        return false;
    int64_t ask = atoll(member(prompt, "ask").at);
    if (ask == player->ask)
        return false;
    struct slice forms = member(prompt, "forms");
    struct text action = {0};
    char more[900];
    put_action(item(forms, which % count_items(forms)), &action);
    snprintf(more, sizeof more, "\"ask\":%lld,\"action\":\"%s\"", (long long)ask,
             text_string(&action));
    text_free(&action);
    player->ask = ask;
    send(player, "act", more);
    return true;
}

bool player_is_over(const struct player *player) {
    return server_line(player->server, player->connection, "\"kind\":\"over\"") != NULL;
}
