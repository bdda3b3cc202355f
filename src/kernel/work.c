/* work.c: the current work of each thread, readable after a crash. */
#include <spelunke/work.h>

#include <spelunke/game.h>

/* Global, because must_fail and signal handlers have no argument from which they could reach a
 * match. Thread-local, so it needs no lock. */
static _Thread_local const struct work *at_work;

void work_begin(struct work *work) {
    work->outer = at_work;
    at_work = work;
}

void work_end(const struct work *work) {
    at_work = work->outer;
}

const struct work *work_now(void) {
    return at_work;
}

/* A text of fixed size; what does not fit is dropped. */
struct line {
    char *out;
    size_t length, size;
};

static void put_char(struct line *line, char c) {
    if (line->length + 1 < line->size)
        line->out[line->length++] = c;
}

/* Notation is untrusted: control characters would break the line. */
static void put_string(struct line *line, const char *string) {
    for (; string && *string; string++)
        put_char(line, (unsigned char)*string < ' ' || *string == 127 ? '?' : *string);
}

static void put_number(struct line *line, int number) {
    char digits[12];
    int count = 0;
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0)
        put_char(line, '-');
    while (count > 0)
        put_char(line, digits[--count]);
}

static void put_bytes(struct line *line, const unsigned char *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";
    while (count > 0 && !bytes[count - 1])
        count--;
    put_string(line, " 0x");
    for (size_t i = 0; i < count; i++) {
        put_char(line, digits[bytes[i] >> 4]);
        put_char(line, digits[bytes[i] & 15]);
    }
}

static void put_seat(struct line *line, int seat) {
    put_string(line, " seat ");
    if (seat == SEAT_CHANCE)
        put_string(line, "chance");
    else if (seat == SEAT_SIM)
        put_string(line, "sim");
    else
        put_number(line, seat);
}

size_t work_print(char *out, size_t size) {
    struct line line = {.out = out, .size = size};
    const struct work *work = at_work;
    if (work) {
        put_string(&line, work->doing);
        put_char(&line, ' ');
        put_string(&line, work->label && *work->label ? work->label : "-");
        put_char(&line, ' ');
        put_string(&line, work->game->key);
        put_string(&line, " entry ");
        put_number(&line, work->entry);
        put_seat(&line, work->seat);
        if (work->text) {
            put_char(&line, ' ');
            put_string(&line, work->text);
        } else if (work->action) {
            put_bytes(&line, work->action, work->game->action_size);
        }
    }
    if (size > 0)
        out[line.length] = '\0';
    return line.length;
}
