/* say.c: Riff Raff in sentences, for screen and lines. */
#include <math.h>
#include <string.h>

#include "client.h"

void riffraff_say_task(const struct console *console, struct text *out) {
    struct message task;
    if (riffraff_is_phase(console, "over"))
        console_say_key(console, "riffraff.is_over", out);
    else if (value_message(value_get(console->prompt, "task"), &task))
        console_say(console, &task, out);
    else
        text_put(out, console_last_sentence(console));
}

void riffraff_say_brings(const struct console *console, const char *action, struct text *out) {
    struct value *says = console_tell(console, action);
    for (int i = 0; i < value_count(says); i++) {
        struct message message;
        text_put(out, i ? " " : "");
        if (value_message(value_at(says, i), &message))
            console_say(console, &message, out);
    }
    value_free(says);
}

const char *riffraff_word(const struct console *console, int shape) {
    return console_word_of(console, "word", riffraff_shape_name(console, shape));
}

const char *riffraff_sign(const struct console *console, int shape) {
    return console_word_of(console, "sign", riffraff_shape_name(console, shape));
}

const char *riffraff_pose_word(const struct console *console, const char *pose) {
    return console_word_of(console, "pose", pose);
}

bool riffraff_means_pose(const struct console *console, const char *pose, const char *word) {
    struct text key = {0};
    text_put(&key, "riffraff.type.");
    text_put(&key, pose);
    bool is_it = console_means(console, text_string(&key), word);
    text_free(&key);
    return is_it;
}

/* "2.3 degrees to port"; nothing below a tenth. */
static void say_lean(const struct console *console, double angle, const char *one,
                     const char *other, struct text *out) {
    int tenths = (int)lround(fabs(angle) * 1800 / acos(-1));
    struct text number = {0};
    struct message message;
    if (!tenths)
        return;
    console_say_tenths(console, tenths, &number);
    message_start(&message, "riffraff.lean");
    message_word(&message, "number", text_string(&number));
    message_word(&message, "side", angle > 0 ? one : other);
    text_put(out, out->length ? ", " : "");
    console_say(console, &message, out);
    text_free(&number);
}

/* Names the lower side, to which the mast leans. */
void riffraff_say_heel(const struct console *console, const struct scene *scene, struct text *out) {
    const double(*axes)[3] = scene->bodies[0].axes;
    struct text lean = {0};
    say_lean(console, asin(axes[1][2]), "port", "starboard", &lean);
    say_lean(console, asin(axes[0][2]), "bow", "stern", &lean);
    text_put(out, lean.length ? text_string(&lean) : console_word(console, "riffraff.lean_none"));
    text_free(&lean);
}

void riffraff_say_release(const struct console *console, int release, struct text *out) {
    struct message why;
    message_start(&why, riffraff_refusal(console, release));
    console_say_refusal(console, &why, out);
}

static void say_place(const struct console *console, int seat, int64_t rank, struct text *out) {
    struct message message;
    message_start(&message, "riffraff.place");
    message_number(&message, "place", rank);
    message_seat(&message, "seat", seat);
    message_number(&message, "count", riffraff_count_all(console, seat));
    text_put(out, out->length ? "\n" : "");
    console_say(console, &message, out);
}

void riffraff_say_end(const struct console *console, struct text *out) {
    const struct value *ranks = value_get(console->seen, "ranks");
    for (int rank = 1; rank <= riffraff_seats(console); rank++)
        for (int seat = 0; seat < riffraff_seats(console); seat++)
            if (value_number(value_at(ranks, seat)) == rank)
                say_place(console, seat, rank, out);
}
