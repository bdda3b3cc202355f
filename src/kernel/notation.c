/* notation.c: parses a line of notation, word by word. */
#include <spelunke/notation.h>

#include <string.h>

static size_t word_length(const char *at) {
    return strcspn(at, " ");
}

/* Skips a word and the single blank after it. A blank at the end of the line is not skipped, so
 * that scan_end refuses it. */
static void scan_step(struct scan *scan, size_t length) {
    scan->at += length;
    if (scan->at[0] == ' ' && scan->at[1] != '\0' && scan->at[1] != ' ')
        scan->at++;
}

bool scan_word(struct scan *scan, const char *word) {
    size_t length = word_length(scan->at);
    if (length != strlen(word) || memcmp(scan->at, word, length) != 0)
        return false;
    scan_step(scan, length);
    return true;
}

static bool is_canonical(const char *digits, size_t length, bool is_negative) {
    if (length == 0 || length > 19)
        return false;
    return digits[0] != '0' || (length == 1 && !is_negative);
}

bool scan_number(struct scan *scan, int64_t min, int64_t max, int64_t *number) {
    size_t length = word_length(scan->at);
    bool is_negative = scan->at[0] == '-';
    const char *digits = scan->at + is_negative;
    size_t count = strspn(digits, "0123456789");
    if (count + is_negative != length || !is_canonical(digits, count, is_negative))
        return false;
    uint64_t size = 0; /* 19 digits always fit */
    for (size_t i = 0; i < count; i++)
        size = size * 10 + (uint64_t)(digits[i] - '0');
    if (size > INT64_MAX)
        return false;
    int64_t value = is_negative ? -(int64_t)size : (int64_t)size;
    if (value < min || value > max)
        return false;
    *number = value;
    scan_step(scan, length);
    return true;
}

bool scan_any_word(struct scan *scan, char *word, int size) {
    size_t length = word_length(scan->at);
    if (length == 0 || length >= (size_t)size)
        return false;
    memcpy(word, scan->at, length);
    word[length] = '\0';
    scan_step(scan, length);
    return true;
}

bool scan_end(const struct scan *scan) {
    return scan->at[0] == '\0';
}
