/* input.c: lines from standard input. */
#include "input.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "signals.h"

/* Waits for input, or for another file (-1: none) to become readable; reads what is there. */
static void read_more(struct input *input, int other, int milliseconds) {
    struct pollfd waiting[] = {{.fd = input->is_ended ? -1 : STDIN_FILENO, .events = POLLIN},
                               {.fd = other, .events = POLLIN}};
    if (poll(waiting, 2, milliseconds) <= 0 || !waiting[0].revents)
        return;
    ssize_t count =
        read(STDIN_FILENO, input->bytes + input->count, sizeof input->bytes - input->count);
    if (count > 0)
        input->count += (size_t)count;
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
        input->is_ended = true;
}

static void give(struct input *input, size_t length, struct text *line) {
    if (input->is_too_long)
        text_put_char(line, '\0');
    else
        text_put_bytes(line, input->bytes, length);
    input->is_too_long = false;
}

/* Returns the next complete line. */
static bool give_line(struct input *input, struct text *line) {
    char *feed = memchr(input->bytes, '\n', input->count);
    text_clear(line);
    if (feed) {
        size_t length = (size_t)(feed - input->bytes);
        give(input, length, line);
        input->count -= length + 1;
        memmove(input->bytes, feed + 1, input->count);
        return true;
    }
    if (input->is_ended) {
        bool is_there = input->count > 0 || input->is_too_long;
        give(input, input->count, line);
        input->count = 0;
        return is_there;
    }
    if (input->count == sizeof input->bytes) {
        input->is_too_long = true;
        input->count = 0;
    }
    return false;
}

/* Waits in slices, to check for signals. */
bool input_line(struct input *input, struct text *line) {
    while (!signals_caught()) {
        if (give_line(input, line))
            return true;
        if (input->is_ended)
            return false;
        read_more(input, -1, SIGNAL_SLICE);
    }
    return false;
}

bool input_take(struct input *input, int other, int milliseconds, struct text *line) {
    if (give_line(input, line))
        return true;
    read_more(input, other, milliseconds < SIGNAL_SLICE ? milliseconds : SIGNAL_SLICE);
    return give_line(input, line);
}

/* Whether a list of words, separated by blanks, contains the word. */
static bool lists(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; at && *at; at += strspn(at, " ")) {
        size_t next = strcspn(at, " ");
        if (next == length && memcmp(at, word, length) == 0)
            return true;
        at += next;
    }
    return false;
}

bool input_means(enum language language, const char *key, const char *word) {
    return lists(words_find(language, key), word) || lists(words_find(LANGUAGE_EN, key), word);
}

const char *input_trim(struct text *line) {
    const char *data = text_string(line);
    bool is_whole = strlen(data) == line->length;
    while (is_whole && line->length > 0 && strchr(" \t\r", data[line->length - 1]))
        line->data[--line->length] = '\0';
    return is_whole ? data + strspn(data, " \t") : NULL;
}
