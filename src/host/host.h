/* host.h: a match that is played: who sits where, what computer players have chosen,
 * the session, the clock.
 *
 * A host never blocks, asks no clock and knows neither files nor sockets. `host_look`
 * says all that it waits for; the driver (terminal, arena, server) does the waiting, the
 * thinking and the physics, in whatever thread, and moves the host on with one call
 * each. Every entry goes to one sink, as lines of the log and events, before the call
 * that made it returns: so nobody can see an entry that the sink has not had.
 *
 * Computer players think on copies (thought.h). What one has chosen stays sealed in the
 * host until the driver plays it, and counts for the question it was made for: where
 * something else has come in between, the host asks again. */
#ifndef SPELUNKE_HOST_H
#define SPELUNKE_HOST_H

#include <spelunke/session.h>
#include <spelunke/thought.h>

struct host;

/* Where every entry goes. `lines` are the new lines of the log's body, each with its line
 * feed; `hands` is what a hand did in the session that the entry comes from, one line of
 * `<log>.hands`, or "". All of it lives as long as the call. */
struct host_entry {
    const char *lines;
    size_t length;
    const char *hands;
    const struct events *events;
};
struct host_sink {
    void (*enter)(void *context, const struct host_entry *entry);
    void *context;
};

enum sitter { SITTER_NOBODY, SITTER_PERSON, SITTER_BOT };

/* What a match waits for; several things at once where seats act at the same time. */
struct host_wait {
    bool is_over;
    bool draws;      /* a chance is due that takes no time: host_draw */
    bool opens;      /* a session is due: host_open */
    bool runs;       /* a session runs: host_close */
    uint16_t people; /* who are awaited, a bit each */
    uint16_t may;    /* people who may interrupt */
    uint16_t nobody; /* awaited seats where nobody sits */
    uint16_t thinks; /* computer players to be asked: host_think */
    uint16_t ready;  /* computer players whose choice can be played: host_move */
    /* The one of these that comes first, and the one whose thought is needed for that, in
     * the order of the rules: who interrupts, then the lowest awaited seat; -1: none. */
    int next, thinks_next;
    int64_t deadline; /* when the first awaited seat's time is up; 0: nobody is hurried */
};

/* Takes over a match, at any entry. The sink may be NULL, and else outlives the host. */
struct host *host_new(struct match *match, const struct host_sink *sink);
void host_free(struct host *host);
struct match *host_match(const struct host *host);

/* Who sits there. A bot's memory begins anew with it. At first there is nobody. */
void host_seat(struct host *host, int seat, enum sitter sitter, const struct bot *bot);
enum sitter host_sitter(const struct host *host, int seat);
const struct bot *host_bot(const struct host *host, int seat);

void host_look(struct host *host, struct host_wait *wait);

/* A person's action, in notation; `ask` is the number of the question that it answers, 0:
 * whatever is asked now. Also where a bot sits, so that a person can take over from it. */
enum verdict host_play(struct host *host, int seat, uint32_t ask, const char *action, int64_t now,
                       struct message *why);
/* The idle action of an awaited seat whose time is up, or where nobody sits. */
enum verdict host_idle(struct host *host, int seat, int64_t now, struct message *why);
/* A seat's word for the dice; it goes to the sink as a line without events. */
bool host_word(struct host *host, int seat, const char *word, struct message *why);

/* The question of a computer player that is to think, to be run in any thread; the
 * driver's until host_thought takes it back, which must be before the host is freed. A
 * seat has one thought at a time, also where its question has changed meanwhile. */
struct thought *host_think(struct host *host, int seat);
/* What came of it; NULL: it declines. An answer that comes too late is dropped. */
void host_thought(struct host *host, struct thought *thought, const void *action);
/* Plays what a ready computer player has chosen. False: it no longer fits the question,
 * and the host asks again. */
bool host_move(struct host *host, int seat, int64_t now);

void host_draw(struct host *host, int64_t now);
/* Opens the session that is due. It is the driver's to run, in any thread, until
 * host_close ends it with its outcome, or host_cut without one: then it begins again from
 * the same position. `steering` becomes that of a computer player in control, for
 * thought_hand or thought_steer, and lives as long as the session; NULL: the hand is a
 * person's, or nobody's. */
struct session *host_open(struct host *host, struct thought **steering);
void host_close(struct host *host, int64_t now);
void host_cut(struct host *host);

/* run.c: what a driver does that computes in its own thread. */

/* Lets a computer player that is to think (host_wait.thinks) choose, here and now. */
void host_choose(struct host *host, int seat, const struct budget *budget);

/* Those who look at a session while it runs; one of them may have a hand in it. */
struct audience {
    /* A shown frame, in the order of the ticks; returns when its time is over: that they
     * stay, or look no more, or that the person leaves, which cuts the session. `hand` is
     * NULL where somebody else steers or nobody does, and in the last frame. Else it is the
     * audience's own last hand that counted, open and at the origin at first, to be changed:
     * a change is a sample for this tick. While frame->awaits_hand and the hand does not
     * change no tick passes, and the same frame comes again: so nobody is hurried. */
    enum attention (*show)(void *context, const struct frame *frame, bool is_last,
                           struct hand *hand);
    /* Why the hand was refused that `show` changed last; the one before it holds. NULL:
     * nobody wants to know. */
    void (*refuse)(void *context, const struct message *why);
    void *context;
};
/* Opens the session that is due and runs it under the hand of the seat in control: of a
 * computer player, or of the audience where it is a person. `audience` may be NULL: nobody
 * looks, and a person's hand does nothing. What a computer player does is the same whether
 * somebody looks or not. True: it has an outcome, and host_close is to follow; false: it
 * was cut. */
bool host_run_session(struct host *host, const struct budget *budget,
                      const struct audience *audience);

/* Does the next thing that needs no person, at once: a thought, a bot's choice, a draw or a
 * whole session. False: people are awaited, or it is over. */
bool host_step(struct host *host, const struct budget *budget, int64_t now);

#endif
