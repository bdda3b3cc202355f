/* law_words.c: every event, question and refusal is a sentence in four languages, computed from
 * key, arguments, names, reader and catalogue alone, without notation in it, for watchers and
 * for every seat that it mentions. */
#include "laws.h"

#include <string.h>

#include <spelunke/must.h>

#include "words/words.h"

/* Realistic names; no test may depend on a seat's number in a sentence. */
static const char *const names[SEATS_MAX] = {"Toni",    "Franziska", "Becky", "Émile",
                                             "Ottavio", "Ursel",     "Piero", "Maud"};

static bool has_arg(const struct message *message, const char *name, size_t length) {
    for (int i = 0; i < message->arg_count; i++) {
        const char *arg = message_arg_name(message, i);
        if (strncmp(arg, name, length) == 0 && !arg[length])
            return true;
    }
    return false;
}

static bool fills_all(const struct message *message, const char *template) {
    for (const char *at = strchr(template, '{'); at; at = strchr(at + 1, '{'))
        if (!has_arg(message, at + 1, strcspn(at + 1, ":|?~}")))
            return false;
    return true;
}

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Whether a word is notation: a mark of a barrel, an id, a target, a name in snake case, a piece
 * of cargo. No language has a digit directly after a letter. */
static bool is_raw(const char *word, size_t length, const char *unused) {
    (void)unused;
    if (memchr(word, '>', length) || memchr(word, '_', length) || memchr(word, '*', length))
        return true;
    if (length == 1 && strchr("-xd", word[0]))
        return true;
    for (size_t i = 1; i < length; i++)
        if (is_digit(word[i]) && (is_lower(word[i - 1]) || is_upper(word[i - 1])))
            return true;
    return false;
}

/* Replaces multi-byte marks around words by blanks. */
static void put_unquoted(const char *sentence, struct text *out) {
    static const char *const marks[] = {"„", "“", "«", "»", "\u00a0", "’", NULL};
    while (*sentence) {
        const char *const *mark = marks;
        while (*mark && strncmp(sentence, *mark, strlen(*mark)) != 0)
            mark++;
        text_put_char(out, *mark ? ' ' : *sentence);
        sentence += *mark ? strlen(*mark) : 1;
    }
}

/* The first word from here on; `*length` is 0 at the end. */
static const char *next_word(const char *at, size_t *length) {
    static const char around[] = " .,;:!?()\"\n";
    at += strspn(at, around);
    *length = strcspn(at, around);
    return at;
}

static bool has_word(const char *sentence, bool (*is_wanted)(const char *, size_t, const char *),
                     const char *wanted) {
    struct text plain = {0};
    size_t length;
    bool has_it = false;
    put_unquoted(sentence, &plain);
    const char *at = next_word(text_string(&plain), &length);
    for (; length && !has_it; at = next_word(at + length, &length))
        has_it = is_wanted(at, length, wanted);
    text_free(&plain);
    return has_it;
}

static bool is_same(const char *word, size_t length, const char *wanted) {
    return strlen(wanted) == length && memcmp(word, wanted, length) == 0;
}

/* "drachen.word": a lower-case letter on both sides of a point. */
static bool has_key(const char *sentence) {
    for (const char *at = strchr(sentence, '.'); at; at = strchr(at + 1, '.'))
        if (at > sentence && is_lower(at[-1]) && is_lower(at[1]))
            return true;
    return false;
}

/* Traces of an empty argument. */
static bool has_gap(const char *sentence) {
    static const char *const gaps[] = {"  ", " ,", " ;", " :", " !", " ?", "()",   "( ",
                                       " )", ":.", ",.", ",,", "„“", "«»", "\"\"", NULL};
    for (const char *const *gap = gaps; *gap; gap++)
        if (strstr(sentence, *gap))
            return true;
    size_t length = strlen(sentence);
    const char *point = strstr(sentence, " .");
    if (point && point[2] != '.')
        return true;
    return !length || sentence[0] == ' ' || sentence[length - 1] == ' ' ||
           sentence[length - 1] == ':';
}

/* The German catalogue has none of the English words that rules use as values, so a value
 * without translation is detected there. */
static bool has_value(const struct message *message, const char *german) {
    for (int i = 0; i < message->arg_count; i++)
        for (int k = 0; message->args[i].kind == ARG_WORD && k < message->args[i].count; k++) {
            const char *word = message->values[message->args[i].first + k].word;
            if (is_lower(word[0]) && has_word(german, is_same, word))
                return true;
        }
    return false;
}

/* The maximum length of a sentence; of a list of titles, such as the cards of a hand, the first
 * three count. */
