/* host.c: a match that is played. See host.h.
 *
 * Kept true: `lines` of the log's body have gone to the sink; a choice that is ready was
 * made for the question that its seat is asked now; a session that runs belongs to the
 * entry that comes next. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/log.h>
#include <spelunke/must.h>

enum choice { CHOICE_NONE, CHOICE_THINKING, CHOICE_DECLINED, CHOICE_READY };

/* A seat, and what its computer player makes of the present question. */
struct chair {
    enum sitter sitter;
    const struct bot *bot;
    void *memory;
    const struct thought *out; /* that the driver has; NULL: none */
    bool steers;               /* the hand in the running session is this sitter's */
    enum choice choice;
    bool must;         /* the question was one that must be answered */
    uint32_t question; /* turn.question of that moment */
    unsigned char *action;
};

/* A computer player who has left its seat while it was thinking: what it thinks with goes
 * when the thought comes back. */
struct leaver {
    const struct thought *out;
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
    struct thought *steering; /* of the computer player in control of it; NULL: none */
    struct actions legal;     /* room to look at what a bot could play; none before */
    int lines;                /* of the log's body that the sink has had */
    int length;               /* entries that it has had */
    struct text text, hands;  /* room to print in */
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
    const struct thought *out = chair->steers ? host->steering : chair->out;
    if (chair->bot && out) {
        struct leaver *leaver = must_alloc(sizeof *leaver);
        *leaver = (struct leaver){out, chair->bot, chair->memory, host->leavers};
        host->leavers = leaver;
    } else if (chair->bot) {
        bot_leave(chair->bot, chair->memory);
    }
    *chair = (struct chair){.action = chair->action};
}

/* True if the thought was a leaver's. */
static bool let_go(struct host *host, const struct thought *thought) {
    struct leaver **at = &host->leavers;
    while (*at && (*at)->out != thought)
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
    must(!host->leavers); /* no thought outlives its host */
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

/* Hands the new lines of log and hands to the sink; events NULL: a word. */
static void tell_sink(struct host *host, const struct events *events) {
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

/* After an entry a question that a choice was made for is still the one that the seat is
 * asked: it is the same by the game's own count and still awaited. An interrupt, or that
 * there is none, was chosen for the position before the entry. */
static bool still_counts(const struct host *host, const struct turn *turn, int seat) {
    const struct chair *chair = &host->chairs[seat];
    return chair->must && turn->kind == TURN_SEATS && (turn->seats >> seat & 1) &&
           chair->question == turn->question;
}

static void entered(struct host *host, int actor, const struct events *events) {
    struct turn turn;
    match_turn(host->match, &turn);
    for (int seat = 0; seat < match_setup(host->match)->seats; seat++) {
        struct chair *chair = &host->chairs[seat];
        if (seat == actor || !still_counts(host, &turn, seat))
            chair->choice = CHOICE_NONE;
    }
    tell_sink(host, events);
}

/* Asking a bot that only may act costs a look at what it could play, which is often
 * nothing: `may` goes by what everybody knows. */
static bool has_something(struct host *host, int seat) {
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
    if (chair->choice == CHOICE_NONE && !must_act && !has_something(host, seat)) {
        chair->choice = CHOICE_DECLINED;
        chair->must = false;
    }
    if (chair->choice == CHOICE_NONE && !chair->out)
        wait->thinks |= bit;
    if (chair->choice == CHOICE_READY)
        wait->ready |= bit;
}

/* Who interrupts comes first, in turn order; then the lowest awaited seat. While a bot
 * that may interrupt has not yet declined, nobody behind it can move. */
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
    /* A bot's late thought ends before its hand begins: both use its memory. */
    bool is_busy = turn.kind == TURN_SIM && host->chairs[turn.control].out;
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
        entered(host, seat, &events);
    return verdict;
}

enum verdict host_idle(struct host *host, int seat, int64_t now, struct message *why) {
    struct stamp stamp = stamp_at(now, ACTOR_CLOCK);
    struct events events;
    enum verdict verdict = match_play_idle(host->match, seat, &stamp, &events, why);
    if (verdict == VERDICT_PLAYED)
        entered(host, seat, &events);
    return verdict;
}

bool host_word(struct host *host, int seat, const char *word, struct message *why) {
    if (!match_add_word(host->match, seat, word, why))
        return false;
    tell_sink(host, NULL);
    return true;
}

struct thought *host_think(struct host *host, int seat) {
    struct chair *chair = &host->chairs[seat];
    struct turn turn;
    match_turn(host->match, &turn);
    must(chair->sitter == SITTER_BOT && chair->choice == CHOICE_NONE && !chair->out);
    struct thought *thought = match_think(host->match, chair->bot, seat, chair->memory, NULL);
    must(thought); /* host_look says who is to think */
    chair->out = thought;
    chair->choice = CHOICE_THINKING;
    chair->must = turn.seats >> seat & 1;
    chair->question = turn.question;
    return thought;
}

void host_thought(struct host *host, struct thought *thought, const void *action) {
    struct chair *chair = &host->chairs[thought_seat(thought)];
    if (!let_go(host, thought)) {
        must(chair->out == thought);
        chair->out = NULL;
        if (chair->choice == CHOICE_THINKING) {
            /* Who must act and has nothing to say is asked again. */
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
    entered(host, seat, &events);
    return true;
}

void host_draw(struct host *host, int64_t now) {
    struct stamp stamp = stamp_at(now, ACTOR_UNKNOWN);
    struct events events;
    must(match_draw(host->match, NULL, 0, &stamp, &events, NULL) == VERDICT_PLAYED);
    entered(host, SEAT_CHANCE, &events);
}

struct session *host_open(struct host *host, struct thought **steering) {
    struct turn turn;
    match_turn(host->match, &turn);
    must(!host->session);
    struct chair *chair = turn.kind == TURN_SIM ? &host->chairs[turn.control] : NULL;
    must(!chair || !chair->out);
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
    if (!let_go(host, host->steering))
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
    entered(host, SEAT_SIM, &events);
}

void host_cut(struct host *host) {
    _Alignas(max_align_t) unsigned char outcome[ACTION_BYTES_MAX];
    if (host->session)
        session_close(host->session, outcome);
    host->session = NULL;
    drop_steering(host);
}
