/* session.c: runs a session: hand samples in, ticks, frames out, one outcome.
 *
 * All samples are in one array: those that were applied, then those queued for their tick. As a
 * sample for an earlier tick than the newest is ignored, both parts are ordered by tick. */
#include <spelunke/session.h>

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

enum { UNIT = 1000000 };

struct session {
    const struct sim *sim;
    size_t outcome_size;
    void *inside; /* the game's session */
    struct rng dice;
    int32_t tick;
    bool is_over;
    struct hand *samples; /* `applied` of them, then the queue from `next` to `count` */
    int applied, next, count, room;
    int taken; /* the number of all samples accepted as new, refused or not */
    struct hand newest[HAND_SAMPLES_TICK]; /* the latest samples for the newest tick */
    int newest_count;
    bool was_refused;        /* about the last sample that was applied */
    struct message *refusal; /* of a queued sample; NULL: none that was not reported yet */
};

struct session *session_open(const struct game *game, const void *state, const struct rng *dice,
                             const struct shelf *shelf) {
    struct session *session = must_alloc(sizeof *session);
    session->sim = game->sim;
    session->outcome_size = game->action_size;
    session->dice = *dice;
    session->inside = game->sim->open(state, &session->dice, shelf);
    session->is_over = game->sim->ticks_max <= 0;
    return session;
}

void session_close(struct session *session, void *outcome) {
    memset(outcome, 0, session->outcome_size);
    session->sim->close(session->inside, outcome);
    free(session->refusal);
    free(session->samples);
    free(session);
}

int32_t session_ticks(const struct session *session) {
    return session->tick;
}

bool session_over(const struct session *session) {
    return session->is_over;
}

bool session_hears_hand(const struct session *session) {
    return session->taken < HAND_SAMPLES_MAX;
}

static void keep_sample(struct session *session, const struct hand *sample) {
    if (session->count == session->room) {
        session->room = session->room ? 2 * session->room : 64;
        session->samples =
            must_realloc(session->samples, (size_t)session->room * sizeof *session->samples);
    }
    session->samples[session->count++] = *sample;
}

/* Applies the next queued sample; one that the rules forbid is dropped. */
static bool apply_next(struct session *session, struct message *why) {
    struct hand sample = session->samples[session->next++];
    sample.tick = session->tick;
    bool is_good = session->sim->take_hand(session->inside, &sample, why);
    session->was_refused = !is_good;
    if (is_good)
        session->samples[session->applied++] = sample;
    if (session->next == session->count)
        session->next = session->count = session->applied;
    return is_good;
}

static bool is_possible_pose(const struct pose *pose) {
    int64_t length = 0;
    for (int i = 0; i < 3; i++)
        if (pose->at[i] < -HAND_FAR || pose->at[i] > HAND_FAR)
            return false;
    for (int i = 0; i < 4; i++) {
        if (pose->turned[i] < -2 * UNIT || pose->turned[i] > 2 * UNIT)
            return false;
        length += (int64_t)pose->turned[i] * pose->turned[i];
    }
    int64_t one = (int64_t)UNIT * UNIT; /* of the squared length, so twice a hundredth */
    return length >= one - one / 50 && length <= one + one / 50;
}

bool hand_is_same(const struct hand *a, const struct hand *b) {
    return a->grip == b->grip && memcmp(&a->pose, &b->pose, sizeof a->pose) == 0;
}

/* True if the sample is a duplicate or older than the newest one. */
static bool is_known(const struct session *session, const struct hand *sample) {
    if (session->newest_count == 0 || sample->tick > session->newest[0].tick)
        return false;
    if (sample->tick < session->newest[0].tick)
        return true;
    for (int i = 0; i < session->newest_count; i++)
        if (hand_is_same(&session->newest[i], sample))
            return true;
    return false;
}

static bool is_possible(const struct session *session, const struct hand *sample,
                        struct message *why) {
    if (!is_possible_pose(&sample->pose))
        return refuse(why, "kernel.hand_pose");
    if (sample->tick < 0 || sample->tick - session->tick > HAND_SECONDS_AHEAD * session->sim->hz)
        return refuse(why, "kernel.hand_tick");
    bool is_full = session->newest_count == HAND_SAMPLES_TICK &&
                   sample->tick == session->newest[0].tick && sample->tick >= session->tick;
    return (!is_full && session_hears_hand(session)) || refuse(why, "kernel.hand_many");
}

