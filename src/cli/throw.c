/* throw.c: `spelunke throw`: one simulated throw of barrels, described in words, recorded and
 * drawn.
 *
 * A recording is made while the throw is computed, and everything that is printed or drawn comes
 * from it; so playing a recorded throw gives the same output. */
#include "cli.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/notation.h>
#include <spelunke/recording.h>

#include "arguments.h"
#include "disk/disk.h"
#include "games/polterfass/film.h"
#include "picture/picture.h"

static const char help[] =
    "Usage: spelunke throw [OPTION]...\n"
    "\n"
    "Simulates one throw of barrels, as Polterfass does with barrels=physics, and\n"
    "prints which barrels stand and on which end, the time, the number of taps and\n"
    "the size of the recording. Barrels are numbered from 1; in a match the dice\n"
    "assign the real barrels to them.\n"
    "\n"
    "  --barrels K          number of barrels, 1 to 9 (9)\n"
    "  --seed SEED          a number or 64 hexadecimal digits (1), from which one of\n"
    "                       the 16384 throws is drawn\n"
    "  --number T           number of the throw, 0 to 16383, instead of a seed\n"
    "  --record FILE        also write the recording (docs/recording.md); - is\n"
    "                       standard output, and the report goes to standard\n"
    "                       error then\n"
    "  --play FILE          read a recorded throw instead; - is standard input\n"
    "  --png FILE           draw the barrels at rest; - is standard output\n"
    "  --at SECONDS         draw this moment instead, for example 0.5\n"
    "  --strip N            draw 2 to 30 moments side by side, at equal intervals\n"
    "  --width PIXELS       width of the picture (960), or of each moment (240)\n"
    "\n"
    "    spelunke throw --seed 7 --png throw.png\n"
    "\n"
    "A throw is reproducible only on the same machine and build. First ends\n"
    "are bare wood in the picture, second ends are red. Manual: man spelunke-throw\n";

enum { RECORDING_MAX_BYTES = 16 * 1024 * 1024 };
enum { WIDTH_USUAL = 960, MOMENT_WIDTH_USUAL = 240, GAP = 4 };

/* The command line. Missing values are NULL or -1. */
struct call {
    const char *seed, *record, *play, *png, *at;
    int64_t barrels, number, strip, width;
};

/* What is known of a throw beside its frames; empty if it was read from a recording. */
struct origin {
    bool is_known;
    int number, taps;
};

static const struct argument arguments[] = {
    {"--barrels", ARGUMENT_NUMBER, offsetof(struct call, barrels), 1, PF_BARRELS},
    {"--number", ARGUMENT_NUMBER, offsetof(struct call, number), 0, THROWS - 1},
    {"--strip", ARGUMENT_NUMBER, offsetof(struct call, strip), 2, 30},
    {"--width", ARGUMENT_NUMBER, offsetof(struct call, width), 16, 4096},
    {"--at", ARGUMENT_TEXT, offsetof(struct call, at), 1, 0},
    {"--play", ARGUMENT_TEXT, offsetof(struct call, play), 1, 0},
    {"--png", ARGUMENT_TEXT, offsetof(struct call, png), 1, 0},
    {"--record", ARGUMENT_TEXT, offsetof(struct call, record), 1, 0},
    {"--seed", ARGUMENT_TEXT, offsetof(struct call, seed), 1, 0},
    {0}};

static bool is_dash(const char *path) {
    return path && strcmp(path, "-") == 0;
}

/* True if the picture would overwrite a recording, new or old. */
static bool overwrites(const struct call *call) {
    return call->png &&
           ((call->record && strcmp(call->record, call->png) == 0) ||
            (call->play && !is_dash(call->play) && strcmp(call->play, call->png) == 0));
}

/* The error message for options that exclude each other. */
static const char *contradiction(const struct call *call) {
    bool is_new = call->seed || call->record || call->barrels > 0 || call->number >= 0;
    if (call->seed && call->number >= 0)
        return said("--seed and --number both choose the throw");
    if (call->play && is_new)
        return said(
            "--play shows what was recorded; it takes no --barrels, --seed, --number, --record");
    if (!call->png && (call->at || call->strip > 0 || call->width > 0))
        return said("--at, --strip and --width need --png FILE");
    if (call->at && call->strip > 0)
        return said("--at and --strip both choose what is drawn");
    if (overwrites(call))
        return said("the recording and the picture of --png need a file each");
    return NULL;
}

