/* screen.c: Riff Raff drawn as text.
 *
 *     title                           row 0
 *     what to do                      row 1, drawn by the loop
 *     the ship from astern            left half
 *     players, cards, pieces, events  right half; while a piece is loaded the ship from
 *                                     above, and numbers
 *     keys                            the last two rows, drawn by the loop
 *
 * While a piece is held both views show its surroundings, enlarged to fit; while pieces fall the
 * view from astern shows the whole ship. */
#include <string.h>

#include "draw.h"
#include "terminal/parts.h"

enum { STAGE_ROW = 2, CARD_COLUMNS = 3 };
/* The numbers with their title. On a narrow screen three of the four lines may take a second
 * row. */
enum { FIGURE_ROWS = 6, FIGURE_ROWS_NARROW = 8, FIGURE_COLUMNS = 48 };
enum { WHOLE_WIDTH = 390, WHOLE_HEIGHT = 400, WHOLE_LOW = -20 }; /* millimetres of the ship */
enum { NEAR_WIDTH = 150, FAR_AWAY = 45, CATCH_WIDTH = 520, CATCH_HEIGHT = 540, CATCH_LOW = -150 };

/* The layout for the present size of the screen. */
struct layout {
    int rows;  /* from STAGE_ROW to the keys */
    int right; /* where the right half begins */
    int left_width, right_width;
    int figure_rows; /* of the numbers, at the end of the right half */
};

static struct layout lay_out(void) {
    struct layout at = {.rows = screen_rows() - STAGE_ROW - 2};
    at.right = screen_columns() / 2 + 1;
    at.left_width = at.right - 2;
    at.right_width = screen_columns() - at.right;
    at.figure_rows = at.right_width > FIGURE_COLUMNS ? FIGURE_ROWS : FIGURE_ROWS_NARROW;
    return at;
}

static void draw_title(const struct console *console, const struct draft *draft) {
    const struct value *captain = value_get(console->seen, "captain");
    struct text title = {0};
    struct message message;
    int area = riffraff_question(console) == ASK_CARD ? 0 : riffraff_area(console, draft);
    message_start(&message, value_is_null(captain) ? "riffraff.title_start"
                            : area                 ? "riffraff.title_area"
                                                   : "riffraff.title_bar");
    message_number(&message, "round", value_get_number(console->seen, "round"));
    message_number(&message, "rounds", value_get_number(console->seen, "rounds"));
    message_seat(&message, "seat", (int)value_number(captain));
    message_number(&message, "area", area);
    console_say(console, &message, &title);
    screen_bar(text_string(&title));
    text_free(&title);
}

/* The scale at which width and height, in millimetres, fit into the window. */
static double scale_for(const struct window *window, double width, double height) {
    double across = width / window->columns, down = height / (2 * window->rows);
    return across > down ? across : down;
}

static void show_whole(struct window *window) {
    bool is_above = window->from == FROM_ABOVE;
    window->scale = scale_for(window, WHOLE_WIDTH, WHOLE_HEIGHT);
    window->middle[0] = 0;
    window->middle[1] = is_above ? 10 : WHOLE_LOW + WHOLE_HEIGHT / 2.0;
    window->nearest = is_above ? 1e4 : -1e4;
}

static struct window window_of(int row, int column, int rows, int columns, enum look_from from) {
    return (struct window){
        .row = row, .column = column, .rows = rows, .columns = columns, .from = from};
}

/* "8 B F L2"; without the blanks where there is no room. */
static void put_supply(const struct console *console, int seat, int width, struct text *out) {
    for (const char *between = " "; between; between = *between ? "" : NULL) {
        text_clear(out);
        text_put_number(out, riffraff_count_all(console, seat));
        text_put_char(out, ' ');
        for (int shape = 0; shape < riffraff_shapes(console); shape++) {
            int count = riffraff_count(console, seat, shape);
            text_put(out, count ? between : "");
            text_put(out, count ? riffraff_sign(console, shape) : "");
            if (count > 1)
                text_put_number(out, count);
        }
        if (utf8_width(text_string(out)) <= width)
            return;
    }
}