/* Of a tick that has passed, the oldest samples are dropped. */
static void note_newest(struct session *session, const struct hand *sample) {
    if (session->newest_count && sample->tick > session->newest[0].tick)
        session->newest_count = 0;
    if (session->newest_count == HAND_SAMPLES_TICK)
        memmove(session->newest, session->newest + 1,
                (size_t)--session->newest_count * sizeof *session->newest);
    session->newest[session->newest_count++] = *sample;
    session->taken++;
}

/* Applies the queued samples whose tick has come. */
static void apply_due(struct session *session) {
    struct message why;
    while (session->next < session->count && session->samples[session->next].tick <= session->tick)
        if (!apply_next(session, &why)) {
            if (!session->refusal)
                session->refusal = must_alloc(sizeof why);
            *session->refusal = why;
        }
}

/* A sample that was queued for this very tick is applied first. Samples queued for a later tick are
 * newer than this one, which is then ignored. */
enum taken session_hand(struct session *session, const struct hand *sample, struct message *why) {
    if (session->is_over || is_known(session, sample))
        return HAND_IGNORED;
    if (!is_possible(session, sample, why))
        return HAND_REFUSED;
    if (sample->tick <= session->tick)
        apply_due(session);
    note_newest(session, sample);
    keep_sample(session, sample);
    if (sample->tick > session->tick)
        return HAND_TAKEN;
    return apply_next(session, why) ? HAND_TAKEN : HAND_REFUSED;
}

bool session_refused(struct session *session, struct message *why) {
    bool has_refused = session->refusal != NULL;
    if (has_refused && why)
        *why = *session->refusal;
    free(session->refusal);
    session->refusal = NULL;
    return has_refused;
}

bool session_obeys(const struct session *session) {
    return !session->was_refused;
}

bool session_tick(struct session *session) {
    if (session->is_over)
        return false;
    apply_due(session);
    bool goes_on = session->sim->step(session->inside);
    session->tick++;
    session->is_over = !goes_on || session->tick >= session->sim->ticks_max;
    return !session->is_over;
}

void session_frame(const struct session *session, struct frame *out) {
    frame_begin(out, session->tick, 0);
    session->sim->frame(session->inside, out);
    out->tick = session->tick;
}

bool session_shows(const struct session *session) {
    int every = session->sim->frame_every;
    return session->is_over || every <= 1 || session->tick % every == 0;
}

bool session_run(struct session *session, int32_t until, const struct attendant *attendant) {
    struct frame frame = {0};
    enum attention attention = attendant ? ATTENTION_STAYS : ATTENTION_ENDS;
    while (!session->is_over && session->tick < until) {
        if (attention != ATTENTION_ENDS && session_shows(session)) {
            session_frame(session, &frame);
            attention = attendant->attend(attendant->context, &frame);
        }
        if (attention == ATTENTION_CUTS)
            return false;
        if (attention != ATTENTION_WAITS)
            session_tick(session);
    }
    return true;
}

struct steered steered_start(void) {
    return (struct steered){.hand.pose.turned = {UNIT, 0, 0, 0}};
}

void steered_send(struct steered *steered, const struct hand *before, struct session *session) {
    steered->hand.tick = session->tick;
    if (!steered->holds || !hand_is_same(&steered->hand, before))
        steered->holds = session_hand(session, &steered->hand, NULL) == HAND_TAKEN;
}

static int follow(struct session *session, const struct hand *samples, int count, int next) {
    for (; next < count && samples[next].tick <= session->tick; next++)
        if (is_possible_pose(&samples[next].pose)) {
            keep_sample(session, &samples[next]);
            apply_next(session, NULL);
        }
    return next;
}

/* With an empty queue ticks are steps and nothing else. Checking the queue at every tick, as
 * session_tick does, made matches of the null game 3 % slower. */
static void run_alone(struct session *session, int32_t ticks) {
    const struct sim *sim = session->sim;
    int32_t end = ticks < sim->ticks_max ? ticks : sim->ticks_max, tick = session->tick;
    bool goes_on = true;
    while (goes_on && tick < end) {
        goes_on = sim->step(session->inside);
        tick++;
    }
    session->tick = tick;
    session->is_over = !goes_on || tick >= sim->ticks_max;
}

