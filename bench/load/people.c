/* people.c: tables of four simulated people who play legal actions, one action of a table at a
 * time.
 *
 * Of a server's messages only what is needed for playing is parsed: whether a prompt must be
 * answered, whether a match is over and which table comes next. On the relay an action is a message
 * of 256 bytes, which is complete when all four have received it. */
#include "load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <spelunke/must.h>

#include "../bench.h"

enum { RELAYED = 256, DRAIN_SECONDS = 20 };

static struct party *party_of(const struct person *person) {
    return &person->crowd->parties[person->table];
}

/* The string value of `key` in a message. */
static bool find_string(const char *message, const char *key, char *out, size_t room) {
    const char *at = strstr(message, key);
    if (!at)
        return false;
    at += strlen(key);
    size_t length = strcspn(at, "\"");
    must(length < room);
    memcpy(out, at, length);
    out[length] = '\0';
    return true;
}

/* ---- sending ---- */

static int64_t say(struct person *person, const char *type, const char *more) {
    char message[512];
    int length =
        snprintf(message, sizeof message, "{\"t\":\"%s\",\"n\":%" PRId64 ",\"table\":\"%s\"%s}",
                 type, ++person->n, party_of(person)->id, more);
    line_say(&person->line, message, (size_t)length);
    return person->n;
}

static void add_word(char *action, size_t room, const char *word) {
    size_t length = strlen(action);
    must(length + 1 + strlen(word) < room);
    snprintf(action + length, room - length, "%s%s", length ? " " : "", word);
}

/* A random action of a prompt's forms. */
static void choose(const json_t *prompt, uint64_t *mood, char *action, size_t room) {
    const json_t *forms = json_object_get(prompt, "forms"), *list;
    const json_t *form = json_array_get(forms, (size_t)whim(mood, (int)json_array_size(forms)));
    const json_t *pick = json_object_get(form, "pick");
    size_t i;
    action[0] = '\0';
    add_word(action, room, json_string_value(json_object_get(form, "say")));
    json_array_foreach(json_object_get(form, "one"), i, list) add_word(
        action, room,
        json_string_value(json_array_get(list, (size_t)whim(mood, (int)json_array_size(list)))));
    if (!pick)
        return;
    int min = (int)json_integer_value(json_object_get(form, "min"));
    int max = (int)json_integer_value(json_object_get(form, "max"));
    int wanted = min + whim(mood, max - min + 1), left = (int)json_array_size(pick);
    json_array_foreach(pick, i, list) {
        if (whim(mood, left--) >= wanted)
            continue;
        wanted--;
        add_word(action, room, json_string_value(list));
    }
}

/* ---- receiving ---- */

static void take_prompt(struct person *person, const char *message) {
    const char *at = strstr(message, ",\"prompt\":");
    json_error_t error;
    if (!at)
        return;
    json_t *prompt = json_loads(at + 10, JSON_DISABLE_EOF_CHECK | JSON_DECODE_ANY, &error);
    must(prompt);
    person->ask = 0;
    if (json_is_true(json_object_get(prompt, "must"))) {
        person->ask = (uint32_t)json_integer_value(json_object_get(prompt, "ask"));
        choose(prompt, &person->crowd->mood, person->action, sizeof person->action);
    }
    json_decref(prompt);
}

static void see(struct person *person) {
    const struct party *party = party_of(person);
    if (person->has_seen || !party->sent_at)
        return;
    person->has_seen = true;
    figures_add(&person->crowd->latency, 1000 * (seconds_now() - party->sent_at));
}

static void take_step(struct person *person, const char *message, size_t size) {
    struct crowd *crowd = person->crowd;
    crowd->steps++;
    figures_add(&crowd->sizes, (double)size);
    see(person);
    take_prompt(person, message);
    if (!strstr(message, "\"turn\":{\"kind\":\"over\"}"))
        return;
    party_of(person)->is_over = true;
    person->ask = 0;
    if (person->seat == 0 && !crowd->is_stopped)
        say(person, "again", "");
}

/* The last one to sit down starts the match. */
static void become_ready(struct person *person) {
    struct party *party = party_of(person);
    person->is_ready = true;
    if (++party->watching == SEATS)
        say(person - person->seat, "start", "");
}

static void take_done(struct person *person, const char *message) {
    int64_t n = atoll(message + strlen("{\"t\":\"done\",\"n\":"));
    if (n == person->act) {
        person->act = 0;
        party_of(person)->is_flying = false;
        person->crowd->actions++;
    } else if (n == person->n && person->is_coming) {
        char seat[32];
        person->is_coming = false;
        snprintf(seat, sizeof seat, ",\"seat\":%d", person->seat);
        say(person, "sit", seat);
    } else if (n == person->n && !person->is_ready) {
        become_ready(person);
    }
}

