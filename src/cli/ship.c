/* ship.c: `spelunke ship`: the ship of a match of Riff Raff, after any of its loadings or during
 * one, described in words, drawn and recorded.
 *
 * The log contains all poses after a loading. A moment during one is computed by repeating the
 * session with the stored hand samples, which is exact only on the same build; so the outcome is
 * compared with the log. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/log.h>
#include <spelunke/must.h>
#include <spelunke/notation.h>
#include <spelunke/recording.h>
#include <spelunke/session.h>

#include "arguments.h"
#include "disk/disk.h"
#include "disk/hands.h"
#include "games/riffraff/shapes.h"
#include "games/riffraff/ship_world.h"
#include "picture/picture.h"
#include "words/words.h"

static const char help[] =
    "Usage: spelunke ship LOG [--turn N] [--at SECONDS] [--png FILE] [--width PIXELS]\n"
    "                         [--record FILE]\n"
    "\n"
    "Reads the log of a match of Riff Raff and describes the ship after one of its\n"
    "loadings: the number and outcome of the loading, the lean of the ship, and the\n"
    "pieces in each area.\n"
    "\n"
    "  --turn N             after the Nth loading, counted from 1; 0 is the empty\n"
    "                       ship (the last one)\n"
    "  --at SECONDS         time after the start of that loading, for example 2.5;\n"
    "                       needs LOG.hands and the build that made it\n"
    "  --png FILE           draw the ship from astern; - is standard output, and the\n"
    "                       text goes to standard error then\n"
    "  --width PIXELS       width of the picture, 16 to 4096 (640); height is 9/8\n"
    "  --record FILE        write the recording of that loading (docs/recording.md);\n"
    "                       needs LOG.hands and the build that made it\n"
    "\n"
    "    spelunke ship riffraff.log --turn 12 --png ship.png\n"
    "\n"
    "Manual: man spelunke-ship\n";

enum { LOG_MAX_BYTES = 64 * 1024 * 1024, WIDTH_USUAL = 640, WIDTH_MIN = 16, WIDTH_MAX = 4096 };
enum { SECONDS_MAX = 600 };

/* The command line. Missing values are NULL or -1. */
struct call {
    const char *log, *png, *at, *record, *turn_text;
    int64_t turn, width;
    int32_t ticks; /* of --at */
};

/* The selected loading and the match around it. */
struct loading {
    int wanted, count; /* from 1; the number of loadings so far */
    int entry;         /* in the log; -1: none was found */
    struct rr_state before, after;
    struct rr_action action;
};

static const struct argument arguments[] = {
    {"--turn", ARGUMENT_TEXT, offsetof(struct call, turn_text), 1, 0},
    {"--at", ARGUMENT_TEXT, offsetof(struct call, at), 1, 0},
    {"--png", ARGUMENT_TEXT, offsetof(struct call, png), 1, 0},
    {"--record", ARGUMENT_TEXT, offsetof(struct call, record), 1, 0},
    {"--width", ARGUMENT_NUMBER, offsetof(struct call, width), WIDTH_MIN, WIDTH_MAX},
    {0}};

static bool parse_ticks(const char *text, int32_t *ticks) {
    size_t whole = strspn(text, "0123456789");
    size_t more = text[whole] == '.' ? 1 + strspn(text + whole + 1, "0123456789") : 0;
    double seconds = strtod(text, NULL);
    if (!whole || more == 1 || text[whole + more] || seconds > SECONDS_MAX)
        return false;
    *ticks = (int32_t)(seconds * rr_sim.hz + .5);
    return true;
}

/* Parses the values that are not plain text. */
static int parse_values(struct call *call) {
    struct scan scan = {call->turn_text};
    if (call->turn_text && (!scan_number(&scan, 0, INT32_MAX, &call->turn) || !scan_end(&scan)))
        return complain_usage("ship", "--turn takes a number, 0 or more, not \"%s\"",
                              call->turn_text);
    if (call->at && !parse_ticks(call->at, &call->ticks))
        return complain_usage("ship", "--at takes seconds, such as 2.5, not \"%s\"", call->at);
    return EXIT_FINE;
}

/* True if both name the same file, and not standard output. */
static bool is_same_file(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0 && strcmp(a, "-") != 0;
}

