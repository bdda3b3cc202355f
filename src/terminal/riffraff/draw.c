/* draw.c: ship and cargo as text.
 *
 * Each character cell casts several rays into the scene, so that a yard, which is thinner than a
 * row is high, is never missed. Cargo is drawn in lower-case letters, held and falling pieces in
 * capitals. */
#include "draw.h"

#include <ctype.h>
#include <string.h>

enum { ACROSS = 2, DOWN = 4 }; /* rays in a cell */

/* What a ray hits first, and how many rays of the cell hit it. */
struct hit {
    int body, count;
    const struct part *part;
    double point[3];
};

static int depth_axis(const struct window *window) {
    return window->from == FROM_ASTERN ? 0 : 2;
}

static int upward_axis(const struct window *window) {
    return window->from == FROM_ASTERN ? 2 : 0;
}

/* Converts a position in the window, in rows and columns, to a point of the world. */
static void point_at(const struct window *window, double column, double row, double out[3]) {
    out[depth_axis(window)] = 0;
    out[1] = window->middle[0] + (window->columns / 2.0 - column) * window->scale;
    out[upward_axis(window)] = window->middle[1] + (window->rows / 2.0 - row) * 2 * window->scale;
}

/* From astern the nearest point has the least x, from above the greatest z. */
static bool is_seen(const struct window *window, double low, double high, double *depth) {
    if (window->from == FROM_ASTERN ? high < window->nearest : low > window->nearest)
        return false;
    double end = window->from == FROM_ASTERN ? low : -high;
    double edge = window->from == FROM_ASTERN ? window->nearest : -window->nearest;
    *depth = end > edge ? end : edge;
    return true;
}

/* The parts that can be visible in a row of the screen. */
struct row {
    int count;
    const struct part *parts[SCENE_PARTS];
};

static void find_row(const struct scene *scene, const struct window *window, int number,
                     struct row *row) {
    int up = upward_axis(window);
    double point[3];
    point_at(window, 0, number + .5, point);
    row->count = 0;
    for (int i = 0; i < scene->count; i++) {
        const struct part *part = &scene->parts[i];
        double way = point[up] - part->pose.at[up], most = part->reach[up] + window->scale;
        if (way <= most && -way <= most)
            row->parts[row->count++] = part;
    }
}

/* The held piece is drawn in front of everything. */
static const struct part *look_along(const struct row *row, const struct window *window,
                                     const struct lighting *light, double point[3]) {
    const struct part *found = NULL;
    double nearest = 0, low, high, depth;
    for (int i = 0; i < row->count; i++) {
        const struct part *part = row->parts[i];
        bool is_held = part->body == light->held;
        if (!part_span(part, depth_axis(window), point, &low, &high))
            continue;
        if (!is_held && !is_seen(window, low, high, &depth))
            continue;
        depth = is_held ? -1e5 : depth;
        if (!found || depth < nearest) {
            nearest = depth;
            found = part;
        }
    }
    if (found && found->body != light->held)
        point[depth_axis(window)] = window->from == FROM_ASTERN ? nearest : -nearest;
    return found;
}

/* Ranks the hits of a cell: a held or loose piece needs two rays; a yard wins at once where rows
 * are high; the hull needs much of the cell. */
static int weight_of(const struct hit *hit, const struct window *window,
                     const struct lighting *light) {
    const double thin = 6; /* millimetres a column at which a yard is as thin as a row */
    if (hit->body == light->held)
        return hit->count * 1000;
    if (hit->body >= SHIP_BODIES)
        return hit->count >= 2 ? hit->count * 100 : 0;
    if (hit->body > 0)
        return window->scale < thin && hit->count < 3 ? 0 : hit->count * 10;
    return hit->count >= 3 ? hit->count : 0;
}

static bool look_at_cell(const struct row *parts, const struct window *window,
                         const struct lighting *light, int column, int row, struct hit *best) {
    struct hit hits[ACROSS * DOWN];
    int kinds = 0, most = 0;
    for (int i = 0; i < ACROSS * DOWN; i++) {
        double point[3];
        int kind = 0;
        point_at(window, column + (i % ACROSS + .5) / ACROSS, row + (i / ACROSS + .5) / DOWN,
                 point);
        const struct part *part = look_along(parts, window, light, point);
        if (!part)
            continue;
        while (kind < kinds && hits[kind].body != part->body)
            kind++;
        if (kind == kinds) {
            hits[kinds] = (struct hit){.body = part->body, .part = part};
            memcpy(hits[kinds++].point, point, sizeof point);
        }
        hits[kind].count++;
    }
    for (int kind = 0; kind < kinds; kind++)
        if (weight_of(&hits[kind], window, light) > most) {
            most = weight_of(&hits[kind], window, light);
            *best = hits[kind];
        }
    return most > 0;
}

/* The kit's area at a point of the ship; 0: none. */
static int area_at(const struct console *console, const struct scene *scene,
                   const struct hit *hit) {
    const struct value *areas = value_get(console->kit, "areas");
    double own[3];
    placed_inside(&scene->bodies[hit->body], hit->point, own);
    for (int i = 0; i < value_count(areas); i++) {
        const struct value *area = value_at(areas, i);
        const struct value *from = value_get(area, "from"), *to = value_get(area, "to");
        bool is_in = scene_body(console->kit, value_get_word(area, "body")) == hit->body;
        for (int k = 0; k < 2; k++)
            is_in = is_in && own[k] * 1e3 >= (double)value_number(value_at(from, k)) &&
                    own[k] * 1e3 <= (double)value_number(value_at(to, k));
        if (is_in)
            return (int)value_get_number(area, "number");
    }
    return 0;
}

