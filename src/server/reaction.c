/* reaction.c: plays answers at random moments, so that timing does not reveal who had a choice.
 *
 * For each question every asked seat gets a random moment, independent of who plays it and what he
 * holds. An earlier answer of a person is held back until then; seats with a single action, presets
 * and computer players are answered at that moment. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

static bool is_reaction(const struct turn *turn) {
    return turn->kind == TURN_SEATS && turn->reaction;
}

static int64_t draw_moment(const struct table *table) {
    if (model_people(&table->model) <= 1)
        return REACTION_ALONE_MS;
    return draw_span(table, table->model.settings.reaction);
}

/* Whether the same question continues: the set of asked seats only shrinks. A window that continues
 * after an interrupt keeps its number, but then asks seats that were not asked just before, or
 * whose last answer was to something else. */
static bool goes_on(const struct match *match, const struct turn *before, const struct turn *turn) {
    int length = match_length(match), actor = length ? match_entry(match, length - 1).seat : -1;
    bool is_asked_again = actor >= 0 && (before->seats & turn->seats) >> actor & 1;
    return before->kind == TURN_SEATS && turn->kind == TURN_SEATS &&
           before->question == turn->question && before->reaction == turn->reaction &&
           !(turn->seats & ~before->seats) && !is_asked_again;
}

void moments_follow(struct table *table, const struct turn *before, int64_t now) {
    struct play *play = table->play;
    const struct turn *turn = &play->turn;
    if (!goes_on(table->model.match, before, turn)) {
        memset(play->moment, 0, sizeof play->moment);
        play->asked_at = now;
        play->asked = turn->kind == TURN_SEATS ? turn->seats : 0;
    }
    for (int seat = 0; turn->kind == TURN_SEATS && seat < table->model.settings.seats; seat++) {
        if (!((turn->seats | turn->may) >> seat & 1))
            continue;
        if (!play->moment[seat])
            play->moment[seat] = now + draw_moment(table);
        uint32_t ask = match_ask(table->model.match, seat);
        if (ask)
            play->last_ask[seat] = ask;
    }
}

int64_t reaction_until(const struct table *table) {
    const struct wire_clock *clock = &table->model.settings.clock;
    int64_t time = !clock->is_on                       ? REACTION_FREE_MS
                   : clock->decide > REACTION_LEAST_MS ? clock->decide
                                                       : REACTION_LEAST_MS;
    return table->play->asked_at + time;
}

void acts_check(struct table *table) {
    struct message why;
    for (int seat = 0; seat < table->model.settings.seats; seat++) {
        struct waiting_act *act = &table->play->acts[seat];
        if (!act->pending || match_ask(table->model.match, seat) == act->ask)
            continue;
        struct pending *pending = act->pending;
        act->pending = NULL;
        message_start(&why, "kernel.stale");
        pending_refuse(table, pending, CODE_STALE, &why);
    }
}

void acts_refuse(struct table *table) {
    struct message why;
    message_start(&why, "kernel.over");
    for (int seat = 0; table->play && seat < SEATS_MAX; seat++) {
        struct pending *pending = table->play->acts[seat].pending;
        table->play->acts[seat].pending = NULL;
        if (pending)
            pending_refuse(table, pending, CODE_OVER, &why);
    }
}

/* The only legal action of a seat; false if there are several. */
static bool only_action(const struct table *table, int seat, struct text *out) {
    const struct game *game = table->model.settings.game;
    struct actions legal = actions_new(game);
    match_legal(table->model.match, seat, &legal);
    bool is_only = legal.count == 1;
    if (is_only)
        game->print_action(actions_at(&legal, 0), out);
    actions_free(&legal);
    return is_only;
}

static bool is_preset(const struct table *table, int seat) {
    const struct game *game = table->model.settings.game;
    uint16_t presets = table->model.places[seat].presets;
    if (!presets)
        return false;
    struct prompt *prompt = must_alloc(sizeof *prompt);
    void *view = must_alloc(game->state_size);
    game_view(game, match_state(table->model.match), seat, view);
    game_prompt(game, view, seat, prompt);
    bool is_passed = prompt->presets & presets;
    free(view);
    free(prompt);
    return is_passed;
}

