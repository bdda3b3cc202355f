/* presets.c: which questions are asked, and which are passed automatically.
 *
 * A window asks everybody who could hold an answer as far as is public. The prompt lists the game's
 * presets that would pass the question; which of them the person has set is stored here. A preset
 * only ever passes: no card is played automatically. */
#include "client.h"

#include <string.h>

/* Presets with a key of their own. All others are kinds of questions, for the key "never this". */
static const char until_turn[] = "turn", no_answer[] = "no_answer", own_cards[] = "own";

static const struct value *presets_of(const struct console *console) {
    return value_get(console->kit, "presets");
}

static bool is_kind(const char *preset) {
    return strcmp(preset, until_turn) != 0 && strcmp(preset, no_answer) != 0 &&
           strcmp(preset, own_cards) != 0;
}

/* By default questions without a playable card, and those about the person's own cards, are
 * passed. */
static bool is_usual(const char *preset) {
    return strcmp(preset, no_answer) == 0 || strcmp(preset, own_cards) == 0;
}

static uint32_t bit_of(const struct console *console, const char *preset) {
    const struct value *presets = presets_of(console);
    for (int i = 0; i < value_count(presets) && i < 32; i++)
        if (strcmp(value_word(value_at(presets, i)), preset) == 0)
            return (uint32_t)1 << i;
    return 0;
}

static bool has_preset(const struct console *console, const char *preset) {
    bool is_unusual = drachen_memory(console)->unusual & bit_of(console, preset);
    return is_unusual != is_usual(preset);
}

static void set_preset(struct console *console, const char *preset, bool is_set) {
    struct memory *memory = console->memory;
    uint32_t bit = bit_of(console, preset);
    memory->unusual = is_set == is_usual(preset) ? memory->unusual & ~bit : memory->unusual | bit;
}

static bool toggle_preset(struct console *console, const char *preset) {
    bool is_set = !has_preset(console, preset);
    set_preset(console, preset, is_set);
    return is_set;
}

static bool is_passed_by_preset(const struct console *console) {
    const struct value *presets = value_get(console->prompt, "presets");
    for (int i = 0; i < value_count(presets); i++)
        if (has_preset(console, value_word(value_at(presets, i))))
            return true;
    return false;
}

/* Also passes if there is no other action. */
bool drachen_auto_answer(const struct console *console, struct text *action) {
    bool is_only_way = value_count(value_get(console->prompt, "forms")) == 1;
    return (is_only_way || is_passed_by_preset(console)) && drachen_make_pass(console, action);
}

/* With `no_answer` switched off the person is also asked once before each decision of others;
 * within windows nothing is added. */
bool drachen_stops(const struct console *console) {
    return !has_preset(console, no_answer) && !console->is_reaction &&
           drachen_memory(console)->last_stopped != value_get_number(console->seen, "question");
}

static bool is_own_turn(const struct console *console) {
    return drachen_asks(console, "discard") || drachen_asks(console, "action") ||
           drachen_asks(console, "buy");
}

void drachen_see(struct console *console) {
    if (is_own_turn(console))
        set_preset(console, until_turn, false);
}

void drachen_remember_answer(struct console *console, enum reading reading) {
    struct memory *memory = console->memory;
    bool is_between = !value_get_true(console->prompt, "must");
    if (is_between && (reading == READ_ACTION || reading == READ_ON))
        memory->last_stopped = value_get_number(console->seen, "question");
}

enum reading drachen_wait_for_turn(struct console *console, struct text *action,
                                   struct text *answer) {
    if (is_own_turn(console)) {
        console_say_key(console, "drachen.wish_is_turn", answer);
        return READ_ANSWER;
    }
    set_preset(console, until_turn, true);
    console_say_key(console, "drachen.wish_turn", answer);
    return drachen_make_pass(console, action) ? READ_ACTION
           : !*drachen_asked(console)         ? READ_ON
                                              : READ_ANSWER;
}

static void say_skipped(const struct console *console, const char *preset, struct text *out) {
    console_say_word(console, "drachen.wish_skip", console_word_of(console, "preset", preset), out);
}

/* The preset that passes this kind of question; "": none, as where passing means going out. */
static const char *kind_now(const struct console *console) {
    const struct value *presets = value_get(console->prompt, "presets");
    for (int i = 0; i < value_count(presets); i++)
        if (is_kind(value_word(value_at(presets, i))))
            return value_word(value_at(presets, i));
    return "";
}

