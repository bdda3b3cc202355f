/* expected.c: see expected.h. */
#include "expected.h"

#include <stdlib.h>
#include <string.h>

#include "compact/diff.h"

/* Everything that a viewer currently sees. */
struct sight {
    struct text view, turn, prompt, score;
};

static void sight_free(struct sight *sight) {
    text_free(&sight->view);
    text_free(&sight->turn);
    text_free(&sight->prompt);
    text_free(&sight->score);
}

static void put_turn(const struct turn *turn, struct text *out) {
    static const char *const kinds[] = {"seats", "chance", "sim", "over"};
    js_open(out, '{');
    js_put_string(out, "kind", kinds[turn->kind]);
    if (turn->kind == TURN_SIM)
        js_put_number(out, "seat", turn->control);
    if (turn->kind == TURN_SIM || turn->kind == TURN_SEATS)
        js_put_seats(out, "seats", turn->kind == TURN_SIM ? 1u << turn->control : turn->seats);
    if (turn->kind == TURN_SEATS && turn->may)
        js_put_seats(out, "may", turn->may);
    if (turn->reaction)
        js_put_bool(out, "reaction", true);
    js_close(out, '}');
}

static void put_score(const struct match *match, struct text *out) {
    struct score score = {0};
    match_game(match)->score(match_state(match), &score);
    js_open(out, '{');
    js_key(out, "scores");
    js_open(out, '[');
    for (int seat = 0; seat < match_setup(match)->seats; seat++)
        js_number(out, score.points[seat]);
    js_close(out, ']');
    js_put_seats(out, "winners", score.winners);
    js_close(out, '}');
}

static void look(struct match *match, int seat, struct sight *out) {
    struct turn turn;
    *out = (struct sight){0};
    match_view_json(match, seat, &out->view);
    match_turn(match, &turn);
    put_turn(&turn, &out->turn);
    if (seat >= 0)
        match_prompt_json(match, seat, &out->prompt);
    else
        js_null(&out->prompt);
    if (match_over(match))
        put_score(match, &out->score);
    else
        js_null(&out->score);
}

/* The events of each entry, as this viewer sees them. */
struct listening {
    struct text *lists;
    int seat;
};

static bool listen(void *context, const struct replay *replay) {
    struct listening *at = context;
    struct text *list = &at->lists[replay->index];
    js_open(list, '[');
    for (int i = 0; i < replay->events->count; i++) {
        const struct event *event = event_of(replay->events, i);
        uint16_t bit = at->seat >= 0 ? (uint16_t)(1 << at->seat) : SEEN_BY_WATCHER;
        if (!(event->seen_by & bit))
            continue;
        js_open(list, '{');
        js_put_string(list, "key", event->message.key);
        js_key(list, "args");
        message_args_json(&event->message, list);
        js_close(list, '}');
    }
    js_close(list, ']');
    return true;
}

/* An iterator over the steps received on a line. */
struct steps {
    const struct line *line;
    int at;
};

static const struct text *next_step(struct steps *steps) {
    static const char start[] = "{\"t\":\"step\",";
    for (; steps->at < steps->line->count; steps->at++) {
        const struct text *message = &steps->line->messages[steps->at];
        if (!steps->line->is_binary[steps->at] &&
            strncmp(message->data, start, sizeof start - 1) == 0)
            return &steps->line->messages[steps->at++];
    }
    return NULL;
}

static bool complain(struct text *why, const char *what, const struct text *found,
                     const struct text *wanted) {
    text_put(why, what);
    text_put(why, " is ");
    text_put(why, found ? text_string(found) : "missing");
    text_put(why, ", and should be ");
    text_put(why, wanted ? text_string(wanted) : "left out");
    return false;
}

/* A step must have a member exactly if it has changed, with the new value. */
static bool check_member(const struct text *step, const char *key, const struct text *before,
                         const struct text *after, struct text *why) {
    struct text found = {0};
    bool is_there = json_get(text_string(step), key, &found),
         is_changed = !text_equals(before, after);
    bool is_right = is_there == is_changed && (!is_there || text_equals(&found, after));
    if (!is_right)
        complain(why, key, step, is_changed ? after : NULL);
    text_free(&found);
    return is_right;
}

