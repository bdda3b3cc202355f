/* join_plain.c: a table of a server in lines of text.
 *
 * Messages of the server and lines of the person are handled as they come; neither blocks the
 * other. Others may play, speak and leave while a line is typed; a question can be withdrawn; and a
 * session goes on while the person types what the hand is to do, unless it awaits the hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spelunke/must.h>

#include "plain.h"
#include "signals.h"
#include "talk.h"

struct lines {
    struct talk talk;
    struct plain plain;
    int64_t asked;      /* the number of the question that was printed; 0: none */
    bool tells_awaited; /* print whom the table waits for, as soon as it is not the person */
    /* The session that the person steers: its number, whether a line is awaited, whether the person
     * has let go, and at which phase the last question was printed. */
    uint32_t session;
    bool awaits_line, is_let_go;
    int phase, falls;
    struct text question; /* the text of that question */
    bool has_typed;       /* `typed` is a line that came before the table was there */
    struct text typed;
};

static struct console *console_of(const struct lines *lines) {
    return lines->talk.joining->console;
}

static void tell(struct talk *talk, struct text *sentence) {
    (void)talk;
    plain_print(sentence);
}

/* ---- the match ---- */

static void begin_match(struct lines *lines) {
    struct console *console = console_of(lines);
    struct text opening = {0};
    console_say_opening(console, &opening);
    if (lines->plain.printed < console->sentence_count)
        console_say_key(console, "terminal.join_recent", &opening);
    plain_print(&opening);
    lines->tells_awaited = true;
}

static void end_match(struct lines *lines) {
    const struct console *console = console_of(lines);
    struct text text = {0};
    console->client->say_end(console, &text);
    text_put_char(&text, '\n');
    console_say_key(console, "terminal.again_ask", &text);
    text_put_char(&text, ' ');
    console_say_key(console, "terminal.choice_no", &text);
    plain_print(&text);
}

/* Prints the present question once. */
static void put_question(struct lines *lines) {
    struct console *console = console_of(lines);
    int64_t ask = value_get_number(console->prompt, "ask");
    bool is_asked = lines->talk.phase == PHASE_PLAYING &&
                    (console_asks(console) || console_stops(console)) &&
                    !value_is_null(console->prompt);
    if (!is_asked || ask == lines->asked) {
        lines->asked = is_asked ? lines->asked : 0;
        return;
    }
    lines->asked = ask;
    if (console_auto_answer(console))
        return;
    lines->tells_awaited = false;
    plain_begin_question(&lines->plain);
    plain_print_prompt(&lines->plain);
}

static void say_awaited(const struct lines *lines) {
    struct text awaited = {0};
    join_say_awaited(console_of(lines), &awaited);
    plain_print(&awaited);
}

/* Says whom the table waits for, after the person has come back or has answered. */
static void tell_awaited(struct lines *lines) {
    if (!lines->tells_awaited || lines->asked || !join_awaits_person(console_of(lines)))
        return;
    say_awaited(lines);
    lines->tells_awaited = false;
}

static void follow(struct lines *lines, enum phase before) {
    enum phase phase = lines->talk.phase;
    if (lines->talk.is_left)
        return;
    if (phase == PHASE_UNKNOWN && before == PHASE_OVER)
        lines->asked = lines->plain.printed = 0; /* the next match begins */
    if (phase >= PHASE_PLAYING && before < PHASE_PLAYING)
        begin_match(lines);
    plain_print_sentences(&lines->plain);
    if (phase == PHASE_OVER && before != PHASE_OVER)
        end_match(lines);
    put_question(lines);
    tell_awaited(lines);
}

/* ---- the hand in a session ---- */

/* The client is given the last frame that has arrived. */
static void steer(struct lines *lines) {
    struct watched_session *session = &lines->talk.session;
    struct console *console = console_of(lines);
    watched_read(&lines->talk, NULL, NULL);
    const struct frame *frame = &session->frame;
    if (!session->is_own || !session->has_frame || !console->client->steer_line)
        return;
    if (lines->session != session->number) {
        lines->session = session->number;
        lines->awaits_line = lines->is_let_go = false;
        memset(lines->plain.draft, 0, console->client->draft_size);
    }
    /* A new phase, or the begin or end of a fall, needs a new question. */
    if (frame->phase != lines->phase || (frame->fall_count > 0) != (lines->falls > 0))
        lines->awaits_line = false;
    lines->phase = frame->phase;
    lines->falls = frame->fall_count;
    if (lines->awaits_line || lines->is_let_go)
        return;
    struct hand hand = session->hand;
    struct text answer = {0};
    enum reading reading =
        console->client->steer_line(console, frame, NULL, lines->plain.draft, &hand, &answer);
    bool stands = frame->awaits_hand && hand_is_same(&hand, &session->hand);
    lines->awaits_line = reading != READ_NOTHING || stands;
    watched_steer(&lines->talk, &hand);
    text_clear(&lines->question);
    text_put(&lines->question, text_string(&answer));
    plain_print(&answer);
}

static void ask_hand_again(struct lines *lines) {
    struct text question = {0};
    text_put(&question, text_string(&lines->question));
    plain_print(&question);
}

static void take_hand_line(struct lines *lines, const char *line) {
    struct watched_session *session = &lines->talk.session;
    struct console *console = console_of(lines);
    struct hand hand = session->hand;
    struct text answer = {0};
    if (plain_answer(&lines->plain, line)) {
        ask_hand_again(lines);
        return;
    }
    enum reading reading = console->client->steer_line(console, &session->frame, line,
                                                       lines->plain.draft, &hand, &answer);
    plain_print(&answer);
    if (reading == READ_NOTHING)
        plain_print_unknown(console, line);
    lines->is_let_go = reading == READ_ON;
    lines->awaits_line = reading != READ_CHANGED && reading != READ_ON;
    if (lines->awaits_line)
        ask_hand_again(lines);
    watched_steer(&lines->talk, &hand);
}

