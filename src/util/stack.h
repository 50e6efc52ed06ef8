/* A stack as large as libraries take it for granted: text is laid out a dozen calls deep, and a
 * limit of 64 KiB, as `ulimit -s` can set it, ends that in a fault. */
#ifndef UTIL_STACK_H
#define UTIL_STACK_H

enum { STACK_LEAST = 4 << 20 };

/* Calls it, on a thread of its own where the limit of this process is below STACK_LEAST, and
 * returns what it returns. Threads that are started from then on have as much. Where there are no
 * addresses for it, the call has what there is. */
int stack_call(int (*work)(int count, char **arguments), int count, char **arguments);

#endif
