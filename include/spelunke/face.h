/* face.h: what a person needs in order to understand a game.
 *
 * A face stands beside a game's rules: pure functions from a seat's view to messages
 * and prompts, without language and screen. What is asked, which choices there are,
 * what a choice is certain to bring, what the chances are, what never changes. The
 * terminal, the browser and foreign programs all draw from it, so no client writes a
 * rule a second time.
 *
 * A prompt folds the legal actions into forms: a beginning of notation, and lists of
 * words that complete it. docs/engine-protocol.md shows them as JSON. */
#ifndef SPELUNKE_FACE_H
#define SPELUNKE_FACE_H

#include <spelunke/message.h>
#include <spelunke/text.h>

enum {
    FORMS_MAX = 64,
    FORM_LISTS_MAX = 4,
    PROMPT_LISTS_MAX = 128,
    PROMPT_WORDS_MAX = 320,
    PROMPT_BYTES_MAX = 4096,
    PRESETS_MAX = 16,
};

/* Words from which one is chosen, or some are picked. */
struct word_list {
    uint16_t first, count; /* of the prompt's words */
};

/* `say` alone is a whole action. With `one`, a word of each list follows, every
 * combination. With `pick`, at least `min` and at most `max` words of the list follow,
 * in the order of the list. */
struct form {
    uint16_t say;   /* where it stands in the prompt's bytes */
    uint16_t first; /* of the prompt's lists */
    uint8_t lists;
    bool is_pick;
    uint8_t min, max;
};

/* What a seat is asked. Filled by a game's face; unfolded, its forms are exactly the
 * legal actions, in notation. */
struct prompt {
    struct message task; /* what is asked, for one sentence */
    uint16_t presets;    /* those that would pass it, a bit each by their place in the face */
    int form_count, list_count, word_count, byte_count;
    struct form forms[FORMS_MAX];
    struct word_list lists[PROMPT_LISTS_MAX];
    uint16_t words[PROMPT_WORDS_MAX]; /* where each stands in `bytes` */
    char bytes[PROMPT_BYTES_MAX];
};

struct face {
    /* Keys of standing wishes to pass ("until my turn"), ending with NULL; NULL: none. */
    const char *const *presets;
    /* For a seat that is awaited or may interrupt. The prompt is empty. */
    void (*prompt)(const void *view, int seat, struct prompt *prompt);
    /* The certain effects of a legal action, as far as the seat knows them: nothing of
     * chance, nothing secret. NULL: nothing is ever certain. */
    void (*tell)(const void *view, int seat, const void *action, struct events *says);
    /* The chances that the seat may work out now. NULL: the game has none. */
    void (*odds)(const void *view, int seat, struct events *says);
    /* Members of the kit's JSON object: constant facts that clients draw from. The
     * presets come from the list above. NULL: nothing else. */
    void (*kit)(struct text *out);
};

/* Empties a prompt and begins its task; returns the message for its arguments. */
struct message *prompt_task(struct prompt *prompt, const char *key);
/* Begins a form. */
void prompt_say(struct prompt *prompt, const char *say);
/* Begins a list of the last form, of which one word is chosen. */
void prompt_one(struct prompt *prompt);
/* Begins the list of the last form, of which some words are picked. */
void prompt_pick(struct prompt *prompt, int min, int max);
/* Adds a word to the last list. */
void prompt_word(struct prompt *prompt, const char *word);

const char *prompt_form_say(const struct prompt *prompt, int form);
/* A word of the form's list. */
int prompt_list_size(const struct prompt *prompt, int form, int list);
const char *prompt_list_word(const struct prompt *prompt, int form, int list, int index);

/* Every action that the forms stand for, in notation, each once; stops when `visit`
 * returns false. */
void prompt_unfold(const struct prompt *prompt, bool (*visit)(void *context, const char *action),
                   void *context);

/* `"must":...,"task":...,"forms":[...],"presets":[...]`: members of a prompt's JSON object;
 * the number of the question belongs to the match. */
void prompt_json(const struct prompt *prompt, const struct face *face, bool must, struct text *out);

/* A shape of a body, for clients that draw it: half sizes of a box; radius and half
 * length along z of a cylinder or capsule; radius of a sphere. Micrometres. */
enum kit_shape_kind { KIT_BOX, KIT_CYLINDER, KIT_CAPSULE, KIT_SPHERE };
struct kit_shape {
    enum kit_shape_kind kind;
    int32_t size[3];
    int32_t at[3];
    int32_t turned[4]; /* all 0: not turned */
};
/* `{"name":...,"shapes":[{"kind":...,"size":[...],"at":[...],"turned":[...]}]}` */
void kit_body_json(const char *name, const struct kit_shape *shapes, int count, struct text *out);

#endif
