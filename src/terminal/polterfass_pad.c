/* polterfass_pad.c: the score pad, said in lines. */
#include "polterfass_client.h"

/* Counted back from today's totals, so that start values are in them. */
void pf_pad_totals(const struct pf_state *view, int rounds, int totals[PF_SEATS]) {
    for (int seat = 0; seat < view->seats; seat++) {
        totals[seat] = view->totals[seat];
        for (int i = rounds; i < view->rounds; i++)
            totals[seat] -= view->pad[i].points[seat];
    }
}

static void say_round(const struct table *table, int index, struct text *out) {
    const struct pf_round *round = &pf_seen(table)->pad[index];
    struct message message;
    message_start(&message,
                  round->served == PF_FAILED ? "polterfass.pad_failed" : "polterfass.pad_round");
    message_number(&message, "round", index + 1);
    message_seat(&message, "seat", round->innkeeper);
    message_number(&message, "served", round->served);
    message_number(&message, "ordered", pf_ordered(round, pf_seen(table)->seats));
    table_say(table, &message, out);
}

static void say_seat(const struct table *table, int seat, int points, int total, struct text *out) {
    struct message message;
    message_start(&message, "polterfass.pad_seat");
    message_seat(&message, "seat", seat);
    message_number(&message, "points", points);
    message_number(&message, "total", total);
    table_say(table, &message, out);
}

void pf_say_pad(const struct table *table, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    int totals[PF_SEATS];
    if (view->rounds == 0)
        table_say_key(table, "polterfass.pad_empty", out);
    for (int i = 0; i < view->rounds; i++) {
        pf_pad_totals(view, i + 1, totals);
        say_round(table, i, out);
        for (int seat = 0; seat < view->seats; seat++) {
            text_put(out, seat ? table_word(table, "terminal.semicolon") : " ");
            say_seat(table, seat, view->pad[i].points[seat], totals[seat], out);
        }
        text_put(out, ".\n");
    }
}
