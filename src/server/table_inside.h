/* table_inside.h: the internals of a table, shared by its own files.
 *
 * A table has three parts:
 * - `struct model` is the state that the journal determines (model.h); a request changes it only
 *   together with a row (journal.c).
 * - `struct play` drives the match (play.c, reaction.c, table_session.c, table_clock.c). Jobs refer
 *   to it, so it may outlive the model for which it was created.
 * - the volatile state: connections and presence (presence.c), streams (viewer.c), and the queue of
 *   messages that wait for the disk (outbox.c).
 *
 * Invariants: a viewing holds everything rendered for its viewer, and it is sent in this order; all
 * output goes through a batch. */
#ifndef SPELUNKE_SERVER_TABLE_INSIDE_H
#define SPELUNKE_SERVER_TABLE_INSIDE_H

#include <spelunke/log.h>
#include <spelunke/must.h>

#include "compact/compact.h"
#include "gate_fields.h"
#include "host/host.h"
#include "model.h"
#include "show.h"
#include "shown.h"
#include "table.h"

enum {
    AWAY_MS = 10000,
    GONE_MS = 60000,
    EMPTY_MS = 60000,        /* a stream without connections is kept for this time */
    UNWATCHED_MS = 86400000, /* an open table without viewers is closed after this time */
    LOOKED_MS = 3600000,     /* leaving this long after the last row writes another one */
    UNLOAD_MS = 60000,
    REACTION_LEAST_MS = 20000,
    REACTION_FREE_MS = 60000, /* without a clock */
    REACTION_ALONE_MS = 100,
    CUT_MS = 50, /* a thought is cut this long before its deadline */
    IDLES_MAX = 3,
    RECENT_MAX = 20,
    SLICE_MS = 33,
    STANDING_MS = 500, /* interval of slices while a session is paused */
    FRAMES_UNSENT = 65536,
    FILMS_UNSENT = 131072, /* a resuming client gets films only up to this many queued bytes */
    CONNECTIONS_MAX = 512,
    CATCH_DELAY_MS = 400, /* from naming a piece to reaching for it */
};

/* An entry in progress: the state before it, and its events. */
struct entering {
    struct turn turn;
    struct clock clock;
    void *state; /* a copy */
    struct events events;
};

/* A connection that watches, or has requested to. Presence and the number of watchers count
 * requests, so that a `state` includes its recipient; messages are sent only once `watch` was
 * answered. */
struct connection {
    struct route route;
    enum viewer viewer;
    enum viewer coming; /* the requested viewer; else the same */
    bool is_new;        /* `watch` is not answered yet: nothing is sent to it */
    char person[REF_MAX + 1];
    bool has_code;      /* came with the code */
    bool is_television; /* watches as a watcher although its person has a seat */
    bool has_left;      /* ended during hibernation */
    bool wants_films;
    bool needs_key; /* skips frames until the next key frame */
};

/* A rendered message to a viewer. `tail` is the `state` after it, for delayed watchers; else "". */
struct update {
    struct update *next;
    struct packed film;     /* binary and unnumbered; its pack is NULL if this is no film */
    bool is_frames, is_key; /* likewise binary and unnumbered */
    bool is_state;          /* no message: only updates the tail */
    struct text bytes, tail;
    int64_t due;
};

/* What was rendered for one viewer. */
struct viewing {
    struct stream stream;
    int64_t planned;     /* the last message number assigned, whether sent or not */
    int64_t empty_since; /* when its last connection left; 0: it has connections */
    struct shown shown;
    struct text turn, prompt, clock, score, info;
    struct packed recent[RECENT_MAX];
    int recent_count;
    int awaited;                 /* `watch` requests waiting for the disk */
    bool is_late;                /* everything is delayed by watch.delay */
    struct text tail;            /* if is_late: the `state` as sent so far */
    struct update *first, *last; /* delayed updates */
};

/* A request that writes a row and is not answered yet. */
struct pending {
    struct pending *next;
    char device[REF_MAX + 1];
    int64_t n;
    struct route route;
    enum wire_type type;
    bool is_written; /* its first row, which has its number, was written */
};

