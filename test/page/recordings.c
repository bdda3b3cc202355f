/* recordings.c: recordings and what the C reader sees in them, a JSON object a line, for the
 * tests of the page (W-30, W-31):
 *
 *   recordings poses     200 drawn recordings of versions 1 and 2: their bytes, where each frame
 *                        ends, and all frames
 *   recordings throws    films of throws, as viewers get them, and the nine marks of each outcome
 */
#include "unit/test.h"

#include <stdio.h>

#include <spelunke/must.h>

#include "games/polterfass/polterfass.h"
#include "kernel/recording_inside.h"

enum { DRAWN = 200 };

static int32_t draw(struct rng *rng, int32_t most) {
    return (int32_t)((int64_t)rng_below(rng, 2 * (uint32_t)most + 1) - most);
}

/* Some bodies rest, some fly, some are anywhere. */
static void move_bodies(struct frame *frame, struct rng *rng) {
    for (int body = 0; body < frame->count; body++) {
        uint32_t kind = rng_below(rng, 4);
        int32_t far = kind == 0 ? INT32_MAX : 200000;
        for (int i = 0; i < 3 && kind < 2; i++)
            frame->bodies[body].at[i] = draw(rng, far);
        for (int i = 0; i < 4 && kind == 0; i++)
            frame->bodies[body].turned[i] = draw(rng, 1000000);
    }
}

static void change_notes(struct frame *frame, struct rng *rng) {
    frame->phase = (int16_t)rng_below(rng, 3);
    frame->slow = (int16_t)(1 + rng_below(rng, FRAME_NUMBER_MAX));
    frame->held = (int16_t)((int)rng_below(rng, (uint32_t)frame->count + 1) - 1);
    frame->release = (int16_t)rng_below(rng, FRAME_NUMBER_MAX + 1);
    frame->awaits_hand = rng_below(rng, 2);
    frame->fall_count = 0;
    for (int body = 0; body < frame->count; body++)
        if (rng_below(rng, 3) == 0)
            frame->falls[frame->fall_count++] =
                (struct fall){body, (int32_t)rng_below(rng, FALL_TICKS_MAX + 1)};
}

static void put_frame(struct text *out, const struct frame *frame) {
    js_open(out, '{');
    js_put_number(out, "tick", frame->tick);
    js_put_number(out, "phase", frame->phase);
    js_put_number(out, "slow", frame->slow);
    js_put_number(out, "held", frame->held);
    js_put_number(out, "release", frame->release);
    js_put_bool(out, "awaitsHand", frame->awaits_hand);
    js_key(out, "falls");
    js_open(out, '[');
    for (int i = 0; i < frame->fall_count; i++) {
        js_number(out, frame->falls[i].body);
        js_number(out, frame->falls[i].ticks);
    }
    js_close(out, ']');
    js_key(out, "bodies");
    js_open(out, '[');
    for (int body = 0; body < frame->count; body++) {
        for (int i = 0; i < 3; i++)
            js_number(out, frame->bodies[body].at[i]);
        for (int i = 0; i < 4; i++)
            js_number(out, frame->bodies[body].turned[i]);
    }
    js_close(out, ']');
    js_close(out, '}');
}

static void put_bytes(struct text *out, const struct recording *recording) {
    size_t size;
    const unsigned char *bytes = recording_bytes(recording, &size);
    struct text hex = {0};
    text_put_hex(&hex, bytes, size);
    js_put_string(out, "bytes", hex.data);
    text_free(&hex);
}

/* All frames, as the reader finds them in the bytes. */
static void put_frames(struct text *out, const struct recording *made) {
    size_t size;
    const void *bytes = recording_bytes(made, &size);
    struct recording *read = recording_parse(bytes, size, NULL);
    must(read);
    js_key(out, "frames");
    js_open(out, '[');
    for (int number = 0; number < recording_frames(read); number++) {
        struct frame frame = {0};
        recording_frame(read, number, &frame);
        put_frame(out, &frame);
    }
    js_close(out, ']');
    recording_free(read);
}

static void print_line(struct text *line) {
    js_close(line, '}');
    puts(line->data);
    text_free(line);
}

