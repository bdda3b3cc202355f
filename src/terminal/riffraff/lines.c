/* lines.c: Riff Raff in lines of text: what is printed before each question, the meaning of a typed
 * line, and the hand that follows it. */
#include <string.h>

#include "client.h"
#include "terminal/utf8.h"

/* While somebody types, no time passes. So the reaction time until the hand reaches for a falling
 * piece is drawn at random, uniformly in ticks, within these milliseconds of the player's time; the
 * game's README has the resulting odds. */
enum { REACHES_SOONEST = 200, REACHES_LATEST = 600 };

/* For so many milliseconds after the release, frames of a server may still show the piece in the
 * hand. */
enum { LET_GO_SEEN = 1000 };

static int32_t ticks_of(const struct console *console, int milliseconds) {
    return (int32_t)(milliseconds * value_get_number(console->kit, "hz") / 1000);
}

/* Derived from the position of the piece in micrometres, which nobody can foresee. So a match that
 * is replayed with the same lines comes out the same. */
static int32_t draw_reaction(const struct console *console, const struct frame *frame, int body) {
    int32_t soonest = ticks_of(console, REACHES_SOONEST),
            latest = ticks_of(console, REACHES_LATEST);
    uint64_t mixed = (uint64_t)frame->tick;
    for (int i = 0; i < 3; i++) {
        mixed = (mixed ^ (uint32_t)frame->bodies[body].at[i]) * 0x9e3779b97f4a7c15;
        mixed ^= mixed >> 29;
    }
    return soonest + (int32_t)(mixed % (uint64_t)(latest - soonest + 1));
}

static void put_line(struct text *out) {
    if (out->length > 0 && out->data[out->length - 1] != '\n')
        text_put_char(out, '\n');
}

/* "boat, barrel ×2" */
static void put_pieces(const struct console *console, int seat, struct text *out) {
    size_t from = out->length;
    for (int shape = 0; shape < riffraff_shapes(console); shape++) {
        int count = riffraff_count(console, seat, shape);
        if (!count)
            continue;
        text_put(out, out->length > from ? ", " : "");
        text_put(out, riffraff_word(console, shape));
        text_put(out, count > 1 ? " ×" : "");
        if (count > 1)
            text_put_number(out, count);
    }
}

static void say_seat(const struct console *console, int seat, struct text *out) {
    const struct value *shown = value_at(value_get(console->seen, "shown"), seat);
    struct text pieces = {0};
    struct message message;
    put_pieces(console, seat, &pieces);
    message_start(&message, value_is_null(shown) ? "riffraff.say_seat" : "riffraff.say_seat_card");
    message_seat(&message, "seat", seat);
    message_number(&message, "card", value_number(shown));
    message_number(&message, "count", riffraff_count_all(console, seat));
    message_word(&message, "pieces", text_string(&pieces));
    console_say(console, &message, out);
    put_line(out);
    text_free(&pieces);
}

/* Lists the cargo of an area; empty areas are left out. */
static void say_area(const struct console *console, int area, struct text *out) {
    const struct value *aboard = value_get(console->seen, "aboard");
    struct text pieces = {0};
    struct message message;
    for (int i = 0; i < value_count(aboard); i++) {
        const struct value *piece = value_at(aboard, i);
        int shape = riffraff_shape_of(console, value_get_word(piece, "piece"));
        if (value_get_number(piece, "area") != area || shape < 0)
            continue;
        text_put(&pieces, pieces.length ? ", " : "");
        text_put(&pieces, riffraff_word(console, shape));
    }
    if (pieces.length) {
        message_start(&message, "riffraff.say_area");
        message_number(&message, "area", area);
        message_word(&message, "pieces", text_string(&pieces));
        console_say(console, &message, out);
        put_line(out);
    }
    text_free(&pieces);
}

static void say_ship(const struct console *console, struct text *out) {
    struct scene scene;
    struct text heel = {0};
    scene_of_view(console->kit, console->seen, &scene);
    riffraff_say_heel(console, &scene, &heel);
    console_say_word(console, "riffraff.figure_ship", text_string(&heel), out);
    put_line(out);
    for (int area = 1; area <= value_count(value_get(console->kit, "areas")); area++)
        say_area(console, area, out);
    if (!value_count(value_get(console->seen, "aboard")))
        console_say_key(console, "riffraff.say_empty", out);
    put_line(out);
    text_free(&heel);
}