enum item_kind {
    ITEM_ANSWER, /* `done` for a pending request */
    ITEM_REPLY,  /* bytes to a route */
    ITEM_UPDATE, /* an update to a viewer */
    ITEM_WATCH,  /* a connection starts to watch: `done`, and missed messages or a `state` */
    ITEM_MOVE,   /* connections of a person become another viewer */
    ITEM_AWAY,   /* removes the connections of a person; "": of all without a seat but the owner */
    ITEM_CHANGED,
    ITEM_AGAIN,
    ITEM_TALLY,
};

struct item {
    struct item *next;
    enum item_kind kind;
    struct pending *pending;
    struct connection connection;
    enum viewer viewer;
    char person[REF_MAX + 1];
    struct text bytes; /* a message, or a `state` */
    struct update *update;
    int64_t n, s;
    char stream[REF_MAX + 1];
    int actions, entries;
};

struct batch_row {
    const char *kind;
    int64_t at, n;
    char person[REF_MAX + 1], device[REF_MAX + 1];
    struct text words, body;
};

/* Rows that go to the store as one append, and the messages to be sent when they are on disk. */
struct batch {
    struct batch *next;
    struct item *first, *last;
    struct batch_row *rows;
    int row_count, row_room;
    int64_t from;  /* the number of its first row */
    uint32_t film; /* 0: none */
    struct text film_bytes;
    bool is_sent; /* to the store, which has not answered yet */
};

/* The presence of a seated person or the owner. */
enum here { HERE_YES, HERE_AWAY, HERE_GONE };
struct attendance {
    char person[REF_MAX + 1];
    char address[ADDRESS_MAX + 1];
    enum here here;
    int64_t left; /* when the last connection ended; 0: there is one */
};

/* An answer of a seat that is held back until its drawn moment. */
struct waiting_act {
    struct pending *pending; /* NULL: none */
    uint32_t ask;
    char action[sizeof((struct wire *)0)->action];
    char person[REF_MAX + 1];
};

struct thought_job {
    struct job job;
    struct play *play;
    struct thought *thought;
    int seat;
    int64_t cut_at; /* 0: no time limit */
    bool has_action;
    struct thought_job *next; /* in the list of the play */
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
};

struct hint_job {
    struct job job;
    struct play *play;
    struct thought *thought;
    struct route route;
    int64_t n;
    bool has_action;
    struct hint_job *next; /* in the list of the play */
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
};

struct session_job {
    struct job job;
    struct play *play;
    int32_t until;
};

/* A running match. */
struct play {
    struct table *table;
    struct guard *guard;
    struct meters *meters;
    char id[REF_MAX + 1];
    struct host *host;
    struct host_sink sink;
    int jobs;        /* running jobs */
    bool is_dropped; /* replaced by another play: freed when its last job has finished */
    struct play *next;
    struct turn turn;  /* after the last entry */
    int64_t looked_at; /* everything due until then was done */

    /* Filled by the sink: the last entry. */
    struct text lines, hands;
    struct events *events; /* of the entry in progress; NULL: there is none */

    /* Moments of answers. */
    int64_t asked_at;
    uint16_t asked;            /* the seats asked at that time */
    int64_t moment[SEATS_MAX]; /* 0: none */
    struct waiting_act acts[SEATS_MAX];
    uint32_t last_ask[SEATS_MAX];

    /* Computer players. */
    struct thought_job *thoughts;
    struct hint_job *hints;
    int64_t bot_due[SEATS_MAX];
    int64_t shown_until; /* the end of the film that is being shown */

    /* A session. */
    struct session *session;
    struct show *show;
    struct session_job slice;
    bool slice_runs, is_live, is_left;
    int64_t slice_at, session_at;
    struct route hand_route; /* the connection that sent the last hand */
    bool has_hand_route;
    char piece[WIRE_KEY_MAX + 1]; /* the piece to catch; "": none */
    int32_t reach_tick;
    struct frame *frames[2]; /* the last two frames that were examined */
};

struct table {
    struct table_world world;
    struct model model;
    struct play *play;    /* NULL: not started */
    struct play *dropped; /* plays that wait for their jobs */