enum { LENGTH_MAX = 200, LISTED_MAX = 3 };

static bool is_long(const struct message *message, enum language language, int reader) {
    struct message cut = *message;
    struct text sentence = {0};
    int length = 0;
    for (int i = 0; i < cut.arg_count; i++)
        if (cut.args[i].kind == ARG_WORD && cut.args[i].count > LISTED_MAX)
            cut.args[i].count = LISTED_MAX;
    words_say_to(language, names, reader, &cut, &sentence);
    for (const char *at = text_string(&sentence); *at; at++)
        length += (*at & 0xc0) != 0x80;
    text_free(&sentence);
    return length > LENGTH_MAX;
}

/* The fault in the sentence of a message; NULL: none. */
static const char *fault_of(const struct message *message, enum language language, int reader,
                            struct text *sentence) {
    const char *template = words_find(language, message->key);
    if (!template)
        return "no words";
    if (!fills_all(message, template))
        return "an argument is missing";
    text_clear(sentence);
    words_say_to(language, names, reader, message, sentence);
    const char *said = text_string(sentence);
    if (strpbrk(said, "{}"))
        return "an open placeholder";
    if (has_gap(said))
        return "a gap";
    if (is_long(message, language, reader))
        return "too long";
    /* The refusal of text that does not parse explains the notation, so it is exempt. */
    if (strcmp(strchr(message->key, '.'), ".notation") == 0)
        return NULL;
    if (has_word(said, is_raw, NULL) || has_key(said))
        return "notation";
    if (language == LANGUAGE_DE && has_value(message, said))
        return "a value that was not looked up";
    return NULL;
}

static void note_said(struct law_finding *finding, const char *key) {
    for (int i = 0; i < finding->said_count; i++)
        if (strcmp(finding->said[i], key) == 0)
            return;
    must(finding->said_count < LAW_SAID_MAX);
    finding->said[finding->said_count++] = key;
}

static uint64_t hash_string(uint64_t hash, const char *string) {
    for (; *string; string++)
        hash = (hash ^ (unsigned char)*string) * 0x100000001b3;
    return hash * 0x100000001b3;
}

/* Skips messages that were checked before; random play repeats most of them. */
static bool was_judged(struct law_finding *finding, const struct message *message) {
    uint64_t hash = hash_string(0xcbf29ce484222325, message->key);
    for (int i = 0; i < message->arg_count; i++) {
        const struct arg *arg = &message->args[i];
        hash = hash_string(hash, message_arg_name(message, i)) + arg->count + 256u * arg->kind;
        for (int k = arg->first; k < arg->first + arg->count; k++)
            hash = arg->kind == ARG_WORD
                       ? hash_string(hash, message->values[k].word)
                       : (hash ^ (uint64_t)message->values[k].number) * 0x100000001b3;
    }
    uint64_t *slot = &finding->judged[hash % LAW_JUDGED];
    bool is_known = *slot == hash;
    *slot = hash;
    return is_known;
}

/* Whether the message mentions this seat; a message without seats is for all. */
static bool concerns(const struct message *message, int seat) {
    for (int i = 0; i < message->arg_count; i++)
        for (int k = 0; message->args[i].kind == ARG_SEAT && k < message->args[i].count; k++)
            if (message->values[message->args[i].first + k].number == seat)
                return true;
    return seat < 0;
}

/* The fault of the sentence in one language for any reader; NULL: none. */
static const char *fault_in(const struct message *message, enum language language,
                            struct text *sentence) {
    const char *fault = NULL;
    for (int reader = -1; reader < SEATS_MAX && !fault; reader++)
        if (concerns(message, reader))
            fault = fault_of(message, language, reader, sentence);
    return fault;
}

bool law_said(struct law_run *run, const struct message *message) {
    struct text *sentence = &run->sentence;
    if (was_judged(run->finding, message))
        return true;
    note_said(run->finding, message->key);
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        text_clear(sentence);
        const char *fault = fault_in(message, (enum language)language, sentence);
        if (!fault)
            continue;
        struct text what = {0};
        text_put(&what, message->key);
        text_put(&what, ", ");
        text_put(&what, fault);
        text_put(&what, ": ");
        text_put(&what, text_string(sentence));
        law_broken(run, LAW_WORDS, text_string(&what), NULL);
        text_free(&what);
        return false;
    }
    return true;
}

bool law_words(struct law_run *run) {
    for (int i = 0; i < run->events.count; i++)
        if (!law_said(run, &event_of(&run->events, i)->message))
            return false;
    return true;
}
