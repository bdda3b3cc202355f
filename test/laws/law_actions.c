/* law_actions.c: laws about turns, actions, their notation, and guesses. */
#include "laws.h"

#include <string.h>

enum { PROBES = 6, GUESS_STEPS = 12 };

static bool same_actions(const struct actions *a, const struct actions *b) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->slots, b->slots, a->size * (size_t)a->count) == 0);
}

static bool is_listed(const struct actions *actions, const void *action) {
    for (int i = 0; i < actions->count; i++)
        if (memcmp(actions_at(actions, i), action, actions->size) == 0)
            return true;
    return false;
}

static bool turn_is_sound(const struct law_run *run, const struct turn *turn) {
    unsigned all = (1u << run->seats) - 1;
    if ((turn->seats | turn->may) & ~all)
        return false;
    if (turn->takes_time && (turn->kind != TURN_CHANCE || !run->game->sim))
        return false;
    if (turn->kind == TURN_SEATS)
        return turn->seats != 0;
    if (turn->kind == TURN_SIM)
        return turn->control >= 0 && turn->control < run->seats && run->game->sim;
    return !turn->seats && !turn->may;
}

bool law_turn(struct law_run *run) {
    struct turn turn, seen;
    game_turn(run->game, run->state, &turn);
    if (!turn_is_sound(run, &turn))
        return law_broken(run, LAW_TURN, "malformed turn", NULL);
    for (int viewer = SEAT_WATCHER; viewer < run->seats; viewer++) {
        if (viewer == SEAT_CHANCE || viewer == SEAT_SIM)
            continue;
        game_view(run->game, run->state, viewer, run->view);
        game_turn(run->game, run->view, &seen);
        if (!turn_equals(&turn, &seen))
            return law_broken(run, LAW_TURN, "a view tells another turn", NULL);
    }
    return true;
}

static bool law_distinct(struct law_run *run) {
    for (int i = 0; i < run->legal.count; i++) {
        const void *action = actions_at(&run->legal, i);
        struct actions before = run->legal;
        before.count = i;
        if (is_listed(&before, action))
            return law_broken(run, LAW_LEGAL, "listed twice", action);
    }
    return true;
}

static bool law_listed(struct law_run *run, int seat) {
    struct message why;
    for (int i = 0; i < run->legal.count; i++) {
        const void *action = actions_at(&run->legal, i);
        if (!run->game->check(run->state, seat, action, &why))
            return law_broken(run, LAW_LEGAL, "legal, but refused", action);
        if (!law_notation(run, seat, action))
            return false;
    }
    return law_distinct(run);
}

/* Replaces or removes one character of the text. */
static void spoil(struct law_run *run, struct text *text) {
    static const char signs[] = "0123456789 >.x*-dDEFGT";
    if (!text->length)
        return;
    uint32_t at = rng_below(&run->rng, (uint32_t)text->length);
    if (rng_below(&run->rng, 4) == 0)
        memmove(text->data + at, text->data + at + 1, text->length - at);
    else
        text->data[at] = signs[rng_below(&run->rng, sizeof signs - 1)];
}

/* The result of a text in a state: the index of the listed action, or the complete reason of the
 * refusal, which is also stored in run->why. */
static bool judge_text(struct law_run *run, const void *state, int seat, const char *text,
                       void *action, struct text *reason) {
    struct message *why = &run->why;
    message_start(why, NULL);
    text_clear(reason);
    if (game_parse(run->game, state, seat, text, action, why) &&
        run->game->check(state, seat, action, why))
        return true;
    text_put(reason, why->key ? why->key : "");
    if (why->key)
        message_args_json(why, reason);
    return false;
}

/* What parses as an action and passes the check must be listed; everything else is refused with
 * a reason. Both must follow from the seat's view, because a seat sees the reason. */
static bool law_probe(struct law_run *run, int seat, const char *text) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX], seen[ACTION_BYTES_MAX];
    bool passes = judge_text(run, run->state, seat, text, action, &run->text);
    if (passes && !is_listed(&run->legal, action))
        return law_broken(run, LAW_LEGAL, "check lets through what is not listed", action);
    if (!passes && !run->text.length)
        return law_broken(run, LAW_LEGAL, "refused without a reason", NULL);
    game_view(run->game, run->state, seat, run->view);
    if (judge_text(run, run->view, seat, text, seen, &run->other_text) != passes ||
        (!passes && !text_equals(&run->text, &run->other_text)))
        return law_broken(run, LAW_VIEWED, "the view comes to another reason", NULL);
    return passes || law_said(run, &run->why);
}