static bool is_held(const struct table *table, int seat) {
    const struct place *place = &table->model.places[seat];
    return place->holds ||
           (place->held_ask && place->held_ask == match_ask(table->model.match, seat));
}

/* The automatic answer for a person; false: there is none. */
static bool answer_for(const struct table *table, int seat, struct text *out) {
    const struct turn *turn = &table->play->turn;
    if (!(turn->seats >> seat & 1) || is_held(table, seat))
        return false;
    if (is_reaction(turn) && only_action(table, seat, out))
        return true;
    if (!is_preset(table, seat))
        return false;
    text_put(out, "pass");
    return true;
}

static bool play_waiting(struct table *table, int seat, int64_t now) {
    struct waiting_act act = table->play->acts[seat];
    struct entry_notes notes = {0};
    enum verdict verdict;
    struct message why;
    table->play->acts[seat].pending = NULL;
    if (entry_act(table, seat, act.action, &notes, act.pending, act.person, now, &verdict, &why))
        return true;
    pending_refuse(table, act.pending, verdict_code(verdict), &why);
    return false;
}

static bool play_for_bot(struct table *table, const struct host_wait *wait, int seat, int64_t now) {
    struct entering entering;
    struct entry_notes notes = {0};
    bool must_act = table->play->turn.seats >> seat & 1;
    if (wait->ready >> seat & 1) {
        entry_begin(table, "move", &entering);
        if (host_move(table->play->host, seat, now)) {
            entry_end(table, &entering, &notes, NULL, "", now);
            return true;
        }
        entry_cancel(table, &entering);
    }
    if (must_act)
        entry_idle(table, seat, false, now); /* the thought is not finished: pass */
    return must_act;
}

static bool play_for_person(struct table *table, int seat, int64_t now) {
    struct text action = {0};
    struct entry_notes notes = {.is_auto = true};
    enum verdict verdict;
    bool is_played = answer_for(table, seat, &action) &&
                     entry_act(table, seat, text_string(&action), &notes, NULL, "", now, &verdict,
                               &(struct message){0});
    text_free(&action);
    return is_played;
}

static bool step_seat(struct table *table, const struct host_wait *wait, int seat, int64_t now) {
    struct play *play = table->play;
    bool is_awaited = play->turn.seats >> seat & 1;
    if (play->acts[seat].pending)
        return play_waiting(table, seat, now);
    if (host_sitter(play->host, seat) == SITTER_BOT)
        return is_reaction(&play->turn) && play_for_bot(table, wait, seat, now);
    if (play_for_person(table, seat, now))
        return true;
    if (!is_reaction(&play->turn) || !is_awaited || now < reaction_until(table))
        return false;
    entry_idle(table, seat, true, now);
    return true;
}

/* Answers for seats whose moment has come, the earliest first. */
bool reaction_step(struct table *table, const struct host_wait *wait, int64_t now) {
    struct play *play = table->play;
    uint16_t asked = play->turn.seats | play->turn.may, tried = 0;
    for (;;) {
        int first = -1;
        for (int seat = 0; seat < table->model.settings.seats; seat++)
            if ((asked & ~tried) >> seat & 1 && play->moment[seat] && play->moment[seat] <= now &&
                (first < 0 || play->moment[seat] < play->moment[first]))
                first = seat;
        if (first < 0)
            return false;
        tried |= (uint16_t)(1 << first);
        if (step_seat(table, wait, first, now))
            return true;
    }
}

int64_t reaction_due(const struct table *table) {
    const struct play *play = table->play;
    uint16_t asked = play->turn.seats | play->turn.may;
    int64_t due = 0, until = reaction_until(table);
    if (play->turn.kind != TURN_SEATS)
        return 0;
    for (int seat = 0; seat < table->model.settings.seats; seat++) {
        bool counts = is_reaction(&play->turn) || table->model.places[seat].presets;
        if ((asked >> seat & 1) && counts && play->moment[seat] > play->looked_at)
            sooner(&due, play->moment[seat]);
    }
    if (is_reaction(&play->turn) && until > play->looked_at)
        sooner(&due, until);
    return due;
}