/* Checks for contradicting options. */
static int check_call(const struct call *call) {
    if (!call->log)
        return complain_call(help, "ship needs the log of a match");
    if (call->width > 0 && !call->png)
        return complain_usage("ship", "--width needs --png FILE");
    if (call->at && call->turn == 0)
        return complain_usage("ship", "--at is a moment of a loading, and 0 is none");
    if (call->record && call->turn == 0)
        return complain_usage("ship", "--record needs a loading, and 0 is none");
    if (is_same_file(call->png, call->log))
        return complain_usage("ship", "the picture would take the place of the log");
    if (is_same_file(call->record, call->log))
        return complain_usage("ship", "the recording would take the place of the log");
    if (call->record && call->png && strcmp(call->record, call->png) == 0)
        return complain_usage("ship", "the recording and the picture need a file each");
    return EXIT_FINE;
}

static int take_arguments(int argc, char **argv, struct call *call) {
    *call = (struct call){.turn = -1, .width = -1};
    for (int i = 1, taken; i < argc; i += taken) {
        bool is_option = argv[i][0] == '-' && argv[i][1];
        taken = is_option ? argument_take(argv + i, arguments, call, help) : !call->log;
        if (taken < 0)
            return EXIT_USAGE;
        if (!taken)
            return complain_call(help, "ship cannot make sense of \"%s\"", argv[i]);
        if (!is_option)
            call->log = argv[i];
    }
    int code = parse_values(call);
    return code == EXIT_FINE ? check_call(call) : code;
}

static int read_match(const char *path, struct match **out) {
    struct text bytes = {0}, reason = {0};
    struct log_fault fault;
    int code = EXIT_FINE;
    if (!disk_read(path, LOG_MAX_BYTES, &bytes))
        return complain(EXIT_TROUBLE, "cannot read %s: %s", path, error_said(errno));
    *out = log_parse(game_list, text_string(&bytes), bytes.length, &fault);
    if (!*out) {
        words_say(words_language_of_environment(), &fault.why, &reason);
        code = complain(EXIT_REFUSED, "%s: line %d: %s", path, fault.line, text_string(&reason));
    } else if (match_game(*out) != &riffraff_game) {
        code = complain(EXIT_REFUSED, "%s is a match of %s, which has no ship", path,
                        match_game(*out)->title);
    }
    text_free(&bytes);
    text_free(&reason);
    return code;
}

/* Stores the selected loading, or else the last one. */
static bool visit(void *context, const struct replay *replay) {
    struct loading *loading = context;
    const struct rr_action *action = replay->entry.action;
    if (action->verb != RR_OUTCOME)
        return true;
    if (loading->count == loading->wanted)
        return false;
    loading->count++;
    loading->entry = replay->index;
    memcpy(&loading->before, replay->before, sizeof loading->before);
    memcpy(&loading->after, replay->after, sizeof loading->after);
    loading->action = *action;
    return true;
}

/* Before the first loading the ship is in its initial state. */
static int find_loading(const struct match *match, const struct call *call,
                        struct loading *loading) {
    *loading = (struct loading){.wanted = (int)call->turn, .entry = -1};
    match_replay(match, match_length(match), visit, loading);
    if (loading->count < call->turn)
        return complain_usage("ship", "--turn %lld is too much; loadings in this log: %d",
                              (long long)call->turn, loading->count);
    if (call->at && !loading->count)
        return complain_usage("ship", "--at is a moment of a loading, and there was none");
    if (call->record && !loading->count)
        return complain_usage("ship", "--record needs a loading, and there was none");
    if (!loading->count || call->turn == 0)
        must(riffraff_game.init(&loading->after, match_setup(match), NULL));
    return EXIT_FINE;
}

/* The hand samples of this entry; the caller frees them. */
static bool find_hands(const struct match *match, int entry, struct hands *out) {
    struct text lines = {0};
    bool is_found = false;
    log_print_hands(match, entry, &lines);
    const char *at = text_string(&lines);
    while (!is_found && *at && hands_parse(&at, out)) {
        is_found = out->entry == entry;
        if (!is_found)
            hands_free(out);
    }
    text_free(&lines);
    return is_found;
}

/* A session of Riff Raff draws nothing from its dice, so their key does not matter. */
static struct session *open_session(const struct loading *loading) {
    static const unsigned char key[KEY_BYTES];
    struct rng dice;
    rng_open(&dice, key, 0, LANE_CHANCE);
    return session_open(&riffraff_game, &loading->before, &dice, NULL);
}

