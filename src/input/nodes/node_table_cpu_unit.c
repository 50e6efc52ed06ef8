/* Whether CPU percentages up to 100 are of one core, as those of a process are (psutil.Process,
 * psrecord, pidstat), or of the node.
 *
 * A node whose cores are busy has a load average of as many or more. Where it is several times
 * lower than the percentage would say of all cores, and about what it says of one core, the
 * percentage is of one core. Samples with little load say neither. */
#include <math.h>
#include <string.h>

#include "input/nodes/node_table_walk.h"
#include "util/number.h"

static const double AT_WORK = 0.1;         /* of a core */
static const double SEVERAL = 3;           /* times the load average */
static const double LEAST = 0.5, MOST = 2; /* load average ÷ busy cores, where these agree */
static const double OTHERS = 0.5;          /* processes of the system */
static const double THROUGHOUT = 0.9;      /* of the samples that say it */
enum { LEAST_SAMPLES = 5 };

struct samples {
    size_t telling, of_core;
};

static const struct metric_column *load_average(const struct table_walk *walk)
{
    for (size_t i = 0; i < walk->columns.count; i++) {
        const struct metric_column *column = &walk->columns.items[i];
        if (column->place && !column->of_core.core && column->site.column.is_listed &&
            strcmp(column->site.column.metric.path, "cpu_load") == 0)
            return column;
    }
    return NULL;
}

static void count(struct samples *samples, double busy, double load, double cores)
{
    if (!(busy >= AT_WORK) || isnan(load))
        return;
    samples->telling++;
    samples->of_core +=
        busy * cores >= SEVERAL * load && load >= LEAST * busy && load <= MOST * busy + OTHERS;
}

bool node_table_is_of_one_core(const struct table_walk *walk, const struct metric_column *column)
{
    const struct metric_column *average = load_average(walk);
    struct samples samples = {0};
    if (!average || column->of_core.core)
        return false;
    for (size_t host = 0; host < walk->hosts.count; host++) {
        double cores = node_table_cores_of(walk, host);
        for (size_t i = 0; i < walk->rows[host].count && !isnan(cores); i++) {
            const double *row = walk->rows[host].cells + i * walk->width;
            count(&samples, row[column->place] * column->site.column.metric.scale / 100,
                  row[average->place], cores);
        }
    }
    return samples.telling >= LEAST_SAMPLES &&
           (double)samples.of_core >= THROUGHOUT * (double)samples.telling;
}
