/* motion.c: a session on the screen, in real time.
 *
 * Sessions steered by others run at their own speed, until Space skips the rest; a slow terminal
 * drops pictures to keep up. Under the person's hand no picture is dropped, because steering needs
 * all of them: time slows down instead. It stands still while the session awaits the hand, while a
 * box covers the screen, and while the window is too small. */
#include "motion.h"

#include <curses.h>

#include "signals.h"

enum { PICTURES = 20 /* a second */, LATE = 50, LAST_PAUSE = 500 /* milliseconds */ };

struct motion {
    struct show *show;
    int hz;
    int64_t began; /* in milliseconds; moved forward by all the time that stood still */
    int32_t drawn; /* the tick of the last picture; -1: none yet */
    bool is_left;  /* the person wants to leave the game */
};

static void draw(struct motion *motion, const struct frame *frame) {
    struct show *show = motion->show;
    motion->drawn = frame->tick;
    screen_clear();
    show_draw(show);
    if (screen_fits())
        show->console->client->draw_frame(show->console, show->draft, frame);
    screen_show();
}

/* Frames of a server are shown as they arrive: none counts as late, and no lost time is made up
 * for. */
static void keep_up(struct motion *motion, const struct frame *frame) {
    int64_t past = (int64_t)frame->tick * 1000 / motion->hz, now = motion->show->tempo.now();
    if (motion->drawn < 0 || motion->began + past < now)
        motion->began = now - past;
}

/* A later frame has been received, so this one must not be waited for. */
static bool is_behind(const struct motion *motion) {
    return motion->show->talk && motion->show->talk->session.is_behind;
}

/* When the time of a frame ends. */
static int64_t due_of(const struct motion *motion, const struct frame *frame) {
    return motion->began + (int64_t)frame->tick * 1000 / motion->hz;
}

/* Limits the pictures to PICTURES a second. */
static bool is_next_picture(const struct motion *motion, const struct frame *frame) {
    return motion->drawn < 0 || frame->tick - motion->drawn >= motion->hz / PICTURES;
}

/* Waits until `due`; keys without a meaning here do not shorten it. */
static enum attention wait_until(struct motion *motion, int64_t due) {
    struct tempo *tempo = &motion->show->tempo;
    for (int64_t wait; (wait = due - tempo->now()) > 0;) {
        int key = tempo_key(tempo, (int)wait);
        motion->is_left = key == 'q' || key == 'Q';
        if (motion->is_left || tempo_hurry(tempo, key))
            return ATTENTION_ENDS;
    }
    return ATTENTION_STAYS;
}

/* Shows a frame that the person does not steer, or the last one of any session. */
static enum attention look(struct motion *motion, const struct frame *frame, bool is_last) {
    int64_t due = is_behind(motion) ? motion->show->tempo.now() : due_of(motion, frame);
    bool is_in_time = motion->drawn < 0 || motion->show->tempo.now() <= due + LATE;
    if (is_last || (is_in_time && is_next_picture(motion, frame)))
        draw(motion, frame);
    return wait_until(motion, due + (is_last ? LAST_PAUSE : 0));
}

/* Shows an answer below the table until the next key. */
static void note(struct show *show, struct text *answer) {
    if (answer->length) {
        text_clear(&show->note);
        text_put(&show->note, text_string(answer));
    }
    text_free(answer);
}

/* Handles a key of the person who steers: one of the client's, or one that works at any time. */
static enum attention take_key(struct motion *motion, const struct frame *frame, int key,
                               struct hand *hand) {
    struct show *show = motion->show;
    struct text answer = {0};
    enum reading reading = READ_NOTHING;
    if (show_key_leaves(key))
        return show_confirms_leave(show, key) ? ATTENTION_CUTS : ATTENTION_STAYS;
    text_clear(&show->note);
    bool is_steering = key != KEY_RESIZE && key != SCREEN_PASTE && screen_fits();
    if (is_steering && !tempo_takes(&show->tempo, key)) {
        console_say_key(show->console, "terminal.too_early", &show->note);
        return ATTENTION_STAYS;
    }
    if (is_steering)
        reading =
            show->console->client->steer_key(show->console, frame, key, show->draft, hand, &answer);
    if (reading == READ_NOTHING && screen_fits() && !show_take_key(show, key))
        console_say_key(show->console, "terminal.no_key", &show->note);
    if (reading == READ_BOX)
        show_text(show, AT_TOP, show->console->client->box_title, &answer);
    note(show, &answer);
    return reading == READ_ON ? ATTENTION_ENDS : ATTENTION_STAYS;
}

/* Shows a frame under the person's hand and handles its keys until its time is over. */
static enum attention steer(struct motion *motion, const struct frame *frame, struct hand *hand) {
    struct show *show = motion->show;
    struct tempo *tempo = &show->tempo;
    struct hand before = *hand;
    struct text answer = {0};
    enum attention attention = ATTENTION_STAYS;
    show->console->client->steer_key(show->console, frame, SCREEN_NO_KEY, show->draft, hand,
                                     &answer);
    note(show, &answer);
    if (is_next_picture(motion, frame) || (frame->awaits_hand && !is_behind(motion)))
        draw(motion, frame);
    for (bool goes_on = true; goes_on && attention == ATTENTION_STAYS;) {
        bool stands = !screen_fits() || (frame->awaits_hand && hand_is_same(hand, &before));
        struct moment moment = {due_of(motion, frame), stands, show->talk, is_behind(motion)};
        int wait = tempo_wait(tempo, &moment), key = screen_key(wait);
        bool waits = wait < 0;
        if (key != SCREEN_NO_KEY || waits) {
            attention = take_key(motion, frame, key, hand);
            draw(motion, frame);
        }
        goes_on = waits || key != SCREEN_NO_KEY;
        int64_t late = tempo->now() - due_of(motion, frame);
        if (stands || late > LATE)
            motion->began += late;
    }
    return signals_caught() ? ATTENTION_CUTS : attention;
}

static enum attention show_frame(void *context, const struct frame *frame, bool is_last,
                                 struct hand *hand) {
    if (((struct motion *)context)->show->talk)
        keep_up(context, frame);
    return hand ? steer(context, frame, hand) : look(context, frame, is_last);
}

static void show_refusal(void *context, const struct message *why) {
    struct show *show = ((struct motion *)context)->show;
    text_clear(&show->note);
    console_say_refusal(show->console, why, &show->note);
}

bool motion_run(struct show *show) {
    struct console *console = show->console;
    bool is_own = show->talk ? show->talk->session.is_own : console_steers(console);
    bool is_persons = is_own && console->client->steer_key;
    bool is_seen = console->client->draw_frame &&
                   (is_persons || (!console_steers(console) && console_has_hand(console) &&
                                   tempo_waits(&show->tempo)));
    if (is_persons && tempo_ask(&show->tempo, show->is_direct) != SCREEN_NO_KEY &&
        show_confirms_leave(show, 'q'))
        return false;
    struct motion motion = {
        .show = show, .hz = console->game->sim->hz, .began = show->tempo.now(), .drawn = -1};
    struct audience audience = {show_frame, show_refusal, &motion};
    show->is_steering = is_persons;
    bool has_outcome = show->talk ? watched_watch(show->talk, is_seen ? &audience : NULL)
                                  : console_move(console, is_seen ? &audience : NULL);
    show->is_steering = false;
    return has_outcome && (!motion.is_left || !show_confirms_leave(show, 'q'));
}