void riffraff_say_state(const struct console *console, struct text *out) {
    const struct value *captain = value_get(console->seen, "captain");
    struct message message;
    message_start(&message, value_is_null(captain) ? "riffraff.title_start" : "riffraff.title_bar");
    message_number(&message, "round", value_get_number(console->seen, "round"));
    message_number(&message, "rounds", value_get_number(console->seen, "rounds"));
    message_seat(&message, "seat", (int)value_number(captain));
    console_say(console, &message, out);
    put_line(out);
    for (int seat = 0; seat < riffraff_seats(console); seat++)
        say_seat(console, seat, out);
    say_ship(console, out);
    riffraff_say_task(console, out);
}

/* What each player has is printed on request only. */
void riffraff_say_brief(const struct console *console, struct text *out) {
    say_ship(console, out);
    riffraff_say_task(console, out);
}

/* "1, 2, 5" */
static void put_cards(const struct console *console, struct text *out) {
    const struct value *hand = value_at(value_get(console->seen, "hands"), console->seat);
    for (int i = 0; i < value_count(hand); i++) {
        text_put(out, i ? ", " : "");
        text_put_number(out, value_number(value_at(hand, i)));
    }
}

static bool may_announce(const struct console *console) {
    const struct value *forms = value_get(console->prompt, "forms");
    for (int i = 0; i < value_count(forms); i++)
        if (strcmp(value_get_word(value_at(forms, i), "say"), "load2") == 0)
            return true;
    return false;
}

static void say_options(const struct console *console, struct text *out) {
    for (int option = 1; option <= riffraff_options(console); option++) {
        struct text action = {0};
        riffraff_option(console, option, &action);
        text_put_number(out, option);
        text_put(out, ". ");
        riffraff_say_brings(console, text_string(&action), out);
        text_put_char(out, '\n');
        text_free(&action);
    }
    console_say_key(console, "riffraff.ask_option", out);
}

void riffraff_say_prompt(const struct console *console, const void *draft, struct text *out) {
    struct text list = {0};
    (void)draft;
    switch (riffraff_question(console)) {
    case ASK_CARD:
        put_cards(console, &list);
        console_say_word(console, "riffraff.ask_card", text_string(&list), out);
        break;
    case ASK_CAPTAIN:
    case ASK_ORDER:
        say_options(console, out);
        break;
    default:
        put_pieces(console, console->seat, &list);
        console_say_word(console,
                         may_announce(console) ? "riffraff.ask_load_two" : "riffraff.ask_load",
                         text_string(&list), out);
    }
    text_free(&list);
}

/* Takes the next word off the line. */
static bool next_word(const char **at, char word[32]) {
    *at += strspn(*at, " ,");
    size_t length = strcspn(*at, " ,");
    if (!length || length >= 32)
        return false;
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length;
    return true;
}

static bool is_digits(const char *word, int *number) {
    *number = 0;
    for (const char *at = word; *at; at++) {
        if (*at < '0' || *at > '9' || *number > 99)
            return false;
        *number = *number * 10 + (*at - '0');
    }
    return *word != '\0';
}

/* A number, alone or in a choice as the question lists it: "sailor (1)". */
static bool read_listed(const char *line, int *number) {
    struct text digits = {0};
    const char *open = strchr(line, '(');
    const char *close = open ? strchr(open, ')') : NULL;
    if (!close || close[1])
        return is_digits(line, number);
    text_put_bytes(&digits, open + 1, (size_t)(close - open - 1));
    bool is_listed = is_digits(text_string(&digits), number);
    text_free(&digits);
    return is_listed;
}

/* A shape by its word, its English name or its number; -1: none. */
static int read_shape(const struct console *console, const char *word) {
    int number;
    if (is_digits(word, &number))
        return number >= 1 && number <= riffraff_shapes(console) ? number - 1 : -1;
    for (int shape = 0; shape < riffraff_shapes(console); shape++) {
        struct text name = {0};
        text_put(&name, riffraff_word(console, shape));
        utf8_lower(name.data);
        bool is_it =
            strcmp(name.data, word) == 0 || strcmp(riffraff_shape_name(console, shape), word) == 0;
        text_free(&name);
        if (is_it)
            return shape;
    }
    return -1;
}