    struct connection *connections;
    int connection_count, connection_room;
    struct viewing viewings[VIEWERS];
    struct pack *pack; /* of the messages being sent; NULL: there are none */
    struct attendance seats[SEATS_MAX], owner;
    int64_t unwatched_since; /* 0: it has viewers */
    bool was_watched;        /* since it was loaded */
    int64_t active_at;       /* the time of loading, or of the last request */
    bool info_changed;

    uint64_t tag;
    int64_t epoch, rows;
    struct batch *first, *last; /* closed batches, not yet delivered */
    struct batch *open;         /* the batch being filled */
    struct pending *pending;
    bool is_lost;
    /* The index entry as last sent; the state is -1 if none was sent since loading. */
    int indexed_state;
    int64_t indexed_deadline;
    uint32_t indexed_asked;
    int unanswered_appends; /* unanswered appends, including those of dropped batches */
};

/* What is kept of a hibernating table. Texts are rendered again when it is loaded; the hashes tell
 * whether they equal those that were sent. */
struct hibernated_stream {
    enum viewer viewer;
    char name[STREAM_NAME + 1];
    int64_t s;
    uint64_t shown, clock;
};
struct hibernation {
    int64_t due;
    struct attendance seats[SEATS_MAX], owner;
    struct hibernated_stream streams[VIEWERS];
    int stream_count, connection_count;
    bool has_left; /* one of the connections has ended */
    struct connection connections[];
};

/* hibernation.c: restore a loaded table: first connections and presence, and once the match is set
 * up, the streams. */
void hibernation_take_people(const struct hibernation *hibernation, struct table *table);
void hibernation_take_streams(const struct hibernation *hibernation, struct table *table,
                              int64_t now);

/* journal.c: rows. */
/* Adds a row to be filled in; `pending` is the request whose first row it is, or NULL. Person "" is
 * the server. */
struct batch_row *journal_row(struct table *table, const char *kind, const char *person,
                              struct pending *pending, int64_t now);
/* Folds a filled row into the model. */
void journal_enter(struct table *table, const struct batch_row *row);
/* Adds, fills and folds a row whose body is a string. */
void journal_write(struct table *table, const char *kind, const char *person,
                   struct pending *pending, const char *body, int64_t now);
void journal_fill_entry(const struct table *table, const struct text *note, int64_t now,
                        struct store_entry *out);
void row_view(const struct batch_row *row, struct store_row *out);

/* outbox.c: the queue of messages that wait for the disk. */
struct item *outbox_add(struct table *table, enum item_kind kind);
void outbox_answer(struct table *table, struct pending *pending);
/* Queues a message to a connection. */
void outbox_reply(struct table *table, struct route route, struct text *bytes);
void outbox_deliver(struct table *table, int64_t now);
/* Drops this batch and all later ones, and fails their requests. Earlier ones may be on disk: the
 * store has not answered yet. */
void outbox_drop(struct table *table, struct batch *from, int64_t now);
void outbox_free(struct table *table);
struct pending *pending_new(struct table *table, const struct asker *asker,
                            const struct wire *wire);
struct pending *pending_find(struct table *table, const char *device, int64_t n);
void pending_drop(struct table *table, struct pending *pending);
/* pending_refuse queues the error, pending_fail sends it at once. */
void pending_refuse(struct table *table, struct pending *pending, enum wire_code code,
                    const struct message *why);
void pending_fail(struct table *table, struct pending *pending, enum wire_code code,
                  const struct message *why);
void send_text(struct table *table, struct route route, const struct text *bytes);

