/* replay.c: exports of a finished table from its rows: the log, and the replay, in which each entry
 * has its events and changes of the view. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

#include "compact/diff.h"

enum { REPLAY_MAX = 1000 };

/* A finished match, with film and time of each entry. */
struct tape {
    struct match *match;
    uint32_t *films; /* by entry; 0: none */
    int64_t *times;
    int room;
};

static void tape_free(struct tape *tape) {
    match_free(tape->match);
    free(tape->films);
    free(tape->times);
}

static void note_entry(struct tape *tape, const struct entry_notes *notes, int64_t at) {
    int entry = match_length(tape->match) - 1;
    if (entry >= tape->room) {
        int room = 2 * entry + 64;
        tape->films = must_realloc(tape->films, (size_t)room * sizeof *tape->films);
        tape->times = must_realloc(tape->times, (size_t)room * sizeof *tape->times);
        tape->room = room;
    }
    tape->films[entry] = notes->film ? notes->film : notes->sim;
    tape->times[entry] = at;
}

static bool enter_row(struct tape *tape, const struct store_row *row) {
    struct entry_notes notes;
    struct text line = {0};
    const char *at = row->body;
    bool is_right = notes_parse(&at, &notes);
    while (is_right && *at) {
        size_t length = strcspn(at, "\n");
        text_clear(&line);
        text_put_bytes(&line, at, length);
        is_right = log_enter(tape->match, text_string(&line), NULL);
        at += length + (at[length] == '\n');
    }
    text_free(&line);
    if (is_right)
        note_entry(tape, &notes, row->at);
    return is_right;
}

/* False: it is not over, or cannot be read. */
static bool tape_read(const struct game *const *games, const struct store_answer *answer,
                      struct tape *out) {
    struct text why = {0};
    bool is_right = true;
    *out = (struct tape){0};
    for (int i = 0; is_right && i < answer->row_count; i++) {
        const struct store_row *row = &answer->rows[i];
        if (strcmp(row->kind, "start") == 0) {
            out->match = model_match(games, row->body, row->body_size, &why);
            is_right = out->match != NULL;
        } else if (strcmp(row->kind, "entry") == 0) {
            is_right = out->match && enter_row(out, row);
        }
    }
    text_free(&why);
    return is_right && out->match && match_over(out->match);
}

bool replay_put_log(const struct game *const *games, const struct store_answer *answer,
                    bool with_stamps, struct text *out) {
    struct tape tape;
    bool is_over = tape_read(games, answer, &tape);
    if (is_over)
        log_print(tape.match, with_stamps, out);
    tape_free(&tape);
    return is_over;
}

struct match *replay_match(const struct game *const *games, const struct store_answer *answer) {
    struct tape tape;
    struct match *match = NULL;
    if (tape_read(games, answer, &tape)) {
        match = tape.match;
        tape.match = NULL;
    }
    tape_free(&tape);
    return match;
}

/* Copies the lines of an entry, without its notes, which are not part of the log. */
static void put_row(const struct store_row *row, struct text *out) {
    struct entry_notes notes;
    const char *at = row->body;
    if (notes_parse(&at, &notes) && *at) {
        text_put(out, at);
        if (out->data[out->length - 1] != '\n')
            text_put_char(out, '\n');
    }
}

bool replay_put_rows(const struct game *const *games, const struct store_answer *answer,
                     struct text *out) {
    struct text why = {0};
    bool has_begun = false;
    if (answer->entries[0].state == STORE_OVER && replay_put_log(games, answer, false, out))
        return true;
    for (int i = 0; i < answer->row_count; i++) {
        const struct store_row *row = &answer->rows[i];
        if (strcmp(row->kind, "start") == 0) {
            struct match *match = model_match(games, row->body, row->body_size, &why);
            text_clear(out);
            if (match)
                log_print(match, false, out);
            has_begun = match != NULL;
            match_free(match);
        } else if (strcmp(row->kind, "entry") == 0) {
            put_row(row, out);
        }
    }
    text_free(&why);
    return has_begun;
}

struct replaying {
    const struct tape *tape;
    const struct game *game;
    int seats, view;
    int64_t from, to;
    void *buffer; /* for a view of the game */
    struct text before, after;
    struct text *out;
};

