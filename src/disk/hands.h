/* hands.h: the file `<log>.hands`, which keeps beside the log of a match what the
 * hands did in its sessions (docs/log.md). A log is whole without it. */
#ifndef SPELUNKE_DISK_HANDS_H
#define SPELUNKE_DISK_HANDS_H

#include <spelunke/log.h>

/* Writes the file so that it is not lost, before the log itself; where there is
 * nothing to keep, there is no file. False with errno. */
bool hands_file_save(const struct match *match, const char *log);

enum hands_file { HANDS_FILE_NONE, HANDS_FILE_READ, HANDS_FILE_WRONG, HANDS_FILE_TROUBLE };
/* Reads the file beside a log for the match that was read from it. HANDS_FILE_WRONG with
 * the fault, HANDS_FILE_TROUBLE with errno. */
enum hands_file hands_file_read(struct match *match, const char *log, struct log_fault *fault);

/* The log has got another name: its hands go with it, and an older file that was there
 * does not stay beside it. */
void hands_file_move(const char *log, const char *to);

#endif
