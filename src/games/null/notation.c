/* notation.c: `first 2`, `deal 3 1 5`, `bid 2`, `ring`, `land 4`. */
#include "null.h"

#include <spelunke/notation.h>

static const struct {
    const char *word;
    bool has_number;
} verbs[] = {
    [NULL_FIRST_SEAT] = {"first", true}, [NULL_DEAL_CARDS] = {"deal", false},
    [NULL_BID] = {"bid", true},          [NULL_RING] = {"ring", false},
    [NULL_LAND] = {"land", true},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static void print_number(struct text *out, int number) {
    text_put_char(out, ' ');
    text_put_number(out, number);
}

void null_print_action(const void *action, struct text *out) {
    const struct null_action *a = action;
    text_put(out, verbs[a->verb].word);
    if (verbs[a->verb].has_number)
        print_number(out, a->number);
    for (int seat = 0; seat < NULL_SEATS && a->card[seat]; seat++)
        print_number(out, a->card[seat]);
}

static bool scan_byte(struct scan *scan, uint8_t *byte) {
    int64_t number;
    if (!scan_number(scan, 0, UINT8_MAX, &number))
        return false;
    *byte = (uint8_t)number;
    return true;
}

static bool scan_arguments(struct scan *scan, const struct null_state *s, struct null_action *a) {
    if (verbs[a->verb].has_number)
        return scan_byte(scan, &a->number);
    for (int seat = 0; a->verb == NULL_DEAL_CARDS && seat < s->seats && seat < NULL_SEATS; seat++)
        if (!scan_byte(scan, &a->card[seat]))
            return false;
    return true;
}

bool null_parse_action(const void *state, int seat, const char *text, void *action,
                       struct message *why) {
    struct scan scan = {text};
    struct null_action *a = action;
    (void)seat;
    for (uint8_t verb = 0; verb < VERBS; verb++) {
        if (!scan_word(&scan, verbs[verb].word))
            continue;
        a->verb = verb;
        if (scan_arguments(&scan, state, a) && scan_end(&scan))
            return true;
        break;
    }
    return refuse(why, "null.notation");
}
