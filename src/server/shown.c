/* shown.c: see shown.h. */
#include "shown.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "compact/diff.h"

static void views_open(struct shown_views *views, const struct game *game) {
    views->before = must_realloc(NULL, game->state_size); /* game_view zeroes them */
    views->after = must_realloc(NULL, game->state_size);
}

static void views_close(struct shown_views *views) {
    free(views->before);
    free(views->after);
}

void shown_entry_begin(struct shown_entry *entry, const struct game *game, const void *before,
                       const void *after) {
    *entry = (struct shown_entry){.game = game, .before = before, .after = after};
    views_open(&entry->seat, game);
    if (!game->view_parts)
        return;
    views_open(&entry->watcher, game);
    game_view(game, before, SEAT_WATCHER, entry->watcher.before);
    game_view(game, after, SEAT_WATCHER, entry->watcher.after);
}

void shown_entry_end(struct shown_entry *entry) {
    views_close(&entry->seat);
    views_close(&entry->watcher);
    shown_free(&entry->next);
    shown_free(&entry->first);
    for (int i = 0; i < VIEW_PARTS_MAX; i++) {
        text_free(&entry->parts[i].json);
        text_free(&entry->parts[i].change);
    }
}

void shown_free(struct shown *shown) {
    text_free(&shown->view);
}

static void copy(struct shown *to, const struct shown *from) {
    text_clear(&to->view);
    text_put_bytes(&to->view, from->view.data, from->view.length);
    memcpy(to->ends, from->ends, sizeof to->ends);
}

/* The text of a part, including the comma before it unless it is the first one. */
static struct slice part_of(const struct shown *shown, int part) {
    size_t from = part ? shown->ends[part - 1] : 1;
    return (struct slice){shown->view.data + from, shown->ends[part] - from};
}

/* Serialises the whole view. */
static void write_whole(struct shown *out, const struct game *game, const void *view, int seat) {
    const struct view_part *parts = game->view_parts;
    text_clear(&out->view);
    text_put_char(&out->view, '{');
    if (!parts)
        game->view_json(view, seat, &out->view);
    for (int i = 0; parts && parts[i].json; i++) {
        must(i < VIEW_PARTS_MAX);
        parts[i].json(view, seat, &out->view);
        out->ends[i] = (uint32_t)out->view.length;
        must(out->ends[0] > 1);
    }
    text_put_char(&out->view, '}');
}

void shown_fill(struct shown *shown, const struct game *game, const void *state, int seat) {
    void *view = must_realloc(NULL, game->state_size);
    game_view(game, state, seat, view);
    write_whole(shown, game, view, seat);
    free(view);
}

/* Appends a part to the next view, serialised again if it may have changed, and its difference.
 * False if the difference depends on other parts. */
static bool write_part(const struct shown *shown, struct shown_entry *entry, int part,
                       const struct shown_views *views, int seat, struct text *change) {
    const struct view_part *about = &entry->game->view_parts[part];
    struct shown *next = &entry->next;
    struct slice before = part_of(shown, part);
    if (view_part_is_same(about, views->before, views->after)) {
        text_put_bytes(&next->view, before.at, before.length);
        next->ends[part] = (uint32_t)next->view.length;
        return true;
    }
    about->json(views->after, seat, &next->view);
    next->ends[part] = (uint32_t)next->view.length;
    struct slice after = part_of(next, part);
    return slice_equals(before, after) || diff_put_run(before, after, change);
}

/* The same for a public part, which is cached. */
static bool write_public(const struct shown *shown, struct shown_entry *entry, int part,
                         struct text *change) {
    const struct shown_views *views = &entry->watcher;
    struct shown_part *known = &entry->parts[part];
    struct text *view = &entry->next.view;
    struct slice before = part_of(shown, part);
    if (!known->is_known) {
        size_t from = view->length;
        text_put_char(&known->change, '{');
        known->is_told = write_part(shown, entry, part, views, SEAT_WATCHER, &known->change);
        text_put_bytes(&known->json, view->data + from, view->length - from);
        known->is_known = true;
    } else if (slice_equals(before, part_of(&entry->first, part))) {
        text_put_bytes(view, text_string(&known->json), known->json.length);
        entry->next.ends[part] = (uint32_t)view->length;
    } else { /* this viewer was sent something else */
        return write_part(shown, entry, part, views, SEAT_WATCHER, change);
    }
    if (known->change.length > 1 && change->data[change->length - 1] != '{')
        text_put_char(change, ',');
    text_put_bytes(change, known->change.data + 1, known->change.length - 1);
    return known->is_told;
}

/* Writes the next view part by part, and the difference; false if the whole views must be compared.
 */
static bool write_parts(const struct shown *shown, struct shown_entry *entry, int seat,
                        struct text *change) {
    const struct view_part *parts = entry->game->view_parts;
    bool is_told = true;
    text_clear(&entry->next.view);
    text_put_char(&entry->next.view, '{');
    text_put_char(change, '{');
    for (int i = 0; parts[i].json; i++) {
        bool is_part_told = parts[i].is_public
                                ? write_public(shown, entry, i, change)
                                : write_part(shown, entry, i, &entry->seat, seat, change);
        is_told = is_told && is_part_told;
    }
    text_put_char(&entry->next.view, '}');
    text_put_char(change, '}');
    return is_told;
}

static void cut(struct text *out, size_t length) {
    out->length = length;
    out->data[length] = '\0';
}

static bool put_change_of_parts(const struct shown *shown, struct shown_entry *entry, int seat,
                                struct text *out) {
    size_t start = out->length;
    game_view(entry->game, entry->before, seat, entry->seat.before);
    if (!entry->first.view.length)
        copy(&entry->first, shown);
    js_key(out, "d");
    size_t at = out->length;
    bool is_told = write_parts(shown, entry, seat, out);
    if (is_told && out->length == at + 2) {
        cut(out, start);
        return false;
    }
    if (is_told && out->length - at < entry->next.view.length + 2)
        return true;
    cut(out, start);
    return diff_put_member("d", &shown->view, &entry->next.view, out);
}

bool shown_put_change(struct shown *shown, struct shown_entry *entry, int seat, struct text *out) {
    bool has_changed;
    game_view(entry->game, entry->after, seat, entry->seat.after);
    if (shown->ends[0]) {
        has_changed = put_change_of_parts(shown, entry, seat, out);
    } else {
        write_whole(&entry->next, entry->game, entry->seat.after, seat);
        has_changed = diff_put_member("d", &shown->view, &entry->next.view, out);
    }
    if (has_changed)
        copy(shown, &entry->next);
    return has_changed;
}
