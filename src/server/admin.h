/* admin.h: the operator's way into a running server: a socket in the data folder.
 *
 * Who may open the folder's files may give orders, nobody else. An order is one line, `close
 * TABLE`, `ban WHO` or `unban WHO`; the answer is one line, `ok` or `no` and a sentence. */
#ifndef SPELUNKE_SERVER_ADMIN_H
#define SPELUNKE_SERVER_ADMIN_H

#include <spelunke/text.h>

enum { ADMIN_LINE_MAX = 128 };
#define ADMIN_SOCKET "admin.sock"

struct admin;
struct tavern;
struct uv_loop_s;

/* NULL with the reason: the server goes on without it. */
struct admin *admin_open(struct uv_loop_s *loop, const char *path, int64_t (*now)(void),
                         struct text *why);
/* From now on orders are taken, for this tavern. */
void admin_serve(struct admin *admin, struct tavern *tavern);
/* tavern_plan.ordered; its context is the admin. */
void admin_ordered(void *context, uint64_t order, const char *why);
/* Closes what the loop has of it; the loop is run, then admin_free. */
void admin_close(struct admin *admin);
void admin_free(struct admin *admin);

/* From the other side: sends an order to the server of this folder and waits for its answer.
 * False with the reason, an English sentence. */
bool admin_ask(const char *path, const char *order, struct text *why);

#endif