/* Tries samples, and actions of earlier entries and of other seats, intact and corrupted. */
static bool law_unlisted(struct law_run *run, int seat) {
    for (const char *const *sample = run->judged->samples; sample && *sample; sample++)
        if (rng_below(&run->rng, 4) == 0 && !law_probe(run, seat, *sample))
            return false;
    for (int i = 0; i < PROBES; i++) {
        text_clear(&run->probe);
        if (match_length(run->match) && rng_below(&run->rng, 2)) {
            uint32_t index = rng_below(&run->rng, (uint32_t)match_length(run->match));
            run->game->print_action(match_entry(run->match, (int)index).action, &run->probe);
        } else if (run->legal.count) {
            uint32_t index = rng_below(&run->rng, (uint32_t)run->legal.count);
            run->game->print_action(actions_at(&run->legal, (int)index), &run->probe);
        }
        if (i % 2)
            spoil(run, &run->probe);
        if (!law_probe(run, seat, text_string(&run->probe)))
            return false;
    }
    return true;
}

static bool law_outcome(struct law_run *run, int seat, const char *text) {
    _Alignas(max_align_t) unsigned char outcome[ACTION_BYTES_MAX];
    if (!judge_text(run, run->state, seat, text, outcome, &run->text))
        return run->text.length ? law_said(run, &run->why)
                                : law_broken(run, LAW_LEGAL, "refused without a reason", NULL);
    memcpy(run->twin, run->state, run->game->state_size);
    run->events.count = 0;
    run->game->apply(run->twin, seat, outcome, &run->events);
    return law_words(run) && law_notation(run, seat, outcome);
}

static const char *random_sample(struct law_run *run) {
    uint32_t count = 0;
    while (run->judged->samples && run->judged->samples[count])
        count++;
    return count ? run->judged->samples[rng_below(&run->rng, count)] : "";
}

/* Outcomes are not listed, but what the check accepts must be playable: a corrupted drawn
 * outcome, which may be one that chance hardly ever draws, and any other. */
bool law_outcomes(struct law_run *run, int seat, const void *action) {
    if (seat >= 0)
        return true;
    text_clear(&run->probe);
    run->game->print_action(action, &run->probe);
    spoil(run, &run->probe);
    return law_outcome(run, seat, text_string(&run->probe)) &&
           law_outcome(run, seat, random_sample(run));
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3;
    return hash;
}

/* One spelling for each effect: no two listed actions lead to the same state. Expensive, so only
 * for a sample of positions. */
static uint64_t effect_of(struct law_run *run, const void *state, int seat, const void *action) {
    memcpy(run->left, state, run->game->state_size);
    run->game->apply(run->left, seat, action, NULL);
    return hash_bytes(0xcbf29ce484222325, run->left, run->game->state_size);
}

/* A sealed answer may have no effect because of what another seat has sealed. As far as the seat
 * knows, two answers differ if they do so in any state that agrees with its view. */
static bool differ_somewhere(struct law_run *run, int seat, const void *a, const void *b) {
    enum { GUESSES = 8 };
    game_view(run->game, run->state, seat, run->view);
    for (int i = 0; i < GUESSES; i++) {
        game_guess(run->game, run->view, seat, &run->rng, run->twin);
        if (effect_of(run, run->twin, seat, a) != effect_of(run, run->twin, seat, b))
            return true;
    }
    return false;
}

bool law_effects(struct law_run *run) {
    enum { LIST = 256 };
    uint64_t effect[LIST];
    int seat = (int)rng_below(&run->rng, (uint32_t)run->seats);
    if (rng_below(&run->rng, 8))
        return true;
    game_legal(run->game, run->state, seat, &run->legal);
    for (int i = 0; i < run->legal.count && i < LIST; i++) {
        const void *action = actions_at(&run->legal, i);
        effect[i] = effect_of(run, run->state, seat, action);
        for (int before = 0; before < i; before++)
            if (effect[before] == effect[i] &&
                !differ_somewhere(run, seat, actions_at(&run->legal, before), action))
                return law_broken(run, LAW_LEGAL, "listed twice under two spellings", action);
    }
    return true;
}

/* A bot answers with a legal action, and declines only if it need not act. One with a memory is
 * asked twice, and the memory of the first time must not change the answer. */
static bool law_bot(struct law_run *run, const struct bot *bot, int seat) {
    _Alignas(max_align_t) unsigned char action[2][ACTION_BYTES_MAX] = {0};
    struct budget budget = {.effort = 1};
    struct rng start = run->rng;
    struct turn turn;
    bool acts[2];
    int last = bot->sit ? 1 : 0;
    game_legal(run->game, run->state, seat, &run->legal);
    if (!run->legal.count)
        return true;
    game_turn(run->game, run->state, &turn);
    game_view(run->game, run->state, seat, run->view);
    struct thinking thinking = {.game = run->game,
                                .view = run->view,
                                .seat = seat,
                                .must = turn.seats >> seat & 1,
                                .rng = &run->rng,
                                .budget = &budget,
                                .memory = bot_sit(bot, run->game, seat)};
    for (int i = 0; i <= last; i++) {
        run->rng = start;
        acts[i] = bot->choose(&thinking, action[i]);
    }
    bot_leave(bot, thinking.memory);
    if (acts[0] != acts[last] ||
        (acts[0] && memcmp(action[0], action[last], run->game->action_size) != 0))
        return law_broken(run, LAW_BOTS, "a memory changes the answer", action[last]);
    if (!acts[0])
        return !thinking.must || law_broken(run, LAW_BOTS, "declines where it must act", NULL);
    return is_listed(&run->legal, action[0]) || law_broken(run, LAW_BOTS, bot->key, action[0]);
}

