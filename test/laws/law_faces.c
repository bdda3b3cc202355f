/* law_faces.c: the laws about what clients get: prompts, question numbers, views as JSON.
 *
 * A client without rules has no other information, so it must be complete: the forms stand for
 * exactly the legal actions, another question has another number, and two different views never
 * have the same JSON. */
#include "laws.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

/* Unfolded actions, matched against the legal list. */
struct unfolded {
    struct law_run *run;
    int seat, count;
    bool has_pass;
    bool found[256];
    const char *fault;
};

static bool check_off(void *context, const char *action) {
    struct unfolded *unfolded = context;
    struct law_run *run = unfolded->run;
    int at = 0;
    for (; at < run->legal.count; at++) {
        text_clear(&run->probe);
        run->game->print_action(actions_at(&run->legal, at), &run->probe);
        if (strcmp(text_string(&run->probe), action) == 0)
            break;
    }
    if (at == run->legal.count)
        unfolded->fault = "a form stands for what is not legal";
    else if (unfolded->found[at])
        unfolded->fault = "two forms stand for the same action";
    else
        unfolded->found[at] = true;
    unfolded->has_pass |= strcmp(action, "pass") == 0;
    unfolded->count++;
    return !unfolded->fault;
}

static int preset_count(const struct face *face) {
    int count = 0;
    while (face->presets && face->presets[count])
        count++;
    return count;
}

static bool law_prompt(struct law_run *run, const struct turn *turn, int seat) {
    struct prompt *prompt = run->prompt;
    struct unfolded unfolded = {.run = run, .seat = seat};
    game_legal(run->game, run->state, seat, &run->legal);
    must(run->legal.count <= (int)(sizeof unfolded.found / sizeof *unfolded.found));
    game_view(run->game, run->state, seat, run->view);
    game_prompt(run->game, run->view, seat, prompt);
    prompt_unfold(prompt, check_off, &unfolded);
    if (!unfolded.fault && unfolded.count != run->legal.count)
        unfolded.fault = "no form stands for a legal action";
    if (!unfolded.fault && prompt->presets >> preset_count(run->game->face))
        unfolded.fault = "a preset that the face does not list";
    if (!unfolded.fault && prompt->presets && !unfolded.has_pass)
        unfolded.fault = "a preset would pass where nobody can";
    if (!unfolded.fault && turn->reaction && turn->seats >> seat & 1 && !unfolded.has_pass)
        unfolded.fault = "a reaction without a pass";
    if (unfolded.fault)
        return law_broken(run, LAW_FORMS, unfolded.fault, NULL);
    return law_said(run, &prompt->task);
}

/* Checks that the messages about an action are sentences. */
static bool law_tell(struct law_run *run, int seat) {
    if (!run->legal.count || rng_below(&run->rng, 4))
        return true;
    uint32_t index = rng_below(&run->rng, (uint32_t)run->legal.count);
    match_tell(run->match, seat, actions_at(&run->legal, (int)index), &run->events);
    if (!law_words(run))
        return false;
    match_odds(run->match, seat, &run->events);
    return law_words(run);
}

bool law_forms(struct law_run *run) {
    struct turn turn;
    game_turn(run->game, run->state, &turn);
    for (int seat = 0; seat < run->seats; seat++)
        if (turn.kind == TURN_SEATS && turn_asks(&turn, seat) &&
            (!law_prompt(run, &turn, seat) || !law_tell(run, seat)))
            return false;
    return true;
}

static uint64_t hash_of(const void *bytes, size_t count) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3;
    return hash;
}

/* Views of one viewer with the same number of seats, of this match and of earlier ones. */
bool law_json(struct law_run *run) {
    for (int viewer = 0; viewer <= run->seats; viewer++) {
        int seat = viewer < run->seats ? viewer : SEAT_WATCHER;
        game_view(run->game, run->state, seat, run->view);
        text_clear(&run->text);
        text_put_number(&run->text, viewer);
        text_put_number(&run->text, run->seats);
        run->game->view_json(run->view, seat, &run->text);
        struct law_look look = {hash_of(run->view, run->game->state_size),
                                hash_of(run->text.data, run->text.length)};
        struct law_look *seen = &run->finding->looks[look.json % LAW_LOOKS];
        if (seen->json == look.json && seen->view != look.view)
            return law_broken(run, LAW_JSON, "two views, one JSON", NULL);
        *seen = look;
    }
    return true;
}

/* The number without its prompt, and the prompt without its number. */
static uint32_t read_question(struct law_run *run, struct match *match, int seat,
                              struct text *prompt) {
    uint32_t ask = match_ask(match, seat);
    text_clear(prompt);
    match_prompt_json(match, seat, prompt);
    const char *rest = strchr(text_string(prompt), ',');
    if (!ask || !rest)
        return ask;
    size_t cut = (size_t)(rest - prompt->data);
    memmove(prompt->data, rest, prompt->length - cut + 1);
    prompt->length -= cut;
    (void)run;
    return ask;
}

/* A question has another number than the one before if the seat has acted, if it was not asked
 * in between, or if its prompt differs; otherwise it has the same. */
bool law_asks(struct law_run *run) {
    struct turn turn;
    match_turn(run->match, &turn);
    int length = match_length(run->match);
    int actor = length ? match_entry(run->match, length - 1).seat : SEAT_WATCHER;
    for (int seat = 0; seat < run->seats && run->numbers_questions; seat++) {
        struct law_question *last = &run->questions[seat];
        uint32_t ask = read_question(run, run->match, seat, &run->text);
        bool is_asked = turn.kind == TURN_SEATS && turn_asks(&turn, seat);
        if (is_asked != (ask != 0))
            return law_broken(run, LAW_ASKS, "a number without a question, or without a number",
                              NULL);
        bool is_same = last->is_open && actor != seat && text_equals(&last->prompt, &run->text);
        if (ask && is_same != (ask == last->ask))
            return law_broken(run, LAW_ASKS, "the number does not follow the question", NULL);
        if (ask && ask < last->ask)
            return law_broken(run, LAW_ASKS, "the number falls", NULL);
        if (last->ask && ask != last->ask && !match_over(run->match) &&
            !match_is_stale(run->match, seat, last->ask, NULL))
            return law_broken(run, LAW_ASKS, "an old question can be answered", NULL);
        last->is_open = is_asked;
        last->ask = ask ? ask : last->ask;
        text_clear(&last->prompt);
        text_put_bytes(&last->prompt, text_string(&run->text), run->text.length);
    }
    return true;
}

bool law_same_questions(struct law_run *run, struct match *again) {
    for (int seat = 0; seat < run->seats; seat++) {
        text_clear(&run->text);
        text_clear(&run->other_text);
        match_prompt_json(run->match, seat, &run->text);
        match_prompt_json(again, seat, &run->other_text);
        if (!text_equals(&run->text, &run->other_text))
            return false;
    }
    return true;
}
