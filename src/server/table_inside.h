/* table_inside.h: what a table is made of, for its own files.
 *
 * Three parts, by where they come from:
 * - `struct model` is what the journal says (model.h); a request changes it only together with
 *   a row (journal.c).
 * - `struct play` drives the match (play.c, reaction.c, table_session.c, table_clock.c).
 *   Jobs hold on to it, so it may outlive the model that it was made for.
 * - what is only in memory: connections and who is here (presence.c), streams (viewer.c),
 *   what waits for the disk (outbox.c).
 *
 * Kept true: what was rendered for a viewer is in the viewing, and goes out in that order;
 * nothing leaves but through a batch. */
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
    EMPTY_MS = 60000,        /* a stream without connections is kept so long */
    UNWATCHED_MS = 86400000, /* then an open table closes */
    LOOKED_MS = 3600000,     /* who leaves so long after the last row writes one */
    UNLOAD_MS = 60000,
    REACTION_LEAST_MS = 20000,
    REACTION_FREE_MS = 60000, /* without a clock */
    REACTION_ALONE_MS = 100,
    CUT_MS = 50, /* a thought is cut so long before its moment */
    IDLES_MAX = 3,
    RECENT_MAX = 20,
    SLICE_MS = 33,
    STANDING_MS = 500, /* while nothing moves before a hand does */
    FRAMES_UNSENT = 65536,
    FILMS_UNSENT = 131072, /* what was missed leaves room for its messages */
    CONNECTIONS_MAX = 512,
    CATCH_DELAY_MS = 400, /* a piece that is named is reached for so late */
};

/* An entry that is being made: what was before it, and what it told. */
struct entering {
    struct turn turn;
    struct clock clock;
    void *state; /* a copy */
    struct events events;
};

/* A connection that watches, or will when the disk has come so far. Who is here and how
 * many look follows from what was asked, so that a `state` knows of whom it is for; what
 * is sent follows from what was answered. */
struct connection {
    struct route route;
    enum viewer viewer;
    enum viewer coming; /* what it has asked to be; else the same */
    bool is_new;        /* `watch` is not answered yet: nothing is sent to it */
    char person[REF_MAX + 1];
    bool has_code;      /* came with it */
    bool is_television; /* asked to be a watcher although it has a seat */
    bool has_left;      /* it has ended while the table rested */
    bool wants_films;
    bool needs_key; /* no frame before the next key frame */
};

/* A message that was rendered for a viewer. `tail` is the `state` after it, for watchers
 * who see all later; "": there is none. */
struct update {
    struct update *next;
    struct packed film;     /* binary, not numbered; pack NULL: it is none */
    bool is_frames, is_key; /* likewise binary */
    bool is_state;          /* not a message but the tail itself */
    struct text bytes, tail;
    int64_t due;
};

/* What one viewer was rendered. */
struct viewing {
    struct stream stream;
    int64_t planned;     /* the last number that was given to a message, sent or not */
    int64_t empty_since; /* since nobody looks; 0: somebody does */
    struct shown shown;
    struct text turn, prompt, clock, score, info;
    struct packed recent[RECENT_MAX];
    int recent_count;
    int awaited;                 /* watches that wait for the disk */
    bool is_late;                /* everything goes out watch.delay later */
    struct text tail;            /* the `state` that has gone out, where is_late */
    struct update *first, *last; /* that wait for their time */
};

/* A request that writes a row and is not answered yet. */
struct pending {
    struct pending *next;
    char device[REF_MAX + 1];
    int64_t n;
    struct route route;
    enum wire_type type;
    bool is_written; /* a row has its number: the first one */
};

