/* join_console.c: fills a console from the messages of a server.
 *
 * Views, prompts and events are the same JSON as in a match of this process, so that clients see no
 * difference. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spelunke/must.h>

#include "console.h"
#include "remote/remote.h"

enum { ANSWER_WAIT = 3000 };

int64_t join_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Gives the null value for missing JSON. */
static struct value *parse(const struct text *json) {
    struct value *value = value_parse(text_string(json), json->length);
    return value ? value : value_parse("null", 4);
}

static uint16_t read_seats(const struct value *list) {
    uint16_t seats = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (value_has_number(list, seat))
            seats = (uint16_t)(seats | 1u << seat);
    return seats;
}

static void read_turn(const struct text *json, struct turn *out) {
    struct value *turn = parse(json);
    const char *kind = value_get_word(turn, "kind");
    *out = (struct turn){.kind = TURN_CHANCE};
    if (strcmp(kind, "seats") == 0) {
        out->kind = TURN_SEATS;
        out->seats = read_seats(value_get(turn, "seats"));
        out->may = read_seats(value_get(turn, "may"));
        out->reaction = value_get_true(turn, "reaction");
    } else if (strcmp(kind, "sim") == 0) {
        int64_t seat = value_get_number(turn, "seat");
        out->kind = TURN_SIM;
        out->control = (int8_t)(seat >= 0 && seat < SEATS_MAX ? seat : 0);
    } else if (strcmp(kind, "over") == 0) {
        out->kind = TURN_OVER;
    }
    value_free(turn);
}

static void read_score(const struct text *json, struct score *out) {
    struct value *score = parse(json);
    const struct value *points = value_get(score, "scores");
    *out = (struct score){.winners = read_seats(value_get(score, "winners"))};
    for (int seat = 0; seat < SEATS_MAX; seat++)
        out->points[seat] = (int32_t)value_number(value_at(points, seat));
    value_free(score);
}

void join_see(struct console *console) {
    struct remote *remote = console->remote;
    value_free(console->seen_before);
    console->seen_before = console->seen;
    console->seen = parse(&remote->view);
    value_free(console->prompt);
    console->prompt = parse(&remote->prompt);
    read_turn(&remote->turn, &console->turn);
    read_score(&remote->score, &console->score);
    console->is_reaction = console->turn.kind == TURN_SEATS && console->turn.reaction;
    if (console->client->see && !value_is_null(console->seen))
        console->client->see(console);
}

/* The first step sets up the table and is no entry, so the count begins below 0. Entries before
 * joining are not counted: the first events that are told belong to the first entry. */
void join_begin(struct console *console) {
    console->entry = value_is_null(console->seen) ? -2 : -1;
}

static void tell_list(struct console *console, const struct value *list) {
    console->events->count = 0;
    /* an unknown server may send too many */
    for (int i = 0; i < value_count(list) && events_have_room(console->events); i++) {
        struct message message;
        if (value_message(value_at(list, i), &message))
            *event_add(console->events, SEEN_BY_ALL, message.key) = message;
    }
    console->entry++;
    console_tell_events(console);
}

void join_tell_events(struct console *console) {
    struct value *list = parse(&console->remote->events);
    tell_list(console, list);
    if (value_count(list)) {
        value_free(console->remote_events);
        console->remote_events = list;
        console->told_last = list;
    } else {
        value_free(list); /* the server's list is not needed any more */
    }
}

void join_tell_recent(struct console *console) {
    struct value *recent = parse(&console->remote->recent);
    int count = value_count(recent), first = 0;
    console->events->count = 0; /* they point into the list that is freed, and were told */
    for (int i = 0; console->told_last && i < count; i++)
        if (value_is_same(value_at(recent, i), console->told_last))
            first = i + 1;
    for (int i = first; i < count; i++)
        tell_list(console, value_at(recent, i));
    console->told_last = count ? value_at(recent, -1) : NULL;
    value_free(console->remote_recent);
    console->remote_recent = recent;
}

static unsigned awaited(const struct console *console) {
    const struct turn *turn = &console->turn;
    unsigned seats = turn->kind == TURN_SEATS ? turn->seats
                     : turn->kind == TURN_SIM ? 1u << turn->control
                                              : 0;
    return seats & ~(1u << console->seat);
}

