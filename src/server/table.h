/* table.h: one table: who sits there, its match, its talk, and who looks on.
 *
 * A table is its journal (store.h): every change is a row first. It drives one host
 * (host.h): asks what the match waits for, hands thoughts and sessions to workers, answers
 * for seats that need no person, and plays `idle` when time is up. It knows neither socket
 * nor clock: requests come from a route, and each call says what time it is.
 *
 * Kept true:
 * - Nothing is sent about an entry before its row is on the disk: no `done`, no `step`, no
 *   film. The match in memory may be ahead; what it has to say waits in a batch for the
 *   answer of the store. If that is a failure, the table is read anew from its journal, and
 *   who asked gets `store`.
 * - A request (device, n) that writes a row counts once.
 * - What a viewer is sent follows from that viewer's views and events, `turn`, `info`, chat
 *   and times alone. */
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

/* What a table has from its tavern; all of it outlives the table. */
struct table_world {
    const struct game *const *games;
    struct store *store;
    struct workers *workers;
    struct guard *guard; /* NULL: none */
    const struct outlet *out;
    /* The server's own dice: moments, names of streams, numbers. Never those of a match. */
    void (*random)(void *context, void *bytes, size_t size);
    /* Where sessions of a game find what was computed before; NULL: nowhere. */
    const struct shelf *(*shelf)(void *context, const struct game *game);
    /* The table's item of lists has changed (it sits on the disk already). */
    void (*changed)(void *context, struct table *table);
    /* All want a rematch: makes the next table, same seats and settings, and calls
     * table_next when it is on the disk. */
    void (*again)(void *context, struct table *table);
    /* The name that a person is about to have; "": none. NULL: nobody is about to. */
    const char *(*coming_name)(void *context, const char *person);
    /* A job of the table came back, and it has been flushed: table_due may be another. */
    void (*woke)(void *context, struct table *table);
    void *context;
    bool is_test;              /* seeds in settings */
    int64_t since;             /* when this server began: decisions that ran before begin anew */
    struct table_tally *tally; /* NULL: nobody counts */
    struct meters *meters;     /* NULL: nobody measures */
};

/* Counted when it is on the disk. */
struct table_tally {
    int64_t actions, entries; /* `act` carried out; entries of matches */
};

/* Who asks. Strings live as long as the call. */
struct asker {
    struct route route;
    const char *person, *name;
    const char *device;
    const char *address; /* to mark seats that are taken from one; never sent, never stored */
    bool wants_films;
};

/* Checks the settings of a new table, or of a rematch, and fills in the request that makes
 * it (rows, entry): the seed is drawn, code and id too. `from` is the table that is played
 * again, whose people sit down at once, and then `settings` and `owner` are NULL; or NULL. False
 * with the fault: nothing was sent. */
bool table_make(const struct table_world *world, const struct wire *settings,
                const struct table *from, const struct asker *owner, uint64_t tag, int64_t now,
                char id[TABLE_ID + 1], char code[CODE_LENGTH + 1], struct fault *fault);

/* A table from the answer to STORE_CLAIM: entry and rows. NULL, with the reason as an English
 * sentence: its journal cannot be read by this program, or it is to be set aside. Bots and
 * deadlines begin anew at `now`. */
struct table *table_load(const struct table_world *world, const struct store_answer *answer,
                         int64_t now, struct text *why);
/* No job of it runs, no append is under way (table_is_busy); or the workers are gone, and
 * with them the jobs. */
void table_unload(struct table *table);

/* hibernation.c: a table whose people look and do nothing is unloaded too, but for what its viewers
 * need to notice nothing of it. */
/* True if nothing has been asked and sent for a minute, and nothing is due in the next. */
bool table_may_hibernate(const struct table *table, int64_t now);
/* Unloads it, and what is kept. */
struct hibernation *table_hibernate(struct table *table);
void hibernation_free(struct hibernation *hibernation);
/* When it is to be loaded again; 0: when somebody asks. */
int64_t hibernation_due(const struct hibernation *hibernation);
/* A connection has ended: it is to be loaded at once, to say so to the others. */
void hibernation_leave(struct hibernation *hibernation, struct route route);
/* True if this connection looks at it. */
bool hibernation_has(const struct hibernation *hibernation, struct route route);
/* True if this person sits or looks there. */
bool hibernation_knows(const struct hibernation *hibernation, const char *person);
/* As table_load, for a table that rested. Frees `hibernation` unless it fails. */
struct table *table_wake(const struct table_world *world, const struct store_answer *answer,
                         struct hibernation *hibernation, int64_t now, struct text *why);

