/* law_actions.c: laws about turns, actions, their notation, and guesses. */
#include "laws.h"

#include <string.h>

enum { PROBES = 6 };

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

/* One sign of the text becomes another, or goes. */
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

/* What reads as an action and passes the check must be on the list. */
static bool law_probe(struct law_run *run, int seat, const char *text) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct message why = {0};
    if (!game_parse(run->game, run->state, seat, text, action, &why))
        return why.key ? true : law_broken(run, LAW_LEGAL, "refused without a reason", NULL);
    why.key = NULL;
    if (!run->game->check(run->state, seat, action, &why))
        return why.key ? true : law_broken(run, LAW_LEGAL, "refused without a reason", action);
    return is_listed(&run->legal, action) ||
           law_broken(run, LAW_LEGAL, "check lets through what is not listed", action);
}

/* Tries actions of earlier entries and of other seats, whole and spoiled. */
static bool law_unlisted(struct law_run *run, int seat) {
    for (int i = 0; i < PROBES; i++) {
        text_clear(&run->text);
        if (match_length(run->match) && rng_below(&run->rng, 2)) {
            uint32_t index = rng_below(&run->rng, (uint32_t)match_length(run->match));
            run->game->print_action(match_entry(run->match, (int)index).action, &run->text);
        } else if (run->legal.count) {
            uint32_t index = rng_below(&run->rng, (uint32_t)run->legal.count);
            run->game->print_action(actions_at(&run->legal, (int)index), &run->text);
        }
        if (i % 2)
            spoil(run, &run->text);
        if (!law_probe(run, seat, text_string(&run->text)))
            return false;
    }
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
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct turn turn;
    game_turn(run->game, run->state, &turn);
    for (int seat = 0; seat < run->seats; seat++) {
        if (turn.kind != TURN_SEATS || !(turn.seats >> seat & 1))
            continue;
        game_legal(run->game, run->state, seat, &run->legal);
        game_idle(run->game, run->state, seat, action);
        if (!is_listed(&run->legal, action))
            return law_broken(run, LAW_IDLE, "not on the list", action);
    }
    return true;
}

/* A log keeps an action on one line and its stamp behind " # ". */
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

bool law_guess(struct law_run *run) {
    const struct game *game = run->game;
    for (int viewer = SEAT_WATCHER; viewer < run->seats; viewer++) {
        if (viewer == SEAT_CHANCE || viewer == SEAT_SIM)
            continue;
        game_view(game, run->state, viewer, run->view);
        game_guess(game, run->view, viewer, &run->rng, run->twin);
        game_view(game, run->twin, viewer, run->other_view);
        if (memcmp(run->view, run->other_view, game->state_size) != 0)
            return law_broken(run, LAW_GUESS, "a guess shows another view", NULL);
        for (int seat = 0; seat < run->seats; seat++) {
            game_legal(game, run->twin, seat, &run->legal);
            for (int i = 0; i < run->legal.count; i++)
                if (!game->check(run->twin, seat, actions_at(&run->legal, i), NULL))
                    return law_broken(run, LAW_GUESS, "a guess breaks the rules", NULL);
        }
    }
    return true;
}
