/* question.c: the numbers of the questions that seats are asked.
 *
 * A late answer must never be taken for an answer to the next question, so each seat's current
 * question has a number. It increases whenever the question changes: the seat has acted, it was not
 * asked in between, or its prompt differs in any byte. The seat can see all of this, so the number
 * reveals nothing about hidden entries. It depends on the match alone, so it is the same after a
 * restart.
 *
 * Writing prompts costs more than playing, and playouts, laws and tournaments never need the
 * numbers. So a match numbers its questions from the first request on: then it replays its own log
 * once, and is updated with each entry from there. */
#include "match_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

static void write_prompt(const struct game *game, const void *state, const struct turn *turn,
                         int seat, struct prompt *prompt, void *view, struct text *out) {
    game_view(game, state, seat, view);
    game_prompt(game, view, seat, prompt);
    text_clear(out);
    prompt_json(prompt, game->face, turn->seats >> seat & 1, out);
}

/* `actor` made the last entry; SEAT_WATCHER: nobody has acted yet. */
static void questions_follow(struct questions *questions, const struct match *match,
                             const void *state, const struct turn *turn, int actor) {
    for (int seat = 0; seat < match->setup.seats; seat++) {
        struct question *question = &questions->seat[seat];
        if (turn->kind != TURN_SEATS || !turn_asks(turn, seat)) {
            question->is_open = false;
            continue;
        }
        struct text *scratch = &questions->scratch;
        write_prompt(match->game, state, turn, seat, questions->prompt, questions->view, scratch);
        bool is_same =
            question->is_open && actor != seat && text_equals(&question->prompt, scratch);
        if (is_same)
            continue;
        struct text old = question->prompt;
        question->prompt = *scratch;
        *scratch = old;
        question->number++;
        question->is_open = true;
    }
}

void questions_turn(struct match *match, int actor) {
    if (match->questions)
        questions_follow(match->questions, match, match->state, &match->turn, actor);
}

struct catching_up {
    const struct match *match;
    struct questions *questions;
};

static bool follow_entry(void *context, const struct replay *replay) {
    struct catching_up *at = context;
    questions_follow(at->questions, at->match, replay->after, &replay->turn_after,
                     replay->entry.seat);
    return true;
}

static void questions_begin(struct match *match) {
    const struct game *game = match->game;
    struct questions *questions = must_alloc(sizeof *questions);
    questions->prompt = must_alloc(sizeof *questions->prompt);
    questions->view = must_alloc(game->state_size);
    void *first = must_alloc(game->state_size);
    struct turn turn;
    must(game->init(first, &match->setup, NULL));
    game_turn(game, first, &turn);
    questions_follow(questions, match, first, &turn, SEAT_WATCHER);
    free(first);
    match_replay(match, match->length, follow_entry,
                 &(struct catching_up){.match = match, .questions = questions});
    match->questions = questions;
}

void questions_free(struct questions *questions) {
    if (!questions)
        return;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        text_free(&questions->seat[seat].prompt);
    text_free(&questions->scratch);
    free(questions->prompt);
    free(questions->view);
    free(questions);
}

static const struct question *question_of(struct match *match, int seat) {
    must(seat >= 0 && seat < match->setup.seats);
    if (!match->questions)
        questions_begin(match);
    return &match->questions->seat[seat];
}

uint32_t match_ask(struct match *match, int seat) {
    const struct question *question = question_of(match, seat);
    return question->is_open ? question->number : 0;
}

void match_prompt_json(struct match *match, int seat, struct text *out) {
    const struct question *question = question_of(match, seat);
    if (!question->is_open) {
        js_null(out);
        return;
    }
    js_open(out, '{');
    js_put_number(out, "ask", question->number);
    text_put_char(out, ',');
    text_put_bytes(out, question->prompt.data, question->prompt.length);
    js_close(out, '}');
}

/* 0 is the result of match_ask where nothing is asked, so no question has that number. Chance and
 * sessions are never asked. */
bool match_is_stale(struct match *match, int seat, int64_t ask, struct message *why) {
    bool is_present = seat >= 0 && ask != 0 && match_ask(match, seat) == ask;
    if (match_over(match) || is_present)
        return false;
    refuse(why, "kernel.stale");
    return true;
}
