/* talk.c: handles the messages about a table of a server. */
#include "talk.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "signals.h"

void talk_end(struct talk *talk) {
    text_free(&talk->seats);
    value_free(talk->why);
}

void talk_say(struct talk *talk, const char *key) {
    struct text text = {0};
    console_say_key(talk->joining->console, key, &text);
    talk->tell(talk, &text);
}

void talk_say_word(struct talk *talk, const char *key, const char *word) {
    struct text text = {0};
    console_say_word(talk->joining->console, key, word, &text);
    talk->tell(talk, &text);
}

void talk_leave(struct talk *talk, const char *key) {
    talk_say(talk, key);
    talk->is_left = talk->is_refused = true;
}

int64_t talk_request(struct talk *talk, const char *type, const char *members) {
    return remote_ask(talk->joining->remote, type, members, join_now());
}

void talk_speak(struct talk *talk, const char *words) {
    struct text members = {0};
    js_open(&members, '{');
    js_put_string(&members, "text", words);
    talk_request(talk, "say", text_string(&members) + 1);
    text_free(&members);
}

static struct value *read_info(const struct talk *talk) {
    const struct text *info = &talk->joining->remote->info;
    struct value *value = value_parse(text_string(info), info->length);
    return value ? value : value_parse("null", 4);
}

/* ---- before the start ---- */

static void put_seat(const struct talk *talk, const struct value *seats, int seat,
                     struct text *out) {
    const struct console *console = talk->joining->console;
    text_put(out, seat ? ", " : "");
    text_put_number(out, seat + 1);
    text_put_char(out, ' ');
    if (value_is_null(value_at(seats, seat)))
        text_put(out, console_word(console, "terminal.join_free"));
    else if (seat == talk->joining->remote->seat)
        console_say_word(console, "terminal.you", console->names[seat], out);
    else
        text_put(out, console->names[seat]);
}

/* Prints who sits where, if it has changed; a screen shows it all the time. */
static void say_seats(struct talk *talk, const struct value *info) {
    const struct value *seats = value_get(info, "seats");
    struct text list = {0};
    for (int seat = 0; seat < talk->joining->console->setup.seats; seat++)
        put_seat(talk, seats, seat, &list);
    if (strcmp(text_string(&list), text_string(&talk->seats)) != 0) {
        text_clear(&talk->seats);
        text_put(&talk->seats, text_string(&list));
        if (!talk->joining->console->is_drawn)
            talk_say_word(talk, "terminal.join_seats", text_string(&list));
    }
    text_free(&list);
}

bool talk_is_owner(const struct talk *talk) {
    struct value *info = read_info(talk);
    bool is_owner = strcmp(value_get_word(info, "owner"), talk->joining->person) == 0;
    value_free(info);
    return is_owner;
}

/* Asks the server for any free seat, once for each table: a person whose seat was freed by the
 * owner must not take it again automatically. */
static void wait_for_start(struct talk *talk, const struct value *info) {
    if (talk->joining->remote->seat >= 0) {
        if (!talk->had_seat && !talk->joining->console->is_drawn)
            talk_say(talk, talk_is_owner(talk) ? "terminal.join_start" : "terminal.join_waits");
        talk->had_seat = true;
        say_seats(talk, info);
    } else if (talk->had_seat) {
        talk_leave(talk, "terminal.join_seat_lost");
    } else if (!talk->sitting) {
        talk->sitting = talk_request(talk, "sit", "");
    }
}

/* ---- the match ---- */

static enum phase phase_of(const struct value *info) {
    const char *state = value_get_word(info, "state");
    return strcmp(state, "open") == 0      ? PHASE_OPEN
           : strcmp(state, "playing") == 0 ? PHASE_PLAYING
           : strcmp(state, "over") == 0    ? PHASE_OVER
                                           : PHASE_UNKNOWN;
}