enum reading drachen_skip_kind(struct console *console, struct text *action, struct text *answer) {
    const char *kind = kind_now(console);
    if (is_own_turn(console) || !drachen_make_pass(console, action)) {
        console_say_key(console, "drachen.wish_no_skip", answer);
        return READ_ANSWER;
    }
    if (*kind) {
        set_preset(console, kind, true);
        say_skipped(console, kind, answer);
    } else {
        console_say_key(console, "drachen.wish_once", answer);
    }
    return READ_ACTION;
}

void drachen_ask_all(struct console *console, struct text *answer) {
    const struct value *presets = presets_of(console);
    for (int i = 0; i < value_count(presets); i++)
        if (!is_usual(value_word(value_at(presets, i))))
            set_preset(console, value_word(value_at(presets, i)), false);
    console_say_key(console, "drachen.wish_ask", answer);
}

void drachen_toggle_own(struct console *console, struct text *answer) {
    bool is_passed = toggle_preset(console, own_cards);
    console_say_key(console, is_passed ? "drachen.wish_not_own" : "drachen.wish_own", answer);
}

void drachen_toggle_stop(struct console *console, struct text *answer) {
    bool is_passed = toggle_preset(console, no_answer);
    console_say_key(console, is_passed ? "drachen.wish_not_stop" : "drachen.wish_stop", answer);
}

static void put_mark(const struct console *console, const char *key, int count, struct text *out) {
    struct message message;
    message_start(&message, key);
    message_number(&message, "count", count);
    text_put(out, " · ");
    console_say(console, &message, out);
}

void drachen_say_preset_mark(const struct console *console, struct text *out) {
    const struct value *presets = presets_of(console);
    int skipped = 0;
    for (int i = 0; i < value_count(presets); i++)
        skipped += is_kind(value_word(value_at(presets, i))) &&
                   has_preset(console, value_word(value_at(presets, i)));
    if (has_preset(console, until_turn))
        put_mark(console, "drachen.mark_turn", 0, out);
    if (skipped)
        put_mark(console, "drachen.mark_skip", skipped, out);
    if (!has_preset(console, own_cards))
        put_mark(console, "drachen.mark_own", 0, out);
    if (!has_preset(console, no_answer))
        put_mark(console, "drachen.mark_stop", 0, out);
}

void drachen_say_presets(const struct console *console, struct text *out) {
    const struct value *presets = presets_of(console);
    for (int i = 0; i < value_count(presets); i++) {
        const char *preset = value_word(value_at(presets, i));
        if (!is_kind(preset) || !has_preset(console, preset))
            continue;
        say_skipped(console, preset, out);
        text_put_char(out, '\n');
    }
    bool passes_own = has_preset(console, own_cards), is_calm = has_preset(console, no_answer);
    console_say_key(console, passes_own ? "drachen.wish_not_own" : "drachen.wish_own", out);
    text_put_char(out, '\n');
    console_say_key(console, is_calm ? "drachen.wish_not_stop" : "drachen.wish_stop", out);
    text_put_char(out, '\n');
}

/* `no_answer own drink`: the presets that are set. */
void drachen_print_presets(const struct console *console, struct text *out) {
    const struct value *presets = presets_of(console);
    for (int i = 0, count = 0; i < value_count(presets); i++) {
        const char *preset = value_word(value_at(presets, i));
        if (strcmp(preset, until_turn) == 0 || !has_preset(console, preset))
            continue;
        text_put(out, count++ ? " " : "");
        text_put(out, preset);
    }
}

/* Parses names of presets into bits; false if the line names anything else. */
static bool read_presets(const struct console *console, const char *line, uint32_t *bits) {
    char preset[32];
    *bits = 0;
    for (size_t length; *line && *line != '\n'; line += length + strspn(line + length, " ")) {
        length = strcspn(line, " \n");
        if (!length || length >= sizeof preset)
            return false;
        memcpy(preset, line, length);
        preset[length] = '\0';
        if (!bit_of(console, preset))
            return false;
        *bits |= bit_of(console, preset);
    }
    return true;
}

void drachen_read_presets(struct console *console, const char *line) {
    const struct value *presets = presets_of(console);
    uint32_t bits;
    if (!read_presets(console, line, &bits))
        return;
    for (int i = 0; i < value_count(presets); i++) {
        const char *preset = value_word(value_at(presets, i));
        set_preset(console, preset, bits & bit_of(console, preset));
    }
}