/* A rematch: all move to its table. */
static void take_info(struct person *person, const char *message) {
    struct party *party = party_of(person);
    char next[sizeof party->id];
    if (!party->is_over || !find_string(message, "\"next\":[\"", next, sizeof next))
        return;
    say(person, "unwatch", "");
    struct person *first = person - person->seat;
    if (++party->watching < 2 * SEATS)
        return;
    strcpy(party->id, next);
    party->is_over = party->is_flying = false;
    party->watching = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        first[seat].is_ready = false;
        say(&first[seat], "watch", "");
    }
}

static void take_error(struct person *person, const char *message) {
    if (!strstr(message, "\"code\":\"stale\"") && !strstr(message, "\"code\":\"not_your_turn\"")) {
        fprintf(stderr, "%s\n", message);
        exit(1);
    }
    person->act = 0;
    person->crowd->stale++;
    party_of(person)->is_flying = false;
}

static void hear(struct line *line, char *message, size_t size) {
    struct person *person = (struct person *)line;
    if (strncmp(message, "{\"t\":\"step\"", 11) == 0)
        take_step(person, message, size);
    else if (strncmp(message, "{\"t\":\"done\"", 11) == 0)
        take_done(person, message);
    else if (strncmp(message, "{\"t\":\"state\"", 12) == 0)
        take_prompt(person, message);
    else if (strncmp(message, "{\"t\":\"info\"", 11) == 0)
        take_info(person, message);
    else if (strncmp(message, "{\"t\":\"error\"", 12) == 0)
        take_error(person, message);
}

/* A message of the relay. */
static void hear_relayed(struct line *line, char *message, size_t size) {
    struct person *person = (struct person *)line;
    struct party *party = party_of(person);
    must(size == RELAYED && *message);
    person->crowd->steps++;
    if (!person->act)
        see(person);
    person->act = 0;
    if (++party->watching < SEATS)
        return;
    party->is_flying = false;
    person->crowd->actions++;
}

/* ---- playing ---- */

static void act(struct person *person) {
    struct party *party = party_of(person);
    struct person *first = person - person->seat;
    char more[400], relayed[RELAYED];
    party->is_flying = true;
    party->sent_at = seconds_now();
    for (int seat = 0; seat < SEATS; seat++)
        first[seat].has_seen =
            seat == person->seat; /* latency is measured from one seat to another */
    if (person->crowd->game) {
        snprintf(more, sizeof more, ",\"ask\":%" PRIu32 ",\"action\":\"%s\"", person->ask,
                 person->action);
        person->act = say(person, "act", more);
        person->ask = 0;
        return;
    }
    memset(relayed, 'x', sizeof relayed);
    party->watching = 0;
    person->act = 1;
    line_say(&person->line, relayed, sizeof relayed);
}

static bool let_act(struct crowd *crowd, int table) {
    struct person *people = &crowd->people[table * SEATS];
    int start = whim(&crowd->mood, SEATS);
    for (int i = 0; i < SEATS; i++) {
        struct person *person = &people[(start + i) % SEATS];
        if (crowd->game && !person->ask)
            continue;
        act(person);
        return true;
    }
    return false;
}

static int fly(struct crowd *crowd, double now) {
    int flying = 0;
    for (int table = 0; table < crowd->count; table++) {
        struct party *party = &crowd->parties[table];
        flying += party->is_flying;
        if (crowd->is_stopped || party->is_flying || party->is_over || party->due > now)
            continue;
        if (let_act(crowd, table) && crowd->pace > 0)
            party->due = (party->due > now - crowd->pace ? party->due : now) + crowd->pace;
    }
    return flying;
}

void crowd_play(struct crowd *crowd, double seconds, double pace) {
    double began = seconds_now(), now = began;
    crowd->is_stopped = false;
    crowd->pace = pace;
    for (int table = 0; table < crowd->count; table++) {
        struct party *party = &crowd->parties[table];
        party->due = began + pace * table / crowd->count;
        if (party->is_over) /* since the last call */
            say(&crowd->people[table * SEATS], "again", "");
    }
    while (fly(crowd, now) >= 0 && now < began + seconds) {
        lines_wait(1);
        now = seconds_now();
    }
    crowd->is_stopped = true;
    while (fly(crowd, now) > 0) {
        must(now < began + seconds + DRAIN_SECONDS);
        lines_wait(1);
        now = seconds_now();
    }
    crowd_wait(0.1);
}

