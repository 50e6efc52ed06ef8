#include "analysis/findings/start_up.h"

#include <string.h>

#include "analysis/traces/wait_names.h"
#include "table/rows.h"

static const double NEARLY_ALL = 0.9;

enum { LEAST_RUNS = 3 }; /* on each worker */

bool is_gpu_call(const char *function)
{
    static const char *const prefixes[] = {"cuda", "hip", "cu"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(function, prefixes[i], length) == 0 && function[length] >= 'A' &&
            function[length] <= 'Z')
            return true;
    }
    return false;
}

/* Those take as long as what they wait for. */
static bool is_waiting(const char *function)
{
    return strstr(function, "Synchronize") || strstr(function, "Memcpy") ||
           strstr(function, "Wait");
}

enum start_up start_up_of(const struct functions_rows *functions, size_t row)
{
    const char *name = functions->function[row];
    double tasks = functions->tasks[row];
    double all_s = functions->duration_s[row];
    if (is_gpu_call(name) && !is_waiting(name) && !(tasks > 1 && tasks < LEAST_RUNS) &&
        functions->q4[row] >= NEARLY_ALL * all_s)
        return START_UP_CALL;
    if (is_start_of_ranks(name))
        return START_UP_FIRST_RUNS;
    if (tasks >= LEAST_RUNS * functions->workers[row] &&
        functions->first_runs_s[row] >= NEARLY_ALL * all_s)
        return START_UP_FIRST_RUNS;
    return START_UP_NONE;
}