static int take_arguments(int argc, char **argv, struct call *call) {
    *call = (struct call){.barrels = -1, .number = -1, .strip = -1, .width = -1};
    for (int i = 1, taken; i < argc; i += taken) {
        taken = argument_take(argv + i, arguments, call, help);
        if (taken < 0)
            return EXIT_USAGE;
        if (!taken)
            return complain_call(help, "throw cannot make sense of \"%s\"", argv[i]);
    }
    const char *wrong = contradiction(call);
    return wrong ? complain_usage("throw", "%s", wrong) : EXIT_FINE;
}

/* No match has these dice, because its setup is part of their key. They are drawn as in the first
 * entry of a log of version 1 without words. */
static int choose_throw(const struct call *call, int *number) {
    struct seed seed;
    struct rng rng;
    unsigned char key[KEY_BYTES];
    *number = (int)call->number;
    if (call->number >= 0)
        return EXIT_FINE;
    if (!seed_parse(&seed, call->seed ? call->seed : "1"))
        return complain_usage("throw", "--seed takes a 64-bit number or 64 hexadecimal digits");
    seed_key(&seed, "", KEY_DICE_1, key);
    rng_open(&rng, key, 0, LANE_CHANCE);
    *number = (int)rng_below(&rng, THROWS);
    return EXIT_FINE;
}

static struct recording *make_throw(int barrels, struct origin *origin) {
    struct film film;
    film_open(&film, film_take(barrels, origin->number));
    while (!recording_has_ended(film.recording))
        film_tick(&film);
    origin->taps = throw_facts(film.throw)->taps;
    film_close(&film);
    return film.recording;
}

/* True if the recording has barrels, cup and coaster, and at least one frame; it may be
 * incomplete. */
static bool shows_a_throw(const struct recording *recording, struct text *why) {
    int barrels = recording_bodies(recording) - 2;
    bool is_open = !recording_has_ended(recording) && recording_frames(recording) > 0;
    if (barrels > 0 && barrels <= PF_BARRELS && (is_open || film_fits(recording, barrels)))
        return true;
    text_put(why, said("the recording shows no throw of barrels"));
    return false;
}

static int read_recording(const char *path, struct recording **out) {
    struct text bytes = {0}, why = {0};
    int code = EXIT_FINE;
    if (!disk_read(path, RECORDING_MAX_BYTES, &bytes))
        code = complain(EXIT_TROUBLE, "cannot read %s: %s", path, error_said(errno));
    else if (!(*out = recording_parse(text_string(&bytes), bytes.length, &why)) ||
             !shows_a_throw(*out, &why))
        code = complain(EXIT_REFUSED, "%s: %s", path, text_string(&why));
    text_free(&bytes);
    text_free(&why);
    return code;
}

static void print_barrels(FILE *out, const uint8_t *faces, size_t count, const char *title,
                          enum pf_face face) {
    int printed = 0;
    fputs(title, out);
    for (size_t i = 0; i < count; i++)
        if (faces[i] == face)
            fprintf(out, printed++ ? " %zu" : "%zu", i + 1);
    fputs(printed ? "\n" : said("none\n"), out);
}

/* Nothing is printed while the barrels are still moving. */
static void print_faces(FILE *out, const struct recording *recording) {
    size_t count;
    const uint8_t *faces = recording_outcome(recording, &count);
    if (!faces)
        return;
    print_barrels(out, faces, count, said("first end    "), PF_FIRST_END);
    print_barrels(out, faces, count, said("second end   "), PF_SECOND_END);
    print_barrels(out, faces, count, said("lying        "), PF_LIES);
}

static void print_throw(FILE *out, const struct recording *recording, const struct origin *origin) {
    int frames = recording_frames(recording);
    size_t size;
    recording_bytes(recording, &size);
    if (origin->is_known)
        fprintf(out, said("throw        %d, barrels: %d\n"), origin->number,
                recording_bodies(recording) - 2);
    print_faces(out, recording);
    fprintf(out, said("took         %.2f s%s\n"), (frames - 1.0) / recording_hz(recording),
            recording_has_ended(recording) ? "" : said(", and is not over"));
    if (origin->is_known)
        fprintf(out, said("taps         %d\n"), origin->taps);
    fprintf(out, said("recording    %zu bytes, %d frames\n"), size, frames);
}