/* Most are short and have few bodies; some reach over key frames, some have all bodies. */
static void print_drawn(int number, struct rng *rng) {
    int version = 1 + number % 2, every = version == 1 ? 1 : 1 + (int)rng_below(rng, 9);
    int bodies = number % 40 == 7 ? FRAME_BODIES : (int)rng_below(rng, 6);
    int frames = number % 10 == 3 ? 130 : (int)rng_below(rng, 20);
    struct recording *made = recording_new_of(version, 60, every, bodies);
    struct frame frame = {0};
    struct text line = {0};
    js_open(&line, '{');
    js_put_number(&line, "version", version);
    js_put_number(&line, "every", every);
    js_key(&line, "ends");
    js_open(&line, '[');
    frame_begin(&frame, 0, bodies);
    for (int i = 0; i < frames; i++) {
        size_t size;
        frame.tick = i * every;
        move_bodies(&frame, rng);
        if (version > 1 && rng_below(rng, 2))
            change_notes(&frame, rng);
        recording_add(made, &frame);
        recording_bytes(made, &size);
        js_number(&line, (int64_t)size);
    }
    js_close(&line, ']');
    recording_end(made, "ok", 2);
    put_bytes(&line, made);
    put_frames(&line, made);
    print_line(&line);
    recording_free(made);
}

static void print_poses(void) {
    struct rng rng;
    unsigned char key[KEY_BYTES] = {30};
    rng_open(&rng, key, 0, LANE_CHANCE);
    for (int number = 0; number < DRAWN; number++)
        print_drawn(number, &rng);
}

/* Barrels that are not in this cup stand, every other one on its second end. */
static void set_aside(struct pf_state *state, uint16_t cup) {
    state->cup = cup;
    for (int place = 0; place < PF_BARRELS; place++)
        if (!(cup >> place & 1))
            state->face[place] = place % 2 ? PF_SECOND_END : PF_FIRST_END;
}

static void put_marks(struct text *out, const char *key, const uint8_t faces[PF_BARRELS]) {
    js_key(out, key);
    js_open(out, '[');
    for (int place = 0; place < PF_BARRELS; place++)
        js_string(out, pf_mark(place, faces[place]));
    js_close(out, ']');
}

static void record(const struct pf_state *state, unsigned char dice, struct recording *film,
                   struct pf_action *outcome) {
    unsigned char key[KEY_BYTES] = {dice};
    struct frame frame = {0};
    struct rng rng;
    rng_open(&rng, key, 0, LANE_CHANCE);
    void *session = pf_sim.open(state, &rng, NULL);
    bool goes_on = true;
    for (int tick = 0; goes_on; tick++) {
        pf_sim.frame(session, &frame);
        recording_add(film, &frame);
        goes_on = pf_sim.step(session);
    }
    pf_sim.frame(session, &frame);
    recording_add(film, &frame);
    recording_end(film, NULL, 0);
    pf_sim.close(session, outcome);
}

static void print_throw(uint16_t cup, unsigned char dice) {
    static const char *const by_physics[] = {"barrels", "physics", NULL};
    struct match *match = test_match(&polterfass_game, 1, 3, by_physics);
    struct recording *film = recording_new(pf_sim.hz, 1, PF_BODIES);
    struct pf_state state;
    struct pf_action outcome = {0};
    struct text line = {0};
    memcpy(&state, match_state(match), sizeof state);
    set_aside(&state, cup);
    record(&state, dice, film, &outcome);
    js_open(&line, '{');
    put_marks(&line, "before", state.face);
    put_marks(&line, "marks", outcome.marks);
    put_bytes(&line, film);
    print_line(&line);
    recording_free(film);
    match_free(match);
}

static void print_throws(void) {
    static const uint16_t cups[] = {0x1ff, 0x1ff, 0x1ff, 0x1a5, 0x0c0, 0x10e, 0x001, 0x180};
    for (unsigned char i = 0; i < sizeof cups / sizeof *cups; i++)
        print_throw(cups[i], (unsigned char)(i + 1));
}

int main(int count, char **words) {
    must(count == 2);
    if (strcmp(words[1], "poses") == 0)
        print_poses();
    else
        print_throws();
    return 0;
}