bool law_bots(struct law_run *run) {
    int seat = (int)rng_below(&run->rng, (uint32_t)run->seats);
    for (const struct bot *const *bot = run->game->bots; *bot; bot++)
        if (rng_below(&run->rng, 8) == 0 && !law_bot(run, *bot, seat))
            return false;
    return true;
}

bool law_legal(struct law_run *run) {
    struct turn turn;
    game_turn(run->game, run->state, &turn);
    for (int seat = 0; seat < run->seats; seat++) {
        if (!turn_asks(&turn, seat))
            continue;
        game_legal(run->game, run->state, seat, &run->legal);
        if (turn.seats >> seat & 1 && !run->legal.count)
            return law_broken(run, LAW_LEGAL, "awaited, but nothing is legal", NULL);
        if (!law_listed(run, seat) || !law_unlisted(run, seat))
            return false;
        game_view(run->game, run->state, seat, run->view);
        game_legal(run->game, run->view, seat, &run->other_legal);
        if (!same_actions(&run->legal, &run->other_legal))
            return law_broken(run, LAW_VIEWED, "the view allows something else", NULL);
    }
    return true;
}

bool law_idle(struct law_run *run) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX], seen[ACTION_BYTES_MAX];
    struct turn turn;
    game_turn(run->game, run->state, &turn);
    for (int seat = 0; seat < run->seats; seat++) {
        if (turn.kind != TURN_SEATS || !(turn.seats >> seat & 1))
            continue;
        game_legal(run->game, run->state, seat, &run->legal);
        game_idle(run->game, run->state, seat, action);
        if (!is_listed(&run->legal, action))
            return law_broken(run, LAW_IDLE, "not on the list", action);
        game_view(run->game, run->state, seat, run->view);
        game_idle(run->game, run->view, seat, seen);
        if (memcmp(action, seen, run->game->action_size) != 0)
            return law_broken(run, LAW_IDLE, "follows from more than the view", action);
    }
    return true;
}

/* An action in a log is on one line, and its stamp comes after " # ". */
static bool fits_log(const struct text *text) {
    for (size_t i = 0; i < text->length; i++)
        if ((unsigned char)text->data[i] < 0x20 || text->data[i] == '#')
            return false;
    return text->length > 0 && text->data[0] != ' ' && text->data[text->length - 1] != ' ';
}

bool law_notation(struct law_run *run, int seat, const void *action) {
    _Alignas(max_align_t) unsigned char again[ACTION_BYTES_MAX];
    text_clear(&run->text);
    run->game->print_action(action, &run->text);
    if (!fits_log(&run->text))
        return law_broken(run, LAW_NOTATION, "does not fit a line of a log", action);
    if (!game_parse(run->game, run->state, seat, text_string(&run->text), again, NULL))
        return law_broken(run, LAW_NOTATION, "does not read back", action);
    return memcmp(again, action, run->game->action_size) == 0 ||
           law_broken(run, LAW_NOTATION, "reads back as something else", action);
}

/* A guess is a complete state: all views can be made from it, it can be played on, and a second
 * guess from one of its views agrees with that view. */
static bool law_guess_lives(struct law_run *run) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct turn turn;
    int seat;
    for (int step = 0; step < GUESS_STEPS; step++) {
        game_turn(run->game, run->twin, &turn);
        if (turn.kind == TURN_OVER)
            return true;
        law_pick(run, run->twin, &seat, action);
        if (seat == SEAT_WATCHER || !run->game->check(run->twin, seat, action, NULL))
            return law_broken(run, LAW_GUESS, "a guess breaks the rules", NULL);
        run->game->apply(run->twin, seat, action, NULL);
    }
    return true;
}

bool law_guess(struct law_run *run) {
    const struct game *game = run->game;
    int viewer = law_viewer(run);
    game_view(game, run->state, viewer, run->view);
    game_guess(game, run->view, viewer, &run->rng, run->twin);
    game_view(game, run->twin, viewer, run->other_view);
    if (memcmp(run->view, run->other_view, game->state_size) != 0)
        return law_broken(run, LAW_GUESS, "a guess shows another view", NULL);
    for (size_t i = 0; i < game->state_size; i++) {
        const unsigned char *truth = run->state, *guess = run->twin, *view = run->view;
        if (truth[i] && !view[i] && !guess[i] && run->judged->holes_are_zero)
            return law_broken(run, LAW_GUESS, "a guess leaves a hole", NULL);
    }
    return law_guess_lives(run);
}