/* "  >*Toni  7   8  B2 F K M" */
static void draw_seat(const struct console *console, int seat, int row, const struct layout *at) {
    const struct value *shown = value_at(value_get(console->seen, "shown"), seat);
    const struct value *captain = value_get(console->seen, "captain");
    const struct value *active = value_get(console->seen, "active");
    bool is_active = !value_is_null(active) && value_number(active) == seat;
    bool is_captain = !value_is_null(captain) && value_number(captain) == seat;
    struct text name = {0}, pieces = {0}, card = {0};
    text_put(&name, is_active ? ">" : " ");
    text_put(&name, is_captain ? "*" : " ");
    text_put(&name, console->names[seat]);
    if (!value_is_null(shown))
        text_put_number(&card, value_number(shown));
    put_supply(console, seat, at->right_width - 18, &pieces);
    enum ink ink = seat == console->seat ? INK_BRASS : INK_PLAIN;
    screen_put(row, at->right, 12, ink, text_string(&name));
    screen_put_right(row, at->right + 12, 3, ink, text_string(&card));
    screen_put(row, at->right + 17, at->right_width - 18, ink, text_string(&pieces));
    text_free(&name);
    text_free(&pieces);
    text_free(&card);
}

/* Ten cards in a row; cards that were played are dots, the chosen one is in brackets. */
static void draw_cards(const struct console *console, const struct draft *draft, int row,
                       const struct layout *at) {
    const struct value *hand = value_at(value_get(console->seen, "hands"), console->seat);
    bool is_asked = riffraff_question(console) == ASK_CARD;
    int64_t laid = value_get_number(console->seen, "my_card");
    for (int card = 1; card <= value_count(value_get(console->kit, "cards")); card++) {
        bool is_there = value_has_number(hand, card);
        bool is_chosen = is_asked ? draft->choice == card : laid == card;
        struct text text = {0};
        text_put(&text, is_chosen ? "[" : " ");
        if (is_there || is_chosen)
            text_put_number(&text, card);
        else
            text_put(&text, "·");
        text_put(&text, is_chosen ? "]" : " ");
        screen_put(row, at->right + (card - 1) * CARD_COLUMNS + (card > 9), 4,
                   is_chosen  ? INK_BRASS
                   : is_asked ? INK_PLAIN
                              : INK_DIM,
                   text.data);
        text_free(&text);
    }
}

static bool is_load(const struct console *console) {
    return riffraff_question(console) == ASK_LOAD || riffraff_question(console) == ASK_SECOND;
}

/* "►1 Boat b 2": key, name, letter and count. */
static void draw_piece(const struct console *console, const struct draft *draft, int shape, int row,
                       int column, int width) {
    bool is_asked = is_load(console);
    bool is_chosen = is_asked && draft->choice == shape + 1;
    int count = riffraff_count(console, console->seat, shape);
    struct text text = {0};
    text_put(&text, is_chosen ? "►" : " ");
    text_put_number(&text, shape + 1);
    text_put_char(&text, ' ');
    text_put(&text, riffraff_sign(console, shape));
    text_put_char(&text, ' ');
    text_put(&text, riffraff_word(console, shape));
    text_put(&text, count > 1 ? " ×" : "");
    if (count > 1)
        text_put_number(&text, count);
    screen_put(row, column, width,
               is_chosen  ? INK_BRASS
               : !count   ? INK_DIM
               : is_asked ? INK_PLAIN
                          : INK_DIM,
               text.data);
    text_free(&text);
}

/* The names that an action of a captain lists: "Toni, Franziska" of "order 0 2". */
static void put_names(const struct console *console, const char *action, struct text *out) {
    for (const char *at = action; *at; at++)
        if (*at >= '0' && *at <= '9' && *at - '0' < riffraff_seats(console)) {
            text_put(out, out->data[out->length - 1] == ' ' ? "" : ", ");
            text_put(out, console->names[*at - '0']);
        }
}

/* "►1 Toni, Franziska": what a captain may decide. */
static void draw_options(const struct console *console, const struct draft *draft, int row,
                         const struct layout *at) {
    for (int option = 1; option <= riffraff_options(console); option++) {
        bool is_chosen = draft->choice == option;
        struct text text = {0}, action = {0};
        riffraff_option(console, option, &action);
        text_put(&text, is_chosen ? "►" : " ");
        text_put_number(&text, option);
        text_put_char(&text, ' ');
        put_names(console, text_string(&action), &text);
        screen_put(row + option - 1, at->right, at->right_width - 1,
                   is_chosen ? INK_BRASS : INK_PLAIN, text_string(&text));
        text_free(&text);
        text_free(&action);
    }
}