static bool is_falling(const struct frame *frame, int body) {
    for (int i = 0; frame && i < frame->fall_count; i++)
        if (frame->falls[i].body == body)
            return true;
    return false;
}

static void put_piece(const struct console *console, const struct window *window,
                      const struct lighting *light, int column, int row, int body) {
    int shape = riffraff_body_shape(console, body);
    char sign[2] = {shape < 0 ? '#' : riffraff_sign(console, shape)[0], '\0'};
    bool is_loose = is_falling(light->frame, body);
    if (body != light->held && !is_loose)
        sign[0] = (char)tolower((unsigned char)sign[0]);
    screen_put(window->row + row, window->column + column, 1,
               body == light->held ? light->held_ink
               : is_loose          ? INK_EMBER
                                   : INK_PLAIN,
               sign);
}

static void put_ship(const struct console *console, const struct scene *scene,
                     const struct window *window, const struct lighting *light, int column, int row,
                     const struct hit *hit) {
    bool is_mast = hit->body == 0 && hit->part->kind != PART_BOX;
    int area = is_mast ? 0 : area_at(console, scene, hit);
    bool is_own =
        light->area && area == light->area && (window->from == FROM_ABOVE || hit->body > 0);
    bool is_ball = is_mast && hit->part->kind == PART_SPHERE;
    const char *sign = is_ball                       ? "●"
                       : is_mast                     ? window->from == FROM_ABOVE ? "█" : "║"
                       : hit->body > 0               ? "═"
                       : is_own                      ? "▒"
                       : window->from == FROM_ASTERN ? "▓"
                                                     : "░";
    screen_put(window->row + row, window->column + column, 1,
               is_own    ? INK_BRASS
               : is_mast ? INK_DARK
                         : INK_OAK,
               sign);
}

/* The cell of the window that shows a point of the world; false: it is outside. */
static bool find_cell(const struct window *window, const double point[3], int *column, int *row) {
    double x = window->columns / 2.0 + (window->middle[0] - point[1]) / window->scale;
    double y =
        window->rows / 2.0 + (window->middle[1] - point[upward_axis(window)]) / (2 * window->scale);
    *column = x < 0 ? -1 : (int)x;
    *row = y < 0 ? -1 : (int)y;
    return x >= 0 && y >= 0 && *column < window->columns && *row < window->rows;
}

void riffraff_mark(const struct window *window, const double point[3], enum ink ink,
                   const char *sign) {
    int column, row;
    if (find_cell(window, point, &column, &row))
        screen_put(window->row + row, window->column + column, utf8_width(sign), ink, sign);
}

/* Where the number of an area is drawn: in the wood of a yard; in the middle of an area of the
 * deck, but from astern, where these areas hide one another, side by side on the hull. */
static void find_number(const struct console *console, const struct scene *scene,
                        const struct window *window, int area, double out[3]) {
    const char *body = value_get_word(riffraff_area_facts(console, area), "body");
    bool is_deck = strcmp(body, "ship") == 0, is_astern = window->from == FROM_ASTERN;
    bool is_fore =
        value_number(value_at(value_get(riffraff_area_facts(console, area), "to"), 0)) > 0;
    const double beside = 10;
    const double offset[3] = {0, is_deck && is_astern ? (is_fore ? beside : -beside) : 0,
                              !is_astern ? 0
                              : is_deck  ? -window->scale * 2
                                         : -3};
    riffraff_area_point(console, scene, area, offset, out);
}

/* From above yards cover one another, so only the area in question is numbered. */
static bool is_hidden(const struct console *console, const struct window *window,
                      const struct lighting *light, int area, const double point[3]) {
    bool is_deck = strcmp(value_get_word(riffraff_area_facts(console, area), "body"), "ship") == 0;
    if (window->from == FROM_ASTERN)
        return !is_deck && point[0] < window->nearest;
    return point[2] > window->nearest || (!is_deck && area != light->area);
}

/* Cargo hides a number. */
static void put_numbers(const struct console *console, const struct scene *scene,
                        const struct window *window, const struct lighting *light) {
    for (int area = 1; area <= value_count(value_get(console->kit, "areas")); area++) {
        struct text number = {0};
        struct row parts;
        struct hit hit;
        double point[3];
        int column, row;
        find_number(console, scene, window, area, point);
        if (is_hidden(console, window, light, area, point) ||
            !find_cell(window, point, &column, &row))
            continue;
        find_row(scene, window, row, &parts);
        if (look_at_cell(&parts, window, light, column, row, &hit) && hit.body >= SHIP_BODIES)
            continue;
        text_put_number(&number, area);
        riffraff_mark(window, point, area == light->area ? INK_BRASS : INK_PLAIN,
                      text_string(&number));
        text_free(&number);
    }
}

void riffraff_draw_window(const struct console *console, const struct scene *scene,
                          const struct window *window, const struct lighting *light) {
    for (int row = 0; row < window->rows; row++) {
        struct row parts;
        find_row(scene, window, row, &parts);
        for (int column = 0; parts.count && column < window->columns; column++) {
            struct hit hit;
            if (!look_at_cell(&parts, window, light, column, row, &hit))
                continue;
            if (hit.body < SHIP_BODIES)
                put_ship(console, scene, window, light, column, row, &hit);
            else
                put_piece(console, window, light, column, row, hit.body);
        }
    }
    put_numbers(console, scene, window, light);
}
