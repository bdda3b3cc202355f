/* match.c: a match: checks, applies and appends each entry.
 *
 * Every change of a state goes through match_enter. */
#include "log_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/log.h>
#include <spelunke/must.h>

/* The initial capacity of a log: enough for a whole match of small actions, and still little where
 * actions are large. */
enum { FIRST_LOG_BYTES = 2048 };

/* Game, seats, options and start values are part of the key of the dice, so that nobody can claim
 * others afterwards. The bots' key proves nothing, so it omits them, and is derived on first use,
 * because many matches have no bots. */
static void match_rekey(struct match *match) {
    const char *words = match->words ? match->words : "";
    struct text lines = {0};
    if (match->version > 1)
        log_print_setup(match, &lines);
    text_put(&lines, words);
    seed_key(&match->seed, text_string(&lines), match->version > 1 ? KEY_DICE : KEY_DICE_1,
             match->dice_key);
    text_free(&lines);
    match->has_bot_key = false;
}

static size_t entry_size(const struct game *game) {
    size_t align = _Alignof(max_align_t);
    return (game->action_size + sizeof(struct entry_tail) + align - 1) / align * align;
}

struct match *match_new(const struct game *game, const struct setup *setup, const struct seed *seed,
                        struct message *why) {
    struct match *match = must_alloc(sizeof *match + game->state_size);
    match->game = game;
    match->setup = *setup;
    match->seed = *seed;
    match->version = LOG_VERSION;
    match->entry_size = entry_size(game);
    must(game->action_size <= ACTION_BYTES_MAX);
    if (!game->init(match->state, setup, why)) {
        match_free(match);
        return NULL;
    }
    match_rekey(match);
    game_turn(game, match->state, &match->turn);
    return match;
}

void match_set_old_version(struct match *match) {
    match->version = 1;
    match_rekey(match);
}

void match_free(struct match *match) {
    if (!match)
        return;
    free(match->words);
    free(match->entries);
    free(match->stamps);
    free(match->notes);
    text_free(&match->note_lines);
    text_free(&match->pending);
    text_free(&match->own_build);
    match_forget_hands(match);
    questions_free(match->questions);
    free(match);
}

const struct game *match_game(const struct match *match) {
    return match->game;
}

const struct setup *match_setup(const struct match *match) {
    return &match->setup;
}

const struct seed *match_seed(const struct match *match) {
    return &match->seed;
}

const void *match_state(const struct match *match) {
    return match->state;
}

void match_turn(const struct match *match, struct turn *turn) {
    *turn = match->turn;
}

bool match_over(const struct match *match) {
    return match->turn.kind == TURN_OVER;
}

void match_set_label(struct match *match, const char *label) {
    must(strlen(label) <= WORK_LABEL_MAX);
    strcpy(match->label, label);
}

struct work match_work(const struct match *match, const char *doing, int seat, const char *text,
                       const void *action) {
    return (struct work){.doing = doing,
                         .label = match->label,
                         .game = match->game,
                         .entry = match->length,
                         .seat = seat,
                         .text = text,
                         .action = action};
}

/* As game_legal, but with the turn that is already known. */
void match_legal(const struct match *match, int seat, struct actions *out) {
    out->count = 0;
    if (seat >= 0 && turn_asks(&match->turn, seat))
        match->game->legal(match->state, seat, out);
}

/* A word is the rest of a line of the log, after a blank: not empty, without control characters and
 * surrounding blanks. */
static bool is_word_text(const char *word) {
    size_t length = strlen(word);
    return length > 0 && length <= WORD_TEXT_MAX && word[0] != ' ' && word[length - 1] != ' ' &&
           text_is_plain(word);
}

static void put_word_line(struct text *out, int seat, const char *word) {
    text_put(out, "word ");
    text_put_number(out, seat);
    text_put_char(out, ' ');
    text_put(out, word);
    text_put_char(out, '\n');
}

