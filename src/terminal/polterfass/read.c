/* read.c: access to the view, the prompt and the kit. */
#include <string.h>

#include "client.h"

enum question polterfass_question(const struct console *console) {
    static const char *const tasks[] = {[ASK_ORDER] = "polterfass.task_order",
                                        [ASK_SERVE] = "polterfass.task_serve",
                                        [ASK_RECKON] = "polterfass.task_reckon"};
    const char *key = value_get_word(value_get(console->prompt, "task"), "key");
    for (int question = ASK_ORDER; question <= ASK_RECKON; question++)
        if (strcmp(key, tasks[question]) == 0)
            return (enum question)question;
    return ASK_NOTHING;
}

bool polterfass_is_phase(const struct console *console, const char *phase) {
    return strcmp(value_get_word(console->seen, "phase"), phase) == 0;
}

bool polterfass_is_over(const struct console *console) {
    return polterfass_is_phase(console, "over");
}

int polterfass_seats(const struct console *console) {
    return value_count(value_get(console->seen, "totals"));
}

int polterfass_innkeeper(const struct console *console) {
    return (int)value_get_number(console->seen, "innkeeper");
}

int polterfass_barrels(const struct console *console) {
    return value_count(value_get(console->kit, "barrels"));
}

bool polterfass_is_special(const struct console *console, int place) {
    return value_get_true(value_at(value_get(console->kit, "barrels"), place - 1), "special");
}

const char *polterfass_mark(const struct console *console, int place) {
    return value_word(value_at(value_get(console->seen, "barrels"), place - 1));
}

bool polterfass_stands(const struct console *console, int place) {
    const char *mark = polterfass_mark(console, place);
    return *mark && strcmp(mark, "-") != 0;
}

int polterfass_standing_specials(const struct console *console) {
    int standing = 0;
    for (int place = 1; place <= polterfass_barrels(console); place++)
        if (polterfass_is_special(console, place) && polterfass_stands(console, place))
            standing |= 1 << place;
    return standing;
}

void polterfass_put_action(const char *verb, int set, struct text *out) {
    text_put(out, verb);
    for (int number = 0; set >> number; number++) {
        if (!(set >> number & 1))
            continue;
        text_put_char(out, ' ');
        text_put_number(out, number);
    }
}

bool polterfass_allows(const struct console *console, const char *verb, int set) {
    struct text action = {0};
    polterfass_put_action(verb, set, &action);
    bool is_allowed = value_forms_allow(console->prompt, text_string(&action));
    text_free(&action);
    return is_allowed;
}

int64_t polterfass_brings(const struct console *console, const char *verb, int set,
                          const char *name) {
    struct text action = {0};
    polterfass_put_action(verb, set, &action);
    struct value *says = console_tell(console, text_string(&action));
    int64_t number = value_get_number(value_get(value_at(says, 0), "args"), name);
    value_free(says);
    text_free(&action);
    return number;
}

/* The task contains a total for each form. */
int polterfass_servings(const struct console *console, struct serving out[SERVINGS_MAX]) {
    const struct value *forms = value_get(console->prompt, "forms");
    const struct value *task = value_get(console->prompt, "task");
    const struct value *totals = value_get(value_get(task, "args"), "totals");
    int count = 0;
    for (int i = 0; i < value_count(totals) && count < SERVINGS_MAX; i++) {
        struct serving serving = {value_number(value_at(totals, i)),
                                  value_get_word(value_at(forms, i), "say")};
        int at = count++;
        for (; at > 0 && out[at - 1].total < serving.total; at--)
            out[at] = out[at - 1];
        out[at] = serving;
    }
    return count;
}

/* `serve x8>2 d9>1`: mark and place of a special barrel, and the barrel it acts on. */
bool polterfass_next_effect(const char **at, struct effect *out) {
    const char *part = strchr(*at, ' ');
    if (!part || !part[1] || !part[2] || part[3] != '>' || part[4] < '1' || part[4] > '9')
        return false;
    *out = (struct effect){part[1] == 'd', part[4] - '0'};
    *at = part + 5;
    return true;
}