static void draw_right(const struct console *console, const struct draft *draft,
                       const struct layout *at) {
    int row = STAGE_ROW, half = at->right_width / 2, seats = riffraff_seats(console);
    int options = riffraff_options(console), shapes = riffraff_shapes(console);
    screen_rule(row++, at->right - 1, at->right_width + 1,
                console_word(console, "riffraff.title_players"));
    for (int seat = 0; seat < seats; seat++)
        draw_seat(console, seat, row++, at);
    screen_rule(row++, at->right - 1, at->right_width + 1,
                console_word(console, "riffraff.title_cards"));
    draw_cards(console, draft, row++, at);
    screen_rule(row++, at->right - 1, at->right_width + 1,
                console_word(console, options         ? "riffraff.title_options"
                                      : draft->is_two ? "riffraff.title_two"
                                                      : "riffraff.title_pieces"));
    draw_options(console, draft, row, at);
    int rows = (shapes + 1) / 2;
    for (int shape = 0; shape < shapes && !options; shape++)
        draw_piece(console, draft, shape, row + shape % rows, at->right + shape / rows * half,
                   half);
    row += options > rows ? options : rows;
    draw_sentences(console, 0, row, at->right, STAGE_ROW + at->rows - row - 1, at->right_width - 1);
}

/* The tilt below the ship; without its label where there is no room. */
static void draw_heel(const struct console *console, const struct scene *scene, int row,
                      int width) {
    struct text heel = {0}, line = {0};
    riffraff_say_heel(console, scene, &heel);
    console_say_word(console, "riffraff.figure_ship", text_string(&heel), &line);
    bool is_short = utf8_width(text_string(&line)) > width - 1;
    screen_put(row, 1, width - 1, INK_PLAIN, text_string(is_short ? &heel : &line));
    text_free(&heel);
    text_free(&line);
}

void riffraff_draw(const struct console *console, const void *context) {
    const struct draft *draft = context;
    struct layout at = lay_out();
    struct lighting light = {.area = riffraff_area(console, draft), .held = NO_BODY};
    struct window window = window_of(STAGE_ROW + 1, 0, at.rows - 2, at.left_width, FROM_ASTERN);
    struct scene scene;
    draw_title(console, draft);
    scene_of_view(console->kit, console->seen, &scene);
    screen_rule(STAGE_ROW, 0, at.left_width + 1, console_word(console, "riffraff.title_astern"));
    show_whole(&window);
    riffraff_draw_window(console, &scene, &window, &light);
    draw_heel(console, &scene, STAGE_ROW + at.rows - 1, at.left_width);
    draw_right(console, draft, &at);
}

/* The middle of the area, shifted so that the piece is well inside the window. */
static double stay_near(double middle, double piece, double room) {
    return piece > middle + room ? piece - room : piece < middle - room ? piece + room : middle;
}

/* The height of the next yard above. */
static double ceiling_above(const struct scene *scene, double height) {
    double least = 1e4;
    for (int yard = 1; yard < SHIP_BODIES; yard++)
        if (scene->bodies[yard].at[2] > height && scene->bodies[yard].at[2] < least)
            least = scene->bodies[yard].at[2];
    return least;
}

static void show_near(const struct console *console, const struct draft *draft,
                      const struct scene *scene, const double piece[3], struct window *window) {
    static const double none[3];
    double middle[3], above = ceiling_above(scene, piece[2]) - 8;
    int up = window->from == FROM_ASTERN ? 2 : 0;
    riffraff_area_point(console, scene, riffraff_area(console, draft), none, middle);
    double apart = piece[up] > middle[up] ? piece[up] - middle[up] : middle[up] - piece[up];
    bool is_far = window->from == FROM_ABOVE && apart > FAR_AWAY;
    window->scale = scale_for(window, NEAR_WIDTH, is_far ? apart + FAR_AWAY + 20 : 0);
    if (is_far)
        middle[up] = (middle[up] + piece[up]) / 2;
    window->middle[0] = stay_near(middle[1], piece[1], window->columns * window->scale * .25);
    window->middle[1] =
        stay_near(middle[up] + (up == 2 ? 25 : 0), piece[up], window->rows * window->scale * .5);
    window->nearest = window->from == FROM_ASTERN ? piece[0] - 45
                      : piece[2] + 30 < above     ? piece[2] + 30
                                                  : above;
}

