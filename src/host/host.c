/* host.c: runs one match. See host.h.
 *
 * Invariants: `lines` of the log's body have been passed to the sink; a ready choice was made for
 * the seat's current question; a running session belongs to the next entry. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/log.h>
#include <spelunke/must.h>

enum choice { CHOICE_NONE, CHOICE_THINKING, CHOICE_DECLINED, CHOICE_READY };

/* A seat, and the state of its computer player for the current question. */
struct chair {
    enum sitter sitter;
    const struct bot *bot;
    void *memory;
    const struct thought *thought; /* lent to the driver; NULL: none */
    bool steers;                   /* this sitter's hand controls the running session */
    enum choice choice;
    bool must;         /* the seat had to answer the question */
    uint32_t question; /* turn.question when the thought was made */
    unsigned char *action;
};

/* A computer player that left its seat while it was thinking. Its memory is freed when the thought
 * is returned. */
struct leaver {
    const struct thought *thought;
    const struct bot *bot;
    void *memory;
    struct leaver *next;
};

struct host {
    struct match *match;
    struct host_sink sink;
    struct chair chairs[SEATS_MAX];
    struct leaver *leavers;
    struct session *session;  /* NULL: none runs */
    struct thought *steering; /* of the computer player in control; NULL: none */
    struct actions legal;     /* buffer for the legal actions of a bot; allocated on first use */
    int lines;                /* lines of the log's body that the sink has received */
    int length;               /* entries that the sink has received */
    struct text text, hands;  /* buffers for printing */
};

struct host *host_new(struct match *match, const struct host_sink *sink) {
    const struct game *game = match_game(match);
    struct host *host = must_alloc(sizeof *host);
    host->match = match;
    host->sink = sink ? *sink : (struct host_sink){0};
    host->lines = log_lines(match);
    host->length = match_length(match);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        host->chairs[seat].action = must_alloc(game->action_size);
    return host;
}

static void empty_chair(struct host *host, int seat) {
    struct chair *chair = &host->chairs[seat];
    const struct thought *thought = chair->steers ? host->steering : chair->thought;
    if (chair->bot && thought) {
        struct leaver *leaver = must_alloc(sizeof *leaver);
        *leaver = (struct leaver){thought, chair->bot, chair->memory, host->leavers};
        host->leavers = leaver;
    } else if (chair->bot) {
        bot_leave(chair->bot, chair->memory);
    }
    *chair = (struct chair){.action = chair->action};
}

/* True if the thought belonged to a leaver; then it is freed. */
static bool free_leaver(struct host *host, const struct thought *thought) {
    struct leaver **at = &host->leavers;
    while (*at && (*at)->thought != thought)
        at = &(*at)->next;
    struct leaver *leaver = *at;
    if (!leaver)
        return false;
    *at = leaver->next;
    bot_leave(leaver->bot, leaver->memory);
    free(leaver);
    return true;
}

void host_free(struct host *host) {
    if (!host)
        return;
    host_cut(host);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        empty_chair(host, seat);
        free(host->chairs[seat].action);
    }
    must(!host->leavers); /* the driver must return all thoughts before */
    actions_free(&host->legal);
    text_free(&host->text);
    text_free(&host->hands);
    match_free(host->match);
    free(host);
}

struct match *host_match(const struct host *host) {
    return host->match;
}

void host_seat(struct host *host, int seat, enum sitter sitter, const struct bot *bot) {
    struct chair *chair = &host->chairs[seat];
    must(seat >= 0 && seat < match_setup(host->match)->seats);
    must((sitter == SITTER_BOT) == (bot != NULL));
    empty_chair(host, seat);
    chair->sitter = sitter;
    chair->bot = bot;
    if (bot)
        chair->memory = bot_sit(bot, match_game(host->match), seat);
}

enum sitter host_sitter(const struct host *host, int seat) {
    return host->chairs[seat].sitter;
}

const struct bot *host_bot(const struct host *host, int seat) {
    return host->chairs[seat].bot;
}

/* Passes the new lines of log and hands to the sink. `events` is NULL for a word. */
static void notify_sink(struct host *host, const struct events *events) {
    if (!host->sink.enter)
        return;
    text_clear(&host->text);
    log_print_lines(host->match, host->lines, true, &host->text);
    text_clear(&host->hands);
    log_print_hands(host->match, host->length, &host->hands);
    struct host_entry entry = {.lines = text_string(&host->text),
                               .length = host->text.length,
                               .hands = text_string(&host->hands),
                               .events = events};
    host->lines = log_lines(host->match);
    host->length = match_length(host->match);
    host->sink.enter(host->sink.context, &entry);
}