bool match_has_word(const struct match *match, int seat, const char *word) {
    struct text line = {0};
    bool is_there = false;
    put_word_line(&line, seat, word);
    for (const char *at = match->words; at && *at && !is_there; at = strchr(at, '\n') + 1)
        is_there = strncmp(at, line.data, line.length) == 0;
    text_free(&line);
    return is_there;
}

bool match_add_word(struct match *match, int seat, const char *word, struct message *why) {
    if (match->has_drawn)
        return refuse(why, "kernel.word_too_late");
    if (seat < 0 || seat >= match->setup.seats)
        return refuse(why, "kernel.word_seat");
    if (match->worded >> seat & 1)
        return refuse(why, "kernel.word_once");
    if (!is_word_text(word))
        return refuse(why, "kernel.word_text");
    struct text words = {0};
    text_put(&words, match->words ? match->words : "");
    size_t start = words.length;
    put_word_line(&words, seat, word);
    free(match->words);
    match->words = words.data;
    match_add_note(match, words.data + start, words.length - start - 1);
    match->worded |= (uint16_t)(1 << seat);
    match_rekey(match);
    return true;
}

static void match_grow(struct match *match) {
    size_t first = FIRST_LOG_BYTES / match->entry_size;
    size_t room = match->room ? 2 * (size_t)match->room : first ? first : 1;
    match->entries = must_realloc(match->entries, room * match->entry_size);
    if (match->stamps)
        match->stamps = must_realloc(match->stamps, room * sizeof *match->stamps);
    match->room = (int)room;
}

/* A time before 1970 comes from a clock that was never set and is treated as unknown. */
static struct stamp known_stamp(const struct stamp *stamp) {
    return (struct stamp){stamp && stamp->time > 0 ? stamp->time : 0,
                          stamp ? stamp->actor : ACTOR_UNKNOWN};
}

/* Many matches have no stamps, so the array is allocated with the first one. */
static void match_keep_stamp(struct match *match, const struct stamp *stamp) {
    if (stamp && !match->stamps)
        match->stamps = must_alloc((size_t)match->room * sizeof *match->stamps);
    if (match->stamps)
        match->stamps[match->length] = known_stamp(stamp);
}

static unsigned char *match_slot(const struct match *match, int index) {
    return match->entries + match->entry_size * (size_t)index;
}

static void match_keep(struct match *match, struct entry_tail tail, const void *action,
                       const struct stamp *stamp) {
    if (match->length == match->room)
        match_grow(match);
    match_keep_stamp(match, stamp);
    size_t size = match->game->action_size;
    unsigned char *slot = match_slot(match, match->length);
    memcpy(slot, action, size);
    memcpy(slot + size, &tail, sizeof tail);
    match->length++;
}

int match_length(const struct match *match) {
    return match->length;
}

struct entry match_entry(const struct match *match, int index) {
    must(index >= 0 && index < match->length);
    struct entry_tail tail;
    const unsigned char *slot = match_slot(match, index);
    memcpy(&tail, slot + match->game->action_size, sizeof tail);
    return (struct entry){tail.seat, tail.is_scripted, slot};
}

struct stamp match_stamp(const struct match *match, int index) {
    must(index >= 0 && index < match->length);
    return match->stamps ? match->stamps[index] : (struct stamp){0};
}

static enum verdict refuse_seat(int seat, const char *key, struct message *why) {
    refuse(why, key);
    if (seat >= 0)
        message_seat(why, "seat", seat);
    return VERDICT_NOT_YOUR_TURN;
}

static enum verdict refuse_turn(int seat, struct message *why) {
    const char *key = seat == SEAT_CHANCE ? "kernel.no_chance"
                      : seat == SEAT_SIM  ? "kernel.no_sim"
                                          : "kernel.not_your_turn";
    return refuse_seat(seat, key, why);
}

enum verdict match_judge_turn(const struct match *match, int seat, struct message *why) {
    if (match_over(match)) {
        refuse(why, "kernel.over");
        return VERDICT_OVER;
    }
    return turn_asks(&match->turn, seat) ? VERDICT_PLAYED : refuse_turn(seat, why);
}