/* True if repeating the session gives the outcome in the log. */
static bool is_repeated(const struct loading *loading, const struct hands *hands) {
    struct text claimed = {0}, repeated = {0};
    struct rr_action outcome = {0};
    struct session *session = open_session(loading);
    session_follow(session, hands->samples, hands->count, hands->ticks);
    session_close(session, &outcome);
    rr_print_action(&loading->action, &claimed);
    rr_print_action(&outcome, &repeated);
    bool is_same = strcmp(text_string(&claimed), text_string(&repeated)) == 0;
    text_free(&claimed);
    text_free(&repeated);
    return is_same;
}

/* The hand samples, if repeating the loading on this build gives the outcome in the log. */
static int take_hands(struct match *match, const struct call *call, const struct loading *loading,
                      struct hands *hands) {
    struct log_fault fault;
    if (hands_file_read(match, call->log, &fault) != HANDS_FILE_READ ||
        !find_hands(match, loading->entry, hands))
        return complain(EXIT_REFUSED, "%s.hands does not have what the hand did in turn %d",
                        call->log, loading->count);
    if (is_repeated(loading, hands))
        return EXIT_FINE;
    hands_free(hands);
    return complain(EXIT_REFUSED, "on this build turn %d comes out differently than in the log",
                    loading->count);
}

static int find_moment(const struct call *call, const struct loading *loading,
                       const struct hands *hands, struct frame *frame) {
    struct rr_action outcome = {0};
    if (call->ticks > hands->ticks)
        return complain_usage("ship", "--at %s is too late: all is over after %.2f seconds",
                              call->at, (double)hands->ticks / rr_sim.hz);
    struct session *session = open_session(loading);
    session_follow(session, hands->samples, hands->count, call->ticks);
    session_frame(session, frame);
    session_close(session, &outcome);
    return EXIT_FINE;
}

/* Advances the session to a tick; `next` is the index of the first sample that was not applied
 * yet. */
static void follow(struct session *session, const struct hands *hands, int32_t ticks, int *next) {
    session_follow(session, hands->samples + *next, hands->count - *next, ticks);
    while (*next < hands->count && hands->samples[*next].tick <= ticks)
        ++*next;
}

/* The frames of the loading, and its outcome in notation. */
static struct recording *make_recording(const struct loading *loading, const struct hands *hands) {
    const int every = rr_sim.frame_every;
    struct recording *recording = recording_new(rr_sim.hz / every, every, RR_BODIES);
    struct session *session = open_session(loading);
    struct rr_action action = {0};
    struct text outcome = {0};
    struct frame frame = {0};
    int next = 0;
    for (int32_t ticks = 0; ticks < hands->ticks + every; ticks += every) {
        follow(session, hands, ticks < hands->ticks ? ticks : hands->ticks, &next);
        session_frame(session, &frame);
        recording_add(recording, &frame);
    }
    session_close(session, &action);
    rr_print_action(&loading->action, &outcome);
    recording_end(recording, outcome.data, outcome.length);
    text_free(&outcome);
    return recording;
}

static int write_file(const char *path, const void *bytes, size_t size) {
    bool is_written = strcmp(path, "-") == 0 ? fwrite(bytes, 1, size, stdout) == size
                                             : disk_write(path, bytes, size);
    return is_written ? EXIT_FINE
                      : complain(EXIT_TROUBLE, "cannot write %s: %s", path, error_said(errno));
}

static int record(const struct call *call, const struct loading *loading,
                  const struct hands *hands) {
    struct recording *recording = make_recording(loading, hands);
    size_t size;
    const void *bytes = recording_bytes(recording, &size);
    int code = write_file(call->record, bytes, size);
    recording_free(recording);
    return code;
}

static void find_rest(const struct rr_state *state, struct frame *frame) {
    struct ship_world *ship = ship_world_new(state->sea, state->ship.aboard);
    ship_world_open(ship, &state->ship);
    frame_begin(frame, 0, RR_BODIES);
    for (int body = 0; body < RR_HAND_BODY; body++)
        ship_world_pose(ship, body, &frame->bodies[body]);
    frame->bodies[RR_HAND_BODY] = (struct pose){{0, 0, RR_WAITING}, {1000000, 0, 0, 0}};
    ship_world_free(ship);
}