bool join_awaits_person(const struct console *console) {
    for (int seat = 0; seat < console->setup.seats; seat++)
        if ((awaited(console) >> seat & 1) && !console->bots[seat])
            return true;
    return false;
}

/* Rendered by the client's names for the players. */
void join_say_awaited(const struct console *console, struct text *out) {
    struct message message;
    if (!awaited(console))
        return;
    message_start(&message, "terminal.join_awaits");
    message_list(&message, "seats", ARG_SEAT);
    for (int seat = 0; seat < console->setup.seats; seat++)
        if (awaited(console) >> seat & 1)
            message_item(&message, seat);
    console->client->tell(console, &message, out);
}

/* Copies as many whole letters as fit. */
static void copy_name(char out[NAME_BYTES_MAX + 1], const char *name) {
    size_t length = strlen(name);
    if (length > NAME_BYTES_MAX)
        for (length = NAME_BYTES_MAX; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--;
    memcpy(out, name, length);
    out[length] = '\0';
}

static bool is_taken(const struct value *seats, const char *name) {
    for (int seat = 0; seat < value_count(seats); seat++)
        if (strcmp(value_get_word(value_at(seats, seat), "name"), name) == 0)
            return true;
    return false;
}

/* The next guest name that nobody at the table has. */
static const char *next_guest(const struct console *console, const struct value *seats,
                              int *guest) {
    while (is_taken(seats, words_guest(console->language, *guest % GUESTS_MAX)) &&
           *guest < GUESTS_MAX)
        ++*guest;
    return words_guest(console->language, (*guest)++ % GUESTS_MAX);
}

/* People keep their names; each computer player gets a different guest name. Free seats get none,
 * so that no name changes when somebody sits down. */
void join_seat(struct console *console) {
    struct value *info = parse(&console->remote->info);
    const struct value *seats = value_get(info, "seats");
    int guest = 0;
    console->seat = console->remote->seat < 0 ? 0 : console->remote->seat;
    console->setup.seats = value_count(seats) < SEATS_MAX ? value_count(seats) : SEATS_MAX;
    for (int seat = 0; seat < console->setup.seats; seat++) {
        const struct value *one = value_at(seats, seat);
        bool is_person = !value_is_null(value_get(one, "person"));
        const char *name = is_person            ? value_get_word(one, "name")
                           : value_is_null(one) ? ""
                                                : next_guest(console, seats, &guest);
        copy_name(console->name[seat], text_is_plain(name) ? name : "?");
        console->bots[seat] =
            is_person ? NULL : game_bot(console->game, value_get_word(one, "bot"));
    }
    value_free(info);
}

bool join_send(struct console *console, const char *action) {
    struct text members = {0};
    js_open(&members, '{');
    js_put_number(&members, "ask", value_get_number(console->prompt, "ask"));
    js_put_string(&members, "action", action);
    console->sent = remote_ask(console->remote, "act", text_string(&members) + 1, join_now());
    console->sent_by_hand = console->sent;
    console->sent_ask = value_get_number(console->prompt, "ask");
    text_free(&members);
    return true;
}

void join_refuse(struct console *console) {
    console->refused_ask = console->sent_ask;
    console->sent = console->sent_ask = 0;
}

bool join_has_answered(const struct console *console) {
    return console->sent_ask && value_get_number(console->prompt, "ask") == console->sent_ask;
}

void join_clear(struct console *console) {
    console->sent = console->sent_ask = console->refused_ask = 0;
    console->told_last = NULL;
    console_clear(console);
}

struct value *join_says(const struct console *console, const char *type, const char *action) {
    struct text members = {0}, answer = {0}, says = {0};
    if (action) {
        js_open(&members, '{');
        js_put_string(&members, "action", action);
    }
    int64_t n =
        remote_ask(console->remote, type, action ? text_string(&members) + 1 : "", join_now());
    bool is_said = remote_answer(console->remote, n, ANSWER_WAIT, &answer) &&
                   remote_member(&answer, "says", &says);
    struct value *value = is_said ? parse(&says) : value_parse("[]", 2);
    text_free(&members);
    text_free(&answer);
    text_free(&says);
    return value;
}

void join_say_fair(const struct console *console, struct text *out) {
    struct value *info = parse(&console->remote->info);
    console_say_word(console, "terminal.fair", value_get_word(info, "commitment"), out);
    value_free(info);
}
