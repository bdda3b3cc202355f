/* join.c: logs in at a server and finds the table. */
#include "join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include <spelunke/must.h>

#include "signals.h"
#include "state_folder.h"
#include "terminal.h"
#include "utf8.h"

enum { STATUS_OK = 200, STATUS_MADE = 201, STATUS_NO_LOGIN = 401 };

static enum joined complain(const struct joining *joining, enum joined code, const char *key,
                            const char *word) {
    struct message message;
    struct text said = {0};
    message_start(&message, key);
    message_word(&message, "word", word);
    words_say(joining->language, &message, &said);
    fprintf(stderr, "spelunke: %s\n", text_string(&said));
    text_free(&said);
    return code;
}

static enum joined complain_server(const struct joining *joining, const char *key) {
    struct text host = {0};
    link_host(&joining->link.address, &host);
    enum joined code = complain(joining, JOINED_UNREACHED, key, text_string(&host));
    text_free(&host);
    return code;
}

/* The word may be a typing error, and its server may be the wrong one. */
static void explain_code(const struct joining *joining) {
    struct text host = {0};
    link_host(&joining->link.address, &host);
    if (joining->has_code_alone)
        complain(joining, JOINED_WRONG, "terminal.join_code_alone", text_string(&host));
    text_free(&host);
}

static enum joined complain_call(const struct joining *joining, int status) {
    complain_server(joining, status == CALL_UNTRUSTED ? "terminal.join_untrusted"
                                                      : "terminal.join_unreached");
    explain_code(joining);
    return JOINED_UNREACHED;
}

static enum joined complain_no_table(const struct joining *joining) {
    complain(joining, JOINED_REFUSED, "terminal.join_no_table", joining->link.name);
    explain_code(joining);
    return JOINED_REFUSED;
}

static int call(const struct joining *joining, const char *method, const char *path,
                const struct text *body, struct text *answer) {
    const char *token = *joining->token ? joining->token : NULL;
    return transport_call(&joining->link.address, token, method, path, body, answer);
}

static void put_name(const struct join *join, struct text *body) {
    js_open(body, '{');
    if (join->name)
        js_put_string(body, "name", join->name);
    js_close(body, '}');
}

/* ---- login: the token of a guest is stored for each server ---- */

static void login_path(const struct joining *joining, struct text *out) {
    struct text host = {0};
    link_host(&joining->link.address, &host);
    for (size_t i = 0; i < host.length; i++)
        if (host.data[i] == '/')
            host.data[i] = '_';
    state_path("login-", text_string(&host), out);
    text_free(&host);
}

static void read_login(struct joining *joining) {
    struct text path = {0}, token = {0};
    login_path(joining, &path);
    if (state_read(text_string(&path), &token)) {
        const char *trimmed = input_trim(&token);
        size_t length = trimmed ? strcspn(trimmed, "\n") : 0;
        if (length > 0 && length <= TOKEN_BYTES_MAX)
            memcpy(joining->token, trimmed, length);
    }
    text_free(&path);
    text_free(&token);
}

/* If the token cannot be stored the person plays all the same, and is a new guest next time. */
static void keep_login(const struct joining *joining) {
    struct text path = {0}, token = {0};
    login_path(joining, &path);
    text_put(&token, joining->token);
    text_put_char(&token, '\n');
    state_write(text_string(&path), &token);
    text_free(&path);
    text_free(&token);
}

static bool read_person(struct joining *joining, const struct text *answer) {
    struct value *value = value_parse(text_string(answer), answer->length);
    const char *person = value_get_word(value_get(value, "person"), "id");
    const char *token = value_get_word(value, "token");
    bool is_fine =
        *person && strlen(person) <= PERSON_BYTES_MAX && strlen(token) <= TOKEN_BYTES_MAX;
    if (is_fine)
        strcpy(joining->person, person);
    if (is_fine && *token)
        strcpy(joining->token, token);
    value_free(value);
    return is_fine && *joining->token;
}

/* The reason that the server gives in its answer. */
static enum joined complain_reason(const struct joining *joining, const struct text *answer) {
    struct value *value = value_parse(text_string(answer), answer->length);
    const char *reason = value_get_word(value, "reason");
    enum joined code = complain(joining, JOINED_REFUSED, "terminal.join_refused",
                                text_is_plain(reason) ? reason : "?");
    value_free(value);
    return code;
}