/* The plane in which the open hand moves. */
static void show_plane(struct window *window) {
    window->scale = scale_for(window, CATCH_WIDTH, CATCH_HEIGHT);
    window->middle[0] = 0;
    window->middle[1] = CATCH_LOW + CATCH_HEIGHT / 2.0;
    window->nearest = -1e4;
}

/* The height at which falling pieces are lost; ship and cargo are drawn over it. */
static void draw_water(const struct console *console, const struct window *window) {
    double height = (double)value_get_number(console->kit, "lost") * 1e-3;
    for (int column = 0; column < window->columns; column++) {
        const double point[3] = {
            0, window->middle[0] + (window->columns / 2.0 - column - .5) * window->scale, height};
        riffraff_mark(window, point, INK_DIM, "~");
    }
}

/* The open hand, and the key for each falling piece. */
static void draw_catching(const struct console *console, const struct frame *frame,
                          const struct window *window) {
    int body = scene_body(console->kit, "hand");
    double radius =
        (double)value_get_number(value_get(console->kit, "catch_hand"), "radius") * 1e-3;
    static const double ring[8][2] = {{1, 0},  {.7, .7},   {0, 1},  {-.7, .7},
                                      {-1, 0}, {-.7, -.7}, {0, -1}, {.7, -.7}};
    const struct pose *hand = &frame->bodies[body];
    for (int i = 0; i < 8 && hand->at[2] > -1000000; i++) {
        const double point[3] = {0, hand->at[1] * 1e-3 + ring[i][0] * radius,
                                 hand->at[2] * 1e-3 + ring[i][1] * radius};
        riffraff_mark(window, point, INK_BRASS, "°");
    }
    for (int i = 0; i < frame->fall_count && i < REACH_KEYS; i++) {
        const int32_t *at = frame->bodies[frame->falls[i].body].at;
        const double point[3] = {at[0] * 1e-3, at[1] * 1e-3, at[2] * 1e-3};
        const char key[2] = {(char)('1' + i), '\0'};
        riffraff_mark(window, point, INK_EMBER, key);
    }
}

/* Marks where the hand pulls the piece, until the piece is there. */
static void draw_wanted(const struct draft *draft, const struct scene *scene, int held,
                        const struct window *window) {
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double way = draft->wanted[i] - scene->bodies[held].at[i];
        most = way > most ? way : -way > most ? -way : most;
    }
    if (most > 4)
        riffraff_mark(window, draft->wanted, INK_BRASS, "+");
}

/* The pane of numbers. */
static void draw_figures(const struct console *console, const struct draft *draft,
                         const struct frame *frame, const struct scene *scene, int row,
                         const struct layout *at) {
    struct text figures = {0};
    screen_rule(row, at->right - 1, at->right_width + 1,
                console_word(console, "riffraff.title_figures"));
    riffraff_say_figures(console, draft, frame, scene, &figures);
    screen_put_page(row + 1, at->right, at->figure_rows - 1, at->right_width - 1, INK_PLAIN,
                    text_string(&figures));
    text_free(&figures);
}

static void clear_stage(const struct layout *at) {
    struct text blank = {0};
    for (int column = 0; column < screen_columns(); column++)
        text_put_char(&blank, ' ');
    for (int row = 0; row < at->rows; row++)
        screen_put(STAGE_ROW + row, 0, screen_columns(), INK_PLAIN, text_string(&blank));
    text_free(&blank);
}

static void set_windows(const struct console *console, const struct draft *draft,
                        const struct frame *frame, const struct scene *scene,
                        struct window windows[2]) {
    bool is_near = frame->held >= 0 && !draft->is_whole && draft->has_begun;
    for (int i = 0; i < 2; i++) {
        if (is_near)
            show_near(console, draft, scene, scene->bodies[frame->held].at, &windows[i]);
        else if (frame->held < 0 && windows[i].from == FROM_ASTERN)
            show_plane(
                &windows[i]); /* already before anything falls, so that the view does not jump */
        else
            show_whole(&windows[i]);
    }
}

