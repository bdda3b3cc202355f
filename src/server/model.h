/* model.h: what the journal of a table says: settings, seats, requests that count once, talk and
 * the match.
 *
 * A model is filled by folding rows and by nothing else, so a table that is read anew is the
 * same. It knows neither time nor who looks. */
#ifndef SPELUNKE_SERVER_MODEL_H
#define SPELUNKE_SERVER_MODEL_H

#include <spelunke/log.h>
#include <spelunke/must.h>

#include "gate_fields.h"
#include "table.h"

enum {
    REF_MAX = 32, /* of ids of people, tables, devices */
    CHAT_KEPT = 50,
    SENT_AWAY_MAX = 64,
};

/* settings.c: what was agreed on before the start. */
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

/* A whole set from a request; those that are not named are as in `out`, which
 * settings_begin has filled. */
void settings_begin(struct settings *out);
bool settings_take(const struct table_world *world, const struct wire *wire, struct settings *out,
                   struct fault *fault);
/* The setup of a match; false with the reason. */
bool settings_setup(const struct settings *settings, struct setup *out, struct message *why);
/* Lines of a row, and back: false if this program cannot read it. */
void settings_print(const struct settings *settings, struct text *out);
bool settings_parse_line(const struct game *const *games, const char *line, struct settings *out);
void settings_json(const struct settings *settings, struct text *out);
/* The option that seats may have wishes for; NULL: the game has none. */
const char *settings_wish_option(const struct settings *settings);
/* The bot that takes a seat over. */
const struct bot *settings_stand_in(const struct settings *settings);

/* device.c: numbers that count once. */
struct device {
    char name[REF_MAX + 1];
    int64_t highest;
    uint64_t window; /* bit i: highest - i was carried out */
    int64_t *early;  /* those before, rising */
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
    char bot[WIRE_KEY_MAX + 1]; /* who plays; with a person: keeps the seat for him */
    char wish[OPTION_TEXT_MAX];
    char word[WORD_TEXT_MAX + 1];
    uint16_t presets;  /* a bit each, by their place in the face */
    bool holds;        /* nothing is answered for him, */
    uint32_t held_ask; /* or not to this question */
    int idles;         /* in a row */
    bool wants_again;
};

/* Something that was said. */
struct said {
    int64_t ids[2]; /* as seats count it, and as watchers do; 0: not for them */
    int64_t at;
    int seat; /* -1: a watcher's */
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
    struct said *chat[EARS]; /* the last ones, oldest first; room grows up to CHAT_KEPT */
    int chat_count[EARS], chat_room[EARS];
    int64_t chat_ids[EARS];
    int last_phrase; /* the entry after which a computer player spoke */
    int64_t made, ended, last_at;
    struct match *match; /* NULL before the start */
    bool is_hosted;      /* it is the host's */
    const char *wish_option;
};

/* `@film 17`, ..., in front of an entry's lines. */
struct entry_notes {
    uint32_t film, sim;
    bool is_idle, is_auto; /* time was up; the server answered for the seat */
    bool has_reserve;
    int64_t reserve[SEATS_MAX];
};

/* model.c */
void model_free(struct model *model);
/* Enters a row; false with the reason: this program cannot read it. */
bool model_fold(const struct table_world *world, struct model *model, const struct store_row *row,
                struct text *why);
/* The match from a header and words, as the row `start` has them. */
struct match *model_match(const struct game *const *games, const char *body, size_t size,
                          struct text *why);
/* What an entry means for the seats and the state; folding and playing do the same. */
void model_entered(struct model *model, const struct turn *before, const struct entry_notes *notes,
                   int64_t at);
int model_seat_of(const struct model *model, const char *person);
int model_people(const struct model *model);
bool model_is_sent_away(const struct model *model, const char *person);
void model_send_away(struct model *model, const char *person);
/* Keeps it, and numbers it for whoever hears it. */
const struct said *model_say(struct model *model, const struct said *said);
void notes_print(const struct entry_notes *notes, int seats, struct text *out);
/* Moves *at behind them; false if they cannot be read. */
bool notes_parse(const char **at, struct entry_notes *out);

#endif