static void put_view_of(struct replaying *at, const void *state, int seat, struct text *out) {
    game_view(at->game, state, seat, at->buffer);
    js_open(out, '{');
    at->game->view_json(at->buffer, seat, out);
    js_close(out, '}');
}

static void put_views(struct replaying *at, const void *state, struct text *out) {
    if (at->view != VIEWER_ALL) {
        put_view_of(at, state, at->view, out);
        return;
    }
    js_open(out, '[');
    for (int seat = 0; seat < at->seats; seat++)
        put_view_of(at, state, seat, out);
    js_close(out, ']');
}

static void put_who(const struct entry *entry, struct text *out) {
    js_key(out, "who");
    if (entry->seat >= 0)
        js_number(out, entry->seat);
    else
        js_string(out, entry->seat == SEAT_SIM ? "sim" : "chance");
}

static void put_step(struct replaying *at, const struct replay *replay) {
    struct text *out = at->out, action = {0};
    at->game->print_action(replay->entry.action, &action);
    js_open(out, '{');
    put_who(&replay->entry, out);
    js_put_string(out, "action", text_string(&action));
    js_key(out, "events");
    js_open(out, '[');
    for (int i = 0; i < replay->events->count; i++)
        event_json(event_of(replay->events, i), at->seats, out);
    js_close(out, ']');
    diff_put_member("d", &at->before, &at->after, out);
    js_key(out, "turn");
    turn_json(&replay->turn_after, out);
    if (at->tape->films[replay->index])
        js_put_number(out, "film", at->tape->films[replay->index]);
    js_put_number(out, "at", at->tape->times[replay->index]);
    js_close(out, '}');
    text_free(&action);
}

/* The header: the view before the first step. */
static void put_first(struct replaying *at, const struct text *view) {
    js_put_number(at->out, "entries", match_length(at->tape->match));
    js_key(at->out, at->view == VIEWER_ALL ? "views" : "view");
    text_put_bytes(at->out, view->data, view->length);
    js_key(at->out, "steps");
    js_open(at->out, '[');
}

static bool exchange(void *context, const struct replay *replay) {
    struct replaying *at = context;
    bool is_last = replay->index == match_length(at->tape->match) - 1;
    text_clear(&at->before);
    text_clear(&at->after);
    if (replay->index >= at->from && replay->index < at->to) {
        put_views(at, replay->before, &at->before);
        put_views(at, replay->after, &at->after);
        if (replay->index == at->from)
            put_first(at, &at->before);
        put_step(at, replay);
    } else if (is_last && at->from > replay->index) {
        put_views(at, replay->after, &at->after);
        put_first(at, &at->after);
    } else if (replay->index == at->from) {
        put_views(at, replay->before, &at->before);
        put_first(at, &at->before);
    }
    return replay->index < at->to || at->from > replay->index;
}

bool replay_put(const struct game *const *games, const struct store_answer *answer, int view,
                int64_t from, int64_t count, struct text *out, struct fault *fault) {
    struct tape tape;
    *fault = (struct fault){0};
    if (!tape_read(games, answer, &tape)) {
        tape_free(&tape);
        return table_fault(fault, CODE_NOT_OVER, "table.not_over");
    }
    struct replaying at = {.tape = &tape,
                           .game = match_game(tape.match),
                           .seats = match_setup(tape.match)->seats,
                           .view = view,
                           .from = from,
                           .to = from + (count < REPLAY_MAX ? count : REPLAY_MAX),
                           .out = out};
    bool is_right = view == VIEWER_ALL || view == SEAT_WATCHER || (view >= 0 && view < at.seats);
    if (is_right) {
        at.buffer = must_alloc(at.game->state_size);
        js_open(out, '{');
        match_replay(tape.match, match_length(tape.match), exchange, &at);
        js_close(out, ']');
        js_close(out, '}');
        free(at.buffer);
    } else {
        table_fault(fault, CODE_BAD_REQUEST, "table.no_such_seat");
    }
    text_free(&at.before);
    text_free(&at.after);
    tape_free(&tape);
    return is_right;
}