const char *table_id(const struct table *table);
enum store_state table_state(const struct table *table);
/* True while a job runs or the store has not answered. */
bool table_is_busy(const struct table *table);
/* True if it can be unloaded: nobody watches, nothing is due in the next minute, it is not
 * busy, and its streams keep nothing. */
bool table_is_idle(const struct table *table, int64_t now);

/* A request whose form is right and that names this table. True: it is or will be answered
 * through the outlet; false: the caller answers the fault. */
bool table_request(struct table *table, const struct asker *asker, const struct wire *wire,
                   int64_t now, struct fault *fault);
/* Samples of a hand; ignored unless this person controls that session. */
void table_hand(struct table *table, const struct asker *asker, const struct hand_message *hand,
                int64_t now);
/* True if that session runs here. */
bool table_has_sim(const struct table *table, uint32_t sim);
/* A connection has ended, or no longer watches. */
void table_unwatch(struct table *table, struct route route, int64_t now);
/* Closes it, whatever its people want: an order of the operator. */
void table_end(struct table *table, int64_t now);
/* Somebody's name has changed; "": forgotten, and so are the texts that he said. */
void table_rename(struct table *table, const char *person, const char *name, int64_t now);
/* True if all want a rematch, which is on the disk, and none is named. */
bool table_wants_again(const struct table *table);
/* The rematch is there: its id. */
void table_next(struct table *table, const char *id, int64_t now);

/* Does what is due. When the next thing is: 0: nothing, it waits for people alone. */
void table_tick(struct table *table, int64_t now);
int64_t table_due(const struct table *table);
/* The answer to an append of this table. Appends have the tag of the answer that the table
 * was loaded from, so the tavern finds the table by it. */
void table_stored(struct table *table, const struct store_answer *answer, int64_t now);
/* The answer to STORE_CLAIM after a failure, which the tavern asked for (table_is_lost). */
bool table_is_lost(const struct table *table);
void table_recover(struct table *table, const struct store_answer *answer, int64_t now);

/* Rows that were collected by the calls above are sent to the store: the tavern calls it at
 * the end of each of its own. */
void table_flush(struct table *table, int64_t now);

/* Who looks at the item of a table, and when. */
struct glance {
    enum viewer viewer;
    bool sees_present;  /* although he has no seat and watch.delay is set */
    int64_t now, since; /* when this server began */
};
/* `{"table":...,"info":{...}}` as this viewer may see it. */
void table_put_item(const struct table *table, const struct glance *glance, struct text *out);
/* The same from an index entry, without loading the table; `hibernation` is NULL where it does not
 * rest: then nobody has been there since it was made or the server began, whichever was later. */
void entry_put_item(const struct store_entry *entry, const struct hibernation *hibernation,
                    const struct glance *glance, struct text *out);
/* What lists are made by. */
struct listing {
    const char *game;
    bool is_public;
    int64_t made;
    enum store_state state, seen; /* as it is, as those see it who have no seat */
};
struct listing table_listing(const struct table *table);
enum store_state entry_seen(const struct store_entry *entry, int64_t now);
/* settings.watch.delay of the table, in ms. */
int64_t entry_delay(const struct store_entry *entry);
/* Which viewer a person is, with the code or without. False: the table is not for him. */
bool entry_viewer(const struct store_entry *entry, const char *person, const char *code,
                  enum viewer *viewer);

/* replay.c: what can be had of a finished table, from its rows (STORE_READ). */
bool replay_put_log(const struct game *const *games, const struct store_answer *answer,
                    bool with_stamps, struct text *out);
/* The same of any match, as its journal has it, without playing it again: also of one that
 * brings the program down. False: none has begun. */
bool replay_put_rows(const struct game *const *games, const struct store_answer *answer,
                     struct text *out);
/* The match itself, which is the caller's then; NULL: it is not over, or cannot be read. */
struct match *replay_match(const struct game *const *games, const struct store_answer *answer);
/* `view`: a seat, SEAT_WATCHER or VIEWER_ALL. */
bool replay_put(const struct game *const *games, const struct store_answer *answer, int view,
                int64_t from, int64_t count, struct text *out, struct fault *fault);

#endif
