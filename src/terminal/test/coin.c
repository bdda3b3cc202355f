/* coin.c: the client for the null game. See coin.h. */
#include "unit/test.h"

#include <stdlib.h>

#include "coin.h"
#include "games/null/null.h"
#include "terminal/screen.h"

enum { STEP = 1000000 };

struct draft last_draft;

static enum reading steer_key(const struct console *console, const struct frame *frame, int key,
                              void *context, struct hand *hand, struct text *answer) {
    struct draft *draft = context;
    (void)console;
    draft->frames += key == SCREEN_NO_KEY;
    if (!draft->has_begun) {
        draft->has_begun = true;
        hand->grip = true;
        hand->pose.at[0] = STEP / 2;
        return READ_CHANGED;
    }
    last_draft = *draft;
    if (key == '>' || key == '<')
        hand->pose.at[0] += key == '>' ? STEP : -STEP;
    else if (key == '^' || key == 'v')
        hand->pose.at[2] = key == '^' ? 3 * STEP : 0;
    else if (key == '\r')
        hand->grip = false;
    else if (key == 's')
        draft->changes++;
    else if (key == ' ' && frame->held < 0)
        return READ_ON;
    else
        return READ_NOTHING;
    text_put(answer, frame->held == 0 ? "held" : "");
    return READ_ANSWER;
}

static enum reading steer_line(const struct console *console, const struct frame *frame,
                               const char *line, void *context, struct hand *hand,
                               struct text *answer) {
    struct draft *draft = context;
    (void)console;
    if (!line && (draft->changes > 0 || !frame->awaits_hand)) {
        hand->grip = frame->awaits_hand || !draft->has_begun;
        hand->pose.at[0] += draft->has_begun && draft->changes > 0 ? STEP : 0;
        draft->changes -= draft->has_begun && draft->changes > 0;
        draft->has_begun = true;
        return READ_NOTHING;
    }
    if (!line) {
        text_put(answer, "At field ");
        text_put_number(answer, 1 + frame->bodies[0].at[0] / STEP);
        return READ_ANSWER;
    }
    hand->grip = strcmp(line, "drop") != 0;
    draft->changes = hand->grip && line[0] >= '1' && line[0] <= '6' ? line[0] - '0' : 0;
    return hand->grip && !draft->changes ? READ_NOTHING : READ_CHANGED;
}

static bool tell(const struct console *console, const struct message *message, struct text *out) {
    console_say(console, message, out);
    return true;
}

static void say_nothing(const struct console *console, struct text *out) {
    (void)console, (void)out;
}

static void say_none(const struct console *console, const void *draft, struct text *out) {
    (void)console, (void)draft, (void)out;
}

static enum reading read_line(struct console *console, const char *line, void *draft,
                              struct text *action, struct text *answer) {
    (void)console, (void)draft, (void)answer;
    text_put(action, line);
    return READ_ACTION;
}

static void draw(const struct console *console, const void *draft) {
    (void)console, (void)draft;
}

const struct client coin_client = {
    .key = "null",
    .draft_size = sizeof(struct draft),
    .tell = tell,
    .say_task = say_nothing,
    .say_state = say_nothing,
    .say_prompt = say_none,
    .say_help = say_nothing,
    .say_end = say_nothing,
    .say_odds = say_none,
    .read_line = read_line,
    .draw = draw,
    .steer_key = steer_key,
    .steer_line = steer_line,
    .say_keys = say_none,
};
