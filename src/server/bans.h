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
/* Adds or removes one; it is on the disk when this returns. False with the reason. */
bool bans_set(struct bans *bans, const char *who, bool is_banned, struct text *why);

#endif
