/* read.c: what a typed line means.
 *
 * Words of the person's language and of English are taken, and notation as the
 * log has it: `play D17 >2`. Cards go by the number in the hand or by id, players
 * by name, its beginning, or the seat's number. What is only a number waits for a
 * last word; a whole sentence is sent at once. */
#include <string.h>

#include "client.h"
#include "terminal/utf8.h"

enum { WORDS = 12, WORD_BYTES = 48 };

/* A line split at its blanks. */
struct line {
    int count;
    char word[WORDS][WORD_BYTES];
};

static bool split(const char *text, struct line *line) {
    line->count = 0;
    for (text += strspn(text, " ,+"); *text; text += strspn(text, " ,+")) {
        size_t length = strcspn(text, " ,+");
        if (length >= WORD_BYTES || line->count == WORDS)
            return false;
        memcpy(line->word[line->count], text, length);
        line->word[line->count++][length] = '\0';
        text += length;
    }
    return true;
}

static int digit(const char *word) {
    return word[0] >= '0' && word[0] <= '9' && !word[1] ? word[0] - '0' : -1;
}

/* The place in the hand of "3" or "d17" that is not among `taken`; -1: none. */
static int read_place(const struct table *table, const char *word, unsigned taken) {
    int number = digit(word), count = drachen_hand_count(table);
    if (number >= 0)
        return number >= 1 && number <= count && !(taken >> (number - 1) & 1) ? number - 1 : -1;
    for (int place = 0; place < count; place++) {
        char id[WORD_BYTES] = {0};
        strncpy(id, drachen_hand_card(table, place), sizeof id - 1);
        utf8_lower(id);
        if (strcmp(id, word) == 0 && !(taken >> place & 1))
            return place;
    }
    return -1;
}

static bool is_beginning(const char *word, const char *name) {
    char lower[NAME_BYTES_MAX + 1] = {0};
    strncpy(lower, name, sizeof lower - 1);
    utf8_lower(lower);
    return *word && strncmp(word, lower, strlen(word)) == 0;
}

static bool is_whole(const char *word, const char *name) {
    return strlen(word) == strlen(name) && is_beginning(word, name);
}

/* The seat of ">2", "2", "dimli", "d", "franziska"; -1: none, or more than one. All
 * go by their characters here, so a person called Gog is not the one who plays Gog. */
static int read_seat(const struct table *table, const char *word) {
    const char *number = word[0] == '>' ? word + 1 : word;
    int found = -1;
    if (digit(number) >= 0)
        return digit(number) < table->setup.seats ? digit(number) : -1;
    for (int seat = 0; seat < table->setup.seats; seat++)
        if (is_beginning(word, drachen_name(table, seat)))
            return seat; /* their letters differ */
    for (int seat = 0; seat < table->setup.seats; seat++) {
        if (!is_beginning(word, table->names[seat]))
            continue;
        if (found >= 0)
            return -1;
        found = seat;
    }
    return found;
}

static enum reading say_answer(const struct table *table, const char *key, const char *word,
                               struct text *answer) {
    table_say_word(table, key, word, answer);
    return READ_ANSWER;
}

/* Sends what is whole and was said in so many words; else it waits. */
static enum reading send_or_wait(const struct table *table, struct draft *draft, bool is_said,
                                 struct text *action) {
    if (!drachen_make(table, draft, action))
        return READ_CHANGED;
    draft->is_asked = true;
    return is_said ? READ_ACTION : READ_CHANGED;
}

/* A word that names nobody leaves the card chosen: who it meets is asked again. */
static enum reading read_targets(const struct table *table, const struct line *line, int from,
                                 struct draft *draft, struct text *answer) {
    for (int i = from; i < line->count; i++) {
        int seat = read_seat(table, line->word[i]);
        if (seat >= 0 && draft->target[0] == seat + 1 && !drachen_open_targets(table, draft))
            continue; /* the only choice there was, said nevertheless */
        if (seat < 0 || !(drachen_open_targets(table, draft) >> seat & 1))
            return say_answer(table, "drachen.bad_target", line->word[i], answer);
        drachen_choose_target(table, seat, draft);
    }
    return READ_CHANGED;
}

/* `3`, `3 dimli`, `play d17 >2`: the words from `from` on. */
static enum reading read_play(const struct table *table, const struct line *line, int from,
                              struct draft *draft, struct text *action, struct text *answer) {
    const char *word = from < line->count ? line->word[from] : "";
    int place = read_place(table, word, 0);
    if (place < 0)
        return say_answer(table, "drachen.bad_card", word, answer);
    if (!(drachen_fitting(table) >> place & 1))
        return say_answer(table, "drachen.bad_now",
                          drachen_title(table, drachen_hand_card(table, place)), answer);
    drachen_choose_card(table, place, draft);
    if (read_targets(table, line, from + 1, draft, answer) == READ_ANSWER)
        return READ_ANSWER;
    return send_or_wait(table, draft, from > 0, action);
}

