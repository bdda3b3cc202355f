/* thought.c: runs bots for a match. */
#include <spelunke/thought.h>

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "match_inside.h"

struct thought {
    const struct bot *bot;
    const struct game *game;
    char label[WORK_LABEL_MAX + 1];
    int seat, length;
    bool must;
    struct rng rng;
    void *memory;
    struct steered hand; /* in a session */
    _Alignas(max_align_t) unsigned char view[];
};

void *bot_sit(const struct bot *bot, const struct game *game, int seat) {
    return bot->sit ? bot->sit(game, seat) : NULL;
}

void bot_leave(const struct bot *bot, void *memory) {
    if (bot->leave)
        bot->leave(memory);
}

static bool has_legal(const struct match *match, int seat) {
    struct actions actions = actions_new(match->game);
    match_legal(match, seat, &actions);
    bool has_some = actions.count > 0;
    actions_free(&actions);
    return has_some;
}

/* The view shows what the seat can do as well as the state does, but only a seat that need not act
 * can have no legal action. */
static enum verdict judge_asking(const struct match *match, int seat, struct message *why) {
    enum verdict verdict = match_judge_turn(match, seat, why);
    if (verdict != VERDICT_PLAYED || match->turn.seats >> seat & 1 || has_legal(match, seat))
        return verdict;
    refuse(why, "kernel.nothing_to_interrupt");
    message_seat(why, "seat", seat);
    return VERDICT_NOT_YOUR_TURN;
}

static struct thought *thought_new(struct match *match, const struct bot *bot, int seat,
                                   void *memory) {
    const struct game *game = match->game;
    struct thought *thought = must_alloc(sizeof *thought + game->state_size);
    thought->bot = bot;
    thought->game = game;
    strcpy(thought->label, match->label);
    thought->seat = seat;
    thought->length = match->length;
    thought->must = match->turn.seats >> seat & 1;
    thought->memory = memory;
    match_bot_rng(match, seat, &thought->rng);
    game_view(game, match->state, seat, thought->view);
    return thought;
}

struct thought *match_think(struct match *match, const struct bot *bot, int seat, void *memory,
                            struct message *why) {
    if (judge_asking(match, seat, why) != VERDICT_PLAYED)
        return NULL;
    return thought_new(match, bot, seat, memory);
}

static struct thinking thinking_of(const struct thought *thought, const struct budget *budget,
                                   struct rng *rng) {
    return (struct thinking){.game = thought->game,
                             .view = thought->view,
                             .seat = thought->seat,
                             .must = thought->must,
                             .rng = rng,
                             .budget = budget,
                             .memory = thought->memory};
}

static struct work thought_work(const struct thought *thought, const char *doing) {
    return (struct work){.doing = doing,
                         .label = thought->label,
                         .game = thought->game,
                         .entry = thought->length,
                         .seat = thought->seat,
                         .text = thought->bot->key};
}

bool thought_run(const struct thought *thought, const struct budget *budget, void *action) {
    struct rng rng = thought->rng;
    struct thinking thinking = thinking_of(thought, budget, &rng);
    memset(action, 0, thought->game->action_size);
    struct work work = thought_work(thought, "think");
    work_begin(&work);
    bool acts = thought->bot->choose(&thinking, action);
    must(acts || !thought->must);
    work_end(&work);
    return acts;
}

void thought_free(struct thought *thought) {
    free(thought);
}

int thought_seat(const struct thought *thought) {
    return thought->seat;
}

bool thought_steers(const struct thought *thought) {
    return thought->bot->steer != NULL;
}

struct thought *match_think_hand(struct match *match, const struct bot *bot, void *memory) {
    if (match->turn.kind != TURN_SIM)
        return NULL;
    struct thought *thought = thought_new(match, bot, match->turn.control, memory);
    thought->must = true;
    thought->hand = steered_start();
    return thought;
}

void thought_hand(struct thought *thought, const struct budget *budget, const struct frame *frame,
                  struct session *session) {
    struct hand before = thought->hand.hand;
    struct thinking thinking = thinking_of(thought, budget, &thought->rng);
    struct work work = thought_work(thought, "steer");
    if (!thought->bot->steer)
        return;
    work_begin(&work);
    thought->hand.hand.tick = frame->tick;
    thought->bot->steer(&thinking, frame, &thought->hand.hand);
    work_end(&work);
    steered_send(&thought->hand, &before, session);
}

struct steering {
    struct thought *thought;
    const struct budget *budget;
    struct session *session;
};

static enum attention steer(void *context, const struct frame *frame) {
    struct steering *steering = context;
    thought_hand(steering->thought, steering->budget, frame, steering->session);
    return ATTENTION_STAYS;
}

void thought_steer(struct thought *thought, const struct budget *budget, struct session *session) {
    struct steering steering = {thought, budget, session};
    struct attendant attendant = {steer, &steering};
    session_run(session, SESSION_END, thought->bot->steer ? &attendant : NULL);
}

enum verdict match_draw_steered(struct match *match, const struct bot *bot, void *memory,
                                const struct budget *budget, const struct stamp *stamp,
                                struct events *events, struct message *why) {
    enum verdict verdict = match_judge_turn(match, SEAT_SIM, why);
    if (verdict != VERDICT_PLAYED)
        return verdict;
    struct thought *thought = match_think_hand(match, bot, memory);
    struct session *session = match_open_session(match);
    thought_steer(thought, budget, session);
    thought_free(thought);
    return match_play_session(match, session, stamp, events, why);
}

enum verdict match_choose(struct match *match, const struct bot *bot, int seat, void *memory,
                          const struct budget *budget, void *action, struct message *why) {
    enum verdict verdict = judge_asking(match, seat, why);
    if (verdict != VERDICT_PLAYED)
        return verdict;
    struct thought *thought = thought_new(match, bot, seat, memory);
    bool acts = thought_run(thought, budget, action);
    thought_free(thought);
    must(!acts || match->game->check(match->state, seat, action, NULL));
    return acts ? VERDICT_PLAYED : VERDICT_DECLINED;
}
