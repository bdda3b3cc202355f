/* client.c: the client of Zum Blauen Drachen: its functions, the names of players, and events as
 * sentences. */
#include <string.h>

#include "client.h"

static const char *const echoes[] = {"drachen.played",    "drachen.played_at", "drachen.bought",
                                     "drachen.discarded", "drachen.accepted",  "drachen.declined",
                                     "drachen.passed",    "drachen.split",     NULL};

static bool tell(const struct console *console, const struct message *message, struct text *out);

const struct client drachen_client = {
    .key = "drachen",
    .draft_size = sizeof(struct draft),
    .memory_size = sizeof(struct memory),
    .pause = 1100, /* longer than usual, because there is more to read */
    .echoes = echoes,
    .count_sentences = drachen_count_sentences,
    .tell = tell,
    .say_task = drachen_say_task,
    .say_choosing = drachen_say_choosing,
    .say_state = drachen_say_state,
    .say_brief = drachen_say_brief,
    .say_prompt = drachen_say_prompt,
    .say_help = drachen_say_help,
    .say_guide = drachen_say_guide,
    .say_end = drachen_say_end,
    .guide_title = "drachen.title_guide",
    .box_title = "drachen.title_card",
    .common_help = "drachen.common_help",
    .common_keys = "drachen.common_keys",
    .auto_answer = drachen_auto_answer,
    .print_wishes = drachen_print_presets,
    .read_wishes = drachen_read_presets,
    .stops = drachen_stops,
    .see = drachen_see,
    .read_line = drachen_read_line,
    .read_key = drachen_read_key,
    .draw = drachen_draw,
    .say_keys = drachen_say_keys,
};

/* Before the characters are assigned players have their own names. */
const char *drachen_name(const struct console *console, int seat) {
    const char *name = value_get_word(drachen_seat(console, seat), "name");
    return *name ? name : console->names[seat];
}

void drachen_say(const struct console *console, const struct message *message, struct text *out) {
    const char *names[SEATS_MAX] = {0};
    for (int seat = 0; seat < console->setup.seats; seat++)
        names[seat] = drachen_name(console, seat);
    console_say_as(console, names, message, out);
}

static int64_t number_of(const struct message *message, const char *name) {
    for (int i = 0; i < message->arg_count; i++)
        if (strcmp(message_arg_name(message, i), name) == 0)
            return message->values[message->args[i].first].number;
    return 0;
}

static bool is_key(const struct message *message, const char *key) {
    return strcmp(message->key, key) == 0;
}

/* The person is out while the match goes on. */
static bool is_own_end(const struct console *console, const struct message *message) {
    return (is_key(message, "drachen.passed_out") || is_key(message, "drachen.broke")) &&
           number_of(message, "seat") == console->seat &&
           strcmp(value_get_word(console->seen, "phase"), "over") != 0;
}

/* The first event of the match: from then on all players have characters. */
static bool is_beginning(const struct console *console, const struct message *message) {
    return console->entry == 0 && message == &event_of(console->events, 0)->message;
}

/* "Toni is Dimli, Franziska is Eve." */
static void tell_roles(const struct console *console, struct text *out) {
    struct text roles = {0};
    for (int seat = 0; seat < console->setup.seats; seat++) {
        struct message role;
        message_start(&role, "drachen.role");
        message_word(&role, "name", console->names[seat]);
        message_word(&role, "character", drachen_name(console, seat));
        text_put(&roles, seat ? ", " : "");
        console_say(console, &role, &roles);
    }
    console_say_word(console, "drachen.roles", text_string(&roles), out);
    text_free(&roles);
}

/* Before the first entry there is no view. */
static bool was_dealt(const struct console *console) {
    const char *phase = value_get_word(console->seen_before, "phase");
    return *phase && strcmp(phase, "deal") != 0;
}

/* Events of the deal show at once in the view; drachen_say_end tells the end. */
static bool is_needless(const struct console *console, const struct message *message) {
    if (is_key(message, "drachen.shuffled") || is_key(message, "drachen.shuffled_drinks") ||
        is_key(message, "drachen.drew_cards"))
        return !was_dealt(console);
    if (is_key(message, "drachen.drew"))
        return !was_dealt(console) || number_of(message, "seat") == console->seat;
    return is_key(message, "drachen.drew_characters") || is_key(message, "drachen.won") ||
           is_key(message, "drachen.draw");
}

static bool tell(const struct console *console, const struct message *message, struct text *out) {
    if (is_beginning(console, message))
        tell_roles(console, out);
    if (is_needless(console, message))
        return out->length > 0;
    text_put(out, out->length ? "\n" : "");
    if (is_key(message, "drachen.turn") && number_of(message, "seat") == console->seat)
        console_say_key(console, "drachen.own_turn", out);
    else
        drachen_say(console, message, out);
    if (is_own_end(console, message)) {
        text_put_char(out, '\n');
        console_say_key(console, "drachen.own_end", out);
    }
    return true;
}