static enum joined log_in(struct joining *joining, const struct join *join) {
    struct text body = {0}, answer = {0};
    enum joined code = JOINED_FINE;
    put_name(join, &body);
    read_login(joining);
    bool renames = *joining->token && join->name;
    int status = *joining->token ? call(joining, renames ? "POST" : "GET", "/api/me",
                                        renames ? &body : NULL, &answer)
                                 : STATUS_NO_LOGIN;
    if (status == STATUS_NO_LOGIN) {
        joining->token[0] = '\0';
        status = call(joining, "POST", "/api/guest", &body, &answer);
    }
    if (status <= 0)
        code = complain_call(joining, status);
    else if (status != STATUS_OK && status != STATUS_MADE)
        code = complain_reason(joining, &answer);
    else if (!read_person(joining, &answer))
        code = complain_server(joining, "terminal.join_strange");
    else if (status == STATUS_MADE)
        keep_login(joining);
    text_free(&body);
    text_free(&answer);
    return code;
}

/* ---- the table ---- */

static const struct game *find_game(const char *key) {
    for (const struct game *const *game = game_list; *game; game++)
        if (strcmp((*game)->key, key) == 0)
            return *game;
    return NULL;
}

static enum joined take_table(struct joining *joining, const struct value *found) {
    const char *table = value_get_word(found, "table");
    const char *game = value_get_word(value_get(found, "info"), "game");
    if (!*table || strlen(table) > TABLE_BYTES_MAX)
        return complain_server(joining, "terminal.join_strange");
    strcpy(joining->table_name, table);
    for (const struct client *const *client = client_list; *client; client++)
        if (strcmp((*client)->key, game) == 0)
            joining->client = *client;
    joining->game = find_game(game);
    if (!joining->client || !joining->game)
        return complain(joining, JOINED_REFUSED, "terminal.join_game",
                        text_is_plain(game) ? game : "?");
    return JOINED_FINE;
}

static enum joined find_table(struct joining *joining) {
    struct text path = {0}, answer = {0};
    text_put(&path, joining->link.is_code ? "/api/codes/" : "/api/tables/");
    text_put(&path, joining->link.name);
    int status = call(joining, "GET", text_string(&path), NULL, &answer);
    struct value *found = value_parse(text_string(&answer), answer.length);
    enum joined code = status == STATUS_OK && found ? take_table(joining, found)
                       : status > 0                 ? complain_no_table(joining)
                                                    : complain_call(joining, status);
    value_free(found);
    text_free(&path);
    text_free(&answer);
    return code;
}

static void draw_device(char out[DEVICE_BYTES + 1]) {
    static const char digits[] = "0123456789abcdef";
    unsigned char bytes[DEVICE_BYTES / 2];
    must(getrandom(bytes, sizeof bytes, 0) == (ssize_t)sizeof bytes);
    for (int i = 0; i < DEVICE_BYTES; i++)
        out[i] = digits[bytes[i / 2] >> (i % 2 ? 0 : 4) & 15];
    out[DEVICE_BYTES] = '\0';
}

static enum joined play(struct joining *joining, const struct join *join) {
    struct play play = {.game = joining->game,
                        .language = joining->language,
                        .name = "",
                        .command = "spelunke",
                        .is_fast = join->is_fast,
                        .is_colourless = join->is_colourless};
    char device[DEVICE_BYTES + 1];
    draw_device(device);
    const struct link *link = &joining->link;
    joining->remote = remote_open(&link->address, joining->token, joining->table_name,
                                  link->is_code ? link->name : "", device, join_now());
    joining->console = console_new(&play, joining->client);
    joining->console->remote = joining->remote;
    bool has_screen = !join->is_plain && terminal_has_screen();
    bool is_played = has_screen && join_play_screen(joining, &play, &has_screen);
    if (!has_screen)
        is_played = join_play_plain(joining);
    console_close(joining->console);
    remote_close(joining->remote);
    return is_played ? JOINED_FINE : JOINED_REFUSED;
}

enum joined terminal_join(const struct join *join) {
    struct joining joining = {.language = join->language,
                              .has_code_alone = !strchr(join->link, '/')};
    utf8_begin();
    signals_begin();
    if (!link_read(join->link, join->server, &joining.link))
        return JOINED_WRONG;
    enum joined code = log_in(&joining, join);
    if (code == JOINED_FINE)
        code = find_table(&joining);
    return code == JOINED_FINE ? play(&joining, join) : code;
}