enum item_kind {
    ITEM_ANSWER, /* `done` to a pending request */
    ITEM_REPLY,  /* bytes to a route */
    ITEM_UPDATE, /* to a viewer */
    ITEM_WATCH,  /* a connection begins to watch: `done`, and what it missed or a state */
    ITEM_MOVE,   /* connections of a person become another viewer */
    ITEM_AWAY,   /* connections of a person are sent away; "": of all but seats and owner */
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
    struct text bytes; /* a message, or the state's */
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

/* What goes to the store as one append, and what is said when it is there. */
struct batch {
    struct batch *next;
    struct item *first, *last;
    struct batch_row *rows;
    int row_count, row_room;
    int64_t from;  /* the number of its first row */
    uint32_t film; /* 0: none */
    struct text film_bytes;
    bool is_sent; /* and not yet answered */
};

/* Who is here, by person: of a seat, or the owner. */
enum here { HERE_YES, HERE_AWAY, HERE_GONE };
struct attendance {
    char person[REF_MAX + 1];
    char address[ADDRESS_MAX + 1];
    enum here here;
    int64_t left; /* when the last connection went; 0: there is one */
};

/* An answer that waits for its moment. */
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
    int64_t cut_at; /* 0: it may take its time */
    bool has_action;
    struct thought_job *next; /* of the play's */
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
};

struct hint_job {
    struct job job;
    struct play *play;
    struct thought *thought;
    struct route route;
    int64_t n;
    bool has_action;
    struct hint_job *next; /* of the play's */
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
};

struct session_job {
    struct job job;
    struct play *play;
    int32_t until;
};

/* A match that is played. */
struct play {
    struct table *table;
    struct guard *guard;
    struct meters *meters;
    char id[REF_MAX + 1];
    struct host *host;
    struct host_sink sink;
    int jobs;        /* that run */
    bool is_dropped; /* the table has another one: this goes with its last job */
    struct play *next;
    struct turn turn;  /* after the last entry */
    int64_t looked_at; /* what was due until then is done */

    /* Of the sink: what the last entry was. */
    struct text lines, hands;
    struct events *events; /* of the entry that is being made; NULL: none is */

    /* Moments. */
    int64_t asked_at;
    uint16_t asked;            /* the seats then */
    int64_t moment[SEATS_MAX]; /* 0: none */
    struct waiting_act acts[SEATS_MAX];
    uint32_t last_ask[SEATS_MAX];

    /* Computer players. */
    struct thought_job *thoughts;
    struct hint_job *hints;
    int64_t bot_due[SEATS_MAX];
    int64_t shown_until; /* a film is over then */

    /* A session. */
    struct session *session;
    struct show *show;
    struct session_job slice;
    bool slice_runs, is_live, is_left;
    int64_t slice_at, session_at;
    struct route hand_route; /* the connection whose hand came last */
    bool has_hand_route;
    char piece[WIRE_KEY_MAX + 1]; /* that is reached for; "": none */
    int32_t reach_tick;
    struct frame *frames[2]; /* the last two that were looked at */
};

struct table {
    struct table_world world;
    struct model model;
    struct play *play;    /* NULL: not started */
    struct play *dropped; /* that wait for their jobs */

    struct connection *connections;
    int connection_count, connection_room;
    struct viewing viewings[VIEWERS];
    struct pack *pack; /* of messages that are going out; NULL: none are */
    struct attendance seats[SEATS_MAX], owner;
    int64_t unwatched_since; /* 0: somebody looks */
    bool was_watched;        /* since it was loaded */
    int64_t stirred_at;      /* when it was loaded, or somebody asked for something */
    bool info_changed;

    uint64_t tag;
    int64_t epoch, rows;
    struct batch *first, *last; /* that were sent */
    struct batch *open;         /* that is being filled */
    struct pending *pending;
    bool is_lost;
    /* The index entry as it was sent last; state -1: none was since the table was read. */
    int indexed_state;
    int64_t indexed_deadline;
    uint32_t indexed_asked;
    int flights; /* appends that are not answered, also of batches that were dropped */
};

/* What is kept of a table that rests. Texts are rendered again when it is loaded; the hashes
 * tell whether they are those that were sent. */
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

/* hibernation.c: what a loaded table takes from its rest: first who is there, and, when the match
 * stands, what they were sent. */
void hibernation_take_people(const struct hibernation *hibernation, struct table *table);
void hibernation_take_streams(const struct hibernation *hibernation, struct table *table,
                              int64_t now);

/* journal.c: rows. */
/* A row that is to be filled; `pending` is the request that it is the first row of, NULL:
 * none. Person "": the server itself. */
struct batch_row *journal_row(struct table *table, const char *kind, const char *person,
                              struct pending *pending, int64_t now);