/* Precondition: the action is legal for this seat. */
static void apply_entry(struct match *match, int seat, bool is_scripted, const void *action,
                        const struct stamp *stamp, struct events *events) {
    struct turn before = match->turn;
    if (events)
        events->count = 0;
    text_clear(&match->pending); /* lines that were read for another entry than this one */
    match_keep(match, (struct entry_tail){(int8_t)seat, is_scripted}, action, stamp);
    match->has_drawn |= seat < 0;
    match->game->apply(match->state, seat, action, events);
    game_turn(match->game, match->state, &match->turn);
    clock_turn(&match->clock, &before, &match->turn, known_stamp(stamp).time);
    questions_turn(match, seat);
}

/* Precondition: it is this seat's turn. */
static enum verdict enter(struct match *match, int seat, bool is_scripted, const void *action,
                          const struct stamp *stamp, struct events *events, struct message *why) {
    if (!match->game->check(match->state, seat, action, why))
        return VERDICT_ILLEGAL;
    apply_entry(match, seat, is_scripted, action, stamp, events);
    return VERDICT_PLAYED;
}

enum verdict match_enter(struct match *match, int seat, bool is_scripted, const void *action,
                         const struct stamp *stamp, struct events *events, struct message *why) {
    enum verdict verdict = match_judge_turn(match, seat, why);
    if (verdict != VERDICT_PLAYED)
        return verdict;
    struct work work = match_work(match, "play", seat, NULL, action);
    work_begin(&work);
    verdict = enter(match, seat, is_scripted, action, stamp, events, why);
    work_end(&work);
    return verdict;
}

enum verdict match_play(struct match *match, int seat, const void *action,
                        const struct stamp *stamp, struct events *events, struct message *why) {
    return match_enter(match, seat, seat < 0, action, stamp, events, why);
}

enum verdict match_play_text(struct match *match, int seat, const char *text,
                             const struct stamp *stamp, struct events *events,
                             struct message *why) {
    enum verdict verdict = match_judge_turn(match, seat, why);
    if (verdict != VERDICT_PLAYED)
        return verdict;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct work work = match_work(match, "play", seat, text, NULL);
    work_begin(&work);
    verdict = game_parse(match->game, match->state, seat, text, action, why)
                  ? enter(match, seat, seat < 0, action, stamp, events, why)
                  : VERDICT_ILLEGAL;
    work_end(&work);
    return verdict;
}

enum verdict match_read(const struct match *match, int seat, const char *text, void *action,
                        struct message *why) {
    enum verdict verdict = match_judge_turn(match, seat, why);
    if (verdict != VERDICT_PLAYED)
        return verdict;
    bool fits = game_parse(match->game, match->state, seat, text, action, why) &&
                match->game->check(match->state, seat, action, why);
    return fits ? VERDICT_PLAYED : VERDICT_ILLEGAL;
}

void match_open_dice(struct match *match, struct rng *rng) {
    match->has_drawn = true;
    rng_open(rng, match->dice_key, (uint64_t)match->length, LANE_CHANCE);
}

void match_set_shelf(struct match *match, const struct shelf *shelf) {
    match->shelf = shelf;
}

enum verdict match_play_outcome(struct match *match, const void *outcome, const struct stamp *stamp,
                                struct events *events, struct message *why) {
    must(turn_is_session(&match->turn));
    int seat = turn_drawer(&match->turn);
    struct work work = match_work(match, "play", seat, NULL, outcome);
    work_begin(&work);
    bool fits = match->game->check(match->state, seat, outcome, why);
    if (fits) {
        match_note_outcome(match, outcome);
        apply_entry(match, seat, false, outcome, stamp, events);
    }
    work_end(&work);
    return fits ? VERDICT_PLAYED : VERDICT_ILLEGAL;
}

struct session *match_open_session(struct match *match) {
    struct rng dice;
    must(turn_is_session(&match->turn));
    match_open_dice(match, &dice);
    return session_open(match->game, match->state, &dice, match->shelf);
}

