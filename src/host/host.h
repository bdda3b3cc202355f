/* host.h: runs one match: seats, choices of computer players, the session, the clock.
 *
 * A host never blocks, reads no clock and knows neither files nor sockets. `host_look` reports all
 * that it waits for. The driver (terminal, arena, server) does the waiting, the thinking and the
 * physics, in any thread, and advances the host with one call for each. Every entry is passed to
 * one sink, as lines of the log and events, before the call that made it returns: so nobody can see
 * an entry that the sink has not received.
 *
 * Computer players think on copies (thought.h). A choice stays sealed in the host until the driver
 * plays it, and is valid only for the question it was made for: if anything has changed the
 * question meanwhile, the host asks again. */
#ifndef SPELUNKE_HOST_H
#define SPELUNKE_HOST_H

#include <spelunke/session.h>
#include <spelunke/thought.h>

struct host;

/* What the sink receives for every entry. `lines` are the new lines of the log's body, each with
 * its line feed. `hands` holds the hand samples of the session that the entry comes from, as one
 * line of `<log>.hands`, or "". All pointers are valid during the call. */
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
    bool draws;      /* an instant chance is due: call host_draw */
    bool opens;      /* a session is due: call host_open */
    bool runs;       /* a session is running: call host_close */
    uint16_t people; /* people who are awaited, as a bit set */
    uint16_t may;    /* people who may interrupt */
    uint16_t nobody; /* awaited seats that are empty */
    uint16_t thinks; /* computer players to be asked: call host_think */
    uint16_t ready;  /* computer players with a choice that can be played: call host_move */
    /* In the order of the rules (interrupts, then the lowest awaited seat): the ready seat to be
     * played next, and the seat whose thought is needed for that; -1: none. */
    int next, thinks_next;
    int64_t deadline; /* the earliest deadline of an awaited seat; 0: none */
};

/* Takes ownership of a match, at any entry. The sink may be NULL; otherwise it must outlive the
 * host. */
struct host *host_new(struct match *match, const struct host_sink *sink);
void host_free(struct host *host);
struct match *host_match(const struct host *host);

/* Sets who sits there. A bot starts with new memory. All seats are empty at first. */
void host_seat(struct host *host, int seat, enum sitter sitter, const struct bot *bot);
enum sitter host_sitter(const struct host *host, int seat);
const struct bot *host_bot(const struct host *host, int seat);

void host_look(struct host *host, struct host_wait *wait);

/* Plays a person's action, in notation. `ask` is the number of the question that it answers, 0: the
 * current one. Also valid for the seat of a bot, so that a person can take over. */
enum verdict host_play(struct host *host, int seat, uint32_t ask, const char *action, int64_t now,
                       struct message *why);
/* Plays the idle action of an awaited seat whose time is up, or that is empty. */
enum verdict host_idle(struct host *host, int seat, int64_t now, struct message *why);
/* Adds a seat's word to the dice; the sink receives it as a line without events. */
bool host_word(struct host *host, int seat, const char *word, struct message *why);

/* The question of a computer player, to be run in any thread. The driver returns it with
 * host_thought, which must happen before the host is freed. A seat has one thought at a time, even
 * if its question has changed meanwhile. */
struct thought *host_think(struct host *host, int seat);
/* Returns a thought with its result; NULL: the bot declined. A late answer is dropped. */
void host_thought(struct host *host, struct thought *thought, const void *action);
/* Plays the choice of a ready computer player. False: it is no longer valid, and the host asks
 * again. */
bool host_move(struct host *host, int seat, int64_t now);

void host_draw(struct host *host, int64_t now);
/* Opens the due session. The driver runs it, in any thread, until host_close ends it with its
 * outcome, or host_cut ends it without one; then it starts again from the same position. `steering`
 * is set to the thought of a computer player in control, for thought_hand or thought_steer, valid
 * as long as the session; NULL: a person has the hand, or nobody. */
struct session *host_open(struct host *host, struct thought **steering);
void host_close(struct host *host, int64_t now);
void host_cut(struct host *host);

/* run.c: for drivers that compute in their own thread. */

/* Runs the bot of a seat in host_wait.thinks synchronously. */
void host_choose(struct host *host, int seat, const struct budget *budget);

/* Callbacks of the viewers of a running session; one of them may control the hand. */
struct audience {
    /* Shows a frame, in the order of the ticks, and returns when its display time is over. The
     * result says whether they keep watching, stop watching, or the person leaves, which cuts the
     * session. `hand` is NULL if somebody else steers or nobody does, and in the last frame.
     * Otherwise it is the audience's last accepted hand, open and at the origin at first; changing
     * it sends a sample for this tick. While frame->awaits_hand is set and the hand does not
     * change, no tick passes and the same frame is shown again. */
    enum attention (*show)(void *context, const struct frame *frame, bool is_last,
                           struct hand *hand);
    /* Reports why the hand that `show` changed last was refused; the one before it stays. May be
     * NULL. */
    void (*refuse)(void *context, const struct message *why);
    void *context;
};
/* Opens the due session and runs it with the hand of the seat in control: a computer player's, or
 * the audience's for a person. `audience` may be NULL: no frames are shown, and a person's hand
 * does nothing. A computer player acts the same with and without an audience. True: it has an
 * outcome, and host_close must follow; false: it was cut. */
bool host_run_session(struct host *host, const struct budget *budget,
                      const struct audience *audience);

/* Does the next step that needs no person, synchronously: a thought, a bot's choice, a draw or a
 * whole session. False: people are awaited, or the match is over. */
bool host_step(struct host *host, const struct budget *budget, int64_t now);

#endif
