#include "analysis/findings/whole_run.h"

static const double NEARLY_ALL = 0.95, MUCH = 0.5; /* of the run */

bool is_whole_run(const struct table *functions, size_t row, double elapsed_s)
{
    return table_numbers(functions, "tasks")[row] <= table_numbers(functions, "workers")[row] &&
           table_numbers(functions, "q0")[row] >= NEARLY_ALL * elapsed_s &&
           table_numbers(functions, "others_busy_s")[row] >= MUCH * elapsed_s;
}
