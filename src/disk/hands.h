/* hands.h: the file `<log>.hands`, which stores the hand samples of a match's sessions beside its
 * log (docs/log.md). A log is complete without it. */
#ifndef SPELUNKE_DISK_HANDS_H
#define SPELUNKE_DISK_HANDS_H

#include <spelunke/log.h>

/* Writes the file durably; to be called before the log itself is written. If there are no samples,
 * the file is removed. False with errno. */
bool hands_file_save(const struct match *match, const char *log);

enum hands_file { HANDS_FILE_NONE, HANDS_FILE_READ, HANDS_FILE_WRONG, HANDS_FILE_TROUBLE };
/* Reads the file beside a log for the match that was read from it. HANDS_FILE_WRONG with the fault,
 * HANDS_FILE_TROUBLE with errno. */
enum hands_file hands_file_read(struct match *match, const char *log, struct log_fault *fault);

/* Moves the file after its log was renamed; an older file beside the new name is removed. */
void hands_file_move(const char *log, const char *to);

#endif
