/* note.c: the lines of a log beside its entries: words, builds, evidence.
 *
 * They are stored in order of arrival, each with the number of the entry that it precedes. A build
 * and evidence belong to the simulated outcome that follows, and are stored only together with it:
 * while a log is read they wait in `pending` until that entry was accepted. */
#include "match_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

/* In a log of version 1 words precede all entries, whenever they arrived. */
void match_add_note(struct match *match, const char *line, size_t length) {
    if (match->note_count == match->note_room) {
        match->note_room = match->note_room ? 2 * match->note_room : 4;
        match->notes = must_realloc(match->notes, (size_t)match->note_room * sizeof *match->notes);
    }
    text_put_bytes(&match->note_lines, line, length);
    match->notes[match->note_count++] = (struct note){
        .before = match->version == 1 ? 0 : match->length, .end = match->note_lines.length};
}

struct note_text match_note(const struct match *match, int index) {
    must(index >= 0 && index < match->note_count);
    size_t start = index ? match->notes[index - 1].end : 0;
    return (struct note_text){match->note_lines.data + start, match->notes[index].end - start};
}

bool note_begins(struct note_text note, const char *head, struct note_text *rest) {
    size_t length = strlen(head);
    if (note.length <= length || memcmp(note.bytes, head, length) != 0 || note.bytes[length] != ' ')
        return false;
    *rest = (struct note_text){note.bytes + length + 1, note.length - length - 1};
    return true;
}

static const char *ask_build(const struct match *match, struct text *own) {
    if (own->length == 0)
        match->game->sim->build(own);
    must(own->length > 0 && own->length < BUILD_TEXT_MAX);
    return text_string(own);
}

/* Logs of version 1 have no build for sessions with a hand. */
bool match_needs_build(const struct match *match) {
    bool is_session = match->turn.kind == TURN_SIM && match->version > 1;
    return (match->turn.takes_time || is_session) && match->game->sim->build;
}

static void add_headed(struct match *match, const char *head, const char *text) {
    struct text line = {0};
    text_put(&line, head);
    text_put_char(&line, ' ');
    text_put(&line, text);
    match_add_note(match, line.data, line.length);
    text_free(&line);
}

static void note_build(struct match *match) {
    if (!match_needs_build(match))
        return;
    const char *own = ask_build(match, &match->own_build);
    if (strcmp(own, match->build) == 0)
        return;
    bool becomes_several = match->version == 1 && *match->build;
    strcpy(match->build, becomes_several ? "several" : own);
    if (match->version > 1)
        add_headed(match, "build", own);
}

/* An unknown build equals no other, not even another unknown one. */
bool match_build_is_here(const struct match *match, struct note_text build, struct text *own) {
    char name[BUILD_TEXT_MAX];
    must(build.length < sizeof name);
    memcpy(name, build.bytes, build.length);
    name[build.length] = '\0';
    return *name && !strstr(name, "unknown") && strcmp(ask_build(match, own), name) == 0;
}

bool match_needs_evidence(const struct match *match) {
    return match->version > 1 && match->turn.takes_time && match->game->sim->attest;
}

void match_attest(const struct match *match, int index, const void *state, const void *outcome,
                  struct text *out) {
    struct rng rng;
    rng_open(&rng, match->dice_key, (uint64_t)index, LANE_CHANCE);
    match->game->sim->attest(state, &rng, outcome, out);
}

static void note_evidence(struct match *match, const void *outcome) {
    struct text evidence = {0};
    if (!match_needs_evidence(match))
        return;
    match_attest(match, match->length, match->state, outcome, &evidence);
    add_headed(match, "evidence", text_string(&evidence));
    text_free(&evidence);
}

void match_note_outcome(struct match *match, const void *outcome) {
    note_build(match);
    note_evidence(match, outcome);
}

void match_note_pending(struct match *match) {
    const char *line = text_string(&match->pending);
    for (size_t length; *line; line += length + 1) {
        struct note_text build;
        length = strcspn(line, "\n");
        match_add_note(match, line, length);
        if (note_begins((struct note_text){line, length}, "build", &build)) {
            memcpy(match->build, build.bytes, build.length);
            match->build[build.length] = '\0';
        }
    }
    text_clear(&match->pending);
}
