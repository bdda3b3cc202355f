/* name.c: Unicode rules for names, with libunistring. */
#include "name.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include <unicase.h>
#include <unictype.h>
#include <unigbrk.h>
#include <uninorm.h>
#include <unistr.h>

/* A letter decomposes into at most 18 (U+FDFA), so a skeleton always fits. */
enum { LETTERS_MAX = 1024, VARIATION_TEXT = 0xfe0e, VARIATION_EMOJI = 0xfe0f };

struct letters {
    size_t count;
    uint32_t at[LETTERS_MAX];
};

/* The library allocates a result that does not fit into the buffer; such a name is invalid. */
static bool normalize(uninorm_t form, const uint32_t *text, size_t count, struct letters *out) {
    size_t found = LETTERS_MAX;
    uint32_t *result = u32_normalize(form, text, count, out->at, &found);
    must(result);
    out->count = found;
    if (result != out->at)
        free(result);
    return result == out->at;
}

static bool read_letters(const char *text, size_t length, struct letters *out) {
    const uint8_t *bytes = (const uint8_t *)text;
    out->count = 0;
    for (size_t at = 0; at < length;) {
        ucs4_t letter;
        int used = u8_mbtoucr(&letter, bytes + at, length - at);
        if (used <= 0 || out->count == LETTERS_MAX)
            return false;
        out->at[out->count++] = letter;
        at += (size_t)used;
    }
    return true;
}

static bool write_letters(const struct letters *letters, char *out, size_t room) {
    size_t at = 0;
    for (size_t i = 0; i < letters->count; i++) {
        uint8_t bytes[6];
        int used = u8_uctomb(bytes, letters->at[i], sizeof bytes);
        must(used > 0);
        if (at + (size_t)used >= room)
            return false;
        memcpy(out + at, bytes, (size_t)used);
        at += (size_t)used;
    }
    out[at] = '\0';
    return true;
}

static bool is_blank(uint32_t letter) {
    enum { BRAILLE_BLANK = 0x2800 };
    return uc_is_general_category_withtable(letter, UC_CATEGORY_MASK_Zs) || letter == BRAILLE_BLANK;
}

/* Characters that are invisible or affect surrounding text. */
static bool is_unseen(uint32_t letter) {
    return uc_is_general_category_withtable(
               letter, UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cf | UC_CATEGORY_MASK_Cs |
                           UC_CATEGORY_MASK_Co | UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp) ||
           uc_is_property_default_ignorable_code_point(letter) ||
           uc_is_property_not_a_character(letter);
}

static bool is_mark(uint32_t letter) {
    return uc_is_general_category_withtable(letter, UC_CATEGORY_MASK_M);
}

/* Digits and # are emoji in Unicode (as parts of keycaps), so ASCII is excluded. */
static bool may_vary(const struct letters *letters, size_t at) {
    return at > 0 && letters->at[at - 1] > 0x7f && uc_is_property_emoji(letters->at[at - 1]);
}

static bool is_seen_throughout(const struct letters *letters) {
    int marks = 0;
    for (size_t i = 0; i < letters->count; i++) {
        uint32_t letter = letters->at[i];
        if (letter == VARIATION_EMOJI || letter == VARIATION_TEXT) {
            if (!may_vary(letters, i))
                return false;
            continue;
        }
        marks = is_mark(letter) ? marks + 1 : 0;
        if (is_unseen(letter) || marks > NAME_MARKS_MAX)
            return false;
        if (marks && (i == 0 || is_blank(letters->at[i - 1])))
            return false;
    }
    return true;
}

/* Collapses whitespace to single spaces and trims it. */
static void tidy_blanks(struct letters *letters) {
    size_t count = 0;
    for (size_t i = 0; i < letters->count; i++)
        if (!is_blank(letters->at[i]))
            letters->at[count++] = letters->at[i];
        else if (count && letters->at[count - 1] != ' ')
            letters->at[count++] = ' ';
    letters->count = count && letters->at[count - 1] == ' ' ? count - 1 : count;
}

static int count_graphemes(const struct letters *letters) {
    char breaks[LETTERS_MAX];
    int count = 0;
    u32_grapheme_breaks(letters->at, letters->count, breaks);
    for (size_t i = 0; i < letters->count; i++)
        count += breaks[i];
    return count;
}