/* Moves on to the next match, once there is one. */
static void go_on(struct talk *talk, const struct value *info) {
    const char *next = value_get_word(info, "next");
    if (talk->phase != PHASE_OVER || !talk->wants_again || !*next || strlen(next) > TABLE_BYTES_MAX)
        return;
    remote_move(talk->joining->remote, next, "", join_now());
    talk->phase = PHASE_UNKNOWN;
    talk->wants_again = talk->had_seat = false;
    talk->sitting = 0;
    text_clear(&talk->seats);
    join_clear(talk->joining->console);
}

/* The match begins, or the person has come back to it. In lines the front end prints the
 * opening. */
static void begin(struct talk *talk) {
    struct console *console = talk->joining->console;
    if (talk->joining->remote->seat < 0)
        talk_leave(talk,
                   talk->phase == PHASE_OVER ? "terminal.join_over" : "terminal.join_no_seat");
    else if (console->is_drawn)
        console_note_opening(console);
}

/* Compares the state that the server reported with the last one. A match counts as begun only after
 * its first view. */
static void follow(struct talk *talk) {
    struct console *console = talk->joining->console;
    struct value *info = read_info(talk);
    enum phase phase = phase_of(info), before = talk->phase;
    bool has_view = !value_is_null(console->seen);
    talk->phase = phase == PHASE_OPEN || has_view ? phase : before;
    if (talk->phase == PHASE_OVER && !console_over(console))
        talk->phase = before; /* the last step has not arrived yet */
    if (talk->phase == PHASE_OPEN)
        wait_for_start(talk, info);
    if (talk->phase >= PHASE_PLAYING && before < PHASE_PLAYING)
        begin(talk);
    if (talk->phase >= PHASE_PLAYING && talk->has_recent) {
        join_tell_recent(console);
        talk->has_recent = false;
    }
    go_on(talk, info);
    value_free(info);
}

/* ---- what the server tells ---- */

/* The server names a computer player by its kind; its guest name is at the table, unless it stands
 * in for a person. */
static const char *name_of_speaker(const struct talk *talk, const struct value *chat) {
    const struct console *console = talk->joining->console;
    const struct value *seat = value_get(chat, "seat");
    int64_t number = value_is_null(seat) ? -1 : value_number(seat);
    bool is_computer = !*value_get_word(chat, "from") && *value_get_word(chat, "name");
    return is_computer && number >= 0 && number < console->setup.seats && console->bots[number]
               ? console->names[number]
               : value_get_word(chat, "name");
}

static void say_chat(struct talk *talk) {
    const struct text *message = &talk->joining->remote->message;
    struct value *chat = value_parse(text_string(message), message->length);
    const char *phrase = value_get_word(chat, "phrase");
    const char *said =
        *phrase ? words_find(talk->joining->language, phrase) : value_get_word(chat, "text");
    const char *name = name_of_speaker(talk, chat);
    struct text line = {0};
    bool is_own = strcmp(value_get_word(chat, "from"), talk->joining->person) == 0;
    if (!is_own && said && text_is_plain(said) && text_is_plain(name)) {
        text_put(&line, name);
        text_put(&line, ": ");
        text_put(&line, said);
        talk->tell(talk, &line);
    }
    text_free(&line);
    value_free(chat);
}

/* By its message, else by the server's English sentence. */
static void say_refusal(struct talk *talk) {
    const struct text *message = &talk->joining->remote->message;
    struct value *error = value_parse(text_string(message), message->length);
    const char *reason = value_get_word(error, "reason");
    struct text text = {0};
    struct message why;
    if (*value_get_word(error, "key") && value_message(error, &why))
        console_say_refusal(talk->joining->console, &why, &text);
    else
        console_say_word(talk->joining->console, "terminal.join_refused",
                         text_is_plain(reason) ? reason : "?", &text);
    talk->tell(talk, &text);
    value_free(error);
}

/* An automatic answer to a question that was withdrawn in the meantime; the person knows nothing of
 * either. */
