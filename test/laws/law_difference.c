/* law_difference.c: the law about the differences of views in a stream.
 *
 * For each entry a viewer gets the difference of two views. Applied to the old text it gives the
 * new one byte for byte. It is at most two brackets longer than the new text, and omitted if
 * nothing has changed. A game that writes its view in parts gives the same view and the same
 * difference. */
#include "laws.h"

#include <string.h>

#include "compact/diff.h"

static const char *fault_of(struct law_run *run, const struct text *before,
                            const struct text *after) {
    struct text *change = &run->probe, *applied = &run->other_text;
    text_clear(change);
    text_clear(applied);
    bool differs = diff_put(before, after, change);
    if (differs == text_equals(before, after))
        return "a difference of equal views, or none of others";
    if (!differs)
        return NULL;
    if (change->length > after->length + 2)
        return "a difference that is longer than the view";
    if (!diff_apply(before, change, applied))
        return "a difference that cannot be applied";
    return text_equals(applied, after) ? NULL : "a difference gives another view";
}

/* Stores the present view as the one that the viewer has. */
static const char *fault_in_parts(struct law_run *run, struct shown *shown,
                                  struct shown_entry *entry, int viewer) {
    struct text by_parts = {0}, by_texts = {0};
    text_put_char(&by_parts, '{');
    text_put_char(&by_texts, '{');
    diff_put_member("d", &shown->view, &run->text, &by_texts);
    shown_put_change(shown, entry, viewer, &by_parts);
    bool is_same = text_equals(&by_parts, &by_texts) && text_equals(&shown->view, &run->text);
    text_free(&by_parts);
    text_free(&by_texts);
    return is_same ? NULL : "the view in parts is another one";
}

static const char *fault_for(struct law_run *run, struct shown_entry *entry, int viewer) {
    struct shown *shown = &run->seen[viewer < 0 ? run->seats : viewer];
    text_clear(&run->text);
    match_view_json(run->match, viewer, &run->text);
    if (!shown->view.length) {
        shown_fill(shown, run->game, match_state(run->match), viewer);
        return text_equals(&shown->view, &run->text) ? NULL : "the view in parts is another one";
    }
    const char *fault = fault_of(run, &shown->view, &run->text);
    return fault ? fault : fault_in_parts(run, shown, entry, viewer);
}

bool law_difference(struct law_run *run) {
    const char *fault = NULL;
    struct shown_entry entry;
    shown_entry_begin(&entry, run->game, run->last, match_state(run->match));
    for (int i = 0; i <= run->seats && !fault; i++)
        fault = fault_for(run, &entry, i < run->seats ? i : SEAT_WATCHER);
    shown_entry_end(&entry);
    memcpy(run->last, match_state(run->match), run->game->state_size);
    return !fault || law_broken(run, LAW_DIFFERENCE, fault, NULL);
}