static bool check_view(const struct text *step, const struct text *before, const struct text *after,
                       struct text *why) {
    struct text found = {0}, applied = {0};
    bool is_there = json_get(text_string(step), "d", &found),
         is_changed = !text_equals(before, after);
    bool is_right = is_there == is_changed;
    if (is_right && is_there)
        is_right = diff_apply(before, &found, &applied) && text_equals(&applied, after);
    if (!is_right)
        complain(why, "d", step, is_changed ? after : NULL);
    text_free(&found);
    text_free(&applied);
    return is_right;
}

static bool check_step(const struct text *step, const struct text *events,
                       const struct sight *before, const struct sight *after, struct text *why) {
    struct text found = {0};
    bool is_right = json_get(text_string(step), "events", &found) && text_equals(&found, events);
    if (!is_right)
        complain(why, "events", step, events);
    text_free(&found);
    return is_right && check_view(step, &before->view, &after->view, why) &&
           check_member(step, "turn", &before->turn, &after->turn, why) &&
           check_member(step, "prompt", &before->prompt, &after->prompt, why) &&
           check_member(step, "score", &before->score, &after->score, why);
}

static bool is_noticed(const struct text *events, const struct sight *before,
                       const struct sight *after) {
    return events->length > 2 || !text_equals(&before->view, &after->view) ||
           !text_equals(&before->turn, &after->turn) ||
           !text_equals(&before->prompt, &after->prompt) ||
           !text_equals(&before->score, &after->score);
}

/* Checks one entry, or the initial position, and updates `now`. */
static bool check_entry(struct match *mirror, int seat, const struct text *events,
                        struct sight *now, struct steps *steps, struct text *why) {
    struct sight after;
    bool is_right = true;
    look(mirror, seat, &after);
    if (is_noticed(events, now, &after)) {
        const struct text *step = next_step(steps);
        is_right = step ? check_step(step, events, now, &after, why)
                        : complain(why, "a step", NULL, &after.view);
    }
    sight_free(now);
    *now = after;
    return is_right;
}

/* Plays the lines of the next entry, including build and evidence before it. */
static bool enter_lines(struct match *mirror, const char **at) {
    int length = match_length(mirror);
    struct text line = {0};
    bool is_right = true;
    while (is_right && match_length(mirror) == length && **at) {
        size_t size = strcspn(*at, "\n");
        text_clear(&line);
        text_put_bytes(&line, *at, size);
        is_right = log_enter(mirror, text_string(&line), NULL);
        *at += size + 1;
    }
    text_free(&line);
    return is_right;
}

static bool check_all(struct match *mirror, const char *body, const struct text *lists, int length,
                      int seat, struct steps *steps, struct text *why) {
    struct text nothing = {0};
    struct sight now = {0};
    text_put(&nothing, "[]");
    js_null(&now.view);
    js_null(&now.turn);
    js_null(&now.prompt);
    js_null(&now.score);
    bool is_right = check_entry(mirror, seat, &nothing, &now, steps, why);
    for (int i = 0; i < length && is_right; i++)
        is_right =
            enter_lines(mirror, &body) && check_entry(mirror, seat, &lists[i], &now, steps, why);
    const struct text *more = is_right ? next_step(steps) : NULL;
    if (more)
        is_right = complain(why, "a step that is in no log", more, NULL);
    sight_free(&now);
    text_free(&nothing);
    return is_right;
}

bool expected_check(const struct game *const *games, const struct match *match,
                    const struct line *line, int seat, struct text *why) {
    struct text header = {0}, body = {0};
    struct log_fault fault;
    int length = match_length(match);
    struct text *lists = must_alloc(((size_t)length + 1) * sizeof *lists);
    struct steps steps = {.line = line};
    match_replay(match, length, listen, &(struct listening){lists, seat});
    log_print_header(match, &header);
    log_print_lines(match, 0, false, &body);
    struct match *mirror = log_begin(games, header.data, header.length, &fault);
    must(mirror);
    bool is_right = check_all(mirror, text_string(&body), lists, length, seat, &steps, why);
    match_free(mirror);
    for (int i = 0; i < length; i++)
        text_free(&lists[i]);
    free(lists);
    text_free(&header);
    text_free(&body);
    return is_right;
}
