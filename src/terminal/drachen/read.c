/* read.c: the meaning of a typed line.
 *
 * Accepts words of the person's language and of English, and notation as in the log: `play D17 >2`.
 * Cards are named by their number in the hand or by id; players by name, a prefix of it, or seat
 * number. A line of numbers needs confirmation; a whole sentence is sent at once. */
#include <string.h>

#include "client.h"
#include "terminal/utf8.h"

enum { WORDS = 12, WORD_BYTES = 48 };

/* A line, split at blanks. */
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

/* The place in the hand of "3" or "d17", unless it is in `taken`; -1: none. */
static int read_place(const struct console *console, const char *word, unsigned taken) {
    int number = digit(word), count = drachen_hand_count(console);
    if (number >= 0)
        return number >= 1 && number <= count && !(taken >> (number - 1) & 1) ? number - 1 : -1;
    for (int place = 0; place < count; place++) {
        char id[WORD_BYTES] = {0};
        strncpy(id, drachen_hand_card(console, place), sizeof id - 1);
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

/* The seat of ">2", "2", "dimli", "d", "franziska"; -1: none, or ambiguous. Characters come before
 * people's own names: a person called Gog need not be the one who plays Gog. */
static int read_seat(const struct console *console, const char *word) {
    const char *number = word[0] == '>' ? word + 1 : word;
    int found = -1;
    if (digit(number) >= 0)
        return digit(number) < console->setup.seats ? digit(number) : -1;
    for (int seat = 0; seat < console->setup.seats; seat++)
        if (is_beginning(word, drachen_name(console, seat)))
            return seat; /* characters differ in their first letter */
    for (int seat = 0; seat < console->setup.seats; seat++) {
        if (!is_beginning(word, console->names[seat]))
            continue;
        if (found >= 0)
            return -1;
        found = seat;
    }
    return found;
}

static enum reading say_answer(const struct console *console, const char *key, const char *word,
                               struct text *answer) {
    console_say_word(console, key, word, answer);
    return READ_ANSWER;
}

/* Sends a complete choice if it was typed as a sentence; else asks for confirmation. */
static enum reading send_or_wait(const struct console *console, struct draft *draft, bool is_said,
                                 struct text *action) {
    if (!drachen_make(console, draft, action))
        return READ_CHANGED;
    draft->is_asked = true;
    return is_said ? READ_ACTION : READ_CHANGED;
}

/* An unknown name keeps the chosen card: the target is asked for again. */
static enum reading read_targets(const struct console *console, const struct line *line, int from,
                                 struct draft *draft, struct text *answer) {
    for (int i = from; i < line->count; i++) {
        int seat = read_seat(console, line->word[i]);
        if (seat >= 0 && draft->target[0] == seat + 1 && !drachen_open_targets(console, draft))
            continue; /* naming the only possible target is allowed */
        if (seat < 0 || !(drachen_open_targets(console, draft) >> seat & 1))
            return say_answer(console, "drachen.bad_target", line->word[i], answer);
        drachen_choose_target(console, seat, draft);
    }
    return READ_CHANGED;
}

/* `3`, `3 dimli`, `play d17 >2`: parses the words from `from` on. */
static enum reading read_play(const struct console *console, const struct line *line, int from,
                              struct draft *draft, struct text *action, struct text *answer) {
    const char *word = from < line->count ? line->word[from] : "";
    int place = read_place(console, word, 0);
    if (place < 0)
        return say_answer(console, "drachen.bad_card", word, answer);
    if (!(drachen_fitting(console) >> place & 1))
        return say_answer(console, "drachen.bad_now",
                          drachen_title(console, drachen_hand_card(console, place)), answer);
    drachen_choose_card(console, place, draft);
    if (read_targets(console, line, from + 1, draft, answer) == READ_ANSWER)
        return READ_ANSWER;
    return send_or_wait(console, draft, from > 0, action);
}

static enum reading read_discard(const struct console *console, const struct line *line, int from,
                                 struct draft *draft, struct text *action, struct text *answer) {
    unsigned chosen = 0;
    if (!drachen_asks(console, "discard"))
        return say_answer(console, "drachen.bad_discard", "", answer);
    for (int i = from; i < line->count; i++) {
        int place = read_place(console, line->word[i], chosen);
        if (place < 0)
            return say_answer(console, "drachen.bad_card", line->word[i], answer);
        chosen |= 1u << place;
    }
    drachen_undo(draft);
    draft->discards = (uint8_t)chosen;
    if (!chosen)
        return say_answer(console, "drachen.bad_card", "", answer);
    return send_or_wait(console, draft, from > 0, action);
}

/* The receiver of a drink that is bought or shared. */
static enum reading read_guest(const struct console *console, const struct line *line, int from,
                               const char *verb, struct draft *draft, struct text *action,
                               struct text *answer) {
    const char *word = from < line->count ? line->word[from] : "";
    int seat = line->count == from + 1 ? read_seat(console, word) : -1;
    drachen_undo(draft);
    if (!drachen_can(console, verb))
        return READ_NOTHING;
    if (seat < 0 || !(drachen_open_targets(console, draft) >> seat & 1))
        return say_answer(console, "drachen.bad_target", word, answer);
    drachen_choose_target(console, seat, draft);
    return send_or_wait(console, draft, true, action);
}

static enum reading send_verb(const struct console *console, const char *verb,
                              struct text *action) {
    if (!drachen_can(console, verb))
        return READ_NOTHING;
    text_put(action, verb);
    return READ_ACTION;
}

static enum reading read_pass(const struct console *console, struct text *action) {
    if (!*drachen_asked(console))
        return READ_ON;
    return drachen_make_pass(console, action) ? READ_ACTION : READ_NOTHING;
}

/* Whether the title contains all the words, in any order. */
static bool is_titled(const struct console *console, const char *card, const struct line *line) {
    struct text title = {0};
    bool is_it = line->count > 1;
    text_put(&title, drachen_title(console, card));
    utf8_lower(title.data);
    for (int i = 1; i < line->count; i++)
        is_it = is_it && strstr(title.data, line->word[i]);
    text_free(&title);
    return is_it;
}

static int read_title(const struct console *console, const struct line *line) {
    for (int place = 0; place < drachen_hand_count(console); place++)
        if (is_titled(console, drachen_hand_card(console, place), line))
            return place;
    return -1;
}

/* Explains a card of the hand, by number, id or title; without one the last card played and the
 * whole hand. */
static enum reading read_text(const struct console *console, const struct line *line,
                              struct text *answer) {
    if (line->count == 1) {
        drachen_say_last_card(console, answer);
        drachen_say_hand(console, true, answer);
        return READ_ANSWER;
    }
    int place = line->count == 2 ? read_place(console, line->word[1], 0) : -1;
    if (place < 0)
        place = read_title(console, line);
    if (place < 0)
        return say_answer(console, "drachen.bad_card", line->word[1], answer);
    drachen_say_card(console, drachen_hand_card(console, place),
                     drachen_fitting(console) >> place & 1, answer);
    return READ_ANSWER;
}

/* Commands without arguments. */
static enum reading read_word(const struct console *console, const char *word, struct text *action,
                              struct text *answer) {
    const struct {
        const char *key, *verb;
    } verbs[] = {{"drachen.type.keep", "keep"},
                 {"drachen.type.drink", "drink"},
                 {"drachen.type.accept", "accept"},
                 {"drachen.type.decline", "decline"}};
    if (console_means(console, "drachen.type.pass", word))
        return read_pass(console, action);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (console_means(console, verbs[i].key, word))
            return send_verb(console, verbs[i].verb, action);
    if (console_means(console, "drachen.type.hand", word)) {
        drachen_say_hand(console, false, answer);
        return READ_ANSWER;
    }
    return READ_NOTHING;
}

static enum reading read_preset_word(struct console *console, const char *word, struct text *action,
                                     struct text *answer) {
    const struct {
        const char *key;
        void (*change)(struct console *console, struct text *answer);
    } changes[] = {{"drachen.type.ask", drachen_ask_all},
                   {"drachen.type.own", drachen_toggle_own},
                   {"drachen.type.stop", drachen_toggle_stop}};
    if (console_means(console, "drachen.type.turn", word))
        return drachen_wait_for_turn(console, action, answer);
    if (console_means(console, "drachen.type.skip", word))
        return drachen_skip_kind(console, action, answer);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if (console_means(console, changes[i].key, word)) {
            changes[i].change(console, answer);
            return READ_ANSWER;
        }
    return READ_NOTHING;
}

/* An empty line sends the choice that needs confirmation, or takes the action without further
 * choices. */
static enum reading read_last_word(const struct console *console, const char *line,
                                   struct draft *draft, struct text *action) {
    bool is_pending = draft->is_asked || draft->card || draft->discards;
    if ((is_pending && console_means(console, "terminal.word.undo", line)) ||
        (draft->is_asked && console_means(console, "terminal.word.no", line))) {
        drachen_undo(draft);
        return READ_CHANGED;
    }
    if (draft->is_asked && (!*line || console_means(console, "terminal.word.yes", line)))
        return drachen_make(console, draft, action) ? READ_ACTION : READ_CHANGED;
    if (!*line && !draft->card)
        return read_pass(console, action);
    return READ_NOTHING;
}

/* A challenge can also be answered with yes or no. */
static enum reading read_challenge(const struct console *console, const char *word,
                                   struct text *action) {
    if (!drachen_asks(console, "challenge"))
        return READ_NOTHING;
    if (console_means(console, "terminal.word.yes", word))
        return send_verb(console, "accept", action);
    if (console_means(console, "terminal.word.no", word))
        return send_verb(console, "decline", action);
    return READ_NOTHING;
}

/* A verb and its arguments. */
static enum reading read_sentence(struct console *console, const struct line *line,
                                  struct draft *draft, struct text *action, struct text *answer) {
    const char *verb = line->word[0];
    if (console_means(console, "drachen.type.play", verb))
        return read_play(console, line, 1, draft, action, answer);
    if (console_means(console, "drachen.type.discard", verb))
        return read_discard(console, line, 1, draft, action, answer);
    if (console_means(console, "drachen.type.buy", verb))
        return read_guest(console, line, 1, "buy", draft, action, answer);
    if (console_means(console, "drachen.type.split", verb))
        return read_guest(console, line, 1, "split", draft, action, answer);
    if (console_means(console, "drachen.type.text", verb))
        return read_text(console, line, answer);
    if (line->count > 1)
        return READ_NOTHING;
    enum reading reading = read_challenge(console, verb, action);
    if (reading == READ_NOTHING)
        reading = read_word(console, verb, action, answer);
    return reading == READ_NOTHING ? read_preset_word(console, verb, action, answer) : reading;
}

/* Whole names only: a single letter may mean anything. */
static bool names_player(const struct console *console, const struct line *line) {
    int seat = line->count == 1 ? read_seat(console, line->word[0]) : -1;
    return seat >= 0 && (is_whole(line->word[0], drachen_name(console, seat)) ||
                         is_whole(line->word[0], console->names[seat]));
}

/* Numbers, ids and names without a verb. */
static enum reading read_bare(const struct console *console, const struct line *line,
                              struct draft *draft, struct text *action, struct text *answer) {
    bool is_card = digit(line->word[0]) >= 0 || read_place(console, line->word[0], 0) >= 0;
    if (draft->card && drachen_open_targets(console, draft)) {
        if (read_targets(console, line, 0, draft, answer) == READ_ANSWER)
            return READ_ANSWER;
        return send_or_wait(console, draft, false, action);
    }
    if (is_card && drachen_asks(console, "discard"))
        return read_discard(console, line, 0, draft, action, answer);
    if (is_card)
        return read_play(console, line, 0, draft, action, answer);
    const char *verb = drachen_can(console, "buy") ? "buy" : "split";
    if (drachen_can(console, verb) && read_seat(console, line->word[0]) >= 0)
        return read_guest(console, line, 0, verb, draft, action, answer);
    return names_player(console, line) ? say_answer(console, "drachen.bad_name", "", answer)
                                       : READ_NOTHING;
}

static enum reading read_any(struct console *console, const char *text, void *draft,
                             struct text *action, struct text *answer) {
    struct line line;
    enum reading reading = read_last_word(console, text, draft, action);
    if (reading != READ_NOTHING || !split(text, &line) || line.count == 0)
        return reading;
    reading = read_sentence(console, &line, draft, action, answer);
    return reading == READ_NOTHING ? read_bare(console, &line, draft, action, answer) : reading;
}

/* The texts of the cards that were offered are not printed again. */
static void remember_offer(struct console *console) {
    struct memory *memory = console->memory;
    unsigned fitting = drachen_shows_hand(console) ? 0 : drachen_fitting(console);
    for (int place = 0; place < drachen_hand_count(console); place++)
        if (fitting >> place & 1) {
            int card = drachen_card_number(console, drachen_hand_card(console, place));
            memory->offered[card / 8] |= (uint8_t)(1 << card % 8);
        }
}

enum reading drachen_read_line(struct console *console, const char *text, void *draft,
                               struct text *action, struct text *answer) {
    enum reading reading = read_any(console, text, draft, action, answer);
    if (reading == READ_ACTION || reading == READ_ON)
        remember_offer(console);
    drachen_remember_answer(console, reading);
    return reading;
}
