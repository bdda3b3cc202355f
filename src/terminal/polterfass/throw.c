/* throw.c: a throw of barrels seen from above, drawn as text.
 *
 * A cell is three millimetres of the tray wide and a barrel high, so barrels fit as they are drawn
 * elsewhere. A standing barrel shows its lid, a lying one both ends, a tumbling one neither.
 * Invariant: any frame, even from a pool that somebody else wrote, is drawn within the rows of the
 * tray. */
#include <string.h>

#include "client.h"
#include "terminal/screen.h"

enum { SET_ASIDE = 130000, TRAY = 125000, LIFTED = 100000 }; /* micrometres */
enum { CUP_ROWS = 5, BARREL_WIDTH = 6 };

/* The part of the screen that shows the tray. */
struct field {
    int row, rows, width;
};

/* Positions outside the tray are drawn at its edge. */
static int on_tray(int32_t at) {
    return at < -TRAY ? -TRAY : at > TRAY ? TRAY : at;
}

static int row_of(const struct field *field, const struct pose *pose) {
    int inner = field->rows - 1, from_top = TRAY - on_tray(pose->at[1]);
    return pose->at[1] > SET_ASIDE ? field->row
                                   : field->row + 1 + from_top * (inner - 1) / (2 * TRAY);
}

static int column_of(const struct field *field, const struct pose *pose, int width) {
    int middle = (on_tray(pose->at[0]) + TRAY) * field->width / (2 * TRAY);
    int column = middle - width / 2, last = field->width - width;
    return column < 0 ? 0 : column > last ? last : column;
}

/* The direction of a barrel's axis to its first end: right, away, up, in thousandths. */
struct axis {
    int right, away, up;
};

static int magnitude(int number) {
    return number < 0 ? -number : number;
}

/* The quaternion 0 0 0 0, which no throw has, means no rotation. */
static struct axis axis_of(const struct pose *pose) {
    double w = pose->turned[0], x = pose->turned[1], y = pose->turned[2], z = pose->turned[3];
    double square = w * w + x * x + y * y + z * z;
    if (square == 0)
        return (struct axis){0, 0, 1000};
    double scale = 1000 / square;
    return (struct axis){(int)(2 * (x * z + w * y) * scale), (int)(2 * (y * z - w * x) * scale),
                         (int)((w * w - x * x - y * y + z * z) * scale)};
}

const char *polterfass_sign(const char *mark) {
    if (strcmp(mark, "x") == 0)
        return "X";
    return strcmp(mark, "d") == 0 ? "x2" : mark;
}

/* The text on an end; the axis points to the first one. */
static const char *end_of(const struct value *barrel, bool is_first) {
    return polterfass_sign(value_word(value_at(value_get(barrel, "ends"), is_first ? 0 : 1)));
}

static void put_standing(struct text *out, const struct value *barrel, const struct axis *axis) {
    text_put(out, "[ ");
    text_put(out, end_of(barrel, axis->up > 0));
    text_put(out, out->length > 3 ? "]" : " ]");
}

/* A barrel that points away is drawn shorter. */
static void put_lying(struct text *out, const struct value *barrel, const struct axis *axis) {
    bool is_across = magnitude(axis->right) >= magnitude(axis->away);
    text_put(out, "(");
    text_put(out, end_of(barrel, axis->right < 0));
    text_put(out, !is_across ? "|" : value_get_true(barrel, "special") ? "=" : "==");
    text_put(out, end_of(barrel, axis->right >= 0));
    text_put(out, ")");
}

static void put_barrel(struct text *out, const struct value *barrel, const struct axis *axis) {
    if (magnitude(axis->up) > 900)
        put_standing(out, barrel, axis);
    else if (magnitude(axis->up) > 400)
        text_put(out, axis->right < 0 ? "/==/" : "\\==\\");
    else
        put_lying(out, barrel, axis);
}

static void draw_barrel(const struct field *field, const struct pose *pose,
                        const struct value *barrel) {
    struct axis axis = axis_of(pose);
    struct text text = {0};
    put_barrel(&text, barrel, &axis);
    int width = utf8_width(text.data);
    bool stands = magnitude(axis.up) > 900;
    screen_put(row_of(field, pose), column_of(field, pose, width), BARREL_WIDTH,
               value_get_true(barrel, "special") ? INK_DARK
               : stands                          ? INK_BRASS
                                                 : INK_OAK,
               text.data);
    text_free(&text);
}

static void draw_cup(const struct field *field, const struct pose *pose) {
    static const char *const rows[CUP_ROWS] = {"▒▒▒▒▒▒▒▒▒▒▒▒▒", "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒",
                                               "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒", "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒",
                                               "▒▒▒▒▒▒▒▒▒▒▒▒▒"};
    for (int i = 0; i < CUP_ROWS; i++) {
        int width = utf8_width(rows[i]), row = row_of(field, pose) + i - CUP_ROWS / 2;
        if (row > field->row && row < field->row + field->rows)
            screen_put(row, column_of(field, pose, width), width, INK_OAK, rows[i]);
    }
}

static void clear_field(const struct field *field) {
    struct text blank = {0};
    for (int i = 0; i < field->width; i++)
        text_put_char(&blank, ' ');
    for (int i = 0; i < field->rows; i++)
        screen_put(field->row + i, 0, field->width, INK_PLAIN, blank.data);
    text_free(&blank);
}

/* Draws the bodies between two heights; higher ones are drawn later. The cup hides its contents
 * until it is lifted. */
static void draw_layer(const struct field *field, const struct value *barrels,
                       const struct frame *frame, bool is_lifted, int from, int to) {
    for (int i = 0; i < value_count(barrels) && i < frame->count; i++) {
        const struct pose *pose = &frame->bodies[i];
        bool is_seen = is_lifted || pose->at[1] > SET_ASIDE;
        if (is_seen && pose->at[2] >= from && pose->at[2] < to)
            draw_barrel(field, pose, value_at(barrels, i));
    }
}

/* The pose of the body with this name; NULL: it is not in the frame. */
static const struct pose *find_body(const struct value *kit, const struct frame *frame,
                                    const char *name) {
    const struct value *bodies = value_get(kit, "bodies");
    for (int i = 0; i < value_count(bodies) && i < frame->count; i++)
        if (strcmp(value_get_word(value_at(bodies, i), "name"), name) == 0)
            return &frame->bodies[i];
    return NULL;
}

void polterfass_draw_throw(const struct value *kit, const struct frame *frame, int row, int rows,
                           int width) {
    const struct field field = {row, rows, width};
    const struct value *barrels = value_get(kit, "barrels");
    const struct pose *cup = find_body(kit, frame, "cup");
    const struct pose *coaster = find_body(kit, frame, "coaster");
    bool is_lifted = !cup || !coaster || (int64_t)cup->at[2] - coaster->at[2] >= LIFTED;
    enum { ONE_HIGH = 15000, TWO_HIGH = 30000 };
    clear_field(&field);
    draw_layer(&field, barrels, frame, is_lifted, INT32_MIN, ONE_HIGH);
    draw_layer(&field, barrels, frame, is_lifted, ONE_HIGH, TWO_HIGH);
    draw_layer(&field, barrels, frame, is_lifted, TWO_HIGH, INT32_MAX);
    if (!is_lifted)
        draw_cup(&field, cup);
}
