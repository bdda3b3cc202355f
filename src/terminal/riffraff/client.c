/* client.c: the client of Riff Raff: its functions, and events as sentences. */
#include <string.h>

#include "client.h"

static const char *const echoes[] = {"riffraff.laid", "riffraff.loads", "riffraff.loads_two",
                                     "riffraff.loads_second", NULL};

/* Let go above one area, the piece came to rest on another. */
static bool has_slid(const struct console *console, const struct message *message) {
    const struct value *active = value_get(console->seen_before, "active");
    const struct value *shown = value_get(console->seen_before, "shown");
    int64_t wanted = value_number(value_at(shown, (int)value_number(active)));
    if (strcmp(message->key, "riffraff.rests") != 0 || value_is_null(active))
        return false;
    for (int i = 0; i < message->arg_count; i++)
        if (strcmp(message_arg_name(message, i), "area") == 0)
            return message->values[message->args[i].first].number != wanted;
    return false;
}

/* Playing a card face down is not told: the cards are revealed a moment later. */
static bool tell(const struct console *console, const struct message *message, struct text *out) {
    struct message said = *message;
    if (strcmp(message->key, "riffraff.laid") == 0)
        return false;
    if (has_slid(console, message))
        said.key = "riffraff.rests_slid";
    console_say(console, &said, out);
    return true;
}

static void say_help(const struct console *console, struct text *out) {
    console_say_key(console, "riffraff.help", out);
}

static void say_guide(const struct console *console, const void *draft, struct text *out) {
    (void)draft;
    console_say_key(console, "riffraff.guide", out);
}

const struct client riffraff_client = {
    .key = "riffraff",
    .draft_size = sizeof(struct draft),
    .echoes = echoes,
    .tell = tell,
    .say_task = riffraff_say_task,
    .say_choosing = riffraff_say_choosing,
    .say_state = riffraff_say_state,
    .say_brief = riffraff_say_brief,
    .say_prompt = riffraff_say_prompt,
    .say_help = say_help,
    .say_guide = say_guide,
    .say_end = riffraff_say_end,
    .guide_title = "riffraff.title_keys",
    .common_help = "riffraff.common_help",
    .common_keys = "riffraff.common_keys",
    .legend = "riffraff.legend",
    .read_line = riffraff_read_line,
    .read_key = riffraff_read_key,
    .draw = riffraff_draw,
    .draw_frame = riffraff_draw_frame,
    .steer_key = riffraff_steer_key,
    .steer_line = riffraff_steer_line,
    .say_keys = riffraff_say_keys,
};
