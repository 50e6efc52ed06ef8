#include "analysis/findings/whole_run.h"

#include "table/rows.h"

static const double NEARLY_ALL = 0.95, MUCH = 0.5; /* of the run */

bool is_whole_run(const struct functions_rows *functions, size_t row, double elapsed_s)
{
    return functions->tasks[row] <= functions->workers[row] &&
           functions->q0[row] >= NEARLY_ALL * elapsed_s &&
           functions->others_busy_s[row] >= MUCH * elapsed_s;
}
