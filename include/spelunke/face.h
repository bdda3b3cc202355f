/* face.h: what a person needs in order to understand a game.
 *
 * A face is a set of pure functions beside a game's rules. They turn a seat's view into messages
 * and prompts, independent of language and screen: what the question is, which choices exist, what
 * a choice is certain to cause, what the chances are, which facts are constant. Terminal, browser
 * and external programs all use it, so no client implements a rule a second time.
 *
 * A prompt compresses the legal actions into forms: a prefix of notation, and lists of words that
 * complete it. docs/engine-protocol.md shows them as JSON. */
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

/* A list of words, of which one is chosen or some are picked. */
struct word_list {
    uint16_t first, count; /* index range in the prompt's words */
};

/* `say` alone is a complete action. With `one`, one word of each list follows, in every
 * combination. With `pick`, between `min` and `max` words of the list follow, in the order of the
 * list. */
struct form {
    uint16_t say;   /* offset in the prompt's bytes */
    uint16_t first; /* index in the prompt's lists */
    uint8_t lists;
    bool is_pick;
    uint8_t min, max;
};

/* The question to a seat, filled by the game's face. Expanded, its forms are exactly the legal
 * actions, in notation. */
struct prompt {
    struct message task; /* the question as one sentence */
    uint16_t presets;    /* bit set of the face's presets that would answer this question */
    int form_count, list_count, word_count, byte_count;
    struct form forms[FORMS_MAX];
    struct word_list lists[PROMPT_LISTS_MAX];
    uint16_t words[PROMPT_WORDS_MAX]; /* offset of each word in `bytes` */
    char bytes[PROMPT_BYTES_MAX];
};

struct face {
    /* Keys of presets, standing orders to pass such as "until my turn"; the list ends with NULL.
     * NULL: none. */
    const char *const *presets;
    /* Fills the prompt, which is empty, for a seat that is awaited or may interrupt. */
    void (*prompt)(const void *view, int seat, struct prompt *prompt);
    /* The certain effects of a legal action, as far as the seat knows them: nothing random, nothing
     * secret. NULL: no effect is ever certain. */
    void (*tell)(const void *view, int seat, const void *action, struct events *says);
    /* The probabilities that the seat can work out now. NULL: the game has none. */
    void (*odds)(const void *view, int seat, struct events *says);
    /* Members of the kit's JSON object: constant facts that clients need for drawing. The presets
     * are added by the kernel. NULL: no members. */
    void (*kit)(struct text *out);
};

/* Clears a prompt and sets its task; returns the message for its arguments. */
struct message *prompt_task(struct prompt *prompt, const char *key);
/* Starts a form. */
void prompt_say(struct prompt *prompt, const char *say);
/* Starts a list of the last form from which one word is chosen. */
void prompt_one(struct prompt *prompt);
/* Starts the list of the last form from which several words are picked. */
void prompt_pick(struct prompt *prompt, int min, int max);
/* Adds a word to the last list. */
void prompt_word(struct prompt *prompt, const char *word);

const char *prompt_form_say(const struct prompt *prompt, int form);
/* A word of the form's list. */
int prompt_list_size(const struct prompt *prompt, int form, int list);
const char *prompt_list_word(const struct prompt *prompt, int form, int list, int index);

/* Calls `visit` with every action that the forms stand for, in notation, each once. Stops when
 * `visit` returns false. */
void prompt_unfold(const struct prompt *prompt, bool (*visit)(void *context, const char *action),
                   void *context);

/* Writes `"must":...,"task":...,"forms":[...],"presets":[...]`: members of a prompt's JSON object.
 * The question's number is not among them, because it belongs to the match. */
void prompt_json(const struct prompt *prompt, const struct face *face, bool must, struct text *out);

/* A shape of a body, for clients that draw it. `size` holds the half sizes of a box; radius and
 * half length along z of a cylinder or capsule; the radius of a sphere. In micrometres. */
enum kit_shape_kind { KIT_BOX, KIT_CYLINDER, KIT_CAPSULE, KIT_SPHERE };
struct kit_shape {
    enum kit_shape_kind kind;
    int32_t size[3];
    int32_t at[3];
    int32_t turned[4]; /* all 0: no rotation */
};
/* `{"name":...,"shapes":[{"kind":...,"size":[...],"at":[...],"turned":[...]}]}` */
void kit_body_json(const char *name, const struct kit_shape *shapes, int count, struct text *out);

#endif
