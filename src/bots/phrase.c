/* phrase.c: when computer players say a quick phrase, and which.
 *
 * An occasion is an event that everybody saw. It has three phrases; a hash of public facts selects
 * one of them and one of the possible speakers. */
#include <spelunke/phrase.h>

#include <string.h>

enum { CHOICES = 3 };

/* The speaker: the seat that the event names, or one of the others. */
enum speaker { THE_ONE, ANOTHER };

static const struct occasion {
    const char *event, *arg; /* the argument that is the seat */
    enum speaker speaker;
    int first; /* index of the first of its phrases */
} occasions[] = {
    /* Wild claims after the first roll; toasts; teasing; sighs. */
    {"polterfass.first_rolled", "seat", THE_ONE, 1},
    {"polterfass.bill_enough", "innkeeper", ANOTHER, 4},
    {"polterfass.bill_greedy", "innkeeper", THE_ONE, 7},
    {"polterfass.bill_failed", "innkeeper", ANOTHER, 7},
    {"polterfass.again", "seat", THE_ONE, 10},
    /* Boasts at the game of chance; toasts; teasing; groans. */
    {"drachen.gamble", "seat", THE_ONE, 1},
    {"drachen.pot_won", "seat", THE_ONE, 1},
    {"drachen.toast", "seat", ANOTHER, 4},
    {"drachen.house", "seat", ANOTHER, 4},
    {"drachen.not_paid", "seat", ANOTHER, 7},
    {"drachen.broke", "seat", ANOTHER, 7},
    {"drachen.ambrosia", "seat", THE_ONE, 10},
    {"drachen.empty_pile", "seat", THE_ONE, 10},
    /* Orders of a captain; praise; teasing; sighs. */
    {"riffraff.captain_is", "seat", THE_ONE, 1},
    {"riffraff.caught", "seat", ANOTHER, 4},
    {"riffraff.caught_own", "seat", ANOTHER, 7},
    {"riffraff.lost", "seat", THE_ONE, 10},
};

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 29;
}

static uint64_t hash_of(const struct phrase_facts *facts, const char *event) {
    uint64_t hash = mix(0xcbf29ce484222325, (uint64_t)facts->entry);
    for (const char *at = facts->commitment; *at; at++)
        hash = mix(hash, (unsigned char)*at);
    for (const char *at = event; *at; at++)
        hash = mix(hash, (unsigned char)*at);
    return hash;
}

/* The seat in an argument of this name; -1: there is none. */
static int seat_in(const struct message *message, const char *name) {
    for (int i = 0; i < message->arg_count; i++)
        if (strcmp(message_arg_name(message, i), name) == 0 && message->args[i].kind == ARG_SEAT)
            return (int)message->values[message->args[i].first].number;
    return -1;
}

/* Selects one of these seats by the hash; -1: there are none. */
static int pick(unsigned seats, uint64_t hash) {
    int count = 0, chosen = -1;
    for (int seat = 0; seats >> seat; seat++)
        count += (int)(seats >> seat & 1);
    int skip = count ? (int)(hash % (unsigned)count) : 0;
    for (int seat = 0; seats >> seat; seat++)
        if ((seats >> seat & 1) && skip-- == 0)
            chosen = seat;
    return chosen;
}

static const struct occasion *occasion_of(const struct message *message) {
    for (size_t i = 0; i < sizeof occasions / sizeof *occasions; i++)
        if (strcmp(occasions[i].event, message->key) == 0)
            return &occasions[i];
    return NULL;
}

struct phrase phrase_after(const struct phrase_facts *facts) {
    struct phrase none = {-1, 0};
    if (facts->last && facts->entry - facts->last < PHRASE_PAUSE)
        return none;
    for (int i = 0; i < facts->events->count; i++) {
        const struct event *event = event_of(facts->events, i);
        const struct occasion *occasion = occasion_of(&event->message);
        int named = occasion ? seat_in(&event->message, occasion->arg) : -1;
        if (named < 0 || event->seen_by != SEEN_BY_ALL)
            continue;
        uint64_t hash = hash_of(facts, event->message.key);
        unsigned one = 1u << named;
        unsigned who = facts->computers & (occasion->speaker == THE_ONE ? one : ~one);
        int seat = pick(who, hash >> 16);
        if (seat >= 0 && hash % PHRASE_ONE_IN == 0)
            return (struct phrase){seat, occasion->first + (int)(hash >> 8 & 0xff) % CHOICES};
    }
    return none;
}
