/* say.c: Riff Raff in sentences, for screen and plain lines. */
#include <math.h>
#include <string.h>

#include "client.h"

void riffraff_say_task(const struct table *table, struct text *out) {
    struct message task;
    if (riffraff_is_phase(table, "over"))
        table_say_key(table, "riffraff.is_over", out);
    else if (value_message(value_get(table->prompt, "task"), &task))
        table_say(table, &task, out);
    else
        text_put(out, table_last_sentence(table));
}

void riffraff_say_brings(const struct table *table, const char *action, struct text *out) {
    struct value *says = table_tell(table, action);
    for (int i = 0; i < value_count(says); i++) {
        struct message message;
        text_put(out, i ? " " : "");
        if (value_message(value_at(says, i), &message))
            table_say(table, &message, out);
    }
    value_free(says);
}

const char *riffraff_word(const struct table *table, int shape) {
    static const char *const keys[SHAPES_MAX] = {"riffraff.word.boat",   "riffraff.word.barrel",
                                                 "riffraff.word.flask",  "riffraff.word.crate",
                                                 "riffraff.word.sailor", "riffraff.word.plank",
                                                 "riffraff.word.rat",    "riffraff.word.chest"};
    return table_word(table, keys[shape]);
}

const char *riffraff_sign(const struct table *table, int shape) {
    static const char *const keys[SHAPES_MAX] = {"riffraff.sign.boat",   "riffraff.sign.barrel",
                                                 "riffraff.sign.flask",  "riffraff.sign.crate",
                                                 "riffraff.sign.sailor", "riffraff.sign.plank",
                                                 "riffraff.sign.rat",    "riffraff.sign.chest"};
    return table_word(table, keys[shape]);
}

const char *riffraff_pose_word(const struct table *table, const char *pose) {
    static const char *const names[] = {"stand", "lie", "side", "hang", "over"};
    static const char *const keys[] = {"riffraff.pose.stand", "riffraff.pose.lie",
                                       "riffraff.pose.side", "riffraff.pose.hang",
                                       "riffraff.pose.over"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], pose) == 0)
            return table_word(table, keys[i]);
    return pose;
}

void riffraff_say_tenths(const struct table *table, int tenths, struct text *out) {
    int size = tenths < 0 ? -tenths : tenths;
    text_put(out, tenths < 0 ? "-" : "");
    text_put_number(out, size / 10);
    text_put(out, table_word(table, "terminal.decimal"));
    text_put_number(out, size % 10);
}

/* "2.3 degrees to port"; nothing where it is less than a tenth. */
static void say_lean(const struct table *table, double angle, const char *one, const char *other,
                     struct text *out) {
    int tenths = (int)lround(fabs(angle) * 1800 / acos(-1));
    struct text number = {0};
    struct message message;
    if (!tenths)
        return;
    riffraff_say_tenths(table, tenths, &number);
    message_start(&message, "riffraff.lean");
    message_word(&message, "number", text_string(&number));
    message_word(&message, "side", angle > 0 ? one : other);
    text_put(out, out->length ? ", " : "");
    table_say(table, &message, out);
    text_free(&number);
}

/* The side that is lower: the mast leans there. */
void riffraff_say_heel(const struct table *table, const struct scene *scene, struct text *out) {
    const double(*axes)[3] = scene->bodies[0].axes;
    struct text lean = {0};
    say_lean(table, asin(axes[1][2]), "port", "starboard", &lean);
    say_lean(table, asin(axes[0][2]), "bow", "stern", &lean);
    text_put(out, lean.length ? text_string(&lean) : table_word(table, "riffraff.lean_none"));
    text_free(&lean);
}

void riffraff_say_release(const struct table *table, int release, struct text *out) {
    struct message why;
    message_start(&why, riffraff_refusal(table, release));
    table_say_refusal(table, &why, out);
}

static void say_place(const struct table *table, int seat, int64_t rank, struct text *out) {
    struct message message;
    message_start(&message, "riffraff.place");
    message_number(&message, "place", rank);
    message_seat(&message, "seat", seat);
    message_number(&message, "count", riffraff_count_all(table, seat));
    text_put(out, out->length ? "\n" : "");
    table_say(table, &message, out);
}

void riffraff_say_end(const struct table *table, struct text *out) {
    const struct value *ranks = value_get(table->seen, "ranks");
    for (int rank = 1; rank <= riffraff_seats(table); rank++)
        for (int seat = 0; seat < riffraff_seats(table); seat++)
            if (value_number(value_at(ranks, seat)) == rank)
                say_place(table, seat, rank, out);
}
