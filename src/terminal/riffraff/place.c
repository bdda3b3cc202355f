/* place.c: parses a place for a piece: "left 12 mm, forward 3 mm, turned 45, hanging", in any
 * order, in the console's language or in English; or just the three numbers. */
#include <stdlib.h>
#include <string.h>

#include "client.h"

enum { WORD_BYTES = 32, FARTHEST = 400, WHOLE_TURN = 360 };

/* What a number stands for. */
enum meaning { MEANS_NOTHING, MEANS_LEFT, MEANS_RIGHT, MEANS_FORWARD, MEANS_BACK, MEANS_TURNED };

static enum meaning meaning_of(const struct console *console, const char *word) {
    static const char *const keys[] = {
        [MEANS_LEFT] = "riffraff.type.left",       [MEANS_RIGHT] = "riffraff.type.right",
        [MEANS_FORWARD] = "riffraff.type.forward", [MEANS_BACK] = "riffraff.type.back",
        [MEANS_TURNED] = "riffraff.type.turned",
    };
    for (int meaning = MEANS_LEFT; meaning <= MEANS_TURNED; meaning++)
        if (console_means(console, keys[meaning], word))
            return (enum meaning)meaning;
    return MEANS_NOTHING;
}

/* The natural pose that a word names; -1: none. */
static int pose_of(const struct console *console, int shape, const char *word) {
    const struct value *poses = riffraff_poses(console, shape);
    for (int pose = 0; pose < value_count(poses); pose++)
        if (riffraff_means_pose(console, value_get_word(value_at(poses, pose), "name"), word))
            return pose;
    return -1;
}

static bool means_any_pose(const struct console *console, const char *word) {
    for (int shape = 0; shape < riffraff_shapes(console); shape++)
        if (pose_of(console, shape, word) >= 0)
            return true;
    return false;
}

static void set(struct typed_place *place, enum meaning meaning, int number) {
    if (meaning == MEANS_LEFT || meaning == MEANS_RIGHT)
        place->left = meaning == MEANS_LEFT ? number : -number;
    else if (meaning == MEANS_FORWARD || meaning == MEANS_BACK)
        place->forward = meaning == MEANS_FORWARD ? number : -number;
    else
        place->turned = (number % WHOLE_TURN + WHOLE_TURN) % WHOLE_TURN;
}

/* Takes the next word, without commas; "12mm" are two words, the number and its unit. */
static bool next_word(const char **at, char word[WORD_BYTES]) {
    static const char between[] = " ,;.";
    static const char digits[] = "+-0123456789";
    *at += strspn(*at, between);
    size_t number = strspn(*at, digits), length = number ? number : strcspn(*at, " ,;.");
    if (!length || length >= WORD_BYTES)
        return false;
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length;
    return true;
}

static bool is_number(const char *word, int *number) {
    char *end;
    long read = strtol(word, &end, 10);
    *number = read > FARTHEST ? FARTHEST : read < -FARTHEST ? -FARTHEST : (int)read;
    return end != word && !*end;
}

/* A number belongs to the word before it, else to the one after it. Numbers without words mean
 * left, forward and turned, in this order. */
struct reader {
    enum meaning pending;
    int numbers[3], count;
    bool has_words;
};

static void take_number(struct reader *reader, int number, struct typed_place *place) {
    if (reader->pending != MEANS_NOTHING)
        set(place, reader->pending, number);
    else if (reader->count < 3)
        reader->numbers[reader->count++] = number;
    reader->pending = MEANS_NOTHING;
}

static void take_meaning(struct reader *reader, enum meaning meaning, struct typed_place *place) {
    reader->has_words = true;
    if (reader->count > 0) {
        set(place, meaning, reader->numbers[--reader->count]);
        return;
    }
    reader->pending = meaning;
}

static void say_unknown(const struct console *console, int shape, const char *word,
                        struct text *answer) {
    struct message message;
    if (!means_any_pose(console, word)) {
        console_say_word(console, "riffraff.bad_place", word, answer);
        return;
    }
    message_start(&message, "riffraff.no_such_pose");
    message_word(&message, "name", riffraff_word(console, shape));
    console_say(console, &message, answer);
}

bool riffraff_read_place(const struct console *console, const char *line, int shape,
                         struct typed_place *place, struct text *answer) {
    struct reader reader = {0};
    char word[WORD_BYTES];
    *place = (struct typed_place){.pose = -1};
    while (next_word(&line, word)) {
        int number, pose = pose_of(console, shape, word);
        enum meaning meaning = meaning_of(console, word);
        if (is_number(word, &number))
            take_number(&reader, number, place);
        else if (meaning != MEANS_NOTHING)
            take_meaning(&reader, meaning, place);
        else if (pose >= 0)
            place->pose = pose;
        else if (!console_means(console, "riffraff.type.filler", word)) {
            say_unknown(console, shape, word, answer);
            return false;
        }
    }
    if (*line || (reader.has_words && (reader.count || reader.pending))) {
        console_say_key(console, "riffraff.bad_numbers", answer);
        return false;
    }
    static const enum meaning order[] = {MEANS_LEFT, MEANS_FORWARD, MEANS_TURNED};
    for (int i = 0; i < reader.count; i++)
        set(place, order[i], reader.numbers[i]);
    return true;
}