/* Folds a row that was filled into the model. */
void journal_enter(struct table *table, const struct batch_row *row);
/* All of it in one: the body is a string. */
void journal_write(struct table *table, const char *kind, const char *person,
                   struct pending *pending, const char *body, int64_t now);
void journal_fill_entry(const struct table *table, const struct text *note, int64_t now,
                        struct store_entry *out);
void row_view(const struct batch_row *row, struct store_row *out);

/* outbox.c: what waits for the disk. */
struct item *outbox_add(struct table *table, enum item_kind kind);
void outbox_answer(struct table *table, struct pending *pending);
/* A message to a connection, after what waits. */
void outbox_reply(struct table *table, struct route route, struct text *bytes);
void outbox_deliver(struct table *table, int64_t now);
/* Drops this one and all behind it, and tells who asked. Those before it may be on the disk:
 * the store has not said yet. */
void outbox_drop(struct table *table, struct batch *from, int64_t now);
void outbox_free(struct table *table);
struct pending *pending_new(struct table *table, const struct asker *asker,
                            const struct wire *wire);
struct pending *pending_find(struct table *table, const char *device, int64_t n);
void pending_drop(struct table *table, struct pending *pending);
/* The same behind what waits. */
void pending_refuse(struct table *table, struct pending *pending, enum wire_code code,
                    const struct message *why);
void pending_fail(struct table *table, struct pending *pending, enum wire_code code,
                  const struct message *why);
void send_text(struct table *table, struct route route, const struct text *bytes);

/* request.c and its neighbours. */
bool table_fault(struct fault *fault, enum wire_code code, const char *key);
/* A request on its way: who asks, and what is known of him. */
struct ask {
    struct table *table;
    const struct asker *asker;
    const struct wire *wire;
    struct fault *fault;
    int64_t now;
    int seat; /* -1: none */
    bool is_owner, is_watching;
    struct pending *pending; /* made when it is certain to be carried out */
};
/* Makes the pending request, and its answer behind the rows. */
struct pending *ask_take(struct ask *ask);
bool ask_refuse(struct ask *ask, enum wire_code code, const char *key);
/* With the reason in the fault. */
bool ask_refuse_verdict(struct ask *ask, enum verdict verdict);
/* The seat is neither awaited nor may it interrupt. */
bool ask_refuse_turn(struct ask *ask);
enum wire_code verdict_code(enum verdict verdict);
/* An answer that needs no disk. */
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
/* Whether one who sits there has a name that looks like this person's, or may soon. */
bool has_lookalike(const struct table *table, const char *person, const char *name);
/* A person's seat goes to a computer player, or back ("") to him. */
void place_keep(struct table *table, int seat, const char *bot, const char *person,
                struct pending *pending, int64_t now);

/* info.c */
void info_json(const struct table *table, enum viewer viewer, struct text *out);
void note_print(const struct table *table, struct text *out);
/* The info in the tail of a state; false: the tail is empty. */
bool tail_info(const struct text *tail, struct slice *out);
/* Sends what has changed to all viewers, if something has. */
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
/* Goes on with a stream, whose texts are rendered anew. */
void viewing_continue(struct table *table, enum viewer viewer, const char *stream, int64_t s);
/* A viewer gets a state of a new stream. */
void viewing_restart(struct table *table, enum viewer viewer, int64_t now);
/* The whole of `state` with this number. */
void viewing_put_state(struct table *table, enum viewer viewer, int64_t s, struct text *out);
void viewing_put_late_state(struct table *table, enum viewer viewer, struct text *out);
/* The last entry, or the beginning if `events` is NULL; `before` is the state that was. */
void viewings_step(struct table *table, const struct events *events, const void *before,
                   const struct entry_notes *notes, int64_t now);
/* Begins a numbered message, `{"t":...,"table":...,"s":...`, for one viewer. */
void viewing_open(struct table *table, enum viewer viewer, const char *type, struct text *out);
/* Takes the text over and sends it behind the batch. */
void viewing_post(struct table *table, enum viewer viewer, struct text *bytes, int64_t now);
void viewings_film(struct table *table, uint32_t number, const void *bytes, size_t size,
                   int64_t now);
