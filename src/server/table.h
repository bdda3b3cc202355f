/* table.h: one table: its seats, match, chat and viewers.
 *
 * The journal (store.h) is the state of a table: every change is a row first. A table drives one
 * host (host.h): it asks what the match waits for, passes thoughts and sessions to workers, answers
 * for seats that need no person, and plays `idle` when a deadline passes. It has access to neither
 * sockets nor clocks: requests come from a route, and the caller passes the time.
 *
 * Invariants:
 * - Nothing about an entry is sent before its row is on disk: no `done`, no `step`, no film. The
 *   match in memory may be ahead; its messages wait in a batch for the answer of the store. If that
 *   is a failure, the table is reloaded from its journal, and the request fails with `store`.
 * - A request (device, n) that writes a row is executed once.
 * - Messages to a viewer depend only on that viewer's views and events, `turn`, `info`, chat and
 *   times. */
#ifndef SPELUNKE_SERVER_TABLE_H
#define SPELUNKE_SERVER_TABLE_H

#include "gate.h"
#include "guard.h"
#include "histogram.h"
#include "outlet.h"
#include "store/store.h"
#include "stream.h"
#include "workers.h"

enum { TABLE_ID = 12, PERSON_ID = 12, DEVICE_MAX = 32, ADDRESS_MAX = 64 };

struct table;
struct hibernation;

/* What the tavern provides to its tables; all of it outlives them. */
struct table_world {
    const struct game *const *games;
    struct store *store;
    struct workers *workers;
    struct guard *guard; /* may be NULL */
    const struct outlet *out;
    /* Random bytes for reaction moments, names of streams and numbers; never for a match. */
    void (*random)(void *context, void *bytes, size_t size);
    /* Precomputed data for the sessions of a game; may be NULL. */
    const struct shelf *(*shelf)(void *context, const struct game *game);
    /* The table's item in lists has changed, and is on disk. */
    void (*changed)(void *context, struct table *table);
    /* Everybody wants a rematch: creates a table with the same seats and settings, and calls
     * table_next when it is on disk. */
    void (*again)(void *context, struct table *table);
    /* The new name of a person whose change of name is in progress; "": none. May be NULL. */
    const char *(*coming_name)(void *context, const char *person);
    /* A job of the table has finished, and the table was flushed: table_due may have changed. */
    void (*woke)(void *context, struct table *table);
    void *context;
    bool is_test;              /* settings may contain a seed */
    int64_t since;             /* start of this server: earlier decision clocks are restarted */
    struct table_tally *tally; /* may be NULL */
    struct meters *meters;     /* may be NULL */
};

/* Counted once they are on disk. */
struct table_tally {
    int64_t actions, entries; /* executed `act` requests; entries of matches */
};

/* The sender of a request. Strings are valid during the call. */
struct asker {
    struct route route;
    const char *person, *name;
    const char *device;
    const char *address; /* to mark seats that share one; never sent, never stored */
    bool wants_films;
};

/* Validates the settings of a new table, draws its seed, code and id, and sends the request that
 * creates it to the store. For a rematch, `from` is the table to be played again, whose people are
 * seated at once, and `settings` and `owner` are NULL; else `from` is NULL. False with the fault:
 * nothing was sent. */
bool table_make(const struct table_world *world, const struct wire *settings,
                const struct table *from, const struct asker *owner, uint64_t tag, int64_t now,
                char id[TABLE_ID + 1], char code[CODE_LENGTH + 1], struct fault *fault);

/* Loads a table from the answer to STORE_CLAIM: entry and rows. NULL with the reason as an English
 * sentence if this program cannot read its journal, or it is quarantined. Bots and deadlines start
 * at `now`. */
struct table *table_load(const struct table_world *world, const struct store_answer *answer,
                         int64_t now, struct text *why);
/* Requires that no job runs and no append is in progress (table_is_busy), or that the workers were
 * already freed, together with their jobs. */
void table_unload(struct table *table);

/* hibernation.c: an inactive table with viewers is unloaded too, except for the little that makes
 * this invisible to them. */
/* True if there was no request and no message for a minute, and nothing is due in the next. */
bool table_may_hibernate(const struct table *table, int64_t now);
/* Unloads the table and returns what is kept of it. */
struct hibernation *table_hibernate(struct table *table);
void hibernation_free(struct hibernation *hibernation);
/* When the table must be loaded again; 0: on the next request. */
int64_t hibernation_due(const struct hibernation *hibernation);
/* A connection has ended: the table must be loaded at once to tell the others. */
void hibernation_leave(struct hibernation *hibernation, struct route route);
/* True if this connection watches the table. */
bool hibernation_has(const struct hibernation *hibernation, struct route route);
/* True if watchers have a stream of this name, which nobody else knows. */
bool hibernation_has_stream(const struct hibernation *hibernation, const char *name);
/* True if this person is seated at the table or watches it. */
bool hibernation_knows(const struct hibernation *hibernation, const char *person);
/* As table_load, for a hibernating table; `hibernation` may be NULL. Frees it unless loading
 * fails. */
