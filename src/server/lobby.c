/* lobby.c: subscriptions to the list of public tables.
 *
 * The list is read from the store once for all subscribers that need it. Changes are counted, and a
 * channel remembers the count of its last list. Invariants: a subscriber gets the list at most once
 * a second, and every change within a second. */
#include "tavern_inside.h"

enum { LOBBY_EVERY = 1000, LOBBY_MOST = 100 };

static const unsigned lobby_states = 1u << STORE_OPEN | 1u << STORE_PLAYING;

static bool is_behind(const struct tavern *tavern, const struct channel *channel) {
    return channel->has_lobby && channel->lobby_seen != tavern->lobby_changes;
}

static void put_list(const struct tavern *tavern, const struct store_answer *answer,
                     struct text *out) {
    js_open(out, '{');
    js_put_string(out, "t", "lobby");
    lists_put(tavern, answer, lobby_states, "", out);
    js_close(out, '}');
}

static void listed(struct tavern *tavern, struct store_task *task,
                   const struct store_answer *answer, int64_t now) {
    struct channel *channel;
    bool is_read = answer->result == STORE_DONE;
    struct text text = {0};
    (void)task;
    if (is_read)
        put_list(tavern, answer, &text);
    tavern->lists_lobby = false;
    tavern->lobby_at = 0;
    for (size_t at = 0; (channel = map_next(&tavern->channels, &at));) {
        if (channel->lists_lobby) {
            channel->lists_lobby = false;
            channel->lobby_at = now;
            if (is_read && channel->has_lobby)
                channel_send(tavern, channel, &text);
            else
                channel->lobby_seen = 0;
        }
        if (is_behind(tavern, channel))
            tavern->lobby_at = now + 1; /* the next tick computes the time */
    }
    text_free(&text);
}

void lobby_tick(struct tavern *tavern, int64_t now) {
    struct channel *channel;
    int64_t next = 0;
    if (!tavern->lobby_at || tavern->lobby_at > now || tavern->lists_lobby)
        return;
    for (size_t at = 0; (channel = map_next(&tavern->channels, &at));) {
        int64_t due = channel->lobby_at ? channel->lobby_at + LOBBY_EVERY : 0;
        if (!is_behind(tavern, channel))
            continue;
        if (due > now) {
            next = next && next < due ? next : due;
            continue;
        }
        channel->lobby_seen = tavern->lobby_changes;
        channel->lists_lobby = tavern->lists_lobby = true;
    }
    tavern->lobby_at = tavern->lists_lobby ? 0 : next;
    if (!tavern->lists_lobby)
        return;
    struct store_request request = {
        .does = STORE_LIST,
        .list = {.list = STORE_PUBLIC, .states = lobby_states, .most = LOBBY_MOST}};
    store_task_send(tavern, &request, listed);
}

void lobby_request(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                   int64_t now) {
    channel_done(tavern, channel, wire->n);
    channel->has_lobby = wire->on;
    channel->lobby_seen = 0;
    if (wire->on && !tavern->lists_lobby) {
        tavern->lobby_at = now;
        lobby_tick(tavern, now);
    }
}

void lobby_changed(void *context, struct table *table) {
    struct tavern *tavern = context;
    (void)table;
    tavern->lobby_changes++;
    if (!tavern->lobby_at && !tavern->lists_lobby)
        tavern->lobby_at = 1; /* at the next tick */
}