static bool is_late_auto_answer(const struct talk *talk) {
    const struct text *message = &talk->joining->remote->message;
    struct value *error = value_parse(text_string(message), message->length);
    bool is_late = talk->joining->remote->answered != talk->joining->console->sent_by_hand &&
                   strcmp(value_get_word(error, "key"), "kernel.stale") == 0;
    value_free(error);
    return is_late;
}

/* Without a seat there is nothing to wait for. */
static void take_no_seat(struct talk *talk) {
    struct text key = {0};
    bool is_full = remote_member(&talk->joining->remote->message, "key", &key) &&
                   strcmp(text_string(&key), "\"table.full\"") == 0;
    if (is_full)
        talk_say(talk, "terminal.join_full");
    else
        say_refusal(talk);
    talk->is_left = talk->is_refused = true;
    text_free(&key);
}

static void take_refusal(struct talk *talk) {
    int64_t answered = talk->joining->remote->answered;
    if (answered == talk->sitting) {
        take_no_seat(talk);
        return;
    }
    if (!is_late_auto_answer(talk))
        say_refusal(talk);
    if (answered == talk->joining->console->sent)
        join_refuse(talk->joining->console);
}

static void take_end(struct talk *talk) {
    if (talk->joining->remote->message.length)
        say_refusal(talk);
    else
        talk_say(talk, "terminal.join_ended");
    talk->is_left = talk->is_refused = true;
}

/* A complete state: at the beginning, and when the server could not resume the stream. */
static void take_state(struct talk *talk) {
    struct console *console = talk->joining->console;
    join_seat(console);
    join_see(console);
    if (talk->phase < PHASE_PLAYING)
        join_begin(console);
    talk->has_recent = true;
    watched_begin(talk);
}

static void take_step(struct talk *talk) {
    struct console *console = talk->joining->console;
    join_see(console);
    join_tell_events(console);
    watched_begin(talk);
}

static enum received take_news(struct talk *talk, enum remote_news news) {
    switch (news) {
    case REMOTE_NOTHING:
        return RECEIVED_NOTHING;
    case REMOTE_STATE:
        take_state(talk);
        return RECEIVED_ENTRY;
    case REMOTE_STEP:
        take_step(talk);
        return RECEIVED_ENTRY;
    case REMOTE_FRAMES:
        return RECEIVED_FRAMES;
    case REMOTE_HAND:
        watched_refuse(talk);
        return RECEIVED_HAND;
    case REMOTE_LOST:
        talk->session.number = 0;
        talk_say(talk, "terminal.join_lost");
        break;
    case REMOTE_BACK:
        if (talk->phase != PHASE_UNKNOWN)
            talk_say(talk, "terminal.join_back");
        break;
    case REMOTE_INFO:
        join_seat(talk->joining->console);
        break;
    case REMOTE_CHAT:
        say_chat(talk);
        break;
    case REMOTE_REFUSED:
        take_refusal(talk);
        break;
    case REMOTE_ENDED:
        take_end(talk);
        break;
    case REMOTE_SIM:
        watched_begin(talk);
        break;
    case REMOTE_DONE:
        break;
    }
    return RECEIVED_NEWS;
}

enum received talk_receive(struct talk *talk) {
    enum received received = take_news(talk, remote_next(talk->joining->remote, join_now()));
    bool is_told = received == RECEIVED_NEWS || received == RECEIVED_ENTRY;
    if (is_told && !talk->is_left && talk->joining->remote->info.length)
        follow(talk);
    return received;
}

void talk_wait(const struct talk *talk) {
    struct remote *remote = talk->joining->remote;
    struct pollfd waiting = {.fd = remote_file(remote), .events = POLLIN};
    int wait = remote_wait(remote, join_now());
    poll(&waiting, 1, wait < SIGNAL_SLICE ? wait : SIGNAL_SLICE);
}