/* request.c and its neighbours. */
bool table_fault(struct fault *fault, enum wire_code code, const char *key);
/* A request being handled, and facts about its sender. */
struct ask {
    struct table *table;
    const struct asker *asker;
    const struct wire *wire;
    struct fault *fault;
    int64_t now;
    int seat; /* -1: none */
    bool is_owner, is_watching;
    struct pending *pending; /* created once the request is accepted */
};
/* Accepts a request that writes rows: its answer is queued behind them. */
struct pending *ask_take(struct ask *ask);
bool ask_refuse(struct ask *ask, enum wire_code code, const char *key);
/* The reason must be in the fault already. */
bool ask_refuse_verdict(struct ask *ask, enum verdict verdict);
/* The seat is neither awaited nor may it interrupt. */
bool ask_refuse_turn(struct ask *ask);
enum wire_code verdict_code(enum verdict verdict);
/* Answers a request that writes no row. */
bool ask_done(struct ask *ask);
void done_open(int64_t n, struct text *out);
bool request_watch(struct ask *ask);
bool request_unwatch(struct ask *ask);
bool request_act(struct ask *ask);
bool request_hold(struct ask *ask);
bool request_preset(struct ask *ask);
bool request_back(struct ask *ask);
bool request_say(struct ask *ask);
bool request_hint(struct ask *ask);
bool request_odds(struct ask *ask);
bool request_tell(struct ask *ask);
bool request_catch(struct ask *ask);
/* Whether a seated person has, or may soon have, a name that looks like this one. */
bool has_lookalike(const struct table *table, const char *person, const char *name);
/* A computer player takes over a person's seat; `bot` "": the person takes it back. */
void place_keep(struct table *table, int seat, const char *bot, const char *person,
                struct pending *pending, int64_t now);

/* info.c */
void info_json(const struct table *table, enum viewer viewer, struct text *out);
void note_print(const struct table *table, struct text *out);
/* Finds the info in the tail of a state; false: the tail is empty. */
bool tail_info(const struct text *tail, struct slice *out);
/* Sends the changes of the info to all viewers, if there are any. */
void info_tell(struct table *table, int64_t now);

/* chat.c */
void said_json(const struct said *said, int ear, struct text *out);
void chat_tell(struct table *table, const struct said *said, int64_t now);
/* A computer player may say something about the last entry. */
void chat_phrase(struct table *table, int64_t now);

/* viewer.c */
bool viewer_is_seat(enum viewer viewer);
int viewer_seat(enum viewer viewer); /* a seat, or SEAT_WATCHER */
void viewing_begin(struct table *table, enum viewer viewer, int64_t now);
void viewings_free(struct table *table);
/* Continues a stream after hibernation; its texts are rendered again. */
void viewing_continue(struct table *table, enum viewer viewer, const char *stream, int64_t s);
/* Starts a new stream, of which the viewer gets a `state`. */
void viewing_restart(struct table *table, enum viewer viewer, int64_t now);
/* The whole `state` message with this number. */
void viewing_put_state(struct table *table, enum viewer viewer, int64_t s, struct text *out);
void viewing_put_late_state(struct table *table, enum viewer viewer, struct text *out);
/* Renders the last entry, or the start if `events` is NULL; `before` is the previous state. */
void viewings_step(struct table *table, const struct events *events, const void *before,
                   const struct entry_notes *notes, int64_t now);
/* Opens a numbered message to a viewer, `{"t":...,"table":...,"s":...`. */
void viewing_open(struct table *table, enum viewer viewer, const char *type, struct text *out);
/* Queues a message in the open batch; takes ownership of the text. */
void viewing_post(struct table *table, enum viewer viewer, struct text *bytes, int64_t now);
void viewings_film(struct table *table, uint32_t number, const void *bytes, size_t size,
                   int64_t now);
void viewings_frames(struct table *table, const char *bytes, size_t size, bool is_key, int64_t now);
/* update.c: sends an update to the connections, or delays it. */
void viewing_deliver(struct table *table, enum viewer viewer, struct update *update, int64_t now);
void updates_send_due(struct table *table, int64_t now);
/* Closes the pack of sent messages. */
void updates_pack(struct table *table);
void viewings_tick(struct table *table, int64_t now);
int64_t viewings_due(const struct table *table);
/* Ends all streams; viewers get a new `state`. */
void viewings_renew(struct table *table, int64_t now);
/* Starts delaying updates of watchers, if watch.delay is set: before the match starts, or after
 * loading. `tails` has what each kind of watcher has seen so far, and the current state follows at
 * `until`; NULL: they have seen the current state. */
void viewings_delay(struct table *table, struct text *tails, int64_t until, int64_t now);
/* The `state` without its header, for a viewing that has begun. */
void viewing_put_tail(struct table *table, enum viewer viewer, struct text *out);
void update_free(struct update *update);
void score_json(const struct match *match, struct text *out);
void events_json(const struct events *events, int viewer, struct text *out);

