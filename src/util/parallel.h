/* Work spread over processors. */
#ifndef UTIL_PARALLEL_H
#define UTIL_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"

int parallel_processors(void); /* available to this process */

/* How many threads can be started at once just now, up to `most`. */
size_t parallel_free_threads(size_t most);
/* Whether so many can be, now or before long: those that run may end. */
bool parallel_await_threads(size_t count);

/* Calls work(context, i) once for each i < count, from up to `jobs` threads, in no fixed order. */
void parallel_threads(int jobs, size_t count, void (*work)(void *context, size_t index),
                      void *context);

/* Work beside the caller's own, in a thread that gives way to it; it is done when
 * parallel_aside_end returns, where it is done first when there is no thread for it. To be ended
 * before processes are forked. */
struct parallel_aside;
struct parallel_aside *parallel_aside_begin(int jobs, void (*work)(void *context), void *context);
void parallel_aside_end(struct parallel_aside *aside); /* may be NULL */

/* What libraries start at most in a process that draws: Pango has two threads search for each font,
 * and some are still at it when the next is searched. */
enum { PARALLEL_OWN_THREADS = 8 };

/* The same as parallel_threads in forked processes, for libraries that are not safe with threads;
 * results are files or shared memory that the children leave. Where few processes are allowed there
 * are fewer children, so that each has its PARALLEL_OWN_THREADS. The caller is one of the workers,
 * after it has done `own_work` (may be NULL). Children die with their parent. False with the first
 * error. */
bool parallel_processes(int jobs, size_t count,
                        bool (*work)(void *context, size_t index, struct error *error),
                        bool (*own_work)(void *context, struct error *error), void *context,
                        struct error *error);

#endif