void crowd_wait(double seconds) {
    double end = seconds_now() + seconds;
    while (seconds_now() < end)
        lines_wait(10);
}

/* ---- joining and leaving ---- */

static void log_in(struct person *person) {
    struct process *process = person->crowd->process;
    struct text answer = {0};
    char hello[128];
    /* A different name for each, because similar names are refused at one table. */
    snprintf(hello, sizeof hello, "{\"name\":\"P%d\"}", (int)(person - person->crowd->people));
    must(process_call(process, "POST", "/api/guest", NULL, hello, &answer) == 201);
    must(find_string(text_string(&answer), "\"token\":\"", person->token, sizeof person->token));
    text_free(&answer);
    line_open(&person->line, process, person->token);
    int length =
        snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"protocol\":1,\"device\":\"load%06d\"}",
                 (int)(person - person->crowd->people));
    line_say(&person->line, hello, (size_t)length);
}

static void come(struct crowd *crowd, struct process *process, int people) {
    crowd->process = process;
    crowd->count = people / SEATS;
    crowd->mood = 1;
    crowd->is_stopped = true;
    crowd->people = must_alloc((size_t)people * sizeof *crowd->people);
    crowd->parties = must_alloc((size_t)crowd->count * sizeof *crowd->parties);
    for (int i = 0; i < people; i++) {
        struct person *person = &crowd->people[i];
        person->crowd = crowd;
        person->table = i / SEATS;
        person->seat = i % SEATS;
    }
}

void crowd_lobby(struct crowd *crowd, struct process *process, bool is_relay, int people) {
    static const char lobby[] = "{\"t\":\"lobby\",\"n\":1,\"on\":true}";
    come(crowd, process, people);
    for (int i = 0; i < people; i++) {
        struct person *person = &crowd->people[i];
        person->line.hear = is_relay ? hear_relayed : hear;
        if (is_relay) {
            line_open(&person->line, process, NULL);
            line_say(&person->line, "-1", 2);
        } else {
            log_in(person);
            person->is_ready = true; /* people in the lobby wait for nothing */
            person->n = 1;
            line_say(&person->line, lobby, strlen(lobby));
        }
        lines_wait(0);
    }
    crowd_wait(0.5);
}

static void make_table(struct crowd *crowd, int table) {
    struct party *party = &crowd->parties[table];
    struct text answer = {0};
    char settings[256];
    snprintf(settings, sizeof settings,
             "{\"game\":\"%s\",\"seats\":4,\"reaction\":[0,0],\"pause\":[0,0]}", crowd->game);
    must(process_call(crowd->process, "POST", "/api/tables", crowd->people[table * SEATS].token,
                      settings, &answer) == 201);
    must(find_string(text_string(&answer), "\"table\":\"", party->id, sizeof party->id));
    must(find_string(text_string(&answer), "\"code\":\"", party->code, sizeof party->code));
    text_free(&answer);
}

void crowd_sit(struct crowd *crowd, const char *game) {
    char more[64];
    crowd->game = game;
    for (int table = 0; table < crowd->count; table++) {
        make_table(crowd, table);
        for (int seat = 0; seat < SEATS; seat++) {
            struct person *person = &crowd->people[table * SEATS + seat];
            person->is_ready = false;
            snprintf(more, sizeof more, ",\"code\":\"%s\"", crowd->parties[table].code);
            person->is_coming = true;
            say(person, "watch", more);
        }
        lines_wait(0);
    }
    crowd_wait(1);
}

void crowd_open(struct crowd *crowd, struct process *process, const char *game, int tables) {
    char number[16];
    come(crowd, process, tables * SEATS);
    for (int i = 0; i < tables * SEATS; i++) {
        struct person *person = &crowd->people[i];
        person->line.hear = game ? hear : hear_relayed;
        if (game) {
            log_in(person);
            continue;
        }
        line_open(&person->line, process, NULL);
        snprintf(number, sizeof number, "%d", person->table);
        line_say(&person->line, number, strlen(number));
    }
    if (game)
        crowd_sit(crowd, game);
    else
        crowd_wait(0.5);
}

void crowd_close(struct crowd *crowd) {
    for (int i = 0; i < crowd->count * SEATS; i++)
        line_close(&crowd->people[i].line);
    figures_free(&crowd->latency);
    figures_free(&crowd->sizes);
    free(crowd->people);
    free(crowd->parties);
    *crowd = (struct crowd){0};
}