/* presence.c */
struct connection *connection_find(struct table *table, struct route route);
/* Registers a connection that is to become this viewer once its `watch` is answered. */
void connection_expect(struct table *table, const struct connection *connection, int64_t now);
void connection_detach(struct table *table, int index, int64_t now);
void presence_sync(struct table *table, int64_t now);
void presence_tick(struct table *table, int64_t now);
int64_t presence_due(const struct table *table);
/* The presence of a person this long after the last connection ended. */
enum here here_after(int64_t ms);
int watchers_count(const struct connection *connections, int count);
bool viewer_is_looked_at(const struct table *table, enum viewer viewer);
/* True if one of the person's connections came with the code. */
bool person_has_code(const struct table *table, const char *person);
/* True if the connection changes its viewer with its person. A television does not follow to a
 * seat, but loses the code with the person. */
bool connection_moves(const struct connection *connection, const char *person, enum viewer to);

/* play.c */
void play_begin(struct table *table, int64_t now);
void play_drop(struct table *table);
/* The workers were freed: drops all jobs that have not finished. */
void plays_give_up(struct table *table);
/* Tells the host who plays this seat. */
void play_seat(struct table *table, int seat);
/* Does everything that is due. */
void play_go(struct table *table, int64_t now);
/* The next deadline; 0 if only people are awaited, without a clock. `is_stored`: for the index. */
int64_t play_due(const struct table *table, bool is_stored);
void job_begin(struct play *play, struct job *job, enum urgency urgency);
/* A job has finished. False if its play was dropped, which may have freed it. */
bool job_end(struct play *play);

/* entry.c: calls before and after an entry is made. */
void entry_begin(struct table *table, const char *action, struct entering *entering);
void entry_end(struct table *table, const struct entering *entering, struct entry_notes *notes,
               struct pending *pending, const char *person, int64_t now);
/* The entry was refused. */
void entry_cancel(struct table *table, struct entering *entering);
/* Plays an action of a person, or of the server in his name (notes.is_auto). False: refused. */
bool entry_act(struct table *table, int seat, const char *action, struct entry_notes *notes,
               struct pending *pending, const char *person, int64_t now, enum verdict *verdict,
               struct message *why);
void entry_idle(struct table *table, int seat, bool is_late, int64_t now);

/* thinking.c: computer players. */
void thoughts_begin(struct table *table, uint16_t seats, int64_t now);
void thoughts_cut(struct table *table, int64_t now);
int64_t thoughts_due(const struct table *table);
int64_t draw_span(const struct table *table, struct wire_span span);
uint32_t draw_number(const struct table *table);

/* reaction.c */
void moments_follow(struct table *table, const struct turn *before, int64_t now);
/* Plays one answer that is due, in a reaction or by a preset; false: there is none. */
bool reaction_step(struct table *table, const struct host_wait *wait, int64_t now);
int64_t reaction_due(const struct table *table);
int64_t reaction_until(const struct table *table);
/* Refuses waiting answers that are no longer legal. */
void acts_check(struct table *table);
/* Refuses all waiting answers, because the match cannot go on. */
void acts_refuse(struct table *table);

/* table_clock.c */
void clock_json(const struct table *table, struct text *out);
/* Restores the reserve that a reaction used up. */
void clock_keep(struct match *match, const struct entering *entering);
void clock_set_reserve(struct match *match, const int64_t *reserve);

/* table_session.c */
void session_begin(struct table *table, int64_t now);
/* Closes the session and returns true if it has ended; else starts a slice. */
bool session_go(struct table *table, int64_t now);
void session_end(struct play *play);
int64_t session_due(const struct table *table);
void session_json(const struct table *table, struct text *out);
/* The person in control leaves. If his hand has moved, the session ends as if the deadline had
 * passed; else it is restarted for the next player. */
void session_leave(struct table *table, int seat);

/* Sets *due to the earlier of two times, where 0 means never. */
static inline void sooner(int64_t *due, int64_t at) {
    if (at && (!*due || at < *due))
        *due = at;
}

#endif