static void say_hand_refused(struct lines *lines) {
    struct text reason = {0};
    console_say_refusal(console_of(lines), &lines->talk.session.why, &reason);
    plain_print(&reason);
    lines->awaits_line = false;
}

/* Turns each message into sentences before the next one changes the console. */
static void listen(struct lines *lines) {
    enum received received;
    enum phase before = lines->talk.phase;
    while (!lines->talk.is_left && (received = talk_receive(&lines->talk)) != RECEIVED_NOTHING) {
        if (received == RECEIVED_FRAMES)
            steer(lines);
        else if (received == RECEIVED_HAND)
            say_hand_refused(lines);
        else
            follow(lines, before);
        before = lines->talk.phase;
    }
}

/* ---- what the person types ---- */

/* `say TEXT` keeps the text as typed. */
static bool take_chat(struct lines *lines, const char *typed) {
    char word[LINE_BYTES_MAX + 1] = "";
    size_t length = strcspn(typed, " ");
    if (!typed[length] || length > LINE_BYTES_MAX)
        return false;
    memcpy(word, typed, length);
    if (!console_means(console_of(lines), "terminal.word.say", word))
        return false;
    talk_speak(&lines->talk, typed + length + strspn(typed + length, " "));
    return true;
}

static void take_open_line(struct lines *lines, const char *line) {
    struct console *console = console_of(lines);
    if (console_means(console, "terminal.word.start", line)) {
        talk_request(&lines->talk, "start", "");
        return;
    }
    if (console_means(console, "terminal.word.seats", line))
        talk_say_word(&lines->talk, "terminal.join_seats", text_string(&lines->talk.seats));
    else if (console_means(console, "terminal.word.help", line))
        talk_say(&lines->talk, "terminal.join_help");
    else if (*line)
        talk_say_word(&lines->talk, "terminal.not_understood", line);
}

static void take_last_line(struct lines *lines, const char *line) {
    const struct console *console = console_of(lines);
    if (console_means(console, "terminal.word.yes", line)) {
        lines->talk.wants_again = true;
        talk_say(&lines->talk, "terminal.join_again");
        talk_request(&lines->talk, "again", "");
    } else if (!*line || console_means(console, "terminal.word.no", line)) {
        lines->talk.is_left = true;
    } else {
        talk_say(&lines->talk, "terminal.yes_or_no");
    }
}

static void take_match_line(struct lines *lines, const char *line) {
    if (lines->talk.session.number && lines->awaits_line) {
        take_hand_line(lines, line);
        return;
    }
    struct console *console = console_of(lines);
    if (!lines->asked) {
        if (console_means(console, "terminal.word.help", line))
            talk_say(&lines->talk, "terminal.join_help");
        if (!*line)
            say_awaited(lines);
        else if (!plain_answer(&lines->plain, line))
            talk_say(&lines->talk, "terminal.join_not_asked");
        return;
    }
    enum move move = plain_take_line(&lines->plain, line);
    if (move == MOVE_OPEN) {
        plain_print_prompt(&lines->plain);
        return;
    }
    lines->tells_awaited = true;
    listen(lines);
}

static void take_typed(struct lines *lines, struct text *typed) {
    struct console *console = console_of(lines);
    char line[LINE_BYTES_MAX + 1];
    const char *whole = input_trim(typed);
    if (whole && text_is_plain(whole) && take_chat(lines, whole))
        return;
    plain_clean_line(typed, line);
    if (console_means(console, "terminal.word.quit", line))
        lines->talk.is_left = true;
    else if (lines->talk.phase == PHASE_PLAYING)
        take_match_line(lines, line);
    else if (lines->talk.phase == PHASE_OVER)
        take_last_line(lines, line);
    else
        take_open_line(lines, line);
}

/* Lines are buffered until the table is there, except `quit`. */
static void take_early(struct lines *lines) {
    char line[LINE_BYTES_MAX + 1];
    plain_clean_line(&lines->typed, line);
    lines->talk.is_left = console_means(console_of(lines), "terminal.word.quit", line);
}

static void wait_for_line(struct lines *lines) {
    struct input *input = &console_of(lines)->input;
    struct remote *remote = lines->talk.joining->remote;
    bool is_early = lines->talk.phase == PHASE_UNKNOWN || remote->seat < 0;
    fflush(stdout);
    if (is_early && (lines->has_typed || input->is_ended)) {
        talk_wait(&lines->talk);
        return;
    }
    if (!lines->has_typed)
        lines->has_typed =
            input_take(input, remote_file(remote), remote_wait(remote, join_now()), &lines->typed);
    if (is_early && lines->has_typed) {
        take_early(lines);
    } else if (lines->has_typed) {
        lines->has_typed = false;
        take_typed(lines, &lines->typed);
    } else if (!is_early && input->is_ended) {
        lines->talk.is_left = true;
    }
}

bool join_play_plain(struct joining *joining) {
    struct lines lines = {.talk = {.joining = joining, .tell = tell}};
    struct talk *talk = &lines.talk;
    lines.plain = (struct plain){.console = joining->console,
                                 .draft = must_alloc(joining->client->draft_size)};
    while (!talk->is_left && !signals_caught()) {
        listen(&lines);
        if (!talk->is_left)
            wait_for_line(&lines);
    }
    if (!talk->is_refused)
        talk_say(talk, talk->phase == PHASE_PLAYING ? "terminal.join_leave" : "terminal.join_bye");
    talk_end(talk);
    text_free(&lines.question);
    text_free(&lines.typed);
    free(lines.plain.draft);
    return !talk->is_refused;
}