enum verdict match_play_session(struct match *match, struct session *session,
                                const struct stamp *stamp, struct events *events,
                                struct message *why) {
    bool is_steered = match->turn.kind == TURN_SIM;
    struct hands hands = is_steered ? session_take_hands(session) : session_hands(session);
    _Alignas(max_align_t) unsigned char outcome[ACTION_BYTES_MAX];
    must(hands.entry == match->length);
    if (is_steered)
        match_keep_hands(match, &hands);
    session_close(session, outcome);
    enum verdict verdict = match_play_outcome(match, outcome, stamp, events, why);
    must(verdict == VERDICT_PLAYED); /* a game's own outcome must be legal */
    return verdict;
}

void draw_outcome(const struct game *game, const void *state, const struct turn *turn,
                  struct rng *rng, void *action) {
    memset(action, 0, game->action_size);
    if (!turn_is_session(turn)) {
        game->chance(state, rng, action);
        return;
    }
    struct session *session = session_open(game, state, rng, NULL);
    session_run(session, SESSION_END, NULL);
    session_close(session, action);
}

static enum verdict draw_chance(struct match *match, const struct stamp *stamp,
                                struct events *events, struct message *why) {
    struct rng dice;
    _Alignas(max_align_t) unsigned char outcome[ACTION_BYTES_MAX];
    match_open_dice(match, &dice);
    draw_outcome(match->game, match->state, &match->turn, &dice, outcome);
    enum verdict verdict = match_enter(match, SEAT_CHANCE, false, outcome, stamp, events, why);
    must(verdict == VERDICT_PLAYED); /* a game's own outcome must be legal */
    return verdict;
}

enum verdict match_draw(struct match *match, const struct hand *hands, int hand_count,
                        const struct stamp *stamp, struct events *events, struct message *why) {
    int seat = turn_drawer(&match->turn);
    enum verdict verdict = match_judge_turn(match, seat, why);
    if (verdict != VERDICT_PLAYED)
        return verdict;
    struct work work = match_work(match, "draw", seat, NULL, NULL);
    work_begin(&work);
    if (turn_is_session(&match->turn)) {
        struct session *session = match_open_session(match);
        session_follow(session, hands, hand_count, match->game->sim->ticks_max);
        verdict = match_play_session(match, session, stamp, events, why);
    } else {
        verdict = draw_chance(match, stamp, events, why);
    }
    work_end(&work);
    return verdict;
}

/* Bots draw from a separate key and lanes, so asking one, however often, never affects the dice. */
void match_bot_rng(struct match *match, int seat, struct rng *rng) {
    if (!match->has_bot_key)
        seed_key(&match->seed, match->words ? match->words : "", KEY_BOTS, match->bot_key);
    match->has_bot_key = true;
    rng_open(rng, match->bot_key, (uint64_t)match->length, (uint32_t)seat + 1);
}

enum verdict match_play_idle(struct match *match, int seat, const struct stamp *stamp,
                             struct events *events, struct message *why) {
    enum verdict verdict = match_judge_turn(match, seat, why);
    if (verdict != VERDICT_PLAYED)
        return verdict;
    if (!(match->turn.seats >> seat & 1))
        return refuse_seat(seat, "kernel.not_awaited", why);
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    game_idle(match->game, match->state, seat, action);
    return match_play(match, seat, action, stamp, events, why);
}

void match_view_json(const struct match *match, int seat, struct text *out) {
    void *view = must_alloc(match->game->state_size);
    game_view(match->game, match->state, seat, view);
    js_open(out, '{');
    match->game->view_json(view, seat, out);
    js_close(out, '}');
    free(view);
}

void match_tell(const struct match *match, int seat, const void *action, struct events *says) {
    const struct face *face = match->game->face;
    says->count = 0;
    if (!face->tell)
        return;
    void *view = must_alloc(match->game->state_size);
    game_view(match->game, match->state, seat, view);
    face->tell(view, seat, action, says);
    free(view);
}

void match_odds(const struct match *match, int seat, struct events *says) {
    const struct face *face = match->game->face;
    says->count = 0;
    if (!face->odds)
        return;
    void *view = must_alloc(match->game->state_size);
    game_view(match->game, match->state, seat, view);
    face->odds(view, seat, says);
    free(view);
}