static enum reading read_discard(const struct table *table, const struct line *line, int from,
                                 struct draft *draft, struct text *action, struct text *answer) {
    unsigned chosen = 0;
    if (!drachen_asks(table, "discard"))
        return say_answer(table, "drachen.bad_discard", "", answer);
    for (int i = from; i < line->count; i++) {
        int place = read_place(table, line->word[i], chosen);
        if (place < 0)
            return say_answer(table, "drachen.bad_card", line->word[i], answer);
        chosen |= 1u << place;
    }
    drachen_undo(draft);
    draft->discards = (uint8_t)chosen;
    if (!chosen)
        return say_answer(table, "drachen.bad_card", "", answer);
    return send_or_wait(table, draft, from > 0, action);
}

/* Whom a drink is bought for, or a Mead is shared with. */
static enum reading read_guest(const struct table *table, const struct line *line, int from,
                               const char *verb, struct draft *draft, struct text *action,
                               struct text *answer) {
    const char *word = from < line->count ? line->word[from] : "";
    int seat = line->count == from + 1 ? read_seat(table, word) : -1;
    drachen_undo(draft);
    if (!drachen_can(table, verb))
        return READ_NOTHING;
    if (seat < 0 || !(drachen_open_targets(table, draft) >> seat & 1))
        return say_answer(table, "drachen.bad_target", word, answer);
    drachen_choose_target(table, seat, draft);
    return send_or_wait(table, draft, true, action);
}

static enum reading send_verb(const struct table *table, const char *verb, struct text *action) {
    if (!drachen_can(table, verb))
        return READ_NOTHING;
    text_put(action, verb);
    return READ_ACTION;
}

static enum reading read_pass(const struct table *table, struct text *action) {
    if (!*drachen_asked(table))
        return READ_ON;
    return drachen_make_pass(table, action) ? READ_ACTION : READ_NOTHING;
}

/* Whether all words stand in the title, in any order. */
static bool is_titled(const struct table *table, const char *card, const struct line *line) {
    struct text title = {0};
    bool is_it = line->count > 1;
    text_put(&title, drachen_title(table, card));
    utf8_lower(title.data);
    for (int i = 1; i < line->count; i++)
        is_it = is_it && strstr(title.data, line->word[i]);
    text_free(&title);
    return is_it;
}

static int read_title(const struct table *table, const struct line *line) {
    for (int place = 0; place < drachen_hand_count(table); place++)
        if (is_titled(table, drachen_hand_card(table, place), line))
            return place;
    return -1;
}

/* A card of the hand by number, id or title; without one, the last card played and
 * the whole hand. */
static enum reading read_text(const struct table *table, const struct line *line,
                              struct text *answer) {
    if (line->count == 1) {
        drachen_say_last_card(table, answer);
        drachen_say_hand(table, true, answer);
        return READ_ANSWER;
    }
    int place = line->count == 2 ? read_place(table, line->word[1], 0) : -1;
    if (place < 0)
        place = read_title(table, line);
    if (place < 0)
        return say_answer(table, "drachen.bad_card", line->word[1], answer);
    drachen_say_card(table, drachen_hand_card(table, place), drachen_fitting(table) >> place & 1,
                     answer);
    return READ_ANSWER;
}

/* The words of the game that need nothing behind them. */
static enum reading read_word(const struct table *table, const char *word, struct text *action,
                              struct text *answer) {
    const struct {
        const char *key, *verb;
    } verbs[] = {{"drachen.type.keep", "keep"},
                 {"drachen.type.drink", "drink"},
                 {"drachen.type.accept", "accept"},
                 {"drachen.type.decline", "decline"}};
    if (table_means(table, "drachen.type.pass", word))
        return read_pass(table, action);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (table_means(table, verbs[i].key, word))
            return send_verb(table, verbs[i].verb, action);
    if (table_means(table, "drachen.type.hand", word)) {
        drachen_say_hand(table, false, answer);
        return READ_ANSWER;
    }
    return READ_NOTHING;
}

static enum reading read_wish(struct table *table, const char *word, struct text *action,
                              struct text *answer) {
    const struct {
        const char *key;
        void (*wish)(struct table *table, struct text *answer);
    } wishes[] = {{"drachen.type.ask", drachen_wish_ask},
                  {"drachen.type.own", drachen_wish_own},
                  {"drachen.type.stop", drachen_wish_stop}};
    if (table_means(table, "drachen.type.turn", word))
        return drachen_wish_turn(table, action, answer);
    if (table_means(table, "drachen.type.skip", word))
        return drachen_wish_skip(table, action, answer);
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        if (table_means(table, wishes[i].key, word)) {
            wishes[i].wish(table, answer);
            return READ_ANSWER;
        }
    return READ_NOTHING;
}