static struct stamp stamp_at(int64_t now, enum actor actor) {
    return (struct stamp){now, actor};
}

/* True if a choice is still valid after an entry: the game asks the same question and the seat is
 * still awaited. The choice of an interrupt, or not to interrupt, was made for the position before
 * the entry and is dropped. */
static bool is_choice_valid(const struct host *host, const struct turn *turn, int seat) {
    const struct chair *chair = &host->chairs[seat];
    return chair->must && turn->kind == TURN_SEATS && (turn->seats >> seat & 1) &&
           chair->question == turn->question;
}

static void after_entry(struct host *host, int actor, const struct events *events) {
    struct turn turn;
    match_turn(host->match, &turn);
    for (int seat = 0; seat < match_setup(host->match)->seats; seat++) {
        struct chair *chair = &host->chairs[seat];
        if (seat == actor || !is_choice_valid(host, &turn, seat))
            chair->choice = CHOICE_NONE;
    }
    notify_sink(host, events);
}

/* `may` is derived from public facts, so a bot that may act often has no legal action. Checking
 * this is cheaper than asking the bot. */
static bool has_legal_action(struct host *host, int seat) {
    if (!host->legal.slots)
        host->legal = actions_new(match_game(host->match));
    match_legal(host->match, seat, &host->legal);
    return host->legal.count > 0;
}

static void look_at_bot(struct host *host, const struct turn *turn, int seat,
                        struct host_wait *wait) {
    struct chair *chair = &host->chairs[seat];
    uint16_t bit = (uint16_t)(1 << seat);
    bool must_act = turn->seats & bit;
    if (chair->choice == CHOICE_NONE && !must_act && !has_legal_action(host, seat)) {
        chair->choice = CHOICE_DECLINED;
        chair->must = false;
    }
    if (chair->choice == CHOICE_NONE && !chair->thought)
        wait->thinks |= bit;
    if (chair->choice == CHOICE_READY)
        wait->ready |= bit;
}

/* Interrupts come first, in turn order; then the lowest awaited seat. While a bot that may
 * interrupt has not declined yet, no seat after it can move. */
static void look_for_next(const struct host *host, const struct turn *turn,
                          struct host_wait *wait) {
    int seats = match_setup(host->match)->seats;
    for (int i = 0; i < 2 * seats; i++) {
        bool interrupts = i < seats;
        int seat = interrupts ? (turn->first + i) % seats : i - seats;
        const struct chair *chair = &host->chairs[seat];
        uint16_t asked = interrupts ? turn->may & (uint16_t)~turn->seats : turn->seats;
        if (chair->sitter != SITTER_BOT || !(asked >> seat & 1) || chair->choice == CHOICE_DECLINED)
            continue;
        if (wait->ready >> seat & 1)
            wait->next = seat;
        else if (wait->thinks >> seat & 1)
            wait->thinks_next = seat;
        if (interrupts || wait->next >= 0 || wait->thinks_next >= 0)
            return;
    }
}

static void look_at_seats(struct host *host, const struct turn *turn, struct host_wait *wait) {
    for (int seat = 0; seat < match_setup(host->match)->seats; seat++) {
        uint16_t bit = (uint16_t)(1 << seat);
        enum sitter sitter = host->chairs[seat].sitter;
        int64_t deadline = match_deadline(host->match, seat);
        if (!((turn->seats | turn->may) & bit))
            continue;
        if (sitter == SITTER_BOT)
            look_at_bot(host, turn, seat, wait);
        else if (!(turn->seats & bit))
            wait->may |= sitter == SITTER_PERSON ? bit : 0;
        else if (sitter == SITTER_PERSON)
            wait->people |= bit;
        else
            wait->nobody |= bit;
        if (deadline && (!wait->deadline || deadline < wait->deadline))
            wait->deadline = deadline;
    }
    look_for_next(host, turn, wait);
}

void host_look(struct host *host, struct host_wait *wait) {
    struct turn turn;
    match_turn(host->match, &turn);
    *wait = (struct host_wait){.next = -1, .thinks_next = -1};
    wait->is_over = turn.kind == TURN_OVER;
    wait->draws = turn.kind == TURN_CHANCE && !turn.takes_time;
    wait->runs = host->session != NULL;
    /* Both use the bot's memory, so its late thought must end before its hand begins. */
    bool is_busy = turn.kind == TURN_SIM && host->chairs[turn.control].thought;
    wait->opens = turn_is_session(&turn) && !wait->runs && !is_busy;
    if (turn.kind == TURN_SIM)
        wait->deadline = match_deadline(host->match, turn.control);
    if (turn.kind == TURN_SEATS)
        look_at_seats(host, &turn, wait);
}

