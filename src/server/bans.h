/* bans.h: people and addresses that the operator has shut out.
 *
 * A file in the data folder, one a line, written anew with each change; who is on it is
 * answered `forbidden`. */
#ifndef SPELUNKE_SERVER_BANS_H
#define SPELUNKE_SERVER_BANS_H

#include <spelunke/text.h>

enum { BAN_MAX = 63 };

struct bans;

/* `path` need not be there yet. NULL with the reason as an English sentence. */
struct bans *bans_open(const char *path, struct text *why);
void bans_free(struct bans *bans);
/* An id of a person, or an address as address.h writes it. NULL bans nobody. */
bool bans_has(const struct bans *bans, const char *who);
/* A change in three steps, as only a worker may wait for the disk: */
/* the lines with this one or without; false: that is so already; */
bool bans_change(const struct bans *bans, const char *who, bool is_banned, struct text *lines);
/* in any thread: puts them on the disk; false with errno; */
bool bans_write(const struct bans *bans, const struct text *lines);
/* they are the list from now on. */
void bans_take(struct bans *bans, struct text *lines);

#endif
