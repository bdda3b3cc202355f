/* input.c: lines of standard input. */
#include "input.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "signals.h"

/* Reads what is there; waits for it only until the next look for signals. */
static void read_more(struct input *input) {
    struct pollfd waiting = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&waiting, 1, SIGNAL_SLICE) <= 0)
        return;
    ssize_t count =
        read(STDIN_FILENO, input->bytes + input->count, sizeof input->bytes - input->count);
    if (count > 0)
        input->count += (size_t)count;
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
        input->is_ended = true;
}

static void drop(struct input *input, size_t count) {
    input->count -= count;
    memmove(input->bytes, input->bytes + count, input->count);
}

static void give(struct input *input, size_t length, struct text *line) {
    if (input->is_too_long)
        text_put_char(line, '\0');
    else
        text_put_bytes(line, input->bytes, length);
    input->is_too_long = false;
}

bool input_line(struct input *input, struct text *line) {
    text_clear(line);
    while (!signals_caught()) {
        char *feed = memchr(input->bytes, '\n', input->count);
        if (feed) {
            size_t length = (size_t)(feed - input->bytes);
            give(input, length, line);
            drop(input, length + 1);
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
        read_more(input);
    }
    return false;
}

const char *input_trim(struct text *line) {
    const char *data = text_string(line);
    bool is_whole = strlen(data) == line->length;
    while (is_whole && line->length > 0 && strchr(" \t\r", data[line->length - 1]))
        line->data[--line->length] = '\0';
    return is_whole ? data + strspn(data, " \t") : NULL;
}
