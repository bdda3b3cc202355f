/* admin.h: the admin socket, a Unix socket in the data folder that takes commands of the operator.
 *
 * File permissions of the folder decide who may connect. A command is one line, `close TABLE`,
 * `ban WHO` or `unban WHO`; the answer is one line, `ok`, or `no` and a sentence. */
#ifndef SPELUNKE_SERVER_ADMIN_H
#define SPELUNKE_SERVER_ADMIN_H

#include <spelunke/text.h>

enum { ADMIN_LINE_MAX = 128 };
#define ADMIN_SOCKET "admin.sock"

struct admin;
struct tavern;
struct uv_loop_s;

/* NULL with the reason; the server then runs without an admin socket. */
struct admin *admin_open(struct uv_loop_s *loop, const char *path, int64_t (*now)(void),
                         struct text *why);
/* Starts to accept commands, for this tavern. */
void admin_serve(struct admin *admin, struct tavern *tavern);
/* The callback tavern_plan.ordered; its context is the admin. */
void admin_ordered(void *context, uint64_t order, const char *why);
/* Closes the libuv handles. Run the loop before calling admin_free. */
void admin_close(struct admin *admin);
void admin_free(struct admin *admin);

/* The client: sends a command to the server that uses this folder and waits for the answer.
 * False with the reason as an English sentence. */
bool admin_ask(const char *path, const char *order, struct text *why);

#endif