struct table *table_wake(const struct table_world *world, const struct store_answer *answer,
                         struct hibernation *hibernation, int64_t now, struct text *why);

const char *table_id(const struct table *table);
enum store_state table_state(const struct table *table);
/* True while a job runs or an answer of the store is pending. */
bool table_is_busy(const struct table *table);
/* True if it can be unloaded: it has no viewers, nothing is due in the next minute, it is not busy,
 * and its streams are empty. */
bool table_is_idle(const struct table *table, int64_t now);

/* Handles a valid request for this table. True: it is or will be answered through the outlet;
 * false: the caller answers with the fault. */
bool table_request(struct table *table, const struct asker *asker, const struct wire *wire,
                   int64_t now, struct fault *fault);
/* Samples of a hand; ignored unless this person is in control of the session. */
void table_hand(struct table *table, const struct asker *asker, const struct hand_message *hand,
                int64_t now);
/* True if this session runs at this table. */
bool table_has_sim(const struct table *table, uint32_t sim);
/* A connection has ended, or no longer watches. */
void table_unwatch(struct table *table, struct route route, int64_t now);
/* Closes the table by order of the operator. */
void table_end(struct table *table, int64_t now);
/* A person's name has changed; "": the person was deleted, and so are his chat messages. */
void table_rename(struct table *table, const char *person, const char *name, int64_t now);
/* True if everybody's wish for a rematch is on disk, and the rematch has no table yet. */
bool table_wants_again(const struct table *table);
/* Sets the id of the rematch, whose table was created. */
void table_next(struct table *table, const char *id, int64_t now);

/* Does everything that is due. table_due says when to call it next; 0: only people are awaited. */
void table_tick(struct table *table, int64_t now);
int64_t table_due(const struct table *table);
/* The answer to an append of this table. Appends carry the tag of the answer from which the table
 * was loaded, by which the tavern finds the table. */
void table_stored(struct table *table, const struct store_answer *answer, int64_t now);
/* After a failed append the table is lost: the tavern claims it again, and passes the answer to
 * table_recover. */
bool table_is_lost(const struct table *table);
void table_recover(struct table *table, const struct store_answer *answer, int64_t now);

/* Sends the rows collected by the calls above to the store. The tavern calls it after each of them.
 */
void table_flush(struct table *table, int64_t now);

/* For whom and when the item of a table is rendered. */
struct glance {
    enum viewer viewer;
    bool sees_present;  /* not delayed by watch.delay, although without a seat */
    int64_t now, since; /* `since`: start of this server */
};
/* Renders `{"table":...,"info":{...}}` for this viewer. */
void table_put_item(const struct table *table, const struct glance *glance, struct text *out);
/* The same from an index entry, without loading the table. If `hibernation` is NULL, nobody was
 * connected since the table was created or the server started, whichever was later. */
void entry_put_item(const struct store_entry *entry, const struct hibernation *hibernation,
                    const struct glance *glance, struct text *out);
/* The criteria of lists. */
struct listing {
    const char *game;
    bool is_public;
    int64_t made;
    enum store_state state, seen; /* the actual one; that shown to people without a seat */
};
struct listing table_listing(const struct table *table);
enum store_state entry_seen(const struct store_entry *entry, int64_t now);
/* settings.watch.delay of the table, in ms. */
int64_t entry_delay(const struct store_entry *entry);
/* Which viewer a person is, given the code or "". False: the person may not see the table. */
bool entry_viewer(const struct store_entry *entry, const char *person, const char *code,
                  enum viewer *viewer);

/* replay.c: exports of finished tables, from their rows (STORE_READ). */
bool replay_put_log(const struct game *const *games, const struct store_answer *answer,
                    bool with_stamps, struct text *out);
/* The log of any match, copied from its journal without replaying it, so that it works for a match
 * that crashes the program. False: no match has begun. */
bool replay_put_rows(const struct game *const *games, const struct store_answer *answer,
                     struct text *out);
/* The match itself, owned by the caller; NULL: it is not over, or cannot be read. */
struct match *replay_match(const struct game *const *games, const struct store_answer *answer);
/* `view`: a seat, SEAT_WATCHER or VIEWER_ALL. */
bool replay_put(const struct game *const *games, const struct store_answer *answer, int view,
                int64_t from, int64_t count, struct text *out, struct fault *fault);

#endif
