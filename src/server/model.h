/* model.h: the state of a table that its journal determines: settings, seats, executed requests,
 * chat and the match.
 *
 * A model is changed only by folding rows into it, so reloading a table gives the same model. It
 * depends on neither time nor viewers. */
#ifndef SPELUNKE_SERVER_MODEL_H
#define SPELUNKE_SERVER_MODEL_H

#include <spelunke/log.h>
#include <spelunke/must.h>

#include "gate_fields.h"
#include "table.h"

enum {
    REF_MAX = 32, /* length of ids of people, tables and devices */
    CHAT_KEPT = 50,
    SENT_AWAY_MAX = 64,
};

/* settings.c: the settings of a table, which can be changed before the start. */
struct settings {
    const struct game *game;
    int seats;
    struct wire_options options;
    bool is_public;
    struct wire_clock clock;
    struct wire_span reaction, pause;
    struct wire_watching watch;
    int chat; /* enum wire_chat */
    bool hints;
};

/* Takes settings from a request; missing ones keep the defaults of settings_begin. */
void settings_begin(struct settings *out);
bool settings_take(const struct table_world *world, const struct wire *wire, struct settings *out,
                   struct fault *fault);
/* Makes the setup of a match; false with the reason. */
bool settings_setup(const struct settings *settings, struct setup *out, struct message *why);
/* Serialise to the lines of a row, and parse one of them; false if this program cannot read it. */
void settings_print(const struct settings *settings, struct text *out);
bool settings_parse_line(const struct game *const *games, const char *line, struct settings *out);
void settings_json(const struct settings *settings, struct text *out);
/* The option for which seats may state wishes; NULL: the game has none. */
const char *settings_wish_option(const struct settings *settings);
/* The bot that takes over the seat of a missing person. */
const struct bot *settings_stand_in(const struct settings *settings);

/* device.c: which request numbers of each device were executed, so that retries are not. */
struct device {
    char name[REF_MAX + 1];
    int64_t highest;
    uint64_t window; /* bit i: highest - i was executed */
    int64_t *early;  /* those before the window, ascending */
    int early_count, early_room;
};
struct devices {
    struct device *items;
    int count, room;
};
enum number { NUMBER_NEW, NUMBER_AGAIN, NUMBER_STALE };
enum number devices_look(const struct devices *devices, const char *device, int64_t n);
void devices_count(struct devices *devices, const char *device, int64_t n);
void devices_free(struct devices *devices);

/* A seat of the table. */
struct place {
    char person[REF_MAX + 1]; /* "": nobody */
    char name[NAME_BYTES_MAX + 1];
    char bot[WIRE_KEY_MAX + 1]; /* plays; if there is a person too, in his place */
    char wish[OPTION_TEXT_MAX];
    char word[WORD_TEXT_MAX + 1];
    uint16_t presets;  /* a bit each, by their index in the face */
    bool holds;        /* no question is answered automatically */
    uint32_t held_ask; /* this question is not answered automatically */
    int idles;         /* missed deadlines in a row */
    bool wants_again;
};

/* A chat message. Seats and watchers number the messages they get separately. */
struct said {
    int64_t ids[2]; /* by audience, EAR_SEATS and EAR_WATCHERS; 0: not for them */
    int64_t at;
    int seat; /* of the author; -1: a watcher */
    bool is_phrase;
    char from[REF_MAX + 1];
    char *name, *words;
};
enum { EAR_SEATS, EAR_WATCHERS, EARS };

struct model {
    struct settings settings;
    char id[REF_MAX + 1], code[CODE_LENGTH + 1], owner[REF_MAX + 1];
    enum store_state state;
    struct seed seed;
    struct text commitment;
    struct place places[SEATS_MAX];
    char (*sent_away)[REF_MAX + 1];
    int sent_away_count;
    bool owner_again;
    char next[REF_MAX + 1];
    struct devices devices;
    struct said *chat[EARS]; /* the last CHAT_KEPT messages, oldest first */
    int chat_count[EARS], chat_room[EARS];
    int64_t chat_ids[EARS];
    int last_phrase; /* the entry after which a computer player last said something */
    int64_t made, ended, last_at;
    struct match *match; /* NULL before the start */
    bool is_hosted;      /* the match is owned by the host */
    const char *wish_option;
};

/* The lines `@film 17` and so on before those of an entry. */
struct entry_notes {
    uint32_t film, sim;
    bool is_idle, is_auto; /* the deadline passed; the server answered for the seat */
    bool has_reserve;
    int64_t reserve[SEATS_MAX];
};

/* model.c */
void model_free(struct model *model);
/* Applies a row; false with the reason if this program cannot read it. */
bool model_fold(const struct table_world *world, struct model *model, const struct store_row *row,
                struct text *why);
/* Parses a match from a header and words, as in the row `start`. */
struct match *model_match(const struct game *const *games, const char *body, size_t size,
                          struct text *why);
/* Updates seats and state after an entry; used both by folding and by playing. */
void model_entered(struct model *model, const struct turn *before, const struct entry_notes *notes,
                   int64_t at);
int model_seat_of(const struct model *model, const char *person);
int model_people(const struct model *model);
bool model_is_sent_away(const struct model *model, const char *person);
void model_send_away(struct model *model, const char *person);
/* Stores a copy, and numbers it for each audience. */
const struct said *model_say(struct model *model, const struct said *said);
void notes_print(const struct entry_notes *notes, int seats, struct text *out);
/* Advances *at past the notes; false if they cannot be parsed. */
bool notes_parse(const char **at, struct entry_notes *out);

#endif