static int draw(const struct call *call, const struct frame *frame) {
    int width = call->width > 0 ? (int)call->width : WIDTH_USUAL;
    struct picture *picture = picture_new(width, width * 9 / 8);
    struct text png = {0};
    picture_draw_ship(picture, 0, width, frame);
    picture_png(picture, &png);
    picture_free(picture);
    int code = write_file(call->png, png.data, png.length);
    text_free(&png);
    return code;
}

static double degrees_of(int32_t angle) {
    return (angle < 0 ? -angle : angle) * 1e-6 * 57.29577951308232;
}

static void print_outcome(FILE *out, const struct loading *loading) {
    const struct rr_state *before = &loading->before;
    struct text outcome = {0};
    struct rr_action short_form = loading->action;
    short_form.has_ship = false;
    memset(&short_form.ship, 0, sizeof short_form.ship);
    rr_print_action(&short_form, &outcome);
    fprintf(out, "turn         %d, entry %d: seat %d loads %s on area %d\n", loading->count,
            loading->entry, before->order[0], rr_piece_names[before->loading],
            rr_area_of(before, before->order[0]));
    fprintf(out, "outcome      %s\n", text_string(&outcome));
    text_free(&outcome);
}

static void print_ship(FILE *out, const struct rr_ship *ship) {
    const int32_t *joints = ship->joints;
    fprintf(out, "leans        %.1f degrees to %s, %.1f to the %s\n", degrees_of(joints[0]),
            joints[0] < 0 ? "port" : "starboard", degrees_of(joints[1]),
            joints[1] < 0 ? "stern" : "bow");
    for (int area = 1; area <= RR_AREAS; area++) {
        bool is_named = false;
        for (int piece = rr_set_next(ship->aboard, 0); piece >= 0;
             piece = rr_set_next(ship->aboard, piece + 1)) {
            if (ship->area[piece] != area)
                continue;
            if (!is_named)
                fprintf(out, "area %-7d", area);
            fprintf(out, " %s", rr_piece_names[piece]);
            is_named = true;
        }
        fputs(is_named ? "\n" : "", out);
    }
    if (!ship->aboard)
        fputs("aboard       nothing\n", out);
}

/* Lists the pieces that are falling. */
static void print_falls(FILE *out, const struct frame *frame) {
    for (int i = 0; i < frame->fall_count; i++)
        fprintf(out, i ? " %s" : "falling      %s",
                rr_piece_names[frame->falls[i].body - RR_PIECE_BODY]);
    fputs(frame->fall_count ? "\n" : "", out);
}

/* The poses at a moment of the loading, or after it. */
static int find_frame(struct match *match, const struct call *call, const struct loading *loading,
                      struct frame *frame) {
    struct hands hands;
    if (!call->at)
        find_rest(&loading->after, frame);
    if (!call->at && !call->record)
        return EXIT_FINE;
    int code = take_hands(match, call, loading, &hands);
    if (code != EXIT_FINE)
        return code;
    if (call->at)
        code = find_moment(call, loading, &hands, frame);
    if (code == EXIT_FINE && call->record)
        code = record(call, loading, &hands);
    hands_free(&hands);
    return code;
}

/* Writes recording and picture first, so that the output is printed only if they succeeded. */
static int show(struct match *match, const struct call *call) {
    struct loading loading;
    struct frame frame = {0};
    int code = find_loading(match, call, &loading);
    if (code == EXIT_FINE)
        code = find_frame(match, call, &loading, &frame);
    if (code == EXIT_FINE && call->png)
        code = draw(call, &frame);
    if (code != EXIT_FINE)
        return code;
    bool is_taken = (call->png && strcmp(call->png, "-") == 0) ||
                    (call->record && strcmp(call->record, "-") == 0);
    FILE *out = is_taken ? stderr : stdout;
    if (loading.entry >= 0 && call->turn != 0)
        print_outcome(out, &loading);
    print_falls(out, &frame);
    print_ship(out, &loading.after.ship);
    return EXIT_FINE;
}

int run_ship(int argc, char **argv) {
    struct call call;
    struct match *match = NULL;
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    int code = take_arguments(argc, argv, &call);
    if (code == EXIT_FINE)
        code = read_match(call.log, &match);
    if (code == EXIT_FINE)
        code = show(match, &call);
    if (match)
        match_free(match);
    return code;
}