enum verdict host_play(struct host *host, int seat, uint32_t ask, const char *action, int64_t now,
                       struct message *why) {
    struct stamp stamp = stamp_at(now, ACTOR_PERSON);
    struct events events;
    if (ask && match_is_stale(host->match, seat, ask, why))
        return VERDICT_STALE;
    enum verdict verdict = match_play_text(host->match, seat, action, &stamp, &events, why);
    if (verdict == VERDICT_PLAYED)
        after_entry(host, seat, &events);
    return verdict;
}

enum verdict host_idle(struct host *host, int seat, int64_t now, struct message *why) {
    struct stamp stamp = stamp_at(now, ACTOR_CLOCK);
    struct events events;
    enum verdict verdict = match_play_idle(host->match, seat, &stamp, &events, why);
    if (verdict == VERDICT_PLAYED)
        after_entry(host, seat, &events);
    return verdict;
}

bool host_word(struct host *host, int seat, const char *word, struct message *why) {
    if (!match_add_word(host->match, seat, word, why))
        return false;
    notify_sink(host, NULL);
    return true;
}

struct thought *host_think(struct host *host, int seat) {
    struct chair *chair = &host->chairs[seat];
    struct turn turn;
    match_turn(host->match, &turn);
    must(chair->sitter == SITTER_BOT && chair->choice == CHOICE_NONE && !chair->thought);
    struct thought *thought = match_think(host->match, chair->bot, seat, chair->memory, NULL);
    must(thought); /* host_look lists the seats that have to think */
    chair->thought = thought;
    chair->choice = CHOICE_THINKING;
    chair->must = turn.seats >> seat & 1;
    chair->question = turn.question;
    return thought;
}

void host_thought(struct host *host, struct thought *thought, const void *action) {
    struct chair *chair = &host->chairs[thought_seat(thought)];
    if (!free_leaver(host, thought)) {
        must(chair->thought == thought);
        chair->thought = NULL;
        if (chair->choice == CHOICE_THINKING) {
            /* A seat that must act and gave no answer is asked again. */
            chair->choice = action ? CHOICE_READY : chair->must ? CHOICE_NONE : CHOICE_DECLINED;
            if (action)
                memcpy(chair->action, action, match_game(host->match)->action_size);
        }
    }
    thought_free(thought);
}

bool host_move(struct host *host, int seat, int64_t now) {
    struct chair *chair = &host->chairs[seat];
    struct stamp stamp = stamp_at(now, ACTOR_BOT);
    struct events events;
    must(chair->choice == CHOICE_READY);
    chair->choice = CHOICE_NONE;
    if (match_play(host->match, seat, chair->action, &stamp, &events, NULL) != VERDICT_PLAYED)
        return false;
    after_entry(host, seat, &events);
    return true;
}

void host_draw(struct host *host, int64_t now) {
    struct stamp stamp = stamp_at(now, ACTOR_UNKNOWN);
    struct events events;
    must(match_draw(host->match, NULL, 0, &stamp, &events, NULL) == VERDICT_PLAYED);
    after_entry(host, SEAT_CHANCE, &events);
}

struct session *host_open(struct host *host, struct thought **steering) {
    struct turn turn;
    match_turn(host->match, &turn);
    must(!host->session);
    struct chair *chair = turn.kind == TURN_SIM ? &host->chairs[turn.control] : NULL;
    must(!chair || !chair->thought);
    if (chair && chair->bot) {
        host->steering = match_think_hand(host->match, chair->bot, chair->memory);
        chair->steers = true;
    }
    *steering = host->steering;
    host->session = match_open_session(host->match);
    return host->session;
}

static void drop_steering(struct host *host) {
    if (!host->steering)
        return;
    if (!free_leaver(host, host->steering))
        host->chairs[thought_seat(host->steering)].steers = false;
    thought_free(host->steering);
    host->steering = NULL;
}

void host_close(struct host *host, int64_t now) {
    struct stamp stamp = stamp_at(now, ACTOR_UNKNOWN);
    struct events events;
    struct session *session = host->session;
    must(session);
    host->session = NULL;
    drop_steering(host);
    must(match_play_session(host->match, session, &stamp, &events, NULL) == VERDICT_PLAYED);
    after_entry(host, SEAT_SIM, &events);
}

void host_cut(struct host *host) {
    _Alignas(max_align_t) unsigned char outcome[ACTION_BYTES_MAX];
    if (host->session)
        session_close(host->session, outcome);
    host->session = NULL;
    drop_steering(host);
}
