/* phrase.h: the quick phrases that computer players say at the table.
 *
 * Each game has PHRASES of them in the catalogues, `<game>.phrase.1` and so on: claims, toasts,
 * teasing. People choose theirs; this function chooses for computer players. It uses only public
 * facts, so that a phrase reveals nothing: the events that everybody saw, the number of the entry
 * and the published hash of the seed. The same facts give the same phrase on every machine. */
#ifndef SPELUNKE_PHRASE_H
#define SPELUNKE_PHRASE_H

#include <spelunke/message.h>

/* At least PHRASE_PAUSE entries lie between two phrases at a table, and of the remaining occasions
 * about one in PHRASE_ONE_IN is used, so that the table is not flooded. */
enum { PHRASES = 12, PHRASE_PAUSE = 10, PHRASE_ONE_IN = 4 };

struct phrase_facts {
    const struct events *events; /* of the entry; events that are not public are skipped */
    const char *commitment;      /* the published hash of the seed */
    int entry;                   /* the number of the entry */
    int last;                    /* the entry after which the last phrase was said; 0: none yet */
    unsigned computers;          /* bit set of the seats played by a computer */
};

/* Who says what; phrase 0: nobody speaks. */
struct phrase {
    int seat, number;
};

struct phrase phrase_after(const struct phrase_facts *facts);

#endif