bool name_parse(const char *text, size_t length, char out[NAME_BYTES_MAX + 1]) {
    struct letters raw, letters;
    out[0] = '\0';
    if (!read_letters(text, length, &raw) || !normalize(UNINORM_NFC, raw.at, raw.count, &letters) ||
        !is_seen_throughout(&letters))
        return false;
    tidy_blanks(&letters);
    int graphemes = count_graphemes(&letters);
    if (graphemes < 1 || graphemes > NAME_GRAPHEMES_MAX ||
        !write_letters(&letters, out, NAME_BYTES_MAX + 1)) {
        out[0] = '\0';
        return false;
    }
    return true;
}

bool nfc_copy(const char *text, size_t length, char *out, size_t room) {
    size_t found = 0;
    uint8_t *result = u8_normalize(UNINORM_NFC, (const uint8_t *)text, length, NULL, &found);
    bool fits = result ? found < room : length == 0 && room > 0;
    if (fits && found)
        memcpy(out, result, found);
    if (fits)
        out[found] = '\0';
    free(result);
    return fits;
}

/* Letters of other scripts and the Latin letters of the same case that they look like. Both strings
 * have the same number of letters. */
static const char foreign[] = "АВЕЅІЈКМНОРСТХҮѴԚԜаеѕіјорсухһԁԛԝѵкмтгӏ"
                              "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορτυχϲϳ"
                              "ıǀ‐‑‒–—―−‘’‚‛′“”„‟″";
static const char latin[] = "ABESIJKMHOPCTXYVQWaesijopcyxhdqwvkmtrl"
                            "ABEZHIKMNOPTYXayikvoptuxcj"
                            "il-------'''''\"\"\"\"\"";

static uint32_t as_latin(uint32_t letter) {
    const uint8_t *at = (const uint8_t *)foreign;
    ucs4_t found;
    for (size_t i = 0; letter > 0x7f && (at = u8_next(&found, at)); i++)
        if (found == letter)
            return (unsigned char)latin[i];
    return letter;
}

static uint32_t as_twin(uint32_t letter) {
    if (letter == '0')
        return 'o';
    return letter == '1' || letter == 'i' || letter == '|' ? 'l' : letter;
}

/* Appends a letter, and replaces pairs that look like a single letter. */
static void add_letter(struct letters *out, uint32_t letter) {
    uint32_t last = out->count ? out->at[out->count - 1] : 0;
    if (last == 'r' && letter == 'n')
        out->at[out->count - 1] = 'm';
    else if (last == 'v' && letter == 'v')
        out->at[out->count - 1] = 'w';
    else if (out->count < LETTERS_MAX)
        out->at[out->count++] = letter;
}

/* Names that look alike have the same skeleton. Upper and lower case of a letter may look like
 * different Latin letters (Greek N is small nu, which looks like v), so names are compared once as
 * written and once in lower case. */
static void make_skeleton(const char *name, bool is_small, struct letters *out) {
    struct letters raw, spread, folded;
    size_t count = LETTERS_MAX;
    out->count = 0;
    if (!read_letters(name, strlen(name), &raw) ||
        !normalize(UNINORM_NFKD, raw.at, raw.count, &spread))
        return;
    for (size_t i = 0; i < spread.count && !is_small; i++)
        spread.at[i] = as_latin(spread.at[i]);
    uint32_t *lower = u32_casefold(spread.at, spread.count, NULL, UNINORM_NFKD, folded.at, &count);
    for (size_t i = 0; lower && i < count; i++)
        if (!is_blank(lower[i]) && !is_unseen(lower[i]))
            add_letter(out, as_twin(as_latin(lower[i])));
    if (lower != folded.at)
        free(lower);
}

bool name_looks_like(const char *a, const char *b) {
    for (int is_small = 0; is_small < 2; is_small++) {
        struct letters one, other;
        make_skeleton(a, is_small, &one);
        make_skeleton(b, is_small, &other);
        if (one.count == other.count && memcmp(one.at, other.at, one.count * sizeof *one.at) == 0)
            return true;
    }
    return false;
}

void name_fold(const char *name, char out[NAME_BYTES_MAX + 1]) {
    size_t size = NAME_BYTES_MAX, length = strlen(name);
    uint8_t *result =
        u8_casefold((const uint8_t *)name, length, NULL, UNINORM_NFC, (uint8_t *)out, &size);
    must(result);
    if (result == (uint8_t *)out) {
        out[size] = '\0';
    } else {
        free(result);
        memcpy(out, name, length + 1);
    }
}