/* Digits, optionally with a decimal point and more digits. */
static bool parse_seconds(const char *text, double *seconds) {
    size_t whole = strspn(text, "0123456789");
    size_t more = text[whole] == '.' ? 1 + strspn(text + whole + 1, "0123456789") : 0;
    *seconds = strtod(text, NULL);
    return whole > 0 && whole < 10 && more != 1 && !text[whole + more];
}

static int choose_moment(const struct call *call, const struct recording *recording, int *tick) {
    double seconds;
    int last = recording_frames(recording) - 1, hz = recording_hz(recording);
    *tick = last;
    if (!call->at)
        return EXIT_FINE;
    if (!parse_seconds(call->at, &seconds))
        return complain_usage("throw", "--at takes seconds, such as 0.5, not \"%s\"", call->at);
    if (seconds * hz > last + 0.5)
        return complain_usage("throw", "--at %s is too late: all is over after %.2f seconds",
                              call->at, (double)last / hz);
    *tick = (int)(seconds * hz + 0.5);
    return EXIT_FINE;
}

static struct picture *draw_moment(const struct recording *recording, int tick, int width) {
    struct picture *picture = picture_new(width, width * 2 / 3);
    struct frame frame;
    recording_frame(recording, tick, &frame);
    picture_draw(picture, 0, width, &frame, picture_has_cup(&frame) ? VIEW_CUP : VIEW_TRAY);
    return picture;
}

static struct picture *draw_strip(const struct recording *recording, int moments, int width) {
    struct picture *picture = picture_new(moments * (width + GAP) - GAP, width * 5 / 4);
    int last = recording_frames(recording) - 1;
    struct frame frame;
    for (int i = 0; i < moments; i++) {
        recording_frame(recording, last * i / (moments - 1), &frame);
        picture_draw(picture, i * (width + GAP), width, &frame, VIEW_CUP);
    }
    return picture;
}

static int draw(const struct call *call, const struct recording *recording, struct text *png) {
    int tick, width = (int)call->width, moments = call->strip > 0 ? (int)call->strip : 0;
    int code = choose_moment(call, recording, &tick);
    if (code != EXIT_FINE)
        return code;
    if (width < 0)
        width = moments ? MOMENT_WIDTH_USUAL : WIDTH_USUAL;
    if (moments * (width + GAP) > PICTURE_SIDE_MAX)
        return complain_usage("throw", "%d moments of %d pixels are too wide: at most %d in all",
                              moments, width, PICTURE_SIDE_MAX);
    struct picture *picture =
        moments ? draw_strip(recording, moments, width) : draw_moment(recording, tick, width);
    picture_png(picture, png);
    picture_free(picture);
    return EXIT_FINE;
}

static int write_file(const char *path, const void *bytes, size_t size) {
    if (is_dash(path) ? fwrite(bytes, 1, size, stdout) == size : disk_write(path, bytes, size))
        return EXIT_FINE;
    return complain(EXIT_TROUBLE, "cannot write %s: %s", path, error_said(errno));
}

static int write_files(const struct call *call, const struct recording *recording) {
    struct text png = {0};
    size_t size;
    const void *bytes = recording_bytes(recording, &size);
    int code = call->png ? draw(call, recording, &png) : EXIT_FINE;
    if (code == EXIT_FINE && call->record)
        code = write_file(call->record, bytes, size);
    if (code == EXIT_FINE && call->png)
        code = write_file(call->png, png.data, png.length);
    text_free(&png);
    return code;
}

static int make_or_read(const struct call *call, struct recording **recording,
                        struct origin *origin) {
    if (call->play)
        return read_recording(call->play, recording);
    int code = choose_throw(call, &origin->number);
    if (code != EXIT_FINE)
        return code;
    *recording = make_throw(call->barrels > 0 ? (int)call->barrels : PF_BARRELS, origin);
    origin->is_known = true;
    return EXIT_FINE;
}

/* Writes files first, so that the output is printed only if they succeeded. */
int run_throw(int argc, char **argv) {
    struct call call;
    struct origin origin = {0};
    struct recording *recording = NULL;
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    int code = take_arguments(argc, argv, &call);
    if (code == EXIT_FINE)
        code = make_or_read(&call, &recording, &origin);
    if (code == EXIT_FINE)
        code = write_files(&call, recording);
    if (code == EXIT_FINE)
        print_throw(is_dash(call.record) || is_dash(call.png) ? stderr : stdout, recording,
                    &origin);
    recording_free(recording);
    return code;
}
