/* Files about tasks that are not read, and what to give in their place. */
#ifndef INPUT_TASKS_TASK_LOG_ADVICE_H
#define INPUT_TASKS_TASK_LOG_ADVICE_H

#include <stddef.h>

/* Of an event log of HTCondor, of what hyperfine exports and of sums by profilers; NULL of any
 * other text. */
const char *task_log_advice(const char *text, size_t size);

#endif
