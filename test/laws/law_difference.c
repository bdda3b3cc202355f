/* law_difference.c: the law about what a stream sends of a view.
 *
 * From one entry to the next a viewer gets the difference of two views. Applied to the old
 * text it gives the new one byte for byte, it is never longer than the new text and two
 * brackets, and where nothing has changed there is none. */
#include "laws.h"

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

bool law_difference(struct law_run *run) {
    for (int viewer = 0; viewer <= run->seats; viewer++) {
        struct text *seen = &run->seen[viewer];
        text_clear(&run->text);
        match_view_json(run->match, viewer < run->seats ? viewer : SEAT_WATCHER, &run->text);
        const char *fault = seen->length ? fault_of(run, seen, &run->text) : NULL;
        if (fault)
            return law_broken(run, LAW_DIFFERENCE, fault, NULL);
        text_clear(seen);
        text_put_bytes(seen, text_string(&run->text), run->text.length);
    }
    return true;
}
