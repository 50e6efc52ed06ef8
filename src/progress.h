/* How far the work is: counters that workers raise, and a bar that reads them.
 *
 * The counters lie in memory that forked workers share. Only the bar prints. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress; /* handle */

struct progress *progress_new(void);
void progress_free(struct progress *progress);

/* A phase of the work: `what` is a string literal, `total` in any unit. */
void progress_begin(struct progress *progress, const char *what, unsigned long long total);
void progress_add(struct progress *progress, unsigned long long amount);

/* Shows a bar on standard error once the work has taken longer than a second, until progress_free.
 */
void progress_show(struct progress *progress);

#endif