static enum reading read_card(const struct console *console, const char *line, struct draft *draft,
                              struct text *action, struct text *answer) {
    char word[32] = "";
    next_word(&line, word);
    if (console_means(console, "riffraff.type.card", word))
        next_word(&line, word);
    if (!is_digits(word, &draft->choice))
        return READ_NOTHING;
    if (riffraff_action(console, draft, action))
        return READ_ACTION;
    console_say_key(console, "riffraff.card_played", answer);
    return READ_ANSWER;
}

static enum reading read_option(const struct console *console, const char *line,
                                struct draft *draft, struct text *action) {
    int option;
    if (!is_digits(line, &option) || option < 1 || option > riffraff_options(console))
        return READ_NOTHING;
    draft->choice = option;
    return riffraff_action(console, draft, action) ? READ_ACTION : READ_NOTHING;
}

/* "rat", "two rat", "load rat" */
static enum reading read_load(const struct console *console, const char *line, struct draft *draft,
                              struct text *action, struct text *answer) {
    char word[32];
    int shape = -1;
    *draft = (struct draft){0};
    while (next_word(&line, word)) {
        if (console_means(console, "riffraff.type.two", word))
            draft->is_two = true;
        else if (!console_means(console, "riffraff.type.load", word) &&
                 (shape >= 0 || (shape = read_shape(console, word)) < 0))
            return READ_NOTHING;
    }
    if (shape < 0)
        return READ_NOTHING;
    draft->choice = shape + 1;
    if (riffraff_action(console, draft, action))
        return READ_ACTION;
    bool is_there = riffraff_count(console, console->seat, shape) > 0;
    console_say_key(console, is_there ? "riffraff.only_one" : "riffraff.piece_gone", answer);
    return READ_ANSWER;
}

enum reading riffraff_read_line(struct console *console, const char *line, void *context,
                                struct text *action, struct text *answer) {
    struct draft *draft = context;
    if (value_forms_allow(console->prompt, line)) { /* notation */
        text_put(action, line);
        return READ_ACTION;
    }
    text_clear(action);
    switch (riffraff_question(console)) {
    case ASK_CARD:
        return read_card(console, line, draft, action, answer);
    case ASK_CAPTAIN:
    case ASK_ORDER:
        return read_option(console, line, draft, action);
    default:
        return read_load(console, line, draft, action, answer);
    }
}

/* Describes the piece in the hand: its poses, and the size of the area; the second time the poses
 * only. */
static void say_hold(const struct console *console, const struct frame *frame,
                     const struct draft *draft, struct text *out) {
    int shape = riffraff_body_shape(console, frame->held), area = riffraff_area(console, draft);
    const struct value *facts = riffraff_area_facts(console, area);
    const struct value *from = value_get(facts, "from"), *to = value_get(facts, "to");
    const struct value *poses = riffraff_poses(console, shape);
    struct text words = {0};
    struct message message;
    for (int i = 0; i < value_count(poses); i++) {
        text_put(&words, i ? ", " : "");
        text_put(&words, riffraff_pose_word(console, value_get_word(value_at(poses, i), "name")));
    }
    message_start(&message, draft->has_asked ? "riffraff.ask_again" : "riffraff.ask_place");
    message_word(&message, "name", riffraff_word(console, shape));
    message_number(&message, "area", area);
    message_number(&message, "across",
                   (value_number(value_at(to, 1)) - value_number(value_at(from, 1))) / 1000);
    message_number(&message, "along",
                   (value_number(value_at(to, 0)) - value_number(value_at(from, 0))) / 1000);
    message_word(&message, "poses", text_string(&words));
    console_say(console, &message, out);
    text_put_char(out, ' ');
    console_say_key(console, console->remote ? "riffraff.back_late" : "riffraff.ask_back", out);
    text_free(&words);
}

/* Handles a frame with a held piece: it follows its path, or a line is asked for. */
static enum reading hold_on(const struct console *console, const struct frame *frame,
                            struct draft *draft, struct hand *hand, struct text *answer) {
    if (console->remote && draft->let_go_at &&
        frame->tick - draft->let_go_at < ticks_of(console, LET_GO_SEEN))
        return READ_NOTHING;
    draft->let_go_at = 0;
    if (draft->approach.count && !riffraff_follow(console, frame, draft, hand))
        return READ_NOTHING;
    if (draft->approach.count && !frame->release) {
        draft->approach.count = 0;
        draft->let_go_at = frame->tick;
        hand->grip = false;
        console_say_key(console, "riffraff.lets_go", answer);
        put_line(answer);
        return READ_NOTHING;
    }
    if (draft->approach.count)
        riffraff_say_release(console, frame->release, answer);
    put_line(answer);
    draft->approach.count = 0;
    say_hold(console, frame, draft, answer);
    draft->has_asked = true;
    return READ_ANSWER;
}