void viewings_frames(struct table *table, const char *bytes, size_t size, bool is_key, int64_t now);
/* update.c: gives an update to the connections, or keeps it for its time. */
void viewing_deliver(struct table *table, enum viewer viewer, struct update *update, int64_t now);
void updates_send_due(struct table *table, int64_t now);
/* Packs the messages that have gone out. */
void updates_pack(struct table *table);
void viewings_tick(struct table *table, int64_t now);
int64_t viewings_due(const struct table *table);
/* All streams end, and who looks gets a new state. */
void viewings_renew(struct table *table, int64_t now);
/* From now on watchers see all later, if that is so set: before the match starts, or when
 * it is read again. `tails`: what they have seen so far, by kind, and until when the present
 * waits; NULL: they have seen the present. */
void viewings_delay(struct table *table, struct text *tails, int64_t until, int64_t now);
/* The state without its head, for a viewer whose viewing has begun. */
void viewing_put_tail(struct table *table, enum viewer viewer, struct text *out);
void update_free(struct update *update);
void score_json(const struct match *match, struct text *out);
void events_json(const struct events *events, int viewer, struct text *out);

/* presence.c */
struct connection *connection_find(struct table *table, struct route route);
/* It is to become this viewer; a new one watches from its answer on. */
void connection_expect(struct table *table, const struct connection *connection, int64_t now);
void connection_detach(struct table *table, int index, int64_t now);
void presence_sync(struct table *table, int64_t now);
void presence_tick(struct table *table, int64_t now);
int64_t presence_due(const struct table *table);
/* What somebody is so long after his last connection went. */
enum here here_after(int64_t ms);
int watchers_count(const struct connection *connections, int count);
bool viewer_is_looked_at(const struct table *table, enum viewer viewer);
/* One of his connections came with the code. */
bool person_has_code(const struct table *table, const char *person);
/* It follows its person to another seat; a television does not, but loses the code with him. */
bool connection_moves(const struct connection *connection, const char *person, enum viewer to);

/* play.c */
void play_begin(struct table *table, int64_t now);
void play_drop(struct table *table);
/* The workers are gone: jobs that have not come back never will. */
void plays_give_up(struct table *table);
/* The host learns who sits there. */
void play_seat(struct table *table, int seat);
/* Does all that is due. */
void play_go(struct table *table, int64_t now);
/* When something is due; for the index: 0 if people alone are awaited and not hurried. */
int64_t play_due(const struct table *table, bool is_stored);
void job_begin(struct play *play, struct job *job, enum urgency urgency);
/* A job of the play has come back: false, and it may be gone, if the play was dropped. */
bool job_end(struct play *play);

/* entry.c: around what makes an entry: before, and after it was made. */
void entry_begin(struct table *table, const char *action, struct entering *entering);
void entry_end(struct table *table, const struct entering *entering, struct entry_notes *notes,
               struct pending *pending, const char *person, int64_t now);
/* It was refused: nothing was entered. */
void entry_cancel(struct table *table, struct entering *entering);
/* A person's action, or the server's for him (notes.is_auto). False: refused. */
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
/* Plays one answer that is due, in a reaction or by a preset; false: none is. */
bool reaction_step(struct table *table, const struct host_wait *wait, int64_t now);
int64_t reaction_due(const struct table *table);
int64_t reaction_until(const struct table *table);
/* Answers in waiting that no longer fit are refused. */
void acts_check(struct table *table);
/* The match goes no further: all of them are. */
void acts_refuse(struct table *table);

/* table_clock.c */
void clock_json(const struct table *table, struct text *out);
/* What the reaction took of the reserve is given back. */
void clock_keep(struct match *match, const struct entering *entering);
void clock_set_reserve(struct match *match, const int64_t *reserve);

/* table_session.c */
void session_begin(struct table *table, int64_t now);
/* Starts a slice, or closes the session: true. */
bool session_go(struct table *table, int64_t now);
void session_end(struct play *play);
int64_t session_due(const struct table *table);
void session_json(const struct table *table, struct text *out);
/* Who is in control goes. What his hand has done counts, and the session ends as if his time
 * were up; if it has done nothing, it begins again under the hand of who comes. */
void session_leave(struct table *table, int seat);

/* The earlier one of two times, where 0 is never. */
static inline void sooner(int64_t *due, int64_t at) {
    if (at && (!*due || at < *due))
        *due = at;
}

#endif