void riffraff_draw_frame(const struct console *console, const void *context,
                         const struct frame *frame) {
    const struct draft *draft = context;
    struct layout at = lay_out();
    struct scene scene;
    struct lighting light = {.area = riffraff_area(console, draft),
                             .held = frame->held,
                             .held_ink = frame->release ? INK_EMBER : INK_MOSS,
                             .frame = frame};
    int above = at.rows - at.figure_rows - 1;
    struct window windows[2] = {
        window_of(STAGE_ROW + 1, 0, at.rows - 1, at.left_width, FROM_ASTERN),
        window_of(STAGE_ROW + 1, at.right, above, at.right_width, FROM_ABOVE)};
    scene_of_frame(console->kit, frame, &scene);
    set_windows(console, draft, frame, &scene, windows);
    clear_stage(&at);
    screen_rule(STAGE_ROW, 0, at.left_width + 1, console_word(console, "riffraff.title_astern"));
    screen_rule(STAGE_ROW, at.right - 1, at.right_width + 1,
                console_word(console, "riffraff.title_above"));
    if (frame->held < 0)
        draw_water(console, &windows[0]);
    for (int i = 0; i < 2; i++)
        riffraff_draw_window(console, &scene, &windows[i], &light);
    for (int i = 0; i < 2 && frame->held >= 0 && draft->has_begun; i++)
        draw_wanted(draft, &scene, frame->held, &windows[i]);
    enum shown shown = riffraff_shown(console, frame);
    if (shown == SHOWS_ALARM || shown == SHOWS_CATCHING)
        draw_catching(console, frame, &windows[0]);
    draw_figures(console, draft, frame, &scene, STAGE_ROW + 1 + above, &at);
}

static void say_release(const struct console *console, int release, struct text *out) {
    if (release)
        console_say_word(console, "riffraff.may_not_let_go",
                         console_word(console, riffraff_refusal(console, release)), out);
    else
        console_say_key(console, "riffraff.may_let_go", out);
}

/* In place of the task: whether the piece may be let go. */
static void say_hand(const struct console *console, const struct draft *draft, struct text *out) {
    switch (draft->shown) {
    case SHOWS_HELD:
        say_release(console, draft->release, out);
        break;
    case SHOWS_CATCHING:
        console_say_key(console, "riffraff.catch_now", out);
        break;
    case SHOWS_ALARM:
        console_say_key(console, "riffraff.alarm", out);
        break;
    default:
        console_say_key(console, "riffraff.settling", out);
    }
}

/* Shorter than the game's own sentence, to fit on a line. */
static void say_load(const struct console *console, const struct draft *draft, struct text *out) {
    struct message message;
    message_start(&message, draft->is_two ? "riffraff.choosing_two" : "riffraff.choosing_one");
    message_word(&message, "name", riffraff_word(console, draft->choice - 1));
    message_number(&message, "area", riffraff_area(console, draft));
    console_say(console, &message, out);
    utf8_capital(out->data);
}

/* The game's question names the place of the area. Where more is asked that is too long for a line,
 * so a shorter question names the area only. */
static void say_piece(const struct console *console, struct text *out) {
    const struct value *args = value_get(value_get(console->prompt, "task"), "args");
    bool is_second = riffraff_question(console) == ASK_SECOND;
    struct message message;
    if (!is_second && strcmp(value_get_word(args, "two"), "yes") != 0)
        return;
    message_start(&message, is_second ? "riffraff.choosing_second" : "riffraff.choosing_piece");
    message_number(&message, "area", value_get_number(args, "area"));
    console_say(console, &message, out);
}

/* The game's own question is too long for a line; the options are listed beside it. */
static void say_option(const struct console *console, struct text *out) {
    struct message message;
    message_start(&message, riffraff_question(console) == ASK_CAPTAIN ? "riffraff.choosing_captain"
                                                                      : "riffraff.choosing_order");
    const struct value *args = value_get(value_get(console->prompt, "task"), "args");
    message_number(&message, "card", value_get_number(args, "card"));
    console_say(console, &message, out);
}

void riffraff_say_choosing(const struct console *console, const void *context, bool is_between,
                           struct text *out) {
    const struct draft *draft = context;
    struct text action = {0};
    (void)is_between;
    bool is_loading =
        draft->has_begun &&
        riffraff_is_phase(console, "sim"); /* the phase stays "sim" until the outcome is there */
    if (riffraff_question(console) == ASK_NOTHING && is_loading)
        say_hand(console, draft, out);
    else if (draft->choice && is_load(console))
        say_load(console, draft, out);
    else if (riffraff_question(console) != ASK_NOTHING && riffraff_action(console, draft, &action))
        riffraff_say_brings(console, text_string(&action), out);
    else if (riffraff_options(console))
        say_option(console, out);
    else if (is_load(console))
        say_piece(console, out);
    text_free(&action);
}