/* An empty line sends what waits, or asks for nothing more than to go on. */
static enum reading read_last_word(const struct table *table, const char *line, struct draft *draft,
                                   struct text *action) {
    bool is_pending = draft->is_asked || draft->card || draft->discards;
    if ((is_pending && table_means(table, "terminal.word.undo", line)) ||
        (draft->is_asked && table_means(table, "terminal.word.no", line))) {
        drachen_undo(draft);
        return READ_CHANGED;
    }
    if (draft->is_asked && (!*line || table_means(table, "terminal.word.yes", line)))
        return drachen_make(table, draft, action) ? READ_ACTION : READ_CHANGED;
    if (!*line && !draft->card)
        return read_pass(table, action);
    return READ_NOTHING;
}

/* A challenge may also be answered by yes or no. */
static enum reading read_challenge(const struct table *table, const char *word,
                                   struct text *action) {
    if (!drachen_asks(table, "challenge"))
        return READ_NOTHING;
    if (table_means(table, "terminal.word.yes", word))
        return send_verb(table, "accept", action);
    if (table_means(table, "terminal.word.no", word))
        return send_verb(table, "decline", action);
    return READ_NOTHING;
}

/* A verb and what it is about. */
static enum reading read_sentence(struct table *table, const struct line *line, struct draft *draft,
                                  struct text *action, struct text *answer) {
    const char *verb = line->word[0];
    if (table_means(table, "drachen.type.play", verb))
        return read_play(table, line, 1, draft, action, answer);
    if (table_means(table, "drachen.type.discard", verb))
        return read_discard(table, line, 1, draft, action, answer);
    if (table_means(table, "drachen.type.buy", verb))
        return read_guest(table, line, 1, "buy", draft, action, answer);
    if (table_means(table, "drachen.type.split", verb))
        return read_guest(table, line, 1, "split", draft, action, answer);
    if (table_means(table, "drachen.type.text", verb))
        return read_text(table, line, answer);
    if (line->count > 1)
        return READ_NOTHING;
    enum reading reading = read_challenge(table, verb, action);
    if (reading == READ_NOTHING)
        reading = read_word(table, verb, action, answer);
    return reading == READ_NOTHING ? read_wish(table, verb, action, answer) : reading;
}

/* A whole name, for a single letter may be meant for anything. */
static bool names_player(const struct table *table, const struct line *line) {
    int seat = line->count == 1 ? read_seat(table, line->word[0]) : -1;
    return seat >= 0 && (is_whole(line->word[0], drachen_name(table, seat)) ||
                         is_whole(line->word[0], table->names[seat]));
}

/* Numbers, ids and names alone. */
static enum reading read_bare(const struct table *table, const struct line *line,
                              struct draft *draft, struct text *action, struct text *answer) {
    bool is_card = digit(line->word[0]) >= 0 || read_place(table, line->word[0], 0) >= 0;
    if (draft->card && drachen_open_targets(table, draft)) {
        if (read_targets(table, line, 0, draft, answer) == READ_ANSWER)
            return READ_ANSWER;
        return send_or_wait(table, draft, false, action);
    }
    if (is_card && drachen_asks(table, "discard"))
        return read_discard(table, line, 0, draft, action, answer);
    if (is_card)
        return read_play(table, line, 0, draft, action, answer);
    const char *verb = drachen_can(table, "buy") ? "buy" : "split";
    if (drachen_can(table, verb) && read_seat(table, line->word[0]) >= 0)
        return read_guest(table, line, 0, verb, draft, action, answer);
    return names_player(table, line) ? say_answer(table, "drachen.bad_name", "", answer)
                                     : READ_NOTHING;
}

static enum reading read_any(struct table *table, const char *text, void *draft,
                             struct text *action, struct text *answer) {
    struct line line;
    enum reading reading = read_last_word(table, text, draft, action);
    if (reading != READ_NOTHING || !split(text, &line) || line.count == 0)
        return reading;
    reading = read_sentence(table, &line, draft, action, answer);
    return reading == READ_NOTHING ? read_bare(table, &line, draft, action, answer) : reading;
}

/* The texts of the cards that were offered need not be said again. */
static void remember_offer(struct table *table) {
    struct memory *memory = table->memory;
    unsigned fitting = drachen_shows_hand(table) ? 0 : drachen_fitting(table);
    for (int place = 0; place < drachen_hand_count(table); place++)
        if (fitting >> place & 1) {
            int card = drachen_card_number(table, drachen_hand_card(table, place));
            memory->offered[card / 8] |= (uint8_t)(1 << card % 8);
        }
}

enum reading drachen_read_line(struct table *table, const char *text, void *draft,
                               struct text *action, struct text *answer) {
    enum reading reading = read_any(table, text, draft, action, answer);
    if (reading == READ_ACTION || reading == READ_ON)
        remember_offer(table);
    drachen_remember_answer(table, reading);
    return reading;
}