/* A host may close a session right after a sample, so the last tick may have samples too. */
void session_follow(struct session *session, const struct hand *samples, int count, int32_t ticks) {
    int next = 0;
    while (!session->is_over && session->tick < ticks &&
           (next < count || session->next < session->count)) {
        next = follow(session, samples, count, next);
        session_tick(session);
    }
    if (!session->is_over && session->tick < ticks)
        run_alone(session, ticks);
    if (!session->is_over)
        follow(session, samples, count, next);
}

struct hands session_hands(const struct session *session) {
    return (struct hands){.entry = (int)session->dice.stream,
                          .ticks = session->tick,
                          .count = session->applied,
                          .samples = session->samples};
}

struct hands session_take_hands(struct session *session) {
    struct hands hands = session_hands(session);
    session->samples = NULL;
    session->applied = session->next = session->count = session->room = 0;
    session->is_over = true;
    return hands;
}

static void put_numbers(struct text *out, const int32_t *numbers, int count) {
    for (int i = 0; i < count; i++) {
        text_put_char(out, ',');
        text_put_number(out, numbers[i]);
    }
}

void hands_print(const struct hands *hands, struct text *out) {
    text_put_number(out, hands->entry);
    text_put_char(out, ' ');
    text_put_number(out, hands->ticks);
    for (int i = 0; i < hands->count; i++) {
        const struct hand *sample = &hands->samples[i];
        text_put_char(out, ' ');
        text_put_number(out, sample->tick);
        put_numbers(out, sample->pose.at, 3);
        put_numbers(out, sample->pose.turned, 4);
        text_put(out, sample->grip ? ",1" : ",0");
    }
    text_put_char(out, '\n');
}

/* Parses a whole number in its canonical spelling and the character that ends it; neither "-0" nor
 * leading zeros are accepted. */
static bool parse_number(const char **at, int32_t *number, char *end) {
    const char *digits = *at + (**at == '-');
    int64_t value = 0;
    int length = 0;
    for (; digits[length] >= '0' && digits[length] <= '9' && length < 11; length++)
        value = 10 * value + (digits[length] - '0');
    bool is_negative = digits != *at;
    if (length == 0 || (digits[0] == '0' && (length > 1 || is_negative)) || value > INT32_MAX)
        return false;
    *number = (int32_t)(is_negative ? -value : value);
    *end = digits[length];
    *at = digits + length + (*end != '\0');
    return true;
}

/* Parses `30,2500000,0,0,1000000,0,0,0,1`, followed by a blank or the end of the line. */
static bool parse_sample(const char **at, struct hand *sample, char *end) {
    int32_t grip;
    bool is_good = parse_number(at, &sample->tick, end) && *end == ',';
    for (int i = 0; i < 3 && is_good; i++)
        is_good = parse_number(at, &sample->pose.at[i], end) && *end == ',';
    for (int i = 0; i < 4 && is_good; i++)
        is_good = parse_number(at, &sample->pose.turned[i], end) && *end == ',';
    if (!is_good || !parse_number(at, &grip, end) || grip < 0 || grip > 1)
        return false;
    sample->grip = grip;
    return is_possible_pose(&sample->pose);
}

static bool parse_samples(const char **at, char end, struct hands *out) {
    int room = 0;
    int32_t last = 0;
    while (end == ' ' && out->count < HAND_SAMPLES_MAX) {
        if (out->count == room) {
            room = room ? 2 * room : 64;
            out->samples = must_realloc(out->samples, (size_t)room * sizeof *out->samples);
        }
        struct hand *sample = &out->samples[out->count];
        if (!parse_sample(at, sample, &end) || sample->tick < last || sample->tick > out->ticks)
            return false;
        last = sample->tick;
        out->count++;
    }
    return end == '\n';
}

bool hands_parse(const char **at, struct hands *out) {
    const char *from = *at;
    int32_t entry;
    char end;
    *out = (struct hands){0};
    bool is_good = parse_number(&from, &entry, &end) && entry >= 0 && end == ' ' &&
                   parse_number(&from, &out->ticks, &end) && out->ticks >= 0 &&
                   parse_samples(&from, end, out);
    if (!is_good) {
        hands_free(out);
        return false;
    }
    out->entry = entry;
    *at = from;
    return true;
}

void hands_free(struct hands *hands) {
    free(hands->samples);
    *hands = (struct hands){0};
}
