/* What a file was when it was opened: what is read of it in several goes is of one moment only if
 * it was not changed in between.
 *
 * A log to which its program still appends is as it was: its first bytes are those that were there.
 * So is a file whose attributes alone changed: its mode, or that a backup made a link to it. */
#ifndef UTIL_FILE_STATE_H
#define UTIL_FILE_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

#include "util/error.h"

struct file_state {
    bool is_known; /* false of a pipe, and of what hides its size as in /proc */
    uint64_t size;
    struct timespec modified, changed; /* its content; that or its attributes */
    uint64_t ends;                     /* hash of its first and last bytes */
};

/* `bytes` are the content, of the size that `status` says. */
struct file_state file_state_of(const struct stat *status, const char *bytes);
/* Whether the open file begins with what it was; true of a state that is not known. */
bool file_state_holds(const struct file_state *state, int handle);
/* The same of what is at `path` now; false with a sentence. */
bool file_state_check(const struct file_state *state, const char *path, struct error *error);
/* The sentence. */
bool file_state_refuse(const char *path, struct error *error);

#endif
