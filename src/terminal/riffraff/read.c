/* read.c: access to the view, the prompt and the kit. */
#include <string.h>

#include "client.h"

enum question riffraff_question(const struct console *console) {
    static const char *const tasks[] = {
        [ASK_CARD] = "riffraff.task_card",     [ASK_CAPTAIN] = "riffraff.task_captain",
        [ASK_ORDER] = "riffraff.task_order",   [ASK_LOAD] = "riffraff.task_load",
        [ASK_SECOND] = "riffraff.task_second",
    };
    const char *key = value_get_word(value_get(console->prompt, "task"), "key");
    for (int question = ASK_CARD; question <= ASK_SECOND; question++)
        if (strcmp(key, tasks[question]) == 0)
            return (enum question)question;
    return ASK_NOTHING;
}

bool riffraff_is_phase(const struct console *console, const char *phase) {
    return strcmp(value_get_word(console->seen, "phase"), phase) == 0;
}

int riffraff_seats(const struct console *console) {
    return value_count(value_get(console->seen, "supply"));
}

enum shown riffraff_shown(const struct console *console, const struct frame *frame) {
    static const char *const names[] = {
        [SHOWS_HELD] = "held",         [SHOWS_SETTLING] = "settling", [SHOWS_ALARM] = "alarm",
        [SHOWS_CATCHING] = "catching", [SHOWS_REST] = "rest",
    };
    const char *name = value_word(value_at(value_get(console->kit, "phases"), frame->phase));
    for (int shown = SHOWS_HELD; shown < SHOWS_REST; shown++)
        if (strcmp(name, names[shown]) == 0)
            return (enum shown)shown;
    return SHOWS_REST;
}

const char *riffraff_shape_name(const struct console *console, int shape) {
    return value_get_name(console->kit, "shapes", shape);
}

int riffraff_shapes(const struct console *console) {
    int count = 0;
    while (*riffraff_shape_name(console, count))
        count++;
    return count;
}

int riffraff_shape_of(const struct console *console, const char *piece) {
    size_t length = strcspn(piece, "0123456789");
    for (int shape = 0; shape < riffraff_shapes(console); shape++) {
        const char *name = riffraff_shape_name(console, shape);
        if (strlen(name) == length && strncmp(name, piece, length) == 0)
            return shape;
    }
    return -1;
}

int riffraff_body_shape(const struct console *console, int body) {
    const struct value *bodies = value_get(console->kit, "bodies");
    return riffraff_shape_of(console, value_get_word(value_at(bodies, body), "name"));
}

static const struct value *supply_of(const struct console *console, int seat) {
    return value_at(value_get(console->seen, "supply"), seat);
}

int riffraff_count_all(const struct console *console, int seat) {
    return value_count(supply_of(console, seat));
}

int riffraff_count(const struct console *console, int seat, int shape) {
    const struct value *supply = supply_of(console, seat);
    int count = 0;
    for (int i = 0; i < value_count(supply); i++)
        count += riffraff_shape_of(console, value_word(value_at(supply, i))) == shape;
    return count;
}

const char *riffraff_first(const struct console *console, int seat, int shape) {
    const struct value *supply = supply_of(console, seat);
    for (int i = 0; i < value_count(supply); i++)
        if (riffraff_shape_of(console, value_word(value_at(supply, i))) == shape)
            return value_word(value_at(supply, i));
    return "";
}

const struct value *riffraff_poses(const struct console *console, int shape) {
    return value_get(
        value_get(value_get(console->kit, "shapes"), riffraff_shape_name(console, shape)), "poses");
}

const char *riffraff_refusal(const struct console *console, int release) {
    const struct value *refusals = value_get(console->kit, "refusals");
    return release > 0 ? value_word(value_at(refusals, release - 1)) : "";
}

const struct value *riffraff_area_facts(const struct console *console, int area) {
    return value_at(value_get(console->kit, "areas"), area - 1);
}

int riffraff_area(const struct console *console, const struct draft *draft) {
    const struct value *active = value_get(console->seen, "active");
    if (riffraff_question(console) == ASK_CARD)
        return draft->choice;
    if (value_is_null(active) || riffraff_is_phase(console, "over"))
        return 0;
    return (int)value_number(
        value_at(value_get(console->seen, "shown"), (int)value_number(active)));
}

int riffraff_options(const struct console *console) {
    const struct value *forms = value_get(console->prompt, "forms");
    if (riffraff_question(console) == ASK_CAPTAIN)
        return value_count(value_at(value_get(value_at(forms, 0), "one"), 0));
    return riffraff_question(console) == ASK_ORDER ? value_count(forms) : 0;
}

void riffraff_option(const struct console *console, int option, struct text *out) {
    const struct value *forms = value_get(console->prompt, "forms");
    bool is_captain = riffraff_question(console) == ASK_CAPTAIN;
    const struct value *form = value_at(forms, is_captain ? 0 : option - 1);
    text_put(out, value_get_word(form, "say"));
    if (!is_captain)
        return;
    text_put_char(out, ' ');
    text_put(out, value_word(value_at(value_at(value_get(form, "one"), 0), option - 1)));
}

bool riffraff_action(const struct console *console, const struct draft *draft, struct text *out) {
    if (!draft->choice)
        return false;
    switch (riffraff_question(console)) {
    case ASK_CARD:
        text_put(out, "card ");
        text_put_number(out, draft->choice);
        break;
    case ASK_CAPTAIN:
    case ASK_ORDER:
        riffraff_option(console, draft->choice, out);
        break;
    default:
        text_put(out, draft->is_two ? "load2 " : "load ");
        text_put(out, riffraff_first(console, console->seat, draft->choice - 1));
    }
    return value_forms_allow(console->prompt, text_string(out));
}
