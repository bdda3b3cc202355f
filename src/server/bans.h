/* bans.h: the list of people and addresses that the operator has banned.
 *
 * It is a file in the data folder with one entry per line, rewritten on each change. Requests of
 * banned people and addresses are answered with `forbidden`. */
#ifndef SPELUNKE_SERVER_BANS_H
#define SPELUNKE_SERVER_BANS_H

#include <spelunke/text.h>

enum { BAN_MAX = 63 };

struct bans;

/* The file need not exist. NULL with the reason as an English sentence. */
struct bans *bans_open(const char *path, struct text *why);
void bans_free(struct bans *bans);
/* `who` is the id of a person, or an address as address.h writes it. A NULL list bans nobody. */
bool bans_has(const struct bans *bans, const char *who);
/* A change takes three steps, because only a worker thread may wait for the disk. Step 1 computes
 * the new contents; false if there is nothing to change. */
bool bans_change(const struct bans *bans, const char *who, bool is_banned, struct text *lines);
/* Step 2, in any thread, writes the file; false with errno. */
bool bans_write(const struct bans *bans, const struct text *lines);
/* Step 3 makes the new contents the current list. */
void bans_take(struct bans *bans, struct text *lines);

#endif