static bool is_falling(const struct draft *draft, int body) {
    for (int i = 0; i < draft->fall_count; i++)
        if (draft->falls[i] == body)
            return true;
    return false;
}

/* Asks which falling piece to catch; says nothing if the person declined all of them. */
static bool ask_falls(const struct console *console, const struct draft *draft,
                      struct text *answer) {
    struct text list = {0};
    bool is_open = false;
    for (int i = 0; i < draft->fall_count; i++) {
        int shape = riffraff_body_shape(console, draft->falls[i]);
        is_open = is_open || !(draft->declined >> draft->falls[i] & 1);
        text_put(&list, i ? ", " : "");
        text_put(&list, shape < 0 ? "" : riffraff_word(console, shape));
        text_put(&list, " ("); /* in brackets: "2 rat" would mean two rats */
        text_put_number(&list, i + 1);
        text_put_char(&list, ')');
    }
    if (is_open)
        console_say_word(console, "riffraff.ask_catch", text_string(&list), answer);
    text_free(&list);
    return is_open;
}

/* Once the piece that was named is caught or lost, another one can be named. */
static enum reading catch_on(const struct console *console, const struct frame *frame,
                             struct draft *draft, struct hand *hand, struct text *answer) {
    draft->named = is_falling(draft, draft->named) ? draft->named : 0;
    if (draft->named && frame->tick >= draft->reaches_at)
        riffraff_reach(console, draft, frame, draft->named, hand);
    return !draft->named && ask_falls(console, draft, answer) ? READ_ANSWER : READ_NOTHING;
}

static enum reading read_place(const struct console *console, const struct frame *frame,
                               const char *line, struct draft *draft, struct hand *hand,
                               struct text *answer) {
    struct typed_place place;
    struct draft planned = *draft;
    struct hand turned = *hand;
    int shape = riffraff_body_shape(console, frame->held);
    if (console_means(console, "riffraff.type.return", line))
        return riffraff_give_up(console, answer);
    if (!riffraff_read_place(console, line, shape, &place, answer))
        return READ_ANSWER;
    if (!riffraff_plan(console, frame, &place, &planned, &turned)) {
        console_say_key(console, "riffraff.no_room", answer);
        return READ_ANSWER;
    }
    *draft = planned;
    *hand = turned;
    return READ_CHANGED;
}

/* A falling piece by its word, its number or both; an empty line catches none. */
static enum reading read_catch(const struct console *console, const struct frame *frame,
                               const char *line, struct draft *draft) {
    int number, shape;
    for (int i = 0; !*line && i < draft->fall_count; i++)
        draft->declined |= (uint64_t)1 << draft->falls[i];
    if (!*line)
        return READ_CHANGED;
    bool is_number = read_listed(line, &number);
    shape = is_number ? -1 : read_shape(console, line);
    for (int i = 0; i < draft->fall_count; i++)
        if (is_number ? number == i + 1
                      : shape >= 0 && riffraff_body_shape(console, draft->falls[i]) == shape) {
            draft->named = draft->falls[i];
            draft->reaches_at = frame->tick + draw_reaction(console, frame, draft->named);
            return READ_CHANGED;
        }
    return READ_NOTHING;
}

enum reading riffraff_steer_line(const struct console *console, const struct frame *frame,
                                 const char *line, void *context, struct hand *hand,
                                 struct text *answer) {
    struct draft *draft = context;
    if (!line)
        riffraff_look(console, frame, draft, hand);
    bool is_falling = draft->fall_count > 0 && riffraff_shown(console, frame) == SHOWS_CATCHING;
    if (riffraff_shown(console, frame) == SHOWS_HELD)
        return line ? read_place(console, frame, line, draft, hand, answer)
                    : hold_on(console, frame, draft, hand, answer);
    if (line)
        return is_falling ? read_catch(console, frame, line, draft) : READ_NOTHING;
    return is_falling ? catch_on(console, frame, draft, hand, answer) : READ_NOTHING;
}
