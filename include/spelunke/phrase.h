/* phrase.h: the quick phrases that computer players say at the table.
 *
 * Each game has PHRASES of them in the catalogues, `<game>.phrase.1` and so on: claims,
 * toasts, teasing. People choose theirs; this is how computer players choose. They go by
 * public facts alone, so that a phrase betrays nothing: by what everybody saw happen, the
 * number of the entry and the published hash of the seed. The same facts give the same
 * phrase, on every machine. */
#ifndef SPELUNKE_PHRASE_H
#define SPELUNKE_PHRASE_H

#include <spelunke/message.h>

/* Between two phrases at a table lie at least PHRASE_PAUSE entries, and of the occasions
 * that are left about one in PHRASE_ONE_IN is taken: a table is no market place. */
enum { PHRASES = 12, PHRASE_PAUSE = 10, PHRASE_ONE_IN = 4 };

struct phrase_facts {
    const struct events *events; /* of the entry; those that not everybody sees are skipped */
    const char *commitment;      /* the hash of the seed, as it was published */
    int entry;                   /* its number */
    int last;                    /* the entry after which somebody spoke last; 0: nobody has */
    unsigned computers;          /* a bit for each seat that a computer plays */
};

/* Who says what; phrase 0: nobody says anything. */
struct phrase {
    int seat, number;
};

struct phrase phrase_after(const struct phrase_facts *facts);

#endif
