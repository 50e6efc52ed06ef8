/* Which functions of a trace take their time once, when the program starts. */
#ifndef ANALYSIS_FINDINGS_START_UP_H
#define ANALYSIS_FINDINGS_START_UP_H

#include <stdbool.h>
#include <stddef.h>

#include "table/rows.h"

enum start_up {
    START_UP_NONE,
    START_UP_FIRST_RUNS, /* the first run on each worker takes nearly all of the function's time, or
                            it is MPI_Init */
    START_UP_CALL,       /* one call of a GPU's runtime does: it loads code or allocates memory */
};

/* Of a row of the table `functions`. */
enum start_up start_up_of(const struct functions_rows *functions, size_t row);

/* A call of the runtime of a GPU: cudaMalloc, cuModuleLoad, hipLaunchKernel. */
bool is_gpu_call(const char *function);

#endif
